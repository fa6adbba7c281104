"""A game as it travels to whoever watches or plays: turns, clock, hand, hints, opponent, lesson."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from board_daemon.web.schema_words import (
    ActionText,
    ColorLetter,
    Fen,
    HintLevelWord,
    Kind,
    Moment,
    Notation,
    PieceLetters,
    ReasonWord,
    ResultWord,
    Rules,
    SquareName,
    StatusWord,
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

    what: Literal["square", "part", "piece", "takeback", "promotion"] = Field(
        description="Where the turn went; whether it went over these squares; whether such a piece "
        "stands there now; whether it was taken back or another was played; what a pawn becomes."
    )
    squares: list[SquareName] | None = Field(default=None, description="The squares in question.")
    yes: SquareName | None = Field(default=None, description="To be touched for yes.")
    no: SquareName | None = Field(default=None, description="To be touched for no.")
    square: SquareName | None = Field(default=None, description="Where the pawn stands.")
    piece: Literal["queen", "rook", "bishop", "knight"] | None = Field(
        default=None,
        description="What the pawn becomes unless another is chosen; or what may stand there.",
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
    plain: bool = Field(description="Whether it plays without thinking, as it cannot think.")


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
