"""Questions that nobody can answer any more, or was heard to: they are not put, or given up."""

from __future__ import annotations

import pytest

from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board
from tests.tracking.slipping import slip_half_of_all_in

# The rook joins h2, and that union is moved on.
JOINED_AND_MOVED_ON = "1r1Nkbnr/8/pp3ap1/1Pa2Ba1/3e4/R2D2q1/2w1PP1P/rNK4R w 2 - - -"


@pytest.mark.slow
@pytest.mark.usefixtures("without_parts")
def test_nobody_is_asked_by_a_square_from_which_the_game_has_gone_on() -> None:
    board = Board(JOINED_AND_MOVED_ON)
    board.lift("d4", at=4.25).drop("c3", at=5.41).lift("g8", at=5.61).drop("g8", at=7.03)
    # The knight is in hand once more, and a pawn straightened, before the rook is played.
    board.lift("g8", at=8.04).lift("f2", at=8.76).drop("f2", at=9.16).drop("g8", "b", at=10.0)
    board.lift("h2", at=10.3).lift("h8", at=10.71).drop("h2", "u", at=11.16)
    board.lift("h2", at=12.56).drop("h2", at=13.36).lift("h2", at=14.54).drop("h4", at=15.93)
    # It might be the rook alone who stands there. But on h2 there is nothing to be lifted.
    assert board.rest(30.0) == ["BPd4>c3"]
    board.move("e8", "e7").rest(3.0)
    assert board.recorded == ["BPd4>c3", "Rh8xh2", "PRh2>h4", "Ke8>e7"]


# --- nobody is left alone with turns that later play does not tell ---


@pytest.mark.slow
@pytest.mark.usefixtures("without_parts")
def test_who_slips_one_piece_in_has_rather_slipped_in_the_next_one_than_met_a_dead_square() -> None:
    # The knight is slipped in on d2; the pawn from f5 frees the one on g4, who is so on e3.
    board = Board("3KRbq1/6a1/5d2/a2P1pp1/C3P1D1/Er1IQ2k/3b2P1/j3vN2 w 2 - - -")
    board.lift("f1").rest(1.7)
    board.lift("f5").lift("g4", at=board.t + 1.0).drop("g4", at=board.t + 1.2)
    board.lift("e1", at=board.t + 1.7).drop("f2", at=board.t + 1.6)
    assert board.lift("g4", at=board.t + 0.6).rest(1.5) == ["ask d2"]
    board.drop("g3").rest(2.0)
    # Any of five squares might have failed under what was freed; but who slips one piece in has
    # rather slipped in the next one, too.
    board.touch("d2").rest(3.0)
    assert board.recorded == ["Nf1xBd2", "f5>Ng4xQe3", "BBe1>f2", "PPg4>g3"]


@pytest.mark.slow
@pytest.mark.usefixtures("without_parts")
def test_turns_that_later_play_does_not_tell_are_to_be_shown_before_any_is_put_to_the_proof() -> (
    None
):
    # Black's queen went by h4 to g3, both slipped in: she might be on one of five dead squares.
    board = Board("rn2kb1r/2p1p2p/4bp1D/a2p3q/a2P3a/N4KPN/2P1P3/R1BQ1B1R b 3 ah - -")
    board.lift("h5").rest(3.0)
    since = [("a3", "b5"), ("h6", "g4"), ("f1", "g2")]
    for start, end in since:
        board.move(start, end).rest(2.0)
    assert board.recorded == []
    assert board.rest(6.0)[0].startswith("restore ")
    for start, end in reversed(since):
        board.move(end, start).rest(2.0)
    assert board.drop("h5", "b").rest(4.0) == ["restored"]
    board.lift("h5").rest(3.0)
    for start, end in since:
        assert board.move(start, end).rest(2.0) == []
    assert board.rest(3.0)[0] == "Qh5>e5"
    # She is on none of them.
    while board.recorded:
        end = board.recorded[0][-2:]
        board.drop(end, "b").rest(2.0)
        board.lift(end)
    assert board.all_said[-1].startswith("restore ")


# --- nobody is kept from playing on by a question that he cannot answer ---


def asked_of_b2_and_f2() -> Board:
    """Black's knight is gone from d3; White has answered at once, from e2."""
    board = Board("2bqk1sr/r1ppp1bp/pp3pp1/8/3PP3/P1PnB3/1P2NPPP/RN1QK2R w 1 AHh - -")
    board.move("c3", "c4").rest(1.0)
    board.lift("d3").rest(1.2)
    assert board.move("e2", "g1").rest(1.2) == ["ask b2 f2"]
    return board


@pytest.mark.usefixtures("without_parts")
def test_a_question_is_given_up_once_nothing_seems_to_be_played_and_nobody_is_felt() -> None:
    # The knight has joined f2, which is stuck: whoever says so is not felt. White takes e2 back.
    board = asked_of_b2_and_f2()
    assert board.move("g1", "e2").rest(14.0) == []
    assert board.rest(2.0) == ["restored"]
    assert not board.view.ask
    assert board.rest(60.0) == []
    assert board.recorded == ["c3>c4"]


@pytest.mark.usefixtures("without_parts")
def test_where_nobody_is_felt_to_answer_it_is_put_to_the_proof_that_he_was_on_a_dead_square() -> (
    None
):
    board = asked_of_b2_and_f2()
    assert board.rest(13.0) == []
    assert board.rest(1.0) == [
        "Nd3>c1",
        "Ne2>g1",
        "restore c1 b2 f2 b4 f4 c5 e5",
        "dead c1",
    ]
    # It stood on f2, which is sound, and its player has not answered: wherever the lights
    # say that it stands, it is seen to come. At last all is set back, and played once more.
    said = board.drop("c1", "b").rest(3.0)
    assert said[:3] == ["restored", "takeback 2", "Nd3xb2"]
    assert said[-1] == "stuck b2"
    board.lift("c1").touch("b2").rest(3.0)
    assert board.touch("f2").rest(3.0)[-1] == "dead b4"
    for square in ("b4", "f4", "c5"):
        board.drop(square, "b").rest(3.0)
        board.lift(square)
    assert board.drop("e5", "b").rest(3.0)[-1] == "restore g1 e2 d3 e5"
    board.move("e5", "d3").rest(2.0)
    board.move("g1", "e2").rest(2.0)
    assert board.join("d3", "f2").rest(3.0)[-1] == "Nd3xf2"


@pytest.mark.slow
def test_so_it_is_where_the_turn_may_have_gone_on_to_a_bad_square() -> None:
    # The bishop may have gone to e4, by f2 and e3: whoever is asked about e3 answers there.
    settings = TrackerSettings(asks_of_parts=False, fault=6.0)
    board = Board("7K/4h2Q/1p2DPsp/pb1R2B1/kE1C1d2/2p1F3/P4a2/4B1ri w 0 - - -", settings=settings)
    board.touch("c3").rest(2.0)
    board.lift("e1").lift("f2").drop("f2", at=board.t + 0.8).touch("e3", at=board.t + 0.9)
    board.lift("f2", at=board.t + 1.9).drop("f1", at=board.t + 1.3)
    assert board.rest(14.0) == ["ask e3"]
    assert board.rest(2.0)[:2] == ["Be1>Pf2>Pe3>e4", "PBf2>f1=Q"]


@pytest.mark.usefixtures("without_parts")
def test_a_question_stands_where_each_square_that_answers_it_has_been_seen_to_work() -> None:
    board = Board("2bqk1sr/r1ppp1bp/pp3pp1/8/3PP3/P1PnB3/1P2NPPP/RN1QK2R w 1 AHh - -")
    board.touch("b2").touch("f2").rest(2.0)
    board.move("c3", "c4").rest(1.0)
    board.lift("d3").rest(1.2)
    assert board.move("e2", "g1").rest(1.2) == ["ask b2 f2"]
    assert board.rest(300.0) == []
    assert board.touch("f2").rest(3.0)[:2] == ["Nd3xf2", "Ne2>g1"]


@pytest.mark.usefixtures("without_parts")
def test_who_cannot_answer_as_his_piece_has_moved_on_is_believed_where_others_would_have() -> None:
    # Black's queen joins the bishop, and White moves their union on: nothing is left to be touched.
    board = Board("4k3/p7/8/8/2P5/Bq6/7P/1N2K3 b 0 - - -")
    slip_half_of_all_in(board)
    board.lift("b3").rest(1.0)
    assert board.move("a3", "b2").rest(3.0) == ["ask b1 c4"]
    for move in ("a7 a6", "h2 h3"):
        board.rest(40.0)
        board.move(*move.split()).rest(3.0)
    assert board.recorded == []
    board.rest(40.0)
    board.move("a6", "a5").rest(3.0)
    assert board.recorded == ["Qb3xBa3", "BQa3>b2", "a7>a6", "h2>h3", "a6>a5"]
