"""Where a turn that may have been another one seems undone: whether it was taken back is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, names
from tests.tracking.polled import answered

pytestmark = pytest.mark.slow

# White's bishop may free the pawn on c4, which may free the one on b5, which may go to b6.
UNDONE = "1nb2bnr/2qk1p2/5P2/Cap2a2/p1a3pp/P6N/2RQB1PP/1NB1KR2 w 3 - - -"


def undone(settings: TrackerSettings | None = None) -> Board:
    """A union has moved; a wrong move that could be its turn is put right, then it goes back."""
    board = Board(UNDONE, settings=settings).move("b5", "b6")
    board.rest(3.0)
    board.lift("e2").drop("b5", at=board.t + 1.2)
    assert board.rest(1.3)[-1] == "restore e2 b5"
    board.lift("b5", at=board.t + 3).drop("e2")
    assert board.rest(2.0) == ["restored"]
    board.lift("b6", at=board.t + 3).drop("b5")
    return board


def test_who_may_have_undone_a_doubtful_turn_is_asked_whether_it_was_taken_back() -> None:
    board = undone()
    assert board.rest(4.0) == ["takeback? b5 e2 a4"]
    assert (names(board.view.ask), names(board.view.answers)) == ("b5", "e2 a4")
    assert board.view.asks_of_takeback
    assert board.touch("a4").rest(3.0) == ["PPb6>b5"]
    assert board.move("f1", "g1").rest()[0] == "Rf1>g1"
    assert board.recorded == ["PPb5>b6", "PPb6>b5", "Rf1>g1"]


@pytest.mark.parametrize("by_word", [True, False])
def test_who_says_that_it_was_taken_back_goes_on_from_before(by_word: bool) -> None:
    board = undone()
    board.rest(4.0)
    if by_word:
        board.events += board.tracker.answer(board.t, parse_square("b5"))
    else:
        board.touch("e2")
    assert board.rest(3.0) == ["takeback 1"]
    assert board.move("f1", "g1").rest()[0] == "Rf1>g1"
    assert board.recorded == ["Rf1>g1"]


def test_who_straightens_what_would_answer_at_once_is_asked_again_whether_he_took_it_back() -> None:
    board = undone()
    board.rest(2.0)
    said = board.rest(0.5)
    assert said == ["takeback? b5 e2 a4"]
    assert board.touch("e2", at=board.t + 0.8).rest(3.0) == said
    assert board.touch("e2").rest(3.0) == ["takeback 1"]


@pytest.mark.parametrize(
    ("touched", "before"), [("e2", []), ("a4", ["PPb5>b6", "PPb6>b5"])], ids=["yes", "no"]
)
def test_the_answer_may_come_after_the_next_turn(touched: str, before: list[str]) -> None:
    board = undone().move("f1", "g1")
    board.rest(3.0)
    assert board.recorded == ["PPb5>b6"]
    board.touch(touched).rest(3.0)
    assert board.recorded == [*before, "Rf1>g1"]


def test_whoever_plays_on_without_an_answer_has_undone_it_with_a_turn() -> None:
    board = undone()
    board.rest(3.0)
    for start, end in (("f1", "g1"), ("c7", "d6"), ("d2", "d1")):
        board.move(start, end).rest(3.0)
    assert board.recorded[:3] == ["PPb5>b6", "PPb6>b5", "Rf1>g1"]


def undone_among_touches(rest: float) -> Board:
    """A union moves, and goes back after that rest, while two other pieces are touched."""
    board = Board(UNDONE).move("b5", "b6")
    board.rest(rest)
    board.lift("b6").touch("c2").touch("d2").drop("b5", "u")
    assert board.rest(6.0)[-1] == "takeback? b5 c2 a4"
    return board


@pytest.mark.parametrize("rest", [2.8, 3.4])
def test_without_an_answer_no_turn_is_taken_back_however_likely_that_becomes(rest: float) -> None:
    board = undone_among_touches(rest)
    for start, end in (("f1", "g1"), ("c7", "d6"), ("d2", "d1")):
        board.move(start, end).rest(3.0)
    assert board.recorded == ["PPb5>b6", "PPb6>b5", "Rf1>g1", "Qc7>d6", "Qd2>d1"]
    assert not {"takeback 1", "restored"} & set(board.all_said)
    assert not board.view.ask


@pytest.mark.parametrize("rest", [0.8, 2.0])
def test_one_turn_later_it_is_still_being_asked(rest: float) -> None:
    board = undone_among_touches(rest).move("f1", "g1")
    board.rest(600.0)
    assert board.recorded == ["PPb5>b6"]
    assert board.view.asks_of_takeback


@pytest.mark.parametrize("answer", [0, 1])
def test_it_is_asked_at_the_first_rest_however_many_turns_were_played_at_once(answer: int) -> None:
    board = Board(UNDONE).move("b5", "b6")
    # Somebody plays with other pieces: the union has stood for long, but was not left alone.
    for square in ("c2", "d2", "c2", "d2"):
        board.lift(square, at=board.t + 1.5).drop(square, at=board.t + 1.0)
    board.lift("b6", at=board.t + 2.0).drop("b5")
    for start, end in (("f1", "g1"), ("c7", "d6"), ("d2", "d1")):
        board.move(start, end)
    assert board.rest(6.0)[-1] == "takeback? b5 g1 d6"
    answered(board, yes=answer == 0)
    before = [] if answer == 0 else ["PPb5>b6", "PPb6>b5"]
    assert board.recorded == [*before, "Rf1>g1", "Qc7>d6", "Qd2>d1"]


@pytest.mark.parametrize("lay_out", [undone, lambda: undone_among_touches(0.8)])
@pytest.mark.parametrize(("answer", "before"), [(0, []), (1, ["PPb5>b6", "PPb6>b5"])])
def test_of_a_wrong_move_while_that_is_asked_no_more_is_to_be_put_right(
    lay_out: Callable[[], Board], answer: int, before: list[str]
) -> None:
    board = lay_out()
    board.rest(3.0)
    question = board.all_said[-1]
    assert board.move("g2", "b3").rest(3.0) == ["restore g2 b3"]
    assert board.move("b3", "g2").rest(3.0) == ["restored", question]
    assert board.view.asks_of_takeback
    board.touch(square_name(board.view.answers[answer])).rest(3.0)
    assert (board.recorded, board.state) == (before, "SETTLED")
    board.move("f1", "g1").rest()
    assert board.recorded == [*before, "Rf1>g1"]


def undone_after_two_complaints() -> Board:
    """A chain comes home; a union's move was half of a chain, and all goes back, the union last.

    The other player is on his way by then, and holds his rook as the board complains first.
    """
    board = Board("r6k/8/3r4/8/i3L3/8/8/1B2K3 b 0 - - -").lift("a8").touch("a4").drop("a8")
    assert board.rest(3.0) == ["ask a4"]
    board.touch("a4").rest(3.0)
    board.lift("e4").drop("e8", "u").rest(0.35)
    assert board.recorded == ["Ra8>Ra4>a8", "RQe4>e8"]
    board.lift("b1").lift("d6").drop("e4", "u").drop("h4", "b", at=board.t + 0.6)
    assert board.rest(1.5) == ["restore b1 e4 h4 d6"]
    assert board.lift("h4").drop("d3", "b").rest(5.0) == ["restore b1 d3 e4 d6"]
    assert board.lift("d3").drop("d6").lift("e4").drop("b1").rest(3.0) == ["restored"]
    return board.move("e8", "e4")


def test_a_turn_that_comes_into_doubt_while_all_is_put_right_is_asked_for_when_undone() -> None:
    board = undone_after_two_complaints()
    assert board.rest(3.0) == ["takeback? e4 b1 d6"]


def test_who_says_that_his_turn_was_taken_back_speaks_of_no_chain_before_it() -> None:
    # Of the chain that came home there is nothing to set back: it might have gone with that turn.
    board = undone_after_two_complaints()
    board.rest(4.0)
    assert board.touch("b1").rest(3.0) == ["takeback 2"]
    assert board.recorded == ["Ra8>Ra4>a8"]


@pytest.mark.parametrize("was_turn", [True, False])
def test_where_only_touches_answer_a_doubtful_turn_that_went_back_is_asked_about(
    was_turn: bool,
) -> None:
    board = undone(TrackerSettings(asks_of_parts=False))
    assert board.rest(5.0) == ["ask b5"]
    if was_turn:
        assert board.touch("b5").rest(3.0) == ["PPb6>b5"]
    # Whoever has taken his turn back has nothing to answer.
    board.move("f1", "g1").rest(3.0)
    board.move("c7", "d6").rest(3.0)
    before = ["PPb5>b6", "PPb6>b5"] if was_turn else []
    assert board.recorded == [*before, "Rf1>g1", "Qc7>d6"]


@pytest.mark.parametrize("yes", [True, False])
def test_who_is_left_alone_after_a_turn_that_may_have_been_taken_back_is_asked(yes: bool) -> None:
    # The knight from e6 has gone back to d4: or is it the one that was there? Then either player
    # may have moved the union.
    board = Board("2vk4/8/4t3/8/3n4/8/P6P/4K3 b 0 - - -")
    assert board.lift("d4").touch("e6").drop("f4", "b").rest(2.0) == ["Nd4>Ne6>f4"]
    assert board.move("f4", "d4").move("c8", "d7").rest(3.0) == []
    assert board.rest(3.0) == ["takeback? d4 e1 d8"]
    answered(board, yes=yes)
    assert board.recorded == (["BBc8>d7"] if yes else ["Nd4>Ne6>d4", "BBc8>d7"])


def test_whose_turn_may_have_been_taken_back_may_play_on_unasked() -> None:
    board = Board("2vk4/8/4t3/8/3n4/8/P6P/4K3 b 0 - - -")
    board.lift("d4").touch("e6").drop("f4", "b").rest(2.0)
    board.move("f4", "d4").move("c8", "d7").rest(6.0)
    assert board.move("a2", "a3").rest(3.0) == ["takeback 1", "BBc8>d7", "a2>a3"]


def test_who_plays_on_over_that_question_is_asked_it_again_before_anything_is_put_right() -> None:
    # The queen that White frees goes to c6, and back to b8: was all of it taken back? The bishop
    # that says no is touched, and Black frees the queen on e4 with it, or each has moved one piece.
    board = Board("1Q3bn1/1fjp2pr/h2P1kap/1a1D1P2/1P2L3/4K2B/1o5P/1b3N2 w 1 - - -")
    board.lift("b8").touch("b7").drop("c6", "w").rest(1.5)
    assert board.recorded == ["Qb8>Qb7>c6"]
    assert board.move("c6", "b8").rest(6.0) == ["takeback? b8 f1 b1"]
    board.touch("b1").lift("e4", at=board.t + 0.7).drop("e8", "b", at=board.t + 0.6)
    board.lift("b1").drop("e4", "u")
    assert board.rest(3.0) == []
    assert board.rest(3.0) == ["takeback? b8 h2 f6"]
    board.touch("f6").rest(3.0)
    assert board.recorded == ["Qb8>Qb7>b8", "Bb1>Qe4>e8"]


def gone_back_and_played_on(settings: TrackerSettings | None = None) -> Board:
    """Both pieces that moved last are back, which is to be put right; White plays on over that."""
    board = Board("4k3/pb6/1p5n/8/2N1P3/8/8/3QK3 w 0 - - -", settings=settings)
    board.move("d1", "f3").rest(3.0)
    t = board.t
    # The queen hesitates on e2, and so does the knight, which is quicker than her, on f5.
    board.lift("h6", at=t).lift("f3", at=t + 0.54).drop("f5", "b", at=t + 0.73)
    board.drop("e2", "w", at=t + 0.9).rest(1.9)
    board.lift("e2", at=t + 2.95).lift("f5", at=t + 3.85).drop("d1", "w", at=t + 4.03)
    board.drop("f5", "b", at=t + 5.26).lift("f5", at=t + 5.68).drop("h6", "b", at=t + 7.15)
    assert board.rest(4.2)[-1] == "restore d1 e2 f5 h6"
    board.lift("c4", at=board.t + 0.2).drop("d4", at=board.t + 0.9).lift("d4", at=board.t + 0.9)
    board.lift("b6", at=board.t + 1.0).drop("b6", "u", at=board.t + 0.3)
    return board


@pytest.mark.parametrize(
    ("was_taken_back", "recorded"),
    [
        (True, ["Nc4xb6"]),
        (False, ["Qd1>f3", "Nh6>f5", "Qf3>d1", "Nf5>h6", "Nc4xb6"]),
    ],
)
def test_who_plays_on_over_what_went_back_is_asked_whether_it_was_taken_back(
    was_taken_back: bool, recorded: list[str]
) -> None:
    board = gone_back_and_played_on()
    assert board.rest(6.0) == ["restored", "takeback? d1 e1 h6"]
    answered(board, yes=was_taken_back)
    assert board.recorded == recorded


def test_where_nobody_can_be_asked_that_all_of_it_is_to_be_put_right() -> None:
    board = gone_back_and_played_on(TrackerSettings(asks_of_parts=False))
    assert board.rest(6.0) == ["restore d1 e2 c4 f5 h6"]
    assert board.recorded == ["Qd1>f3", "Nh6>f5", "Qf3>e2"]


@pytest.mark.parametrize("leafed", [0, 1, 2])
def test_touches_that_chose_what_a_pawn_became_put_nothing_right(leafed: int) -> None:
    # Black takes the union back where it came from, as late as anybody replies.
    board = Board(
        "4k3/1a5p/8/8/8/8/P7/4K3 w 0 - - -", settings=TrackerSettings(asks_of_parts=False)
    )
    board.move("b7", "b8").rest(1.0)
    for _ in range(leafed):
        board.touch("b8", at=board.t + 0.8)
    board.rest(6.5)
    board.move("b8", "b7").rest(0.4)
    board.move("a2", "a3").rest(3.0)
    assert [turn[-5:] for turn in board.recorded[1:]] == ["b8>b7", "a2>a3"]
    assert not any(said.startswith(("ask", "takeback")) for said in board.all_said)


@pytest.mark.parametrize("adjusted", [(), ("e8",), ("e8", "a2", "e8")])
def test_pieces_adjusted_before_a_late_reply_put_nothing_right(adjusted: tuple[str, ...]) -> None:
    settings = TrackerSettings(asks_of_parts=False)
    board = Board("4k3/7p/8/8/8/1a6/P7/4K3 w 0 - - -", settings=settings)
    board.move("b3", "b4").rest(6.0)
    for square in adjusted:
        board.touch(square).rest(1.0)
    board.rest(6.0)
    board.move("b4", "b3").rest(2.0)
    board.move("a2", "a4").rest(3.0)
    assert board.recorded == ["PPb3>b4", "PPb4>b3", "a2>a4"]
    assert not any(said.startswith(("ask", "takeback")) for said in board.all_said)


def test_a_piece_that_slid_over_another_square_put_nothing_right() -> None:
    settings = TrackerSettings(asks_of_parts=False)
    board = Board("4k3/7p/8/8/8/1a6/P7/4K3 w 0 - - -", settings=settings).move("b3", "b4")
    board.rest(6.0)
    board.lift("a2").drop("b2", "w", at=board.t + 0.2).lift("b2", at=board.t + 0.06)
    board.drop("a2", at=board.t + 0.2).rest(6.0)
    board.move("b4", "b3").rest(2.0)
    assert board.recorded == ["PPb3>b4", "PPb4>b3"]
