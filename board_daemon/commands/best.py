"""`pacoboard rules best`: what the opponent would play."""

from __future__ import annotations

import time
from random import Random
from typing import Annotated, Final

import typer

from board_daemon.commands.lines import examples, write_line
from board_daemon.opponent.choosing import Choice, choose
from board_daemon.opponent.evaluation import in_words
from board_daemon.opponent.levels import BEST, WEAKEST, level_numbered
from board_daemon.opponent.limits import time_is_up
from board_daemon.rules.fen import parse_fen, start_fen
from board_daemon.rules.notation import format_turn
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, RULESETS, ruleset_named

EXAMPLES: Final = examples(
    "pacoboard rules best",
    'pacoboard rules best --level 3 --seed 7 "4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -"',
)
_MOST_SECONDS: Final = 3600


def best_command(
    fen: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FEN", help="The position to think about.", show_default="the start of a game"
        ),
    ] = None,
    level: Annotated[
        int,
        typer.Option(
            "--level",
            metavar="LEVEL",
            help=f"How well to play, {WEAKEST.number} to {BEST.number}.",
        ),
    ] = BEST.number,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="SECONDS",
            min=0,
            max=_MOST_SECONDS,
            help="How long to think at most.",
            show_default="as long as the level thinks",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="NUMBER", help="Choose as the last time.", show_default="by lot"
        ),
    ] = None,
    rules: Annotated[
        str,
        typer.Option("--rules", metavar="RULESET", help=f"The ruleset: {', '.join(RULESETS)}."),
    ] = PACOPLAY.name,
) -> None:
    """Say what the opponent would play.

    Out: the turn, then what it is worth and how many turns were tried one
    after the other. With a piece in hand, what is left of the turn.
    """
    ruleset = ruleset_named(rules)
    # A FEN without quotes comes in six parts.
    position = parse_fen(" ".join(fen) if fen else start_fen(ruleset), ruleset)
    player = level_numbered(level)
    began = time.monotonic()
    limit = player.seconds if seconds is None else seconds
    choice = choose(position, player, Random(seed), is_over=time_is_up(time.monotonic, limit))
    write_line(format_turn(position, choice.turn))
    write_line(_told(position, choice, time.monotonic() - began))


def _told(position: Position, choice: Choice, seconds: float) -> str:
    worth = in_words(choice.value, position.to_move)
    turns = "turn" if choice.depth == 1 else "turns"
    depth = f"{choice.depth} {turns} deep" if choice.depth else "at a glance"
    return f"{worth[0].upper()}{worth[1:]} ({choice.value:+d}); {depth}, {seconds:.1f} s."
