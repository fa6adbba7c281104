"""What was gone for so long that it may have stood where nothing shows, and is back."""

from collections.abc import Sequence

from board_daemon.rules.squares import SquareSet, square_set
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.absences import Absence


def back_after_long(line: Line, scene: Scene) -> SquareSet:
    """From where something that is back was gone for longer than hands mostly hold it.

    Two turns may have been played meanwhile: to a square that shows nothing, and back.
    """
    return _back_after_long(line, scene, stops=())


def back_from_out_of_sight(line: Line, scene: Scene) -> SquareSet:
    """From where something that is back was out of sight for so long at a time.

    As long as anything stood elsewhere meanwhile, it may have been that.
    """
    stops = scene.evidence(line).stops(scene.settings.passing)
    return _back_after_long(line, scene, stops)


def _back_after_long(line: Line, scene: Scene, stops: Sequence[tuple[float, float]]) -> SquareSet:
    return square_set(
        each.square
        for each in scene.evidence(line).absences
        if each.is_over and _out_of_sight(each, stops) >= _held_at_most(each, line, scene)
    )


def _out_of_sight(absence: Absence, stops: Sequence[tuple[float, float]]) -> float:
    """For how many seconds at a time it stood nowhere to be seen.

    `stops`: from when till when something stood where nobody stands now, which may have been that.
    """
    longest, since = 0.0, absence.left
    for came, went in [*sorted(stops), (absence.back, absence.back)]:
        longest = max(longest, min(came, absence.back) - since)
        since = max(since, went)
    return longest


def _held_at_most(absence: Absence, line: Line, scene: Scene) -> float:
    """For how long what was gone is only straightened, in seconds.

    As long as all squares are good, as far as is known, people may take their time. But hardly is
    a union straightened for so long when somebody is about to play: rather its move was a turn.
    """
    settings, back = scene.settings, absence.back
    is_quick = (
        bool(line.position.unions >> absence.square & 1)
        and scene.evidence(line).next_elsewhere(absence.square, back) < back + settings.answer_rest
    )
    most = settings.held_at_most(is_any_bad=bool(scene.blind))
    return min(most, settings.held_before_play) if is_quick else most


def gone_long_before(since: float, line: Line, scene: Scene) -> SquareSet:
    """From where a union that is back was gone for so long by a time, in seconds.

    Nothing but that it was gone is to be seen of it by then: whoever sets one on a wrong square is
    told of that sooner.
    """
    long = scene.settings.held_at_most(is_any_bad=bool(scene.blind))
    return line.position.unions & square_set(
        each.square
        for each in scene.evidence(line).absences
        if each.is_over and since - each.left >= long
    )
