"""Beside bad squares, where nobody can be asked of them: what is told without later play."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from tests.tracking.board import Board
from tests.tracking.polled import with_bad

pytestmark = pytest.mark.usefixtures("without_parts")


def held_beside_a_dead_square() -> Board:
    """The rook is gone for long; where it may go, nothing but a4 is known to show nothing."""
    board = with_bad(Board("4k3/p6p/8/8/8/8/7P/R3K3 w 0 - - -"), a4=SquareState.DEAD)
    assert board.lift("a1").rest(6.0) == []
    assert board.rest(4.0) == ["Ra1>a4"]
    return board


def test_who_is_gone_for_long_stands_where_it_is_known_that_nothing_shows() -> None:
    board = held_beside_a_dead_square()
    board.move("h7", "h6").rest(3.0)
    assert board.recorded == ["Ra1>a4", "h7>h6"]


def test_who_held_it_all_the_same_has_only_revised_his_turn() -> None:
    board = held_beside_a_dead_square()
    assert board.drop("d1", "w").rest(3.0) == ["revise Ra1>d1"]
    board = held_beside_a_dead_square()
    assert board.lift("a7").drop("a7", "u").rest(3.0) == ["revise Ra1xa7"]
    board = held_beside_a_dead_square()
    assert board.drop("a1", "w").rest(3.0) == ["takeback 1"]


def test_a_square_that_was_never_seen_to_work_is_rather_dead_than_one_that_was() -> None:
    # The knight goes to c3, which is dead though nobody knows of it; on a3 it was seen before.
    board = Board("4k3/p6p/8/8/8/8/P2P3P/1N2K3 w 0 - - -")
    for move in ("b1 a3", "a7 a6", "a3 b1", "a6 a5"):
        board.move(*move.split()).rest(2.0)
    board.lift("b1").rest(5.0)
    board.move("h7", "h6").rest(3.0)
    assert board.move("h2", "h3").rest(3.0) == ["Nb1>c3", "h7>h6", "h2>h3", "dead c3"]


# The rook may join the pawn on e5, or the one on a3, which is stuck.
BESIDE_A_STUCK_PARTNER = "4k3/7p/8/R3p3/8/p7/7P/4K3 w 0 - - -"


def test_a_join_is_asked_for_where_a_touch_of_it_tells_though_another_would_show_nowhere() -> None:
    board = with_bad(Board(BESIDE_A_STUCK_PARTNER), a3=SquareState.STUCK)
    assert board.join("a5", "e5").rest(3.0) == ["ask e5"]
    assert board.touch("e5").rest(3.0) == ["Ra5xe5"]


def test_who_does_not_answer_that_is_not_asked_again_and_later_play_tells() -> None:
    board = with_bad(Board(BESIDE_A_STUCK_PARTNER), a3=SquareState.STUCK)
    assert board.join("a5", "e5").rest(20.0) == ["ask e5"]
    assert board.move("h7", "h6").rest(20.0) == ["restored"]
    # A black pawn by itself goes no such way, nor is it White's to move.
    board.lift("e5").drop("e6", "u").rest(5.0)
    assert board.recorded == ["Ra5xe5", "h7>h6", "RPe5>e6"]


# The rook can only have taken over a5, whose pawn joins b6; or one of six empty squares is dead.
TWO_SLIPPED_IN = "4k3/7p/1p6/a7/8/8/8/R3K3 w 0 - - -"


@pytest.mark.parametrize("touched", ["a5", "b6"])
@pytest.mark.parametrize("goes_on", [False, True])
def test_two_silent_joins_in_one_turn_are_asked_for_once_somebody_has_replied(
    touched: str, goes_on: bool
) -> None:
    board = Board(TWO_SLIPPED_IN)
    board.lift("a1").rest(8.0)
    assert board.move("h7", "h6").rest(2.0) == ["ask a5 b6"]
    if goes_on:
        assert board.move("e1", "e2").rest(3.0) == []
    board.touch(touched).rest(3.0)
    assert board.recorded[:2] == ["Ra1>Pa5xb6", "h7>h6"]


def test_who_plays_on_instead_of_answering_has_played_the_only_turn_that_fits() -> None:
    # a5 is stuck though nobody knows of it: neither the take-over nor the answer is felt there.
    board = Board("4k3/7p/8/e7/8/8/8/R3K3 w 0 - - -")
    assert board.lift("a1").drop("d8", "w").rest(3.0) == ["ask a5"]
    assert board.rest(20.0) == []
    board.move("h7", "h6").rest(20.0)
    assert board.recorded == []
    assert board.move("e1", "e2").rest(3.0) == ["Ra1>Ba5>d8", "h7>h6", "Ke1>e2"]


def test_who_frees_a_piece_before_he_sets_his_own_down_has_not_moved_the_union() -> None:
    # Nobody sees the rook leave b8; as it comes to b5, the pawn from there stands on b4 already.
    board = with_bad(Board("1r2k3/8/8/1d6/8/8/7P/4K3 b 0 - - -"), b8=SquareState.STUCK)
    assert board.lift("b5").drop("b4", "b").rest(0.6) == ["PNb5>b4"]
    assert board.drop("b5", "u").rest(2.0) == ["revise Rb8>Pb5>b4"]


def test_nobody_holds_for_long_what_would_have_ended_the_game() -> None:
    # The king's square is stuck: nothing shows that the queen has joined him.
    board = with_bad(Board("4Q1k1/8/8/8/8/8/8/K7 w 0 - - -"), g8=SquareState.STUCK)
    assert board.lift("e8").rest(14.0) == []
    assert board.rest(2.0) == ["Qe8xKg8", "end 1-0 paco"]
    assert board.drop("e4").rest(3.0) == ["revise Qe8>e4"]


def test_what_was_long_recorded_as_played_is_rather_answered_than_held_still() -> None:
    # The rook goes to f3, which is dead, and the other one comes from h8, which is stuck, to f8.
    board = Board("4k2r/p7/8/8/5R2/8/7P/4K3 w 0 - - -")
    with_bad(board, f3=SquareState.DEAD, h8=SquareState.STUCK)
    assert board.lift("f4").rest(9.0) == ["Rf4>f3"]
    assert board.rest(5.0) == []
    assert board.drop("f8", "b").rest(4.0) == []
    board.drop("b3", "w").rest(3.0)
    assert board.recorded == ["Rf4>f3", "Rh8>f8", "Rf3>b3"]


def test_who_goes_on_with_what_came_to_a_dead_square_bears_that_out_once_he_is_answered() -> None:
    board = with_bad(Board("3qk3/3n4/8/8/8/3p4/2P5/4K3 w 0 - - -"), d3=SquareState.DEAD)
    board.lift("c2").lift("d8", at=board.t + 0.6).drop("e7", "b", at=board.t + 0.33)
    assert board.rest(6.0) == []
    assert board.drop("d4", "u").rest(2.2) == []
    assert board.lift("d7").rest(3.0)[:2] == ["c2xd3", "Qd8>e7"]


def gone_for_long() -> Board:
    """The union stands on g5 at last; then the king moves, as if somebody had played unseen."""
    board = with_bad(Board("4k3/7p/8/p7/8/6c1/7P/2K5 w 0 - - -"), a5=SquareState.STUCK)
    board.lift("g3").rest(9.0)
    assert board.drop("g5", "u").rest(2.0) == ["RPg3>g5"]
    assert board.move("c1", "d2").rest(5.0) == []
    return board


def test_the_last_turn_is_open_again_where_later_play_does_not_tell_it_from_another_one() -> None:
    board = gone_for_long()
    board.move("h7", "h6").rest(4.0)
    assert board.recorded == ["RPg3>g5", "a5>a4", "Kc1>d2", "h7>h6"]
    assert board.all_said[-2] == "restore a4 a5 g5"
    board.rest(20.0)
    assert board.all_said[-1] == "restored"


def test_where_putting_pieces_so_proves_it_false_it_is_shown_once_more() -> None:
    board = gone_for_long()
    board.move("h7", "h6").rest(4.0)
    board.drop("a4", "b").rest(3.0)
    assert board.recorded == []
    assert board.all_said[-1].startswith("restore c1 d2 g3")
