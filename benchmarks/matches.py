"""Games of levels against each other and against random turns."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from board_daemon.opponent.choosing import choose
from board_daemon.opponent.levels import Level
from board_daemon.opponent.limits import time_is_up
from board_daemon.rules.actions import Lift, Place, Promote
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.ends import Result
from board_daemon.rules.game import Game, Repeated, repetition_key
from board_daemon.rules.outcomes import Turn
from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.play import play
from board_daemon.rules.squares import bits
from board_daemon.rules.status import Status

LONGEST: Final = 300
"""A game that goes on longer is taken as a draw."""

Player = Callable[[Game, Counter[Repeated], Random], Turn]


@dataclass(frozen=True, slots=True)
class Match:
    """How one player did against another, who had White in every other game."""

    first: str
    second: str
    won: int
    drawn: int
    lost: int
    turns: int
    """Turns of all games, both sides'."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost


def playing(level: Level, seconds: float | None = None) -> Player:
    """A player of that level who thinks no longer than so many seconds of processor time."""
    limit = level.seconds if seconds is None else min(seconds, level.seconds)

    def turn(game: Game, stood: Counter[Repeated], random: Random) -> Turn:
        # Time of the processor: what else the machine does changes nothing.
        is_over = time_is_up(time.process_time, limit)
        return choose(game.position, level, random, stood=stood, is_over=is_over).turn

    return turn


def at_random(game: Game, _stood: Counter[Repeated], random: Random) -> Turn:
    """A random lift, then a random live destination after the other."""
    position = game.position
    mover, actions = position.to_move, []
    while position.to_move == mover and not position.phase.is_over:
        if position.phase == Status.RUN:
            live = live_destinations(position)
            lifts = [square for square, targets in live.items() for _ in bits(targets)]
            action: Lift | Place | Promote = Lift(random.choice(lifts))
        elif position.phase == Status.PLACE:
            action = Place(random.choice(list(bits(live_places_in_hand(position)))))
        else:
            action = Promote(random.choice(PROMOTIONS))
        position = play(position, action)
        actions.append(action)
    return tuple(actions)


def play_match(
    names: tuple[str, str],
    players: tuple[Player, Player],
    games: int,
    tell: Callable[[Match], None] = lambda _: None,
) -> Match:
    """Play so many games; `tell` hears how the match stands after each."""
    match = Match(*names, 0, 0, 0, 0)
    for number in range(games):
        is_first_white = number % 2 == 0
        white, black = players if is_first_white else players[::-1]
        result, turns = play_game(white, black, Random(number))
        won = result == (Result.WHITE_WINS if is_first_white else Result.BLACK_WINS)
        drawn = result == Result.DRAW
        match = Match(
            *names,
            match.won + won,
            match.drawn + drawn,
            match.lost + (not won and not drawn),
            match.turns + turns,
        )
        tell(match)
    return match


def play_game(white: Player, black: Player, random: Random) -> tuple[Result, int]:
    """The result of one game, and how many turns it took."""
    game, stood = Game(), Counter[Repeated]()
    while game.end is None and len(game.turns) < LONGEST:
        player = (white, black)[game.position.to_move]
        played = game.play_turn(player(game, stood, random))
        stood[repetition_key(played.position)] += 1
    return (game.end.result if game.end else Result.DRAW), len(game.turns)
