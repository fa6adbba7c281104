"""Who has joined a piece and thinks better of it: he comes out of the union and plays elsewhere."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import START, Board, Lay
from tests.tracking.polled import answer_all, with_bad

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("with_and_without_parts")]

# White's pawn on d4 may join c5 or e5, or go to d5.
PAWNS = "rnbqkbnr/p2p1ppp/8/1pp1p3/3P3P/5N2/PPP1PPP1/RNBQKB1R w 6 AHah - -"
# White's rook on f1 may join f6.
ROOK = "rnbqkb1r/ppppp1pp/5n2/8/8/8/PPPPP1PP/RNBQKR2 w 0 Aah - -"

STOOD = [0.15, 0.6, 1.5, 3.0]
"""Seconds for which the union stands before it is taken up again."""
LONG = 6.0
"""So long that its turn stands, where nobody sees that the union is gone."""


def joined(board: Board, stood: float = 0.6) -> Board:
    """White joins c5 with his pawn, and leaves the union alone for so many seconds."""
    board.lift("d4", at=1.0).lift("c5", at=1.5).drop("c5", "u", at=2.1)
    board.rest(stood)
    return board


def come_out(board: Board, thinks: float = 0.5) -> Board:
    """He takes the union up, sets the partner back, and holds his pawn for so many seconds."""
    board.lift("c5", at=board.t).drop("c5", "b", at=board.t + 0.4)
    board.rest(thinks)
    return board


def straighten(board: Board, square: str, what: str) -> Board:
    """Somebody takes up what stands there and sets the same down again."""
    board.lift(square, at=board.t).drop(square, what, at=board.t + 0.4)
    return board


# --- another square ---


@pytest.mark.parametrize("thinks", [0.2, 0.5, 0.9, 5.0, 40.0])
@pytest.mark.parametrize("stood", STOOD)
def test_a_union_left_again_for_another_square_was_another_turn(
    lay: Lay, stood: float, thinks: float
) -> None:
    board = come_out(joined(lay(PAWNS), stood), thinks)
    board.drop("d5", "w", at=board.t).rest(1.5)
    assert board.recorded == ["d4>d5"]
    assert not any(said.startswith(("ask", "restore", "takeback")) for said in board.all_said)
    assert board.move("g7", "g6").rest() == ["g7>g6"]


def test_a_rook_may_come_out_of_its_union_as_well(lay: Lay) -> None:
    board = lay(ROOK)
    board.lift("f1", at=1.0).lift("f6", at=1.48).drop("f6", "u", at=1.83).rest(1.0)
    board.lift("f6", at=2.83).drop("f6", "b", at=3.21).drop("f4", "w", at=3.95)
    assert board.rest(1.5) == ["revise Rf1>f4"]


def test_the_partner_may_have_been_lifted_first(lay: Lay) -> None:
    board = lay(PAWNS).lift("c5", at=1.0).lift("d4", at=1.5).drop("c5", "u", at=2.1)
    board.rest(0.6)
    assert come_out(board).drop("d5", "w", at=board.t).rest(1.5) == ["revise d4>d5"]


def test_the_partner_may_be_set_back_last(lay: Lay) -> None:
    board = joined(lay(PAWNS))
    board.lift("c5", at=board.t).drop("d5", "w", at=board.t + 0.4)
    assert board.drop("c5", "b", at=board.t + 0.3).rest(1.5)[-1] == "revise d4>d5"


def test_he_may_come_out_of_the_same_union_twice(lay: Lay) -> None:
    board = come_out(joined(lay(PAWNS)))
    board.lift("c5").drop("c5", "u").rest()
    assert come_out(board).drop("d5", "w", at=board.t).rest(1.5) == ["revise d4>d5"]


@pytest.mark.parametrize("after", [0.1, 0.3, 0.6])
def test_the_reply_to_the_other_turn_may_be_quick(lay: Lay, after: float) -> None:
    board = come_out(joined(lay(PAWNS)), thinks=0.9).drop("d5", "w")
    board.lift("g7", at=board.t + after).drop("g6").rest(5.0)
    assert board.recorded == ["d4>d5", "g7>g6"]


def test_what_was_adjusted_while_the_union_stood_was_no_part_of_the_turn(lay: Lay) -> None:
    board = joined(lay(PAWNS))
    straighten(board, "g7", "b").rest(0.5)
    assert come_out(board).drop("d5", "w", at=board.t).rest(1.5) == ["revise d4>d5"]


def test_with_more_adjusted_meanwhile_the_wrong_turn_does_not_stand_in_the_dark() -> None:
    board = come_out(joined(Board(PAWNS)))
    straighten(board, "g7", "b").rest(0.5)
    board.drop("d5", "w").rest(5.0)
    assert board.recorded == []
    assert board.state == "CORRECTING"


# --- a union that stood for long ---


def test_a_union_that_stood_for_long_is_asked_to_be_played_again_where_nobody_sees_it() -> None:
    board = come_out(joined(Board(PAWNS), LONG))
    assert board.drop("d5", "w", at=board.t).rest(5.0) == ["takeback 1", "restore d4 d5"]
    assert board.move("d5", "d4").rest() == ["restored"]
    assert board.move("d4", "d5").rest() == ["d4>d5"]
    assert board.move("g7", "g6").rest() == ["g7>g6"]


@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_where_the_partner_is_seen_alone_the_union_may_have_stood_for_long(
    sensor: SensorKind,
) -> None:
    board = come_out(joined(Board(PAWNS, sensor), LONG))
    assert board.drop("d5", "w", at=board.t).rest(1.5) == ["revise d4>d5"]


# --- another union ---


@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
@pytest.mark.parametrize("stood", STOOD)
def test_a_union_left_again_for_another_one_is_seen(sensor: SensorKind, stood: float) -> None:
    board = come_out(joined(Board(PAWNS, sensor), stood))
    straighten(board, "e5", "u").rest(1.5)
    assert board.recorded == ["d4xe5"]


@pytest.mark.parametrize("joined_last", ["c5", "e5"])
@pytest.mark.parametrize("thinks", [0.4, 1.5])
@pytest.mark.parametrize("stood", [*STOOD, LONG])
def test_where_both_may_have_been_straightened_a_touch_tells(
    stood: float, thinks: float, joined_last: str
) -> None:
    board = come_out(joined(Board(PAWNS), stood), thinks)
    told = straighten(board, "e5", "u").rest(3.0)
    assert told[-1] == "ask c5 e5"
    assert board.touch(joined_last).rest(3.0) == [f"d4x{joined_last}"]
    assert board.move("g7", "g6").rest() == ["g7>g6"]


@pytest.mark.parametrize("after", [0.2, 0.8])
def test_a_reply_does_not_tell_which_of_two_unions_was_made(after: float) -> None:
    board = straighten(come_out(joined(Board(PAWNS))), "e5", "u")
    told = board.lift("g7", at=board.t + after).drop("g6").rest(4.0)
    assert told[-1] == "ask c5 e5"
    assert board.touch("e5").rest(3.0) == ["d4xe5", "g7>g6"]


# --- what is no such change of mind ---


@pytest.mark.parametrize("stood", STOOD[1:])
def test_whoever_sets_his_own_piece_back_as_well_takes_his_turn_back(
    lay: Lay, stood: float
) -> None:
    board = come_out(joined(lay(PAWNS), stood))
    assert board.drop("d4", "w", at=board.t).rest(3.0) == ["takeback 1"]
    assert board.move("h4", "h5").rest() == ["h4>h5"]


@pytest.mark.parametrize("after", [0.1, 0.6, 2.0])
@pytest.mark.parametrize("stood", STOOD[1:])
def test_a_reply_to_where_the_piece_might_have_gone_stays_a_reply(
    lay: Lay, stood: float, after: float
) -> None:
    board = straighten(joined(lay(PAWNS), stood), "c5", "u")
    board.lift("d7", at=board.t + after).drop("d5").rest(1.5)
    assert board.recorded == ["d4xc5", "d7>d5"]


def test_the_other_player_may_straighten_the_union_with_his_piece_in_his_hand(lay: Lay) -> None:
    board = joined(lay(PAWNS)).lift("d7")
    straighten(board, "c5", "u").drop("d5", "b").rest(1.5)
    assert board.recorded == ["d4xc5", "d7>d5"]


def test_the_other_player_may_move_the_union_on(lay: Lay) -> None:
    board = joined(lay(PAWNS))
    board.lift("c5", at=board.t).drop("c4").rest(1.5)
    assert board.recorded == ["d4xc5", "PPc5>c4"]


def test_a_union_that_is_only_straightened_stays_where_it_is(lay: Lay) -> None:
    board = straighten(joined(lay(PAWNS)), "c5", "u")
    assert board.rest(5.0) == []
    assert board.move("g7", "g6").rest() == ["g7>g6"]
    assert board.recorded == ["d4xc5", "g7>g6"]


def test_who_stops_long_on_his_way_has_not_played_two_turns_with_a_third_between() -> None:
    # By what is recorded at a2, White would have slipped in and gone home before that.
    board = Board("6h1/4k3/2Ea1I2/2E1j1a1/cfp3D1/1FN1p1p1/3KP3/5BS1 b 16 - - -")
    board.lift("c4").touch("c3").touch("b3").drop("a2", "b").rest(2.0)
    assert board.recorded == ["c4>Qb3>a2"]
    board.lift("a2").touch("a4").touch("b3").drop("b2", "b").rest(8.0)
    assert board.all_said[-1] == "ask b3 a4"
    assert board.touch("a4").rest(3.0)[:1] == ["c4>Qb3>Pa4>Pb3>b2"]


def test_no_game_is_over_by_a_union_with_the_king_that_nobody_was_seen_to_make() -> None:
    # The queen that has stopped at a1 is still in hand: c3 is touched on her way.
    board = Board("QN1hBe2/3I3s/4E3/lkJ1a3/2Tp1T2/2F3Ke/8/3q3r b 0 - - -")
    board.lift("d4").lift("c3").drop("c3", at=board.t + 2.3)
    board.touch("c4", at=board.t + 2.1).touch("c4").drop("a1", "b").rest(1.3)
    assert board.recorded == ["d4>Qc3>a1"]
    board.lift("a1").touch("a8").touch("c3").rest(2.0)
    assert board.recorded == ["d4>Qc3>a1"]


# --- what was joined at once ---


def touched_two(board: Board, between: float) -> Board:
    """White lifts his pawn on d4, touches c5, and e5 after so many seconds."""
    board.lift("d4", at=1.0)
    straighten(board, "c5", "u").rest(between)
    return straighten(board, "e5", "u")


@pytest.mark.parametrize("joined_last", ["c5", "e5"])
@pytest.mark.parametrize("between", [0.4, 0.6, 0.8])
def test_who_touches_at_once_what_he_may_join_as_well_is_asked_which_it_was(
    between: float, joined_last: str
) -> None:
    board = touched_two(Board(PAWNS), between)
    assert board.rest(3.0)[-1] == "ask c5 e5"
    assert board.touch(joined_last).rest(3.0) == [f"d4x{joined_last}"]


def test_what_is_touched_later_was_only_adjusted() -> None:
    board = touched_two(Board(PAWNS), 4.0)
    assert board.rest(5.0) == []
    assert board.move("g7", "g6").rest() == ["g7>g6"]
    assert board.recorded == ["d4xc5", "g7>g6"]


def test_another_piece_touched_at_once_was_only_adjusted() -> None:
    board = Board(PAWNS).lift("d4", at=1.0)
    straighten(board, "c5", "u").rest(0.4)
    straighten(board, "g7", "b").rest(5.0)
    assert board.recorded == ["d4xc5"]
    assert not any(said.startswith("ask") for said in board.all_said)


def test_what_is_held_for_long_was_no_more_joined() -> None:
    board = Board(PAWNS).lift("d4", at=1.0)
    straighten(board, "c5", "u").rest(0.4)
    board.lift("e5", at=board.t).drop("e5", at=board.t + 4.0).rest(5.0)
    assert board.recorded == ["d4xc5"]
    assert not any(said.startswith("ask") for said in board.all_said)


def test_a_turn_stands_once_the_other_player_has_gone_on() -> None:
    board = touched_two(Board(PAWNS), 0.4)
    board.lift("g7", at=board.t + 0.4).drop("g6").lift("b1", at=board.t + 0.4).drop("c3")
    board.rest(5.0)
    assert board.recorded == ["d4xc5", "g7>g6", "Nb1>c3"]


# --- a lone piece ---


@pytest.mark.parametrize("thinks", [1.0, 3.8, 4.2, 6.0, 15.0, 90.0])
def test_a_turn_is_revised_until_the_other_player_touches_a_piece(lay: Lay, thinks: float) -> None:
    board = lay(START)
    assert board.move("e2", "e4").rest(thinks) == ["e2>e4"]
    assert board.move("e4", "e3").rest(1.5) == ["revise e2>e3"]
    board.rest(thinks)
    assert board.move("e3", "e4").rest(1.5) == ["revise e2>e4"]
    assert board.move("b7", "b6").rest(1.5) == ["b7>b6"]
    assert board.move("g1", "f3").rest(thinks) == ["Ng1>f3"]
    assert board.recorded == ["e2>e4", "b7>b6", "Ng1>f3"]


@pytest.mark.parametrize("after", [0.3, 0.6, 1.8])
def test_whoever_replies_at_once_replies_to_the_revised_turn(lay: Lay, after: float) -> None:
    board = lay(START)
    board.move("e2", "e4").rest(6.0)
    board.move("e4", "e3").rest(after)
    board.move("b7", "b6").rest(after)
    board.move("g1", "f3").rest(3.0)
    assert board.recorded == ["e2>e3", "b7>b6", "Ng1>f3"]
    assert not any(said.startswith(("ask", "restore")) for said in board.all_said)


def test_where_the_piece_could_not_have_gone_at_once_it_is_put_back(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e4").rest(6.0)
    assert board.move("e4", "e5").rest(3.0) == ["restore e4 e5"]
    assert board.move("e5", "e4").rest(3.0) == ["restored"]
    assert board.move("b7", "b6").rest(1.5) == ["b7>b6"]


@pytest.mark.parametrize("thinks", [2.0, 6.0, 12.0])
@pytest.mark.parametrize("state", [SquareState.DEAD, SquareState.STUCK])
def test_a_turn_may_be_revised_to_a_square_known_to_be_bad(
    state: SquareState, thinks: float
) -> None:
    board = Board("4k3/p6p/8/8/8/4R3/7P/4K3 w 0 - - -")
    with_bad(board, e6=state).move("e3", "e5").rest(thinks)
    for turn in (None, "a7 a6", "h2 h3", "h7 h6"):
        board.lift("e5") if turn is None else board.move(*turn.split())
        board.rest(4.0)
        answer_all(board, "e6", then=1.0)
    assert board.recorded == ["Re3>e6", "a7>a6", "h2>h3", "h7>h6"]


@pytest.mark.parametrize("thinks", [6.0, 40.0])
def test_what_the_other_player_may_join_he_has_lifted_for_that(thinks: float) -> None:
    # The rook might have gone on to a3, which is known to be dead.
    board = with_bad(Board("3rk3/p6p/8/8/8/3R4/7P/4K3 w 0 - - -"), a3=SquareState.DEAD)
    board.move("d3", "d5").rest(10.0)
    board.lift("d5").rest(thinks)
    board.lift("d8").rest(5.0)
    assert board.drop("d5", "u").rest(3.0)[-1] == "Rd8xRd5"
    assert board.recorded == ["Rd3>d5", "Rd8xRd5"]


@pytest.mark.parametrize("stood", [1.0, 5.0, 15.0])
def test_who_moves_on_what_he_has_just_set_down_is_not_taken_to_answer_an_unseen_turn(
    stood: float,
) -> None:
    # White's pawn might have gone from f2 to f3 meanwhile, both of which are known to be bad.
    plain = TrackerSettings(asks_of_parts=False)
    board = with_bad(Board(START, settings=plain), f2=SquareState.DEAD, f3=SquareState.STUCK)
    board.move("b1", "a3").rest(3.0)
    board.move("e7", "e6").rest(stood)
    board.move("e6", "e5").rest(0.7)
    for turn in ("d2 d4", "h7 h6", "h2 h3", "a7 a6", "c2 c3", "c7 c6", "b2 b3", "b7 b6"):
        board.move(*turn.split()).rest(3.0)
    assert board.recorded[:3] == ["Nb1>a3", "e7>e5", "d2>d4"]


@pytest.mark.parametrize("stood", [5.0, 20.0])
def test_who_answers_an_unseen_turn_is_not_taken_to_think_better_of_his_own(stood: float) -> None:
    # Black's rook has gone from h8 to h5, both of which are known to be bad.
    plain = TrackerSettings(asks_of_parts=False)
    board = Board("4k2r/8/8/8/8/8/8/R3K3 w 0 - - -", settings=plain)
    with_bad(board, h8=SquareState.DEAD, h5=SquareState.DEAD)
    board.move("a1", "a4").rest(stood)
    board.move("a4", "a7").rest(3.0)
    board.move("e8", "d8").rest(3.0)
    board.move("e1", "e2").rest(3.0)
    board.drop("f5", "b").rest(3.0)
    assert board.recorded[:3] == ["Ra1>a4", "Rh8>h5", "Ra4>a7"]
