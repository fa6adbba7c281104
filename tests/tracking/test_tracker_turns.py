"""Turns played by the convention, in every order in which hands can do it."""

from __future__ import annotations

import pytest

from board_daemon.rules.ends import resignation
from board_daemon.rules.pieces import Color
from tests.tracking.board import START, Board, Lay

UNION = "4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -"
CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w 0 AHah - -"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w 1 - d6 -"
EN_PASSANT_OF_A_UNION = "4k3/8/8/3dP3/8/8/8/4K3 w 1 - d6 -"


def acted(board: Board, acts: str) -> Board:
    """Do acts written as `-e2` (lift) and `+e4w` (set a white piece down on an empty square)."""
    for act in acts.split():
        square, what = act[1:3], act[3:]
        if act[0] == "-":
            board.lift(square)
        elif board.standing(square) == ".":
            board.drop(square, what)
        else:
            board.slip(square, what)
    return board


# --- one piece ---


def test_a_piece_lifted_and_set_down_elsewhere_is_a_turn(lay: Lay) -> None:
    assert lay(START).lift("e2").drop("e4").rest() == ["e2>e4"]


def test_turns_follow_one_another(lay: Lay) -> None:
    board = lay(START)
    assert board.move("e2", "e4").rest() == ["e2>e4"]
    assert board.move("g8", "f6").rest() == ["Ng8>f6"]
    assert board.move("e4", "e5").rest() == ["e4>e5"]


def test_a_recorded_turn_says_no_more(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e4").rest()
    assert board.rest(3600.0) == []


def test_a_union_is_moved_as_one(lay: Lay) -> None:
    assert lay("4k3/8/8/8/8/8/3d4/4K3 w 3 - - -").move("d2", "f3").rest() == ["NPd2>f3"]


# --- a new union ---


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param("-e4 -d5 +d5u", id="own piece lifted first"),
        pytest.param("-d5 -e4 +d5u", id="partner lifted first"),
        pytest.param("-e4 -d5 +d5w +d5u", id="set down one after the other"),
        pytest.param("-d5 -e4 +d5b +d5u", id="partner back before the own piece joins"),
        pytest.param("-d5 +d5b -e4 -d5 +d5u", id="partner adjusted before"),
    ],
)
def test_a_partner_that_is_lifted_and_joined_makes_a_union(lay: Lay, acts: str) -> None:
    assert acted(lay(UNION), acts).rest() == ["e4xd5"]


# --- castling ---


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param("-e1 +g1w -h1 +f1w", id="king first"),
        pytest.param("-h1 +f1w -e1 +g1w", id="rook first"),
        pytest.param("-e1 -h1 +f1w +g1w", id="both at once, rook down first"),
        pytest.param("-h1 -e1 +g1w +f1w", id="both at once, king down first"),
    ],
)
def test_king_and_rook_castle_in_any_order(lay: Lay, acts: str) -> None:
    assert acted(lay(CASTLING), acts).rest() == ["0-0"]


def test_castling_to_the_queens_side(lay: Lay) -> None:
    assert acted(lay(CASTLING), "-e1 +c1w -a1 +d1w").rest() == ["0-0-0"]


def test_a_rook_castles_with_its_partner(lay: Lay) -> None:
    board = lay("4k3/8/8/8/8/8/8/4K2I w 0 H - -")
    assert acted(board, "-e1 +g1w -h1 +f1u").rest() == ["0-0"]


@pytest.mark.slow
def test_a_rook_that_came_to_rest_is_a_turn_until_the_king_follows(lay: Lay) -> None:
    board = lay(CASTLING)
    assert board.move("h1", "f1").rest(5.0) == ["Rh1>f1"]
    assert board.move("e1", "g1").rest() == ["revise 0-0"]
    assert board.recorded == ["0-0"]


@pytest.mark.parametrize(
    "acts", ["-e1 +g1w -h1", "-e1 +g1w", "-h1 -e1 +f1w", "-e1 +c1w", "-e1 +c1w -a1"]
)
def test_castling_half_done_is_no_mistake_however_long_it_stands_so(lay: Lay, acts: str) -> None:
    board = acted(lay(CASTLING), acts)
    assert board.rest(3600.0) == []
    assert board.state == "HANDLING"


@pytest.mark.parametrize(
    ("begun", "rest", "turn"),
    [
        ("-e1 +g1w", "-h1 +f1w", "0-0"),
        ("-h1 -e1 +f1w", "+g1w", "0-0"),
        ("-h1 -e1 +g1w", "+f1w", "0-0"),
        ("-e1 +c1w", "-a1 +d1w", "0-0-0"),
    ],
)
def test_castling_half_done_is_finished_after_any_rest(
    lay: Lay, begun: str, rest: str, turn: str
) -> None:
    board = acted(lay(CASTLING), begun)
    board.rest(60.0)
    assert acted(board, rest).rest() == [turn]


def test_a_king_who_stands_between_may_go_home_again(lay: Lay) -> None:
    board = lay(CASTLING).move("e1", "g1")
    board.rest(60.0)
    assert board.move("g1", "e1").rest(3.0) == []
    assert board.move("a2", "a3").rest() == ["a2>a3"]


def test_only_what_else_is_moved_beside_half_a_castling_is_to_be_put_right(lay: Lay) -> None:
    board = lay(CASTLING).move("e1", "g1")
    board.rest(10.0)
    assert board.move("a7", "a6").rest(10.0) == ["restore e1 g1 a6 a7"]
    assert board.move("a6", "a7").rest(3.0) == ["restored"]
    assert board.move("h1", "f1").rest(3.0) == ["0-0"]


def test_a_king_two_squares_off_without_the_right_to_castle_is_wrong_at_once(lay: Lay) -> None:
    board = lay(CASTLING.replace("AHah", "Aah"))
    assert board.move("e1", "g1").rest(1.3) == ["restore e1 g1"]


def test_castling_may_begin_before_a_chain_is_over_that_was_taken_for_another_turn(
    lay: Lay,
) -> None:
    # The freed pawn goes first: to a reed that looks as if the union had moved.
    board = lay("r3k3/8/8/8/8/2a5/8/1N2K3 w 0 a - -").lift("c3").drop("c4", "w")
    board.rest(0.5)
    board.lift("b1").lift("e8", at=board.t + 1.0).drop("c3", "u").rest(1.5)
    board.drop("c8", "b").rest(3.0)
    board.move("a8", "d8").rest()
    assert board.recorded == ["Nb1>Pc3>c4", "0-0-0"]
    assert not any(line.startswith("restore") for line in board.all_said)


# --- en passant ---


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param("-e5 -d5 +d6u", id="own pawn lifted first"),
        pytest.param("-d5 -e5 +d6u", id="partner lifted first"),
        pytest.param("-d5 +d6b -e5 +d6u", id="partner drawn back first"),
        pytest.param("-e5 -d5 +d6b +d6u", id="partner drawn back while the own pawn is in hand"),
        pytest.param("-e5 +d6w -d5 +d6u", id="own pawn set down first"),
        pytest.param("-e5 -d5 +d6w +d6u", id="own pawn set down while the partner is in hand"),
    ],
)
def test_pawns_unite_en_passant_in_any_order(lay: Lay, acts: str) -> None:
    assert acted(lay(EN_PASSANT), acts).rest() == ["e5>d6"]


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param("-e5 -d5 +d6u +f7w", id="own pawn lifted first"),
        pytest.param("-d5 -e5 +d6u +f7w", id="union lifted first"),
        pytest.param("-d5 +f7w -e5 +d6u", id="freed piece set down first"),
        pytest.param("-d5 +d6u -e5 +d6u +f7w", id="union drawn back first"),
        pytest.param("-e5 -d5 +f7w +d6u", id="union set down last"),
    ],
)
def test_a_union_is_entered_en_passant_in_any_order(lay: Lay, acts: str) -> None:
    assert acted(lay(EN_PASSANT_OF_A_UNION), acts).rest() == ["e5>Nd6>f7"]


@pytest.mark.parametrize(
    "acts", ["-e5 +d6w", "-d5 +d6b", pytest.param("-e5 +d6w -d5", id="victim in the air")]
)
@pytest.mark.parametrize("fen", [EN_PASSANT, EN_PASSANT_OF_A_UNION], ids=["pawn", "union"])
def test_a_union_en_passant_half_done_is_no_mistake(lay: Lay, fen: str, acts: str) -> None:
    board = acted(lay(fen), acts)
    assert not any(said.startswith("restore") for said in board.rest(60.0))


PASSING_BY = "4k3/8/8/8/4p3/8/3P4/4K3 w 0 - - -"


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        (0.0, ["d2>d4", "e4>d3"]),
        (0.2, ["d2>d4", "e4>d3"]),
        (2.0, ["d2>d4", "e4>d3"]),
        (3.2, ["d2>d4", "restore d3 d4 e4"]),  # It may have been drawn back by either.
        (5.0, ["d2>d4", "revise d2>d3", "e4xd3"]),
        (9.0, ["d2>d4", "revise d2>d3", "e4xd3"]),
    ],
)
def test_how_soon_a_pawn_that_was_drawn_back_is_joined_tells_whether_it_made_two_steps(
    lay: Lay, rest: float, said: list[str]
) -> None:
    board = lay(PASSING_BY)
    board.move("d2", "d4").rest()
    board.move("d4", "d3").rest(rest)
    board.lift("e4").lift("d3").drop("d3", "u").rest(2.0)
    assert board.all_said == said


@pytest.mark.parametrize("rest", [0.1, 0.4, 0.8])
def test_a_pawn_slipped_in_beside_the_one_that_was_drawn_back_has_joined_it_en_passant(
    rest: float,
) -> None:
    board = Board(PASSING_BY).move("d2", "d4")
    board.rest(1.0)
    board.lift("d4").drop("d3", at=board.t + 0.8).lift("e4", at=board.t + rest).rest(2.0)
    board.move("e1", "e2").rest(3.0)
    assert board.recorded == ["d2>d4", "e4>d3", "Ke1>e2"]


@pytest.mark.parametrize("pawn_first", [True, False])
@pytest.mark.parametrize("rest", [0.2, 1.0, 5.0])
def test_a_pawn_drawn_back_while_the_other_one_is_in_hand_has_made_two_steps(
    lay: Lay, rest: float, pawn_first: bool
) -> None:
    board = lay(PASSING_BY).move("d2", "d4")
    board.rest(rest)
    first, second = ("e4", "d4") if pawn_first else ("d4", "e4")
    board.lift(first).lift(second).drop("d3", "u").rest(2.0)
    assert board.all_said == ["d2>d4", "e4>d3"]


@pytest.mark.parametrize("rest", [0.2, 0.4, 1.0, 5.0])
@pytest.mark.parametrize(("start", "end", "reply"), [("e8", "e7", "Ke8>e7"), ("e4", "e3", "e4>e3")])
def test_a_pawn_drawn_back_and_not_joined_en_passant_has_made_one_step(
    lay: Lay, rest: float, start: str, end: str, reply: str
) -> None:
    board = lay(PASSING_BY)
    board.move("d2", "d4").rest()
    board.move("d4", "d3").rest(rest)
    board.move(start, end).rest(3.0)
    assert board.recorded == ["d2>d3", reply]


@pytest.mark.parametrize(
    ("start", "end", "wrong"),
    [("e8", "e6", "e6 e8"), ("h7", "g5", "g5 h7")],
)
def test_after_a_pawn_was_drawn_back_only_the_wrong_move_is_to_be_put_right(
    lay: Lay, start: str, end: str, wrong: str
) -> None:
    board = lay("4k3/7p/8/8/4p3/8/3P3P/4K3 w 0 - - -")
    board.move("d2", "d4").rest(1.0)
    board.move("d4", "d3").rest(3.0)
    assert board.move(start, end).rest(6.0) == ["revise d2>d3", f"restore {wrong}"]
    assert board.move(end, start).rest(4.0) == ["restored"]
    assert board.move("h7", "h6").rest(3.0) == ["h7>h6"]


def test_a_pawn_drawn_back_before_the_game_ends_has_made_one_step(lay: Lay) -> None:
    board = lay(PASSING_BY)
    board.move("d2", "d4").rest(1.0)
    board.move("d4", "d3").rest(3.0)
    board.events += board.tracker.end(board.t, resignation(Color.BLACK))
    assert board.recorded == ["d2>d3"]
    board.events += board.tracker.go_on(board.t)
    assert board.move("e8", "e7").rest(3.0)[-1] == "Ke8>e7"
    assert board.recorded == ["d2>d3", "Ke8>e7"]


def test_a_pawn_drawn_back_has_made_one_step_though_the_game_ends_in_a_correction(
    lay: Lay,
) -> None:
    board = lay("4k3/7p/8/8/4p3/8/3P3P/4K3 w 0 - - -")
    board.move("d2", "d4").rest(1.0)
    board.move("d4", "d3").rest(3.0)
    assert board.move("h7", "g5").rest(6.0) == ["revise d2>d3", "restore g5 h7"]
    board.move("g5", "h7").rest(0.2)
    board.events += board.tracker.end(board.t, resignation(Color.BLACK))
    assert board.recorded == ["d2>d3"]


def test_a_pawn_that_just_walks_by_is_no_en_passant(lay: Lay) -> None:
    assert lay(EN_PASSANT).move("e5", "e6").rest() == ["e5>e6"]
