"""What hands and sensors do besides playing: adjusting, bouncing, sliding, resting, being quick."""

from __future__ import annotations

import pytest

from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import RECORDED, START, Board, Lay, turn_times

pytestmark = pytest.mark.slow

# White's queen may go along the diagonal from d1 to h5.
OPEN_QUEEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w 0 AHah - -"
SETTINGS = TrackerSettings()
# The pawn on e4 may join the one on d5.
TWO_PAWNS = "4k3/p7/8/3p4/4P3/8/P7/4K3 w 0 - - -"

# --- adjusting ---


@pytest.mark.parametrize("square", ["e2", "d1", "a8", "g7"])
def test_lifting_and_returning_either_sides_piece_is_free(lay: Lay, square: str) -> None:
    board = lay(START)
    assert board.lift(square).rest(20.0) == []
    assert board.drop(square).rest(20.0) == []
    assert board.move("e2", "e4").rest() == ["e2>e4"]


def test_adjusting_many_pieces_one_after_the_other_is_free(lay: Lay) -> None:
    board = lay(START)
    for square in ("a1", "b1", "c1", "a2", "h8", "g8", "e7"):
        board.touch(square)
    assert board.rest(20.0) == []
    assert board.move("e2", "e4").rest() == ["e2>e4"]


def test_adjusting_right_before_a_turn_changes_nothing(lay: Lay) -> None:
    assert lay(START).touch("a1").touch("h8").move("e2", "e4").rest(5.0) == ["e2>e4"]


def test_adjusting_while_a_piece_is_in_hand_changes_nothing(lay: Lay) -> None:
    assert lay(START).lift("e2").touch("d1").drop("e4", "w").rest(5.0) == ["e2>e4"]
    assert lay(START).touch("a1").lift("e2").touch("d8").drop("e4", "w").rest(5.0) == ["e2>e4"]


def test_adjusting_right_after_a_turn_changes_nothing(lay: Lay) -> None:
    board = lay(START)
    assert board.move("e2", "e4").touch("b8").touch("e4").rest(5.0) == ["e2>e4"]
    assert board.move("e7", "e5").rest() == ["e7>e5"]


def test_adjusting_after_a_recorded_turn_changes_nothing(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e4").rest()
    assert board.touch("e4").touch("d1").rest(5.0) == []
    assert board.touch("e7").rest(5.0) == []
    assert board.move("e7", "e5").rest() == ["e7>e5"]


def test_a_change_of_mind_before_setting_down_changes_nothing(lay: Lay) -> None:
    assert lay(START).touch("d2").touch("g1").move("e2", "e4").rest(5.0) == ["e2>e4"]


@pytest.mark.parametrize("seconds", [10.0, 20.0, 60.0])
def test_a_player_may_think_while_the_other_one_adjusts_for_long(lay: Lay, seconds: float) -> None:
    board = lay(START)
    board.lift("e7").rest(seconds)
    assert board.lift("e2").rest(seconds) == []
    assert board.state == "HANDLING"
    assert board.view.hand is not None
    assert board.drop("e4", "w").drop("e7", "b").rest(3.0) == ["e2>e4"]


@pytest.mark.parametrize("seconds", [10.0, 20.0, 60.0])
def test_who_lifts_the_partner_first_may_think_for_long(lay: Lay, seconds: float) -> None:
    board = lay(TWO_PAWNS)
    board.lift("d5").rest(seconds)
    assert board.lift("e4").rest(seconds) == []
    assert board.state == "HANDLING"
    assert board.drop("d5", "u").rest(3.0) == ["e4xd5"]


def test_a_wrong_square_is_no_second_turn_of_who_never_slipped_a_piece_in() -> None:
    # The queen may have slipped in as she was adjusted, and the union have gone to h3 by now.
    board = Board("4k3/4B3/8/8/6b1/8/8/3QK3 w 0 - - -")
    board.lift("d1", at=3.0).drop("d1", at=4.4).lift("g4", at=5.0)
    board.lift("e7", at=6.35).drop("e7", at=9.5)
    assert board.lift("d1", at=9.8).drop("h3", at=11.1).rest(2.3) == []
    assert board.lift("h3").drop("g4", "u").rest() == ["Qd1xBg4"]


# --- bouncing ---


def test_a_bouncing_contact_makes_no_event(lay: Lay) -> None:
    board = lay(START)
    assert board.flicker("a1", ".w.w.w", at=1.0).rest(5.0) == []
    assert board.flicker("d8", ".b", at=9.0).rest(5.0) == []


def test_a_piece_that_bounces_as_it_is_lifted_and_set_down_makes_one_turn(lay: Lay) -> None:
    board = lay(START)
    board.flicker("e2", ".w.w.", at=1.0).flicker("e4", "w.w.w", at=1.6)
    assert board.rest(5.0) == ["e2>e4"]


def test_a_neighbour_that_flickers_does_not_change_the_turn(lay: Lay) -> None:
    board = lay(START)
    board.lift("e2", at=1.0).flicker("d2", ".w.w", at=1.2).flicker("e4", "w.w", at=1.5)
    assert board.rest(5.0) == ["e2>e4"]


# --- sliding ---


@pytest.mark.parametrize("over", [0.02, 0.06, 0.2])
def test_a_slide_does_not_stop_over_anywhere(lay: Lay, over: float) -> None:
    board = lay(OPEN_QUEEN)
    assert board.lift("d1").slide("e2", "f3", "g4", "h5", over=over).rest() == ["Qd1>h5"]


def test_a_pawn_that_slides_over_its_first_step_goes_two(lay: Lay) -> None:
    assert lay(START).lift("e2").slide("e3", "e4").rest() == ["e2>e4"]


def test_a_slide_that_pauses_is_recorded_and_then_revised(lay: Lay) -> None:
    board = lay(OPEN_QUEEN)
    assert board.move("d1", "f3").rest() == ["Qd1>f3"]
    assert board.move("f3", "h5").rest() == ["revise Qd1>h5"]
    assert board.recorded == ["Qd1>h5"]
    assert board.move("e7", "e5").rest() == ["e7>e5"]


def test_a_slide_may_pause_more_than_once(lay: Lay) -> None:
    board = lay(OPEN_QUEEN)
    assert board.move("d1", "e2").rest() == ["Qd1>e2"]
    assert board.move("e2", "f3").rest() == ["revise Qd1>f3"]
    assert board.move("f3", "g4").rest() == ["revise Qd1>g4"]


def test_a_change_of_mind_replaces_the_recorded_turn(lay: Lay) -> None:
    board = lay(START)
    assert board.move("g1", "f3").rest() == ["Ng1>f3"]
    assert board.move("f3", "h3").rest() == ["revise Ng1>h3"]


# --- how long a turn must rest ---


def delay(board: Board) -> float:
    """Seconds from the last change to the record of the only turn."""
    last, [recorded] = board.t, turn_times(board)
    return recorded - last + 5.0


def test_a_turn_that_nothing_can_extend_is_recorded_sooner(lay: Lay) -> None:
    final, open_ended = lay(START), lay(OPEN_QUEEN)
    assert final.move("g1", "f3").rest(5.0) == ["Ng1>f3"]
    assert open_ended.move("d1", "f3").rest(5.0) == ["Qd1>f3"]
    assert delay(final) == pytest.approx(SETTINGS.settle_final)
    assert delay(open_ended) == pytest.approx(SETTINGS.settle)


def test_the_times_of_rest_can_be_set(lay: Lay) -> None:
    patient = Board(START, settings=TrackerSettings(settle=2.0, settle_final=1.0))
    assert patient.move("g1", "f3").rest(0.9) == []
    assert patient.rest(0.2) == ["Ng1>f3"]


def test_nothing_is_recorded_while_a_piece_is_in_hand(lay: Lay) -> None:
    board = lay(START)
    assert board.lift("e2").rest(600.0) == []
    assert board.drop("e4", "w").rest() == ["e2>e4"]


# --- quick replies ---


def test_a_reply_before_the_turn_has_rested_is_a_turn_too(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e4").move("e7", "e5").move("g1", "f3").move("b8", "c6")
    assert board.rest() == ["e2>e4", "e7>e5", "Ng1>f3", "Nb8>c6"]


@pytest.mark.parametrize("last", ["e4 e5", "e5 e4"])
def test_the_opponent_may_lift_before_the_piece_is_set_down(lay: Lay, last: str) -> None:
    board = lay(START).lift("e2").lift("e7")
    for square in last.split():
        board.drop(square, "w" if square == "e4" else "b")
    assert board.rest(5.0) == ["e2>e4", "e7>e5"]


def test_a_quick_reply_may_join_the_piece_that_has_just_moved(lay: Lay) -> None:
    board = lay("rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w 2 AHah - -")
    board.move("e2", "e4").join("d5", "e4")
    assert board.rest(5.0) == ["e2>e4", "d5xe4"]


def test_a_quick_reply_to_a_new_union_may_take_it_over(lay: Lay) -> None:
    board = lay("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w 2 AHah - -")
    board.join("e4", "d5").lift("d8").touch("d5").drop("d4", "b")
    assert board.rest(RECORDED + 4.0) == ["e4xd5", "Qd8>Pd5>d4"]


def test_a_join_after_adjusting_a_union_is_recorded_though_a_chain_might_go_on() -> None:
    board = Board("1n3rk1/h1qbEP2/P2aa2o/1D4f1/1p2S1P1/2a5/2e3R1/2BK4 b 16 - - -")
    board.lift("e7").lift("b8", at=board.t + 1.1).drop("e7", "u").touch("a6", at=board.t + 0.9)
    assert board.rest(3.0) == []
    assert board.rest(2.0) == ["Nb8xa6"]


# --- unions moved piece by piece ---

# White's pawn and Black's queen dance on e6: either player may move them.
UNION_ON_E6 = "r1bqkb2/p1ppp1p1/2n1fn1r/e6p/3PP3/8/PPPK1PPP/RNB3NR w 3 a - -"


def brought_over(*, second_after: float) -> Board:
    """A board with reeds on which White's queen has been brought from e6, her partner after her."""
    board = Board(UNION_ON_E6).drop("c4", "w")
    return board.lift("e6", at=board.t + second_after)


@pytest.mark.parametrize("seconds", [0.1, 0.4, 0.8])
def test_a_union_brought_piece_by_piece_is_soon_recorded(seconds: float) -> None:
    assert brought_over(second_after=seconds).rest(1.3) == ["QPe6>c4"]


def test_adjusting_after_a_union_brought_piece_by_piece_changes_nothing() -> None:
    board = brought_over(second_after=0.1)
    board.touch("h1", at=board.t + 1.1)
    assert board.rest(1.3) == ["QPe6>c4"]


def test_a_quick_reply_to_a_union_brought_piece_by_piece_is_a_turn_too() -> None:
    board = brought_over(second_after=0.14)
    assert board.move("e7", "e6").rest(3.0) == ["QPe6>c4", "e7>e6"]


@pytest.mark.parametrize("seconds", [0.5, 3.0, 10.0])
@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_a_player_may_hold_one_piece_of_a_union_for_long(
    sensor: SensorKind, seconds: float
) -> None:
    board = Board(UNION_ON_E6, sensor).slip("e6", "b")
    assert board.rest(seconds) == []
    assert board.drop("c4", "w").lift("e6").slip("c4").rest() == ["QPe6>c4"]


@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_a_piece_taken_off_a_union_and_set_back_changes_nothing(sensor: SensorKind) -> None:
    board = Board(UNION_ON_E6, sensor).slip("e6", "b")
    assert board.rest(5.0) == []
    assert board.slip("e6").rest(5.0) == []
    assert board.move("a2", "a3").rest() == ["a2>a3"]


def test_who_sets_his_piece_down_before_he_joins_what_he_holds_makes_no_wrong_move(
    lay: Lay,
) -> None:
    board = lay("4k3/6pp/1p6/2P5/8/8/6PP/4K3 w 0 - - -")
    board.lift("b6").lift("c5").drop("b5", "w").rest(1.3)
    assert board.lift("b5").drop("b6", "u").rest(2.0) == ["c5xb6"]
    assert board.all_said == ["c5xb6"]


def test_a_piece_that_was_up_for_long_hardly_lands_just_as_the_other_player_moves() -> None:
    # White has slipped his pawn in. Or he sets it down on g5 at last, and Black holds his own one.
    board = Board("4k3/p7/6p1/5p1p/6P1/8/P7/4K3 w 0 - - -")
    board.lift("g4").rest(11.0)
    board.lift("g6").drop("g5", at=board.t + 0.7)
    assert board.rest(8.0) == ["ask f5 h5"]
    assert board.touch("f5").rest(3.0) == ["g4xf5", "g6>g5"]


def test_an_odd_turn_is_told_by_plain_ones_though_nobody_leaves_the_board_alone() -> None:
    # A child lifts the king again that was just set down, and two pawns, and puts all back.
    board = Board("r1b1kb1r/p1pq1p1p/npPp1n2/4Pa2/6a1/3P1N2/PP3K1P/RNBQ1B1R w 0 ah - -")
    board.lift("f2", at=1.0).drop("e2", "w", at=1.2).lift("e2", at=1.4).lift("a7", at=2.4)
    board.lift("b6", at=2.8).drop("a7", at=4.6).drop("b6", at=5.5).drop("e2", at=6.2)
    for start, end in (("d6", "d5"), ("h1", "g1"), ("h7", "h6"), ("f3", "h4")):
        board.lift(start, at=board.t + 0.6).drop(end, at=board.t + 0.3)
    board.rest(0.8)
    assert board.recorded[:3] == ["Kf2>e2", "d6>d5", "Rh1>g1"]


def test_what_was_straightened_with_the_piece_before_it_moves_may_not_have_been_joined(
    lay: Lay,
) -> None:
    # Bishop and queen were knocked over, and a pawn; or the bishop has joined her, and hesitated.
    board = lay("2b2b1j/rp1pT3/4k1n1/p2a4/1a2a2a/NQ1P1p1P/D4P2/2KR1B1R b 4 - - -")
    board.lift("f8", at=1.0).lift("e7", at=1.07).lift("b7", at=2.62)
    board.drop("e7", "u", at=2.64).drop("b7", "b", at=3.52).drop("f8", "b", at=4.89)
    board.lift("f8", at=5.71).drop("g7", "b", at=7.89)
    assert board.rest(3.0) == ["ask e7"]
    assert board.touch("g7").rest(3.0) == ["Bf8>g7"]
