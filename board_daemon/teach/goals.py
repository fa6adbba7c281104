"""What counts as solved: what a turn must do, and why one that does not falls short.

A goal is a list of conditions, all of which one turn must meet. They are judged by the rules
engine, so that any turn that does what is asked counts and not only the one we thought of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.notation import format_turn
from board_daemon.rules.paco import preventing_outcome
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.squares import Square, square_name
from board_daemon.rules.status import PACO
from board_daemon.rules.work import Work, WorkDone
from board_daemon.teach.playing import position_after

_BUDGET: Final = 500_000


class Demand(StrEnum):
    """One thing that a turn may be asked to do."""

    TURNS = "turns"
    """It is one of these turns, or leads to the same position."""
    UNION = "union"
    """It forms a new union, with any piece or with a certain one."""
    MOVES_UNION = "moves-union"
    """It moves a union."""
    TAKE_OVER = "take-over"
    """It takes a union over."""
    CHAIN = "chain"
    """It frees at least so many pieces."""
    PROMOTES = "promotes"
    """It promotes a pawn, to any piece or to a certain one."""
    MOVES = "moves"
    """The piece on that square makes the turn."""
    SAKO = "sako"
    """The other king could be united with next (English booklet, page 48)."""
    PACO = "paco"
    """A Ŝako that no answer ends (English booklet, page 48)."""
    WINS = "wins"
    """It unites with the other king."""
    SAFE = "safe"
    """The other side could not unite with the mover's king next."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One demand; of what it says more only the fields that belong to it count."""

    demand: Demand
    piece: PieceType | None = None
    """The partner of the union, or what the pawn becomes; None: any."""
    least: int = 1
    """Pieces to be freed."""
    turns: tuple[str, ...] = ()
    """In notation."""
    start: Square | None = None
    """Where the piece that moves stands."""


Goal = tuple[Condition, ...]
"""All of these must be met."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Why a turn is not what was asked for."""

    phrase: str
    """The key of the phrase that says so (`courses/phrases.yaml`)."""
    values: Mapping[str, str | int] = field(default_factory=dict)
    """What is to be filled in."""


def shortfall(goal: Goal, before: Position, turn: PlayedTurn) -> Shortfall | None:
    """What the turn lacks, the first thing first; None: it is what was asked for.

    `before` is the position in which it was played.
    """
    for condition in goal:
        found = _CHECKS[condition.demand](condition, before, turn)
        if found is not None:
            return found
    return None


def freed(actions: tuple[Action, ...]) -> int:
    """How many pieces a turn freed."""
    return sum(isinstance(action, Place) for action in actions) - 1


def first_lift(actions: tuple[Action, ...]) -> Square:
    """Where a turn begins, but for a promotion that was owed."""
    return next(action.square for action in actions if isinstance(action, Lift))


def _same_turn(condition: Condition, before: Position, turn: PlayedTurn) -> Shortfall | None:
    if turn.notation in condition.turns:
        return None
    ends = (position_after(before, wanted) for wanted in condition.turns)
    return None if turn.position in ends else Shortfall("another-turn")


def _union(condition: Condition, before: Position, turn: PlayedTurn) -> Shortfall | None:
    joined = turn.position.unions.bit_count() > before.unions.bit_count()
    if not joined:
        return Shortfall("no-union")
    end = next(a.square for a in reversed(turn.actions) if isinstance(a, Place))
    partner = turn.position.piece_at(before.to_move.other, end)
    if condition.piece is not None and partner != condition.piece:
        return Shortfall("other-partner")
    return None


def _moves_union(_: Condition, before: Position, turn: PlayedTurn) -> Shortfall | None:
    moved = before.unions >> first_lift(turn.actions) & 1
    return None if moved else Shortfall("no-union-moved")


def _chain(condition: Condition, _: Position, turn: PlayedTurn) -> Shortfall | None:
    count = freed(_own_actions(turn))
    if count == 0:
        return Shortfall("no-take-over")
    if count < condition.least:
        return Shortfall("short-chain", {"freed": count, "wanted": condition.least})
    return None


def _own_actions(turn: PlayedTurn) -> tuple[Action, ...]:
    """The actions without the promotions, and castling as the one move that it is."""
    return tuple(action for action in turn.actions if not isinstance(action, Promote))


def _promotes(condition: Condition, _: Position, turn: PlayedTurn) -> Shortfall | None:
    pieces = [action.piece for action in turn.actions if isinstance(action, Promote)]
    if not pieces:
        return Shortfall("no-promotion")
    if condition.piece is not None and condition.piece not in pieces:
        return Shortfall("other-promotion")
    return None


def _moves(condition: Condition, _: Position, turn: PlayedTurn) -> Shortfall | None:
    return None if first_lift(turn.actions) == condition.start else Shortfall("other-piece")


def _sako(_: Condition, before: Position, turn: PlayedTurn) -> Shortfall | None:
    gives = gives_sako(turn.position, before.to_move)
    return None if gives or turn.status == PACO[before.to_move] else Shortfall("no-sako")


def _paco(_: Condition, before: Position, turn: PlayedTurn) -> Shortfall | None:
    mover = before.to_move
    if turn.status == PACO[mover]:
        return None
    if turn.status.is_over or not gives_sako(turn.position, mover):
        return Shortfall("no-sako")
    if gives_sako(turn.position, mover.other):
        return Shortfall("counter-paco")
    try:
        answer = preventing_outcome(turn.position, Work(_BUDGET))
    except WorkDone:
        # Nobody is told that he is right without knowing it.
        return Shortfall("another-turn")
    if answer is None:
        return None
    return Shortfall("sako-with-answer", {"answer": format_turn(turn.position, answer.turn)})


def _wins(_: Condition, before: Position, turn: PlayedTurn) -> Shortfall | None:
    return None if turn.status == PACO[before.to_move] else Shortfall("king-not-joined")


def _safe(_: Condition, before: Position, turn: PlayedTurn) -> Shortfall | None:
    mover = before.to_move
    if turn.status == PACO[mover.other] or gives_sako(turn.position, mover.other):
        return Shortfall("still-in-danger")
    return None


_CHECKS: Final = {
    Demand.TURNS: _same_turn,
    Demand.UNION: _union,
    Demand.MOVES_UNION: _moves_union,
    Demand.TAKE_OVER: _chain,
    Demand.CHAIN: _chain,
    Demand.PROMOTES: _promotes,
    Demand.MOVES: _moves,
    Demand.SAKO: _sako,
    Demand.PACO: _paco,
    Demand.WINS: _wins,
    Demand.SAFE: _safe,
}


def way_of(actions: tuple[Action, ...]) -> tuple[Square, ...]:
    """The squares of a turn in order: where it begins, what it enters, where it ends."""
    squares: list[Square] = []
    for action in actions:
        if not isinstance(action, Promote) and (not squares or squares[-1] != action.square):
            squares.append(action.square)
    return tuple(squares)


def names(squares: tuple[Square, ...]) -> list[str]:
    """The squares' names."""
    return [square_name(square) for square in squares]
