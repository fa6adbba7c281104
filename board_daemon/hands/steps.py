"""The steps of a turn as hands see them: what is set down where, and what it meets there."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from board_daemon.rules.actions import Action, Place, Promote, squares_of
from board_daemon.rules.attacks import FORWARD
from board_daemon.rules.castling import rook_way
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square


class Arrival(Enum):
    """What setting a piece down does."""

    EMPTY = auto()
    UNION = auto()
    TAKEOVER = auto()


@dataclass(frozen=True, slots=True)
class Step:
    """One `Place` of a turn."""

    before: Position
    """With the piece in hand."""
    arrival: Arrival
    source: Square
    """Where the partner stands: the target, or behind it when the pawn is joined en passant."""
    target: Square
    promotion: PieceType | None
    silent: bool


def steps_of(
    lifted: Position, actions: Sequence[Action], silent_join: float, rng: random.Random
) -> list[Step]:
    """The steps of a turn once its piece is in hand; each is silent with that probability."""
    steps: list[Step] = []
    position, rest = lifted, list(actions)
    while rest:
        place = rest.pop(0)
        assert isinstance(place, Place)
        after = play(position, place)
        done, promotion = after, None
        if rest and isinstance(rest[0], Promote):
            promotion = rest[0].piece
            done = play(after, rest.pop(0))
        arrival, source = _arrival(position, after, place.square)
        silent = rng.random() < silent_join
        steps.append(Step(position, arrival, source, place.square, promotion, silent))
        position = done
    return steps


def _arrival(before: Position, after: Position, target: Square) -> tuple[Arrival, Square]:
    """What the piece in hand meets on the target, and where that stood before."""
    color = before.to_move
    assert before.hand is not None
    arrival = Arrival.EMPTY
    if after.hand is not None:
        arrival = Arrival.TAKEOVER
    elif before.hand.partner is None and after.piece_at(color.other, target) is not None:
        arrival = Arrival.UNION
    en_passant = arrival != Arrival.EMPTY and not before.occupied >> target & 1
    return arrival, target - FORWARD[color] if en_passant else target


def straight_path(start: Square, end: Square) -> tuple[Square, ...]:
    """The squares between two on one line, nearest first; none where they are on no line."""
    files, ranks = (end & 7) - (start & 7), (end >> 3) - (start >> 3)
    steps = max(abs(files), abs(ranks))
    if steps == 0 or (files and ranks and abs(files) != abs(ranks)):
        return ()
    step = 8 * (ranks // steps) + files // steps
    return tuple(start + step * index for index in range(1, steps))


def distance(first: Square, second: Square) -> int:
    """How many steps a king needs from one square to the other."""
    files = abs((first & 7) - (second & 7))
    return max(files, abs((first >> 3) - (second >> 3)))


def squares_on(turn: PlayedTurn) -> set[Square]:
    """The squares on which a turn began, entered or ended; in castling, the rook's as well."""
    color, moved = turn.position.to_move.other, squares_of(turn.actions)
    way = rook_way(color, moved[0], moved[-1]) or ()
    has_castled = turn.position.king_square(color) == moved[-1]
    return {*moved, *(way if has_castled else ())}
