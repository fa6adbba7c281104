"""From which moments on a turn may have been played of which a faulty square hides part."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.hypotheses.faults import Suspects
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.other_turns import is_other_turn
from board_daemon.tracking.hypotheses.pool import Pool, Standing
from board_daemon.tracking.hypotheses.scene import Scene


class Beginnings(NamedTuple):
    """From where on a turn may have been played of which a faulty square hides part."""

    root: Line | None
    """The last recorded position; None: all is known of what may have been played up to the lines
    that wait."""
    adjusted: Sequence[Line]
    """The same, before what seems to have been adjusted since was touched."""
    before: Sequence[Line]
    """The position before its turn, where that may have been another one; and the same, before what
    seems to have been adjusted then was touched."""
    waiting: Sequence[Line]
    """The likeliest lines of turns after it that wait for later play, or that their player has told
    of."""
    odd: float = math.inf
    """From so much doubt on it is odd that the last turn was taken back."""


def with_what_was_played_after_all(
    pool: Pool, root: Line, adjusted: Sequence[Line], scene: Scene
) -> Pool:
    """The pool with turns that looked like adjusting, where nothing else explains the board.

    A chain that came home leaves nothing but touches. `adjusted`: as in `Beginnings`.
    """
    if not adjusted or not _rests_on_a_fault(pool, root):
        return pool
    question = with_what_was_played_after_all, root, tuple(adjusted)
    later = scene.once(question, lambda: extend(list(adjusted), scene, at_rest=True))
    turns = [each for each in later.candidates if each.line.depth > root.depth]
    return pool.with_more(turns, later.least_missed())


def with_suspects(
    suspects: Suspects,
    pool: Pool,
    since: Beginnings,
    vanished: SquareSet,
    search: Callable[..., Pool],
) -> Pool:
    """The pool with what one of the suspects would explain, wherever that may have begun."""
    root = since.root
    if root is not None:
        pool = _with_next_turn(suspects, pool, root, since, vanished, search)
    # Another square may fail while later play is to tell where a turn was.
    for line in since.waiting:
        pool = search(pool, line, suspects=suspects)
    return pool


def _with_next_turn(
    suspects: Suspects,
    pool: Pool,
    root: Line,
    since: Beginnings,
    vanished: SquareSet,
    search: Callable[..., Pool],
) -> Pool:
    """The pool with what suspects explain of the turn after `root`, and of the one before it."""
    pool = search(pool, root, suspects=suspects, vanished=vanished)
    if _rests_on_a_fault(pool, root) or _begins_oddly(pool, root, since.odd):
        # What looked like adjusting may have been a turn out of a stuck square: no less where
        # another story of a faulty square fits what came later.
        for adjusted in since.adjusted:
            pool = search(pool, adjusted, suspects=suspects)
    for before in since.before:
        # What looked like one turn may have been two, by way of a dead square, or after one out of
        # a stuck square. Or its player, unless he was asked of it, has only gone on with it since.
        # Nor has he rather slipped it in after that, where nobody ever slips pieces in.
        is_open = _rests_on_a_fault(pool, root) or _is_slipped_in_instead(pool, root)
        if (is_open and not before.is_spoken_of) or not pool.candidates:
            pool = search(pool, before, suspects=suspects, via=root.index)
    return pool


def _rests_on_a_fault(pool: Pool, root: Line) -> bool:
    """Whether nothing explains the board better than another faulty square does, if anything."""
    return all(each.line.blind & ~root.blind for each in pool.candidates[:1])


def _begins_oddly(pool: Pool, root: Line, odd: float) -> bool:
    """Whether by what explains the board best a piece was slipped in next, or oddly taken back.

    `odd`: the doubt from which on a take-back is.
    """
    steps = [(each, each.line.step_at(root.depth + 1)) for each in pool.candidates[:1]]
    return any(
        step and (step.is_slipped_in or (step.explanation is None and each.doubt >= odd))
        for each, step in steps
    )


def _is_slipped_in_instead(pool: Pool, root: Line) -> bool:
    """Whether by what explains the board best a piece was slipped in in the place of that turn.

    Not while anything is in the air, which may tell another story soon.
    """
    if not pool.candidates or pool.candidates[0].standing == Standing.IN_HAND:
        return False
    step = pool.candidates[0].line.step_at(root.depth)
    return step is not None and is_other_turn(step, root) and step.is_slipped_in
