"""Short ways to say what a test is about: positions as FENs, turns in notation."""

from __future__ import annotations

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.destinations import live_destinations
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.notation import parse_turn
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, Ruleset
from board_daemon.rules.squares import bits, parse_square, square_name
from board_daemon.rules.turns import status_of


def after_turns(fen: str, *turns: str, rules: Ruleset = PACOPLAY) -> str:
    """`FEN|status` after turns in notation."""
    game = Game(parse_fen(fen, rules))
    for turn in turns:
        game.play_turn(parse_turn(game.position, turn))
    return f"{format_fen(game.position)}|{game.status}"


def after_actions(fen: str, actions: str, rules: Ruleset = PACOPLAY) -> str:
    """`FEN|status` after compact actions, which need not complete a turn."""
    position = played(fen, actions, rules)
    return f"{format_fen(position)}|{status_of(position)}"


def played(fen: str, actions: str, rules: Ruleset = PACOPLAY) -> Position:
    """The position after compact actions."""
    position = parse_fen(fen, rules)
    for action in parse_actions(actions):
        position = play(position, action)
    return position


def destinations(fen: str, square: str, rules: Ruleset = PACOPLAY) -> set[str]:
    """Live destinations of what stands on a square."""
    found = live_destinations(parse_fen(fen, rules)).get(parse_square(square), 0)
    return {square_name(target) for target in bits(found)}
