"""What is asked stays what it is while somebody reads it."""

from dataclasses import replace

from board_daemon.rules.squares import parse_square, square_set
from board_daemon.tracking.asking.polls import Poll
from tests.tracking.board import Board

FEN = "rr4k1/1ppqbp1p/p1n1bnp1/1P1pp3/3PP1P1/2N1BN2/P1PQBP1P/R4RK1 w 0 - - -"


def test_a_question_stays_as_long_as_nobody_has_touched_anything_since() -> None:
    board = Board(FEN)
    board.lift("b5").rest(1.0)
    board.touch("d7").lift("e4").lift("d5").drop("e4", "u").rest(16.0)
    assert board.all_said == ["ask a6 c6", "part b6"]
    asking = board.tracker._follower._asking
    asked = asking._question
    assert isinstance(asked, Poll)
    other = replace(asked, t=board.t, squares=square_set([parse_square("a6")]))
    asking.put_poll(other)
    assert asking._question is asked
    board.touch("a1").rest(0.3)
    asking.put_poll(replace(other, index=len(board.tracker._watch.changes)))
    assert asking.squares == other.squares


def test_who_is_asked_after_a_long_rest_has_time_to_answer() -> None:
    board = Board(FEN)
    board.lift("b5").rest(1.0)
    board.touch("d7").lift("e4").lift("d5").drop("e4", "u").rest(16.0)
    assert board.all_said[-1] == "part b6"
    tracker = board.tracker
    asking, health = tracker._follower._asking, tracker._health
    asked_at = asking.polled_at
    assert asked_at is not None
    asking.wait_for_a_touch(asked_at + 5.0, 20.0, health)
    assert not asking.unfelt
    asking.wait_for_a_touch(asked_at + 9.0, 24.0, health)
    assert asking.unfelt


def test_what_is_touched_in_vain_once_more_is_no_part_of_what_was_played() -> None:
    # Else whoever insists keeps the board from ever working out what he means.
    board = Board("8/1p5k/8/3p4/2Pc4/8/P7/K2Q4 w 0 - - -")
    board.lift("c4").slip("d5").rest(5.0)
    board.move("h7", "h6").rest(5.0)
    assert board.move("d1", "g4").rest(4.0) == ["ask d4"]
    changes = board.tracker._watch.changes
    board.touch("b7").rest(2.0)
    told = len(changes)
    for _ in range(3):
        assert board.touch("b7").rest(2.0) == []
        assert len(changes) == told
    assert board.touch("d4").rest(3.0) == ["Qd1>Rd4>g4"]
