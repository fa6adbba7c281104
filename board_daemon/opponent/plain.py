"""A turn without any thinking, for when the process that thinks cannot."""

from __future__ import annotations

from random import Random

from board_daemon.opponent.errors import NothingToPlay
from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.position import Position

Actions = tuple[Action, ...]


def plain_turn(position: Position, random: Random) -> Actions:
    """Some legal turn, a short one where there is one; raises `NothingToPlay`.

    It enters a union only where nothing else is left, so it is found at once in any position.
    """
    turn = None if position.phase.is_over else _completed(position, position, random)
    if turn is None:
        raise NothingToPlay("expected a position with a legal turn, saw none")
    return turn


def _completed(start: Position, position: Position, random: Random) -> Actions | None:
    """The actions that end the turn begun in `start`; None: from here it cannot be ended."""
    if position.phase.is_over or position.to_move != start.to_move:
        return ()
    actions = list(legal_actions(position))
    random.shuffle(actions)
    actions.sort(key=lambda action: _length_of(action, position))
    for action in actions:
        rest = _completed(start, play(position, action), random)
        if rest is not None:
            return (action, *rest)
    return None


def _length_of(action: Action, position: Position) -> int:
    """How soon a turn ends that goes on like this: the least first."""
    match action:
        case Place(square):
            # A union is where two stand: it counts twice.
            return (position.occupied >> square & 1) + (position.unions >> square & 1)
        case Promote(piece):
            return int(piece != PieceType.QUEEN)
        case Lift(square):
            # Whom nobody holds has most to choose from.
            return int(position.unions >> square & 1)
