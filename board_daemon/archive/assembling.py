"""Putting together a game for the archive from turns that came from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from board_daemon.archive.records import ArchivedGame, ArchivedTurn
from board_daemon.rules.actions import format_action
from board_daemon.rules.ends import end_of
from board_daemon.rules.fen import format_fen, parse_fen, settled
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import Ruleset, ruleset_named
from board_daemon.rules.status import Status

UNNUMBERED = 0
"""The number of a game that is in no archive yet."""


Ending = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Told:
    """What a text tells of a game beside its turns."""

    started_at: str | None = None
    white: str = ""
    black: str = ""
    ending: Ending | None = None
    """Result and reason; None: it does not say, so the last turn does."""


def start_of(fen: str, rules: Ruleset | str) -> Position:
    """The position a game begins with; raises `RulesError`."""
    ruleset = ruleset_named(rules) if isinstance(rules, str) else rules
    return settled(parse_fen(fen, ruleset))


def archived(game: Game, times: list[float], told: Told) -> ArchivedGame:
    """The game as the archive keeps it; `times` has a time for each turn, in seconds."""
    result, reason = told.ending or ending_of(game.status)
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
