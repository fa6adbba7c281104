"""Turns that were over when the board had not come to rest: the next one had begun."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from board_daemon.rules.actions import Lift, Promote, squares_of
from board_daemon.rules.attacks import FORWARD, PAWN_COVER
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import KING_HOME, Position
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.choices import with_choices_left
from board_daemon.tracking.hypotheses.en_passant import is_drawn_back_to_join
from board_daemon.tracking.hypotheses.line import Line, Spent
from board_daemon.tracking.hypotheses.moving_on import doubt_of_moving_on
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.absences import Absence
from board_daemon.tracking.seeing.contents import Content, contents_of, disagreeing, looks_empty
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings

# Castling and a chain with a union en passant change four squares; no turn changes more.
MOST_SQUARES_OF_A_TURN: Final = 4
# How far a search goes that supposes things about the squares it leaves out.
_EXPANSIONS_OF_A_GUESS: Final = 150
# Work of each of them beside the search, which may have been made before.
_WORK_OF_A_GUESS: Final = 1


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a part of the changes may have been."""

    turns: tuple[Line, ...] = ()
    """Turns that are over; the rest of the changes is what the other player has begun."""
    doubt_under_way: float = math.inf
    """Doubt that it all is one turn with some of it still in the air; infinity: it is not."""


def overlapping_turns(line: Line, scene: Scene, limit: float = math.inf) -> Overlap:
    """Turns from a line that explain part of what changed: the other player has begun already.

    `limit`: the doubt of a line that still counts.
    """
    question = overlapping_turns, line, limit
    return scene.once(question, lambda: _work_out_overlap(line, scene, limit))


def _work_out_overlap(line: Line, scene: Scene, limit: float) -> Overlap:
    if line.position.phase.is_over:
        return Overlap()
    evidence = scene.evidence(line)
    own = line.position.squares(line.position.to_move)
    taken = own & evidence.left_and_taken()
    starts = own & (evidence.missing | evidence.blind) | home_chains(line.position, evidence)
    starts |= taken
    home = home_chains(line.position, evidence, line.position.to_move.other)
    arrivals = evidence.come
    if evidence.dirty.bit_count() > 2 * MOST_SQUARES_OF_A_TURN or not starts:
        return Overlap()
    found: dict[Position, Line] = {}
    doubt_under_way = math.inf
    most = limit - line.doubt - scene.settings.haste
    # Many guesses at what belongs together: each is followed only so far.
    brief = scene.limits._replace(most_expansions=_EXPANSIONS_OF_A_GUESS)
    for start, second in _begun_from(starts, evidence, line.position, scene.settings):
        for arrival in (0, *(1 << square for square in bits(arrivals))):
            if not scene.is_worked_out:
                break
            scene.spend(_WORK_OF_A_GUESS)
            others = evidence.dirty & ~(1 << start | arrival)
            if second and not _came_first(arrival, others & arrivals, evidence):
                continue
            without = evidence.of_one_turn_without(others, home, taken & 1 << start)
            explanations = scene.explain(line, without, most - second, brief)
            explained = [turn for turn in explanations.found if Lift(start) in turn.actions]
            over = [turn for turn in explained if not _is_still_held(evidence, turn)]
            if len(over) < len(explained) and not others & arrivals:
                # What is in the air may belong to the same turn, and nothing says whose it is.
                # Where all of it does, no reply accounts for what else was touched.
                if arrival or others & ~(explained[0].entered | 1 << explained[0].end):
                    doubt = explained[0].doubt + _doubt_of_holding(without, scene)
                    doubt_under_way = min(doubt_under_way, doubt)
                continue
            for explanation in over:
                if explanation.position in found:
                    continue
                # Who slips a piece in shows nothing but what he lifts.
                is_over = explanation.is_visible or explanation.silent > 0
                if is_over or evidence.blind >> explanation.end & 1:
                    turn = _begun_before_rest(line, explanation, without, scene)
                    found[explanation.position] = replace(turn, doubt=turn.doubt + second)
    return Overlap(tuple(found.values()), doubt_under_way)


def _doubt_of_holding(evidence: Evidence, scene: Scene) -> float:
    """Doubt of a turn that is still going on while the other player has long been at his.

    Hands overlap for a moment; what has been gone for longer was rather set down unseen.
    """
    if not evidence.changes:
        return 0.0
    return _doubt_of_both_at_it(evidence.changes[-1].t - evidence.shared_since, scene.settings)


def _doubt_of_both_at_it(seconds: float, settings: TrackerSettings) -> float:
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


def _is_still_held(evidence: Evidence, turn: Explanation) -> bool:
    """Whether anything on a square that the turn entered was lifted for that and is not back.

    The same where it ended: en passant a union leaves the very square to which its piece may go.

    What was lifted before the turn landed may be a step that it makes last of all.
    """
    landed = evidence.last_change(turn.end)
    squares = (turn.entered | 1 << turn.end) & evidence.missing
    held = [evidence.absences_on(square) for square in bits(squares)]
    return any(len(absences) < 2 or absences[-1].left < landed for absences in held)


def _begun_from(
    starts: SquareSet, evidence: Evidence, position: Position, settings: TrackerSettings
) -> list[tuple[Square, float]]:
    """From which of these squares a turn may have begun, with the doubt of not lifting first."""
    doubts = [
        (sq, _doubt_of_lifting_second(evidence, sq, position, settings)) for sq in bits(starts)
    ]
    return [(square, doubt) for square, doubt in doubts if doubt < math.inf]


def _doubt_of_lifting_second(
    evidence: Evidence, start: Square, position: Position, settings: TrackerSettings
) -> float:
    """Doubt of a turn from there when something else that is gone was lifted earlier.

    None if nothing was: the other player began second. He may have taken a piece of his own up
    before it was his turn, but not for long. Infinity: it was something else.
    """
    if evidence.blind >> start & 1:
        return 0.0  # Nobody saw when.
    others = evidence.missing & ~_lifted_with(start, position, evidence, settings)
    lifted = {
        square: _left_for_good(absences, settings.passing)
        for square in bits(others | 1 << start)
        if (absences := evidence.absences_on(square))
    }
    if start not in lifted:
        return math.inf
    # Boards that look seldom see both hands lift at once.
    earlier = square_set([sq for sq, left in lifted.items() if left < lifted[start]])
    if not earlier:
        return 0.0
    alone = position.squares(position.to_move.other) & ~position.unions
    seconds = lifted[start] - min(lifted.values())
    is_one = earlier.bit_count() == 1 and not earlier & ~alone
    is_early = is_one and seconds <= settings.restore_after
    return settings.both_at_it * seconds if is_early else math.inf


def _came_first(arrival: SquareSet, others: SquareSet, evidence: Evidence) -> bool:
    """Whether something has come to that square, and to others after that."""
    came = [evidence.last_change(square) for square in bits(arrival)]
    later = [evidence.last_change(square) for square in bits(others)]
    return bool(came and later) and max(came) < min(later)


def _left_for_good(absences: Sequence[Absence], passing: float) -> float:
    """When a square was left, whatever has slid over it since, `passing` seconds at most."""
    left = absences[-1].left
    for before in reversed(absences[:-1]):
        if left - before.back > passing:
            break
        left = before.left
    return left


def _lifted_with(
    start: Square, position: Position, evidence: Evidence, settings: TrackerSettings
) -> SquareSet:
    """What is gone after a turn from there as well, and may have been lifted first.

    The rook of who castles, and the pawn that is drawn back en passant: by who joins it, that is,
    and not before he takes his own one up by its owner, who has thought better of it.
    """
    color, passed = position.to_move, position.en_passant
    if start == KING_HOME[color]:
        return position.castling & position.squares(color)
    if passed is None or not PAWN_COVER[color.other][passed] >> start & 1:
        return NO_SQUARES
    victim = 1 << passed - FORWARD[color]
    drawn_for = evidence.last_lifted(1 << start) - evidence.last_lifted(victim)
    return victim if drawn_for <= settings.restore_after else NO_SQUARES


def home_chains(position: Position, evidence: Evidence, color: Color | None = None) -> SquareSet:
    """Squares on which a chain may have begun and ended, or rested before it goes on.

    `color`: whose chain, if not of the side to move.
    """
    side = position.to_move if color is None else color
    back = square_set(evidence.returned) & position.squares(side)
    return back & ~position.unions if back & position.unions else NO_SQUARES


def unseen_chains(position: Position, evidence: Evidence) -> SquareSet:
    """Squares that show nothing and on which a chain may have begun, by what else was touched."""
    unseen = evidence.blind & position.squares(position.to_move)
    return unseen if evidence.returned else NO_SQUARES


def may_be_under_way_unseen(position: Position, evidence: Evidence) -> bool:
    """Whether a chain that began on a square that shows nothing may have freed what goes on."""
    side = Side(position, position.to_move)
    joined = square_set(evidence.returned) & position.unions
    unseen = unseen_chains(position, evidence) & ~position.unions
    return any(side.lone_targets(square) & joined for square in bits(unseen))


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


def _begun_before_rest(
    line: Line, explanation: Explanation, without: Evidence, scene: Scene
) -> Line:
    """The line after a turn that explains the evidence `without` what the other player has begun.

    Of what happened on its squares, all up to its end belongs to it.
    """
    moved = squares_of(explanation.actions)
    start, end = moved[0], moved[-1]
    changed = disagreeing(line.expected, contents_of(explanation.position))
    own = square_set(moved) | changed
    evidence = scene.evidence(line)
    replied = evidence.last_lifted(evidence.missing & ~own)
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
    began = [change for index, change in changes if index < landed]
    # Where it stopped on its way has been doubted with it.
    stopped = without.stopped_on(scene.settings.passing, without.shared_from)
    doubt = line.doubt + explanation.doubt + scene.settings.haste
    doubt += doubt_of_moving_on(line, explanation, evidence, scene.settings)
    if is_drawn_back_to_join(line.position, start, end, evidence):
        doubt += scene.settings.wrong_move
    came = [change for change in began if not looks_empty(change.content)]
    early = [each for each in came if each.t < came[-1].t - scene.settings.same_moment]
    if not evidence.blind >> end & 1 and any(
        _is_of_reply(change, own, replied, evidence) for change in early
    ):
        # Hardly anybody is done with his turn while the one before, seen to end, still goes on.
        doubt += scene.settings.disorder
    if came and came[-1].square == end:
        # A moment more or less between their hands says nothing.
        together = came[-1].t - replied - scene.settings.settle
        doubt += _doubt_of_both_at_it(together, scene.settings)
        if replied <= came[-1].t:
            up_since = evidence.last_lifted(1 << start)
            doubt += _doubt_of_a_late_end(replied - up_since, scene.settings)
    # So has what was only touched before the other player began, as far as that is known.
    before = evidence.absences if replied < math.inf else ()
    touched = square_set(each.square for each in before if each.back < replied)
    begun = sum(change.t < replied for change in scene.changes)
    lifted_later = square_set(each.square for each in evidence.absences if each.left >= replied)
    again = touched & (evidence.missing | lifted_later) & ~own
    spent = (*line.spent, Spent(own | stopped | touched & ~again, landed))
    if again:
        spent = (*line.spent, Spent(again, begun), spent[-1])
    after = line.after(explanation, line.index, doubt, spent=spent, known_blind=scene.blind)
    return with_choices_left(after, evidence, scene.settings)
