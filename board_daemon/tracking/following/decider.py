"""Deciding which of the turns that explain the board is certain, and recording it."""

import math
from collections.abc import Sequence
from typing import Final

from board_daemon.tracking.events import AskPromotionEvent
from board_daemon.tracking.following.believed import is_believed, is_rather_a_fault
from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.held_for_long import (
    set_back_out_of_sight,
    without_holding_what_was_played,
)
from board_daemon.tracking.following.kept_stories import KeptStories
from board_daemon.tracking.following.open_choice import OpenChoice
from board_daemon.tracking.following.pawn_questioner import PawnQuestioner
from board_daemon.tracking.following.played_over import PlayedOver
from board_daemon.tracking.following.questioner import Questioner
from board_daemon.tracking.following.rest_wanted import is_to_be_shown_first, rest_wanted
from board_daemon.tracking.following.return_questioner import ReturnQuestioner
from board_daemon.tracking.following.takeback_questioner import TakebackQuestioner
from board_daemon.tracking.following.unasked import (
    is_one_turn_or_none,
    is_only_its_order_open,
    is_told_by_a_reply,
    may_have_ended_unseen,
    shows_its_way_home,
    was_shown,
    whose_turn_it_is_tells,
)
from board_daemon.tracking.following.what_counts import what_counts
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.faults import over_unseen
from board_daemon.tracking.hypotheses.home_chains import home_chains, unseen_chains
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.other_turns import draws_back
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.steps import (
    MOST_TURNS_WAITING,
    TURNS_THAT_TELL,
    ends_the_game_in_sight,
    is_as_recorded,
    is_part_unseen,
    kind_of,
    lead_of_first,
    on_squares,
)
from board_daemon.tracking.hypotheses.waiting import has_waited_for_long, is_told_by_the_next_turn
from board_daemon.tracking.record import Record

# So many turns at most are recorded at one moment, once later play has told of all that waited: the
# others at the next rests. It takes nearly a millisecond each.
_MOST_TURNS_AT_ONCE: Final = 16


class Decider:
    """Records what all likely candidates share; asks, or waits, where they differ."""

    def __init__(
        self,
        record: Record,
        workings: Workings,
        corrector: Corrector,
        questioner: Questioner,
        pawns: PawnQuestioner,
        takebacks: TakebackQuestioner,
        kept: KeptStories,
    ) -> None:
        self._record = record
        self._game = workings
        self._corrector = corrector
        self._questioner = questioner
        self._polls = questioner.polls
        self._pawns = pawns
        self._takebacks = takebacks
        self._kept = kept
        self._returns = ReturnQuestioner(workings)
        self.open_choice = OpenChoice(record, workings)
        """What a pawn of a recorded turn may still become."""
        self._played_over = PlayedOver(record, workings)
        self._left_for_now = _MOST_TURNS_AT_ONCE
        """How many turns may still be recorded at this moment."""

    def begin_moment(self) -> None:
        """It is another moment: turns may be recorded again."""
        self._left_for_now = _MOST_TURNS_AT_ONCE

    def decide(self, pool: Pool, duration: float) -> None:
        """Make what there is to be made of candidates when the board has rested for so long."""
        certainty, settings = self._game.certainty, self._game.settings
        settled = self._takebacks.settled_by_play(pool, duration)
        settled = settled or set_back_out_of_sight(self._game, pool, duration)
        if settled is not None:
            self.commit_and_go_on(pool, *settled, duration)
            return
        if (takeback := self._takebacks.taken_back_in_any_case(pool, duration)) is not None:
            self.commit(pool, takeback)
            if (later := self._found_anew(duration)).candidates:
                self.decide(later, duration)
            return
        if self._pawns.asks(pool, duration) or self._stops_halfway(pool, duration):
            return
        if self._takebacks.asks(pool, duration) or self._returns.asks(pool, duration):
            return
        pool = without_holding_what_was_played(self._game, pool, duration)
        near = what_counts(self._game, pool, duration)
        turns = [certainty.next_step(candidate) for candidate in near]
        shown = self._shown_again(near, turns) if duration >= settings.settle else None
        if shown is not None:
            self.commit_and_go_on(pool, shown, near[0], duration)
            return
        if self._polls.takes_a_poll(pool, duration):
            return
        kinds = {kind_of(turn) for turn in turns}
        if kinds == {None}:
            self._nothing_played(pool, near, duration)
        elif len(kinds) == 1:
            self._commit_if_certain(pool, self._best_seen(near), duration)
        elif duration < settings.settle:
            return
        elif None not in kinds:
            self._corrector.keep_open(pool)
            self._one_of_several_turns(pool, near, turns, duration)
        else:
            self._corrector.keep_open(pool)
            self._a_turn_or_none(pool, near, turns, duration)

    def _stops_halfway(self, pool: Pool, duration: float) -> bool:
        """Whether the board only looks like an earlier position on its way to how it should stand.

        Then the rest is to be put right, too. `duration`: seconds of rest.
        """
        step = self._game.certainty.next_step(pool.candidates[0])
        if step is None or not self._played_over.tells(step):
            return False
        if duration >= self._game.settings.settle:
            self._corrector.demand_order()
        return True

    def _one_of_several_turns(
        self, pool: Pool, near: Sequence[Candidate], turns: Sequence[Line | None], duration: float
    ) -> None:
        game = self._game
        # Whether a turn was taken back is no question of squares: the next turn will tell.
        were_played = all(
            turn is not None and turn.explanation is not None and turn.depth > game.open.root.depth
            for turn in turns
        )
        if turns[0] and has_waited_for_long(near, turns, game.settings):
            self.commit_and_go_on(pool, turns[0], near[0], duration)
        elif not were_played:
            reopened = self._questioner.reopening.reopens_last_turn(near, turns, duration)
            # Nothing stands otherwise by any of them, and whose turn it is will show, or a touch.
            is_alike = len({each.line.expected for each in near}) == 1
            is_settled = reopened or self._takebacks.asks_after_all(pool, near, duration)
            if not is_settled and not is_alike:
                self._questioner.go_back_for_an_answer(pool, duration)
            elif not is_settled:
                self._questioner.ask_of_turn_or_takeback(pool, near, turns, duration)
            if game.is_wrong and not game.settings.asks_of_parts:
                self._corrector.demand_order()  # Nobody is asked: all of it is to be put right.
        elif not game.certainty.is_hardly_over(near, duration):
            shown = game.certainty.shown_in_any_order(turns)
            known = game.health.blind
            is_clear = game.open.root.is_shown or self._is_clearly_likeliest(near, turns)
            is_clear = is_clear and not any(is_part_unseen(turn, known) for turn in turns)
            if shown and is_clear and not is_to_be_shown_first(self._game, self._corrector, shown):
                self.commit_and_go_on(pool, shown, near[0], duration)
            elif turns[0] and is_clear and is_only_its_order_open(game, near, turns):
                self.commit_and_go_on(pool, turns[0], near[0], duration)
            elif not whose_turn_it_is_tells(near, turns):
                self._questioner.ask(pool, turns, duration)
            else:
                self._questioner.showing.have_it_shown_at_last(pool, turns, duration)

    def _shown_again(self, near: Sequence[Candidate], turns: Sequence[Line | None]) -> Line | None:
        """The likeliest turn, where it is played once more and that shows its way, if it does.

        No touch is left over then, as after each of the others; whoever shows a turn adjusts
        nothing.
        """
        game, best = self._game, turns[0]
        root = game.open.root
        is_told = root.was_told or not any(is_part_unseen(t, game.health.blind) for t in turns)
        if not root.is_shown or not is_told or not game.certainty.are_of_one_way(turns):
            return None
        odd = [turn.explanation.odd for turn in turns if turn and turn.explanation]
        if odd[0] > min(odd) + game.settings.adjust:
            return None  # By another one nothing is left over, or less.
        return best if self._is_clearly_likeliest(near, turns) else None

    def _is_clearly_likeliest(
        self, near: Sequence[Candidate], turns: Sequence[Line | None]
    ) -> bool:
        """Whether the others are less likely than the best turn by at least a touch left over."""
        settings, hides = self._game.settings, self._game.watch.hides_unions
        # A union that looks empty may well be joined once more, and nothing is seen of it.
        least = settings.margin if hides else settings.adjust
        return lead_of_first(near, turns) >= least

    def _a_turn_or_none(
        self, pool: Pool, near: Sequence[Candidate], turns: Sequence[Line | None], duration: float
    ) -> None:
        game = self._game
        certainty, settings = game.certainty, game.settings
        if turns[0] is not None and turns[0].depth == game.open.root.depth:
            # Nobody's game is over by a piece that he was not seen to set down, and may hold.
            may_be_held = turns[0].is_slipped_in and turns[0].position.phase.is_over
            # By whom a pawn was drawn back will show once it was joined, or was not.
            may_be_either = may_be_held or draws_back(near[0].line, game.open.root)
            is_due = duration >= self._patience_with_last_turn and not may_be_either
            if is_one_turn_or_none(turns) and is_due:
                self.commit_and_go_on(pool, turns[0], near[0], duration)
            return
        if all(turn is None or is_as_recorded(turn, game.open.root) for turn in turns):
            return  # What a pawn has become is asked for as such.
        if self._questioner.reopening.reopens_joined_turn(near, duration):
            return
        if was_shown(game, near, turns):
            self._commit_if_certain(pool, near[0], duration)
            return
        if is_told_by_a_reply(game, near, turns, duration):
            return
        is_shown = duration >= settings.partial_patience and shows_its_way_home(turns)
        is_open = is_shown or may_have_ended_unseen(game, turns)
        most = math.inf if is_open else settings.adjust
        alike = [c for c in near if c.doubt <= near[0].doubt + most]
        may_be_over = any(certainty.next_step(each) is not None for each in alike)
        may_be_held = any(each.standing == Standing.IN_HAND for each in near)
        is_missed = game.corrections.is_missing_some
        if may_be_held and is_missed and duration < settings.touch_patience:
            return  # Who has taken it from where it stood wrong may just be putting that right.
        was_played = may_be_over and certainty.came_home(near, duration)
        if was_played or certainty.suspects_silence(near, duration, game.may_hold_for(pool)):
            self._questioner.ask(pool, turns, duration)

    @property
    def _patience_with_last_turn(self) -> float:
        """Seconds of rest after which what is in the air goes on with the last turn.

        Sooner where the other player is seen to hold nothing of his own.
        """
        game = self._game
        position = game.open.root.position
        may_be_held = position.squares(position.to_move) & game.health.blind
        settings = game.settings
        return settings.partial_patience if may_be_held else settings.restore_after

    def _best_seen(self, near: Sequence[Candidate]) -> Candidate:
        """The best of these candidates for the same turn, of those whose turn was seen to end.

        Only what a pawn has become may differ, and that its player may still put right.
        """
        steps = ((candidate, self._game.certainty.next_step(candidate)) for candidate in near)
        return next((each for each, step in steps if step and step.is_visible), near[0])

    def _nothing_played(self, pool: Pool, near: Sequence[Candidate], duration: float) -> None:
        game, certainty = self._game, self._game.certainty
        if duration < game.settings.settle:
            return
        if any(candidate.standing == Standing.IN_HAND for candidate in near):
            self._corrector.keep_open(pool)
            if duration >= game.settings.restore_after:
                self._corrector.demand_the_rest()
            odd = near[0].doubt - game.open.root.doubt
            stands_wrong = game.open.evidence.come and odd >= game.settings.wrong_move
            if stands_wrong and duration >= game.settings.partial_patience:
                self._corrector.suggest_order()  # Not all of it is in somebody's hand.
            if duration >= game.settings.touch_patience and not self._polls.asks_if_held(pool):
                self._questioner.ask_of_an_end(pool, duration)
            return
        # What was asked about is gone again: the board stands as it did.
        game.asking.withdraw(game.t)
        game.corrections.withdraw(game.t)
        evidence = game.open.evidence
        steps = [certainty.next_step(c) for c in pool.candidates if c not in near]
        is_only = len(near) == 1 and all(step and certainty.is_guess(step) for step in steps)
        position = game.open.root.position
        may_go_on = home_chains(position, evidence) or unseen_chains(position, evidence)
        if is_only and not may_go_on and not game.may_be_unseen:
            # Whatever was touched was only adjusted.
            game.open.begin_again(is_adjusted=True)
        else:
            self._corrector.keep_open(pool)

    # --- one turn ---

    def _commit_if_certain(self, pool: Pool, best: Candidate, duration: float) -> None:
        game = self._game
        step = game.certainty.next_step(best)
        assert step is not None
        if self._record.status.is_over and step.explanation is not None:
            return
        has_settled = duration >= game.settings.settle
        is_instead = has_settled and self._corrector.is_played_instead(step)
        if self._played_over.tells(step) or is_instead:
            self._corrector.demand_order()
            return
        if game.certainty.has_twin(pool, best, step):
            self._questioner.showing.have_it_shown(pool, duration)
            return
        # Else what was too long to be worked out would wait for the rest of the game.
        turns_since = best.line.depth - step.depth
        is_told = turns_since > TURNS_THAT_TELL or ends_the_game_in_sight(step)
        is_late = duration >= game.settings.partial_patience and is_told
        is_complete = pool.is_complete(0.0 if is_late else game.settings.margin, step)
        is_complete |= is_late and turns_since > MOST_TURNS_WAITING
        believes = is_complete and is_believed(game, step, best, duration)
        is_sound = game.polling.needs_no_asking(step, best, duration)
        over = over_unseen(pool, best, step, game.health.blind, game.settings)
        # Nobody sees where he may go while his opponent's turn is open.
        is_long = believes and duration >= game.settings.touch_patience
        if over and is_long and self._polls.asks_which([best, *over]):
            return
        is_sound = is_sound and not over
        is_held = best.standing == Standing.IN_HAND
        if is_held and (game.unfinished is not None or draws_back(best.line, game.open.root)):
            is_sound = False  # What is in the air may belong to a castling, or en passant.
        wanted = rest_wanted(game, self._corrector, step, best)
        if is_told_by_the_next_turn(pool, best, game.open.root, game.settings):
            wanted = max(wanted, game.settings.touch_patience)
        if believes and is_sound and duration >= wanted:
            self.commit_and_go_on(pool, step, best, duration)
            return
        if believes and over and duration >= wanted:
            self._ask_beside_the_unseen(pool, step, over, duration)
        if not has_settled:
            return
        self._corrector.keep_open(pool)
        if believes and duration >= wanted and game.open.waits_for_later_play(pool):
            # If it was played nothing stands wrong, and nobody is asked: later play tells.
            game.corrections.withdraw(game.t)
        if not believes and is_complete:
            self._ask_whether_it_was(pool, step, duration)

    def _ask_beside_the_unseen(
        self, pool: Pool, step: Line, over: Sequence[Candidate], duration: float
    ) -> None:
        """Ask of pieces slipped in by a touch, where what is in the air may stand unseen: `over`.

        Where the likeliest `step` slips none in, not before nobody would hold a piece that long; if
        players are asked of such squares, too, that tells more.
        """
        settings, next_step = self._game.settings, self._game.certainty.next_step
        is_long = duration >= settings.partial_patience and not settings.asks_of_parts
        if not (step.is_slipped_in or is_long):
            return
        others = [next_step(each) for each in (*pool.near(settings.silent_unseen), *over)]
        self._questioner.ask(pool, [step, *others], duration)

    def _ask_whether_it_was(self, pool: Pool, step: Line, duration: float) -> None:
        """Ask of a turn that is not believed, though no other one is known, if that may help."""
        game, settings, certainty = self._game, self._game.settings, self._game.certainty
        may_ask = step.is_visible or certainty.is_guess(step) or certainty.is_doubtful_end(step)
        # Whoever has said where his turn was not is asked on, if a touch can tell more.
        may_ask = may_ask or (game.was_denied and (step.is_slipped_in or game.may_be_unfelt))
        may_ask = may_ask or game.is_hardly_felt
        # A player who slips pieces in would not hold one for so long.
        patience = game.holds_no_longer_than(pool)
        may_ask = may_ask or (certainty.are_careless and duration >= patience)
        # Nobody goes on, and its player has only said where his turn was not.
        is_left_at_that = game.was_denied and duration >= settings.touch_patience
        if is_left_at_that and self._polls.asks(pool, [step, None], game.health.blind):
            return
        if may_ask and game.open.evidence.dirty and duration >= settings.restore_after:
            # Either pieces were slipped in, or this is no turn at all.
            self._questioner.ask(pool, [step, None], duration)

    def commit_and_go_on(self, pool: Pool, step: Line, best: Candidate, duration: float) -> None:
        """Record a step, and what certainly followed it."""
        game = self._game
        were_careless = game.habits.are_careless
        before = game.open.weighed()
        self.commit(pool, step)
        if self._record.status.is_over:
            game.open.forget_pool()  # Nothing that was seen since is a turn.
            return
        if best.line is step:
            return
        is_play = game.is_play
        if game.habits.are_careless != were_careless:
            game.open.reconsider(pool, before, is_play=is_play)
        elif best.standing == Standing.IN_HAND or is_rather_a_fault(game, best):
            # What is in the air may stand where nothing shows, after another turn than it seemed;
            # nor has anybody looked for a square that has failed since this one.
            self._found_anew(duration)
        later = game.open.pool
        if (
            later is not None
            and later.candidates
            and not game.certainty.waits_for_more(later, duration)
            and self._left_for_now > 0
        ):
            self.decide(later, duration)

    def _found_anew(self, duration: float) -> Pool:
        """All that may follow what was just recorded, whatever was found of it before."""
        game = self._game
        game.open.forget_pool()
        has_settled = duration >= game.settings.settle
        return game.open.extended(is_play=game.is_play, is_settled=has_settled)

    def commit_all(self, pool: Pool, steps: Sequence[Line]) -> bool:
        """Record these steps in order; False: the game has ended on the way, as by a draw."""
        for step in steps:
            if self._record.status.is_over:
                return False
            self.commit(pool, step)
        return not self._record.status.is_over

    def commit(self, pool: Pool, step: Line) -> None:
        """Record a step, out of these candidates."""
        game = self._game
        self._left_for_now -= 1
        told = game.corrections.squares
        self._corrector.withdraw_for_turn()
        game.asking.forget()
        before, asked = game.open.root, game.choosing.asked_at
        self._kept.note_turn(before, step)
        game.committing.commit(game.t, step, pool)
        if step.explanation is not None and not on_squares(step) & ~told:
            game.open.complaints.expect_back(step.ply)
        square = self.open_choice.note_turn(before, step, asked)
        if step.explanation is None:
            square = self.open_choice.reopens()
        if square is not None:
            self._record.tell(AskPromotionEvent(game.t, square))
        self._corrector.forget_complaints()
