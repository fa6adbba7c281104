from __future__ import annotations

import random
from pathlib import Path

import pytest

from board_daemon.hands.games import random_game, random_turn, read_games, read_played_turns
from board_daemon.rules.actions import Place, Promote
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.status import Status


def test_random_games_are_the_same_for_the_same_seed() -> None:
    assert random_game(random.Random(3)) == random_game(random.Random(3))
    assert random_game(random.Random(3)) != random_game(random.Random(4))


@pytest.mark.slow
def test_random_games_are_full_of_unions_and_chains() -> None:
    chains = unions = 0
    for seed in range(10):
        game = Game()
        for turn in random_game(random.Random(seed), 80):
            game.play_turn(turn)
            chains += sum(isinstance(action, Place) for action in turn) > 1
        unions += game.position.unions.bit_count()
    assert unions > 30
    assert chains > 50


def test_a_random_turn_pays_a_promotion_that_is_owed() -> None:
    position = parse_fen("A3k3/8/8/8/8/8/8/4K3 w 0 - - -")
    assert position.phase == Status.PROMOTE_LIFT
    turn = random_turn(position, random.Random(1))
    assert turn is not None
    assert isinstance(turn[0], Promote)


def test_no_turn_is_found_after_paco() -> None:
    position = parse_fen("4M3/8/8/8/8/8/8/4K3 w 0 - - -")
    assert position.phase == Status.PACO_W
    assert random_turn(position, random.Random(1)) is None


@pytest.mark.parametrize(("name", "count"), [("game-13103", 53), ("game-15313", 47)])
def test_real_games_are_read_turn_by_turn(data_dir: Path, name: str, count: int) -> None:
    turns = read_played_turns(data_dir / "traces" / f"{name}.turns.jsonl")
    game = Game()
    for turn in turns:
        game.play_turn(turn)
    assert len(game.turns) == count


def test_stored_games_are_parted_into_turns(data_dir: Path) -> None:
    first = next(read_games(data_dir / "conformance" / "games.jsonl.gz"))
    game = Game()
    for turn in first:
        game.play_turn(turn)
    assert len(game.turns) == len(first) > 50
