"""How a game begins, or goes on: who plays, from where, by which rules, with how much time."""

from __future__ import annotations

from dataclasses import dataclass

from board_daemon.game.clock import TimeControl, TimeLeft
from board_daemon.game.errors import GameError
from board_daemon.languages.sentences import said
from board_daemon.rules.actions import Action
from board_daemon.rules.fen import start_of
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.rules.turns import status_of


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays; an empty name is nobody's."""

    white: str = ""
    black: str = ""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """How a game begins, or goes on."""

    start: Position
    players: Players = Players()
    time_control: TimeControl | None = None
    played: tuple[tuple[Action, ...], ...] = ()
    """The turns recorded so far, where it goes on."""
    time_left: TimeLeft | None = None
    """What the clocks showed after them; None: as at the beginning."""

    @property
    def position(self) -> Position:
        """Where the game stands: after the turns recorded so far."""
        game = Game(self.start)
        for actions in self.played:
            game.play_turn(actions)
        return game.position


def game_setup(
    rules: str,
    fen: str | None = None,
    players: Players | None = None,
    time_control: TimeControl | None = None,
) -> GameSetup:
    """A new game under rules (see `ruleset_named`), from home or from a FEN.

    Raises `RulesError` for what is no ruleset or no position that a game can begin from.
    """
    ruleset = ruleset_named(rules)
    start = Position.start(ruleset) if fen is None else start_of(fen, ruleset)
    if status_of(start).is_over:
        raise GameError(
            said(
                "game.over-there",
                "Expected a position to play on from, the game is over in {fen}.",
                fen=fen or "",
            )
        )
    return GameSetup(start, players or Players(), time_control)
