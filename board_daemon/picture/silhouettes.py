"""The outlines of the six pieces, one calm family, drawn by hand in a box of 100 by 100.

y runs downwards and every piece stands on y = 92. The knight looks to the right.
"""

import re
from typing import Final

from board_daemon.rules.pieces import PieceType

Point = tuple[float, float]
Command = tuple[str, list[Point]]

BOX: Final = 100.0
FLOOR: Final = 92.0

_AXIS: Final = 50.0
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_COMMAND: Final = re.compile(r"([MLCZ])([^MLCZ]*)")

# Right halves, from the top down to the floor; x counts from the axis. The left half mirrors them.
_HALVES: Final = {
    PieceType.PAWN: (
        "M0 22 C8 22 15 28 15 36 C15 41 12.5 45 9 48 L16 49.5 C18.5 50 18.5 54.5 16 55 L9 55"
        "C10 66 15 74 23 79 C27 81.5 29 84 29 88 L29 92"
    ),
    PieceType.ROOK: (
        "M0 19 L7 19 L7 27 L14 27 L14 19 L24 19 L24 34 C24 39 18 40 17 44 C16.5 56 18 67 22 74"
        "L26 75.5 C31 78 32 83 32 88 L32 92"
    ),
    PieceType.BISHOP: (
        "M0 9 C4 9 6 12 6 14.5 C6 17.5 4 19 3 20.5 C12 26 18 35 18 44 C18 51 14 56 9 59"
        "L17 60.5 C19.5 61 19.5 66 17 66.5 L9.5 66.5 C11 73 16 78 24 81 C28 83 30 85 30 88 L30 92"
    ),
    PieceType.QUEEN: (
        "M0 9 C4 9 6 12 6 14.5 C6 17 5 18.5 3.5 20 L9 37 L15 19 C20 18 21 24 18.5 25.5 L21 39"
        "L29 25 C34 26 33 32 30 32 L21 56 L14 60 L20 61.5 C22.5 62 22.5 67 20 67.5 L12 67.5"
        "C13 74 18 79 26 82 C30 84 32 86 32 89 L32 92"
    ),
    PieceType.KING: (
        "M0 5 L4 5 L4 11 L10 11 L10 18.5 L4 18.5 L4 27 C17 22 29 28 29 39 C29 48 20 54 14 60"
        "L20 61.5 C22.5 62 22.5 67 20 67.5 L12 67.5 C13 74 18 79 26 82 C30 84 32 86 32 89 L32 92"
    ),
}
_KNIGHT: Final = (
    "M20 92 L20 88 C20 84 23 81 27 79 C22 56 27 34 46 21 L45 10 C51 12 55 16 57 20"
    "C66 23 72 29 75 37 C77 42 83 47 84 53 C85 60 79 64 74 62 C69 59 65 57 59 59"
    "C54 61 54 63 58 66 C66 71 70 75 72 79 C77 81 80 84 80 88 L80 92 Z"
)


def outline(piece: PieceType) -> str:
    """The outline of a piece as an SVG path of absolute M, L, C and Z."""
    if piece == PieceType.KNIGHT:
        return _KNIGHT
    right = _parse(_HALVES[piece])
    commands = [(name, [(_AXIS + x, y) for x, y in points]) for name, points in right]
    return _format([*commands, *_mirrored(commands)]) + "Z"


def _parse(path: str) -> list[Command]:
    commands = []
    for name, arguments in _COMMAND.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(arguments)]
        commands.append((name, list(zip(numbers[::2], numbers[1::2], strict=True))))
    return commands


def _mirrored(commands: list[Command]) -> list[Command]:
    """The left half, from the floor up: the right half backwards, on the other side of the axis."""
    mirrored: list[Command] = []
    ends = [points[-1] for _, points in commands]
    left_foot = 2 * _AXIS - ends[-1][0], ends[-1][1]
    mirrored.append(("L", [left_foot]))
    for (name, points), end in zip(reversed(commands[1:]), reversed(ends[:-1]), strict=True):
        backwards = [*reversed(points[:-1]), end]
        mirrored.append((name, [(2 * _AXIS - x, y) for x, y in backwards]))
    return mirrored


def _format(commands: list[Command]) -> str:
    return "".join(name + " ".join(f"{x:g} {y:g}" for x, y in points) for name, points in commands)
