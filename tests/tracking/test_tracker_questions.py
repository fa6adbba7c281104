"""Pieces slipped in without a touch: what the board asks, and what it makes of the answer."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay, names
from tests.tracking.slipping import DOUBTFUL_QUEEN, PATIENT, THROUGH_A4, TWO_PARTNERS, slipped

ONE_PARTNER = "4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -"
# White's pawn may join d5 and Black's bishop d2.
ONE_EACH = "4k3/8/7b/3p4/4P3/8/3N4/4K3 w 0 - - -"

# Nothing here is a question of squares that tell nothing.
pytestmark = pytest.mark.usefixtures("with_and_without_parts")


# --- one way only ---


def test_a_silent_join_is_recorded_when_the_game_goes_on() -> None:
    # With reeds the pawn may as well be in somebody's hand.
    board = Board(ONE_PARTNER)
    assert board.lift("e4").slip("d5").rest(60.0) == []
    assert board.move("e8", "e7").rest() == ["e4xd5", "Ke8>e7"]


def test_a_piece_that_is_only_held_for_long_is_not_taken_to_be_slipped_in(lay: Lay) -> None:
    board = lay(ONE_PARTNER)
    assert board.lift("e4").rest(60.0) == []
    assert board.drop("e5", "w").rest() == ["e4>e5"]


def test_a_silent_join_is_recorded_when_the_partner_is_touched_later() -> None:
    board = Board(ONE_PARTNER)
    assert board.lift("e4").slip("d5").rest(PATIENT) == []
    assert board.touch("d5").rest() == ["e4xd5"]


def test_two_silent_joins_in_a_row_are_recorded_when_the_game_goes_on(lay: Lay) -> None:
    board = lay(ONE_EACH)
    board.lift("e4").slip("d5").rest(3.0)
    board.lift("h6").slip("d2").rest(3.0)
    board.move("e1", "f1").rest(3.0)
    assert board.recorded == ["e4xd5", "Bh6xNd2", "Ke1>f1"]


def test_a_turn_that_needs_a_join_nobody_saw_is_asked_for(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    assert board.lift("a1").drop("d7").rest(2.0) == ["ask a4"]
    assert board.state == "ASKING"
    assert names(board.view.ask) == "a4"


def test_what_is_asked_for_is_asked_once(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    board.lift("a1").drop("d7").rest(2.0)
    assert board.rest(10.0) == []


def test_what_nobody_answers_is_asked_once_more_of_two_other_pieces_if_any_may_be(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    board.lift("a1").drop("d7").rest(2.0)
    # Else it is left to later play: he may have answered where nobody feels it.
    assert board.rest(3600.0) == (["part a4"] if board.asks_of_parts else ["restored"])
    if not board.asks_of_parts:
        assert board.touch("a4").rest(2.0) == ["Ra1>Ba4>d7", "sako d7 e8"]


def test_who_is_asked_may_take_his_time(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    board.lift("a1").drop("d7").rest(40.0)
    assert board.touch("a4").rest(2.0) == ["Ra1>Ba4>d7", "sako d7 e8"]


def test_a_turn_that_was_asked_for_and_is_none_can_be_put_back(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    assert board.lift("a1").drop("d7").rest(2.0) == ["ask a4"]
    assert board.move("d7", "a1").rest(2.0) == ["restored"]
    assert board.state == "SETTLED"
    assert board.move("a1", "b1").rest() == ["Ra1>b1"]


# --- several ways ---


def test_one_of_two_silent_joins_is_asked_for() -> None:
    board = Board(TWO_PARTNERS)
    assert board.lift("e4").slip("d5").rest(PATIENT) == []
    assert board.move("e8", "e7").rest(2.0) == ["ask d5 f5"]
    assert board.recorded == []


@pytest.mark.parametrize("touched", ["d5", "f5"])
@pytest.mark.parametrize("by_word", [True, False])
@pytest.mark.parametrize("pause", [0.02, 0.1, 0.3, 0.5, 0.65])
def test_however_soon_the_reply_came_it_is_asked_which_square_was_joined(
    pause: float, by_word: bool, touched: str
) -> None:
    board = Board(TWO_PARTNERS)
    board.lift("e4").slip("d5").lift("e8", at=1.0 + pause).drop("e7")
    assert board.rest(PATIENT) == ["ask d5 f5"]
    if by_word:
        board.events += board.tracker.answer(board.t, parse_square(touched))
    else:
        board.touch(touched)
    assert board.rest(PATIENT) == [f"e4x{touched}", "Ke8>e7"]


def test_the_answer_says_which_of_two_squares_was_joined() -> None:
    for answer in ("d5", "f5"):
        board = Board(TWO_PARTNERS)
        board.lift("e4").slip(answer).rest(PATIENT)
        board.move("e8", "e7").rest(2.0)
        assert board.touch(answer).rest(2.0) == [f"e4x{answer}", "Ke8>e7"]


def test_a_sensor_that_sees_unions_needs_no_question_for_them() -> None:
    for sensor in (SensorKind.COLOUR, SensorKind.FIELD):
        board = Board(TWO_PARTNERS, sensor)
        board.lift("e4").slip("d5").rest(1.0)
        board.move("e8", "e7").rest(PATIENT)
        assert board.recorded == ["e4xd5", "Ke8>e7"]


def test_an_unanswered_question_is_settled_by_later_play() -> None:
    board = Board(TWO_PARTNERS)
    board.lift("e4").slip("d5").rest(PATIENT)
    assert board.move("e8", "e7").rest(PATIENT) == ["ask d5 f5"]
    # Only a union can be moved so: a lone black pawn does not go up the board.
    assert board.move("d5", "d6").rest() == ["e4xd5", "Ke8>e7", "PPd5>d6"]
    assert board.state == "SETTLED"


# --- careful with those who slip pieces in ---


def test_with_players_who_keep_the_convention_a_silent_take_over_is_not_thought_of(
    lay: Lay,
) -> None:
    assert lay(DOUBTFUL_QUEEN).move("d1", "g4").rest(PATIENT) == ["Qd1>g4"]


def test_after_one_silent_join_the_board_asks_where_a_silent_take_over_would_fit(
    lay: Lay,
) -> None:
    board = slipped(lay)
    assert board.move("d1", "g4").rest(PATIENT) == ["ask d4"]
    assert board.recorded == ["c4xd5", "Kc7>b7"]


def test_a_turn_that_goes_on_to_where_several_fit_is_asked_about(lay: Lay) -> None:
    # Only by way of d4 does it end on h4; on g4 the queen may end without that, too.
    board = slipped(lay)
    assert board.move("d1", "h4").rest(1.0) == ["Qd1>Rd4>h4"]
    assert board.move("h4", "g4").rest(PATIENT) == ["takeback 3", "ask d4"]
    board.touch("g4").rest(PATIENT)
    assert board.recorded[2:] == ["Qd1>g4"]


def test_a_turn_on_which_nothing_can_be_hidden_is_asked_nothing_even_then(lay: Lay) -> None:
    board = slipped(lay)
    assert board.move("a1", "a2").rest(PATIENT) == ["Ka1>a2"]


def test_nobody_who_keeps_the_convention_is_asked_in_mid_chain(lay: Lay) -> None:
    # The bishop freed en passant is in hand; with a silent join it might be over.
    board = lay("4k3/8/8/8/2pE4/8/2N5/4KB2 b 0 - d3 -")
    board.lift("d4").lift("c4").drop("d3", "u")
    assert board.rest(1.5) == []
    board.lift("c2").drop("c2", "u").rest()
    assert board.recorded == ["c4>Bd3xNc2"]


@pytest.mark.slow
def test_a_promotion_is_leafed_through_while_something_else_is_asked() -> None:
    board = Board("4k3/1P6/8/3p1p2/4P3/8/8/4K3 w 0 - - -")
    board.lift("e4").slip("d5").rest(PATIENT)
    board.move("e8", "e7").rest(PATIENT)
    board.move("b7", "b8").rest(1.0)
    board.touch("b8").rest(PATIENT)
    board.touch("d5").rest(PATIENT)
    assert board.recorded == ["e4xd5", "Ke8>e7", "b7>b8=N"]


def test_a_question_is_gone_once_its_turn_is_undone_and_another_one_is_on_its_way() -> None:
    # The rook comes back and takes over slowly, as if the touch were an answer.
    board = Board("4k3/8/8/8/h7/8/6K1/R2h4 w 0 - - -").lift("a1").drop("d4", "w")
    assert board.rest(3.0) == ["ask d1"]
    assert board.move("d4", "a1").lift("a1").rest(1.0) == ["restored"]
    assert board.touch("d1").rest(2.0) == []
    assert board.drop("d8", "w").rest(3.0)[:1] == ["Ra1>Rd1>d8"]


@pytest.mark.slow
def test_it_goes_on_asking_though_one_of_the_turns_has_its_last_piece_in_the_air() -> None:
    # The rook on a7 was lifted, joined and set down; hardly was the pawn set down on b7 for good
    # and is in somebody's hand: then he sets it down before he looks.
    start = "1nbB2r1/r3k3/1F1b3p/2QP3P/1aNea3/1a2K1Pc/5dB1/I7 w 8 - - -"
    board = Board(start, settings=TrackerSettings(silent_unseen=3.2))
    board.lift("c5").lift("b6", at=board.t + 1.3).drop("b6", at=board.t + 0.7)
    board.drop("b7", "w", at=board.t + 0.4).rest(1.5)
    board.lift("b7").lift("a7", at=board.t + 1.4).drop("a7", "u", at=board.t + 0.8)
    assert board.rest(4.0) == ["restored", "ask d4"]
    assert board.touch("a7").rest(3.0)[0] == "Qc5>Pb6xRa7"


@pytest.mark.slow
def test_asked_late_nobody_is_to_touch_a_square_from_which_the_game_has_gone_on() -> None:
    # Black entered a6 and a4, perhaps more; White has moved the union from a6 since.
    start = "rn1k4/2rE1a2/W4P2/2ppWDNf/P2E1p1P/1F1i4/2R4R/6K1 b 7 - - -"
    board = Board(start, settings=TrackerSettings(silent_unseen=1.6))
    board.lift("b8").lift("a6", at=board.t + 0.1).drop("a6").slip("a4", at=board.t + 1.0)
    board.lift("a6", at=board.t + 0.5).drop("c4", at=board.t + 1.2)
    assert board.rest(6.0) == ["ask a4 f6"]
    assert board.touch("a4").rest(3.0) == ["ask b3 d3 d7"]
    board.touch("a4").rest(3.0)
    assert board.recorded == ["Nb8>Qa6xa4", "BNa6>c4"]


def test_a_pawn_exchanged_for_its_piece_while_the_board_asks_says_nothing() -> None:
    # The chain may have come home, or all was only adjusted: then no turn has ended on c8.
    board = Board("f1Q3n1/2Dpb1pr/R4kap/Ca1F1P2/4J3/4K1BB/1or4P/5N2 w 11 - - -")
    board.touch("g6").lift("c8").touch("c7").drop("c8", "w", at=board.t + 1.8)
    assert board.choose("N").rest(1.4) == ["ask c7"]
    assert board.touch("c8").rest(3.0) == []
    assert board.touch("c7").rest(3.0)[0] == "Qc8>Pc7>c8=N"


@pytest.mark.usefixtures("without_parts")
@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_a_chain_that_came_home_is_asked_for_however_long_its_union_was_held(
    sensor: SensorKind,
) -> None:
    board = Board("2k3o1/2p2pp1/b3sa1r/1cpwN2p/a6P/C3P3/P5PK/2B1y1R1 w 1 - - -", sensor)
    board.lift("e1", at=8.78).drop("d1", "w", at=10.32)
    board.lift("g1", at=12.11).drop("e1", "u", at=12.93)
    board.slip("e6", "w", at=19.8).drop("d4", "b", at=22.44)
    board.lift("e6", at=22.65).slip("d4", "u", at=22.8)
    board.rest(3.0)
    assert board.recorded == ["Rg1>Qe1>d1", "NBe6>d4"]
    board.lift("e1", at=28.49).lift("d1", at=29.8)
    board.drop("e1", "u", at=30.86).drop("d1", "w", at=31.55)
    assert board.rest(2.0)[-1] == "ask e1"
    assert board.touch("e1").rest(3.0) == ["Qd1>Re1>d1"]


def test_who_seems_to_hold_what_may_have_united_with_the_king_is_asked_at_last() -> None:
    board = Board("6k1/5P2/8/8/8/8/8/4K3 w 0 - - -").lift("f7").drop("h8").lift("h8")
    assert board.rest(14.0) == []
    assert board.rest(3.0) == ["ask g8"]
    assert board.touch("g8").rest(5.0) == ["f7xKg8", "end 1-0 paco"]


def test_who_only_holds_it_may_play_on_without_an_answer() -> None:
    board = Board("6k1/5P2/8/8/8/8/8/4K3 w 0 - - -").lift("f7")
    assert board.rest(17.0) == ["ask g8"]
    board.drop("f8", "w").rest(2.0)
    assert board.recorded == ["f7>f8=Q"]


@pytest.mark.parametrize(
    ("touched", "turns"),
    [(["f5"], ["Bd7xf5", "c6>c7"]), (["c7", "c7"], ["Bd7xc6", "PBc6>c7"])],
)
def test_a_turn_from_whose_end_the_game_has_gone_on_is_asked_for_where_another_one_ended(
    touched: list[str], turns: list[str]
) -> None:
    # The bishop has slipped in beside either pawn, and the one on c6 has gone on, alone or not.
    board = Board("4k3/3b4/2P5/5P1p/6P1/8/8/4K3 b 0 - - -")
    board.lift("h5").slip("g4").rest(PATIENT)
    board.move("e1", "e2").rest(PATIENT)
    board.lift("d7").lift("c6", at=board.t + 2.0).drop("c7", at=board.t + 0.7)
    assert board.rest(9.0)[-1] == "ask f5"
    for square in touched:
        board.touch(square).rest(3.0)
    assert board.recorded == ["h5xg4", "Ke1>e2", *turns]


@pytest.mark.slow
def test_what_is_asked_stays_as_it_is_while_it_still_tells() -> None:
    # Black's bishop has slipped in somewhere; White has replied, and two have played on since.
    board = Board("8/D4ppr/1b1pp1bR/1Q2kPB1/P1pP1pK1/1R1aq3/rPpN1P2/4NBD1 b 1 - - -")
    board.lift("b6").rest(5.0)
    board.lift("d3").lift("f1").drop("d3", "u").rest(4.8)
    board.move("c2", "c1").lift("b2")
    assert board.rest(1.2) == ["ask d4 b5"]
    # Now he may have been on a7 as well, on his way.
    assert board.drop("b2", "w").rest(3.0) == []
    board.touch("b5").rest(4.0)
    assert board.recorded == ["Bb6>Na7xQb5", "Bf1>Pd3xc4", "c2>c1=Q"]


def asked_whether_a_pawn_went_home() -> Board:
    """White's queen has joined c8, or has freed the pawn on d7 to do so; he slips pieces in."""
    settings = TrackerSettings(asks_of_parts=False)
    board = Board("2bQ4/3a3k/8/4p3/3P4/8/8/4K3 w 0 - - -", settings=settings)
    board.lift("d4").slip("e5").rest(PATIENT)
    board.move("h7", "h6").rest(PATIENT)
    board.lift("d8").rest(0.9)
    assert board.lift("c8").drop("c8", "u").rest(0.9) == ["ask d7"]
    return board


def test_touches_that_may_choose_what_a_pawn_becomes_do_not_deny_that_it_was_promoted() -> None:
    board = asked_whether_a_pawn_went_home()
    board.touch("c8").touch("c8", at=board.t + 0.6).rest(PATIENT)
    assert len(board.recorded) == 2
    board.touch("d7").rest(PATIENT)
    assert board.recorded[2:] == ["Qd8>Pd7xBc8=R"]


def test_who_says_where_it_ended_twice_has_promoted_nothing() -> None:
    board = asked_whether_a_pawn_went_home()
    board.touch("c8").rest(PATIENT)
    board.touch("c8").rest(PATIENT)
    assert board.recorded[2:] == ["Qd8xBc8"]
