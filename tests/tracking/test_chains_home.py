"""Chains that end where they began, with pieces slipped in on the way, and are answered at once."""

from __future__ import annotations

from functools import partial

import pytest

from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay
from tests.tracking.polled import answer_all
from tests.tracking.slipping import slip_half_of_all_in

# The knight may free the bishop on d5 and that one the pawn on c4, which goes to c3.
KNIGHT_FOR_PAWN = "1n3b1r/1c1k2p1/1e1d2P1/3v2F1/r1a2afa/2n2K2/P1PP4/6NR w 2 - - -"
CHAIN_HOME = "Nc3>Bd5>Pc4>c3"
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


@pytest.mark.slow
def test_an_answer_leaves_a_turn_open_that_it_fits_though_there_was_no_room_for_that_before() -> (
    None
):
    two_stories_at_a_time = TrackerSettings(most_lines=2)
    board = slipped_once(partial(Board, settings=two_stories_at_a_time)).touch("b5")
    assert comes_home(board).rest(9.0) == ["ask e5"]
    assert board.touch("h8").rest(3.0) == ["Qh8>Qf6>h8", "g3>g2", "Ka1>a2"]


@pytest.mark.slow
@pytest.mark.usefixtures("with_and_without_parts")
def test_a_reply_that_tells_of_a_chain_home_does_not_tell_which_one_was_played(lay: Lay) -> None:
    board = slipped_once(lay)
    assert comes_home(board).rest(9.0) == ["ask e5 f5"]
    board.touch("f5").rest(3.0)
    assert board.touch("h8").rest(3.0) == ["Qh8>Qf6>Rf5>Qf6>h8", "g3>g2", "Ka1>a2"]


def came_home(lay: Lay) -> Board:
    """The knight's chain, or somebody has only straightened what it would have touched."""
    board = lay(KNIGHT_FOR_PAWN).move("h1", "h2")
    assert board.rest(3.0) == ["Rh1>h2"]
    return board.lift("c3").touch("d5").touch("c4").drop("c3", "b")


def test_a_touch_with_which_a_chain_that_came_home_is_taken_back_is_no_answer_yet(lay: Lay) -> None:
    # Of changing the pieces on a square back, only some steps are to be seen.
    board = came_home(lay).touch("d5", at=6.5).lift("c3", at=8.1)
    assert board.drop("c3", at=9.2).rest(1.7) == ["ask c4 d5"]
    assert board.touch("d5").rest(2.0) == ["ask c4 d5"]
    board.move("g5", "e5").rest(4.0)
    assert CHAIN_HOME not in board.recorded


def test_who_touches_the_same_piece_once_more_answers_by_that(lay: Lay) -> None:
    board = came_home(lay)
    assert board.rest(2.0) == ["ask c4 d5"]
    assert board.touch("h8").rest(2.0) == []
    assert board.touch("d5").rest(2.0) == ["ask c4 d5"]
    assert board.touch("d5").rest(2.0) == [CHAIN_HOME]


def test_a_touch_that_was_on_its_way_as_the_chain_home_was_asked_for_is_no_answer_yet(
    lay: Lay,
) -> None:
    board = came_home(lay)
    assert board.rest(1.3) == ["ask c4 d5"]
    assert board.touch("d5", at=board.t + 0.5).rest(2.0) == ["ask c4 d5"]
    assert board.touch("c4", at=board.t + 1.5).rest(2.0) == [CHAIN_HOME]


def recorded_home(lay: Lay) -> Board:
    """A chain that came home is recorded, though nobody has played it: it is Black's turn still."""
    board = came_home(lay)
    assert board.rest(2.0) == ["ask c4 d5"]
    assert board.touch("c4", at=board.t + 1.5).rest(2.0) == [CHAIN_HOME]
    return board


def test_a_chain_home_that_nobody_has_played_is_taken_back_with_the_turn_before_it(
    lay: Lay,
) -> None:
    board = recorded_home(lay)
    assert board.move("g5", "e5").rest(3.0) == ["restore e5 g5"]
    assert board.move("e5", "g5").rest(3.0) == ["restored"]
    assert board.move("h2", "h1").rest(3.0) == ["takeback 1"]
    assert board.move("h1", "h2").rest(3.0) == ["Rh1>h2"]
    assert board.move("g5", "e5").rest(3.0)[0] == "QPg5>e5"


def test_a_chain_home_is_taken_for_none_once_its_side_has_twice_played_on(lay: Lay) -> None:
    board = recorded_home(lay)
    assert board.move("a4", "a3").rest(3.0) == ["restore a3 a4"]
    assert board.move("a3", "a4").rest(3.0) == ["restored"]
    assert board.move("a4", "a3").rest(3.0)[:2] == ["takeback 2", "Ra4>a3"]
    assert board.recorded == ["Rh1>h2", "Ra4>a3"]


@pytest.mark.slow
def test_a_chain_home_stays_recorded_where_what_is_played_after_it_is_no_turn_either(
    lay: Lay,
) -> None:
    board = recorded_home(lay)
    for _ in range(2):
        assert board.move("a4", "b2").rest(3.0) == ["restore b2 a4"]
        assert board.move("b2", "a4").rest(3.0) == ["restored"]
    assert board.recorded[-1] == CHAIN_HOME


def test_who_has_said_where_his_chain_home_was_plays_none_again_for_its_likely_order() -> None:
    # Black has slipped a pawn in before. On h7 the knight goes in and out: out by the convention.
    board = Board("1n3n1W/1b1pkp1h/2p3p1/Cd4aP/p5a1/P7/1vPP4/2RQKBN1 b 4 - - -", SensorKind.COLOUR)
    board.lift("g6").slip("h5").rest(5.0)
    board.move("g1", "f3").rest(5.0)
    board.lift("f8").slip("h8", "w", at=board.t + 1.2).slip("h8")
    board.slip("h7", "w").lift("h7").drop("h7", "b").slip("h7")
    assert board.drop("f8", "b").rest(2.0) == ["ask b2 h7 h8"]
    assert board.touch("h7", at=board.t + 1.0).rest(2.0) == ["ask b2"]
    assert board.touch("f8", at=board.t + 2.0).rest(2.0) == ["Nf8>Rh7>Qh8>Nh7>f8"]


ON_THE_WAY_HOME = "Rn4k1/1P2Br2/5p1p/1c1p1D2/C4Poc/2Ka3E/W6w/w5N1 w 4 - - -"
"""The knight may free pieces on h3, g4 and h2, and the queen from there goes home for him."""


@pytest.mark.slow
def test_who_says_where_his_chain_home_was_has_not_been_there_a_second_time(lay: Lay) -> None:
    # A queen is set down where the knight had been before he joins the last piece; a rook is
    # straightened meanwhile. From h2 the queen might also have gone home by way of h3.
    board = lay(ON_THE_WAY_HOME)
    board.lift("g1").touch("h3", at=board.t + 1.3).touch("g4", at=board.t + 1.9).lift("h2")
    board.touch("e7", at=board.t + 0.9).drop("g1", "w").drop("h2", "u", at=board.t + 0.8)
    assert board.rest(2.0) == ["ask h2 h3 g4"]
    assert board.touch("h3", at=board.t + 2.0).rest(3.0) == ["Ng1>Ph3>Ng4>Qh2>g1"]


@pytest.mark.slow
def test_a_chain_home_stays_open_though_a_wrong_move_after_it_is_put_right() -> None:
    # Or the pawn had gone by way of d5 to c6, and that was taken back.
    fen = "1lf1kJ2/2n5/6rn/1B1y3a/d1P3ab/Pa2e1SR/c4K2/8 w 1 - - -"
    board = Board(fen, SensorKind.COLOUR, TrackerSettings(silent_unseen=0.5))
    board.lift("c4").drop("c6", at=board.t + 1.7).rest(2.0)
    board.lift("c6").drop("c4", at=board.t + 0.4).rest(5.0)
    board.lift("b5").drop("g7", at=board.t + 1.3).rest(2.0)
    assert board.all_said[-1] == "restore b5 g7"
    board.lift("g7").drop("b5", at=board.t + 1.1)
    board.lift("d5", at=board.t + 0.5).drop("b7", "u", at=board.t + 2.0).rest(5.0)
    board.lift("f8").drop("f7", "u", at=board.t + 1.3).rest(3.0)
    answer_all(board, "c4", "d5")
    assert board.recorded == ["c4>Qd5>c4", "QPd5>b7", "RBf8>f7"]


def test_a_turn_that_is_taken_back_is_off_the_record_though_a_chain_before_it_may_be_too(
    lay: Lay,
) -> None:
    # Of the chain that came home there is nothing to set back but pieces within unions.
    board = lay("1Rkr1b1r/p3pppp/2P2n2/2Ff2P1/2pa4/3n1N1b/P3PPBP/1NB1KR2 b 10 - - -")
    board.lift("d3").touch("c5", at=board.t + 1.0).touch("d4", at=board.t + 1.0)
    assert board.drop("d3", "b", at=board.t + 1.0).rest(3.0) == ["ask d4 c5"]
    assert board.touch("c5", at=board.t + 1.0).rest(3.0) == ["Nd3>Qc5>Pd4>d3"]
    assert board.move("d5", "e4").rest(3.0)[0] == "QPd5>e4"
    assert board.move("f3", "d5").rest(4.0) == ["restore f3 d5"]
    assert board.move("d5", "f3").rest(4.0) == ["restored"]
    assert board.move("e4", "d5").touch("d4").touch("f3").rest(10.0) == ["takeback 2"]
    assert board.recorded == ["Nd3>Qc5>Pd4>d3"]


@pytest.mark.slow
def test_a_chain_that_is_set_back_as_the_lights_say_has_not_come_home_before() -> None:
    # A piece falls over while the chain goes on, and is set up. It ends on d6, and is set back.
    board = Board("2i4d/6k1/2F3a1/pf4a1/1D1E1P1e/a2C4/1R3n2/5KJj b 6 - - -")
    board.lift("d3").lift("f2", at=board.t + 0.01).drop("d3", at=board.t + 0.5)
    for square in ("d4", "g1", "d4", "b4", "c6", "h1"):
        board.lift(square, at=board.t + 1.0).drop(square, at=board.t + 0.6)
    board.lift("g1", at=board.t + 1.0).lift("g7", at=board.t + 1.5).rest(2.7)
    board.drop("g7", "b").drop("g1", "u", at=board.t + 0.5)
    for square in ("d4", "g1"):
        board.lift(square, at=board.t + 1.0).drop(square, at=board.t + 0.6)
    board.drop("d6", "b", at=board.t + 1.0)
    assert board.rest(4.0)[-1] == "restore f2 d6"
    board.lift("d3").drop("d3", "u", at=board.t + 1.2).drop("f2", "b", at=board.t + 1.1).rest(2.0)
    board.lift("d6").lift("d3", at=board.t + 1.0).drop("d3", "u", at=board.t + 1.1)
    assert board.rest(9.0)[-1] == "restored"
    assert board.recorded == []


@pytest.mark.slow
def test_a_chain_home_among_many_touches_is_asked_about_after_a_wrong_move_was_put_right() -> None:
    # The union that White moves then might be Black's, had all only been touched.
    board = Board("6jr/3k4/1h6/2P2o1E/2aa1a2/4Kc2/8/n3R3 b 9 - - -")
    board.lift("h8").lift("g8").drop("g8", "u", at=board.t + 0.5)
    board.lift("f5", at=board.t + 1.3).drop("f5", at=board.t + 1.4)
    board.lift("f3", at=board.t + 0.6).drop("h8", "b").drop("f3", "u", at=board.t + 1.1)
    board.touch("d7", at=board.t + 0.9).lift("e3", at=board.t + 1.0).drop("g6")
    assert board.rest(2.0) == ["restore e3 g6"]
    assert board.move("g6", "e3").rest(0.9) == ["restored"]
    assert board.move("f3", "f2").rest(3.0) == ["ask g8"]
    board.touch("g8").rest(3.0)
    assert board.recorded == ["Rh8>Rg8>h8", "RPf3>f2"]


def test_touches_before_a_move_out_of_turn_are_no_silent_chain_without_a_question() -> None:
    # White slips pieces in. His queen and a union are straightened; then Black plays out of turn.
    board = Board("2Q5/2a4k/8/2p5/1P6/8/8/K7 w 0 - - -")
    board.lift("b4").slip("c5").rest(5.0)
    board.move("h7", "h6").rest(3.0)
    board.touch("c8").rest(0.5)
    board.move("h6", "h5").rest(3.0)
    assert board.all_said[-1] == "ask c7"
    assert len(board.recorded) == 2


def comes_home_by_two(lay: Lay) -> Board:
    """Black's pawn comes home by way of e5 and d7, which he may only have straightened."""
    board = lay("r1b1kbnr/3f4/1p1p1p1p/2P1s1a1/1a2P1F1/d5PP/P7/R3KBNR w 4 AHah - -")
    assert board.join("c5", "b6").rest(5.0) == ["c5xb6"]
    board.lift("d6").touch("e5", at=board.t + 1.2).touch("d7", at=board.t + 1.0)
    assert board.drop("d6", "b", at=board.t + 2.0).rest(1.4) == ["ask e5 d7"]
    return board


def test_who_straightens_the_last_turn_as_he_is_asked_has_not_said_that_he_played_none(
    lay: Lay,
) -> None:
    board = comes_home_by_two(lay)
    assert board.touch("b6").rest(4.0) == ["ask e5 d7"]
    assert board.touch("e5").rest(3.0) == ["d6>Ne5>Pd7>d6"]


def test_what_was_taken_for_straightening_was_a_chain_where_its_player_is_answered(
    lay: Lay,
) -> None:
    board = comes_home_by_two(lay)
    board.rest(3.0)
    assert board.touch("b6").rest(12.0) == ["restored"]
    board.lift("e1").lift("a1").drop("d1", "w").drop("c1", "w")
    assert board.rest(6.0) == ["d6>Ne5>Pd7>d6", "0-0-0"]


def test_who_plays_on_before_a_chain_home_was_shown_has_not_shown_it() -> None:
    # The bishop has gone by d7 and c7, once or twice; the next turn, with a union, fits neither.
    start = "6L1/1wIh1k2/2B1Ptr1/2a5/1b4aP/p1p1B1d1/P1j2K1T/4n3 w 8 - - -"
    board = Board(start, settings=TrackerSettings(asks_of_parts=False))
    for _ in range(3):
        slip_half_of_all_in(board)
    board.lift("c6").rest(1.0)
    board.touch("c7").drop("c6", "b")
    assert board.rest(4.0) == ["ask c5 b7 c7 d7"]
    assert board.touch("d7", at=board.t + 1.0).rest(4.0) == ["ask c5 b7"]
    assert board.touch("c6", at=board.t + 1.0).rest(4.0) == ["restored"]
    assert board.move("g8", "c8").rest(3.0) == ["restore c8 g8"]
    assert board.move("c8", "g8").rest(3.0) == ["restored"]
    assert board.recorded == []
