"""Pieces that are away for long while play goes on: knocked over, or straightened by and by."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay
from tests.tracking.playing import see
from tests.tracking.polled import with_bad

pytestmark = pytest.mark.usefixtures("with_and_without_parts")

KNOCKED = "rnbqk1nr/pppp1ppp/4p3/8/8/E4N2/1PPPPPPP/RNBQKB1R w 0 AHah - -"
STRAIGHTENED = "r1bqkbnr/2ppppp1/8/pp5p/1n2P2P/3PB3/PPP1QPP1/RN2KBNR w 12 AHah - -"
SET_BACK = "4i3/1p1rk3/a2cpsn1/E1Pa2ap/1w2qp2/2N2PR1/6P1/4KBN1 b 8 - - -"


@pytest.mark.slow
def test_a_long_story_is_believed_in_which_three_pieces_were_knocked_over(lay: Lay) -> None:
    board = see(
        lay(KNOCKED),
        "1.14:b1:. 1.26:a3:. 1.38:a3:u 1.72:e6:. 1.78:a4:w 2.78:e5:b 2.99:c7:. 3.01:d7:. 3.08:f7:."
        " 3.19:g2:. 3.38:g4:w 3.41:f7:b 5.48:d7:b 7.18:c7:b 7.38:b7:. 7.89:b5:b 8.07:b2:."
        " 8.49:a3:. 8.67:c4:u 8.72:b2:w 10.27:b5:. 10.31:a4:. 10.59:a4:u 12.85:a1:. 12.86:a4:."
        " 13.06:a4:u 13.72:a5:w",
    )
    board.rest(2.0)
    turns = ["Nb1>Pa3>a4", "e6>e5", "g2>g4", "b7>b5", "NBa3>c4", "b5xa4", "Ra1>Pa4>a5"]
    assert board.recorded == turns


def test_what_is_away_throughout_a_turn_is_charged_to_one_turn_alone() -> None:
    # White straightens a2 and a1 while Black replies, and he himself moves his bishop on.
    board = with_bad(Board(STRAIGHTENED), c1=SquareState.STUCK)
    see(
        board,
        "1.16:e3:. 1.48:d2:w 1.58:a2:. 1.69:a1:. 3.98:d7:. 4.61:d2:. 4.84:d5:b 5.11:a2:w"
        " 6.56:a1:w 8.00:f4:w",
    )
    board.rest(3.0)
    assert board.recorded == ["Be3>d2", "d7>d5", "Bd2>f4"]


def test_a_freed_piece_that_waits_at_home_may_go_on_whatever_was_straightened_meanwhile() -> None:
    board = Board(SET_BACK, SensorKind.COLOUR)
    see(board, "1.0:e4:. 1.66:d5:. 2.02:d5:u 2.59:e4:b 2.9:f6:. 6.6:f6:u 9.08:e4:. 9.96:d4:b")
    assert board.rest(3.0) == ["ask d5"]
    assert board.touch("d5").rest(3.0)[0] == "Qe4>Pd5>d4"
