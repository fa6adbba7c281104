"""What following a game goes by, and what can be asked of it: shared by all who take part in it."""

from dataclasses import dataclass
from typing import Final

from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import NO_SQUARES, SquareSet, square_set
from board_daemon.tracking.asking.answering import Answering
from board_daemon.tracking.asking.asking import Asking
from board_daemon.tracking.asking.polling import Polling
from board_daemon.tracking.following.choosing import Choosing
from board_daemon.tracking.following.committing import Committing
from board_daemon.tracking.following.wrong_squares import Corrections
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.certainty import Certainty
from board_daemon.tracking.hypotheses.hypotheses import Hypotheses
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.long_gone import back_from_out_of_sight
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.unfinished import unfinished_of
from board_daemon.tracking.seeing.watch import Watch
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.view import UnfinishedView

# Who has set so many pieces on empty squares and back plays with them, and no turn.
_MUCH_WANDERING: Final = 2


@dataclass(slots=True)
class Workings:
    """The state of one game that is followed."""

    watch: Watch
    settings: TrackerSettings
    habits: Habits
    health: Health
    open: Hypotheses
    """The lines of play that are still possible."""
    choosing: Choosing
    committing: Committing
    asking: Asking
    corrections: Corrections
    """What is to be put right."""
    board_plays: Color | None
    """The side that the board plays itself: nobody's turns are followed."""
    t: float = 0.0
    """The time of what is being dealt with, in seconds."""

    @property
    def certainty(self) -> Certainty:
        """How certain what follows the last recorded position is."""
        root = self.open.root
        # Who plays a turn once more to show it slips nothing in.
        are_careless = self.habits.are_careless and not root.is_shown
        return Certainty(root, are_careless, self.settings, self.open.doubt_so_far)

    def may_hold_for(self, pool: Pool) -> float:
        """How long who is to move by the best candidate may hold a piece, in seconds."""
        if not self.certainty.are_careless:
            return self.settings.silent_patience
        return self.habits.may_hold_for(pool.candidates[0].line.position.to_move)

    def holds_no_longer_than(self, pool: Pool) -> float:
        """After how many seconds nobody is taken to hold what may have been set down unseen."""
        return max(self.settings.partial_patience, self.may_hold_for(pool))

    @property
    def polling(self) -> Polling:
        """What two pieces are to be asked for now."""
        asking = self.asking
        return Polling(
            self.certainty,
            self.health.blind,
            asking.polled_at,
            asking.square_asked_at,
            self.may_be_unfelt,
            self._held_for_long,
            self.open.evidence.is_one_piece_moved,
        )

    @property
    def answering(self) -> Answering:
        """Which two pieces answer what is asked now."""
        return Answering(
            self.certainty,
            self.health.blind,
            self.may_be_unfelt,
            self.asking.unfelt,
            square_set(self.asking.answers),
            self.health.suspected,
            self.habits.slipped_into,
        )

    @property
    def _held_for_long(self) -> SquareSet:
        """From where something that is back was gone for longer than hands mostly hold it.

        None where nobody is asked of what shows nowhere: no later play would tell.
        """
        if not self.settings.asks_of_parts:
            return NO_SQUARES
        return back_from_out_of_sight(self.open.root, self.open.scene)

    @property
    def may_be_unfelt(self) -> bool:
        """Whether the touch that answers may have been made on a square that shows nothing.

        Where pieces are slipped in, a square that has shown nothing is no wonder, unless it was
        joined before and has shown nothing then either, or another one is known to be bad.
        """
        if not self.asking.has_waited or not self.certainty.are_careless:
            return self.asking.has_waited
        suspects = self.health.unproven
        if not self.health.blind:
            suspects &= self.habits.slipped_into | self.health.suspected
        return bool(self.asking.squares & suspects)

    @property
    def may_be_unseen(self) -> bool:
        """Whether a turn is played once more of which part may show nowhere; its player is asked.

        The board did not understand it before.
        """
        return self.settings.asks_of_parts and self.asking.may_be_unseen

    @property
    def was_denied(self) -> bool:
        """Whether the player has said where his turn was not, and not where it was."""
        root = self.open.root
        return bool(root.said) and not root.was_told

    @property
    def is_hardly_felt(self) -> bool:
        """Whether he has only said so once no touch of him was felt that would have told more."""
        return self.was_denied and self.asking.is_hardly_felt

    @property
    def was_played_once_more(self) -> bool:
        """Whether the board had taken the last recorded turn back, as it may have been another."""
        return self.open.root.position in self.open.complaints.unplayed

    @property
    def is_wrong(self) -> bool:
        """Whether something is to be put right."""
        return bool(self.corrections.wrong)

    @property
    def is_play(self) -> bool:
        """Whether what people do may be a turn, as they have nothing to put right.

        Nor have they where a square has got stuck: there is no piece to be taken away.
        """
        if not self.is_wrong:
            return True
        stuck = self.open.came_by_themselves & self.health.changed_once
        return not self.corrections.squares & ~stuck

    @property
    def stands_right(self) -> bool:
        """Whether the board looks as it was recorded last."""
        return not self.open.evidence.dirty

    def was_all_put_back(self, duration: float) -> bool:
        """Whether several pieces had been set elsewhere, and all stands as recorded again.

        Somebody has played with them: what is lifted now begins a turn. `duration`: seconds of
        rest.
        """
        if duration < self.settings.settle_final or not self.stands_right or self.asking.stands:
            return False
        return len(self.open.evidence.stops(self.settings.passing)) >= _MUCH_WANDERING

    def supposes_a_fault(self, line: Line) -> bool:
        """Whether a line takes squares to have failed of which nothing is known so far."""
        return bool(line.blind & ~(self.open.root.blind | self.health.blind))

    @property
    def is_held(self) -> bool:
        """Whether no turn is followed, as something is to be put right."""
        return self.is_wrong and len(self.open.lines) == 1

    @property
    def unfinished(self) -> UnfinishedView | None:
        """What is left of a castling or a union en passant that is half done."""
        if self.stands_right:
            return None
        # A rook that has castled first was recorded: its king may follow.
        before = self.open.before_root
        lines = self.open.lines if before is None else [*self.open.lines, before]
        people = [line for line in lines if line.position.to_move != self.board_plays]
        return unfinished_of(people, self.open.scene)
