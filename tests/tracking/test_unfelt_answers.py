"""Answers that are not felt, or felt late: other pieces are asked, and bad squares found by it."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import AskSquareEvent, RestoreEvent
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, Lay
from tests.tracking.playing import see
from tests.tracking.polled import answer_all, answered, with_bad
from tests.tracking.test_traces import tracked

pytestmark = pytest.mark.slow

# The pawn on e4 may join either of two.
TWO_PARTNERS = "4k3/p7/8/3p1p2/4P3/8/P7/4K3 w 0 - - -"
# Only by taking over a4 does the rook's turn end on d7.
THROUGH_A4 = "4k3/7p/8/8/e7/8/7P/R3K3 w 0 - - -"
# The pawn on c4 can only take over d5, and the one that it frees join c6 or e6.
ONE_OF_TWO = "4k3/p7/2ppp3/2pa4/2P5/8/8/4K3 w 0 - - -"
# The queen goes to g4 by herself, or frees the rook on d4 to go there; c4 may join d5.
DOUBTFUL_QUEEN = "8/2k5/8/3p4/2Pc4/8/8/K2Q4 w 0 - - -"
# The pawn on b7 may join a8, and c4 d5.
JOINS_AT_HOME = "r3k3/1P5p/8/3p4/2P5/8/7P/1K5R w 0 - - -"
# So it is here, and c4 may join d5.
THROUGH_A4_CARELESS = "4k3/7p/8/3p4/e1P5/8/7P/R3K3 w 0 - - -"
# The rook may join the pawn on a4, and c4 d5.
BESIDE_A4 = "4k3/7p/8/3p4/p1P5/8/8/R3K3 w 0 - - -"
# So it may here, or the knight on d1.
BESIDE_TWO = "4k3/7p/8/3p4/p1P5/8/8/R2n2K1 w 0 - - -"
LONG = 20.0
REPLIED = 288.7
"""When Black has replied in the trace, in seconds."""


def test_an_answer_that_nobody_can_feel_is_given_with_two_other_pieces(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    assert board.lift("a1").drop("d7").rest(3.0) == ["ask a4"]
    assert board.rest(LONG) == ["part a4"]
    assert answered(board, yes=True) == ["Ra1>Ba4>d7", "sako d7 e8"]


def test_who_is_not_felt_to_answer_is_told_to_put_it_where_nobody_may_have_felt_him() -> None:
    # The queen has gone to f4, which is dead, though nobody knows it yet; and Black has replied.
    events = tracked("unfelt-answer.presence.jsonl", TrackerSettings(asks_of_parts=False))
    told = [event for event in events if event.t > REPLIED]
    asked = [event.squares for event in told if isinstance(event, AskSquareEvent)]
    assert asked == [(parse_square("g5"),)]
    lit = [event.squares for event in told if isinstance(event, RestoreEvent)]
    assert lit == [tuple(map(parse_square, ("e3", "f4", "g5")))]


def test_who_answers_by_going_where_nobody_sees_him_is_not_waited_for() -> None:
    # The rook may have freed its partner on e1 and come home. Asked, Black plays the union on.
    board = Board("4k3/7p/8/8/8/8/7P/1K2hr2 b 0 - - -").lift("f1").touch("e1").drop("f1")
    assert board.rest(5.0) == ["ask e1"]
    assert board.lift("e1").rest(12.0) == []
    assert board.rest(LONG) == ["restored"]
    assert not board.view.ask
    assert board.move("h2", "h3").rest(5.0) == ["part c1 d1 e2 e3"]


def test_who_shows_his_turn_slips_nothing_in_though_he_has_done_so() -> None:
    board = Board(THROUGH_A4_CARELESS)
    board.lift("c4").slip("d5").rest(5.0)
    board.move("h7", "h6").rest(5.0)
    assert board.recorded == ["c4xd5", "h7>h6"]
    for _ in range(2):
        board.move("a1", "g6").rest(3.0)
        assert board.move("g6", "a1").rest(3.0)[-1] == "restored"
    assert board.move("a1", "d7").rest(3.0) == ["ask a4"]
    # Nobody is felt to answer: a4 may have failed.
    assert board.rest(LONG) == ["part a4"]


def test_where_a_square_is_bad_another_that_has_shown_nothing_may_be_so_too(lay: Lay) -> None:
    board = with_bad(lay(DOUBTFUL_QUEEN), h8=SquareState.DEAD)
    board.lift("c4").slip("d5").rest(5.0)
    board.move("c7", "b7").rest(5.0)
    assert board.move("d1", "g4").rest(3.0) == ["ask d4"]
    assert board.rest(LONG) == ["part d4"]


def test_who_seems_to_hold_his_piece_and_gives_no_answer_is_asked_of_two_other_pieces() -> None:
    board = Board(BESIDE_A4)
    board.lift("c4").slip("d5").rest(5.0)
    board.move("h7", "h6").rest(5.0)
    # The rook stands on a3, which is dead: there nobody feels that it was not on a4.
    assert board.lift("a1").rest(5.0) == ["ask a4"]
    assert board.rest(LONG) == ["part a4"]
    answer_all(board, "a1", "a3", then=3.0)
    assert board.recorded[2:] == ["Ra1>a3"]


def test_who_answers_with_two_other_pieces_as_he_was_not_felt_is_asked_on_in_the_same_way() -> None:
    board = Board(BESIDE_TWO)
    board.lift("c4").slip("d5").rest(5.0)
    board.move("h7", "h6").rest(5.0)
    assert board.lift("a1").rest(LONG) == ["ask d1 a4", "part d1"]
    assert answered(board, yes=False) == ["restored"]
    # No touch of a4 is waited for: the rook is on a3, where nobody would feel that it was not.
    assert board.rest(3.0) == ["part a4"]


def test_who_is_asked_and_goes_on_to_where_nothing_shows_does_not_hold_his_piece_for_ever() -> None:
    board = Board(THROUGH_A4)
    assert board.lift("a1").drop("d7").rest(1.4) == ["ask a4"]
    # The rook has gone on to a3 since, which is dead: there its player answers.
    board.lift("d7").rest(LONG)
    answer_all(board, "a1", "a3", then=3.0)
    assert board.recorded == ["Ra1>a3"]


def test_who_was_not_felt_to_answer_is_not_taken_to_slip_pieces_in() -> None:
    board = Board(THROUGH_A4_CARELESS)
    board.lift("a1").drop("d7").rest(LONG)
    assert answered(board, yes=True)[0] == "Ra1>Ba4>d7"
    board.move("h7", "h6").rest(5.0)
    # Who slips pieces in is asked about d5 by now.
    assert board.lift("c4").rest(5.0) == []


def test_who_has_said_where_he_was_not_is_asked_on() -> None:
    board = Board(ONE_OF_TWO)
    board.lift("c4").touch("d5").rest(5.0)
    assert board.move("a7", "a6").rest(LONG) == ["ask c6 e6", "part c6"]
    assert answered(board, yes=False) == ["restored", "part e6"]
    assert answered(board, yes=True) == ["c4>Pd5xe6", "a7>a6"]


def test_what_a_pawn_became_is_asked_where_no_touch_of_it_was_felt() -> None:
    board = with_bad(Board(JOINS_AT_HOME), h8=SquareState.DEAD)
    board.lift("c4").slip("d5").rest(5.0)
    board.move("h7", "h6").rest(5.0)
    assert board.lift("b7").rest(LONG) == ["ask a8", "part a8"]
    assert answered(board, yes=True) == ["b7xRa8=Q", "promote a8"]
    # However much time there was to choose by touches of the pawn, none would have been felt.
    board.rest(10.0)
    assert board.move("h6", "h5").rest(5.0) == ["queen? a8"]


def entered_twice_unfelt(lay: Lay) -> Board:
    """The rook, then the bishop have taken over a4, which never showed it."""
    board = lay(THROUGH_A4)
    board.lift("a1").drop("d7").rest(LONG)
    answered(board, yes=True)
    board.move("h7", "h6").rest(3.0)
    # It may have failed: no touch of it is waited for once more.
    assert board.move("d7", "g4").rest(5.0) == ["part a4"]
    return board


def test_a_square_that_twice_showed_neither_a_join_nor_an_answer_is_known_to_be_stuck(
    lay: Lay,
) -> None:
    board = entered_twice_unfelt(lay)
    assert answered(board, yes=True) == ["Bd7>Ra4>g4", "sako g4 a4 e8", "stuck a4"]


def test_an_answer_that_is_felt_late_counts_as_it_would_have(lay: Lay) -> None:
    board = entered_twice_unfelt(lay)
    assert board.touch("a4").rest(3.0) == ["Bd7>Ra4>g4", "sako g4 a4 e8"]


def test_no_other_square_than_the_one_that_did_not_show_it_before_is_doubted(lay: Lay) -> None:
    board = entered_twice_unfelt(lay)
    assert answered(board, yes=False) == ["restored", "Bd7>g4"]
    assert not any(said.startswith(("stuck", "dead")) for said in board.all_said)


@pytest.mark.parametrize("seconds", [5.0, 15.0, 60.0])
def test_a_slow_answer_says_no_ill_of_a_square_that_nobody_touched(
    lay: Lay, seconds: float
) -> None:
    board = lay(THROUGH_A4)
    board.lift("a1").drop("d7").rest(3.0)
    board.rest(seconds)
    said = answered(board, yes=True) if board.view.answers else board.touch("a4").rest(2.0)
    assert said == ["Ra1>Ba4>d7", "sako d7 e8"]


def test_a_turn_put_back_and_played_again_is_asked_for_by_a_touch_first(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    board.move("a1", "d7").rest(LONG)
    assert board.state == "ASKING"
    assert board.view.answers
    assert board.move("d7", "a1").rest(5.0) == ["restored"]
    assert board.move("a1", "d7").rest(5.0) == ["ask a4"]
    assert board.touch("a4").rest(2.0)[0] == "Ra1>Ba4>d7"


def test_a_square_that_felt_no_answer_is_found_stuck_when_its_union_moves(lay: Lay) -> None:
    # a4 felt neither that the rook entered it nor the touch that said so.
    board = lay(THROUGH_A4)
    board.lift("a1").drop("d7").rest(LONG)
    answered(board, yes=True)
    assert board.drop("a3", "u").rest(5.0) == ["part a4"]
    assert answered(board, yes=True) == ["PRa4>a3", "stuck a4"]


def test_what_all_who_may_answer_can_be_felt_on_is_asked_once() -> None:
    board = Board(TWO_PARTNERS)
    asked = board.lift("e4").touch("d5").touch("f5").rest(60.0)
    assert asked[-1:] == ["ask d5 f5"]


def test_where_nobody_is_felt_to_answer_two_other_pieces_are_to(lay: Lay) -> None:
    board = lay("4k3/p6p/8/8/8/8/P6P/R3K3 w 0 - - -")
    assert board.drop("b1", "w").rest(3.0) == ["part a1"]
    first = set(board.view.answers)
    assert board.rest(LONG) == ["part a1"]
    assert not first & set(board.view.answers)
    assert answered(board, yes=True) == ["Ra1>b1", "stuck a1"]


def test_a_square_that_has_worked_may_have_failed_where_nobody_is_felt_to_answer(lay: Lay) -> None:
    board = lay("4k3/p6p/8/8/8/8/P6P/R3K3 w 0 - - -")
    for square in ("a2", "h2", "a7", "h7"):
        board.touch(square).rest(3.0)
    assert board.drop("b1", "w").rest(3.0) == ["part a1"]
    first = set(board.view.answers)
    assert board.rest(LONG) == ["part a1"]
    assert not first & set(board.view.answers)
    assert answered(board, yes=True) == ["Ra1>b1", "stuck a1"]


def test_a_square_that_has_worked_may_have_failed_where_its_touch_would_be_the_answer(
    lay: Lay,
) -> None:
    board = lay(THROUGH_A4).touch("a4").move("a1", "b1")
    assert board.rest() == ["Ra1>b1"]
    board.move("h7", "h6").rest()
    board.move("b1", "a1").rest()
    board.move("h6", "h5").rest()
    assert board.move("a1", "d7").rest(3.0) == ["ask a4"]
    assert board.rest(LONG) == ["part a4"]
    assert answered(board, yes=True) == ["Ra1>Ba4>d7", "sako d7 e8"]


def test_it_is_asked_where_the_last_turn_went_on_to_only_once_that_is_taken_back() -> None:
    # Players answer for the turn that is not recorded yet: that would be White's.
    board = with_bad(Board("6k1/p7/3q4/8/8/8/P7/4K3 b 0 - - -"), e5=SquareState.DEAD)
    board.move("d6", "e7").rest(1.2)
    assert board.lift("e7").rest(7.0) == ["takeback 1", "part e5"]
    assert answered(board, yes=True) == ["Qd6>e5", "sako e5 e1"]
    assert board.move("a2", "a3").rest(3.0) == ["a2>a3"]


def test_who_holds_what_was_set_down_last_is_believed_that_it_had_stood_there() -> None:
    board = with_bad(Board("6k1/p7/3q4/8/8/8/P7/4K3 b 0 - - -"), e5=SquareState.DEAD)
    board.move("d6", "e7").rest(1.2)
    board.lift("e7").rest(7.0)
    assert answered(board, yes=False) == ["restored"]
    assert board.drop("e7", "b").rest(4.0) == ["Qd6>e7", "sako e7 e1"]


@pytest.mark.usefixtures("without_parts")
def test_an_answer_is_not_waited_for_once_play_has_gone_on_for_many_turns() -> None:
    # White may have joined f3, which is stuck, and answer there unfelt. Nobody leaves the board
    # alone for long.
    board = Board("rn2kb2/q3N3/b5Ce/1ppP2p1/2PfaPD1/p4c2/PP2B2K/RN6 w 6 a - -")
    board = with_bad(board, f3=SquareState.STUCK, b8=SquareState.DEAD)
    see(
        board,
        "1.9:e2:. 3.7:d3:w 6.9:h6:. 7.3:f8:. 7.6:h6:u 8.9:h5:b 12.1:h6:. 12.8:f8:u 16.4:c6:b",
    )
    assert board.rest(4.0) == ["ask f3"]
    see(
        board,
        "21.7:h5:. 22.1:h5:b 26.2:f8:. 26.8:f8:u 31.5:c6:. 31.8:c6:b 34.8:b1:. 34.9:a3:. 35.2:a3:u"
        " 36.8:g4:. 37.1:h5:. 37.3:g4:u 38.7:f6:b",
    )
    board.rest(4.0)
    # Others were felt to answer for their turns, and he was not.
    assert board.recorded[:3] == ["Be2>Rf3>d3", "Bf8>Ph6>h5", "BBh6>f8"]
    see(board, "44.6:e7:. 45.2:g6:. 45.5:g6:u 46.7:g7:w").rest(4.0)
    assert len(board.recorded) == 7


def test_a_piece_that_was_not_felt_to_answer_may_answer_again_once_it_is_felt() -> None:
    # The rook may have gone from a1, which is stuck, to a4, which is dead.
    bad = {"a1": SquareState.STUCK, "a4": SquareState.DEAD}
    board = with_bad(Board("4k3/pp6/8/8/8/8/8/R3K3 w 0 - - -"), **bad)
    assert board.touch("e1").rest(3.0) == ["part a1"]
    assert board.rest(LONG) == ["part a1"]  # Other pieces are to answer now.
    assert answered(board, yes=False) == ["restored"]
    assert board.touch("a7", at=board.t + 6.0).rest(3.0) == ["part a1"]
    assert answered(board, yes=False) == ["restored"]
    assert board.touch("e1", at=board.t + 6.0).rest(3.0) == ["part a1"]
    assert board.rest(5.0) == []
