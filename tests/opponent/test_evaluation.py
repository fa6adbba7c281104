from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from board_daemon.opponent.evaluation import WIN, evaluate, in_words, turns_to_paco
from board_daemon.opponent.sight import reach, sees_sako
from board_daemon.rules.fen import START_FEN, parse_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.squares import parse_square
from board_daemon.rules.threats import threats
from tests.rules.positions import played
from tests.rules.strategies import positions

CHAIN = "4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -"


def square(name: str) -> int:
    return 1 << parse_square(name)


def test_at_the_start_only_the_move_makes_a_difference() -> None:
    assert 0 < evaluate(Position.start()) < 30


@pytest.mark.slow
@given(positions())
@settings(max_examples=40)
def test_what_is_good_for_one_side_is_as_bad_for_the_other(position: Position) -> None:
    if position.phase.is_over:
        return
    turned = replace(position, to_move=position.to_move.other)
    on_move = evaluate(Position.start())
    assert evaluate(position) + evaluate(turned) == 2 * on_move


def test_a_chain_reaches_what_the_freed_piece_covers() -> None:
    found = reach(parse_fen(CHAIN), Color.WHITE)
    assert found.covered & square("e8")
    assert found.entered == square("e5")
    without_chains = reach(parse_fen(CHAIN, ruleset_named("children")), Color.WHITE)
    assert not without_chains.covered & square("e8")


@pytest.mark.slow
@given(positions())
@settings(max_examples=60)
def test_what_chains_reach_is_covered_indeed(position: Position) -> None:
    if position.phase.is_settled and not position.phase.is_over and position.en_passant is None:
        exact = threats(position, position.to_move)
        found = reach(position, position.to_move)
        lone = position.squares(position.to_move) & ~position.unions
        assert found.covered & ~lone & ~exact.covered == 0


def test_sako_is_seen_by_chains_as_long_as_asked_for() -> None:
    position = parse_fen(CHAIN)
    assert not sees_sako(position, Color.WHITE, 0)
    assert sees_sako(position, Color.WHITE, 1)
    assert sees_sako(position, Color.WHITE, None)


@pytest.mark.slow
@given(positions())
@settings(max_examples=60)
def test_long_enough_chains_see_every_sako(position: Position) -> None:
    if position.phase.name == "RUN":
        for color in Color:
            assert sees_sako(position, color, 64) == gives_sako(position, color)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "the game is even"),
        (-40, "Black stands a little better"),
        (100, "White stands much better"),
        (400, "White is winning, it seems"),
        (WIN - 1, "White unites with the king with this turn"),
        (2 - WIN, "Black unites with the king with the next turn"),
        (WIN - 3, "White unites with the king in 2 turns at the latest"),
        (4 - WIN, "Black unites with the king in 2 turns at the latest"),
    ],
)
def test_values_are_told_in_words(value: int, words: str) -> None:
    assert in_words(value, Color.WHITE) == words


def test_only_a_sure_paco_is_counted_in_turns() -> None:
    assert turns_to_paco(WIN - 5) == 5
    assert turns_to_paco(500) is None


def test_pieces_that_have_come_out_are_worth_more() -> None:
    waiting, out = (played(START_FEN, actions) for actions in ("La2 Pa3", "Le2 Pe4"))
    assert evaluate(out) < evaluate(waiting)
