"""The rulings of DESIGN section 5 under `pacoplay`, one claim a test."""

from __future__ import annotations

import pytest

from board_daemon.rules.actions import format_actions, parse_action
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.pieces import Color
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.sako import gives_sako, sako_way
from board_daemon.rules.status import Status
from board_daemon.rules.turns import count_turns, distinct_outcomes
from tests.rules.brute_force import turn_ends
from tests.rules.positions import after_actions, after_turns, destinations, played

# --- pawns ---


def test_a_pawn_may_go_two_squares_from_its_second_rank() -> None:
    assert destinations("4k3/8/8/8/8/8/4P3/4K3 w 0 - - -", "e2") == {"e3", "e4"}


def test_a_pawn_may_go_two_squares_from_its_first_rank() -> None:
    assert destinations("4k3/8/8/8/8/8/8/P3K3 w 0 - - -", "a1") == {"a2", "a3"}
    assert destinations("p3k3/8/8/8/8/8/8/4K3 b 0 - - -", "a8") == {"a7", "a6"}


def test_a_pawn_walks_over_nobody() -> None:
    assert destinations("4k3/8/8/8/8/n7/P7/4K3 w 0 - - -", "a2") == set()
    assert destinations("4k3/8/8/8/n7/8/P7/4K3 w 0 - - -", "a2") == {"a3"}


def test_two_steps_from_the_second_rank_can_be_answered_en_passant() -> None:
    before = "4k3/8/8/8/3p4/8/4P3/4K3 w 0 - - -"
    after = "4k3/8/8/8/3pP3/8/8/4K3 b 1 - e3 -|run"
    assert after_turns(before, "e2>e4") == after
    assert after_turns(before, "e2>e4", "d4>e3") == "4k3/8/8/8/8/4a3/8/4K3 w 0 - - -|run"


def test_two_steps_from_the_first_rank_cannot_be_answered_en_passant() -> None:
    after = after_turns("4k3/8/8/8/8/1p6/8/P3K3 w 0 - - -", "a1>a3")
    assert after == "4k3/8/8/8/8/Pp6/8/4K3 b 1 - - -|run"


def test_en_passant_is_over_after_one_turn() -> None:
    fen = "4k3/8/8/8/3p4/8/4P3/4K3 w 0 - - -"
    later, _, _ = after_turns(fen, "e2>e4", "Ke8>e7", "Ke1>e2").partition("|")
    assert later == "8/4k3/8/8/3pP3/8/4K3/8 b 3 - - -"
    assert destinations(later, "d4") == {"d3"}


def test_en_passant_into_a_union_frees_the_partner_on_the_square_passed_over() -> None:
    before = "4k3/3d4/8/4P3/8/8/8/4K3 b 0 - - -"
    assert after_turns(before, "PNd7>d5") == "4k3/8/8/3dP3/8/8/8/4K3 w 1 - d6 -|run"
    after = after_turns(before, "PNd7>d5", "e5>Nd6>f7")
    assert after == "4k3/5N2/3a4/8/8/8/8/4K3 b 2 - - -|run"


def test_a_partner_freed_en_passant_must_be_able_to_move_on() -> None:
    # The freed pawn on d6 stands before a piece and has nobody to join.
    blocked = "4k3/8/3n4/3aP3/8/8/8/4K3 w 1 - - -"
    assert destinations(blocked, "e5") == {"d6", "e6"}
    dead = "4k3/3n4/8/3aP3/8/8/8/4K3 w 1 - d6 -"
    assert destinations(dead, "e5") == {"e6"}
    assert "Pd6" in format_actions(legal_actions(played(dead, "Le5")))


def test_a_pawn_freed_by_a_chain_may_join_en_passant() -> None:
    after = after_turns("4k3/8/8/3pa3/8/5N2/8/4K3 w 0 - d6 -", "Nf3>Pe5>d6")
    assert after == "4k3/8/3a4/4d3/8/8/8/4K3 b 0 - - -|run"


def test_a_chain_may_go_on_through_a_union_en_passant() -> None:
    after = after_turns("4k3/8/8/3da3/8/5N2/8/4K3 w 0 - d6 -", "Nf3>Pe5>Nd6>b5")
    assert after == "4k3/8/3a4/1N2d3/8/8/8/4K3 b 1 - - -|run"


def test_a_pawn_freed_straight_ahead_of_it_onto_the_passed_square_does_not_unite() -> None:
    after = after_turns("4k3/8/8/3a4/8/2N5/8/4K3 w 0 - d6 -", "Nc3>Pd5>d6")
    assert after == "4k3/8/3P4/3d4/8/8/8/4K3 b 1 - - -|run"


# --- promotion ---


@pytest.mark.parametrize("piece", "QNRB")
def test_a_pawn_that_comes_home_becomes_what_its_owner_likes(piece: str) -> None:
    after = after_turns("4k3/1P6/8/8/8/8/8/4K3 w 7 - - -", f"b7>b8={piece}")
    assert after == f"1{piece}2k3/8/8/8/8/8/8/4K3 b 0 - - -|run"


def test_until_it_is_promoted_the_turn_is_not_over() -> None:
    fen = "4k3/1P6/8/8/8/8/8/4K3 w 7 - - -"
    assert after_actions(fen, "Lb7 Pb8").endswith(" w 8 - - -|promote-finish")
    assert format_actions(legal_actions(played(fen, "Lb7 Pb8"))) == "=Q =N =R =B"


def test_a_pawn_that_joins_somebody_at_home_is_promoted_in_its_union() -> None:
    after = after_turns("n3k3/1P6/8/8/8/8/8/4K3 w 7 - - -", "b7xNa8=R")
    assert after == "I3k3/8/8/8/8/8/8/4K3 b 0 - - -|run"


def test_a_carried_pawn_is_promoted_first_at_the_start_of_its_owners_turn() -> None:
    before = "4k3/8/8/8/8/8/3d4/4K3 w 3 - - -"
    assert after_turns(before, "NPd2>b1") == "4k3/8/8/8/8/8/8/1d2K3 b 4 - - -|promote-lift"
    owed = played(before, "Ld2 Pb1")
    assert format_actions(legal_actions(owed)) == "=Q =N =R =B"
    assert after_actions(before, "Ld2 Pb1 =Q") == "4k3/8/8/8/8/8/8/1T2K3 b 0 - - -|run"
    assert after_turns(before, "NPd2>b1", "=Q:QNb1>b8").endswith("w 1 - - -|run")


def test_a_pawn_promoted_in_mid_chain_stays_in_the_union_it_entered() -> None:
    fen = "I3k3/1P6/8/8/8/8/8/4K3 w 7 - - -"
    entered = "d3k3/8/8/8/8/8/8/4K3^a8R w 8 - - -|promote-place"
    assert after_actions(fen, "Lb7 Pa8") == entered.replace("d3k3", "D3k3")
    assert after_turns(fen, "b7>Ra8=Q>a1") == "t3k3/8/8/8/8/8/8/R3K3 b 0 - - -|run"


# --- chains ---


def test_a_freed_piece_must_be_able_to_move_on() -> None:
    # The pawn freed on e4 would stand before a piece, with nobody to join.
    fen = "4k3/8/8/4n3/4a3/2N5/8/4K3 w 0 - - -"
    assert "e4" not in destinations(fen, "c3")
    assert "Pe4" in format_actions(legal_actions(played(fen, "Lc3")))
    assert legal_actions(played(fen, "Lc3 Pe4")) == ()


def test_a_freed_piece_may_take_over_a_union_in_turn() -> None:
    after = after_turns("4k3/8/8/3L4/4a3/2N5/8/4K3 w 0 - - -", "Nc3>Pe4>Rd5>d1")
    assert after == "4k3/8/8/3F4/4d3/8/8/3RK3 b 1 - - -|run"


def test_a_chain_may_come_back_to_the_union_it_changed_first() -> None:
    # The rook leaves d5 for e5, the queen freed there goes back to d5 and frees the knight.
    after = after_turns("4k3/8/8/3cf3/8/4N3/8/4K3 w 0 - - -", "Ne3>Rd5>Qe5>Nd5>b6")
    assert after == "4k3/8/1N6/3fc3/8/8/8/4K3 b 1 - - -|run"


def test_a_union_moves_but_never_joins() -> None:
    assert destinations("4k3/8/8/8/4n3/8/4c3/4K3 w 0 - - -", "e2") >= {"e3", "a2", "h2"}
    assert "e4" not in destinations("4k3/8/8/8/4n3/8/4c3/4K3 w 0 - - -", "e2")


def test_the_king_joins_nobody() -> None:
    assert destinations("4k3/8/8/8/8/8/3pa3/4K3 w 0 - - -", "e1") == {"d1", "f1", "f2"}


def test_a_king_may_step_where_he_can_be_joined() -> None:
    assert "e2" in destinations("4r1k1/8/8/8/8/8/8/4K3 w 0 - - -", "e1")


def test_a_unions_move_may_be_undone_at_once() -> None:
    fen = "4k3/8/8/8/8/8/4o3/4K3 w 0 - - -"
    assert after_turns(fen, "NNe2>c3", "NNc3>e2") == "4k3/8/8/8/8/8/4o3/4K3 w 2 - - -|run"


# --- castling ---

HOME = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w 0 AHah - -"


def test_castling_moves_king_and_rook() -> None:
    after = after_turns(HOME, "0-0", "0-0-0")
    assert after == "2kr3r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w 2 - - -|run"


def test_a_rook_in_a_union_may_castle_with_its_partner() -> None:
    after = after_turns("4k3/8/8/8/8/8/8/4K2I w 0 H - -", "0-0")
    assert after == "4k3/8/8/8/8/8/8/5IK1 b 1 - - -|run"


def test_castling_takes_a_free_way() -> None:
    assert "c1" not in destinations("4k3/8/8/8/8/8/8/RN2K3 w 0 A - -", "e1")
    assert "c1" in destinations("4k3/8/8/8/8/8/8/R3K3 w 0 A - -", "e1")


@pytest.mark.parametrize("watched", ["e1", "d1", "c1"])
def test_castling_not_from_through_or_to_a_square_that_is_covered(watched: str) -> None:
    file = "abcdefgh".index(watched[0])
    rook = f"{file}r{7 - file}"
    assert "c1" not in destinations(f"7k/{rook}/8/8/8/8/8/R3K3 w 0 A - -", "e1")


def test_the_rook_may_cross_a_square_that_is_covered() -> None:
    assert "c1" in destinations("7k/1r6/8/8/8/8/8/R3K3 w 0 A - -", "e1")


def test_castling_not_through_a_square_covered_by_a_chain() -> None:
    # The bishop takes over f5 and frees the rook, which looks down to f1.
    assert "g1" in destinations("k7/8/8/5C2/8/8/8/4K2R w 0 H - -", "e1")
    assert "g1" not in destinations("k7/7b/8/5C2/8/8/8/4K2R w 0 H - -", "e1")


@pytest.mark.parametrize(
    ("turn", "rights"),
    [("Ra1>b1", "Hah"), ("Rh1>g1", "Aah"), ("Ke1>d1", "ah"), ("0-0", "ah"), ("a2>a3", "AHah")],
)
def test_king_and_rook_must_not_have_moved(turn: str, rights: str) -> None:
    assert after_turns(HOME, turn).split()[3] == rights


def test_a_castling_right_ends_when_its_rook_leaves_through_a_chain() -> None:
    fen = "4k3/8/8/4B3/8/8/8/I3K2R w 0 AH - -"
    assert after_turns(fen, "Be5>Ra1>a5").split()[3] == "H"


def test_a_castling_right_ends_even_when_the_freed_rook_comes_back() -> None:
    fen = "4k3/8/8/f2c4/8/8/1B6/I3K3 w 0 A - -"
    after = after_turns(fen, "Bb2>Ra1>Qa5>Rd5>Ra5>Ba1>b2")
    assert after == "4k3/8/8/c2f4/8/8/1B6/I3K3 b 1 - - -|run"


def test_a_castling_right_ends_when_the_rook_is_carried_off() -> None:
    # Black moves the union in which White's rook stands.
    fen = "4k3/8/8/8/8/8/8/I3K3 b 0 A - -"
    assert after_turns(fen, "NRa1>b3").split()[3] == "-"


def test_a_foreign_rook_freed_on_its_home_square_takes_no_castling_right_with_it() -> None:
    fen = "4k2h/8/8/8/3Q4/8/8/4K3 w 0 h - -"
    assert after_turns(fen, "Qd4>Rh8>h5") == "4k2l/8/8/7R/8/8/8/4K3 b 1 h - -|run"
    assert distinct_outcomes(parse_fen(fen)) == turn_ends(parse_fen(fen))


# --- the end ---


def test_uniting_with_the_king_ends_the_game() -> None:
    fen = "4k3/8/8/8/8/8/8/4R1K1 w 5 - - -"
    assert after_turns(fen, "Re1xKe8") == "4M3/8/8/8/8/8/8/6K1 b 0 - - -|paco-w"
    over = played(fen, "Le1 Pe8")
    assert over.phase == Status.PACO_W
    assert legal_actions(over) == ()
    with pytest.raises(IllegalAction, match="the game is over"):
        play(over, parse_action("Lg1"))


def test_black_wins_as_well() -> None:
    assert after_turns("4k3/8/8/8/8/8/5q2/6K1 b 5 - - -", "Qf2xKg1").endswith("|paco-b")


def test_a_pawn_that_joins_the_king_at_home_is_not_promoted_any_more() -> None:
    after = after_turns("4k3/3P4/8/8/8/8/8/4K3 w 5 - - -", "d7xKe8")
    assert after.endswith("|paco-w")


def test_sako_need_not_be_answered() -> None:
    fen = "4k3/8/8/8/8/8/P7/4R1K1 b 5 - - -"
    assert gives_sako(parse_fen(fen), Color.WHITE)
    assert destinations(fen, "e8") == {"d8", "f8", "d7", "e7", "f7"}


def test_nobody_gives_sako_once_the_game_is_over() -> None:
    over = played("4k3/8/8/8/8/8/8/4R1K1 w 5 - - -", "Le1 Pe8")
    assert sako_way(over, Color.WHITE) is None
    assert sako_way(over, Color.BLACK) is None


def test_a_hundred_half_moves_without_progress_are_a_draw() -> None:
    fen = "4k3/8/8/8/8/8/8/R5K1 w 98 - - -"
    assert after_turns(fen, "Ra1>a2").endswith(" 99 - - -|run")
    assert after_turns(fen, "Ra1>a2", "Ke8>d7").endswith(" 100 - - -|draw-progress")
    drawn = parse_fen("4k3/8/8/8/8/8/8/R5K1 w 100 - - -")
    assert legal_actions(drawn) == ()
    assert count_turns(drawn) == 0
    assert distinct_outcomes(drawn) == set()
    assert sako_way(drawn, Color.WHITE) is None


def test_a_union_formed_with_the_last_half_move_keeps_the_game_alive() -> None:
    after = after_turns("4k3/8/8/8/8/n7/8/R5K1 w 99 - - -", "Ra1xNa3")
    assert after.endswith(" 0 - - -|run")


def test_a_new_union_or_a_promotion_is_progress() -> None:
    assert after_turns("4k3/8/8/8/8/n7/8/R5K1 w 99 - - -", "Ra1xNa3").split()[2] == "0"
    assert after_turns("4k3/P7/8/8/8/8/8/6K1 w 99 - - -", "a7>a8=N").split()[2] == "0"


def test_a_union_moved_or_taken_over_is_no_progress() -> None:
    assert after_turns("4k3/8/8/8/8/8/c7/6K1 w 7 - - -", "RPa2>a4").split()[2] == "8"
    assert after_turns("4k3/8/8/8/8/c7/8/R5K1 w 7 - - -", "Ra1>Ra3>b3").split()[2] == "8"


def test_a_position_for_the_third_time_is_a_draw() -> None:
    there_and_back = ("Ng1>f3", "Ng8>f6", "Nf3>g1", "Nf6>g8")
    fen = format_fen(Game().position)
    assert after_turns(fen, *there_and_back, *there_and_back).endswith("|run")
    # The position at the start is not counted, so the third time is a turn later.
    after = after_turns(fen, *there_and_back, *there_and_back, there_and_back[0])
    assert after.endswith("|draw-repetition")


def test_with_another_castling_right_it_is_another_position() -> None:
    turns = ("Ra1>b1", "Ke8>d8", "Rb1>a1", "Kd8>e8")
    fen = "4k3/8/8/8/8/8/P7/R3K3 w 0 A - -"
    assert after_turns(fen, *turns, *turns).endswith("|run")
    assert after_turns(fen, *turns, *turns, turns[0]).endswith("|draw-repetition")


def test_no_legal_turn_is_a_draw() -> None:
    fen = "k7/8/8/8/8/8/bn6/K1r5 w 0 - - -"
    assert after_actions(fen, "").endswith("|run")
    assert after_actions("k7/8/8/8/8/8/bn6/Kr6 w 0 - - -", "").endswith("|draw-no-turn")


def test_a_turn_that_only_leads_into_dead_ends_is_no_turn() -> None:
    # The pawn may enter g7, but the pawn freed there cannot go on.
    fen = "k5n1/6Dn/7P/8/8/8/bn6/Kr6 w 0 - - -"
    assert format_actions(legal_actions(parse_fen(fen))) == "Lh6"
    assert format_actions(legal_actions(played(fen, "Lh6"))) == "Pg7"
    assert legal_actions(played(fen, "Lh6 Pg7")) == ()
    assert count_turns(parse_fen(fen)) == 0
    assert after_actions(fen, "").endswith("|draw-no-turn")
