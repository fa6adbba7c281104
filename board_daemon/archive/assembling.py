"""Putting together a game for the archive from turns that came from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from board_daemon.archive.errors import GameTextError
from board_daemon.archive.records import ArchivedGame, ArchivedTurn
from board_daemon.names import name_problem
from board_daemon.rules.actions import format_action
from board_daemon.rules.ends import BY_PLAYERS, Reason, Result, end_of
from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.status import Status

UNNUMBERED = 0
"""The number of a game that is in no archive yet."""

Ending = tuple[str | None, str | None]

_BY_RULE: Final = [reason for reason in Reason if reason not in BY_PLAYERS]


@dataclass(frozen=True, slots=True)
class Told:
    """What a text tells of a game beside its turns."""

    started_at: str | None = None
    white: str = ""
    black: str = ""
    ending: Ending | None = None
    """Result and reason; None: it does not say, so the last turn does."""


def archived(game: Game, times: list[float], told: Told) -> ArchivedGame:
    """The game as the archive keeps it; `times` has a time for each turn, in seconds.

    Raises `GameTextError` for what cannot be told of it.
    """
    _check(told)
    by_rule = ending_of(game.status)
    result, reason = told.ending or by_rule
    if (result, reason) != by_rule and (by_rule[0] or reason in _BY_RULE):
        seen = _shown((result, reason))
        raise GameTextError(f"result: expected {_shown(by_rule)} after the last turn, saw {seen}")
    return ArchivedGame(
        id=UNNUMBERED,
        started_at=told.started_at,
        white=told.white,
        black=told.black,
        rules=game.start.rules.name,
        start_fen=format_fen(game.start),
        result=result,
        reason=reason,
        turns=tuple(_archived(turn, t) for turn, t in zip(game.turns, times, strict=True)),
    )


def _check(told: Told) -> None:
    """Refuse what no score sheet has: it may be shown in a terminal."""
    result, reason = told.ending or (None, None)
    for name, text in (("White", told.white), ("Black", told.black), ("reason", reason)):
        if problem := name_problem(text or ""):
            raise GameTextError(f"{name}: {problem}")
    if result is not None and result not in list(Result):
        known = ", ".join(Result)
        raise GameTextError(f"result: expected one of {known}, saw {result[:40]!r}")
    if told.started_at is not None:
        try:
            datetime.fromisoformat(told.started_at)
        except ValueError:
            raise GameTextError(
                "started: expected a time such as 2026-05-17T20:00:00+02:00, "
                f"saw {told.started_at[:40]!r}"
            ) from None


def _shown(ending: Ending) -> str:
    result, reason = ending
    if result is None:
        return "a game that goes on"
    return f"{result} ({reason})" if reason else result


def ending_of(status: Status) -> Ending:
    """Result and reason when the rules have ended the game, as the board says them."""
    end = end_of(status)
    return (end.result, end.reason) if end is not None else (None, None)


def _archived(turn: PlayedTurn, t: float) -> ArchivedTurn:
    return ArchivedTurn(
        ply=turn.ply,
        t=t,
        notation=turn.notation,
        actions=tuple(map(format_action, turn.actions)),
        fen=format_fen(turn.position),
        status=str(turn.status),
    )
