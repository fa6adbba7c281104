"""What clients ask of the board, as the API describes it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from board_daemon.game.hint_levels import MOST_PIECES
from board_daemon.names import LONGEST_NAME
from board_daemon.web.schema_words import ColorLetter, Fen, Rules, SquareName, example

LONGEST_FEN: Final = 200
"""Letters of a FEN, with room to spare."""
_LONGEST_RULES: Final = 200


def _whole(value: object) -> object:
    """JSON knows no difference between 7 and 7.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


PieceName = Literal["queen", "rook", "bishop", "knight"]
HintLevelWord = Literal["off", "legal", "graded", "best", "warnings"]
Name = Annotated[str, Field(max_length=LONGEST_NAME, examples=["Ada"])]
Ply = Annotated[int, Field(ge=1, le=100_000), BeforeValidator(_whole)]
WantedFen = Annotated[Fen, Field(max_length=LONGEST_FEN)]
WantedRules = Annotated[Rules, Field(max_length=_LONGEST_RULES)]
Reading = int | float | str | Annotated[list[int | float], Field(max_length=16)]


class Wish(BaseModel):
    """What a client asks for: nothing that is not known here, and no number written as a text."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ClockWish(Wish):
    """Each player's time, in seconds."""

    model_config = example(base=300, increment=2)

    base: float = Field(gt=0, le=86_400, description="For the whole game.", examples=[300])
    increment: float = Field(
        default=0.0, ge=0, le=3600, description="Added after each turn.", examples=[2]
    )


class HintsWish(Wish):
    """How much help each player gets from now on; who is left out goes on as before."""

    model_config = example(white="graded", black="off")

    white: HintLevelWord | None = Field(default=None, description="What White is shown.")
    black: HintLevelWord | None = Field(default=None, description="What Black is shown.")

    def choices(self) -> dict[str, object]:
        """As the settings take them."""
        wished = {"hints_white": self.white, "hints_black": self.black}
        return {name: level for name, level in wished.items() if level is not None}


class OpponentWish(Wish):
    """The board as one of the players."""

    model_config = example(color="b", level=3)

    color: Literal["w", "b", "random"] = Field(description="Which side it plays.")
    level: Annotated[int, BeforeValidator(_whole)] = Field(
        ge=1, le=10, description="How well: 1 has just learned it, 10 is the best it can."
    )


class NewGameWish(Wish):
    """Another game."""

    model_config = example(white="Ada", black="Ben", clock={"base": 300, "increment": 2})

    white: Name = Field(default="", description="Who plays White.")
    black: Name = Field(default="", description="Who plays Black.")
    rules: WantedRules | None = Field(
        default=None, description="A ruleset's name, or a mixture; null: as the settings say."
    )
    fen: WantedFen | None = Field(
        default=None, description="The position it begins with; null: all pieces at home."
    )
    clock: ClockWish | None = Field(default=None, description="Null: without a clock.")
    hints: HintsWish | None = Field(default=None, description="Null: as before.")
    opponent: OpponentWish | None = Field(
        default=None,
        description="Null: people play both sides. Else the board plays one, in place of who is "
        "named there.",
    )


class PlayersWish(Wish):
    """Who plays."""

    model_config = example(white="Ada", black="Ben")

    white: Name = Field(description="Who plays White; empty: nobody says.")
    black: Name = Field(description="Who plays Black; empty: nobody says.")


class TakebackWish(Wish):
    """Take back that turn and all after it."""

    model_config = example(ply=1)

    ply: Ply = Field(description="The first turn to be taken back.")


class PromoteWish(Wish):
    """What the pawn becomes."""

    model_config = example(piece="queen")

    piece: PieceName = Field(description="The piece.")


class AnswerWish(Wish):
    """An answer to the board's question: exactly one of these."""

    model_config = example(square="e4")

    square: SquareName | None = Field(default=None, description="The turn went there.")
    none: Literal[True] | None = Field(
        default=None, description="The turn went to none of the squares."
    )
    yes: bool | None = Field(default=None, description="To a question for `part`.")


class ColorWish(Wish):
    """Which player."""

    model_config = example(color="w")

    color: ColorLetter = Field(description="Whose wish it is.")


class DrawWish(Wish):
    """What a player says of a draw."""

    model_config = example(color="w", what="offer")

    color: ColorLetter = Field(description="Who says it.")
    what: Literal["offer", "accept", "decline"] = Field(
        description="To decline is also to take back an offer of one's own."
    )


class SettingsWish(Wish):
    """What is to be changed; the rest stays as it is.

    A game that is begun by setting up the pieces goes by rules and take-backs of the one before.
    """

    model_config = example(palette="blue", brightness=0.4, takebacks=True)

    palette: Literal["standard", "red-green", "blue"] | None = Field(
        default=None, description="The colours; the others are for red-green and blue weakness."
    )
    brightness: float | None = Field(
        default=None, ge=0, le=1, description="Part of full light.", examples=[0.4]
    )
    rules: WantedRules | None = Field(
        default=None, description="The rules of games that the page begins."
    )
    takebacks: bool | None = Field(
        default=None,
        description="Whether setting pieces back takes turns back, in games that the page begins.",
    )
    hints_white: HintLevelWord | None = Field(default=None, description="What White is shown.")
    hints_black: HintLevelWord | None = Field(default=None, description="What Black is shown.")
    hints_pieces: int | None = Field(
        default=None,
        ge=0,
        le=MOST_PIECES,
        description="Of so many pieces in a turn the squares are graded; 0: of all.",
        examples=[3],
    )


class ActWish(Wish):
    """One act of a hand on a virtual board."""

    model_config = example(deed="lift", square="e2")

    deed: Literal["lift", "drop", "join", "slip", "slide", "box", "take"] = Field(
        description="`join` is the play convention, `slip` does without lifting the partner; "
        "`box` puts into the box what is held, `take` takes a piece out of it."
    )
    square: SquareName | None = Field(
        default=None, description="Where; not for `box` and `take`, which know no square."
    )
    color: ColorLetter | None = Field(
        default=None, description="Lift only this partner of a union; of the piece to be taken."
    )
    piece: Literal["P", "R", "N", "B", "Q", "K"] | None = Field(
        default=None, description="The kind of the piece to be taken."
    )


class PromoteInput(Wish):
    """A piece chosen by another way than the squares, as traces write it."""

    model_config = example(promote="Q")

    promote: Literal["Q", "R", "B", "N"] = Field(description="Its letter.")


class ReadingsWish(Wish):
    """Readings of a virtual board, as a line of a sensor trace."""

    model_config = example(t=3.2, squares={"e2": 0})

    squares: dict[SquareName, Reading] | None = Field(
        default=None,
        description="What squares read from now on: 0 or 1; `.`, `w`, `b` or `u`; or millitesla.",
        examples=[{"e2": 0}],
    )
    t: float | None = Field(
        default=None,
        ge=0,
        le=1e9,
        allow_inf_nan=False,
        description="Seconds that the board's clock is set ahead to; it never goes back.",
        examples=[3.2],
    )
    input: PromoteInput | None = Field(
        default=None, description="A choice made otherwise than with the pieces."
    )


class StandWish(Wish):
    """How the pieces of a virtual board are to stand."""

    model_config = example(fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -")

    fen: WantedFen | None = Field(default=None, description="Null: as the game is recorded.")
