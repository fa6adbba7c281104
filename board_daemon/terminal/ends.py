"""How a game ends, in the language of the terminal; `GameEnd.in_words` says it in English."""

from __future__ import annotations

from typing import Final

from board_daemon.languages.sentences import said
from board_daemon.languages.speaking import spoken
from board_daemon.rules.ends import GameEnd, Reason, Result

GOES_ON: Final = said("console.goes-on", "The game goes on.")

_DRAWS: Final = {
    Reason.PROGRESS: said(
        "result.draw.progress", "A draw: for a long time no new union and no promotion."
    ),
    Reason.REPETITION: said(
        "result.draw.repetition", "A draw: this position has come up too often."
    ),
    Reason.NO_TURN: said("result.draw.no-turn", "A draw: there is no turn left to play."),
    Reason.ALL_DANCE: said(
        "result.draw.all-dance", "A draw: all pieces but the kings are in unions."
    ),
    Reason.KINGS: said("result.draw.kings", "A draw: both kings are in unions."),
    Reason.AGREED: said("result.draw.agreed", "Agreed: a draw."),
}


def end_words(end: GameEnd, white: str, black: str) -> str:
    """One sentence for people, with the players' names."""
    return spoken(_end(end, white, black))


def _end(end: GameEnd, white: str, black: str) -> str:
    if end.result == Result.DRAW:
        return _DRAWS[end.reason]
    has_white_won = end.result == Result.WHITE_WINS
    winner, loser = (white, black) if has_white_won else (black, white)
    match end.reason:
        case Reason.RESIGNED:
            return said(
                "result.resigned", "{loser} resigns: {winner} wins.", loser=loser, winner=winner
            )
        case Reason.AGREED:
            return said("result.agreed", "Agreed: {winner} wins.", winner=winner)
        case Reason.TIME:
            return said(
                "result.time", "{loser}'s time is up: {winner} wins.", loser=loser, winner=winner
            )
        case _:
            return said("result.paco", "Paco! {winner} wins.", winner=winner)
