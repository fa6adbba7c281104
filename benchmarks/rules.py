"""How fast the rules answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from benchmarks.data import conformance_positions, explosions
from benchmarks.measure import Timing, timed
from board_daemon.rules.destinations import first_lifts, live_destinations
from board_daemon.rules.paco import paco_in_one, paco_in_two
from board_daemon.rules.position import Position
from board_daemon.rules.sako import sako_way
from board_daemon.rules.sides import Side
from board_daemon.rules.threats import threats
from board_daemon.rules.turns import chain_turns, count_turns, successors

Question = Callable[[Position], object]


@dataclass(frozen=True, slots=True)
class Row:
    """One question on one set of positions."""

    question: str
    positions: str
    timing: Timing


def turn_groups(position: Position) -> int:
    """Find all turns as groups of squares where they may end."""
    side = Side(position, position.to_move)
    lifts = first_lifts(side)
    return len(lifts.plain) + sum(1 for _ in chain_turns(side, lifts.chains))


def sako_by_mover(position: Position) -> object:
    """Whether the side to move could win at once."""
    return sako_way(position, position.to_move)


def sako_against_mover(position: Position) -> object:
    """Whether the side to move stands in Ŝako."""
    return sako_way(position, position.to_move.other)


def threats_of_mover(position: Position) -> object:
    """What the side to move covers."""
    return threats(position, position.to_move)


_QUICK: Final[dict[str, Question]] = {
    "turn set, counted": count_turns,
    "turn set, as groups": turn_groups,
    "live destinations": live_destinations,
    "Ŝako, side to move": sako_by_mover,
    "Ŝako, other side": sako_against_mover,
    "threats, side to move": threats_of_mover,
    "Paco in one": paco_in_one,
}
_EACH: Final = 3
"""Paco in two takes so much longer that of the random positions only every third is asked."""


def measure_rules() -> list[Row]:
    """Every question on the random positions, the quick ones on the exploding ones, too."""
    usual, extreme = conformance_positions(), explosions()
    rows = [Row(name, "random", timed(ask, usual)) for name, ask in _QUICK.items()]
    rows.append(Row("turn set, made", "random", timed(successors, usual)))
    rows.append(Row("Paco in two", "random", timed(paco_in_two, usual[::_EACH])))
    rows += [Row(name, "explosions", timed(ask, extreme)) for name, ask in _QUICK.items()]
    return rows
