"""Statistics of a player, or of all games: summed up from what was counted in each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from board_daemon.archive.records import GameHeading
from board_daemon.game.figures import GameFigures, SakoFigures, SideFigures
from board_daemon.rules.ends import Reason, Result
from board_daemon.rules.pieces import Color

_DAYS_SHOWN: Final = 31
_MONTHS_SHOWN: Final = 36
_MOST_PERIODS: Final = 200
"""A single date that is far off must not make thousands of empty ones."""
_WINNERS: Final[Mapping[str | None, Color]] = {
    Result.WHITE_WINS: Color.WHITE,
    Result.BLACK_WINS: Color.BLACK,
}


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game and what was counted in it."""

    heading: GameHeading
    figures: GameFigures


class Outcome(StrEnum):
    """How a game went for one side."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    OPEN = "open"
    """Not finished, or nobody knows."""


@dataclass(slots=True)
class Score:
    """Games by how they went for one side."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    open: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost + self.open

    def add(self, outcome: Outcome) -> None:
        """One more game."""
        setattr(self, outcome.value, getattr(self, outcome.value) + 1)


@dataclass(frozen=True, slots=True)
class LongestChain:
    """Where the longest chain was played."""

    game: int
    ply: int
    take_overs: int


@dataclass(slots=True)
class Totals:
    """What was counted of one side, or of several, in all their games."""

    turns: int = 0
    unions: int = 0
    chains: list[int] = field(default_factory=list)
    """How many took over one union, two unions, and so on."""
    timed_turns: int = 0
    seconds: float = 0.0
    sako_sides: int = 0
    """Sides of games that were looked through for Ŝakos."""
    sakos_given: int = 0
    pacos_missed: int = 0

    @property
    def take_overs(self) -> int:
        """Unions taken over."""
        return sum(length * count for length, count in enumerate(self.chains, 1))

    def add(self, side: SideFigures, sakos: SakoFigures | None) -> None:
        """One side of one more game."""
        self.turns += side.turns
        self.unions += side.unions
        missing = len(side.chains) - len(self.chains)
        self.chains += [0] * max(0, missing)
        for index, count in enumerate(side.chains):
            self.chains[index] += count
        self.timed_turns += side.timed_turns
        self.seconds += side.seconds
        if sakos is not None:
            self.sako_sides += 1
            self.sakos_given += sakos.given
            self.pacos_missed += sakos.missed


@dataclass(slots=True)
class Period:
    """A day, a month or a year."""

    name: str
    """``2026-05-17``, ``2026-05`` or ``2026``."""
    games: int = 0
    score: Score = field(default_factory=Score)
    """For the player; of all games: for White."""
    totals: Totals = field(default_factory=Totals)


@dataclass(slots=True)
class Statistics:
    """All there is to say of a player's games, or of all games."""

    games: int = 0
    finished: int = 0
    turns_of_finished: int = 0
    """Of both sides."""
    by_color: tuple[Score, Score] = field(default_factory=lambda: (Score(), Score()))
    """How the games went for the player with White, and with Black; of all games: for each."""
    paco_won: int = 0
    """Games that ended with a Paco for the player; of all games: with any."""
    paco_lost: int = 0
    totals: Totals = field(default_factory=Totals)
    longest: LongestChain | None = None
    against: dict[str, Score] = field(default_factory=dict)
    """By the other's name, those with the most games first; "": nobody said. Not of all games."""
    periods: tuple[Period, ...] = ()
    """Without a gap, the first one first, as far as it is known when games were begun."""
    undated: int = 0
    """Games of which that is not known."""


def statistics_of(games: Iterable[CountedGame], player: str | None = None) -> Statistics:
    """Sum up the games that a player has played, by his name; None: all games."""
    told = Statistics()
    dated: list[tuple[date, CountedGame, tuple[Color, ...]]] = []
    for game in games:
        sides = _sides(game.heading, player)
        if not sides:
            continue
        _add_game(told, game, sides, player)
        if (day := _day_of(game.heading.started_at)) is None:
            told.undated += 1
        else:
            dated.append((day, game, sides))
    told.against = dict(
        sorted(told.against.items(), key=lambda each: (-each[1].games, each[0].casefold()))
    )
    told.periods = _periods(dated)
    return told


def _sides(heading: GameHeading, player: str | None) -> tuple[Color, ...]:
    """The sides of a game that count; who plays against himself has both."""
    if player is None:
        return tuple(Color)
    names = (heading.white, heading.black)
    return tuple(color for color in Color if player and names[color] == player)


def _add_game(
    told: Statistics, game: CountedGame, sides: tuple[Color, ...], player: str | None
) -> None:
    heading, figures = game.heading, game.figures
    told.games += 1
    if heading.result is not None:
        told.finished += 1
        told.turns_of_finished += sum(side.turns for side in figures.sides)
    is_paco = heading.reason == Reason.PACO
    for color in sides:
        outcome = outcome_for(heading, color)
        told.by_color[color].add(outcome)
        told.paco_won += is_paco and outcome == Outcome.WON
        told.paco_lost += is_paco and outcome == Outcome.LOST
        _add_side(told, game, color)
        if player is not None:
            other = (heading.white, heading.black)[color.other]
            told.against.setdefault(other, Score()).add(outcome)


def _add_side(told: Statistics, game: CountedGame, color: Color) -> None:
    side = game.figures.sides[color]
    told.totals.add(side, _sakos(game, color))
    longest = told.longest.take_overs if told.longest else 0
    if len(side.chains) > longest and side.longest_at is not None:
        told.longest = LongestChain(game.heading.id, side.longest_at, len(side.chains))


def _sakos(game: CountedGame, color: Color) -> SakoFigures | None:
    return None if game.figures.sakos is None else game.figures.sakos[color]


def outcome_for(heading: GameHeading, color: Color) -> Outcome:
    """How a game went for a side; an import may have another result than we know."""
    if heading.result == Result.DRAW:
        return Outcome.DRAWN
    winner = _WINNERS.get(heading.result)
    if winner is None:
        return Outcome.OPEN
    return Outcome.WON if winner == color else Outcome.LOST


# --- over time ---


def _day_of(started_at: str | None) -> date | None:
    try:
        return datetime.fromisoformat(started_at).date() if started_at else None
    except ValueError:
        return None


def _periods(dated: list[tuple[date, CountedGame, tuple[Color, ...]]]) -> tuple[Period, ...]:
    if not dated:
        return ()
    days = [day for day, _, _ in dated]
    names, letters = _names_between(min(days), max(days))
    found = {name: Period(name) for name in names}
    for day, game, sides in dated:
        name = day.isoformat()[:letters]
        period = found.setdefault(name, Period(name))
        period.games += 1
        for color in sides:
            period.totals.add(game.figures.sides[color], _sakos(game, color))
        for color in sides if len(sides) == 1 else (Color.WHITE,):
            period.score.add(outcome_for(game.heading, color))
    return tuple(found[name] for name in sorted(found))


def _names_between(first: date, last: date) -> tuple[list[str], int]:
    """The periods from one day to another, and how many letters of a date name one."""
    if (last - first).days < _DAYS_SHOWN:
        days = (first + timedelta(days=index) for index in range((last - first).days + 1))
        return [day.isoformat() for day in days], len("2026-05-17")
    if _months(last) - _months(first) < _MONTHS_SHOWN:
        return list(_months_between(first, last)), len("2026-05")
    years = range(first.year, last.year + 1)
    if len(years) > _MOST_PERIODS:
        return [], len("2026")
    return [f"{year:04}" for year in years], len("2026")


def _months(day: date) -> int:
    return day.year * 12 + day.month - 1


def _months_between(first: date, last: date) -> Iterator[str]:
    for month in range(_months(first), _months(last) + 1):
        yield f"{month // 12:04}-{month % 12 + 1:02}"
