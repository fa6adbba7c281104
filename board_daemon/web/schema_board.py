"""A board as it travels to whoever watches or plays: what is lit, read, wrong, set and saved."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from board_daemon.tracking.health import SquareState
from board_daemon.web.errors import SaidAnswer
from board_daemon.web.schema_words import (
    HandName,
    HintLevelWord,
    Palette,
    PieceLetters,
    RoleWord,
    Rules,
    SquareName,
    one_of,
)


class BoardInfo(BaseModel):
    """The board itself."""

    sensor: Literal["presence", "colour", "colour-3", "field"] = Field(
        description="What is felt under a square: a piece or none, its colour, its magnetic field."
    )
    bridge: str = Field(description="What the daemon is connected to.", examples=["virtual"])
    virtual: bool = Field(description="Whether it has no hardware and is played on the page.")
    connected: bool = Field(description="Whether the board answers.")
    trouble: str | None = Field(
        description="Why it does not, in a sentence; null while it does.",
        examples=["The board is not connected: no serial port on USB is there."],
    )


class FixInfo(BaseModel):
    """A square that stands wrong."""

    square: SquareName = Field(description="Which one.")
    wants_piece: bool = Field(description="Whether a piece is missing there; else one is too many.")


class LayerInfo(BaseModel):
    """A colour in motion."""

    color: str = Field(pattern="^#[0-9a-f]{6}$", description="At full light.", examples=["#0046ff"])
    level: list[Annotated[float, Field(ge=0, le=1)]] = Field(
        min_length=1,
        description="Parts of full light, one after the other, from when the light came on.",
        examples=[[0.0, 1.0]],
    )
    step: float = Field(ge=0, description="Seconds between two levels.", examples=[0.5])
    jump: bool = Field(description="Whether it jumps from level to level; else it glides.")
    repeat: bool = Field(description="Whether it begins again; else the last level stays.")


class LightsInfo(BaseModel):
    """What is lit."""

    squares: dict[SquareName, RoleWord] = Field(
        description="The role of each lit square.", examples=[{"e2": "last", "e4": "last"}]
    )
    show: dict[SquareName, list[Annotated[int, Field(ge=0)]]] = Field(
        description="Of which layers its light is made: their colours add up.",
        examples=[{"e2": [0], "e4": [0]}],
    )
    layers: list[LayerInfo] = Field(description="The layers, in the order that `show` counts.")
    since: dict[SquareName, Annotated[float, Field(ge=0)]] = Field(
        description="Seconds for which it has been on.", examples=[{"e2": 0.4, "e4": 0.4}]
    )


class LegendInfo(BaseModel):
    """One thing that lights can say."""

    meaning: str = Field(
        description="The role; of two that share it, with what it says after a hyphen.",
        examples=["fix-away"],
    )
    role: RoleWord = Field(description="What is lit in that case.")
    lights: list[list[LayerInfo]] = Field(
        description="One light or several side by side, each with its layers."
    )


class LightsLegend(BaseModel):
    """What the lights mean."""

    legend: list[LegendInfo] = Field(description="All there is.")


class HealthInfo(BaseModel):
    """A square that is not good."""

    square: SquareName = Field(description="Which one.")
    state: Annotated[str, one_of(SquareState)] = Field(description="What is wrong with it.")


class StorageInfo(BaseModel):
    """Whether what is played can be saved."""

    ok: bool = Field(description="Whether it can.")
    waiting: int = Field(ge=0, description="Turns that wait to be saved.")
    message: str | None = Field(
        description="Why, in a sentence for people.",
        examples=["The disk is full: 3 turns wait to be saved."],
    )
    say: SaidAnswer | None = Field(
        default=None, description="How the page says it in other languages."
    )


class SettingsInfo(BaseModel):
    """What an owner may change."""

    palette: Palette = Field(description="The colours of the lights.")
    brightness: float = Field(ge=0, le=1, description="Part of full light.", examples=[0.5])
    rules: Rules = Field(description="The rules of the next games.")
    takebacks: bool = Field(description="Whether setting pieces back takes turns back.")
    hints_white: HintLevelWord = Field(description="How much help White gets.")
    hints_black: HintLevelWord = Field(description="How much help Black gets.")
    hints_pieces: int = Field(
        ge=0, description="Of so many pieces in a turn the squares are graded; 0: of all."
    )


class VirtualInfo(BaseModel):
    """The pieces of a virtual board, wherever they are."""

    squares: dict[SquareName, PieceLetters] = Field(
        description="What stands: White's piece first and in upper case.",
        examples=[{"e2": "P", "e5": "Nb"}],
    )
    hands: dict[HandName, PieceLetters] = Field(
        description="What they hold; the right hand took something up last. The board has two of "
        "its own, when it plays itself.",
        examples=[{"right": "N"}],
    )
    hand_from: dict[HandName, SquareName] = Field(
        description="From which square; none where it came from the box.",
        examples=[{"right": "g1"}],
    )
    driven_by: Literal["pieces", "readings"] = Field(
        description="Whether the board reads the pieces, or what `readings` told it."
    )
    noticed: bool = Field(
        description="Whether the board has taken notice of all that hands did, so that `hand` "
        "tells of what they hold now."
    )
