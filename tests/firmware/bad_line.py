"""Games that hands play on the emulated firmware, over a bad line, into the tracker.

All time is the emulated one: the hands', the firmware's, the line's, the host's and the tracker's.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from board_daemon.hands.games import Turn, random_game
from board_daemon.hands.perform import Performer
from board_daemon.hands.style import CLEAN
from board_daemon.lights.frame import frame_at
from board_daemon.rules.actions import squares_of
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.link import Event, HostLink, Met, ReadAll, ReadChange, Silent
from firmware_bridge.message_parts import BoardKind
from firmware_bridge.square_map import SquareMap, load_square_map
from firmware_bridge.trace import TraceInput, TraceLine
from tests.daemon.cabled import EMPTY, HOME
from tests.firmware.emulated_board import CYCLES_PER_MS, EmulatedBoard, Pace

STEP: Final = 4.0
"""Emulated milliseconds between two looks of the host at the line."""
BRISK: Final = replace(CLEAN, pause=(0.1, 0.3))
REST: Final = 1.0
"""Seconds after which every turn is recorded."""
A_WHILE: Final = 100.0
"""Emulated milliseconds: most turns are recorded sooner, and then the next one may begin."""
LONGEST_GAME: Final = 100
OCCUPIED: Final = {BoardKind.REED: 1, BoardKind.HALL: EMPTY[BoardKind.HALL] + 40}
"""What a sensor says where somebody stands."""


@dataclass
class Tally:
    """What came of it."""

    turns: int = 0
    wrong: list[str] = field(default_factory=list)
    """Turns that were not recorded as they were played."""
    readings: int = 0
    """Readings that changed on the board."""
    out_of_order: int = 0
    """Readings that were told otherwise than they happened."""
    seconds: float = 0.0
    """Of emulated time."""
    counts: dict[str, int] = field(default_factory=dict)
    """What went wrong on the host's side of the line."""
    spoilt: dict[str, int] = field(default_factory=dict)
    """Bytes by what was done to them, both ways."""
    bytes_lost: int = 0
    """While the firmware had its interrupts off."""
    silences: int = 0


class BadLine:
    """The firmware, the host's side of the line, and whoever follows the game by it."""

    def __init__(self, build: str, board: EmulatedBoard, seed: int) -> None:
        self._board = board
        self._squares: SquareMap = load_square_map(build)
        self._rng = random.Random(seed)
        self._link = HostLink(self._squares.board_kind, rng=self._rng)
        self._kind = self._squares.board_kind
        self._cycles = 0
        self._frames_read = 0
        self._readings: dict[int, int] = {}
        self._tracker: Tracker | None = None
        self._happened: list[tuple[int, int]] = []
        self._told: list[tuple[int, int]] = []
        self.tally = Tally()
        self._raw = dict.fromkeys(range(64), -1)
        self._followed_to = 0.0

    @property
    def _t(self) -> float:
        return self._cycles / (1000 * CYCLES_PER_MS)

    def play(self, turns: int, bad: int) -> Tally:
        """Play so many turns while `bad` of a thousand bytes are spoilt, both ways."""
        third, rest = divmod(bad, 3)
        self._board.set_errors(flip=third + rest, lose=third, twice=third, seed=7)
        self._set(HOME)
        self._link.begin(self._t)
        while not self._readings:
            self._go_on(STEP)
        while self.tally.turns < turns:
            self._play_game(random_game(self._rng, LONGEST_GAME), turns - self.tally.turns)
        statistics = self._board.statistics()
        self.tally.spoilt = {
            "flipped": statistics.bytes_flipped,
            "dropped": statistics.bytes_dropped,
            "doubled": statistics.bytes_doubled,
        }
        self.tally.bytes_lost = statistics.bytes_overrun
        self.tally.counts = self._link.counts
        self.tally.seconds = self._t
        return self.tally

    def _play_game(self, turns: Sequence[Turn], most: int) -> None:
        start, game = Position.start(), Game(Position.start())
        script = clear_script(turns, self._rng.randrange(1_000_000))[:most]
        self._tracker = None
        for square, reading in HOME.items():
            self._set({square: reading})
            self._go_on(STEP)
        while self._readings != HOME:
            self._go_on(STEP)
        self._tracker = Tracker(
            start, SensorKind.PRESENCE, first=SensorFrame(self._t, dict(self._readings))
        )
        self._happened.clear()
        self._told.clear()
        began = self._t
        for turn, (*lines, rest) in script:
            for line in lines:
                self._do(line, began)
            played = game.play_turn(turn)
            began -= self._rest(rest.t + began, game if turn is not script[-1][0] else None)
            self.tally.turns += 1
            self.tally.out_of_order += self._happened != self._told
            self._happened.clear()
            self._told.clear()
            if _actions(self._tracker) != _actions(game):
                # All that follows would be wrong, too.
                self.tally.wrong.append(f"{played.ply}: {played.notation}")
                return

    def _rest(self, end: float, game: Game | None) -> float:
        """Let nothing happen until a game is recorded so far, or to the end; the seconds left."""
        assert self._tracker is not None
        while (left := end - self._t) > 0.001:
            if game is not None and _actions(self._tracker) == _actions(game):
                return left
            self._go_on(min(A_WHILE, 1000 * left))
        return 0.0

    def _do(self, line: TraceLine, began: float) -> None:
        self._go_on(1000 * (line.t + began - self._t))
        if isinstance(line, TraceInput):
            assert self._tracker is not None
            self._tracker.take(TraceInput(self._t, line.promote))
            return
        self._set({square: int(bool(reading)) for square, reading in line.readings.items()})

    def _set(self, readings: dict[int, int]) -> None:
        for square, reading in readings.items():
            raw = OCCUPIED[self._kind] if reading else EMPTY[self._kind]
            if self._raw[square] != raw:
                self._raw[square] = raw
                self._board.set_level(self._squares.sensors.index(square), raw)
                self.tally.readings += 1
                self._happened.append((square, reading))

    # --- time ---

    def _go_on(self, milliseconds: float) -> None:
        """Let emulated time go by; the host looks at the line every few milliseconds."""
        while milliseconds > 0:
            step = min(STEP, milliseconds)
            milliseconds -= step
            if self._link.waiting:
                self._board.send(self._link.waiting)
                self._link.sent(len(self._link.waiting))
            self._cycles = self._board.run_ms(step)
            new = self._board.frames_out[self._frames_read :]
            self._frames_read += len(new)
            data = b"".join(frame.encoded + b"\0" for frame in new)
            self._heed(self._link.receive(data, self._t))
        if self._tracker is not None:
            self._followed_to = self._t
            self._tracker.advance(self._t)
            view = self._tracker.view()
            picture = frame_at(view, self._t).pixels
            self._link.show(tuple(picture[s] for s in self._squares.leds), self._t)

    def _heed(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case Silent():
                    self.tally.silences += 1
                    self._link.begin(self._t)
                case ReadAll(t, readings, _):
                    for sensor, raw in enumerate(readings):
                        self._take(t, sensor, raw)
                case ReadChange(t, sensor, raw):
                    self._take(t, sensor, raw)
                case Met():
                    pass
                case _:
                    raise AssertionError(f"expected the board to be followed, saw {event}")

    def _take(self, t: float, sensor: int, raw: int) -> None:
        square = self._squares.sensors[sensor]
        reading = self._squares.reading(sensor, raw, self._readings.get(square))
        assert isinstance(reading, int)
        if self._readings.get(square) != reading:
            self._readings[square] = reading
            self._told.append((square, reading))
            if self._tracker is not None:
                # As a session takes what is late.
                self._tracker.take(SensorFrame(max(t, self._followed_to), {square: reading}))


def _actions(played: Tracker | Game) -> list[Turn]:
    return [turn.actions for turn in played.turns]


def clear_script(turns: Sequence[Turn], seed: int) -> list[tuple[Turn, list[TraceLine]]]:
    """The turns with what is read meanwhile, as far as that leaves no doubt about what was played.

    Reeds may leave one even on the best of lines; the board asks then, and nobody answers here.
    A union that goes straight back leaves one by how soon it does, and here the pace is another.
    """
    start = Position.start()
    performer = Performer(start, SensorKind.PRESENCE, BRISK, random.Random(seed))
    began, game = performer.t, Game(start)
    tracker = Tracker(start, SensorKind.PRESENCE, first=SensorFrame(0.0, dict(HOME)))
    script: list[tuple[Turn, list[TraceLine]]] = []
    for acts, turn in performer.scripts(turns):
        lines = [
            replace(line, t=line.t - began)
            for line in (*performer.run(acts), *performer.rest(REST))
        ]
        for line in lines:
            tracker.take(line)
        game.play_turn(turn)
        went_back = bool(script) and _goes_straight_back(tuple(turn), after=script[-1][0])
        if _actions(tracker) != _actions(game) or went_back:
            break
        script.append((tuple(turn), lines))
    return script


def _goes_straight_back(turn: Turn, after: Turn) -> bool:
    """Whether a turn moves what the one before it has moved to where that came from."""
    back, there = squares_of(turn), squares_of(after)
    return (back[0], back[-1]) == (there[-1], there[0])


def play_on_a_bad_line(build: str, turns: int, bad: int, seed: int = 1) -> Tally:
    """Play on the emulated firmware; `bad`: of a thousand bytes so many are spoilt, both ways."""
    with EmulatedBoard(build, pace=Pace.STEPPED) as board:
        return BadLine(build, board, seed).play(turns, bad)
