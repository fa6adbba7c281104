"""A union that was gone for long is back; where only touches answer, one of it tells why."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, names
from tests.tracking.polled import with_bad

# The union on d4 may go to d5, which is dead, and back. Black's pawn on a7 moves first.
UNION = "4k3/p7/8/8/3a4/8/P7/4K3 b 0 - - -"
# The same, but he has just moved that union.
MOVED = "4k3/p7/8/3a4/8/8/P7/4K3 b 0 - - -"
PLAIN = TrackerSettings(asks_of_parts=False)
LONG = 11.0


def back_after(gone: float, **known: SquareState) -> Board:
    """The union is back after so many seconds, beside squares that are known to be bad."""
    board = with_bad(Board(UNION, settings=PLAIN), **known)
    assert board.move("a7", "a6").rest(3.0) == ["a7>a6"]
    assert board.lift("d4").rest(gone) == []
    board.drop("d4", "u")
    return board


@pytest.fixture(params=[True, False], ids=["known", "unknown"])
def board(request: pytest.FixtureRequest) -> Board:
    """One on which d5 is known to be dead, or nobody knows of it."""
    known = {"d5": SquareState.DEAD} if request.param else {}
    back = back_after(LONG, **known)
    assert back.rest(3.0) == ["ask d4"]
    return back


def test_who_has_brought_the_union_back_by_a_turn_says_so_by_a_touch_of_it(board: Board) -> None:
    board.touch("d4").rest(3.0)
    assert board.recorded == ["a7>a6", "PPd4>d5", "PPd5>d4"]


def test_who_has_straightened_it_says_so_where_his_last_turn_ended(board: Board) -> None:
    assert board.touch("a6").rest(3.0) == ["restored"]
    assert board.rest(30.0) == []
    assert board.move("a2", "a3").rest(3.0) == ["a2>a3"]


def test_who_plays_on_without_an_answer_has_straightened_it(board: Board) -> None:
    assert board.move("a2", "a3").rest(3.0)[-1] == "a2>a3"


def test_who_straightens_it_once_more_as_the_lights_come_up_is_asked_again() -> None:
    again = back_after(LONG, d5=SquareState.DEAD)
    assert again.rest(1.0) == ["ask d4"]
    assert again.touch("d4", at=again.t + 0.6).rest(3.0) == ["ask d4"]
    assert again.touch("a6").rest(3.0) == ["restored"]


def test_only_the_square_that_is_asked_about_is_lit(board: Board) -> None:
    assert names(board.view.ask) == "d4"
    assert not board.view.answers


def test_a_union_that_is_straightened_for_a_moment_is_not_asked_about() -> None:
    assert back_after(2.5, d5=SquareState.DEAD).rest(30.0) == []


def test_where_no_square_is_known_to_be_bad_people_may_take_their_time() -> None:
    assert back_after(6.0).rest(30.0) == []


def test_it_is_not_asked_where_the_last_turn_has_ended_there_too() -> None:
    # Both answers would be a touch of that union.
    board = with_bad(Board(MOVED, settings=PLAIN), d5=SquareState.DEAD)
    board.lift("d5").drop("d4").rest(3.0)
    assert board.recorded == ["PPd5>d4"]
    board.lift("d4").rest(LONG)
    assert "ask d4" not in board.drop("d4").rest(8.0)
