"""Which squares a piece covers, from tables made once at import.

Lines are looked up by the occupied squares along them; the outermost square of a line never blocks
anything behind it, so it is left out of the key and the tables stay small.
"""

from collections.abc import Iterable
from typing import Final

from board_daemon.rules.pieces import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from board_daemon.rules.squares import Square, SquareSet, file_of, rank_of

Step = tuple[int, int]

_ALONG_FILE: Final[tuple[Step, ...]] = ((0, 1), (0, -1))
_ALONG_RANK: Final[tuple[Step, ...]] = ((1, 0), (-1, 0))
_DIAGONALLY: Final[tuple[Step, ...]] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_KNIGHT_JUMPS: Final[tuple[Step, ...]] = tuple(
    (dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)
)


def _moved(square: Square, step: Step) -> Square | None:
    x, y = file_of(square) + step[0], rank_of(square) + step[1]
    return x + 8 * y if 0 <= x < 8 and 0 <= y < 8 else None


def _leaps(square: Square, steps: Iterable[Step]) -> SquareSet:
    targets = (_moved(square, step) for step in steps)
    return sum(1 << target for target in targets if target is not None)


def _slides(square: Square, steps: Iterable[Step], occupied: SquareSet) -> SquareSet:
    """Every square up to and with the first occupied one, in each direction."""
    covered = 0
    for step in steps:
        target = _moved(square, step)
        while target is not None:
            covered |= 1 << target
            if occupied >> target & 1:
                break
            target = _moved(target, step)
    return covered


def _blockers(square: Square, steps: Iterable[Step]) -> SquareSet:
    """The squares on which a piece would shorten one of the lines."""
    mask = 0
    for step in steps:
        target = _moved(square, step)
        while target is not None:
            beyond = _moved(target, step)
            if beyond is not None:
                mask |= 1 << target
            target = beyond
    return mask


def _subsets(mask: SquareSet) -> Iterable[SquareSet]:
    subset = 0
    while True:
        yield subset
        subset = (subset - mask) & mask
        if not subset:
            return


def _line_tables(
    steps: tuple[Step, ...],
) -> tuple[tuple[SquareSet, ...], tuple[dict[SquareSet, SquareSet], ...]]:
    masks = tuple(_blockers(square, steps) for square in range(64))
    tables = tuple(
        {subset: _slides(square, steps, subset) for subset in _subsets(masks[square])}
        for square in range(64)
    )
    return masks, tables


FILE_MASK, FILE_COVER = _line_tables(_ALONG_FILE)
RANK_MASK, RANK_COVER = _line_tables(_ALONG_RANK)
DIAGONAL_MASK, DIAGONAL_COVER = _line_tables(_DIAGONALLY)

KNIGHT_COVER: Final = tuple(_leaps(square, _KNIGHT_JUMPS) for square in range(64))
KING_COVER: Final = tuple(
    _leaps(square, _ALONG_FILE + _ALONG_RANK + _DIAGONALLY) for square in range(64)
)
# By colour, then square: where a pawn may join somebody.
PAWN_COVER: Final = (
    tuple(_leaps(square, ((-1, 1), (1, 1))) for square in range(64)),
    tuple(_leaps(square, ((-1, -1), (1, -1))) for square in range(64)),
)

FORWARD: Final = (8, -8)
LAST_RANK: Final = (0xFF << 56, 0xFF)
LAST_RANKS: Final = LAST_RANK[0] | LAST_RANK[1]
# From its first and its second rank a pawn may go two squares (English booklet, page 21).
DOUBLE_STEP_RANKS: Final = (0xFFFF, 0xFFFF << 48)
PAWN_RANK: Final = (0xFF << 8, 0xFF << 48)


def rook_cover(square: Square, occupied: SquareSet) -> SquareSet:
    """Squares along rank and file up to and with the first occupied one."""
    return (
        FILE_COVER[square][occupied & FILE_MASK[square]]
        | RANK_COVER[square][occupied & RANK_MASK[square]]
    )


def bishop_cover(square: Square, occupied: SquareSet) -> SquareSet:
    """Squares along the diagonals up to and with the first occupied one."""
    return DIAGONAL_COVER[square][occupied & DIAGONAL_MASK[square]]


def queen_cover(square: Square, occupied: SquareSet) -> SquareSet:
    """Squares along all eight lines up to and with the first occupied one."""
    return rook_cover(square, occupied) | bishop_cover(square, occupied)


def squares_between(first: Square, second: Square) -> SquareSet:
    """The squares between two on one line; none where they are on no line."""
    ends = 1 << first, 1 << second
    if file_of(first) == file_of(second) or rank_of(first) == rank_of(second):
        return rook_cover(first, ends[1]) & rook_cover(second, ends[0])
    if abs(file_of(first) - file_of(second)) == abs(rank_of(first) - rank_of(second)):
        return bishop_cover(first, ends[1]) & bishop_cover(second, ends[0])
    return 0


def cover(piece: int, color: int, square: Square, occupied: SquareSet) -> SquareSet:
    """Squares that a piece covers, whoever stands there; a pawn's are its two forward diagonals.

    The king covers nothing: he may not form a union (English booklet, page 47).
    """
    if piece == PAWN:
        return PAWN_COVER[color][square]
    if piece == KNIGHT:
        return KNIGHT_COVER[square]
    line_cover = LINE_COVERS.get(piece)
    return line_cover(square, occupied) if line_cover is not None else 0


LINE_COVERS: Final = {ROOK: rook_cover, BISHOP: bishop_cover, QUEEN: queen_cover}


def pawn_steps(color: int, square: Square, occupied: SquareSet, two_steps: SquareSet) -> SquareSet:
    """Empty squares straight ahead that a pawn may walk to, one or two.

    `two_steps`: squares from which this colour's pawns may go two.
    """
    ahead = square + FORWARD[color]
    if not 0 <= ahead < 64 or occupied >> ahead & 1:
        return 0
    steps = 1 << ahead
    if two_steps >> square & 1:
        beyond = ahead + FORWARD[color]
        if not occupied >> beyond & 1:
            steps |= 1 << beyond
    return steps
