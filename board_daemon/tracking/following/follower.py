"""Following a game: lines of play kept open, narrowed down, and recorded once they are certain.

Called whenever the board comes to rest. What is decided goes into the record (see `decider`); what
cannot be is asked (`questioner`), or the board is to be put right (`reviser`, `corrector`). The
lights ask here what is being asked and what stands wrong.
"""

import math

from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.squares import Square, SquareSet
from board_daemon.tracking.asking.asking import Asking
from board_daemon.tracking.following.choosing import Choosing
from board_daemon.tracking.following.committing import Committing
from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.decider import Decider
from board_daemon.tracking.following.early_choice import EarlyChoice
from board_daemon.tracking.following.held import (
    goes_on_past_an_unseen_turn,
    is_held_beside_unseen_play,
)
from board_daemon.tracking.following.kept_stories import KeptStories
from board_daemon.tracking.following.late_choice import LateChoice
from board_daemon.tracking.following.left_alone import (
    are_unions_held,
    has_rather_joined,
    is_asked_in_vain,
    is_held_by_both,
    is_lost_in_thought,
    may_be_answered_unfelt,
    may_be_put_right_unseen,
    may_have_been_set_down_unseen,
    waits_in_vain,
    was_answered_in_vain,
)
from board_daemon.tracking.following.pawn_questioner import PawnQuestioner
from board_daemon.tracking.following.poll_questioner import PollQuestioner
from board_daemon.tracking.following.proving import Proving
from board_daemon.tracking.following.questioner import Questioner
from board_daemon.tracking.following.retelling import Retelling
from board_daemon.tracking.following.reviser import Reviser
from board_daemon.tracking.following.takeback_questioner import TakebackQuestioner
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.following.wrong_squares import Corrections
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.hypotheses import Hypotheses
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.moving_on import Lifted
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.promotions import Prompt
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.showing import shown_in_full
from board_daemon.tracking.hypotheses.steps import was_set_back
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.watch import Watch
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.view import UnfinishedView


class Follower:
    """Decides what of all that may have been played is certain, and asks where nothing is."""

    def __init__(
        self,
        record: Record,
        watch: Watch,
        settings: TrackerSettings,
        habits: Habits,
        health: Health,
        board_plays: Color | None,
        since: float,
    ) -> None:
        """`board_plays`: the side that the board plays itself: nobody's turns are followed.

        `since`: from when on the game is followed, in seconds.
        """
        self._watch = watch
        self._settings = settings
        self._was_left = False
        """Whether the board is to rest on before anything is made of how it looks."""
        self._told_at = -math.inf
        """When a piece was last named for a pawn, in seconds."""
        self._open = Hypotheses(record, watch, settings, habits, health, board_plays, since)
        self._choosing = Choosing(record, watch, settings, habits, health, self._open)
        self._committing = Committing(record, watch, habits, health, self._open, self._choosing)
        self.corrections = Corrections(record, watch)
        """What is to be put right."""
        self._asking = Asking(
            record, watch, settings, self._open, is_wrong=lambda: bool(self.corrections.wrong)
        )
        self._game = game = Workings(
            watch,
            settings,
            habits,
            health,
            self._open,
            self._choosing,
            self._committing,
            self._asking,
            self.corrections,
            board_plays,
        )
        self._corrector = Corrector(game)
        polls = PollQuestioner(game, self._corrector, self._look_again)
        self._questioner = Questioner(game, self._corrector, polls, self._look_again)
        self._early_choice = EarlyChoice(record, game)
        self._late_choice = LateChoice(game)
        pawns = PawnQuestioner(game, self._corrector, polls, self._late_choice, self._look_again)
        self._takebacks = TakebackQuestioner(game, self._corrector, polls)
        self._kept = KeptStories(record, game, self._corrector)
        self._decider = Decider(
            record, game, self._corrector, self._questioner, pawns, self._takebacks, self._kept
        )
        self._proving = Proving(game, self._corrector, self._decider, self._kept)
        self._retelling = Retelling(game, self._corrector)
        self._reviser = Reviser(
            record, game, self._corrector, self._decider, self._retelling, self._look_again
        )

    # --- what can be asked ---

    @property
    def root(self) -> Line:
        """The last recorded position."""
        return self._open.root

    @property
    def prompt(self) -> Prompt | None:
        """The promotion that people may still choose there."""
        return self._open.prompt_of(self.root)

    @property
    def late_choice(self) -> tuple[Square, PieceType] | None:
        """The one that is waited for after all: where it is made, and what the pawn is by now."""
        return self._late_choice.shown

    @property
    def early_choice(self) -> tuple[Square, PieceType] | None:
        """The one of a turn that is not recorded yet, likewise."""
        return self._early_choice.shown

    @property
    def earlier_choice(self) -> tuple[Square, PieceType] | None:
        """That of an earlier turn which is still open, likewise."""
        return self._decider.open_choice.shown

    @property
    def names_earlier(self) -> bool:
        """Whether a piece that is named now is for that one."""
        return self._decider.open_choice.is_named_next

    @property
    def asked(self) -> SquareSet:
        """The squares of the question that stands, if any."""
        return self._asking.squares

    @property
    def answers(self) -> tuple[Square, ...]:
        """Where the pieces stand that say yes and no to it, if it takes those."""
        return self._asking.answers

    @property
    def asks_of_takeback(self) -> bool:
        """Whether it is asked if a turn was taken back."""
        return self._asking.asks_of_takeback

    @property
    def asked_piece(self) -> PieceType | None:
        """The kind of piece that is asked for, if it is asked whether one stands on a square."""
        return self._asking.piece

    @property
    def is_stirred(self) -> bool:
        """Whether anything has changed since the last recorded position."""
        return self._open.is_stirred

    @property
    def explains(self) -> bool:
        """Whether some line leads to what is seen now, take-backs aside."""
        return self._open.explain_the_board()

    @property
    def unfinished(self) -> UnfinishedView | None:
        """What is left of a castling or a union en passant that is half done."""
        return self._game.unfinished

    @property
    def may_be_put_right_unseen(self) -> bool:
        """Whether what stood wrong is lifted, and may be back where nothing shows."""
        return may_be_put_right_unseen(self._game)

    @property
    def scene(self) -> Scene:
        """All there is to go by now."""
        return self._open.scene

    # --- what happens ---

    def _begin_moment(self, t: float) -> None:
        """It is that time now, in seconds, and what may be done at one moment begins anew."""
        self._game.t = t
        self._decider.begin_moment()

    def told(self, t: float, piece: PieceType) -> None:
        """The player has named a piece for his pawn."""
        self._begin_moment(t)
        self._told_at = t
        self._open.renew_effort()
        if self._late_choice.takes_word(piece):
            self._look_again(self._watch.rested_for(t))
        elif self._asking.asks_of_choice:
            self._asking.give_up(t)
            self._choosing.take(t, piece)
        elif not self._decider.open_choice.takes_word(piece):
            self._choosing.choose(t, piece)

    def answered(self, t: float, square: Square | None) -> bool:
        """Take the player's word for what is asked, as `Asking.answer` does."""
        self._begin_moment(t)
        self._open.renew_effort()
        if not self._asking.answer(t, square):
            return False
        # What the board would have done by now, had it known.
        self._look_again(max(self._settings.answer_rest, self._watch.rested_for(t)))
        return True

    def set_down(self, t: float) -> None:
        """Hands are at rest, whoever has just set something down: its player has spoken instead."""
        if self.is_stirred and not self.corrections.wrong:
            self._begin_moment(t)
            self._open.renew_effort()
            self._look_again(self._settings.settle)
        self._reviser.take_for_one_step(self._settings.settle)

    def withdraw_all(self, t: float) -> None:
        """Say that nothing is asked or to be put right any more, if anything was."""
        self._asking.withdraw(t)
        self.corrections.withdraw(t)

    def about_to_change(self, t: float, lifted: Square | None) -> None:
        """Before the board changes; `lifted`: just after an arrival, somebody lifts a piece."""
        if self._was_left and self._open.pool is not None:
            self._corrector.keep_open(self._open.pool)
        self._was_left = False
        self._open.renew_effort()
        is_demanded = self._game.is_wrong and not self._proving.waits
        is_put_right = is_demanded and self._game.stands_right
        if lifted is not None:
            last, passing = self._watch.changes[-1], self._settings.passing
            is_passing = (
                last.square == lifted and t - self._watch.came_at(lifted, passing) <= passing
            )
            if is_put_right and not is_passing:
                # Whoever has set down the last piece may play at once.
                self._corrector.take_for_right()
            elif not is_demanded and self._game.was_all_put_back(t - last.t):
                self._open.begin_again(is_adjusted=True)
            is_play = self._game.is_play
            piece = Lifted(lifted, t - last.t, is_passing)
            self._open.about_to_change(piece, is_play=is_play)
        self._open.changed()

    def look_ahead(self, duration: float) -> None:
        """Hands are hardly at rest, for so many seconds, and somebody may lift a piece at once."""
        self._open.look_ahead(duration, is_play=self._game.is_play)

    def rested_if_due(self, t: float, duration: float) -> None:
        """The board has been at rest for a while, in seconds: for a patience, or to work on."""
        has_work = self._open.may_work_on(duration) or self._retelling.is_looking
        if duration in self._settings.patiences or has_work or self._proving.waits:
            self.rested(t, duration)

    def rested(self, t: float, duration: float) -> None:
        """Do all that may be done once the board has been at rest for so many seconds, by then."""
        self._begin_moment(t)
        self._open.renew_effort(duration)
        self._look_again(duration)
        self._decider.open_choice.ask_for_the_last_one(duration)

    def left_alone(self, t: float, duration: float) -> None:
        """Nobody has touched anything for so many seconds: no word or hand is waited for any more.

        He may have answered where nobody feels it, and what is to be put somewhere stands there.
        """
        self._begin_moment(t)
        self._asking.take_silence()
        if may_be_answered_unfelt(self._game):
            self._asking.withdraw(t)
        self._proving.goes_on(duration)

    def _look_again(self, duration: float) -> None:
        """Make what there is to be made of the board as it stands, at rest for so long.

        There may be more than one look at a time: what the first leaves of the effort must do.
        """
        game = self._game
        if not self.is_stirred and len(self._open.lines) == 1 and not game.is_wrong:
            return
        if self._proving.goes_on(duration):
            return
        has_settled = duration >= self._settings.settle
        is_put_right = self._corrector.is_put_right
        if is_put_right and not has_settled:
            return  # However it came about, all stands as the lights say.
        is_set_back = duration >= self._settings.restore_after and self._open.was_set_back
        is_set_back = is_set_back and not self._asking.asks_of_return  # That is what is asked.
        if is_put_right or is_set_back:
            self._corrector.take_for_right()
        elif self._late_choice.waits(duration) or self._asking.may_be_answered(game.t, duration):
            return
        elif self._asking.is_refused and duration >= self._settings.answer_rest:
            self._have_it_played_once_more(duration)
            return
        if game.is_wrong and has_settled:
            self._corrector.take_back_a_wrong_move()
        self._asking.wait_for_a_touch(game.t, duration, game.health)
        if may_have_been_set_down_unseen(game, duration):
            self._open.suppose_vanished()
        if not self._decider.open_choice.is_chosen_now:
            self._choosing.leaf_through(game.t)
        if self._decider.open_choice.waits(duration):
            return
        if game.is_held and self.prompt is None:
            self.corrections.forget_touches()
            self._asking.note_what_was_forgotten()
        self._weigh_candidates(duration, has_settled=has_settled)
        self._early_choice.asks(duration)
        self._give_up_what_leads_nowhere(duration)

    def _give_up_what_leads_nowhere(self, duration: float) -> None:
        """Ask no more where nobody answers, and have it shown where an answer did not help."""
        game = self._game
        self._asking.acknowledge(game.t, duration)
        if self._open.has_work_left and duration < game.settings.trust_patience:
            return  # Nobody knows yet whether anything leads anywhere.
        self._questioner.give_up_if_ignored(duration)
        if self._proving.asks(duration):
            return
        if is_asked_in_vain(game, duration):
            self._asking.withdraw(game.t)
        if has_rather_joined(game):
            self._retelling.looks_ahead()
            if duration >= game.settings.touch_patience:
                self._have_it_played_once_more(duration)
        elif was_answered_in_vain(game, duration) or is_lost_in_thought(game, duration):
            self._corrector.demand_to_be_shown()
        elif (
            waits_in_vain(game, duration)
            or is_held_by_both(game, duration)
            or are_unions_held(game, duration)
        ):
            self._corrector.suggest_to_be_shown()

    def _have_it_played_once_more(self, duration: float) -> None:
        """What was played is none of what is legal: it is to be set back, and played once more.

        Who did so already has meant it: rather earlier turns were others.
        """
        if not self._retelling.tells_what_was_insisted_on(duration):
            self._asking.take_refusal()
            self._corrector.demand_to_be_shown()
        elif not self._asking.stands:
            self._look_again(duration)

    def _weigh_candidates(self, duration: float, *, has_settled: bool) -> None:
        game = self._game
        self._was_left = False
        pool = self._open.extended(is_play=game.is_play, is_settled=has_settled, in_steps=True)
        certainty = game.certainty
        if self._is_being_put_right(pool):
            if has_settled:
                self._corrector.demand_order()
        elif certainty.waits_for_more(pool, min(duration, game.t - self._told_at)):
            self._was_left = has_settled
        elif certainty.is_believable(pool, is_wrong=not game.is_play):
            is_odd = has_settled and (
                certainty.is_far_fetched(pool)
                or is_held_beside_unseen_play(game, pool)
                or goes_on_past_an_unseen_turn(game, pool)
            )
            is_odd = is_odd and not self._takebacks.awaits_word(pool)
            if has_settled and self._tells_anew(pool, duration):
                return
            if is_odd and (
                self._reviser.revises(duration, pool)
                or self._reviser.blames_a_wrong_move(duration, pool)
            ):
                return
            if is_odd and self._retelling.tells_otherwise_than(pool, duration):
                self._look_again(duration)
                return
            if is_odd and self._retelling.is_looking:
                self._corrector.keep_open(pool)
                return
            may_find_more = duration < self._settings.partial_patience
            if is_odd and may_find_more and pool.is_cut:
                self._corrector.keep_open(pool)  # Nor is it known what else the last turn was.
                return
            self._decider.decide(pool, duration)
        elif has_settled:
            self._do_without_candidates(duration)

    def _tells_anew(self, pool: Pool, duration: float) -> bool:
        """Whether the game was told anew, as a kept story, or two turns, explain it far better."""
        best = pool.candidates[0]
        if best.doubt <= self.root.doubt + self._settings.margin:
            return False
        if not self._kept.gives_way(best) and not self._retelling.tells_of_two_turns(pool):
            return False
        self._look_again(duration)
        return True

    def _is_being_put_right(self, pool: Pool) -> bool:
        """Whether turns that are not recorded are set back, as the lights show.

        A union that goes straight back then is no turn of the other player, though it could be.
        """
        game = self._game
        if not game.is_wrong or not pool.candidates:
            return False
        best, depth = pool.candidates[0].line, self.root.depth
        return was_set_back(best, depth, self.corrections.since)

    def _do_without_candidates(self, duration: float) -> None:
        """Nothing that may have been played explains the board, as people here handle pieces."""
        shown = self._open.in_steps(lambda: shown_in_full(self.root, self.scene))
        if shown is None:
            return
        if shown.candidates:
            self._decider.decide(shown, duration)
        elif self._proving.gives_way():
            self._look_again(duration)
        else:
            self._reviser.do_without_candidates(duration)
