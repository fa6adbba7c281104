"""Square maps: the packaged builds, what was learned of a board, and what is wrong with a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.frames import SensorKind
from firmware_bridge.square_map import Build, Sensor, SquareMapError, load_square_map
from firmware_bridge.squares import parse_square


def learned(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "layout.yaml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("build", list(Build))
def test_every_packaged_build_loads(build: Build) -> None:
    squares = load_square_map(build)
    assert squares.build == build
    assert sorted(squares.sensors) == sorted(squares.leds) == list(range(64))
    assert squares.bridge == build.rpartition("-")[2]
    assert (squares.gpio is not None) == (build == Build.REED_GPIO)


FIELD = "hall: {zero: 512, millitesla_per_step: 0.195}\n"
"""A Hall board without a threshold."""


def test_reeds_tell_somebody_from_nobody() -> None:
    reed = load_square_map("reed-serial")
    assert (reed.sensor, reed.sensor_kind) == (Sensor.REED, SensorKind.PRESENCE)
    assert [reed.reading(0, 0), reed.reading(0, 1)] == [0, 1]
    with pytest.raises(SquareMapError, match="expected a build with Hall sensors, saw reed"):
        reed.millitesla(0, 1)


def test_with_a_threshold_hall_sensors_tell_somebody_from_nobody_whatever_the_pole() -> None:
    hall = load_square_map("hall-serial")
    assert (hall.sensor, hall.sensor_kind) == (Sensor.HALL, SensorKind.PRESENCE)
    # 2.0 mT are a little more than ten steps.
    assert [hall.reading(5, raw) for raw in (512, 522, 523, 501, 502)] == [0, 0, 1, 1, 0]
    assert hall.millitesla(5, 523) == 2.1


def test_a_square_that_reads_somebody_is_empty_again_only_well_below_the_threshold() -> None:
    hall = load_square_map("hall-serial")
    assert [hall.reading(5, raw, before=1) for raw in (521, 520, 519, 504, 505)] == [1, 1, 0, 1, 0]
    assert [hall.reading(5, raw, before=0) for raw in (521, 520, 519)] == [0, 0, 0]


def test_without_a_threshold_hall_sensors_tell_the_field(tmp_path: Path) -> None:
    hall = load_square_map("hall-serial", learned(tmp_path, FIELD))
    assert hall.sensor_kind == SensorKind.FIELD
    assert [hall.reading(5, 512), hall.reading(5, 612), hall.reading(5, 412)] == [0.0, 19.5, -19.5]


def test_a_threshold_that_was_learned_is_the_one_that_counts(tmp_path: Path) -> None:
    text = "hall: {zero: 512, millitesla_per_step: 0.195, threshold: 5}"
    hall = load_square_map("hall-serial", learned(tmp_path, text))
    assert [hall.reading(5, 530), hall.reading(5, 540)] == [0, 1]


def test_what_was_learned_replaces_the_build_key_by_key(tmp_path: Path) -> None:
    turned = ", ".join(f"{file}{rank}" for rank in "87654321" for file in "hgfedcba")
    file = learned(
        tmp_path,
        f"{FIELD}sensors: [{turned}]\ndead: [c4]\nfield: {{a1: {{zero: 500, scale: 2.0}}}}\n",
    )
    squares = load_square_map("hall-serial", file)
    assert squares.sensors[:2] == (63, 62)
    assert squares.leds == load_square_map("hall-serial").leds
    # The sensor that the wiring calls h8 is under a1 here.
    assert squares.reading(63, 510) == 3.9
    assert squares.reading(62, 512) == 0.0
    at_c4 = squares.sensors.index(parse_square("c4"))
    assert squares.reading(at_c4, 1000) == 0.0


def test_a_dead_reed_reads_empty(tmp_path: Path) -> None:
    squares = load_square_map("reed-serial", learned(tmp_path, "dead: [b1]"))
    assert [squares.reading(1, 1), squares.reading(2, 1)] == [0, 1]


@pytest.mark.parametrize(
    ("build", "text", "sentence"),
    [
        ("reed-serial", "[", "layout.yaml, line 1: expected YAML, saw a mistake"),
        ("reed-serial", "- a1", "layout.yaml: expected keys with values, saw a list of 1"),
        ("reed-serial", "led: []", "expected one of the keys build, bridge"),
        ("reed-serial", "build: hall-serial", "build: expected a layout of the build reed-serial"),
        ("reed-serial", "sensors: a1", "sensors: expected a list of squares, saw 'a1'"),
        ("reed-serial", "sensors: [a1]", "sensors: expected all 64 squares, saw a list of 1"),
        ("reed-serial", "leds: [a1, b9]", "leds: expected a square from a1 to h8, saw 'b9'"),
        ("reed-serial", "leds: [a1, 7]", "leds: expected a square from a1 to h8, saw 7"),
        ("reed-serial", "dead: [a1, a1]", "dead: expected each square once, saw 'a1'"),
        (
            "reed-serial",
            "sensor: eye",
            "sensor: expected reed, as reed-serial has it, saw 'eye'",
        ),
        (
            "reed-serial",
            "bridge: [1]",
            "bridge: expected serial, as reed-serial has it, saw a list of 1",
        ),
        ("hall-serial", "hall: 3", "hall: expected the keys zero, millitesla_per_step, saw 3"),
        (
            "hall-serial",
            "hall: {zero: 2000, millitesla_per_step: 1}",
            "hall.zero: expected a number from 0 to 1023, saw 2000",
        ),
        (
            "hall-serial",
            "hall: {zero: 1, millitesla_per_step: 1, threshold: 0}",
            "hall.threshold: expected a number from 0.1 to 100, saw 0",
        ),
        (
            "hall-serial",
            "hall: {zero: .nan, millitesla_per_step: 1}",
            "hall.zero: expected a number from 0 to 1023, saw '.nan'",
        ),
        ("hall-serial", "field: {a1: 3}", "field.a1: expected the keys zero, scale, saw 3"),
        (
            "hall-serial",
            "field: {a1: {zero: 1, scale: yes}}",
            "field.a1.scale: expected a number from 0.1 to 10, saw True",
        ),
        ("hall-serial", "field: {z1: 3}", "field: expected a square from a1 to h8, saw 'z1'"),
        ("hall-serial", "field: 3", "field: expected squares with zero and scale, saw 3"),
        (
            "reed-gpio",
            "gpio: {rows: [1], columns: [2], settle_us: 20, leds: 18}",
            "gpio.rows: expected 8 pins by their BCM numbers, saw a list of 1",
        ),
        (
            "reed-gpio",
            "gpio: {rows: [0, 1, 2, 3, 4, 5, 6, 7], columns: [8, 9, 10, 11, 12, 13, 14, 15], "
            "settle_us: 20, leds: 15}",
            "gpio: expected each pin once, saw 15",
        ),
        (
            "reed-gpio",
            "gpio: {rows: [0, 1, 2, 3, 4, 5, 6, 70], columns: [], settle_us: 20, leds: 15}",
            "gpio.rows: expected a whole number from 0 to 27, saw 70",
        ),
        ("reed-serial", "\x00", "line 1: expected text, saw the character U+0000"),
        ("reed-serial", "#" * 70_000, "expected at most 65536 bytes, saw more"),
        ("reed-serial", "&a [*a]", "line 1: expected no aliases, saw '&a'"),
        ("reed-serial", "sensor: hall", "sensor: expected reed, as reed-serial has it, saw 'hall'"),
        ("reed-serial", "bridge: gpio", "bridge: expected serial, as reed-serial has it, saw"),
        ("reed-serial", "gpio: {}", "gpio: expected no such key for the build reed-serial"),
        ("reed-serial", "hall: {}", "hall: expected no such key for the build reed-serial"),
        ("reed-gpio", "field: {}", "field: expected no such key for the build reed-gpio"),
        ("reed-serial", "dead: [a1]\n\nled: []", "layout.yaml, line 3: expected one of the keys"),
        ("reed-serial", "\ndead:\n- a1\n- b9", "layout.yaml, line 2, dead: expected a square"),
        (
            "reed-serial",
            "dead: [a1]\nbuild: reed-serial\ndead: [b1]",
            "layout.yaml, line 3, dead: expected this key once, saw it again (first on line 1)",
        ),
        (
            "hall-serial",
            "field:\n  a1: {zero: 510, scale: 1}\n  a1: {zero: 511, scale: 1}",
            "layout.yaml, line 3, field.a1: expected this key once, saw it again (first on line 2)",
        ),
    ],
)
def test_what_is_wrong_with_a_layout_is_said_in_one_sentence(
    tmp_path: Path, build: str, text: str, sentence: str
) -> None:
    with pytest.raises(SquareMapError) as refusal:
        load_square_map(build, learned(tmp_path, text))
    assert sentence in str(refusal.value)
    assert "layout.yaml" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_layout_in_another_encoding_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "layout.yaml"
    file.write_bytes(b"dead: [\xff]")
    with pytest.raises(SquareMapError, match=r"layout.yaml: expected UTF-8, saw other bytes"):
        load_square_map("reed-serial", file)


def test_a_layout_may_say_once_more_which_board_it_is_of(tmp_path: Path) -> None:
    text = "build: reed-serial\nbridge: serial\nsensor: reed\ndead: [a1]"
    assert load_square_map("reed-serial", learned(tmp_path, text)).dead == {0}


def test_a_layout_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SquareMapError, match=r"expected a layout in .*none.yaml, saw: No such"):
        load_square_map("reed-serial", tmp_path / "none.yaml")


def test_an_unknown_build_is_named() -> None:
    with pytest.raises(SquareMapError, match=r"expected a build \(reed-serial, .*saw '../etc'"):
        load_square_map("../etc")
