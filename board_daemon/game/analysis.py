"""What there is to say about each turn of a game: Ŝako given, Paco missed or allowed, the chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from board_daemon.rules.actions import Action, Place
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.paco import BUDGET, can_prevent_paco, paco_in_one, paco_in_two
from board_daemon.rules.pieces import Color
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.sako import sako_way
from board_daemon.rules.status import PACO

Actions = tuple[Action, ...]

_SHORT: Final = 3
_BUDGET_FOR_SHORTER: Final = 50_000


@dataclass(frozen=True, slots=True)
class Missed:
    """What a player could have done to win, and did not. Only the shortest way is told."""

    in_one: Actions | None = None
    """A turn that would have united with the king at once."""
    in_two: Actions | None = None
    """A turn that would have forced it with the next; none that does was played."""
    is_settled: bool = True
    """False: whether anything forced it is not known."""


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """One turn."""

    color: Color
    before: Position
    turn: PlayedTurn
    take_overs: int
    """How long the chain was: 0 for a turn without one."""
    sako: Actions | None
    """How the player could have united next: he gave Ŝako."""
    missed: Missed
    threat: Actions | None
    """How the opponent can unite after this turn."""
    allowed: bool | None
    """Whether there is such a threat and another turn would have prevented it; None: unknown.

    Prevented is what leaves the opponent without a turn that unites at once, or ends the game
    otherwise than by losing it.
    """


def analyse(
    start: Position, turns: Iterable[Sequence[Action]], budget: int = BUDGET
) -> Iterator[TurnAnalysis]:
    """Each turn of a game in order, as soon as it has been looked at.

    `budget`: of each search, see `rules.paco`. Raises `IllegalAction` where a turn cannot be
    played.
    """
    game = Game(start)
    for actions in turns:
        before = game.position
        yield _analysed(before, game.play_turn(actions), budget)


def _analysed(before: Position, turn: PlayedTurn, budget: int) -> TurnAnalysis:
    mover = before.to_move
    goes_on = not turn.status.is_over
    threat = _shortest_paco(turn.position) if goes_on else None
    return TurnAnalysis(
        color=mover,
        before=before,
        turn=turn,
        take_overs=take_overs(turn.actions),
        sako=sako_way(turn.position, mover) if goes_on else None,
        missed=_missed(before, turn, budget),
        threat=threat,
        allowed=threat is not None and can_prevent_paco(before, budget),
    )


def _missed(before: Position, turn: PlayedTurn, budget: int) -> Missed:
    if turn.status == PACO[before.to_move]:
        return Missed()
    now = _shortest_paco(before)
    if now is not None:
        return Missed(in_one=now)
    forcing = paco_in_two(before, budget)
    if forcing is None:
        return Missed(is_settled=False)
    if not forcing or any(play_all(before, other) == turn.position for other in forcing):
        return Missed()
    return Missed(in_two=forcing[0])


def _shortest_paco(position: Position) -> Actions | None:
    """How the side to move unites at once: in few steps, where few are found soon."""
    way = sako_way(position, position.to_move)
    if way is None or len(way) <= _SHORT:
        return way
    ways = paco_in_one(position, _BUDGET_FOR_SHORTER)
    return ways[0] if ways else way


def take_overs(actions: Iterable[Action]) -> int:
    """How many unions were taken over in a turn: all places but the last were such."""
    return sum(isinstance(action, Place) for action in actions) - 1


def longest_chain(turns: Iterable[TurnAnalysis]) -> TurnAnalysis | None:
    """The first turn with the longest chain of a game; None: there was no chain."""
    longest = max(turns, key=lambda each: each.take_overs, default=None)
    return longest if longest is not None and longest.take_overs else None
