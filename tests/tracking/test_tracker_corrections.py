"""What no turn explains is lit until the board stands right; nothing recorded is lost."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.view import FixSquare
from firmware_bridge.frames import SensorKind
from tests.tracking.board import START, Board, Lay, names
from tests.tracking.polled import answer_all, with_bad

pytestmark = pytest.mark.slow


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


def test_what_is_knocked_over_while_a_wrong_move_is_put_right_was_not_joined(lay: Lay) -> None:
    board = lay("4k3/p7/8/8/2Q3n1/8/8/4K3 w 0 - - -")
    assert board.move("c4", "a1").rest(2.0) == ["restore a1 c4"]
    board.lift("a1").touch("g4").drop("a2", "w", at=board.t + 0.9).rest(5.0)
    assert "Qc4xNg4" not in board.all_said


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
    # Half put right, this might be a turn; whoever goes on putting right is faster.
    assert board.move("e5", "e7").rest(6.0) == []
    assert board.rest(3.0) == ["restored", "e2>e4"]


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


def test_a_chain_did_not_come_home_whose_union_was_touched_again_to_put_it_right(lay: Lay) -> None:
    # Its last piece has gone on to d3, where nothing shows, and is still to be set back.
    board = lay("7k/8/8/8/8/l7/8/R3K3 w 0 - - -").lift("a1").touch("a3").drop("c4", "w")
    assert board.rest(2.0) == ["restore a1 c4"]
    assert board.lift("c4").touch("a3").drop("a1", "w").rest(9.0) == ["restored"]
    assert board.touch("a3").rest(3.0) == []


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


def test_a_wrong_move_beside_a_turn_is_not_read_into_two_odd_turns() -> None:
    # The union goes to b6. Its partner's rook, set on c8 meanwhile, makes it look as if the union
    # had gone there, and a chain from b1 had ended on b6.
    board = Board("7r/r1T1k1b1/D3p1e1/aa1pP3/w3D3/2a2Na1/4K1B1/BR5J b 7 - - -")
    board.lift("c7").lift("b1", at=board.t + 1.6).drop("b6", "u").drop("c8", "w", at=board.t + 1.2)
    assert board.rest(2.0) == []
    assert board.move("c8", "b1").rest(2.0) == ["QNc7>b6"]


def test_a_turn_that_another_one_may_have_been_is_asked_for_once_more() -> None:
    # The freed piece leaves the union before the rook comes: as if first the union had moved.
    board = Board("r3kbnr/pbBqp3/n6p/1a5P/2e2p1c/P1P1PPP1/RaK5/1N1Q2N1 w 7 ah - -")
    assert board.move("b2", "b3").rest(0.9) == ["PPb2>b3"]
    board.lift("a2").lift("h4", at=board.t + 0.75).drop("b2", "w").drop("h3", "u")
    assert board.rest(3.0) == ["takeback 1", "ask b2"]
    assert board.touch("b2").rest(3.0) == ["Ra2>Pb2>b3", "PRh4>h3"]


def test_moves_that_put_the_board_right_are_no_turns(lay: Lay) -> None:
    # The queen goes on after a stop, White has replied, and somebody has played with two pieces:
    # the board wants all of it back.
    board = lay("1r1q3r/pp2p2p/P1nk3E/1e3Pd1/1a1E2D1/2N1PQ2/8/1RBDK2R b 5 H - -")
    assert board.move("d8", "d7").rest(0.9) == ["Qd8>d7"]
    board.lift("d7").lift("h1", at=board.t + 0.4).drop("b6", "b", at=board.t + 0.05)
    board.drop("h2", "w").touch("h8").touch("h7")
    assert board.rest(4.2) == ["restore h1 h2 b6 d7"]
    for start, end in (("d6", "d7"), ("h2", "h1"), ("d7", "d6")):
        board.move(start, end).rest(3.0)
    assert board.recorded == ["Qd8>b6"]


def test_no_turn_ends_where_its_piece_has_not_come_back(lay: Lay) -> None:
    # The queen is freed en passant and stands wrong on e5: she was not set down on d4 before.
    board = lay("4k3/7p/8/8/2pFp3/8/8/4K3 b 0 - d3 -")
    board.lift("e4").lift("d4").rest(0.8)
    board.drop("d3", "u").rest(1.0)
    assert board.drop("e5", "b").rest(3.0) == ["restore d3 d4 e4 e5"]
    board.lift("e5").drop("e4", "b").rest(5.0)
    board.touch("d3").rest(3.0)
    assert board.recorded == ["e4>Qd3>e4"]


def test_a_turn_that_another_one_explained_until_a_wrong_move_is_replaced() -> None:
    # The freed pair goes on before the queen comes; then somebody makes a wrong move at once.
    board = Board("1n1qk2r/6b1/r2a2dt/1d2pp2/1e3a2/1a6/1PP1P1EP/2R1KB1R b 0 Hh - -")
    assert board.move("d6", "d5").rest(0.9) == ["PPd6>d5"]
    board.lift("d8").drop("d6", at=board.t + 1.1)
    board.lift("h2", at=board.t + 0.5).drop("c6", "w", at=board.t + 0.45)
    assert board.rest(3.0) == ["revise Qd8>Pd6>d5", "restore h2 c6"]
    assert board.move("c6", "h2").rest(3.0) == ["restored"]
    assert board.recorded == ["Qd8>Pd6>d5"]


def test_what_was_in_the_air_when_the_board_complained_may_yet_go_back(lay: Lay) -> None:
    board = lay(START)
    assert board.move("a2", "a5").rest(2.0) == ["restore a2 a5"]
    assert board.lift("e2").rest(5.0) == ["restore a2 e2 a5"]
    board.drop("e4", "w").lift("a5", at=board.t + 1.1).drop("a2", "w", at=board.t + 2.0)
    board.rest(3.0)
    assert board.recorded == []
    board.rest(10.0)
    assert board.recorded == ["e2>e4"]


def test_a_piece_that_slides_over_the_square_it_came_from_has_not_put_the_board_right() -> None:
    # Black's bishop frees his queen on e7; she is set down on a5, and then goes to c5 by way of d6.
    start = "r1b3nr/p1p1Lp1p/1pobk2e/5P1P/3pp1P1/PPNP4/2PKP1B1/R2Q4 b 8 - - -"
    board = Board(start, SensorKind.COLOUR)
    board.lift("d6").lift("e7", at=board.t + 1.2).drop("e7", "u", at=board.t + 0.6)
    board.drop("a5", "b", at=board.t + 0.5)
    assert board.rest(1.3) == ["restore a5 d6"]
    board.lift("a5").drop("d6", "b", at=board.t + 1.4).lift("d6", at=board.t + 0.1)
    board.drop("c5", at=board.t + 0.1).rest(3.0)
    assert board.recorded == ["Bd6>Qe7>c5"]


def test_a_wrong_move_just_after_a_turn_is_not_read_into_one_odd_turn() -> None:
    # Black's union goes to b3, and at once somebody sets White's king where it stood.
    board = Board("4k3/8/8/8/8/2c5/2K5/8 w 0 - - -")
    board.lift("c3").drop("b3", "u", at=board.t + 1.24)
    board.lift("c2", at=board.t + 0.23).drop("c3", "w", at=board.t + 0.45)
    assert board.rest(5.0) == ["restore c2 b3"]
    assert board.recorded == []


def test_what_stood_wrong_and_is_only_touched_has_not_been_played_since(lay: Lay) -> None:
    # Two things stand wrong. The first is put back; what the other one leaves looks like a turn,
    # but its player has only taken hold of it, to put that back as well.
    board = lay(START)
    assert board.move("e2", "e4").move("a2", "a5").rest(2.0) == ["restore a2 e2 e4 a5"]
    assert board.move("a5", "a2").rest(1.0) == []
    assert board.touch("e4").rest(3.0) == []
    assert board.move("e4", "e2").rest(2.0) == ["restored"]
    assert board.recorded == []


def test_what_stood_wrong_and_is_played_anew_is_a_turn(lay: Lay) -> None:
    board = lay(START)
    assert board.move("e2", "e4").move("a2", "a5").rest(2.0) == ["restore a2 e2 e4 a5"]
    assert board.move("a5", "a2").move("e4", "e2").move("e2", "e4").rest(2.0)[-1] == "e2>e4"


def test_out_of_a_muddle_of_wrong_moves_no_turn_is_read(lay: Lay) -> None:
    # A child carries White's rook about, touches the king meanwhile, and sets a pawn on h6.
    board = lay("4k3/8/8/8/8/8/P7/4K2R w 0 - - -")
    board.lift("h1").drop("h4", at=board.t + 1.0).lift("h4", at=board.t + 0.5)
    board.touch("e1").drop("b5", "w").lift("a2", at=board.t + 1.0).drop("h6", "w", at=board.t + 0.8)
    board.lift("b5").rest(0.9)
    assert board.drop("c3", "w").rest(3.0) == ["restore h1 a2 c3 h6"]
    assert board.recorded == []


def test_a_join_that_looks_as_before_is_a_turn_though_something_else_stood_wrong(lay: Lay) -> None:
    board = lay("4k3/7p/3p4/4p3/8/5N2/8/4K3 w 0 - - -")
    assert board.move("f3", "g6").rest(3.0) == ["restore f3 g6"]
    assert board.lift("g6").lift("e5").drop("e5", "u").rest(1.5) == ["restored", "Nf3xe5"]


def test_pieces_adjusted_in_the_midst_of_a_turn_do_not_undo_it_when_a_wrong_move_follows(
    lay: Lay,
) -> None:
    board = lay(START)
    board.lift("g1").touch("a2").touch("h2").drop("f3").rest(0.8)
    assert board.move("d7", "d4").rest(3.0) == ["Ng1>f3", "restore d4 d7"]
    assert board.move("d4", "d7").rest(3.0) == ["restored"]


# a8 dies: it looks as if its rook were gone.
A8_DIES = "r3k3/p6p/8/8/8/8/P6P/4K3 w 0 - - -"


@pytest.mark.parametrize("first", ["a8", "a2"])
def test_a_piece_that_is_gone_while_both_players_play_on_stands_on_a_square_that_has_died(
    first: str,
) -> None:
    board = Board(A8_DIES)
    if first == "a8":
        board.lift("a8").rest(3.0)
        board.move("a2", "a3").rest(3.0)
    else:
        board.lift("a2").lift("a8").drop("a3", "w").rest(3.0)
    board.move("a7", "a6").rest(3.0)
    board.move("h2", "h3").rest(3.0)
    assert board.recorded == ["a2>a3", "a7>a6", "h2>h3"]
    assert "dead a8" in board.all_said


def test_what_is_gone_while_only_one_player_plays_may_be_in_a_hand() -> None:
    board = Board(A8_DIES)
    board.lift("a8").rest(3.0)
    board.move("a2", "a3").rest(3.0)
    board.drop("a8", "b").rest(3.0)
    assert board.all_said == ["a2>a3"]


def test_the_only_square_left_wrong_once_all_else_was_put_right_has_failed() -> None:
    board = Board(A8_DIES)
    board.touch("h2").rest(3.0)
    board.lift("a8").rest(3.0)
    board.move("a2", "a3").rest(3.0)
    board.move("a7", "a4").rest(9.0)
    assert board.all_said == ["restore a2 a3 a4 a7 a8"]
    board.move("a4", "a7").rest(1.0)
    board.move("a3", "a2").rest(10.0)
    assert board.state == "CORRECTING"
    assert board.rest(10.0)[-2:] == ["restored", "dead a8"]
    assert board.move("a2", "a3").rest(3.0) == ["a2>a3"]


def test_the_only_square_left_wrong_for_a_minute_has_failed() -> None:
    board = Board(A8_DIES)
    board.touch("a2").rest(3.0)
    assert board.drop("d5", "w").rest(50.0) == ["restore d5"]
    assert board.rest(15.0) == ["restored", "stuck d5"]


def test_a_piece_left_on_a_wrong_square_is_not_taken_for_two_that_have_failed() -> None:
    board = Board("4k3/p6p/8/8/8/8/P6P/R3K3 w 0 - - -")
    assert board.move("h2", "h5").rest(100.0) == ["restore h2 h5"]
    assert board.state == "CORRECTING"


def test_a_turn_that_makes_the_one_before_it_sure_is_asked_for_and_not_put_right() -> None:
    # White's bishop goes to a3 with much else touched meanwhile; then Black's comes by h2, and who
    # it frees goes on to e2, which is dead.
    start = "2r2nkr/1p3p1p/s1p3pP/pN1abEN1/P2Pa2K/2P1P3/7y/R1B1R3 b 21 - - -"
    board = with_bad(Board(start), e2=SquareState.DEAD, g5=SquareState.STUCK)
    board.move("f5", "d7").rest(3.5)
    board.touch("h7").lift("c1", at=board.t + 1.2)
    for square in ("e3", "b5"):
        board.lift(square, at=board.t + 0.8).drop(square, at=board.t + 1.8)
    assert board.drop("a3", "w").rest(6.0) == ["restore c1 a3"]
    board.lift("h2").lift("e5", at=board.t + 1.4).drop("h2", "u", at=board.t + 1.9)
    assert board.rest(5.0) == ["restored", "Bc1>a3", "part e2"]
    answer_all(board, "e5", "h2", "e2")
    assert board.recorded == ["BPf5>d7", "Bc1>a3", "Be5>Qh2>e2"]


def test_who_takes_his_piece_from_where_it_stood_wrong_is_not_asked_what_it_has_joined(
    lay: Lay,
) -> None:
    # He slips pieces in, and the rook might have joined c7; somebody adjusts a pawn meanwhile.
    board = lay("4k3/p1p5/8/1p1p4/P3P3/8/8/2R1K3 w 0 - - -")
    board.lift("e4").slip("d5").rest(5.0)
    board.move("e8", "e7").rest(5.0)
    assert board.move("c1", "e3").rest(2.0) == ["restore c1 e3"]
    board.lift("e3", at=board.t + 0.5).rest(1.0)
    assert board.touch("a7").rest(3.0) == []
    assert board.drop("c1", "w").rest(2.0) == ["restored"]


@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_who_holds_a_partner_beside_his_own_piece_may_soon_set_it_down_there(
    sensor: SensorKind,
) -> None:
    board = Board("4k3/8/8/2p5/1a6/P7/8/4K3 w 0 - - -", sensor)
    board.lift("a3").lift("b4").drop("b4", "u").rest(1.5)
    board.lift("c5").drop("c5", "w").rest(1.2)
    assert board.slip("c5").rest(3.0) == ["a3>Pb4xc5"]


def test_a_question_stands_again_once_a_wrong_move_that_came_after_more_turns_is_put_right(
    lay: Lay,
) -> None:
    board = wrong_move_after_doubtful_turns(lay)
    assert board.move("c5", "c7").rest(3.0) == ["restored", "ask d4"]
    assert board.touch("d4").rest(4.0) == ["Qd1>Rd4>g4", "Kb7>c7", "Ka1>b1"]


def test_what_is_to_be_shown_once_more_is_no_wrong_move_put_right(lay: Lay) -> None:
    board = wrong_move_after_doubtful_turns(lay)
    board.move("c5", "c7").rest(3.0)
    # What is touched twice answers nothing.
    board.touch("h2").rest(5.0)
    assert board.touch("h2").rest(5.0)[-1].startswith("restore ")
    assert board.recorded == ["c4xd5", "Kc7>b7"]


def wrong_move_after_doubtful_turns(lay: Lay) -> Board:
    """The queen has gone to g4 by herself or freed the rook on d4, and both have gone on."""
    board = lay("8/2k5/8/3p4/2Pc4/8/7o/K2Q4 w 0 - - -")
    board.lift("c4").slip("d5").rest(5.0)
    board.move("c7", "b7").rest(5.0)
    assert board.move("d1", "g4").rest(1.0) == ["ask d4"]
    board.move("b7", "c7").rest(1.0)
    assert board.move("a1", "b1").rest(1.0) == []
    assert board.move("c7", "c5").rest(6.0)[-1].startswith("restore")
    return board
