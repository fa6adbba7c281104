"""What is remembered of the times when the board was to be put right."""

from __future__ import annotations

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.hypotheses.complaints import Complaints
from board_daemon.tracking.seeing.contents import contents_of
from tests.tracking.seeing.test_evidence import evidence_of

AFTER = Position.start()
"""Where the last turn has led."""


def complained_of(ply: int) -> Complaints:
    complaints = Complaints()
    complaints.doubt(ply)
    return complaints


def test_a_turn_is_doubted_only_once_the_board_stands_right() -> None:
    complaints = complained_of(4)
    assert complaints.expected_to(4, AFTER) == 0
    complaints.put_right()
    assert complaints.expected_to(4, AFTER) == 4


def test_a_turn_is_doubted_for_three_turns() -> None:
    complaints = complained_of(4)
    complaints.put_right()
    assert complaints.expected_to(7, AFTER) == 4
    assert complaints.expected_to(8, AFTER) == 0


def test_a_turn_that_the_lights_told_to_undo_until_it_was_recorded_may_be_undone() -> None:
    complaints = Complaints()
    complaints.expect_back(4)
    assert complaints.expected_to(5, AFTER) == 4
    assert complaints.expected_to(8, AFTER) == 0


def test_a_turn_that_was_taken_back_is_doubted_no_more() -> None:
    complaints = complained_of(4)
    complaints.put_right()
    complaints.taken_back(4, parse_fen("4k3/8/8/8/8/8/8/4K3 w 0 - - -"))
    assert complaints.expected_to(3, AFTER) == 3


def test_a_turn_that_was_taken_back_and_played_again_may_be_taken_back_again() -> None:
    complaints = Complaints()
    complaints.taken_back(4, AFTER)
    assert complaints.expected_to(4, AFTER) == 4


def test_a_turn_that_stands_by_its_players_word_is_doubted_no_more() -> None:
    complaints = complained_of(4)
    complaints.put_right()
    complaints.stands()
    assert complaints.expected_to(4, AFTER) == 0


def test_a_turn_that_is_taken_back_as_it_was_not_understood_is_played_once_more() -> None:
    complaints = complained_of(4)
    assert complaints.not_understood(3) == 0
    complaints.set_back(was_denied=False)
    assert complaints.not_understood(3) == 4
    assert complaints.not_understood(5) == 0
    complaints.taken_back(3, Position.start())
    assert complaints.not_understood(3) == 0


def test_a_look_that_was_complained_of_is_forgotten_once_a_turn_is_recorded() -> None:
    complaints, look = Complaints(), contents_of(AFTER)
    complaints.note_look(look, is_new=True)
    complaints.gone_on(AFTER, is_shown=False)
    assert not complaints.have_looked(look)


def test_but_not_if_it_is_the_turn_that_the_board_itself_took_back_because_of_it() -> None:
    complaints, look = Complaints(), contents_of(AFTER)
    complaints.note_look(look, is_new=True)
    complaints.unplay(AFTER)
    complaints.gone_on(AFTER, is_shown=False)
    assert complaints.have_looked(look)


# The knight is gone; Black has moved a pawn.
KNIGHT_GONE = evidence_of("g1. e7. e5b", contents_of(AFTER))
G1 = 1 << parse_square("g1")


def test_a_piece_that_is_gone_may_be_held_but_not_each_time() -> None:
    complaints = Complaints()
    complaints.note_vanished(KNIGHT_GONE)
    assert not complaints.vanished & G1
    complaints.note_vanished(KNIGHT_GONE)
    assert complaints.vanished & G1


def test_what_is_gone_again_and_again_is_no_muddle() -> None:
    complaints = Complaints()
    for _ in range(2):
        complaints.note_vanished(KNIGHT_GONE)
        complaints.take_for_a_muddle()
    assert complaints.vanished & G1


def test_what_was_gone_is_forgotten_once_a_turn_is_recorded() -> None:
    complaints = Complaints()
    complaints.note_vanished(KNIGHT_GONE)
    complaints.gone_on(AFTER, is_shown=False)
    complaints.note_vanished(KNIGHT_GONE)
    assert not complaints.vanished & G1
