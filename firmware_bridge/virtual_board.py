"""A board that is not there: pieces on 64 squares, in a box and in hands, and what may be done.

It obeys what any table obeys: nothing is lifted from an empty square, two pieces share a square
only if they differ in colour, no piece is in two places. It knows no rules of play and no clock;
`virtual_sensors` says what a sensor under a square makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from typing import Final

from firmware_bridge.errors import BridgeError
from firmware_bridge.squares import SQUARE_COUNT, square_name

KINDS: Final = "PRNBQK"
FULL_SET: Final = "PPPPPPPPRRNNBBQK"
"""The sixteen pieces of one colour."""
SPARES: Final = "QQRNB"
"""What lies in the box for each colour besides, for promotions."""


class VirtualBoardError(BridgeError):
    """An act that no hand could do on a real board; says what was expected and what was seen."""


class PieceColour(StrEnum):
    """The colour of a piece, as a colour sensor writes it."""

    WHITE = "w"
    BLACK = "b"


class Hand(StrEnum):
    """The hands at the board."""

    WHITE_RIGHT = "white's right hand"
    WHITE_LEFT = "white's left hand"
    BLACK_RIGHT = "black's right hand"
    BLACK_LEFT = "black's left hand"


@dataclass(frozen=True, slots=True)
class VirtualPiece:
    """One piece of wood with a magnet in its foot."""

    serial: int
    """Tells it from all others on the table."""
    colour: PieceColour
    kind: str
    """One of `KINDS`."""
    magnet: float = 1.0
    """Its strength, as a part of what it should be."""


@dataclass(frozen=True, slots=True)
class Spot:
    """How something stands on its square."""

    east: float = 0.0
    """Millimetres from the centre towards the h-file."""
    north: float = 0.0
    """Millimetres from the centre towards the eighth rank."""
    angle: float = 0.0
    """Radians: from where to where the two pieces of a union stand, white to black."""
    tilt: float = 0.0
    """Radians by which the magnets lean, towards `angle`."""


CENTRED: Final = Spot()
LYING: Final = Spot(tilt=1.57)
"""Knocked over: the magnet points along the board."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands on a square."""

    pieces: tuple[VirtualPiece, ...]
    spot: Spot = CENTRED
    is_half: bool = False
    """The piece stands beside the spot, as it did in a union: its partner was lifted."""


NOTHING: Final = Standing(())
Setup = Mapping[int, tuple[str, str]]
"""Square -> kinds of the white and of the black piece on it, "" for none."""


def spares_for(setup: Setup) -> str:
    """The usual spares, and what a position with many promoted pieces needs besides."""
    spares = SPARES
    for kind in KINDS:
        most = max(sum(pair[side] == kind for pair in setup.values()) for side in (0, 1))
        spares += kind * max(0, most - FULL_SET.count(kind))
    return spares


class VirtualBoard:
    """The pieces and the hands. Every act either happens or raises VirtualBoardError."""

    def __init__(self, setup: Setup, spares: str = SPARES) -> None:
        """Stand a full set and spares as `setup` says; what it does not name is in the box."""
        serials = count()
        self._box = [
            VirtualPiece(next(serials), colour, kind)
            for colour in PieceColour
            for kind in FULL_SET + spares
        ]
        self._standing: list[Standing] = [NOTHING] * SQUARE_COUNT
        self._held: dict[Hand, tuple[VirtualPiece, ...]] = dict.fromkeys(Hand, ())
        self._over: dict[Hand, int] = {}
        self._disturbed: set[int] = set()
        for square, kinds in setup.items():
            self._require_square(square)
            pieces = tuple(
                self._out_of_box(colour, kind)
                for colour, kind in zip(PieceColour, kinds, strict=True)
                if kind
            )
            if pieces:
                self._stand(square, Standing(pieces))

    # --- what there is to see ---

    def standing(self, square: int) -> Standing:
        """What stands on a square; what slides over it in a hand does not stand there."""
        self._require_square(square)
        return self._standing[square]

    def felt(self, square: int) -> Standing:
        """What a sensor under the square can feel: what stands there or slides over it."""
        standing = self.standing(square)
        if standing.pieces:
            return standing
        for hand, over in self._over.items():
            if over == square:
                return Standing(self._held[hand])
        return NOTHING

    def held(self, hand: Hand) -> tuple[VirtualPiece, ...]:
        """What a hand holds."""
        return self._held[hand]

    @property
    def box(self) -> tuple[VirtualPiece, ...]:
        """What lies in the box."""
        return tuple(self._box)

    def pieces(self) -> Iterator[VirtualPiece]:
        """Every piece, wherever it is: box, hands, squares."""
        yield from self._box
        for held in self._held.values():
            yield from held
        for standing in self._standing:
            yield from standing.pieces

    def take_disturbed(self) -> frozenset[int]:
        """The squares where anything happened since this was last asked."""
        disturbed = frozenset(self._disturbed)
        self._disturbed.clear()
        return disturbed

    # --- acts ---

    def lift(
        self, square: int, hand: Hand, colour: PieceColour | None = None
    ) -> tuple[VirtualPiece, ...]:
        """Take up all that stands on a square, or only its piece of one colour.

        A hand that holds a piece may take another of the other colour to it.
        """
        standing = self.standing(square)
        name = square_name(square)
        lifted = tuple(p for p in standing.pieces if colour in (None, p.colour))
        if not lifted:
            wanted = "a piece" if colour is None else f"a {colour.name.lower()} piece"
            raise VirtualBoardError(f"expected {wanted} on {name} to lift, saw {_names(standing)}")
        self._hold(hand, self._held[hand] + lifted, f"lift from {name}")
        rest = tuple(p for p in standing.pieces if p not in lifted)
        self._stand(square, Standing(rest, standing.spot, is_half=True) if rest else NOTHING)
        return lifted

    def drop(self, square: int, hand: Hand, spot: Spot = CENTRED) -> None:
        """Set all that a hand holds down on an empty square."""
        held = self._require_held(hand, f"set down on {square_name(square)}")
        standing = self.standing(square)
        if standing.pieces:
            raise VirtualBoardError(
                f"expected {square_name(square)} empty to set down on, saw {_names(standing)}"
            )
        self._let_go(hand)
        self._stand(square, Standing(held, spot))

    def join(self, square: int, hand: Hand, spot: Spot = CENTRED) -> VirtualPiece | None:
        """Slip the one piece a hand holds in beside another; a union gives up its own piece for it.

        Returns the piece given up, which is then in the hand, or None.
        """
        name = square_name(square)
        held = self._require_held(hand, f"join on {name}")
        standing = self.standing(square)
        if len(held) != 1:
            raise VirtualBoardError(f"expected {hand} to hold one piece to join, saw two")
        piece = held[0]
        freed = [p for p in standing.pieces if p.colour == piece.colour]
        others = tuple(p for p in standing.pieces if p.colour != piece.colour)
        if not others:
            raise VirtualBoardError(
                f"expected a piece of the other colour on {name} to join, saw {_names(standing)}"
            )
        self._let_go(hand)
        self._stand(square, Standing((*others, piece), spot))
        if freed:
            self._hold(hand, tuple(freed), f"take from {name}")
        return freed[0] if freed else None

    def slide(self, square: int | None, hand: Hand) -> None:
        """Push what a hand holds over an empty square and keep hold of it; None: off the board."""
        self._require_held(hand, "slide")
        if square is not None and self.felt(square).pieces:
            seen = _names(self.felt(square))
            raise VirtualBoardError(
                f"expected {square_name(square)} empty to slide over, saw {seen}"
            )
        self._leave_square(hand)
        if square is not None:
            self._over[hand] = square
            self._disturbed.add(square)

    def hand_over(self, giver: Hand, taker: Hand, colour: PieceColour | None = None) -> None:
        """Pass what one hand holds, or only its piece of one colour, to another hand."""
        given = tuple(p for p in self._held[giver] if colour in (None, p.colour))
        if not given or giver == taker:
            raise VirtualBoardError(f"expected {giver} to hold a piece for {taker}, saw none")
        self._hold(taker, self._held[taker] + given, f"take from {giver}")
        rest = tuple(p for p in self._held[giver] if p not in given)
        self._let_go(giver)
        self._held[giver] = rest

    def exchange(self, hand: Hand, union_hand: Hand) -> VirtualPiece:
        """Put the one piece of `hand` into the union of `union_hand`, and take its own one out."""
        held, union = self._held[hand], self._held[union_hand]
        if len(held) != 1 or len(union) != 2:
            raise VirtualBoardError(
                f"expected one piece in {hand} and a union in {union_hand}, "
                f"saw {len(held)} and {len(union)} pieces"
            )
        piece = held[0]
        freed = next(p for p in union if p.colour == piece.colour)
        self._held[hand] = (freed,)
        self._held[union_hand] = (*(p for p in union if p != freed), piece)
        self._disturbed.update(self._over.values())
        return freed

    def take(self, colour: PieceColour, kind: str, hand: Hand) -> VirtualPiece:
        """Take a piece out of the box."""
        piece = self._out_of_box(colour, kind)
        try:
            self._hold(hand, (*self._held[hand], piece), "take from the box")
        except VirtualBoardError:
            self._box.append(piece)
            raise
        return piece

    def change(self, square: int, colour: PieceColour, kind: str) -> None:
        """Put a piece of another kind from the box in the place of one, unnoticed by any sensor.

        Nothing happens where no piece of that colour stands, or the box has none of that kind.
        """
        standing = self.standing(square)
        old = next((piece for piece in standing.pieces if piece.colour == colour), None)
        if old is None or old.kind == kind:
            return
        if not any(piece.colour == colour and piece.kind == kind for piece in self._box):
            return
        new = self._out_of_box(colour, kind)
        self._box.append(old)
        pieces = tuple(new if piece is old else piece for piece in standing.pieces)
        self._standing[square] = replace(standing, pieces=pieces)

    def knock_over(self, square: int) -> None:
        """Let what stands on a square fall over; it lies there until it is lifted."""
        standing = self.standing(square)
        if not standing.pieces:
            raise VirtualBoardError(f"expected a piece on {square_name(square)} to fall, saw none")
        self._stand(square, Standing(standing.pieces, LYING))

    def put_away(self, hand: Hand) -> None:
        """Put what a hand holds into the box."""
        self._box += self._require_held(hand, "put away")
        self._let_go(hand)

    def weaken(self, square: int, magnet: float) -> None:
        """Give the pieces on a square magnets of this part of their strength."""
        standing = self.standing(square)
        weak = tuple(VirtualPiece(p.serial, p.colour, p.kind, magnet) for p in standing.pieces)
        self._stand(square, replace(standing, pieces=weak))

    # --- how it is done ---

    def _require_square(self, square: int) -> None:
        if not 0 <= square < SQUARE_COUNT:
            raise VirtualBoardError(f"expected a square from 0 to 63, saw {square}")

    def _require_held(self, hand: Hand, purpose: str) -> tuple[VirtualPiece, ...]:
        if not self._held[hand]:
            raise VirtualBoardError(f"expected a piece in {hand} to {purpose}, saw none")
        return self._held[hand]

    def _hold(self, hand: Hand, pieces: tuple[VirtualPiece, ...], purpose: str) -> None:
        colours = [piece.colour for piece in pieces]
        if len(set(colours)) < len(colours):
            raise VirtualBoardError(
                f"expected {hand} free of that colour to {purpose}, saw {len(pieces) - 1} held"
            )
        self._held[hand] = pieces
        if hand in self._over:
            self._disturbed.add(self._over[hand])

    def _leave_square(self, hand: Hand) -> None:
        if hand in self._over:
            self._disturbed.add(self._over.pop(hand))

    def _let_go(self, hand: Hand) -> None:
        self._leave_square(hand)
        self._held[hand] = ()

    def _stand(self, square: int, standing: Standing) -> None:
        self._standing[square] = standing
        self._disturbed.add(square)

    def _out_of_box(self, colour: PieceColour, kind: str) -> VirtualPiece:
        for index, piece in enumerate(self._box):
            if piece.colour == colour and piece.kind == kind:
                return self._box.pop(index)
        raise VirtualBoardError(
            f"expected a {colour.name.lower()} {kind} in the box, saw "
            + ("".join(p.kind for p in self._box if p.colour == colour) or "none of that colour")
        )


def _names(standing: Standing) -> str:
    if not standing.pieces:
        return "it empty"
    return " and ".join(f"{p.colour.name.lower()} {p.kind}" for p in standing.pieces)
