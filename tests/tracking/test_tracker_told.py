"""What players say without the pieces: answers, take-backs, the end, and that a sensor is wrong."""

from __future__ import annotations

import pytest

from board_daemon.rules.actions import Action, parse_action
from board_daemon.rules.ends import Result, agreement, out_of_time, resignation
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import TakebackEvent
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorFrame, SensorKind
from tests.tracking.board import START, Board, Lay, names

TWO_PARTNERS = "4k3/8/8/3p1p2/4P3/8/8/4K3 w 0 - - -"
# Only by taking over d4 does the queen end there by way of the rook; g4 may be reached alone.
QUEEN_OR_ROOK = "8/2k5/8/3p4/2Pc4/8/8/K2Q4 w 0 - - -"
LONG = 60.0


def told(board: Board) -> list[str]:
    """What the tracker said to the last command, and to all that came since."""
    return board.rest(0.0)


def answer(board: Board, square: str | None) -> list[str]:
    named = None if square is None else parse_square(square)
    board.events += board.tracker.answer(board.t, named)
    return told(board)


def turn(text: str) -> tuple[Action, ...]:
    return tuple(map(parse_action, text.split()))


# --- answers ---


@pytest.mark.parametrize(("square", "recorded"), [("d5", "e4xd5"), ("f5", "e4xf5")])
def test_naming_the_square_that_was_entered_records_the_turn(square: str, recorded: str) -> None:
    board = Board(TWO_PARTNERS)
    asked = board.lift("e4").touch("d5").touch("f5").rest(LONG)
    assert asked[-1] == "ask d5 f5"
    assert answer(board, square)[0] == recorded


def test_an_answer_may_be_that_none_of_the_squares_was_entered() -> None:
    board = Board(QUEEN_OR_ROOK)
    board.lift("c4").slip("d5").rest(5.0)
    board.move("c7", "b7").rest(5.0)
    assert board.move("d1", "g4").rest(LONG) == ["ask d4"]
    assert answer(board, None)[0] == "Qd1>g4"


def test_a_square_that_was_not_asked_about_is_no_answer() -> None:
    board = Board(TWO_PARTNERS)
    board.lift("e4").touch("d5").touch("f5").rest(LONG)
    with pytest.raises(IllegalAction, match="expected one of the squares asked about \\(d5 f5\\)"):
        answer(board, "e1")
    assert board.state == "ASKING"


def test_nothing_is_answered_where_nothing_is_asked() -> None:
    with pytest.raises(IllegalAction, match="expected a question"):
        answer(Board(START), "e4")


# --- taking back ---


def test_a_turn_taken_back_by_word_is_set_back_by_the_lights(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e4").rest()
    board.move("e7", "e5").rest()
    board.events += board.tracker.take_back(board.t, 2)
    assert told(board) == ["takeback 2", "restore e5 e7"]
    assert board.recorded == ["e2>e4"]
    assert board.move("e5", "e7").rest() == ["restored"]
    assert board.move("d7", "d5").rest() == ["d7>d5"]


@pytest.mark.parametrize("rest", [59.8, 70.0])
def test_the_one_square_that_a_take_back_leaves_wrong_is_left_so_for_a_minute_first(
    rest: float,
) -> None:
    # Joining has left d5 as it was: only the pawn's own square is to be put right.
    board = Board("4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -")
    assert board.join("e4", "d5").rest(rest) == ["e4xd5"]
    board.events += board.tracker.take_back(board.t, 1)
    assert told(board) == ["takeback 1", "restore e4"]
    assert board.rest(55.0) == []
    assert board.rest(10.0) == ["restored", "dead e4"]


def test_no_square_is_taken_for_bad_as_nobody_sets_back_what_was_taken_back_by_word() -> None:
    board = Board(START)
    board.move("e2", "e4").rest(2.0)
    board.events += board.tracker.take_back(board.t, 1)
    assert board.rest(100.0) == ["takeback 1", "restore e2 e4"]
    assert board.move("e4", "e2").rest(2.0) == ["restored"]


def test_many_turns_are_taken_back_at_once(lay: Lay) -> None:
    board = lay(START)
    for start, end in (("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6")):
        board.move(start, end).rest()
    board.events += board.tracker.take_back(board.t, 1)
    assert board.recorded == []
    for start, end in (("c6", "b8"), ("f3", "g1"), ("e5", "e7"), ("e4", "e2")):
        board.move(start, end).rest()
    board.rest(2.0)
    assert board.state == "SETTLED"
    assert board.move("d2", "d4").rest() == ["d2>d4"]


def test_a_question_ends_with_the_take_back() -> None:
    board = Board(TWO_PARTNERS)
    board.move("e1", "f1").rest()
    board.move("e8", "f8").rest()
    board.lift("e4").touch("d5").touch("f5").rest(LONG)
    board.events += board.tracker.take_back(board.t, 2)
    assert told(board)[:2] == ["restored", "takeback 2"]
    assert board.state == "CORRECTING"


@pytest.mark.parametrize("ply", [0, 2, -1])
def test_only_what_is_recorded_can_be_taken_back(ply: int) -> None:
    board = Board(START)
    board.move("e2", "e4").rest()
    with pytest.raises(IllegalAction, match="expected a ply from 1 to 1"):
        board.tracker.take_back(board.t, ply)


# --- the end ---


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (resignation(Color.WHITE), "end 0-1 resigned"),
        (out_of_time(Color.BLACK), "end 1-0 time"),
        (agreement(Result.DRAW), "end 1/2-1/2 agreed"),
    ],
)
def test_players_end_the_game_by_word(lay: Lay, end: object, said: str) -> None:
    board = lay(START)
    board.move("e2", "e4").rest()
    board.events += board.tracker.end(board.t, end)  # type: ignore[arg-type]
    assert told(board) == [said]
    assert board.state == "OVER"
    assert board.move("e7", "e5").rest(10.0) == []


def test_the_turn_just_set_down_is_recorded_before_its_player_ends_the_game(lay: Lay) -> None:
    board = lay(START).move("e2", "e3")
    assert board.rest(0.1) == []
    board.events += board.tracker.end(board.t, resignation(Color.BLACK))
    assert told(board) == ["e2>e3", "end 1-0 resigned"]


def test_who_gives_up_at_the_same_time_as_he_is_united_with_has_lost_by_that(lay: Lay) -> None:
    board = lay("4k2R/8/8/8/8/8/8/4K3 w 0 - - -").join("h8", "e8")
    board.rest(0.1)
    board.events += board.tracker.end(board.t, resignation(Color.WHITE))
    assert told(board) == ["Rh8xKe8", "end 1-0 paco"]


def test_a_piece_still_in_hand_is_no_turn_when_the_game_is_ended(lay: Lay) -> None:
    board = lay(START).lift("e2")
    board.rest(0.1)
    board.events += board.tracker.end(board.t, resignation(Color.WHITE))
    assert told(board) == ["end 0-1 resigned"]


def test_a_game_that_was_ended_by_word_goes_on_if_they_wish(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e4").rest()
    board.events += board.tracker.end(board.t, resignation(Color.BLACK))
    board.events += board.tracker.go_on(board.t)
    assert told(board) == ["end 1-0 resigned", "restored"]
    assert board.move("e7", "e5").rest() == ["e7>e5"]


@pytest.mark.parametrize("rest", [1.0, 3.2, 30.0])
def test_a_turn_that_was_played_after_the_end_counts_if_they_go_on(lay: Lay, rest: float) -> None:
    board = lay(START)
    board.move("e2", "e4").rest()
    board.events += board.tracker.end(board.t, resignation(Color.BLACK))
    board.move("e7", "e5").rest(rest)
    board.events += board.tracker.go_on(board.t)
    assert told(board) == ["restored", "e7>e5"]
    assert board.state == "SETTLED"
    assert board.move("d2", "d4").rest() == ["d2>d4"]


def test_a_union_that_was_made_after_the_end_counts_if_they_go_on(lay: Lay) -> None:
    board = lay("4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -")
    board.events += board.tracker.end(board.t, resignation(Color.BLACK))
    board.join("e4", "d5").rest()
    board.events += board.tracker.go_on(board.t)
    assert told(board) == ["restored", "e4xd5"]


@pytest.mark.parametrize("rest", [1.0, 5.0])
def test_what_is_no_turn_is_put_right_when_they_go_on_and_said_once(rest: float) -> None:
    board = Board(START)
    board.events += board.tracker.end(board.t, resignation(Color.BLACK))
    for start, goal in (("e2", "e5"), ("d2", "d6")):
        board.move(start, goal).rest(rest)
    board.events += board.tracker.go_on(board.t)
    assert board.all_said == ["end 1-0 resigned", "restored", "restore d2 e2 e5 d6"]
    assert board.rest(60.0)[-1] == "restore d2 e2 e5 d6"
    assert board.state == "CORRECTING"
    assert len(board.tracker.turns) == 0


def test_a_game_ends_once_and_goes_on_only_where_it_had_ended() -> None:
    board = Board(START)
    with pytest.raises(IllegalAction):
        board.tracker.go_on(board.t)
    board.tracker.end(board.t, resignation(Color.BLACK))
    with pytest.raises(IllegalAction, match="it is over"):
        board.tracker.end(board.t, resignation(Color.WHITE))


PROMOTION_OWED = "4k3/8/8/8/8/8/3p4/c3K3 b 0 - - -"


def test_no_promotion_is_asked_for_once_the_players_have_ended_the_game() -> None:
    board = Board(PROMOTION_OWED)
    assert board.tracker.view().promotion is not None
    board.tracker.end(board.t, resignation(Color.WHITE))
    assert board.tracker.view().promotion is None
    board.tracker.go_on(board.t)
    assert board.tracker.view().promotion is not None


def test_no_promotion_is_asked_for_until_the_board_is_set_up() -> None:
    bare = SensorFrame(0.0, dict.fromkeys(range(64), 0))
    tracker = Tracker(parse_fen(PROMOTION_OWED), SensorKind.PRESENCE, first=bare)
    assert tracker.view().promotion is None
    occupied = parse_fen(PROMOTION_OWED).occupied
    tracker.feed(SensorFrame(1.0, {square: occupied >> square & 1 for square in range(64)}))
    tracker.advance(5.0)
    assert tracker.view().promotion is not None


def test_setting_up_after_a_resignation_begins_a_new_game() -> None:
    board = Board(START)
    board.move("e2", "e4").rest()
    board.events += board.tracker.end(board.t, resignation(Color.BLACK))
    assert board.move("e4", "e2").rest(2.0) == ["end 1-0 resigned", "new game"]


# --- sensors that are wrong ---


def test_where_the_board_is_said_to_stand_right_its_sensors_have_failed() -> None:
    board = Board(START)
    assert board.move("e2", "e5").rest(LONG) == ["restore e2 e5"]
    board.events += board.tracker.trust(board.t)
    assert "restored" in told(board)
    wrong = {found.square: found.state for found in board.tracker.health()}
    assert wrong == {
        parse_square("e2"): SquareState.DEAD,
        parse_square("e5"): SquareState.STUCK,
    }
    assert board.move("d2", "d4").rest(5.0)[-1] == "d2>d4"


def test_a_sensor_that_was_said_to_be_wrong_is_trusted_again_once_it_changes() -> None:
    board = Board(START)
    board.move("e2", "e5").rest(LONG)
    board.events += board.tracker.trust(board.t)
    board.move("e5", "e2").rest(5.0)
    assert board.tracker.health() == ()
    assert board.move("e2", "e4").rest(5.0)[-1] == "e2>e4"


def test_nothing_is_said_to_stand_right_that_does() -> None:
    with pytest.raises(IllegalAction, match="expected something to be put right"):
        Board(START).tracker.trust(0.0)


# --- going on with a game ---


def test_a_game_is_resumed_with_its_turns() -> None:
    played = [turn("Le2 Pe4"), turn("Le7 Pe5")]
    tracker = Tracker(parse_fen(START), SensorKind.PRESENCE, played=played)
    assert [each.notation for each in tracker.turns] == ["e2>e4", "e7>e5"]
    assert tracker.feed(SensorFrame(0.0, {})) == []
    (told_back,) = [e for e in tracker.take_back(1.0, 2) if isinstance(e, TakebackEvent)]
    assert told_back.ply == 2


def test_a_board_that_stands_otherwise_is_put_right_before_the_game_goes_on() -> None:
    occupied = parse_fen(START).occupied
    home = SensorFrame(5.0, {square: occupied >> square & 1 for square in range(64)})
    tracker = Tracker(parse_fen(START), SensorKind.PRESENCE, first=home, played=[turn("Le2 Pe4")])
    assert names(tuple(fix.square for fix in tracker.view().fix)) == "e2 e4"


@pytest.mark.parametrize("touched", ["", "e8", "a1"])
def test_a_promotion_that_is_owed_is_asked_for_again_if_they_go_on(touched: str) -> None:
    board = Board(PROMOTION_OWED)
    board.events += board.tracker.end(board.t, resignation(Color.WHITE))
    if touched:
        board.touch(touched).rest()
    board.events += board.tracker.go_on(board.t)
    assert board.all_said == ["promote a1", "end 0-1 resigned", "restored", "promote a1"]


def test_a_promotion_played_after_the_end_is_asked_for_once_if_they_go_on() -> None:
    board = Board("4k3/1P6/8/8/8/8/8/4K3 w 0 - - -")
    board.events += board.tracker.end(board.t, resignation(Color.WHITE))
    board.move("b7", "b8").rest()
    board.events += board.tracker.go_on(board.t)
    assert board.all_said[1:] == ["restored", "b7>b8=Q", "promote b8", "sako b8 e8"]
