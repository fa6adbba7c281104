"""A turn that was over when the board had not come to rest: what of all that happened it was."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from board_daemon.rules.actions import Promote, squares_of
from board_daemon.rules.squares import Square, SquareSet, bits, square_set
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.choices import with_choices_left
from board_daemon.tracking.hypotheses.en_passant import is_drawn_back_to_join
from board_daemon.tracking.hypotheses.line import Line, Spent
from board_daemon.tracking.hypotheses.moving_on import (
    Lifted,
    doubt_of_moving_it_on,
    doubt_of_moving_on,
)
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import Content, contents_of, disagreeing, looks_empty
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings


def line_over_before_rest(
    line: Line, explanation: Explanation, without: Evidence, scene: Scene
) -> Line:
    """The line after a turn that explains the evidence `without` what the other player has begun.

    Of what happened on its squares, all up to its end belongs to it.
    """
    changed = disagreeing(line.expected, contents_of(explanation.position))
    own = square_set(squares_of(explanation.actions)) | changed
    evidence = scene.evidence(line)
    # What it joined and nobody sees there any more is what the reply goes on with.
    handed_on = explanation.entered & evidence.missing & ~(1 << explanation.end)
    replied = evidence.last_lifted(evidence.missing & ~own | handed_on)
    landed = _landed_after(line, explanation, scene)
    doubt = line.doubt + explanation.doubt + scene.settings.haste
    doubt += doubt_of_moving_on(line, explanation, evidence, scene.settings)
    if is_drawn_back_to_join(line.position, explanation.start, explanation.end, evidence):
        doubt += scene.settings.wrong_move
    came = [
        change
        for index, change in scene.changes_since(line)
        if index < landed and not looks_empty(change.content)
    ]
    for more in _doubts_of_both_hands(came, explanation, own, replied, evidence, scene.settings):
        doubt += more
    # Where it stopped on its way has been doubted with it.
    stopped = without.stopped_on(scene.settings.passing, without.shared_from)
    own &= ~handed_on
    spent = (*line.spent, *_spent_by(own, stopped, landed, replied, evidence, scene))
    after = line.after(explanation, line.index, doubt, spent=spent, known_blind=scene.blind)
    if _slid_on(explanation.end, landed, line, scene):
        on = Lifted(explanation.end, is_passing=True)
        after = replace(after, doubt=doubt + doubt_of_moving_it_on(after, scene.settings, on))
    return with_choices_left(after, evidence, scene.settings)


def _slid_on(end: Square, landed: int, line: Line, scene: Scene) -> bool:
    """Whether what came there, after so many changes, was gone before anybody could take it.

    Not where it was back as soon: then it has only tottered. `line`: from where it came.
    """
    settings, changes = scene.settings, scene.changes_since(line)
    came = [change.t for index, change in changes if index < landed and change.square == end]
    later = [change for index, change in changes if index >= landed and change.square == end]
    if not came or not later or not looks_empty(later[0].content):
        return False
    has_tottered = len(later) > 1 and later[1].t - later[0].t <= settings.settle
    return later[0].t - came[-1] <= settings.no_hand and not has_tottered


def _landed_after(line: Line, explanation: Explanation, scene: Scene) -> int:
    """After how many changes a turn had landed, and its player had chosen what a pawn becomes."""
    start, end, evidence = explanation.start, explanation.end, scene.evidence(line)
    has_left = bool((scene.blind | line.blind) >> start & 1)
    landed = _slipped_in(line, explanation, scene) or _over_early(line, explanation, scene)
    changes = scene.changes_since(line)
    for index, change in changes:
        has_left = has_left or change.square == start
        # What looks empty may be the union in which the turn ended.
        if has_left and change.square == end and change.content != Content.EMPTY:
            landed = index + 1
            # Who comes home may have lifted and returned his piece before.
            if start != end and _had_joined(explanation.entered, change.t, evidence):
                break
    if isinstance(explanation.actions[-1], Promote):
        # What was touched to choose a piece belongs to the turn; what is still up is chosen later.
        chosen = [
            index + 1
            for index, change in changes
            if change.square == end and change.content != Content.EMPTY
        ]
        landed = max([landed, *chosen])
    return landed


def _doubts_of_both_hands(
    came: Sequence[Sighting],
    explanation: Explanation,
    own: SquareSet,
    replied: float,
    evidence: Evidence,
    settings: TrackerSettings,
) -> Iterator[float]:
    """The doubts of what two hands did at the same time, by what `came` until the turn was over.

    `own`: the squares of the turn; `replied`: when the other player began.
    """
    if not came:
        return
    end, last = explanation.end, came[-1]
    early = [each for each in came if each.t < last.t - settings.same_moment]
    if not evidence.blind >> end & 1 and any(
        _is_of_reply(change, own, replied, evidence) for change in early
    ):
        # Hardly anybody is done with his turn while the one before, seen to end, still goes on.
        yield settings.disorder
    if last.square == end:
        # A moment more or less between their hands says nothing.
        yield doubt_of_both_at_it(last.t - replied - settings.settle, settings)
        if replied <= last.t:
            up_since = evidence.last_lifted(1 << explanation.start)
            yield _doubt_of_a_late_end(replied - up_since, settings)


def _spent_by(
    own: SquareSet,
    stopped: SquareSet,
    landed: int,
    replied: float,
    evidence: Evidence,
    scene: Scene,
) -> Sequence[Spent]:
    """What a turn accounts for that was over after so many changes, and was replied to then.

    `own`: its squares; `stopped`: where it stopped on its way. Until the other player began, also
    what was only touched, as far as that is known.
    """
    before = evidence.absences if replied < math.inf else ()
    touched = square_set(each.square for each in before if each.back < replied)
    lifted_later = square_set(each.square for each in evidence.absences if each.left >= replied)
    again = touched & (evidence.missing | lifted_later) & ~own
    spent = Spent(own | stopped | touched & ~again, landed)
    if not again:
        return (spent,)
    return Spent(again, sum(change.t < replied for change in scene.changes)), spent


def _slipped_in(line: Line, explanation: Explanation, scene: Scene) -> int | None:
    """After how many changes a turn was over whose end nobody saw; None: its end was seen.

    Whatever happens to that square later belongs to the next turn.
    """
    if explanation.is_visible or not explanation.silent:
        return None
    moved = squares_of(explanation.actions)
    started = square_set(moved[:-1])
    later = scene.changes_since(line)
    return max((index + 1 for index, change in later if started >> change.square & 1), default=None)


def _over_early(line: Line, explanation: Explanation, scene: Scene) -> int:
    """After how many changes a turn was over whose end was reached before its piece was lifted.

    Two hands can do that: what a union gives up is set down before it is joined.
    """
    evidence, start = scene.evidence(line), explanation.start
    lifted = max((each.left for each in evidence.absences_on(start)), default=math.inf)
    if evidence.first_arrival(explanation.end) > lifted or lifted == math.inf:
        return len(scene.changes)
    joined = [
        next((each.back for each in evidence.absences_on(square) if each.back > lifted), lifted)
        for square in bits(explanation.entered)
    ]
    over = max([lifted, *joined])
    # They need not come in order: one that bounces for long comes after what began later.
    return sum(change.t <= over for change in scene.changes)


def _had_joined(entered: SquareSet, t: float, evidence: Evidence) -> bool:
    """Whether by then all that a turn entered had been lifted for that, if it ever was."""
    lifts = [evidence.absences_on(square) for square in bits(entered)]
    return all(absences[0].left <= t for absences in lifts if absences)


def doubt_of_both_at_it(seconds: float, settings: TrackerSettings) -> float:
    """Doubt of a turn that still went on for so long when the other player was at his."""
    return settings.both_at_it * max(0.0, seconds - settings.restore_after)


def _doubt_of_a_late_end(seconds: float, settings: TrackerSettings) -> float:
    """Doubt that a piece was set down just after the other player had begun, up for so long.

    Rather it stood somewhere unseen by then, and it is his turn that ends there.
    """
    late = max(0.0, seconds - settings.leftover_patience)
    return min(settings.wrong_move, settings.both_at_it * late)


def _is_of_reply(change: Sighting, own: SquareSet, replied: float, evidence: Evidence) -> bool:
    """Whether the other player has set something down, who began when he `replied`.

    `own`: the squares of the turn before.
    """
    if own >> change.square & 1:
        return False
    # What he has joined looks as before.
    is_back = change.t > replied and change.square in evidence.returned
    # What came there before and left again was not yet his: it slid over.
    has_stayed = change.t >= evidence.last_change(change.square)
    return bool(has_stayed and evidence.dirty >> change.square & 1) or is_back
