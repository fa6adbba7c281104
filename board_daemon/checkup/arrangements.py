"""Ways in which 64 squares can have been taken for one another, and their names.

An arrangement tells for each square that the square map names (the *supposed* one) which square it
really is. Numbers from a1 = 0 to h8 = 63; a file and a rank from 0 to 7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from types import MappingProxyType
from typing import Final

from board_daemon.languages.sentences import Sentence, said, with_values
from firmware_bridge.squares import SQUARE_COUNT, square_name

SIDE: Final = 8
_FEW_GAPS: Final = 4
Arrangement = Mapping[int, int]
"""Supposed square -> real square; where nothing is known, there is no key."""
Lines = tuple[int, ...]
"""A permutation of the eight files or ranks."""

IN_ORDER: Final[Lines] = tuple(range(SIDE))
_BACKWARDS: Final[Lines] = tuple(reversed(IN_ORDER))


def square_of(file: int, rank: int) -> int:
    """The number of a square."""
    return SIDE * rank + file


@dataclass(frozen=True, slots=True)
class Crossing:
    """An arrangement of a matrix: whole files and whole ranks have changed places.

    The real square on file f and rank r is supposed to be on file `files[f]` and rank `ranks[r]`,
    or, where files and ranks were taken for one another (`is_transposed`), on file `files[r]` and
    rank `ranks[f]`.
    """

    files: Lines
    ranks: Lines
    is_transposed: bool = False

    def supposed(self, real: int) -> int:
        """What a real square is supposed to be."""
        file, rank = real % SIDE, real // SIDE
        if self.is_transposed:
            file, rank = rank, file
        return square_of(self.files[file], self.ranks[rank])

    @property
    def arrangement(self) -> Arrangement:
        """From supposed to real."""
        return _crossed(self)


@lru_cache(maxsize=64)
def _crossed(crossing: Crossing) -> Arrangement:
    return MappingProxyType({crossing.supposed(real): real for real in range(SQUARE_COUNT)})


STRAIGHT: Final = Crossing(IN_ORDER, IN_ORDER)

SYMMETRIES: Final[Mapping[Crossing, str]] = {
    STRAIGHT: "",
    Crossing(_BACKWARDS, _BACKWARDS): said("console.check.half", "turned by half"),
    Crossing(_BACKWARDS, IN_ORDER, is_transposed=True): said(
        "console.check.clockwise", "turned by a quarter, clockwise"
    ),
    Crossing(IN_ORDER, _BACKWARDS, is_transposed=True): said(
        "console.check.anticlockwise", "turned by a quarter, anticlockwise"
    ),
    Crossing(_BACKWARDS, IN_ORDER): said("console.check.left-right", "mirrored, left for right"),
    Crossing(IN_ORDER, _BACKWARDS): said("console.check.near-far", "mirrored, near for far"),
    Crossing(IN_ORDER, IN_ORDER, is_transposed=True): said(
        "console.check.a1-h8", "mirrored along the diagonal from a1 to h8"
    ),
    Crossing(_BACKWARDS, _BACKWARDS, is_transposed=True): said(
        "console.check.a8-h1", "mirrored along the diagonal from a8 to h1"
    ),
}
"""The eight ways to lay a square board, and how the supposed board lies on the real one."""


def to_and_fro(square: int) -> int:
    """The square in its rank as counted from the other end in every second rank."""
    file, rank = square % SIDE, square // SIDE
    return square_of(SIDE - 1 - file, rank) if rank % 2 else square


@dataclass(frozen=True, slots=True)
class StripCourse:
    """An arrangement of a strip: where it begins, which way it runs, and whether to and fro."""

    symmetry: Crossing
    is_other_way: bool
    """Every second line runs the other way than it is supposed to."""

    @property
    def arrangement(self) -> Arrangement:
        """From supposed to real."""
        return _run(self)


@lru_cache(maxsize=64)
def _run(course: StripCourse) -> Arrangement:
    laid = course.symmetry.arrangement
    if not course.is_other_way:
        return laid
    return MappingProxyType({s: laid[to_and_fro(s)] for s in range(SQUARE_COUNT)})


COURSES: Final = tuple(
    StripCourse(symmetry, other) for other, symmetry in product((False, True), SYMMETRIES)
)


def differing(known: Arrangement, regular: Arrangement) -> list[int]:
    """The supposed squares that are known to be elsewhere than a regular arrangement has them."""
    return sorted(square for square, real in known.items() if regular[square] != real)


def nearest_course(known: Arrangement) -> tuple[StripCourse, list[int]]:
    """The course of a strip that fits best, and the supposed squares that it does not explain."""
    return min(
        ((course, differing(known, course.arrangement)) for course in COURSES),
        key=lambda fit: len(fit[1]),
    )


def nearest_crossing(known: Arrangement) -> tuple[Crossing, list[int]]:
    """The crossing of a matrix that fits best, and what it does not explain.

    Every line is where most of its squares are.
    """
    fits = []
    for is_transposed in (False, True):
        files = _voted(known, is_transposed, of_files=True)
        ranks = _voted(known, is_transposed, of_files=False)
        crossing = Crossing(files, ranks, is_transposed)
        fits.append((crossing, differing(known, crossing.arrangement)))
    return min(fits, key=lambda fit: len(fit[1]))


def _voted(known: Arrangement, is_transposed: bool, *, of_files: bool) -> Lines:
    """For each real line the supposed one that most of its squares name."""
    votes: list[Counter[int]] = [Counter() for _ in range(SIDE)]
    for supposed, real in known.items():
        by_file = of_files != is_transposed
        line = real % SIDE if by_file else real // SIDE
        votes[line][supposed % SIDE if of_files else supposed // SIDE] += 1
    lines: list[int | None] = [None] * SIDE
    # Two lines may claim the same where little is known; the one with more votes has it.
    claims = ((count, line, to) for line, vote in enumerate(votes) for to, count in vote.items())
    for _, line, to in sorted(claims, key=lambda claim: -claim[0]):
        if lines[line] is None and to not in lines:
            lines[line] = to
    return completed(lines)


def completed(lines: Sequence[int | None]) -> Lines:
    """A permutation with its gaps filled in the likeliest way: as straight as may be."""
    return completions(lines)[0]


def completions(lines: Sequence[int | None]) -> list[Lines]:
    """All ways to fill the gaps, the straightest first; only that one where there are many gaps."""
    named = {line for line in lines if line is not None}
    gaps = [line for line in range(SIDE) if lines[line] is None]
    missing = [line for line in range(SIDE) if line not in named]
    orders = list(permutations(missing)) if len(gaps) <= _FEW_GAPS else [tuple(missing)]
    filled = []
    for order in orders:
        put = dict(zip(gaps, order, strict=True))
        filled.append(tuple(put.get(line, lines[line] or 0) for line in range(SIDE)))
    return sorted(filled, key=_unrest)


def _unrest(lines: Lines) -> int:
    """How many lines are not where they are in a straight board, or a turned one."""
    return min(
        sum(here != there for here, there in zip(lines, way, strict=True))
        for way in (IN_ORDER, _BACKWARDS)
    )


_FILES_SWAPPED: Final = said("console.check.files-swapped", "files {one} and {other} are swapped")
_FILES_ORDER: Final = said(
    "console.check.files-order", "files {lines} are connected in the order {order}"
)
_RANKS_SWAPPED: Final = said("console.check.ranks-swapped", "ranks {one} and {other} are swapped")
_RANKS_ORDER: Final = said(
    "console.check.ranks-order", "ranks {lines} are connected in the order {order}"
)


def _lines_words(lines: Lines, names: str, swapped: Sentence, in_order: Sentence) -> str:
    """Which files or ranks have changed places; empty where none has.

    `swapped`: what is said of two; `in_order`: of more.
    """
    moved = [line for line in range(SIDE) if lines[line] != line]
    if not moved:
        return ""
    if len(moved) == 2:
        return with_values(swapped, one=names[moved[0]], other=names[moved[1]])
    return with_values(
        in_order,
        lines=" ".join(names[line] for line in moved),
        order=" ".join(names[lines[line]] for line in moved),
    )


def crossing_words(crossing: Crossing) -> list[str]:
    """What is odd about a matrix, in a few phrases: how it lies, and lines that are swapped."""
    symmetry, rest = min(
        (
            (symmetry, _beyond(symmetry, crossing))
            for symmetry in SYMMETRIES
            if symmetry.is_transposed == crossing.is_transposed
        ),
        key=lambda pair: _moved(pair[1]),
    )
    phrases = [
        SYMMETRIES[symmetry],
        _lines_words(rest.files, "abcdefgh", _FILES_SWAPPED, _FILES_ORDER),
        _lines_words(rest.ranks, "12345678", _RANKS_SWAPPED, _RANKS_ORDER),
    ]
    return [phrase for phrase in phrases if phrase]


def _beyond(symmetry: Crossing, crossing: Crossing) -> Crossing:
    """What is left to explain once the board lies as the symmetry says, in real lines."""
    files = tuple(symmetry.files.index(line) for line in crossing.files)
    ranks = tuple(symmetry.ranks.index(line) for line in crossing.ranks)
    return Crossing(ranks, files) if crossing.is_transposed else Crossing(files, ranks)


def _moved(crossing: Crossing) -> int:
    return sum(
        line != moved
        for lines in (crossing.files, crossing.ranks)
        for line, moved in enumerate(lines)
    )


_OTHER_WAY: Final = said("console.check.other-way", "every second line runs the other way")


def course_words(course: StripCourse) -> list[str]:
    """What is odd about the strip's course, in a few phrases."""
    phrases = [
        SYMMETRIES[course.symmetry],
        _OTHER_WAY if course.is_other_way else "",
    ]
    return [phrase for phrase in phrases if phrase]


def single_words(known: Arrangement, regular: Arrangement, odd: Sequence[int]) -> list[str]:
    """The squares that are elsewhere than their lines say: pairs that are swapped, then others."""
    left = list(odd)
    phrases: list[str] = []
    while left:
        square = left.pop(0)
        here, there = regular[square], known[square]
        other = next((s for s in left if regular[s] == there and known[s] == here), None)
        if other is None:
            elsewhere = said(
                "console.check.elsewhere",
                "what should be {here} is {there}",
                here=square_name(here),
                there=square_name(there),
            )
            phrases.append(elsewhere)
        else:
            left.remove(other)
            first, second = map(square_name, sorted((here, there)))
            swapped = said(
                "console.check.swapped", "{one} and {other} are swapped", one=first, other=second
            )
            phrases.append(swapped)
    return phrases
