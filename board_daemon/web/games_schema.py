"""What travels between the archive of games and whoever looks into it, as the API describes it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, Field

from board_daemon.archive.export import ExportFormat
from board_daemon.web.schema import ColorLetter


class GameLine(BaseModel):
    """One game in the list."""

    id: int
    started_at: str | None = Field(description="An ISO 8601 time; null where nobody knew.")
    white: str
    black: str
    rules: str
    turn_count: int
    result: str | None = Field(description="1-0, 0-1 or 1/2-1/2; null while the game goes on.")
    reason: str | None
    fen: str = Field(description="The last position.")


class GamePage(BaseModel):
    """Some of the games, the newest first."""

    games: list[GameLine]
    next: int | None = Field(description="`before` of the next page; null: this is the last one.")
    total: int = Field(description="So many games there are on all pages.")


class GameTurn(BaseModel):
    """One turn."""

    ply: int = Field(description="Counts from 1.")
    t: float = Field(description="Seconds on the board's clock.")
    notation: str
    actions: list[str] = Field(examples=[["Le2", "Pe4"]])
    fen: str = Field(description="The position after the turn.")
    status: str
    steps: list[str] = Field(
        description="The FEN after every single action; empty where it cannot be played again."
    )


class WholeGame(BaseModel):
    """A game with all its turns."""

    id: int
    started_at: str | None
    white: str
    black: str
    rules: str
    start_fen: str
    result: str | None
    reason: str | None
    end: str | None = Field(description="How it ended, in a sentence.")
    turns: list[GameTurn]


class TurnMarks(BaseModel):
    """What there is to say about one turn; ways are actions such as Le2, Pe4."""

    ply: int
    color: ColorLetter
    take_overs: int = Field(description="How many unions its chain took over.")
    gave_sako: bool
    sako: list[str] | None = Field(description="How the player could have united next.")
    missed_paco_in_one: bool
    missed_paco_in_two: bool | None = Field(description="null: not known.")
    missed: list[str] | None = Field(description="The turn that was missed.")
    allowed_paco: bool | None = Field(
        description="Whether the opponent can unite next, and need not have been able to; "
        "null: it is not known whether that could be prevented."
    )
    threat: list[str] | None = Field(description="How the opponent can unite next.")


class LongestChain(BaseModel):
    """The turn with the longest chain."""

    ply: int
    take_overs: int


class GameMarks(BaseModel):
    """What there is to say about a game."""

    game: int
    turns: list[TurnMarks]
    longest_chain: LongestChain | None


class ImportedGame(GameLine):
    """A game that was read."""

    known: bool = Field(description="Whether the archive had it already, under this number.")


class ImportedGames(BaseModel):
    """The games of a text."""

    games: list[ImportedGame]
    lost: str | None = Field(description="What the text could not tell, in a sentence.")


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
