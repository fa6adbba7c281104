"""Turns of which only touches are to be seen, or nothing at all, and what is done after them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_daemon.rules.actions import Lift, Place
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.play import play_all
from board_daemon.rules.squares import NO_SQUARES, SquareSet, parse_square, square_set
from board_daemon.tracking.asking.polling import Polling
from board_daemon.tracking.explaining.explanation import Explanation, Said
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.hypotheses.certainty import Certainty
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Standing
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board
from tests.tracking.polled import answer_all, answered, with_bad

pytestmark = pytest.mark.slow

# Black's pawns on c4 and e4 may join White's on d3; nothing is seen of the king on h1.
JOINED = "2k4r/p3p1p1/8/8/2p1p3/3P4/7P/5R1K b 0 - - -"
# The queen may free the pawn on h5, which is dead; or the pawn moves, and she is lifted after it.
FREED_FIRST = "4k3/p7/6Q1/7a/8/8/7P/4K3 w 0 - - -"
# Black's knight may go from one bad square to another one.
JUMPED = "4k1nr/p3p1pp/8/8/8/8/2c4P/4K3 w 0 - - -"
PATIENT = 3.0


def test_a_join_from_a_stuck_square_is_not_forgotten_when_a_wrong_move_is_put_right() -> None:
    board = with_bad(Board(JOINED), h1=SquareState.DEAD)
    board.lift("d3").rest(2.0)
    board.drop("d3").rest(0.9)
    assert board.move("f1", "g3").rest(2.0) == ["restore f1 g3"]
    assert board.move("g3", "f1").rest(3.0) == ["restored"]
    board.drop("g1", "w").rest(3.0)
    answer_all(board, "e4", "d3")
    assert board.recorded == ["e4xd3", "Kh1>g1"]


def test_what_was_touched_while_the_piece_stood_at_home_is_not_what_it_joined() -> None:
    # Rook and pawn are straightened; then the rook goes where nobody sees it.
    board = Board("4k3/7p/8/8/p7/8/R7/4K3 w 0 - - -").touch("a2")
    board.touch("a4", at=board.t + 0.5).lift("a2", at=board.t + 0.6).rest(1.4)
    assert board.move("h7", "h6").rest(8.0) == ["part a1 b2 c2 d2 e2"]


def test_a_chain_from_a_stuck_square_may_be_played_again_and_again_before_the_reply_is() -> None:
    # Only touches show of it. Its player tries several times before the board knows a reply to it.
    board = Board("1nb1k1n1/e2rW3/5a2/1E1iP2p/p1p1PN1P/2P4R/R4K1b/2Bw1e2 b 1 - - -")

    def play_the_chain() -> None:
        for square in ("e7", "f6", "e5"):
            board.touch(square).rest(0.5)

    play_the_chain()
    board.rest(5.0)
    assert board.move("f6", "f7").rest(3.0) == ["restore f6 f7"]
    assert board.move("f7", "f6").rest(3.0) == ["restored"]
    play_the_chain()
    play_the_chain()
    board.rest(5.0)
    play_the_chain()
    board.rest(5.0)
    board.move("f6", "f7").rest(4.0)
    answer_all(board, "g8", "e7", "f6", "e5", then=2.0)
    assert board.recorded == ["=Q:Ng8>Qe7>Pf6xe5", "PQf6>f7"]


def test_a_chain_from_a_stuck_square_is_found_though_the_reply_was_taken_for_that_turn() -> None:
    # Either player may move the union of knights; only the pawn tells that it was Black's turn.
    board = Board("4k3/p7/8/7o/4p3/3a4/P7/3RK3 w 1 - - -")
    board.touch("d3").rest(0.5)
    board.touch("e4").rest(6.0)
    assert board.move("h5", "g3").rest(4.0) == ["NNh5>g3"]
    assert board.move("a2", "a3").rest(4.0) == ["restore a2 a3"]
    assert board.move("a3", "a2").rest(4.0) == ["restored"]
    assert board.move("a2", "a3").rest(9.0) == ["takeback 1", "part d1"]
    answer_all(board, "d1", "d3", "e4", then=4.0)
    assert board.recorded == ["Rd1>Pd3xe4", "NNh5>g3", "a2>a3"]


def jumped_unseen() -> Board:
    """Black's knight has jumped unseen, and White's rook goes on: it looks as if he slid.

    That its first square is bad is known.
    """
    board = with_bad(Board(JUMPED), g8=SquareState.STUCK).move("c2", "a2")
    board.rest(8.0)
    assert board.move("a2", "b2").rest(8.0)[-1] == "restore b2 c2"
    return board


def test_a_turn_between_two_bad_squares_is_asked_for_once_the_next_one_was_played_again() -> None:
    board = jumped_unseen()
    board.move("b2", "c2").rest(4.0)
    assert board.move("c2", "a2").rest(4.0) == ["RPc2>a2"]
    # It was played once more, and is no other turn.
    assert board.move("a2", "b2").rest(4.0) == ["part f6"]
    answer_all(board, "g8", "f6")
    assert board.recorded == ["RPc2>a2", "Ng8>f6", "RPa2>b2"]


def test_a_turn_between_two_squares_that_had_worked_is_asked_for_once_others_were_denied() -> None:
    board = Board("4k3/7p/8/8/8/8/R7/4K3 w 0 - - -")
    for start, end in ("a2", "f2"), ("h7", "h6"), ("f2", "a2"), ("h6", "h5"):
        board.move(start, end).rest(3.0)
    # The rook goes to f2 again, and neither square shows it any more.
    for _ in range(2):
        board.move("h5", "h4").rest(5.0)
        answer_all(board, "a2", "f2", then=2.0)
        assert board.all_said[-1] == "restore h4 h5"
        assert board.move("h4", "h5").rest(3.0) == ["restored"]
    board.move("h5", "h4").rest(5.0)
    answer_all(board, "a2", "f2", then=2.0)
    assert board.recorded[4:] == ["Ra2>f2", "h5>h4"]


def test_a_wrong_move_that_is_being_put_right_is_no_turn_though_the_other_player_went_on() -> None:
    board = jumped_unseen()
    board.move("h7", "h5").rest(4.0)
    board.lift("b2").rest(2.0)
    assert board.recorded == []


def moved(root: Line, start: str, end: str) -> Line:
    """What a plain move leads to of which neither square is seen to change."""
    turn = (Lift(parse_square(start)), Place(parse_square(end)))
    found = Explanation(
        turn,
        play_all(root.position, turn),
        0.0,
        0.0,
        NO_SQUARES,
        parse_square(end),
        0,
        0,
        is_visible=False,
        is_hidden=False,
        told=0,
    )
    return replace(root.after(found, 0, 0.0), blind=squares_named(start, end))


def squares_named(*squares: str) -> SquareSet:
    """A set of squares."""
    return square_set([parse_square(square) for square in squares])


@pytest.mark.parametrize(
    ("said", "is_sure"),
    [
        ([Said(squares_named("e3", "e4", "a5"), is_on=True)], False),
        ([Said(squares_named("e3"), is_on=True)], False),
        ([Said(squares_named("e3"), is_on=True), Said(squares_named("e4"), is_on=True)], True),
        (
            [
                Said(squares_named("e3"), is_on=True),
                Said(squares_named("e4", "a5"), is_on=True),
                Said(squares_named("a5"), is_on=False),
            ],
            True,
        ),
    ],
)
def test_what_is_left_of_several_turns_is_sure_once_each_bad_square_of_it_was_named(
    said: list[Said], is_sure: bool
) -> None:
    root = Line.at(parse_fen(JOINED), 0)
    for each in said:
        root = root.with_said(each)
    step = moved(root, "e4", "e3")
    certainty = Certainty(root, are_careless=False, settings=TrackerSettings())
    best = Candidate(step, step.doubt, Standing.TURN)
    assert Polling(certainty, known=NO_SQUARES).needs_no_asking(step, best) == is_sure


@pytest.mark.parametrize(("named", "is_sure"), [(["e4"], False), (["e4", "d3"], True)])
def test_what_was_joined_unseen_from_a_bad_square_is_named_as_well(
    named: list[str], is_sure: bool
) -> None:
    root = Line.at(parse_fen(JOINED), 0)
    for square in named:
        root = root.with_said(Said(squares_named(square), is_on=True))
    step = replace(moved(root, "e4", "d3"), blind=NO_SQUARES)
    assert step.explanation is not None
    step = replace(step, explanation=replace(step.explanation, silent=1))
    certainty = Certainty(root, are_careless=False, settings=TrackerSettings())
    best = Candidate(step, step.doubt, Standing.TURN)
    assert Polling(certainty, known=squares_named("e4")).needs_no_asking(step, best) == is_sure


@pytest.mark.parametrize("is_one_piece_moved", [False, True])
@pytest.mark.parametrize("standing", [Standing.TURN, Standing.IN_HAND])
def test_what_came_from_where_nobody_saw_it_go_may_be_the_very_piece_that_is_gone(
    standing: Standing, is_one_piece_moved: bool
) -> None:
    root = Line.at(parse_fen(JOINED), 0)
    step = replace(moved(root, "e4", "e3"), blind=root.blind)
    certainty = Certainty(root, are_careless=False, settings=TrackerSettings())
    polling = Polling(certainty, squares_named("e4"), is_one_piece_moved=is_one_piece_moved)
    may_be_that = is_one_piece_moved and standing == Standing.IN_HAND
    assert polling.needs_no_asking(step, Candidate(step, 0.0, standing)) != may_be_that


def test_what_is_left_of_a_turn_that_is_played_once_more_is_asked_for_too() -> None:
    board = with_bad(Board(JOINED), h1=SquareState.DEAD)
    for _ in range(2):
        board.move("f1", "g3").rest(2.0)
        board.move("g3", "f1").rest(3.0)
    board.lift("d3").rest(2.0)
    assert board.drop("d3").rest(4.0) == ["part c4"]
    answered(board, yes=False)
    assert board.rest(3.0) == ["part e4"]
    answered(board, yes=True)
    assert board.recorded == ["e4xd3"]


@pytest.mark.parametrize(("turn", "then"), [(["b5", "b6"], ["NPc3>b5", "PNb5>b6"]), ([], [])])
def test_a_union_set_back_where_nothing_shows_may_have_gone_to_another_such_square(
    turn: list[str], then: list[str]
) -> None:
    # White may have moved it on to b6, which is dead though nobody knows of it.
    fen = "4k3/p7/8/8/8/2D5/7P/4K3 b 0 - - -"
    board = with_bad(Board(fen), c3=SquareState.STUCK)
    board.drop("b5", "u").rest(5.0)
    assert board.recorded == ["NPc3>b5"]
    assert board.lift("b5").rest(5.0) == ["part b6"]
    answer_all(board, *turn, then=3.0)
    assert board.recorded == then


def freed_first() -> Board:
    board = with_bad(Board(FREED_FIRST), h5=SquareState.DEAD)
    board.touch("g6").rest(5.0)
    assert board.drop("h6", "w").rest(0.8)[0] == "PPh5>h6"
    return board


def test_who_frees_a_piece_where_nothing_shows_may_set_down_the_other_one_last() -> None:
    board = freed_first()
    assert board.lift("g6").rest(PATIENT) == ["takeback 1", "part h5"]
    answer_all(board, "g6", "h5", "h6", then=PATIENT)
    assert board.recorded == ["Qg6>Ph5>h6"]


def test_what_was_freed_where_nothing_shows_is_asked_about_though_the_reply_is_quick() -> None:
    board = freed_first()
    board.lift("g6").rest(1.0)
    board.move("a7", "a6").rest(PATIENT)
    answer_all(board, "g6", "h5", "h6")
    assert board.recorded == ["Qg6>Ph5>h6", "a7>a6"]
