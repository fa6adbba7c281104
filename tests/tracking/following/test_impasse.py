"""Where questions lead nowhere, hands and lights alone find the way out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.tracking import Task, play
from board_daemon.rules.fen import parse_fen
from board_daemon.tracking.explaining.explanation import Said
from board_daemon.tracking.following.impasse import Impasse, was_asked_enough
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay, names
from tests.tracking.polled import answer_all, answered

# The queen goes to g4 by herself, or frees the rook on d4 to go there; c4 may join d5.
DOUBTFUL_QUEEN = "8/2k5/8/3p4/2Pc4/8/8/K2Q4 w 0 - - -"
# From d4 to d7 and back, a queen and two rooks may change places in many ways; g2 may join h3.
LOOPS = "k7/3c4/8/8/Q2c4/7p/6P1/7K w 0 - - -"
# So they may here, but only by d4; b2 may join a3.
TWO_JOINS = "k7/3c4/8/8/3c3Q/p6p/1P4P1/7K w 0 - - -"
# From h6 to h4 a bishop has many ways through thirteen unions.
MANY_WAYS = "d2j1lk1/5D2/cF1t1f1B/2de4/E2r1L1p/3K4/5P2/6S1 w 3 - - -"
# Only by taking over a4 does the rook's turn end on d7.
THROUGH_A4 = "4k3/8/8/8/e7/8/8/R3K3 w 0 - - -"
# As if somebody had slipped pieces in before.
CARELESS = TrackerSettings(silent_unseen=1.0)
PATIENT = 5.0
ANSWERED = 3.0
LEFT_ALONE = 10.0

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("with_and_without_parts")]


def after_a_silent_join(lay: Lay, fen: str, start: str, joined: str, *reply: str) -> Board:
    """Somebody has slipped a piece in, which is recorded; the next turn is the same player's."""
    board = lay(fen)
    board.lift(start).slip(joined).rest(PATIENT)
    board.move(*reply).rest(PATIENT)
    assert len(board.recorded) == 2
    return board


def asked_about_the_queen(lay: Lay) -> Board:
    board = after_a_silent_join(lay, DOUBTFUL_QUEEN, "c4", "d5", "c7", "b7")
    assert board.lift("d1").drop("g4").rest(ANSWERED) == ["ask d4"]
    return board


def refused(lay: Lay) -> Board:
    """Its player has said twice what fits no turn."""
    board = asked_about_the_queen(lay)
    board.touch("a1").rest(ANSWERED)
    assert board.touch("a1").rest(ANSWERED) == ["restored", "restore d1 g4"]
    return board


def put_right(lay: Lay) -> Board:
    board = refused(lay)
    assert board.move("g4", "d1").rest(ANSWERED) == ["restored"]
    return board


# --- answers in vain ---


def test_one_touch_that_answers_nothing_may_be_adjusting(lay: Lay) -> None:
    board = asked_about_the_queen(lay)
    assert board.touch("a1").rest(PATIENT) == []
    assert board.touch("d4").rest(ANSWERED) == ["Qd1>Rd4>g4"]


def test_though_the_other_player_adjusts_his_pieces_now_and_then_the_question_stands(
    lay: Lay,
) -> None:
    board = asked_about_the_queen(lay)
    for square in ("b7", "b7", "b7"):
        assert board.touch(square).rest(ANSWERED) == []
    assert board.state == "ASKING"
    assert board.touch("d4").rest(ANSWERED) == ["Qd1>Rd4>g4"]


def test_who_touches_the_same_piece_again_and_again_is_to_put_his_turn_right(lay: Lay) -> None:
    # Whatever seems to stand there, he may have joined it, and answers by that.
    board = asked_about_the_queen(lay)
    for _ in range(4):
        assert board.touch("b7").rest(ANSWERED) == []
    assert board.touch("b7").rest(ANSWERED) == ["restored", "restore d1 g4"]


def test_who_adjusts_piece_after_piece_undoes_nobodys_turn() -> None:
    board = Board("8/8/ppp2pp1/3p3k/2Pc4/8/PP6/K2Q4 w 0 - - -")
    board.lift("c4").slip("d5").rest(5.0)
    board.move("h5", "h4").rest(5.0)
    assert board.move("d1", "g4").rest(4.0) == ["ask d4"]
    for square in ("a6", "b6", "c6", "f6", "g6"):
        assert board.touch(square).rest(ANSWERED) == []


def test_whose_answers_fit_no_turn_is_to_put_his_turn_right(lay: Lay) -> None:
    assert refused(lay).state == "CORRECTING"


def test_what_a_player_has_refused_is_not_asked_again(lay: Lay) -> None:
    assert refused(lay).rest(3600.0) == []


def test_four_answers_are_enough_for_one_turn(sensor: SensorKind) -> None:
    board = Board(MANY_WAYS, sensor, CARELESS)
    board.lift("h6").rest(0.5)
    board.touch("f6").slip("h4").rest(PATIENT)
    answers = 0
    while board.state == "ASKING":
        asked = names(board.view.ask).split()
        entered = [square for square in ("f8", "d8", "f6", "f4", "h4") if square in asked]
        board.touch(entered[0] if entered else "h4").rest(ANSWERED)
        answers += 1
    assert answers == 4
    assert board.state == "CORRECTING"


def test_turns_that_enter_the_same_squares_are_to_be_put_right_soon(lay: Lay) -> None:
    board = after_a_silent_join(lay, LOOPS, "g2", "h3", "a8", "b8")
    board.lift("a4").rest(0.5)
    assert board.drop("g7").rest(PATIENT) == ["ask d4"]
    # Sooner than its player would touch it once more.
    assert board.touch("d4").rest(2.0) == ["restore a4 g7"]


@pytest.mark.parametrize(
    ("again", "turn"),
    [
        pytest.param(["d4", "d7"], "Qa4>Rd4>Rd7>h7", id="one way"),
        pytest.param(["d4", "d7", "d4", "d7"], "Qa4>Rd4>Rd7>Qd4>Rd7>h7", id="to and fro"),
    ],
)
def test_who_seldom_shows_a_join_is_to_show_again_what_may_have_gone_to_and_fro(
    lay: Lay, again: list[str], turn: str
) -> None:
    board = after_a_silent_join(lay, LOOPS, "g2", "h3", "a8", "b8")
    board.lift("a4").touch("d4").touch("d7").drop("h7", "w")
    assert board.rest(PATIENT) == ["restore a4 h7"]
    assert board.move("h7", "a4").rest(PATIENT) == ["restored"]
    board.lift("a4")
    for square in again:
        board.touch(square)
    assert board.drop("h7", "w").rest(PATIENT) == [turn]


def test_who_shows_joins_as_often_as_not_is_believed_the_way_that_he_shows(lay: Lay) -> None:
    board = after_a_silent_join(lay, TWO_JOINS, "g2", "h3", "a8", "b8")
    board.join("b2", "a3").rest(PATIENT)
    board.move("b8", "a8").rest(PATIENT)
    board.lift("h4").touch("d4").touch("d7").drop("e7", "w")
    assert board.rest(PATIENT) == ["Qh4>Rd4>Rd7>e7"]


def test_a_chain_that_came_home_and_stays_open_is_asked_about_no_more(lay: Lay) -> None:
    board = after_a_silent_join(lay, LOOPS, "g2", "h3", "a8", "b8")
    board.lift("a4").touch("d7").drop("a4", "w")
    assert board.rest(PATIENT) == ["ask d4 d7"]
    if Board.asks_of_parts:
        # He is not asked where he was again, but what there is to be seen on the board.
        assert board.touch("d4").rest(ANSWERED) == ["queen? d4"]
        assert answered(board, yes=True) == ["Qa4>Rd7>Rd4>Qd7>Rd4>a4"]
        return
    assert board.touch("d4").rest(ANSWERED) == ["restored"]
    assert board.state == "SETTLED"
    # Played once more, with all its joins to be seen.
    board.lift("a4").touch("d4").drop("a4", "w")
    assert board.rest(PATIENT) == ["ask d4"]
    assert board.touch("d4").rest(ANSWERED) == ["Qa4>Rd4>a4"]


def ignored(lay: Lay) -> Board:
    """Three turns have followed, and nobody has answered."""
    board = asked_about_the_queen(lay)
    for start, end in (("b7", "b6"), ("a1", "a2"), ("b6", "b5")):
        assert board.move(start, end).rest(ANSWERED) == []
    assert len(board.recorded) == 2
    return board


def test_what_nobody_has_answered_later_play_may_still_tell(lay: Lay) -> None:
    board = ignored(lay)
    # Only after the chain a queen stands on d4.
    board.move("d4", "f6").rest(LEFT_ALONE)
    assert board.recorded[2:] == ["Qd1>Rd4>g4", "Kb7>b6", "Ka1>a2", "Kb6>b5", "QPd4>f6"]


def test_while_it_can_be_answered_a_question_stands_though_the_game_goes_on(lay: Lay) -> None:
    board = ignored(lay)
    assert board.rest(3600.0) == []
    assert (board.state, names(board.view.ask), board.view.fix) == ("ASKING", "d4", ())
    board.touch("d4").rest(ANSWERED)
    assert board.recorded[2:] == ["Qd1>Rd4>g4", "Kb7>b6", "Ka1>a2", "Kb6>b5"]


def test_a_question_that_no_touch_where_the_turn_ended_can_answer_is_put_to_two_other_pieces(
    lay: Lay,
) -> None:
    board = asked_about_the_queen(lay)
    board.move("b7", "b6").rest(ANSWERED)
    # Had the queen come to g4 by herself, her player would say so there.
    if board.asks_of_parts:
        assert board.move("g4", "g8").rest(ANSWERED) == ["restored", "part d4"]
    else:
        assert board.move("g4", "g8").rest(ANSWERED) == []
    board.move("b6", "b5").rest(ANSWERED)
    board.move("d4", "f6").rest(LEFT_ALONE)
    assert board.recorded[2:] == ["Qd1>Rd4>g4", "Kb7>b6", "Rg4>g8", "Kb6>b5", "QPd4>f6"]


@pytest.mark.parametrize("with_and_without_parts", [False], indirect=True)
@pytest.mark.parametrize(
    ("touched", "turns"),
    [
        ("d4", ["Qd1>Rd4>g4", "Kb7>b6", "Rg4>g8"]),
        ("g8", ["Qd1>g4", "Kb7>b6", "Qg4>g8"]),
    ],
)
def test_where_no_two_pieces_are_asked_a_touch_of_what_has_gone_on_answers(
    lay: Lay, touched: str, turns: list[str]
) -> None:
    board = asked_about_the_queen(lay)
    board.move("b7", "b6").rest(ANSWERED)
    assert board.move("g4", "g8").rest(30.0) == []
    board.touch(touched).rest(ANSWERED)
    assert board.recorded[2:] == turns


def test_of_turns_that_no_touch_has_told_apart_two_other_pieces_tell_which_it_was() -> None:
    # Black's pawn has slipped in beside one of White's, or stands on c5, which is dead. Had it been
    # on b5, it would have moved on with its union since.
    board = Board("4k3/p7/2p5/1P1P4/8/8/P7/4K3 b 0 - - -", settings=TrackerSettings())
    board.lift("c6").rest(6.0)
    board.move("b5", "b6").rest(4.0)
    assert board.move("a7", "a6").rest(4.0) == ["part b5"]
    answer_all(board, "c6", "d5")
    assert board.recorded == ["c6xd5", "b5>b6", "a7>a6"]


def test_who_holds_the_piece_that_would_answer_can_answer_still(lay: Lay) -> None:
    board = asked_about_the_queen(lay)
    board.move("b7", "b6").rest(ANSWERED)
    board.move("a1", "a2").rest(0.5)
    assert board.lift("g4").rest(PATIENT) == []
    assert board.state == "ASKING"


# --- shown once more ---


def test_who_plays_it_again_is_believed_without_a_question(lay: Lay) -> None:
    board = put_right(lay)
    assert board.move("d1", "g4").rest(ANSWERED) == ["Qd1>g4"]


def test_who_shows_the_join_is_believed_without_a_question(lay: Lay) -> None:
    board = put_right(lay)
    board.lift("d1").touch("d4").drop("g4", "w")
    assert board.rest(ANSWERED) == ["Qd1>Rd4>g4"]


def test_who_slips_his_piece_in_again_is_asked(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    board.lift("a1").drop("d7").rest(ANSWERED)
    board.touch("e1").rest(ANSWERED)
    assert board.touch("e1").rest(ANSWERED) == ["restored", "restore a1 d7"]
    assert board.move("d7", "a1").rest(ANSWERED) == ["restored"]
    assert board.lift("a1").drop("d7", "w").rest(ANSWERED) == ["ask a4"]
    assert board.touch("a4").rest(ANSWERED)[0].startswith("Ra1>")


# --- when that is so ---


def line(answers: int) -> Line:
    return replace(Line.at(parse_fen(DOUBTFUL_QUEEN), 0), answers=answers)


def test_the_second_complaint_about_one_turn_asks_to_see_it_again() -> None:
    impasse = Impasse()
    impasse.complained(line(0))
    assert not impasse.is_to_be_shown
    impasse.complained(line(0))
    assert impasse.is_to_be_shown


def test_a_complaint_after_an_answer_asks_to_see_it_again() -> None:
    impasse = Impasse()
    impasse.complained(line(1))
    assert impasse.is_to_be_shown


def test_so_does_a_complaint_after_an_answer_with_two_other_pieces() -> None:
    impasse = Impasse()
    impasse.complained(line(0).with_said(Said(1, is_on=False)))
    assert impasse.is_to_be_shown


def test_enough_is_asked_after_four_answers() -> None:
    assert [was_asked_enough(line(answers)) for answers in (0, 3, 4)] == [False, False, True]


def test_a_line_is_shown_up_to_the_turn_that_was_reached_before() -> None:
    before = line(0)
    assert not before.is_shown
    assert before.shown().is_shown
    assert not replace(before.shown(), ply=1).is_shown


# Its board asks of squares which tell nothing, whatever the other boards do.
@pytest.mark.parametrize("with_and_without_parts", [True], indirect=True)
def test_what_is_to_be_shown_first_is_not_recorded_as_it_stands(tmp_path: Path) -> None:
    # A long reply passes for answers to the question about the chain before it, which fit none of
    # the turns: once that is to be put right and shown, no order of its joins is taken for sure.
    task = Task("presence", "half_silent", 20, 5813, 100, answered=True, traces=tmp_path)
    verdict = play(task).verdict
    assert verdict is not None
    assert (verdict.wrong, verdict.lost) == (0, 0)


@pytest.mark.parametrize("after", [2.0, 2.4])
def test_a_piece_that_cannot_come_by_where_it_is_answered_hinders_no_answer(
    lay: Lay, after: float
) -> None:
    board = asked_about_the_queen(lay)
    board.lift("b7").rest(after - 0.5)
    board.touch("d4").rest(ANSWERED)
    assert board.recorded[2:] == ["Qd1>Rd4>g4"]


@pytest.mark.parametrize("with_and_without_parts", [False], indirect=True)
def test_what_has_gone_on_twice_answers_where_it_stands_now(lay: Lay) -> None:
    board = asked_about_the_queen(lay)
    for turn in ("b7 b6", "g4 g8", "b6 b5", "g8 h8"):
        board.move(*turn.split()).rest(ANSWERED)
    board.touch("h8").rest(ANSWERED)
    assert board.recorded[2:] == ["Qd1>g4", "Kb7>b6", "Qg4>g8", "Kb6>b5", "Qg8>h8"]
