"""The daemon: every part made and joined to the others, started, and stopped in order.

bridge -> table (tracker, session) -> lights, archive and feed -> web. All run in one event loop;
only what waits for the disk has threads of its own.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from importlib.metadata import version
from random import Random
from typing import Final

from fastapi import FastAPI

from board_daemon.archive.library import GameLibrary
from board_daemon.archive.people import PlayerList
from board_daemon.boards import game_of_trace, make_bridge, sensor_of, square_map_of
from board_daemon.claim import FolderInUse, claim
from board_daemon.config import Config
from board_daemon.config.models import OpponentSide
from board_daemon.game.clock import TimeControl
from board_daemon.game.counting import GameCounter
from board_daemon.game.feed import Feed
from board_daemon.game.hint_asking import TableHints
from board_daemon.game.keeping import ArchiveKeeping
from board_daemon.game.lamps import Lamps
from board_daemon.game.learners import Learners
from board_daemon.game.lesson_desk import LessonDesk
from board_daemon.game.lesson_progress import LessonProgress
from board_daemon.game.opponent import RANDOM, Opponent, color_wished, seated
from board_daemon.game.opponent_hand import OpponentHand
from board_daemon.game.opponent_seat import OpponentSeat
from board_daemon.game.puzzle_book import PuzzleBook, PuzzleFinder
from board_daemon.game.resuming import is_set_up_anew
from board_daemon.game.session import Session
from board_daemon.game.settings import BoardSettings, Choices
from board_daemon.game.setup import GameSetup, Players, game_setup
from board_daemon.game.table import Table
from board_daemon.game.thinker import Thinker
from board_daemon.garbage import Sweeper
from board_daemon.languages.sentences import sentence_of
from board_daemon.lights.frame import LightSettings
from board_daemon.opponent.process import OpponentProcess
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.position import Position, piece_letters
from board_daemon.service_manager import ServiceManager
from board_daemon.stopping import SIGNALS
from board_daemon.web.access import Access, AccessRules, Level
from board_daemon.web.app import create_app
from board_daemon.web.budgets import GuardLimits
from board_daemon.web.device_file import DeviceFile
from board_daemon.web.games import games_router
from board_daemon.web.guard import GuardRules
from board_daemon.web.hints import hints_router
from board_daemon.web.lessons import lessons_router
from board_daemon.web.origins import machine_names
from board_daemon.web.pairing import pairing_state
from board_daemon.web.players import players_router
from board_daemon.web.serving import AddressNotToBeHad, address_of, listener_on, server_of
from board_daemon.web.times import read_clocks
from board_daemon.web.virtual import virtual_value
from firmware_bridge.errors import BridgeError
from firmware_bridge.frames import SensorFrame
from firmware_bridge.virtual_bridge import Driver, VirtualBridge

_LOG: Final = logging.getLogger(__name__)
_EVERY: Final = 2.0
"""Seconds between two looks at what waits for the disk, and at what has expired."""
PATIENCE: Final = 4.0
"""Seconds that the board has to answer before the daemon goes on without it: it may still start."""


class DaemonError(PacoboardError):
    """The daemon cannot run now; later it may. Says what is in its way."""


class Daemon:
    """One board with all that belongs to it."""

    table: Table
    """The table at which the game is played; there is none before `set_up`."""
    hints: TableHints
    """What its players are shown beyond the rules."""

    def __init__(self, config: Config) -> None:
        """Open the archive.

        Raises DaemonError where the address or the data folder belongs to another program.
        """
        self._config = config
        folder = config.archive.file.parent
        # First of all: where another daemon is at work, its archive is left alone.
        try:
            self._claim = claim(folder)
            self._listener = listener_on(config.web.host, config.web.port)
        except (FolderInUse, AddressNotToBeHad) as error:
            raise DaemonError(sentence_of(error)) from error
        self._settings = BoardSettings(
            _choices(config),
            config.lights.light_settings(datetime.now().time()),
            config.tracking.tracker_settings(),
            folder / "settings.json",
        )
        squares = square_map_of(config.board)
        sensor = sensor_of(config.board, squares)
        self._keeping = ArchiveKeeping(config.archive.file, sensor)
        on_trace = game_of_trace(config.board)
        self._cut_off = None if on_trace else self._keeping.cut_off()
        self._setup = on_trace or self._cut_off or self._first_game()
        self._bridge = make_bridge(config, self._setup.position, squares)
        self._access = _access(config, DeviceFile(folder / "devices.json"))
        self._stars = LessonProgress(folder / "lessons.json")
        self._puzzles = PuzzleBook(folder / "puzzles.json")
        self._library = GameLibrary(config.archive.file)
        self._counter = GameCounter(config.archive.file)
        self._manager = ServiceManager.from_environment()
        self._process = OpponentProcess()
        self.thinker: Thinker = self._process
        """The one process that searches, for the opponent and for hints; `close` ends it."""
        self._is_set_up = False

    async def set_up(self) -> None:
        """Connect to the board, and go on with the game that was cut off.

        A board that is not there yet is taken to stand as that game does; what differs is played
        when it appears. Raises BridgeError where there never will be a board.
        """
        bridge, setup = self._bridge, self._setup
        await bridge.connect(PATIENCE)
        whole, is_cut_off = bridge.whole(), self._cut_off is not None
        if is_cut_off and is_set_up_anew(setup.position, bridge.sensor, whole):
            _LOG.info("the board was set up anew: the game that was cut off stays as it is")
            is_cut_off, setup = False, self._first_game()
        self.table = self._make_table(setup, whole, is_cut_off=is_cut_off)
        self._is_set_up = True

    def _first_game(self) -> GameSetup:
        game = self._config.game
        control = TimeControl(game.clock.base, game.clock.increment) if game.clock else None
        players = seated(Players(game.white, game.black), self._first_opponent())
        return game_setup(self._settings.choices.rules, None, players, control)

    def _first_opponent(self) -> Opponent | None:
        wish = self._config.opponent
        if wish.plays == OpponentSide.NONE:
            return None
        words = {OpponentSide.WHITE: "w", OpponentSide.BLACK: "b"}
        color = color_wished(words.get(wish.plays, RANDOM), Random())
        return Opponent(color, wish.level)

    def _make_table(self, setup: GameSetup, whole: SensorFrame, *, is_cut_off: bool) -> Table:
        bridge, keeping = self._bridge, self._keeping
        if is_cut_off:
            keeping.resume()
        session = Session(setup, bridge.sensor, self._settings.tracking, whole)
        if not is_cut_off:
            keeping.begin(setup)
        table = Table(bridge, session, keeping, Feed(secrets.token_hex(4)), self._settings)
        self._add_parts(table)
        table.on_change.append(Sweeper(lambda: (table.session, table.session.number)).look)
        self._seat = OpponentSeat(table, self.thinker, self._opponents_hand())
        return table

    def _opponents_hand(self) -> OpponentHand | None:
        """What moves the board's pieces, where it does that itself."""
        wish, bridge = self._config.opponent, self._bridge
        if not wish.moves_itself or not isinstance(bridge, VirtualBridge):
            return None
        return OpponentHand(bridge, wish.pace, asyncio.sleep)

    def _add_parts(self, table: Table) -> None:
        bridge = self._bridge
        is_virtual = isinstance(bridge, VirtualBridge)
        # Looked up once: it is read from a file.
        ours = version("pacoboard")
        table.add_part("version", lambda: ours)
        table.add_part(
            "board",
            lambda: {
                "sensor": str(bridge.sensor),
                "bridge": bridge.name,
                "virtual": is_virtual,
                "connected": bridge.trouble is None,
                "trouble": bridge.trouble,
            },
        )
        table.add_part("pairing", self._pairing_value)
        if isinstance(bridge, VirtualBridge):
            table.add_part("virtual", lambda: virtual_value(bridge, table.session))
        else:
            table.add_part("virtual", lambda: None)
        table.after_turn = self._after_turn
        self.hints = TableHints(table, self.thinker)
        self._desk = LessonDesk(table, self._stars, self._puzzles)
        self._finder = PuzzleFinder(self._puzzles, self._library, self._game_going_on)

    def _game_going_on(self) -> int | None:
        """The number of the game on the board, unless it is over."""
        return self._keeping.game if self.table.game.end is None else None

    def _after_turn(self, position: Position) -> None:
        if isinstance(self._bridge, VirtualBridge):
            _take_pieces_for(self._bridge, position)
        played = len(self.table.session.turns)
        what = f"Turn {played} is played" if played else "A game begins"
        self._manager.status(f"{what}, the board is at {address_of(self._listener)}")

    def _pairing_value(self) -> object:
        return pairing_state(self._access.pairing(read_clocks()))

    # --- running ---

    async def serve(self, announce: Callable[[str], None]) -> None:
        """Run until a signal asks to stop; `announce` is told where the page is once it is served.

        Raises DaemonError where the board cannot be had.
        """
        try:
            stop = _asked_to_stop()
            if await self._is_set_up_before(stop):
                await self._run_parts(announce, stop)
        except BridgeError as error:
            raise DaemonError(str(error)) from error
        except BaseExceptionGroup as group:
            first = _first_of(group)
            if isinstance(first, DaemonError):
                raise first from None
            if isinstance(first, BridgeError):
                raise DaemonError(str(first)) from first
            raise
        finally:
            await self._close()

    async def _is_set_up_before(self, stop: asyncio.Event) -> bool:
        """Whether all could be set up before somebody asked to stop."""
        setting_up = asyncio.create_task(self.set_up())
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait((setting_up, stopping), return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not setting_up.done():
            setting_up.cancel()
            return False
        setting_up.result()
        return True

    async def _run_parts(self, announce: Callable[[str], None], stop: asyncio.Event) -> None:
        manager = self._manager
        server = server_of(self._app())
        async with asyncio.TaskGroup() as tasks:
            running = [
                tasks.create_task(work)
                for work in (
                    self.table.run(),
                    Lamps(self.table, self._lights_now).run(),
                    self._keep_up(),
                    self._seat.run(),
                    self._finder.run(),
                    manager.watch(self._is_well),
                )
            ]
            serving = tasks.create_task(server.serve(sockets=[self._listener]))
            address = address_of(self._listener)
            announce(address)
            manager.ready(f"The board is at {address}")
            stopping = tasks.create_task(stop.wait())
            await asyncio.wait((stopping, serving), return_when=asyncio.FIRST_COMPLETED)
            if not stop.is_set():
                raise DaemonError("expected the page to be served until the end, saw it end")
            manager.stopping()
            server.should_exit = True
            await asyncio.wait((serving,))
            for task in (*running, stopping):
                task.cancel()

    def _app(self, limits: GuardLimits | None = None) -> FastAPI:
        web, table = self._config.web, self.table
        archive = games_router(
            self._library,
            lambda: self._keeping.game,
            lambda white, black: table.name(Players(white, black)),
        )
        people = PlayerList(self._config.archive.file)
        learners = Learners(people, self._stars)
        players = players_router(people, self._counter, table, self._desk, learners)
        lessons = lessons_router(self._desk, learners, self._finder.look_soon)
        hosts = frozenset(web.hosts) | machine_names()
        self._access.on_change = self._access_has_changed
        rules = GuardRules(hosts=hosts, limits=limits or GuardLimits())
        hints = hints_router(table, self.hints)
        return create_app(table, self._access, rules, [archive, players, hints, lessons])

    def _access_has_changed(self) -> None:
        self.table.lighting.code = self._access.code_shown
        self.table.look_again_soon()

    async def _keep_up(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            await self.table.mishaps.endure("to keep the devices", self._keep_devices)
            await self.table.mishaps.endure("to save what waits", self.table.retry)
            await self.table.mishaps.endure("to save the stars", self._keep_stars)

    async def _keep_stars(self) -> None:
        if not self._stars.is_kept:
            await asyncio.to_thread(self._stars.keep)

    async def _keep_devices(self) -> None:
        now = read_clocks()
        self._access.tick(now)
        await self._access.keep(now)

    def _is_well(self) -> bool:
        """Whether a new start would mend nothing: systemd's watchdog makes one else."""
        return not self.table.has_lost_place

    def _lights_now(self) -> LightSettings:
        by_night = self._config.lights.light_settings(datetime.now().time())
        return replace(self._settings.lights, night=by_night.night)

    async def _close(self) -> None:
        if self._is_set_up:
            await self.hints.close()
        await self._process.close()
        self._counter.close()
        if self._is_set_up:
            await self._leave_table()
        else:
            self._keeping.close()
            await self._bridge.close()
        self._listener.close()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    async def _leave_table(self) -> None:
        # What goes wrong with one of them must not keep the others from being saved.
        endure = self.table.mishaps.endure
        await endure("to keep the devices", lambda: self._access.keep(read_clocks(), at_once=True))
        await endure("to write down the last of it", self.table.close)
        await endure("to save the stars", self._keep_stars)
        await endure("to leave the board", self._bridge.close)


def _asked_to_stop() -> asyncio.Event:
    """Set when a signal asks to stop; one that was ignored before still is."""
    stop = asyncio.Event()
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


def _first_of(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What went wrong first: a group holds a single error, or others that came of it."""
    error = group.exceptions[0]
    return _first_of(error) if isinstance(error, BaseExceptionGroup) else error


def _choices(config: Config) -> Choices:
    return Choices(
        palette=config.lights.palette,
        brightness=config.lights.brightness,
        rules=config.game.rules.name,
        takebacks=config.tracking.takebacks,
        hints_white=config.hints.white,
        hints_black=config.hints.black,
        hints_pieces=config.hints.pieces,
    )


def _access(config: Config, file: DeviceFile) -> Access:
    web = config.web
    rules = AccessRules(
        open_watching=web.open_watching,
        trust_loopback=web.trust_loopback,
        new_devices_at_most=Level(web.new_devices),
    )
    return Access(rules, read_clocks(), file)


def _take_pieces_for(bridge: VirtualBridge, position: Position) -> None:
    """A pawn that was promoted is a queen from now on, if the virtual box has one."""
    if bridge.driver == Driver.PIECES:
        bridge.take_for(piece_letters(position))
