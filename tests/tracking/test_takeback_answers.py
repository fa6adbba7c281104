"""What a touch says of a turn that may have been taken back, and where none can say it."""

from __future__ import annotations

import pytest

from tests.tracking.board import Board
from tests.tracking.slipping import slip_most_of_all_in
from tests.tracking.test_went_straight_back import BY_TOUCH

pytestmark = pytest.mark.slow


def test_a_union_moved_back_once_more_was_moved_by_the_other_player_if_nobody_can_say_so() -> None:
    # Both turns before and after that have entered d5, so that a touch there answers for any.
    start = "rn1qbrk1/pp3ppp/7n/2Efp3/2a1P1P1/P6P/2P2P2/RNB1KB1R b 0 AH - -"
    board = Board(start, settings=BY_TOUCH)
    board.lift("d8").lift("d5").drop("d5", "u").lift("c4").drop("c4", "u").drop("c3", "b")
    assert board.rest(2.0) == ["Qd8>Pd5>Pc4>c3"]
    assert board.move("d5", "d3").rest(1.2) == ["QQd5>d3"]
    assert board.move("d3", "d5").rest(5.0) == []
    assert pawn_goes_on(board) == ["ask d5"]
    board.touch("d5").rest(4.0)
    assert board.touch("d5").rest(4.0)[-1] == "restore d3 e4 d5 d6"
    board.lift("d6").lift("c4").lift("d5").drop("d3", "u").drop("e4", "w").drop("c4", "u")
    assert board.rest(4.0) == ["restored"]
    assert board.move("d3", "d5").rest(4.0) == ["QQd3>d5"]
    assert pawn_goes_on(board) == ["e4>Qd5>Pc4>Pd5>d6"]


def pawn_goes_on(board: Board) -> list[str]:
    """White's pawn goes over d5 and c4, and by d5 once more; what the tracker says to that."""
    board.lift("e4").lift("d5").drop("d5", "u").lift("c4").drop("c4", "u")
    return board.lift("d5").drop("d5", "u").drop("d6", "w").rest(4.0)


def three_turns_taken_back() -> Board:
    """Then a wrong move, and it is put right; it could be a turn of the other player as well."""
    board = Board("6k1/p1p4r/8/8/8/8/PK6/5R2 w 0 - - -", settings=BY_TOUCH)
    for move in ("a2 a3", "c7 c5", "f1 h1", "h7 g7", "h1 f1"):
        board.move(*move.split()).rest(1.0)
    board.lift("f1").drop("h1", "w", at=board.t + 1.2)
    board.lift("g7", at=board.t + 0.6).drop("h7", "b", at=board.t + 1.4)
    board.lift("h1", at=board.t + 0.45).drop("f1", "w", at=board.t + 1.2).rest(3.0)
    assert board.move("a3", "a5").rest(6.0) == ["restore a3 a5 g7 h7"]
    return board.move("a5", "a3")


def test_while_that_is_asked_nothing_is_to_be_put_right() -> None:
    board = three_turns_taken_back()
    assert board.rest(3.0) == ["restored", "ask h7"]
    assert board.view.fix == ()


def test_who_has_taken_several_turns_back_answers_where_the_one_before_them_ended() -> None:
    board = three_turns_taken_back()
    board.rest(3.0)
    assert board.touch("c5").rest(3.0) == ["takeback 3"]
    assert board.recorded == ["a2>a3", "c7>c5"]


def test_nobody_is_asked_where_the_turn_before_it_ended_as_well_unless_somebody_has_played() -> (
    None
):
    # White's turn ended on e5, from where Black has moved that union and taken it back. His knight
    # on d7 may have gone through a chain and home, but was rather straightened.
    start = "2kr1b2/3n4/1ad2a2/p1f3T1/P1D3CJ/4p1ae/1B1RP2P/6K1 w 1 - - -"
    board = Board(start, settings=BY_TOUCH)
    slip_most_of_all_in(board)
    board.move("c5", "e5").rest(1.0)
    board.move("e5", "e4").rest(0.5)
    assert board.move("e4", "e5").rest(4.5) == []
    assert board.touch("d7").rest(1.0) == []
    assert board.move("b6", "b5").rest(3.0) == ["ask e5"]
    assert board.touch("b5").rest(3.0) == ["takeback 2", "PPb6>b5"]


def test_of_a_wrong_move_no_more_is_to_be_put_right_where_nobody_can_be_asked_of_that() -> None:
    # The turn before the last one has come to d6 as well: a touch of that says neither.
    start = "1n1Skb1r/r2a1p2/1p2F3/1P1a4/f2PNan1/P3K1a1/3R4/2B1R2W w 3 h - -"
    board = Board(start, settings=BY_TOUCH)
    board.move("d5", "d6").rest(6.0)
    board.move("d6", "d5").rest(1.4)
    assert board.move("d5", "d6").rest(5.0) == []
    board.lift("f7")
    assert board.drop("h5").rest(1.5) == ["restore h5 f7"]
    assert board.lift("h5").drop("f6").rest(6.0) == ["restored", "ask d6"]
    assert board.rest(20.0)[:2] == ["takeback 2", "f7>f6"]


@pytest.mark.parametrize("touches", range(4))
def test_however_often_a_pawn_is_touched_to_become_another_piece_that_is_no_answer(
    touches: int,
) -> None:
    start = "h2k4/3q1e2/1f5r/2Ea2p1/1a4Ep/Nt2DN1B/1p1K3P/4I2R b 2 - - -"
    board = Board(start, settings=BY_TOUCH)
    board.move("a8", "a7").rest(2.0)
    assert board.move("a7", "a8").rest(5.0) == ["ask a8"]
    board.move("b2", "b1").rest(1.4)
    for _ in range(touches):
        board.touch("b1").rest(0.8)
    board.rest(8.0)
    board.move("a8", "b8").rest(4.0)
    assert board.recorded == [f"b2>b1={'QNRB'[touches]}", "RRa8>b8"]


def test_who_has_only_begun_with_the_union_that_is_asked_about_has_answered_nothing() -> None:
    start = "r1b2bn1/pp1k1pp1/1qn5/2a1a1a1/2P1P2r/P6P/1P1dK1B1/R1BQ2NR b 5 - - -"
    board = Board(start, settings=BY_TOUCH)
    board.move("g5", "g4").rest(1.0)
    assert board.move("g4", "g5").rest(5.0) == ["ask g5"]
    board.move("c6", "e7").rest(0.4)
    board.lift("g5").drop("g5", at=board.t + 0.7)
    board.lift("g5", at=board.t + 0.5).drop("g6", at=board.t + 4.0).rest(3.0)
    assert board.recorded == ["Nc6>e7", "PPg5>g6"]
