"""What has been gone for long and is back: its player may have waited for the board."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from tests.tracking.board import Board
from tests.tracking.polled import answer_all, answered, with_bad

# The union may go to d5, which is dead though nobody knows of it, and back.
UNION = "4k3/p7/8/8/3a4/8/P7/4K3 w 0 - - -"
KNIGHT = "4k3/p7/8/8/3N4/8/P7/4K3 w 0 - - -"
LONG = 11.0


def test_a_union_that_is_straightened_for_six_seconds_is_not_asked_about() -> None:
    board = Board(UNION)
    board.lift("d4").rest(6.0)
    assert board.drop("d4").rest(3.0) == []


@pytest.mark.parametrize("gone", [5.5, LONG])
def test_a_union_that_went_to_a_dead_square_and_came_back_is_asked_about(gone: float) -> None:
    # A quick player replies five seconds later: it is asked so soon where one is known to be bad.
    known = {} if gone == LONG else {"h8": SquareState.DEAD}
    board = with_bad(Board(UNION), **known)
    board.lift("d4").rest(gone)
    assert board.drop("d4").rest(3.0) == ["part d5"]
    answer_all(board, "d4", "d5")
    assert board.recorded == ["PPd4>d5", "PPd5>d4"]


def answered_at_once(gone: float) -> Board:
    """White's pawn moves just after the union is back: the board has had no time to ask."""
    board = Board(UNION)
    board.lift("d4").rest(gone)
    board.drop("d4").move("a2", "a3")
    return board


@pytest.mark.parametrize("gone", [5.5, LONG])
def test_a_union_that_came_back_is_asked_about_though_the_next_turn_began_at_once(
    gone: float,
) -> None:
    board = answered_at_once(gone)
    assert board.rest(3.0) == ["part d5"]
    answer_all(board, "d4", "d5")
    assert board.recorded == ["PPd4>d5", "PPd5>d4", "a2>a3"]


def test_who_says_that_a_union_was_only_straightened_has_played_one_turn() -> None:
    board = answered_at_once(LONG)
    board.rest(3.0)
    assert answered(board, yes=False)[-1] == "a2>a3"


def test_who_plays_on_by_two_turns_without_an_answer_has_only_straightened_it() -> None:
    board = answered_at_once(LONG)
    board.rest(3.0)
    board.move("a7", "a6").rest(3.0)
    assert board.recorded == []
    board.move("a3", "a4").rest(3.0)
    assert board.recorded == ["a2>a3", "a7>a6", "a3>a4"]


def test_a_union_that_joins_on_after_long_is_not_asked_about() -> None:
    # White's pawn takes the union over; he has thought about it with the union in his hand.
    board = Board("4k3/p7/8/8/3a4/2P5/P7/4K3 w 0 - - -")
    board.lift("d4").rest(LONG)
    board.lift("c3").drop("d4", "u").drop("d5", "w")
    assert board.rest(3.0) == ["c3>Pd4>d5"]


def test_a_union_that_was_gone_long_before_a_wrong_move_is_asked_about_once_it_is_back() -> None:
    board = Board(UNION)
    board.lift("d4").rest(LONG)
    assert board.move("e8", "b5").rest(2.0) == ["restore d4 b5 e8"]
    board.move("b5", "e8").rest(2.0)
    assert board.drop("d4", "u").rest(3.0)[-2:] == ["restored", "part d5"]
    answer_all(board, "d4", "d5")
    assert board.recorded == ["PPd4>d5", "PPd5>d4"]


@pytest.mark.parametrize("is_answered", [True, False])
def test_who_holds_a_union_for_long_and_sets_it_back_may_play_on(is_answered: bool) -> None:
    board = Board(UNION)
    board.lift("d4").rest(LONG)
    board.drop("d4").rest(3.0)
    if is_answered:
        answered(board, yes=False)
    board.move("a2", "a3").rest(3.0)
    board.move("a7", "a6").rest(3.0)
    assert board.recorded == ["a2>a3", "a7>a6"]


def test_who_holds_a_union_for_a_moment_is_asked_nothing() -> None:
    board = Board(UNION)
    board.lift("d4").rest(4.0)
    assert board.drop("d4").rest(20.0) == []


def test_who_thinks_with_his_own_piece_in_hand_is_asked_nothing() -> None:
    board = Board(KNIGHT)
    board.lift("d4").rest(LONG)
    assert board.drop("d4").rest(20.0) == []


def test_a_wrong_move_that_stood_for_long_is_asked_about_no_more_once_it_is_set_back() -> None:
    # A wrong move is set back as asked for; what d1 may hide is no other turn than a silent join.
    board = Board("4k3/8/8/8/h7/8/6K1/R2l4 w 0 - - -")
    board.lift("a1").drop("e1", at=board.t + 0.8).rest(6.5)
    board.lift("e1").drop("a1", at=board.t + 0.8)
    assert board.rest(15.0) == ["restored"]
    assert not board.view.ask


def test_a_touch_just_after_a_turn_was_set_back_is_no_chain_over_good_squares() -> None:
    # The board had asked for the rook before all else was back, as if it had not understood it.
    board = Board("4k3/8/8/8/h7/8/6K1/R2l4 w 0 - - -")
    board.lift("a4", at=1.5).drop("a4", at=2.5)
    board.lift("a1", at=3.0).lift("d1", at=4.2).drop("d1", "b", at=4.6).drop("g4", "w", at=6.0)
    assert board.rest(10.0) == ["Ra1>Qd1>g4"]
    board.lift("d1", at=16.6).drop("d1", at=17.8).drop("a1", "w", at=18.4)
    assert board.rest(1.4) == ["restore a1"]
    board.lift("g4", at=19.9).lift("d1", at=21.1).drop("d1", "b", at=21.6)
    assert board.rest(15.0) == ["restored", "takeback 1"]
    assert not board.view.ask


@pytest.mark.slow
def test_a_knight_that_went_to_a_dead_square_and_came_back_is_asked_about() -> None:
    # Without it, Black's pawn seems to have moved out of turn.
    board = Board(KNIGHT)
    board.lift("d4").rest(4.0)
    board.move("a7", "a6").rest(1.0)
    assert board.drop("d4", "w").rest(3.0)[0].startswith("part ")
    answer_all(board, "d4", "f5")
    assert board.recorded == ["Nd4>f5", "a7>a6", "Nf5>d4"]


def test_what_was_played_while_a_knight_was_only_held_is_to_be_put_right() -> None:
    board = Board(KNIGHT)
    board.lift("d4").rest(4.0)
    board.move("a7", "a6").rest(1.0)
    board.drop("d4", "w").rest(3.0)
    answer_all(board, then=1.0)
    assert board.all_said[-1] == "restore a6 a7"


def test_who_seems_to_hold_a_union_for_long_is_asked_if_it_stands_on_a_square_that_failed() -> None:
    # Nobody plays on, as White waits for the board: no later play would tell.
    board = with_bad(Board("4k3/p6p/8/8/4a3/8/P6P/4K3 w 0 - - -"), a5=SquareState.DEAD)
    assert board.lift("e4").rest(14.0) == []
    assert board.rest(2.0) == ["part e5"]
    assert answered(board, yes=True) == ["PPe4>e5", "dead e5"]


def test_who_holds_a_union_for_long_may_say_so() -> None:
    board = with_bad(Board("4k3/p6p/8/8/4a3/8/P6P/4K3 w 0 - - -"), a5=SquareState.DEAD)
    assert board.lift("e4").rest(16.0) == ["part e5"]
    answered(board, yes=False)
    assert board.drop("e5", "u").rest(3.0)[-1] == "PPe4>e5"
