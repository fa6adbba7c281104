"""Games to play: random ones that seek unions and chains, and real ones from files."""

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

from board_daemon.rules.actions import Action, Lift, Place, Promote, parse_action
from board_daemon.rules.attacks import LAST_RANK
from board_daemon.rules.castling import rook_way
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.game import Game
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.play import play, play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, bits
from board_daemon.rules.status import Status

Turn = tuple[Action, ...]

_LIFT_WEIGHTS = {PieceType.PAWN: 2.0, PieceType.KING: 0.7}
_UNION_WEIGHT, _TAKEOVER_WEIGHT, _PACO_WEIGHT, _CASTLE_WEIGHT = 3.0, 6.0, 0.02, 12.0
_LONGEST_CHAIN = 12
_SOUGHT = 0.8
"""Per turn that could be a rare one, where those are sought."""


def random_game(
    rng: random.Random,
    max_turns: int = 120,
    start: Position | None = None,
    *,
    seeks_rare: bool = False,
) -> tuple[Turn, ...]:
    """The turns of a random game that seeks unions and chains and avoids an early end.

    `seeks_rare`: it seeks what `rare_beginnings` lists, too; chance alone hardly ever castles.
    """
    game = Game(start)
    while len(game.turns) < max_turns and not game.status.is_over:
        begun = _rare_beginning(game.position, rng) if seeks_rare else ()
        turn = random_turn(game.position, rng, begun)
        if turn is None:
            break
        game.play_turn(turn)
    return tuple(turn.actions for turn in game.turns)


def rare_beginnings(position: Position) -> list[Turn]:
    """The castlings and promotions of a position, and its unions en passant, as they begin."""
    return [
        (Lift(start), Place(end))
        for start, end in first_moves(position)
        if _is_rare(position, start, end)
    ]


def first_moves(position: Position) -> list[tuple[Square, Square]]:
    """What may be lifted first in a position, and where it may go."""
    if position.phase != Status.RUN:
        return []
    return [
        (start, end) for start, ends in live_destinations(position).items() for end in bits(ends)
    ]


def _is_rare(position: Position, start: Square, end: Square) -> bool:
    color = position.to_move
    piece = position.piece_at(color, start)
    if piece == PieceType.KING:
        return rook_way(color, start, end) is not None
    # A pawn that only goes straight on passes nobody.
    passes = end == position.en_passant and (end - start) % 8 != 0
    return piece == PieceType.PAWN and (passes or bool(LAST_RANK[color] >> end & 1))


def _rare_beginning(position: Position, rng: random.Random) -> Turn:
    """One of them, or nothing where there is none or chance will have none."""
    found = rare_beginnings(position)
    return rng.choice(found) if found and rng.random() < _SOUGHT else ()


def random_turn(position: Position, rng: random.Random, begun: Turn = ()) -> Turn | None:
    """A random legal turn that begins with these actions, or None where there is none."""
    actions = list(begun)
    mover = position.to_move
    position = play_all(position, begun)
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
            targets = list(bits(live_places_in_hand(position)))
            weights = [_place_weight(position, target, steps) for target in targets]
            return Place(rng.choices(targets, weights)[0])
        case _:
            return Promote(rng.choice(PROMOTIONS))


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
