from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.rules.actions import format_actions, parse_actions
from board_daemon.rules.fen import START_FEN, parse_fen
from board_daemon.rules.outcomes import distinct_turns, turns_by_squares
from board_daemon.rules.paco import paco_in_one, paco_in_two
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import RULESETS, VCHESS, Ruleset
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.status import Status
from board_daemon.rules.turns import count_turns, distinct_outcomes, status_of
from board_daemon.rules.work import Work, WorkDone
from tests.rules import brute_force
from tests.rules.conformance import explosion_records, game_records, position_records
from tests.rules.paco_reference import FullSearch, TooManyTurns
from tests.rules.playouts import random_position, random_turns, scattered_position
from tests.rules.strategies import positions, seeds

ENDLESS = 10**9
TOO_MANY_TURNS = frozenset({4, 12, 18, 21, 22, 29, 34})
"""Positions of the sample for which full search would take more time than for all the others."""
ZUGZWANG = "6Nk/2N3R1/8/1N1p4/B7/3B4/8/4K3 w 0 - - -"


def in_one(fen: str) -> list[str] | None:
    turns = paco_in_one(parse_fen(fen))
    return None if turns is None else [format_actions(turn) for turn in turns]


def gives_sako_after(fen: str, turn: str) -> bool:
    position = parse_fen(fen)
    return gives_sako(play_all(position, parse_actions(turn)), position.to_move)


def in_two(fen: str) -> list[str] | None:
    turns = paco_in_two(parse_fen(fen))
    return None if turns is None else [format_actions(turn) for turn in turns]


def agrees_with_full_search(position: Position, limit: int) -> bool:
    """Whether full search settled it; fails where it found something else."""
    full = FullSearch(limit)
    try:
        now, soon = full.in_one(position), full.in_two(position)
    except TooManyTurns:
        return False
    for found, expected in (
        (paco_in_one(position, ENDLESS), now),
        (paco_in_two(position, ENDLESS), soon),
    ):
        assert found is not None
        ends = [play_all(position, turn) for turn in found]
        assert set(ends) == expected
        assert len(ends) == len(expected)
    return True


# --- in one ---


def test_a_piece_that_covers_the_king_unites_now() -> None:
    assert in_one("4k3/8/8/8/8/8/4R3/4K3 w 0 - - -") == ["Le2 Pe8"]


def test_a_chain_unites_now_and_every_outcome_of_it_is_listed() -> None:
    # The knight goes straight through, or through the other union first, which exchanges pieces.
    fen = "4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -"
    assert in_one(fen) == ["Lf3 Pe5 Pe8"]


def test_a_promotion_owed_comes_first() -> None:
    # Black carried the pawn home; as a queen or a rook, once freed, it unites along the rank.
    turns = in_one("C3k3/8/8/8/8/8/R7/4K3 w 0 - - -")
    assert turns is not None
    assert "=Q La2 Pa8 Pe8" in turns
    assert all(turn.startswith("=") for turn in turns)


def test_without_sako_nobody_unites_now() -> None:
    assert in_one(START_FEN) == []


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/4g3/8/8/8/8 w 0 - - -",
        "4k3/8/8/8/8/8/4R3/4K3 w 100 - - -",
    ],
)
def test_a_game_that_is_over_has_no_paco(fen: str) -> None:
    assert parse_fen(fen).phase.is_over
    assert in_one(fen) == []
    assert in_two(fen) == []


# --- in two ---


def test_a_king_in_the_corner_cannot_escape_two_rooks() -> None:
    # The king may step to a covered square, but every one is covered.
    assert "Lb1 Pb8" in (in_two("7k/R7/8/8/8/8/8/1R2K3 w 0 - - -") or [])


def test_one_way_out_is_enough_to_escape() -> None:
    assert in_two("7k/8/8/8/8/8/R7/4K3 w 0 - - -") == []


def test_an_answer_that_unites_with_the_own_king_refutes() -> None:
    fen = "7k/R7/8/8/8/8/8/1R2K3 w 0 - - -"
    assert "Lb1 Pb8" in (in_two(fen) or [])
    # The same with a black rook that looks at White's king.
    assert "Lb1 Pb8" not in (in_two("7k/R7/8/8/4r3/8/8/1R2K3 w 0 - - -") or [])


def test_no_answer_at_all_is_a_draw_and_no_paco() -> None:
    # A knight on h7 takes the last square from the king, who has nobody else to move.
    fen = "6Bk/6N1/5N2/8/8/8/8/4K3 w 0 - - -"
    turn = parse_actions("Lf6 Ph7")
    assert status_of(play_all(parse_fen(fen), turn)) == Status.DRAW_NO_TURN
    assert format_actions(turn) not in (in_two(fen) or [])


def test_a_turn_that_gives_no_sako_may_force_paco() -> None:
    # The knight stops the pawn, so the king must leave for h7, which is covered.
    turn = "Lb5 Pd4"
    assert turn in (in_two(ZUGZWANG) or [])
    assert not gives_sako_after(ZUGZWANG, turn)


def test_a_draw_for_want_of_progress_is_an_answer() -> None:
    fen = "7k/R7/8/8/8/8/8/1R2K3 w {} - - -"
    assert "Lb1 Pb8" in (in_two(fen.format(97)) or [])
    assert "Lb1 Pb8" not in (in_two(fen.format(98)) or [])


def test_a_turn_that_unites_at_once_is_not_listed_again() -> None:
    fen = "4k3/R7/8/8/8/8/4R3/4K3 w 0 - - -"
    assert "Le2 Pe8" in (in_one(fen) or [])
    assert "Le2 Pe8" not in (in_two(fen) or [])


# --- both, against full search ---


@pytest.mark.slow
@settings(max_examples=20)
@given(positions())
def test_paco_is_what_a_search_of_everything_finds(position: Position) -> None:
    agrees_with_full_search(position, 6_000)


# The others take seconds each; under `pacoplay` the test above looks for the same.
@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=name, marks=() if name == "children" else pytest.mark.slow)
        for name, rules in RULESETS.items()
    ],
)
def test_paco_is_found_under_every_ruleset(rules: Ruleset) -> None:
    settled = 0
    for seed in range(20):
        found = scattered_position(seed) if seed % 2 else random_position(seed, 10 + seed)
        settled += agrees_with_full_search(replace(found, rules=rules), 6_000)
    assert settled > 8


@pytest.mark.slow
def test_paco_in_positions_of_games_is_what_full_search_finds() -> None:
    records = Random(1).sample(position_records(), 40)
    fens = [record["fen"] for at, record in enumerate(records) if at not in TOO_MANY_TURNS]
    assert [fen for fen in fens if not agrees_with_full_search(parse_fen(fen), 200_000)] == []


@pytest.mark.slow
@given(positions(), st.sampled_from(list(RULESETS.values())))
def test_turns_one_by_one_are_all_outcomes(position: Position, rules: Ruleset) -> None:
    position = replace(position, rules=rules)
    if count_turns(position) > 5000:
        return
    found = list(distinct_turns(position, Work(ENDLESS)))
    assert {outcome.position for outcome in found} == distinct_outcomes(position)
    assert len(found) == count_turns(position)
    for outcome in found[:200]:
        assert play_all(position, outcome.turn) == outcome.position


@pytest.mark.slow
@given(positions())
def test_turns_by_squares_leave_no_way_out_that_all_turns_have(position: Position) -> None:
    if count_turns(position) > 3000:
        return
    attacker = position.to_move.other

    def escapes(ends: set[Position]) -> bool:
        return any(end.phase.is_over or not gives_sako(end, attacker) for end in ends)

    by_squares = {outcome.position for outcome in turns_by_squares(position, Work(ENDLESS))}
    everything = distinct_outcomes(position)
    assert by_squares <= everything
    assert escapes(by_squares) == escapes(everything)


@pytest.mark.slow
@settings(max_examples=30)
@given(seeds, st.integers(1, 40))
def test_in_the_midst_of_a_turn_paco_is_what_is_left_of_it(seed: int, turns: int) -> None:
    # The last position of a turn is settled, those before it are not.
    midst = [at for turn in random_turns(Random(seed), turns) for _, at in turn[:-1]]
    if not midst:
        return
    position = midst[-1]
    full = FullSearch(20_000)
    try:
        ends = brute_force.turn_ends(position, limit=2000)
        soon = {end for end in ends if not end.phase.is_over and full.is_forced(end)}
    except (TooManyTurns, brute_force.TooManyStates):
        return
    now = {end for end in ends if end.phase in (Status.PACO_W, Status.PACO_B)}
    for found, expected in (
        (paco_in_one(position, ENDLESS), now),
        (paco_in_two(position, ENDLESS), soon),
    ):
        assert {play_all(position, turn) for turn in found or ()} == expected


# --- bounds ---


def test_when_the_work_is_done_the_answer_is_unknown() -> None:
    position = parse_fen("4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -")
    assert paco_in_one(position, 1) is None
    assert paco_in_two(position, 1) is None


def test_work_is_used_up_to_the_last_step() -> None:
    work = Work(3)
    work.spend(3)
    with pytest.raises(WorkDone):
        work.spend(1)


@pytest.mark.slow
@given(positions(), st.integers(0, 3000))
def test_an_answer_is_whole_or_unknown(position: Position, budget: int) -> None:
    assert paco_in_two(position, budget) in (None, paco_in_two(position, 200_000))


@pytest.mark.slow
def test_of_exploding_positions_who_unites_now_is_known() -> None:
    for record in explosion_records()[::2]:
        turns = paco_in_one(parse_fen(record["fen"]), 40_000)
        if turns is not None:
            assert bool(turns) == record["mover_can_unite_with_king"]
        else:
            assert record["successors"] > 50_000


@pytest.mark.slow
@given(seeds)
def test_nearly_all_positions_of_games_are_settled(seed: int) -> None:
    random = Random(seed)
    steps = random.choice(game_records())["steps"]
    afters = [step["after"] for step in steps if "after" in step][20:80]
    if not afters:
        return
    fen, status = random.choice(afters)["state"].split("|")
    if not Status(status).is_over:
        assert paco_in_two(parse_fen(fen)) is not None


@pytest.mark.slow
def test_an_answer_by_which_the_king_loses_at_once_is_no_way_out() -> None:
    position = parse_fen("8/2Q5/k7/6pP/8/8/4e3/1K4B1 w 0 iiii1111111111111111 g6 -", VCHESS)
    found = paco_in_two(position)
    assert found is not None
    assert [format_actions(turn) for turn in found] == ["Lc7 Pb6"]
    assert FullSearch(10**7).in_two(position) == {play_all(position, turn) for turn in found}
