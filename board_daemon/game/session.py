"""One board and the game on it: the tracker, the players, their clock, and what they say.

It has no clock and writes nothing: time and readings are passed in, and what happened comes out as
events. `Table` gives it both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from board_daemon.game.clock import ChessClock, TimeLeft
from board_daemon.game.errors import GameError
from board_daemon.game.opponent import Opponent, opponent_among, seated
from board_daemon.game.setup import GameSetup, Players
from board_daemon.game.told_game import ToldGame
from board_daemon.languages.sentences import said
from board_daemon.rules.actions import Action
from board_daemon.rules.ends import (
    GameEnd,
    Result,
    agreement,
    out_of_time,
    resignation,
)
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status
from board_daemon.rules.turns import status_of
from board_daemon.tracking.awaited import AwaitedTurn
from board_daemon.tracking.events import (
    Event,
    NewGameEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
)
from board_daemon.tracking.health import SquareHealth
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker, TrackerState
from board_daemon.tracking.view import BoardView
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.trace import TraceLine

_CHANGES: Final = (TurnEvent, ReviseEvent, TakebackEvent)


class Session:
    """The game on one board, and all that is said about it. All times are in seconds."""

    is_recorded: bool = True
    """Whether it belongs in the archive; a lesson does not."""

    def __init__(
        self, setup: GameSetup, sensor: SensorKind, settings: TrackerSettings, whole: SensorFrame
    ) -> None:
        """`whole`: what all 64 squares read now.

        Where the board does not stand as the game does, it is to be put right by the lights first.
        """
        self._sensor = sensor
        self.settings = settings
        """What the tracker is to be like of the next game that is begun by word."""
        self.readings: dict[Square, Reading] = dict(whole.readings)
        """What each square read last."""
        self._t = whole.t
        self._decided: AwaitedTurn | None = None
        """What the board plays, as long as that position stands."""
        self.number = 0
        """How many games were begun or gone on with here."""
        self._begin(setup, whole)

    def _begin(self, setup: GameSetup, whole: SensorFrame) -> None:
        self.setup = setup
        self._decided = None
        self._track(setup.played, whole)
        self._begin_anew(setup)

    def _track(self, played: Sequence[tuple[Action, ...]], whole: SensorFrame) -> None:
        opponent = self.opponent
        self._tracker = Tracker(
            self.start,
            self._sensor,
            self.settings,
            first=whole,
            played=played,
            board_plays=opponent.color if opponent is not None else None,
        )
        if self.decided is not None:
            self._tracker.await_turn(self._t, self.decided.actions)

    def _begin_anew(self, setup: GameSetup) -> None:
        self.number += 1
        self._decided = None
        self._told = ToldGame(setup, self.status)

    # --- what can be asked ---

    @property
    def start(self) -> Position:
        """The position the game began with."""
        return self.setup.start

    @property
    def players(self) -> Players:
        """Who plays."""
        return self.setup.players

    @property
    def opponent(self) -> Opponent | None:
        """The board, where it is one of the players."""
        return opponent_among(self.players.white, self.players.black)

    @property
    def decided(self) -> AwaitedTurn | None:
        """The turn that the board plays now; None: it has not decided, or is not to move."""
        decided = self._decided
        return decided if decided is not None and decided.position == self.position else None

    @property
    def rules(self) -> str:
        """The rules' name."""
        return self.start.rules.name

    @property
    def position(self) -> Position:
        """The last recorded position."""
        return self._tracker.position

    @property
    def turns(self) -> tuple[PlayedTurn, ...]:
        """The recorded turns."""
        return self._tracker.turns

    @property
    def status(self) -> Status:
        """Where the game stands by the rules."""
        return self.turns[-1].status if self.turns else status_of(self.start)

    @property
    def end(self) -> GameEnd | None:
        """How the game ended; None: it goes on."""
        return self._told.end

    @property
    def draw_offer(self) -> Color | None:
        """Who offers a draw."""
        return self._told.draw_offer

    @property
    def state(self) -> TrackerState:
        """What the board is waiting for."""
        return self._tracker.state

    @property
    def has_noticed(self) -> bool:
        """Whether the board has taken notice of all that was read."""
        return self._tracker.has_noticed

    @property
    def sensor(self) -> SensorKind:
        """What is under the squares."""
        return self._sensor

    def view(self) -> BoardView:
        """What there is to show."""
        return self._tracker.view()

    def health(self) -> tuple[SquareHealth, ...]:
        """The squares that are not good."""
        return self._tracker.health()

    def left_after(self, ply: int) -> TimeLeft | None:
        """What the clocks showed after a turn that was told; None: there were none."""
        return self._told.clock.left_after(ply)

    @property
    def clock(self) -> ChessClock | None:
        """The players' clock; None: there is none, or it was taken away."""
        return self._told.clock.clock

    @property
    def next_due(self) -> float | None:
        """When something may happen next if nobody does anything; None: never."""
        dues = [self._tracker.next_due, self._told.clock.runs_out_at]
        return min((due for due in dues if due is not None), default=None)

    # --- what happens on the board ---

    def take(self, line: TraceLine) -> list[Event]:
        """Take in what the board reports; a line that is late counts as read now."""
        line = replace(line, t=max(line.t, self._t))
        # First of all, so that nothing that was read is lost should the tracker break down.
        if isinstance(line, SensorFrame):
            self.readings.update(line.readings)
        events = self.advance(line.t) + self._heed(self._tracker.take(line))
        self._let_go_of_clock()
        return events + self._back_to_people(events)

    def advance(self, t: float) -> list[Event]:
        """Let time go on."""
        t = self._t = max(t, self._t)
        events = self._heed(self._tracker.advance(t))
        events += self._back_to_people(events)
        self._let_go_of_clock()
        loser = self._told.clock.out_of_time(t)
        if loser is not None:
            events += self._heed(self._tracker.end(t, out_of_time(loser)))
        return events

    def start_over(self, t: float) -> list[Event]:
        """Follow the board anew from the turns that were told, as after a power cut.

        For when the tracker has broken down over what it read.
        """
        health = self.health()
        self._t = max(t, self._t)
        self._track(self._told.turns, SensorFrame(self._t, dict(self.readings)))
        self._tracker.remember(health)
        if self.end is not None and not self.status.is_over:
            self._tracker.end(self._t, self.end)
        return self.advance(self._t)

    def pause(self, t: float) -> None:
        """Let the clocks stand while something else is on the board; `resume` goes on."""
        self._t = max(t, self._t)
        self._told.clock.stop(self._t)

    def resume(
        self, readings: Mapping[Square, Reading], health: Iterable[SquareHealth], t: float
    ) -> list[Event]:
        """Go on with a game that was paused; the board is put right by the lights first.

        `readings`: what each square reads by now; `health`: the squares that are not good.
        """
        self.readings = dict(readings)
        self._told.clock.is_held = bool(self.turns)
        events = self.start_over(t)
        self._tracker.remember(health)
        return events

    # --- what players say ---

    def begin(self, setup: GameSetup, t: float) -> list[Event]:
        """Begin another game, or go on with one; the board is to be set up for it by the lights."""
        health = self.health()
        self._t = max(t, self._t)
        self._begin(setup, SensorFrame(self._t, dict(self.readings)))
        self._tracker.remember(health)
        return self.advance(self._t)

    def renamed(self, players: Players) -> Players:
        """Who plays, by these names: the board keeps its own, which nobody else may have."""
        return seated(players, self.opponent)

    def name_players(self, players: Players) -> None:
        """Say who plays."""
        self.setup = replace(self.setup, players=self.renamed(players))

    def expect(self, position: Position, actions: Sequence[Action], t: float) -> list[Event]:
        """Let the board play this turn: it is shown, and carried out for it.

        Its clock stops meanwhile. Raises `GameError` where the board is not to move in that
        position any more.
        """
        events = self.advance(t)
        opponent = self.opponent
        is_to_move = opponent is not None and self.position.to_move == opponent.color
        if self.end is not None or not is_to_move or self.position != position:
            raise GameError("expected the board to be to move there, the game has gone on")
        events += self._heed(self._tracker.await_turn(self._t, actions))
        self._decided = AwaitedTurn(position, tuple(actions))
        self._told.clock.stop(self._t)
        return events

    def carried_out(self, t: float) -> list[Event]:
        """Say that what the board plays stands on the board; see `Tracker.carried_out`."""
        return self.advance(t) + self._heed(self._tracker.carried_out(self._t))

    def promote(self, piece: PieceType, t: float) -> list[Event]:
        """Choose what a pawn becomes; raises `GameError` where none is to be promoted."""
        if self.view().named_next is None:
            raise GameError(said("game.no-pawn", "No pawn waits to be promoted."))
        events = self.advance(t)
        return events + self._heed(self._tracker.tell(self._t, piece))

    def answer(self, square: Square | None, t: float) -> list[Event]:
        """Answer the board's question; see `Tracker.answer`."""
        return self.advance(t) + self._heed(self._tracker.answer(self._t, square))

    def take_back(self, ply: int, t: float) -> list[Event]:
        """Take back turn `ply` and all after it; see `Tracker.take_back`.

        A clock that ran out is taken away. Who takes back what the board has played takes back what
        he had played before, too.
        """
        events = self.advance(t) + self._heed(self._tracker.take_back(self._t, ply))
        return events + self._back_to_people(events)

    def trust(self, t: float) -> list[Event]:
        """Say that the board stands right where it looks wrong; see `Tracker.trust`."""
        return self.advance(t) + self._heed(self._tracker.trust(self._t))

    def resign(self, loser: Color, t: float) -> list[Event]:
        """Give up."""
        return self._end(resignation(loser), t)

    def offer_draw(self, color: Color, t: float) -> list[Event]:
        """Offer a draw; to offer it in return accepts it."""
        if self.draw_offer == color.other:
            return self.accept_draw(color, t)
        self._told.offer_draw(color)
        return self.advance(t)

    def accept_draw(self, color: Color, t: float) -> list[Event]:
        """Agree to the draw that the other player has offered; raises `GameError` if he has not."""
        self._told.check_offered_to(color)
        return self._end(agreement(Result.DRAW), t)

    def decline_draw(self, t: float) -> list[Event]:
        """Do without the draw that was offered, or take the offer back."""
        self._told.forget_offer()
        return self.advance(t)

    def go_on(self, t: float) -> list[Event]:
        """Go on with a game that the players had ended; a clock that ran out is taken away."""
        events = self.advance(t)
        gone_on = self._tracker.go_on(self._t)
        self._told.leave_time_that_is_up()
        return events + self._heed(gone_on)

    def _end(self, end: GameEnd, t: float) -> list[Event]:
        return self.advance(t) + self._heed(self._tracker.end(self._t, end))

    # --- what it means for the game ---

    def _heed(self, events: list[Event]) -> list[Event]:
        for event in events:
            if isinstance(event, NewGameEvent):
                self.setup = replace(self.setup, start=self.position, played=(), time_left=None)
                self._begin_anew(self.setup)
            else:
                self._told.heed(event, self.status, self._on_turn)
        return events

    def _back_to_people(self, events: Sequence[Event]) -> list[Event]:
        """Where what the board had played was taken back, it is not to play it at once again."""
        last = next((e for e in reversed(events) if isinstance(e, _CHANGES)), None)
        if not isinstance(last, TakebackEvent):
            return []
        opponent, played = self.opponent, len(self.turns)
        if opponent is None or not played or self.position.to_move != opponent.color:
            return []
        return self._heed(self._tracker.take_back(self._t, played))

    def _let_go_of_clock(self) -> None:
        """The first touch of the pieces goes on with a game that was cut off.

        Nobody pays for the time until then, nor for setting the pieces up again.
        """
        if self._told.clock.is_held and self.state == TrackerState.HANDLING:
            self._told.let_run(self._on_turn, self._t)

    @property
    def _on_turn(self) -> Color | None:
        """Whose clock runs: nobody's before the first turn or while the board's is carried out."""
        return self.position.to_move if self.turns and self.decided is None else None
