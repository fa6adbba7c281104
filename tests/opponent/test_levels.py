from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from board_daemon.opponent.choosing import choices, choose
from board_daemon.opponent.errors import UnknownLevel
from board_daemon.opponent.evaluation import WIN
from board_daemon.opponent.levels import BEST, LEVELS, WEAKEST, Level, level_numbered
from board_daemon.opponent.limits import time_is_up
from board_daemon.rules.fen import START_FEN, parse_fen
from board_daemon.rules.game import Game, Repeated, repetition_key
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import RULESETS, Ruleset
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.status import PACO
from board_daemon.rules.turns import distinct_outcomes
from tests.rules.playouts import random_position
from tests.rules.positions import played

SHORT = "4k3/8/8/8/8/8/p7/K3R3 w 0 - - -"
LONG = "4k3/8/8/4c3/8/5N2/p7/K7 w 0 - - -"
"""Paco at once, but only by a chain."""


def played_by(white: Level, black: Level, seed: int, budget: int = 4000) -> Game:
    game, random = Game(), Random(seed)
    stood: Counter[Repeated] = Counter()
    while game.end is None and len(game.turns) < 200:
        level = (white, black)[game.position.to_move]
        choice = choose(game.position, level, random, stood=stood, budget=budget)
        stood[repetition_key(game.play_turn(choice.turn).position)] += 1
    return game


def pacos(level: Level, fen: str, tries: int = 40) -> int:
    position = parse_fen(fen)
    ends = [choose(position, level, Random(seed), budget=4000) for seed in range(tries)]
    return sum(choice.position.phase == PACO[position.to_move] for choice in ends)


def test_levels_are_numbered_from_one_to_ten() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert all(level_numbered(level.number) is level for level in LEVELS)
    assert len({level.name for level in LEVELS}) == 10


@pytest.mark.parametrize("number", [0, 11, -1])
def test_other_levels_are_refused(number: int) -> None:
    with pytest.raises(UnknownLevel, match=f"from 1 to 10, got {number}"):
        level_numbered(number)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.number))
def test_the_same_seed_chooses_the_same_turn(level: Level) -> None:
    position = random_position(5, 20)
    first, second = (choose(position, level, Random(3), budget=8000) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.number))
@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_every_level_plays_legal_turns_under_every_ruleset(level: Level, rules: Ruleset) -> None:
    position = random_position(7, 15, rules)
    choice = choose(position, level, Random(1), budget=3000)
    assert choice.position in distinct_outcomes(position)


@pytest.mark.slow
def test_low_levels_play_many_turns_and_high_ones_know_what_they_want() -> None:
    position = random_position(5, 20)
    turns = {
        level: {choose(position, level, Random(seed), budget=8000).turn for seed in range(12)}
        for level in (WEAKEST, LEVELS[4], BEST)
    }
    assert min(len(turns[WEAKEST]), len(turns[LEVELS[4]])) > len(turns[BEST])


def test_a_beginner_overlooks_a_paco_now_and_then_the_best_never() -> None:
    assert 0 < pacos(WEAKEST, SHORT) < 40
    assert pacos(BEST, SHORT) == 40


@pytest.mark.slow
def test_low_levels_do_not_see_the_chain_to_the_king() -> None:
    assert pacos(WEAKEST, LONG) == 0
    assert pacos(BEST, LONG) == 40


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3])
def test_beginners_like_to_unite(number: int) -> None:
    position = played(START_FEN, "Le2 Pe4 Ld7 Pd5")

    def unions(level: Level) -> int:
        ends = [choose(position, level, Random(seed)).position for seed in range(40)]
        return sum(end.unions.bit_count() for end in ends)

    level = level_numbered(number)
    assert unions(level) > unions(replace(level, likes_unions=0))


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker"), [(3, 1), (5, 2), (7, 3)])
def test_a_higher_level_beats_a_lower_one(stronger: int, weaker: int) -> None:
    strong, weak = level_numbered(stronger), level_numbered(weaker)
    won = 0
    for seed in range(3):
        white = played_by(strong, weak, seed).end
        black = played_by(weak, strong, seed).end
        won += (white is not None and white.result == "1-0") + (
            black is not None and black.result == "0-1"
        )
    assert won >= 4


@pytest.mark.slow
def test_choices_get_deeper_and_the_last_one_is_played() -> None:
    position = Position.start()
    all_choices = list(choices(position, BEST, Random(2), budget=30_000))
    assert [choice.depth for choice in all_choices] == list(range(1, len(all_choices) + 1))
    assert choose(position, BEST, Random(2), budget=30_000) == all_choices[-1]


def test_whoever_has_no_time_plays_all_the_same() -> None:
    no_time = time_is_up(lambda: 0.0, 0.0)
    for level in LEVELS:
        choice = choose(Position.start(), level, Random(1), is_over=no_time)
        assert choice.position in distinct_outcomes(Position.start())


@pytest.mark.slow
def test_the_best_level_never_allows_a_paco_that_its_own_game_lets_it_prevent() -> None:
    game = played_by(BEST, LEVELS[3], 4, budget=3000)
    for turn in game.turns[::2]:
        if not turn.position.phase.is_over and gives_sako(turn.position, turn.position.to_move):
            position = game.position_before(turn.ply)
            assert choose(position, BEST, Random(0), budget=3000).value == 2 - WIN
