"""How a game ends: by the rules, by resignation or by agreement; and the reason in words."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from board_daemon.rules.pieces import Color
from board_daemon.rules.status import Status


class Result(StrEnum):
    """Who has won, as score sheets write it."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"


class Reason(StrEnum):
    """Why a game is over."""

    PACO = "paco"
    PROGRESS = "progress"
    REPETITION = "repetition"
    NO_TURN = "no-turn"
    ALL_DANCE = "all-dance"
    KINGS = "kings"
    RESIGNED = "resigned"
    AGREED = "agreed"
    TIME = "time"
    """A player's clock has run out. No booklet speaks of clocks: players may choose one."""


BY_PLAYERS: Final = (Reason.RESIGNED, Reason.AGREED, Reason.TIME)
"""The reasons that no position tells of."""

_DRAWS: Final = {
    Reason.PROGRESS: "A draw: for a long time no new union and no promotion.",
    Reason.REPETITION: "A draw: this position has come up too often.",
    Reason.NO_TURN: "A draw: there is no turn left to play.",
    Reason.ALL_DANCE: "A draw: all pieces but the kings are in unions.",
    Reason.KINGS: "A draw: both kings are in unions.",
    Reason.AGREED: "Agreed: a draw.",
}
_WINS: Final = (Reason.PACO, Reason.RESIGNED, Reason.AGREED, Reason.TIME)


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of a game; raises `ValueError` for a reason that has no such result."""

    result: Result
    reason: Reason

    def __post_init__(self) -> None:
        reasons = _DRAWS if self.result == Result.DRAW else _WINS
        if self.reason not in reasons:
            raise ValueError(f"expected one of {', '.join(reasons)}, saw {self.reason}")

    def in_words(self, white: str = "White", black: str = "Black") -> str:
        """One sentence for people, with the players' names."""
        if self.result == Result.DRAW:
            return _DRAWS[self.reason]
        has_white_won = self.result == Result.WHITE_WINS
        winner, loser = (white, black) if has_white_won else (black, white)
        match self.reason:
            case Reason.RESIGNED:
                return f"{loser} resigns: {winner} wins."
            case Reason.AGREED:
                return f"Agreed: {winner} wins."
            case Reason.TIME:
                return f"{loser}'s time is up: {winner} wins."
            case _:
                return f"Paco! {winner} wins."


_BY_RULE: Final = {
    Status.PACO_W: GameEnd(Result.WHITE_WINS, Reason.PACO),
    Status.PACO_B: GameEnd(Result.BLACK_WINS, Reason.PACO),
    Status.DRAW_PROGRESS: GameEnd(Result.DRAW, Reason.PROGRESS),
    Status.DRAW_REPETITION: GameEnd(Result.DRAW, Reason.REPETITION),
    Status.DRAW_NO_TURN: GameEnd(Result.DRAW, Reason.NO_TURN),
    Status.DRAW_ALL_DANCE: GameEnd(Result.DRAW, Reason.ALL_DANCE),
    Status.DRAW_KINGS: GameEnd(Result.DRAW, Reason.KINGS),
}


def end_of(status: Status) -> GameEnd | None:
    """The end by the rules that a status tells of; None: by the rules the game goes on."""
    return _BY_RULE.get(status)


def resignation(loser: Color) -> GameEnd:
    """The end when that player gives up, whoever is to move. Every source leaves him free to."""
    return GameEnd(
        Result.BLACK_WINS if loser == Color.WHITE else Result.WHITE_WINS, Reason.RESIGNED
    )


def out_of_time(loser: Color) -> GameEnd:
    """The end when that player's clock has run out."""
    return replace(resignation(loser), reason=Reason.TIME)


def agreement(result: Result) -> GameEnd:
    """The end on which both players agree (leaflet, point 10: a draw, at any time)."""
    return GameEnd(result, Reason.AGREED)
