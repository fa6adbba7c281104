"""The board without colour: letters for the pieces, a pair of marks around every lit square.

White's letters are upper case, Black's lower case; a union joins both with `&`. Nothing here but
ASCII and, where the terminal has them, lines for the grid.
"""

from collections.abc import Mapping
from typing import Final
from unicodedata import normalize

from rich.text import Text

from board_daemon.languages.sentences import said
from board_daemon.lights.roles import Role
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square

MARKS: Final[Mapping[Role, str]] = {
    Role.ORIGIN: "()",
    Role.MOVE: "::",
    Role.UNION: "++",
    Role.TAKEOVER: "><",
    Role.PACO: "**",
    Role.CASTLE: "==",
    Role.LAST: "--",
    Role.SAKO: "!!",
    Role.ASK: "??",
    Role.FIX: "xx",
    Role.PROMOTION: "^^",
    Role.BEST: "##",
    Role.FINE: "~~",
    Role.RISKY: "%%",
    Role.WARNING: "$$",
    Role.OPPONENT: ">>",
    Role.YES: "[]",
    Role.NO: "{}",
    Role.PIECE: "@@",
    Role.CODE: "<>",
    Role.TROUBLE: "''",
}
PUT_HERE: Final = "vv"
"""The marks of a square to fill; `Role.FIX` has those of a square to clear."""

LETTERS: Final = (
    said("console.marks.colours", "Q White, q Black"),
    said("console.marks.united", "Q&q united"),
)

WIDTH: Final = 52
HEIGHT: Final = 18

_MARGIN: Final = "   "
_FILES: Final = _MARGIN + "".join(f"   {file}  " for file in "abcdefgh") + " "


def draw_marked_board(
    position: Position, roles: Mapping[Square, Role], wanted: tuple[Square, ...] = ()
) -> list[Text]:
    """The lines of the board; `wanted` are the squares among the wrong ones that lack a piece."""
    lines = [_border("┌┬┐")]
    for rank in range(7, -1, -1):
        row = f" {rank + 1} │"
        for square in range(8 * rank, 8 * rank + 8):
            role = roles.get(square)
            marks = "  " if role is None else PUT_HERE if square in wanted else MARKS[role]
            row += marks[0] + _pieces(position, square) + marks[1] + "│"
        lines += [row, _border("├┼┤" if rank else "└┴┘")]
    return [Text(line, no_wrap=True, end="") for line in (*lines, _FILES)]


def _border(corners: str) -> str:
    left, middle, right = tuple(corners)
    return _MARGIN + left + middle.join(["─" * 5] * 8) + right


def _pieces(position: Position, square: Square) -> str:
    white, black = position.white_at(square), position.black_at(square)
    if white is not None and black is not None:
        return f"{white.letter}&{black.letter.lower()}"
    letter = white.letter if white is not None else black.letter.lower() if black else " "
    return f" {letter} "


_ASCII: Final = str.maketrans(
    {
        **dict.fromkeys("┌┬┐├┼┤└┴┘", "+"),
        "─": "-",
        "│": "|",
        "Ŝ": "S",
        "ŝ": "s",
        "…": "~",
        "·": "-",
    }
)


def in_ascii(text: Text) -> Text:
    """The text for a terminal that knows no other letters; every cell keeps its place."""
    plain = text.copy()
    plain.plain = "".join(map(_ascii_letter, text.plain.translate(_ASCII)))
    return plain


def _ascii_letter(letter: str) -> str:
    """A letter without its accent; what has no such form stays as it is."""
    bare = normalize("NFKD", letter)[0]
    return bare if bare.isascii() else letter
