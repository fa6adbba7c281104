"""Touches that would answer a question, and may belong to what somebody was doing all the same."""

from collections.abc import Sequence

from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import Square
from board_daemon.tracking.asking.piece_polls import ChoicePoll
from board_daemon.tracking.asking.polls import Poll, TakebackPoll
from board_daemon.tracking.asking.questions import Question
from board_daemon.tracking.asking.return_polls import ReturnPoll
from board_daemon.tracking.hypotheses.hypotheses import Hypotheses
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.steps import (
    ends_of,
    ends_the_game_silently,
    is_part_unseen,
    kind_of,
)
from board_daemon.tracking.seeing.debounce import Sighting


def may_be_no_answer(
    question: Question,
    touched: Square,
    agreeing: Sequence[Line],
    known: Hypotheses,
    changes: Sequence[Sighting],
    *,
    is_right: bool,
) -> bool:
    """Whether a touch that would answer may as well belong to what somebody was doing.

    `agreeing`: the lines that it would leave, of those `known`; `is_right`: whether the board looks
    as recorded.
    """
    if not question.at_once >> touched & 1:
        return True
    if isinstance(question, Poll):
        is_late = question.may_answer_the_one_before(changes, touched)
        return is_late or _may_have_been_adjusted(question, agreeing, known, changes)
    if question.is_said_again(touched):
        return False
    if question.squares != 1 << touched and _would_end_the_game(question, touched, agreeing):
        return True  # The king may only have been straightened.
    if not question.squares >> touched & 1 and _may_choose(question, touched, known):
        return True
    if question.may_answer_the_one_before(changes, touched):
        return True
    is_hasty = question.may_be_hasty(changes)
    if not is_right:
        # The other player straightens pieces; who has just answered looks at the lights.
        is_first = not known.root.answers
        return is_first and is_hasty and _denies_the_likeliest(question, agreeing, known)
    # Whoever takes a chain back that came home touches the very squares that it entered.
    return is_hasty or question.was_at_something_else(changes)


def _may_choose(question: Question, touched: Square, known: Hypotheses) -> bool:
    """Whether that may well choose what a pawn becomes which has come there, by what is asked."""
    turns = [
        (line.doubt, step.explanation)
        for line in known.lines
        if (step := line.step_at(question.depth)) is not None and step.explanation
    ]
    most = min((doubt for doubt, _ in turns), default=0.0) + known.scene.settings.margin
    return any(turn.promotes and turn.end == touched and doubt <= most for doubt, turn in turns)


def _would_end_the_game(question: Question, touched: Square, agreeing: Sequence[Line]) -> bool:
    """Whether that says that the king who stands there was united with, though nobody saw it."""
    steps = [step for line in agreeing if (step := line.step_at(question.depth))]
    return ends_of(steps) == 1 << touched and all(
        ends_the_game_silently(step) and touched in map(step.position.king_square, Color)
        for step in steps
    )


def _may_have_been_adjusted(
    question: Poll, agreeing: Sequence[Line], known: Hypotheses, changes: Sequence[Sighting]
) -> bool:
    """Whether somebody has rather straightened a piece that happens to say yes or no.

    He was too quick to have read the lights, and denies the likeliest turn, which was seen from
    its beginning to its end.
    """
    if not question.may_be_hasty(changes):
        return False
    if isinstance(question, ChoicePoll):
        return True  # Nothing that is to be seen speaks for any piece, or against it.
    if isinstance(question, TakebackPoll | ReturnPoll):
        # Nor for either answer; but what went straight back is in everybody's mind.
        return Question.may_be_hasty(question, changes)
    # Only of a turn that may show nowhere else more is known.
    return type(question) is Poll and _denies_the_likeliest(question, agreeing, known)


def _denies_the_likeliest(question: Question, agreeing: Sequence[Line], known: Hypotheses) -> bool:
    """Whether it was not the likeliest turn, though that was seen from beginning to end."""
    kept = known.kept
    best = kept.candidates[0].line if kept is not None and kept.candidates else None
    step = None if best is None else best.step_at(question.depth)
    turn = None if step is None else step.explanation
    if turn is None or not turn.is_visible or not turn.was_seen_to_go:
        return False
    if is_part_unseen(step, known.scene.blind):
        return False
    steps = [line.step_at(question.depth) for line in agreeing]
    return kind_of(step) not in {kind_of(each) for each in steps}
