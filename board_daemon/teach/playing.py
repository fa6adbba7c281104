"""Turns in notation, played on."""

from __future__ import annotations

from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.notation import parse_turn
from board_daemon.rules.position import Position


def played(before: Position, notation: str) -> PlayedTurn:
    """A turn in notation as it is played in a position; raises `RulesError` where it cannot be."""
    return Game(before).play_turn(parse_turn(before, notation))


def position_after(before: Position, notation: str) -> Position | None:
    """The position after a turn in notation; None where it cannot be played."""
    try:
        return played(before, notation).position
    except PacoboardError:
        return None
