"""A player who sits at a board on which turns were played, and what he does there."""

from __future__ import annotations

import random
from collections.abc import Sequence

from board_daemon.hands.acts import Act, SetDown, TakeUp
from board_daemon.hands.layout import layout_of, looks_alike
from board_daemon.hands.perform import Performer
from board_daemon.hands.plan import plan_turn
from board_daemon.hands.player import Player
from board_daemon.hands.style import CLEAN
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.pieces import PIECE_BY_LETTER
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.events import (
    Event,
    TurnEvent,
)
from board_daemon.tracking.view import PromotionView
from firmware_bridge.frames import SensorKind

CHAIN = "4k3/8/8/3a4/8/2N5/8/4K3 w 0 - - -"
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 w 0 - - -"
CARRIED = "4k3/8/8/8/8/8/c7/4K3 w 0 - - -"


class Table:
    """A board on which turns were played, and a player who sits at it."""

    def __init__(self, fen: str, *turns: str, leafs: bool = True) -> None:
        start = parse_fen(fen)
        rng = random.Random(1)
        self.performer = Performer(start, SensorKind.COLOUR, CLEAN, rng)
        self.player = Player(self.performer, start, rng, leafs=leafs)
        self.game = Game(start)
        for text in turns:
            actions = parse_actions(text)
            self.performer.run(plan_turn(self.game.position, actions, CLEAN, rng))
            self.game.play_turn(actions)
            self.performer.check(self.game.position)

    def respond(self, *events: Event, upcoming: str = "", shown: str = "") -> list[str]:
        """What the player touches at once; it is done. `shown`: promotions, as `Q a8`."""
        self.player.see(events)
        acts = self.player.respond(self.game.turns, parse_actions(upcoming), promotions(shown))
        self.performer.run(acts)
        return names(acts)

    def stands_as(self, fen: str) -> bool:
        return looks_alike(self.performer.layout(), layout_of(parse_fen(fen)))


def names(acts: Sequence[Act]) -> list[str]:
    signs = {TakeUp: "-", SetDown: "+"}
    return [
        signs[type(act.deed)] + square_name(act.deed.square)
        for act in acts
        if isinstance(act.deed, TakeUp | SetDown)
    ]


def promotions(text: str) -> tuple[PromotionView, ...]:
    words = text.split()
    shown = zip(words[::2], words[1::2], strict=True)
    return tuple(PromotionView(parse_square(sq), PIECE_BY_LETTER[piece]) for piece, sq in shown)


def squares(*texts: str) -> tuple[int, ...]:
    return tuple(map(parse_square, texts))


def recorded(turn: PlayedTurn, ply: int = 1) -> TurnEvent:
    fen = format_fen(turn.position)
    return TurnEvent(1.0, ply, turn.notation, turn.actions, fen, turn.status)
