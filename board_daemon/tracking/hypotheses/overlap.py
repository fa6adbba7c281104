"""Turns that were over when the board had not come to rest: the next one had begun."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from board_daemon.rules.actions import Lift
from board_daemon.rules.attacks import FORWARD, PAWN_COVER
from board_daemon.rules.position import KING_HOME, Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.home_chains import home_chains
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.over_before_rest import (
    doubt_of_both_at_it,
    line_over_before_rest,
)
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import MOST_SQUARES_OF_A_TURN
from board_daemon.tracking.seeing.absences import Absence
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings

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


class _Guess(NamedTuple):
    """What of all that was seen may be one turn."""

    start: Square
    """Where it began."""
    second: float
    """Doubt of its not having been begun first, in nats."""
    arrival: SquareSet
    """Where it has ended, if that is to be seen."""
    others: SquareSet
    """The squares on which something else was done."""
    without: Evidence
    """What was seen, without that."""


def _work_out_overlap(line: Line, scene: Scene, limit: float) -> Overlap:
    if line.position.phase.is_over:
        return Overlap()
    evidence = scene.evidence(line)
    found: dict[Position, Line] = {}
    doubt_under_way = math.inf
    most = limit - line.doubt - scene.settings.haste
    # Many guesses at what belongs together: each is followed only so far.
    brief = scene.limits._replace(most_expansions=_EXPANSIONS_OF_A_GUESS)
    for guess in _guesses(line, evidence, scene):
        explanations = scene.explain(line, guess.without, most - guess.second, brief)
        explained = [turn for turn in explanations.found if Lift(guess.start) in turn.actions]
        over = [turn for turn in explained if not _is_still_held(evidence, turn, scene.settings)]
        if len(over) < len(explained) and not guess.others & evidence.come:
            doubt = _doubt_under_way(guess, explained[0], scene)
            doubt_under_way = min(doubt_under_way, doubt)
            continue
        for explanation in over:
            if explanation.position in found:
                continue
            # Who slips a piece in shows nothing but what he lifts.
            is_over = explanation.is_visible or explanation.silent > 0
            if is_over or evidence.blind >> explanation.end & 1:
                turn = line_over_before_rest(line, explanation, guess.without, scene)
                found[explanation.position] = replace(turn, doubt=turn.doubt + guess.second)
    return Overlap(tuple(found.values()), doubt_under_way)


def _guesses(line: Line, evidence: Evidence, scene: Scene) -> Iterator[_Guess]:
    """The guesses at what belongs together, as long as there is time to follow one more."""
    position, arrivals = line.position, evidence.come
    own = position.squares(position.to_move)
    taken = own & evidence.left_and_taken()
    starts = own & (evidence.missing | evidence.blind) | home_chains(position, evidence) | taken
    if evidence.dirty.bit_count() > 2 * MOST_SQUARES_OF_A_TURN or not starts:
        return
    home = home_chains(position, evidence, position.to_move.other)
    if evidence.missing & position.squares(position.to_move.other) & ~position.unions:
        home = NO_SQUARES  # What has replied is in the air: no chain of his has come home.
    for start, second in _begun_from(starts, evidence, position, scene.settings):
        for arrival in (NO_SQUARES, *(1 << square for square in bits(arrivals))):
            if not scene.is_worked_out:
                return
            scene.spend(_WORK_OF_A_GUESS)
            others = evidence.dirty & ~(1 << start | arrival)
            if second and not _came_first(arrival, others & arrivals, evidence):
                continue
            without = evidence.of_one_turn_without(others, home, taken & 1 << start)
            yield _Guess(start, second, arrival, others, without)


def _doubt_under_way(guess: _Guess, explanation: Explanation, scene: Scene) -> float:
    """Doubt that what is in the air belongs to that turn, too, as nothing says whose it is.

    Infinity, where all of it would: no reply accounts for what else was touched then.
    """
    if guess.arrival or guess.others & ~(explanation.entered | 1 << explanation.end):
        return explanation.doubt + _doubt_of_holding(guess.without, scene)
    return math.inf


def _doubt_of_holding(evidence: Evidence, scene: Scene) -> float:
    """Doubt of a turn that is still going on while the other player has long been at his.

    Hands overlap for a moment; what has been gone for longer was rather set down unseen.
    """
    if not evidence.changes:
        return 0.0
    return doubt_of_both_at_it(evidence.changes[-1].t - evidence.shared_since, scene.settings)


def _is_still_held(evidence: Evidence, turn: Explanation, settings: TrackerSettings) -> bool:
    """Whether anything on a square that the turn entered was lifted for that and is not back.

    The same where it ended: en passant a union leaves the very square to which its piece may go.

    What was lifted before the turn landed may be a step that it makes last of all; but just before
    that, what had been joined already, it is rather the reply.
    """
    landed = evidence.last_change(turn.end) - settings.settle_final
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
