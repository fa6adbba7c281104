"""`python -m benchmarks.tracking`: hands play games for the tracker; what it made of them.

Each cell of the table is one kind of sensor and one style of hands, over the same games. A game in
which a turn was silently recorded wrong is written as a trace, so that it can become a test.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cache
from pathlib import Path
from typing import Final

from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from board_daemon.garbage import look_no_more_at_what_stays
from board_daemon.hands.games import Turn, random_game, read_games, read_played_turns
from board_daemon.hands.judge import judge_game, judge_trace, write_game
from board_daemon.hands.perform import perform_game
from board_daemon.hands.style import STYLES
from board_daemon.hands.verdict import Verdict, percentile
from board_daemon.rules.position import Position
from firmware_bridge.frames import SensorKind
from firmware_bridge.virtual_sensors import FieldModel

_SENSORS: Final = {
    "presence": (SensorKind.PRESENCE, None),
    "colour": (SensorKind.COLOUR, None),
    "field-1": (SensorKind.FIELD, FieldModel(axes=1)),
    "field-3": (SensorKind.FIELD, FieldModel(axes=3)),
}
"""By name; a field sensor with one axis and one with three are very different things."""
_DATA: Final = Path(__file__).parent.parent / "tests" / "data"
_REAL_GAMES: Final = ("game-13103", "game-15313")
_STORED_SHARE: Final = 5
"""One in so many games is from the stored ones, the others are random."""
_WIDTH: Final = 150


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


@dataclass(slots=True)
class Cell:
    """What came of all games of one sensor and one style."""

    verdict: Verdict = dataclass_field(default_factory=Verdict)
    crashes: list[str] = dataclass_field(default_factory=list)


def main() -> None:
    """Play the games and print the table."""
    options = _options()
    tasks = [
        Task(sensor, style, index, options.seed, options.turns, not options.offline, options.traces)
        for sensor in options.sensor
        for style in options.style
        for index in range(options.games)
    ]
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDTH)
    cells = _play_all(tasks, options.jobs, console)
    console.print(_table(cells, options.games, answered=not options.offline))
    for name, cell in cells.items():
        for crash in cell.crashes:
            console.print(f"{' '.join(name)}: {crash}", style="red", markup=False)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tracking", description=__doc__)
    parser.add_argument("--games", type=int, default=12, help="games in each cell")
    parser.add_argument("--turns", type=int, default=100, help="turns of a random game at most")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--sensor", nargs="+", choices=_SENSORS, default=list(_SENSORS))
    parser.add_argument("--style", nargs="+", choices=STYLES, default=list(STYLES))
    parser.add_argument("--offline", action="store_true", help="nobody answers the board")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--traces", type=Path, default=Path("build/tracking"), help="where failing games go"
    )
    return parser.parse_args()


def _play_all(tasks: Sequence[Task], jobs: int, console: Console) -> dict[tuple[str, str], Cell]:
    cells = {(task.sensor, task.style): Cell() for task in tasks}
    with Progress(console=console) as progress, ProcessPoolExecutor(jobs) as pool:
        bar = progress.add_task("playing", total=len(tasks))
        running = {pool.submit(_play, task): task for task in tasks}
        for done in as_completed(running):
            task = running[done]
            result = done.result()
            cell = cells[task.sensor, task.style]
            if isinstance(result, str):
                cell.crashes.append(result)
            else:
                cell.verdict += result
            progress.advance(bar)
    return cells


def _play(task: Task) -> Verdict | str:
    """One game; the words of an error where one was raised."""
    _prepare()
    turns = _game(task.index, task.seed, task.most_turns)
    rng = random.Random(f"{task.seed} {task.index} {task.style} {task.sensor}")
    style, start = STYLES[task.style], Position.start()
    kind, field = _SENSORS[task.sensor]
    name = f"{task.sensor}-{task.style}-{task.seed}-{task.index}"
    try:
        if task.answered:
            judgement = judge_game(turns, start, kind, style, rng, field)
        else:
            judgement = judge_trace(perform_game(turns, start, kind, style, rng, field))
    # Whatever it is, the other games are to be played.
    except Exception as error:
        return f"{name}: {type(error).__name__}: {error}"
    if judgement.verdict.mistakes:
        task.traces.mkdir(parents=True, exist_ok=True)
        write_game(judgement, task.traces / f"{name}.jsonl")
    return judgement.verdict


@cache
def _prepare() -> None:
    """Once a process, as the daemon does: else the games themselves would be looked through."""
    _stored_games()
    look_no_more_at_what_stays()


def _game(index: int, seed: int, most_turns: int) -> tuple[Turn, ...]:
    if index % _STORED_SHARE == 0:
        stored = _stored_games()
        return stored[index // _STORED_SHARE % len(stored)]
    return random_game(random.Random(f"{seed} {index}"), most_turns)


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
        "lost", "s to\nrecord", "99 %", "ms a change\n99 %", "worst",
    ):  # fmt: skip
        table.add_column(name, justify="right", no_wrap=True)
    last = ""
    for (sensor, style), cell in cells.items():
        if last and sensor != last:
            table.add_section()
        last = sensor
        table.add_row(sensor, style, *_numbers(cell))
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
    )


if __name__ == "__main__":
    main()
