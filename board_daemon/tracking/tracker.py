"""The tracker: readings in, recorded turns, questions and corrections out.

A whole game can be played with the pieces alone, which `BoardTracker` follows. Here is what players
may say besides.
"""

from collections.abc import Sequence
from typing import Final

from board_daemon.rules.actions import Action
from board_daemon.rules.ends import GameEnd
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.squares import Square, bits, square_name
from board_daemon.tracking.board_tracker import BoardTracker
from board_daemon.tracking.events import (
    AskEvent,
    Event,
    RestoredEvent,
    RestoreEvent,
)
from board_daemon.tracking.seeing.contents import agree
from board_daemon.tracking.tracked_board import TrackerState

__all__ = ["Tracker", "TrackerState"]

_REQUESTS: Final = AskEvent | RestoreEvent | RestoredEvent
"""What the board wants of the players, or no longer wants."""


class Tracker(BoardTracker):
    """Follows the games on one board, by the pieces and by what is said without them."""

    def answer(self, t: float, square: Square | None) -> list[Event]:
        """Take the player's word for a question: that square, or None for none of the squares.

        Where the question is answered by two pieces, any of its squares says yes and None says no.
        Where no turn is as he says, the board is to be put right. Raises `IllegalAction` where
        nothing is asked, or not about that square.
        """
        self._go_to(t)
        if not self._follower.asked:
            raise IllegalAction("expected a question to answer, none stands on the board")
        if not self._follower.answered(self._t, square):
            asked = " ".join(map(square_name, bits(self._follower.asked)))
            raise IllegalAction(
                f"expected one of the squares asked about ({asked}) or none of them, "
                f"saw {'none' if square is None else square_name(square)}"
            )
        return self._told()

    def take_back(self, t: float, ply: int) -> list[Event]:
        """Take back turn `ply` and all after it; the pieces are to be set back by the lights.

        Raises `IllegalAction` where no such turn is recorded.
        """
        self._go_to(t)
        if not 1 <= ply <= len(self.turns):
            raise IllegalAction(f"expected a ply from 1 to {len(self.turns)}, saw {ply}")
        self._follower.withdraw_all(self._t)
        self._said = None
        self._record.take_back(self._t, ply)
        self._go_on_by_the_lights()
        return self._told()

    def end(self, t: float, end: GameEnd) -> list[Event]:
        """End the game by what the players say; raises `IllegalAction` where it is over already.

        A turn that has just been set down is played first, and may end the game by itself.
        """
        self._go_to(t)
        if self._is_over:
            raise IllegalAction("expected a game that goes on, it is over")
        if self._guide is None:
            self._follower.set_down(self._t)
        if self._record.status.is_over:
            return self._told()
        self._follower.withdraw_all(self._t)
        self._say(end, by_kings=False)
        return self._told()

    def go_on(self, t: float) -> list[Event]:
        """Go on after all with a game that the players had ended.

        Raises `IllegalAction` where they had not.
        """
        self._go_to(t)
        if self._said is None:
            raise IllegalAction("expected a game that the players have ended, saw none")
        self._said = None
        self._record.tell(RestoredEvent(self._t))
        if not self._goes_on_with_what_was_played():
            self._go_on_by_the_lights()
        return self._told()

    def await_turn(self, t: float, actions: Sequence[Action]) -> list[Event]:
        """Let the side that the board plays play this turn, and no other; it is shown by lights.

        It holds until the position changes. Raises `IllegalAction` where it cannot be played, or
        where the board is not to move.
        """
        self._go_to(t)
        self._board_turn.decide(self._record, actions)
        return self._told()

    def carried_out(self, t: float) -> list[Event]:
        """Take the word of whoever has carried the board's turn out, though it was not seen.

        Raises `IllegalAction` where the pieces do not stand as after it.
        """
        self._go_to(t)
        awaited = self._awaited
        if awaited is None or not agree(self._evidence.seen, awaited.expected):
            raise IllegalAction("expected the board to stand as after its turn, it does not")
        self._play(awaited, ahead=0)
        return self._told()

    def trust(self, t: float) -> list[Event]:
        """Take the player's word that the board stands right: where it looks wrong, a sensor is.

        Raises `IllegalAction` where nothing is to be put right.
        """
        self._go_to(t)
        wrong = self._wrong
        if not wrong:
            raise IllegalAction("expected something to be put right, all stands as it should")
        self._take_for_right(wrong)
        return self._told()

    def _goes_on_with_what_was_played(self) -> bool:
        """Follow what was done since the end, if a turn may have come of that; whether it may."""
        played, events, ply = list(self._watch.changes), self._record.events, len(self.turns)
        if not played:
            return False
        told = len(events)
        self._follow_from_now_on()
        self._watch.changes += played
        self._follower.rested(self._t, self._watch.rested)
        if self._follower.explains and not self._follower.corrections.wrong:
            if len(self.turns) == ply:
                self._ask_what_is_owed()
            return True
        # Whatever it wanted, it begins anew; what it has recorded stands.
        events[told:] = [event for event in events[told:] if not isinstance(event, _REQUESTS)]
        return False
