"""Choosing a promotion where the pawn stands on a square that tells nothing."""

from __future__ import annotations

import pytest

from board_daemon.rules.ends import resignation
from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.health import SquareHealth, SquareState
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, Lay
from tests.tracking.polled import answered, with_bad
from tests.tracking.promoting import HOME, LEAFED, chosen, promoted_to, turns_said


def with_dead(board: Board, *squares: str) -> Board:
    """A board that is known to have dead squares."""
    board.tracker.remember([SquareHealth(parse_square(s), SquareState.DEAD, 0.0) for s in squares])
    return board


def said_yes(board: Board) -> list[str]:
    """The board asks whether the turn was on the dead square, and the player says so."""
    board.rest(3.0)
    yes, _ = board.view.answers
    return board.touch(square_name(yes)).rest(2.0)


def test_a_promotion_on_a_dead_square_is_asked_for_on_the_king(lay: Lay) -> None:
    board = with_dead(lay(HOME), "b8").lift("b7")
    assert turns_said(said_yes(board)) == ["b7>b8=Q"]
    assert "promote e1" in board.all_said
    assert chosen(board) == "e1 Q"


def test_who_has_named_a_piece_for_long_has_set_his_pawn_down_where_nothing_shows(
    lay: Lay,
) -> None:
    board = lay(HOME).lift("b7").choose("N")
    assert board.rest(10.0) == []
    assert board.rest(10.0) == ["part b8"]
    assert answered(board, yes=True)[:1] == ["b7>b8=N"]


@LEAFED
def test_a_promotion_on_a_dead_square_is_leafed_through_on_the_king(
    lay: Lay, steps: int, piece: str
) -> None:
    board = with_dead(lay(HOME), "b8").lift("b7")
    said_yes(board)
    for _ in range(steps):
        board.touch("e1").rest()
    assert promoted_to(board) == piece
    assert chosen(board) == f"e1 {piece}"
    board.rest(6.0)
    assert board.move("e8", "e7").rest() == ["Ke8>e7"]


def test_where_the_king_stands_on_a_dead_square_another_piece_is_asked_for(lay: Lay) -> None:
    board = with_dead(lay("4k3/1P6/8/8/8/8/8/R3K3 w 7 - - -"), "b8", "e1").lift("b7")
    said_yes(board)
    assert "promote a1" in board.all_said
    board.touch("a1").rest()
    assert promoted_to(board) == "N"


def test_a_king_that_is_adjusted_at_once_chooses_nothing(lay: Lay) -> None:
    board = with_dead(lay(HOME), "b8").lift("b7").touch("e1")
    said_yes(board)
    assert promoted_to(board) == "Q"


def test_a_king_that_is_adjusted_before_the_board_asks_chooses_nothing(lay: Lay) -> None:
    board = with_dead(lay(HOME), "b8").lift("b7").lift("e1", at=2.3).drop("e1", at=3.5)
    said_yes(board)
    assert promoted_to(board) == "Q"


def test_a_king_that_is_adjusted_much_later_chooses_nothing(lay: Lay) -> None:
    board = with_dead(lay(HOME), "b8").lift("b7")
    said_yes(board)
    board.rest(20.0)
    board.touch("e1").rest()
    assert promoted_to(board) == "Q"


@pytest.mark.parametrize("stood", [0.5, 3.0])
def test_a_king_that_is_set_elsewhere_and_put_back_chooses_nothing(lay: Lay, stood: float) -> None:
    board = with_dead(lay(HOME), "b8").lift("b7")
    said_yes(board)
    board.move("e1", "e3").rest(stood)
    board.move("e3", "e1").rest()
    assert promoted_to(board) == "Q"
    # Whoever lifts and returns it does.
    board.touch("e1").rest()
    assert promoted_to(board) == "N"


def test_a_pawn_that_is_put_back_after_all_takes_the_turn_back(lay: Lay) -> None:
    board = with_dead(lay(HOME), "b8").lift("b7")
    said_yes(board)
    assert turns_said(board.drop("b7").rest()) == ["takeback 1"]
    assert board.move("e1", "e2").rest() == ["Ke1>e2"]


def owed(lay: Lay) -> Board:
    """White's pawn was carried home to a dead square; it is asked for, and he thinks for long."""
    board = with_dead(lay("4E3/8/8/8/8/8/p6P/4K2k w 0 - - -"), "e8").touch("h1")
    board.rest(20.0)
    return board


def test_what_is_owed_on_a_dead_square_is_chosen_on_the_king_after_a_take_back(lay: Lay) -> None:
    board = owed(lay)
    assert turns_said(board.move("h2", "h3").rest()) == ["=Q:h2>h3"]
    assert board.move("h3", "h2").rest() == ["takeback 1", "promote e1"]
    board.touch("e1").rest()
    assert chosen(board) == "e1 N"
    assert turns_said(board.move("h2", "h3").rest()) == ["=N:h2>h3"]


def test_what_is_owed_on_a_dead_square_is_asked_for_on_the_king_when_the_game_goes_on(
    lay: Lay,
) -> None:
    board = owed(lay)
    board.events += board.tracker.end(board.t, resignation(Color.BLACK))
    board.events += board.tracker.go_on(board.t)
    assert board.rest()[-1] == "promote e1"
    board.touch("e1").rest()
    assert chosen(board) == "e1 N"


def test_who_joins_what_a_pawn_became_from_a_stuck_square_chooses_no_other_piece_by_that() -> None:
    # White chooses a knight on b8; Black's rook comes there from a8 and frees his own pawn.
    fen = "r1b1kbr1/1a1dD3/a3P3/1P2P1p1/1L1K2D1/1Rfas3/4N3/5j2 w 6 - - -"
    board = with_bad(Board(fen), a8=SquareState.STUCK)
    board.lift("b7").drop("b8", "u", at=board.t + 0.6).touch("b8").rest(2.8)
    board.lift("b8").drop("b8", at=board.t + 1.2).drop("b6", "b", at=board.t + 1.1).rest(4.0)
    assert board.recorded == ["PPb7>b8=N", "Ra8>Pb8>b6"]


def test_what_was_chosen_before_a_turn_between_two_bad_squares_holds() -> None:
    # White has carried Black's pawn home. Its owner leafs to a rook; his knight joins unseen.
    fen = "i3k3/7r/Jc1aann1/2y2B1p/Nb1eP1aP/5cP1/2KT4/8 w 2 - - -"
    board = with_dead(Board(fen), "e4", "f6").move("d4", "g1")
    board.rest(6.0)
    board.lift("g1").drop("g1", at=board.t + 0.8).touch("g1", at=board.t + 0.3)
    assert turns_said(said_yes(board))[-1] == "=R:Nf6xe4"


@pytest.mark.slow
def test_who_has_named_his_piece_leafs_no_further_where_it_stands() -> None:
    # On b1 the pawn becomes a rook. By way of d1, known to be stuck, the chain comes back there
    # twice; or once, and something was only straightened.
    fen = "5k2/2v1pj2/7n/1S1paa1a/4QR1P/3d1a2/p7/Dj1FK1R1 b 6 - - -"
    board = with_bad(Board(fen), d1=SquareState.STUCK).lift("a2").touch("b1").choose("R")
    board.touch("b1", at=board.t + 2.0).touch("b1", at=board.t + 2.0).touch("b5")
    assert board.drop("c4", "b").rest(3.0) == ["queen? b1"]
    assert answered(board, yes=False)[1] == "a2>Rb1=R>Qd1>Rb1>Rd1>Qb1>Bb5>c4"


@pytest.mark.slow
def test_a_turn_that_promotes_nothing_is_doubted_where_a_piece_was_named_meanwhile() -> None:
    # The bishop comes home by way of h7; the pawns go to d1, and as a queen and a pawn to d3.
    board = with_bad(Board("1k4B1/7e/8/8/8/8/1K1a4/8 w 0 - - -"), d1=SquareState.DEAD)
    board.lift("g8").touch("h7").drop("g8", "w").lift("d2").choose("Q").drop("d3", "u")
    assert board.rest(5.0) == ["ask h7"]
    assert board.touch("h7").rest(2.0)[0] == "Bg8>Bh7>g8"


@pytest.mark.slow
@pytest.mark.parametrize("work", [20, 30])
def test_who_names_his_piece_late_is_told_nothing_before_all_is_worked_out_anew(work: int) -> None:
    # The pawn that the rook frees becomes a queen on h1 and joins g2 again: on the way to there and
    # back nothing shows, as g2 is stuck. What it frees goes to f3.
    fen = "2e1l1nr/3ckp2/8/D3a3/4a1a1/3N2WS/P5aP/4K1wJ b 3 - - -"
    in_all, step = 3 * work, work // 2
    settings = TrackerSettings(
        asks_of_parts=False, most_work=work, step_of_work=step, most_work_in_all=in_all
    )
    board = Board(fen, settings=settings)
    board.lift("h8").touch("h3").touch("h1").drop("f3", "b").rest(3.2)
    board.choose("Q").rest(0.4)
    assert [said for _ in range(20) for said in board.rest(0.4)] == ["ask g3 g4"]


def test_who_touches_his_pawn_twice_chooses_though_it_may_be_joined_from_a_bad_square() -> None:
    board = with_bad(Board("7r/4kP2/8/8/8/8/8/4K3 w 0 - - -"), h8=SquareState.STUCK)
    assert turns_said(board.move("f7", "f8").rest(4.0)) == ["f7>f8=Q"]
    board.touch("f8").rest(0.5)
    assert board.touch("f8").rest(0.9) == ["revise f7>f8=R"]
    board.move("e7", "d6").rest(3.0)
    assert board.recorded == ["f7>f8=R", "Ke7>d6"]


def test_a_chain_from_a_dead_square_that_goes_on_slowly_chooses_no_piece_on_its_way() -> None:
    # The rook comes from c1, which is dead, and frees the bishop on e1 and the knight on f2.
    board = Board("3q4/1b1n4/pCki1Ps1/5f2/1BB4p/E3a3/2a1eoRa/2R3K1 b 16 - - -")
    with_dead(board, "c1").lift("e2").drop("e1", "u").rest(1.0)
    board.touch("e1").rest(3.0)
    assert promoted_to(board) == "N"
    board.touch("e1").touch("f2", at=board.t + 0.4).rest(1.1)
    assert board.drop("h3", "w").rest(2.0) == ["Rc1>Be1>Nf2>h3"]
    assert board.recorded == ["PBe2>e1=N", "Rc1>Be1>Nf2>h3"]


def test_who_names_his_piece_again_before_his_turn_is_recorded_names_it_for_no_other_pawn() -> None:
    # White's queen stands on d2 or d3, both of which are known to be bad: later play is to tell.
    plain = TrackerSettings(asks_of_parts=False)
    board = Board("k7/6P1/7p/8/8/8/p7/3QK3 b 0 - - -", settings=plain)
    with_bad(board, d2=SquareState.DEAD, d3=SquareState.STUCK)
    board.move("a2", "a1").rest(1.0)
    for _ in range(3):
        board.touch("a1").rest(1.0)
    assert promoted_to(board) == "B"
    board.lift("d1").rest(4.0)
    board.move("a8", "b8").rest(2.0)
    board.move("g7", "g8").rest(2.0)
    assert board.recorded == ["a2>a1=B"]
    board.choose("R").rest(5.0)
    board.choose("N").rest(1.0)
    assert board.recorded == ["a2>a1=B"]
    board.move("h6", "h5").rest(2.0)
    board.drop("h7", "w").rest(3.0)
    turns = "Qd1>d3", "Ka8>b8", "g7>g8=N", "h6>h5", "Qd3>h7"
    assert board.recorded == ["a2>a1=B", *turns]


def test_a_piece_named_again_is_named_for_the_last_pawn_of_two() -> None:
    # They play so fast that nothing is recorded as they name what their pawns become.
    plain = TrackerSettings(asks_of_parts=False)
    board = Board("3k4/P6P/8/8/8/8/p6p/2K5 w 0 - - -", settings=plain)
    for act in ("a7 a8", "B", "d8 d7", "c1 c2", "h2 h1", "N", "R"):
        if " " in act:
            start, end = act.split()
            board.lift(start, at=board.t + 0.12).drop(end, at=board.t + 0.24)
        else:
            board.choose(act, at=board.t + 0.12)
    board.rest(6.0)
    assert board.recorded == ["a7>a8=B", "Kd8>d7", "Kc1>c2", "h2>h1=R"]


@pytest.mark.parametrize("straightened", ["e1", "h7"])
def test_who_straightens_a_piece_that_no_chain_could_enter_has_chosen_all_the_same(
    straightened: str,
) -> None:
    # Black's rook on h8, which is known to be dead, might come by a8.
    board = with_dead(Board("7r/P6p/8/4k3/8/8/8/4K3 w 0 - - -"), "h8").move("a7", "a8")
    board.rest(2.0)
    board.touch("a8").rest(0.5)
    board.touch(straightened).rest(6.0)
    assert promoted_to(board) == "N"
