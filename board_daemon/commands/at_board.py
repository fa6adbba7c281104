"""Somebody is led through something at the board: its readings in, lights and words out.

On the virtual board the keyboard is the hand: two keys name a square, on which the piece is set
down; Enter does what is asked.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import time
from pathlib import Path
from typing import Final, Protocol

from rich.console import Console
from rich.live import Live
from rich.text import Text

from board_daemon.boards import board_of_wood
from board_daemon.commands.lines import InputError
from board_daemon.config import Config
from board_daemon.config.models import BridgeName
from board_daemon.languages.sentences import said
from board_daemon.languages.speaking import spoken
from board_daemon.lights.frame import Glow, LightSettings, led_frame
from board_daemon.lights.palette import STANDARD
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Position
from board_daemon.stopping import SIGNALS
from board_daemon.terminal.guide_view import GuidePicture, guide_lines, position_of
from board_daemon.terminal.keys import QUIT, ReadKey, key_hint, single_keys
from board_daemon.terminal.panel import Room
from firmware_bridge.bridge import Bridge, Input
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.square_map import SquareMap, load_square_map
from firmware_bridge.squares import SQUARE_COUNT, parse_square
from firmware_bridge.virtual_board import PieceColour, Setup
from firmware_bridge.virtual_bridge import Deed, HandAct, VirtualBridge

FRAME: Final = 1 / 30
"""Seconds from one picture to the next."""
_PATIENCE: Final = 15.0
"""Seconds that a board may take to answer."""
_REPLIES: Final = {"y": True, "n": False}
_PIECES: Final = {"P": PieceType.PAWN, "R": PieceType.ROOK, "N": PieceType.KNIGHT}
_PIECES.update({"B": PieceType.BISHOP, "Q": PieceType.QUEEN, "K": PieceType.KING})


class Guide(Protocol):
    """What leads somebody through it."""

    @property
    def is_over(self) -> bool:
        """Whether all is done."""

    @property
    def words(self) -> str:
        """What is asked now."""

    @property
    def note(self) -> str:
        """What was odd just now."""

    @property
    def progress(self) -> float:
        """How far it is, 0 to 1."""

    @property
    def wanted(self) -> Setup | int | None:
        """What would do what is asked: pieces that stand so, or a touch of a square."""

    @property
    def may_reply(self) -> bool:
        """Whether yes and no are answers to what is asked."""

    def reply(self, t: float, says: bool) -> None:
        """Somebody says yes or no by a key."""

    def read(self, t: float, readings: Mapping[int, Reading]) -> None:
        """Take in readings."""

    def advance(self, t: float) -> None:
        """Let time go on."""

    def skip(self, t: float) -> None:
        """Somebody does not want to do what is asked."""

    def glows(self, t: float) -> dict[int, Glow]:
        """What every LED shows."""


class Stopped(Exception):
    """Somebody has had enough; nothing is to be written."""


def bare_map(config: Config, checked: Path | None = None) -> SquareMap | None:
    """The map of the build without what was learned; None for the virtual board.

    `checked`: a layout whose order of the sensors and LEDs is taken. Hall sensors tell the field:
    before they are calibrated, no threshold says whether anybody stands there.
    """
    board = config.board
    if board.bridge not in (BridgeName.SERIAL, BridgeName.GPIO):
        return None
    bare = load_square_map(board.build)
    if bare.hall is not None:
        bare = replace(bare, hall=replace(bare.hall, threshold=None))
    if checked is None:
        return bare
    learned = load_square_map(board.build, checked)
    return replace(bare, sensors=learned.sensors, leds=learned.leds)


def bare_board(config: Config, squares: SquareMap | None) -> Bridge:
    """The configured board with that map; a virtual one stands empty.

    Raises InputError for a board that cannot be touched.
    """
    board = config.board
    if board.bridge == BridgeName.REPLAY:
        raise InputError(
            said(
                "console.board.replay",
                "expected a board that can be touched (bridge serial, gpio or virtual), "
                "saw the bridge replay",
            )
        )
    if squares is None:
        return VirtualBridge(board.sensor, {})
    nothing: Reading = 0.0 if squares.sensor_kind == SensorKind.FIELD else 0
    return board_of_wood(config, squares, dict.fromkeys(range(SQUARE_COUNT), nothing))


def _away(trouble: str) -> str:
    """What keeps the board away; the bridge says it in English."""
    return said("console.board.away", "{why}", why=trouble)


class AtBoard:
    """A board, a terminal, and a guide between them."""

    def __init__(self, bridge: Bridge, lights: LightSettings, console: Console) -> None:
        self._bridge = bridge
        self._lights = lights
        self._console = console
        self._inbox: asyncio.Queue[Input] = asyncio.Queue()
        self._hand = _VirtualHand(bridge) if isinstance(bridge, VirtualBridge) else None
        self._shown: object = None
        self._said = ""
        self._looked = bridge.now()
        self._away = 0.0
        """Seconds that the board could not be reached."""

    async def connect(self) -> SensorFrame:
        """Find the board; what it reads. Raises InputError where it does not answer."""
        await self._bridge.connect(_PATIENCE)
        if self._bridge.trouble is not None:
            raise InputError(_away(self._bridge.trouble))
        whole = self._bridge.whole()
        await self._bridge.open(self._inbox.put_nowait)
        return whole

    async def lead(self, guide: Guide) -> None:
        """Go through it to its end. Raises Stopped where somebody asks to stop."""
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, task.cancel)
        try:
            await self._lead(guide)
        except asyncio.CancelledError:
            raise Stopped from None
        finally:
            for number in SIGNALS:
                loop.remove_signal_handler(number)

    async def mark(self, leds: Mapping[int, int], squares: frozenset[int]) -> None:
        """Let squares glow red until somebody presses a key; `leds`: supposed -> real."""
        if not squares or not (self._console.is_terminal and sys.stdin.isatty()):
            return
        glows = {
            led: Glow(STANDARD.take_away, 1.0) for led, real in leds.items() if real in squares
        }
        self._bridge.show(led_frame(glows, self._lights).pixels)
        glowing = said(
            "console.check.glowing", "What is to be mended glows red on the board. Any key ends it."
        )
        self._console.print(spoken(glowing))
        with single_keys(sys.stdin) as read_key:
            while not read_key(0.0):
                await asyncio.sleep(FRAME)

    async def close(self) -> None:
        """Let go of the board, dark."""
        self._bridge.show(((0, 0, 0),) * SQUARE_COUNT)
        await self._bridge.close()

    async def _lead(self, guide: Guide) -> None:
        keyboard = sys.stdin if self._console.is_terminal else None
        if not self._console.is_terminal:
            while not guide.is_over:
                await self._step(guide, None, lambda seconds: "")
            return
        live = Live(console=self._console, screen=True, auto_refresh=False)
        with single_keys(keyboard) as read_key, live:
            while not guide.is_over:
                await self._step(guide, live, read_key)

    async def _step(self, guide: Guide, live: Live | None, read_key: ReadKey) -> None:
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, SensorFrame):
                guide.read(item.t - self._away, item.readings)
        now = self._time()
        if self._bridge.trouble is None:
            guide.advance(now)
        self._bridge.show(led_frame(guide.glows(now), self._lights).pixels)
        if live is not None:
            self._draw(guide, live, now)
        elif guide.words != self._said:
            self._said = guide.words
            self._console.print(spoken(guide.words))
        if live is not None and sys.stdin.isatty():
            await self._obey(guide, read_key(0.0))
        await asyncio.sleep(FRAME)

    def _time(self) -> float:
        """The board's time; while it is away nobody is asked anything, and none passes."""
        now = self._bridge.now()
        if self._bridge.trouble is not None:
            self._away += now - self._looked
        self._looked = now
        return now - self._away

    def _draw(self, guide: Guide, live: Live, now: float) -> None:
        room = Room.of(self._console)
        picture = GuidePicture(
            spoken(guide.words),
            spoken(guide.note if self._bridge.trouble is None else _away(self._bridge.trouble)),
            guide.progress,
            self._hint(guide.may_reply),
            guide.glows(now) if self._hand is None else self._hand.glows(),
            self._hand.position if self._hand is not None else _EMPTY,
        )
        if (picture, room) != self._shown:
            self._shown = picture, room
            lines = guide_lines(picture, room)
            live.update(Text("\n").join(lines[: room.height]), refresh=True)

    def _hint(self, may_reply: bool) -> str:
        keys = [("s", said("console.key.skip", "skip")), ("q", QUIT)]
        if may_reply:
            keys = [("y", said("role.yes", "yes")), ("n", said("role.no", "no")), *keys]
        if self._hand is None:
            return key_hint(*keys)
        hint = key_hint(
            ("Enter", said("console.key.enter", "does it")),
            ("a1..h8", said("console.key.square", "sets a piece there")),
            *keys,
        )
        return f"{hint}   {self._hand.typed}"

    async def _obey(self, guide: Guide, key: str) -> None:
        if key == "q":
            raise Stopped
        if key == "s":
            guide.skip(self._time())
        elif key in _REPLIES and guide.may_reply:
            guide.reply(self._time(), _REPLIES[key])
        elif self._hand is not None and key:
            await self._hand.press(key, guide.wanted)


class _VirtualHand:
    """The keyboard as a hand at the virtual board."""

    def __init__(self, bridge: VirtualBridge) -> None:
        self._bridge = bridge
        self._square: int | None = None
        self.typed = ""
        """The half of a square's name."""

    @property
    def position(self) -> Position:
        """What stands on the virtual board."""
        sides = {colour: bytearray(SQUARE_COUNT) for colour in PieceColour}
        for square, pieces in self._bridge.standing.items():
            for piece in pieces:
                sides[piece.colour][square] = _PIECES[piece.kind]
        return position_of(bytes(sides[PieceColour.WHITE]), bytes(sides[PieceColour.BLACK]))

    def glows(self) -> dict[int, Glow]:
        """What the strip is sent, as the eye sees it."""
        return {
            square: Glow(pixel, 1.0)
            for square, pixel in enumerate(map(_seen, self._bridge.pixels))
            if any(pixel)
        }

    async def press(self, key: str, wanted: Setup | int | None) -> None:
        """A key was pressed."""
        if key in "\r\n":
            self.typed = ""
            if isinstance(wanted, int):
                await self._touch(wanted)
            elif wanted is not None:
                self._square = None
                self._bridge.stand(wanted)
        elif key in "abcdefgh":
            self.typed = key
        elif self.typed and key in "12345678":
            square, self.typed = parse_square(self.typed + key), ""
            await self._touch(square)

    async def _touch(self, square: int) -> None:
        """Set the one piece down there, wherever it is now."""
        if self._square is None:
            self._bridge.stand({})
            await self._bridge.act(HandAct(Deed.TAKE, colour=PieceColour.WHITE, kind="R"))
        else:
            await self._bridge.act(HandAct(Deed.LIFT, self._square))
        await self._bridge.act(HandAct(Deed.DROP, square))
        self._square = square


_EMPTY: Final = position_of(bytes(SQUARE_COUNT), bytes(SQUARE_COUNT))
_EYE: Final = 1 / 2.2
_NOON: Final = time(12, 0)


def _seen(pixel: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = (round(255 * (channel / 255) ** _EYE) for channel in pixel)
    return red, green, blue


def by_day(config: Config) -> LightSettings:
    """As bright as configured, at any time: somebody has to see the lights."""
    lights = config.lights.model_copy(update={"night": None})
    return lights.light_settings(_NOON)
