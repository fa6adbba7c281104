"""Which pieces stand where, and how hands get from one such picture to another."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from board_daemon.hands.acts import LEFT, RIGHT, Act, HandOver, SetDown, SlipIn, TakeUp
from board_daemon.hands.style import HandStyle
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position, occupied_squares
from board_daemon.rules.squares import Square

Layout = tuple[bytes, bytes]
"""White's and Black's pieces, one byte a square (see `position.Position`)."""


def layout_of(position: Position) -> Layout:
    """The pieces of a settled position."""
    return position.white, position.black


def looks_alike(first: Layout, second: Layout) -> bool:
    """Whether pieces of the same colours stand on the same squares, of whatever kind."""
    pairs = zip(first, second, strict=True)
    return all(occupied_squares(one) == occupied_squares(other) for one, other in pairs)


def only_on(squares: Sequence[Square], wanted: Layout, now: Layout) -> Layout:
    """How it is now, but as wanted on some squares."""
    white, black = bytearray(now[0]), bytearray(now[1])
    for square in squares:
        white[square], black[square] = wanted[0][square], wanted[1][square]
    return bytes(white), bytes(black)


@dataclass(frozen=True, slots=True)
class Transfer:
    """A piece that stands on one square and belongs on another."""

    color: Color
    start: Square
    end: Square


def transfers(now: Layout, wanted: Layout) -> list[Transfer]:
    """Which piece must go where; those that find their square free of their colour come first.

    Pieces of a kind are alike.
    """
    moves = [move for color in Color for move in _matched(color, now[color], wanted[color])]
    return sorted(moves, key=lambda move: now[move.color][move.end] != 0)


def _matched(color: Color, now: bytes, wanted: bytes) -> list[Transfer]:
    """Each square that lacks its piece with one that has such a piece too many."""
    surplus = [square for square in range(64) if now[square] and now[square] != wanted[square]]
    lacking = [square for square in range(64) if wanted[square] and now[square] != wanted[square]]
    moves = []
    # Where the right kind is missing (a pawn that was promoted goes back) another must do.
    for alike in (True, False):
        for end in lacking[:]:
            if alike:
                starts = [square for square in surplus if now[square] == wanted[end]]
            else:
                starts = [square for square in surplus if not wanted[square] and not now[end]]
            if starts:
                moves.append(Transfer(color, starts[0], end))
                surplus.remove(starts[0])
                lacking.remove(end)
    return moves


class Rearranging:
    """Puts pieces elsewhere, union by union, and keeps account of what stands where."""

    def __init__(self, now: Layout, style: HandStyle, rng: random.Random, mover: Color) -> None:
        self._standing = [bytearray(pieces) for pieces in now]
        self._style = style
        self._rng = rng
        self._main, self._other = RIGHT[mover], LEFT[mover]
        self._acts: list[Act] = []

    def acts_to(self, wanted: Layout, *, only_one: bool = False) -> list[Act]:
        """What hands do to get there, all of it or the first piece only."""
        while moves := transfers(self._now(), wanted):
            move = moves[0]
            partner = Transfer(move.color.other, move.start, move.end)
            if partner in moves and not self._shared(move.end):
                self._carry_union(move)
            else:
                self._carry(move)
            if only_one:
                break
        return self._acts

    def _now(self) -> Layout:
        return bytes(self._standing[0]), bytes(self._standing[1])

    def _shared(self, square: Square) -> bool:
        return any(pieces[square] for pieces in self._standing)

    def _add(self, deed: TakeUp | SetDown | SlipIn | HandOver, *, at_once: bool = False) -> None:
        wait = 0.0 if at_once else self._rng.uniform(*self._style.move)
        self._acts.append(Act(wait, deed))

    def _carry_union(self, move: Transfer) -> None:
        self._add(TakeUp(move.start, self._main))
        self._add(SetDown(move.end, self._main))
        for pieces in self._standing:
            pieces[move.end], pieces[move.start] = pieces[move.start], 0

    def _carry(self, move: Transfer) -> None:
        self._take_out(move)
        own, other = self._standing[move.color], self._standing[move.color.other]
        blocked = own[move.end]
        piece, own[move.start] = own[move.start], 0
        if blocked:
            # Pieces that change places: the one in the way goes to the free square at once.
            self._change_places(move)
            own[move.start] = blocked
        elif other[move.end] and self._rng.random() >= self._style.silent_join:
            self._add(TakeUp(move.end, self._other))
            self._add(HandOver(self._main, self._other), at_once=True)
            self._add(SetDown(move.end, self._other))
        elif other[move.end]:
            self._add(SlipIn(move.end, self._main))
        else:
            self._add(SetDown(move.end, self._main))
        own[move.end] = piece

    def _take_out(self, move: Transfer) -> None:
        in_union = self._standing[move.color.other][move.start]
        if in_union and self._rng.random() >= self._style.silent_join:
            self._add(TakeUp(move.start, self._other))
            self._add(HandOver(self._other, self._main, move.color), at_once=True)
            self._add(SetDown(move.start, self._other))
        else:
            self._add(TakeUp(move.start, self._main, move.color))

    def _change_places(self, move: Transfer) -> None:
        self._add(TakeUp(move.end, self._other, move.color))
        for square, hand in ((move.end, self._main), (move.start, self._other)):
            joins = self._standing[move.color.other][square]
            self._add(SlipIn(square, hand) if joins else SetDown(square, hand))


def rearrange(
    now: Layout,
    wanted: Layout,
    style: HandStyle,
    rng: random.Random,
    mover: Color,
    *,
    only_one: bool = False,
) -> Sequence[Act]:
    """What hands do to make `wanted` of `now`; pieces that are not on the board stay off it."""
    return Rearranging(now, style, rng, mover).acts_to(wanted, only_one=only_one)
