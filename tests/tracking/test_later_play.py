"""Where turns show nowhere and nobody can be asked: the game goes on, and later play tells."""

from __future__ import annotations

import pytest

from board_daemon.tracking.explaining.effort import Effort
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board
from tests.tracking.polled import with_bad

# The rook and the queen can both go to b1; a1 is stuck though nobody knows of it.
TWO_WAYS_TO_B1 = "4k3/p6p/8/8/8/8/P6P/R2QK3 w 0 - - -"
# The pawn may join either of two; d5 is dead though nobody knows of it.
TWO_PARTNERS = "4k3/p6p/8/3p1p2/4P3/8/P6P/4K3 w 0 - - -"

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_parts")]


def from_nowhere() -> Board:
    board = Board(TWO_WAYS_TO_B1)
    board.drop("b1", "w").rest(5.0)
    return board


def test_who_came_from_nowhere_is_known_once_the_other_one_is_seen_elsewhere() -> None:
    board = from_nowhere()
    assert board.move("a7", "a6").rest(5.0) == []
    assert board.move("d1", "d3").rest(5.0)[:3] == ["Ra1>b1", "a7>a6", "Qd1>d3"]


def test_a_piece_that_goes_on_as_only_one_can_tells_where_it_was() -> None:
    # The bishop goes to f4, which is dead, and on to b8.
    board = Board("4k3/p6p/8/8/8/8/P6P/2B1K3 w 0 - - -")
    board.lift("c1").rest(5.0)
    board.move("a7", "a6").rest(5.0)
    assert board.drop("b8", "w").rest(5.0) == []
    board.move("h7", "h6").rest(5.0)
    assert board.recorded == ["Bc1>f4", "a7>a6", "Bf4>b8", "h7>h6"]


def test_what_goes_on_from_where_nobody_saw_it_come_tells_of_the_turns_that_led_there() -> None:
    # All that happens on e5 shows nowhere: a pawn comes, a knight joins it, the union goes on.
    board = Board("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b 0 AHah - -")
    board.lift("e7").rest(3.0)
    board.lift("f3").rest(3.0)
    # It might be a wrong move out of somebody's hand.
    assert board.drop("e4", "u").rest(3.0) == []
    board.move("e4", "c3").rest(3.0)
    assert board.recorded == ["e7>e5", "Nf3xe5", "PNe5>e4", "NPe4>c3"]


def test_only_a_wrong_move_is_put_right_where_turns_wait_for_later_play() -> None:
    board = from_nowhere()
    board.move("a7", "a6").rest(5.0)
    assert board.move("e1", "e4").rest(5.0) == ["restore e1 e4"]
    assert board.move("e4", "e1").rest(5.0) == ["restored"]
    board.move("d1", "d3").rest(5.0)
    assert board.recorded == ["Ra1>b1", "a7>a6", "Qd1>d3"]


def test_a_wrong_move_may_be_followed_by_the_right_one_at_once() -> None:
    board = from_nowhere()
    board.move("a7", "a6").rest(5.0)
    assert board.move("h2", "h5").rest(3.0) == ["restore h2 h5"]
    assert board.move("h5", "h4").rest(2.0) == ["restored"]


def test_nothing_is_to_be_put_right_any_more_where_the_piece_may_stand_by_a_turn() -> None:
    # The rook comes from a1, which is dead, and stands on b5 for a while, where it may not go.
    board = with_bad(Board("4k3/p6p/8/8/8/8/7P/R3K3 w 0 - - -"), a1=SquareState.DEAD)
    for move in ("h2 h3", "h7 h6", "e1 e2", "e8 e7", "e2 e1", "a7 a6"):
        board.move(*move.split()).rest(2.0)  # All others are known to work by then.
    assert board.drop("b5", "w").rest(1.9)[-1] == "restore b5"
    assert board.move("b5", "b1").rest(2.0) == ["restored"]
    board.move("e7", "e8").rest(2.0)
    board.move("h3", "h4").rest(2.0)
    assert board.recorded[6:] == ["Ra1>b1", "Ke7>e8", "h3>h4"]


def test_a_turn_that_waits_is_taken_back_like_any_other() -> None:
    board = from_nowhere()
    board.move("a7", "a5").rest(5.0)
    board.move("a5", "a7").rest(3.0)
    board.move("h7", "h6").rest(5.0)
    board.move("d1", "d3").rest(5.0)
    assert board.recorded == ["Ra1>b1", "h7>h6", "Qd1>d3"]


def test_who_sets_all_back_that_waits_has_played_nothing() -> None:
    board = from_nowhere()
    board.move("a7", "a6").rest(5.0)
    board.lift("b1").rest(3.0)
    board.move("a6", "a7").rest(5.0)
    assert board.state == "SETTLED"
    assert board.move("d1", "d3").rest(5.0) == ["Qd1>d3"]


def test_nobody_is_asked_for_a_touch_that_cannot_be_felt() -> None:
    board = with_bad(Board(TWO_PARTNERS), d5=SquareState.DEAD, e5=SquareState.DEAD)
    board.lift("e4").rest(5.0)
    said = board.move("a7", "a6").rest(40.0)
    assert not [each for each in said if each.startswith("ask")]


def test_a_join_from_a_stuck_square_is_not_taken_for_a_turn_set_back() -> None:
    board = with_bad(Board("4k3/7p/3r4/8/8/8/7P/3QK3 w 0 - - -"), d1=SquareState.STUCK)
    board.lift("d6").rest(1.5)
    board.drop("d6").rest(5.0)
    assert board.move("h7", "h6").rest(5.0) == ["Qd1xRd6", "h7>h6"]


def test_a_chain_from_one_bad_square_to_another_is_not_taken_for_a_turn_set_back() -> None:
    board = Board("4k3/7p/8/1h6/8/8/7P/4KB2 w 0 - - -")
    board = with_bad(board, f1=SquareState.DEAD, b3=SquareState.STUCK)
    board.lift("b5").rest(2.3)
    board.drop("b5").rest(5.0)
    board.move("h7", "h5").rest(3.0)
    board.move("h2", "h3").rest(3.0)
    assert board.recorded == ["Bf1>Rb5>b3", "h7>h5", "h2>h3"]


def test_where_turns_wait_each_change_takes_hardly_more_work_than_a_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[float] = []
    monkeypatch.setattr(Effort, "limit_to", lambda _, most: limits.append(most))
    board = from_nowhere()
    assert not limits
    board.move("a7", "a6").rest(5.0)
    assert {*limits} == {2 * TrackerSettings().step_of_work}


# The pawn can go nowhere but to e4, which the knight has left before that died.
TO_E4 = "4k3/ppp4p/8/8/4N3/4P3/7P/4K3 w 0 - - -"


def test_a_square_that_dies_later_is_found_where_the_same_is_played_once_more() -> None:
    board = Board(TO_E4)
    board.move("e4", "c5").rest(3.0)
    board.move("a7", "a6").rest(3.0)
    board.lift("e3").rest(3.0)
    assert board.move("b7", "b6").rest(6.0) == ["restore e3 b6 b7"]
    board.move("b6", "b7").rest(2.0)
    assert board.drop("e3", "w").rest(3.0)[-1] == "restored"
    board.lift("e3").rest(3.0)
    assert board.move("b7", "b6").rest(6.0) == []
    board.move("h2", "h3").rest(3.0)
    assert board.recorded[2:] == ["e3>e4", "b7>b6", "h2>h3"]
    assert "dead e4" in board.all_said


@pytest.mark.usefixtures("with_and_without_parts")
def test_a_square_that_gets_stuck_later_is_found_as_play_goes_on() -> None:
    board = Board("4k3/ppp4p/8/8/8/8/4P2P/4K3 w 0 - - -")
    board.touch("e2").rest(3.0)
    board.drop("e4", "w").rest(5.0)
    assert not board.view.fix
    for move in ("a7 a6", "h2 h3"):
        board.move(*move.split()).rest(3.0)
    assert board.recorded == ["e2>e4", "a7>a6", "h2>h3"]
    assert "stuck e2" in board.all_said


def test_another_square_may_fail_while_turns_wait_for_later_play() -> None:
    board = from_nowhere()
    # Neither is a7 seen to be left: nobody else can have come to a6.
    assert board.drop("a6", "b").rest(5.0) == []
    board.move("d1", "d3").rest(5.0)
    board.move("h7", "h6").rest(5.0)
    assert board.recorded == ["Ra1>b1", "a7>a6", "Qd1>d3", "h7>h6"]


def test_a_castling_is_in_doubt_where_the_rook_was_not_seen_to_go() -> None:
    board = Board("4k3/p6p/8/8/8/8/P6P/4K2R w 0 H - -")
    board.drop("f1", "w").lift("e1", at=board.t + 0.7).rest(0.8)
    assert board.drop("g1", "w").rest(5.0) == []
    assert board.move("a7", "a6").rest(4.0) == []
    board.move("a2", "a3").rest(4.0)
    assert board.recorded == ["0-0", "a7>a6", "a2>a3"]


def test_who_takes_a_turn_back_that_came_from_a_dead_square_before_may_play_another_at_once() -> (
    None
):
    board = with_bad(Board("4k3/p3p2p/8/8/8/8/P6P/3QK3 w 0 - - -"), e2=SquareState.DEAD)
    board.lift("d1").rest(3.0)
    board.move("a7", "a6").rest(3.0)
    board.drop("h5", "w").rest(3.0)
    for move in ("a6 a5", "a2 a3", "a5 a4"):
        board.move(*move.split()).rest(3.0)
    board.move("h5", "g4").rest(1.3)
    board.move("g4", "h5").rest(0.4)
    board.join("h5", "h7").rest(5.0)
    assert board.recorded[-2:] == ["a5>a4", "Qh5xh7"]


def test_a_turn_that_ends_the_game_is_asked_for_as_no_later_play_would_tell() -> None:
    board = with_bad(Board("4k3/p6p/8/2p5/1K6/8/P6P/7n b 0 - - -"), c5=SquareState.DEAD)
    assert board.touch("b4").rest(5.0) == ["ask b4"]
    assert board.touch("b4").rest(5.0) == ["c5xKb4", "end 0-1 paco"]


def test_what_looked_like_adjusting_may_be_a_join_where_a_dead_square_explains_the_rest_too() -> (
    None
):
    # The queen joins h5, out of a square that is stuck; she might have gone to e2 as well.
    board = with_bad(Board("4k3/p6p/8/7p/8/8/P6P/K2Q4 w 0 - - -"), e2=SquareState.DEAD)
    board.touch("h5").rest(3.0)
    for move in ("a7 a6", "a2 a3", "a6 a5"):
        board.move(*move.split()).rest(5.0)
    board.move("h5", "f3").rest(5.0)
    board.move("h7", "h6").rest(5.0)
    assert board.recorded[:2] == ["Qd1xh5", "a7>a6"]


def test_of_many_turns_that_wait_none_is_given_up_while_the_game_goes_on_quickly() -> None:
    # Two unions can go to b4, out of a square that is stuck; the knights go to one that is dead.
    board = Board("1kb2er1/5pp1/pr5p/Ppn5/4Po1P/1awP1a2/1P1TBP2/2KR3R w 9 - - -")
    board.drop("b4", "u").rest(2.0)
    board.lift("f4").rest(2.0)
    board.move("c1", "c2").rest(2.0)
    board.move("d2", "e1").rest(2.0)
    board.lift("e2").touch("f3").drop("f4", "u")
    for move in ("e1 e3", "d1 f1"):
        board.move(*move.split()).rest(2.0)
    board.move("e3", "d4").join("a5", "b6")
    for move in ("c8 b7", "f1 a1", "c5 d7", "a1 f1", "b8 a7"):
        board.move(*move.split())
    board.rest(10.0)
    first = ["PPb3>b4", "NNf4>g2", "Kc1>c2", "QNd2>e1", "Be2>Pf3>f4", "QNe1>e3", "Rd1>f1"]
    later = ["QNe3>d4", "a5xRb6", "Bc8>b7", "Rf1>a1", "Nc5>d7", "Ra1>f1", "Kb8>a7"]
    assert board.recorded == [*first, *later]
    assert not any(each.startswith("restore ") for each in board.all_said)


def test_what_the_other_player_seems_to_hold_may_stand_where_the_turn_before_seemed_to_end() -> (
    None
):
    # The pawn goes to g5, which is dead, and the bishop to g6. Or the pawn went there, and White
    # holds his bishop.
    board = Board("4k3/6p1/8/8/8/1P1B4/P7/4K3 w 0 - - -")
    board.move("a2", "a3").lift("g7").lift("d3", at=board.t + 1.1)
    board.drop("g6", "w", at=board.t + 1.0).rest(3.0)
    assert board.recorded == ["a2>a3"]


def test_who_may_have_gone_on_from_a_join_to_one_of_several_dead_squares_is_asked_of_the_join() -> (
    None
):
    # The pawn takes b6 over; the pawn that it frees goes to b5, which is dead. Or it has touched
    # b6 and gone to a6 or a5.
    board = Board("4k3/p6p/1a6/8/8/8/7P/4K3 b 0 - - -")
    board.lift("a7").lift("b6").drop("b6", "u").rest(5.0)
    board.move("h2", "h3").rest(2.0)
    assert board.all_said == ["ask b6"]
    board.touch("b6").rest(5.0)
    assert board.recorded == ["a7>Pb6>b5", "h2>h3"]


def test_who_answers_on_a_dead_square_is_not_asked_again_and_later_play_tells() -> None:
    board = Board("4k3/p6p/1a6/8/8/8/7P/4K3 b 0 - - -")
    board.lift("a7").lift("b6").drop("b6", "u").rest(5.0)
    assert board.move("h2", "h3").rest(12.0) == ["ask b6"]
    board.drop("a4", "b").rest(3.0)
    board.move("h3", "h4").rest(5.0)
    assert not any(each.startswith(("ask", "restore ")) for each in board.all_said[1:])


def test_one_turn_after_it_that_is_left_alone_tells_what_came_from_a_stuck_square() -> None:
    board = Board("4k3/p6p/8/8/8/8/7P/R3K3 w 0 - - -")
    board.drop("a4", "w").rest(5.0)
    assert board.move("h7", "h6").rest(10.0) == []
    assert board.rest(6.0)[:2] == ["Ra1>a4", "h7>h6"]


def test_what_comes_from_a_stuck_square_long_after_a_turn_is_no_other_end_of_that_turn() -> None:
    # The knight joins e5, and Black's queen goes to g5 unseen: not the knight, with e5 adjusted.
    start = "rnbqkbnr/ppp2ppp/8/3pp3/8/5NP1/PPPPPP1P/RNBQKB1R w 4 AHah - -"
    board = Board(start)
    board.join("f3", "e5").rest(15.0)
    board.drop("g5", "b").lift("f2", at=board.t + 0.4).rest(3.0)
    assert board.recorded == ["Nf3xe5"]
    board.drop("f4", "w").rest(3.0)
    assert board.all_said == ["Nf3xe5"]


def test_who_hesitates_in_his_chain_makes_no_other_turn_of_the_one_before() -> None:
    # The union might have gone on to f4, which is stuck; but the rook that it gave up is in hand.
    board = Board("4q3/3k4/8/8/h7/8/8/4K3 w 3 - - -").first_look(f4="w")
    board.rest(1.0)
    board.lift("a4").drop("a8", at=board.t + 0.68).rest(0.3)
    board.lift("a8", at=board.t + 0.005).lift("e8", at=board.t + 0.81)
    board.drop("a8", "u", at=board.t + 0.55).rest(6.3)
    board.drop("b8", "b").rest(3.0)
    assert board.recorded == ["RRa4>a8", "Qe8>Ra8>b8"]


def test_who_sets_all_back_after_a_wrong_move_is_shown_what_is_left() -> None:
    board = Board("4k3/p6p/8/8/8/6p1/P6P/R2QK3 w 0 - - -")
    board.drop("b1", "w").rest(5.0)
    board.move("a7", "a6").rest(5.0)
    board.join("h2", "g3").rest(2.0)
    board.move("h7", "h6").rest(2.0)
    assert board.move("e1", "e4").rest(2.0) == ["restore e1 e4"]
    assert board.move("e4", "e1").rest(2.0) == ["restored"]
    # The pawn leaves its union: whoever made a wrong move of that takes it up again.
    assert board.slip("g3", "b").drop("h2", "w").rest(5.0) == ["restore h2"]
    assert board.lift("h2").rest(1.0) == ["restored"]
    assert board.drop("h2").rest(5.0) == ["restore b1 a6 h6 a7 h7"]
    assert board.move("h6", "h7").rest(5.0) == ["restore b1 a6 a7"]
    assert board.move("a6", "a7").rest(5.0) == ["restore b1"]
    assert board.lift("b1").rest(5.0) == ["restored"]


def test_the_same_wrong_move_twice_is_all_that_is_to_be_put_right() -> None:
    board = from_nowhere()
    board.move("a7", "a6").rest(5.0)
    for _ in range(3):
        assert board.move("e1", "e4").rest(5.0) == ["restore e1 e4"]
        assert board.move("e4", "e1").rest(5.0) == ["restored"]


def test_who_has_answered_is_told_so_where_only_later_play_tells_the_rest() -> None:
    # The bishop and the queen can both take over d3: one of their squares is stuck.
    board = Board("4k3/p6p/8/8/8/3a4/P3N2P/1B1QK3 w 0 - - -")
    assert board.touch("d3").drop("d4", "w").rest(5.0) == ["ask d3"]
    assert board.touch("d3").rest(5.0) == ["restored"]
    board.move("a7", "a6").rest(5.0)
    board.move("d1", "c1").rest(5.0)
    assert board.recorded == ["Bb1>Pd3>d4", "a7>a6", "Qd1>c1"]


def test_what_has_waited_for_long_is_recorded_part_by_part_within_the_same_rest() -> None:
    board = from_nowhere()
    black = ["e8", "d8", "c8", "b8", "c7", "b6", "c6", "b5", "c5", "b4", "c4"]
    white = ["e1", "f2", "g3", "g4", "g5", "g6", "h5", "h4", "g3", "f2", "e1"]
    for ply in range(10):
        board.move(black[ply], black[ply + 1]).rest(2.0)
        board.move(white[ply], white[ply + 1]).rest(2.0)
    assert board.recorded == []
    board.move("a7", "a6").rest(2.0)
    board.move("d1", "d3")
    looks = [len([said for said in board.rest(0.1) if ">" in said]) for _ in range(30)]
    assert sum(looks) == len(board.recorded) == 23
    assert max(looks) < 20


@pytest.mark.parametrize("seconds", [2.9, 3.0, 5.0])
def test_what_is_due_at_a_rest_for_left_over_work_is_done_all_the_same(seconds: float) -> None:
    settings = TrackerSettings(restore_after=seconds, asks_of_parts=False)
    board = Board("4k3/8/8/8/8/8/4P3/4K3 w 0 - - -", settings=settings).move("e2", "g5")
    assert board.rest(seconds + 0.1)[-1:] == ["restore e2 g5"]


def test_that_a_union_went_to_a_bad_square_and_back_leaves_nothing_open_for_ever() -> None:
    # It was lifted for a moment; d1 shows nothing.
    board = with_bad(Board("4k3/p6p/8/8/8/3h4/8/6K1 w 0 - - -"), d1=SquareState.DEAD)
    board.move("g1", "g2").rest(2.0)
    board.move("e8", "e7").rest(2.0)
    board.lift("d3", at=board.t + 0.6).drop("d3", "u", at=board.t + 0.93).rest(1.5)
    for start, end in (("g2", "f2"), ("e7", "e8"), ("f2", "g1"), ("e8", "e7")):
        board.move(start, end).rest(9.0)
    assert board.recorded[2:] == ["Kg2>f2", "Ke7>e8", "Kf2>g1", "Ke8>e7"]


def test_what_was_knocked_over_before_keeps_nobody_from_being_told_that_nothing_tells() -> None:
    # The bishop goes by g1; what it frees goes on by f1 to e2, and nobody is lifted there.
    board = Board("4t2W/1k2p3/ab5o/1N4e1/a1a1h2e/3r2a1/2P1P1K1/5JW1 b 6 - - -")
    assert board.move("h6", "h5").rest(2.0) == ["restore h5 h6"]
    assert board.move("h5", "h6").rest(2.0) == ["restored"]
    board.lift("g1").lift("b6").drop("g1", "u").rest(5.0)
    for start, end in (("b5", "a3"), ("d3", "d7"), ("h8", "a1"), ("e4", "e3")):
        assert board.move(start, end).rest(2.0) == []
    assert board.rest(20.0) == ["restore a1 a3 d3 e3 e4 b5 b6 d7 h8"]


def test_what_comes_from_a_known_stuck_square_had_gone_there_however_soon_it_is_back() -> None:
    # The union goes to b4 and comes back after White's turn; c5 never changed either.
    board = Board("6k1/p1py3p/s2pQ3/p2S2a1/6o1/P1EP4/2CQjc1P/R1b3K1 b 3 - - -")
    with_bad(board, b4=SquareState.STUCK, d8=SquareState.DEAD)
    board.lift("a6").lift("d2", at=board.t + 0.35).lift("c1", at=board.t + 0.6)
    board.drop("c1", "u", at=board.t + 0.7).drop("a6", "u", at=board.t + 0.6).rest(1.3)
    board.move("d5", "e7").rest(3.0)
    board.move("g8", "f7").rest(3.0)
    assert board.recorded == ["NBa6>b4", "Qd2xBc1", "NBb4>a6", "NBd5>e7", "Kg8>f7"]
