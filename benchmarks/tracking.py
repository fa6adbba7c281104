"""`python -m benchmarks.tracking`: hands play games for the tracker; what it made of them.

Each cell of the table is one kind of sensor and one style of hands, over the same games. Faults of
the board belong to some styles, and may be added to any. A game that went wrong is written as a
trace, so that it can become a test: one with a turn recorded wrong or not at all, one that was
lost, one in which the tracker raised an error. `pacoboard infer --parts` replays it.

The last column is the pace of the machine in that row, by which its times are to be read.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cache, partial
from pathlib import Path
from typing import Final

from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.measure import pace
from board_daemon.garbage import clear_up_between_games, look_no_more_at_what_stays
from board_daemon.hands.games import Turn, random_game, read_games, read_played_turns
from board_daemon.hands.judge import (
    Bench,
    Judgement,
    TrackerFailedError,
    judge_game,
    judge_trace,
    write_parts,
)
from board_daemon.hands.perform import PerformedGame, perform_game
from board_daemon.hands.style import STYLES, HandStyle
from board_daemon.hands.verdict import Verdict, percentile
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.position import Position
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorKind
from firmware_bridge.virtual_sensors import FieldModel

_SENSORS: Final = {
    "presence": (SensorKind.PRESENCE, None),
    "colour": (SensorKind.COLOUR, None),
    "colour-3": (SensorKind.THREE_WAY, None),
    "field-1": (SensorKind.FIELD, FieldModel(axes=1)),
    "field-3": (SensorKind.FIELD, FieldModel(axes=3)),
}
"""By name; to `colour-3` and `field-1`, one axis, a union looks as if nobody stood there."""
_DATA: Final = Path(__file__).parent.parent / "tests" / "data"
_REAL_GAMES: Final = ("game-13103", "game-15313")
_MIX: Final = 5
"""Of so many games the first is a stored one and the last seeks what is rare; others are random."""
_RARE_STARTS: Final = tuple(
    map(
        parse_fen,
        (
            # All pieces are there, and all four castlings may be played.
            "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w 2 AHah - -",
            # The same, and pawns that are about to pass each other.
            "r3k2r/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/R3K2R w 0 AHah - -",
        ),
    )
)
_FAULTS: Final[dict[str, Callable[[HandStyle], HandStyle]]] = {
    "dead": lambda style: replace(style, dead_squares=1),
    "stuck": lambda style: replace(style, stuck_squares=1),
    "welded": lambda style: replace(style, welded_squares=1),
    "dying": lambda style: replace(style, dying_squares=1),
    "welding": lambda style: replace(style, welding_squares=1),
    "sticking": lambda style: replace(style, sticking_squares=1),
    "loose": lambda style: replace(style, loose_contacts=1),
    "weak": lambda style: replace(style, weak_magnets=1),
    "missed": lambda style: replace(style, missed=0.01),
}
"""What may be wrong with the board, whoever plays on it."""
_WIDTH: Final = 150
_PLAIN: Final = partial(Tracker, settings=TrackerSettings(asks_of_parts=False))
"""Tracks as `pacoboard infer` does without `--parts`."""


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played."""

    sensor: str
    """One of `_SENSORS`."""
    style: str
    index: int
    seed: int
    most_turns: int
    answered: bool
    traces: Path
    faults: tuple[str, ...] = ()
    """Of `_FAULTS`, besides those of the style."""
    plain: bool = False
    """Whether the tracker asks of squares alone, as `pacoboard infer` does without `--parts`."""

    @property
    def name(self) -> str:
        """Tells it from all others."""
        return f"{self.sensor}-{self.hands}-{self.seed}-{self.index}"

    @property
    def hands(self) -> str:
        """Its row of the table: the style, what is wrong with the board, and how it asks."""
        hands = "+".join((self.style, *self.faults))
        return f"{hands}+plain" if self.plain else hands

    def hand_style(self) -> HandStyle:
        """How it is played, and what is wrong with the board."""
        style = STYLES[self.style]
        for fault in self.faults:
            style = _FAULTS[fault](style)
        return style


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one game."""

    verdict: Verdict | None
    """None where an error was raised."""
    crash: str = ""
    """The words of that error."""
    trace: Path | None = None
    """Where the game was written, if it went wrong."""
    pace: float = 0.0
    """Milliseconds that a million additions took when it was over; see `measure.pace`."""


@dataclass(slots=True)
class Cell:
    """What came of all games of one row of the table."""

    verdict: Verdict = dataclass_field(default_factory=Verdict)
    crashes: list[str] = dataclass_field(default_factory=list)
    written: int = 0
    """How many games went wrong, and were written as traces."""
    paces: list[float] = dataclass_field(default_factory=list)
    """Of the machine, after each game."""

    def add(self, outcome: Outcome) -> None:
        """Count one more game."""
        if outcome.verdict is None:
            self.crashes.append(outcome.crash)
        else:
            self.verdict += outcome.verdict
            self.paces.append(outcome.pace)
        self.written += outcome.trace is not None


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games and print the table."""
    options = _options(arguments)
    tasks = [
        Task(
            sensor,
            style,
            index,
            options.seed,
            options.turns,
            answered=not options.offline,
            traces=options.traces,
            faults=tuple(options.faults),
            plain=options.plain,
        )
        for sensor in options.sensor
        for style in options.style
        for index in range(options.games)
    ]
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDTH)
    cells = _play_all(tasks, options.jobs, console)
    console.print(_table(cells, options.games, answered=not options.offline))
    for cell in cells.values():
        for crash in cell.crashes:
            console.print(crash, style="red", markup=False)
    written = sum(cell.written for cell in cells.values())
    if written:
        console.print(f"Games that went wrong: {written}, as traces in {options.traces}")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tracking", description=__doc__)
    parser.add_argument("--games", type=int, default=12, help="games in each cell")
    parser.add_argument("--turns", type=int, default=100, help="turns of a random game at most")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--sensor", nargs="+", choices=_SENSORS, default=list(_SENSORS))
    parser.add_argument("--style", nargs="+", choices=STYLES, default=list(STYLES))
    parser.add_argument(
        "--faults", nargs="+", choices=_FAULTS, default=(), help="whoever plays; see also --style"
    )
    parser.add_argument(
        "--plain", action="store_true", help="ask of squares alone, as infer does without --parts"
    )
    parser.add_argument("--offline", action="store_true", help="nobody answers the board")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--traces", type=Path, default=Path("build/tracking"), help="where failing games go"
    )
    return parser.parse_args(arguments)


def _play_all(tasks: Sequence[Task], jobs: int, console: Console) -> dict[tuple[str, str], Cell]:
    cells = {(task.sensor, task.hands): Cell() for task in tasks}
    with Progress(console=console) as progress, ProcessPoolExecutor(jobs) as pool:
        bar = progress.add_task("playing", total=len(tasks))
        running = {pool.submit(play, task): task for task in tasks}
        for done in as_completed(running):
            task = running[done]
            cells[task.sensor, task.hands].add(done.result())
            progress.advance(bar)
    return cells


def play(task: Task) -> Outcome:
    """Play one game, and write it down if it went wrong."""
    try:
        judgement = _judge(task)
    except TrackerFailedError as error:
        return Outcome(None, f"{task.name}: {error}", _written(task, [error.performed]))
    # Whatever it is, the other games are to be played.
    except Exception as error:
        return Outcome(None, f"{task.name}: {type(error).__name__}: {error}")
    failed = judgement.verdict.has_failed
    trace = _written(task, judgement.parts) if failed else None
    return Outcome(judgement.verdict, trace=trace, pace=pace())


def _judge(task: Task) -> Judgement:
    _prepare()
    clear_up_between_games()
    start, turns = game_to_play(task.index, task.seed, task.most_turns)
    rng = random.Random(f"{task.seed} {task.index} {task.hands} {task.sensor}")
    style = task.hand_style()
    kind, field = _SENSORS[task.sensor]
    bench = Bench(_PLAIN if task.plain else Tracker)
    if task.answered:
        return judge_game(turns, start, kind, style, rng, field, bench=bench)
    return judge_trace(perform_game(turns, start, kind, style, rng, field), bench)


def _written(task: Task, parts: Sequence[PerformedGame]) -> Path:
    """Where the game now lies as a trace."""
    task.traces.mkdir(parents=True, exist_ok=True)
    trace = task.traces / f"{task.name}.jsonl"
    write_parts(parts, trace)
    return trace


@cache
def _prepare() -> None:
    """Once a process, as the daemon does: else the games themselves would be looked through."""
    _stored_games()
    look_no_more_at_what_stays()


def game_to_play(index: int, seed: int, most_turns: int) -> tuple[Position, tuple[Turn, ...]]:
    """Where a game of the benchmark begins, and its turns."""
    start, rng = Position.start(), random.Random(f"{seed} {index}")
    number, kind = divmod(index, _MIX)
    if kind == 0:
        stored = _stored_games()
        return start, stored[number % len(stored)]
    if kind < _MIX - 1:
        return start, random_game(rng, most_turns)
    start = _RARE_STARTS[number % len(_RARE_STARTS)]
    return start, random_game(rng, most_turns, start, seeks_rare=True)


@cache
def _stored_games() -> tuple[tuple[Turn, ...], ...]:
    real = [read_played_turns(_DATA / "traces" / f"{name}.turns.jsonl") for name in _REAL_GAMES]
    return (*real, *read_games(_DATA / "conformance" / "games.jsonl.gz"))


def _table(cells: dict[tuple[str, str], Cell], games: int, *, answered: bool) -> Table:
    how = "somebody answers" if answered else "nobody answers"
    title = f"Tracking: {games} games in each row, {how}"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for name in ("sensor", "hands"):
        table.add_column(name, no_wrap=True)
    for name in (
        "turns", "wrong", "wrong\na 100", "asked\na 100", "put right\na 100", "not\nrecorded",
        "lost", "s to\nrecord", "99 %", "ms a change\n99 %", "worst", "ms of 1 M\nadditions",
    ):  # fmt: skip
        table.add_column(name, justify="right", no_wrap=True)
    last = ""
    for (sensor, hands), cell in cells.items():
        if last and sensor != last:
            table.add_section()
        last = sensor
        table.add_row(sensor, hands, *_numbers(cell))
    return table


def _numbers(cell: Cell) -> tuple[str, ...]:
    verdict = cell.verdict
    return (
        f"{verdict.turns:,}",
        str(verdict.wrong),
        f"{verdict.per_hundred(verdict.wrong):.2f}",
        f"{verdict.per_hundred(verdict.asked):.1f}",
        f"{verdict.per_hundred(verdict.restores):.1f}",
        str(verdict.missing),
        str(verdict.lost),
        f"{percentile(verdict.delays, 0.5):.2f}",
        f"{percentile(verdict.delays, 0.99):.2f}",
        f"{1000 * verdict.percentile(0.99):.1f}",
        f"{1000 * verdict.worst:.1f}",
        f"{percentile(cell.paces, 0.5):.0f}",
    )


if __name__ == "__main__":
    main()
