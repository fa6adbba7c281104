"""Finding the question that tells the turns apart which may have been played."""

from collections.abc import Callable, Sequence

from board_daemon.rules.squares import NO_SQUARES, SquareSet, combined
from board_daemon.tracking.asking.answerable import (
    answerable,
    can_be_answered,
    squares_left,
    taken,
)
from board_daemon.tracking.asking.felt import (
    is_answered_on,
    unions_answering,
)
from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.felt_answers import FeltAnswers
from board_daemon.tracking.following.impasse import was_asked_enough
from board_daemon.tracking.following.poll_questioner import PollQuestioner
from board_daemon.tracking.following.reopening import Reopening
from board_daemon.tracking.following.showing_unions import ShowingUnions
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing, on_turn
from board_daemon.tracking.hypotheses.steps import (
    TURNS_THAT_TELL,
    distinguishing_squares,
    entered_by,
    is_part_unseen,
    kind_of,
    on_squares,
    starts_of,
)
from board_daemon.tracking.hypotheses.undoing import TURNS_REMEMBERED


class Questioner:
    """Asks what a touch can answer; where none can, waits for later play to tell."""

    def __init__(
        self,
        workings: Workings,
        corrector: Corrector,
        polls: PollQuestioner,
        look_again: Callable[[float], None],
    ) -> None:
        """`look_again`: decides anew, after so many seconds of rest, once the last turn is open."""
        self._game = workings
        self._corrector = corrector
        self.polls = polls
        """What is asked of two other pieces."""
        self.reopening = Reopening(workings, look_again)
        self.showing = ShowingUnions(workings, corrector)
        self._answers = FeltAnswers(workings)
        self._look_again = look_again

    def ask(self, pool: Pool, turns: Sequence[Line | None], duration: float) -> None:
        """Ask which of these turns was played; None among them: nothing was."""
        game = self._game
        root, seen = game.open.root, game.watch.seen
        if self._corrector.awaits_what_is_shown:
            if duration >= game.settings.restore_after:
                self._corrector.demand_the_rest()
            return
        if was_asked_enough(root):
            self._corrector.demand_to_be_shown()
            return
        squares = self._parting_squares(pool, turns)
        if self._would_be_answered_for_last_turn(squares, turns):
            self._wait_for_later_play(pool)
            return
        squares = taken(squares, seen) or squares
        if not squares:
            self._wait_to_see_it_again(pool, turns, duration)
            return
        squares = self._answered_in_sight(pool, squares, turns)
        if not squares or game.asking.squares == squares:
            return
        if pool.candidates[0].standing == Standing.IN_HAND and not squares & ~game.asking.squares:
            return  # Somebody has lifted a piece: what is asked stays as it is meanwhile.
        if self._still_tells(turns):
            return  # Whoever looks at the lights finds them as they were.
        is_told = can_be_answered(squares, self._answers.turns(squares, turns), seen)
        if not is_told and not self._may_be_told_in_part(pool, turns, squares, duration):
            return
        is_of_last = any(turn and turn.depth == root.depth for turn in turns)
        if is_of_last and game.open.before_root:
            # Players answer for the first turn that is not recorded, and it is about the last one.
            game.committing.go_back(game.t, game.open.before_root)
            self._look_again(duration)
            return
        # One thing at a time: what a question is about does not stand wrong.
        game.corrections.withdraw(game.t)
        best = pool.candidates[0]
        is_held = best.standing == Standing.IN_HAND
        game.asking.put(game.t, squares, turns, best.line.expected, is_held=is_held)

    def _parting_squares(self, pool: Pool, turns: Sequence[Line | None]) -> SquareSet:
        """Squares that some of the turns have entered, and others have not, if there are any.

        What the player has said he need not say again.
        """
        root = self._game.open.root
        squares = distinguishing_squares(turns)
        if pool.candidates[0].standing == Standing.IN_HAND:
            squares = squares_left(turns, self._game.open.evidence.returned)
            # Touching a union may be a step of the chain like any other.
            squares = squares & ~root.position.unions or squares
        return squares & ~(root.enters | root.avoids)

    def _would_be_answered_for_last_turn(
        self, squares: SquareSet, turns: Sequence[Line | None]
    ) -> bool:
        """Whether only the square is left to ask about where the last recorded turn ended.

        If nothing was played since, whoever has played that touches it there and says so. Where
        somebody was seen to lift a piece he is asked all the same.
        """
        last = self._game.open.root.explanation
        if self._game.settings.asks_of_parts or None not in turns or last is None:
            return False
        known = self._game.health.blind
        starts = [(turn, turn.explanation.start) for turn in turns if turn and turn.explanation]
        was_seen = any(not (known | turn.blind) >> start & 1 for turn, start in starts)
        return squares == 1 << last.end and not was_seen

    def _still_tells(self, turns: Sequence[Line | None]) -> bool:
        """Whether what is asked already tells some of these turns apart, and each can answer it."""
        game, asked = self._game, self._game.asking
        squares = asked.squares
        if asked.square_asked_at is None or game.may_be_unfelt:
            return False
        if is_answered_on(squares, turns, game.health.blind):
            return False
        made = [turn.explanation for turn in turns if turn is not None and turn.explanation]
        ways = {turn.entered & squares for turn in made}
        if None in turns:
            ways.add(NO_SQUARES)
        return len(ways) > 1 and can_be_answered(squares, turns, game.watch.seen)

    def _may_be_told_in_part(
        self, pool: Pool, turns: Sequence[Line | None], squares: SquareSet, duration: float
    ) -> bool:
        """Whether to ask though not each of the turns leaves a piece where its player would answer.

        Only where the board has been left alone, else something else is done about it.
        """
        game = self._game
        # Whoever holds the very piece that would answer sets it down before he looks.
        left = answerable(squares, turns, game.watch.seen)
        # From where the game has gone on, nobody can lift anything.
        may_tell = bool(left and taken(squares, game.watch.seen))
        if turns[0] in left and len({kind_of(turn) for turn in left}) > 1:
            self.ask(pool, left, duration)
        elif None in turns and not game.stands_right:
            self._wait_to_see_whether_it_was_a_turn(pool, duration)
        elif (
            may_tell and None not in turns and duration >= self._patience_in_part(pool, turns, left)
        ):
            # Whoever has slipped his piece in says so, if he is asked about that.
            return bool(game.open.beside_a_slip(pool)) or not game.open.waits_for_later_play(pool)
        else:
            self.go_back_for_an_answer(pool, duration, turns)
        return False

    def _patience_in_part(
        self, pool: Pool, turns: Sequence[Line | None], left: Sequence[Line | None]
    ) -> float:
        """Seconds of rest after which to ask though only some of the turns could be answered for.

        `left`: these. Sooner where all is set down, and only a touch answers; or by the likeliest
        it is, and by each of the others somebody is still holding the very piece that would answer.
        """
        game = self._game
        is_set_down = pool.candidates[0].standing != Standing.IN_HAND
        if is_set_down and not game.settings.asks_of_parts:
            return game.settings.silent_patience  # Once the game has gone on fewer could answer.
        near = pool.near(game.settings.margin)
        others = [each for each in near if game.certainty.next_step(each) not in left]
        are_held = all(each.standing == Standing.IN_HAND for each in others)
        is_soon = is_set_down and turns[0] in left and are_held
        return game.settings.partial_patience if is_soon else game.settings.leftover_patience

    def ask_of_an_end(self, pool: Pool, duration: float) -> None:
        """Ask whether what somebody seems to hold has ended the game: nobody plays on then.

        Who has shown what he has joined so far takes his time over his chain.
        """
        certainty, settings = self._game.certainty, self._game.settings
        for each in pool.near(settings.silent_unseen + settings.margin):
            step = certainty.next_step(each)
            turn = None if step is None else step.explanation
            if step and turn and not turn.touched and certainty.is_doubtful_end(step):
                self.ask(pool, [step, None], duration)
                return

    def _answered_in_sight(
        self, pool: Pool, squares: SquareSet, turns: Sequence[Line | None]
    ) -> SquareSet:
        """Those of the squares to ask about; none where two other pieces answer, or nobody does."""
        is_unfelt = self._answers.may_be_unfelt(squares, turns) or self._is_waiting_in_vain(pool)
        if is_unfelt and self.polls.asks_where_unfelt(pool, turns):
            return NO_SQUARES
        if not self._game.settings.feels_unions:
            unions = unions_answering(squares, turns)
            if unions and self.polls.asks(pool, turns, unions):
                return NO_SQUARES
        if is_answered_on(squares, turns, self._game.health.blind):
            felt = self._answers.by_all(squares, turns)
            if felt or self.polls.asks_where_unfelt(pool, turns):
                return felt
        if joined := squares & self._slipped_into(pool, turns):
            # Of several such turns rather that is asked by which they differ.
            return joined & distinguishing_squares(self._answers.turns(squares, turns)) or joined
        if self._only_later_play_tells(turns) or self._answers.is_unfelt(squares, turns):
            felt = self._answers.by_all(squares, turns) or self._answers.by_some(squares, turns)
            if not felt and not self._may_be_answered_yet(squares):
                self._wait_for_later_play(pool)
            return felt
        return squares

    def _may_be_answered_yet(self, squares: SquareSet) -> bool:
        """Whether these squares are being asked about, and not for so long that nobody is felt."""
        asking, patience = self._game.asking, 2 * self._game.settings.touch_patience
        since = asking.square_asked_at
        if since is None or not asking.squares & squares:
            return False
        return self._game.t < since + patience

    def _slipped_into(self, pool: Pool, turns: Sequence[Line | None]) -> SquareSet:
        """What seems to be joined, where nobody ever slipped a piece in before.

        Who has done so says so, once asked; who was on a faulty square is not felt to answer.
        """
        game = self._game
        if game.may_be_unfelt or not game.open.beside_a_slip(pool):
            return NO_SQUARES
        blind = game.health.blind
        return combined(
            turn.explanation.entered
            for turn in turns
            if turn and turn.explanation and not is_part_unseen(turn, blind)
        )

    def _is_waiting_in_vain(self, pool: Pool) -> bool:
        """Whether nobody was felt to answer, and the likeliest is that something is in the air.

        Rather it stands where nothing shows, by a turn of which the board does not think: then it
        is there that its player answers.
        """
        game, is_held = self._game, pool.candidates[0].standing == Standing.IN_HAND
        # Who has said where he was not, with two other pieces, is asked on in the same way.
        return game.asking.has_waited and is_held or game.is_hardly_felt

    def ask_of_turn_or_takeback(
        self,
        pool: Pool,
        near: Sequence[Candidate],
        turns: Sequence[Line | None],
        duration: float,
    ) -> None:
        """Ask which it was, where all stands alike by either, unless whose turn it is next tells.

        `turns`: the next step to each of the candidates that are `near`.
        """
        if len(on_turn(near)) > 1 or pool.candidates[0].standing == Standing.IN_HAND:
            self.showing.have_it_shown_at_last(pool, turns, duration)
        elif duration >= self._game.settings.partial_patience:
            self.ask(pool, turns, duration)

    def give_up_if_ignored(self, duration: float) -> None:
        """Ask no more where the game has gone on without an answer, and nobody can give it now."""
        game = self._game
        asked_at, pool = game.asking.square_asked_at, game.open.pool
        if asked_at is None or pool is None or duration < game.settings.answer_rest:
            return
        near = pool.near(game.settings.margin)
        if not near or near[0].standing == Standing.IN_HAND or game.open.beside_a_slip(pool):
            return
        later = list(near[0].line.steps_since(game.open.root.depth + 1))
        has_gone_on = sum(turn.t > asked_at for turn in later) >= TURNS_THAT_TELL
        squares = game.asking.squares
        turns = self._answers.turns(squares, [game.certainty.next_step(each) for each in near])
        if has_gone_on and not self._can_still_be_answered(squares, turns):
            self._corrector.suggest_to_be_shown()

    def _can_still_be_answered(self, squares: SquareSet, turns: Sequence[Line | None]) -> bool:
        """Whether each turn can be answered for, if need be where its piece has gone on to."""
        left = answerable(squares, turns, self._game.watch.seen)
        others = [turn for turn in turns if turn not in left]
        entered = combined(entered_by(turn) for turn in others)
        return not others or (not entered & squares and self._game.asking.can_be_denied)

    def _wait_to_see_whether_it_was_a_turn(self, pool: Pool, duration: float) -> None:
        """No touch can tell it from a wrong move: unless later play does, it is put right.

        Where the very piece that would answer is in hand, it is about to be played; and a turn that
        went where nothing shows it may soon be told by the next one.
        """
        settings, is_held = self._game.settings, pool.candidates[0].standing == Standing.IN_HAND
        may_be_told = is_held or self._game.open.waits_for_later_play(pool)
        patience = settings.leftover_patience if may_be_told else settings.silent_patience
        if duration >= patience:
            self._corrector.suggest_order()

    def _wait_to_see_it_again(
        self, pool: Pool, turns: Sequence[Line | None], duration: float
    ) -> None:
        """Turns that enter the same squares in another order: only seeing it again can tell."""
        settings, root = self._game.settings, self._game.open.root
        if self._only_later_play_tells(turns):
            self._wait_for_later_play(pool)
            return
        is_of_last = any(turn is not None and turn.depth == root.depth for turn in turns)
        if (
            is_of_last
            and duration >= settings.answer_rest
            and self.showing.has_last_turn_shown_too(pool)
        ):
            return
        has_gone_on = self._has_plainly_gone_on(pool) and duration >= settings.restore_after
        if has_gone_on and self.polls.asks(pool, turns, NO_SQUARES):
            return  # Nobody sets all that back to play it again, if he can say how it was.
        is_asked = root.answers > 0 or bool(root.said)  # He waits for what comes of his answer.
        several = starts_of(turns).bit_count() > 1 or is_asked
        is_early = several or self._game.watch.hides_unions
        patience = settings.restore_after if is_early else settings.partial_patience
        if duration < patience or (several and self.polls.asks_of_starts(pool, turns)):
            return
        if self.polls.asks_of_pieces(pool) or duration < settings.partial_patience and not several:
            return
        # Where a chain came home, there is nothing to put right before it is played again.
        if not self._game.stands_right or self._game.open.root.enters:
            self._corrector.demand_to_be_shown()

    def _has_plainly_gone_on(self, pool: Pool) -> bool:
        """Whether more than one turn was played since the last recorded one, and none is odd."""
        settings, root = self._game.settings, self._game.open.root
        best = pool.candidates[0]
        is_likely = best.surprise_since(root, settings.haste) < settings.wrong_move
        return is_likely and best.line.depth > root.depth + 1

    def _only_later_play_tells(self, turns: Sequence[Line | None]) -> bool:
        """Whether neither a question nor playing it once more would tell more of it."""
        known = self._game.health.blind
        if any(turn and turn.newly_blind & ~(known | on_squares(turn)) for turn in turns):
            return True  # All of it was seen, beside a square that has failed by itself.
        is_unseen = any(is_part_unseen(turn, known) for turn in turns)
        return is_unseen and not self._game.settings.asks_of_parts

    def _wait_for_later_play(self, pool: Pool) -> None:
        """Ask nothing, and let nothing be put right that is explained."""
        self._game.asking.leave_to_later_play(self._game.t)
        if self._game.open.complaints.is_to_be_shown:
            return  # Later play was waited for, and has not told.
        if pool.candidates[0].standing != Standing.IN_HAND:
            self._game.corrections.withdraw(self._game.t)

    def go_back_for_an_answer(
        self, pool: Pool, duration: float, turns: Sequence[Line | None] = ()
    ) -> None:
        """Where no touch can answer, the next turns will tell; else they are to be played again.

        `turns`: what may have been played first, where two other pieces may be asked about it.
        """
        game = self._game
        if game.open.waits_for_later_play(pool):
            self._wait_for_later_play(pool)
            return
        turns_played = pool.candidates[0].line.depth - game.open.root.depth
        near = pool.near(game.settings.margin)
        is_told_by_next = len(on_turn(near)) > 1
        if turns_played <= (TURNS_REMEMBERED if is_told_by_next else TURNS_THAT_TELL):
            # Who never slips a piece in has rather lifted one where nothing shows it.
            is_asked = not game.certainty.are_careless and duration >= game.settings.silent_patience
            if is_asked and self.polls.asks(pool, turns, NO_SQUARES):
                return
            if duration < game.settings.touch_patience:
                return
            if not is_told_by_next:
                # Nobody goes on, nor would that tell, and nobody can be asked.
                self._corrector.suggest_to_be_shown()
            return
        if duration < game.settings.answer_rest:
            return
        if not self.polls.asks(pool, turns, NO_SQUARES):
            # What is open explains the board: should nobody set it back, later play may tell.
            self._corrector.suggest_order()
