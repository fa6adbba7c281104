"""Board, turns, words and what the lights mean, set out in the room that there is."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from textwrap import wrap
from typing import Final

from rich.color import Color as RichColor
from rich.console import Console
from rich.style import Style
from rich.text import Text

from board_daemon.languages.sentences import said
from board_daemon.languages.speaking import spoken, spoken_apart
from board_daemon.lights.frame import FROM_ZERO, Timing, glows_at
from board_daemon.lights.palette import STANDARD, Palette
from board_daemon.lights.roles import Role, fix_pair, roles_for
from board_daemon.lights.signal import signal_of
from board_daemon.rules.ends import Result, agreement
from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status
from board_daemon.terminal import marks
from board_daemon.terminal.board import BoardSize, draw_board
from board_daemon.terminal.ends import end_words
from board_daemon.terminal.turn_list import LEAST_WIDTH, turn_lines
from board_daemon.terminal.wood import FINE_WOOD, PLAIN_WOOD, Wood
from board_daemon.terminal.words import (
    NO_NAMES,
    PUT_HERE_WORD,
    ROLE_WORDS,
    Names,
    status_words,
)
from board_daemon.tracking.view import BoardView

TITLE: Final = "Paco Ŝako"

_GAP: Final = 3
_LINES_BELOW: Final = 4
"""A free line, the words, the legend and the hint."""
_MOST_SPARE: Final = 2
"""So many lines more may the words and the legend take up where there is room for them."""


class Paint(Enum):
    """What the terminal can show."""

    COLOUR = auto()
    FEW_COLOURS = auto()
    """256 of them."""
    MARKS = auto()
    """No colours: marks tell the lights, letters the pieces."""
    ASCII_MARKS = auto()
    """Marks for a terminal that knows no letters beyond ASCII either."""


_PAINTS: Final[dict[str | None, Paint]] = {
    "truecolor": Paint.COLOUR,
    "256": Paint.FEW_COLOURS,
}


@dataclass(frozen=True, slots=True)
class Room:
    """The size of the terminal in cells, and what it can show."""

    width: int
    height: int
    paint: Paint

    @staticmethod
    def of(console: Console) -> "Room":
        """The room that a console offers now."""
        width, height = console.size
        if not console.encoding.lower().startswith("utf"):
            return Room(width, height, Paint.ASCII_MARKS)
        system = None if console.no_color else console.color_system
        return Room(width, height, _PAINTS.get(system, Paint.MARKS))

    @property
    def has_colours(self) -> bool:
        """Whether the board is drawn in colour."""
        return self.paint in (Paint.COLOUR, Paint.FEW_COLOURS)

    @property
    def wood(self) -> Wood:
        """What the board is made of where it is drawn in colour."""
        return FINE_WOOD if self.paint == Paint.COLOUR else PLAIN_WOOD


@dataclass(frozen=True, slots=True)
class Score:
    """The game so far, beside the board."""

    turns: Sequence[str] = ()
    """In notation, the first one first."""
    status: Status = Status.RUN
    first: Color = Color.WHITE
    """Who played the first turn."""
    names: Names = NO_NAMES
    agreed: Result | None = None
    """The result on which the players agreed."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.agreed is not None or self.status.is_over

    def headline(self, view: BoardView) -> str:
        """The one line that says how things stand."""
        if self.agreed is not None:
            return end_words(agreement(self.agreed), self.names.white, self.names.black)
        return status_words(view, self.status, self.names)


EMPTY_SCORE: Final = Score()


def board_panel(
    view: BoardView,
    t: float,
    room: Room,
    score: Score = EMPTY_SCORE,
    timing: Timing = FROM_ZERO,
    palette: Palette = STANDARD,
    hint: str = "",
) -> list[Text]:
    """All that is shown at `t` seconds, line by line; `hint` is a quiet last line."""
    size, with_list = _fitting(room)
    board = _board(view, t, room, size, timing, palette)
    width, height = board[0].cell_len, len(board) + _LINES_BELOW
    if room.width < width or room.height < height:
        return _without_board(score.headline(view), (width, height), room, hint)
    if with_list:
        explained = () if room.has_colours else marks.LETTERS
        board = _beside(board, score, min(room.width - width - _GAP, 44), explained)
        width = max(line.cell_len for line in board)
    below = _below(view, room, score.headline(view), palette, hint, room.height - len(board))
    width = max(width, *(line.cell_len for line in below[:-1]))
    margin = max(0, (room.width - width) // 2)
    lines = [_indented(line, margin, room.width) for line in (*board, *below)]
    if room.paint == Paint.ASCII_MARKS:
        lines = [marks.in_ascii(line) for line in lines]
    return lines


def _below(
    view: BoardView, room: Room, headline: str, palette: Palette, hint: str, height: int
) -> list[Text]:
    """What stands below the board: the words and the legend, in two lines where they are long.

    With a hint there are always as many lines, so that the board does not jump.
    """
    spare = min(height - _LINES_BELOW, _MOST_SPARE)
    words = [Text(line, "bold") for line in in_lines(headline, room.width)][: 1 + spare]
    legend = _legend(view, room, palette)[: 2 + spare - len(words)]
    rest = spare + 2 - len(words) - len(legend) if hint else 0
    return [Text(), *words, *legend, *[Text()] * rest, Text(hint, "dim")]


def in_lines(words: str, width: int) -> list[str]:
    """Words in lines of at most so many cells; one empty line where nothing is said."""
    return wrap(words, max(1, width)) or [""]


def _without_board(headline: str, needed: tuple[int, int], room: Room, hint: str) -> list[Text]:
    """What can be said where there is no room for the board, the most important first."""
    small = said(
        "console.small",
        "The board needs a window of {columns} by {lines} characters, "
        "this one has {width} by {height}.",
        columns=needed[0],
        lines=needed[1],
        width=room.width,
        height=room.height,
    )
    told = ((headline, "bold"), (spoken(small), "dim"), (hint, "dim"))
    lines = [Text(row, style) for words, style in told for row in in_lines(words, room.width)]
    if room.paint == Paint.ASCII_MARKS:
        lines = [marks.in_ascii(line) for line in lines]
    return [_indented(line, 0, room.width) for line in lines[: room.height]]


def _fitting(room: Room) -> tuple[BoardSize, bool]:
    """The largest board for the room, and whether the turns find room beside it."""
    list_width = _GAP + LEAST_WIDTH
    if not room.has_colours:
        return BoardSize.SMALL, room.width >= marks.WIDTH + list_width
    large = BoardSize.LARGE.value
    fits = room.height >= large.height + _LINES_BELOW and room.width >= large.width + list_width
    size = BoardSize.LARGE if fits else BoardSize.SMALL
    return size, room.width >= size.value.width + list_width


def _board(
    view: BoardView, t: float, room: Room, size: BoardSize, timing: Timing, palette: Palette
) -> list[Text]:
    if room.has_colours:
        lifted = view.hand.origin if view.hand is not None else None
        glows = glows_at(view, t, palette, timing)
        return draw_board(view.position, glows, lifted, size, room.wood)
    return marks.draw_marked_board(view.position, roles_for(view), _wanted(view))


def _wanted(view: BoardView) -> tuple[Square, ...]:
    return tuple(wrong.square for wrong in fix_pair(view) if wrong.wants_piece)


def _beside(board: list[Text], score: Score, width: int, explained: Sequence[str]) -> list[Text]:
    """The board's lines with the turns to their right."""
    column = [
        Text(),
        Text(TITLE, "bold"),
        *(Text(line, "dim") for line in map(spoken_apart, explained)),
        Text(),
    ]
    column += turn_lines(score.turns, width, len(board) - len(column), score.first)
    column += [Text()] * (len(board) - len(column))
    return [line + Text(" " * _GAP) + beside for line, beside in zip(board, column, strict=True)]


def _legend(view: BoardView, room: Room, palette: Palette) -> list[Text]:
    """What the lights that are lit mean, each named once, in lines."""
    wanted = _wanted(view)
    named: dict[str, tuple[Role, Square]] = {}
    for square, role in roles_for(view).items():
        word = PUT_HERE_WORD if square in wanted else ROLE_WORDS[role]
        named.setdefault(word, (role, square))
    lines = [Text()]
    for word, (role, square) in named.items():
        entry = Text()
        if room.has_colours:
            color = signal_of(role, square, view, palette)[0].color
            chip = Style(
                color=RichColor.from_rgb(*color), bgcolor=RichColor.from_rgb(*room.wood.oak)
            )
            entry.append(" ■ ", chip)
        else:
            pair = marks.PUT_HERE if word == PUT_HERE_WORD else marks.MARKS[role]
            entry.append(" ".join(pair))
        entry.append(f" {spoken_apart(word)}", "dim" if room.has_colours else "")
        if lines[-1] and lines[-1].cell_len + 2 + entry.cell_len > room.width:
            lines.append(Text())
        lines[-1] += Text("  ") + entry if lines[-1] else entry
    return lines


def _indented(line: Text, margin: int, width: int) -> Text:
    indented = Text(" " * margin, no_wrap=True, end="")
    indented.append_text(line)
    indented.truncate(width, overflow="ellipsis")
    return indented
