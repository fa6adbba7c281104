"""Turns beside a square that has failed in the midst of the game, while nobody was at it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.faults import Suspects, were_played_without
from board_daemon.tracking.hypotheses.hidden import doubt_of_fault
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.scene import Scene


def with_what_failed_by_itself(
    pool: Pool, root: Line, scene: Scene, health: Health, search: Callable[..., Pool]
) -> Pool:
    """The pool with turns since `root` beside such a square, where little else explains the board.

    `search`: looks for what a fault has hidden; see `faults.with_faults`.
    """
    alone = scene.changed_by_themselves(root) & health.worked_before
    # Whoever has said anything of his turn has played one, and that may have been there.
    if not alone or root.is_spoken_of:
        return pool
    if alone & scene.evidence(root).come:
        # Or a piece has come there out of a square that has got stuck.
        pool = search(pool, root, suspects=Suspects(health.worked_before & ~alone))
    pool = with_turns_beside(alone, pool, root, scene, health.changed_once, search)
    if pool.candidates or not scene.is_worked_out:
        return pool
    return _with_quick_turns(pool, root, alone, scene)


def with_turns_beside(
    failed: SquareSet,
    pool: Pool,
    root: Line,
    scene: Scene,
    once: SquareSet,
    search: Callable[..., Pool],
) -> Pool:
    """The pool with turns that were over one after the other, beside one of the `failed` squares.

    What had stood there before may have been lifted again, if it was not all alone that it changed,
    or has changed more than `once`.
    """
    alone = NO_SQUARES if root.is_spoken_of else scene.changed_by_themselves(root)
    plainly = failed & alone & (scene.evidence(root).come | once)
    for squares, more in ((plainly, 0.0), (failed & ~plainly, scene.settings.failed_since)):
        if squares:
            suspects = Suspects(squares, more, are_left_alone=True)
            pool = search(pool, root, suspects=suspects)
    return pool


def _with_quick_turns(pool: Pool, root: Line, failed: SquareSet, scene: Scene) -> Pool:
    """The same with turns that run into each other: no moment tells where the first was over."""
    for square in bits(failed):
        question = _supposing, root, square
        supposed = scene.once(question, partial(_supposing, root, square, scene))
        later = extend([supposed], scene, at_rest=True)
        found = [
            replace(each, line=each.line.grown_from(root))
            for each in later.candidates
            if were_played_without(1 << square, each.line, root, scene)
        ]
        pool = pool.with_more(found, later.least_missed())
        if not scene.is_worked_out:
            return pool.cut(supposed.doubt)
    return pool


def _supposing(root: Line, square: Square, scene: Scene) -> Line:
    return replace(root.supposing(1 << square), doubt=root.doubt + doubt_of_fault(scene))
