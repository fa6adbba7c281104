"""A union moved several times in a row: how often it was is not guessed where nothing tells."""

from __future__ import annotations

import pytest

from tests.tracking.board import Board, Lay

# The union of two rooks may go up and down its file; each side has pawns to move alone.
ROOKS = "6k1/p6p/8/8/3h4/8/P6P/4K3 w 0 - - -"


def moved_to_and_fro(board: Board) -> Board:
    """A union stands on d5 for two seconds, rests on d7, stands on d6 for a moment, goes to d3.

    White has moved it to d7 and Black to d3; or White to d5, Black to d7, White to d6, Black to d3.
    All stands alike by either, and the same player is to move.
    """
    board.lift("d4").drop("d5", "u", at=board.t + 0.5)
    board.lift("d5", at=board.t + 2.3).drop("d7", "u", at=board.t + 0.6).rest(5.0)
    board.lift("d7").drop("d6", "u", at=board.t + 0.5)
    board.lift("d6", at=board.t + 0.35).drop("d3", "u", at=board.t + 0.8).rest(1.4)
    return board


def test_a_recorded_turn_is_not_revised_to_a_guess_though_the_other_player_has_gone_on(
    lay: Lay,
) -> None:
    board = moved_to_and_fro(lay(ROOKS))
    board.move("a2", "a3").rest(0.5)
    assert board.recorded == ["RRd4>d5"]
    assert not any(said.startswith("revise") for said in board.all_said)


def test_what_nothing_to_come_would_tell_is_to_be_set_back_and_played_once_more(lay: Lay) -> None:
    board = moved_to_and_fro(lay(ROOKS))
    board.move("a2", "a3").rest(3.0)
    assert board.all_said[-1].startswith("restore")
    board.move("a3", "a2")
    board.move("d3", "d5").rest(2.0)
    for start, end in (("d5", "d7"), ("d7", "d6"), ("d6", "d3"), ("a2", "a3")):
        board.move(start, end).rest(1.3)
    assert not any(said.startswith("revise") for said in board.all_said)
    assert board.recorded[0] == "RRd4>d5"


def test_whether_a_union_was_moved_on_is_asked_once_the_board_is_left_alone(lay: Lay) -> None:
    board = lay(ROOKS)
    board.lift("d4").drop("d5", "u", at=board.t + 0.6)
    board.lift("d5", at=board.t + 1.5).drop("d7", "u", at=board.t + 0.6)
    assert board.rest(14.0) == ["RRd4>d5"]
    assert board.rest(2.0) == ["restore d5 d7"]
    board.move("d7", "d5").rest(1.5)
    board.move("d5", "d7").rest(1.5)
    assert board.recorded == ["RRd4>d5", "RRd5>d7"]


def test_whoever_plays_on_over_that_question_answers_it(lay: Lay) -> None:
    board = lay(ROOKS)
    board.lift("d4").drop("d5", "u", at=board.t + 0.6)
    board.lift("d5", at=board.t + 1.5).drop("d7", "u", at=board.t + 0.6).rest(16.0)
    board.move("h2", "h3").rest(3.0)
    assert board.recorded == ["RRd4>d5", "RRd5>d7", "h2>h3"]


def test_what_is_played_once_more_takes_no_earlier_turns_back(lay: Lay) -> None:
    # It stood on d6 three turns ago, and the board was in doubt about the last one.
    board = lay(ROOKS)
    for start, end in (("d4", "d6"), ("d6", "d3"), ("d3", "d7")):
        board.move(start, end).rest(5.0)
    board.lift("d7", at=board.t + 0.1).drop("d6", "u", at=board.t + 0.5)
    board.lift("d6", at=board.t + 1.3).drop("d8", "u", at=board.t + 0.5).rest(16.0)
    board.move("d8", "d6").rest(1.5)
    board.move("d6", "d8").rest(1.5)
    assert board.recorded == ["RRd4>d6", "RRd6>d3", "RRd3>d7", "RRd7>d6", "RRd6>d8"]


@pytest.mark.usefixtures("with_and_without_parts")
def test_who_is_to_set_a_union_back_and_sets_it_back_further_has_taken_its_turn_back(
    lay: Lay,
) -> None:
    board = lay("4k3/8/8/4W3/8/8/8/4K3 w 0 - - -").move("e5", "g7")
    assert board.rest(2.0) == ["BQe5>g7"]
    board.lift("g7").drop("h8", at=board.t + 0.7)
    assert board.rest(16.0) == ["restore g7 h8"]
    assert board.move("h8", "e5").rest(4.0) == ["restored", "takeback 1"]
    assert board.move("e5", "h8").rest(3.0) == ["BQe5>h8"]
    assert board.move("e8", "e7").rest(3.0) == ["Ke8>e7"]
