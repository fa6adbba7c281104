"""What a position is worth: a number in which 100 is a clear advantage, and words for it.

Nothing is ever taken in Paco Ŝako, so no side has more than the other. What differs is whose pieces
are free, where they reach through the unions, and how near that is to a king. Counted for each
side, always by `sight.reach`:

- reach: every covered square, those of the centre twice; chains count as much as lone pieces;
- chains: every union that the side can take over is one more way through;
- the other king: covered squares around him, more than in proportion, as they add up to a net;
- the own king: empty squares beside him that the other side does not cover;
- freedom: the kinds of the lone pieces, as a free queen begins more chains than a free pawn;
- joinable: lone pieces of the other side that could be joined next turn;
- pawns: how far lone pawns have come.

To be on move is worth something; to be on move and in Ŝako is worth less, as the turn is bound.
"""

from typing import Final

from board_daemon.opponent.sight import Reach, reach
from board_daemon.rules.attacks import KING_COVER
from board_daemon.rules.pieces import PAWN, Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import SquareSet, bits, square_set

WIN: Final = 100_000
"""What a Paco is worth; one that comes a turn later is worth one less."""
_SURE: Final = WIN - 1000
"""Values beyond are those of a Paco that is sure to come."""

_CENTRE: Final = square_set((18, 19, 20, 21, 26, 27, 28, 29, 34, 35, 36, 37, 42, 43, 44, 45))
_REACH, _REACH_CENTRE = 2, 2
_CHAIN: Final = 3
_NET: Final = (0, 4, 10, 18, 28, 40, 54, 70, 88)
"""By how many squares around the other king are covered."""
_AIR: Final = 3
_FREE: Final = (0, 3, 9, 10, 9, 16, 0)
"""By kind, for a lone piece."""
_JOINABLE: Final = (0, 1, 3, 3, 3, 5, 0)
_ADVANCED: Final = (0, 0, 0, 1, 2, 5, 10, 0)
"""By the rank as the pawn's side sees it."""
_TEMPO: Final = 12
_SAKO: Final = 45


def evaluate(position: Position, *, is_in_sako: bool = False) -> int:
    """What a settled position that goes on is worth to the side to move.

    `is_in_sako`: whether the other side could unite with its king, were it to move.
    """
    mover = position.to_move
    mine, theirs = reach(position, mover), reach(position, mover.other)
    value = _side(position, mover, mine, theirs) - _side(position, mover.other, theirs, mine)
    return value + (_TEMPO if not is_in_sako else -_SAKO)


def _side(position: Position, color: Color, own: Reach, other: Reach) -> int:
    squares, others = position.squares(color), position.squares(1 - color)
    value = _REACH * own.covered.bit_count()
    value += _REACH_CENTRE * (own.covered & _CENTRE).bit_count()
    value += _CHAIN * own.entered.bit_count()
    around = KING_COVER[position.king_square(1 - color)]
    value += _NET[(around & own.covered).bit_count()]
    air = KING_COVER[position.king_square(color)] & ~(squares | others) & ~other.covered
    value += _AIR * air.bit_count()
    value += _freedom(position.pieces(color), squares & ~others, color)
    joinable = own.covered & others & ~squares
    pieces = position.pieces(1 - color)
    return value + sum(_JOINABLE[pieces[square]] for square in bits(joinable))


def _freedom(own: bytes, alone: SquareSet, color: int) -> int:
    value = 0
    flip = 7 if color else 0
    while alone:
        low = alone & -alone
        alone ^= low
        square = low.bit_length() - 1
        piece = own[square]
        value += _FREE[piece]
        if piece == PAWN:
            value += _ADVANCED[square >> 3 ^ flip]
    return value


def turns_to_paco(value: int) -> int | None:
    """In how many turns, both sides' counted, a value says that the game ends; None: not sure."""
    return WIN - abs(value) if abs(value) > _SURE else None


def in_words(value: int, mover: Color) -> str:
    """A value for the side to move as a sentence without its full stop."""
    own, other = mover.name.title(), mover.other.name.title()
    winner, worth = (own, value) if value >= 0 else (other, -value)
    turns = turns_to_paco(value)
    if turns is not None:
        return f"{winner} unites with the king {_in_turns(turns)}"
    for least, words in _WORDS:
        if worth >= least:
            return f"{winner} {words}"
    return "the game is even"


def _in_turns(turns: int) -> str:
    if turns <= 2:
        return "with this turn" if turns == 1 else "with the next turn"
    # Of both sides' turns every other one is the winner's.
    return f"in {(turns + 1) // 2} turns at the latest"


_WORDS: Final = (
    (150, "is winning, it seems"),
    (80, "stands much better"),
    (30, "stands a little better"),
)
