"""The turns so far in notation, two columns, the newest at the bottom."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from board_daemon.rules.pieces import Color

LEAST_WIDTH: Final = 24

_NUMBER_WIDTH: Final = 5
_NOT_HERE: Final = "…"
"""Stands for a turn that is not in this row: played before the game began, or a row above."""


def turn_lines(
    turns: Sequence[str], width: int, height: int, first: Color = Color.WHITE
) -> list[Text]:
    """At most `height` lines of at most `width` cells; `first` played the first turn."""
    plies = [*turns] if first == Color.WHITE else [_NOT_HERE, *turns]
    rows: list[Text] = []
    for index in range(0, len(plies), 2):
        is_newest = index + 2 >= len(plies)
        rows += _pair(f"{index // 2 + 1:>3}", plies[index : index + 2], width, is_newest)
    return rows[-height:] if height > 0 else []


def _pair(number: str, pair: Sequence[str], width: int, is_newest: bool) -> Iterator[Text]:
    """One row, or two where the turns are too long to stand side by side."""
    room = width - _NUMBER_WIDTH
    column = room // 2
    white, *black = pair
    if not black:
        yield _row(number, [(white, room)], is_newest)
    elif len(white) < column and len(black[0]) <= room - column:
        yield _row(number, [(white, column), (black[0], room - column)], is_newest)
    else:
        column = max(2, min(column, room - len(black[0])))
        yield _row(number, [(white, room)], False)
        yield _row("", [(_NOT_HERE, column), (black[0], room - column)], is_newest)


def _row(number: str, cells: Sequence[tuple[str, int]], is_newest: bool) -> Text:
    row = Text(no_wrap=True, end="")
    row.append(number.ljust(_NUMBER_WIDTH), "dim")
    for index, (turn, width) in enumerate(cells):
        is_last = index == len(cells) - 1
        style = "bold" if is_newest and is_last else "dim" if turn == _NOT_HERE else ""
        row.append(_clipped(turn, width).ljust(0 if is_last else width), style)
    return row


def _clipped(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
