"""Pacos in one and in two, and those that can be prevented: what the best level finds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from benchmarks.data import conformance_games
from board_daemon.opponent.choosing import choose
from board_daemon.opponent.levels import BEST
from board_daemon.opponent.limits import time_is_up
from board_daemon.rules.paco import can_prevent_paco, paco_in_two
from board_daemon.rules.pieces import Color
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.status import PACO, RUN

_GLANCE: Final = 0.1
"""Seconds for what must be right however little time there is."""


@dataclass(frozen=True, slots=True)
class Found:
    """Of so many positions of one kind, in how many the right turn was played."""

    kind: str
    asked: int = 0
    right: int = 0
    unknown: int = 0
    """Positions of which the rules could not tell, within their budget, what is right."""
    slowest: float = 0.0
    """Seconds of processor time."""


def positions_of_games(count: int | None, seed: int = 1) -> list[Position]:
    """Positions between two turns of the conformance games, in no order; None: all."""
    games = conformance_games(80)
    found = [game.position_before(turn.ply) for game in games for turn in game.turns]
    found = [position for position in found if position.phase is RUN]
    Random(seed).shuffle(found)
    return found[:count]


def measure_pacos(
    positions: Sequence[Position], seconds: float, tell: Callable[[int], None] = lambda _: None
) -> list[Found]:
    """What the best level does in each of these positions; `tell` hears how many are done."""
    one, two, prevented = Found("Paco in one"), Found("Paco in two"), Found("Paco prevented")
    for number, position in enumerate(positions):
        mover = position.to_move
        if gives_sako(position, mover):
            end, took = _played(position, seconds)
            one = _counted(one, is_right=end.phase == PACO[mover], took=took)
        else:
            two = _in_two(two, position, seconds)
            prevented = _prevented(prevented, position, seconds)
        tell(number + 1)
    return [one, two, prevented]


def _in_two(found: Found, position: Position, seconds: float) -> Found:
    forcing = paco_in_two(position)
    if forcing is None:
        return _unknown(found)
    if not forcing:
        return found
    end, took = _played(position, seconds)
    # Of turns that lead to the same position only one is listed.
    is_right = any(play_all(position, turn) == end for turn in forcing)
    return _counted(found, is_right=is_right, took=took)


def _prevented(found: Found, position: Position, seconds: float) -> Found:
    """Every position counts in which there is a turn that allows no Paco, Ŝako or not."""
    can = can_prevent_paco(position)
    if can is None:
        return _unknown(found)
    if not can:
        return found
    end, took = _played(position, min(seconds, _GLANCE))
    return _counted(found, is_right=not allows_paco(end, position.to_move), took=took)


def _played(position: Position, seconds: float) -> tuple[Position, float]:
    began = time.process_time()
    is_over = time_is_up(time.process_time, seconds)
    end = choose(position, BEST, Random(0), is_over=is_over).position
    return end, time.process_time() - began


def _counted(found: Found, *, is_right: bool, took: float) -> Found:
    return Found(
        found.kind,
        found.asked + 1,
        found.right + is_right,
        found.unknown,
        max(found.slowest, took),
    )


def _unknown(found: Found) -> Found:
    return Found(found.kind, found.asked, found.right, found.unknown + 1, found.slowest)


def allows_paco(position: Position, mover: Color) -> bool:
    """Whether the turn that `mover` has just set down lets the other side unite with his king.

    `position`: after the turn. Where the game is over, nothing is allowed any more.
    """
    return not position.phase.is_over and gives_sako(position, mover.other)
