from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.hands.acts import do
from board_daemon.hands.games import random_game
from board_daemon.hands.layout import Layout, layout_of, looks_alike, rearrange, transfers
from board_daemon.hands.perform import Performer
from board_daemon.hands.style import CLEAN, HALF_SILENT, HandStyle
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from firmware_bridge.frames import SensorKind

STYLES = (CLEAN, HALF_SILENT)


def shuffled(start: Position, seed: int) -> Layout:
    """The same pieces on other squares, many of them in unions."""
    rng = random.Random(seed)
    layout = []
    for pieces in layout_of(start):
        kinds = [kind for kind in pieces if kind]
        squares = rng.sample(range(40), len(kinds))
        placed = bytearray(64)
        for square, kind in zip(squares, kinds, strict=True):
            placed[square] = kind
        layout.append(bytes(placed))
    return layout[0], layout[1]


def arranged(performer: Performer, wanted: Layout, style: HandStyle, seed: int) -> Layout:
    acts = rearrange(performer.layout(), wanted, style, random.Random(seed), Color.WHITE)
    for act in acts:
        do(performer.board, act.deed)
    return performer.layout()


@pytest.mark.slow
@given(st.integers(0, 10_000), st.sampled_from(STYLES))
def test_hands_get_from_any_layout_to_any_other(seed: int, style: HandStyle) -> None:
    start = Position.start()
    performer = Performer(start, SensorKind.PRESENCE, CLEAN, random.Random(0))
    for step in range(2):
        wanted = shuffled(start, seed + step)
        assert arranged(performer, wanted, style, seed) == wanted


@pytest.mark.slow
def test_hands_take_whole_games_back_turn_by_turn() -> None:
    for seed in range(6):
        game = Game()
        for turn in random_game(random.Random(seed), 60):
            game.play_turn(turn)
        performer = Performer(game.position, SensorKind.PRESENCE, CLEAN, random.Random(0))
        for ply in range(len(game.turns), 0, -1):
            before = game.position_before(ply)
            reached = arranged(performer, layout_of(before), CLEAN, ply)
            assert looks_alike(reached, layout_of(before))


def test_a_union_that_belongs_elsewhere_is_carried_whole() -> None:
    now = parse_fen("4k3/8/8/8/4a3/8/8/4K3 w 0 - - -")
    wanted = parse_fen("4k3/8/4a3/8/8/8/8/4K3 w 0 - - -")
    acts = rearrange(layout_of(now), layout_of(wanted), CLEAN, random.Random(0), Color.WHITE)
    assert [type(act.deed).__name__ for act in acts] == ["TakeUp", "SetDown"]


def test_where_the_right_kind_is_missing_another_piece_must_do() -> None:
    now = parse_fen("Q3k3/8/8/8/8/8/8/4K3 w 0 - - -")
    wanted = parse_fen("4k3/P7/8/8/8/8/8/4K3 w 0 - - -")
    [move] = transfers(layout_of(now), layout_of(wanted))
    assert (move.start, move.end) == (56, 48)


def test_one_piece_at_a_time_where_that_is_wished() -> None:
    now, wanted = layout_of(Position.start()), shuffled(Position.start(), 1)
    rng = random.Random(0)
    acts = rearrange(now, wanted, HALF_SILENT, rng, Color.BLACK, only_one=True)
    assert 2 <= len(acts) <= 6
