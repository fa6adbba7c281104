"""Each row of DESIGN section 5: what every preset says about one position.

A ruling of one preset that another one took over fails here.
"""

from __future__ import annotations

from typing import Any

import pytest

from board_daemon.rules.actions import Lift, Place, parse_action
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.ends import end_of
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.notation import parse_turn
from board_daemon.rules.pieces import Color
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.rulesets import CHILDREN, MANUAL, RULESETS, VCHESS, Ruleset, ruleset_named
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.squares import bits, parse_square
from board_daemon.rules.status import Status
from board_daemon.rules.threats import threats
from board_daemon.rules.turns import count_turns, distinct_outcomes, status_of
from tests.rules.positions import after_turns, destinations, played

Says = dict[str, object]
KINGS = "4k3/8/8/8/8/8/8/4K3"


def each(**by_name: Any) -> pytest.MarkDecorator:
    """One case for every preset; `others` is what those not named say."""
    others = by_name.pop("others", None)
    cases = [
        pytest.param(rules, by_name.get(name, others), id=name) for name, rules in RULESETS.items()
    ]
    return pytest.mark.parametrize(("rules", "said"), cases)


def state_after(fen: str, *turns: str, rules: Ruleset) -> tuple[str, str]:
    """Placement and status after turns."""
    fen, status = after_turns(fen, *turns, rules=rules).split("|")
    return fen.split()[0], status


# --- pawns ---


@each(others={"e3", "e4"})
def test_two_steps_from_the_second_rank(rules: Ruleset, said: set[str]) -> None:
    assert destinations("4k3/8/8/8/8/8/4P3/4K3 w 0 - - -", "e2", rules) == said


@each(others={"e2", "e3"})
def test_two_steps_from_the_first_rank(rules: Ruleset, said: set[str]) -> None:
    assert destinations("4k3/8/8/8/8/8/8/4PK2 w 0 - - -", "e1", rules) == said


@each(others={"e3", "e4"}, vchess={"e3"})
def test_two_steps_from_the_second_rank_again_in_one_file(rules: Ruleset, said: set[str]) -> None:
    # Black's knight carries the pawn that has gone two steps back to where it began.
    fen = "4k3/p7/8/8/8/8/4D3/4K3 w 0 - - -"
    turns = ("PNe2>e4", "NPe4>g3", "Ke1>d1", "NPg3>e2")
    carried_back, _, _ = after_turns(fen, *turns, rules=rules).partition("|")
    assert destinations(carried_back, "e2", rules) == said


@each(others={"a2", "a3"})
def test_two_steps_from_the_first_rank_need_no_flag(rules: Ruleset, said: set[str]) -> None:
    if rules.name == "vchess":
        fen = "4k3/8/8/8/8/8/8/P3K3 w 0 iiii0000000000000000 - -"
    else:
        fen = "4k3/8/8/8/8/8/8/P3K3 w 0 - - -"
    assert destinations(fen, "a1", rules) == said


@each(pacoplay=False, others=True)
def test_en_passant_after_two_steps_from_the_first_rank(rules: Ruleset, said: bool) -> None:
    fen = "4k3/8/8/8/8/1p6/8/P3K3 w 0 - - -"
    passed = "a2" if said else "-"
    assert after_turns(fen, "a1>a3", rules=rules).split()[4] == passed
    joined = "a2" in destinations(after_turns(fen, "a1>a3", rules=rules)[:-4], "b3", rules)
    assert joined == said


EN_PASSANT = "4k3/3d4/8/4P3/8/8/8/4K3 b 0 - - -"


@each(
    others="^d6N",
    manual="^d5N",
    children=None,
    **{"children-chains": "^d5N"},
)
def test_a_piece_freed_en_passant_moves_on_from(rules: Ruleset, said: str | None) -> None:
    position = played(EN_PASSANT, "Ld7 Pd5 Le5", rules)
    if said is None:
        with pytest.raises(IllegalAction):
            play(position, parse_action("Pd6"))
        return
    freed = play(position, parse_action("Pd6"))
    assert format_fen(freed).split()[0] == f"4k3/8/3a4/8/8/8/8/4K3{said}"


@each(others="Pf7", manual="Pf4", children=None, **{"children-chains": "Pf4"})
def test_the_square_decides_where_a_freed_knight_gets(rules: Ruleset, said: str | None) -> None:
    position = played(EN_PASSANT, "Ld7 Pd5", rules)
    ends = {format_fen(after).split()[0] for after in distinct_outcomes(position)}
    by_square = {
        "Pf7": "4k3/5N2/3a4/8/8/8/8/4K3",
        "Pf4": "4k3/8/3a4/8/5N2/8/8/4K3",
    }
    assert {name for name, end in by_square.items() if end in ends} == ({said} if said else set())


# --- promotion ---


@each(others=Status.PROMOTE_LIFT, vchess=Status.PROMOTE_FINISH)
def test_who_promotes_a_pawn_that_was_carried_home(rules: Ruleset, said: Status) -> None:
    carried = played("4k3/p7/8/8/8/8/3d4/4K3 w 0 - - -", "Ld2 Pb1", rules)
    assert carried.phase == said
    assert carried.to_move == (Color.WHITE if said == Status.PROMOTE_FINISH else Color.BLACK)
    promoted = play(carried, parse_action("=Q"))
    assert promoted.to_move == Color.BLACK
    assert format_fen(promoted).split()[0] == "4k3/p7/8/8/8/8/8/1T2K3"


@each(others=False, vchess=True)
def test_a_pawn_that_joins_the_king_at_home_is_promoted(rules: Ruleset, said: bool) -> None:
    joined = played("4k3/3P4/8/8/8/8/8/4K3 w 0 - - -", "Ld7 Pe8", rules)
    assert (joined.phase == Status.PROMOTE_FINISH) == said
    won = play(joined, parse_action("=N")) if said else joined
    assert won.phase == Status.PACO_W
    assert count_turns(parse_fen("4k3/3P4/8/8/8/8/8/4K3 w 0 - - -", rules)) == (
        5 + 4 + 4 if said else 5 + 4 + 1
    )


# --- kings ---


@each(others=set(), vchess={"d2", "e2"})
def test_a_king_forms_and_takes_over_unions(rules: Ruleset, said: set[str]) -> None:
    fen = "k7/8/8/8/8/8/3rc3/4K3 w 0 - - -"
    assert destinations(fen, "e1", rules) & {"d2", "e2"} == said


def test_a_king_who_stands_in_a_union_when_the_turn_is_over_has_lost() -> None:
    vchess = ruleset_named("vchess")
    fen = "k7/8/8/8/8/8/3r4/4K3 w 0 - - -"
    assert after_turns(fen, "Ke1xRd2", rules=vchess).endswith("|paco-b")


def test_a_king_who_is_freed_again_by_his_chain_plays_on() -> None:
    # He frees the rook, the rook another rook, and that one him; he goes on to an empty square.
    vchess = ruleset_named("vchess")
    fen = "k7/8/8/8/8/8/4c2c/4K3 w 0 - - -"
    gone_on = state_after(fen, "Ke1>Re2>Rh2>Ke2>e3", rules=vchess)
    assert gone_on == ("k7/8/8/8/8/4K3/4c2c/8", "run")
    stays = "k7/8/8/8/8/8/4c3/4K3 w 0 - - -"
    assert after_turns(stays, "Ke1>Re2>e3", rules=vchess).endswith("|paco-b")


def test_both_kings_in_unions_are_a_draw() -> None:
    # The example of the vchess page: Kxg4, g4xd7, d7xe8.
    vchess = ruleset_named("vchess")
    fen = "r2qk2r/pbpe1pp1/np5p/2b1p3/4P1t1/2N3K1/PPPP1PPP/R1B3NR w 0 - - -"
    drawn, status = state_after(fen, "Kg3>Qg4>Bd7xKe8", rules=vchess)
    assert drawn == "r2qX2r/pbpf1pp1/np5p/2b1p3/4P1u1/2N5/PPPP1PPP/R1B3NR"
    assert status == "draw-kings"


def test_two_kings_in_one_union_are_a_draw() -> None:
    vchess = ruleset_named("vchess")
    drawn = after_turns("8/8/8/8/8/8/4k3/4K3 w 0 - - -", "Ke1xKe2", rules=vchess)
    assert drawn == "8/8/8/8/8/8/4@3/8 b 1 iiii1111111111111111 - -|draw-kings"
    assert status_of(parse_fen(drawn.split("|")[0], vchess)) == Status.DRAW_KINGS


def test_a_draw_by_kings_is_no_sako() -> None:
    vchess = ruleset_named("vchess")
    position = parse_fen("4k3/8/8/8/8/4c3/3K4/8 w 0 - - -", vchess)
    draws = {status_of(after) for after in distinct_outcomes(position)}
    assert Status.DRAW_KINGS in draws
    assert not gives_sako(position, Color.WHITE)


# --- answers ---

UNION = "4k3/p7/8/4v3/8/8/8/4K3 w 0 - - -"


@each(others=True, vchess=False)
def test_a_unions_move_may_be_undone_at_once(rules: Ruleset, said: bool) -> None:
    moved = played(UNION, "Le5 Pg3", rules)
    assert ("e5" in destinations(format_fen(moved), "g3", rules)) == said
    lifted = play(moved, parse_action("Lg3"))
    assert (parse_action("Pe5") in legal_actions(lifted)) == said
    # A turn later anybody may.
    later = played(UNION, "Le5 Pg3 Le8 Pe7", rules)
    assert "e5" in destinations(format_fen(later), "g3", rules)


IN_SAKO = "4k3/8/8/8/8/8/P7/4R1K1 b 0 - - -"


@each(others={"d8", "d7", "e7", "f7", "f8"}, leaflet={"d8", "d7", "f7", "f8"})
def test_sako_must_be_answered(rules: Ruleset, said: set[str]) -> None:
    assert destinations(IN_SAKO, "e8", rules) == said
    lifted = played(IN_SAKO, "Le8", rules)
    assert (parse_action("Pe7") in legal_actions(lifted)) == ("e7" in said)


@each(others=True, leaflet=False)
def test_another_piece_may_move_while_the_king_stands_in_sako(rules: Ruleset, said: bool) -> None:
    fen = "4k3/p7/8/8/8/8/P7/4R1K1 b 0 - - -"
    assert bool(destinations(fen, "a7", rules)) == said


@each(others=True)
def test_sako_may_be_answered_by_winning(rules: Ruleset, said: bool) -> None:
    fen = "4k3/8/8/8/8/8/6r1/4R1K1 b 0 - - -"
    assert ("g1" in destinations(fen, "g2", rules)) == said


@each(others=True)
def test_a_king_out_of_sako_may_step_into_it(rules: Ruleset, said: bool) -> None:
    assert ("e8" in destinations("3k4/8/8/8/8/8/8/4R1K1 b 0 - - -", "d8", rules)) == said


@each(others=True)
def test_where_nothing_answers_sako_any_turn_will_do(rules: Ruleset, said: bool) -> None:
    # The first example of Paco in the booklets (page 55), completed.
    fen = "3R2k1/5ppp/8/8/8/8/8/6K1 b 0 - - -"
    assert bool(destinations(fen, "h7", rules)) == said
    assert status_of(parse_fen(fen, rules)) == Status.RUN


# --- draws ---

THERE_AND_BACK = ("Ng1>f3", "Ng8>f6", "Nf3>g1", "Nf6>g8")


@each(others="draw-repetition")
def test_a_position_for_the_third_time(rules: Ruleset, said: str) -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -"
    turns = (*THERE_AND_BACK, *THERE_AND_BACK, THERE_AND_BACK[0])
    assert after_turns(start, *turns, rules=rules).endswith(f"|{said}")


@each(pacoplay="draw-progress", others="run")
def test_a_hundred_half_moves_without_progress(rules: Ruleset, said: str) -> None:
    fen = "4k3/8/8/8/8/8/8/R5K1 w 99 - - -"
    assert after_turns(fen, "Ra1>a2", rules=rules).endswith(f"|{said}")


@each(others="run", leaflet="draw-all-dance")
def test_all_pieces_but_the_kings_dance(rules: Ruleset, said: str) -> None:
    fen = "4k3/8/8/2o5/8/8/p7/R5K1 w 0 - - -"
    assert after_turns(fen, "Ra1xa2", rules=rules).endswith(f"|{said}")


def test_kings_alone_do_not_all_dance() -> None:
    leaflet = ruleset_named("leaflet")
    assert status_of(parse_fen(f"{KINGS} w 0 - - -", leaflet)) == Status.RUN


# --- children ---


@each(others=True, children=False)
def test_unions_may_be_taken_over(rules: Ruleset, said: bool) -> None:
    fen = "4k3/8/8/8/4c3/8/3N4/4K3 w 0 - - -"
    assert ("e4" in destinations(fen, "d2", rules)) == said
    # They may be formed and moved all the same.
    assert "e5" in destinations(fen, "e4", rules)
    assert "e4" in destinations("4k3/8/8/8/4p3/8/3N4/4K3 w 0 - - -", "d2", rules)


TWO_UNIONS = "6k1/8/8/4j3/8/3d4/2P5/6K1"
"""The pawn frees the knight of d3, which might free the bishop of e5."""


@each(others=True, children=None, **{"children-take-overs": False})
def test_a_freed_piece_may_take_over_the_next_union(rules: Ruleset, said: bool | None) -> None:
    position = parse_fen(f"{TWO_UNIONS} w 0 - - -", rules)
    if said is None:
        assert "d3" not in destinations(format_fen(position), "c2", rules)
        return
    freed = play(play(position, parse_action("Lc2")), parse_action("Pd3"))
    e5 = parse_square("e5")
    assert (Place(e5) in legal_actions(freed)) == said
    assert bool(live_places_in_hand(freed) >> e5 & 1) == said
    # To an empty square, or into a new union, it may go all the same.
    assert parse_action("Pf4") in legal_actions(freed)


@each(others=True, children=False, **{"children-take-overs": False})
def test_sako_through_two_unions(rules: Ruleset, said: bool) -> None:
    # The bishop would be freed last, and sees the king from e5.
    position = parse_fen("8/6k1/8/4j3/8/3d4/2P5/6K1 w 0 - - -", rules)
    assert gives_sako(position, Color.WHITE) == said


@each(others=True, children=False)
def test_a_union_en_passant_may_free(rules: Ruleset, said: bool) -> None:
    position = played(EN_PASSANT, "Ld7 Pd5 Le5", rules)
    assert (parse_action("Pd6") in legal_actions(position)) == said


@each(others=True, children=False)
def test_sako_through_a_chain(rules: Ruleset, said: bool) -> None:
    position = parse_fen("4k3/8/8/8/4c3/8/3N4/6K1 w 0 - - -", rules)
    assert gives_sako(position, Color.WHITE) == said


@each(others=False, children=True)
def test_castling_through_a_square_covered_by_a_chain(rules: Ruleset, said: bool) -> None:
    fen = "k7/7b/8/5C2/8/8/8/4K2R w 0 H - -"
    assert ("g1" in destinations(fen, "e1", rules)) == said


@each(others=False)
def test_castling_from_sako(rules: Ruleset, said: bool) -> None:
    assert ("g1" in destinations("k3r3/8/8/8/8/8/8/4K2R w 0 H - -", "e1", rules)) == said


@each(others="4k3/p7/8/8/8/8/8/5IK1")
def test_a_rook_in_a_union_castles_with_its_partner(rules: Ruleset, said: str) -> None:
    assert state_after("4k3/p7/8/8/8/8/8/4K2I w 0 H - -", "0-0", rules=rules)[0] == said


@pytest.mark.parametrize("status", [status for status in Status if status.is_over])
def test_every_end_has_its_reason_in_words(status: Status) -> None:
    end = end_of(status)
    assert end is not None
    assert end.in_words().endswith(".")


def test_what_goes_on_has_no_reason() -> None:
    assert end_of(Status.RUN) is None


ANSWERING = "pacoplay,must_answer_sako=yes"


def test_a_draw_does_not_answer_a_sako() -> None:
    rules = ruleset_named(ANSWERING)
    position = parse_fen("4k3/p7/8/8/8/8/8/4R1K1 b 99 - - -", rules)
    live = live_destinations(position)
    assert parse_square("a7") not in live
    ends = {square for targets in live.values() for square in bits(targets)}
    assert parse_square("e7") not in ends
    assert legal_actions(play(position, Lift(parse_square("a7")))) == ()


def test_where_a_sako_is_to_be_answered_all_agree_on_where_a_piece_may_go() -> None:
    position = parse_fen("4k3/8/8/8/8/1p6/8/4R1K1 b 98 - - -", ruleset_named(ANSWERING))
    assert parse_square("b3") not in live_destinations(position)
    assert legal_actions(play(position, Lift(parse_square("b3")))) == ()


def test_a_union_that_has_promoted_may_be_moved_back_under_vchess() -> None:
    position = parse_fen("4k3/8/8/8/8/8/3d4/4K3 w 0 iiii1111111111111111 - -", VCHESS)
    game = Game(position)
    game.play_turn(parse_turn(position, "NPd2>f1=Q"))
    assert game.position.memory.last_union_move is None


def test_more_half_moves_than_a_fen_holds_are_not_counted() -> None:
    game = Game(parse_fen("4k3/8/8/8/8/8/4P3/4K3 w 9999 - - -", MANUAL))
    game.play_turn(parse_turn(game.position, "e2>e3"))
    assert parse_fen(format_fen(game.position), MANUAL) == game.position


def test_children_enter_no_union() -> None:
    fen = "4k3/8/8/8/4c3/8/3N4/4K3 w 0 - - -"
    assert threats(parse_fen(fen, CHILDREN), Color.WHITE).enterable == 0
    assert threats(parse_fen(fen), Color.WHITE).enterable == 1 << parse_square("e4")
