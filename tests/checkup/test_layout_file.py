"""The file that a check leaves: a square map for the daemon, whole, with the old one kept."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings

from board_daemon.checkup.arrangements import Crossing, StripCourse
from board_daemon.checkup.errors import CheckupError
from board_daemon.checkup.layout_file import read_keys, write_keys
from board_daemon.checkup.wiring_file import checked_keys
from firmware_bridge.square_map import load_square_map
from firmware_bridge.squares import parse_square
from tests.checkup.people import NO_SHRINKING, Board, checked
from tests.checkup.test_solving import courses, crossings

REED = load_square_map("reed-serial")


@pytest.mark.slow
@given(crossings, courses)
@settings(max_examples=8, phases=NO_SHRINKING)
def test_the_daemon_takes_a_checked_board_as_it_really_is(
    tmp_path_factory: pytest.TempPathFactory, crossing: Crossing, course: StripCourse
) -> None:
    dead = parse_square("c4")
    result = checked(Board(crossing.arrangement, course.arrangement, dead=frozenset({dead})))
    path = tmp_path_factory.mktemp("layout") / "layout.yaml"
    keys = checked_keys({"build": "reed-serial"}, result, REED.sensors, REED.leds)
    write_keys(path, keys, "Found by a check.")
    learned = load_square_map("reed-serial", path)
    assert learned.sensors == tuple(crossing.arrangement[square] for square in REED.sensors)
    assert learned.leds == tuple(course.arrangement[square] for square in REED.leds)
    assert learned.dead == {dead}


@pytest.mark.slow
def test_what_was_calibrated_stays_while_the_sensors_lie_as_before() -> None:
    field = {"a1": {"zero": 510.0, "scale": 1.0}}
    kept = checked_keys({"field": field}, checked(Board()), REED.sensors, REED.leds)
    assert kept["field"] == field
    turned = {square: 63 - square for square in range(64)}
    moved = checked_keys({"field": field}, checked(Board(turned)), REED.sensors, REED.leds)
    assert "field" not in moved


@pytest.mark.slow
def test_squares_that_work_again_are_no_longer_dead() -> None:
    keys = checked_keys({"dead": ["a1"]}, checked(Board()), REED.sensors, REED.leds)
    assert "dead" not in keys


def test_the_file_before_is_kept_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "layout.yaml"
    write_keys(path, {"build": "reed-serial"}, "one")
    write_keys(path, {"build": "hall-serial"}, "two")
    assert read_keys(path) == {"build": "hall-serial"}
    assert yaml.safe_load((tmp_path / "layout.yaml.bak").read_text()) == {"build": "reed-serial"}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["layout.yaml", "layout.yaml.bak"]


def test_where_it_cannot_be_written_the_one_before_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "layout.yaml"
    write_keys(path, {"build": "reed-serial"}, "one")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_keys(path, {"build": "hall-serial"}, "two")
    assert read_keys(path) == {"build": "reed-serial"}
    assert [file.name for file in tmp_path.iterdir()] == ["layout.yaml"]


@pytest.mark.parametrize(
    "text", ["a list\n- of: things", "[1, 2]", "{1: 2}", "\t", "dead: [a1]\ndead: [b1]"]
)
def test_a_file_that_is_something_else_is_not_written_over(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.yaml"
    path.write_text(text)
    with pytest.raises(CheckupError, match="expected a layout"):
        read_keys(path)


def test_where_there_is_no_file_yet_nothing_is_known(tmp_path: Path) -> None:
    assert read_keys(tmp_path / "none.yaml") == {}
