"""Any legal turn as changes on the board, by the play convention, in every order hands can do it.

A turn is cut into changes: a square is lifted from, or something is set down on it. What one change
needs of others (the union set down with the first piece beside the freed one's partner needs both
in hand) gives the orders that are physically possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.castling import rook_way
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, square_name
from board_daemon.tracking.seeing.contents import Content, content_at
from tests.tracking.board import Board

HANDS = 2
_LETTERS = {Content.EMPTY: ".", Content.WHITE: "w", Content.BLACK: "b", Content.UNION: "u"}


@dataclass(frozen=True)
class Change:
    """One change of one square."""

    square: Square
    what: str
    """`.` for a lift, else what stands there from now on."""
    after: tuple[int, ...]
    """The changes that must have happened before, by their places in the list."""


def changes_of(position: Position, actions: Sequence[Action]) -> list[Change]:
    """The changes of a turn by the convention, in its plainest order: own piece first."""
    return _Cut(position).cut(actions)


def in_some_order(changes: Sequence[Change], random: Random) -> list[Change]:
    """The changes in an order in which two hands can do them."""
    for _ in range(50):
        ordered = _try_some_order(changes, random)
        if len(ordered) == len(changes):
            return ordered
    return list(changes)


def _try_some_order(changes: Sequence[Change], random: Random) -> list[Change]:
    left = dict(enumerate(changes))
    done: set[int] = set()
    ordered: list[Change] = []
    in_air = 0
    while left:
        possible = [
            index
            for index, change in left.items()
            if done.issuperset(change.after) and (change.what != "." or in_air < HANDS)
        ]
        if not possible:
            # Both hands are full of what has to wait for something else.
            break
        index = random.choice(possible)
        in_air += 1 if left[index].what == "." else -1
        ordered.append(left.pop(index))
        done.add(index)
    return ordered


def perform(board: Board, actions: Sequence[Action], random: Random | None = None) -> Board:
    """Play a turn on a board that stands as recorded; with `random`, in some order."""
    changes = changes_of(board.tracker.position, actions)
    for change in changes if random is None else in_some_order(changes, random):
        do(board, change)
    return board


def do(board: Board, change: Change, at: float | None = None) -> None:
    """Make one change."""
    square = square_name(change.square)
    if change.what == ".":
        board.lift(square, at)
    elif board.standing(square) == ".":
        board.drop(square, change.what, at)
    else:
        board.slip(square, change.what, at)


class _Cut:
    """Cuts one turn into changes."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._color = "wb"[position.to_move]
        self._changes: list[Change] = []
        self._last_on: dict[Square, int] = {}

    def cut(self, actions: Sequence[Action]) -> list[Change]:
        position = self._position
        in_hand = -1
        """The change after which the piece in hand is in hand."""
        for action in actions:
            before, position = position, play(position, action)
            match action:
                case Lift(square):
                    self._held = _LETTERS[content_at(before, square)]
                    in_hand = self._lift(square)
                case Place(square):
                    in_hand = self._place(before, square, in_hand)
                case Promote():
                    pass
        return self._changes

    def _place(self, before: Position, square: Square, in_hand: int) -> int:
        assert before.hand is not None
        way = (
            rook_way(before.to_move, before.hand.square, square) if before.hand.piece == 6 else None
        )
        if way is not None:
            self._set_down(square, self._color, in_hand)
            rook = _LETTERS[content_at(before, way[0])]
            self._set_down(way[1], rook, self._lift(way[0]))
            return -1
        partner = self._partner_of(before, square)
        if partner is None:
            self._set_down(square, self._held, in_hand)
            return -1
        lifted = self._lift(partner)
        self._set_down(square, "u", in_hand, lifted)
        # What was in hand is in the union now; what the union gave up is free once that was lifted.
        self._held = self._color
        return lifted

    def _partner_of(self, before: Position, square: Square) -> Square | None:
        """Where the one stands who is joined on the square; None: nobody is."""
        after = play(before, Place(square))
        joined = after.piece_at(before.to_move.other, square)
        assert before.hand is not None
        if before.hand.partner is not None or joined is None:
            return None
        if before.piece_at(before.to_move.other, square) is not None:
            return square
        # En passant: the pawn that passed is drawn back from the square beyond.
        return square - 8 if before.to_move == 0 else square + 8

    def _lift(self, square: Square) -> int:
        return self._add(square, ".")

    def _set_down(self, square: Square, what: str, *needed: int) -> int:
        return self._add(square, what, *needed)

    def _add(self, square: Square, what: str, *needed: int) -> int:
        # On one square one thing happens after the other.
        after = [*needed, *([self._last_on[square]] if square in self._last_on else [])]
        self._changes.append(Change(square, what, tuple(after)))
        self._last_on[square] = len(self._changes) - 1
        return len(self._changes) - 1


def see(board: Board, story: str) -> Board:
    """Let it happen: `1.2:e4:.` is lifted from e4 after so many seconds, `1.9:e4:w` set down."""
    for at, square, what in (word.split(":") for word in story.split()):
        if what == ".":
            board.lift(square, at=float(at))
        else:
            board.drop(square, what, at=float(at))
    return board
