"""What the board says, in short, kind, plain words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from board_daemon.languages.sentences import listed, said, with_values
from board_daemon.languages.speaking import spoken, spoken_apart
from board_daemon.lights.roles import Role, fix_pair
from board_daemon.rules.ends import Reason, agreement, end_of
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.squares import Square, square_name
from board_daemon.rules.status import Status
from board_daemon.terminal.ends import GOES_ON, end_words
from board_daemon.tracking.events import (
    AskEvent,
    AskPartEvent,
    AskPieceEvent,
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
    Role.ORIGIN: said("role.origin", "in hand"),
    Role.MOVE: said("role.move", "free"),
    Role.UNION: said("console.role.union", "union"),
    Role.TAKEOVER: said("console.role.takeover", "take-over"),
    Role.PACO: said("console.role.paco", "Paco"),
    Role.CASTLE: said("console.role.castle", "castling"),
    Role.LAST: said("role.last", "last turn"),
    Role.SAKO: said("role.sako", "Ŝako"),
    Role.ASK: said("console.role.ask", "which one?"),
    Role.FIX: said("console.role.fix", "take away"),
    Role.PROMOTION: said("role.promotion", "promotion"),
    Role.BEST: said("role.best", "best"),
    Role.FINE: said("role.fine", "fine"),
    Role.RISKY: said("role.risky", "risky"),
    Role.WARNING: said("role.warning", "are you sure?"),
    Role.OPPONENT: said("role.opponent", "play this"),
    Role.YES: said("role.yes", "yes"),
    Role.NO: said("role.no", "no"),
    Role.PIECE: said("role.piece", "this piece?"),
}
PUT_HERE_WORD: Final = said("console.role.put-here", "put here")

PIECE_WORDS: Final[Mapping[PieceType, str]] = {
    PieceType.PAWN: said("piece.p", "pawn"),
    PieceType.ROOK: said("piece.r", "rook"),
    PieceType.KNIGHT: said("piece.n", "knight"),
    PieceType.BISHOP: said("piece.b", "bishop"),
    PieceType.QUEEN: said("piece.q", "queen"),
    PieceType.KING: said("piece.k", "king"),
}
_ANY_PIECE: Final = said("hand.piece", "piece")


@dataclass(frozen=True, slots=True)
class Names:
    """What the players are called."""

    white: str = said("color.w", "White")
    black: str = said("color.b", "Black")

    def of(self, color: Color) -> str:
        """The name of the player of that colour."""
        return self.black if color else self.white


NO_NAMES: Final = Names()
_TO_MOVE: Final[Mapping[str, str]] = {
    NO_NAMES.white: said("line.turn-w", "White to move."),
    NO_NAMES.black: said("line.turn-b", "Black to move."),
}
"""A name may stand alone where a colour needs a word before it."""

_NEWS: Final = {
    RestoredEvent: said("news.restored", "Thank you, the board stands right again."),
    NewGameEvent: said("console.news.newgame", "All pieces are home: a new game."),
}

_SQUARE_STATES: Final = {
    SquareState.GOOD: said("console.health.good", "The sensor under {square} is well."),
    SquareState.BOUNCING: said("console.health.bouncing", "The sensor under {square} is restless."),
    SquareState.DEAD: said(
        "console.health.dead", "The sensor under {square} is dead: it sees nobody."
    ),
    SquareState.STUCK: said(
        "console.health.stuck", "The sensor under {square} is stuck: it always sees somebody."
    ),
    SquareState.WEAK: said("console.health.weak", "The sensor under {square} is weak."),
}


def status_words(view: BoardView, status: Status, names: Names = NO_NAMES) -> str:
    """What the board wants to say now, the most urgent first."""
    return spoken(_status(view, status, names))


def _status(view: BoardView, status: Status, names: Names) -> str:
    if view.fix:
        return _fix_words(view)
    if view.asks_of_takeback and view.answers:
        return _takeback(*view.ask, *view.answers)
    if view.asks_for_piece is not None:
        return _piece(view.ask[0], view.asks_for_piece, *view.answers)
    if view.answers:
        return _poll(view.ask, *view.answers)
    if view.ask:
        return _question(view.ask)
    if (chosen := view.choosing) is not None:
        return said(
            "console.promotion",
            "Home! The pawn is a {piece} now; lift it and set it down for another piece.",
            piece=PIECE_WORDS[chosen.piece],
        )
    if status.is_over:
        return result_words(status, names)
    if view.hand is not None:
        return _hand_words(view, names)
    if view.unfinished is not None:
        return _unfinished_words(view.unfinished)
    mover = names.of(view.position.to_move)
    if view.sako:
        return said(
            "console.sako",
            "Ŝako! The way to {name}'s king: {way}.",
            name=mover,
            way=_way(view.sako),
        )
    return _TO_MOVE.get(mover, said("line.turn", "{name} to move.", name=mover))


def result_words(status: Status, names: Names = NO_NAMES) -> str:
    """How the game ended."""
    end = end_of(status)
    return spoken(GOES_ON) if end is None else end_words(end, names.white, names.black)


def event_words(event: Event, first: Color, names: Names = NO_NAMES) -> str:
    """One line for what has just happened; empty where nothing needs to be said.

    `first` played the first turn.
    """
    match event:
        case TurnEvent():
            return _turn_words(event, first, names)
        case ReviseEvent():
            was_this = spoken_apart(said("console.news.revise", "(it was this turn)"))
            return f"{_turn_words(event, first, names)}  {was_this}"
        case SakoEvent(_, path):
            return f"     {spoken(said('console.news.sako', 'Ŝako: {way}', way=_way(path)))}"
        case EndEvent(_, result, reason):
            return (
                end_words(agreement(result), names.white, names.black)
                if reason == Reason.AGREED
                else ""
            )
        case _:
            return spoken(_news(event))


def _news(
    event: TakebackEvent | AskEvent | RestoreEvent | RestoredEvent | NewGameEvent | HealthEvent,
) -> str:
    if isinstance(event, AskEvent):
        return _asked_words(event)
    match event:
        case TakebackEvent(_, ply):
            return said("console.news.takeback", "Taken back, turn {ply} and after.", ply=ply)
        case RestoreEvent(_, squares):
            return said(
                "console.news.restore",
                "Please put this right: {squares}.",
                squares=", ".join(map(square_name, squares)),
            )
        case RestoredEvent() | NewGameEvent():
            return _NEWS[type(event)]
        case HealthEvent(_, square, state):
            return with_values(_SQUARE_STATES[state], square=square_name(square))


def _asked_words(event: AskEvent) -> str:
    match event:
        case AskSquareEvent(_, squares):
            return _question(squares)
        case AskPartEvent(_, squares, yes, no):
            return _poll(squares, yes, no)
        case AskPieceEvent(_, square, piece, yes, no):
            return _piece(square, piece, yes, no)
        case AskTakebackEvent(_, square, yes, no):
            return _takeback(square, yes, no)
        case AskPromotionEvent(_, square):
            return said(
                "console.news.promotion",
                "A pawn is home on {square}: what does it become?",
                square=square_name(square),
            )


def _turn_words(event: TurnEvent | ReviseEvent, first: Color, names: Names) -> str:
    mover = first if event.ply % 2 == 1 else first.other
    both = {color: spoken_apart(names.of(color)) for color in Color}
    # Marks that nobody sees count in neither of them.
    width = max(map(cell_len, both.values()))
    name = both[mover] + " " * (width - cell_len(both[mover]))
    return f"{event.ply:>3}  {name}  {event.notation}"


def _question(squares: tuple[Square, ...]) -> str:
    return said(
        "console.ask-square",
        "Which one did you join? Lift it and set it down: {squares}.",
        squares=_either(squares),
    )


def _poll(squares: tuple[Square, ...], yes: Square, no: Square) -> str:
    return said(
        "line.ask-part",
        "Was your turn on {squares}? Lift what is on {yes} for yes, on {no} for no.",
        squares=_either(squares),
        yes=square_name(yes),
        no=square_name(no),
    )


def _piece(square: Square, piece: PieceType, yes: Square, no: Square) -> str:
    return said(
        "line.ask-piece",
        "Is there a {piece} on {square} now? Lift what is on {yes} for yes, on {no} for no.",
        piece=PIECE_WORDS[piece],
        square=square_name(square),
        yes=square_name(yes),
        no=square_name(no),
    )


def _takeback(square: Square, yes: Square, no: Square) -> str:
    return said(
        "line.ask-takeback",
        "Was the last turn taken back, and nothing played to {square}? "
        "Lift what is on {yes} for yes, on {no} for no.",
        square=square_name(square),
        yes=square_name(yes),
        no=square_name(no),
    )


def _way(path: tuple[Square, ...]) -> str:
    return " > ".join(map(square_name, path))


def _hand_words(view: BoardView, names: Names) -> str:
    assert view.hand is not None
    mover, origin = view.position.to_move, view.hand.origin
    piece = view.position.piece_at(mover, origin)
    name, square = names.of(mover), square_name(origin)
    if piece is None and not view.hand.destinations:
        return said(
            "console.other-hand",
            "{name} to move: the piece from {square} goes back there.",
            name=name,
            square=square,
        )
    what = PIECE_WORDS[piece] if piece is not None else _ANY_PIECE
    if not view.hand.unseen:
        return said(
            "line.hand",
            "{name} has the {what} from {square} in hand.",
            name=name,
            what=what,
            square=square,
        )
    return said(
        "console.hand-long",
        "{name} has the {what} from {square} in hand. Has it joined? "
        "Then lift and set down {squares}.",
        name=name,
        what=what,
        square=square,
        squares=_either(view.hand.unseen),
    )


def _unfinished_words(left: UnfinishedView) -> str:
    start, end = square_name(left.start), square_name(left.end)
    if left.kind == DestinationKind.CASTLE:
        return said(
            "console.castle",
            "Castling: one more piece goes from {start} to {end}.",
            start=start,
            end=end,
        )
    return said(
        "console.en-passant",
        "En passant: one more piece goes from {start} to {end}.",
        start=start,
        end=end,
    )


def _fix_words(view: BoardView) -> str:
    pair = fix_pair(view)
    away = [square_name(wrong.square) for wrong in pair if not wrong.wants_piece]
    here = [square_name(wrong.square) for wrong in pair if wrong.wants_piece]
    if away and here:
        return said(
            "line.fix-both",
            "Let us put this right: take away what is on {away}; {here} misses its piece.",
            away=away[0],
            here=here[0],
        )
    if away:
        return said(
            "line.fix-away",
            "Let us put this right: take away what is on {away}, please.",
            away=away[0],
        )
    return said(
        "line.fix-here",
        "Let us put this right: set the missing piece on {here}, please.",
        here=here[0],
    )


def _either(squares: tuple[Square, ...]) -> str:
    *others, last = map(square_name, squares)
    return said("line.or", "{list} or {last}", list=listed(others), last=last) if others else last
