"""Whether an interrupted game goes on, by what its board reads at the next start."""

from __future__ import annotations

import pytest

from board_daemon.game.resuming import is_set_up_anew
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.position import Position
from board_daemon.tracking.seeing.contents import contents_of
from firmware_bridge.frames import SensorFrame, SensorKind
from tests.tracking.board import LETTERS, reading

LEFT = parse_fen("rnbqkbnr/ppp1pppp/8/3a4/8/8/PPPP1PPP/RNBQKBNR b 0 AHah - -")


def read(position: Position, strength: float) -> SensorFrame:
    """The whole board, with magnets so many times as strong as usual."""
    usual = (reading(SensorKind.FIELD, LETTERS[content]) for content in contents_of(position))
    fields = (
        tuple(strength * value for value in axes) for axes in usual if isinstance(axes, tuple)
    )
    return SensorFrame(0.0, dict(enumerate(fields)))


@pytest.mark.parametrize("strength", [1.0, 0.04, -1.0])
def test_all_at_home_again_is_a_new_game_whatever_the_magnets(strength: float) -> None:
    assert is_set_up_anew(LEFT, SensorKind.FIELD, read(Position.start(), strength))
    assert not is_set_up_anew(LEFT, SensorKind.FIELD, read(LEFT, strength))
