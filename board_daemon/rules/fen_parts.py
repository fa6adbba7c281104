"""What all forms of FEN share: the placement of pieces and unions, and what is in hand."""

from typing import Final, NamedTuple, NoReturn

from board_daemon.rules.errors import FenError, SquareError, shown
from board_daemon.rules.pieces import COLOR_BY_LETTER, PIECE_BY_LETTER, Color, PieceType
from board_daemon.rules.position import MOST_COUNTED, Hand, Memory, Position
from board_daemon.rules.squares import Square, SquareSet, parse_square, square_name

Pair = tuple[int, int]

# White piece then black piece for the lower-case letter; upper case swaps the two kinds.
_UNION_LETTERS: Final = (
    "a pp, c rp, d np, e bp, f qp, g kp, h rr, i nr, j br, l qr, m kr, o nn, "
    "s bn, t qn, u kn, v bb, w qb, x kb, y qq, z kq, _ kk"
)


def _letters() -> dict[str, Pair]:
    pairs: dict[str, Pair] = {}
    for letter, piece in PIECE_BY_LETTER.items():
        pairs[letter] = (piece, 0)
        pairs[letter.lower()] = (0, piece)
    for entry in _UNION_LETTERS.split(", "):
        letter, kinds = entry.split()
        white, black = (PIECE_BY_LETTER[kind.upper()] for kind in kinds)
        pairs[letter] = (white, black)
        if letter.isalpha():
            pairs[letter.upper()] = (black, white)
    return pairs


PAIR_BY_LETTER: Final = _letters()
# Of the two letters of a union of equal kinds (`a`, `A`) the lower-case one is written.
LETTER_BY_PAIR: Final = {pair: letter for letter, pair in reversed(PAIR_BY_LETTER.items())} | {
    pair: letter for letter, pair in PAIR_BY_LETTER.items() if letter.islower() or letter == "_"
}
# The vchess site has a letter of its own for the union of the two kings.
KINGS_UNION: Final = "_"
VCHESS_KINGS_UNION: Final = "@"

_EN_PASSANT_RANKS: Final = {Color.WHITE: (5, 6), Color.BLACK: (2, 1)}
"""By the side to move: after two steps from the second rank, and from the first."""


class Fields(NamedTuple):
    """What a FEN says beside the placement."""

    to_move: Color
    no_progress: int
    castling: SquareSet
    en_passant: Square | None
    memory: Memory


def format_placement(position: Position) -> str:
    """Who stands where, the eighth rank first."""
    rows = []
    for first in range(56, -8, -8):
        row, gap = "", 0
        for pair in zip(
            position.white[first : first + 8], position.black[first : first + 8], strict=True
        ):
            if pair == (0, 0):
                gap += 1
                continue
            row += (str(gap) if gap else "") + LETTER_BY_PAIR[pair]
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows)


def format_hand(position: Position) -> str:
    """What is in hand, as it follows the placement; or nothing."""
    hand = position.hand
    if hand is None:
        return ""
    partner = hand.partner or 0
    pair = (hand.piece, partner) if position.to_move == Color.WHITE else (partner, hand.piece)
    return f"^{square_name(hand.square)}{LETTER_BY_PAIR[pair]}"


def fail(what: str, expected: str, seen: str) -> NoReturn:
    """Raise the error that says what a field of a FEN should be and is not."""
    raise FenError(f"FEN, {what}: expected {expected}, got {shown(seen)}")


def parse_placement(text: str) -> tuple[bytearray, bytearray]:
    """White's and Black's pieces."""
    rows = text.split("/")
    if len(rows) != 8:
        fail("placement", f"8 ranks with / between them, not {len(rows)}", text)
    white, black = bytearray(64), bytearray(64)
    for index, row in enumerate(rows):
        rank = 8 - index
        square, end = 8 * (rank - 1), 8 * rank
        for letter in row:
            if letter in "12345678":
                square += int(letter)
            elif letter in PAIR_BY_LETTER and square < end:
                white[square], black[square] = PAIR_BY_LETTER[letter]
                square += 1
            else:
                expected = "a piece, a union or 1 to 8" if square < end else "8 squares"
                fail(f"rank {rank}", expected, row)
        if square != end:
            fail(f"rank {rank}", "8 squares", row)
    return white, black


def parse_hand(text: str, to_move: Color, white: bytearray, black: bytearray) -> Hand:
    """What is in hand, the placement being known."""
    expected = "a square and a piece such as c7R or a union such as c7c"
    try:
        square = parse_square(text[:2])
        pairs = [PAIR_BY_LETTER[letter] for letter in text[2:]]
    except (SquareError, KeyError):
        fail("hand", expected, text)
    whites = [white_piece for white_piece, _ in pairs if white_piece]
    blacks = [black_piece for _, black_piece in pairs if black_piece]
    # Two plain letters, one of each colour, are read as well as the union letter.
    if not pairs or len(whites) > 1 or len(blacks) > 1 or len(text) > 4:
        fail("hand", expected, text)
    own, other = (whites, blacks) if to_move == Color.WHITE else (blacks, whites)
    if not own:
        fail("hand", "a piece of the side to move", text)
    if bool(white[square]) != bool(black[square]) or (other and white[square]):
        below = "an empty square below a union" if other else "an empty square or a union below"
        fail("hand", below, f"^{text}")
    return Hand(square, PieceType(own[0]), PieceType(other[0]) if other else None)


def parse_side(text: str) -> Color:
    """The colour of `w` or `b`."""
    if text not in COLOR_BY_LETTER:
        fail("side to move", "w or b", text)
    return COLOR_BY_LETTER[text]


def parse_number(what: str, text: str) -> int:
    """A number of as many digits as the largest that is counted."""
    most = str(MOST_COUNTED)
    if not (text.isascii() and text.isdigit() and len(text) <= len(most)):
        fail(what, f"a number from 0 to {most}", text)
    return int(text)


def parse_en_passant(text: str, to_move: Color, *, from_first_rank: bool) -> Square | None:
    """The square that a pawn has just passed over; None for `-`."""
    if text == "-":
        return None
    ranks = _EN_PASSANT_RANKS[to_move] if from_first_rank else _EN_PASSANT_RANKS[to_move][:1]
    try:
        square = parse_square(text)
    except SquareError:
        square = -1
    if square >> 3 not in ranks:
        expected = " or ".join(str(rank + 1) for rank in ranks)
        fail("en passant", f"- or a square on rank {expected}", text)
    return square
