"""Replies en passant, and to two steps of a pawn, that begin before those are over."""

from __future__ import annotations

import pytest

from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay
from tests.tracking.polled import answer_all


def test_a_double_step_taken_over_en_passant_at_once_is_no_single_step() -> None:
    # The union slides by way of d3, and is drawn back there before it has stood for long.
    start = "4k3/8/8/8/2p5/8/3F4/4K3 w 0 - - -"
    board = Board(start, SensorKind.COLOUR).lift("d2").slide("d3", "d4", over=0.17)
    board.lift("d4", at=board.t + 0.2).lift("c4", at=board.t + 1.4).drop("d3", "u")
    board.drop("b3", "b").rest(3.0)
    assert board.recorded == ["PQd2>d4", "c4>Qd3>b3"]


def test_the_reply_may_begin_before_a_pawn_that_was_just_moved_is_joined_en_passant(
    sensor: SensorKind,
) -> None:
    # Its pawn is drawn back a moment before the other one is taken up.
    board = Board("4k3/4p1p1/8/3P4/8/8/8/4K3 b 0 - - -", sensor).move("e7", "e5")
    board.lift("e5", at=board.t + 0.26).lift("d5", at=board.t + 0.02)
    board.lift("g7", at=board.t + 0.64).drop("e6", "u", at=board.t + 0.09)
    board.drop("g5", "b", at=board.t + 1.2).rest(3.0)
    assert board.recorded == ["e7>e5", "d5>e6", "g7>g5"]


def test_two_single_steps_that_run_into_each_other_are_told_from_double_steps_by_asking(
    sensor: SensorKind,
) -> None:
    board = Board("4k3/5p2/8/8/8/8/3P4/4K3 w 0 - - -", sensor).lift("d2")
    board.lift("f7", at=board.t + 2.0).drop("d3", "w", at=board.t + 0.1)
    board.lift("d3", at=board.t + 1.07).drop("f6", "b", at=board.t + 0.15)
    board.lift("f6", at=board.t + 0.27).drop("d4", "w", at=board.t + 0.04)
    assert board.drop("f5", "b", at=board.t + 1.4).rest(3.0) == ["part d4"]
    assert board.touch("e8", at=board.t + 3.0).rest(2.0)[-4:] == [
        "d2>d3", "f7>f6", "d3>d4", "f6>f5",
    ]  # fmt: skip


def test_a_pawn_set_back_long_before_it_is_joined_was_not_drawn_back_en_passant() -> None:
    # White thinks better of two steps; Black makes another move first, and takes that back.
    board = Board("4k3/p5p1/8/8/6p1/8/P6P/4K3 w 0 - - -").move("h2", "h4")
    board.rest(2.0)
    board.lift("h4").drop("h3", "w", at=board.t + 1.3).rest(6.0)
    board.move("g7", "g6").rest(3.0)
    board.lift("g6").drop("g7", "b", at=board.t + 1.3)
    board.lift("g4", at=board.t + 0.8).lift("h3", at=board.t + 0.7)
    board.drop("h3", "u", at=board.t + 0.7).rest(4.0)
    board.move("a2", "a3").rest(2.0)
    assert board.recorded == ["h2>h3", "g4xh3", "a2>a3"]


def test_a_pawn_that_is_put_right_by_two_steps_may_be_joined_en_passant_at_once(
    lay: Lay,
) -> None:
    board = lay("4k3/8/8/8/1p6/8/P7/4K3 w 0 - - -").move("a2", "c3")
    assert board.rest(2.0) == ["restore a2 c3"]
    board.lift("c3").drop("a4")
    # The other player has lifted his own first.
    board.lift("b4", at=board.t + 0.25).lift("a4").drop("a3", "u").rest(3.0)
    assert "a2>a3" not in board.recorded
    answer_all(board, "a4")
    assert board.recorded == ["a2>a4", "b4>a3"]


def test_a_piece_freed_en_passant_and_set_down_wrongly_makes_no_one_step_of_the_two() -> None:
    # The union is drawn back at once, and the bishop that the pawn frees is set down on d1.
    start = "1rq1S1nr/1p1nk3/p2pp1pp/5p2/P1p1Q2P/5P1R/1PPE2P1/RNB1KBN1 w 8 A - -"
    board = Board(start, SensorKind.COLOUR).move("d2", "d4")
    board.lift("d4", at=board.t + 0.1).lift("c4", at=board.t + 0.6).drop("d3", "u")
    assert board.drop("d1", "b", at=board.t + 1.2).rest(3.0) == ["restore d1 d2 d3 c4"]


def test_a_reply_en_passant_may_begin_before_the_two_steps_are_over(sensor: SensorKind) -> None:
    # White has his pawn on c6 before Black's is drawn back from c5, which had just arrived there.
    board = Board("4k3/2p5/8/1P6/8/8/8/4K3 b 0 - - -", sensor)
    t = board.t + 1.0
    board.lift("c7", at=t).lift("b5", at=t + 1.0).drop("c5", "b", at=t + 1.27)
    board.drop("c6", "w", at=t + 1.6).lift("c5", at=t + 1.75).lift("c6", at=t + 1.93)
    board.drop("c6", "u", at=t + 2.07).rest(2.0)
    assert board.recorded == ["c7>c5", "b5>c6"]


@pytest.mark.parametrize("stood", [0.4, 1.0, 2.0])
@pytest.mark.parametrize("held", [0.5, 3.0, 6.0])
def test_who_lifts_his_pawn_before_two_steps_are_over_draws_the_other_one_back_himself(
    lay: Lay, stood: float, held: float
) -> None:
    board = lay("4k3/8/8/8/7p/8/6P1/4K3 w 0 - - -").lift("g2")
    board.lift("h4", at=board.t + 0.1).drop("g4", "w", at=board.t + 0.3)
    board.lift("g4", at=board.t + stood).drop("g3", "w", at=board.t + 0.8)
    board.lift("g3", at=board.t + 0.8).drop("g3", "u", at=board.t + held).rest(6.0)
    assert board.recorded == ["g2>g4", "h4>g3"]


@pytest.mark.parametrize("held", [0.5, 1.6, 5.0])
@pytest.mark.parametrize(
    ("stood", "said"),
    [
        (1.7, ["d7>d5", "c5>d6"]),
        (2.9, ["d7>d5", "c5>d6"]),
        (4.0, ["d7>d5", "restore c5 d5 d6"]),
        (6.0, ["d7>d5", "revise d7>d6", "c5xd6"]),
    ],
)
def test_who_takes_his_own_pawn_up_soon_has_drawn_the_other_one_back_himself(
    lay: Lay, stood: float, said: list[str], held: float
) -> None:
    board = lay("rnbqkbnr/pppp1ppp/4p3/2P5/8/8/PP1PPPPP/RNBQKBNR b 1 AHah - -").move("d7", "d5")
    board.rest(1.8)
    board.lift("d5").drop("d6", "b", at=board.t + 1.0)
    board.lift("c5", at=board.t + stood).lift("d6", at=board.t + 0.2)
    board.drop("d6", "u", at=board.t + held)
    board.rest(3.0)
    # Black may have thought better of two steps; that White then joins just this pawn were chance.
    assert board.all_said == said


def test_nobody_sets_what_he_joins_down_elsewhere_first(lay: Lay) -> None:
    # White goes on to two steps, and Black joins his pawn en passant at once; or Black has lifted
    # it, set it down in front of its square, and joined it where it had stood. All looks the same.
    board = lay("4k3/7p/8/8/5p2/8/6P1/4K3 w 0 - - -").move("g2", "g3")
    board.rest(4.0)
    board.touch("h7").lift("g3").drop("g4", "w", at=board.t + 1.0)
    board.lift("f4", at=board.t + 0.5).drop("f4", at=board.t + 0.57)
    board.lift("g4", at=board.t + 0.4).lift("f4", at=board.t + 0.36)
    board.drop("g3", "u", at=board.t + 0.9).rest(5.0)
    assert board.recorded == ["g2>g3"]
    assert board.all_said[-1].startswith("restore ")
    assert "f4" in board.all_said[-1]
