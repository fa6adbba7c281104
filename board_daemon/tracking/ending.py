"""What to say after a recorded turn: Ŝako, and how the game ended."""

from board_daemon.rules.actions import Action, Promote
from board_daemon.rules.position import Position
from board_daemon.rules.sako import sako_way
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status
from board_daemon.tracking.events import EndEvent

_DRAW = "1/2-1/2"
_ENDS = {
    Status.PACO_W: ("1-0", "paco"),
    Status.PACO_B: ("0-1", "paco"),
    Status.DRAW_PROGRESS: (_DRAW, "progress"),
    Status.DRAW_REPETITION: (_DRAW, "repetition"),
    Status.DRAW_NO_TURN: (_DRAW, "no-turn"),
    Status.DRAW_ALL_DANCE: (_DRAW, "all-dance"),
    Status.DRAW_KINGS: (_DRAW, "kings"),
}


def end_event(t: float, status: Status) -> EndEvent | None:
    """The event that ends the game, if the status does."""
    if status not in _ENDS:
        return None
    result, reason = _ENDS[status]
    return EndEvent(t, result, reason)


def sako_path(position: Position) -> tuple[Square, ...]:
    """The squares from the attacker through the chain to the king of the side to move; or none."""
    way = sako_way(position, position.to_move.other)
    return squares_of(way) if way is not None else ()


def squares_of(actions: tuple[Action, ...]) -> tuple[Square, ...]:
    """The squares of a turn in order."""
    return tuple(action.square for action in actions if not isinstance(action, Promote))
