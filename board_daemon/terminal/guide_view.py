"""The screen beside a board that is being checked: the lights, what is asked, how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from board_daemon.lights.frame import Glow
from board_daemon.lights.palette import hex_of
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.terminal import marks
from board_daemon.terminal.board import BoardSize, draw_board
from board_daemon.terminal.panel import Paint, Room, in_lines

_BAR: Final = 24
_WIDTH: Final = 72
_LINES: Final = 2
_BELOW: Final = 6
"""Lines below the board: a free one, two of words, a note, the bar, the keys."""


@dataclass(frozen=True, slots=True)
class GuidePicture:
    """What there is to show."""

    words: str
    note: str
    progress: float
    """0 to 1."""
    hint: str
    glows: Mapping[Square, Glow]
    """What every light shows."""
    position: Position
    """What stands on the board, as far as that is known."""


def position_of(white: bytes, black: bytes) -> Position:
    """A position only to be drawn: nobody plays on it."""
    return Position(white, black, Color.WHITE, 0, 0, None)


def guide_lines(picture: GuidePicture, room: Room) -> list[Text]:
    """The screen, line by line."""
    board = _board(picture, room)
    # Long words go on beside the board's edge before they would be cut.
    width = room.width if len(picture.words) > _LINES * _WIDTH else min(_WIDTH, room.width)
    words = in_lines(picture.words, width)[:_LINES]
    below = [
        Text(),
        *(Text(line, "bold") for line in words),
        Text(picture.note, "yellow"),
        _bar(picture.progress),
        Text(picture.hint, "dim"),
    ]
    for line in below:
        line.truncate(room.width, overflow="ellipsis")
    lines = [*board, *below]
    if room.paint == Paint.ASCII_MARKS:
        lines = [marks.in_ascii(line) for line in lines]
    return lines


def _board(picture: GuidePicture, room: Room) -> list[Text]:
    """The board where there is room for it, in the colours that there are."""
    size = BoardSize.SMALL.value
    fits = room.height >= size.height + _BELOW and room.width >= size.width
    if not fits:
        return []
    if room.has_colours:
        return draw_board(picture.position, picture.glows, wood=room.wood)
    return _plain_board(picture.glows)


def _plain_board(glows: Mapping[Square, Glow]) -> list[Text]:
    lines = []
    for rank in range(7, -1, -1):
        squares = range(8 * rank, 8 * rank + 8)
        lit = ("#" if glows.get(s, _DARK).level > _FAINT else "." for s in squares)
        lines.append(Text(f"{rank + 1}  {'  '.join(lit)}"))
    return [*lines, Text(f"   {'  '.join('abcdefgh')}")]


_DARK: Final = Glow((0, 0, 0), 0.0)
_FAINT: Final = 0.2


def _bar(progress: float) -> Text:
    done = round(progress * _BAR)
    bar = Text("━" * done, hex_of((0, 160, 90)))
    return bar + Text("─" * (_BAR - done) + f" {progress:.0%}", "dim")
