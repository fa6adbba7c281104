"""A game as far as it was told: its turns, its clock, the offer of a draw, and its end."""

from __future__ import annotations

from board_daemon.game.errors import GameError
from board_daemon.game.game_clock import GameClock
from board_daemon.game.setup import GameSetup
from board_daemon.languages.sentences import said
from board_daemon.rules.ends import GameEnd, Reason, end_of
from board_daemon.rules.pieces import Color
from board_daemon.rules.status import Status
from board_daemon.tracking.events import (
    EndEvent,
    Event,
    RestoredEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
)


class ToldGame:
    """What has come of the events of one game. All times are in seconds."""

    def __init__(self, setup: GameSetup, status: Status) -> None:
        """`status`: where the game stands by the rules as it is begun, or gone on with."""
        self._begins = setup.start.to_move
        self.turns = list(setup.played)
        """The turns as they were told."""
        self.clock = GameClock(setup.time_control, setup.time_left, len(setup.played))
        self.draw_offer: Color | None = None
        """Who offers a draw."""
        self.end: GameEnd | None = end_of(status)
        """How the game ended; None: it goes on."""

    def heed(self, event: Event, status: Status, on_turn: Color | None) -> None:
        """Take in an event of this game.

        `status`: where the game stands by the rules since; `on_turn`: whose clock runs if it goes
        on, or nobody's.
        """
        match event:
            case TurnEvent():
                self.turns.append(event.actions)
                self._played(event)
                self.clock.note(event.t)
            case ReviseEvent() | TakebackEvent():
                del self.turns[event.ply - 1 :]
                self.clock.forget_from(event.ply)
                self.leave_time_that_is_up()
                self.end = end_of(status)
                self.let_run(on_turn, event.t)
                if isinstance(event, ReviseEvent):
                    self.turns.append(event.actions)
                    self.clock.note(event.t)
            case EndEvent(t, result, reason):
                self.end = GameEnd(result, reason)
                self.draw_offer = None
                self.clock.stop(t)
            case RestoredEvent() if self.end is not None and not status.is_over:
                self.end = None
                self.let_run(on_turn, event.t)
            case _:
                pass

    def _played(self, event: TurnEvent) -> None:
        # By the number: what came with it may have been taken back again by now.
        mover = self._begins if event.ply % 2 else self._begins.other
        if self.draw_offer == mover.other:
            self.draw_offer = None  # Who plays on has declined.
        self.clock.played(mover, event.t)

    def let_run(self, on_turn: Color | None, t: float) -> None:
        """Let that player's clock run, or nobody's; nor does one where the game is over."""
        self.clock.let_run(on_turn if self.end is None else None, t)

    def leave_time_that_is_up(self) -> None:
        """Who goes on after a clock has run out goes on without one."""
        if self.end is not None and self.end.reason == Reason.TIME:
            self.clock.take_away()

    def offer_draw(self, color: Color) -> None:
        """Take note of an offer; raises `GameError` where the game is over."""
        if self.end is not None:
            raise GameError(said("game.is-over", "The game is over."))
        self.draw_offer = color

    def check_offered_to(self, color: Color) -> None:
        """Raises `GameError` unless the other player has offered that one a draw."""
        if self.draw_offer != color.other:
            raise GameError(
                said("game.no-offer-of-other", "The other player has not offered a draw.")
            )

    def forget_offer(self) -> None:
        """Forget the offer of a draw; raises `GameError` where there is none."""
        if self.draw_offer is None:
            raise GameError(said("game.no-offer", "Nobody has offered a draw."))
        self.draw_offer = None
