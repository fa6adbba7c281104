"""What to say after a recorded turn: Ŝako, and how the game ended."""

from board_daemon.rules.actions import squares_of
from board_daemon.rules.ends import end_of
from board_daemon.rules.position import Position
from board_daemon.rules.sako import sako_way
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status
from board_daemon.tracking.events import EndEvent


def end_event(t: float, status: Status) -> EndEvent | None:
    """The event that ends the game, if the status does."""
    end = end_of(status)
    return EndEvent(t, end.result, end.reason) if end is not None else None


def sako_path(position: Position) -> tuple[Square, ...]:
    """The squares from the attacker through the chain to the king of the side to move; or none."""
    way = sako_way(position, position.to_move.other)
    return squares_of(way) if way is not None else ()
