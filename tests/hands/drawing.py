"""What the state machine draws: turns action by action, ways to play them, moves that are wrong."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import permutations
from typing import Final

from hypothesis import strategies as st

from board_daemon.hands.games import first_moves, rare_beginnings
from board_daemon.hands.layout import Layout, layout_of, looks_alike
from board_daemon.hands.steps import distance, straight_path
from board_daemon.hands.style import CLEAN, CONVENTION, HandStyle, Promoting
from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.attacks import FORWARD
from board_daemon.rules.castling import rook_way
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.position import Position, occupied_squares
from board_daemon.rules.squares import (
    ALL_SQUARES,
    NO_SQUARES,
    Square,
    SquareSet,
    bits,
    parse_square,
)
from board_daemon.rules.status import Status
from firmware_bridge.frames import SensorKind

Turn = tuple[Action, ...]

WAYS: Final[dict[str, HandStyle]] = {
    "plainly": CLEAN,
    "partner lifted first": replace(CLEAN, partner_first=1),
    "joined one by one": replace(CLEAN, one_by_one=1),
    "with two hands": replace(CLEAN, two_hands=1),
    "out of order": replace(CLEAN, out_of_order=1),
    "rook first": replace(CLEAN, rook_first=1),
    "slid": replace(CLEAN, slide=1),
    "slid into a union": replace(CLEAN, slide_in=1),
    "hesitating": replace(CLEAN, hesitate=1),
    "by way of a wrong square": replace(CLEAN, pause_wrong=1),
    "lifted and put back first": replace(CLEAN, put_back=1),
    "fast": replace(CLEAN, move=(0.1, 0.25), exchange=(0.06, 0.15)),
    "another piece adjusted first": replace(CLEAN, adjust_before=1),
    "another piece adjusted after it": replace(CLEAN, adjust_after=1),
    "another piece falls over meanwhile": replace(CLEAN, knock_over=1),
    "promotion leafed through": replace(CLEAN, promoting=(Promoting.LEAF,)),
    "promotion left until asked for": replace(CLEAN, promoting=(Promoting.ANSWER,)),
    "pawn exchanged for a piece": replace(CLEAN, swap=1),
    "as people do": CONVENTION,
}
"""How a turn may be played; a failing one shrinks to the plainest way that fails."""

_LONGEST_CHAIN: Final = 6
"""After so many actions a turn ends as soon as it can."""
_MOST_STEPS: Final = 3000
"""Larger trees of turns are left alone."""


def ways_to_play() -> st.SearchStrategy[str]:
    """One of `WAYS`, by name."""
    return st.sampled_from(list(WAYS))


def draw_turn(data: st.DataObject, position: Position, begun: Turn = ()) -> Turn:
    """A legal turn, drawn action by action after those with which it has begun.

    Raises IndexError where there is no legal turn.
    """
    actions, mover = list(begun), position.to_move
    after = play_all(position, begun)
    while after.to_move == mover and not after.phase.is_over:
        action = data.draw(st.sampled_from(_choices(after, len(actions))), label="action")
        actions.append(action)
        after = play(after, action)
    return tuple(actions)


def _choices(position: Position, number: int) -> list[Action]:
    """What may come next: the plainest first, and thrice what makes a game of Paco Sako."""
    if position.phase == Status.RUN:
        live = live_destinations(position)
        enters = [Lift(start) for start, ends in live.items() if ends & position.occupied]
        return [*map(Lift, live), *2 * enters]
    if position.phase != Status.PLACE:
        return [*map(Promote, PROMOTIONS)]
    places = live_places_in_hand(position)
    kings = 1 << position.king_square(position.to_move.other)
    entered = places & position.occupied & ~kings
    others = places & ~entered
    if number > _LONGEST_CHAIN and others:
        return [*map(Place, bits(others))]
    return [*map(Place, bits(others)), *3 * [*map(Place, bits(entered))]]


def take_overs(position: Position) -> list[Turn]:
    """The chains of a position, as they begin."""
    return [
        (Lift(start), Place(end))
        for start, end in first_moves(position)
        if position.unions >> end & 1 and not position.unions >> start & 1
    ]


def leaves_no_trace(position: Position, turn: Turn) -> bool:
    """Whether the board looks as before: such a chain cannot be told from adjusting."""
    return looks_alike(layout_of(play_all(position, turn)), layout_of(position))


def first_lift(turn: Sequence[Action]) -> Square:
    """Where a turn begins."""
    return next(action.square for action in turn if isinstance(action, Lift))


def last_place(turn: Sequence[Action]) -> Square:
    """Where a turn ends."""
    return next(action.square for action in reversed(turn) if isinstance(action, Place))


def looks(position: Position, sensor: SensorKind) -> Hashable:
    """All that sensors of a kind can see of a settled position."""
    if sensor == SensorKind.PRESENCE:
        return position.occupied
    return position.squares(Color.WHITE), position.squares(Color.BLACK)


def may_be_slipped_in(position: Position, turn: Turn, sensor: SensorKind) -> bool:
    """Whether a chain may be played without lifting what it enters, and be found out all the same.

    No turn that is simpler may leave the board looking as it does, and something must be seen. Nor
    may another way lead to the same outcome: then it is all one to the board, and the player who is
    asked about the other way has no answer.
    """
    after = play_all(position, turn)
    if not _is_seen_to_end(position, turn) or last_place(turn) == first_lift(turn):
        return False
    entered = NO_SQUARES
    for number, action in enumerate(turn):
        entered |= _entered(play_all(position, turn[:number]), action)
    wanted, joins = looks(after, sensor), entered.bit_count()
    ends = _ends(position, joins)
    return ends is not None and not any(
        others.bit_count() < joins or (outcome == after and others != entered)
        for _, others, outcome in ends
        if looks(outcome, sensor) == wanted
    )


def doubtful_turns(position: Position, sensor: SensorKind) -> list[tuple[Turn, Square]]:
    """Take-overs that, slipped in, look like another one; with the union that the other enters."""
    alike: dict[Hashable, list[tuple[Turn, SquareSet, Position]]] = {}
    for found in _ends(position, joins=1) or []:
        alike.setdefault(looks(found[2], sensor), []).append(found)
    return [
        (turn, next(bits(other)))
        for group in alike.values()
        if all(entered & position.unions for _, entered, _ in group)
        for turn, entered, outcome in group
        for _, other, other_outcome in group
        if entered != other and outcome != other_outcome and _is_seen_to_end(position, turn)
    ]


def _is_seen_to_end(position: Position, turn: Turn) -> bool:
    end = last_place(turn)
    is_free = not position.occupied >> end & 1 and end != position.en_passant
    return is_free and not any(isinstance(action, Promote) for action in turn)


def _ends(position: Position, joins: int) -> list[tuple[Turn, SquareSet, Position]] | None:
    """All turns that enter no more squares than that, which squares, and their outcomes.

    None: they are too many. Of several ways through the same squares there is one.
    """
    ends = list[tuple[Turn, SquareSet, Position]]()
    waiting: list[tuple[Turn, SquareSet, Position]] = [((), NO_SQUARES, position)]
    seen = {(position, NO_SQUARES)}
    while waiting:
        actions, entered, at = waiting.pop()
        if at.to_move != position.to_move or at.phase.is_over:
            ends.append((actions, entered, at))
            continue
        for action in legal_actions(at):
            after, all_entered = play(at, action), entered | _entered(at, action)
            if (after, all_entered) not in seen and all_entered.bit_count() <= joins:
                seen.add((after, all_entered))
                waiting.append(((*actions, action), all_entered, after))
        if len(seen) > _MOST_STEPS:
            return None
    return ends


def _entered(position: Position, action: Action) -> SquareSet:
    """The square, as a set, if an action enters an occupied one."""
    return 1 << action.square & position.occupied if isinstance(action, Place) else NO_SQUARES


def differing(first: Layout, second: Layout, sensor: SensorKind) -> list[Square]:
    """The squares on which sensors of a kind see a difference between two boards."""
    white, black = (tuple(map(occupied_squares, (first[color], second[color]))) for color in Color)
    if sensor == SensorKind.PRESENCE:
        return list(bits((white[0] | black[0]) ^ (white[1] | black[1])))
    return list(bits((white[0] ^ white[1]) | (black[0] ^ black[1])))


# --- stops on the way ---


def may_go_on(position: Position, turn: Turn) -> bool:
    """Whether what a turn set down last might go further the same way, or begin something else.

    It may go on to another free square, be the rook of a castling, or become another piece. A king
    is taken at his word: that he castles after all replaces his turn.
    """
    last, before = turn[-1], play_all(position, turn[:-1])
    if before.hand is None or not isinstance(last, Place):
        return True
    start = before.hand.square
    if before.hand.piece == PieceType.ROOK and position.castling >> start & 1:
        return True
    if before.hand.piece == PieceType.KING:
        return False
    ends = live_places_in_hand(before) & ~before.occupied
    return any(last.square in straight_path(start, further) for further in bits(ends))


def slides(position: Position) -> list[tuple[Square, Square, Square]]:
    """Plain moves that may stop on the way: from where, where they may stop, to where."""
    if position.phase != Status.RUN:
        return []
    return [
        (start, stop, end)
        for start, ends in live_destinations(position).items()
        for end in bits(ends & ~position.occupied)
        if position.piece_at(position.to_move, start) != PieceType.KING
        for stop in straight_path(start, end)
        if ends >> stop & 1 and not position.occupied >> stop & 1 and stop != position.en_passant
    ]


def parted_turns(position: Position) -> list[tuple[Turn, tuple[Square, Square]]]:
    """Castlings and unions en passant, each with what else moves: from where to where."""
    parted = []
    for turn in rare_beginnings(position):
        start, end, color = first_lift(turn), last_place(turn), position.to_move
        castling = rook_way(position.to_move, start, end)
        if position.piece_at(color, start) == PieceType.KING and castling is not None:
            parted.append((turn, castling))
        elif end == position.en_passant and play_all(position, turn).hand is None:
            # It is gone with the next turn.
            parted += 4 * [(turn, (end - FORWARD[color], end))]
    return parted


def play_all(position: Position, actions: Sequence[Action]) -> Position:
    """The position after some actions."""
    return reduce(play, actions, position)


# --- wrong moves ---


def wrong_moves(
    position: Position, played: Sequence[PlayedTurn], before: Sequence[Position]
) -> list[tuple[Square, Square]]:
    """Where lone pieces of the side to move might go though they may not, meaning nothing else.

    Not what was moved last: who goes on with that has changed his mind. And the board must not
    look as in one of the positions `before`, for that would be taking back.
    """
    color = position.to_move
    if position.phase != Status.RUN:
        return []
    lone = position.squares(color) & ~position.unions & ~(1 << position.king_square(color))
    if played:
        lone &= ~(1 << last_place(played[-1].actions))
    live = live_destinations(position)
    free = ALL_SQUARES & ~position.occupied
    return [
        (start, end)
        for start in bits(lone)
        for end in bits(free & ~live.get(start, 0))
        if not any(
            looks_alike(layout_of(moved(position, start, end)), layout_of(p)) for p in before
        )
    ]


def moved(position: Position, start: Square, end: Square) -> Position:
    """The position with what stands on one square on another, free one."""
    pieces = [bytearray(position.white), bytearray(position.black)]
    for own in pieces:
        own[end], own[start] = own[start], 0
    return replace(position, white=bytes(pieces[0]), black=bytes(pieces[1]))


def misplaced(position: Position, number: int, chance: random.Random) -> Position:
    """The position with some lone pieces on squares that were free."""
    lone = list(bits(position.occupied & ~position.unions))
    free = list(bits(ALL_SQUARES & ~position.occupied))
    number = min(number, len(lone), len(free))
    for start, end in zip(chance.sample(lone, number), chance.sample(free, number), strict=True):
        position = moved(position, start, end)
    return position


# --- the kings in the centre ---

_LIGHT_CENTRE: Final = tuple(map(parse_square, ("e4", "d5")))
_DARK_CENTRE: Final = tuple(map(parse_square, ("d4", "e5")))
_FAR: Final = 2


def agreements(position: Position) -> list[tuple[Square, Square]]:
    """Where White's and Black's king may be set to agree on a result, when they cannot walk."""
    kings = [position.king_square(color) for color in Color]
    if position.phase != Status.RUN or any(position.unions >> king & 1 for king in kings):
        return []
    free = [s for s in (*_LIGHT_CENTRE, *_DARK_CENTRE) if not position.occupied >> s & 1]
    if any(distance(king, square) < _FAR for king in kings for square in free):
        return []
    return list(permutations(free, 2))


def result_of(squares: tuple[Square, Square]) -> str:
    """What the kings say there: both on light ones is White's win, both on dark ones Black's."""
    number = sum(square in _LIGHT_CENTRE for square in squares)
    return {2: "1-0", 1: "1/2-1/2", 0: "0-1"}[number]
