"""Questions after which play went on, and nobody was felt to answer though there was time to."""

from collections.abc import Sequence
from dataclasses import replace

from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.asking.felt import is_felt
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

    Empty where no other line tells why nobody was: he has answered where a piece cannot be felt.
    `changes`: all that was seen, with what was done instead; `blind`: squares known to be bad.
    """
    if not _was_time_to_answer(question, changes, settings):
        return {}
    return _less_likely(question, lines, blind, settings.ignored)


def less_likely_in_silence(
    question: Question, lines: Sequence[Line], unfelt: SquareSet, settings: TrackerSettings
) -> dict[Line, Line]:
    """The same, where there was time to answer, and nobody is felt on the squares `unfelt`."""
    return _less_likely(question, lines, unfelt, settings.unanswered)


def _less_likely(
    question: Question, lines: Sequence[Line], unfelt: SquareSet, doubt: float
) -> dict[Line, Line]:
    turns = [(line, line.step_at(question.depth)) for line in lines]
    asked = [(line, turn) for line, turn in turns if turn is not None and turn.explanation]
    felt = [line for line, turn in asked if is_felt(question.squares, turn, unfelt | line.blind)]
    if len(felt) == len(asked):
        return {}
    return {line: replace(line, doubt=line.doubt + doubt) for line in felt}


def _was_time_to_answer(
    question: Question, changes: Sequence[Sighting], settings: TrackerSettings
) -> bool:
    since = changes[question.index :]
    before = changes[: question.index][-1:]
    began = max([question.t, *(change.t for change in before)])
    return bool(since) and since[0].t - began >= settings.partial_patience
