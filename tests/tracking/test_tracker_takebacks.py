"""Setting the pieces back to an earlier position takes back to it."""

from __future__ import annotations

import pytest

from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import START, Board, Lay
from tests.tracking.test_tracker_turns import CASTLING, UNION, acted

OPENING = ("e2 e4", "e7 e5", "g1 f3", "b8 c6")


def after_opening(board: Board) -> Board:
    for move in OPENING:
        board.move(*move.split()).rest()
    return board


def test_the_last_turn_is_taken_back_and_another_one_played(lay: Lay) -> None:
    board = after_opening(lay(START))
    assert board.move("c6", "b8").rest() == ["takeback 4"]
    assert board.recorded == ["e2>e4", "e7>e5", "Ng1>f3"]
    assert board.move("g8", "f6").rest() == ["Ng8>f6"]


def test_turns_are_taken_back_one_by_one(lay: Lay) -> None:
    board = after_opening(lay(START))
    assert board.move("c6", "b8").rest() == ["takeback 4"]
    assert board.move("f3", "g1").rest() == ["takeback 3"]
    assert board.move("e5", "e7").rest() == ["takeback 2"]
    assert board.move("e4", "e2").rest() == ["takeback 1"]
    assert board.fen == START
    assert board.move("d2", "d4").rest() == ["d2>d4"]


def test_turns_are_taken_back_together(lay: Lay) -> None:
    board = after_opening(lay(START))
    board.move("c6", "b8").move("f3", "g1").move("e5", "e7")
    assert board.rest() == ["takeback 2"]
    assert board.move("c7", "c5").rest() == ["c7>c5"]


def test_turns_are_taken_back_in_any_order(lay: Lay) -> None:
    board = after_opening(lay(START))
    board.lift("e5").lift("f3").drop("e7", "b").move("c6", "b8").drop("g1", "w")
    assert board.rest() == ["takeback 2"]


def test_a_union_is_taken_apart_again(lay: Lay) -> None:
    board = lay(UNION)
    assert board.join("e4", "d5").rest() == ["e4xd5"]
    assert board.lift("d5").drop("d5", "b").drop("e4", "w").rest() == ["takeback 1"]
    assert board.fen == UNION


def test_a_chain_is_taken_back(lay: Lay) -> None:
    board = lay("4k3/8/8/8/4a3/2N5/8/4K3 w 0 - - -")
    assert board.lift("c3").touch("e4").drop("e5", "w").rest() == ["Nc3>Pe4>e5"]
    assert board.lift("e5").touch("e4").drop("c3", "w").rest() == ["takeback 1"]


def test_castling_is_taken_back(lay: Lay) -> None:
    board = acted(lay(CASTLING), "-e1 +g1w -h1 +f1w")
    assert board.rest() == ["0-0"]
    assert acted(board, "-g1 +e1w -f1 +h1w").rest(5.0) == ["takeback 1"]
    assert board.fen == CASTLING


def test_a_promotion_is_taken_back(lay: Lay) -> None:
    board = lay("4k3/1P6/8/8/8/8/8/4K3 w 7 - - -")
    assert board.move("b7", "b8").rest() == ["b7>b8=Q", "promote b8", "sako b8 e8"]
    assert board.move("b8", "b7").rest() == ["takeback 1"]
    assert board.view.promotion is None


def test_the_last_turn_of_a_finished_game_is_taken_back(lay: Lay) -> None:
    board = lay("4k3/8/8/8/8/8/4Q3/4K3 w 0 - - -")
    assert board.join("e2", "e8").rest() == ["Qe2xKe8", "end 1-0 paco"]
    assert board.lift("e8").drop("e8", "b").drop("e2", "w").rest() == ["takeback 1"]
    assert board.state == "SETTLED"


def test_a_take_back_before_the_turn_was_recorded_leaves_no_trace(lay: Lay) -> None:
    board = lay(START)
    assert board.move("e2", "e4").move("e4", "e2").rest(5.0) == []
    assert board.move("d2", "d4").rest() == ["d2>d4"]


def test_taking_back_can_be_switched_off() -> None:
    board = after_opening(Board(START, settings=TrackerSettings(takebacks=False)))
    assert board.move("c6", "b8").rest(2.0) == ["restore c6 b8"]
    assert board.move("b8", "c6").rest(2.0) == ["restored"]
    assert board.recorded == ["e2>e4", "e7>e5", "Ng1>f3", "Nb8>c6"]


def test_who_moves_a_union_back_plays_a_turn(lay: Lay) -> None:
    board = lay("4k3/8/8/8/8/8/4o3/4K3 w 0 - - -")
    assert board.move("e2", "c3").rest(5.0) == ["NNe2>c3"]
    assert board.move("c3", "e2").rest() == ["NNc3>e2"]


def test_a_turn_played_at_once_after_taking_one_back_is_no_second_take_back(lay: Lay) -> None:
    board = lay("2b1k3/8/8/8/4A3/8/8/4K3 w 0 - - -")
    board.move("e4", "e5").rest()
    board.move("c8", "b7").rest()
    board.move("b7", "c8").move("e5", "e4").rest()
    assert board.recorded == ["PPe4>e5", "PPe5>e4"]


def test_whoever_moves_next_tells_whether_a_union_was_moved_on(lay: Lay) -> None:
    for king, recorded in (
        ("e8", ["BBf1>h3", "Ke8>e7"]),
        ("e1", ["BBf1>g2", "BBg2>h3", "Ke1>e2"]),
    ):
        board = lay("4k3/8/8/8/8/8/8/4Kv2 w 0 - - -")
        board.move("f1", "g2").rest(1.0)
        board.move("g2", "h3").rest(1.0)
        assert board.recorded == ["BBf1>g2"]
        board.move(king, "e7" if king == "e8" else "e2").rest()
        assert board.recorded == recorded


def test_whoever_moves_next_tells_a_take_back_from_a_chain_that_goes_home(lay: Lay) -> None:
    for king, recorded in (("e8", ["Rd4>Qf4>d4", "Ke8>e7"]), ("e1", ["Ke1>e2"])):
        board = lay("4k3/8/8/8/3R1f2/8/8/4K3 w 0 - - -")
        board.lift("d4").touch("f4").drop("e3", "w").rest(1.0)
        board.move("e3", "d4").rest(1.0)
        board.move(king, "e7" if king == "e8" else "e2").rest()
        assert board.recorded == recorded


def test_of_positions_that_look_alike_the_nearest_is_gone_back_to(lay: Lay) -> None:
    board = lay("n3k3/8/8/8/4A3/8/8/4K3 w 0 - - -")
    for start, end in (("e4", "e5"), ("e5", "e4"), ("e4", "e5"), ("a8", "b6"), ("b6", "a8")):
        board.move(start, end).rest(5.0)
    assert board.recorded == ["PPe4>e5", "PPe5>e4", "PPe4>e5"]


def test_a_union_that_comes_back_by_another_way_is_no_take_back(lay: Lay) -> None:
    # After two turns it stands where it stood before them, but the other player is to move.
    queens = lay("4k3/8/8/8/4Y3/8/8/4K3 w 0 - - -")
    for start, end in (("e4", "e5"), ("e5", "d5"), ("d5", "e4")):
        queens.move(start, end).rest(5.0)
    assert queens.recorded == ["QQe4>e5", "QQe5>d5", "QQd5>e4"]


def test_a_turn_taken_back_and_at_once_a_chain_is_no_adjusting(lay: Lay) -> None:
    board = lay("4k3/8/8/8/3b4/8/2d5/b2QK3 w 0 - - -")
    board.join("d1", "d4").rest()
    board.lift("d4").drop("d4", "b").drop("d1", "w").rest(0.2)
    board.lift("d1").touch("c2").lift("a1").drop("a1", "u").rest(3.0)
    assert board.recorded == ["Qd1>Nc2xBa1"]


def test_a_chain_taken_back_and_brought_back_at_once_is_the_same_chain(lay: Lay) -> None:
    board = lay("4k3/8/8/8/4a3/2N5/8/4K3 w 0 - - -").lift("c3").touch("e4").drop("e5", "w")
    assert board.rest() == ["Nc3>Pe4>e5"]
    assert board.move("e5", "c3").rest() == ["takeback 1"]
    assert board.move("c3", "e5").rest() == ["Nc3>Pe4>e5"]


def test_a_turn_brought_back_after_a_take_back_may_be_another_one_shown_in_full(lay: Lay) -> None:
    board = lay("8/2k5/8/8/3c4/8/8/K2Q4 w 0 - - -").move("d1", "g4")
    assert board.rest() == ["Qd1>g4"]
    assert board.move("g4", "d1").rest() == ["takeback 1"]
    assert board.lift("d1").touch("d4").drop("g4", "w").rest() == ["Qd1>Rd4>g4"]


def test_who_takes_back_and_holds_the_same_piece_again_has_not_played_it_once_more(
    lay: Lay,
) -> None:
    board = lay("4k3/8/8/8/p3a3/2N5/8/4K3 w 0 - - -").join("c3", "a4")
    assert board.rest() == ["Nc3xa4"]
    board.lift("a4").drop("a4", "b").drop("c3", "w").rest(3.0)
    assert board.lift("c3").rest(8.0) == []
    board.touch("e4").drop("e5", "w").rest()
    assert board.recorded == ["Nc3>Pe4>e5"]


def test_where_take_back_and_turn_stay_alike_the_board_is_to_be_set_back() -> None:
    # The pawn goes home, which is seen as the union's move, too; then both stories go on alike.
    board = Board("rnq2bn1/p3kp1r/b1p5/1d1ap1pp/1P4BP/P1NP4/1BPQ1PP1/R3K2R b 2 AH - -")
    assert board.lift("g4").lift("h5").drop("g4", "u").rest(3.0) == ["h5xBg4"]
    board.lift("g4").drop("g4", "w").drop("h5", "b", at=board.t + 1.0)
    board.lift("g4", at=board.t + 0.45).lift("c8", at=board.t + 1.2).drop("g4", "u")
    assert board.rest(3.0) == []
    assert board.lift("c3").touch("b5").touch("a7").rest(3.0) == ["restore c3 h5 c8"]


@pytest.mark.slow
def test_a_chain_undone_piece_by_piece_is_taken_back() -> None:
    # Half undone, it looks as if Black had moved a union, though the rook came home before that.
    board = Board("4k3/8/8/8/h7/8/6K1/R2l4 w 0 - - -").lift("a1").touch("d1").touch("a4")
    board.drop("g4", "w").rest(5.0)
    t = board.t
    board.lift("d1", at=t).drop("d1", at=t + 0.81).drop("a1", "w", at=t + 1.92)
    board.lift("a4", at=t + 2.24).drop("a4", at=t + 3.26).lift("d1", at=t + 4.28)
    board.drop("d1", at=t + 5.5).lift("g4", at=t + 7).lift("a4", at=t + 7.5)
    board.drop("a4", "u", at=t + 7.82).rest(10.0)
    assert board.recorded == []
    assert board.state == "SETTLED"


def test_a_union_that_moves_back_as_the_board_is_put_right_is_asked_about() -> None:
    # Somebody has set a piece of the union elsewhere; it is put back, and the union moves at once.
    board = Board("4k3/3p4/8/2a5/8/3R4/8/4K3 w 0 - - -", SensorKind.COLOUR).move("c5", "c6")
    assert board.rest() == ["PPc5>c6"]
    assert board.slip("c6", "w").drop("h5", "b").rest(2.0) == ["restore h5 c6"]
    board.lift("h5").slip("c6").lift("c6", at=board.t + 0.1).drop("c5").lift("d3", at=board.t + 0.2)
    board.drop("g3", "w").lift("d7", at=board.t + 0.1).drop("d5", "b")
    assert board.rest(10.0) == ["restored", "takeback? c5 g3 e8"]
    assert board.touch("e8").rest(3.0) == ["PPc6>c5", "Rd3>g3", "d7>d5"]
    assert board.recorded == ["PPc5>c6", "PPc6>c5", "Rd3>g3", "d7>d5"]


def test_an_unfinished_chain_taken_back_by_its_player_is_not_two_moves_of_a_union() -> None:
    # The freed pawn stands for a while on c5, as if the union had gone there; then all goes back.
    board = Board("r1bqkb1r/1ppnpp2/5npp/p7/2aP2PP/PP6/1B2PP2/RN1QKBNR w 0 AHah - -")
    board.lift("c4").drop("c5", "w", at=board.t + 1.2)
    assert board.rest(1.1) == ["PPc4>c5"]
    t = board.t
    board.lift("b3", at=t + 0.2).drop("c4", "u", at=t + 1.2).lift("c5", at=t + 2.4)
    board.drop("b3", "w", at=t + 3.2).lift("f2", at=t + 3.8).drop("f4", at=t + 4.1)
    board.rest(5.0)
    assert board.recorded == ["f2>f4"]


def test_an_earlier_position_is_gone_back_to_however_much_was_touched_on_the_way(lay: Lay) -> None:
    board = lay("rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w 0 AHah - -")
    for start, end in (("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6")):
        board.move(start, end).rest(3.0)
    assert board.move("c1", "c5").rest(3.0) == ["restore c1 c5"]
    for square in ("a8", "b7", "c8", "d8", "a1", "b2", "c2", "d2"):
        board.touch(square)
    board.move("c6", "b8").move("f3", "g1").move("e5", "e7").move("e4", "e2").rest(3.0)
    assert board.move("c5", "c1").rest(3.0) == ["restored", "takeback 1"]


def test_who_says_that_it_was_another_turn_has_not_brought_back_the_chain(lay: Lay) -> None:
    board = lay("8/2k5/8/3p4/2Pc4/8/8/K2Q4 w 0 - - -")
    assert board.lift("d1").touch("d4").drop("g4", "w").rest(3.0) == ["Qd1>Rd4>g4"]
    assert board.move("g4", "d1").rest(3.0) == ["takeback 1"]
    assert board.move("d1", "g4").rest(3.0) == ["ask d4"]
    assert board.touch("g4").rest(3.0) == ["Qd1>g4"]


def test_a_take_back_stands_though_a_far_fetched_story_leads_to_the_same_board() -> None:
    # White's chain is taken back piece by piece. The pawn that began it is home, and Black's pawn
    # on c7 might have gone to b6 and back with a piece slipped in: then all would look just so.
    board = Board("3j1lkQ/a1p2D2/cF3c2/2dj1t2/E6p/3K2W1/5P2/6S1 w 9 - - -")
    board.lift("f2").touch("g3").touch("c7")
    assert board.rest(2.0)[0] == "f2>Bg3xc7"
    board.touch("g3").drop("f2", "w", at=board.t + 0.5)
    board.lift("c7", at=board.t + 0.65).drop("c7", "b", at=board.t + 0.9)
    assert board.rest(1.25) == ["takeback 1"]
    board.touch("g3").rest(0.4)
    assert board.move("g3", "f4").rest(2.0)[0] == "BQg3>f4"


@pytest.mark.slow
def test_no_turn_is_recorded_halfway_through_taking_a_chain_back(lay: Lay) -> None:
    # The bishop is back on b7 when the union on b6 is lifted: as if that went there.
    board = lay("4k3/1b6/1DC5/8/8/8/8/4K3 b 0 - - -")
    board.lift("b7").touch("c6").touch("b6").drop("a8", "b")
    assert board.rest(2.3) == ["Bb7>Rc6>Nb6>a8"]
    board.touch("c6").drop("b7", "b", at=board.t + 0.6)
    board.lift("b6", at=board.t + 1.1).drop("b6", "u", at=board.t + 0.9)
    board.lift("c6", at=board.t + 1.0).drop("c6", "u", at=board.t + 1.5)
    assert "PRb6>b7" not in board.rest(0.5)
    board.lift("a8").lift("b6").drop("b6", "u").rest(3.0)
    assert board.recorded == []
    assert board.state == Board("4k3/1b6/1DC5/8/8/8/8/4K3 b 0 - - -").state


@pytest.mark.usefixtures("with_and_without_parts")
@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_turns_are_taken_back_however_doubtful_the_last_one_was(sensor: SensorKind) -> None:
    board = Board("1nq1k1n1/rp4b1/d2p4/5ppr/2a3E1/BPP2da1/P3P2P/RQ2KBR1 w 2 A - -", sensor)
    board.lift("h2", at=3.64).drop("h3", at=4.47)
    board.lift("f5", at=6.17).drop("f4", at=6.92)
    board.lift("b1", at=7.07).drop("e4", at=8.11)
    board.lift("e8", at=8.6).drop("d8", at=9.19)
    board.lift("e4", at=9.67).drop("h7", at=10.4)
    # Back to where Black's pawn stood on f5: whoever does it hesitates, and the board complains.
    board.lift("h7", at=17.64).drop("b1", at=18.34).lift("f4", at=19.03).drop("e8", at=19.72)
    board.lift("d8", at=21.3).drop("f5", at=22.5).rest(5.0)
    assert board.all_said[-2:] == ["restored", "takeback 2"]
    assert board.recorded == ["h2>h3"]


def test_two_turns_set_back_with_much_put_right_meanwhile_are_no_two_turns_back() -> None:
    board = Board("4k3/1b3ppp/8/8/8/8/PPP5/4K2Q w 0 - - -")
    board.move("h1", "h4").rest()
    board.move("b7", "a8").rest()
    board.lift("h4").touch("a2").touch("b2").touch("c2").drop("h1", "w").rest(0.5)
    assert board.move("a8", "b7").rest(5.0) == ["takeback 1"]


@pytest.mark.parametrize("gap", [0.3, 0.9])
def test_a_union_that_goes_back_after_a_takeback_need_not_be_taken_back_as_well(
    lay: Lay, gap: float
) -> None:
    # White takes his turn back, and then moves Black's last one back, or takes that back, too.
    board = lay("r3k3/6pp/8/2a5/8/2N5/6PP/4K3 b 0 - - -")
    board.move("c5", "c4").rest(4.0)
    board.touch("c4").move("a8", "g5").rest(1.5)
    board.move("g5", "a8").rest(0.8)
    board.move("c3", "d5").rest(3.0)
    assert board.recorded == ["PPc5>c4", "Nc3>d5"]
    board.lift("d5").drop("c3", "w", at=board.t + 0.9)
    board.lift("c4", at=board.t + gap).drop("c5", "u", at=board.t + 0.6).rest(6.0)
    assert board.all_said[-2:] == ["takeback 2", "takeback? c5 c3 a8"]
    assert board.recorded == ["PPc5>c4"]


@pytest.mark.slow
def test_whose_turn_it_is_tells_at_last_whether_unions_that_went_on_had_been_set_back() -> None:
    # White's union goes to d7, Black sets it on d5; it is on d6 again, by White's turn or as both
    # were taken back. Unions are moved by either player.
    fen = "1k1r2wl/5pT1/2Da2vp/a7/4e1P1/4DN2/1E4K1/3NJ1J1 w 5 - - -"
    board = Board(fen, SensorKind.COLOUR).move("d6", "d7")
    board.rest(4.0)
    board.move("g2", "h1").rest(4.0)
    board.move("h1", "g2").rest(1.5)
    board.move("d7", "d5").rest(6.0)
    board.move("d5", "d6").lift("g6").drop("g6", at=board.t + 1.4)
    board.lift("g6", at=board.t + 1.2).drop("f5", at=board.t + 1.1).rest(3.6)
    board.move("f5", "d7").rest(9.0)
    board.move("d7", "f5").rest(2.0)
    assert board.all_said[-1] == "PPd7>d5"
    board.move("h6", "h5").rest(3.0)
    assert board.recorded == ["BBg6>f5", "BBf5>d7", "BBd7>f5", "h6>h5"]


def to_and_fro(lay: Lay) -> Board:
    """A bishop comes out, and both play a piece to and fro: White is to move."""
    board = lay("2b1k3/8/8/8/8/8/8/3QK1n1 b 0 - - -").move("c8", "b7")
    board.rest()
    for start, end in (("d1", "f3"), ("g1", "h3"), ("f3", "d1"), ("h3", "g1")):
        board.move(start, end).rest()
    assert len(board.recorded) == 5
    return board


def test_who_moves_a_piece_out_of_turn_takes_no_turns_back_that_went_to_and_fro(lay: Lay) -> None:
    board = to_and_fro(lay)
    assert board.move("b7", "c8").rest(3.0) == ["restore b7 c8"]
    assert board.move("c8", "b7").rest(3.0) == ["restored"]
    assert board.move("d1", "d5").rest() == ["Qd1>d5"]


def test_who_insists_on_that_takes_them_all_back(lay: Lay) -> None:
    board = to_and_fro(lay)
    assert board.move("b7", "c8").rest(3.0) == ["restore b7 c8"]
    assert board.move("c8", "b7").rest(3.0) == ["restored"]
    assert board.move("b7", "c8").rest(3.0) == ["takeback 1"]
    assert board.move("c8", "a6").rest() == ["Bc8>a6"]


def test_a_union_set_down_wrongly_may_be_moved_back_instead_of_being_put_right(lay: Lay) -> None:
    board = lay("2b1k3/8/8/7a/8/8/8/3QK3 w 0 - - -").move("h5", "h6")
    assert board.rest(4.0) == ["PPh5>h6"]
    assert board.move("h6", "a3").rest(2.0) == ["restore a3 h6"]
    board.move("a3", "h5").rest(2.0)
    assert board.recorded == ["PPh5>h6", "PPh6>h5"]


def test_nobody_is_back_where_he_came_from_before_he_has_left() -> None:
    # The pawn from h2, which is stuck, goes to h3, and the queen on from h5 to e2.
    plain = TrackerSettings(asks_of_parts=False)
    board = Board("4k3/8/8/8/8/7q/4P2P/4K3 b 0 - - -", settings=plain)
    assert board.move("h3", "h5").rest(1.0) == ["Qh3>h5"]
    board.drop("h3", "w").rest(3.0)
    board.lift("h5").touch("e2").rest(3.0)
    board.move("e1", "d2").rest(3.0)
    assert "takeback 1" not in board.all_said
    assert board.recorded[:3] == ["Qh3>h5", "h2>h3", "Qh5xe2"]


def test_who_has_just_taken_a_turn_back_takes_back_those_before_it_in_whatever_way(
    lay: Lay,
) -> None:
    board = lay("7k/7p/8/8/8/8/7P/R3K3 w 0 - - -")
    for turn in ("a1 a4", "h8 g8", "a4 d4", "g8 h8", "h2 h3"):
        board.move(*turn.split()).rest(3.0)
    assert len(board.recorded) == 5
    assert board.move("h3", "h2").rest(1.5) == ["takeback 5"]
    # Black's king is home already: only the rook stands elsewhere than before it all.
    assert board.move("d4", "a1").rest(3.0) == ["takeback 1"]


def test_who_has_taken_a_turn_back_may_play_another_one_that_leads_to_an_earlier_position(
    lay: Lay,
) -> None:
    board = lay("6r1/k6p/8/8/8/8/K6P/7R w 0 - - -")
    for turn in ("h1 g1", "g8 h8", "g1 h1", "a7 a8"):
        board.move(*turn.split()).rest(3.0)
    assert board.move("a8", "a7").rest(1.5) == ["takeback 4"]
    # All stands as before the first turn, but by a turn.
    assert board.move("h8", "g8").rest(3.0) == ["Rh8>g8"]
    assert board.recorded == ["Rh1>g1", "Rg8>h8", "Rg1>h1", "Rh8>g8"]


def test_who_takes_a_chain_back_and_still_holds_its_last_piece_is_told_nothing(lay: Lay) -> None:
    # The bishop is out of the union and home again; the rook that it had freed is in the hand.
    board = lay("4k3/8/8/5B2/6c1/8/8/4K3 w 0 - - -")
    board.lift("f5").touch("g4").drop("g6", "w")
    assert board.rest(3.0) == ["Bf5>Rg4>g6"]
    board.lift("g4").drop("g4", "b").drop("f5", "w").lift("g6")
    said = board.rest(2.5)
    board.lift("g4").drop("g4", "u")
    assert [*said, *board.rest(3.0)] == ["takeback 1"]


@pytest.mark.parametrize("gap", [0.05, 0.1, 0.25])
@pytest.mark.usefixtures("with_and_without_parts")
def test_a_turn_is_taken_back_by_who_lifts_his_piece_twice_in_a_moment(gap: float) -> None:
    board = Board(START).move("e2", "e3")
    board.rest(2.5)
    board.touch("e3").lift("e3", at=board.t + gap).drop("e2", at=board.t + 0.4).rest(3.0)
    board.move("d2", "d3").rest(3.0)
    assert board.all_said == ["e2>e3", "takeback 1", "d2>d3"]
