"""Keeping what happens at a table in the archive; a game is begun there with its first turn."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from board_daemon.archive.changes import (
    AddTurn,
    BeginGame,
    Finish,
    GameChange,
    GoOn,
    KeepTrace,
    ReviseTurn,
)
from board_daemon.archive.keeper import Keeper
from board_daemon.archive.records import ArchivedGame, TimeLeft
from board_daemon.game.recording import Recorder
from board_daemon.game.replaying import actions_of_turns
from board_daemon.game.setup import GameSetup, Players
from board_daemon.rules.errors import RulesError
from board_daemon.rules.fen import format_fen, start_of
from board_daemon.tracking.events import Event, ReviseEvent, TakebackEvent, TurnEvent
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.strict_json import JsonValue
from firmware_bridge.trace import TRACE_VERSION, TraceHeader, TraceLine, format_line

_LOG: Final = logging.getLogger(__name__)
_MOST_HELD: Final = 200
"""Changes that wait for the first turn: more of the trace is replaced by how the board stands."""
_PAUSE: Final = 1.0
"""Seconds between the last reading before the daemon stopped and the first one after."""


class ArchiveKeeping:
    """Writes what happens at one table into the archive, or lets it wait while that cannot be."""

    def __init__(self, path: Path, sensor: SensorKind) -> None:
        """Open the archive; what is wrong with it is told by `problem`."""
        self._keeper = Keeper(path)
        self._recorder = Recorder(lambda: datetime.now().astimezone())
        self._sensor = sensor
        self._held: list[GameChange] = []
        """The beginning of a game that has no turn yet."""
        self._has_begun = False
        self._is_unfinished = False
        self._readings: dict[int, Reading] = {}
        self._cut_off: tuple[ArchivedGame, GameSetup] | None = None
        self.started_at: str | None = None
        """When the game began (ISO 8601)."""

    @property
    def game(self) -> int | None:
        """The number of the game; None before its first turn is written."""
        return self._keeper.game if self._has_begun else None

    @property
    def waiting(self) -> int:
        """Turns that could not be written yet."""
        return self._keeper.waiting

    @property
    def can_write(self) -> bool:
        """Whether the archive could be written when that was last tried."""
        return self._keeper.can_write

    @property
    def problem(self) -> str | None:
        """What is wrong with it, or was, in a sentence for people."""
        return self._keeper.problem

    # --- a game begins, or goes on ---

    def cut_off(self) -> GameSetup | None:
        """The game that was not over when the daemon stopped, if there is one to go on with."""
        game = self._keeper.unfinished()
        if game is None:
            return None
        try:
            setup = _setup_of(game)
        except RulesError as error:
            _LOG.warning("game %d cannot be gone on with: %s", game.id, error)
            return None
        self._cut_off = game, setup
        return setup

    def resume(self) -> None:
        """Go on recording into the game that was cut off."""
        assert self._cut_off is not None
        game, setup = self._cut_off
        last = self._keeper.resume(game.id)
        self._recorder.resume(game, self._header(setup), shift=last + _PAUSE)
        self._has_begun, self.started_at = True, game.started_at
        self._is_unfinished = bool(game.turns)

    def begin(self, setup: GameSetup) -> None:
        """Begin another game; it is written with its first turn."""
        players = setup.players
        self._take(
            self._recorder.begin(
                self._header(setup),
                players.white,
                players.black,
                time_control=setup.time_control,
            )
        )

    def _header(self, setup: GameSetup) -> TraceHeader:
        field: JsonValue = ["east", "north", "up"] if self._sensor == SensorKind.FIELD else None
        rules = setup.start.rules.name
        return TraceHeader(TRACE_VERSION, self._sensor, format_fen(setup.start), rules, field)

    # --- what happens ---

    def keep(
        self,
        lines: Sequence[TraceLine],
        events: Sequence[Event],
        left: Mapping[int, TimeLeft] | None = None,
    ) -> None:
        """Write down what was read and what came of it; see `telling.Keeping`."""
        changes: list[GameChange] = []
        for line in lines:
            if isinstance(line, SensorFrame):
                self._readings.update(line.readings)
            changes += self._recorder.keep_reading(line)
        for event in events:
            made = self._recorder.keep(event, _left_after(event, left or {}))
            if isinstance(event, TakebackEvent) and any(isinstance(c, BeginGame) for c in made):
                self._recorder.stand(SensorFrame(event.t, dict(self._readings)))
            changes += made
        self._take(changes)

    def name(self, players: Players) -> None:
        """Write down who plays."""
        self._take(self._recorder.name_players(players.white, players.black))

    def retry(self) -> None:
        """Try again to write down what waits."""
        self._keeper.retry()

    def close(self) -> None:
        """Write down what can be, and close the archive."""
        self._take(self._recorder.flush())
        self._keeper.close()

    def _take(self, changes: Sequence[GameChange]) -> None:
        ready: list[GameChange] = []
        for change in changes:
            if isinstance(change, BeginGame):
                self.started_at = change.started_at
                # Else the game before would be gone on with at the next start.
                self._has_begun = self._is_unfinished
                self._is_unfinished = False
                self._held = [] if self._has_begun else [change]
                ready += [change] if self._has_begun else []
            elif self._has_begun:
                ready.append(change)
            else:
                self._held.append(change)
                if isinstance(change, AddTurn):
                    ready += self._held
                    self._held, self._has_begun = [], True
            self._note(change)
        if len(self._held) > _MOST_HELD:
            self._shorten()
        if ready:
            self._keeper.keep(ready)

    def _note(self, change: GameChange) -> None:
        """Whether a game with turns is in the archive that is not over."""
        if isinstance(change, Finish):
            self._is_unfinished = False
        elif isinstance(change, AddTurn | ReviseTurn | GoOn):
            self._is_unfinished = True

    def _shorten(self) -> None:
        """Nobody has played for long: instead of all that was read, how the board stands now."""
        others = [change for change in self._held if not isinstance(change, KeepTrace)]
        whole = format_line(SensorFrame(0.0, dict(self._readings)))
        self._held = [*others, KeepTrace((whole,))]


def _left_after(event: Event, left: Mapping[int, TimeLeft]) -> TimeLeft | None:
    return left.get(event.ply) if isinstance(event, TurnEvent | ReviseEvent) else None


def _setup_of(game: ArchivedGame) -> GameSetup:
    """How a game of the archive goes on; raises RulesError where it cannot be played."""
    setup = GameSetup(
        start=start_of(game.start_fen, game.rules),
        players=Players(game.white, game.black),
        time_control=game.time_control,
        played=tuple(actions_of_turns(game)),
        time_left=game.turns[-1].left if game.turns else None,
    )
    # To play it all finds out whether it can be.
    _ = setup.position
    return setup
