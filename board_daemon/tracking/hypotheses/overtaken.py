"""Turns that were over without a rest when the other player made a wrong move after them."""

from collections.abc import Sequence

from board_daemon.rules.squares import bits
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.settings import TrackerSettings


def sure_before_a_wrong_move(
    lines: Sequence[Line], root: Line, scene: Scene, settings: TrackerSettings
) -> Line | None:
    """Where the turns since `root` led that are sure, though what came after explains nothing.

    That must be one piece of the player to move, set where it may not go, and all else must stand
    as after those turns. None: there are no such turns, or others may have been played.
    """
    later = [line for line in lines if line.depth > root.depth]
    sound = [line for line in later if not line.blind & ~root.blind]
    found = [line for line in sound if _is_followed_by_wrong_move(line, scene)]
    if not found:
        return None
    best = min(found, key=lambda line: line.doubt)
    surprise = best.doubt - root.doubt - settings.haste * (best.depth - root.depth)
    if surprise > settings.margin or not _were_seen(best, root):
        return None
    rivals = [line for line in later if line.doubt <= best.doubt + settings.margin]
    return best if all(_lead_the_same_way(line, best) for line in rivals) else None


def _is_followed_by_wrong_move(line: Line, scene: Scene) -> bool:
    """Whether what was seen since is no more than that the player to move has moved one piece."""
    evidence, position = scene.evidence(line), line.position
    if not evidence.is_one_piece_moved or evidence.missing & ~position.squares(position.to_move):
        return False
    (came,) = bits(evidence.dirty & ~evidence.missing)
    return evidence.last_lifted(evidence.missing) < evidence.first_arrival(came)


def _were_seen(line: Line, root: Line) -> bool:
    """Whether each turn since `root` has shown its end and each of its joins."""
    turns = [step.explanation for step in line.steps_since(root.depth)]
    return all(turn is not None and turn.is_visible and not turn.silent for turn in turns)


def _lead_the_same_way(line: Line, other: Line) -> bool:
    """Whether the turns of one line are the first turns of the other."""
    shorter, longer = sorted((line, other), key=lambda each: each.depth)
    step = longer.step_at(shorter.depth)
    return step is not None and step.position == shorter.position
