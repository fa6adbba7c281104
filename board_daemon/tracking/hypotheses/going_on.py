"""How odd it is that a player goes on with what he has set down, once that is recorded."""

import math

from board_daemon.rules.squares import Square
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import first_steps
from board_daemon.tracking.hypotheses.takebacks import moved_since
from board_daemon.tracking.seeing.contents import Content


def end_of_turn(line: Line) -> Square:
    """Where the turn has ended that led to a line."""
    assert line.explanation is not None
    return line.explanation.end


def doubt_of_going_on(before: Line, root: Line, scene: Scene) -> float:
    """The longer it had stood there, the rather somebody begins a turn with it."""
    settings, end = scene.settings, end_of_turn(root)
    if root.is_shown or (before.is_shown and root.expected[end] == Content.UNION):
        return settings.going_on  # Whoever plays it once more knows where it goes.
    if scene.blind >> end & 1:
        return _doubt_of_having_held_it(root, scene)
    if (doubt := doubt_of_going_on_in_his_turn(root, scene)) > 0.0:
        return doubt
    absences = scene.evidence(root).absences_on(end)
    stood = seconds_after(root, absences[0].left) if absences else math.inf
    doubt = settings.change_of_mind * stood
    is_free = _has_moved_on_first(root, scene) or _may_have_gone_on_unseen(root, scene)
    if (doubt < settings.going_on or is_free) and before.expected[end] == Content.EMPTY:
        return 0.0  # A stop on the way is doubted as such.
    return doubt


def _doubt_of_having_held_it(root: Line, scene: Scene) -> float:
    """Doubt that a piece which is recorded to stand where nobody can see it was held instead.

    The longer ago that was recorded, the rather what comes now is the other player's answer. None
    where players are asked which it is.
    """
    settings = scene.settings
    if settings.asks_of_parts:
        return 0.0
    held = settings.held_for_a_second * seconds_after(root, scene.last_change_at)
    return min(held, settings.margin)


def _has_moved_on_first(root: Line, scene: Scene) -> bool:
    """Whether the lone piece just played was moved on to an empty square before all else.

    Only its own player moves that; until the other one touches a piece, he may think for long. On
    squares known to be bad the other one may have played unseen: later play is to tell.
    """
    evidence = scene.evidence(root)
    if not _was_played_alone(root) or not _was_lifted_first(root, scene):
        return False
    has_moved = bool(evidence.missing >> end_of_turn(root) & 1 and evidence.come)
    return has_moved and not moved_since(root, scene) & ~evidence.dirty


def _was_lifted_first(root: Line, scene: Scene) -> bool:
    """Whether nothing else has changed since the last turn before its piece was lifted again."""
    first = next((change.square for _, change in scene.changes_since(root)), None)
    return first == end_of_turn(root)


def _may_have_gone_on_unseen(root: Line, scene: Scene) -> bool:
    """Whether the lone piece just played is gone since, perhaps to where nothing shows."""
    if not _was_played_alone(root) or not scene.blind:
        return False
    evidence, end = scene.evidence(root), end_of_turn(root)
    is_gone = bool(evidence.missing >> end & 1) and evidence.more_gone_than_come > 0
    # Else the other player may have lifted it to join it.
    return (
        is_gone
        and _was_lifted_first(root, scene)
        and not scene.once((_may_be_joined, root), lambda: _may_be_joined(root))
    )


def _may_be_joined(root: Line) -> bool:
    """Whether a lone piece of the player to move may join the one just played."""
    position = root.position
    own = position.squares(position.to_move) & ~position.unions
    return bool(first_steps(position, own) >> end_of_turn(root) & 1)


def _was_played_alone(root: Line) -> bool:
    """Whether the last turn has moved a lone piece, and joined nobody."""
    turn = root.explanation
    return turn is not None and not turn.entered and not root.position.unions >> turn.end & 1


def doubt_of_going_on_in_his_turn(root: Line, scene: Scene) -> float:
    """Doubt of going on where the other player has lifted a piece: it is his turn since then."""
    absences = scene.evidence(root).absences_on(end_of_turn(root))
    if not absences or not _has_left_before(absences[0].left, root, scene):
        return 0.0
    return scene.settings.both_at_it * seconds_after(root, absences[0].left)


def _has_left_before(t: float, root: Line, scene: Scene) -> bool:
    """Whether the player to move had already lifted something else that is gone, or at once."""
    evidence, position = scene.evidence(root), root.position
    own = position.squares(position.to_move) & evidence.missing & ~(1 << end_of_turn(root))
    return evidence.last_lifted(own) <= t


def seconds_after(root: Line, t: float) -> float:
    """How long after the last turn that was: what came before the answer for it is none of it."""
    return max(0.0, t - root.t)
