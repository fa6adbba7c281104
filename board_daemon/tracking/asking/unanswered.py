"""Questions after which play went on, and nobody was felt to answer though there was time to."""

from collections.abc import Sequence
from dataclasses import replace

from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.asking.answerable import answering
from board_daemon.tracking.asking.questions import Question
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.settings import TrackerSettings


def less_likely_unanswered(
    question: Question,
    lines: Sequence[Line],
    changes: Sequence[Sighting],
    blind: SquareSet,
    settings: TrackerSettings,
) -> dict[Line, Line]:
    """The lines whose player would have been felt to answer, and the same with more doubt.

    None where no other line tells why nobody was: he has answered where a piece cannot be felt.
    `changes`: all that was seen, with what was done instead; `blind`: squares known to be bad.
    """
    if not _was_time_to_answer(question, changes, settings):
        return {}
    asked = [line for line in lines if _turn_asked_for(question, line)]
    felt = [line for line in asked if _is_felt(question, line, blind)]
    if len(felt) == len(asked):
        return {}
    return {line: replace(line, doubt=line.doubt + settings.unanswered) for line in felt}


def _was_time_to_answer(
    question: Question, changes: Sequence[Sighting], settings: TrackerSettings
) -> bool:
    since = changes[question.index :]
    before = changes[: question.index][-1:]
    began = max([question.t, *(change.t for change in before)])
    return bool(since) and since[0].t - began >= settings.partial_patience


def _turn_asked_for(question: Question, line: Line) -> bool:
    step = line.step_at(question.depth)
    return step is not None and step.explanation is not None


def _is_felt(question: Question, line: Line, blind: SquareSet) -> bool:
    """Whether a touch that says this turn was played would be felt."""
    step = line.step_at(question.depth)
    assert step is not None
    assert step.explanation is not None
    return bool(answering(question.squares, step.explanation) & ~(blind | line.blind))
