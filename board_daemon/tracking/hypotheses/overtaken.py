"""Turns that were over without a rest when the other player made a wrong move after them."""

from collections.abc import Sequence

from board_daemon.rules.squares import bits
from board_daemon.tracking.explaining.explanation import squares_of_hand, squares_on
from board_daemon.tracking.hypotheses.line import Line, made_one_step_of
from board_daemon.tracking.hypotheses.other_turns import is_other_turn
from board_daemon.tracking.hypotheses.overlap import overlapping_turns
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import is_part_unseen


def sure_before_a_wrong_move(
    lines: Sequence[Line], root: Line, before: Line | None, scene: Scene
) -> Sequence[Line]:
    """The turns since `root` that are sure, in order, though what came after explains nothing.

    That must be one piece of the player to move, set where it may not go, and all else must stand
    as after those turns. The first of them may be another one in the place of the last recorded
    turn, from the position `before` that, if there was one. Empty: there are no such turns, or
    others may have been played.
    """
    # The other player may have lifted his piece a moment before the turn was over.
    overlapping = overlapping_turns(root, scene).turns
    if before is not None:
        others = overlapping_turns(before, scene).turns
        overlapping += tuple(line for line in others if _castles_on(line, root))
    if not scene.is_worked_out:
        return ()
    known = [line for line in lines if line.depth > root.depth or is_other_turn(line, root)]
    sound = [line for line in (*known, *overlapping) if not line.blind & ~root.blind]
    found = [line for line in sound if _is_followed_by_wrong_move(line, scene)]
    if not found:
        return ()
    best = min(found, key=lambda line: line.doubt)
    if best.expected == root.expected:
        return ()  # All stands as before: pieces may only have been lifted.
    if is_other_turn(best, root) and _is_followed_by_wrong_move(root, scene):
        return ()  # What was recorded leaves no more to be explained.
    settings = scene.settings
    surprise = best.doubt - root.doubt - settings.haste * (best.depth - root.depth)
    turns = _turns_to(best, root)
    if surprise > settings.margin or not all(_was_seen(each, scene) for each in turns):
        return ()
    # What leaves more to be explained by wrong moves is no rival.
    left = scene.evidence(best).dirty.bit_count()
    likely = [line for line in known if line.doubt <= best.doubt + settings.margin]
    first = [step for line in likely for step in _turns_to(line, root)[:1]]
    if any(made_one_step_of(turns[0], two_steps) for two_steps in first):
        return ()  # What seems wrong may be the rest of a union en passant.
    rivals = [line for line in likely if scene.evidence(line).dirty.bit_count() <= left]
    if best in overlapping:
        # Which hand came first says little where one of them was wrong.
        rivals += [line for line in overlapping if line in found]
    is_sure = all(_lead_the_same_way(_turns_to(line, root), turns) for line in rivals)
    return turns if is_sure else ()


def _castles_on(line: Line, root: Line) -> bool:
    """Whether a line castles in the place of the turn to `root`, which was its rook's move."""
    turn, recorded = line.explanation, root.explanation
    if turn is None or recorded is None or not is_other_turn(line, root):
        return False
    rooks = squares_on(turn) & ~squares_of_hand(turn)
    return rooks == squares_of_hand(recorded)


def _turns_to(line: Line, root: Line) -> Sequence[Line]:
    """The steps to a line that are not recorded yet, in order."""
    known = root.depth - 1 if is_other_turn(line, root) else root.depth
    return tuple(line.steps_since(known))[::-1]


def _is_followed_by_wrong_move(line: Line, scene: Scene) -> bool:
    """Whether what was seen since is no more than that the player to move has moved one piece."""
    evidence, position = scene.evidence(line), line.position
    if not evidence.is_one_piece_moved or evidence.missing & ~position.squares(position.to_move):
        return False
    (came,) = bits(evidence.come)
    return evidence.last_lifted(evidence.missing) < evidence.first_arrival(came)


def _was_seen(step: Line, scene: Scene) -> bool:
    """Whether a turn has shown its start, its end and each of its joins, or was a take-back.

    Out of a square that shows nothing anything may seem to come that somebody moves about.
    """
    turn = step.explanation
    is_seen = turn is None or (turn.is_visible and not turn.silent)
    return is_seen and not is_part_unseen(step, scene.blind)


def _lead_the_same_way(steps: Sequence[Line], others: Sequence[Line]) -> bool:
    """Whether the one turns are the first of the others."""
    pairs = zip(steps, others, strict=False)
    return all((a.depth, a.position) == (b.depth, b.position) for a, b in pairs)
