"""Asking where a turn was that shows nothing there, by two pieces that the board can feel."""

from __future__ import annotations

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.asking.polls import Poll, parting_squares
from board_daemon.tracking.explaining.explain import Explainer
from board_daemon.tracking.explaining.explanation import Doubts, Said
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, Lay
from tests.tracking.polled import answer_all, answered, with_bad
from tests.tracking.seeing.test_evidence import evidence_of

# The rook and the queen can both go to b1.
TWO_WAYS_TO_B1 = "4k3/ppp5/8/8/8/8/PPP5/R2QK3 w 0 - - -"
# The rook can go to the pawn, to the dead square beside it and to others.
ROOK = "4k3/p7/8/8/8/8/8/R3K3 w 0 - - -"
KINGS_ALONE = "3k4/8/8/a7/7a/8/3K4/8 w 0 - - -"


def after_a_piece_from_nowhere(lay: Lay) -> Board:
    board = lay(TWO_WAYS_TO_B1)
    board.drop("b1", "w").rest(2.0)
    return board


def told_to_put_right(board: Board) -> list[str]:
    return [said for said in board.all_said if said.startswith("restore ")]


def test_a_piece_from_nowhere_is_asked_for_and_never_guessed(lay: Lay) -> None:
    board = after_a_piece_from_nowhere(lay)
    assert board.recorded == []
    assert board.state == "ASKING"
    assert board.all_said in (["part a1"], ["part d1"])


@pytest.mark.parametrize(
    ("start", "turn"), [("a1", "Ra1>b1"), ("d1", "Qd1>b1")], ids=["rook", "queen"]
)
def test_the_answer_says_where_it_came_from_and_which_square_is_stuck(
    lay: Lay, start: str, turn: str
) -> None:
    board = after_a_piece_from_nowhere(lay)
    answer_all(board, start, "b1")
    assert board.recorded == [turn]
    assert f"stuck {start}" in board.all_said
    assert board.move("a7", "a6").rest(2.0) == ["a7>a6"]
    assert told_to_put_right(board) == []


def test_the_pieces_that_answer_stand_where_the_turn_cannot_have_been(lay: Lay) -> None:
    board = after_a_piece_from_nowhere(lay)
    yes, no = map(square_name, board.view.answers)
    assert board.standing(yes) == "w"
    assert board.standing(no) == "b"
    assert not {yes, no} & {"a1", "b1", "d1"}


def test_unions_answer_where_nobody_but_the_kings_is_alone(lay: Lay) -> None:
    board = with_bad(lay(KINGS_ALONE), e2=SquareState.STUCK)
    board.lift("d2").rest(3.0)
    assert [board.standing(square_name(each)) for each in board.view.answers] == ["u", "b"]
    answer_all(board, "d2", "e2")
    assert board.recorded == ["Kd2>e2"]


def test_what_is_touched_soon_after_something_else_may_be_a_step_of_a_turn(lay: Lay) -> None:
    board = after_a_piece_from_nowhere(lay)
    yes, _ = map(square_name, board.view.answers)
    board.touch("e8", at=board.t + 2.0).touch(yes, at=board.t + 2.0).rest(3.0)
    assert board.recorded == []
    assert board.state == "ASKING"
    board.touch(yes).rest(3.0)
    assert len(board.recorded) == 1


def test_a_touch_of_any_other_piece_is_no_answer(lay: Lay) -> None:
    board = after_a_piece_from_nowhere(lay)
    other = next(s for s in ("c7", "b7", "a7") if parse_square(s) not in board.view.answers)
    board.touch(other).rest(3.0)
    assert board.recorded == []
    assert board.state == "ASKING"


A4 = 1 << parse_square("a4")


@pytest.mark.parametrize(
    ("unfelt", "fitting", "blind"),
    [
        pytest.param(A4, False, A4, id="no touch was felt there, and no turn fits"),
        pytest.param(A4, True, 0, id="a turn with sound squares fits"),
        pytest.param(0, False, 0, id="nobody has waited for a touch there"),
    ],
)
def test_a_square_shows_nothing_if_no_touch_was_felt_and_no_other_turn_is_as_said(
    unfelt: int, fitting: bool, blind: int
) -> None:
    root = Line.at(parse_fen(ROOK), 0)
    evidence = evidence_of("a1. a4w", root.expected)
    doubts, settings = Doubts(silent=7.6, touched=0.0), TrackerSettings()
    [turn] = Explainer(root.position, evidence, doubts, (), settings).explain().found
    poll = Poll(A4, 1, 1.0, 0, root.expected, yes=0, no=48, unfelt=unfelt)
    lines = [root.after(turn, 2, 0.0)] if fitting else []
    answered_root, left = poll.settled(root, lines, poll.yes, t=3.0)
    assert answered_root.blind == blind
    assert answered_root.said == (Said(A4, is_on=True, is_unfelt=bool(unfelt)),)
    assert [(line.t, line.parent) for line in left] == [(3.0, answered_root)] * fitting


def test_what_the_player_has_said_already_is_not_asked_once_more() -> None:
    root = Line.at(parse_fen(ROOK), 0)
    poll = Poll(A4, 1, 1.0, 0, root.expected, yes=0, no=48)
    assert not poll.was_answered(root)
    assert poll.was_answered(root.with_said(Said(A4, is_on=True)))
    assert not poll.was_answered(root.with_said(Said(A4 << 1, is_on=True)))


def test_a_piece_gone_to_a_square_known_to_be_dead_is_asked_for_at_once(lay: Lay) -> None:
    board = with_bad(lay(ROOK), a4=SquareState.DEAD)
    assert board.lift("a1").rest(3.0) == ["part a4"]
    assert answered(board, yes=True) == ["Ra1>a4"]


def test_no_to_a_dead_square_leaves_the_piece_in_the_hand(lay: Lay) -> None:
    board = with_bad(lay(ROOK), a4=SquareState.DEAD)
    board.lift("a1").rest(3.0)
    assert answered(board, yes=False) == ["restored"]
    assert board.drop("c1", "w").rest(2.0) == ["Ra1>c1"]


def test_between_a_dead_and_a_stuck_square_the_player_says_which(lay: Lay) -> None:
    board = with_bad(
        lay("4k3/r7/8/8/8/8/8/R3K3 w 0 - - -"), a4=SquareState.DEAD, a7=SquareState.STUCK
    )
    board.lift("a1").rest(3.0)
    answer_all(board, "a1", "a7")
    assert board.recorded == ["Ra1xRa7"]


def test_a_union_that_goes_to_a_dead_square_and_back_is_not_taken_for_adjusted(lay: Lay) -> None:
    board = with_bad(
        lay("4k3/p7/8/8/1u6/8/P7/4K3 w 0 - - -".replace("u", "a")), b5=SquareState.DEAD
    )
    board.lift("b4").rest(3.0)
    assert answered(board, yes=True) == ["PPb4>b5"]
    board.drop("b4", "u").rest(3.0)
    assert "PPb5>b4" in board.recorded


def test_a_join_from_a_stuck_square_looks_like_a_touch_until_the_union_moves(lay: Lay) -> None:
    # Black's bishop joins the one on a3; f8 is stuck. Then White moves the union.
    board = lay("r3kb2/8/8/8/8/B7/8/4K2R b 0 - - -")
    board.lift("a3").drop("a3", "u").rest(5.0)
    if "restore a3 c5" in board.move("a3", "c5").rest(3.0):
        # Reeds cannot tell it from a bishop's wrong move. Both may do so, and do it again.
        assert board.move("c5", "a3").rest(3.0) == ["restored"]
        board.touch("a3").rest(5.0)
        board.move("a3", "c5").rest(3.0)
    answer_all(board, "f8", "a3")
    assert board.recorded == ["Bf8xBa3", "BBa3>c5"]
    assert "stuck f8" in board.all_said


def test_a_wrong_move_is_put_right_before_it_is_asked_whether_a_square_has_failed() -> None:
    # Had d5 failed, the queen might have joined the bishop, which might have answered on a8.
    board = Board("4k3/8/8/3b4/8/2d5/b2Q4/4K3 w 0 - - -")
    board.lift("d2").rest(3.0)
    board.drop("d2", "w").rest(10.0)
    assert board.move("d2", "a8").rest(6.0) == ["restore d2 a8"]
    assert board.move("a8", "d2").rest(3.0) == ["restored"]


def test_a_castling_of_a_king_on_a_stuck_square_is_asked_for(lay: Lay) -> None:
    board = lay("4k3/p7/8/8/8/8/8/4K2R w 0 H - -")
    board.lift("h1").drop("f1", "w").drop("g1", "w").rest(3.0)
    answer_all(board, "e1", "g1")
    assert board.recorded == ["0-0"]


def test_who_does_not_answer_is_believed_to_have_played_what_he_goes_on_from(lay: Lay) -> None:
    board = lay("4k3/ppp5/8/8/8/4P3/8/N3K3 w 0 - - -")
    board.lift("e3").rest(3.0)
    for move in ("a7 a6", "a1 b3", "b7 b6"):
        board.move(*move.split()).rest(3.0)
    assert board.recorded == ["e3>e4", "a7>a6", "Na1>b3", "b7>b6"]


def test_a_piece_gone_to_a_dead_square_is_not_taken_for_the_one_that_arrives_later(
    lay: Lay,
) -> None:
    # The rook goes to h3, which is dead; Black answers with the king.
    board = lay("8/8/8/8/5k2/3R4/8/4K3 w 0 - - -")
    board.lift("d3").rest(8.0)
    board.lift("f4").rest(2.0)
    board.drop("f3", "b").rest(5.0)
    assert "Rd3>f3" not in board.recorded


@pytest.mark.usefixtures("without_parts")
def test_where_no_such_question_is_put_nothing_is_lit_or_guessed(lay: Lay) -> None:
    board = with_bad(lay(ROOK), a4=SquareState.DEAD, a5=SquareState.DEAD)
    assert board.lift("a1").rest(60.0) == []
    assert board.state != "ASKING"
    assert board.view.answers == ()
    assert board.recorded == []


@pytest.mark.usefixtures("without_parts")
def test_where_no_such_question_is_put_the_touch_of_a_king_says_nothing(lay: Lay) -> None:
    board = after_a_piece_from_nowhere(lay)
    board.touch("e1").rest(3.0)
    board.touch("e8").rest(3.0)
    assert board.recorded == []
    assert board.all_said == []


# --- touched by accident ---


def joined_beside_a_dead_square(seen_for: float = 0.5) -> Board:
    """The rook has joined the pawn, or stands on d4 before it, and the pawn was straightened.

    That is asked about, and has been lit for so many seconds.
    """
    board = with_bad(Board("4k3/p7/8/3p4/8/8/P7/3RK3 w 0 - - -"), d4=SquareState.DEAD)
    board.lift("d1").rest(1.0)
    board.lift("d5").drop("d5", "u")
    assert board.rest(1.5 + seen_for) == ["part d4"]
    return board


def test_who_denies_at_once_what_was_seen_is_asked_again() -> None:
    board = joined_beside_a_dead_square()
    assert answered(board, yes=True) == ["part d4"]
    assert answered(board, yes=False)[-1] == "Rd1xd5"


def test_who_denies_it_twice_has_played_otherwise() -> None:
    board = joined_beside_a_dead_square()
    answered(board, yes=True)
    assert answered(board, yes=True) == ["Rd1>d4"]


def test_who_says_yes_once_more_as_the_next_question_comes_is_asked_that_again() -> None:
    # Nothing told him that he had been heard, and nobody has read the next one so soon.
    board = with_bad(Board(ROOK), d1=SquareState.DEAD)
    board.lift("a1").rest(9.0)
    answered(board, yes=False)
    assert board.rest(3.0) == ["part b1 c1 a2 a3"]
    assert answered(board, yes=True) == ["part b1 c1"]
    assert answered(board, yes=True) == ["part b1 c1"]
    assert answered(board, yes=False)[0] == "restored"


def test_who_takes_his_time_is_asked_once() -> None:
    board = joined_beside_a_dead_square()
    board.rest(3.0)
    assert answered(board, yes=True) == ["Rd1>d4"]


def test_what_is_touched_as_the_question_is_put_is_no_answer() -> None:
    board = joined_beside_a_dead_square(seen_for=0.1)
    assert answered(board, yes=True) == []
    board.rest(2.0)
    assert answered(board, yes=False)[-1] == "Rd1xd5"


def test_who_confirms_at_once_what_was_seen_is_asked_once() -> None:
    board = joined_beside_a_dead_square()
    assert answered(board, yes=False)[-1] == "Rd1xd5"


def test_a_longer_chain_to_the_same_position_is_found_once_its_player_says_so(lay: Lay) -> None:
    # By way of g7 the queens only change places: all stands as by way of g5 alone.
    fen = "l1b2k2/3q2f1/2nDp3/1a1iQ1d1/pEBa2P1/c4p2/3K1P2/2B3R1 w 3 - - -"
    board = with_bad(lay(fen), g7=SquareState.DEAD)
    board.lift("e5").touch("g5").drop("h7", "w").rest(3.0)
    answer_all(board, "e5", "g7", "g5", "h7", then=2.0)
    assert board.recorded == ["Qe5>Qg7>Ng5>h7"]


def test_who_has_denied_all_and_is_answered_is_asked_once_more_where_he_went() -> None:
    # The rook was in his hand still when he said that it was not on h6, or anywhere.
    board = with_bad(Board("4k3/p7/6r1/8/7P/8/P7/4K2R b 0 - - -"), h6=SquareState.DEAD)
    board.lift("g6").rest(3.0)
    answer_all(board, then=3.0)
    assert board.move("a2", "a3").rest(3.0) == ["part h6"]
    assert answered(board, yes=True) == ["Rg6>h6", "a2>a3"]


def test_who_denies_it_once_more_is_told_to_put_right_what_the_other_player_has_moved() -> None:
    board = with_bad(Board("4k3/p7/6r1/8/7P/8/P7/4K2R b 0 - - -"), h6=SquareState.DEAD)
    board.lift("g6").rest(3.0)
    answer_all(board, then=3.0)
    board.move("a2", "a3").rest(3.0)
    answer_all(board, then=3.0)
    assert board.rest(3.0) == []
    assert board.all_said[-1] == "restore a2 a3 g6"


def test_a_piece_that_may_be_in_a_hand_is_not_asked_for_where_it_was_seen_to_begin() -> None:
    # The queen frees the pawn on g5, which goes to g4: she had begun there in any case.
    root = Line.at(parse_fen("4k3/8/8/6a1/6q1/8/8/4K3 b 0 - - -"), 0)
    evidence = evidence_of("g4. g5. g5u g4b", root.expected)
    doubts, settings = Doubts(silent=7.6, touched=0.0), TrackerSettings()
    turn, *_ = Explainer(root.position, evidence, doubts, (), settings).explain().found
    unsure = turn.entered | 1 << turn.end
    assert turn.end == turn.start
    assert parting_squares([root.after(turn, 4, 0.0), None], unsure) == turn.entered
