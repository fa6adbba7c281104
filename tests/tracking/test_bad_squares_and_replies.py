"""Squares that fail unknown to all: what the turn that follows tells of the one before it."""

from __future__ import annotations

import pytest

from board_daemon.tracking.events import TurnEvent
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, names
from tests.tracking.playing import see
from tests.tracking.polled import answer_all, answered, with_bad
from tests.tracking.test_traces import kept, tracked

pytestmark = pytest.mark.slow


def test_a_freed_piece_that_goes_on_once_the_other_player_has_begun_is_believed() -> None:
    # The queen that the knight frees stops on g5 and goes on to e6; White's has left for g4.
    fen = "rnb1kbnr/2peFp2/7p/a3p3/p2Nc3/P3P3/2PP1PP1/RNBQK3 b 4 Aa - -"
    board = with_bad(Board(fen), g4=SquareState.DEAD)
    board.lift("g8").lift("e7").drop("e7", "u").drop("g5", "b").rest(0.72)
    board.lift("g5").lift("d1", at=board.t + 1.1).drop("e6", "b")
    assert board.rest(5.0) == ["revise Ng8>Qe7>e6", "part g4"]
    assert answered(board, yes=True) == ["Qd1>g4"]


def test_one_fault_that_makes_the_last_turn_another_one_is_asked_for() -> None:
    # The rook goes to d8, which looks empty; the king is seen to come to g6, and not to go.
    board = with_bad(Board("6R1/p3pp2/4pk2/4ppp1/8/8/1P6/K7 w 0 - - -"), f6=SquareState.DEAD)
    for start, end in (("g8", "g7"), ("a7", "a6"), ("g7", "g8"), ("a6", "a5")):
        board.move(start, end).rest(2.0)
    board.lift("g8").rest(5.0)
    assert board.drop("g6", "b").rest(3.0)[0] == "Rg8>g6"
    assert board.move("b2", "b3").rest(3.0)[0] == "takeback 5"
    answer_all(board, "d8")
    assert board.recorded[4:] == ["Rg8>d8", "Kf6>g6", "b2>b3"]


def test_a_quick_reply_says_nothing_against_a_turn_that_ended_on_a_dead_square() -> None:
    # The bishop frees the pawn, which goes to g6. Less odd is that it went to f4, known to be dead.
    fen = "4rr2/n1pqb2k/1p6/3N1aa1/3aN1aR/pPP1B1D1/E7/K2hQB2 w 1 - - -"
    settings = TrackerSettings(fault=8.0)  # As where many turns were played by the convention.
    board = with_bad(Board(fen, settings=settings), f4=SquareState.DEAD)
    board.touch("a7").rest(1.2)
    board.lift("e3").drop("e3", at=board.t + 1.2).lift("e3", at=board.t + 0.6)
    board.lift("g5", at=board.t + 1.0).drop("g5", at=board.t + 0.7)
    board.lift("h7", at=board.t + 1.4).drop("g7", at=board.t + 1.3)
    board.lift("b6").drop("b6", at=board.t + 1.5)
    # Asked together with others, a yes would leave f4.
    assert board.rest(4.0) == ["part f4"]
    answer_all(board, "e3", "g5", "g6", then=2.0)
    assert board.recorded == ["Be3>Pg5>g6", "Kh7>g7"]


def test_the_reply_may_be_out_of_a_square_that_fails_though_the_turn_before_it_was_told() -> None:
    # The pawn joins e4 from d5, known to be dead, as the knight is put right there; the bishop
    # comes to e3 from c1, which is stuck.
    fen = "4k3/pp4pp/8/3p4/4N3/8/1PP3PP/2B1K3 b 0 - - -"
    board = with_bad(Board(fen), d5=SquareState.DEAD)
    board.move("e4", "d6").rest(3.0)
    assert board.move("d6", "e4").rest(3.0) == ["restored"]
    assert board.drop("e3", "w").rest(4.0) == ["part e4"]
    answer_all(board, "e4", "d5", "c1", "e3", then=3.0)
    assert board.recorded == ["d5xNe4", "Bc1>e3"]


def test_a_turn_played_again_and_answered_alike_was_not_taken_back_twice() -> None:
    # The pawn on g2 goes to g4; its square is stuck. So it looks as if g4xh3 were taken back.
    board = Board("rnbqkb1r/p1p1pp1p/1p5n/2Pp2N1/P2P2p1/7P/1P2PPP1/RNBQKB1R b 15 AHah - -")
    board.join("g4", "h3").rest(3.0)
    assert board.drop("g4", "w").rest(3.0)[-1] == "takeback 1"
    board.lift("g4").rest(3.0)  # Back to g2; the other pawn still stands on h3.
    board.slip("h3", "w").drop("g4", "b").rest(3.0)
    board.join("g4", "h3").rest(3.0)
    assert board.drop("g4", "w").rest(3.0)[-1] == "part g2"
    assert answered(board, yes=True)[0] == "g2>g4"
    assert board.recorded == ["g4xh3", "g2>g4"]


def test_one_reply_tells_of_no_unseen_join_whose_player_has_said_no_to_all_else() -> None:
    # The queen may have joined the pawn on b6 with nobody seeing it; of all else he has denied.
    fen = "4k3/pp4pp/1p6/8/1Q6/8/2P3PP/4K3 w 0 - - -"
    board = with_bad(Board(fen), a4=SquareState.DEAD)
    board.lift("b4").rest(3.0)
    assert answered(board, yes=False) == ["restored"]
    board.move("g7", "g6").rest(4.0)
    answer_all(board, then=3.0)
    assert board.recorded == []
    board.move("g2", "g3").rest(4.0)
    assert board.recorded == ["Qb4xb6", "g7>g6", "g2>g3"]


def test_a_quick_reply_leaves_a_chain_open_that_ended_on_a_bad_square() -> None:
    # All that is seen of it is a touch of a4; the union that Black moves then may be White's turn.
    board = Board("4k3/p7/8/7h/d7/8/7P/R3K3 w 0 - - -")
    with_bad(board, a1=SquareState.STUCK, c5=SquareState.DEAD)
    board.touch("a4").lift("h5", at=board.t + 0.4).drop("h4", "u").rest(5.0)
    answer_all(board, "a1", "a4", "c5", then=3.0)
    assert board.recorded == ["Ra1>Na4>c5", "RRh5>h4"]


def test_a_reply_to_a_square_that_has_failed_is_asked_about_after_a_turn_to_a_bad_one() -> None:
    # White's union goes to g4, known to be stuck; Black's pawn goes to h5, which is dead.
    fen = "5r2/4PFk1/1a2E2p/1pje1p2/1P1p3D/1d1D2E1/1RK1N3/2bQ3R w 12 - - -"
    board = with_bad(Board(fen), g4=SquareState.STUCK)
    board.lift("g3").lift("h6", at=board.t + 0.45)
    board.lift("e2", at=board.t + 6.5).drop("c3", at=board.t + 1.2)
    board.rest(4.0)
    answer_all(board, "g3", "g4", "h5", then=2.0)
    assert board.recorded == ["PBg3>g4", "h6>h5", "Ne2>c3"]


def test_who_holds_a_piece_for_long_while_the_turn_before_is_open_is_asked_for_that() -> None:
    # White's pawn sets a queen free, who goes to d6, which is stuck; then a union comes to d3. Or
    # she is there, and Black holds it.
    board = Board("2i4c/D1p5/5a2/2E5/a1owaa2/2W1P1k1/h7/Dv2K3 w 5 - - -")
    board.lift("e3").lift("d4", at=board.t + 1.26).drop("d4", "u", at=board.t + 1.16)
    board.lift("b1", at=board.t + 5.4).drop("d3", "u", at=board.t + 1.34)
    assert not {"part", "restore"} & {line.split()[0] for line in board.rest(10.0)}
    board.rest(9.0)
    answer_all(board, "e3", "d4", "d6", then=3.0)
    assert board.recorded == ["e3>Qd4>d6", "BBb1>d3"]


def test_the_reply_may_come_after_many_touches_of_a_chain_to_a_dead_square() -> None:
    # The chain ends on g6; its rook stood on h7 before. Each union that it enters is White's, too.
    board = Board("1r4ik/d7/3aq2P/8/1aL1a2K/1p3P1c/7P/8 b 27 - - -")
    board = with_bad(board, f8=SquareState.STUCK)
    board.lift("e6").lift("c4", at=board.t + 1.1).drop("c4", at=board.t + 0.5)
    board.lift("g8", at=board.t + 1.3).drop("g8", at=board.t + 0.7)
    board.drop("h7", "b", at=board.t + 0.4)
    board.lift("h7", at=board.t + 2.3).lift("e4", at=board.t + 1.1)
    board.lift("f3", at=board.t + 0.6).drop("e4", "u", at=board.t + 0.4)
    board.drop("e5", "w", at=board.t + 0.8).rest(4.0)
    answer_all(board, "e6", "c4", "g8", "g6", then=3.0)
    assert board.recorded == ["Qe6>Qc4>Rg8>g6", "f3>Pe4>e5"]


def test_a_piece_straightened_later_tells_nothing_of_another_turn_that_ended_with_it() -> None:
    # The bishop comes from e3, known to be dead, and is on d2 when Black has begun. Later the freed
    # knight is straightened.
    fen = "2b1k1n1/rF2b1P1/6h1/pp1pa3/1P1a1N2/P2pBPca/3o1K1Q/5B2 w 7 - - -"
    board = with_bad(Board(fen), e3=SquareState.DEAD)
    board.lift("d2").drop("e4", "w", at=board.t + 0.7).lift("g6", at=board.t + 1.18)
    board.drop("d2", "u", at=board.t + 0.06).drop("d6", "u", at=board.t + 0.38)
    board.lift("e5", at=board.t + 2.8).drop("e5", at=board.t + 0.35)
    board.lift("e4", at=board.t + 3.9).drop("e4", "w", at=board.t + 0.6)
    board.lift("b7", at=board.t + 0.5).drop("b8", "u", at=board.t + 1.1).rest(6.0)
    assert board.recorded[:2] == ["Be3>Nd2>e4", "RRg6>d6"]
    assert not any(line.startswith(("part", "restore")) for line in board.all_said)


def test_two_turns_that_nobody_saw_end_may_be_over_before_the_reply_is_seen_to_come() -> None:
    # The rook goes to a3, the queen to d6, and nothing shows there; the union comes to c6.
    fen = "4k3/p2f3p/1q6/8/8/7p/7P/R1B1K3 w 0 - - -"
    board = with_bad(Board(fen), a3=SquareState.DEAD, d6=SquareState.STUCK)
    board.lift("a1").lift("b6", at=board.t + 0.46)
    board.lift("d7", at=board.t + 7.1).drop("c6", "u", at=board.t + 0.3)
    for square in ("a3", "d6"):
        board.rest(4.0)
        assert square in names(board.view.ask).split()
        answered(board, yes=True)
    assert board.recorded == ["Ra1>a3", "Qb6>d6", "QPd7>c6"]


def test_what_was_straightened_before_its_player_answered_makes_no_other_turn_likelier() -> None:
    # Black's knight comes from b8, which is dead, and is set on a wrong square first.
    board = with_bad(Board("1n2k3/8/8/5p2/5p2/8/3N4/1w2K3 w 0 - - -"), b8=SquareState.DEAD)
    board.lift("d2").touch("b1").lift("f5").drop("f5", "u").touch("f4")
    assert board.rest(6.0) == ["part b8"]
    assert answered(board, yes=False) == ["restored", "Nd2>Qb1xf5"]
    board.drop("b7", "b").rest(1.0)
    assert board.recorded == ["Nd2>Qb1xf5"]


def test_a_piece_that_goes_on_to_a_dead_square_is_not_taken_to_be_slipped_in() -> None:
    # The rook seems to stand on a7, and goes on to a6, which is dead though nobody knows of it.
    board = Board("4k3/7p/8/8/r7/8/P6P/4K3 b 0 - - -")
    assert board.lift("a4").drop("a7").rest(0.75) == ["Ra4>a7"]
    board.lift("a7").rest(4.0)
    board.move("h2", "h3").rest(4.0)
    assert board.move("h7", "h6").rest(4.0)[0] == "takeback 1"
    answer_all(board, "a6")
    assert board.recorded == ["Ra4>a6", "h2>h3", "h7>h6"]


@pytest.mark.usefixtures("without_parts")
def test_a_union_that_came_piece_by_piece_is_not_believed_before_the_chain_in_reply_is_over() -> (
    None
):
    # The union from c8, which is stuck, goes to b7. Then it looks as if the one from d8 had been
    # brought there, one knight after the other, and a bishop had come to where they stood.
    board = Board("r1wo3r/3Fk3/8/Bd1aw1a1/2aBK1aI/2p2p2/5P2/3BL3 b 0 - - -")
    board.drop("b7", "u").rest(0.75)
    board.touch("b7").rest(1.25)
    board.lift("d8").lift("a5", at=board.t + 0.6).drop("d8", "u", at=board.t + 0.35).rest(0.6)
    board.touch("b7").rest(0.8)
    board.touch("b5").drop("d6", "w").rest(5.0)
    board.move("c3", "c2").rest(5.0)
    assert board.recorded == ["BQc8>b7", "Ba5>Nd8>Qb7>Nb5>d6", "c3>c2"]


@pytest.mark.usefixtures("without_parts")
def test_a_pawn_that_comes_from_nowhere_and_goes_on_after_the_reply_was_played_before_it() -> None:
    # Black's pawn comes from a7, which is stuck; he might have moved the union on f3, too.
    fen = "r2q1rk1/p1p1b3/1p2f2d/1E1psp1p/5P1P/2P2oP1/P2P1P1K/R1B2R2 b 5 - - -"
    board = Board(fen)
    board.drop("a6", "b").rest(2.6)
    board.move("f3", "g5").rest(2.9)
    board.lift("a6").rest(0.6)
    board.touch("b5").drop("e8", "b").rest(8.0)
    assert board.recorded == ["a7>a6", "NNf3>g5", "a6>Bb5>e8"]


@pytest.mark.usefixtures("without_parts")
def test_a_silent_join_is_asked_for_where_the_piece_may_be_on_any_of_several_dead_squares() -> None:
    # The bishop frees the queen on e6, who joins c4: unlikelier is each square that may be dead.
    fen = "r3kr2/ppo2p1p/4W1p1/2p1a2N/2P2ab1/PPb5/3P1P1P/R1B1K1tR b 2 AHa - -"
    settings = TrackerSettings(fault=8.0, asks_of_parts=False)  # As where no join was silent.
    board = Board(fen, settings=settings)
    board.lift("g4").touch("e6").rest(2.7)
    assert board.join("d2", "c3").rest(1.3) == ["ask c4 h5 e6"]
    assert board.touch("e6").rest(4.0) == ["ask c4"]
    assert board.touch("c4").rest(4.0) == ["Bg4>Qe6xc4", "d2xBc3"]


@pytest.mark.usefixtures("with_and_without_parts")
def test_what_arrived_long_before_a_union_is_lifted_is_no_part_of_it() -> None:
    # The bishop goes to d7 as h3 is straightened; then White's goes from there to where nobody
    # sees it.
    board = Board("1rbqkb2/p1p3rp/2n5/1pPpa1pD/PP3P2/2N4B/4a2P/RNBQK2R b 0 AH - -")
    board = with_bad(board, g2=SquareState.DEAD)
    see(board, "5.7:c8:. 6.8:h3:. 8.0:h3:u").rest(0.35)
    assert board.recorded == ["Bc8xBh3"]
    see(board, "9.2:d7:b 13.0:h3:. 13.5:d5:. 14.0:d4:b").rest(4.0)
    assert board.recorded == []


def test_what_was_joined_on_the_way_home_to_a_dead_square_is_not_forgotten_with_a_no() -> None:
    # The rook goes to g6, and the one that it frees to d6, where it came from.
    board = Board("3qS3/Q1eD2bk/3r2C1/3p2d1/Pnpa2a1/1P6/Ro1BK1a1/7R b 9 - - -")
    with_bad(board, d6=SquareState.DEAD, c6=SquareState.DEAD)
    board.lift("g6").drop("g6", at=board.t + 2.0)
    assert board.rest(3.0) == ["part c6"]
    assert answered(board, yes=False) == ["restored"]
    board.rest(3.0)
    board.move("e8", "f6").rest(3.0)
    answer_all(board, "d6", "g6", then=3.0)
    assert board.recorded == ["Rd6>Rg6>d6", "NBe8>f6"]
    assert "part g6" not in board.all_said


def test_who_was_told_to_undo_his_turn_until_it_was_recorded_has_rather_undone_it() -> None:
    # White has several pieces in his hands, one of which may have been on d6.
    board = Board("1n2q2r/3k2p1/3S2P1/c1eva3/r1a2afa/5K2/P1PP3R/3n2N1 b 9 - - -")
    with_bad(board, d6=SquareState.DEAD, e7=SquareState.DEAD)
    board.lift("c4").lift("g4", at=board.t + 0.8).lift("e8", at=board.t + 1.3)
    assert board.rest(2.6) == ["part d6"]
    board.drop("e8", "b").drop("g4", "u", at=board.t + 0.6).drop("c3", "u", at=board.t + 0.7)
    assert board.rest(4.5) == ["restored", "restore c3 c4"]
    assert board.touch("d1").rest(4.2) == ["restored", "PPc4>c3"]
    # He had begun to put it right by then.
    board.lift("c3", at=board.t + 0.1).drop("c4", at=board.t + 1.0)
    assert board.rest(4.0) == ["takeback? c4 g1 d1"]
    assert answered(board, yes=True) == ["takeback 1"]


def test_a_chain_between_bad_squares_that_was_answered_at_once_may_have_entered_all() -> None:
    # White frees a bishop on e3, which goes to f2; nobody sees it begin or end.
    events = tracked("reply-at-once.presence.jsonl")
    last = [event for event in events if isinstance(event, TurnEvent)][-1]
    assert last.notation == "Rg3>Qg1>Be3>f2"


def last_turns(trace: str, number: int) -> list[str]:
    """The last turns that are recorded of a trace where nobody is asked with two other pieces."""
    turns = kept(tracked(trace, TrackerSettings(asks_of_parts=False)))
    return [" ".join(turn.actions) for turn in turns[-number:]]


def test_a_reply_goes_rather_to_an_unused_square_than_by_two_silent_joins() -> None:
    # Black's rook joins h4 while White's pawn is on its way to c4, which was dead from the first.
    turns = last_turns("reply-out-of-a-dead-square.presence.jsonl", 4)
    assert turns == ["Lh7 Ph4", "Lc3 Pc4", "Lg4 Ph2", "Lg1 Pf3"]


def test_what_stands_longer_than_a_turn_takes_was_not_the_piece_that_moved() -> None:
    # Black's knight goes from g8, which is stuck, to e7 and back; White's pawn has left g3, which
    # is dead, meanwhile. A union gone from e2 would leave open what stood on e7.
    turns = last_turns("there-and-back-out-of-a-stuck-square.presence.jsonl", 4)
    assert turns == ["Lg8 Pe7", "Lg3 Pg4", "Le7 Pg8", "Lb3 Pb2"]


@pytest.mark.usefixtures("without_parts")
def test_a_turn_taken_for_one_to_an_unused_square_is_told_anew_once_its_piece_goes_on() -> None:
    # White's rook goes to a2, which had worked until then; b1 was never seen to work.
    board = Board("4k3/p6p/8/8/8/8/P6P/R1K5 w 0 - - -")
    board.move("a2", "a3").rest(2.0)
    board.move("h7", "h6").rest(2.0)
    board.lift("a1").rest(3.0)
    for start, end in (("h6", "h5"), ("h2", "h3"), ("a7", "a6")):
        board.move(start, end).rest(3.0)
    assert board.recorded[2] == "Ra1>b1"
    board.drop("d2", "w").rest(3.0)
    board.move("h5", "h4").rest(3.0)
    assert board.recorded[2:] == ["Ra1>a2", "h6>h5", "h2>h3", "a7>a6", "Ra2>d2", "h5>h4"]


@pytest.mark.usefixtures("without_parts")
def test_a_join_out_of_a_dead_square_may_stand_though_a_wrong_move_after_it_was_put_right() -> None:
    # White joins e5 while Black sets f5 down; Black moves to a3, goes back, and moves that union.
    fen = "r1bq1b2/p4k1r/n1p2ae1/D2pp3/R4PPp/1Pa4P/2PQN1R1/1NB2K2 b 8 - - -"
    board = with_bad(Board(fen), f4=SquareState.DEAD, g4=SquareState.DEAD)
    see(board, "1.32:f6:. 2.31:f5:u 2.44:e5:. 2.78:e5:b").rest(4.0)
    assert see(board, "7.24:a6:. 7.64:a3:b").rest(1.25) == ["restore a3 a6"]
    assert see(board, "8.94:a3:. 10.37:a6:b").rest(0.9) == ["restored"]
    see(board, "11.43:e5:. 12.38:e4:u").rest(5.0)
    said = see(board, "18.47:b3:. 19.92:b4:w").rest(3.0)
    assert said == ["g4>g5", "e5>e4", "b3>b4", "restore e4 f4 g4 g5", "dead g5"]
    assert board.drop("g5", "w").rest(3.0)[:2] == ["restored", "takeback 2"]


# White's rook frees the knight on b1, which goes to c3: that is dead. Black's queen goes to a3.
TO_C3 = "rnb1k1r1/1pppqppp/4p2n/p7/4P3/3P4/PPPBNPPP/RS1QKB1R w 4 AHa - -"


def answered_beside_the_dead_square(board: Board) -> Board:
    board.rest(1.0)
    board.lift("a1").touch("b1").rest(4.0)
    board.move("e7", "a3").rest(3.0)
    return board.move("h1", "g1")


@pytest.mark.usefixtures("without_parts")
def test_an_odd_turn_that_is_taken_back_and_played_again_was_another_one() -> None:
    board = answered_beside_the_dead_square(Board(TO_C3))
    # As if the queen had silently joined the knight there.
    assert board.rest(2.5) == ["Ra1>Nb1>a3", "Qe7xNa3", "Rh1>g1"]
    board.touch("b1").drop("a1", "w", at=board.t + 0.7).rest(1.0)
    board.touch("b1").move("g1", "h1").move("a3", "e7")
    assert board.rest(3.0)[-1] == "takeback 1"
    answered_beside_the_dead_square(board).rest(20.0)
    assert board.recorded == ["Ra1>Nb1>c3", "Qe7>a3", "Rh1>g1"]
