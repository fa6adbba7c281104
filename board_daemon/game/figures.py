"""What there is to count in one game, for each side: unions, chains, time used, Ŝakos.

All but the Ŝakos is read off the texts that the archive keeps, at some microseconds a turn. Ŝakos
have to be looked for in every position.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from board_daemon.archive.records import TurnRow
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import Ruleset, ruleset_named
from board_daemon.rules.sako import sako_way
from board_daemon.rules.status import PACO

VERSION: Final = 1
"""Of what is counted, and how: what another one counted is counted anew."""
LONGEST_THOUGHT: Final = 1800.0
"""Seconds; who took longer for a turn has been away, and that turn has no time."""

_SINGLE_PIECES_AND_EMPTY: Final = str.maketrans("", "", "PRNBQKprnbqk12345678/")


@dataclass(frozen=True, slots=True)
class SideFigures:
    """What one side did in a game."""

    turns: int = 0
    unions: int = 0
    """Formed."""
    chains: tuple[int, ...] = ()
    """How many chains took over one union, two unions, and so on."""
    longest_at: int | None = None
    """The ply of the first of its longest chains."""
    timed_turns: int = 0
    """Turns of which it is known how long they took."""
    seconds: float = 0.0
    """For all of those."""


@dataclass(frozen=True, slots=True)
class SakoFigures:
    """How often one side could unite with the other king."""

    given: int = 0
    """Turns after which it could have done so next."""
    missed: int = 0
    """Turns in which it could have done so at once, and did something else."""


@dataclass(frozen=True, slots=True)
class GameFigures:
    """What was counted in a game, by colour."""

    sides: tuple[SideFigures, SideFigures]
    sakos: tuple[SakoFigures, SakoFigures] | None = None
    """None: nobody has looked for them yet."""


@dataclass(slots=True)
class _Counter:
    turns: int = 0
    unions: int = 0
    chains: list[int] | None = None
    longest_at: int | None = None
    timed_turns: int = 0
    seconds: float = 0.0

    def add_chain(self, take_overs: int, ply: int) -> None:
        chains = self.chains = self.chains or []
        if take_overs > len(chains):
            chains += [0] * (take_overs - len(chains))
            self.longest_at = ply
        chains[take_overs - 1] += 1

    def figures(self) -> SideFigures:
        return SideFigures(
            self.turns,
            self.unions,
            tuple(self.chains or ()),
            self.longest_at,
            self.timed_turns,
            round(self.seconds, 3),
        )


def count_turns(start_fen: str, turns: Iterable[TurnRow]) -> GameFigures:
    """Count all but the Ŝakos.

    The time of a turn is that since the turn before it, so a game's first turn has none; nor have
    those of a text that says no times.
    """
    sides = (_Counter(), _Counter())
    mover = _mover(start_fen)
    unions = unions_in(start_fen)
    t_before: float | None = None
    for ply, t, actions, fen, _ in turns:
        side = sides[mover]
        side.turns += 1
        stand = unions_in(fen)
        side.unions += stand - unions
        # Every place but the last takes a union over.
        take_overs = actions.count("P") - 1
        if take_overs > 0:
            side.add_chain(take_overs, ply)
        if t_before is not None and 0 < t - t_before <= LONGEST_THOUGHT:
            side.timed_turns += 1
            side.seconds += t - t_before
        unions, t_before, mover = stand, t, 1 - mover
    return GameFigures((sides[0].figures(), sides[1].figures()))


def unions_in(fen: str) -> int:
    """How many unions stand in a settled position."""
    # A letter that is no single piece is a union.
    return len(fen.partition(" ")[0].translate(_SINGLE_PIECES_AND_EMPTY))


def count_sakos(
    start_fen: str,
    rules: str,
    turns: Sequence[TurnRow],
    between: Callable[[], None] = lambda: None,
) -> tuple[SakoFigures, SakoFigures]:
    """Look for Ŝakos in every position; raises `RulesError` where one cannot be read.

    `between`: called after each, for whoever has to let others work, too.
    """
    ruleset = ruleset_named(rules)
    given, missed = [0, 0], [0, 0]
    mover = Color(_mover(start_fen))
    could_unite = sako_way(parse_fen(start_fen, ruleset), mover) is not None
    for turn in turns:
        if could_unite and turn.status != PACO[mover]:
            missed[mover] += 1
        position = _position(turn, ruleset)
        could_unite = False
        if position is not None:
            given[mover] += sako_way(position, mover) is not None
            could_unite = sako_way(position, mover.other) is not None
        mover = mover.other
        between()
    white, black = (SakoFigures(given[color], missed[color]) for color in Color)
    return white, black


def _position(turn: TurnRow, ruleset: Ruleset) -> Position | None:
    """How the board stood after a turn; None: the game was over."""
    is_over = turn.status.startswith(("paco", "draw"))
    return None if is_over else parse_fen(turn.fen, ruleset)


def _mover(fen: str) -> int:
    """Who is to move, as a place in what is kept by colour."""
    return int(fen.split(" ", 2)[1] == "b")


# --- as text ---


def to_text(figures: GameFigures) -> str:
    """The figures as they are kept; `from_text` reads them."""
    value: dict[str, Any] = {"sides": [_listed(side) for side in figures.sides]}
    if figures.sakos is not None:
        value["sakos"] = [[side.given, side.missed] for side in figures.sakos]
    return json.dumps(value, separators=(",", ":"))


def _listed(side: SideFigures) -> list[Any]:
    times = (side.timed_turns, side.seconds)
    return [side.turns, side.unions, side.chains, side.longest_at, *times]


def from_text(text: str) -> GameFigures | None:
    """The figures of a text; None where it is none that this version wrote."""
    try:
        value = json.loads(text)
        white, black = (
            SideFigures(turns, unions, tuple(chains), longest_at, timed_turns, seconds)
            for turns, unions, chains, longest_at, timed_turns, seconds in value["sides"]
        )
        sakos = value.get("sakos")
        if sakos is None:
            return GameFigures((white, black))
        of_white, of_black = (SakoFigures(*each) for each in sakos)
        return GameFigures((white, black), (of_white, of_black))
    except (ValueError, TypeError, KeyError):
        return None
