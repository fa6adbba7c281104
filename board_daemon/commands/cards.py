"""A position with what belongs to it, as several commands print it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from board_daemon.rules.position import Position
    from board_daemon.terminal.panel import Room

WIDEST: Final = 96
"""Longer lines are hard to read."""


def print_lines(lines: Iterable[Text], console: Console, room: Room) -> None:
    """Print lines as they are, with marks in ASCII where the terminal has no others."""
    from board_daemon.terminal.marks import in_ascii
    from board_daemon.terminal.panel import Paint

    for line in lines:
        shown = in_ascii(line) if room.paint == Paint.ASCII_MARKS else line
        shown.end = "\n"
        console.print(shown, soft_wrap=True)


def board_lines(position: Position, room: Room) -> list[Text]:
    """A position, in colours or by marks."""
    from board_daemon.terminal.board import draw_board
    from board_daemon.terminal.marks import draw_marked_board

    if room.has_colours:
        return draw_board(position, {}, wood=room.wood)
    lines = draw_marked_board(position, {})
    for line in lines:
        line.rstrip()
    return lines
