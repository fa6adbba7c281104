from __future__ import annotations

import random

import pytest

from firmware_bridge.frames import Reading, SensorFrame
from firmware_bridge.squares import parse_square
from firmware_bridge.virtual_board import Hand, VirtualBoard
from firmware_bridge.virtual_scan import Faults, VirtualScan
from firmware_bridge.virtual_sensors import (
    ColourSensors,
    FieldModel,
    FieldSensors,
    PresenceSensors,
    Sensors,
)

E2, E4 = parse_square("e2"), parse_square("e4")
HAND = Hand.WHITE_RIGHT


def scan_of(
    faults: Faults, sensors: Sensors | None = None, seed: int = 0
) -> tuple[VirtualBoard, VirtualScan]:
    board = VirtualBoard({E2: ("P", "")})
    return board, VirtualScan(board, sensors or PresenceSensors(), faults, random.Random(seed))


def test_only_changes_are_reported() -> None:
    board, scan = scan_of(Faults())
    scan.scan(1.0)
    assert scan.frames_until(1.0) == []
    board.lift(E2, HAND)
    scan.scan(2.0)
    assert scan.frames_until(2.0) == [SensorFrame(2.0, {E2: 0})]


@pytest.mark.parametrize("seed", range(20))
def test_a_bouncing_contact_ends_where_it_should_within_16_ms(seed: int) -> None:
    board, scan = scan_of(Faults(bounce=1.0), ColourSensors(), seed)
    board.lift(E2, HAND)
    scan.scan(2.0)
    frames = scan.frames_until(3.0)
    assert len(frames) % 2 == 1
    assert frames[-1].readings == {E2: "."}
    assert 2.002 < frames[-1].t <= 2.016
    assert [frame.readings[E2] for frame in frames[:2]] == [".", "w"]


def test_a_later_change_overtakes_a_bounce() -> None:
    board, scan = scan_of(Faults(bounce=1.0), ColourSensors())
    board.lift(E2, HAND)
    scan.scan(2.0)
    board.drop(E2, HAND)
    scan.scan(2.001)
    assert scan.frames_until(3.0)[-1].readings == {E2: "w"}


def test_a_missed_change_shows_later() -> None:
    board, scan = scan_of(Faults(missed=1.0))
    board.lift(E2, HAND)
    scan.scan(2.0)
    assert scan.frames_until(2.0) == []
    assert scan.wake is not None
    assert 2.2 <= scan.wake <= 3.0
    wake = scan.wake
    scan.scan(wake)
    assert scan.frames_until(wake) == [SensorFrame(wake, {E2: 0})]


def test_a_missed_touch_is_never_seen() -> None:
    board, scan = scan_of(Faults(missed=1.0))
    board.lift(E2, HAND)
    scan.scan(2.0)
    board.drop(E2, HAND)
    scan.scan(2.1)
    assert scan.wake is not None
    scan.scan(scan.wake)
    assert scan.frames_until(9.0) == []


def test_a_dead_square_reads_empty_from_the_start_and_a_stuck_one_never_changes() -> None:
    board, scan = scan_of(Faults(dead={E2: 0.0}, stuck={E4: 0.0}))
    assert scan.opening(0.0) == SensorFrame(0.0, {E2: 0})
    assert scan.whole(0.0).readings[E2] == 0
    board.lift(E2, HAND)
    board.drop(E4, HAND)
    scan.scan(1.0)
    assert scan.frames_until(2.0) == []


@pytest.mark.parametrize(
    ("sensors", "reading"),
    [
        (PresenceSensors(), 1),
        (ColourSensors(), "w"),
        (FieldSensors(FieldModel(axes=1), random.Random(0)), 50.0),
        (FieldSensors(FieldModel(axes=3), random.Random(0)), (0.0, 0.0, 50.0)),
    ],
)
def test_a_welded_square_reads_a_piece_from_the_start_and_never_changes(
    sensors: Sensors, reading: Reading
) -> None:
    board, scan = scan_of(Faults(welded={E4: 0.0}), sensors)
    assert scan.opening(0.0) == SensorFrame(0.0, {E4: reading})
    board.lift(E2, HAND)
    board.drop(E4, HAND)
    scan.scan(1.0)
    assert E4 not in {square for f in scan.frames_until(2.0) for square in f.readings}


def test_a_square_that_gets_welded_is_good_until_then_and_reads_a_piece_from_then_on() -> None:
    board, scan = scan_of(Faults(welded={E4: 3.0}))
    assert scan.opening(0.0).readings == {}
    assert scan.wake == 3.0
    scan.scan(3.0)
    assert scan.frames_until(3.0) == [SensorFrame(3.0, {E4: 1})]
    board.lift(E2, HAND)
    board.drop(E4, HAND)
    scan.scan(4.0)
    board.lift(E4, HAND)
    scan.scan(5.0)
    assert E4 not in {square for f in scan.frames_until(6.0) for square in f.readings}


def test_a_square_that_dies_is_good_until_then_and_reads_empty_from_then_on() -> None:
    board, scan = scan_of(Faults(dead={E2: 3.0}))
    assert scan.opening(0.0).readings == {}
    board.lift(E2, HAND)
    scan.scan(1.0)
    board.drop(E2, HAND)
    scan.scan(2.0)
    assert scan.frames_until(2.5) == [SensorFrame(1.0, {E2: 0}), SensorFrame(2.0, {E2: 1})]
    fails_at = scan.wake
    assert fails_at == 3.0
    scan.scan(fails_at)
    assert scan.frames_until(fails_at) == [SensorFrame(3.0, {E2: 0})]
    assert scan.wake is None
    board.lift(E2, HAND)
    board.drop(E2, HAND)
    scan.scan(4.0)
    assert scan.frames_until(9.0) == []


def test_an_empty_square_dies_unseen() -> None:
    _, scan = scan_of(Faults(dead={E4: 3.0}))
    scan.scan(3.0)
    assert (scan.frames_until(9.0), scan.wake) == ([], None)


def test_a_change_that_was_missed_is_never_seen_once_the_square_is_dead() -> None:
    board, scan = scan_of(Faults(missed=1.0, dead={E2: 2.1}))
    board.lift(E2, HAND)
    scan.scan(2.0)
    scan.scan(2.1)
    assert (scan.frames_until(2.1), scan.wake) == ([SensorFrame(2.1, {E2: 0})], None)


def test_a_square_that_sticks_goes_on_reading_what_it_read_then() -> None:
    board, scan = scan_of(Faults(stuck={E2: 1.5}))
    board.lift(E2, HAND)
    scan.scan(1.0)
    board.drop(E2, HAND)
    scan.scan(2.0)
    assert scan.frames_until(9.0) == [SensorFrame(1.0, {E2: 0})]


def test_a_field_is_seen_on_its_way() -> None:
    sensors = FieldSensors(FieldModel(noise=0, drift=0), random.Random(1))
    board, scan = scan_of(Faults(ramp=1.0), sensors)
    board.lift(E2, HAND)
    scan.scan(1.0)
    readings = [frame.readings[E2] for frame in scan.frames_until(2.0)]
    values = [reading for reading in readings if isinstance(reading, float)]
    assert len(values) == len(readings) >= 2
    assert values == sorted(values, reverse=True)
    assert abs(values[-1]) < 1


def test_an_idle_field_breathes() -> None:
    sensors = FieldSensors(FieldModel(), random.Random(1))
    _, scan = scan_of(Faults(), sensors)
    scan.breathe(1.0)
    [frame] = scan.frames_until(1.0)
    assert len(frame.readings) == 1


def test_a_loose_contact_opens_and_closes_while_nobody_touches_the_board() -> None:
    board, scan = scan_of(Faults(loose={E2: 0.2, E4: 0.2}))
    while scan.wake is not None and scan.wake <= 20.0:
        scan.scan(scan.wake)
    frames = scan.frames_until(20.0)
    # On the empty square there is nothing to see.
    assert [frame.readings for frame in frames] == [{E2: n % 2} for n in range(len(frames))]
    assert 50 < len(frames) < 200
    assert board.standing(E2).pieces
