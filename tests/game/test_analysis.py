from __future__ import annotations

from functools import reduce

import pytest

from board_daemon.game.analysis import TurnAnalysis, analyse, longest_chain, take_overs
from board_daemon.rules.actions import Action, format_actions, parse_actions
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.fen import START_FEN, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.paco import can_prevent_paco, paco_in_two
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, VCHESS, Ruleset
from board_daemon.rules.status import Status
from board_daemon.rules.turns import count_turns, successors
from tests.rules.conformance import game_records
from tests.rules.playouts import random_position

ROOKS = "7k/R7/8/8/8/8/8/1R2K3 w 0 - - -"
"""Either rook gives Paco in two: b8, or g7."""


def analysed(fen: str, *turns: str, rules: Ruleset = PACOPLAY) -> list[TurnAnalysis]:
    return list(analyse(parse_fen(fen, rules), map(parse_actions, turns)))


def text(actions: tuple[Action, ...] | None) -> str | None:
    return None if actions is None else format_actions(actions)


def test_a_quiet_turn_has_nothing_to_say() -> None:
    [turn] = analysed(START_FEN, "Le2 Pe4")
    assert (turn.sako, turn.threat, turn.allowed, turn.take_overs) == (None, None, False, 0)
    assert (turn.missed.in_one, turn.missed.in_two, turn.missed.is_settled) == (None, None, True)


def test_sako_is_told_with_its_way() -> None:
    [turn] = analysed("4k3/8/8/8/8/8/R7/4K3 w 0 - - -", "La2 Pe2")
    assert text(turn.sako) == "Le2 Pe8"


def test_who_could_have_united_and_did_not_missed_it() -> None:
    missing, uniting = (
        analysed("4k3/8/8/8/8/8/4R3/4K3 w 0 - - -", played)[0] for played in ("Le2 Pa2", "Le2 Pe8")
    )
    assert text(missing.missed.in_one) == "Le2 Pe8"
    assert uniting.missed.in_one is None
    assert uniting.turn.status == Status.PACO_W
    assert uniting.sako is None


def test_who_could_have_forced_it_and_did_not_missed_it() -> None:
    missing, forcing = (analysed(ROOKS, played)[0] for played in ("Lb1 Pb2", "Lb1 Pb8"))
    assert text(missing.missed.in_two) == "La7 Pg7"
    assert forcing.missed.in_two is None


def test_what_could_not_be_settled_is_not_called_missed() -> None:
    [turn] = analyse(parse_fen(ROOKS), [parse_actions("Lb1 Pb2")], budget=1)
    assert not turn.missed.is_settled
    assert turn.missed.in_two is None


def test_walking_into_sako_allows_a_paco() -> None:
    [turn] = analysed("4k3/8/8/8/8/8/r7/3RK3 w 0 - - -", "Le1 Pf2")
    assert text(turn.threat) == "La2 Pf2"
    assert turn.allowed is True


def test_a_paco_that_nothing_could_prevent_was_not_allowed() -> None:
    _, turn = analysed(ROOKS, "Lb1 Pb8", "Lh8 Ph7")
    assert text(turn.threat) == "La7 Ph7"
    assert turn.allowed is False


def test_a_paco_that_may_have_been_preventable_is_unknown() -> None:
    turns = [parse_actions("Lb1 Pb8"), parse_actions("Lh8 Ph7")]
    _, turn = analyse(parse_fen(ROOKS), turns, budget=1)
    assert turn.threat is not None
    assert turn.allowed is None


@pytest.mark.parametrize(
    ("actions", "count"),
    [("Le2 Pe4", 0), ("Le1 Pg1", 0), ("Lg2 Pf3 Pe4 Pd5 Pb6", 3), ("=Q Lb7 Pa8 =B Pa5", 1)],
)
def test_a_chain_is_as_long_as_the_unions_it_took_over(actions: str, count: int) -> None:
    assert take_overs(parse_actions(actions)) == count


def test_the_first_of_the_longest_chains_is_the_longest() -> None:
    fen = "4k3/8/8/3d4/4a3/5a2/6P1/4K3 w 0 - - -"
    turns = analysed(fen, "Lg2 Pf3 Pe4 Pd5 Pb6", "Le8 Pe7", "Lb6 Pc8")
    longest = longest_chain(turns)
    assert longest is not None
    assert (longest.turn.ply, longest.take_overs) == (1, 3)
    assert longest_chain(turns[1:]) is None
    assert longest_chain([]) is None


def test_an_illegal_turn_is_refused() -> None:
    with pytest.raises(IllegalAction):
        analysed(START_FEN, "Le2 Pe5")


@pytest.mark.slow
def test_of_a_whole_game_sako_is_what_its_record_says() -> None:
    record = game_records()[3]
    game = Game()
    for action in parse_actions(" ".join(record["actions"])):
        game.play(action)
    afters = [step["after"] for step in record["steps"] if "after" in step]
    found = list(analyse(game.start, [turn.actions for turn in game.turns]))
    assert len(found) == len(afters)
    for turn, after in zip(found, afters, strict=True):
        gives = (after["white_gives_sako"], after["black_gives_sako"])
        if not turn.turn.status.is_over and None not in gives:
            assert (turn.sako is not None) == gives[turn.color]
            assert (turn.threat is not None) == gives[turn.color.other]


@pytest.mark.slow
def test_a_paco_can_be_prevented_where_some_turn_leaves_none() -> None:
    settled = set()
    for seed in range(0, 60, 6):
        position = random_position(seed, 10 + seed)
        if position.phase.is_over or count_turns(position) > 200:
            continue
        forced = [reduce(play, turn, position) for turn in (paco_in_two(position) or ())[:2]]
        for each in (position, *forced):
            prevented = any(
                status.is_over or not _can_unite(after) for after, status in successors(each)
            )
            assert can_prevent_paco(each) == prevented
            settled.add(prevented)
    assert settled == {True, False}


def _can_unite(position: Position) -> bool:
    return any(status in (Status.PACO_W, Status.PACO_B) for _, status in successors(position))


@pytest.mark.slow
def test_to_unite_with_the_enemy_king_by_ones_own_prevents_nothing() -> None:
    # Under vchess Black's only way out of the threat would be to lose at once.
    fen = "7k/6Q1/2Ptt3/2d5/8/1N6/P7/R5K1 b 0 - - -"
    [turn] = analysed(fen, "Le6 Pg5", rules=VCHESS)
    assert turn.threat is not None
    assert turn.allowed is False


def test_a_win_is_missed_though_the_game_was_lost_instead() -> None:
    fen = "8/5R2/3t4/3C4/8/2DQ2k1/1K4n1/5r2 w 0 - - -"
    [turn] = analysed(fen, "Lb2 Pc3 Pc4", rules=VCHESS)
    assert turn.turn.status == "paco-b"
    assert turn.missed.in_one is not None
