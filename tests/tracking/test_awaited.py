"""The board's own turn: only that may be played, it is followed step by step, and never guessed."""

from __future__ import annotations

import pytest

from board_daemon.rules.ends import Result, agreement
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY
from board_daemon.rules.squares import square_name
from board_daemon.tracking.events import RestoreEvent, TakebackEvent, TurnEvent
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorKind
from tests.tracking.board import SENSORS, START
from tests.tracking.boards_turn import BoardsTurn

LONG = 10.0
CHAIN = "4k3/8/8/8/4c3/5a2/6P1/4K3 w 0 - - -"
"""White's g2 may take over the pawn on f3, that the rook on e4, and that goes on."""
JOIN = "4k3/8/8/4p3/8/5N2/8/4K3 w 0 - - -"
HOME = "4k3/8/8/8/3c4/8/8/3QK3 w 0 - - -"

# --- step by step ---


def test_the_steps_of_a_chain_are_shown_one_after_the_other() -> None:
    board = BoardsTurn(CHAIN).decide("Lg2 Pf3 Pe4 Pe8")
    assert board.shown == "g2>f3 then e4"
    board.lift("g2").rest(0.2)
    assert board.shown == "(g2)>f3 then e4"
    board.touch("f3").rest(0.2)
    assert board.shown == "(f3)>e4 then e8"
    board.touch("e4").rest(2.0)
    assert board.shown == "(e4)>e8"
    assert board.touch("e8").rest(0.5) == ["g2>Pf3>Re4xKe8", "end 1-0 paco"]
    assert board.shown == ""


def test_a_chain_carried_out_without_a_touch_in_between_is_the_chain() -> None:
    board = BoardsTurn("4k3/8/8/8/3c4/8/8/3QK3 w 0 - - -").decide("Ld1 Pd4 Pa4")
    assert board.move("d1", "a4").rest(0.5) == ["Qd1>Rd4>a4"]


def test_castling_shows_the_king_and_then_the_rook() -> None:
    board = BoardsTurn("4k3/8/8/8/8/8/8/4K2R w 0 H - -").decide("Le1 Pg1")
    assert board.shown == "e1>g1 then f1"
    board.move("e1", "g1").rest(30.0)
    assert board.shown == "h1>f1"
    assert board.move("h1", "f1").rest(0.5) == ["0-0"]


def test_a_pawn_joined_en_passant_is_drawn_back_first() -> None:
    board = BoardsTurn("4k3/8/8/3Pp3/8/8/8/4K3 w 0 - e6 -").decide("Ld5 Pe6")
    assert board.shown == "e5>e6"
    board.move("e5", "e6").rest(5.0)
    assert board.shown == "d5>e6"
    assert board.lift("d5").touch("e6").rest(0.5) == ["d5>e6"]


def test_a_promotion_says_which_piece_and_asks_nobody() -> None:
    board = BoardsTurn("4k3/1P6/8/8/8/8/8/4K3 w 0 - - -").decide("Lb7 Pb8 =N")
    step = board.view.step
    assert step is not None
    assert step.promotion is not None
    assert step.promotion.piece.name == "KNIGHT"
    assert board.move("b7", "b8").rest(3.0) == ["b7>b8=N"]
    assert board.view.promotion is None


def test_a_promotion_that_the_board_owes_is_asked_of_nobody() -> None:
    fen = "A3k3/8/8/8/8/8/8/R3K3 w 0 - - -"
    board = BoardsTurn(fen)
    assert board.rest() == []
    assert board.view.promotion is None
    board.decide("=Q Le1 Pe2")
    step = board.view.step
    assert step is not None
    assert step.promotion is not None
    assert square_name(step.promotion.square) == "a8"
    assert board.move("e1", "e2").rest(0.5)[0] == "=Q:Ke1>e2"


def test_a_piece_set_down_on_the_wrong_square_is_put_right_and_the_turn_shown_again() -> None:
    board = BoardsTurn(START).decide("Le2 Pe4")
    assert board.move("e2", "e3").rest(2.0) == ["restore e2 e3"]
    assert board.shown == ""
    assert board.move("e3", "e2").rest(1.0) == ["restored"]
    assert board.shown == "e2>e4"
    assert board.move("e2", "e4").rest(0.5) == ["e2>e4"]


def test_a_piece_moved_on_from_the_wrong_square_to_the_right_one_is_the_turn() -> None:
    board = BoardsTurn(START).decide("Le2 Pe4")
    board.move("e2", "e3").rest(2.0)
    assert "e2>e4" in board.move("e3", "e4").rest(1.0)


def test_lifting_and_returning_the_piece_is_free() -> None:
    board = BoardsTurn(JOIN).decide("Lf3 Pe5")
    assert board.touch("f3").rest(LONG) == []
    assert board.touch("e5").rest(LONG) == []
    assert board.shown == "f3>e5"


def test_a_silent_union_is_taken_for_done_when_nobody_can_be_holding_it_any_more() -> None:
    board = BoardsTurn(JOIN).decide("Lf3 Pe5")
    assert board.lift("f3").rest(3.0) == []
    assert board.shown == "(f3)>e5"
    assert board.rest(2.0) == ["Nf3xe5"]


def test_a_silent_union_is_done_once_the_answer_begins() -> None:
    board = BoardsTurn(JOIN).decide("Lf3 Pe5").lift("f3")
    board.rest(1.0)
    assert board.move("e8", "e7").rest() == ["Nf3xe5", "Ke8>e7"]


def test_an_answer_begun_before_the_turn_was_over_is_not_lost() -> None:
    board = BoardsTurn(JOIN).decide("Lf3 Pd4").lift("f3")
    board.lift("e8").drop("d4", "w")
    assert board.rest(0.5) == ["Nf3>d4"]
    assert board.view.hand is not None
    assert board.drop("e7", "b").rest() == ["Ke8>e7"]


def test_a_chain_that_comes_home_is_told_from_a_piece_that_was_adjusted() -> None:
    # The queen takes over the rook on d4, which returns to where she stood.
    board = BoardsTurn(HOME).decide("Ld1 Pd4 Pd1")
    assert board.touch("d1").rest(LONG) == []
    board.lift("d1").touch("d4").drop("d1", "w")
    assert board.rest(0.5) == ["Qd1>Rd4>d1"]


def test_a_turn_that_is_done_is_not_revised_by_sliding_on() -> None:
    board = BoardsTurn(START).decide("Le2 Pe3")
    board.move("e2", "e3").rest(0.5)
    assert board.move("e3", "e4").rest(3.0) == ["restore e3 e4"]
    assert board.recorded == ["e2>e3"]


# --- taking back ---


def human_then_board(sensor: SensorKind = SensorKind.PRESENCE) -> BoardsTurn:
    """White is played by people, Black by the board; White has played e2>e4."""
    board = BoardsTurn(START, sensor)
    board.tracker = Tracker(
        Position.start(PACOPLAY), sensor, TrackerSettings(), board_plays=Color.BLACK
    )
    assert board.move("e2", "e4").rest() == ["e2>e4"]
    return board


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize("is_decided", [False, True])
def test_people_take_their_own_turn_back(sensor: SensorKind, is_decided: bool) -> None:
    board = human_then_board(sensor)
    if is_decided:
        board.decide("Le7 Pe5")
    assert board.move("e4", "e2").rest(2.0) == ["takeback 1"]
    assert board.shown == ""
    assert board.move("d2", "d4").rest() == ["d2>d4"]


def test_people_may_still_revise_their_turn_while_the_board_thinks() -> None:
    board = BoardsTurn("4k3/8/8/8/8/8/8/B3K3 w 0 - - -")
    board.tracker = Tracker(
        board.tracker.position, SensorKind.PRESENCE, TrackerSettings(), board_plays=Color.BLACK
    )
    assert board.move("a1", "c3").rest() == ["Ba1>c3"]
    board.decide("Le8 Pe7")
    assert board.move("c3", "e5").rest(3.0) == ["revise Ba1>e5"]
    assert board.shown == ""


def test_where_a_take_back_looks_just_like_the_decided_turn_it_is_that_turn() -> None:
    board = BoardsTurn("4k3/8/8/4A3/8/8/8/4K3 w 0 - - -")
    board.tracker = Tracker(
        board.tracker.position, SensorKind.PRESENCE, TrackerSettings(), board_plays=Color.BLACK
    )
    assert board.move("e5", "e6").rest() == ["PPe5>e6"]
    board.decide("Le6 Pe5")
    assert board.move("e6", "e5").rest(2.0) == ["PPe6>e5"]
    assert not any(isinstance(event, TakebackEvent | RestoreEvent) for event in board.events)


def test_what_the_board_moved_can_be_taken_back() -> None:
    board = human_then_board().decide("Le7 Pe5")
    board.move("e7", "e5").rest()
    assert board.move("e5", "e7").rest(2.0) == ["takeback 2"]
    assert board.recorded == ["e2>e4"]


# --- what may not be ---


def test_only_a_turn_that_can_be_played_can_be_decided() -> None:
    with pytest.raises(IllegalAction):
        BoardsTurn(START).decide("Le2 Pe5")


def test_nothing_can_be_decided_for_people() -> None:
    board = BoardsTurn(START).decide("Le2 Pe4")
    board.move("e2", "e4").rest()
    with pytest.raises(IllegalAction, match="expected the board to be to move"):
        board.decide("Le7 Pe5")


def test_times_go_up() -> None:
    board = BoardsTurn(START).decide("Le2 Pe4")
    board.move("e2", "e4").rest()
    (turn,) = [event for event in board.events if isinstance(event, TurnEvent)]
    assert 1.2 < turn.t < 2.0


def test_who_has_carried_it_out_unseen_may_say_so() -> None:
    board = BoardsTurn(HOME).decide("Ld1 Pd4 Pd1")
    assert board.touch("d1").rest(LONG) == []
    board.events += board.tracker.carried_out(board.t)
    assert board.rest(0.0) == ["Qd1>Rd4>d1"]


def test_nobody_may_say_so_of_a_board_that_stands_otherwise() -> None:
    board = BoardsTurn(START).decide("Le2 Pe4")
    with pytest.raises(IllegalAction, match="expected the board to stand as after its turn"):
        board.tracker.carried_out(board.t)


def test_nothing_is_decided_yet_in_a_new_game() -> None:
    board = BoardsTurn(START).decide("Ld2 Pd4")
    board.move("d2", "d4").rest(2.0)
    board.move("e7", "e5").rest(2.0)
    board.events += board.tracker.end(board.t, agreement(Result.DRAW))
    board.move("e5", "e7").rest(2.0)
    board.move("d4", "d2").rest(2.0)
    assert board.recorded == []
    assert board.shown == ""
