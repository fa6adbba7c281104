"""What no turn explains is lit until the board stands right; nothing recorded is lost."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.view import FixSquare
from tests.tracking.board import START, Board, Lay, names


def squares_to_fix(fix: tuple[FixSquare, ...]) -> str:
    return names(tuple(wrong.square for wrong in fix))


@pytest.mark.parametrize(
    ("start", "end"),
    [
        pytest.param("e2", "e5", id="too far"),
        pytest.param("e2", "d3", id="no union there"),
        pytest.param("a1", "a5", id="over other pieces"),
        pytest.param("e7", "e5", id="out of turn"),
    ],
)
def test_a_wrong_move_is_lit_and_put_right(lay: Lay, start: str, end: str) -> None:
    board = lay(START)
    assert board.move(start, end).rest(2.0) == [f"restore {' '.join(in_order(start, end))}"]
    assert set(board.view.fix) == {
        FixSquare(parse_square(end), wants_piece=False),
        FixSquare(parse_square(start), wants_piece=True),
    }
    assert board.state == "CORRECTING"
    assert board.move(end, start).rest(2.0) == ["restored"]
    assert squares_to_fix(board.view.fix) == ""
    assert board.state == "SETTLED"
    assert board.move("e2", "e4").rest() == ["e2>e4"]


def in_order(*squares: str) -> list[str]:
    return sorted(squares, key=parse_square)


def test_a_wrong_move_is_not_lit_at_once(lay: Lay) -> None:
    assert lay(START).move("e2", "e5").rest(1.1) == []


def test_a_wrong_move_may_be_put_right_straight_onto_a_legal_square(lay: Lay) -> None:
    board = lay(START)
    assert board.move("e2", "e5").rest(2.0) == ["restore e2 e5"]
    assert board.move("e5", "e4").rest() == ["restored", "e2>e4"]


def test_a_wrong_move_put_right_before_it_is_lit_leaves_no_trace(lay: Lay) -> None:
    assert lay(START).move("e2", "e5").move("e5", "e4").rest() == ["e2>e4"]


def test_two_wrong_moves_are_put_right_one_after_the_other(lay: Lay) -> None:
    board = lay(START)
    assert board.move("e2", "e5").rest(2.0) == ["restore e2 e5"]
    assert board.move("b1", "b4").rest(2.0) == ["restore b1 e2 b4 e5"]
    assert board.move("b4", "b1").rest(2.0) == ["restore e2 e5"]
    assert board.move("e5", "e2").rest(2.0) == ["restored"]


def test_what_is_to_be_put_right_comes_in_pairs(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e5").rest(2.0)
    board.move("b1", "b4").rest(2.0)
    extra, missing, *others = board.view.fix
    assert not extra.wants_piece
    assert missing.wants_piece
    assert squares_to_fix(tuple(others)) == "e5 e2"


def test_a_wrong_move_in_mid_game_loses_no_recorded_turn(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e4").rest()
    board.move("e7", "e5").rest()
    assert board.move("a1", "a3").rest(2.0) == ["restore a1 a3"]
    assert board.recorded == ["e2>e4", "e7>e5"]
    assert board.move("a3", "a1").rest(2.0) == ["restored"]
    assert board.move("g1", "f3").rest() == ["Ng1>f3"]


def test_a_second_turn_of_the_same_player_is_out_of_turn(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e4").rest()
    assert board.move("d2", "d4").rest(2.0) == ["restore d2 d4"]
    assert board.move("d4", "d2").rest(2.0) == ["restored"]
    assert board.recorded == ["e2>e4"]


def test_out_of_turn_and_then_in_turn_is_put_right(lay: Lay) -> None:
    board = lay(START)
    assert board.move("e7", "e5").rest(2.0) == ["restore e5 e7"]
    board.move("e2", "e4").rest(2.0)
    assert board.move("e5", "e7").rest(2.0) == ["restored", "e2>e4"]


def test_the_second_of_two_own_turns_may_become_the_turn(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e4").rest()
    assert board.move("d2", "d4").rest(2.0) == ["restore d2 d4"]
    assert board.move("e4", "e2").rest(2.0) == ["restored", "revise d2>d4"]


def test_several_pieces_in_the_air_are_no_wrong_move_yet(lay: Lay) -> None:
    board = lay(START)
    assert board.lift("e2").lift("d1").rest(60.0) == []
    assert board.drop("d1", "w").drop("e2", "w").rest() == []


def test_a_board_swept_clean_is_to_be_put_right(lay: Lay) -> None:
    board = lay(START)
    swept = ("a1", "b1", "c1", "d1", "e1")
    for square in swept:
        board.lift(square)
    assert board.rest(5.0) == ["restore a1 b1 c1 d1 e1"]
    for square in swept:
        board.drop(square, "w")
    assert board.rest(5.0) == ["restored"]


def test_a_piece_in_the_air_while_another_stands_wrong_is_waited_for(lay: Lay) -> None:
    # It may yet be about to join or to go back.
    board = lay(START)
    board.move("e2", "e5").lift("e5")
    assert board.rest(60.0) == []
    assert board.drop("e3", "w").rest() == ["e2>e3"]


def test_who_sets_down_the_last_piece_that_stood_wrong_may_play_at_once(lay: Lay) -> None:
    board = lay(START)
    assert board.move("e2", "e5").rest(2.0) == ["restore e2 e5"]
    assert board.move("e5", "e2").lift("d2").rest(0.1) == ["restored"]
    assert board.drop("d4", "w").rest() == ["d2>d4"]


def test_a_board_put_right_may_be_a_chain_that_came_home(lay: Lay) -> None:
    # The rook frees the queen, who is set down where she may not go, and then where he stood.
    board = lay("7k/8/8/8/8/l7/8/R3K3 w 0 - - -").lift("a1").touch("a3").drop("c4", "w")
    assert board.rest(2.0) == ["restore a1 c4"]
    assert board.lift("c4").drop("a1", "w").rest(2.0) == ["restored", "ask a3"]
    assert board.touch("a3").rest(2.0) == ["Ra1>Qa3>a1", "sako a1 h8"]


def test_a_wrong_move_put_right_beside_unions_asks_nothing(lay: Lay) -> None:
    board = lay("7k/8/8/8/8/l7/8/R3K3 w 0 - - -").move("a1", "c4")
    assert board.rest(2.0) == ["restore a1 c4"]
    assert board.move("c4", "a1").rest(5.0) == ["restored"]


def test_the_turn_before_a_wrong_move_is_recorded_though_it_never_came_to_rest() -> None:
    # A union seemed to move; then the bishop joins behind it, and somebody plays with a knight.
    board = Board("rnb1kb2/3pp3/1a3n1r/3N3a/p4p1p/a4P1P/1P1FP1BR/R1BQK1N1 w 0 a - -")
    assert board.move("d2", "d4").rest() == ["PQd2>d4"]
    board.lift("c1").rest(1.1)
    board.drop("d2", "u").lift("g1").rest(0.7)
    assert board.drop("c5", "w").rest(2.0) == ["revise Bc1>Pd2>d4", "restore g1 c5"]


def test_a_wrong_move_is_put_right_and_not_read_into_a_longer_turn(lay: Lay) -> None:
    # Only silent joins after the turn would explain where the king stands.
    board = lay("4k3/3a4/2a5/8/8/8/3N4/4K3 w 0 - - -").move("d2", "f3")
    assert board.rest() == ["Nd2>f3"]
    assert board.move("e1", "c5").rest(6.0) == ["restore e1 c5"]
    assert board.move("c5", "e1").rest() == ["restored"]
    assert board.recorded == ["Nd2>f3"]
