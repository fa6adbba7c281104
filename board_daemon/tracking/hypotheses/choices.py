"""The pieces that players have named, and whose promotions they are for."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from board_daemon.rules.actions import promoted_squares
from board_daemon.rules.attacks import LAST_RANKS
from board_daemon.rules.squares import bits
from board_daemon.tracking.explaining.explanation import Choice, Explanation
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings

_TURNS_OPEN = 4
"""A pawn for which nobody has chosen is not spoken of after so many turns more."""


def with_choices_left(line: Line, evidence: Evidence, settings: TrackerSettings) -> Line:
    """The line, with the pieces named since its last turn was over, for which that has no use.

    They are for the next turn. One that was named before is doubt of a turn that promotes nothing,
    and so is one that went to an earlier pawn, though this one had been set down by then. Where
    an earlier one has left it to this one, that is no doubt any more.
    `evidence`: what has happened since the turn began.
    """
    turn, before = line.explanation, line.parent
    if turn is None or before is None:
        return line
    if turn.promotes:
        line = _doubting_order(line, turn, before, evidence, settings)
    if not before.told[turn.named :]:
        return line
    over = _over(turn, evidence)
    left = tuple(choice for choice in before.told[turn.named :] if choice.t > over)
    is_in_vain = before.told[-1].t > before.t and not left and not _has_promoted(line)
    doubt = settings.named_in_vain if is_in_vain else 0.0
    return replace(line, told=left, doubt=line.doubt + doubt)


def _doubting_order(
    line: Line, turn: Explanation, before: Line, evidence: Evidence, settings: TrackerSettings
) -> Line:
    """The line, as pieces are rather named for the pawn that has been set down last."""
    doubt = line.doubt - settings.named_in_vain * _turns_that_left(turn, before)
    if _last_used(before) > _came_home(turn, evidence):
        doubt += settings.named_for_another
    return line if doubt == line.doubt else replace(line, doubt=doubt)


def may_be_for_later(evidence: Evidence, choices: Sequence[Choice | None]) -> bool:
    """Whether two pawns may have come home before a piece was named, as far as squares tell."""
    first = choices[0] if choices else None
    if first is None:
        return False
    homes = bits(evidence.touched & LAST_RANKS)
    return sum(evidence.first_arrival(home) <= first.t for home in homes) > 1


def _last_used(line: Line) -> float:
    """When the last piece was named that went to a pawn on the way to a line, in seconds."""
    used = [
        choice.t
        for step in islice(line.steps_since(-1), _TURNS_OPEN)
        if step.explanation is not None and step.parent is not None
        for choice in step.parent.told[: step.explanation.named]
    ]
    return max(used, default=-math.inf)


def _turns_that_left(turn: Explanation, line: Line) -> int:
    """How many turns on the way to a line were taken to leave to this one what it is named."""
    choices = line.told[: turn.named]
    if not choices:
        return 0
    return sum(
        step.explanation is not None
        and step.explanation.leaves_choice
        and any(choice in step.told for choice in choices)
        for step in islice(line.steps_since(-1), _TURNS_OPEN)
    )


def _came_home(turn: Explanation, evidence: Evidence) -> float:
    """When the first pawn that a turn promotes was seen to be set down, in seconds."""
    began = evidence.absences_on(turn.start)
    since = began[0].left if began else -math.inf
    homes = bits(promoted_squares(turn.actions))
    return min((evidence.first_arrival(home, since) for home in homes), default=math.inf)


def _has_promoted(line: Line) -> bool:
    """Whether the last turn promoted, or the one before it: its player may name a piece again."""
    before = line.before_turn
    turns = (each.explanation for each in (line, before) if each is not None)
    return any(turn is not None and turn.promotes for turn in turns)


def _over(turn: Explanation, evidence: Evidence) -> float:
    """When a turn was seen to end, in seconds, whatever was touched there later."""
    absences = evidence.absences_on(turn.start)
    lifted = absences[0].left if absences else -math.inf
    arrived = evidence.first_arrival(turn.end, lifted)
    return lifted if arrived == math.inf else arrived
