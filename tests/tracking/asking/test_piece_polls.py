"""Asking which piece stands on a square, where ways over the same squares differ only in that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square, square_set
from board_daemon.tracking.asking.answering import Answering
from board_daemon.tracking.asking.piece_polls import ChoicePoll, PiecePoll, parting_piece
from board_daemon.tracking.asking.wanted import Wanted
from board_daemon.tracking.awaited import AwaitedTurn
from board_daemon.tracking.explaining.explanation import Explanation, Said, SaidPiece
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.hypotheses.certainty import Certainty
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Standing
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.sensing import model_for
from board_daemon.tracking.seeing.watch import Watch
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board
from tests.tracking.polled import answered, with_bad

# The rook enters the stuck square and frees the bishop, who takes over c2. The queen goes on to d2,
# or takes over d1 once more, and the rook does.
PASSES_D1 = "4k3/7p/8/8/8/8/2t4P/R2s2K1 w 0 - - -"
ONCE, TWICE = "Ra1>Bd1>Qc2>d2", "Ra1>Bd1>Qc2>Rd1>d2"
D1 = parse_square("d1")
# The same on Black's side of the board.
PASSES_D8 = "R2s2K1/2t4p/8/8/8/8/7P/4k3 w 0 - - -"


def passed_over_a_stuck_square() -> Board:
    board = with_bad(Board(PASSES_D1), d1=SquareState.STUCK)
    board.lift("a1").rest(0.8)
    board.touch("c2").drop("d2")
    return board


def test_which_piece_stands_on_a_stuck_square_is_asked_and_never_guessed() -> None:
    board = passed_over_a_stuck_square()
    assert board.rest(3.0) == ["queen? d1"]
    board.rest(60.0)
    assert board.recorded == []
    assert board.view.asks_for_piece == PieceType.QUEEN


@pytest.mark.parametrize(("yes", "turn"), [(True, TWICE), (False, ONCE)])
def test_the_piece_that_stands_there_tells_how_often_the_chain_came_by(
    yes: bool, turn: str
) -> None:
    board = passed_over_a_stuck_square()
    board.rest(3.0)
    answered(board, yes=yes)
    assert board.recorded == [turn]
    assert board.view.asks_for_piece is None
    assert board.move("h7", "h6").rest(3.0) == ["h7>h6"]


@pytest.mark.slow
@pytest.mark.parametrize(("yes", "turn"), [(True, TWICE), (False, ONCE)])
def test_it_can_be_told_after_the_reply_too(yes: bool, turn: str) -> None:
    board = passed_over_a_stuck_square()
    assert board.move("h7", "h6").rest(3.0) == ["queen? d1"]
    answered(board, yes=yes)
    assert board.recorded == [turn, "h7>h6"]


@pytest.mark.slow
def test_it_is_asked_for_though_the_other_player_holds_a_piece() -> None:
    board = passed_over_a_stuck_square()
    assert board.lift("h7").rest(3.0) == ["queen? d1"]
    assert board.drop("h6", "b").rest(3.0) == []
    answered(board, yes=True)
    assert board.recorded == [TWICE, "h7>h6"]


@pytest.mark.slow
def test_what_is_said_of_the_piece_holds_if_the_pieces_are_put_back_and_forth() -> None:
    board = passed_over_a_stuck_square()
    board.rest(3.0)
    answered(board, yes=False)
    board.move("d2", "a1").rest(3.0)
    assert board.recorded == []


@pytest.mark.slow
def test_another_piece_answers_once_the_one_that_did_has_moved() -> None:
    board = passed_over_a_stuck_square()
    board.rest(3.0)
    assert board.view.answers[1] == parse_square("h7")
    assert board.move("h7", "h6").rest(3.0) == ["queen? d1"]
    assert board.view.answers[1] == parse_square("e8")


@pytest.mark.usefixtures("without_parts")
def test_where_no_such_question_is_put_it_is_left_to_later_play_and_not_guessed() -> None:
    board = passed_over_a_stuck_square()
    assert board.rest(60.0) == []
    assert board.view.answers == ()
    assert board.recorded == []


@pytest.mark.slow
@pytest.mark.parametrize(("yes", "turn"), [(True, "Ra8>Bd8>Qc7>Rd8>d6"), (False, "Ra8>Bd8>Qc7>d6")])
def test_the_player_may_go_on_from_where_his_turn_ended_after_his_answer(
    yes: bool, turn: str
) -> None:
    board = with_bad(Board(PASSES_D8), d8=SquareState.STUCK)
    board.lift("a8").rest(0.8)
    board.touch("c7").drop("d7")
    assert board.rest(3.0) == ["queen? d8"]
    answered(board, yes=yes)
    # As on sound squares: only which piece made the last step is open again. A touch of d8 would
    # not be felt.
    assert board.move("d7", "d6").rest(3.0) == ["takeback 1", "ask c7"]
    board.touch("c7").rest(3.0)
    assert board.recorded == [turn]


# --- which square and which piece ---


def line_after(root: Line, actions: str) -> Line:
    """The line that a turn leads to."""
    turn = AwaitedTurn(root.position, tuple(parse_actions(actions)))
    end = turn.steps[-1].end
    entered = square_set([step.end for step in turn.steps[:-1]])
    found = Explanation(
        turn.actions,
        turn.end,
        0.0,
        0.0,
        entered,
        end,
        0,
        0,
        is_visible=True,
        is_hidden=False,
        told=0,
    )
    return root.after(found, 0, 0.0)


def candidates(*lines: Line) -> list[Candidate]:
    return [Candidate(line, 0.0, Standing.TURN) for line in lines]


def two_ways() -> tuple[Line, Line]:
    root = Line.at(parse_fen(PASSES_D1), 0)
    return line_after(root, "La1 Pd1 Pc2 Pd2"), line_after(root, "La1 Pd1 Pc2 Pd1 Pd2")


def test_what_is_asked_about_tells_the_turns_apart() -> None:
    once, twice = two_ways()
    assert parting_piece(candidates(once, twice), [once, twice], 0) == (D1, PieceType.QUEEN)


def test_where_the_turn_ended_is_asked_about_only_if_no_other_square_tells() -> None:
    root = Line.at(parse_fen(PASSES_D8), 0)
    once, twice = (line_after(root, f"La8 Pd8 Pc7 {end}") for end in ("Pd7", "Pd8 Pd7"))
    d7, d8 = map(parse_square, ("d7", "d8"))
    assert parting_piece(candidates(once, twice), [once, twice], 0) == (d8, PieceType.QUEEN)
    near = candidates(once, twice)
    assert parting_piece(near, [once, twice], 1 << d8) == (d7, PieceType.QUEEN)


def test_no_square_is_asked_about_on_which_something_was_moved_since_or_is_in_hand() -> None:
    once, twice = two_ways()
    later = [line_after(line, "Ld1 Pc3") for line in (once, twice)]
    square, _ = parting_piece(candidates(*later), [once, twice], 0) or (None, None)
    assert square == parse_square("d2")
    in_hand = 1 << parse_square("d1") | 1 << parse_square("d2")
    assert parting_piece(candidates(once, twice), [once, twice], in_hand) is None


def test_what_a_pawn_became_is_not_asked_about_where_the_chain_has_taken_it() -> None:
    # On e7 stands the piece that the pawn became on f8: it may be another one than a queen.
    root = Line.at(parse_fen("h4e2/1e1wa1i1/pp3k2/2KB2a1/2D3P1/F1Ea4/8/Lo6 w 4 - - -"), 0)
    way = "Ld5 Pb7 Pa8 Pf8 Pe7 Pf8 =Q Pa8 Pb7 Pa8"
    once, twice = (line_after(root, f"{way} {end}") for end in ("Pd8", "Pf8 Pe7 Pd8"))
    asked = parting_piece(candidates(once, twice), [once, twice], 0)
    assert asked == (parse_square("d8"), PieceType.ROOK)


def test_what_turns_alike_have_left_is_not_asked_about() -> None:
    once, _ = two_ways()
    assert parting_piece(candidates(once, once), [once, once], 0) is None


# --- what an answer says ---


def test_who_lifts_the_piece_that_is_asked_about_has_not_said_yes() -> None:
    once, twice = two_ways()
    root = once.parent
    assert root is not None
    near, looks = candidates(once, twice), once.expected
    watch = Watch(looks, model_for(SensorKind.PRESENCE), 0.03, (5.0,))
    wanted = Wanted(near, 1 << D1, 0.0, may_be_nothing=False, piece=PieceType.QUEEN)
    certainty = Certainty(root, are_careless=False, settings=TrackerSettings())
    # A question before this one was put in vain.
    asked = Answering(certainty, known=0, may_be_unfelt=True).poll(wanted, 1.0, watch, proven=0)
    assert isinstance(asked, PiecePoll)
    lifted = [Sighting(3.0, D1, Content.EMPTY), Sighting(3.5, D1, looks[D1])]
    assert asked.touched(looks, lifted) is None
    says_yes = [replace(change, square=asked.yes) for change in lifted]
    says_yes[1] = replace(says_yes[1], content=looks[asked.yes])
    assert asked.touched(looks, says_yes) == asked.yes


def test_who_answers_the_last_question_late_does_not_answer_the_next_one() -> None:
    once, twice = two_ways()
    root = once.parent
    assert root is not None
    watch = Watch(once.expected, model_for(SensorKind.PRESENCE), 0.03, (5.0,))
    wanted = Wanted(candidates(once, twice), 1 << D1, 0.0, may_be_nothing=False)
    answering = Answering(Certainty(root, are_careless=False, settings=TrackerSettings()), known=0)
    first = answering.poll(wanted, 1.0, watch, proven=0)
    assert first is not None
    in_use = 1 << first.yes | 1 << first.no
    asked = replace(wanted, piece=PieceType.QUEEN)
    second = replace(answering, in_use=in_use).poll(asked, 2.0, watch, proven=0)
    assert second is not None
    assert {second.yes, second.no}.isdisjoint({first.yes, first.no})


def poll(root: Line) -> PiecePoll:
    put = 1 << D1, root.depth + 1, 1.0, 0, root.expected
    return PiecePoll(*put, yes=6, no=55, piece=PieceType.QUEEN)


@pytest.mark.parametrize("is_yes", [True, False])
def test_an_answer_leaves_the_turns_after_which_it_is_true(is_yes: bool) -> None:
    once, twice = two_ways()
    root = once.parent
    assert root is not None
    asked = poll(root)
    left = asked.agreeing([once, twice], asked.yes if is_yes else asked.no)
    assert left == [twice if is_yes else once]


def test_another_piece_than_before_says_that_the_turn_was_there() -> None:
    root = Line.at(parse_fen(PASSES_D1), 0)
    asked = poll(root)
    said = SaidPiece(D1, PieceType.QUEEN, is_there=True)
    assert asked.answered(root, asked.yes).said == (Said(1 << D1, is_on=True), said)
    assert asked.answered(root, asked.no).said == (replaced(said),)


def replaced(said: SaidPiece) -> SaidPiece:
    return SaidPiece(said.square, said.piece, not said.is_there)


def test_it_tells_nothing_of_nothing_played() -> None:
    for is_there in (True, False):
        assert SaidPiece(D1, PieceType.QUEEN, is_there).is_true_of(None)


def test_the_same_is_asked_of_the_same_piece_on_the_same_square_only() -> None:
    root = Line.at(Position.start(), 0)
    put = 1 << D1, 1, 1.0, 0, root.expected
    queen, other = poll(root), PiecePoll(*put, yes=7, no=54, piece=PieceType.QUEEN)
    rook = PiecePoll(*put, yes=6, no=55, piece=PieceType.ROOK)
    assert queen.asks_the_same(other)
    assert not queen.asks_the_same(rook)


def test_what_a_pawn_became_rules_nothing_out_once_its_turn_was_taken_back() -> None:
    recorded, _ = two_ways()
    before = recorded.parent
    assert before is not None
    certainty = Certainty(recorded, are_careless=False, settings=TrackerSettings())
    near = [Candidate(recorded, recorded.doubt, Standing.AT_REST)]
    wanted = Wanted(
        near, 1 << D1, patience=0.0, may_be_nothing=False, piece=PieceType.QUEEN, is_choice=True
    )
    watch = Watch(recorded.expected, model_for(SensorKind.PRESENCE), 0.03, (5.0,))
    asked = Answering(certainty, known=0).poll(wanted, 1.0, watch, proven=0)
    assert isinstance(asked, ChoicePoll)
    answered_now, _ = asked.settled(recorded, [], asked.no, 3.0)
    assert answered_now.ruled_out == (PieceType.QUEEN,)
    answered_late, _ = asked.settled(before, [], asked.no, 3.0)
    assert answered_late.ruled_out == ()
