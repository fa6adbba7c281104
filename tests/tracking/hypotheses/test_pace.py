"""How long a turn must rest before it is recorded."""

from __future__ import annotations

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.notation import parse_turn
from board_daemon.tracking.events import TurnEvent
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import START, Board
from tests.tracking.playing import perform

SETTINGS = TrackerSettings()
EMPTY = "4k3/8/8/8/8/8/8/{}3K3 w 0 - - -"


def rest_needed(fen: str, turn: str) -> float:
    """Seconds from the last change to the record of a turn played by the convention."""
    board = Board(fen)
    perform(board, parse_turn(parse_fen(fen), turn))
    last = board.t
    board.rest(10.0)
    recorded = next(event for event in board.events if isinstance(event, TurnEvent))
    assert recorded.notation == turn
    return recorded.t - last


@pytest.mark.parametrize(
    ("fen", "turn"),
    [
        pytest.param(START, "Ng1>f3", id="a knight"),
        pytest.param(START, "e2>e4", id="a pawn's two steps"),
        pytest.param("4k3/8/8/8/4P3/8/8/4K3 w 0 - - -", "e4>e5", id="a pawn's one step"),
        pytest.param(START.replace("PPPPPPPP", "PPPP1PPP"), "Ke1>e2", id="a king"),
        pytest.param(EMPTY.format("R"), "Ra1>a8", id="a rook up to the edge"),
        pytest.param("p3k3/8/8/8/8/8/8/R3K3 w 0 - - -", "Ra1>a7", id="a rook up to a piece"),
        pytest.param("p3k3/8/8/8/8/8/8/R3K3 w 0 - - -", "Ra1xa8", id="a new union"),
        pytest.param("4k3/8/8/8/4a3/2N5/8/4K3 w 0 - - -", "Nc3>Pe4>e5", id="a chain's last step"),
        pytest.param("r3k2r/8/8/8/8/8/8/R3K2R w 0 AHah - -", "0-0", id="castling"),
    ],
)
def test_what_nothing_can_extend_is_recorded_soon(fen: str, turn: str) -> None:
    assert rest_needed(fen, turn) == pytest.approx(SETTINGS.settle_final)


@pytest.mark.parametrize(
    ("fen", "turn"),
    [
        pytest.param(START, "e2>e3", id="a pawn that may slide on"),
        pytest.param(EMPTY.format("R"), "Ra1>a4", id="a rook"),
        pytest.param(EMPTY.format("B"), "Ba1>d4", id="a bishop"),
        pytest.param(EMPTY.format("Q"), "Qa1>d4", id="a queen"),
        pytest.param("4k3/8/8/8/8/8/c7/4K3 w 0 - - -", "RPa2>a4", id="a union"),
        pytest.param("4k3/1P6/8/8/8/8/8/4K3 w 0 - - -", "b7>b8=Q", id="a promotion"),
        pytest.param("4k3/8/8/8/c7/8/8/R3K3 w 0 - - -", "Ra1>Ra4>d4", id="a freed rook"),
    ],
)
def test_what_may_go_on_is_recorded_later(fen: str, turn: str) -> None:
    assert rest_needed(fen, turn) == pytest.approx(SETTINGS.settle)


def test_a_rook_that_may_castle_is_given_time() -> None:
    may, may_not = "4k3/8/8/8/8/8/8/4K2R w 0 H - -", "4k3/8/8/8/8/8/8/4K2R w 0 - - -"
    assert rest_needed(may, "Rh1>f1") > rest_needed(may_not, "Rh1>f1")
