"""Pieces are put where they are supposed to stand: what is seen then tells what was played."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import square_name
from tests.tracking.board import Board

# The pawn from b2 may go to b3 or to b4; one of them is dead, though nobody knows which.
PAWN = "4k3/p6p/8/8/8/8/1P5P/4K3 w 0 - - -"
SINCE = ("a7 a6", "h2 h3")

pytestmark = pytest.mark.usefixtures("without_parts")


def pawn_gone() -> Board:
    """The pawn has gone to where nobody sees it, and later play has not told where that is."""
    board = Board(PAWN)
    board.lift("b2").rest(2.0)
    for move in SINCE:
        board.move(*move.split()).rest(2.0)
    assert board.recorded == []
    return board


def put_to_the_proof() -> Board:
    board = pawn_gone()
    assert board.rest(1.0) == ["b2>b3", "a7>a6", "h2>h3", "restore b3 b4", "dead b3"]
    return board


def test_the_lights_say_where_a_piece_is_to_be_put() -> None:
    (fix,) = put_to_the_proof().view.fix
    assert (square_name(fix.square), fix.wants_piece) == ("b3", True)


def test_where_nobody_is_seen_to_put_it_there_it_stood_there() -> None:
    board = put_to_the_proof()
    assert board.rest(3.0) == []
    assert board.rest(1.0) == ["restored"]
    assert board.move("h7", "h6").rest(3.0) == ["h7>h6"]
    assert board.drop("b4", "w").rest(3.0) == ["b3>b4"]


def test_where_it_is_seen_to_come_it_stood_on_the_other_one() -> None:
    board = put_to_the_proof()
    said = board.drop("b3", "w").rest(2.0)
    assert said == ["restored", "takeback 1", "b2>b4", "a7>a6", "h2>h3", "restore b3 b4", "dead b4"]
    # It goes back to where it stood.
    assert board.lift("b3").rest(3.0) == []
    assert board.rest(1.0) == ["restored"]
    assert board.move("h7", "h6").rest(3.0) == ["h7>h6"]
    assert board.drop("b5", "w").rest(3.0) == ["b4>b5"]


def test_where_it_is_seen_to_come_only_later_it_stood_on_the_other_one_too() -> None:
    board = put_to_the_proof()
    board.rest(10.0)
    board.drop("b3", "w").rest(2.0)
    assert board.recorded[0] == "b2>b4"


def test_where_it_only_can_have_gone_on_from_the_other_one_it_stood_there() -> None:
    board = put_to_the_proof()
    board.rest(10.0)
    assert board.move("h7", "h6").rest(3.0) == ["h7>h6"]
    board.drop("b5", "w").rest(3.0)
    assert board.recorded == ["b2>b4", "a7>a6", "h2>h3", "h7>h6", "b4>b5"]


def test_who_plays_on_without_an_answer_is_asked_again_after_his_turn_but_not_for_ever() -> None:
    board = put_to_the_proof()
    again = ["restored", "h7>h6", "restore b3 b4"]
    assert board.move("h7", "h6").rest(1.5) == again
    assert board.move("e1", "e2").rest(1.5) == ["restored", "Ke1>e2", "restore b3 b4"]
    assert board.move("e8", "e7").rest(9.0) == ["restored", "Ke8>e7"]


def test_where_it_is_seen_to_come_after_more_turns_they_stand_as_they_were_played() -> None:
    board = put_to_the_proof()
    board.move("h7", "h6").rest(1.5)
    said = board.drop("b3", "w").rest(1.5)
    assert said[:5] == ["restored", "takeback 1", "b2>b4", "a7>a6", "h2>h3"]
    assert said[5:] == ["h7>h6", "restore b3 b4", "dead b4"]
    assert board.lift("b3").rest(5.0) == ["restored"]


def test_nothing_is_put_to_the_proof_while_the_game_goes_on_quickly() -> None:
    board = pawn_gone()
    for move in ("h7 h6", "e1 d2", "e8 d7", "d2 d3"):
        assert board.move(*move.split()).rest(2.0) == []


def test_a_piece_that_may_be_in_a_hand_is_put_nowhere() -> None:
    board = Board(PAWN)
    assert board.lift("b2").rest(50.0) == []


def test_one_turn_later_it_is_put_to_the_proof_once_nobody_goes_on() -> None:
    board = Board(PAWN)
    board.lift("b2").rest(3.0)
    assert board.move("a7", "a6").rest(14.0) == []
    assert board.rest(1.0)[:2] == ["b2>b3", "a7>a6"]


# The knight may have gone to any of six squares; or the rook was freed on g5.
KNIGHT = "4k3/p6p/8/8/3N4/8/7P/4K3 w 0 - - -"


def test_of_many_squares_one_is_put_to_the_proof_after_the_other_once_all_was_shown_in_vain() -> (
    None
):
    board = Board(KNIGHT)
    moves = ("a7 a6", "h2 h3", "a6 a5")
    board.lift("d4").rest(3.0)
    for move in moves:
        board.move(*move.split()).rest(2.0)
    assert board.rest(7.0)[0].startswith("restore ")
    for start, end in (move.split() for move in reversed(moves)):
        board.move(end, start).rest(1.0)
    assert board.drop("d4", "w").rest(3.0)[-1] == "restored"
    board.lift("d4").rest(3.0)
    for move in moves:
        board.move(*move.split()).rest(2.0)
    assert board.rest(3.0)[-2].startswith("restore ")
    while (end := board.recorded[0][-2:]) != "e6":
        said = board.drop(end, "w").rest(2.0)
        assert said[:2] == ["restored", "takeback 1"]
        board.lift(end)
    assert board.rest(5.0) == ["restored"]
    assert board.recorded == ["Nd4>e6", "a7>a6", "h2>h3", "a6>a5"]


def test_where_it_is_seen_on_each_square_all_is_to_be_shown_once_more() -> None:
    # It had rolled off the board.
    board = put_to_the_proof()
    board.drop("b3", "w").rest(2.0)
    said = board.lift("b3").drop("b4", "w").rest(2.0)
    assert said == ["restored", "takeback 1", "restore b2 h2 h3 b4 a6 a7"]
    for start, end in (("b4", "b2"), ("h3", "h2"), ("a6", "a7")):
        board.move(start, end).rest(2.0)
    assert board.all_said[-1] == "restored"
    assert board.move("b2", "b4").rest(3.0) == ["b2>b4"]
