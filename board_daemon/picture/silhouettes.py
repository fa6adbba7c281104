"""The drawings of the six pieces, one calm family in half profile, in a box of 100 by 100.

y runs downwards, every piece stands on y = 92 and looks to the right, mirrored to the left. Each is
a robe, a head, and a collar between them; the front of the robe is hollow, so that two who face
each other fit together. Only in a union an arm is seen. The page draws from the same shapes:
`python -m board_daemon.picture` writes them down for it.
"""

import json
from typing import Final

from board_daemon.rules.pieces import Color, PieceType

BOX: Final = 100.0
FLOOR: Final = 92.0

_NECKS: Final = {
    PieceType.PAWN: 50.0,
    PieceType.ROOK: 46.0,
    PieceType.KNIGHT: 54.0,
    PieceType.BISHOP: 47.0,
    PieceType.QUEEN: 45.0,
    PieceType.KING: 45.0,
}
"""Where the collar sits: a taller head goes with a longer robe."""

_ROUND: Final = 0.5523
"""How far the handles of a curve reach that draws a quarter of a circle of radius 1."""


def shapes(piece: PieceType) -> tuple[str, ...]:
    """The closed outlines of a piece, each drawn over the one before: robe, head, collar."""
    neck = _NECKS[piece]
    return (_robe(neck), *_HEADS[piece], _collar(neck))


def line(piece: PieceType) -> str:
    """A line on the head that helps to know it: a mitre's slit, an eye; empty if it has none."""
    return _LINES.get(piece, "")


def arm(color: Color) -> str:
    """The arm around the partner, open at the shoulder: White's lies higher, Black's lower."""
    return _ARMS[color]


def module_for_the_page() -> str:
    """All drawings as the JavaScript module `board_daemon/web/static/outlines.js`."""
    pieces = {piece.letter: {"shapes": shapes(piece), "line": line(piece)} for piece in _NECKS}
    arms = {color.letter: arm(color) for color in Color}
    return (
        "// Written by `python -m board_daemon.picture`; the drawings are in its silhouettes.py.\n"
        f"export const PIECES = {json.dumps(pieces, indent=1)};\n"
        f"export const ARMS = {json.dumps(arms, indent=1)};\n"
    )


def _robe(neck: float) -> str:
    y = neck
    return (
        f"M40 {y:g} C31 {y + 7:g} 28 {y + 19:g} 22 82 C18.5 83.5 17 87 17 92 L82 92"
        f" C82 87 80 83.5 76 82 C65 78 57 {y + 27:g} 61 {y + 17:g}"
        f" C63 {y + 13:g} 66 {y + 11:g} 65.5 {y + 6:g} C65 {y + 3:g} 62 {y + 1:g} 59 {y:g} Z"
    )


def _collar(neck: float) -> str:
    top, foot = f"{neck - 3:g}", f"{neck + 3:g}"
    return (
        f"M36.5 {top} L64 {top} C67.5 {top} 67.5 {foot} 64 {foot}"
        f" L36.5 {foot} C33 {foot} 33 {top} 36.5 {top} Z"
    )


def _ball(x: float, y: float, radius: float) -> str:
    handle = radius * _ROUND
    left, right, top, foot = x - radius, x + radius, y - radius, y + radius
    return (
        f"M{x:g} {top:g} C{x + handle:g} {top:g} {right:g} {y - handle:g} {right:g} {y:g}"
        f" C{right:g} {y + handle:g} {x + handle:g} {foot:g} {x:g} {foot:g}"
        f" C{x - handle:g} {foot:g} {left:g} {y + handle:g} {left:g} {y:g}"
        f" C{left:g} {y - handle:g} {x - handle:g} {top:g} {x:g} {top:g} Z"
    )


_HEADS: Final = {
    PieceType.PAWN: (_ball(51, 34, 14.5),),
    PieceType.ROOK: (
        "M38 45 L39 36 C35 35 33.5 33 33.5 29.5 L33.5 16 L41.5 16 L41.5 22 L47.3 22 L47.3 16"
        " L55.7 16 L55.7 22 L61.5 22 L61.5 16 L69.5 16 L69.5 29.5 C69.5 33 68 35 64 36 L63 45 Z",
    ),
    PieceType.KNIGHT: (
        "M36 54 C30 38 33 21 47 13.5 L47 4.5 C53 6.5 56.5 10.5 58 14.5 C64 16.5 68.5 21 71 28"
        " C72.5 33 77.5 38 78.5 43 C79.5 49 74 53 69 51 C65 49 62.5 48.5 60 50"
        " C57.5 51.5 57.5 52.5 58.5 54 Z",
    ),
    PieceType.BISHOP: ("M41 46 C31 36 36 24 54 12 C69 24 72 36 61 46 Z", _ball(54, 9.5, 4.6)),
    PieceType.QUEEN: (
        "M39 44 L31 22 L41 29 L44 15 L51.5 27 L59 14 L62.5 28.5 L73 20.5 L64 44 Z",
        _ball(31, 20, 3.8),
        _ball(43.6, 12.5, 3.8),
        _ball(59.4, 11.8, 3.8),
        _ball(73.4, 18.5, 3.8),
    ),
    PieceType.KING: (
        "M48.3 25 L48.3 15.5 L42 15.5 L42 9 L48.3 9 L48.3 2.5 L55.3 2.5 L55.3 9 L61.6 9"
        " L61.6 15.5 L55.3 15.5 L55.3 25 Z",
        "M40 44 C26 36 28 21.5 40 21.5 C45.5 21.5 50 24 51.8 28.5"
        " C53.6 24 58 21.5 63.5 21.5 C75.5 21.5 77.5 36 63.5 44 Z",
    ),
}
_LINES: Final = {
    PieceType.ROOK: "M40 35.7 L63 35.7",
    PieceType.KNIGHT: "M58.5 26.5 L58.6 26.6",
    PieceType.BISHOP: "M67.5 27 L56 36",
}
_ARMS: Final = {
    Color.WHITE: "M46 53 C62 49 82 52 95 59 C101.5 62.5 99 70.5 92 68 C80 63.5 64 62 47 65",
    Color.BLACK: "M46 65 C60 62 78 65 91 72 C97 75.5 94.5 83 88 80.5 C76 76 62 75.5 47 77",
}
