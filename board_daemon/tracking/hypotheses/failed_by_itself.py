"""Quick turns beside a square that has failed in the midst of the game, while nobody was at it."""

from dataclasses import replace
from functools import partial

from board_daemon.rules.squares import Square, SquareSet, bits
from board_daemon.tracking.hypotheses.hidden import doubt_of_fault
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.pool import Candidate, Pool
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import on_squares


def with_quick_turns_beside(pool: Pool, root: Line, failed: SquareSet, scene: Scene) -> Pool:
    """The pool with turns since `root` by which one of these squares has `failed` by itself.

    With such, too, that run into each other: no moment tells where the first one was over.
    """
    come = scene.evidence(root).come
    for square in bits(failed):
        question = _supposing, root, square
        supposed = scene.once(question, partial(_supposing, root, square, scene))
        later = extend([supposed], scene, at_rest=True)
        least = 1 if come >> square & 1 else 2  # What is gone may be in a hand.
        found = [
            replace(each, line=each.line.grown_from(root))
            for each in later.candidates
            if _is_beside(each, root, square, least)
        ]
        pool = pool.with_more(found, later.least_missed())
        if not scene.is_worked_out:
            return pool.cut(supposed.doubt)
    return pool


def _supposing(root: Line, square: Square, scene: Scene) -> Line:
    return replace(root.supposing(1 << square), doubt=root.doubt + doubt_of_fault(scene))


def _is_beside(candidate: Candidate, root: Line, square: Square, least: int) -> bool:
    """Whether so many turns were played since `root`, and none of them was on that square."""
    steps = list(candidate.line.steps_since(root.depth))
    return len(steps) >= least and not any(on_squares(step) >> square & 1 for step in steps)
