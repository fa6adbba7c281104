"""Castlings of which part shows nowhere: king or rook on squares that nobody knows to be bad."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from tests.tracking.board import Board
from tests.tracking.polled import answer_all, answered, with_bad

pytestmark = pytest.mark.slow

QUEENSIDE = "r3kbnr/pppqpppp/2n5/8/8/5N2/PPPQ1PPP/R3K2R b 0 AHah - -"


@pytest.mark.parametrize(
    ("fen", "turn"),
    [
        pytest.param("4k3/p7/8/8/8/8/P7/4K2R w 0 H - -", "0-0", id="plain"),
        # A pawn was carried home, and White owes a piece for it.
        pytest.param("E3k3/p7/8/8/8/8/P7/4K2R w 0 H - -", "=Q:0-0", id="promotion owed"),
    ],
)
def test_a_castling_half_of_which_shows_nowhere_is_asked_for(fen: str, turn: str) -> None:
    # The rook leaves h1, which is stuck, for f1; then the king goes to g1, which is dead.
    board = Board(fen)
    board.drop("f1", "w").lift("e1", at=board.t + 0.9).rest(5.0)
    assert board.recorded == []
    answer_all(board, "e1", "g1", "h1", "f1")
    assert board.recorded == [turn]
    assert {"dead g1", "stuck h1"} <= {*board.all_said}


def test_a_turn_that_is_taken_back_again_and_again_was_on_squares_that_nobody_knows_of() -> None:
    # As above, but the king goes first.
    board = Board("4k3/p7/8/8/8/8/P7/4K2R w 0 H - -")
    for _ in range(3):
        assert board.lift("e1").drop("f1", "w").rest(20.0) == ["Ke1>f1"]
        assert board.move("f1", "e1").rest(20.0) == ["takeback 1"]
    board.lift("e1").drop("f1", "w").rest(20.0)
    answer_all(board, "e1", "g1", "h1", "f1", then=2.0)
    assert board.recorded == ["0-0"]


def test_no_square_is_asked_about_that_was_seen_to_be_left_if_another_will_do() -> None:
    # The king castles to c8, which is dead; had e8 failed since, the rook might have moved alone.
    board = Board("r3k3/p7/8/8/8/8/P7/4K3 b 0 a - -")
    board.lift("a8").drop("d8").lift("e8", at=board.t + 0.35).rest(6.0)
    assert board.move("e1", "f1").rest(3.0) == ["part c8"]
    assert answered(board, yes=True)[:2] == ["0-0-0", "Ke1>f1"]


def test_a_castling_that_is_set_back_as_asked_for_was_no_other_turn_on_the_way() -> None:
    # Black replies before the rook is down: all is put right, and half of it looks like castling.
    fen = "4k3/pp4pp/8/8/8/8/1PP3PP/R3K3 w 0 A - -"
    board = with_bad(Board(fen), e1=SquareState.DEAD)
    board.drop("c1", "w").lift("e8").drop("d1", "w").drop("d8", "b").rest(2.0)
    assert board.move("d8", "e8").rest(2.0) == ["restore c1 d1"]
    assert board.lift("d1").rest(3.0) == ["restored"]
    assert board.lift("c1").rest(4.0) == []
    board.drop("c1", "w").drop("d1", "w", at=board.t + 1.0).rest(4.0)
    answer_all(board, "a1", then=2.0)
    assert board.recorded == ["0-0-0"]


@pytest.mark.parametrize("slow", [1.5, 2.6])
@pytest.mark.parametrize("first", [(), (("g8", "h6"), ("a2", "a3"))])
def test_a_king_who_castles_to_a_dead_square_again_and_again_is_not_held(
    first: tuple[tuple[str, str], ...], slow: float
) -> None:
    # Nobody sees him come to c8, nor White's rook leave h1, which is stuck.
    board = Board(QUEENSIDE)
    for start, end in first:
        board.move(start, end).rest(2.0)
    for _ in range(2):
        board.lift("e8").lift("a8").drop("d8", "b").rest(5.0)
        assert board.move("e1", "g1").drop("f1", "w").rest(3.0) == ["restore e1 f1 g1 a8 d8 e8"]
        for start, end in (("g1", "e1"), ("d8", "a8")):
            board.move(start, end).rest(2.0)
        board.lift("f1").rest(2.0)
        assert board.drop("e8", "b").rest(3.0) == ["restored"]
    before = len(board.all_said)
    board.lift("e8").rest(slow)
    board.lift("a8").drop("d8", "b").rest(5.0)
    answer_all(board, "e8", "c8", "a8", "d8", then=3.0)
    # While he holds the king it is asked where the king is. Black's rook, which would say no to
    # that, may have gone since; then it is asked anew.
    asked = ["part d8"] * (slow > 2.5) + ["part c8"] * (slow < 2.5 or not first)
    assert board.all_said[before:] == [*asked, "0-0-0", "dead c8"]
    board.move("e1", "g1").drop("f1", "w").rest(3.0)
    assert answered(board, yes=True) == ["0-0", "stuck h1"]


def who_castles_unseen() -> Board:
    """Only the king is seen to castle: h8 is stuck, and f8 has died since the bishop left it."""
    board = Board("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b 0 AHah - -")
    board.move("f8", "c5").rest(1.0)
    board.move("a2", "a3").rest(1.0)
    board.move("e8", "g8").rest(3.0)
    assert board.move("d2", "d3").rest(3.0) == ["restore d2 d3 e8 g8"]
    board.move("d3", "d2").move("g8", "e8").rest(3.0)
    board.move("e8", "g8").rest(3.0)
    return board.move("d2", "d3")


def test_a_king_who_castles_again_and_again_is_asked_whether_his_rook_went_unseen() -> None:
    board = who_castles_unseen()
    assert board.rest(3.0) == ["part f8 h8"]
    answer_all(board, "f8", "h8")
    assert board.recorded[2:] == ["0-0", "d2>d3"]


@pytest.mark.usefixtures("without_parts")
def test_a_king_who_castles_again_and_again_has_castled_where_nobody_can_be_asked() -> None:
    board = who_castles_unseen()
    board.rest(3.0)
    board.move("a7", "a6").rest(3.0)
    assert board.recorded[2:] == ["0-0", "d2>d3", "a7>a6"]


@pytest.mark.usefixtures("with_and_without_parts")
def test_a_king_who_leaves_a_bad_square_after_his_rook_has_castled() -> None:
    board = with_bad(
        Board("rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b 0 AHah - -"), e8=SquareState.DEAD
    )
    assert board.move("h8", "f8").rest(0.9) == ["Rh8>f8"]
    assert board.drop("g8", "b").rest(3.0) == ["takeback 1", "0-0"]
