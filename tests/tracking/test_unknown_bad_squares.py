"""Squares that nobody knows to be bad yet, where another story explains what was seen nearly as
well: a slip, a take-back, adjusting."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import RestoreEvent, TakebackEvent, TurnEvent
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board
from tests.tracking.playing import see
from tests.tracking.polled import answer_all, answered, with_bad
from tests.tracking.test_traces import tracked

pytestmark = pytest.mark.slow


def test_who_set_down_what_he_freed_before_its_union_may_have_come_from_a_stuck_square() -> None:
    # The rook on h8 frees the pawn on h7; White lifts the partner on g6 before his own pawn.
    board = Board("rn3bnr/2k1p2a/b4pp1/2pp1B1P/ea1F4/2P1PQ2/1P1N1P2/RN2K2R b 15 A - -")
    with_bad(board, a8=SquareState.STUCK)
    board.lift("h7").drop("h6", "b").rest(1.2)
    board.drop("h7", "u").lift("g6", at=board.t + 0.3).lift("h5", at=board.t + 0.7)
    assert board.drop("g6", "u").rest(2.0) == ["restore h5 h7"]
    board.lift("g6").drop("h5", "w").drop("g6", "b").rest(2.0)
    assert board.lift("h7").rest(2.0)[-1] == "restored"
    assert board.drop("h7", "u").rest(4.0) == ["takeback 1", "part h8"]
    assert answered(board, yes=True) == ["Rh8>Ph7>h6", "stuck h8"]


def test_what_was_touched_was_joined_from_a_stuck_square_rather_than_another_slipped_in() -> None:
    # White's pawn on e4 joins d5, from where nobody sees it go; Black's joins the knight on f4.
    board = Board("2kr3r/3qbp1f/5D2/3pp2p/1D1PPN1P/Bad4b/P4P2/1Kb1RB1R w 0 - - -")
    with_bad(board, f4=SquareState.DEAD)
    assert board.touch("d5").rest(4.0) == ["part f4"]
    answered(board, yes=False)
    board.lift("e5").rest(7.0)
    board.move("f1", "c4").rest(4.0)
    answer_all(board, "e4", "d5", then=3.0, most=2)
    assert board.recorded == ["e4xd5"]
    answer_all(board, "e5", "f4", then=3.0)
    assert board.recorded == ["e4xd5", "e5xNf4", "Bf1>c4"]


def test_who_says_where_his_turn_was_not_leaves_the_next_one_to_be_on_a_bad_square() -> None:
    # White's rook goes to d1, which is stuck, a moment after Black's turn.
    board = Board("2kr4/5R2/d2h2r1/a1a3a1/8/2a5/8/jR2E2K b 14 - - -")
    with_bad(board, d8=SquareState.DEAD)
    board.move("d6", "d7").lift("b1", at=board.t + 0.03)
    assert board.rest(4.0) == ["part d8"]
    assert answered(board, yes=False) == ["restored"]
    board.rest(5.0)
    board.touch("d7").move("g5", "g4")
    assert board.rest(7.0) == ["part d1"]
    # That was asked of Black's turn.
    assert answered(board, yes=False)[:2] == ["restored", "RRd6>d7"]
    answer_all(board, "b1", "d1", then=3.0)
    assert board.recorded == ["RRd6>d7", "Rb1>d1", "PPg5>g4"]


def test_who_touches_a_union_with_a_piece_in_his_hand_has_rather_joined_it_than_gone_back() -> None:
    # White's bishop on c1, which is stuck, goes to f7 by way of f4; Black's queen joins g5 then.
    board = Board("4k1nr/5pS1/Ep1pf2a/1P4a1/5cq1/2a2i2/P1D4P/R1BBK3 b 0 A - -")
    assert board.move("g4", "h5").rest(3.0) == ["Qg4>h5"]
    board.touch("f4").touch("f7").rest(3.0)
    board.lift("h5").touch("g5").drop("g4")
    assert board.rest(4.0) == ["part c1"]
    assert answered(board, yes=True)[0] == "Bc1>Rf4xf7"
    assert board.recorded == ["Qg4>h5", "Bc1>Rf4xf7", "Qh5>Pg5>g4"]


def test_however_much_was_adjusted_before_a_union_may_have_gone_to_a_bad_square() -> None:
    # It goes from g4 to f5, which is dead, and on to h3 once White has replied. Before that both
    # players have straightened pieces, and it was lifted before White's last turn was over.
    board = Board("rnb1kbnr/p4pp1/3pp3/1p1P2q1/1Pp3a1/5Q2/PBP1PP1P/RN2KBNR w 4 AHah - -")
    see(
        board,
        "2.57:g7:. 3.28:b2:. 4.22:g7:u 4.50:a1:. 4.52:b1:. 4.82:a8:. 5.02:g5:. 5.14:g4:. 5.31:g4:u"
        " 5.38:a8:b 5.84:g3:b 7.48:a1:w 7.68:b1:w 10.42:f8:. 11.31:f8:b 11.34:a2:. 12.38:g4:."
        " 12.46:a4:w 22.13:g3:. 22.97:h2:. 23.74:g3:u 27.06:h3:u",
    )
    before = ["Bb2xg7", "Qg5>Pg4>g3", "a2>a4"]
    board.rest(4.0)
    assert board.recorded == before
    while board.recorded == before:
        answer_all(board, "g4", "f5", then=3.0, most=1)
    assert board.all_said[-2:] == ["ask g3", "dead f5"]
    assert board.touch("g3").rest(3.0) == ["h2xg3", "QPf5>h3"]


def test_no_more_than_a_wrong_move_is_put_right_where_a_square_seems_to_have_failed() -> None:
    # Black's pawn has gone from d7, which is stuck, and freed the one on e6 to go to e5.
    plain = TrackerSettings(asks_of_parts=False)
    start = "1nb3nr/3pb2p/r1Pkfpp1/1pa2PW1/P3P1P1/R1P2p1P/4KN2/1N3B1R b 22 - - -"
    board = Board(start, settings=plain)
    board.touch("e6").drop("e5", "b", at=board.t + 0.8).rest(4.0)
    board.move("h1", "g1").rest(1.5)
    assert board.move("b8", "b7").rest(3.0) == ["restore b7 b8"]
    assert board.move("b7", "b8").rest(5.0)[0] == "restored"


def test_a_wrong_move_is_put_right_rather_than_twelve_turns_told_anew() -> None:
    # White sets h4 on f6. That could be a bishop, had it gone to g5 and not to h6, which is dead,
    # twelve turns ago, if g5 had failed as well, and somebody held h4 meanwhile.
    events = tracked("wrong-move.presence.jsonl", TrackerSettings(asks_of_parts=False))
    late = [event for event in events if event.t > 256.0]
    assert not any(isinstance(event, TakebackEvent) for event in late)
    lit = [event.squares for event in late if isinstance(event, RestoreEvent)]
    assert lit == [(parse_square("h4"), parse_square("f6"))]


def test_one_stuck_square_is_likelier_than_a_turn_between_two_bad_ones() -> None:
    # The pawn on d5 has joined c4, and was not seen to leave; or g7>g6, were both of them bad.
    events = tracked("stuck-pawn.presence.jsonl", TrackerSettings(asks_of_parts=False))
    late = [event.notation for event in events if isinstance(event, TurnEvent) and event.t > 220.0]
    assert "g7>g6" not in late


@pytest.mark.usefixtures("without_parts")
def test_a_union_is_not_brought_to_where_something_came_long_before_it_was_lifted() -> None:
    # A knight has come to h6 out of g8, which has got stuck; then White moves his union.
    board = Board("4k1n1/p7/2l5/8/8/8/P7/4K3 b 0 - - -")
    board.touch("g8").rest(3.0)
    board.drop("h6", "b").rest(1.5)
    board.lift("c6").rest(1.3)
    assert board.recorded == []
    board.drop("c7", "u").rest(3.0)
    board.move("a7", "a6").rest(3.0)
    board.move("a2", "a3").rest(3.0)
    assert board.recorded == ["Ng8>h6", "QRc6>c7", "a7>a6", "a2>a3"]
