"""`python -m benchmarks.opponent`: how well the opponent plays."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.matches import Match, at_random, play_match, playing
from benchmarks.pacos import Found, measure_pacos, positions_of_games
from board_daemon.opponent.levels import BEST, LEVELS, Level, level_numbered

_WIDTH: Final = 100
_NICENESS: Final = 10
_RANDOM: Final = "random turns"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and measure everything; takes hours as it stands, minutes with small numbers."""
    chosen = _parser().parse_args(arguments)
    os.nice(_NICENESS)
    console = Console() if sys.stdout.isatty() else Console(width=_WIDTH)
    progress = Progress(console=Console(stderr=True), transient=True)
    with progress:
        found = _pacos(chosen, progress) if chosen.positions != 0 else []
        matches = _matches(chosen, progress) if chosen.games else []
    if found:
        console.print(pacos_table(found, chosen.seconds))
    if matches:
        console.print(matches_table(matches, chosen.seconds))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make bench-opponent ARGS=...", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of each match")
    parser.add_argument(
        "--positions", type=int, default=None, help="positions of the conformance games; all"
    )
    parser.add_argument(
        "--seconds", type=float, default=BEST.seconds, help="the most that a turn may take"
    )
    parser.add_argument(
        "--levels",
        type=int,
        nargs="*",
        default=[level.number for level in LEVELS[2:]],
        choices=[level.number for level in LEVELS[2:]],
        help="the levels that play against the one two below",
    )
    return parser


def _pacos(chosen: argparse.Namespace, progress: Progress) -> list[Found]:
    positions = positions_of_games(chosen.positions)
    task = progress.add_task("positions", total=len(positions))
    return measure_pacos(
        positions, chosen.seconds, lambda done: progress.update(task, completed=done)
    )


def _matches(chosen: argparse.Namespace, progress: Progress) -> list[Match]:
    matches = [_match((_name(BEST.number), _RANDOM), (BEST, None), chosen, progress)]
    for number in chosen.levels:
        levels = level_numbered(number), level_numbered(number - 2)
        names = _name(number), _name(number - 2)
        matches.append(_match(names, levels, chosen, progress))
    return matches


def _match(
    names: tuple[str, str],
    levels: tuple[Level, Level | None],
    chosen: argparse.Namespace,
    progress: Progress,
) -> Match:
    """One match; no level: random turns."""
    first, second = (playing(level, chosen.seconds) if level else at_random for level in levels)
    task = progress.add_task(" - ".join(names), total=chosen.games)

    def tell(match: Match) -> None:
        score = f"{' - '.join(names)}: {match.won} won, {match.drawn} drawn, {match.lost} lost"
        progress.update(task, completed=match.games, description=score)

    return play_match(names, (first, second), chosen.games, tell)


def _name(number: int) -> str:
    return f"level {number}"


def matches_table(matches: Sequence[Match], seconds: float) -> Table:
    """Every match, seen by the stronger side."""
    table = Table(
        title=f"Matches: at most {seconds:g} s of processor time a turn", title_justify="left"
    )
    for name in ("side", "against"):
        table.add_column(name)
    for name in ("games", "won", "drawn", "lost", "won %", "turns a game"):
        table.add_column(name, justify="right")
    for match in matches:
        percent = f"{100 * match.won / match.games:.0f}"
        length = f"{match.turns / match.games:.0f}"
        numbers = (match.games, match.won, match.drawn, match.lost)
        table.add_row(match.first, match.second, *map(str, numbers), percent, length)
    return table


def pacos_table(found: Sequence[Found], seconds: float) -> Table:
    """What the best level finds in the conformance games."""
    table = Table(title=f"Best level, at most {seconds:g} s a turn", title_justify="left")
    table.add_column("what")
    for name in ("positions", "right", "%", "not known", "slowest, s"):
        table.add_column(name, justify="right")
    for each in found:
        percent = f"{100 * each.right / each.asked:.1f}" if each.asked else "-"
        numbers = (str(each.asked), str(each.right), percent, str(each.unknown))
        table.add_row(each.kind, *numbers, f"{each.slowest:.2f}")
    return table


if __name__ == "__main__":
    main()
