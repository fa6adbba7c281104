"""Chains that end where they began, with pieces slipped in on the way, and are answered at once."""

from __future__ import annotations

from functools import partial

import pytest

from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, Lay

# The queen may free another one on f6, who goes on home, or to f5 and by way of the rook there.
QUEEN_COMES_HOME = "7Q/k7/5f2/1pp1pc2/PP1P4/6pp/6P1/K7 w 0 - - -"


def slipped_once(lay: Lay) -> Board:
    """White has joined three pawns for all to see, and slipped a fourth one in; it is his turn."""
    board = lay(QUEEN_COMES_HOME)
    for start, end in (("a4", "b5"), ("b4", "c5"), ("d4", "e5")):
        board.join(start, end).rest(2.0)
        _step_aside(board)
    board.lift("g2").slip("h3").rest(5.0)
    _step_aside(board)
    for start, end in (("a1", "a2"), ("a2", "a1")):
        board.move(start, end).rest(3.0)
        _step_aside(board)
    return board


def _step_aside(board: Board) -> None:
    """Black plays his king from a7 to b7, or back."""
    board.move(*(("a7", "b7") if board.standing("b7") == "." else ("b7", "a7"))).rest(3.0)


def comes_home(board: Board) -> Board:
    """The queen comes home slowly, and both go on at once."""
    board.lift("h8").drop("h8", at=board.t + 2.0)
    board.lift("g3", at=board.t + 0.3).drop("g2", at=board.t + 1.0)
    return board.lift("a1", at=board.t + 0.3).drop("a2", at=board.t + 1.0)


def test_an_answer_leaves_a_turn_open_that_it_fits_though_there_was_no_room_for_that_before() -> (
    None
):
    two_stories_at_a_time = TrackerSettings(most_lines=2)
    board = slipped_once(partial(Board, settings=two_stories_at_a_time)).touch("b5")
    assert comes_home(board).rest(9.0) == ["ask f6"]
    assert board.touch("f6").rest(3.0) == ["ask e5"]
    assert board.touch("h8").rest(3.0) == ["Qh8>Qf6>h8", "g3>g2", "Ka1>a2"]


@pytest.mark.usefixtures("with_and_without_parts")
def test_a_reply_that_tells_of_a_chain_home_does_not_tell_which_one_was_played(lay: Lay) -> None:
    board = slipped_once(lay)
    assert comes_home(board).rest(9.0) == ["ask e5 f5"]
    board.touch("f5").rest(3.0)
    assert board.touch("h8").rest(3.0) == ["Qh8>Qf6>Rf5>Qf6>h8", "g3>g2", "Ka1>a2"]
