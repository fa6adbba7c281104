"""What travels between the board and whoever watches it or plays on it, as the API describes it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from board_daemon.game.session import LONGEST_NAME

SquareName = Annotated[str, Field(pattern="^[a-h][1-8]$", examples=["e4"])]
ColorLetter = Literal["w", "b"]
PieceName = Literal["queen", "rook", "bishop", "knight"]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Ply = Annotated[int, Field(ge=1, le=100_000)]
LONGEST_FEN = 200
"""Letters of a FEN, with room to spare."""


class Wish(BaseModel):
    """What a client asks for: nothing that is not known here, and no number written as a text."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Done(BaseModel):
    """It was done."""

    ok: Literal[True] = True


# --- the state ---


class BoardInfo(BaseModel):
    """The board itself."""

    sensor: Literal["presence", "colour", "field"]
    bridge: str
    virtual: bool
    connected: bool


class GameInfo(BaseModel):
    """The game on the board."""

    id: int | None
    """Its number in the archive; none before its first turn is saved."""
    white: str
    black: str
    rules: str
    started_at: str | None
    start_fen: str
    ply: int
    to_move: ColorLetter
    fen: str
    status: str
    result: str | None
    reason: str | None
    end: str | None
    """The end in a sentence for people."""
    draw_offer: ColorLetter | None


class TurnInfo(BaseModel):
    """A recorded turn."""

    ply: int
    t: float | None
    notation: str
    actions: list[str]
    fen: str
    status: str


class ClockInfo(BaseModel):
    """The players' clock, in seconds, as it stood when this was sent."""

    white: float
    black: float
    running: ColorLetter | None
    base: float
    increment: float
    flag: ColorLetter | None


class HandInfo(BaseModel):
    """The piece in hand, as far as the board can tell."""

    origin: SquareName
    piece: str | None
    color: ColorLetter
    destinations: dict[SquareName, str]
    fen: str | None


class QuestionInfo(BaseModel):
    """What the board asks."""

    what: Literal["square", "part", "promotion"]
    squares: list[SquareName] | None = None
    yes: SquareName | None = None
    no: SquareName | None = None
    square: SquareName | None = None
    piece: str | None = None


class FixInfo(BaseModel):
    """A square that stands wrong."""

    square: SquareName
    wants_piece: bool


class LayerInfo(BaseModel):
    """A colour in motion: levels from 0 to 1, `step` seconds apart."""

    color: str
    level: list[float]
    step: float
    jump: bool
    repeat: bool


class LightsInfo(BaseModel):
    """What is lit."""

    squares: dict[SquareName, str]
    """The role of each lit square."""
    show: dict[SquareName, list[int]]
    """Of which layers its light is made: their colours add up."""
    layers: list[LayerInfo]
    since: dict[SquareName, float]
    """Seconds for which it has been on."""


class HealthInfo(BaseModel):
    """A square that is not good."""

    square: SquareName
    state: str


class StorageInfo(BaseModel):
    """Whether what is played can be saved."""

    ok: bool
    waiting: int
    message: str | None


class SettingsInfo(BaseModel):
    """What an owner may change."""

    palette: str
    brightness: float
    rules: str
    takebacks: bool


class VirtualInfo(BaseModel):
    """The pieces of a virtual board, wherever they are."""

    squares: dict[SquareName, str]
    hands: dict[Literal["right", "left"], str]
    """What they hold; the right hand took something up last."""
    hand_from: dict[Literal["right", "left"], SquareName]
    """From where."""
    driven_by: Literal["pieces", "readings"]


class PairingInfo(BaseModel):
    """A pairing is under way."""

    active: Literal[True]
    expires_in: float


class You(BaseModel):
    """What whoever asks may do."""

    level: Literal["nobody", "watch", "play", "owner"]
    device: str | None


class State(BaseModel):
    """Everything there is to know of the board at one moment."""

    seq: int
    run: str
    version: str
    board: BoardInfo
    game: GameInfo
    turns: list[TurnInfo]
    clock: ClockInfo | None
    phase: Literal["settled", "handling", "asking", "correcting", "over"]
    hand: HandInfo | None
    last: list[SquareName]
    sako: list[SquareName]
    question: QuestionInfo | None
    fix: list[FixInfo]
    lights: LightsInfo
    readings: dict[SquareName, int | float | str | list[float]]
    health: list[HealthInfo]
    storage: StorageInfo
    settings: SettingsInfo
    virtual: VirtualInfo | None
    pairing: PairingInfo | None
    you: You


# --- wishes ---


class ClockWish(Wish):
    """Each player's time, in seconds."""

    base: Annotated[float, Field(gt=0, le=86_400, strict=False)]
    increment: Annotated[float, Field(ge=0, le=3600, strict=False)] = 0.0


class NewGameWish(Wish):
    """Another game."""

    white: Name = ""
    black: Name = ""
    rules: Annotated[str, Field(max_length=200)] | None = None
    """A ruleset's name, or a mixture; none: as the settings say."""
    fen: Annotated[str, Field(max_length=LONGEST_FEN)] | None = None
    clock: ClockWish | None = None


class PlayersWish(Wish):
    """Who plays."""

    white: Name
    black: Name


class TakebackWish(Wish):
    """Take back that turn and all after it."""

    ply: Ply


class PromoteWish(Wish):
    """What the pawn becomes."""

    piece: PieceName


class AnswerWish(Wish):
    """An answer to the board's question: exactly one of these."""

    square: SquareName | None = None
    none: Literal[True] | None = None
    yes: bool | None = None


class ColorWish(Wish):
    """Which player."""

    color: ColorLetter


class DrawWish(Wish):
    """What a player says of a draw."""

    color: ColorLetter
    what: Literal["offer", "accept", "decline"]


class SettingsWish(Wish):
    """What is to be changed."""

    palette: Literal["standard", "red-green", "blue"] | None = None
    brightness: Annotated[float, Field(ge=0, le=1, strict=False)] | None = None
    rules: Annotated[str, Field(max_length=200)] | None = None
    takebacks: bool | None = None


class ActWish(Wish):
    """One act of a hand on a virtual board."""

    deed: Literal["lift", "drop", "join", "slip", "slide", "box", "take"]
    square: SquareName | None = None
    color: ColorLetter | None = None
    piece: Literal["P", "R", "N", "B", "Q", "K"] | None = None


class PromoteInput(Wish):
    """A piece chosen by another way than the squares, as traces write it."""

    promote: Literal["Q", "R", "B", "N"]


class ReadingsWish(Wish):
    """Readings of a virtual board, as a line of a sensor trace."""

    squares: (
        dict[
            SquareName,
            int | float | str | Annotated[list[int | float], Field(max_length=16)],
        ]
        | None
    ) = None
    t: Annotated[float, Field(ge=0, le=1e9, strict=False, allow_inf_nan=False)] | None = None
    input: PromoteInput | None = None


class StandWish(Wish):
    """How the pieces of a virtual board are to stand; without a FEN: as recorded."""

    fen: Annotated[str, Field(max_length=LONGEST_FEN)] | None = None
