"""Touches that may answer, also when the other player has replied: he does not wait for them."""

from board_daemon.rules.squares import Square
from board_daemon.tracking.asking.questions import Question
from board_daemon.tracking.hypotheses.hypotheses import Hypotheses
from board_daemon.tracking.hypotheses.pool import Candidate, Standing
from board_daemon.tracking.hypotheses.steps import entered_by, first_steps
from board_daemon.tracking.seeing.watch import Watch


def touch_that_may_answer(
    question: Question, known: Hypotheses, watch: Watch, margin: float, *, is_play: bool
) -> tuple[Question, Square | None]:
    """That touch, if there is one, and the question as it stood just before.

    `margin`: the doubt by which what still counts may exceed the least, in nats; `is_play`: nothing
    is to be put right.
    """
    touched = question.touched(watch.seen, watch.changes)
    if touched is not None or type(question) is not Question:
        return question, touched
    then = question.as_of_the_last_touch(watch.changes)
    touched = then.touched(watch.seen, watch.changes)
    if touched is None:
        touched = _touch_after_a_reply(then, known, watch, margin, is_play=is_play)
    elif then.is_soon_in_hand(watch.seen, watch.changes, known.scene.settings.silent_patience):
        near = known.extended(is_play=is_play, is_settled=False).near(margin)
        if near and _may_be_entered(touched, near[0], known):
            return question, None  # That may be a step of what its player is at.
    return then, touched


def _may_be_entered(square: Square, best: Candidate, known: Hypotheses) -> bool:
    """Whether what is in hand, by the best candidate, may enter that square on its way."""
    if best.standing != Standing.IN_HAND:
        return False
    position = best.line.position
    held = known.scene.evidence(best.line).missing & position.squares(position.to_move)
    steps = first_steps(position, held & ~position.unions)
    return bool(steps & (1 << square | position.unions))


def _touch_after_a_reply(
    question: Question, known: Hypotheses, watch: Watch, margin: float, *, is_play: bool
) -> Square | None:
    """The touch that answers though a piece seems to be in hand: it may have joined another.

    None: nobody can have set it down, or the touch may be a step on its way.
    """
    index, depth = question.index, question.depth
    if not any(line.index == index and line.depth > depth for line in known.lines):
        return None
    touched = question.touched_after_a_reply(watch.seen, watch.changes)
    if touched is None:
        return None
    entered = (
        entered_by(step)
        for candidate in known.extended(is_play=is_play, is_settled=False).near(margin)
        for step in candidate.line.steps_since(depth)
        if step.index > index
    )
    return None if any(squares >> touched & 1 for squares in entered) else touched
