"""Questions on the board: put, answered, or gone again with what they were about."""

from collections.abc import Sequence
from dataclasses import replace

from board_daemon.rules.squares import Square, SquareSet, square_set
from board_daemon.tracking.asking.answering_touch import touch_that_may_answer
from board_daemon.tracking.asking.no_answer import may_be_no_answer
from board_daemon.tracking.asking.polls import Poll, answers_have_gone
from board_daemon.tracking.asking.questions import Question
from board_daemon.tracking.asking.return_polls import ReturnPoll
from board_daemon.tracking.asking.standing import StandingQuestion
from board_daemon.tracking.asking.takeback_questions import TakebackQuestion
from board_daemon.tracking.asking.unanswered import (
    less_likely_in_silence,
    less_likely_unanswered,
)
from board_daemon.tracking.events import RestoredEvent
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.promotions import prompt_of
from board_daemon.tracking.hypotheses.steps import kind_of
from board_daemon.tracking.seeing.contents import Content, Contents, agree, squares_like


class Asking(StandingQuestion):
    """Puts one question at a time, and narrows the hypotheses down by its answer."""

    def wait_for_a_touch(self, t: float, duration: float, health: Health) -> None:
        """Take note if nobody has answered, or he has and the board has not felt it.

        Where all that would answer has worked, some of it may have failed since. `t`: now, and
        `duration`: how long the board has rested, in seconds; `health`: which squares are known to
        work.
        """
        self.unfelt &= ~health.proven  # What was felt since then works all the same.
        asked = self._question
        if asked is None:
            return
        settings = self._settings
        # Whoever is only asked since all has been at rest for long has had no time to answer.
        has_waited = (
            duration >= settings.touch_patience and t - asked.t >= settings.leftover_patience
        )
        if not has_waited and not self._was_answered_elsewhere(asked, t):
            return
        if self.takeback_question is not None:
            return  # Nobody need answer who has only taken his turn back.
        if isinstance(asked, Poll):
            answers = square_set(self.answers)
            if not answers & ~health.proven:
                health.doubt(answers)
            self.unfelt |= answers & ~health.proven
        else:
            answers = asked.squares | asked.ends
            if not answers & ~health.proven:
                # What was touched in the very turn that is asked for works still.
                health.doubt(answers & health.unchanged)
            self._unfelt_at = self._was_unfelt_at = self._open.root.depth

    def _was_answered_elsewhere(self, asked: Question, t: float) -> bool:
        """Whether only a touch answers, and what was touched all that time answers nothing."""
        by_touch = not self._settings.asks_of_parts and asked.last_touched is not None
        return by_touch and self.was_asked_long_ago(t)

    def forget(self) -> None:
        """Ask no more: there is something to tell instead."""
        self._question = self._unasked = self._unfelt_at = None
        self._was_just_answered = False

    def withdraw(self, t: float) -> None:
        """Say that what was asked about is gone again, if anything was asked; `t` in seconds."""
        if self.stands:
            self.give_up(t)
        else:
            self.forget()

    def leave_to_later_play(self, t: float) -> None:
        """Ask no more, but bear in mind whether a touch was waited for in vain; `t` in seconds.

        Whoever has answered is told that he need not do so again, though nothing is recorded yet.
        """
        unfelt_at = self._unfelt_at
        if self.stands or self._was_just_answered:
            self.give_up(t)
        self._unfelt_at = unfelt_at

    def acknowledge(self, t: float, duration: float) -> None:
        """Say that an answer was heard, where nothing was recorded on it, nor anything else asked.

        Else he would answer again and again. `duration`: seconds of rest.
        """
        is_due = duration >= self._settings.partial_patience
        if is_due and self._was_just_answered and not self.stands:
            self._was_just_answered = False
            self._say_that_it_is_gone(t)

    def put(
        self,
        t: float,
        squares: SquareSet,
        turns: Sequence[Line | None],
        expected: Contents,
        *,
        is_held: bool,
    ) -> None:
        """Ask which of these squares the turn entered.

        `turns`: what it may have been; `expected`: what the squares hold if it was the likeliest;
        `is_held`: whether it may not be over.
        """
        self._unfelt_at = None  # A touch that answers this one is waited for anew.
        self._was_just_answered = False
        replaces = self.square_asked_at is not None
        question = Question.put(
            squares,
            self._open.root.depth + 1,
            t,
            len(self._watch.changes),
            (tuple(self._watch.seen), expected),
            turns,
            is_held=is_held,
        )
        self._put(replace(question, replaces=replaces))

    def put_by_a_touch(self, question: TakebackQuestion | ReturnPoll) -> None:
        """Ask by a touch whether a union has come back by a turn."""
        self._put(question)

    def _put(self, question: Question) -> None:
        self._question = question
        self._record.tell(question.event())

    def repeat(self, t: float) -> None:
        """Put what was asked until then once more, if anything was; `t` in seconds."""
        if self._question is not None:
            asked = self._question.from_now_on(self._watch.seen, self._watch.changes)
            self._put(replace(asked, t=t))

    def put_poll(self, poll: Poll) -> None:
        """Ask what two other pieces are to answer.

        Where no such questions are put, later turns alone may answer it.
        """
        if not self._settings.asks_of_parts:
            if self._unasked is None or not poll.asks_the_same(self._unasked):
                self._unasked = poll
            return
        stands = self._question
        is_felt = not square_set(self.answers) & self.unfelt
        if isinstance(stands, Poll) and is_felt:
            is_same = poll.asks_the_same(stands)
            have_gone = answers_have_gone(stands, self._watch, self._open.pool)
            if (is_same or self._is_read(stands, poll)) and not have_gone:
                return
            if is_same:
                poll = replace(poll, t=stands.t)  # Since then, only with other pieces.
        self._put(replace(poll, said_before=self._said_last))

    def _is_read(self, stands: Poll, poll: Poll) -> bool:
        """Whether one of the same kind is asked, and nobody has touched anything since.

        Whoever answers it would answer the other one unawares.
        """
        is_alike = type(stands) is type(poll) and stands.depth == poll.depth
        return is_alike and stands.index == len(self._watch.changes)

    def note_what_was_forgotten(self) -> None:
        """Touches that answer nothing may have been forgotten since: go on from what is left."""
        asked, left = self._question, len(self._watch.changes)
        if asked is not None and asked.index > left:
            self._question = replace(asked, index=left)

    def give_up(self, t: float) -> None:
        """Say that nothing is asked any more, though it was answered and nothing recorded."""
        self.forget()
        self._say_that_it_is_gone(t)

    def _say_that_it_is_gone(self, t: float) -> None:
        """Nothing is asked; unless it is to be put right, all is well."""
        if not self._is_wrong():
            self._record.tell(RestoredEvent(t))

    def take_silence(self) -> None:
        """Doubt what its player would have been felt to answer by now, if another one cannot.

        Where what he had set down has moved on since, he has nothing to touch. Once, until the
        board changes; nor while somebody may hold it.
        """
        question, seen, index = self._question, self._watch.seen, len(self._watch.changes)
        if type(question) is not Question or self._settings.asks_of_parts:
            return
        if self._silent_after == index or question.is_in_hand(seen):
            return
        self._silent_after = index
        unfelt = self._open.scene.blind | squares_like(seen, Content.EMPTY)
        lines, settings = self._open.lines, self._settings
        self._open.replace_lines(less_likely_in_silence(question, lines, unfelt, settings))

    def take_refusal(self) -> None:
        """Take it that the turn was none of those that the question asks about."""
        if self._question is not None:
            self._open.agree_on([], self._question.refused(self._open.root), is_named=False)

    def may_be_answered(self, t: float, duration: float) -> bool:
        """Whether what happened since the question may yet turn out to be an answer.

        Where it is one, take it. `duration`: for how many seconds the board has been at rest.
        """
        question = self._question
        if question is None:
            return False
        seen, changes = self._watch.seen, self._watch.changes
        if isinstance(question, Poll) and question.is_being_answered(seen, changes):
            return duration < self._settings.answer_rest
        if duration < self._settings.silent_patience and question.is_held(seen, changes):
            return True  # Whoever looks at the lights meanwhile is to find them as they were.
        if duration < self._settings.answer_rest and question.is_being_refused(seen, changes):
            return True
        margin, is_play = self._settings.margin, not self._is_wrong()
        question, touched = touch_that_may_answer(
            question, self._open, self._watch, margin, is_play=is_play
        )
        known = [line for line in self._open.lines if line.index <= question.index]
        agreeing = question.agreeing(known, touched) if touched is not None else None
        if self._stands_right and touched is not None and not isinstance(question, Poll):
            agreeing = agreeing or None  # A chain came home, or not: he says neither by that.
            if agreeing is None and self._ended_last_on(touched):
                return self._take_for_nothing(question, touched, t, duration)
        if touched is None or agreeing is None:
            if duration >= self._settings.settle and not question.is_being_answered(seen, changes):
                if self._asks_again_as_it_was_too_soon(question, t):
                    return True
                self._wait_for_an_answer_from_now_on(question, touched, t, duration)
            return False
        if duration < self._settings.answer_rest:
            return True
        return self._take_touch(question, touched, agreeing, t)

    def _take_touch(
        self, question: Question, touched: Square, agreeing: Sequence[Line], t: float
    ) -> bool:
        """Take a touch for an answer; True: it need not be one, and the same is asked once more."""
        seen, changes = self._watch.seen, self._watch.changes
        is_doubtful = may_be_no_answer(
            question, touched, agreeing, self._open, changes, is_right=self._stands_right
        )
        if is_doubtful and self._is_joined_in_the_end(question, touched):
            self._question = question.from_now_on(seen, changes)
            return False  # He was not done when it was put.
        # The answer is no part of what was played.
        self._watch.forget_since(question.index)
        if is_doubtful:
            self._ask_again(question, touched, t)
            return True
        self._settle(question, touched, agreeing, t)
        return False

    def _is_joined_in_the_end(self, question: Question, touched: Square) -> bool:
        """Whether the likeliest is that its player has lifted what stood there and joined it.

        Nothing else may be likely if that ends the game, as no later play would tell; nor if he had
        the time to see what is asked.
        """
        pool = self._open.extended(is_play=not self._is_wrong(), is_settled=False)
        steps = [each.line.step_at(question.depth) for each in pool.near(self._settings.margin)]
        turn = None if not steps or steps[0] is None else steps[0].explanation
        if turn is None or not turn.touched or turn.end != touched:
            return False
        is_hasty = question.may_be_hasty(self._watch.changes)
        may_be_open = is_hasty and not turn.position.phase.is_over
        return may_be_open or len(set(map(kind_of, steps))) == 1

    def _asks_again_as_it_was_too_soon(self, question: Question, t: float) -> bool:
        """Whether it is asked once more since a touch would answer, but came so soon."""
        seen, changes = self._watch.seen, self._watch.changes
        touched = question.touched_too_soon(seen, changes)
        if touched is None or type(question) is not Question or self._stands_right:
            return False
        if not question.agreeing(self._open.lines, touched):
            return False
        self._watch.forget_since(question.index)
        self._ask_again(question, touched, t)
        return True

    def _wait_for_an_answer_from_now_on(
        self, question: Question, touched: Square | None, t: float, duration: float
    ) -> None:
        """Something else was done, or something touched that answers nothing.

        Whoever may have answered before that waits for what comes of it: he is asked once more.
        """
        seen, changes = self._watch.seen, self._watch.changes
        asked = question.from_now_on(seen, changes)
        if touched is not None and self._chooses_a_piece(touched):
            # That goes on to the next one, however often; it is no word to the question.
            asked = replace(
                asked,
                strayed=question.strayed,
                adjusted=question.adjusted,
                last_touched=question.last_touched,
            )
            touched = None
        is_of_squares = type(question) is Question
        by_touch = is_of_squares and not self._settings.asks_of_parts
        if by_touch and (touched is None or question.is_own(touched)):
            lines, blind = self._open.lines, self._open.scene.blind
            self._open.replace_lines(
                less_likely_unanswered(question, lines, changes, blind, self._settings)
            )
        if touched is not None and touched == question.last_touched:
            # He says the same once more: that is no part of what was played.
            self._watch.forget_since(question.index)
            self._open.forget_since(question.index)
            asked = replace(asked, index=len(changes))
        if by_touch and not asked.still_stands(seen):
            pool = self._open.extended(is_play=not self._is_wrong(), is_settled=False)
            asked = asked.gone_on_with([each.line for each in pool.near(self._settings.margin)])
        may_wait = is_of_squares and question.was_touched_in_passing(changes)
        self._question = replace(asked, may_wait=may_wait)
        # What is gone for longer has rather joined something.
        is_held = question.is_in_hand(seen) and duration < self._settings.silent_patience
        if not asked.still_stands(seen):
            self.withdraw(t)
        elif may_wait and not is_held:
            self._put(replace(asked, t=t, may_wait=False))

    def _chooses_a_piece(self, touched: Square) -> bool:
        """Whether a pawn may have come there since, and be another piece with each touch."""
        prompts = (prompt_of(line) for line in self._open.lines if line is not self._open.root)
        return any(prompt is not None and prompt.square == touched for prompt in prompts)

    @property
    def _stands_right(self) -> bool:
        """Whether the board looks as recorded."""
        return agree(self._open.scene.seen, self._open.root.expected)

    def _ask_again(self, question: Question, touched: Square, t: float) -> None:
        """Ask the same once more: that touch need not have been an answer."""
        self._open.forget_since(question.index)
        self._put(question.put_again(t, touched))

    def _ended_last_on(self, touched: Square) -> bool:
        turn = self._open.root.explanation
        return turn is not None and turn.end == touched

    def _take_for_nothing(
        self, question: Question, touched: Square, t: float, duration: float
    ) -> bool:
        """He says where his turn ended, and that is recorded: nothing was played after it.

        Unless he has rather straightened what stands there, as he was too quick for an answer.
        """
        if duration < self._settings.answer_rest:
            return True
        changes = self._watch.changes
        if question.may_be_hasty(changes) and not question.is_said_again(touched):
            self._watch.forget_since(question.index)
            self._ask_again(question, touched, t)
            return True
        self._open.begin_again(is_adjusted=True)
        self.withdraw(t)
        return False

    def answer(self, t: float, square: Square | None) -> bool:
        """Take the player's word: that square, or None for none of those that are asked about.

        Where two pieces answer, any of the squares says yes. It may be that no turn is as he says:
        then the board has no explanation left. False: the square was not asked about.
        """
        question = self._question
        touched = None if question is None else question.touch_that_says(square)
        if question is None or touched is None:
            return False
        self._settle(question, touched, question.fitting(self._open.lines, square), t)
        return True

    def _settle(
        self, question: Question, touched: Square, agreeing: Sequence[Line], t: float
    ) -> None:
        root, lines = question.settled(self._open.root, agreeing, touched, t)
        is_open = question.leaves_open(touched)
        # What was found before is forgotten with the answer.
        odd = max(root.doubt + self._settings.odd, self._open.doubt_of_nothing)
        self._open.agree_on(lines, root, is_named=not is_open)
        self._question = None
        self._was_just_answered = not is_open
        self._answered_after = len(self._watch.changes)
        self._said_last = None if is_open else touched
        # Of a chain that came home later play will tell.
        is_odd = all(line.doubt >= odd and not line.came_home for line in lines)
        if lines and self.may_be_unseen:
            is_odd = False  # Something was: he is asked for what is left of it.
        if is_open and is_odd and not self._open.evidence.dirty:
            # Nothing was played: what he says is true of that, and not of the turn to come.
            self._open.begin_again(is_adjusted=True)
        if is_open:
            self._say_that_it_is_gone(t)

    @property
    def may_be_unseen(self) -> bool:
        """Whether a turn is played once more of which part may show nowhere."""
        return self._open.complaints.may_be_unseen and self._open.root.is_shown
