"""What hands do, one act after the other, and how it is done to a virtual board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.squares import Square
from firmware_bridge.virtual_board import CENTRED, Hand, PieceColour, Spot, VirtualBoard


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Lift what stands on a square, or only its piece of one colour."""

    square: Square
    hand: Hand
    colour: Color | None = None


@dataclass(frozen=True, slots=True)
class SetDown:
    """Set all that is held down on an empty square."""

    square: Square
    hand: Hand


@dataclass(frozen=True, slots=True)
class SlipIn:
    """Set the piece held beside another; a union gives up its own piece for it."""

    square: Square
    hand: Hand


@dataclass(frozen=True, slots=True)
class SlideOver:
    """Push what is held over a square; None: off it."""

    square: Square | None
    hand: Hand


@dataclass(frozen=True, slots=True)
class HandOver:
    """Pass what is held, or its piece of one colour, to another hand."""

    giver: Hand
    taker: Hand
    colour: Color | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """Put the piece of one hand into the union of another and take its own one out."""

    hand: Hand
    union_hand: Hand


@dataclass(frozen=True, slots=True)
class SwapPiece:
    """Put the piece held into the box and take another of its colour, if there is one."""

    hand: Hand
    piece: PieceType


@dataclass(frozen=True, slots=True)
class TellPromotion:
    """Say by another input what the pawn becomes."""

    piece: PieceType


@dataclass(frozen=True, slots=True)
class KnockOver:
    """Let what stands on a square fall over."""

    square: Square


@dataclass(frozen=True, slots=True)
class BeginTurn:
    """Nothing yet: the moment a player turns to the board."""


Deed = (
    TakeUp
    | SetDown
    | SlipIn
    | SlideOver
    | HandOver
    | Exchange
    | SwapPiece
    | TellPromotion
    | KnockOver
    | BeginTurn
)


@dataclass(frozen=True, slots=True)
class Act:
    """One deed, so many seconds after the one before."""

    wait: float
    deed: Deed

    def after(self, seconds: float) -> "Act":
        """The same deed so much later."""
        return Act(self.wait + seconds, self.deed)


COLOURS: Final = {Color.WHITE: PieceColour.WHITE, Color.BLACK: PieceColour.BLACK}
RIGHT: Final = {Color.WHITE: Hand.WHITE_RIGHT, Color.BLACK: Hand.BLACK_RIGHT}
LEFT: Final = {Color.WHITE: Hand.WHITE_LEFT, Color.BLACK: Hand.BLACK_LEFT}


def do(board: VirtualBoard, deed: Deed, spot: Spot = CENTRED) -> None:
    """Do one deed; raises VirtualBoardError where no hand could."""
    match deed:
        case TakeUp(square, hand, colour):
            board.lift(square, hand, None if colour is None else COLOURS[colour])
        case SetDown(square, hand):
            board.drop(square, hand, spot)
        case SlipIn(square, hand):
            board.join(square, hand, spot)
        case SlideOver(square, hand):
            board.slide(square, hand)
        case HandOver(giver, taker, colour):
            board.hand_over(giver, taker, None if colour is None else COLOURS[colour])
        case Exchange(hand, union_hand):
            board.exchange(hand, union_hand)
        case SwapPiece(hand, piece):
            _swap(board, hand, piece)
        case KnockOver(square):
            board.knock_over(square)
        case TellPromotion() | BeginTurn():
            pass


def _swap(board: VirtualBoard, hand: Hand, piece: PieceType) -> None:
    colour = board.held(hand)[0].colour
    if any(p.colour == colour and p.kind == piece.letter for p in board.box):
        board.put_away(hand)
        board.take(colour, piece.letter, hand)


def squares_of(acts: Sequence[Act]) -> frozenset[Square]:
    """Every square that these acts touch."""
    deeds = (act.deed for act in acts)
    return frozenset(
        deed.square
        for deed in deeds
        if isinstance(deed, TakeUp | SetDown | SlipIn | SlideOver | KnockOver)
        and deed.square is not None
    )
