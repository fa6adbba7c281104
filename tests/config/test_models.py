from __future__ import annotations

from datetime import time

import pytest
from pydantic import ValidationError

from board_daemon.config.models import (
    Config,
    LightsConfig,
    NightConfig,
    TrackingConfig,
    WebConfig,
)
from board_daemon.lights.frame import LightSettings
from board_daemon.lights.palette import RED_GREEN
from board_daemon.tracking.settings import TrackerSettings
from tests.config.conftest import Load


def test_defaults_are_those_of_the_tracker_and_of_the_lights() -> None:
    assert Config().tracking.tracker_settings() == TrackerSettings()
    assert Config().lights.light_settings(time(12)) == LightSettings()


def test_every_default_lies_in_its_own_range() -> None:
    assert Config.model_validate({"web": {"port": 8064}}) == Config()


@pytest.mark.parametrize("key", TrackingConfig.model_fields)
def test_every_key_of_tracking_reaches_the_tracker(load: Load, key: str) -> None:
    is_bool = isinstance(getattr(TrackerSettings(), key), bool)
    other = "no" if is_bool else "150 ms" if key == "debounce" else "900 ms"
    later = "" if key != "settle_final" else "\n  settle: 900 ms"
    tracking = load(f"tracking:\n  {key}: {other}{later}").tracking
    settings = tracking.tracker_settings()
    assert getattr(settings, key) == getattr(tracking, key) != getattr(TrackerSettings(), key)


def test_every_key_of_lights_reaches_the_lights(load: Load) -> None:
    lights = load(
        "lights: {palette: red-green, brightness: 20 %, gamma: 3, max_current: 500 mA,"
        " night: {start: 22:00, end: 6:00, level: 10 %}}"
    ).lights
    assert lights.light_settings(time(23)) == LightSettings(
        palette=RED_GREEN, brightness=0.2, night=0.1, gamma=3, max_current=500
    )


@pytest.mark.parametrize(
    "values", ["gamma: 1, max_current: 128 mA, brightness: 0", "gamma: 4, max_current: 10 A"]
)
def test_the_ends_of_the_ranges_are_good_for_the_lights(load: Load, values: str) -> None:
    load(f"lights: {{{values}}}").lights.light_settings(time(0))


@pytest.mark.parametrize(
    ("start", "end", "at", "is_night"),
    [
        (time(21), time(7), time(20, 59, 59), False),
        (time(21), time(7), time(21), True),
        (time(21), time(7), time(0), True),
        (time(21), time(7), time(6, 59, 59), True),
        (time(21), time(7), time(7), False),
        (time(1), time(5), time(0, 59), False),
        (time(1), time(5), time(1), True),
        (time(1), time(5), time(5), False),
    ],
)
def test_night_may_go_past_midnight(start: time, end: time, at: time, is_night: bool) -> None:
    night = NightConfig(start=start, end=end)
    assert night.covers(at) == is_night
    dimmed = LightsConfig(night=night).light_settings(at).night
    assert dimmed == (night.level if is_night else 1.0)


def test_nothing_can_be_changed_once_it_is_read() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Config().web.port = 80


def test_sections_can_be_made_in_code_too() -> None:
    assert WebConfig(port=0, hosts=("Paco.local",)).hosts == ("paco.local",)
    with pytest.raises(ValidationError, match="expected a port from 0 to 65535"):
        WebConfig(port=-1)
