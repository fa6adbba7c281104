"""What travels between the archive of games and whoever looks into it, as the API describes it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from pydantic import BaseModel, Field

from board_daemon.archive.export import ExportFormat
from board_daemon.web.schema_words import (
    ActionText,
    ColorLetter,
    Fen,
    Notation,
    ReasonWord,
    ResultWord,
    StatusWord,
)

_NUMBER: Final = "The game's number in the archive."
_BEGAN: Final = "When it began, an ISO 8601 time; null where nobody knew."
_RESULT: Final = "Who has won; null while the game goes on."
_REASON: Final = "Why it is over; null while the game goes on."

Number = Annotated[int, Field(ge=1, examples=[12])]
Began = Annotated[str, Field(examples=["2026-05-17T20:00:00+02:00"])]
PlayerName = Annotated[str, Field(examples=["Ada"])]
RulesName = Annotated[str, Field(examples=["pacoplay"])]
Ply = Annotated[int, Field(ge=1, examples=[7])]


class GameLine(BaseModel):
    """One game in the list."""

    id: Number = Field(description=_NUMBER)
    started_at: Began | None = Field(description=_BEGAN)
    white: PlayerName = Field(description="Who plays White; empty: nobody said.")
    black: PlayerName = Field(description="Who plays Black; empty: nobody said.")
    rules: RulesName = Field(description="The rules it is played by.")
    turn_count: int = Field(ge=0, description="How many turns are recorded.", examples=[53])
    result: ResultWord | None = Field(description=_RESULT)
    reason: ReasonWord | None = Field(description=_REASON)
    fen: Fen = Field(description="The last position.")


class GamePage(BaseModel):
    """Some of the games, the newest first."""

    games: list[GameLine] = Field(description="The newest first.")
    next: Number | None = Field(
        description="`before` of the next page; null: this is the last one."
    )
    total: int = Field(ge=0, description="So many games there are on all pages.", examples=[1])


class GameTurn(BaseModel):
    """One turn."""

    ply: Ply = Field(description="Counts from 1.")
    t: float = Field(description="Seconds on the board's clock.", examples=[3.2])
    notation: Notation = Field(description="The turn as the official site writes it.")
    actions: list[ActionText] = Field(description="Its lifts, places and promotions.")
    fen: Fen = Field(description="The position after the turn.")
    status: StatusWord = Field(description="Where the game stands after it.")
    steps: list[Fen] = Field(
        description="The FEN after every single action; empty where it cannot be played again."
    )


class WholeGame(BaseModel):
    """A game with all its turns."""

    id: Number = Field(description=_NUMBER)
    started_at: Began | None = Field(description=_BEGAN)
    white: PlayerName = Field(description="Who played White; empty: nobody said.")
    black: PlayerName = Field(description="Who played Black; empty: nobody said.")
    rules: RulesName = Field(description="The rules it was played by.")
    start_fen: Fen = Field(description="The position it began with.")
    result: ResultWord | None = Field(description=_RESULT)
    reason: ReasonWord | None = Field(description=_REASON)
    end: str | None = Field(
        description="How it ended, in a sentence.", examples=["Paco! White wins."]
    )
    turns: list[GameTurn] = Field(description="The first one first.")


class TurnMarks(BaseModel):
    """What there is to say about one turn; ways are actions such as Le2, Pe4."""

    ply: Ply = Field(description="Counts from 1.")
    color: ColorLetter = Field(description="Who played it.")
    take_overs: int = Field(ge=0, description="How many unions its chain took over.", examples=[2])
    gave_sako: bool = Field(description="Whether the player could have united next.")
    sako: list[ActionText] | None = Field(description="How the player could have united next.")
    missed_paco_in_one: bool = Field(
        description="Whether he could have united with the king instead."
    )
    missed_paco_in_two: bool | None = Field(
        description="Whether he could have made that sure for his next turn; null: not known."
    )
    missed: list[ActionText] | None = Field(description="The turn that was missed.")
    allowed_paco: bool | None = Field(
        description="Whether the opponent can unite next, and need not have been able to; "
        "null: it is not known whether that could be prevented."
    )
    threat: list[ActionText] | None = Field(description="How the opponent can unite next.")


class LongestChain(BaseModel):
    """The turn with the longest chain."""

    ply: Ply = Field(description="Which one.")
    take_overs: int = Field(ge=1, description="How many unions it took over.", examples=[3])


class GameMarks(BaseModel):
    """What there is to say about a game."""

    game: Number = Field(description=_NUMBER)
    turns: list[TurnMarks] = Field(description="The first one first.")
    longest_chain: LongestChain | None = Field(description="Null: there was no chain.")


class ImportedGame(GameLine):
    """A game that was read."""

    known: bool = Field(description="Whether the archive had it already, under this number.")


class ImportedGames(BaseModel):
    """The games of a text."""

    games: list[ImportedGame] = Field(description="In the order of the text.")
    lost: str | None = Field(
        description="What the text could not tell, in a sentence.",
        examples=["The text does not say when the turns were played."],
    )


class ExportForm(StrEnum):
    """What an exported game looks like."""

    FEN = "fen"
    TURNS = "turns"
    ACTIONS = "actions"
    TRACE = "trace"

    @property
    def of_archive(self) -> ExportFormat:
        """What the archive calls it."""
        return ExportFormat.NOTATION if self == ExportForm.TURNS else ExportFormat(self.value)
