"""Playing around dead and stuck squares: asked for by lights alone, and never guessed."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.health import SquareState
from tests.tracking.board import Board, Lay
from tests.tracking.polled import answer_all, answered, with_bad

pytestmark = pytest.mark.slow

# The pawn on e3 may join the bishop, or go to e4, which is dead though nobody knows of it.
PAWN = "4k3/ppp5/8/8/3b4/4P3/PPP5/4K3 w 0 - - -"
# The pawn on e4 may join either of two; e5 is dead though nobody knows of it.
TWO_PARTNERS = "4k3/p7/8/3p1p2/4P3/8/P7/4K3 w 0 - - -"
# The pawn on g3 may join either of two.
G3_JOINS = "4k3/p7/8/8/8/6p1/P4P1P/4K3 b 0 - - -"
ROOK = "4k3/pp6/8/8/8/8/8/R3K3 w 0 - - -"
LONG = 20.0


def test_no_turn_yet_says_nothing_of_the_turn_that_is_played_then(lay: Lay) -> None:
    board = with_bad(lay(ROOK), a1=SquareState.STUCK, a4=SquareState.DEAD)
    said = board.touch("e1").rest(3.0)
    assert said[0].startswith("part")
    answer_all(board)
    assert board.state == "SETTLED"
    board.drop("c1", "w").rest(3.0)
    answer_all(board, "a1", "c1")
    assert board.recorded == ["Ra1>c1"]


def test_quick_replies_make_no_silent_join_certain_where_a_square_may_be_dead(lay: Lay) -> None:
    board = lay(PAWN)
    board.lift("e3").rest(3.0)
    board.move("a7", "a6").move("a2", "a3").move("b7", "b6").rest(3.0)
    assert board.recorded == []
    assert board.state == "ASKING"
    answer_all(board, "e3", "e4")
    assert board.recorded[:1] == ["e3>e4"]


def test_a_piece_on_a_dead_square_keeps_nobody_from_saying_that_nothing_was_played() -> None:
    board = with_bad(Board("4k3/7p/8/8/c7/3N4/7P/R3K3 b 0 - - -"), d3=SquareState.DEAD)
    board.lift("d3").rest(1.0)
    assert board.move("h7", "h6").rest(3.0)[0] == "h7>h6"
    board.lift("a1").touch("a4").drop("a1", "w").rest(5.0)
    assert board.state == "ASKING"
    said = answered(board, yes=False) if board.view.answers else board.touch("h6").rest(3.0)
    assert said[-1] == "restored"
    assert board.recorded == ["h7>h6"]


def test_no_to_one_odd_story_makes_no_other_one_certain() -> None:
    board = Board(TWO_PARTNERS)
    board.lift("e4").rest(5.0)
    assert board.move("a7", "a6").rest(5.0) == ["ask d5 f5"]
    assert board.rest(LONG) == ["part e5"]
    assert answered(board, yes=False)[-1].startswith("part")
    answer_all(board)
    assert board.recorded == []


def test_a_turn_from_a_stuck_square_to_a_dead_one_is_asked_for_when_the_other_plays(
    lay: Lay,
) -> None:
    board = with_bad(lay(ROOK), a4=SquareState.DEAD)
    board.move("b7", "b6").rest(5.0)
    if board.state == "CORRECTING":
        board.move("b6", "b7").rest(5.0)
        board.move("b7", "b6").rest(5.0)
    answer_all(board, "a1", "a4")
    assert board.recorded == ["Ra1>a4", "b7>b6"]


def test_nobody_holds_a_piece_while_the_other_player_plays_on_for_long() -> None:
    board = Board("4k3/pp6/8/8/3b4/4P2p/1P6/4K1N1 w 0 - - -")
    board.lift("e3").rest(3.0)
    board.lift("d4").lift("b2").drop("b2", "u").rest(7.0)
    board.lift("g1").lift("h3").drop("h3", "u").rest(3.0)
    assert board.recorded == []
    assert board.state == "ASKING"


def test_who_lifts_the_partner_does_not_wait_for_long_before_he_takes_his_own_piece() -> None:
    # The union goes to c4, which is dead, where White's pawn takes it over; then a3 joins b2.
    board = Board("4k3/8/8/2a5/8/bP6/1P6/4K3 b 0 - - -")
    board.lift("c5").rest(5.0)
    board.lift("b3").drop("c5", "w").rest(8.0)
    board.lift("a3").lift("b2").drop("b2", "u").rest(3.0)
    answer_all(board, "c5", "c4")
    assert board.recorded == ["PPc5>c4", "b3>Pc4>c5", "Ba3xb2"]


def test_both_players_do_not_hold_something_for_long(lay: Lay) -> None:
    # The union goes to b6, which is dead, and the pawn on g7 is held for a while.
    board = lay("4k3/6p1/8/1a6/8/8/7P/3QK3 w 0 - - -")
    board.lift("b5").rest(5.0)
    board.lift("g7").rest(6.0)
    assert board.state == "ASKING"
    answer_all(board, "b5", "b6")
    board.drop("g5", "b").rest(3.0)
    assert board.recorded == ["PPb5>b6", "g7>g5"]


def test_a_stop_on_the_way_to_a_dead_square_hides_that_square_from_nobody() -> None:
    board = Board("4k3/8/8/8/6b1/7P/P7/4K3 b 0 - - -")
    board.lift("g4").drop("f5").rest(5.0)
    board.lift("f5").rest(5.0)
    board.move("a2", "a3").rest(3.0)
    answer_all(board, "g4", "e6")
    assert board.recorded == ["Bg4>e6", "a2>a3"]


@pytest.mark.usefixtures("without_parts")
def test_what_a_chain_from_a_dead_square_touches_on_its_way_is_not_taken_for_adjusted(
    lay: Lay,
) -> None:
    board = with_bad(lay("4k3/7p/8/8/f2c4/8/7P/R3K3 w 0 - - -"), a1=SquareState.DEAD)
    board.lift("a4").drop("a4").lift("d4").drop("d4").drop("d7", "w").rest(3.0)
    assert board.recorded == ["Ra1>Qa4>Rd4>d7"]


def test_pieces_that_go_for_a_walk_are_no_turn_from_a_dead_square() -> None:
    # White's union stands on c4, known to be dead; a child plays with Black's pieces.
    board = with_bad(Board("4k3/5p2/8/8/2f5/8/8/4K3 w 0 - - -"), c4=SquareState.DEAD)
    board.lift("e8").drop("c5", at=1.6).rest()
    board.move("f7", "e5").rest(2.0)
    assert board.recorded == []
    board.move("e5", "f7").rest()
    board.move("c5", "e8").rest(5.0)
    assert board.state == "SETTLED"
    assert board.recorded == []


def test_a_turn_hardly_ends_long_after_the_reply_to_it() -> None:
    # The rook goes to d3, which is dead, and on to g3 after Black's reply.
    board = Board("4k3/p6p/7b/8/8/7R/P2P4/4K3 w 0 - - -")
    board.lift("h3").rest(5.0)
    board.lift("h6").lift("d2").drop("d2", "u").rest(1.9)
    board.drop("g3", "w").rest(3.0)
    assert board.recorded == []
    answer_all(board, "h3", "d3")
    assert board.recorded == ["Rh3>d3", "Bh6xd2", "Rd3>g3"]


def test_a_join_while_two_pieces_are_gone_is_hardly_adjusting() -> None:
    # The rook goes to d3, which is dead; then the bishop joins d2.
    board = Board("4k3/p6p/7b/8/8/p6R/1P1P4/4K3 w 0 - - -")
    board.join("b2", "a3").rest(2.0)
    board.move("a7", "a6").rest(2.0)
    board.lift("h3").rest(5.0)
    board.lift("h6").lift("d2").drop("d2", "u").rest(4.0)
    assert board.state == "ASKING"
    answer_all(board, "h3", "d3")
    assert board.recorded == ["b2xa3", "a7>a6", "Rh3>d3", "Bh6xd2"]


@pytest.mark.parametrize(
    "known", [{}, {"a1": SquareState.STUCK}, {"a4": SquareState.DEAD}], ids=["none", "a1", "a4"]
)
def test_a_turn_of_which_nothing_was_seen_is_asked_for_when_the_reply_is_shown_again(
    known: dict[str, SquareState],
) -> None:
    # The rook went from a1, which is stuck, to a4, which is dead.
    board = with_bad(Board("4k3/pp5p/8/8/8/8/6PP/R3K3 w 0 - - -"), **known)
    board.touch("g2").touch("h2").touch("e1").rest(2.0)
    board.move("b7", "b6").rest(5.0)
    if board.state == "CORRECTING":
        board.move("b6", "b7").rest(5.0)
        board.move("b7", "b6").rest(5.0)
    assert board.recorded == []
    answer_all(board, "a1", "a4")
    assert board.recorded == ["Ra1>a4", "b7>b6"]
    assert {(each.square, each.state) for each in board.tracker.health()} == {
        (parse_square("a1"), SquareState.STUCK),
        (parse_square("a4"), SquareState.DEAD),
    }


def test_who_plays_out_of_turn_again_is_told_so_again_where_nothing_else_was_played() -> None:
    board = Board("4k3/pp5p/8/8/8/8/6PP/R3K3 w 0 - - -")
    board.touch("g2").touch("h2").touch("e1").rest(2.0)
    board.move("b7", "b6").rest(5.0)
    board.move("b6", "b7").rest(5.0)
    board.move("b7", "b6").rest(5.0)
    answer_all(board)
    assert board.state == "CORRECTING"
    board.move("b6", "b7").rest(5.0)
    assert board.state == "SETTLED"
    assert board.recorded == []


def test_two_turns_to_bad_squares_are_told_one_by_one_when_they_are_shown_again() -> None:
    # Black's pawn goes to d5, White's to b5: both are dead, and nobody knows of either.
    board = Board("4k3/7p/3p4/8/1P6/8/7P/R3K3 b 0 - - -")
    for _ in range(2):
        board.lift("d6").rest(3.0)
        board.lift("b4").rest(3.0)
        board.move("e8", "e7").rest(5.0)
        assert board.state == "CORRECTING"
        board.move("e7", "e8").drop("d6", "b").drop("b4", "w").rest(3.0)
    board.lift("d6").rest(3.0)
    answer_all(board, "d6", "d5")
    assert board.recorded == ["d6>d5"]
    board.lift("b4").rest(3.0)
    board.move("e8", "e7").rest(5.0)
    answer_all(board, "b4", "b5")
    assert board.recorded == ["d6>d5", "b4>b5", "Ke8>e7"]


def test_a_king_who_can_not_castle_and_another_piece_are_not_held_by_one_player() -> None:
    # The pawn goes to d5, which is dead; then its king is lifted.
    board = Board("8/4k2p/3p4/8/8/8/7P/R3K3 b 0 - - -")
    board.lift("d6").rest(5.0)
    board.lift("e7").rest(5.0)
    assert board.state == "ASKING"


def test_a_turn_of_which_nothing_was_seen_is_never_certain() -> None:
    # The knight was freed first, then its union came back with the bishop in it; or Black's pawn
    # has moved in between.
    board = Board("k7/4p2p/2d5/4p3/B7/8/7P/R3K3 w 0 - - -")
    with_bad(board, e7=SquareState.DEAD, e6=SquareState.STUCK)
    board.lift("c6").drop("b4", "w").rest()
    board.lift("a4").drop("c6", "u").rest(5.0)
    assert "e7>e6" not in board.recorded
    answer_all(board)
    assert board.recorded == ["Ba4>Nc6>b4"]


def test_a_chain_to_a_dead_square_that_is_shown_again_is_taken_as_it_is_shown() -> None:
    # By way of d4 and back, or what stands there was adjusted meanwhile.
    board = with_bad(Board("4k3/7p/8/8/f2c4/8/7P/R3K3 w 0 - - -"), a8=SquareState.DEAD)
    for _ in range(2):
        board.move("e1", "c5").rest(3.0)
        board.move("c5", "e1").rest(3.0)
    board.lift("a1")
    for square in ("a4", "d4", "a4"):
        board.touch(square).rest(0.8)
    board.rest(3.0)
    assert board.recorded == []
    answered(board, yes=True)
    assert board.recorded == ["Ra1>Qa4>Rd4>Ra4>a8"]


def test_who_held_a_piece_while_a_wrong_move_was_put_right_may_think_with_it_in_hand() -> None:
    board = Board("4k3/pp5p/8/8/8/8/PPP3PP/R3K3 w 0 - - -")
    board.move("b7", "g4").lift("a1").rest(6.0)
    board.drop("a1", "w").move("g4", "b7").rest(3.0)
    assert board.lift("a1").rest(10.0) == []
    assert board.drop("d1", "w").rest(3.0) == ["Ra1>d1"]


def test_a_piece_put_back_on_a_dead_square_may_be_played_at_once(lay: Lay) -> None:
    board = with_bad(lay(G3_JOINS), g3=SquareState.DEAD)
    board.drop("c5", "b").rest(2.0)
    board.lift("c5").lift("h2", at=board.t + 0.5).drop("h2", "u").rest(3.0)
    answer_all(board, "g3", "h2")
    assert board.recorded == ["g3xh2"]


def test_who_adjusts_a_piece_while_the_other_player_joins_two_is_asked_nothing() -> None:
    board = Board("4k3/ppppp3/8/3p4/8/2N5/PPP5/4K3 w 0 - - -")
    board.lift("c3").lift("d5").touch("a7")
    assert board.rest(8.0) == []
    assert board.state == "HANDLING"


def test_no_other_way_of_a_chain_that_was_shown_again_blurs_the_turn_after_it() -> None:
    # The bishop's last step back to f6 may have been adjusting; the rook's chain comes home.
    board = Board("d2j1lk1/5D2/cF1t1f1B/2de4/E2r1L1p/3K4/5P2/6S1 w 3 - - -")
    with_bad(board, h4=SquareState.DEAD)
    for _ in range(2):
        board.move("d3", "a1").rest(3.0)
        board.move("a1", "d3").rest(3.0)
    board.lift("h6")
    for square in ("f8", "d8", "f6", "f4", "f6"):
        board.touch(square).rest(0.8)
    board.rest(3.0)
    answered(board, yes=True)
    assert board.recorded == ["Bh6>Qf8>Bd8>Qf6>Rf4>Bf6xh4"]
    board.lift("d4").touch("f4").drop("d4", "w")
    assert board.rest(3.0)[-1] == "ask f4"
    assert board.touch("f4").rest(3.0)[0] == "Rd4>Qf4>d4"


def test_what_a_pawn_has_become_is_no_other_piece_by_what_the_other_player_touches() -> None:
    # White's pawn is a bishop. Black's queen, whom nobody sees go from d8, joins it, and what she
    # frees slides over g6 on its way.
    start = "r2q2r1/1bpkbD1P/8/6ac/aa2da2/2P1a3/2t1K1B1/1RB3N1 w 0 - - -"
    board = with_bad(Board(start), d8=SquareState.DEAD)
    board.move("f7", "f8").rest(0.1)
    board.touch("f8").touch("f8").touch("f8").rest(8.0)
    assert board.recorded == ["PNf7>f8=B"]
    board.touch("f8").drop("g6", "b").lift("g6", at=board.t + 0.34).rest(0.8)
    assert board.recorded == ["PNf7>f8=B"]
    board.touch("h7").rest(3.0)
    assert board.recorded[0] == "PNf7>f8=B"


def test_a_turn_taken_back_while_it_is_asked_about_was_not_answered_by_one_that_began_unseen() -> (
    None
):
    # Black's chain may have ended on e1, which is dead, and is taken back piece by piece. White's
    # king, who stands there, might have gone to f2 instead: he is not seen to leave.
    start = "rn2k2r/3bq3/ap2p1p1/ba2P1P1/6aP/2dP1o2/R1P1Bn2/BQ2K2R b 3 ah - -"
    board = with_bad(Board(start), e1=SquareState.DEAD, h1=SquareState.STUCK)
    board.lift("g4").lift("f2", at=board.t + 0.6).drop("g4", "u", at=board.t + 0.7)
    board.touch("f3").touch("g5")
    assert board.rest(2.0) == ["part e1"]
    board.touch("g4").drop("f2", "b", at=board.t + 1.2).touch("f3", at=board.t + 0.4).rest(5.0)
    assert board.recorded == []
    answer_all(board, "d7", "b5", "b4")
    board.lift("d7").touch("b5").drop("b4", "b").rest(3.0)
    board.touch("b5").rest(3.0)
    assert board.recorded == ["Bd7>Pb5>b4"]


@pytest.mark.usefixtures("with_and_without_parts")
def test_a_king_who_castles_with_a_rook_that_nobody_sees_leave_has_not_gone_to_its_square() -> None:
    # h1 gets stuck after it was seen to change.
    board = Board("4k3/p7/8/8/8/8/P7/4K2R w 0 H - -")
    board.touch("h1").rest(3.0)
    board.drop("f1", "w").lift("e1", at=board.t + 0.7).rest(0.8)
    assert board.drop("g1", "w").rest(3.0) == (["part h1"] if board.asks_of_parts else [])
    assert board.recorded == []


@pytest.mark.usefixtures("with_and_without_parts")
@pytest.mark.parametrize("reply", ["g1 e2", "g5 g6"])
def test_a_union_is_not_moved_by_who_has_taken_up_another_piece_for_it(reply: str) -> None:
    # The knight takes over g4, which dies, and frees the pawn that goes to g3.
    board = Board("4k3/p7/7n/6a1/6a1/8/P7/4K1N1 b 0 - - -")
    board.lift("g4").lift("h6").drop("g3", "b", at=board.t + 1.3).rest(0.9)
    board.move(*reply.split()).rest(6.0)
    assert board.recorded == []


def test_which_of_two_squares_has_failed_that_turns_were_played_without_is_asked() -> None:
    # As above; or h6 has failed, and only the union has moved.
    board = Board("4k3/p7/7n/6a1/6a1/8/P7/4K1N1 b 0 - - -")
    board.lift("g4").lift("h6").drop("g3", "b", at=board.t + 1.3).rest(0.9)
    assert board.move("g1", "e2").rest(6.0) == ["part h6"]
    assert answered(board, yes=True) == ["Nh6>Pg4>g3", "Ng1>e2"]


def test_a_turn_taken_back_for_another_one_is_recorded_so_after_one_on_a_dead_square() -> None:
    # That Black played his other pawn from the first comes to the same.
    board = with_bad(Board("4k3/pp6/8/8/7p/8/1P6/R3K3 w 0 - - -"), a4=SquareState.DEAD)
    board.lift("a1").rest(4.0)
    answer_all(board, "a1", "a4")
    board.move("h4", "h3").rest(2.0)
    board.move("h3", "h4").move("a7", "a6").rest(3.0)
    assert board.recorded == ["Ra1>a4", "a7>a6"]


def test_who_has_played_nothing_yet_may_play_by_the_square_that_was_asked_about() -> None:
    # The union may have gone to e7 and back, or to a square that has failed besides.
    board = with_bad(Board("3W2k1/ppp5/2n5/8/8/8/PPP5/4K3 b 6 - - -"), e7=SquareState.STUCK)
    board.lift("d8").drop("d8", at=board.t + 1.0)
    assert board.rest(3.0) == ["part e7"]
    assert answered(board, yes=False) == ["restored"]
    board.lift("c6").lift("d8").drop("d8", "u").rest(3.0)
    answer_all(board, "c6", "d8", "e7")
    assert board.recorded == ["Nc6>Qd8>e7"]


def test_what_was_said_of_a_turn_holds_though_there_were_several_accounts_of_the_one_before() -> (
    None
):
    # The knight goes to h3, which is dead, the queen joins f3, known to be so, and goes on to f4.
    board = with_bad(Board("4k3/p7/8/5q2/8/5P2/P7/4K1N1 w 0 - - -"), f3=SquareState.DEAD)
    board.lift("g1").rest(4.0)
    board.lift("f5").rest(8.0)
    board.drop("f4", "u").rest(3.0)
    answer_all(board, "h3", "f3", then=1.0)
    assert board.recorded == ["Ng1>h3", "Qf5xf3", "PQf3>f4"]


def test_it_is_never_asked_about_two_turns_at_once() -> None:
    # The bishop rests on g2 and goes on to h3, which is dead; or that was another turn's d4.
    board = Board("4k3/p7/2n5/8/3P4/2P5/P7/4KB2 w 0 - - -")
    board.lift("f1").drop("g2").rest(1.0)
    board.lift("g2").rest(7.0)
    board.join("c6", "d4").rest(6.0)
    assert board.move("c3", "c4").rest(4.0)[0] == "takeback 1"
    answer_all(board, "f1", "h3", then=1.0)
    assert board.recorded == ["Bf1>h3", "Nc6xd4", "c3>c4"]


def test_a_chain_that_enters_a_stuck_square_again_and_again_is_asked_about() -> None:
    # The rook's chain comes by c2, of which nobody knows that it is stuck, three times.
    board = Board("1r2T1nr/1p2k3/p2pp1pp/4np2/EP1a3P/5P1R/2E2QP1/RNB1KBN1 b 1 A d3 -")
    board.lift("b8").touch("e8")
    for _ in range(3):
        board.touch("a4").rest(1.0)
    assert board.drop("e4", "b").rest(6.0) == ["queen? c2"]
    assert answered(board, yes=False)[-1] == "queen? a4"
    board.rest(0.5)
    assert answered(board, yes=False)[-1] == "part c2"
    board.rest(0.5)
    answered(board, yes=True)
    assert board.recorded == ["Rb8>Qe8>Ba4>Bc2>Qa4>Bc2>Ba4>Qc2>e4"]
    assert "stuck c2" in board.all_said


def test_who_insists_on_a_wrong_move_takes_nothing_back_where_a_square_is_bad_either() -> None:
    # The king goes where he stood before all of these turns, and is put there once more.
    board = with_bad(Board("4k3/p7/8/8/8/8/P7/4K3 w 0 - - -"), a4=SquareState.DEAD)
    turns = [("e1", "e2"), ("e8", "e7"), ("e2", "e3"), ("e7", "e8")]
    for start, end in turns:
        board.move(start, end).rest(3.0)
    assert board.move("e3", "e1").rest(3.0) == ["restore e1 e3"]
    assert "takeback 1" not in board.touch("e1").rest(3.0)
    assert len(board.recorded) == len(turns)
