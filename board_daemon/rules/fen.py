"""The union FEN of the official online game (DESIGN, section 4).

`rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b 1 AHah d3 -`; a piece in hand follows the
placement, `^c7R`, a union in hand as its union letter, `^c7c`.
"""

import re
from dataclasses import replace
from typing import Final, NoReturn

from board_daemon.rules.attacks import FORWARD, LAST_RANK
from board_daemon.rules.errors import FenError, SquareError
from board_daemon.rules.pieces import COLOR_BY_LETTER, PIECE_BY_LETTER, Color, PieceType
from board_daemon.rules.position import Hand, Position
from board_daemon.rules.rulesets import PACOPLAY, Ruleset
from board_daemon.rules.squares import bits, parse_square, square_name
from board_daemon.rules.status import Status

Pair = tuple[int, int]

START_FEN: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -"

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

_CASTLING_SQUARES: Final = {"A": 0, "H": 7, "a": 56, "h": 63}
_HALF_MOVES: Final = re.compile(r"[0-9]{1,4}")
_EN_PASSANT_RANK: Final = {Color.WHITE: 5, Color.BLACK: 2}


def format_fen(position: Position) -> str:
    """The FEN of a position."""
    return " ".join(
        (
            _format_placement(position) + _format_hand(position),
            position.to_move.letter,
            str(position.no_progress),
            _format_castling(position.castling),
            "-" if position.en_passant is None else square_name(position.en_passant),
            "-",
        )
    )


def _format_placement(position: Position) -> str:
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


def _format_hand(position: Position) -> str:
    hand = position.hand
    if hand is None:
        return ""
    partner = hand.partner or 0
    pair = (hand.piece, partner) if position.to_move == Color.WHITE else (partner, hand.piece)
    return f"^{square_name(hand.square)}{LETTER_BY_PAIR[pair]}"


def _format_castling(castling: int) -> str:
    letters = [letter for letter, square in _CASTLING_SQUARES.items() if castling >> square & 1]
    return "".join(letters) or "-"


def settled(position: Position) -> Position:
    """The position as it came, between two turns; raises `FenError` for one within a turn."""
    if not position.phase.is_settled:
        raise FenError(
            f"FEN: expected a position between two turns, got one within a turn ({position.phase})"
        )
    return position


def parse_fen(text: str, rules: Ruleset = PACOPLAY) -> Position:
    """The position of a FEN; raises `FenError` for a text or a position that cannot be."""
    fields = text.split()
    if len(fields) != 6:
        raise FenError(
            "expected a FEN of six fields (placement, side, half-moves, castling, en passant, -), "
            f"got {len(fields)} in {_shown(text)}"
        )
    placement, side, half_moves, castling, en_passant, last = fields
    placement, caret, lifted = placement.partition("^")
    white, black = _parse_placement(placement)
    if side not in COLOR_BY_LETTER:
        _fail("side to move", "w or b", side)
    to_move = COLOR_BY_LETTER[side]
    if not _HALF_MOVES.fullmatch(half_moves):
        _fail("half-moves", "a number from 0 to 9999", half_moves)
    if last != "-":
        _fail("last field", "-", last)
    hand = _parse_hand(lifted, to_move, white, black) if caret else None
    position = Position(
        white=bytes(white),
        black=bytes(black),
        to_move=to_move,
        no_progress=int(half_moves),
        castling=_parse_castling(castling),
        en_passant=_parse_en_passant(en_passant, to_move),
        hand=hand,
        promoting=_owed_promotion(bytes(white), bytes(black), to_move),
        rules=rules,
    )
    _check_pieces(position)
    _check_hand(position)
    _check_en_passant(position)
    return _with_phase(position)


def _shown(text: str) -> str:
    """A text short enough for a message."""
    return repr(text if len(text) <= 100 else text[:97] + "…")


def _fail(what: str, expected: str, seen: str) -> NoReturn:
    raise FenError(f"FEN, {what}: expected {expected}, got {_shown(seen)}")


def _parse_placement(text: str) -> tuple[bytearray, bytearray]:
    rows = text.split("/")
    if len(rows) != 8:
        _fail("placement", f"8 ranks with / between them, not {len(rows)}", text)
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
                _fail(f"rank {rank}", expected, row)
        if square != end:
            _fail(f"rank {rank}", "8 squares", row)
    return white, black


def _parse_hand(text: str, to_move: Color, white: bytearray, black: bytearray) -> Hand:
    expected = "a square and a piece such as c7R or a union such as c7c"
    try:
        square = parse_square(text[:2])
        pairs = [PAIR_BY_LETTER[letter] for letter in text[2:]]
    except (SquareError, KeyError):
        _fail("hand", expected, text)
    whites = [white_piece for white_piece, _ in pairs if white_piece]
    blacks = [black_piece for _, black_piece in pairs if black_piece]
    # Two plain letters, one of each colour, are read as well as the union letter.
    if not pairs or len(whites) > 1 or len(blacks) > 1 or len(text) > 4:
        _fail("hand", expected, text)
    own, other = (whites, blacks) if to_move == Color.WHITE else (blacks, whites)
    if not own:
        _fail("hand", "a piece of the side to move", text)
    if bool(white[square]) != bool(black[square]) or (other and white[square]):
        below = "an empty square below a union" if other else "an empty square or a union below"
        _fail("hand", below, f"^{text}")
    return Hand(square, PieceType(own[0]), PieceType(other[0]) if other else None)


def _parse_castling(text: str) -> int:
    """The rights as written. The official game writes them on set-up boards without rooks, too.

    A right without its rook and king at home cannot be used and does no harm.
    """
    if text == "-":
        return 0
    rights = 0
    for letter in text:
        if letter not in _CASTLING_SQUARES or rights >> _CASTLING_SQUARES[letter] & 1:
            _fail("castling", "- or the letters A, H, a, h, each at most once", text)
        rights |= 1 << _CASTLING_SQUARES[letter]
    return rights


def _parse_en_passant(text: str, to_move: Color) -> int | None:
    if text == "-":
        return None
    rank = _EN_PASSANT_RANK[to_move]
    try:
        square = parse_square(text)
    except SquareError:
        square = -1
    if square >> 3 != rank:
        _fail("en passant", f"- or a square on rank {rank + 1}", text)
    return square


def _owed_promotion(white: bytes, black: bytes, to_move: Color) -> int | None:
    """Where a pawn of the side to move stands on its last rank."""
    own, other = (white, black) if to_move == Color.WHITE else (black, white)
    waiting = [s for s in bits(LAST_RANK[to_move]) if own[s] == PieceType.PAWN]
    early = [s for s in bits(LAST_RANK[to_move.other]) if other[s] == PieceType.PAWN]
    if len(waiting) > 1 or early:
        names = " and ".join(map(square_name, early or waiting))
        raise FenError(
            "FEN, pawns: expected at most one pawn on its last rank, the side to move's, "
            f"got {names}"
        )
    return waiting[0] if waiting else None


def _check_pieces(position: Position) -> None:
    """Raise where there are too many pieces, or not just one king a side."""
    hand = position.hand
    for color in Color:
        kinds = list(filter(None, position.pieces(color)))
        if hand is not None:
            held = hand.piece if color == position.to_move else hand.partner
            kinds += [held] if held else []
        name = color.name.title()
        kings, pawns = kinds.count(PieceType.KING), kinds.count(PieceType.PAWN)
        if kings != 1:
            raise FenError(f"FEN, kings: expected one king of {name}, got {kings}")
        if pawns > 8 or len(kinds) > 16:
            raise FenError(
                f"FEN, pieces: expected at most 16 of {name} with 8 pawns, "
                f"got {len(kinds)} with {pawns} pawns"
            )


def _check_hand(position: Position) -> None:
    """Raise where nobody could hold what is in hand: not in that square's union, or promoted."""
    hand, mover = position.hand, position.to_move
    if hand is None:
        return
    if hand.partner is not None and PieceType.KING in (hand.piece, hand.partner):
        raise FenError("FEN, hand: expected no king in a lifted union, got one")
    for color, piece in ((mover, hand.piece), (mover.other, hand.partner)):
        if piece == PieceType.PAWN and LAST_RANK[color] >> hand.square & 1:
            raise FenError(
                "FEN, hand: expected no pawn that has reached its last rank, "
                f"got one of {color.name.title()} from {square_name(hand.square)}"
            )
    if position.promoting not in (None, hand.square):
        raise FenError(
            "FEN, hand: expected the piece freed by the pawn to be promoted on "
            f"{square_name(position.promoting)}, got one from {square_name(hand.square)}"
        )


def _check_en_passant(position: Position) -> None:
    square = position.en_passant
    if square is None:
        return
    other = position.to_move.other
    stop = square + FORWARD[other]
    lifted = position.hand is not None and position.hand.square == stop
    if position.piece_at(other, stop) != PieceType.PAWN and not lifted:
        raise FenError(
            f"FEN, en passant: expected a pawn of {other.name.title()} on {square_name(stop)} "
            f"that has passed over {square_name(square)}, got none"
        )
    if position.occupied >> square & 1:
        raise FenError(
            f"FEN, en passant: expected nobody on {square_name(square)}, "
            "which a pawn has just passed over, got somebody"
        )


def _with_phase(position: Position) -> Position:
    """The same position with what the side to move owes."""
    phase = _phase(position)
    return replace(position, phase=phase, promoting=None if phase.is_over else position.promoting)


def _phase(position: Position) -> Status:
    kings = {color: position.king_square(color) for color in Color}
    united = [
        color for color, square in kings.items() if square >= 0 and position.unions >> square & 1
    ]
    if len(united) > 1:
        raise FenError("FEN, kings: expected at most one king in a union, got both")
    if united:
        if position.hand is not None:
            raise FenError("FEN, hand: expected nothing in hand after Paco, got a piece")
        return Status.PACO_B if united[0] == Color.WHITE else Status.PACO_W
    if position.promoting is None:
        if position.hand is not None:
            return Status.PLACE
        return Status.DRAW_PROGRESS if position.is_idle_too_long else Status.RUN
    if position.hand is not None:
        return Status.PROMOTE_PLACE
    # A pawn alone came by itself; one in a union was, as far as a FEN can tell, carried.
    in_union = position.unions >> position.promoting & 1
    return Status.PROMOTE_LIFT if in_union else Status.PROMOTE_FINISH
