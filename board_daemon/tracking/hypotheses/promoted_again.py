"""A promotion taken back and played once more: what the pawn becomes may be chosen anew.

Who draws his pawn back, and then promotes it after all, leaves the board as it stood after the
promotion. Had the other player moved the union back, and taken that back, it would stand so, too.
"""

from dataclasses import replace

from board_daemon.rules.actions import Promote, squares_of
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.takebacks import once_more, taken_back
from board_daemon.tracking.hypotheses.undoing import undoing_of
from board_daemon.tracking.record import Record


def with_promotions_again(pool: Pool, record: Record, root: Line, scene: Scene) -> Pool:
    """The pool, where each take-back that may have been such a promotion is taken for that.

    Nothing is recorded otherwise by it than by the take-back, until somebody chooses. Where the
    other player may have moved the union back, it is left at that: he is asked.
    """
    if undoing_of(each.line.step_at(root.depth + 1) for each in pool.candidates) is not None:
        return pool
    candidates = tuple(_promoted_again(each, record, root, scene) for each in pool.candidates)
    return replace(pool, candidates=candidates)


def _promoted_again(candidate: Candidate, record: Record, root: Line, scene: Scene) -> Candidate:
    line = candidate.line
    if line.explanation is not None or line.parent is not root or not line.undo_to:
        return candidate
    promoted = root.after_turn(line.ply)
    turn = None if promoted is None else promoted.explanation
    if turn is None or not isinstance(turn.actions[-1], Promote):
        return candidate
    drawn_back_to = squares_of(record.turns[-1].actions)[-1]
    if drawn_back_to != squares_of(turn.actions)[0]:
        return candidate
    earlier = record.position_before(line.ply)
    before = taken_back(line.ply, earlier, turn.actions, root, scene)
    before = replace(before, doubt=line.doubt, shown_to=line.shown_to)
    return replace(candidate, line=once_more(before, replace(turn, told=0), line.doubt, scene))
