"""A union that has just been moved goes on: by the same hand, or moved by the other player."""

from __future__ import annotations

import pytest

from board_daemon.rules.actions import Place
from board_daemon.rules.squares import parse_square
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay
from tests.tracking.playing import see

pytestmark = pytest.mark.slow

# The union of two rooks may go on up the file; each side has pawns to move alone.
ROOKS = "6k1/p6p/8/8/3h4/8/P6P/4K3 w 0 - - -"
STOPS = [0.35, 0.5, 0.8, 1.2, 1.6, 2.0]
RESTS = [0.3, 0.8, 2.0, 5.0]


def moved_on(board: Board, stop: float) -> Board:
    """A union moves to d5, and after that rest to d7."""
    board.lift("d4").drop("d5", "u", at=board.t + 0.6)
    return board.lift("d5", at=board.t + stop).drop("d7", "u", at=board.t + 0.6)


def played_on(board: Board, rest: float, *turns: tuple[str, str]) -> Board:
    """After that rest each of these turns is played, and rests."""
    board.rest(rest)
    for start, end in turns:
        board.move(start, end).rest(4.0)
    return board


@pytest.mark.parametrize("rest", RESTS)
@pytest.mark.parametrize("stop", STOPS)
def test_whoever_plays_next_tells_that_the_other_player_has_moved_it_on(
    lay: Lay, stop: float, rest: float
) -> None:
    board = played_on(moved_on(lay(ROOKS), stop), rest, ("h2", "h3"), ("a7", "a6"))
    assert board.recorded == ["RRd4>d5", "RRd5>d7", "h2>h3", "a7>a6"]


@pytest.mark.parametrize("rest", RESTS)
@pytest.mark.parametrize("stop", STOPS)
def test_whoever_plays_next_tells_that_it_has_only_stopped_on_its_way(
    lay: Lay, stop: float, rest: float
) -> None:
    board = played_on(moved_on(lay(ROOKS), stop), rest, ("h7", "h6"), ("a2", "a3"))
    assert board.recorded == ["RRd4>d7", "h7>h6", "a2>a3"]


def test_a_union_answered_and_answered_back_was_moved_by_both_players(lay: Lay) -> None:
    board = lay(ROOKS)
    for start, end in (("d4", "d5"), ("d5", "d7"), ("d7", "d5")):
        board.lift(start).drop(end, "u", at=board.t + 0.3).rest(1.5)
    board.rest(2.0)
    board.move("h7", "h6").rest(4.0)
    assert board.recorded == ["RRd4>d5", "RRd5>d7", "RRd7>d5", "h7>h6"]


@pytest.mark.usefixtures("without_parts")
def test_who_is_not_on_turn_holds_no_piece_for_long_that_he_may_have_joined() -> None:
    # The bishop joins f5; had the union gone to f6 at once, it would be the other player's turn.
    board = Board("r1b1kbnr/4p2p/n2p4/1dp2Pp1/Pp3d2/1P5P/1WPPP1P1/RQ2KB1R b 1 AHah a3 -")
    board.lift("b2").drop("c3", "u", at=board.t + 0.6)
    board.lift("c3", at=board.t + 0.45).drop("f6", "u", at=board.t + 0.5).rest(12.0)
    board.lift("f5").lift("c8", at=board.t + 0.8).drop("f5", "u", at=board.t + 0.5).rest(6.0)
    assert board.recorded == ["QBb2>c3", "BQc3>f6", "Bc8xf5"]


def test_a_union_that_slid_over_a_square_was_over_before_the_reply_to_that_square() -> None:
    # A chain comes home, a union slides over e4, and another one comes to e4.
    fen = "2kr1bnr/2p3pp/p1D1p3/2a3P1/2Pf3P/1PN2v2/P4F2/R1B2KoR w 0 - - -"
    board = Board(fen, SensorKind.PRESENCE)
    board.lift("h1", at=1.0).touch("g1", at=1.3).lift("f3", at=1.7).drop("f3", "u", at=2.0)
    board.drop("h1", "w", at=2.3).lift("f3", at=2.9).drop("e4", "u", at=3.15)
    board.lift("e4", at=3.3).drop("d5", "u", at=3.4)
    board.lift("d4", at=3.95).drop("e4", "u", at=4.3).rest(4.0)
    assert board.recorded == ["Rh1>Ng1>Bf3>h1", "BNf3>d5", "QPd4>e4"]


def test_a_union_in_which_a_pawn_is_to_be_promoted_is_hardly_moved_on_at_once(lay: Lay) -> None:
    # White's pawn was carried to g8, where it stood for a moment: White would have to promote it.
    board = lay("8/B1PS2p1/1a1DBD1K/1k2c2P/4CPh1/2y4p/7r/1qn2v1o b 3 - - -")
    board.lift("f6").drop("g8", "u", at=board.t + 0.5)
    board.lift("g8", at=board.t + 0.35).drop("h7", "u", at=board.t + 1.0).rest(2.0)
    assert board.recorded == ["NPf6>h7"]


# White's bishop and Black's knight are in one union: it goes to b8, and from there Black may move
# it to a6, but not to c5; White may move it to c5 from the first, and Black from there to a6.
BY_C5 = "r1b5/s1p1c3/2n1k1rp/ep1P1fd1/P1qE1P2/N4a2/RPP4P/6K1 w 3 - b6 -"


def stopped_on_c5(board: Board) -> Board:
    """It stands on b8 for a moment, on c5 for two seconds, and ends on a6."""
    board.move("a7", "b8").rest(0.3)
    board.lift("b8", at=board.t + 0.55).drop("c5", "u", at=board.t + 0.85).rest(1.5)
    assert board.recorded == ["BNa7>c5"]
    return board.move("c5", "a6")


@pytest.mark.parametrize("stop", ["b8", "c5"])
def test_a_revised_turn_is_played_once_more_where_the_reply_may_only_have_stopped_there(
    lay: Lay, stop: str
) -> None:
    board = stopped_on_c5(lay(BY_C5))
    assert board.rest(3.0) == ["takeback 1", "restore a6 a7"]
    board.move("a6", "a7").rest(3.0)
    board.move("a7", stop).rest(3.0)
    board.move(stop, "a6").rest(3.0)
    assert board.recorded == [f"BNa7>{stop}", f"NB{stop}>a6"]


def test_so_it_is_where_both_players_have_gone_on_since(lay: Lay) -> None:
    board = stopped_on_c5(lay(BY_C5))
    board.rest(0.4)
    board.move("a2", "a1").rest(0.4)
    board.move("h6", "h5")
    assert board.rest(3.0) == ["takeback 1", "restore a1 a2 h5 a6 h6 a7"]


def test_a_reply_that_stopped_where_it_may_not_go_leaves_the_turn_as_it_was(lay: Lay) -> None:
    # White's knight could have gone to g6 at once; from there Black's rook does not get to f8.
    board = lay("7i/4k1Jp/n4a1p/P1pL1a2/1dCaI2P/2E2Q2/3e4/2B1K3 w 0 - - -")
    board.move("h8", "f7").rest(0.4)
    board.lift("f7", at=board.t + 0.4).drop("g6", "u", at=board.t + 0.55).rest(3.0)
    assert board.recorded == ["NRh8>g6"]
    board.move("g6", "f8").rest(4.0)
    assert board.recorded == ["NRh8>f7", "RNf7>f8"]


def test_a_union_slid_over_its_way_to_a_wrong_square_is_no_two_turns() -> None:
    # The white rook's way is the file; only by the black queen's would it come to f7.
    board = Board("1yk5/h7/1v6/ai4E1/5QD1/1F3d1L/3K1D2/1vW1q1t1 w 1 - - -").lift("h3")
    for passed in ("h4", "h5", "h6"):
        board.drop(passed, "u", at=board.t + 0.15).lift(passed, at=board.t + 0.05)
    board.drop("f7", "u", at=board.t + 0.05)
    board.lift("f7", at=board.t + 1.1).drop("h7", "u").rest(4.0)
    assert board.recorded == ["RQh3>h7"]


@pytest.mark.parametrize("stood", [1.0, 2.9])
def test_what_was_knocked_over_right_after_a_turn_says_nothing_of_its_union(
    lay: Lay, stood: float
) -> None:
    # The rook joins the pawn; somebody knocks two pieces over, and Black moves the union on.
    board = lay("3r3k/3b2p1/8/8/8/2p5/8/K1R5 w 0 - - -").lift("c1").lift("c3").drop("c3", "u")
    down = board.t
    board.lift("d7", at=down + 0.2).lift("d8", at=down + 0.25).drop("d7", at=down + 0.7)
    board.drop("d8", at=down + 0.9).lift("c3", at=down + stood).drop("c2", "u").rest(3.0)
    assert board.recorded == ["Rc1xc3", "PRc3>c2"]
    assert not any(said.startswith("ask") for said in board.all_said)


def test_a_union_that_halted_off_its_way_was_moved_on_if_the_next_move_says_so() -> None:
    # It goes to d5, and Black has it up again after a fifth of a second.
    board = Board("1r4nr/4k2S/2p3pp/ap5n/R2PT3/4aPP1/P1P1B1KP/vb1t2R1 b 3 - - -")
    board.lift("e4").drop("d5", "u").lift("d5").drop("f4", "u")
    assert board.rest(2.0) == ["QNe4>f4"]
    said = board.move("g6", "g5").rest(3.0)
    assert said == ["takeback 1", "QNe4>d5", "NQd5>f4", "g6>g5"]
    assert board.tracker.turns[0].actions[-1] == Place(parse_square("d5"))


def test_a_union_that_halts_off_its_way_has_gone_all_of_it_if_the_next_move_says_so() -> None:
    board = Board("1r4nr/4k2S/2p3pp/ap5n/R2PT3/4aPP1/P1P1B1KP/vb1t2R1 b 3 - - -")
    board.lift("e4").drop("d5", "u").lift("d5").drop("f4", "u").rest(20.0)
    assert board.move("h2", "h3").rest(2.0) == ["h2>h3"]
    assert board.all_said == ["QNe4>f4", "h2>h3"]


def test_who_insists_tells_that_a_union_which_halted_on_its_way_was_moved_on() -> None:
    # Black moves it to f5, from where White goes on at once; then White plays his own pawn.
    board = Board("rn1qkbnr/2p1p2p/3p1p2/pp4p1/6w1/1NN1P2P/PPPP1PP1/R1B1KB1R b 6 AHah - -")
    board.lift("g4").drop("f5", "u").lift("f5").drop("d7", "u", at=board.t + 0.8)
    assert board.rest(2.0) == ["BQg4>d7"]
    assert board.move("d7", "c6").rest(2.0) == ["QBd7>c6"]
    assert board.move("a2", "a3").rest(3.0) == ["restore a2 a3"]
    board.move("a3", "a2").rest(2.0)
    board.move("a2", "a3").rest(4.0)
    assert board.recorded == ["BQg4>f5", "QBf5>d7", "BQd7>c6", "a2>a3"]


def test_a_union_that_has_rested_on_two_squares_in_turn_was_moved_by_both_players() -> None:
    # Black carries the pawn to f8, White moves its queen on to g7, and Black the rook to h7. The
    # rook might have gone there by itself, though hardly with two long halts.
    board = Board("rnbq2k1/3ppC2/1p1n3p/pN6/P1P1aP1P/R1a1R3/2Pv1f2/4KBN1 b 7 - - -")
    board.move("f7", "f8").rest(2.6)
    board.move("f8", "g7").rest(3.9)
    board.move("g7", "h7").touch("h4").touch("g8").move("h4", "h5").rest(5.0)
    assert board.recorded == ["RPf7>f8", "=Q:QRf8>g7", "RQg7>h7", "h4>h5"]


def test_a_union_that_halts_on_its_way_is_no_second_thought_of_who_has_moved_it_before() -> None:
    # Black's bishop comes to e3, and White moves its pawn on to e4, by way of b2: where the bishop
    # might have gone from c1.
    start = "2kr1b1r/6p1/1L2a2n/3D1p2/P1da1e1p/3K1P1N/6PE/2EQ1B1R b 1 - - -"
    board = Board(start, SensorKind.COLOUR)
    assert see(board, "1.0:c1:. 1.24:e3:u").rest(0.35)[0] == "BPc1>e3"
    see(board, "1.65:e3:. 2.01:b2:u").rest(0.9)
    see(board, "2.97:b2:. 3.49:e4:u").rest(2.0)
    assert board.recorded == ["BPc1>e3", "PBe3>e4"]
