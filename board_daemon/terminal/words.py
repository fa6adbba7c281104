"""What the board says, in short, kind, plain words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from board_daemon.lights.roles import Role, fix_pair
from board_daemon.rules.ends import Reason, agreement, end_of
from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import Square, square_name
from board_daemon.rules.status import Status
from board_daemon.tracking.events import (
    AskPartEvent,
    AskPromotionEvent,
    AskSquareEvent,
    AskTakebackEvent,
    EndEvent,
    Event,
    HealthEvent,
    NewGameEvent,
    RestoredEvent,
    RestoreEvent,
    ReviseEvent,
    SakoEvent,
    TakebackEvent,
    TurnEvent,
)
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.view import BoardView, DestinationKind, UnfinishedView

ROLE_WORDS: Final[Mapping[Role, str]] = {
    Role.ORIGIN: "in hand",
    Role.MOVE: "free",
    Role.UNION: "union",
    Role.TAKEOVER: "take-over",
    Role.PACO: "Paco",
    Role.CASTLE: "castling",
    Role.LAST: "last turn",
    Role.SAKO: "Ŝako",
    Role.ASK: "which one?",
    Role.FIX: "take away",
    Role.PROMOTION: "promotion",
    Role.BEST: "best",
    Role.FINE: "fine",
    Role.RISKY: "risky",
    Role.WARNING: "are you sure?",
    Role.OPPONENT: "play this",
    Role.YES: "yes",
    Role.NO: "no",
}
PUT_HERE_WORD: Final = "put here"


@dataclass(frozen=True, slots=True)
class Names:
    """What the players are called."""

    white: str = "White"
    black: str = "Black"

    def of(self, color: Color) -> str:
        """The name of the player of that colour."""
        return self.black if color else self.white


NO_NAMES: Final = Names()

_NEWS: Final = {
    RestoredEvent: "Thank you, the board stands right again.",
    NewGameEvent: "All pieces are home: a new game.",
}

_SQUARE_STATES: Final = {
    SquareState.GOOD: "well",
    SquareState.BOUNCING: "restless",
    SquareState.DEAD: "dead: it sees nobody",
    SquareState.STUCK: "stuck: it always sees somebody",
    SquareState.WEAK: "weak",
}


def status_words(view: BoardView, status: Status, names: Names = NO_NAMES) -> str:
    """One line: what the board wants to say now, the most urgent first."""
    if view.fix:
        return _fix_words(view)
    if view.asks_of_takeback:
        return _takeback(*view.ask, *view.answers)
    if view.answers:
        return _poll(view.ask, *view.answers)
    if view.ask:
        return _question(view.ask)
    if view.promotion is not None:
        piece = view.promotion.piece.title_name.lower()
        return f"Home! The pawn is a {piece} now; lift it and set it down for another piece."
    if status.is_over:
        return result_words(status, names)
    if view.hand is not None:
        return _hand_words(view, names)
    if view.unfinished is not None:
        return _unfinished_words(view.unfinished)
    mover = names.of(view.position.to_move)
    if view.sako:
        return f"Ŝako! The way to {mover}'s king: {_way(view.sako)}."
    return f"{mover} to move."


def result_words(status: Status, names: Names = NO_NAMES) -> str:
    """How the game ended."""
    end = end_of(status)
    return "The game goes on." if end is None else end.in_words(names.white, names.black)


def event_words(event: Event, first: Color, names: Names = NO_NAMES) -> str:
    """One line for what has just happened; empty where nothing needs to be said.

    `first` played the first turn.
    """
    match event:
        case TurnEvent():
            return _turn_words(event, first, names)
        case ReviseEvent():
            return f"{_turn_words(event, first, names)}  (it was this turn)"
        case TakebackEvent(_, ply):
            return f"Taken back, turn {ply} and after."
        case AskSquareEvent() | AskPartEvent() | AskTakebackEvent() | AskPromotionEvent():
            return _asked_words(event)
        case RestoreEvent(_, squares):
            return f"Please put this right: {', '.join(map(square_name, squares))}."
        case RestoredEvent() | NewGameEvent():
            return _NEWS[type(event)]
        case HealthEvent(_, square, state):
            return f"The sensor under {square_name(square)} is {_SQUARE_STATES[state]}."
        case SakoEvent(_, path):
            return f"     Ŝako: {_way(path)}"
        case EndEvent(_, result, reason):
            is_agreed = reason == Reason.AGREED
            return agreement(result).in_words(names.white, names.black) if is_agreed else ""


def _asked_words(
    event: AskSquareEvent | AskPartEvent | AskTakebackEvent | AskPromotionEvent,
) -> str:
    match event:
        case AskSquareEvent(_, squares):
            return _question(squares)
        case AskPartEvent(_, squares, yes, no):
            return _poll(squares, yes, no)
        case AskTakebackEvent(_, square, yes, no):
            return _takeback(square, yes, no)
        case AskPromotionEvent(_, square):
            return f"A pawn is home on {square_name(square)}: what does it become?"


def _turn_words(event: TurnEvent | ReviseEvent, first: Color, names: Names) -> str:
    mover = first if event.ply % 2 == 1 else first.other
    width = max(len(names.white), len(names.black))
    return f"{event.ply:>3}  {names.of(mover):<{width}}  {event.notation}"


def _question(squares: tuple[Square, ...]) -> str:
    return f"Which one did you join? Lift it and set it down: {_either(squares)}."


def _poll(squares: tuple[Square, ...], yes: Square, no: Square) -> str:
    return (
        f"Was your turn on {_either(squares)}? "
        f"Lift what is on {square_name(yes)} for yes, on {square_name(no)} for no."
    )


def _takeback(square: Square, yes: Square, no: Square) -> str:
    return (
        f"Both are back on {square_name(square)}: was the turn taken back? "
        f"Lift what is on {square_name(yes)} for yes, on {square_name(no)} for no."
    )


def _way(path: tuple[Square, ...]) -> str:
    return " > ".join(map(square_name, path))


def _hand_words(view: BoardView, names: Names) -> str:
    assert view.hand is not None
    mover, origin = view.position.to_move, view.hand.origin
    piece = view.position.piece_at(mover, origin)
    if piece is None and not view.hand.destinations:
        return f"{names.of(mover)} to move: the piece from {square_name(origin)} goes back there."
    what = piece.title_name.lower() if piece is not None else "piece"
    words = f"{names.of(mover)} has the {what} from {square_name(origin)} in hand."
    if not view.hand.unseen:
        return words
    return f"{words} Has it joined? Then lift and set down {_either(view.hand.unseen)}."


def _unfinished_words(left: UnfinishedView) -> str:
    what = "Castling" if left.kind == DestinationKind.CASTLE else "En passant"
    way = f"from {square_name(left.start)} to {square_name(left.end)}"
    return f"{what}: one more piece goes {way}."


def _fix_words(view: BoardView) -> str:
    pair = fix_pair(view)
    away = [square_name(wrong.square) for wrong in pair if not wrong.wants_piece]
    here = [square_name(wrong.square) for wrong in pair if wrong.wants_piece]
    if away and here:
        return f"Let us put this right: take away what is on {away[0]}; {here[0]} misses its piece."
    if away:
        return f"Let us put this right: take away what is on {away[0]}, please."
    return f"Let us put this right: set the missing piece on {here[0]}, please."


def _either(squares: tuple[Square, ...]) -> str:
    names = [square_name(square) for square in squares]
    if len(names) == 1:
        return names[0]
    return ", ".join(names[:-1]) + " or " + names[-1]
