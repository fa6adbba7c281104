"""A union that goes straight back soon: a turn taken back, one knocked over, or the reply?"""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board
from tests.tracking.playing import see
from tests.tracking.polled import with_bad

pytestmark = pytest.mark.slow

# White's bishop may free the pawn on c4, which may free the one on b5, which may go to b6.
START = "1nb2bnr/2qk1p2/5P2/Cap2a2/p1a3pp/P6N/2RQB1PP/1NB1KR2 w 3 - - -"
BY_TOUCH = TrackerSettings(asks_of_parts=False)
BEFORE = ["Rf1>f2", "RPa5>a6"]
MOVED = ["PPb5>b6", "PPb6>b5"]


def gone_back(stood: float, settings: TrackerSettings = BY_TOUCH) -> Board:
    """White moves a union in the third turn; having stood for so long it is back."""
    board = Board(START, settings=settings)
    board.move("f1", "f2").rest(5.0)
    board.move("a5", "a6").rest(5.0)
    board.move("b5", "b6").rest(stood - 0.3)
    return board.move("b6", "b5")


def goes_on(board: Board) -> Board:
    board.move("d2", "d1").rest(3.0)
    return board


@pytest.mark.parametrize("stood", [0.9, 3.0])
def test_whether_it_was_a_turn_is_asked_where_the_union_stands(stood: float) -> None:
    board = gone_back(stood)
    assert board.rest(2.5) == ["ask b5"]
    assert board.touch("b5").rest(3.0) == ["PPb6>b5"]
    assert goes_on(board).recorded == [*BEFORE, *MOVED, "Qd2>d1"]


@pytest.mark.parametrize("stood", [0.9, 3.0])
def test_who_answers_for_the_turn_before_has_taken_his_own_back(stood: float) -> None:
    board = gone_back(stood)
    board.rest(3.0)
    assert board.touch("a6").rest(3.0) == ["takeback 3"]
    assert goes_on(board).recorded == [*BEFORE, "Qd2>d1"]


def test_who_has_taken_another_turn_back_before_may_answer_for_the_one_before_that() -> None:
    board = Board(START, settings=BY_TOUCH)
    board.move("f1", "f2").rest(5.0)
    board.move("a5", "a6").rest(5.0)
    assert board.move("d2", "d1").rest(5.0)[0] == "Qd2>d1"
    assert board.move("d1", "d2").rest(5.0)[0] == "takeback 3"
    assert board.move("b5", "b6").rest(0.6)[0] == "PPb5>b6"
    assert board.move("b6", "b5").rest(3.0) == ["ask b5"]
    assert board.touch("a6").rest(3.0) == ["takeback 3"]


def test_a_word_says_so_as_well() -> None:
    board = gone_back(0.9)
    board.rest(3.0)
    board.events += board.tracker.answer(board.t, parse_square("b5"))
    assert board.rest(3.0) == ["PPb6>b5"]


@pytest.mark.parametrize("settings", [BY_TOUCH, TrackerSettings()], ids=["touch", "parts"])
@pytest.mark.parametrize(("stood", "between"), [(0.9, []), (3.0, MOVED)])
def test_where_nobody_answers_it_is_a_turn_unless_it_came_sooner_than_anybody_replies(
    stood: float, between: list[str], settings: TrackerSettings
) -> None:
    board = goes_on(gone_back(stood, settings))
    for start, end in (("c7", "d6"), ("g2", "g3")):
        board.move(start, end).rest(3.0)
    assert board.recorded[: 3 + len(between)] == [*BEFORE, *between, "Qd2>d1"]
    assert not board.view.ask


def test_who_has_long_been_asked_and_plays_on_has_played_no_turn() -> None:
    board = gone_back(3.0)
    board.rest(6.0)
    goes_on(board).move("c7", "d6").rest(3.0)
    assert board.recorded == [*BEFORE, "Qd2>d1", "Qc7>d6"]


@pytest.mark.parametrize(("stood", "between"), [(0.9, []), (3.0, MOVED)])
def test_who_leaves_the_board_alone_after_his_next_turn_is_not_waited_for(
    stood: float, between: list[str]
) -> None:
    board = gone_back(stood)
    board.rest(1.5)
    board.move("d2", "d1").rest(16.0)
    assert board.recorded == [*BEFORE, *between, "Qd2>d1"]


def test_who_plays_two_turns_at_once_may_answer_for_the_second_one() -> None:
    board = gone_back(0.9).move("d2", "d1")
    board.rest(0.8)
    board.move("c7", "d6")
    assert board.rest(4.0) == ["ask b5"]
    board.touch("d6").rest(3.0)
    assert board.recorded == [*BEFORE, "Qd2>d1", "Qc7>d6"]


def test_an_answer_may_come_while_the_next_turn_is_being_played() -> None:
    board = gone_back(0.9)
    assert board.rest(2.0) == ["ask b5"]
    board.move("d2", "d1").touch("b5").rest(3.0)
    assert board.recorded == [*BEFORE, *MOVED, "Qd2>d1"]


def test_who_answers_for_the_next_turn_had_taken_the_one_before_back() -> None:
    board = gone_back(3.0)
    assert board.rest(2.0) == ["ask b5"]
    board.move("d2", "d1").touch("d1").rest(3.0)
    assert board.recorded == [*BEFORE, "Qd2>d1"]


@pytest.mark.parametrize(
    ("touched", "between"), [("b5", MOVED), ("a6", []), ("d1", [])], ids=["it", "before", "since"]
)
def test_who_plays_on_at_once_is_asked_then(touched: str, between: list[str]) -> None:
    board = gone_back(0.9).move("d2", "d1")
    assert board.rest(4.0) == ["ask b5"]
    board.touch(touched).rest(3.0)
    assert board.recorded == [*BEFORE, *between, "Qd2>d1"]


def test_who_is_asked_late_may_still_answer_after_one_more_turn() -> None:
    board = gone_back(0.9).move("d2", "d1")
    assert board.rest(4.0) == ["ask b5"]
    assert board.move("c7", "d6").rest(3.0) == []
    board.touch("b5").rest(3.0)
    assert board.recorded == [*BEFORE, *MOVED, "Qd2>d1", "Qc7>d6"]


@pytest.mark.parametrize(
    "touches", [["a6"], ["d1"], ["d6", "d6"]], ids=["before", "since", "since it was asked"]
)
def test_who_answers_for_any_turn_since_had_taken_the_one_before_back(touches: list[str]) -> None:
    board = gone_back(0.9).move("d2", "d1")
    assert board.rest(4.0) == ["ask b5"]
    board.move("c7", "d6").rest(3.0)
    for square in touches:
        board.touch(square).rest(3.0)
    assert board.recorded == [*BEFORE, "Qd2>d1", "Qc7>d6"]


def test_what_has_stood_for_long_is_moved_back_by_a_turn_unasked() -> None:
    assert gone_back(5.0).rest(3.0) == ["PPb6>b5"]


@pytest.mark.parametrize(("touched", "between"), [("c5", ["PPc5>c4", "PPc4>c5"]), ("d8", [])])
def test_where_the_turn_before_has_entered_that_square_it_is_asked_after_the_next_one(
    touched: str, between: list[str]
) -> None:
    # Until then he would answer for the turn before by the same touch.
    board = Board("4k3/8/8/2p5/3P4/8/8/4K3 w 0 - - -", settings=BY_TOUCH)
    assert board.join("d4", "c5").rest(5.0) == ["d4xc5"]
    assert board.move("c5", "c4").rest(0.6) == ["PPc5>c4"]
    assert board.move("c4", "c5").rest(4.0) == []
    assert board.move("e8", "d8").rest(4.0) == ["ask c5"]
    board.touch(touched).rest(3.0)
    assert board.recorded == ["d4xc5", *between, "Ke8>d8"]


def test_who_touches_two_other_pieces_means_no_turn() -> None:
    board = gone_back(0.9)
    board.rest(3.0)
    board.touch("e1").rest(3.0)
    board.touch("d2").rest(3.0)
    assert goes_on(board).recorded == [*BEFORE, "Qd2>d1"]


def test_in_a_game_played_that_fast_it_is_the_reply() -> None:
    board = Board(START, settings=BY_TOUCH)
    for start, end in (("f1", "f2"), ("a5", "a6"), ("f2", "f1"), ("a6", "a5"), ("b5", "b6")):
        board.move(start, end).rest(0.8)
    board.move("b6", "b5").rest(0.8)
    goes_on(board)
    assert board.recorded[4:6] == MOVED


@pytest.mark.parametrize(
    ("touched", "recorded"),
    [
        (["f5"], ["BPg2>h3", "Re5>Be4>Qf5>e5", "BPh3>f1"]),
        # He has taken the first move back, and adjusted the pieces on the way of that chain.
        (["f1", "f1"], ["BPg2>f1"]),
    ],
)
def test_a_chain_that_came_home_or_a_union_gone_back_is_asked_for_where_no_next_turn_would_tell(
    touched: list[str], recorded: list[str]
) -> None:
    board = Board("5n2/B3P3/R1kQ3b/Dp2rTp1/2NpE1P1/K1Pp4/3aPCe1/3h3r w 0 - - -", settings=BY_TOUCH)
    board.move("g2", "h3").rest(3.0)
    board.lift("e4").lift("e5").rest(5.0)
    board.drop("e4", "u").touch("f5").drop("e5", "b").rest(0.3)
    board.lift("h3").slide("g2", "f1")
    assert board.rest(6.0) == ["ask e4 f5"]
    for square in touched:
        board.touch(square).rest(4.0)
    assert board.recorded == recorded


def test_who_sets_a_union_back_further_than_he_was_asked_to_has_taken_its_turn_back() -> None:
    # He has stopped on g6 on his way to f7; later it stands on g6, as the lights have said.
    start = "r2k2j1/p2pb3/bp3L2/PQp2pnp/4p1PN/4Pp1N/1PDP1K1P/R1B1R3 w 8 - - -"
    board = Board(start, settings=BY_TOUCH).move("f6", "g6")
    assert board.rest(1.0) == ["RQf6>g6"]
    assert board.move("g6", "f7").rest(16.0) == ["restore g6 f7"]
    assert board.move("f7", "g6").rest(9.0) == ["restored"]
    assert board.move("g6", "f6").rest(9.0) == ["ask f6"]
    # He has nothing to answer, and plays on.
    board.move("f6", "f7").rest(2.0)
    board.move("d8", "c8").rest(3.0)
    assert board.recorded == ["RQf6>f7", "Kd8>c8"]


def test_what_was_said_to_be_a_turn_leaves_no_doubt_of_those_to_come() -> None:
    # On its way back the union stops on b6, where the turn before might have ended as well.
    start = "2N1R1Kk/pPvf4/2P3c1/rn1b3P/Np1P4/2q1D1c1/Pp1p1Np1/4r1B1 w 1 - - -"
    board = Board(start, SensorKind.COLOUR, settings=BY_TOUCH).move("c7", "d6")
    board.rest(0.85)
    board.lift("d6", at=board.t + 0.05).drop("b6", "u", at=board.t + 0.7).rest(0.5)
    board.lift("b6", at=board.t + 0.05).drop("c7", "u", at=board.t + 1.3)
    assert board.rest(2.0)[-1] == "ask c7"
    board.touch("c7").rest(3.0)
    board.move("e3", "e4").rest(3.0)
    board.move("g6", "g5").rest(3.0)
    assert board.recorded == ["BBc7>d6", "BBd6>c7", "PNe3>e4", "PRg6>g5"]


def test_who_touches_two_unions_on_his_way_home_has_played_a_chain_and_takes_nothing_back() -> None:
    board = Board("Q2NN3/2eDq3/2a5/eKRP1E2/1r1d3a/p3P2r/5np1/hw2k3 w 5 - - -", settings=BY_TOUCH)
    assert board.move("d8", "e6").rest(0.9) == ["Nd8>e6"]
    board.lift("e6").touch("c6").touch("d7").drop("d8", "w")
    assert board.rest(5.0) == ["revise Nd8>Pc6>Pd7>d8=Q", "promote d8"]


def test_who_straightens_a_piece_before_he_goes_home_has_taken_his_turn_back() -> None:
    board = Board("Q2NN3/2eDq3/2a5/eKRP1E2/1r1d3a/p3P2r/5np1/hw2k3 w 5 - - -", settings=BY_TOUCH)
    assert board.move("d8", "e6").rest(0.9) == ["Nd8>e6"]
    board.touch("h4").rest(0.9)
    assert board.move("e6", "d8").rest(3.0) == ["takeback 1"]


def test_a_union_back_from_a_promotion_that_nobody_answers_for_holds_the_game_up_no_longer() -> (
    None
):
    board = Board("7k/2C4p/8/8/8/8/7P/7K w 4 - - -", settings=BY_TOUCH)
    assert board.move("c7", "c8").rest(3.2) == ["PRc7>c8=Q", "promote c8"]
    assert board.move("c8", "c7").rest(3.0) == ["ask c7"]
    board.move("h2", "h3").rest(3.0)
    assert board.move("h7", "h6").rest(3.0) == ["takeback 1", "h2>h3", "h7>h6"]


@pytest.mark.parametrize("hesitates", [0.2, 6.0])
def test_who_takes_his_turn_back_and_goes_through_its_union_has_not_answered_by_that(
    hesitates: float,
) -> None:
    board = gone_back(0.9)
    assert board.rest(2.0) == ["ask b5"]
    board.lift("e2").touch("c4").touch("b5").rest(hesitates)
    board.drop("b6", "w").rest(3.0)
    board.move("c7", "d6").rest(3.0)
    board.move("d2", "d1").rest(3.0)
    assert board.recorded[:3] == [*BEFORE, "Be2>Pc4>Pb5>b6"]


def test_what_is_straightened_with_a_piece_in_hand_answers_nothing() -> None:
    board = gone_back(0.9)
    assert board.rest(2.0) == ["ask b5"]
    board.lift("d2").touch("b5", at=board.t + 0.7).drop("d1", "w", at=board.t + 0.7).rest(3.0)
    board.move("c7", "d6").rest(3.0)
    board.move("g2", "g3").rest(3.0)
    assert board.recorded == [*BEFORE, "Qd2>d1", "Qc7>d6", "g2>g3"]


def test_who_goes_through_its_union_may_say_so_once_more() -> None:
    board = gone_back(0.9)
    assert board.rest(2.0) == ["ask b5"]
    board.lift("e2").touch("c4").touch("b5").drop("b6", "w").rest(3.0)
    board.touch("b5").rest(3.0)
    board.move("c7", "d6").rest(3.0)
    board.move("d2", "d1").rest(3.0)
    assert board.recorded[:3] == [*BEFORE, "Be2>Pc4>Pb5>b6"]


def test_who_touches_the_union_and_then_goes_through_it_has_answered() -> None:
    board = gone_back(0.9)
    assert board.rest(2.0) == ["ask b5"]
    board.touch("b5").lift("e2").touch("c4").touch("b5").drop("b6", "w").rest(3.0)
    assert board.recorded == [*BEFORE, *MOVED, "Be2>Pc4>Pb5>b6"]


def test_who_takes_his_turn_back_and_castles_rook_first_has_played_that() -> None:
    board = Board("1n2k2r/8/4F3/8/8/8/6P1/4K3 b 0 h - -", settings=BY_TOUCH)
    assert board.move("e6", "g8").rest(0.5)[0] == "QPe6>g8"
    assert board.move("g8", "e6").rest(2.0) == ["ask e6"]
    board.move("h8", "f8").rest(0.8)
    board.move("e8", "g8").rest(3.0)
    board.move("g2", "g3").rest(3.0)
    board.move("b8", "c6").rest(3.0)
    assert board.recorded == ["0-0", "g2>g3", "Nb8>c6"]


def test_a_wrong_move_after_it_says_nothing_of_what_went_straight_back_unasked() -> None:
    # It is open whether the pawn may be joined en passant, and so the union's turn is not recorded.
    board = Board("4k3/3p4/8/l3P3/8/8/8/1N2K3 b 0 - - -", settings=BY_TOUCH)
    board.move("d7", "d5").lift("a5", at=board.t + 0.6).drop("a6", at=board.t + 1.0)
    board.lift("a6", at=board.t + 0.46).drop("a5", at=board.t + 0.7).rest(5.0)
    assert board.move("b1", "g6").rest(3.0)[-1] == "restore b1 g6"
    assert board.recorded == ["d7>d5"]


@pytest.mark.parametrize("rest", [0.3, 3.0])
def test_of_a_union_that_has_moved_on_nobody_is_asked_for_long(rest: float) -> None:
    board = Board("4k3/p6p/8/8/8/3v4/8/4K3 w 0 - - -", settings=BY_TOUCH)
    board.move("d3", "f5").rest(0.5)
    assert board.move("f5", "d3").rest(1.5)[-1] == "ask d3"
    board.move("d3", "e4").rest(rest)
    for start, end in (("a7", "a6"), ("e1", "e2")):
        board.move(start, end).rest(3.0)
    assert board.recorded == ["BBd3>e4", "a7>a6", "Ke1>e2"]


def test_two_quick_turns_after_it_tell_before_a_wrong_move_can_spoil_them() -> None:
    board = gone_back(0.9)
    assert board.rest(3.0) == ["ask b5"]
    for start, end in (("d2", "d1"), ("c7", "d6"), ("g2", "g3")):
        board.move(start, end).rest(0.8)
    assert board.move("d6", "h1").rest(3.0)[-1].startswith("restore")
    assert board.recorded[:3] == [*BEFORE, "Qd2>d1"]


def test_a_reply_that_was_taken_back_at_once_is_no_two_turns() -> None:
    # Black moves the union back where it came from, and takes that back before anybody replies.
    board = Board("4k3/p6p/8/8/8/3v4/P6P/4K3 w 0 - - -", settings=BY_TOUCH)
    assert board.move("d3", "f5").rest(3.0) == ["BBd3>f5"]
    board.move("f5", "d3").lift("d3", at=board.t + 0.8).drop("f5", at=board.t + 0.8).rest(2.5)
    for start, end in (("a7", "a6"), ("a2", "a3"), ("h7", "h6")):
        board.move(start, end).rest(3.0)
    assert board.recorded == ["BBd3>f5", "a7>a6", "a2>a3", "h7>h6"]


def test_it_may_be_the_reply_though_the_union_was_straightened_before_all_was_put_right() -> None:
    fen = "2kr1b2/2pqrpp1/2n2n1p/p3a3/a2a2b1/4BPP1/1PPKB2P/1N1QR1NR w 3 - - -"
    board = with_bad(Board(fen, settings=BY_TOUCH), d7=SquareState.STUCK)
    see(board, "6.0:e5:. 6.6:e6:u").rest(3.0)
    see(board, "10.4:e6:. 11.0:e6:u 11.7:h2:. 12.6:e4:w 13.5:g3:. 14.5:b7:w")
    assert board.rest(2.0) == ["restore h2 g3 e4 b7"]
    see(board, "18.0:b7:. 18.3:g3:w 19.0:e4:. 20.3:h2:w")
    assert board.rest(0.8) == ["restored"]
    see(board, "21.4:e6:. 22.0:e5:u")
    assert board.rest(3.0) == ["ask e5"]
    assert board.touch("e5").rest(3.0) == ["PPe6>e5"]


@pytest.mark.parametrize("after", [0.5, 1.5, 2.0, 2.4])
def test_whoever_straightens_a_piece_after_his_turn_has_not_answered(after: float) -> None:
    board = gone_back(3.0, TrackerSettings())
    for piece in ("e2", "a4"):  # What will say yes, and what no.
        board.touch(piece, at=board.t + after)
    assert board.rest(4.0)[-1].startswith("takeback? b5 ")
    assert board.recorded == [*BEFORE, "PPb5>b6"]


@pytest.mark.parametrize(
    ("touched", "between"), [("b5", ["PPb5>b6", "PPb6>b5"]), ("a6", [])], ids=["it", "before"]
)
def test_who_chooses_what_his_pawn_becomes_has_answered_nothing(
    touched: str, between: list[str]
) -> None:
    board = Board("4k3/p6P/8/1a6/8/8/8/R3K3 w 0 - - -", settings=BY_TOUCH)
    board.move("a1", "b1").rest(5.0)
    board.move("a7", "a6").rest(5.0)
    board.move("b5", "b6").rest(0.6)
    board.move("b6", "b5").move("h7", "h8")
    assert board.rest(4.0) == ["ask b5"]
    assert board.touch("h8").rest(3.0) == []
    board.touch(touched).rest(3.0)
    assert board.recorded == ["Ra1>b1", "a7>a6", *between, "h7>h8=N"]
