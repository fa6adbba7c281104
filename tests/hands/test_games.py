from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from board_daemon.hands.games import (
    Turn,
    random_game,
    random_turn,
    rare_beginnings,
    read_games,
    read_played_turns,
)
from board_daemon.rules.actions import Place, Promote, format_action, parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.rules.status import Status


def played(turns: Sequence[Turn], start: Position) -> Iterator[tuple[Position, Turn]]:
    """Each turn and where it began."""
    game = Game(start)
    for turn in turns:
        yield game.position, turn
        game.play_turn(turn)


def beginnings(position: Position) -> list[str]:
    return sorted(" ".join(map(format_action, turn)) for turn in rare_beginnings(position))


@pytest.mark.slow
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


@pytest.mark.slow
def test_what_is_rare_is_sought_where_that_is_wished() -> None:
    start = parse_fen("r3k2r/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/R3K2R w 0 AHah - -")
    counts = Counter(
        (seeks_rare, begun[:2] in rare_beginnings(position))
        for seeks_rare in (True, False)
        for seed in range(4)
        for position, begun in played(
            random_game(random.Random(seed), 40, start, seeks_rare=seeks_rare), start
        )
    )
    assert counts[True, True] > 2 * counts[False, True]


def test_castlings_promotions_and_unions_en_passant_are_rare() -> None:
    position = parse_fen("4k2r/3b4/8/2pP4/8/8/P1P5/R3K3 w 0 Ah c6 -")
    assert beginnings(position) == ["Ld5 Pc6", "Le1 Pc1"]
    assert beginnings(parse_fen("4k3/P7/8/8/8/8/8/4K3 w 0 - - -")) == ["La7 Pa8"]
    assert beginnings(parse_fen("A3k3/8/8/8/8/8/8/4K3 w 0 - - -")) == []


def test_a_random_turn_goes_on_as_it_was_begun() -> None:
    position = parse_fen("4k3/8/8/3a4/8/2N5/8/4K3 w 0 - - -")
    begun = parse_actions("Lc3 Pd5")
    for seed in range(5):
        turn = random_turn(position, random.Random(seed), begun)
        assert turn is not None
        assert turn[:2] == begun
        assert len(turn) > 2


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
