"""What the lights mean, told with the very lights of the board."""

from __future__ import annotations

import pytest

from board_daemon.lights.legend import legend
from board_daemon.lights.palette import PALETTES, STANDARD, PaletteName
from board_daemon.lights.roles import Role
from board_daemon.lights.signal import Signal, signals_for
from tests.lights.views import EVERYTHING


def test_every_role_is_explained() -> None:
    assert {entry.role for entry in legend(STANDARD)} == set(Role)
    meanings = [entry.meaning for entry in legend(STANDARD)]
    assert len(meanings) == len(set(meanings))


@pytest.mark.parametrize("name", PaletteName)
def test_the_legend_has_the_colours_and_kinds_of_motion_of_the_board(name: PaletteName) -> None:
    palette = PALETTES[name]
    explained = {kind_of(light) for entry in legend(palette) for light in entry.lights}
    lit = {kind_of(light) for view in EVERYTHING for light in signals_for(view, palette).values()}
    assert lit <= explained


def kind_of(signal: Signal) -> tuple[object, ...]:
    """Its colours and motions, wherever on its way a light may be."""
    return tuple((layer.color, type(layer.motion)) for layer in signal)


def test_what_walks_is_shown_on_its_way_and_each_piece_of_a_promotion_by_itself() -> None:
    lights = {entry.meaning: entry.lights for entry in legend(STANDARD)}
    for meaning in ("sako", "takeover", "promotion", "piece", "code"):
        assert len(set(lights[meaning])) == len(lights[meaning]) > 1
    assert lights["fix-away"] != lights["fix-here"]
