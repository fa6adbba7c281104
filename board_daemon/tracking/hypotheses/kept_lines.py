"""Which lines of play are followed on where it is open what was played."""

import math
from collections.abc import Sequence

from board_daemon.tracking.hypotheses.line import Line, each_once
from board_daemon.tracking.hypotheses.other_turns import draws_back
from board_daemon.tracking.hypotheses.pool import OUT_OF_QUESTION, Pool
from board_daemon.tracking.hypotheses.steps import just_before
from board_daemon.tracking.settings import TrackerSettings


def kept_lines(
    lines: Sequence[Line], pool: Pool, root: Line, settings: TrackerSettings
) -> list[Line]:
    """Every candidate that is not out of the question, and the last recorded position `root`.

    All that was seen since that may become another turn. Where only odd stories explain the board,
    what was likely before may soon be so again: whoever sets a piece down where it may not go may
    be on his way to where it may. `lines`: what was followed so far.
    """
    if not pool.candidates:
        # What stands where it may not says nothing against any of them.
        return each_once([*lines, *pool.unfinished, root])
    near = [candidate.line for candidate in pool.near(OUT_OF_QUESTION)]
    likely = likely_before(lines, pool, settings)
    # Whoever played last may go on with his piece, castle, or take it back.
    before = just_before(pool, root, settings)
    found = [*near, *likely, *pool.unfinished, *before, *drawn_back(lines, root)]
    kept = each_once(found)
    return kept if root in kept else [*kept, root]


def likely_before(lines: Sequence[Line], pool: Pool, settings: TrackerSettings) -> list[Line]:
    """The lines beside which all that explains the board is odder than a wrong move."""
    odd = min((each.doubt for each in pool.candidates), default=math.inf) - settings.wrong_move
    return [line for line in lines if line.doubt <= odd]


def drawn_back(lines: Sequence[Line], root: Line) -> list[Line]:
    """The lines in which the last recorded turn was but one step of its pawn.

    However unlikely: until somebody has joined that pawn, it stands so.
    """
    return [line for line in lines if draws_back(line, root)]
