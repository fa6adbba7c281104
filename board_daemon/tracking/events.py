"""What the tracker tells the rest of the program, and its JSON form (DESIGN, section 4)."""

from dataclasses import dataclass

from board_daemon.rules.actions import Action, format_action
from board_daemon.rules.ends import Reason, Result
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import Square, square_name
from board_daemon.rules.status import Status
from board_daemon.tracking.health import SquareState


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """A turn was recorded."""

    t: float
    """Seconds, on the clock of the readings; so in every event."""
    ply: int
    """1 for the first turn of the game."""
    notation: str
    actions: tuple[Action, ...]
    fen: str
    """The position after the turn."""
    status: Status


@dataclass(frozen=True, slots=True)
class ReviseEvent:
    """The last turn turned out to be longer, or another one: it replaces what was recorded."""

    t: float
    ply: int
    notation: str
    actions: tuple[Action, ...]
    fen: str
    status: Status


@dataclass(frozen=True, slots=True)
class TakebackEvent:
    """The pieces went back to an earlier position."""

    t: float
    ply: int
    """The first turn undone."""


@dataclass(frozen=True, slots=True)
class AskSquareEvent:
    """Several turns explain what was seen: which of these squares did the turn enter?"""

    t: float
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class AskPartEvent:
    """Part of a turn was made where nothing shows: was it on one of these squares?

    It is where it began, entered or ended there. No touch of such a square can say so: two other
    pieces do. That is one kind of question more than the design has; in JSON its `what` is `part`.
    """

    t: float
    squares: tuple[Square, ...]
    yes: Square
    """Where a piece stands that says yes when it is lifted and set down again."""
    no: Square
    """Where one stands that says no."""


@dataclass(frozen=True, slots=True)
class AskPieceEvent:
    """Turns over the same squares differ in which piece stands where: does this one stand here?

    Or nobody was felt to choose what the pawn became that stands here. Two other pieces answer, as
    for `AskPartEvent`; in JSON its `what` is `piece`.
    """

    t: float
    square: Square
    piece: PieceType
    """Queen, knight, rook or bishop; of either colour, alone or in a union."""
    yes: Square
    """Where a piece stands that says so."""
    no: Square
    """Where one stands that says that none does."""


@dataclass(frozen=True, slots=True)
class AskTakebackEvent:
    """Was the last turn taken back, or was another one played?

    A union went straight back, say, and either player may have moved it. Two other pieces answer,
    as for `AskPartEvent`; in JSON its `what` is `takeback`.
    """

    t: float
    square: Square
    """Where the other turn ended: there the union stands again."""
    yes: Square
    """Where a piece stands that says so: the turn was taken back."""
    no: Square
    """Where one stands that says that the other turn was played."""


@dataclass(frozen=True, slots=True)
class AskPromotionEvent:
    """A pawn has come home: what does it become?"""

    t: float
    square: Square


@dataclass(frozen=True, slots=True)
class RestoreEvent:
    """No turn explains what stands on the board."""

    t: float
    squares: tuple[Square, ...]
    """What stands wrong."""


@dataclass(frozen=True, slots=True)
class RestoredEvent:
    """The board stands right again."""

    t: float


@dataclass(frozen=True, slots=True)
class SakoEvent:
    """The side to move stands in Ŝako."""

    t: float
    path: tuple[Square, ...]
    """From the attacker through the chain to the king."""


@dataclass(frozen=True, slots=True)
class EndEvent:
    """The game is over. Agreed on, it goes on where the kings go back (`RestoredEvent`)."""

    t: float
    result: Result
    reason: Reason


@dataclass(frozen=True, slots=True)
class NewGameEvent:
    """All 32 stand on their home squares again: another game begins there, with ply 1."""

    t: float


@dataclass(frozen=True, slots=True)
class HealthEvent:
    """A square turned out not to be good; told once for each state."""

    t: float
    square: Square
    state: SquareState


AskEvent = AskSquareEvent | AskPartEvent | AskPieceEvent | AskTakebackEvent | AskPromotionEvent
"""What players answer with the pieces."""

Event = (
    TurnEvent
    | ReviseEvent
    | TakebackEvent
    | AskEvent
    | RestoreEvent
    | RestoredEvent
    | SakoEvent
    | EndEvent
    | NewGameEvent
    | HealthEvent
)


def event_to_json(event: Event) -> dict[str, object]:
    """The JSON value of an event."""
    if isinstance(event, AskEvent):
        return _question_to_json(event)
    match event:
        case TurnEvent() | ReviseEvent():
            return {
                "event": "turn" if isinstance(event, TurnEvent) else "revise",
                "t": written_time(event.t),
                "ply": event.ply,
                "notation": event.notation,
                "actions": [format_action(action) for action in event.actions],
                "fen": event.fen,
                "status": str(event.status),
            }
        case TakebackEvent(t, ply):
            return {"event": "takeback", "t": written_time(t), "ply": ply}
        case RestoreEvent(t, squares):
            return {"event": "restore", "t": written_time(t), "squares": _names(squares)}
        case RestoredEvent(t):
            return {"event": "restored", "t": written_time(t)}
        case SakoEvent(t, path):
            return {"event": "sako", "t": written_time(t), "path": _names(path)}
        case EndEvent(t, result, reason):
            return {"event": "end", "t": written_time(t), "result": result, "reason": reason}
        case NewGameEvent(t):
            return {"event": "newgame", "t": written_time(t)}
        case HealthEvent(t, square, state):
            return {
                "event": "health",
                "t": written_time(t),
                "square": square_name(square),
                "state": str(state),
            }


def _question_to_json(event: AskEvent) -> dict[str, object]:
    question: dict[str, object] = {"event": "ask", "t": written_time(event.t)}
    match event:
        case AskSquareEvent(_, squares):
            return question | {"what": "square", "squares": _names(squares)}
        case AskPartEvent(_, squares):
            question |= {"what": "part", "squares": _names(squares)}
        case AskPieceEvent(_, square, piece):
            asked = {"square": square_name(square), "piece": piece.name.lower()}
            question |= {"what": "piece"} | asked
        case AskTakebackEvent(_, square):
            question |= {"what": "takeback", "square": square_name(square)}
        case AskPromotionEvent(_, square):
            return question | {"what": "promotion", "square": square_name(square)}
    return question | {"yes": square_name(event.yes), "no": square_name(event.no)}


def written_time(t: float) -> float:
    """A time in seconds as it is written: so finely that no event is later than its reading."""
    return round(t, 6)


def _names(squares: tuple[Square, ...]) -> list[str]:
    return [square_name(square) for square in squares]
