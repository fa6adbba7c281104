"""Promotions on squares that tell nothing, where play goes on before anybody could choose."""

from __future__ import annotations

import pytest

from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.tracking.health import SquareState
from tests.tracking.board import Board, names
from tests.tracking.polled import answered, with_bad
from tests.tracking.promoting import turns_said

pytestmark = pytest.mark.slow

# White's pawn comes to b8; the rooks keep both kings company.
HOME = "4k2r/1P6/8/8/8/8/8/R3K3 w 7 - - -"
# Black carries White's pawn home to a dead square, and White moves on.
CARRIED = "4k3/8/4D3/8/8/8/8/4K2R b 3 - - -"
PIECES = pytest.mark.parametrize("piece", PROMOTIONS)


def say_it_was_there(board: Board, square: str) -> None:
    """Say whether the turn was on what is asked about, until the dead square is told."""
    while board.view.answers and board.view.asks_for_piece is None:
        answered(board, yes=square in names(board.view.ask))


def gone_on_at_once() -> Board:
    """The pawn goes to the dead square, Black replies, and only then it is asked where it went."""
    board = with_bad(Board(HOME), b8=SquareState.DEAD).lift("b7")
    board.move("e8", "e7").rest(3.0)
    assert board.all_said == ["part b8"]
    say_it_was_there(board, "b8")
    return board


def name_the_piece(board: Board, piece: PieceType) -> None:
    """Say yes or no to one kind after the other, until nothing more is asked."""
    for _ in PROMOTIONS:
        if board.view.asks_for_piece is not None:
            board.rest(3.0)
            answered(board, yes=board.view.asks_for_piece == piece)


def test_what_became_of_a_pawn_is_asked_where_the_other_player_was_quicker_than_the_board() -> None:
    board = gone_on_at_once()
    assert board.recorded == ["b7>b8=Q"]
    assert board.all_said[-1] == "queen? b8"
    board.rest(60.0)
    assert board.recorded == ["b7>b8=Q"]


@PIECES
def test_whatever_it_became_its_player_says_so_and_play_goes_on(piece: PieceType) -> None:
    board = gone_on_at_once()
    name_the_piece(board, piece)
    assert board.recorded == [f"b7>b8={piece.letter}", "Ke8>e7"]
    assert board.view.asks_for_piece is None
    assert turns_said(board.move("e1", "e2").rest()) == ["Ke1>e2"]


def test_the_last_piece_that_is_left_is_not_asked_for() -> None:
    board = gone_on_at_once()
    name_the_piece(board, PROMOTIONS[-1])
    asked = [line.split("?")[0] for line in board.all_said if "? b8" in line]
    assert asked == ["queen", "knight", "rook"]


@PIECES
def test_a_page_may_name_it_instead(piece: PieceType) -> None:
    board = gone_on_at_once()
    board.choose(piece.letter).rest(2.0)
    assert board.recorded == [f"b7>b8={piece.letter}", "Ke8>e7"]
    assert board.view.asks_for_piece is None


def test_a_piece_that_is_touched_at_once_may_only_have_been_adjusted() -> None:
    board = gone_on_at_once()
    answered(board, yes=False)
    assert board.recorded == ["b7>b8=Q"]
    assert board.view.asks_for_piece == PROMOTIONS[0]
    board.rest(3.0)
    answered(board, yes=True)
    assert board.recorded == ["b7>b8=Q", "Ke8>e7"]


@PIECES
def test_what_is_owed_on_a_dead_square_is_asked_for_once_its_player_has_moved(
    piece: PieceType,
) -> None:
    board = with_bad(Board(CARRIED), d8=SquareState.DEAD).lift("e6")
    board.move("h1", "h4").rest(3.0)
    say_it_was_there(board, "d8")
    name_the_piece(board, piece)
    assert board.recorded == ["NPe6>d8", f"={piece.letter}:Rh1>h4"]


def test_a_piece_like_its_partner_is_not_asked_for() -> None:
    # The pawn joins a queen on the dead square: a queen stands there in any case.
    fen = "1q2k2r/P7/8/8/8/8/8/R3K3 w 7 - - -"
    board = with_bad(Board(fen), b8=SquareState.DEAD)
    # Dead, the square is known to look empty, though the queen stands there.
    board.lift("a7").move("e8", "e7").rest(3.0)
    say_it_was_there(board, "b8")
    name_the_piece(board, PieceType.QUEEN)
    assert "queen? b8" not in board.all_said
    assert board.recorded == ["a7xQb8=Q", "Ke8>e7"]


def test_what_the_board_asked_in_time_is_a_queen_where_nobody_touches_anything() -> None:
    board = with_bad(Board(HOME), b8=SquareState.DEAD).lift("b7")
    board.rest(3.0)
    say_it_was_there(board, "b8")
    board.rest(10.0)
    assert turns_said(board.move("e8", "e7").rest()) == ["Ke8>e7"]
    assert board.recorded == ["b7>b8=Q", "Ke8>e7"]


def test_a_choice_on_a_square_that_works_is_no_question() -> None:
    board = Board(HOME).move("b7", "b8").touch("b8").move("e8", "e7")
    board.rest(3.0)
    assert board.recorded == ["b7>b8=N", "Ke8>e7"]


def test_a_pawn_slipped_in_on_a_square_that_may_well_work_is_a_queen() -> None:
    # Who slips pieces in leaves no trace; what he touches to choose another piece is felt.
    board = Board("n3k3/1P6/8/2p5/1P6/8/8/K7 w 0 - - -")
    board.lift("b4").slip("c5").rest(5.0)
    board.move("e8", "e7").rest(3.0)
    board.lift("b7").rest(1.0)
    board.move("e7", "e6").rest(4.0)
    assert board.recorded == ["b4xc5", "Ke8>e7", "b7xNa8=Q", "Ke7>e6"]


def test_who_has_never_slipped_a_piece_in_is_asked_what_a_pawn_became_where_nothing_was_seen() -> (
    None
):
    # What he touches to choose on a8, which may be stuck, shows no more than that he joined there.
    board = Board("n3k3/1P6/8/8/8/8/8/K7 w 0 - - -")
    board.lift("b7").rest(5.0)
    assert board.move("e8", "e7").rest(4.0)[-1] == "queen? a8"
    answered(board, yes=False)
    board.rest(3.0)
    answered(board, yes=True)
    assert board.recorded == ["b7xNa8=R", "Ke8>e7"]


def test_a_piece_is_asked_for_only_where_it_stands_whatever_was_played_since() -> None:
    # The promoted union goes on to g3, the one on f2 home. As likely f2 went to g3, and g1 to f1.
    fen = "r1Rq4/3Dk2p/2S2n1P/3a4/Pe1h3N/7c/4KeaE/1l2v3 b 0 - - -"
    board = with_bad(Board(fen), g1=SquareState.DEAD)
    board.lift("g2").rest(4.0)
    answered(board, yes=True)
    board.drop("g3", "u", at=board.t + 3.0).lift("f2").drop("f1", "u", at=board.t + 0.7)
    for _ in range(3):
        board.lift("f1", at=board.t + 0.5).drop("f1", at=board.t + 0.6)
    board.rest(4.0)
    for _ in range(4):
        if board.view.asks_for_piece is not None:
            assert names(board.view.ask) == "g3"
            answered(board, yes=board.view.asks_for_piece == PieceType.QUEEN)
        elif board.view.answers:
            answered(board, yes=names(board.view.ask) == "g1")
        board.rest(2.0)
    assert board.recorded == ["PPg2>g1=Q", "PQg1>g3", "PBf2>f1=B"]


def moves_as_a_knight_would() -> Board:
    """A union moves as a knight, by a pawn that nobody has made one, or by White's own knight.

    Then Black's pawn on h7, from where nobody saw it go, had joined h5 by way of g6 before. Whoever
    moves it so insists on it.
    """
    board = Board("2bq1b1r/rp4kp/5aan/2a1p3/2PnP2P/P1a4N/1d6/R1BQKB1R b 2 AH - -")
    with_bad(board, b4=SquareState.DEAD)
    board.lift("b2").drop("b1", "u").rest(9.0)
    board.move("h4", "h5").rest(5.0)
    for _ in range(2):
        board.touch("g6").touch("h5").rest(6.0)
        assert board.move("b1", "d2").rest(6.0) in (["restore b1 d2"], ["part h7"])
        if not board.view.answers:
            assert board.move("d2", "b1").rest(5.0) == ["restored"]
    return board


def test_before_a_pawn_is_taken_to_have_become_another_piece_its_player_is_asked() -> None:
    board = moves_as_a_knight_would()
    assert answered(board, yes=True)[:2] == ["h7>Pg6xh5", "NQb1>d2"]


def test_what_moves_as_a_knight_has_become_one_where_its_player_was_nowhere_else() -> None:
    board = moves_as_a_knight_would()
    answered(board, yes=False)
    assert board.recorded == ["PNb2>b1=N", "h4>h5", "NNb1>d2"]
