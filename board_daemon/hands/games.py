"""Games to play: random ones that seek unions and chains, and real ones from files."""

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

from board_daemon.rules.actions import Action, Lift, Place, Promote, parse_action
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.game import Game
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, SquareSet, bits
from board_daemon.rules.status import Status

Turn = tuple[Action, ...]

_LIFT_WEIGHTS = {PieceType.PAWN: 2.0, PieceType.KING: 0.7}
_UNION_WEIGHT, _TAKEOVER_WEIGHT, _PACO_WEIGHT, _CASTLE_WEIGHT = 3.0, 6.0, 0.02, 12.0
_LONGEST_CHAIN = 12


def random_game(
    rng: random.Random, max_turns: int = 120, start: Position | None = None
) -> tuple[Turn, ...]:
    """The turns of a random game that seeks unions and chains and avoids an early end."""
    game = Game(start)
    while len(game.turns) < max_turns and not game.status.is_over:
        turn = random_turn(game.position, rng)
        if turn is None:
            break
        game.play_turn(turn)
    return tuple(turn.actions for turn in game.turns)


def random_turn(position: Position, rng: random.Random) -> Turn | None:
    """A random legal turn, or None where there is none."""
    actions: list[Action] = []
    mover = position.to_move
    while position.to_move == mover and not position.phase.is_over:
        action = _random_action(position, rng, len(actions))
        if action is None:
            return None
        actions.append(action)
        position = play(position, action)
    return tuple(actions) or None


def _random_action(position: Position, rng: random.Random, steps: int) -> Action | None:
    match position.phase:
        case Status.RUN:
            squares = list(live_destinations(position))
            if not squares:
                return None
            weights = [_lift_weight(position, square) for square in squares]
            return Lift(rng.choices(squares, weights)[0])
        case Status.PLACE:
            targets = list(bits(_places(position)))
            weights = [_place_weight(position, target, steps) for target in targets]
            return Place(rng.choices(targets, weights)[0])
        case _:
            return Promote(rng.choice(PROMOTIONS))


def _places(position: Position) -> SquareSet:
    return live_places_in_hand(position)


def _lift_weight(position: Position, square: Square) -> float:
    piece = position.piece_at(position.to_move, square)
    assert piece is not None
    return _LIFT_WEIGHTS.get(piece, 1.0)


def _place_weight(position: Position, target: Square, steps: int) -> float:
    other = position.piece_at(position.to_move.other, target)
    if other == PieceType.KING:
        return _PACO_WEIGHT
    hand = position.hand
    assert hand is not None
    if hand.piece == PieceType.KING and other is not None:
        return _PACO_WEIGHT  # Where kings unite, it mostly loses.
    own = position.piece_at(position.to_move, target)
    if own is not None:
        return _TAKEOVER_WEIGHT if steps < _LONGEST_CHAIN else 0.01
    if other is not None or target == position.en_passant:
        return _UNION_WEIGHT
    if hand.piece == PieceType.KING and abs(target - hand.square) == 2:
        return _CASTLE_WEIGHT
    return 1.0


def turns_in_actions(actions: list[Action], start: Position | None = None) -> tuple[Turn, ...]:
    """Actions of a game one after the other, parted into its whole turns."""
    game = Game(start)
    for action in actions:
        game.play(action)
    return tuple(turn.actions for turn in game.turns)


def read_played_turns(path: Path) -> tuple[Turn, ...]:
    """The turns of a `*.turns.jsonl` file."""
    with path.open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return tuple(tuple(map(parse_action, record["actions"])) for record in records)


def read_games(path: Path) -> Iterator[tuple[Turn, ...]]:
    """The games of a gzipped file with the actions of one game a line."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield turns_in_actions(list(map(parse_action, json.loads(line)["actions"])))
