"""Answers found the slow way: by playing every action there is, one after the other.

Nothing here knows of chains, groups or bounds, so it can be held against what does.
"""

from __future__ import annotations

from collections.abc import Iterator

from board_daemon.rules.actions import Lift, Place
from board_daemon.rules.pieces import Color
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status


class TooManyStates(Exception):
    """More positions within one turn than the caller wants to look at."""


def turn_ends(position: Position, limit: int = 20_000) -> set[Position]:
    """Every position in which a turn begun in `position` may end; raises `TooManyStates`."""
    return {at for at in _reachable_within_turn(position, limit) if _has_ended(position, at)}


def can_complete(position: Position, mover: Color, limit: int = 20_000) -> bool:
    """Whether `mover`'s turn, which stands at `position`, can be completed."""
    if position.to_move != mover or position.phase.is_over:
        return True
    return any(_has_ended(position, at) for at in _reachable_within_turn(position, limit))


def live_places(position: Position, limit: int = 20_000) -> set[Square]:
    """Where the piece in hand may be placed so that the turn can be completed."""
    return {
        action.square
        for action in legal_actions(position)
        if isinstance(action, Place)
        and can_complete(play(position, action), position.to_move, limit)
    }


def live_destinations(position: Position, limit: int = 20_000) -> dict[Square, set[Square]]:
    """For each square what `live_places` says after its lift; squares without any left out."""
    found = {
        action.square: live_places(play(position, action), limit)
        for action in legal_actions(position)
        if isinstance(action, Lift)
    }
    return {square: places for square, places in found.items() if places}


def can_unite_with_king(position: Position, limit: int = 20_000) -> bool:
    """Whether the side to move can win with its next turn."""
    return any(end.phase in (Status.PACO_W, Status.PACO_B) for end in turn_ends(position, limit))


def _reachable_within_turn(position: Position, limit: int) -> Iterator[Position]:
    mover = position.to_move
    frontier, seen = [position], {position}
    while frontier:
        at = frontier.pop()
        yield at
        if at.to_move != mover or at.phase.is_over:
            continue
        for action in legal_actions(at):
            after = play(at, action)
            if after not in seen:
                seen.add(after)
                frontier.append(after)
                if len(seen) > limit:
                    raise TooManyStates


def _has_ended(start: Position, at: Position) -> bool:
    return at.to_move != start.to_move or at.phase.is_over
