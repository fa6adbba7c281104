"""What is remembered of the times when the board was to be put right."""

from __future__ import annotations

from board_daemon.rules.position import Position
from board_daemon.tracking.hypotheses.complaints import Complaints


def complained_of(ply: int) -> Complaints:
    complaints = Complaints()
    complaints.doubt(ply)
    return complaints


def test_a_turn_is_doubted_only_once_the_board_stands_right() -> None:
    complaints = complained_of(4)
    assert complaints.expected_to(4) == 0
    complaints.put_right()
    assert complaints.expected_to(4) == 4


def test_a_turn_is_doubted_for_three_turns() -> None:
    complaints = complained_of(4)
    complaints.put_right()
    assert complaints.expected_to(7) == 4
    assert complaints.expected_to(8) == 0


def test_a_turn_that_was_taken_back_is_doubted_no_more() -> None:
    complaints = complained_of(4)
    complaints.put_right()
    complaints.taken_back(4, Position.start())
    assert complaints.expected_to(3) == 3


def test_a_turn_that_stands_by_its_players_word_is_doubted_no_more() -> None:
    complaints = complained_of(4)
    complaints.put_right()
    complaints.stands()
    assert complaints.expected_to(4) == 0
