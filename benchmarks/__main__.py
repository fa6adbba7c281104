"""`python -m benchmarks`: the speed tables."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from benchmarks.explanation import TraceRow, measure_traces
from benchmarks.games import measure_games
from benchmarks.measure import Timing
from benchmarks.rules import Row, measure_rules
from benchmarks.yardstick import measure_yardstick

_TIMES = ("median", "99 %", "worst")
_WIDTH = 100
"""Where there is no terminal to say how wide it is."""


def main() -> None:
    """Measure and print everything; takes about a minute."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDTH)
    with console.status("measuring the rules"):
        rows, yardstick = measure_rules(), measure_yardstick()
    console.print(rules_table(rows, yardstick))
    if yardstick is None:
        console.print("No yardstick: python-chess is not installed (make bench installs it).\n")
    with console.status("measuring import and analysis"):
        game_rows = measure_games()
    console.print(games_table(game_rows))
    with console.status("measuring the tracker"):
        trace_rows = measure_traces()
    console.print(traces_table(trace_rows))


def rules_table(rows: list[Row], yardstick: Timing | None) -> Table:
    """Each question on its positions, and how its median compares to the yardstick's."""
    table = _table("Rules: microseconds a position", ("question", "positions"), "x yardstick")
    for row in rows:
        ratio = f"{row.timing.median / yardstick.median:.2f}" if yardstick is not None else "-"
        table.add_row(row.question, row.positions, *_numbers(row.timing), ratio)
    if yardstick is not None:
        table.add_section()
        table.add_row("python-chess legal_moves", "random chess", *_numbers(yardstick), "1.00")
    return table


def games_table(rows: list[Row]) -> Table:
    """Each thing done with whole games."""
    table = Table(title="Games: milliseconds a game", title_justify="left")
    for name in ("what", "games"):
        table.add_column(name)
    for name in ("number", "median", "worst"):
        table.add_column(name, justify="right")
    for row in rows:
        median, worst = (f"{time / 1000:,.1f}" for time in (row.timing.median, row.timing.worst))
        table.add_row(row.question, row.positions, str(row.timing.count), median, worst)
    return table


def traces_table(rows: list[TraceRow]) -> Table:
    """Each kind of trace, per line and per turn."""
    table = _table("Traces: microseconds a line", ("sensor, handling",), "a turn")
    for row in rows:
        table.add_row(row.name, *_numbers(row.timing), f"{row.per_turn:,.0f}")
    return table


def _table(title: str, names: tuple[str, ...], last: str) -> Table:
    table = Table(title=title, title_justify="left")
    for name in names:
        table.add_column(name)
    for name in ("number", *_TIMES, last):
        table.add_column(name, justify="right")
    return table


def _numbers(timing: Timing) -> tuple[str, ...]:
    times = (timing.median, timing.p99, timing.worst)
    return (str(timing.count), *(f"{time:,.0f}" for time in times))


if __name__ == "__main__":
    main()
