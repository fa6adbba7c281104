"""Touches of a promoted piece that nobody is asked about any more, or was not asked about yet."""

from __future__ import annotations

import pytest

from tests.tracking.board import Board, Lay
from tests.tracking.promoting import HOME

pytestmark = pytest.mark.usefixtures("with_and_without_parts")


def left_alone(board: Board, rest: float) -> Board:
    board.move("b7", "b8").rest()
    board.rest(rest)
    return board


@pytest.mark.parametrize("rest", [8.0, 40.0])
def test_a_lone_late_touch_straightens_the_piece(lay: Lay, rest: float) -> None:
    board = left_alone(lay(HOME), rest)
    assert board.touch("b8").rest(10.0) == []
    assert board.touch("b8").rest(10.0) == []
    assert board.recorded == ["b7>b8=Q"]


@pytest.mark.parametrize("rest", [8.0, 40.0])
@pytest.mark.parametrize("pause", [0.5, 2.0])
def test_who_soon_does_so_again_goes_on_by_one_piece_each_time(
    lay: Lay, rest: float, pause: float
) -> None:
    board = left_alone(lay(HOME), rest)
    for _ in range(3):
        board.touch("b8").rest(pause)
    board.rest(3.0)
    assert board.recorded == ["b7>b8=R"]


def test_who_touches_another_piece_between_straightens_both(lay: Lay) -> None:
    board = left_alone(lay(HOME), 40.0)
    board.touch("b8").touch("e1").touch("b8").rest(5.0)
    assert board.recorded == ["b7>b8=Q"]


def test_it_is_still_asked_after_one_touch_that_came_before_the_question(lay: Lay) -> None:
    # Somebody may have straightened the piece.
    board = lay(HOME).move("b7", "b8").touch("b8")
    assert board.rest(2.0) == ["b7>b8=N", "promote b8"]


def test_who_has_gone_on_twice_before_the_question_has_chosen(lay: Lay) -> None:
    board = lay(HOME).move("b7", "b8").touch("b8").touch("b8")
    assert "promote b8" not in board.rest(2.0)
    assert board.recorded == ["b7>b8=R"]


def test_a_touch_in_the_moment_all_is_put_right_is_none_and_the_next_one_is(lay: Lay) -> None:
    board = left_alone(lay(HOME), 1.0)
    assert board.move("e8", "e5").rest(2.0)[-1] == "restore e5 e8"
    board.move("e5", "e8").rest(0.75)
    board.touch("b8", at=board.t + 0.01).touch("b8", at=board.t + 0.6).rest(2.0)
    assert board.recorded == ["b7>b8=N"]


@pytest.mark.slow
def test_touches_choose_a_piece_on_the_way_of_a_chain_that_comes_home(lay: Lay) -> None:
    # A bishop is made of the pawn on g8, and freed there by the pawn from f7; it goes to h7.
    board = lay("6yr/3kSa1P/b1p1Da2/1l4o1/e2d2p1/P1E5/1K5c/BR6 w 0 - - -")
    board.lift("h7").touch("g8")
    for _ in range(3):
        board.touch("g8", at=board.t + 0.8)
    board.touch("g5", at=board.t + 1.0).touch("e6").touch("f7").touch("g8")
    board.choose("Q").drop("h7", "w").rest(3.0)
    assert board.recorded == ["h7>Qg8=B>Ng5>Pe6>Pf7>Bg8=Q>h7"]


def test_touches_choose_though_the_pawn_was_knocked_over_with_another_piece_before(
    lay: Lay,
) -> None:
    board = lay("1kq5/1P6/8/8/8/8/8/4K3 w 7 - - -").join("b7", "c8")
    board.lift("b8", at=board.t + 0.45).lift("c8", at=board.t + 0.1)
    assert board.rest(1.6) == ["b7xQc8=Q", "promote c8"]
    board.drop("c8", "u").drop("b8", "b", at=board.t + 0.6).rest(2.5)
    board.touch("c8").rest(1.5)
    board.touch("c8").rest(3.0)
    assert board.recorded == ["b7xQc8=R"]


def beside_a_wrong_move(rest: float = 2.0) -> Board:
    """Black's pawn has become a queen; White's king stands wrong, on b5, for so long."""
    board = Board("4k3/8/8/8/8/8/p3P3/4K2N b 0 - - -").move("a2", "a1")
    board.rest(2.0)
    board.move("e1", "b5").rest(rest)
    return board


@pytest.mark.parametrize(("later", "piece"), [(0.1, "Q"), (1.0, "N")])
def test_who_touches_the_pawn_as_he_puts_the_board_right_chooses_nothing(
    later: float, piece: str
) -> None:
    board = beside_a_wrong_move()
    board.lift("b5").drop("e1").lift("a1", at=board.t + 0.7 + later).drop("a1").rest(3.0)
    assert board.recorded == [f"a2>a1={piece}"]


def test_who_has_put_the_board_right_for_long_chooses_no_more() -> None:
    board = beside_a_wrong_move(60.0)
    board.move("b5", "e1").rest(1.5)
    board.touch("a1").rest(3.0)
    assert board.recorded == ["a2>a1=Q"]


@pytest.mark.parametrize(("looked", "piece"), [(0.45, "R"), (0.6, "N")])
def test_who_touches_the_pawn_twice_as_all_is_put_right_has_meant_it_unless_he_looks_meanwhile(
    looked: float, piece: str
) -> None:
    board = beside_a_wrong_move()
    board.lift("b5").drop("e1").lift("a1", at=board.t + 0.35).drop("a1")
    board.lift("a1", at=board.t + looked).drop("a1").rest(3.0)
    assert board.recorded == [f"a2>a1={piece}"]
