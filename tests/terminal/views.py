"""Views to draw: a middle game with unions, in every state that has something to show."""

from typing import Final

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import Square, parse_square
from board_daemon.tracking.view import (
    BoardView,
    DestinationKind,
    FixSquare,
    HandView,
    PromotionView,
)

MIDDLE: Final = parse_fen("r1wW1bnr/pepk2pp/4n3/3a1p2/3P1a2/2NR4/PPP3PP/4K1NR w 3 H - -")
PACO: Final = parse_fen("r1wWnb1r/pep1M1pp/8/2na4/3P1p2/2N5/PPP2aPP/5KNR b 0 - - -")


def squares(names: str) -> tuple[Square, ...]:
    return tuple(map(parse_square, names.split()))


_KINDS: Final = {
    DestinationKind.MOVE: "d2 d1 e3 f3 g3 h3",
    DestinationKind.TAKEOVER: "d5",
    DestinationKind.UNION: "f5",
    DestinationKind.PACO: "d7",
    DestinationKind.CASTLE: "g1",
}
HAND: Final = BoardView(
    MIDDLE,
    hand=HandView(
        parse_square("d3"),
        {square: kind for kind, names in _KINDS.items() for square in squares(names)},
    ),
)
QUIET: Final = BoardView(MIDDLE)
LAST: Final = BoardView(MIDDLE, last=squares("e8 d8 e6"))
SAKO: Final = BoardView(MIDDLE, sako=squares("b4 c3 e1"))
ASK: Final = BoardView(MIDDLE, ask=squares("d5 f4"))
FIX: Final = BoardView(
    MIDDLE, fix=(FixSquare(parse_square("d4"), False), FixSquare(parse_square("a1"), True))
)
PROMOTION: Final = BoardView(MIDDLE, promotion=PromotionView(parse_square("a8"), PieceType.KNIGHT))
ENDED: Final = BoardView(PACO, last=squares("e6 e7"))
ALL: Final = (HAND, QUIET, LAST, SAKO, ASK, FIX, PROMOTION, ENDED)
