"""What the API tells of players and their statistics, and what it is asked for."""

from __future__ import annotations

import re
from dataclasses import asdict
from datetime import date
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, Field

from board_daemon.archive.people import (
    MOST_OTHERS,
    MOST_PLAYERS,
    Person,
    Player,
    PlayerColor,
    PlayerLevel,
)
from board_daemon.game.statistics import Period, Score, Statistics, Totals
from board_daemon.names import LONGEST_NAME
from board_daemon.web.schema_words import example
from board_daemon.web.wishes import Wish

_NUMBER: Final = "The player's number in the list."
_NAME: Final = "What the player is called, here and in the games."
_COLOR: Final = "By what the player is found at a glance."
_LEVEL: Final = "How well the player plays, for hints and handicaps; the rules do not know it."
_SINCE: Final = "Since when the player plays."
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)

PlayerNumber = Annotated[int, Field(ge=1, examples=[3])]
PlayerName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, examples=["Ada"])]


def _day(value: object) -> object:
    """JSON has no dates; a number must not be taken for one, as pydantic would."""
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        raise ValueError("expected a date such as 2026-05-17")
    return date.fromisoformat(value)


Since = Annotated[date, BeforeValidator(_day), Field(examples=["2026-05-17"])]
# JSON has no enumerations either.
ColorWord = Annotated[PlayerColor, Field(strict=False)]
LevelWord = Annotated[PlayerLevel, Field(strict=False)]
Count = Annotated[int, Field(ge=0, examples=[12])]


class PlayerInfo(BaseModel):
    """Somebody in the list of players."""

    id: PlayerNumber = Field(description=_NUMBER)
    name: str = Field(description=_NAME, examples=["Ada"])
    color: PlayerColor = Field(description=_COLOR)
    level: PlayerLevel = Field(description=_LEVEL)
    since: date = Field(description=_SINCE)
    games: Count = Field(description="So many games have the name.")


class OtherName(BaseModel):
    """A name that games have, and nobody in the list."""

    name: str = Field(description="As the games have it.", examples=["ada"])
    games: Count = Field(description="So many of them.")


class PlayersInfo(BaseModel):
    """All names that are known."""

    players: list[PlayerInfo] = Field(
        max_length=MOST_PLAYERS, description="The list, by the alphabet."
    )
    others: list[OtherName] = Field(
        max_length=MOST_OTHERS,
        description="Names of games that are not in the list, those with the most games first.",
    )


class NewPlayerWish(Wish):
    """Somebody for the list of players."""

    model_config = example(name="Ada", color="sky", level="beginner")

    name: PlayerName = Field(description=_NAME)
    color: ColorWord = Field(default=PlayerColor.GREY, description=_COLOR)
    level: LevelWord = Field(default=PlayerLevel.BEGINNER, description=_LEVEL)
    since: Since | None = Field(default=None, description=f"{_SINCE} Null: since today.")


class ChangedPlayerWish(Wish):
    """What is to be changed of a player; the rest stays as it is."""

    model_config = example(level="steady")

    name: PlayerName | None = Field(
        default=None, description="The new name; all games that have the old one get it."
    )
    color: ColorWord | None = Field(default=None, description=_COLOR)
    level: LevelWord | None = Field(default=None, description=_LEVEL)
    since: Since | None = Field(default=None, description=_SINCE)


class MergeWish(Wish):
    """Another spelling of the player's name."""

    model_config = example(name="ada")

    name: PlayerName = Field(
        description="Games that have it get the player's name; whoever is in the list under it "
        "leaves the list."
    )


# --- statistics ---


class ScoreInfo(BaseModel):
    """Games by how they went for one side."""

    won: Count = Field(description="Won.")
    drawn: Count = Field(description="Drawn.")
    lost: Count = Field(description="Lost.")
    open: Count = Field(description="Not finished, or nobody knows how they ended.")


class TotalsInfo(BaseModel):
    """What was counted in games; of a player, only what he or she did."""

    turns: Count = Field(description="Turns played.")
    unions: Count = Field(description="Unions formed.")
    take_overs: Count = Field(description="Unions taken over.")
    chains: list[Count] = Field(
        description="How many chains took over one union, two unions, and so on.",
        examples=[[7, 2, 0, 1]],
    )
    timed_turns: Count = Field(description="Turns of which it is known how long they took.")
    seconds: float = Field(ge=0, description="For all of those.", examples=[312.5])
    sako_sides: Count = Field(
        description="Sides of games that have been looked through for Ŝakos so far."
    )
    sakos_given: Count = Field(description="Turns after which the king could be united with next.")
    pacos_missed: Count = Field(
        description="Turns in which the king could have been united with, and was not."
    )


class AgainstInfo(BaseModel):
    """Games against one other player."""

    name: str = Field(description="The other player; empty: nobody said who.", examples=["Ben"])
    score: ScoreInfo = Field(description="How they went for the player.")


class PeriodInfo(BaseModel):
    """A day, a month or a year."""

    name: str = Field(
        pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$", description="Which one.", examples=["2026-05"]
    )
    games: Count = Field(description="Games begun in it.")
    score: ScoreInfo = Field(description="How they went for the player; of all games: for White.")
    totals: TotalsInfo = Field(description="What was counted in them.")


class LongestChainInfo(BaseModel):
    """The longest chain, and where it was played."""

    game: int = Field(ge=1, description="The game's number.", examples=[12])
    ply: int = Field(ge=1, description="The turn.", examples=[37])
    take_overs: int = Field(ge=1, description="How many unions it took over.", examples=[4])


class StatisticsInfo(BaseModel):
    """All there is to say of a player's games, or of all games."""

    player: str | None = Field(description="Whose; null: all games.", examples=["Ada"])
    games: Count = Field(description="How many there are.")
    finished: Count = Field(description="How many are over.")
    average_turns: float | None = Field(
        description="Turns of both sides in a game that is over; null: none is.", examples=[48.5]
    )
    white: ScoreInfo = Field(description="How the games with White went.")
    black: ScoreInfo = Field(description="How the games with Black went.")
    paco_won: Count = Field(
        description="Games that the player won by Paco; of all games: that ended so."
    )
    paco_lost: Count = Field(
        description="Games that the other won by Paco; of all games: that ended so."
    )
    totals: TotalsInfo = Field(description="What was counted in them.")
    longest_chain: LongestChainInfo | None = Field(description="Null: there was no chain.")
    against: list[AgainstInfo] = Field(
        description="Whom the player met, the most often met first; of all games: empty."
    )
    periods: list[PeriodInfo] = Field(
        description="Days, months or years, the first one first, without a gap."
    )
    undated: Count = Field(description="Games of which nobody knows when they began.")
    searching: bool = Field(
        description="Whether games are still being looked through for Ŝakos: ask again in a while."
    )


def player_info(player: Player) -> PlayerInfo:
    """Somebody in the list."""
    return _player_info(player.id, player.person, player.games)


def _player_info(number: int, person: Person, games: int) -> PlayerInfo:
    return PlayerInfo(
        id=number,
        name=person.name,
        color=person.color,
        level=person.level,
        since=person.since,
        games=games,
    )


def statistics_info(player: str | None, told: Statistics, *, searching: bool) -> StatisticsInfo:
    """Statistics as they travel."""
    white, black = told.by_color
    return StatisticsInfo(
        player=player,
        games=told.games,
        finished=told.finished,
        average_turns=round(told.turns_of_finished / told.finished, 2) if told.finished else None,
        white=_score(white),
        black=_score(black),
        paco_won=told.paco_won,
        paco_lost=told.paco_lost,
        totals=_totals(told.totals),
        longest_chain=LongestChainInfo(**asdict(told.longest)) if told.longest else None,
        against=[AgainstInfo(name=name, score=_score(it)) for name, it in told.against.items()],
        periods=[_period(period) for period in told.periods],
        undated=told.undated,
        searching=searching,
    )


def _score(score: Score) -> ScoreInfo:
    return ScoreInfo(won=score.won, drawn=score.drawn, lost=score.lost, open=score.open)


def _totals(totals: Totals) -> TotalsInfo:
    return TotalsInfo(
        turns=totals.turns,
        unions=totals.unions,
        take_overs=totals.take_overs,
        chains=totals.chains,
        timed_turns=totals.timed_turns,
        seconds=round(totals.seconds, 3),
        sako_sides=totals.sako_sides,
        sakos_given=totals.sakos_given,
        pacos_missed=totals.pacos_missed,
    )


def _period(period: Period) -> PeriodInfo:
    score, totals = _score(period.score), _totals(period.totals)
    return PeriodInfo(name=period.name, games=period.games, score=score, totals=totals)
