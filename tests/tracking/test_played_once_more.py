"""A turn that was not understood is played once more: the board asks what shows nowhere."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import SENSORS, START, Board
from tests.tracking.polled import answer_all, answered, with_bad

pytestmark = pytest.mark.slow

CASTLING = "4k3/pp6/8/8/8/8/PP6/R3K3 w 0 A - -"
PATIENT = 3.0
LONG = 20.0


def two_turns_of_faults(board: Board) -> list[str]:
    """The pawn goes to b6, which is dead, the other one comes from e2, which is stuck."""
    board.lift("b7").rest(4.0)
    board.drop("e3", "w")
    return board.rest(2.0)


def put_right(board: Board) -> list[str]:
    board.lift("e3").drop("b7", "b")
    return board.rest(2.0)


def test_who_plays_once_more_what_the_board_twice_failed_to_see_is_asked_where_it_is() -> None:
    board = Board(START)
    board.move("g2", "g3").rest(1.0)
    for _ in range(2):
        assert two_turns_of_faults(board)[-1] == "restore e3 b7"
        assert put_right(board) == ["restored"]
    board.lift("b7").rest(PATIENT)
    assert board.state == "ASKING"
    answer_all(board, "b7", "b6", then=PATIENT)
    assert board.recorded[-1] == "b7>b6"
    assert "dead b6" in board.all_said
    board.drop("e3", "w").rest(PATIENT)
    answer_all(board, "e2", "e3", then=PATIENT)
    assert board.recorded[-1] == "e2>e3"


def test_two_turns_on_squares_unknown_to_be_bad_are_told_by_later_play_if_played_again() -> None:
    # White's pawn goes to b4, which is dead, and Black's knight comes from g8, which is stuck.
    board = Board(START, settings=TrackerSettings(asks_of_parts=False))
    board.lift("b2").rest(3.0)
    assert board.drop("f6", "b").rest(PATIENT) == ["restore b2 f6"]
    board.lift("f6").rest(1.0)
    assert board.drop("b2", "w").rest(PATIENT) == ["restored"]
    board.lift("b2").rest(3.0)
    assert board.drop("f6", "b").rest(PATIENT) == []
    board.move("d2", "d4").rest(PATIENT)
    board.move("f6", "e4").rest(PATIENT)
    board.drop("b5", "w").rest(PATIENT)
    assert board.recorded == ["b2>b4", "Ng8>f6", "d2>d4", "Nf6>e4", "b4>b5"]


def test_who_puts_right_a_wrong_move_and_then_thinks_is_asked_nothing() -> None:
    board = Board(START)
    board.move("g2", "g3").rest(1.0)
    board.move("b7", "e4").rest(2.0)
    board.move("e4", "b7").rest(2.0)
    assert board.lift("b7").rest(LONG) == []


def test_a_turn_after_which_its_player_moves_out_of_turn_may_have_been_two() -> None:
    # The union has gone to d4, which is dead, and Black has moved it on: that looks like one turn.
    board = Board("4k3/p6p/8/8/8/8/3a1P1P/4K3 w 0 - - -")
    board.lift("d2").rest(4.5)
    assert board.drop("d3", "u").rest(5.0) == ["PPd2>d3"]
    assert board.move("f2", "f3").rest(PATIENT) == ["restore f2 f3"]
    assert board.move("f3", "f2").rest(PATIENT) == ["restored"]
    # That Black sends it back is no likelier than that the turn is taken back.
    assert board.move("d3", "d2").rest(4.0) == ["takeback? d2 f2 a7"]
    assert answered(board, yes=True) == ["takeback 1"]
    assert board.lift("d2").rest(PATIENT) == ["part d4"]
    answer_all(board, "d2", "d4")
    assert board.drop("d3", "u").rest(PATIENT)[-1] == "PPd4>d3"
    assert board.recorded == ["PPd2>d4", "PPd4>d3"]


def test_what_is_straightened_meanwhile_does_not_tell_a_turn_from_one_taken_back() -> None:
    board = Board("4k3/p6p/8/8/8/3a4/5P1P/4K3 w 0 - - -")
    board.move("d3", "d4").rest(5.0)
    board.move("f2", "f3").rest(PATIENT)
    assert board.move("f3", "f2").rest(PATIENT) == ["restored"]
    board.lift("d4", at=board.t + 1.0).touch("f2").touch("h2").drop("d3", "u")
    assert board.rest(PATIENT) == ["takeback? d3 f2 a7"]


def test_a_piece_that_is_gone_once_more_may_stand_unseen_though_it_may_be_slipped_in() -> None:
    # The pawn on f6 goes to f5, which is stuck; nobody was ever asked if he joined e5 or g5.
    board = Board("4k3/p4p1n/5p2/4P1P1/8/7P/P7/4K3 b 0 - - -")
    board.lift("f6").lift("h7").lift("h3").drop("b6")
    assert board.rest(PATIENT) == ["restore h3 b6 f6 h7"]
    board.lift("b6").drop("h3").drop("h7", "b").drop("f6", "b")
    assert board.rest(PATIENT) == ["restored"]
    assert board.lift("f6").rest(PATIENT) == ["part f5"]
    answer_all(board, "f6", "f5")
    assert board.recorded == ["f6>f5"]


@pytest.mark.parametrize("yes", [True, False])
def test_a_promotion_that_goes_straight_back_is_asked_about_after_a_move_out_of_turn(
    yes: bool,
) -> None:
    # Black has promoted, and moves once more; White may send his queen back as his own turn.
    board = Board("4k3/p6p/8/8/8/8/3a4/4K3 b 0 - - -")
    assert "PPd2>d1=Q" in board.move("d2", "d1").rest(8.0)
    assert board.move("h7", "g3").rest(PATIENT) == ["restore g3 h7"]
    assert board.move("g3", "h7").rest(PATIENT) == ["restored"]
    assert board.move("d1", "d2").rest(4.0) == ["takeback? d2 e1 h7"]
    answered(board, yes=yes)
    assert board.recorded == ([] if yes else ["PPd2>d1=Q", "PQd1>d2"])


def test_a_turn_that_the_board_took_off_the_record_is_asked_about_at_once() -> None:
    # The union has gone to e5, which is dead, and Black has moved it on; then White frees a pawn.
    board = Board("4k3/p7/8/3f4/3F4/5N2/P7/4K3 w 0 - - -")
    board.lift("d5").rest(4.5)
    assert board.drop("e4", "u").rest(5.0) == ["QPd5>e4"]
    board.lift("f3").touch("d4").drop("d5", "w")
    assert board.rest(PATIENT) == ["takeback 1", "part e5"]
    answered(board, yes=True)
    assert board.recorded == ["QPd5>e5", "PQe5>e4", "Nf3>Pd4>d5"]


def taken_back_while_wrong(
    fen: str = "4k3/pp5p/8/8/a7/8/1P5P/4K3 w 0 - - -", wrong: str = "b2"
) -> Board:
    """The board was to be put right, and was set back to how it stood one turn before."""
    board = Board(fen)
    board.move("h2", "h3").rest(1.0)
    board.move("h7", "h6").rest(1.0)
    assert board.move(wrong, "g6").rest(2.0)[-1] == f"restore {wrong} g6"
    board.move("h6", "h7").move("g6", wrong)
    assert board.rest(2.0)[-1] == "takeback 2"
    return board


def test_who_goes_back_as_the_board_did_not_understand_him_is_asked_where_a_piece_is() -> None:
    board = taken_back_while_wrong()
    board.lift("b7").rest(PATIENT)
    assert board.state == "ASKING"


def test_who_then_goes_back_further_is_asked_so_too() -> None:
    board = taken_back_while_wrong()
    assert board.move("h3", "h2").rest(2.0) == ["takeback 1"]
    board.lift("a4").rest(PATIENT)
    assert board.state == "ASKING"
    answer_all(board, "a4", "a5", then=PATIENT)
    assert board.recorded == ["PPa4>a5"]


def test_who_then_joins_a_piece_from_a_stuck_square_is_asked_where_he_began() -> None:
    board = taken_back_while_wrong("4k3/1p5p/8/8/8/b1P5/1P4PP/N3K3 w 0 - - -", "c3")
    board.touch("b2").rest(PATIENT)
    answer_all(board, "a3", "b2", then=PATIENT)
    assert board.recorded == ["h2>h3", "Ba3xb2"]


def test_who_then_only_adjusts_a_piece_says_so() -> None:
    board = taken_back_while_wrong("4k3/1p5p/8/8/8/b1P5/1P4PP/N3K3 w 0 - - -", "c3")
    board.touch("b2").rest(PATIENT)
    answer_all(board, then=PATIENT)
    assert board.state == "SETTLED"
    assert board.move("h7", "h6").rest(PATIENT) == ["h7>h6"]


# --- taken back again and again ---


def castled_unseen(board: Board) -> list[str]:
    return board.lift("e1").drop("d1", "w").rest(PATIENT)


def test_a_turn_that_is_taken_back_twice_was_another_one() -> None:
    board = with_bad(Board(CASTLING), c1=SquareState.DEAD)
    for _ in range(2):
        assert castled_unseen(board)[0] == "Ke1>d1"
        assert board.move("d1", "e1").rest(PATIENT)[-1] == "takeback 1"
    assert castled_unseen(board)[0].startswith("part")
    answer_all(board, "e1", "c1", "a1", "d1", then=PATIENT)
    assert board.recorded == ["0-0-0"]
    assert "stuck a1" in board.all_said


def test_a_turn_that_is_taken_back_once_is_played_again_without_a_question() -> None:
    board = with_bad(Board(CASTLING), c1=SquareState.DEAD)
    castled_unseen(board)
    board.move("d1", "e1").rest(PATIENT)
    assert castled_unseen(board) == ["Ke1>d1"]


def test_what_is_taken_back_twice_and_cannot_be_another_turn_is_recorded_again() -> None:
    board = Board(START)
    for _ in range(4):
        assert board.move("e2", "e4").rest(PATIENT) == ["e2>e4"]
        assert board.move("e4", "e2").rest(PATIENT) == ["takeback 1"]


@pytest.mark.parametrize("sensor", SENSORS)
def test_a_turn_past_a_union_that_was_tried_twice_is_recorded_the_third_time(
    sensor: SensorKind,
) -> None:
    board = Board("4k3/pp3ppp/8/8/3c4/8/PP3PPP/3QK3 w 0 - - -", sensor)
    for _ in range(2):
        board.move("d1", "g4").rest(2.5)
        board.move("g4", "d1").rest(2.5)
    assert board.recorded == []
    assert board.move("d1", "g4").rest(3.0) == ["Qd1>g4"]


def test_a_turn_that_is_played_again_since_it_was_taken_back_was_no_other_one() -> None:
    # White's pawn goes from e3, known to be dead, to e4, which is stuck; nobody sees it.
    board = with_bad(Board("4k3/2C4p/8/8/8/4P3/7P/4K3 b 0 - - -"), e3=SquareState.DEAD)
    board.move("c7", "c6").rest(LONG)
    assert board.move("c6", "c5").rest(6.0)[0] == "takeback 1"
    board.move("c5", "c7").rest(PATIENT)
    board.move("c7", "c6").rest(8.0)
    # He insists on what was not understood, and is asked.
    assert board.move("c6", "c5").rest(6.0) == ["part e3 e4"]
    answer_all(board, "e3", "e4")
    assert board.recorded == ["RPc7>c6", "e3>e4", "RPc6>c5"]


def test_a_castling_whose_king_is_not_seen_to_come_is_asked_for_as_the_game_goes_on() -> None:
    # The king goes to c1, which is dead though nobody knows of it.
    board = Board("r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w 2 AHah - -")
    board.lift("e1").lift("a1").drop("d1", "w").rest(5.0)
    board.lift("e8").drop("c8").lift("a8").drop("d8").rest(5.0)
    answer_all(board, "c1")
    assert board.recorded == ["0-0-0", "0-0-0"]
    assert "dead c1" in board.all_said


def test_a_chain_that_is_no_odder_than_adjusting_is_asked_about_after_a_no() -> None:
    # The bishop comes from g1, known to be stuck, and whom it frees goes there by way of f1.
    board = Board("4k3/8/8/8/3W4/8/P7/4K1b1 b 0 - - -")
    with_bad(board, g1=SquareState.STUCK).touch("d4")
    board.drop("f1", "b").lift("f1", at=board.t + 0.8).rest(4.0)
    answer_all(board, "g1", "d4", then=PATIENT)
    assert board.recorded == ["Bg1>Qd4>g1"]


def leave_a_square_that_has_stuck(board: Board) -> None:
    """The pawn on d3 joins c4, and the union on b3 goes to d3, which shows neither."""
    board.touch("c4").rest(3.0)
    board.lift("b3").rest(3.0)
    board.move("a1", "a2").rest(3.0)


def test_a_square_from_which_something_is_gone_again_has_not_failed() -> None:
    board = Board("4k2r/8/8/8/2p5/1i6/3P4/R3K3 w 0 - - -")
    board.move("d2", "d3").rest(3.0)
    board.move("h8", "h7").rest(3.0)
    leave_a_square_that_has_stuck(board)
    board.move("a2", "a1").rest(3.0)
    board.drop("b3", "u").rest(3.0)
    leave_a_square_that_has_stuck(board)
    assert board.move("h7", "h6").rest(5.0) == ["restore a1 a2 b3 h6 h7"]
    board.move("h6", "h7").rest(3.0)
    board.move("a2", "a1").rest(3.0)
    assert board.drop("b3", "u").rest(3.0) == ["restored"]
    leave_a_square_that_has_stuck(board)
    assert board.move("h7", "h6").rest(5.0) == ["part d3"]
    said = answered(board, yes=True)
    assert said == ["d3xc4", "RNb3>d3", "Ra1>a2", "Rh7>h6", "stuck d3"]


def test_what_stood_as_before_the_last_turn_while_a_child_played_is_only_put_back() -> None:
    board = Board("1s1e1v1r/3kW3/4D2S/1d1a1p1p/al3p1P/p5P1/4QK2/R2R4 b 9 - - -")
    board.lift("h8").lift("f8").drop("f8", "u").lift("e7").drop("e7", "u").drop("g7", "b")
    assert board.rest(3.0) == ["Rh8>Bf8>Qe7>g7"]
    board.move("f5", "f3").move("d7", "c3").lift("g7").rest(1.3)
    board.drop("h8", "b").move("f3", "f5").move("c3", "d7")
    assert board.rest(0.9) == ["restored", "takeback 1"]
    board.move("h8", "g7").lift("a4", at=board.t + 0.6).drop("a5", "u").rest(3.0)
    assert board.recorded == ["Rh8>Bf8>Qe7>g7", "PPa4>a5"]


def test_whoever_shows_his_turn_adjusts_nothing_on_its_way() -> None:
    # The union on f5 was touched once more than by the way that leaves out no touch: by e4, too.
    board = Board("3q1k2/1b3br1/2Cn2c1/1d3f2/1P2a1aP/pD2K2N/f3Ba2/1RB5 w 0 - - -")
    for square in ("g1", "a5"):
        board.move("d6", square).rest(3.0)
        assert board.move(square, "d6").rest(3.0) == ["restored"]
    board.lift("e2").touch("g4").touch("f5", at=board.t + 0.8)
    board.touch("f5", at=board.t + 1.8).drop("f6", "w")
    assert board.rest(4.0) == ["ask e4"]
