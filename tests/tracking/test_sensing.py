"""From readings to contents, for each kind of sensor."""

from __future__ import annotations

import pytest

from board_daemon.tracking.contents import HIDDEN, SOMEBODY, Content
from board_daemon.tracking.sensing import model_for
from firmware_bridge.frames import SensorKind
from tests.tracking.board import SENSORS, reading

KINDS = {".": Content.EMPTY, "w": Content.WHITE, "b": Content.BLACK, "u": Content.UNION}
CONTENTS = pytest.mark.parametrize("letter", KINDS)


@pytest.mark.parametrize("kind", SENSORS)
@CONTENTS
def test_what_stands_there_is_among_what_may_stand_there(kind: SensorKind, letter: str) -> None:
    assert KINDS[letter] & model_for(kind).contents(reading(kind, letter))


@pytest.mark.parametrize("kind", SENSORS)
@CONTENTS
def test_what_a_content_looks_like_includes_it(kind: SensorKind, letter: str) -> None:
    assert KINDS[letter] & model_for(kind).looks_like(KINDS[letter])


def test_a_reed_tells_nobody_from_somebody() -> None:
    model = model_for(SensorKind.PRESENCE)
    assert model.contents(0) == Content.EMPTY
    assert model.contents(1) == SOMEBODY
    assert model.looks_like(Content.UNION) == model.looks_like(Content.WHITE) == SOMEBODY
    assert model.looks_like(Content.EMPTY) == Content.EMPTY


@CONTENTS
def test_a_colour_sensor_tells_all_four_apart(letter: str) -> None:
    model = model_for(SensorKind.COLOUR)
    assert model.contents(letter) == model.looks_like(KINDS[letter]) == KINDS[letter]


@CONTENTS
def test_three_axes_tell_all_four_apart(letter: str) -> None:
    field = model_for(SensorKind.FIELD)
    assert field.contents(reading(SensorKind.FIELD, letter)) == KINDS[letter]


@pytest.mark.parametrize(
    ("millitesla", "content"),
    [
        (50.0, Content.WHITE),
        (30.0, Content.WHITE),
        (-50.0, Content.BLACK),
        (-30.0, Content.BLACK),
        (10.0, Content.UNION),
        (-10.0, Content.UNION),
        (0.0, Content.EMPTY | Content.UNION),
        (1.0, Content.EMPTY | Content.UNION),
    ],
)
def test_one_axis_tells_colours_and_lets_a_union_hide_as_nobody(
    millitesla: float, content: Content
) -> None:
    field = model_for(SensorKind.FIELD)
    assert field.contents(millitesla) & content == content
    assert field.contents((millitesla,)) == field.contents(millitesla)


@pytest.mark.parametrize("millitesla", range(15, 101, 5))
def test_one_axis_never_takes_one_colour_for_the_other(millitesla: int) -> None:
    field = model_for(SensorKind.FIELD)
    assert not field.contents(float(millitesla)) & Content.BLACK
    assert not field.contents(float(-millitesla)) & Content.WHITE


@pytest.mark.parametrize("millitesla", [2.5, -3.1])
def test_a_field_that_drifts_between_nobody_and_a_union_is_what_it_was(millitesla: float) -> None:
    field = model_for(SensorKind.FIELD)
    assert field.contents(millitesla, HIDDEN) == HIDDEN
    assert field.contents(millitesla, Content.UNION) == Content.UNION


def test_a_field_near_zero_that_jumps_was_moved_by_a_hand() -> None:
    field = model_for(SensorKind.FIELD)
    assert field.jumps(1.6, 0.1)
    assert not field.jumps(0.9, 0.1)
    # Where the look has changed as well, that says enough.
    assert not field.jumps(50.0, 0.1)
    assert not field.jumps((1.0, 2.0, 3.0), (4.0, 2.0, 0.0))
    assert not model_for(SensorKind.PRESENCE).jumps(0, 1)
