"""Squares that fail unknown to all: asked for or put right, by hands and lights alone."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from tests.tracking.board import START, Board, names
from tests.tracking.polled import answer_all, answered, with_bad

pytestmark = pytest.mark.slow

ROOK = "4k3/pp6/8/8/8/8/8/R3K3 w 0 - - -"
G8_GOES = "6R1/p7/5k2/8/8/8/1P6/K7 w 0 - - -"


def test_who_says_where_his_turn_was_not_is_asked_on() -> None:
    board = with_bad(Board(ROOK), a4=SquareState.DEAD)
    board.lift("a1").rest(3.0)
    assert board.all_said == ["part a4"]
    assert answered(board, yes=False) == ["restored"]
    board.rest(3.0)
    answer_all(board, "c1", then=3.0)
    assert board.recorded == ["Ra1>c1"]


def test_after_a_no_the_only_turn_left_is_asked_for_at_once() -> None:
    # Were it not, a union that goes to and fro meanwhile would seem to have been straightened.
    board = with_bad(Board("4k3/6pp/8/pa6/1P6/8/6PP/4K3 b 0 - - -"), a4=SquareState.DEAD)
    board.lift("a5").move("b5", "b6").rest(4.0)
    assert answered(board, yes=False) == ["restored", "ask b4"]
    assert board.touch("b4").rest(3.0) == ["a5xb4", "PPb5>b6"]


def test_after_a_no_what_nobody_has_seen_end_is_asked_for_as_nobody_goes_on() -> None:
    # The knight's union can go nowhere else.
    board = Board("4k3/p7/8/8/8/8/P7/D3K3 b 0 - - -")
    with_bad(board, b3=SquareState.DEAD, c2=SquareState.DEAD)
    assert board.lift("a1").rest(3.0) == ["part c2"]
    assert answered(board, yes=False) == ["restored"]
    assert board.rest(10.0) == []
    assert board.rest(5.0) == ["part b3"]
    assert answered(board, yes=True) == ["NPa1>b3"]


def test_a_union_en_passant_out_of_a_stuck_square_is_asked_for() -> None:
    board = Board("1nb1k2r/r3D2p/3q3b/1apaap2/p4PfP/N4N1R/1P1B2P1/R2K1B2 w 1 - c6 -")
    board.touch("b5").move("c5", "c6").rest(0.9)
    assert board.move("b5", "b4").rest(3.0) == ["part f1"]
    assert answered(board, yes=True)[:2] == ["Bf1>Pb5>c6", "PBb5>b4"]


def test_what_was_tried_out_elsewhere_meanwhile_makes_no_turn_certain() -> None:
    # The freed queen stands on f5. Somebody makes a wrong move with the union on h5 and undoes it.
    board = Board("2rk1br1/1b3p2/np2P1a1/F6P/1a1eDN2/2da3c/RBP5/3QK3 b 2 - - -")
    board.lift("a5").lift("b6", at=board.t + 1.1).drop("a5", "u", at=board.t + 0.8).rest(5.5)
    board.touch("e1").lift("h5", at=board.t + 1.1)
    board.lift("g6", at=board.t + 1.4).drop("g6", at=board.t + 0.5)
    board.drop("g7", "w", at=board.t + 1.2).lift("g7", at=board.t + 2.0)
    board.drop("h5", "u", at=board.t + 0.4).rest(0.4)
    assert board.recorded == []


def test_a_king_set_back_as_asked_for_was_not_joined() -> None:
    # The pawn goes to d7, which has just failed; the king's own turn is put right first.
    board = Board("8/p2k4/3P4/8/8/8/8/4K3 b 0 - - -")
    board.move("d7", "e7").rest(2.0)
    board.move("e1", "e2").rest(2.0)
    board.move("a7", "a6").rest(2.0)
    board.lift("d6").rest(5.0)
    assert board.move("e7", "f8").rest(5.0)[-1].startswith("restore")
    board.move("f8", "e7").rest(3.0)
    assert "d6xKe7" not in board.recorded


def test_what_is_set_back_is_asked_for_no_more_while_another_square_has_died() -> None:
    # b1 dies. Until it was asked for alone, people went on putting the union on a7 right.
    board = Board("4k3/a6p/8/8/8/8/P6P/RN2K3 w 0 - - -")
    board.lift("b1").move("a1", "b2").rest(5.0)
    assert board.move("a7", "a6").rest(5.0) == ["restore a1 b1 b2 a6 a7"]
    assert board.move("b2", "a1").rest(1.4) == ["restore b1 a6 a7"]
    assert board.move("a6", "a7").rest(3.0) == ["restore b1"]


def test_a_square_that_worked_is_known_to_be_bad_once_its_player_says_so() -> None:
    board = Board(ROOK)
    board.move("a1", "a4").rest(2.0)
    board.move("a7", "a6").rest(2.0)
    board.move("a4", "a1").rest(2.0)
    board.move("a6", "a5").rest(2.0)
    # Now a4 dies.
    for _ in range(3):
        board.lift("a1").rest(3.0)
        board.move("b7", "b6").rest(3.0)
        if board.view.answers:
            break
        board.move("b6", "b7").drop("a1", "w").rest(3.0)
    answer_all(board, "a4", then=3.0)
    assert "dead a4" in board.all_said


def test_a_turn_taken_back_twice_was_another_one_and_is_asked_for() -> None:
    # The same, and the players set both back each time.
    board = with_bad(Board(G8_GOES), f6=SquareState.DEAD)
    for _ in range(2):
        assert board.move("g8", "g6").rest(3.0)[0] == "Rg8>g6"
        assert board.move("g6", "g8").rest(3.0) == ["takeback 1"]
    board.lift("g8").rest(3.0)
    answer_all(board, "d8", then=3.0)
    assert board.recorded == ["Rg8>d8"]


def test_a_turn_is_taken_back_and_asked_for_once_what_freed_its_piece_is_set_down() -> None:
    # The bishop joins the union on e3 from c1, which is stuck, and frees the rook: that goes first.
    board = Board("r4bn1/1b1pk1pr/pp3p1p/3D2P1/1PPa1P2/P3L2B/2o3KP/RNBQ4 w 6 - - -")
    assert board.lift("e3").drop("e6", at=board.t + 1.3).rest(2.0)[0] == "RQe3>e6"
    assert board.drop("e3", "u", at=board.t + 1.5).rest(4.0) == ["takeback 1", "part c1"]
    answer_all(board, "c1", then=2.0)
    assert board.recorded == ["Bc1>Re3>e6"]


def test_by_which_of_two_squares_a_piece_has_come_is_asked_though_it_stands_where_it_does() -> None:
    # The queen goes to a6, which is dead, and on to a2: from c4, were that dead, she could as well.
    board = Board("rnb1kr2/pppp1ppp/4q2s/4p3/7P/3P1E2/PPP1PP1N/R1KQ1BNR b 9 a - -")
    board.lift("e6").rest(1.4)
    board.move("b2", "b4").rest(1.5)
    board.touch("a2").rest(0.5)
    board.move("c2", "c3").rest(4.0)
    answer_all(board, "e6", "a6", "a2", then=1.0)
    assert board.recorded == ["Qe6>a6", "b2>b4", "Qa6xa2", "c2>c3"]


def test_a_turn_that_goes_on_late_out_of_a_stuck_square_is_asked_for() -> None:
    # The pawn on c2 is set down on b3 long after the pawn that it frees stands on b4.
    board = Board("3rqr1k/1pp1bp2/3pbn2/1P2a1pp/3nP1BN/1aNPB3/2P3PP/R3QRK1 w 5 - - -")
    board.lift("b3").drop("b4", at=board.t + 0.8).rest(1.8)
    assert board.recorded == ["PPb3>b4"]
    board.touch("d3").drop("b3", "u").rest(3.0)
    answer_all(board, "c2", "b3", "b4", then=3.0)
    assert board.recorded == ["c2>Pb3>b4"]


def test_a_turn_under_way_goes_on_after_a_wrong_move_in_its_midst_is_put_right() -> None:
    # The knight that is freed on h4 stands on g1 for a while, before it goes on to g2.
    board = with_bad(
        Board("1nbk4/1p4b1/1D3pr1/1a1Pa3/1Pa3ad/j5P1/Wf1NR3/R3K3 w 1 A - -"),
        g3=SquareState.STUCK,
        e2=SquareState.DEAD,
    )
    board.lift("h4").drop("h4", at=board.t + 0.8).drop("g1", "w", at=board.t + 1.5).rest(2.0)
    board.lift("g1").rest(1.0)
    assert board.all_said == ["restore g1", "restored"]
    assert board.drop("g2", "w", at=board.t + 1.0).rest(3.0)[-1] == "part g3"
    assert answered(board, yes=True) == ["g3>Nh4>g2"]


def test_another_last_turn_that_explains_all_needs_no_waiting_for_what_may_be_under_way() -> None:
    # Black's pawn on b4 may have joined a3 unseen, and White's be on its way from h2 by g3.
    board = Board("4k3/8/8/5a2/1p4P1/P5S1/7P/4K3 w 0 - - -")
    with_bad(board, b4=SquareState.DEAD, h2=SquareState.STUCK)
    board.lift("f5").drop("f6", "u", at=board.t + 0.6).rest(0.9)
    board.lift("g4").drop("f5", "w", at=board.t + 1.3)
    assert board.rest(1.3) == ["takeback 1", "g4>Pf5>f6"]


def test_which_of_two_pieces_has_moved_is_not_told_by_which_was_lifted_first() -> None:
    # The knight joins the queen on d5. Right before, e6 has died under Black's own queen.
    board = Board("4k3/ppn3pp/4q3/3Q4/8/8/1PP3PP/4K3 b 0 - - -")
    board.lift("e6").lift("c7").lift("d5").drop("d5", "u", at=board.t + 1.0).rest(4.0)
    assert board.recorded == []


def test_a_square_that_changes_after_all_is_supposed_to_be_bad_no_longer() -> None:
    # The rook is felt on a4 after its player has said where it went; later only h7 shows nothing.
    board = with_bad(Board("4k3/pp5p/8/8/8/8/8/R3K3 w 0 - - -"), h7=SquareState.STUCK)
    board.lift("a1").rest(3.0)
    board.move("b7", "b6").rest(3.0)
    answer_all(board, "a4", then=3.0)
    assert "dead a4" in board.all_said
    board.drop("a4", "w").rest(3.0)
    assert board.move("a4", "a5").rest(3.0) == ["Ra4>a5"]
    assert board.drop("h6", "b").rest(3.0) == ["h7>h6"]


def test_who_came_from_a_stuck_square_is_asked_whether_he_slipped_his_piece_in() -> None:
    # The rook goes to c1, which is dead, and is set down on b4 on its way; it might be on a7.
    board = with_bad(Board("4k3/pp5p/8/8/8/8/8/R3K3 w 0 - - -"), a1=SquareState.STUCK)
    board.drop("b4", "w").lift("b4", at=board.t + 0.33).rest(5.0)
    answer_all(board, "a1", "c1", then=3.0)
    assert board.recorded == ["Ra1>c1"]


def test_no_other_last_turn_is_asked_for_before_a_turn_that_its_player_has_denied() -> None:
    # The queen goes to e2 from d1, which is stuck; f1 is known to be bad. As joins are felt here, a
    # fault is soon supposed: with the bishop on e2 the last turn might have been another one.
    board = Board("4k1rr/p1pp4/8/2RR4/1q6/P7/2P3PP/3QKB2 b 0 - - -")
    with_bad(board, f1=SquareState.DEAD)
    for start, end in (("h8", "h2"), ("c5", "c7"), ("g8", "g2"), ("d5", "d7"), ("b4", "a3")):
        board.join(start, end).rest(3.0)
    assert board.drop("e2", "w").rest(3.0) == ["part f1"]
    assert answered(board, yes=False) == ["restored", "part d1"]
    board.rest(1.0)
    assert answered(board, yes=True)[0] == "Qd1>e2"


def test_what_is_left_once_all_else_was_denied_is_asked_for_too() -> None:
    # The queen goes by d8 back to d6, both of them dead; White's reply takes the union from there.
    board = Board("rnbd2nr/1p2k2p/p2qp1pb/1Qp2p2/7P/P6R/1PPP1PP1/RNB1KBN1 b 4 A - -")
    with_bad(board, d5=SquareState.DEAD, d6=SquareState.DEAD)
    board.lift("d8").drop("f7", "u", at=board.t + 0.9).rest(4.0)
    while board.view.answers and "d8" not in names(board.view.ask):
        answered(board, yes="d6" in names(board.view.ask))
        board.rest(1.0)
    assert board.recorded == []
    answered(board, yes=False)
    assert "Qd6>Pd8>d6" not in board.recorded


def test_it_is_asked_again_whether_a_union_went_straight_back() -> None:
    # It goes from c7 to c5, which is dead, and on to c6: only then it is seen to come.
    board = Board("4k3/2a3pp/8/8/8/8/6PP/4K3 b 0 - - -")
    board.lift("c7").rest(3.0)
    assert board.drop("c6", "u").rest(3.0) == ["PPc7>c6"]
    assert board.move("g7", "g6").rest(3.0) == ["restore g6 g7"]
    assert board.move("g6", "g7").rest(3.0) == ["restored"]
    for _ in range(2):
        assert board.move("c6", "c7").rest(4.0) == ["takeback? c7 e1 g7"]
        assert answered(board, yes=True) == ["takeback 1"]
        board.move("c7", "c6").rest(3.0)


def test_what_a_player_has_said_of_his_turn_he_is_not_asked_again() -> None:
    # The bishop frees the queen on d5, which goes to d4; the reply is out of turn, it seems, and
    # then the queen goes back and on. It is odd in any case: all is to be put right.
    board = with_bad(Board("8/4kb1r/8/3F4/8/4R3/6K1/8 b 2 - - -"), d5=SquareState.DEAD)
    board.touch("f7").drop("d4", "u", at=board.t + 1.5).lift("f7", at=board.t + 1.3).rest(6.0)
    board.move("e3", "e6").rest(5.6)
    board.move("h7", "h8").rest(2.5)
    board.move("h8", "h7").rest(1.0)
    board.drop("c4", "b").lift("d4", at=board.t + 0.76).rest(7.0)
    answer_all(board, "d5", then=4.0)
    asked = [said for said in board.all_said if said.startswith("part")]
    assert len(asked) == len(set(asked)) == 3


def test_who_has_answered_does_not_still_hold_what_he_had_set_down_on_the_way() -> None:
    # The rook stops on g6 and goes on to join the king; or it went to e5, or hands hold it still.
    board = with_bad(Board("8/p3k3/4R3/8/8/8/6PP/6K1 w 0 - - -"), e5=SquareState.DEAD)
    board.lift("e6").drop("g6", at=board.t + 0.8).lift("g6", at=board.t + 1.9)
    board.lift("e7", at=board.t + 1.3).drop("e7", "u", at=board.t + 0.6)
    assert board.rest(6.0) == ["Re6>g6", "takeback 1", "part e5"]
    answered(board, yes=False)
    board.rest(1.0)
    assert board.recorded == ["Re6xKe7"]


def test_a_piece_taken_up_again_is_not_back_at_once_on_the_stuck_square_that_it_left() -> None:
    # White's pawn goes from e5, which is dead, and joins the king, who had come from e7.
    fen = "8/4k3/8/4P3/8/8/P7/4K3 b 0 - - -"
    board = with_bad(Board(fen), e5=SquareState.DEAD, e7=SquareState.STUCK)
    assert board.drop("f6", "b").rest(5.0) == ["Ke7>f6"]
    assert board.lift("f6").rest(2.0) == []
    assert board.drop("f6", "u").rest(3.0) == ["ask f6"]
    assert board.touch("f6").rest(3.0)[0] == "e5xKf6"


def test_nobody_holds_a_piece_for_long_where_as_much_has_come_as_is_gone() -> None:
    # White's union has gone to h5, which is stuck. Black tries a chain, takes it back and moves
    # another union: it may be in the air still, and what has come the end of the chain.
    fen = "1i2rT2/5k2/p1E3P1/P1p2sa1/3I1n2/E3i1a1/3aK3/2Q3BJ w 1 - - -"
    board = with_bad(Board(fen), h5=SquareState.STUCK)
    board.lift("h1").lift("e8", at=board.t + 1.8).touch("e3").drop("d3", at=board.t + 1.0)
    board.lift("d3", at=board.t + 1.1).drop("c3", "b", at=board.t + 0.1).rest(2.1)
    board.lift("c3").drop("e8", "b", at=board.t + 1.0)
    board.lift("a3", at=board.t + 0.7).drop("b2", "u", at=board.t + 1.1).rest(4.0)
    assert answered(board, yes=True)[0] == "RBh1>h5"
    board.rest(20.0)
    assert board.recorded == ["RBh1>h5", "BPa3>b2"]


def test_who_never_slips_a_piece_in_is_asked_where_a_touch_would_not_tell() -> None:
    # Black's pawn has joined the one on f2, which is stuck, or the one on h2, which has gone on.
    board = Board("4k3/p7/8/8/8/6p1/5P1P/4K3 b 0 - - -")
    board.lift("g3").rest(5.0)
    assert board.move("h2", "h3").rest(4.0) == ["part f2"]
    assert answered(board, yes=True) == ["g3xf2", "h2>h3"]


def test_who_goes_back_to_a_stuck_square_takes_his_turn_back_once_that_is_sure() -> None:
    board = with_bad(Board("8/4k3/8/8/8/8/P7/4K3 b 0 - - -"), e7=SquareState.STUCK)
    board.drop("f6", "b").rest(5.0)
    assert board.lift("f6").rest(6.0) == ["takeback 1"]


def test_a_turn_played_once_more_is_known_after_all_was_put_right() -> None:
    # The pawn from d7, which is stuck, frees the knight on c6, who joins b4. What was touched as
    # that was played first, and put right, is no part of it.
    board = Board("r1b2b1r/p2p1k1p/1po2n2/2p1qap1/1PP2p1P/2N5/P2PPPR1/R1BQKB2 b 1 A - -")

    def play() -> Board:
        board.lift("c6", at=board.t + 1.4).drop("c6", at=board.t + 0.4)
        board.lift("b4", at=board.t + 1.5).drop("b4", "u", at=board.t + 0.5)
        return board.lift("b4", at=board.t + 7.0).drop("b5", "u", at=board.t + 0.8)

    assert play().rest(4.0) == ["restore b4 b5"]
    board.lift("b5").drop("b5", "w", at=board.t + 1.4).drop("b4", "w", at=board.t + 1.0).rest(2.5)
    board.lift("c6").drop("c6", at=board.t + 0.5).rest(4.0)
    board.lift("b5").lift("c6", at=board.t + 0.4).drop("c6", at=board.t + 1.4)
    assert board.rest(4.0)[-1] == "restored"
    assert play().rest(4.0) == ["part d7"]
    assert answered(board, yes=True)[:2] == ["d7>Nc6xb4", "PNb4>b5"]


def test_where_else_a_piece_may_have_stood_keeps_no_turn_open_that_was_seen_to_its_end() -> None:
    # It is asked about b1, which is dead. The rook comes to d1, and Black lifts at once, and errs.
    board = Board("1n2k3/p7/8/8/8/8/P7/R3K3 w 0 - - -")
    board = with_bad(board, a3=SquareState.DEAD, b1=SquareState.DEAD).lift("a1")
    assert board.rest(3.0) == ["part b1"]
    board.drop("d1", "w", at=board.t + 0.1).lift("b8", at=board.t + 0.1)
    assert board.drop("e6", "b", at=board.t + 0.5).rest(2.0) == ["Ra1>d1", "restore e6 b8"]


def test_what_somebody_moves_about_beside_a_dead_square_has_not_come_from_there() -> None:
    # A child has a pawn and the union of the rooks walk over the board, the union from f5.
    board = with_bad(Board("6k1/8/8/p4h2/8/8/1P6/6K1 b 0 - - -"), f5=SquareState.DEAD)
    assert board.move("g8", "h8").rest(5.0) == ["Kg8>h8"]
    board.lift("a5").drop("g5", at=board.t + 0.6).drop("g6", "u", at=board.t + 2.4)
    assert board.rest(1.4) == ["restore a5 g5 g6"]
    board.lift("g5").drop("f7", "w").lift("g6").lift("f7").drop("a5", "b")
    assert board.rest(3.0)[-1] == "restored"
    assert board.recorded == ["Kg8>h8"]


@pytest.mark.usefixtures("without_parts")
def test_a_second_bad_square_is_looked_for_beside_each_one_that_the_first_may_be() -> None:
    # The bishop goes to h3, and the pawn by a3 to a4, which are dead. g2 was seen to work.
    board = Board(START)
    for move in ("g2 g4", "g7 g5", "b2 b4"):
        board.move(*move.split()).rest(1.0)
    board.lift("f8").lift("f1", at=board.t + 0.4).drop("h6", "b", at=board.t + 0.4)
    board.lift("d7", at=board.t + 0.7).drop("d5", "b", at=board.t + 0.8)
    board.lift("a2", at=board.t + 0.5).drop("a3", "w", at=board.t + 0.6)
    board.lift("a3", at=board.t + 0.15).rest(18.0)
    board.move("h6", "g7").rest(2.5)
    board.move("e2", "e4").rest(1.0)
    assert board.recorded[3:] == ["Bf8>h6", "Bf1>h3", "d7>d5"]


@pytest.mark.usefixtures("without_parts")
def test_what_is_being_put_right_is_not_to_be_put_back() -> None:
    # A turn from a bad square to another one shows nowhere: what follows it is refused at last.
    board = Board("rn1qkbnr/pppbp1p1/7p/3p1p2/P7/3P3N/RPP1PPPP/1NBQKB1R w 8 Hah - -")
    assert board.move("e8", "f7").rest(6.0) == ["restore f7 e8"]
    assert board.move("f7", "e8").rest(3.0) == ["restored"]
    board.move("e8", "f7").rest(4.0)
    board.move("e1", "d2").rest(1.5)
    board.move("h8", "h7").rest(5.0)
    assert board.lift("d2").rest(8.5) == ["restore e1 f7 h7 e8 h8"]
    board.lift("g8").drop("e1", "w").drop("f6", "b").rest(6.0)
    assert board.move("f7", "e8").move("h7", "h8").rest(20.0) == ["restore f6 g8"]
    assert board.move("f6", "g8").rest(3.0) == ["restored"]


@pytest.mark.usefixtures("without_parts")
def test_a_second_bad_square_is_looked_for_after_each_of_two_turns_that_are_as_likely() -> None:
    # The king has come from f7 to g8, or the rook from h8. What has gone from c4 stands on f7, as
    # that is stuck, and whoever has joined a3 has come from b1, which is stuck, too.
    fen = "rnbq3r/2ppbkp1/7p/pe3p2/2f1sP2/1PP1P3/P2P2PP/RN3KNR b 2 - - -"
    board = Board(fen)
    board.drop("g8", "b").rest(0.8)
    board.lift("c4").rest(4.3)
    board.move("e7", "a3").rest(1.1)
    board.lift("a3").drop("a3", "u").rest(0.8)
    board.move("d7", "d5").rest(0.8)
    board.move("a1", "c1").rest(2.0)
    board.move("b8", "a6").rest(4.0)
    turns = ["Kf7>g8", "QPc4>f7", "Be7>a3", "Nb1xBa3", "d7>d5", "Ra1>c1", "Nb8>a6"]
    assert board.recorded == turns


@pytest.mark.usefixtures("without_parts")
def test_a_join_from_a_second_stuck_square_is_not_taken_for_adjusting() -> None:
    # The king goes to d1, and the bishop joins b5: e1 and f1 are stuck.
    fen = "rfq1kb1r/pp2p1pp/3P3n/3a1p2/8/1P2P2P/P4DPJ/RNB1KBN1 w 7 Aah - -"
    board = Board(fen)
    board.drop("d1", "w").rest(6.0)
    board.move("b7", "b5").rest(4.0)
    board.lift("b5").drop("b5", "u").rest(4.0)
    board.join("c8", "c1").rest(4.0)
    board.join("d6", "e7").rest(0.8)
    board.move("f5", "f4").rest(2.0)
    board.move("b8", "c8").rest(2.0)
    turns = ["Ke1>d1", "b7>b5", "Bf1xb5", "Qc8xBc1", "d6xe7", "f5>f4", "QPb8>c8"]
    assert board.recorded == turns
