"""Asking whether the last turn was taken back, where another turn looks just so."""

import math
from collections.abc import Sequence

from board_daemon.rules.squares import Square, bits
from board_daemon.tracking.asking.polls import TakebackPoll
from board_daemon.tracking.asking.takeback_questions import TakebackQuestion
from board_daemon.tracking.asking.wanted import Wanted
from board_daemon.tracking.explaining.explanation import squares_on
from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.poll_questioner import PollQuestioner
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing, on_turn
from board_daemon.tracking.hypotheses.promotions import prompt_of
from board_daemon.tracking.hypotheses.steps import TURNS_THAT_TELL, ends_of, entered_by
from board_daemon.tracking.hypotheses.undoing import (
    TURNS_REMEMBERED,
    Undoing,
    came_too_soon,
    is_same_board,
    looks_of,
    reply_in,
)
from board_daemon.tracking.seeing.contents import looks_empty
from board_daemon.tracking.seeing.debounce import Sighting


class TakebackQuestioner:
    """Asks that, and knows what it was once the game goes on without an answer."""

    def __init__(self, workings: Workings, corrector: Corrector, polls: PollQuestioner) -> None:
        self._game = workings
        self._corrector = corrector
        self._polls = polls

    def asks(self, pool: Pool, duration: float) -> bool:
        """Whether only the players can say if a turn was taken back or undone; ask them.

        `duration`: seconds of rest.
        """
        game = self._game
        if self._was_carried_on(pool) and duration >= game.settings.settle:
            game.asking.leave_to_later_play(game.t)
        undoing = None if game.settings.asks_of_parts else game.polling.undoing_in(pool)
        if undoing is not None:
            self._ask_by_a_touch(undoing, pool, duration)
            return True
        wanted = self._wanted(pool)
        if wanted is None and self.awaits_word(pool):
            # Both stories go on alike, however much likelier one of them has become.
            if duration >= game.settings.settle:
                self._corrector.keep_open(pool)
            return True
        return wanted is not None and self._puts(wanted, pool, duration)

    def asks_after_all(self, pool: Pool, near: Sequence[Candidate], duration: float) -> bool:
        """Whether only the players can soon say if the last turn was taken back; ask them.

        The next turn would tell that from what else these candidates that are `near` take it for.
        But the board has been left alone for so long, in seconds, that its players wait for it.
        """
        game = self._game
        if not game.settings.asks_of_parts:
            return self._asks_after_all_by_a_touch(pool, near, duration)
        wanted = game.polling.of_takeback_or_turn(near)
        if wanted is None:
            return False
        if duration < game.settings.partial_patience:
            return game.asking.asks_of_takeback  # Nothing else is done about it meanwhile.
        return self._puts(wanted, pool, duration)

    def _asks_after_all_by_a_touch(
        self, pool: Pool, near: Sequence[Candidate], duration: float
    ) -> bool:
        """The same, where only a touch answers: sooner, if part of that turn shows nowhere.

        Nobody is asked any more once the game has gone on from it.
        """
        game, settings = self._game, self._game.settings
        turn = game.polling.instead_of_takeback(near)
        if turn is None:
            return False
        if game.asking.asks_of_takeback:
            if near[0].line.depth - game.open.root.depth > TURNS_REMEMBERED:
                game.asking.leave_to_later_play(game.t)
            return True
        is_told = near[0].line.depth - game.open.root.depth > TURNS_THAT_TELL
        is_unseen = bool(squares_on(turn) & game.health.blind)
        if not is_unseen and len(on_turn(near)) == 1:
            return False  # It is asked which squares it entered.
        patience = settings.silent_patience if is_unseen else settings.partial_patience
        if duration < patience or is_told:
            return False
        return self._puts_by_a_touch(turn.end, pool)

    def _puts(self, wanted: Wanted, pool: Pool, duration: float) -> bool:
        """Ask that as soon as the board has rested long enough; False: nothing can answer."""
        poll = self._polls.poll(wanted, TakebackPoll)
        if poll is None:
            return False
        if duration >= self._game.settings.settle:
            self._corrector.keep_open(pool)
        patience = wanted.patience
        if pool.candidates[0].line.depth == self._game.open.root.depth + 1:
            # Whoever straightens pieces after his turn has done so by then.
            patience = max(patience, self._game.settings.silent_patience)
        if duration >= patience:
            self._polls.put(poll)
        return True

    def awaits_word(self, pool: Pool) -> bool:
        """Whether it is being asked if the last turn was taken back, and this may still tell."""
        return self._unanswered_reply(pool) is not None

    def _ask_by_a_touch(self, undoing: Undoing, pool: Pool, duration: float) -> None:
        """Ask that where only a touch answers, until the game goes on."""
        game = self._game
        if duration < game.settings.settle:
            return
        self._corrector.keep_open(pool)
        root = game.open.root
        later = pool.candidates[0].line.depth - root.depth - 1
        is_early = later > 0 and duration < game.settings.restore_after
        if is_early or later > TURNS_REMEMBERED or game.asking.asks_of_takeback:
            return
        self._puts_by_a_touch(undoing.square, pool)

    def _puts_by_a_touch(self, square: Square, pool: Pool) -> bool:
        """Ask whether it was a turn that has ended on the square; False: it cannot be asked."""
        game, question = self._game, self._question(square, pool)
        if question is None:
            return False
        game.corrections.withdraw(game.t)  # One thing at a time.
        game.asking.put_by_a_touch(question)
        return True

    def _question(self, square: Square, pool: Pool) -> TakebackQuestion | None:
        game, watch = self._game, self._game.watch
        root, near = game.open.root, pool.near(game.settings.margin)
        back = [each.line for each in near if self._goes_back(each)]
        return TakebackQuestion.about(square, root, game.t, len(watch.changes), watch.seen, back)

    def _goes_back(self, candidate: Candidate) -> bool:
        step = self._game.certainty.next_step(candidate)
        return step is not None and step.explanation is None

    def settled_by_play(self, pool: Pool, duration: float) -> tuple[Line, Candidate] | None:
        """How a union went straight back, where nobody says so and the game has gone on.

        With it the best candidate that follows it. None: it is not so, or not yet.
        """
        game = self._game
        if (shown := self._shown_once_more(pool, duration)) is not None:
            return shown
        reply = self._unanswered_reply(pool)
        if reply is None or duration < game.settings.settle:
            return None
        turn, best = reply
        if best.line.depth == turn.depth:
            return None
        was_turn = self._was_a_turn(best)
        if was_turn is not None and duration < game.settings.answer_rest:
            return None  # What was touched may yet turn out to be a step of the next turn.
        if was_turn is None:
            if not self._is_past_asking(reply, duration):
                return None
            was_turn = self._was_rather_a_turn(turn, best.line)
        if was_turn:
            return reply
        steps = ((game.certainty.next_step(each), each) for each in pool.candidates)
        return next(((s, each) for s, each in steps if s and s.explanation is None), reply)

    def _shown_once_more(self, pool: Pool, duration: float) -> tuple[Line, Candidate] | None:
        """The turn that moved a union straight back, as it was to be shown and cannot be asked of.

        Who has set the board up for that, and moves the union back once more, rather plays it.
        """
        game = self._game
        if game.settings.asks_of_parts or not game.open.root.is_shown:
            return None
        undoing = game.polling.undoing_in(pool)
        if undoing is None or duration < game.settings.answer_rest:
            return None
        if game.asking.asks_of_takeback or self._question(undoing.square, pool) is not None:
            return None
        replied = undoing.replied
        return next(((replied, each) for each in pool.candidates if each.line is replied), None)

    def _was_a_turn(self, best: Candidate) -> bool | None:
        """Whether somebody has said so once the game had gone on; None: he has not.

        It was if he has touched the union all the same, before a turn has used it; it was none if
        he has answered for the next turn, and has chosen no promotion by that. `best`: the
        likeliest candidate that goes on from there.
        """
        asked, changes = self._game.asking.takeback_question, self._game.watch.changes
        line, root = best.line, self._game.open.root
        if asked is None or line.explanation is None:
            return None
        (square,) = bits(asked.squares)
        later = [step for step in line.steps_since(root.depth) if step.explanation]
        spans = {step: _in_hand(step, changes) for step in later}
        used = [began for step, (began, _) in spans.items() if _uses(step, square)]
        taken_up = [began for step, (began, _) in spans.items() if _begins_on(step, square)]
        if best.standing == Standing.IN_HAND:
            evidence = self._game.open.scene.evidence(line)
            lifted = evidence.last_lifted(evidence.missing)
            (taken_up if evidence.missing >> square & 1 else used).append(lifted)
        # Who takes up the very piece soon after a touch of it has only begun with it before.
        soon = self._game.settings.answer_rest
        until = min([*used, *(t - soon for t in taken_up)], default=math.inf)
        # Nobody answers with a piece in hand.
        apart = [
            change
            for change in changes[root.index :]
            if change.t < until and not any(a <= change.t <= b for a, b in spans.values())
        ]
        if asked.is_touched(square, apart):
            return True
        may_choose = prompt_of(line) is not None
        is_answered = asked.is_touched(line.explanation.end, changes[root.index :])
        return False if is_answered and not may_choose else None

    def _was_rather_a_turn(self, turn: Line, line: Line) -> bool:
        """Whether the union has rather come back by that turn than not, as nobody has said it.

        Who has long been asked has played none; nor has anybody who would have been that quick, or
        whose turn was undone that quickly. `line`: how play has gone on after it.
        """
        game, asked = self._game, self._game.asking.takeback_question
        patience = game.settings.silent_patience
        if asked is not None and asked.was_left_alone(game.watch.changes, patience):
            return False
        root, scene = game.open.root, game.open.scene
        is_undone = is_same_board(root, line.step_at(turn.depth + 1) or line)
        return not came_too_soon(root, scene) and not (is_undone and came_too_soon(turn, scene))

    def _is_past_asking(self, reply: tuple[Line, Candidate], duration: float) -> bool:
        """Whether players have gone on from the question, or too far to be asked it at all.

        Or have left it alone for so many seconds since their next turn, and are asked only by what
        may be a touch for something else.
        """
        turn, best = reply
        later = list(best.line.steps_since(turn.depth))
        asked_at = self._game.asking.takeback_asked_at
        if asked_at is None:
            # Once the union has moved on, nobody can say so by a touch of it.
            assert turn.explanation is not None
            has_moved_on = looks_empty(self._game.watch.seen[turn.explanation.end])
            return len(later) > (TURNS_THAT_TELL if has_moved_on else TURNS_REMEMBERED)
        is_asked_by_a_touch = self._game.asking.takeback_question is not None
        if is_asked_by_a_touch and duration >= self._game.settings.touch_patience:
            return True
        return sum(step.t > asked_at for step in later) >= TURNS_THAT_TELL

    def taken_back_in_any_case(self, pool: Pool, duration: float) -> Line | None:
        """The last turns that were taken back whether or not those before them were, too.

        The board looks alike by either: by a turn from there; or because a chain before them came
        home, unless it is to be asked about. Once the last ones are off the record, it can be asked
        or will show which it was. None: not so, or not yet.
        """
        certainty, best = self._game.certainty, pool.candidates[0]
        first = certainty.next_step(best)
        if first is None or first.explanation is not None or duration < self._game.settings.settle:
            return None
        for candidate in pool.near(self._game.settings.margin)[1:]:
            step = certainty.next_step(candidate)
            if step is None or candidate.line.expected != best.line.expected:
                continue
            if step.undo_to > first.undo_to and looks_of(candidate.line) == looks_of(best.line):
                return step
            if 0 < step.undo_to < first.undo_to and self._wanted(pool) is None:
                return first
        return None

    def _was_carried_on(self, pool: Pool) -> bool:
        """Whether the union that is asked about may only have passed where it seemed to be back.

        Then it was neither taken back nor moved there, and where it stands now tells nothing of it.
        """
        game = self._game
        if game.asking.takeback_question is None:
            return False
        steps = map(game.certainty.next_step, pool.near(game.settings.margin))
        squares = ends_of(steps)
        return bool(squares & ~game.asking.squares)

    def _stands_otherwise(self, pool: Pool) -> bool:
        """Whether not the same pieces stand there once that turn is taken back: play will tell."""
        game, best = self._game, pool.candidates[0].line
        near = [each.line for each in pool.near(game.settings.margin) if self._goes_back(each)]
        is_by_a_touch = game.asking.takeback_question is not None
        return is_by_a_touch and not all(is_same_board(line, best) for line in near)

    def _wanted(self, pool: Pool) -> Wanted | None:
        """What the players are to be asked; None: nothing, or they cannot be."""
        game = self._game
        return game.polling.of_takeback(pool) if game.settings.asks_of_parts else None

    def _unanswered_reply(self, pool: Pool) -> tuple[Line, Candidate] | None:
        """What would be recorded, were it not being asked whether the last turn was taken back."""
        game = self._game
        if game.certainty.next_step(pool.candidates[0]) is None:
            return None
        if game.asking.asks_of_takeback:
            if self._was_carried_on(pool) or self._stands_otherwise(pool):
                return None
            return reply_in(pool, game.open.root, next(bits(game.asking.squares)))
        undoing = game.polling.undoing_in(pool)
        if undoing is None or self._wanted(pool) is not None:
            return None  # It is yet to be asked.
        return reply_in(pool, game.open.root, undoing.square)


def _in_hand(step: Line, changes: Sequence[Sighting]) -> tuple[float, float]:
    """From when till when the turn of a step was under way, in seconds, as far as it was seen."""
    turn, before = step.explanation, step.parent
    assert turn is not None
    assert before is not None
    since = changes[before.index :]
    began = next((each.t for each in since if each.square == turn.start), step.t)
    set_down = (
        each.t
        for each in since
        if each.square == turn.end and each.t > began and not looks_empty(each.content)
    )
    return began, next(set_down, began)


def _begins_on(step: Line, square: Square) -> bool:
    return step.explanation is not None and step.explanation.start == square


def _uses(step: Line, square: Square) -> bool:
    """Whether the turn of a step goes on from the square, or joins what stands there."""
    return _begins_on(step, square) or bool(entered_by(step) >> square & 1)
