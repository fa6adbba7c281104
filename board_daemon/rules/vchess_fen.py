"""The FEN of the vchess site, for rulesets whose positions remember earlier moves.

`r1bqkbnr/… w 6 ahah1111000110111101 e6 e5g3`: placement as in the union FEN, side to move, turns
played, castling and pawns in one field, en-passant square, last union move. That field has the
files of the rooks that still may castle, queen-side then king-side of White, then of Black, `i`
where the right is lost; then a digit for each file, White's pawns before Black's: 1 while a pawn of
that file may go two squares from its second rank. Where a ruleset counts half-moves without
progress, too, their number follows as a seventh field.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from board_daemon.rules.errors import FenError, SquareError
from board_daemon.rules.fen_parts import Fields, fail, parse_en_passant, parse_number, parse_side
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Memory, Position
from board_daemon.rules.rulesets import Ruleset, TwoSteps
from board_daemon.rules.squares import ALL_SQUARES, Square, SquareSet, parse_square, square_name

# In the order of their letters: home square of a rook, its file.
_ROOKS: Final = ((0, "a"), (7, "h"), (56, "a"), (63, "h"))
_LOST: Final = "i"
# In the order of their digits.
_PAWN_HOMES: Final = (*range(8, 16), *range(48, 56))
_FLAGS: Final = re.compile("[ai][hi][ai][hi][01]{16}")
_LOOKS_LIKE_FLAGS: Final = re.compile("[a-i]{4}.{8,}", re.DOTALL)


def is_vchess(fields: Sequence[str]) -> bool:
    """Whether the fields of a FEN are meant as vchess writes them."""
    return len(fields) > 3 and _LOOKS_LIKE_FLAGS.fullmatch(fields[3]) is not None


def format_vchess_fields(position: Position) -> list[str]:
    """All fields but the placement."""
    memory, rules = position.memory, position.rules
    fields = [
        position.to_move.letter,
        str(memory.turns_played),
        _format_flags(position.castling, memory.two_steps),
        "-" if position.en_passant is None else square_name(position.en_passant),
        "".join(map(square_name, memory.last_union_move or ())) or "-",
    ]
    if rules.idle_half_moves_to_draw is not None:
        fields.append(str(position.no_progress))
    return fields


def _format_flags(castling: SquareSet, two_steps: SquareSet) -> str:
    rooks = [file if castling >> square & 1 else _LOST for square, file in _ROOKS]
    return "".join(rooks) + "".join(str(two_steps >> square & 1) for square in _PAWN_HOMES)


def parse_vchess_fields(fields: Sequence[str], rules: Ruleset) -> Fields:
    """All fields but the placement; raises `FenError`."""
    most = 6 if rules.idle_half_moves_to_draw is not None else 5
    if not 5 <= len(fields) <= most:
        raise FenError(
            "expected a FEN of six fields (placement, side, turns, castling and pawns, en passant, "
            f"last union move){' and the half-moves' if most > 5 else ''}, got {len(fields) + 1}"
        )
    side, turns, flags, en_passant, union_move, *half_moves = fields
    to_move = parse_side(side)
    castling, two_steps = _parse_flags(flags)
    last = _parse_union_move(union_move)
    return Fields(
        to_move=to_move,
        no_progress=parse_number("half-moves", half_moves[0]) if half_moves else 0,
        castling=castling,
        en_passant=parse_en_passant(
            en_passant, to_move, from_first_rank=rules.en_passant_from_first_rank
        ),
        memory=Memory(
            two_steps=two_steps if rules.two_steps == TwoSteps.ONCE_A_FILE else ALL_SQUARES,
            last_union_move=None if rules.union_move_may_be_undone else last,
            turns_played=parse_number("turns played", turns),
        ),
    )


def _parse_flags(text: str) -> tuple[SquareSet, SquareSet]:
    if not _FLAGS.fullmatch(text):
        expected = "the files of four rooks such as ahah, i where lost, and sixteen digits 0 or 1"
        fail("castling and pawns", expected, text)
    castling = sum(
        1 << square for letter, (square, _) in zip(text, _ROOKS, strict=False) if letter != _LOST
    )
    spent = sum(
        1 << square for digit, square in zip(text[4:], _PAWN_HOMES, strict=True) if digit == "0"
    )
    return castling, ALL_SQUARES & ~spent


def _parse_union_move(text: str) -> tuple[Square, Square] | None:
    if text == "-":
        return None
    try:
        start, end = parse_square(text[:2]), parse_square(text[2:])
    except SquareError:
        start = end = -1
    if start == end:
        fail("last union move", "- or two squares such as e5g3", text)
    return start, end


def with_rights_of_rooks(position: Position) -> Position:
    """The position without the castling rights of rooks that do not stand at home.

    That site keeps the right of a rook that the other player has carried off; it has been moved.
    """
    absent = sum(
        1 << square
        for square, _ in _ROOKS
        if position.piece_at(square // 32, square) != PieceType.ROOK
    )
    return replace(position, castling=position.castling & ~absent)


def check_union_move(position: Position) -> None:
    """Raise where no union stands where the last turn is said to have moved one."""
    last = position.memory.last_union_move
    if last is None or position.hand is not None:
        return
    start, end = last
    if not position.unions >> end & 1 or position.occupied >> start & 1:
        raise FenError(
            f"FEN, last union move: expected a union on {square_name(end)} and nobody on "
            f"{square_name(start)}, got another board"
        )
