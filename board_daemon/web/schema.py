"""The state of the board as it travels to whoever watches or plays, as the API describes it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from board_daemon.web.schema_board import (
    BoardInfo,
    FixInfo,
    HealthInfo,
    LightsInfo,
    SettingsInfo,
    StorageInfo,
    VirtualInfo,
)
from board_daemon.web.schema_play import (
    ClockInfo,
    GameInfo,
    HandInfo,
    HintsInfo,
    LessonInfo,
    OpponentInfo,
    QuestionInfo,
    TurnInfo,
    UnfinishedInfo,
)
from board_daemon.web.schema_words import (
    SquareName,
)


class PairingInfo(BaseModel):
    """A pairing is under way."""

    active: Literal[True] = Field(description="Always true: without a pairing this is null.")
    expires_in: float = Field(description="Seconds.", examples=[90])


class You(BaseModel):
    """What whoever asks may do."""

    level: Literal["nobody", "watch", "play", "owner"] = Field(
        description="Each may all that those before it may."
    )
    device: str | None = Field(
        description="The name of a paired device.", examples=["Ada's tablet"]
    )


class State(BaseModel):
    """Everything there is to know of the board at one moment."""

    seq: int = Field(ge=0, description="The number of the last live message.", examples=[41])
    run: str = Field(description="Names this run of the daemon.", examples=["4f2a91c0"])
    version: str = Field(description="Of the program.", examples=["0.1.0"])
    board: BoardInfo = Field(description="The board itself.")
    game: GameInfo = Field(description="The game on it.")
    turns: list[TurnInfo] = Field(description="The recorded turns, the first one first.")
    clock: ClockInfo | None = Field(description="The players' clock, if they have one.")
    phase: Literal["settled", "handling", "asking", "correcting", "over"] = Field(
        description="All rests; a piece is in hand; the board asks; it must be put right; the end."
    )
    hand: HandInfo | None = Field(description="The piece in hand.")
    unfinished: UnfinishedInfo | None = Field(
        description="What is left of a castling or a union en passant that is half done."
    )
    last: list[SquareName] = Field(description="The squares of the last turn.")
    sako: list[SquareName] = Field(
        description="The way by which a king can be united with, chain included."
    )
    question: QuestionInfo | None = Field(description="What the board asks.")
    fix: list[FixInfo] = Field(description="All that stands wrong, the most useful first.")
    lights: LightsInfo = Field(description="What is lit.")
    readings: dict[SquareName, int | float | str | list[float]] = Field(
        description="What each square reads, as in a sensor trace.", examples=[{"e2": 1, "e4": 0}]
    )
    health: list[HealthInfo] = Field(description="The squares that are not good.")
    storage: StorageInfo = Field(description="Whether what is played can be saved.")
    fault: str | None = Field(
        description="That something broke down in the board, so that this may be out of date."
    )
    settings: SettingsInfo = Field(description="What an owner may change.")
    hints: HintsInfo = Field(description="What the players are shown beyond the rules.")
    virtual: VirtualInfo | None = Field(description="The pieces of a board without hardware.")
    opponent: OpponentInfo | None = Field(
        default=None, description="The board, where it is one of the players."
    )
    lesson: LessonInfo | None = Field(
        default=None, description="The lesson on the board; a game waits."
    )
    pairing: PairingInfo | None = Field(description="The pairing under way.")
    you: You = Field(description="What whoever asks may do.")
