"""The state of the board as it travels to whoever watches or plays, as the API describes it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from board_daemon.game.hint_levels import HintLevel
from board_daemon.lights.palette import PaletteName
from board_daemon.lights.roles import Role
from board_daemon.rules.ends import Reason, Result
from board_daemon.rules.status import Status
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.view import DestinationKind
from board_daemon.web.errors import SaidAnswer


def _one_of(words: type[StrEnum]) -> Any:
    """Says that a text is one of these."""
    return Field(json_schema_extra={"enum": [str(word) for word in words]})


def example(**wish: JsonValue) -> ConfigDict:
    """Gives a kind of body an example."""
    return ConfigDict(json_schema_extra={"examples": [wish]})


SquareName = Annotated[str, Field(pattern="^[a-h][1-8]$", examples=["e4"])]
ColorLetter = Literal["w", "b"]
StatusWord = Annotated[str, _one_of(Status)]
ResultWord = Annotated[str, _one_of(Result)]
ReasonWord = Annotated[str, _one_of(Reason)]
RoleWord = Annotated[str, _one_of(Role)]
Kind = Annotated[str, _one_of(DestinationKind)]
Palette = Annotated[str, _one_of(PaletteName)]
HintLevelWord = Annotated[str, _one_of(HintLevel)]
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


class BoardInfo(BaseModel):
    """The board itself."""

    sensor: Literal["presence", "colour", "field"] = Field(
        description="What is felt under a square: a piece or none, its colour, its magnetic field."
    )
    bridge: str = Field(description="What the daemon is connected to.", examples=["virtual"])
    virtual: bool = Field(description="Whether it has no hardware and is played on the page.")
    connected: bool = Field(description="Whether the board answers.")
    trouble: str | None = Field(
        description="Why it does not, in a sentence; null while it does.",
        examples=["The board is not connected: no serial port on USB is there."],
    )


class GameInfo(BaseModel):
    """The game on the board."""

    id: int | None = Field(
        description="Its number in the archive; null before its first turn is saved.", examples=[12]
    )
    white: str = Field(description="Who plays White; empty: nobody said.", examples=["Ada"])
    black: str = Field(description="Who plays Black; empty: nobody said.", examples=["Ben"])
    rules: Rules = Field(description="The rules it is played by.")
    started_at: Moment | None = Field(
        description="When it began, an ISO 8601 time; null where nobody knew.",
        examples=["2026-05-17T20:00:00+02:00"],
    )
    start_fen: Fen = Field(description="The position it began with.")
    ply: int = Field(ge=0, description="How many turns are recorded.", examples=[7])
    to_move: ColorLetter = Field(description="Whose turn it is.")
    fen: Fen = Field(description="The position after the last recorded turn.")
    status: StatusWord = Field(description="Where the game stands by the rules.")
    result: ResultWord | None = Field(description="Who has won; null: it goes on.")
    reason: ReasonWord | None = Field(description="Why it is over; null: it goes on.")
    end: str | None = Field(
        description="The end in a sentence for people.", examples=["Paco! White wins."]
    )
    draw_offer: ColorLetter | None = Field(description="Who offers a draw.")


class TurnInfo(BaseModel):
    """A recorded turn."""

    ply: int = Field(ge=1, description="Counts from 1.", examples=[1])
    t: float | None = Field(
        description="Seconds on the board's clock; null where the game was gone on with.",
        examples=[3.2],
    )
    notation: Notation = Field(description="The turn as the official site writes it.")
    actions: list[ActionText] = Field(description="Its lifts, places and promotions.")
    fen: Fen = Field(description="The position after it.")
    status: StatusWord = Field(description="Where the game stands after it.")


class ClockInfo(BaseModel):
    """The players' clock, in seconds, as it stood when this was sent."""

    white: float = Field(ge=0, description="What White has left.", examples=[300.0])
    black: float = Field(ge=0, description="What Black has left.", examples=[288.4])
    running: ColorLetter | None = Field(description="Whose clock runs.")
    base: float = Field(description="What each player had at first.", examples=[300])
    increment: float = Field(description="What each turn adds.", examples=[2])
    flag: ColorLetter | None = Field(description="Whose time is up.")


class HandInfo(BaseModel):
    """The piece in hand, as far as the board can tell."""

    origin: SquareName = Field(description="Where it was lifted.")
    piece: PieceLetters | None = Field(
        description="What it is: White's piece first and in upper case; null: not known."
    )
    color: ColorLetter = Field(description="Who is to move.")
    destinations: dict[SquareName, Kind] = Field(
        description="Where it may be set down, and what that would do.",
        examples=[{"f3": "move", "e5": "union"}],
    )
    fen: Fen | None = Field(description="The position within the turn, once that is known.")
    unseen: list[SquareName] = Field(
        description="Once it has been in hand for long: what it may have joined by now, though no "
        "sensor noticed. Lifting that and setting it down shows it."
    )


class UnfinishedInfo(BaseModel):
    """What is still to be moved of a turn that moves two things, one of which has moved."""

    kind: Literal["castle", "union", "takeover"] = Field(
        description="Castling; else what a union en passant is."
    )
    piece: PieceLetters = Field(description="What is to be moved: White's piece first.")
    start: SquareName = Field(description="Where it stands, or was lifted.")
    end: SquareName = Field(description="Where it goes.")


class QuestionInfo(BaseModel):
    """What the board asks."""

    what: Literal["square", "part", "promotion"] = Field(
        description="Where the turn went; whether it went over these squares; what a pawn becomes."
    )
    squares: list[SquareName] | None = Field(default=None, description="The squares in question.")
    yes: SquareName | None = Field(default=None, description="To be touched for yes (`part`).")
    no: SquareName | None = Field(default=None, description="To be touched for no (`part`).")
    square: SquareName | None = Field(default=None, description="Where the pawn stands.")
    piece: Literal["queen", "rook", "bishop", "knight"] | None = Field(
        default=None, description="What it becomes unless another is chosen."
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
    state: Annotated[str, _one_of(SquareState)] = Field(description="What is wrong with it.")


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


class WarningInfo(BaseModel):
    """That the turn just set down lets the other player reach the king."""

    color: ColorLetter = Field(description="Who is warned: whoever has just played.")
    way: list[SquareName] = Field(
        description="How the other could unite with his king next, chain included.",
        examples=[["e8", "e2", "e1"]],
    )


class StepInfo(BaseModel):
    """What is to be done next of the turn that is shown."""

    what: Literal["promote", "lift", "place", "back"] = Field(
        description="`back`: another piece is in hand, which is set back first."
    )
    square: SquareName | None = Field(description="Where.")
    piece: Literal["queen", "rook", "bishop", "knight"] | None = Field(
        description="What the pawn is to become."
    )


class HintsInfo(BaseModel):
    """What the players are shown beyond the rules."""

    level: HintLevelWord = Field(description="Of the player to move.")
    grades: dict[SquareName, Literal["best", "fine", "risky"]] = Field(
        description="How good the live destinations of the piece in hand are, as far as is known.",
        examples=[{"e4": "best", "e3": "fine"}],
    )
    depth: int | None = Field(
        description="How many turns were looked at one after the other for that; 0: not even one "
        "everywhere; null: nothing is graded."
    )
    looked: int = Field(ge=0, description="How many pieces were graded in this turn.")
    spent: bool = Field(
        description="Whether the piece in hand is not graded, as so many others were."
    )
    warning: WarningInfo | None = Field(
        description="Until the other player touches a piece, or the turn is taken back."
    )
    may_ask: bool = Field(description="Whether the player to move may have a turn shown.")
    thinking: bool = Field(description="Whether that turn is being looked for.")
    turn: list[ActionText] | None = Field(description="The turn that is shown.")
    step: StepInfo | None = Field(description="What is to be done next of it.")


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


class StepPromotionInfo(BaseModel):
    """A pawn that is to be changed for another piece."""

    square: SquareName = Field(description="Where it stands, or will.")
    piece: Literal["queen", "rook", "bishop", "knight"] = Field(description="For which one.")


class OpponentStepInfo(BaseModel):
    """What is to be done next of the board's turn."""

    start: SquareName = Field(description="Where something is to be lifted, or was.")
    end: SquareName = Field(description="Where it is to be set down.")
    then: SquareName | None = Field(description="Where the step after it ends.")
    held: bool = Field(description="Whether it is in hand already.")
    number: int = Field(ge=1, description="Which step it is.", examples=[1])
    steps: int = Field(ge=1, description="How many there are.", examples=[2])
    promotion: StepPromotionInfo | None = Field(description="What is to be changed with it.")


class OpponentInfo(BaseModel):
    """The board as one of the players."""

    color: ColorLetter = Field(description="Which side it plays.")
    level: int = Field(ge=1, le=10, description="How well.", examples=[3])
    name: str = Field(description="Its name among the players.", examples=["pacoboard, level 3"])
    thinking: bool = Field(description="Whether it is thinking about its turn.")
    moves_itself: bool = Field(
        description="Whether its own hand moves its pieces; else people do it for it."
    )
    turn: Notation | None = Field(description="The turn that it has decided on.")
    step: OpponentStepInfo | None = Field(description="What is to be done next of it.")
    trouble: str | None = Field(description="What is wrong with its thinking, in a sentence.")


class PairingInfo(BaseModel):
    """A pairing is under way."""

    active: Literal[True] = Field(description="Always true: without a pairing this is null.")
    expires_in: float = Field(description="Seconds.", examples=[90])


class LineInfo(BaseModel):
    """A sentence of a lesson, in English, with the key of its translations."""

    key: str = Field(description="Never changes.", examples=["lesson.rook-unites.goal"])
    text: str = Field(
        description="In English; a value stands for what is in braces.",
        examples=["Let the rook unite with the black knight."],
    )
    values: dict[str, str | int] = Field(description="For what is in braces.", examples=[{}])


class SourceInfo(BaseModel):
    """A page of a booklet."""

    booklet: Literal["english", "dutch"] = Field(description="Which one.")
    page: int = Field(ge=1, description="Its page.", examples=[23])


class LessonInfo(BaseModel):
    """The exercise on the board."""

    id: str = Field(description="Which exercise.", examples=["rook-unites"])
    course: str = Field(description="Of which course.", examples=["union"])
    child: str = Field(description="Who learns; empty: who gave no name.", examples=["Ada"])
    title: LineInfo = Field(description="Its heading.")
    goal: LineInfo = Field(description="What is to be done.")
    said: LineInfo | None = Field(description="What was said last: praise, a hint, what is wrong.")
    stage: Literal["setting-up", "watching", "playing", "putting-back", "showing", "solved"] = (
        Field(
            description="To be set up; the other side's turn; the child's turn; to be put back; "
            "the lights show the way; done."
        )
    )
    step: int = Field(ge=1, description="Which turn is to be found.")
    steps: int = Field(ge=1, description="How many there are.")
    hints: int = Field(ge=0, description="Hints given for this turn.")
    most_hints: int = Field(ge=1, description="Hints there are; the last one is lights.")
    wrong: int = Field(ge=0, description="Wrong turns so far.")
    stars: int | None = Field(description="What it was worth; null: not solved yet.")
    best_stars: int = Field(ge=0, description="The child's best before; 0: not solved yet.")
    show: list[SquareName] = Field(description="What the lights show: from where to where.")
    reply: Notation | None = Field(description="The other side's turn, while it is awaited.")
    fen: Fen = Field(description="How the pieces are to stand.")
    next: str | None = Field(description="The exercise after this one.", examples=["pawn-unites"])
    sources: list[SourceInfo] = Field(description="The pages that it comes from.")


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
