"""Touches that answer what the board asks, and others that do not."""

from __future__ import annotations

import pytest

from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay, names
from tests.tracking.slipping import PATIENT, THROUGH_A4, TWO_PARTNERS, slipped

# Nothing here is a question of squares that tell nothing.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("with_and_without_parts")]


def test_the_answer_on_a_listed_square_settles_the_question(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    board.lift("a1").drop("d7").rest(2.0)
    assert board.touch("a4").rest(2.0) == ["Ra1>Ba4>d7", "sako d7 e8"]
    assert names(board.view.ask) == ""


def test_a_touch_in_passing_is_no_answer(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    board.lift("a1").drop("d7").rest(2.0)
    assert board.touch("a4").rest(1.2) == []
    assert board.state == "ASKING"


@pytest.mark.parametrize(("touched", "turn"), [("d4", "Qd1>Rd4>g4"), ("g4", "Qd1>g4")])
def test_who_answers_as_soon_as_the_other_player_has_replied_is_heard(
    lay: Lay, touched: str, turn: str
) -> None:
    board = slipped(lay)
    assert board.move("d1", "g4").rest(PATIENT) == ["ask d4"]
    board.move("b7", "b6").touch(touched, at=board.t + 0.6).rest(3.0)
    assert board.recorded[2:] == [turn, "Kb7>b6"]


@pytest.mark.parametrize("pause", [0.6, 1.1, 1.4])
@pytest.mark.parametrize(("touched", "turn"), [("d4", "Qd1>Rd4>g4"), ("g4", "Qd1>g4")])
def test_so_is_he_where_the_reply_has_joined_another_piece(
    lay: Lay, touched: str, turn: str, pause: float
) -> None:
    # As far as is to be seen, the bishop that joined the pawn might still be in hand.
    board = slipped(lay, "1b6/2k5/8/3p4/2Pc4/6P1/8/K2Q4 w 0 - - -")
    assert board.move("d1", "g4").rest(PATIENT) == ["ask d4"]
    board.join("b8", "g3").touch(touched, at=board.t + pause).rest(3.0)
    assert board.recorded[2:] == [turn, "Bb8xg3"]


@pytest.mark.parametrize(("touched", "turn"), [("d4", "Qd1>Rd4>g4"), ("g4", "Qd1>g4")])
def test_who_answers_sooner_than_anybody_can_is_asked_once_more(
    lay: Lay, touched: str, turn: str
) -> None:
    board = slipped(lay)
    board.move("d1", "g4")
    while not board.view.ask:
        board.rest(0.1)
    assert board.touch(touched, at=board.t + 0.1).rest(3.0) == ["ask d4"]
    assert board.touch(touched).rest(3.0)[0] == turn


@pytest.mark.parametrize("touched", ["d4", "g4"])
def test_what_is_touched_in_the_midst_of_the_reply_is_no_answer(lay: Lay, touched: str) -> None:
    board = slipped(lay)
    assert board.move("d1", "g4").rest(PATIENT) == ["ask d4"]
    board.lift("b7").touch(touched, at=board.t + 0.6)
    board.drop("b6", "b").rest(1.5)
    assert len(board.recorded) == 2


def test_adjusting_elsewhere_is_no_answer() -> None:
    board = Board(TWO_PARTNERS)
    board.lift("e4").slip("d5").rest(PATIENT)
    board.move("e8", "e7").rest(2.0)
    assert board.touch("e1").rest(2.0) == []
    assert board.touch("d5").rest(2.0) == ["e4xd5", "Ke8>e7"]


def test_a_piece_touched_as_soon_as_it_is_lit_answers_once_it_is_touched_again(lay: Lay) -> None:
    # Nobody has read the lights so soon; the other player may have straightened it.
    board = slipped(lay)
    assert board.move("d1", "g4").rest(0.8) == ["ask d4"]
    assert board.touch("d4", at=board.t + 0.4).rest(2.0) == ["ask d4"]
    assert board.touch("d4").rest(2.0) == ["Qd1>Rd4>g4"]


def test_a_piece_touched_as_soon_as_it_is_lit_may_say_that_the_likeliest_turn_was_played(
    lay: Lay,
) -> None:
    board = slipped(lay)
    assert board.move("d1", "g4").rest(0.8) == ["ask d4"]
    assert board.touch("g4", at=board.t + 0.4).rest(2.0) == ["Qd1>g4"]


def test_the_answer_on_the_listed_square_means_it_was_entered(lay: Lay) -> None:
    board = slipped(lay)
    board.move("d1", "g4").rest(2.0)
    assert board.touch("d4").rest(2.0) == ["Qd1>Rd4>g4"]
    assert board.move("b7", "b6").rest() == ["Kb7>b6"]


def test_the_answer_on_the_end_square_means_none_was_entered(lay: Lay) -> None:
    board = slipped(lay)
    board.move("d1", "g4").rest(2.0)
    assert board.touch("g4").rest(2.0) == ["Qd1>g4"]
    assert board.move("b7", "b6").rest() == ["Kb7>b6"]


def test_an_answer_that_fits_several_turns_records_none_of_them(lay: Lay) -> None:
    # The rook from d4 may have freed the one on h4, or gone to and fro until they changed places.
    board = lay("8/2k5/8/3p4/2Pc3c/8/8/K2Q4 w 0 - - -")
    board.lift("c4").slip("d5").rest(PATIENT)
    board.move("c7", "b7").rest(PATIENT)
    assert board.move("d1", "g4").rest(PATIENT) == ["ask d4 h4"]
    # No square tells them apart: the turn is to be shown once more.
    assert board.touch("h4").rest(PATIENT) == ["restore d1 g4"]
    assert board.recorded == ["c4xd5", "Kc7>b7"]
    assert board.move("g4", "d1").rest() == ["restored"]
    board.lift("d1").touch("d4").touch("h4").drop("g4", "w").rest()
    assert board.recorded[2:] == ["Qd1>Rd4>Rh4>g4"]


def test_an_answer_is_forgotten_once_the_board_was_put_right(lay: Lay) -> None:
    board = lay("8/2k5/8/3p4/2Pc3c/8/8/K2Q4 w 0 - - -")
    board.lift("c4").slip("d5").rest(PATIENT)
    board.move("c7", "b7").rest(PATIENT)
    board.move("d1", "g4").rest(PATIENT)
    assert board.touch("h4").rest(PATIENT) == ["restore d1 g4"]
    # On the way back a union is straightened; then the queen goes elsewhere, after a long look.
    assert board.lift("g4").touch("d4").drop("d1", "w").rest() == ["restored"]
    assert board.lift("d1").rest(30.0) == []
    board.drop("e1", "w").rest()
    assert board.recorded[2:] == ["Qd1>e1"]


def test_who_went_another_way_to_the_same_place_says_so_where_he_ended(lay: Lay) -> None:
    # A union of two rooks stands on d1 and one on a4: by way of either the rook comes to d4.
    board = lay("4k3/8/8/8/h7/8/6K1/R2h4 w 0 - - -").lift("a1").drop("d4", "w")
    assert board.rest(3.0) == ["ask d1"]
    assert board.touch("d4").rest(3.0) == ["Ra1>Ra4>d4"]


def test_who_has_played_nothing_since_says_so_where_his_last_turn_ended() -> None:
    # White has only straightened his queen and a union: that might have been a chain.
    board = Board("f1Q2bn1/2Dp2pr/R4kap/Ca1F1P2/4J3/4K1BB/1or4P/5N2 b 10 - - -")
    assert board.move("f8", "e7").rest(3.0)[0] == "Bf8>e7"
    board.lift("c8").touch("c7").drop("c8", "w", at=board.t + 1.0)
    assert board.rest(2.0) == ["ask c7"]
    assert board.touch("e7").rest(3.0) == ["restored"]
    assert board.move("g3", "f4").rest(2.0)[0] == "Bg3>f4"


def test_who_goes_on_putting_pieces_right_does_not_answer_by_that() -> None:
    # The queen freed on e7 stood wrong, then on c5; all is set back, and pieces are exchanged.
    board = Board("r1b3nr/p1p1Lp1p/1pobk2e/5P1P/3pp1P1/PPNP4/2PKP1B1/R2Q4 b 8 - - -")
    board.lift("d6").touch("e7", at=board.t + 1.2).drop("a5", "b", at=board.t + 0.7)
    assert board.rest(2.0) == ["restore a5 d6"]
    board.lift("a5", at=board.t + 1.0)
    assert board.drop("d6", "b", at=board.t + 1.2).rest(3.0) == ["restored", "ask e7"]
    board.touch("c2", at=board.t + 0.5).touch("e7", at=board.t + 0.9)
    assert board.rest(3.0) == []
    board.lift("d6").touch("e7").drop("c5", "b").rest(3.0)
    assert board.recorded == ["Bd6>Qe7>c5"]


def test_what_is_touched_while_all_is_to_be_put_right_may_be_forgotten_though_it_is_asked() -> None:
    board = Board("7k/8/8/8/8/l7/8/R3K3 w 0 - - -")
    assert board.move("a1", "g3").rest(2.5) == ["ask a3"]
    assert board.move("h8", "a2").rest(2.5) == ["restore a1 a2 g3 h8"]
    board.touch("a2").lift("a3").rest(1.0)
    assert board.drop("a3", "u").rest(1.5) == []
    board.move("a2", "h8")
    assert board.rest(12.0) == ["restore a1 g3"]


def test_a_wrong_move_after_a_turn_that_was_seen_whole_takes_none_back() -> None:
    # The chain was seen from end to end; then its player moves a knight where it may not go.
    board = Board("2b1k1nr/1ad3p1/B4F2/nd6/4a2P/4paf1/hE1P1P2/2B1K1R1 b 0 - - -")
    board.lift("g7").lift("f6").drop("f6", "u").lift("a6").drop("a6", "u").rest(2.0)
    board.lift("g8").drop("b6", "b", at=board.t + 1.0)
    assert board.rest(6.0) == ["restore b6 g8"]
    assert board.move("b6", "g8").rest(3.0) == ["restored"]
    assert board.recorded == ["g7>Qf6xBa6"]


@pytest.mark.parametrize(
    ("answer", "turn"), [("d4", "Qd1>Rd4xg4"), ("g4", "Qd1xg4")], ids=["entered", "not entered"]
)
def test_a_touch_with_which_the_turn_itself_may_have_ended_is_no_answer_yet(
    answer: str, turn: str
) -> None:
    # The rook that the queen has freed on d4 is in hand as the board asks, and then joins g4.
    board = Board("8/2k5/8/3p4/2Pc2p1/8/8/K2Q4 w 0 - - -")
    board.lift("c4").slip("d5").rest(PATIENT)
    board.move("c7", "b7").rest(PATIENT)
    board.lift("d1").touch("d4", at=board.t + 0.8)
    assert board.rest(3.2) == ["ask d4"]
    assert board.touch("g4").rest(2.0) == ["ask d4"]
    assert board.touch(answer).rest(2.0) == [turn]


def test_who_is_asked_something_else_just_then_may_still_answer_what_was_asked_before() -> None:
    # Held for long, the queen might have joined a4. He means that one, and ends on g4; lit is d4.
    board = Board("8/2k5/8/3p4/p1Pc3p/8/8/K2Q4 w 0 - - -")
    board.lift("c4").slip("d5").rest(PATIENT)
    board.move("c7", "b7").rest(PATIENT)
    assert board.lift("d1").rest(3.2) == ["ask a4 h4"]
    assert board.drop("g4", "w").rest(0.9) == ["ask d4"]
    assert board.touch("g4", at=board.t + 0.4).rest(3.0) == ["ask d4"]
    assert board.touch("d4").rest(2.0) == ["Qd1>Rd4>g4"]


@pytest.mark.parametrize("answer", ["h4", "g8"])
def test_a_piece_adjusted_where_a_less_likely_turn_would_have_ended_is_no_answer_yet(
    answer: str,
) -> None:
    # Black's knight is straightened: a long chain with five pieces slipped in would end there.
    start = "2b2bn1/4kC2/n5ap/1p3a2/1CNef2q/aa1P3N/6RP/R2K1B2 b 3 - - -"
    board = Board(start, settings=TrackerSettings(margin=1.0))
    board.lift("b5").slip("c4").rest(PATIENT)
    board.move("a1", "b1").rest(PATIENT)
    board.move("h6", "h5").rest(PATIENT)
    assert board.lift("d3").rest(3.2) == ["ask h4 e7"]
    assert board.touch("g8").rest(2.0) == ["ask h4 e7"]
    board.touch(answer).rest(2.0)
    assert board.recorded[-1].startswith("d3>Qe4")
    assert answer in board.recorded[-1]


def test_who_says_twice_that_he_has_united_with_the_king_has_won() -> None:
    # By the queen on e3, who may have gone to c1 or c3. The king may have been straightened.
    start = "1wW1kbnr/2s3C1/4f3/p1a2a1p/5p1R/p1P1F3/P4K2/RNB3N1 b 6 h - -"
    settings = TrackerSettings(silent_unseen=1.6, asks_of_parts=Board.asks_of_parts)
    board = Board(start, settings=settings)
    assert board.lift("f4").rest(4.0) == ["ask c1 f2 c3"]
    assert board.touch("f2", at=board.t + 0.5).rest(3.0) == ["ask c1 f2 c3"]
    said = board.touch("f2", at=board.t + 0.5).rest(2.0)
    assert said == ["f4>Qe3xKf2", "end 0-1 paco"]


def test_who_says_twice_that_his_chain_has_ended_with_the_king_has_won() -> None:
    # By way of d5 or not; that the king was seen to be joined tells nothing of it.
    start = "1r2Tbn1/p3k2r/1nE4p/2pe1p2/P1d2P1a/2Pf2P1/1B1PK2R/R5N1 b 2 - - -"
    board = Board(start, SensorKind.COLOUR)
    board.lift("b6").touch("c4").touch("d3").slip("e2").rest(2.0)
    assert board.touch("e2", at=board.t + 0.5).rest(2.0)[-1] == "ask d5"
    said = board.touch("e2", at=board.t + 0.5).rest(2.0)
    assert said == ["Nb6>Pc4>Pd3xKe2", "end 0-1 paco"]
