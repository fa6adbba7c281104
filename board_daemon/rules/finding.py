"""Which turn leads from one position to another."""

from typing import Final

from board_daemon.rules.outcomes import Turn, distinct_turns
from board_daemon.rules.position import Position
from board_daemon.rules.work import Work, WorkDone

BUDGET: Final = 3_000_000
"""Steps of `work`: some seconds in a position with a million turns, nothing in others."""


def turn_between(before: Position, after: Position, budget: int = BUDGET) -> Turn | None:
    """A short turn by which the side to move gets from one position to the other; None: none found.

    Of the ways a chain may have gone this is one: the positions do not tell which it was.
    """
    mover = before.to_move
    was, stands = before.squares(mover), after.squares(mover)
    # The last piece is set down where nobody of its colour stood, or back where it was lifted.
    ends = stands & ~(was & before.unions)
    try:
        for outcome in distinct_turns(before, Work(budget), within=ends):
            if outcome.position == after:
                return outcome.turn
    except WorkDone:
        pass
    return None
