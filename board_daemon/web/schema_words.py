"""The words that the bodies of the API are made of, and how they are described."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from board_daemon.game.hint_levels import HintLevel
from board_daemon.lights.palette import PaletteName
from board_daemon.lights.roles import Role
from board_daemon.rules.ends import Reason, Result
from board_daemon.rules.status import Status
from board_daemon.tracking.view import DestinationKind


def one_of(words: type[StrEnum]) -> Any:
    """Says that a text is one of these."""
    return Field(json_schema_extra={"enum": [str(word) for word in words]})


def example(**wish: JsonValue) -> ConfigDict:
    """Gives a kind of body an example."""
    return ConfigDict(json_schema_extra={"examples": [wish]})


SquareName = Annotated[str, Field(pattern="^[a-h][1-8]$", examples=["e4"])]
ColorLetter = Literal["w", "b"]
StatusWord = Annotated[str, one_of(Status)]
ResultWord = Annotated[str, one_of(Result)]
ReasonWord = Annotated[str, one_of(Reason)]
RoleWord = Annotated[str, one_of(Role)]
Kind = Annotated[str, one_of(DestinationKind)]
Palette = Annotated[str, one_of(PaletteName)]
HintLevelWord = Annotated[str, one_of(HintLevel)]
Fen = Annotated[
    str,
    Field(
        json_schema_extra={"format": "union-fen"},
        examples=["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 AHah e3 -"],
    ),
]
Rules = Annotated[
    str,
    Field(
        json_schema_extra={"format": "ruleset"},
        examples=["pacoplay", "manual,must_answer_sako=yes"],
    ),
]
ActionText = Annotated[str, Field(pattern="^([LP][a-h][1-8]|=[RNBQ])$", examples=["Le2", "Pe4"])]
Notation = Annotated[str, Field(examples=["e2>e4", "Ng1>f3", "d4xBe5", "g2>Pf3>Pe4>d6"])]
Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
HandName = Literal["right", "left", "board-right", "board-left"]
PieceLetters = Annotated[str, Field(pattern="^[PRNBQK]?[prnbqk]?$", examples=["P", "n", "Nb"])]


class Done(BaseModel):
    """It was done."""

    ok: Literal[True] = Field(default=True, description="Always true: else there is an error.")
