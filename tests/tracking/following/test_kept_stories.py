"""What no play tells is recorded as it is likeliest, and told anew once something does tell."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import square_name
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.hypotheses.other_courses import recorded_turns
from tests.tracking.board import Board
from tests.tracking.polled import with_bad

# The knight goes to a3 or to c3, and from either on to b5.
BY_TWO_WAYS = "4k3/p6p/8/8/8/8/7P/1N2K3 w 0 - - -"
# The rook or the king comes to f1: e1 is stuck, f2 dead.
WHICH_PIECE = "4k3/pppp3p/8/8/8/8/PPPP1K1P/4R3 w 0 - - -"
WAITING = ("a7 a6", "a2 a3", "b7 b6", "b2 b3", "c7 c6")
# The knight goes where nothing is seen of it; a6 is stuck, as is known.
ONE_KNOWN = "1n2k3/7p/8/8/8/8/6PP/4K3 b 0 - - -"

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_parts")]


def after(board: Board, *moves: str) -> list[str]:
    """What was said to the last of these moves."""
    return [board.move(*move.split()).rest(3.0) for move in moves][-1]


def gone_on_to_b5(board: Board) -> list[str]:
    board.lift("b1").rest(3.0)
    assert after(board, "a7 a6") == []
    return board.drop("b5", "w").rest(3.0)


def test_which_of_two_known_bad_squares_a_piece_went_by_is_not_waited_for_for_ever() -> None:
    board = with_bad(Board(BY_TWO_WAYS), a3=SquareState.DEAD, c3=SquareState.DEAD)
    assert gone_on_to_b5(board) == ["Nb1>a3", "a7>a6", "Na3>b5"]
    assert after(board, "h7 h6", "h2 h3") == ["h2>h3"]


def test_no_square_is_called_dead_for_a_way_that_may_have_been_another_one() -> None:
    board = Board(BY_TWO_WAYS)
    assert gone_on_to_b5(board) == ["Nb1>a3", "a7>a6", "Na3>b5"]
    assert not board.tracker.health()


def test_the_game_is_told_anew_once_a_square_works_that_should_have_hidden_a_piece() -> None:
    board = Board(BY_TWO_WAYS)
    gone_on_to_b5(board)
    after(board, "h7 h6", "h2 h3", "a6 a5")
    turns = ["Nb1>c3", "a7>a6", "Nc3>b5", "h7>h6", "h2>h3", "a6>a5", "Nb5>a3"]
    assert after(board, "b5 a3") == ["takeback 1", *turns]


def test_a_square_that_works_says_nothing_against_a_way_by_another_one() -> None:
    board = Board(BY_TWO_WAYS)
    gone_on_to_b5(board)
    after(board, "h7 h6", "h2 h3", "a6 a5")
    assert after(board, "b5 c3") == ["Nb5>c3"]


def test_the_game_is_told_anew_once_another_square_turns_out_to_be_the_dead_one() -> None:
    board = Board("4k3/p6p/8/8/8/8/2P4P/1N2K3 w 0 - - -")
    gone_on_to_b5(board)
    assert board.recorded[0] == "Nb1>a3"
    after(board, "h7 h6")
    # A pawn goes to c3, and is not seen there.
    board.lift("c2").rest(9.0)
    after(board, "h6 h5")
    board.drop("c4", "w").rest(3.0)
    after(board, "h5 h4", "h2 h3")
    assert board.recorded[:5] == ["Nb1>c3", "a7>a6", "Nc3>b5", "h7>h6", "c2>c3"]


def test_which_piece_has_come_is_waited_for_as_long_as_it_may_soon_tell() -> None:
    board = with_bad(Board(WHICH_PIECE), e1=SquareState.STUCK, f2=SquareState.DEAD)
    board.drop("f1", "w").rest(3.0)
    assert after(board, *WAITING) == []
    assert after(board, "c2 c3")[0] == "Kf2>f1"


def test_a_piece_that_goes_on_as_another_one_tells_the_game_anew() -> None:
    board = with_bad(Board(WHICH_PIECE), e1=SquareState.STUCK, f2=SquareState.DEAD)
    board.drop("f1", "w").rest(3.0)
    after(board, *WAITING, "c2 c3", "d7 d6", "d2 d3", "h7 h6", "h2 h3", "h6 h5")
    # No king goes so far.
    after(board, "f1 c1", "h5 h4")
    assert (board.recorded[0], board.recorded[-2:]) == ("Re1>f1", ["Rf1>c1", "h5>h4"])


def test_turns_that_were_taken_back_since_do_not_keep_the_game_from_being_told_anew() -> None:
    board = with_bad(Board(WHICH_PIECE), e1=SquareState.STUCK, f2=SquareState.DEAD)
    board.drop("f1", "w").rest(3.0)
    after(board, *WAITING, "c2 c3", "d7 d6", "d2 d3", "h7 h6", "h2 h3", "h6 h5", "h3 h4")
    assert after(board, "h4 h3") == ["takeback 13"]
    after(board, "f1 c1", "h5 h4")
    assert (board.recorded[0], board.recorded[-2:]) == ("Re1>f1", ["Rf1>c1", "h5>h4"])


def test_a_piece_on_a_stuck_square_that_is_seen_to_go_on_from_a_dead_one_was_there() -> None:
    board = with_bad(Board(ONE_KNOWN), a6=SquareState.STUCK)
    assert board.lift("b8").rest(9.0) == ["Nb8>a6"]
    after(board, "h2 h3")
    said = board.drop("d4", "b").rest(3.0)
    assert said == ["takeback 1", "Nb8>c6", "h2>h3", "Nc6>d4", "dead c6"]


def test_of_two_dead_squares_that_it_may_have_gone_on_from_none_is_called_so() -> None:
    # From c6 or from d7.
    board = with_bad(Board(ONE_KNOWN), a6=SquareState.STUCK)
    board.lift("b8").rest(9.0)
    after(board, "h2 h3")
    said = board.drop("e5", "b").rest(3.0)
    assert said == ["takeback 1", "Nb8>c6", "h2>h3", "Nc6>e5"]
    after(board, "h3 h4", "h7 h6", "g2 g3")
    assert after(board, "e5 c6")[:2] == ["takeback 1", "Nb8>d7"]


def test_a_move_that_takes_a_third_bad_square_is_put_right_unless_it_is_made_once_more() -> None:
    board = with_bad(Board(ONE_KNOWN), a6=SquareState.STUCK, f4=SquareState.DEAD)
    board.lift("b8").rest(9.0)
    after(board, "h2 h3")
    assert board.drop("d4", "b").rest(3.0) == ["restore d4"]
    assert board.lift("d4").rest(3.0) == ["restored"]
    board.drop("d4", "b").rest(3.0)
    assert board.recorded == ["Nb8>c6", "h2>h3", "Nc6>d4"]


@pytest.mark.parametrize("is_put_right", [False, True], ids=["smoothly", "after a wrong move"])
def test_a_story_is_told_anew_that_takes_no_more_bad_squares_than_the_recorded_one(
    is_put_right: bool,
) -> None:
    # The rook went to e3, which is dead as well, and is seen to come to e7. Else a union came from
    # a square that is stuck, and went back there once f7 was straightened.
    board = with_bad(
        Board("3k4/3C1p2/5D2/aavd1w1C/3a1acd/1R6/D3W3/4K3 w 2 - - -"), f3=SquareState.DEAD
    )
    assert board.lift("b3").rest(6.0) == []
    assert after(board, "d8 c7") == ["Rb3>f3", "Kd8>c7"]
    board.drop("e7", "w").rest(4.0)
    if is_put_right:
        assert after(board, "e1 g6", "g6 e1") == ["restored"]
    after(board, "c7 b7")
    assert board.recorded == ["Rb3>e3", "Kd8>c7", "Re3>e7", "Kc7>b7"]


def test_a_move_that_no_story_makes_legal_is_put_right() -> None:
    board = with_bad(Board(ONE_KNOWN), a6=SquareState.STUCK)
    board.lift("b8").rest(9.0)
    assert after(board, "h2 h5") == ["restore h2 h5"]
    assert after(board, "h5 h2") == ["restored"]
    assert board.recorded == ["Nb8>a6"]


def test_what_was_taken_back_does_not_come_back_once_other_turns_were_played() -> None:
    board = Board(BY_TWO_WAYS)
    gone_on_to_b5(board)
    board.lift("b5").drop("b1", "w").rest(3.0)
    board.move("a6", "a7").rest(5.0)
    assert board.recorded == []
    after(board, "h2 h3", "h7 h6", "e1 e2", "e8 e7")
    assert after(board, "b1 a3") == ["Nb1>a3"]
    assert board.recorded[0] == "h2>h3"


def test_of_two_ties_the_one_does_not_undo_what_was_told_anew_of_the_other() -> None:
    board = Board("1n2k3/6pp/8/8/8/8/6PP/1N2K3 w 0 - - -")
    board.lift("b1").rest(3.0)
    after(board, "g7 g6")
    board.drop("b5", "w").rest(3.0)
    board.lift("b8").rest(3.0)
    after(board, "g2 g3")
    board.drop("b4", "b").rest(3.0)
    after(board, "h2 h3", "h7 h6", "h3 h4", "h6 h5", "b5 a3", "e8 e7", "e1 e2", "b4 a6", "e2 e3")
    assert board.recorded[:6] == ["Nb1>c3", "g7>g6", "Nc3>b5", "Nb8>c6", "g2>g3", "Nc6>b4"]
    lines = recorded_turns(board.tracker._follower.root)
    positions = [line.position for line in lines][::-1]
    assert positions == [turn.position for turn in board.tracker.turns]


def test_a_finished_game_is_told_anew_by_nothing() -> None:
    board = Board(BY_TWO_WAYS)
    gone_on_to_b5(board)
    kings = ("e8 e7", "e1 e2", "e7 d7", "e2 d2", "d7 d8", "d2 d1", "d8 e8", "d1 e1")
    said = [board.move(*move.split()).rest(3.0) for move in 3 * kings]
    end = next(n for n, events in enumerate(said) if any("end" in each for each in events))
    assert not [each for events in said[end + 1 :] for each in events if each.startswith("Nb1")]


def test_no_square_is_called_dead_beside_another_one_that_would_do_where_nobody_stands() -> None:
    board = Board("4k3/pppp3p/8/8/8/8/PPPP1K1P/1N2R3 w 0 - - -")
    board = with_bad(board, e1=SquareState.STUCK, f2=SquareState.DEAD)
    board.drop("f1", "w").rest(3.0)
    after(board, "a7 a6")
    board.lift("b1").rest(3.0)
    after(board, "h7 h6")
    board.drop("b5", "w").rest(3.0)
    after(board, "d7 d6", "h2 h3", "h6 h5")
    assert "Nb1>a3" in board.recorded
    assert "dead a3" not in board.all_said


def test_what_only_turns_that_were_taken_back_told_of_a_square_is_forgotten() -> None:
    board = with_bad(Board(ONE_KNOWN), a6=SquareState.STUCK)
    board.lift("b8").rest(9.0)
    after(board, "h2 h3")
    assert board.drop("d4", "b").rest(3.0)[-1] == "dead c6"
    board.move("h3", "h2").move("d4", "b8").rest(5.0)
    assert board.recorded == []
    assert [square_name(each.square) for each in board.tracker.health()] == ["a6"]
