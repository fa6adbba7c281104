"""Chains taken back with two hands: until the last piece is down that looks like other turns."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from tests.tracking.board import Board
from tests.tracking.playing import see
from tests.tracking.polled import with_bad

# The queen frees the knight on b1 for c3. Undone with two hands that looks as if the union had gone
# to d1 and the knight back to b1.
UNDONE_LIKE_TWO_TURNS = "r1k3er/pv6/D2p4/4ea2/6o1/S2P2R1/La2K2P/1T1Q1s2 b 2 - - -"


def undone_through_its_union(board: Board) -> Board:
    """That chain and the turn before it are taken back."""
    board.move("a3", "b4").rest()
    board.lift("d1").touch("b1").drop("c3", "w").rest(2.0)
    board.lift("b1").lift("c3").drop("d1", "w").drop("b1", "u").rest(0.8)
    return board.move("b4", "a3")


@pytest.mark.parametrize("rest", [1.0, 3.0, 10.0])
def test_the_next_turn_tells_that_two_turns_were_taken_back(rest: float) -> None:
    board = Board(UNDONE_LIKE_TWO_TURNS)
    undone_through_its_union(board)
    assert not any("restore" in said for said in board.rest(rest))
    board.move("d6", "d5").rest(3.0)
    assert board.recorded == ["d6>d5"]


def test_the_next_turn_tells_that_no_turn_was_taken_back() -> None:
    board = Board(UNDONE_LIKE_TWO_TURNS)
    undone_through_its_union(board).rest(3.0)
    board.move("g3", "f3").rest(3.0)
    assert board.recorded[-4:] == ["QQb1>d1", "Nc3>b1", "BNb4>a3", "Rg3>f3"]


# Black's bishop joins on b2 and frees the knight there, which may go on by way of a4 or d3.
FREED_KNIGHT = "1r2q3/p3k3/2d2C2/2apDE1p/P4a1P/RP1fK2B/1s6/bN3I2 b 4 - - -"


@pytest.mark.parametrize("last", [0.4, 0.8])
def test_who_takes_a_chain_back_with_two_hands_may_set_its_last_partner_down_at_last(
    last: float,
) -> None:
    # Until then that looks as if both its unions had been moved since.
    board = Board(FREED_KNIGHT).lift("b2").lift("a1").drop("b2").touch("a4")
    assert board.rest(3.0) == ["Ba1>Nb2xa4"]
    board.lift("b2").lift("a4").drop("a1", "b").drop("b2", "u")
    assert board.drop("a4", "w", at=board.t + last).rest(3.0) == ["takeback 1"]


def test_a_chain_that_seemed_to_have_stopped_is_asked_about_where_it_goes_on() -> None:
    # The union on h3 is straightened before it; and with pieces in hand pawns on a4 and h4.
    board = Board("1r2q3/p3k3/2d2C2/2apDE1p/P4a1P/RP1fK3/1s6/bN3sR1 w 3 - - -")
    board.lift("g1", at=0.44).lift("f1", at=1.27).drop("f1", at=1.75).drop("h3", "u", at=2.35)
    board.lift("h3", at=3.76).drop("h3", at=4.28)
    board.lift("b2", at=4.89).lift("a1", at=4.93).drop("c2", "b", at=13.78)
    board.lift("c2", at=15.35).lift("a4", at=16.67).drop("a4", at=17.13)
    board.drop("b2", at=17.45).lift("h4", at=17.67).drop("h4", at=18.27)
    assert board.rest(1.74)[-1] == "Ba1>Nb2xa4"
    board.lift("d3", at=20.45).drop("d3", at=21.03).drop("d2", "b", at=21.65)
    assert board.rest(2.0) == ["takeback 2", "ask b2 d3"]
    assert board.touch("d3", at=board.t + 0.5).rest(4.0) == ["Ba1>Nb2>Pd3>d2"]


@pytest.mark.parametrize("long", [1.8, 3.0])
def test_a_piece_in_the_air_that_a_chain_had_freed_is_being_taken_back(long: float) -> None:
    # Its rook stands on d1 again: as if the other player had moved the union there.
    board = Board("3r4/1s2E2L/l1k3a1/Ea3a2/s1dp1Q2/1a1e4/5K2/3R1i2 w 15 - - -")
    board.lift("d1").touch("f1").drop("g3", "w")
    assert board.rest(3.0) == ["Rd1>Nf1>g3"]
    board.lift("f1").lift("g3").drop("d1", "w", at=board.t + 3.0)
    assert board.drop("f1", "u", at=board.t + long).rest(3.0) == []
    # Whose turn it is tells.
    board.move("f2", "g2").rest(3.0)
    assert board.recorded == ["Kf2>g2"]


# White's rook frees the pawn on h1, that the one on h3, and that the bishop on g4.
ON_ITS_WAY = "r1Nb2k1/3j1p1p/1p1q3P/1a1a4/3a2v1/a4NPD/D2Q4/3K1R1h w 4 - - -"


def there_and_back() -> Board:
    board = Board(ON_ITS_WAY)
    board.lift("f1").rest(0.8)
    for square in ("h1", "h3", "g4", "h3", "h1"):
        board.touch(square).rest(0.9)
    board.drop("f1", "w")
    return board


@pytest.mark.usefixtures("with_and_without_parts")
def test_a_chain_that_goes_back_the_way_it_came_may_have_been_undone() -> None:
    board = there_and_back()
    assert board.rest(4.0) == ["ask h1 h3 g4"]
    board.move("g4", "h5").rest(4.0)
    board.move("g8", "h8").rest(4.0)
    assert board.recorded == ["BBg4>h5", "Kg8>h8"]


def test_who_says_that_he_has_entered_a_square_of_it_has_played_it() -> None:
    board = there_and_back()
    board.rest(4.0)
    board.touch("g4").rest(4.0)
    assert board.recorded == ["Rf1>Rh1>Ph3>Bg4>Rh3>Rh1>f1"]


# White's bishop frees the queen on d7 and she the bishop on c8; it may go on to c7, which is dead.
BESIDE_A_DEAD_SQUARE = "2b3nr/r1qtbk2/3P1B2/pB6/a1p1a2a/P2a2aN/R5P1/1N1K2I1 w 4 - - -"


def test_what_followed_a_chain_undone_is_no_wrong_move_after_that_chain() -> None:
    # If it had been played, two pieces would stand wrong by now: on b5 and on e5.
    board = with_bad(Board(BESIDE_A_DEAD_SQUARE), c7=SquareState.DEAD)
    see(board, "1.0:b5:. 1.04:d7:. 1.57:d7:u 2.19:c8:. 2.92:c8:u 5.11:d7:. 5.87:d7:u 6.68:b5:w")
    assert board.rest(0.5) == ["part c7"]
    see(board, "7.28:c8:. 8.7:c8:u 9.74:d7:. 11.1:d7:u 11.97:e4:. 12.42:e5:u")
    board.rest(6.0)
    assert board.recorded == ["PPe4>e5"]


# Black's bishop frees six pieces in turn, two of them on d5, and the last one goes to e3.
THRICE_THROUGH = "r5i1/1bNqk3/3Ea3/2at1a2/Raa2D2/2p3p1/3i2B1/2B1K2R b 6 - - -"
FREED_IN_TURN = "Bb7>Nd5>Nf4>Bd5>Pe6>Nd5>e3"


def set_back_one_at_a_time(board: Board) -> Board:
    """That chain is played, and its pieces go back: it looks as if unions went to b7 and d5."""
    board.lift("b7")
    for square in ("d5", "f4", "d5", "e6", "d5"):
        board.touch(square)
    assert board.drop("e3", "b").rest(2.4) == [FREED_IN_TURN]
    see(board, "5.0:e6:. 6.0:e6:u 6.9:b7:b 7.6:d5:.")
    assert board.rest(1.3)[0] == "QPd5>b7"
    see(board, "9.0:d5:u 9.3:e6:.")
    assert board.rest(1.25) == ["BPe6>d5"]
    return see(board, "10.6:e6:u 11.0:e3:. 12.2:d5:. 12.7:d5:u")


@pytest.mark.usefixtures("with_and_without_parts")
@pytest.mark.parametrize("rest", [0.9, 5.0])
def test_a_chain_set_back_one_piece_at_a_time_is_not_taken_for_turns(rest: float) -> None:
    board = set_back_one_at_a_time(Board(THRICE_THROUGH))
    board.rest(rest)
    board.move("e7", "e8").rest(4.0)
    assert board.recorded == ["Ke7>e8"]


# White's pawn frees the bishop on d3, which joins on f5.
TO_F5 = "4k3/8/8/5p2/8/3v4/4P3/4K3 w 0 - - -"


@pytest.mark.usefixtures("with_and_without_parts")
def test_a_chain_of_two_set_back_one_piece_at_a_time_is_taken_back() -> None:
    board = Board(TO_F5)
    board.lift("e2").touch("d3").lift("f5").drop("f5", "u")
    assert board.rest(2.0) == ["e2>Bd3xf5"]
    # As if the union on d3 had gone to e2, and the one on f5 to d3.
    said = see(board, "5.0:d3:. 5.74:f5:. 6.27:e2:w 6.42:d3:u").rest(1.3)
    assert said[:1] == ["BPd3>e2"]
    assert see(board, "8.0:f5:b").rest(1.5)[-1] == "takeback 1"
    assert board.recorded == []
