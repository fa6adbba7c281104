"""Runs of squares: `a1-h1` stands for the eight from a1 to h1, `h2-a2` for rank 2 backwards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_RUN = re.compile(r"([a-h])([1-8])-([a-h])([1-8])")


def expand_run(run: str) -> tuple[str, ...]:
    """Return the squares of a run; raise ValueError unless it goes along one rank or one file."""
    match = _RUN.fullmatch(run)
    if match is None:
        raise ValueError(f"expected a run of squares like a1-h1, saw {run!r}")
    first_file, first_rank, last_file, last_rank = match.groups()
    if first_file == last_file:
        return tuple(f"{first_file}{rank}" for rank in _letters(first_rank, last_rank))
    if first_rank == last_rank:
        return tuple(f"{file}{first_rank}" for file in _letters(first_file, last_file))
    raise ValueError(f"expected a run along one rank or one file, saw {run!r}")


def check_every_square_once(squares: Iterable[str], what: str) -> None:
    """Raise ValueError naming the squares that `what` (sensors, LEDs) lacks or has twice."""
    counts = Counter(squares)
    board = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
    missing = [square for square in board if square not in counts]
    twice = [square for square in board if counts[square] > 1]
    if missing or twice:
        problems = [
            *([f"no {what} for {', '.join(missing)}"] if missing else []),
            *([f"more than one for {', '.join(twice)}"] if twice else []),
        ]
        raise ValueError(f"expected one {what} for each square, saw {' and '.join(problems)}")


def _letters(first: str, last: str) -> Iterable[str]:
    step = 1 if first <= last else -1
    return (chr(code) for code in range(ord(first), ord(last) + step, step))
