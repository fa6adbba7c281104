"""The table by which a virtual sensor feels a magnet."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.magnet_field import field_beside


def test_straight_below_there_is_only_the_axial_field() -> None:
    field = field_beside(0)
    assert field.up == pytest.approx(69, abs=1)
    assert field.outward == 0


def test_beside_the_magnet_the_axial_field_turns_over_and_fades() -> None:
    assert field_beside(5).up > 30
    assert field_beside(15).up < 0
    assert -0.3 < field_beside(50).up < 0


@given(st.floats(0, 200))
def test_between_two_distances_the_field_lies_between_theirs(distance: float) -> None:
    below, above = field_beside(math.floor(distance)), field_beside(math.floor(distance) + 1)
    between = field_beside(distance)
    for one, other, seen in zip(below, above, between, strict=True):
        assert min(one, other) - 1e-9 <= seen <= max(one, other) + 1e-9


def test_beyond_the_table_there_is_no_field() -> None:
    assert field_beside(500) == (0, 0)
