"""Views made by hand, one for each thing there can be to show."""

from dataclasses import replace
from typing import Final

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, parse_square
from board_daemon.tracking.view import (
    BoardView,
    DestinationKind,
    FixSquare,
    HandView,
    HintsView,
    PromotionView,
    Quality,
)

START: Final = Position.start()
PACO: Final = parse_fen("r1wWnb1r/pep1M1pp/8/2na4/3P1p2/2N5/PPP2aPP/5KNR b 0 - - -")


def squares(names: str) -> tuple[Square, ...]:
    return tuple(map(parse_square, names.split()))


def hand_view(origin: str = "d1", **kinds: str) -> BoardView:
    """A piece in hand; `move="e2 e3"` and so on name its destinations."""
    destinations = {
        square: DestinationKind(kind) for kind, names in kinds.items() for square in squares(names)
    }
    hand = HandView(parse_square(origin), destinations)
    return BoardView(START, hand=hand, last=squares("e7 e5"), sako=squares("b4 e1"))


HAND: Final = hand_view(move="d2 d3 e2", union="d4", takeover="f3 g4", paco="h5", castle="b1")
REST: Final = BoardView(START, last=squares("e7 e5"), sako=squares("b4 c3 e1"))
ASK: Final = BoardView(START, last=squares("e7 e5"), ask=squares("c3 f6"))
ASK_PIECE: Final = BoardView(
    START, ask=squares("c3"), asks_for_piece=PieceType.ROOK, answers=squares("e2 e7")
)
FIX: Final = BoardView(
    START,
    last=squares("e7 e5"),
    ask=squares("c3 f6"),
    fix=tuple(
        FixSquare(parse_square(name), wants_piece)
        for name, wants_piece in (("a3", False), ("a6", False), ("b1", True), ("b8", True))
    ),
)
PROMOTION: Final = BoardView(START, promotion=PromotionView(parse_square("e8"), PieceType.QUEEN))
ENDED: Final = BoardView(PACO, last=squares("e6 e7"))
GRADES: Final = dict(
    zip(squares("d2 d3 e2 d4 f3 g4 h5"), (*Quality, *Quality, Quality.BEST), strict=True)
)
GRADED: Final = replace(HAND, hints=HintsView(grades=GRADES))
WARNED: Final = replace(REST, hints=HintsView(warning=squares("h4 e1")))
ADVISED: Final = replace(REST, hints=HintsView(advised=parse_square("g1")))
EVERYTHING: Final = (HAND, REST, ASK, ASK_PIECE, FIX, PROMOTION, ENDED, GRADED, WARNED, ADVISED)
