from __future__ import annotations

from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from board_daemon.rules.actions import (
    Action,
    Lift,
    action_from_json,
    action_to_json,
    format_action,
    format_actions,
    parse_action,
    parse_actions,
)
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.notation import format_turn, parse_turn
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.position import Position
from board_daemon.rules.sako import sako_way
from board_daemon.rules.squares import bits
from board_daemon.rules.status import Status
from board_daemon.rules.turns import count_turns, distinct_outcomes, status_of, successors
from tests.rules import brute_force
from tests.rules.brute_force import TooManyStates
from tests.rules.playouts import random_turn, random_turns
from tests.rules.strategies import actions, positions, seeds

PACO = (Status.PACO_W, Status.PACO_B)
PROMOTING = (Status.PROMOTE_LIFT, Status.PROMOTE_FINISH)


@pytest.mark.slow
@given(actions())
def test_an_action_is_read_as_it_was_written(action: Action) -> None:
    assert parse_action(format_action(action)) == action
    assert action_from_json(action_to_json(action)) == action


@pytest.mark.slow
@given(st.lists(actions(), max_size=8))
def test_actions_are_read_as_they_were_written(several: list[Action]) -> None:
    assert list(parse_actions(format_actions(several))) == several


@pytest.mark.slow
@given(positions())
def test_a_settled_position_is_read_from_its_fen(position: Position) -> None:
    assert parse_fen(format_fen(position)) == position


@pytest.mark.slow
@given(seeds, st.integers(1, 40))
def test_every_position_within_a_turn_is_read_from_its_fen(seed: int, turns: int) -> None:
    for turn in random_turns(Random(seed), turns):
        for _, position in turn:
            again = parse_fen(format_fen(position))
            if position.phase in PROMOTING:
                # A FEN does not say who brought a pawn home in a union, its owner or the other.
                assert again.phase in PROMOTING
            else:
                assert again == position


@pytest.mark.slow
@given(positions(), seeds)
def test_a_turn_is_read_from_its_notation(position: Position, seed: int) -> None:
    assume(not status_of(position).is_over)
    played = tuple(action for action, _ in random_turn(Random(seed), position))
    assert parse_turn(position, format_turn(position, played)) == played


@pytest.mark.slow
@given(seeds)
def test_a_game_played_by_actions_by_turns_and_by_notation_is_the_same(seed: int) -> None:
    by_actions, by_turns, by_notation = Game(), Game(), Game()
    for turn in random_turns(Random(seed), 30):
        for action, position in turn:
            by_actions.play(action)
            assert by_actions.position == position
        if by_turns.status.is_over:
            break
        by_turns.play_turn(action for action, _ in turn)
        text = by_actions.turns[-1].notation
        by_notation.play_turn(parse_turn(by_notation.position, text))
    assert by_actions.turns == by_turns.turns == by_notation.turns


@pytest.mark.slow
@given(seeds, st.integers(1, 30))
def test_a_game_taken_back_and_played_again_is_the_same(seed: int, turns: int) -> None:
    game = Game()
    for turn in random_turns(Random(seed), turns):
        game.play_turn(action for action, _ in turn)
        if game.status.is_over:
            break
    played = game.turns
    ply = 1 + seed % len(played)
    game.take_back(ply)
    assert game.turns == played[: ply - 1]
    for again in played[ply - 1 :]:
        game.play_turn(again.actions)
    assert game.turns == played


@pytest.mark.slow
@given(positions())
def test_lifting_and_returning_changes_nothing(position: Position) -> None:
    before, allowed = format_fen(position), legal_actions(position)
    for action in allowed:
        if isinstance(action, Lift):
            live_places_in_hand(play(position, action))
    assert format_fen(position) == before
    assert legal_actions(position) == allowed


@pytest.mark.slow
@given(positions())
@settings(max_examples=15)
def test_the_turns_found_in_a_few_positions_are_those_that_can_be_played(
    position: Position,
) -> None:
    compare_turns_with_brute_force(position)


@pytest.mark.slow
@given(positions())
def test_the_turns_found_are_those_that_can_be_played(position: Position) -> None:
    compare_turns_with_brute_force(position)


def compare_turns_with_brute_force(position: Position) -> None:
    assume(not status_of(position).is_over)
    try:
        played = brute_force.turn_ends(position, limit=4000)
    except TooManyStates:
        assume(False)
    assert distinct_outcomes(position) == played
    assert count_turns(position) == len(played)
    assert {after for after, _ in successors(position)} == played


@pytest.mark.slow
@given(positions())
def test_live_destinations_are_those_from_which_the_turn_can_be_completed(
    position: Position,
) -> None:
    assume(position.phase == Status.RUN)
    try:
        completable = brute_force.live_destinations(position, limit=4000)
    except TooManyStates:
        assume(False)
    found = live_destinations(position).items()
    assert {square: set(bits(targets)) for square, targets in found} == completable


@pytest.mark.slow
@given(positions(), seeds)
def test_live_places_in_mid_turn_are_those_from_which_the_turn_can_be_completed(
    position: Position, seed: int
) -> None:
    assume(not status_of(position).is_over)
    for _, at in random_turn(Random(seed), position):
        if at.phase == Status.PLACE:
            try:
                completable = brute_force.live_places(at, limit=4000)
            except TooManyStates:
                continue
            assert set(bits(live_places_in_hand(at))) == completable


@pytest.mark.slow
@given(positions())
def test_sako_is_what_a_search_of_all_chains_finds(position: Position) -> None:
    assume(position.phase == Status.RUN)
    others_turn = replace(position, to_move=position.to_move.other, en_passant=None)
    for asked, color in ((position, position.to_move), (others_turn, others_turn.to_move)):
        try:
            winning = brute_force.can_unite_with_king(asked, limit=4000)
        except TooManyStates:
            continue
        assert (sako_way(position, color) is not None) == winning


@pytest.mark.slow
@given(positions())
def test_a_way_to_the_king_can_be_played_and_wins(position: Position) -> None:
    others_turn = replace(position, to_move=position.to_move.other, en_passant=None)
    for asked, color in ((position, position.to_move), (others_turn, others_turn.to_move)):
        way = sako_way(position, color)
        if way is not None and asked.phase != Status.PROMOTE_LIFT:
            assert reduce(play, way, asked).phase in PACO
