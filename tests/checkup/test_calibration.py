"""Calibrating a Hall board: what a table of real magnets and sensors leads to."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.checkup.calibrated import (
    calibrated_keys,
    faulty_when_calibrated,
    findings_of_calibration,
)
from board_daemon.checkup.calibration import (
    HOME,
    QUIET,
    Calibration,
    Learned,
    Stage,
    farther_in,
    setup_at,
)
from board_daemon.checkup.findings import Weight
from board_daemon.checkup.layout_file import write_keys
from firmware_bridge.magnet_field import field_beside
from firmware_bridge.square_map import HallScale, load_square_map
from firmware_bridge.squares import parse_square
from firmware_bridge.virtual_sensors import SQUARE_SIDE
from tests.checkup.people import NO_SHRINKING

A1, A3, B2, B4, E4, E2 = map(parse_square, ("a1", "a3", "b2", "b4", "e4", "e2"))
HALL = HallScale(512, 0.195)
WAITED = 40.0


@dataclass
class HallBoard:
    """Sensors and magnets with their faults; pieces by their home squares."""

    zeros: Mapping[int, float] = field(default_factory=dict)
    gains: Mapping[int, float] = field(default_factory=dict)
    noise: Mapping[int, float] = field(default_factory=dict)
    magnets: Mapping[int, float] = field(default_factory=dict)
    dead: frozenset[int] = frozenset()
    seed: int = 0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def readings(self, standing: Mapping[int, int]) -> dict[int, float]:
        """`standing`: square -> home square of the piece on it."""
        return {square: self._reading(square, standing) for square in range(64)}

    def _reading(self, square: int, standing: Mapping[int, int]) -> float:
        lone, beside = 25.0, -0.1 * sum(near in standing for near in (square - 1, square + 1))
        piece = standing.get(square)
        placing = self.rng.uniform(0.8, 1.2)
        there = beside if piece is None else lone * placing * self.magnets.get(piece, 1.0)
        if square in self.dead:
            there = 0.0
        noise = self.rng.uniform(-1, 1) * self.noise.get(square, 0.2)
        return round(self.zeros.get(square, 0.0) + self.gains.get(square, 1.0) * there + noise, 1)


STANDING = {
    Stage.EMPTY: {},
    Stage.HOME: {square: square for square in HOME},
    Stage.FARTHER_IN: {farther_in(square): square for square in HOME},
}


def calibrated(board: HallBoard) -> tuple[Learned, float]:
    """What is learned, and when, if everything is set up ten seconds after it was asked for."""
    calibration = Calibration(board.readings({}), 0.0)
    t = 0.0
    for stage, standing in STANDING.items():
        assert calibration._stage == stage
        calibration.read(t, board.readings(standing))
        began = t
        while calibration._stage == stage:
            t += 0.1
            calibration.read(t, board.readings(standing) if board.noise else {})
            calibration.advance(t)
            assert t < began + WAITED
    assert calibration.is_over
    assert calibration.progress == 1.0
    return calibration.learned, t


def faults(board: HallBoard) -> list[str]:
    found = findings_of_calibration(calibrated(board)[0])
    return [finding.words for finding in found if finding.weight == Weight.FAULT]


def test_a_good_board_is_learned_without_a_fault_and_without_waiting() -> None:
    learned, took = calibrated(HallBoard())
    assert faults(HallBoard()) == []
    assert 20 <= learned.typical <= 30
    assert len(learned.levels) == 64
    assert learned.threshold is not None
    assert learned.strongest_empty < learned.threshold < learned.weakest_union
    assert took < 9, "all but moving the pieces"


@pytest.mark.slow
@given(st.lists(st.floats(-6, 6), min_size=64, max_size=64), st.integers(0, 99))
@settings(max_examples=15, phases=NO_SHRINKING)
def test_every_zero_is_learned(zeros: list[float], seed: int) -> None:
    learned, _ = calibrated(HallBoard(dict(enumerate(zeros)), seed=seed))
    for square, zero in enumerate(zeros):
        assert learned.zero[square] == pytest.approx(zero, abs=0.3)
    assert learned.can_tell


@pytest.mark.slow
@given(st.lists(st.floats(0.7, 1.4), min_size=64, max_size=64), st.integers(0, 99))
@settings(max_examples=15, phases=NO_SHRINKING)
def test_scaling_brings_the_squares_nearer_to_each_other(gains: list[float], seed: int) -> None:
    learned, _ = calibrated(HallBoard(gains=dict(enumerate(gains)), seed=seed))
    before = [abs(level) / learned.typical for level in learned.levels.values()]
    after = [
        abs(level) * learned.scale(square) / learned.typical
        for square, level in learned.levels.items()
    ]
    assert max(after) / min(after) < max(before) / min(before)


@pytest.mark.slow
@given(st.integers(0, 63))
@settings(max_examples=20, phases=NO_SHRINKING)
def test_a_dead_a_weak_a_noisy_and_a_turned_sensor_are_named(square: int) -> None:
    assert calibrated(HallBoard(dead=frozenset({square})))[0].silent == {square}
    assert calibrated(HallBoard(gains={square: 0.3}))[0].weak == (frozenset(), frozenset({square}))
    assert calibrated(HallBoard(gains={square: -1.0}))[0].upside_down == (
        frozenset(),
        frozenset({square}),
    )
    assert calibrated(HallBoard(noise={square: 2.0}))[0].noisy == {square}


@pytest.mark.slow
@given(st.sampled_from(HOME))
@settings(max_examples=20, phases=NO_SHRINKING)
def test_a_weak_piece_and_one_upside_down_are_told_from_their_squares(home: int) -> None:
    assert calibrated(HallBoard(magnets={home: 0.35}))[0].weak == (frozenset({home}), frozenset())
    assert calibrated(HallBoard(magnets={home: -1.0}))[0].upside_down == (
        frozenset({home}),
        frozenset(),
    )


def test_faults_are_said_in_sentences() -> None:
    assert faults(HallBoard(dead=frozenset({E4}))) == [
        "No piece was felt on e4: pacoboard check finds out why."
    ]
    assert faults(HallBoard(magnets={E2: -1.0})) == [
        "The magnets of the pieces of e2 are upside down: in a union they would cancel "
        "their partner's."
    ]
    assert faults(HallBoard(gains={A3: 0.3})) == [
        "The sensors of a3 are weak: too deep, or off the middle?"
    ]


def test_a_sensor_the_other_way_round_does_no_harm_where_only_the_strength_counts() -> None:
    assert faults(HallBoard(gains={A3: -1.0})) == []


def test_magnets_that_oppose_by_colour_are_said_to_hide_unions() -> None:
    opposed = HallBoard(magnets={home: -1.0 for home in HOME if home >= 32})
    said = faults(opposed)
    assert len(said) == 1
    assert "cancel out" in said[0]


def test_a_sensor_that_reads_far_too_much_when_empty_is_broken_and_keeps_nobody_for_ever() -> None:
    learned, took = calibrated(HallBoard(zeros={E4: 90.0}, dead=frozenset({E4})))
    assert learned.silent == {E4}
    assert took < 100
    assert E4 in faulty_when_calibrated(learned)


@pytest.mark.slow
def test_a_sensor_that_flickers_is_noise_and_keeps_nobody_waiting() -> None:
    learned, took = calibrated(HallBoard(noise={E4: 6.0}))
    assert E4 in learned.noisy
    assert took < 60


def test_pieces_that_were_left_on_the_board_are_waited_for() -> None:
    board = HallBoard()
    calibration = Calibration(board.readings({E4: E2}), 0.0)
    calibration.advance(10.0)
    assert calibration.words.startswith("Take all pieces off")
    assert calibration.note == "To be empty: e4"
    assert calibration.glows(10.0)[E4].color == (255, 0, 0)
    calibration.read(11.0, board.readings({}))
    calibration.advance(14.0)
    assert calibration.words.startswith("Set up all 32")


def test_the_lights_show_which_pieces_are_still_wanted() -> None:
    board = HallBoard()
    calibration = Calibration(board.readings({}), 0.0)
    calibration.advance(3.0)
    standing = {square: square for square in HOME if square != A1} | {E4: A1}
    calibration.read(4.0, board.readings(standing))
    glows = calibration.glows(4.1)
    assert [square for square, glow in glows.items() if glow.color == (0, 200, 0)] == [A1]
    assert [square for square, glow in glows.items() if glow.color == (255, 0, 0)] == [E4]
    calibration.advance(20.0)
    assert calibration.words.startswith("Set up all 32"), "it is not right yet"


@pytest.mark.slow
def test_the_daemon_takes_what_was_learned(tmp_path: Path) -> None:
    learned, _ = calibrated(HallBoard(zeros={B4: 3.9}, dead=frozenset({B2})))
    path = tmp_path / "layout.yaml"
    build = load_square_map("hall-serial")
    assert build.hall is not None
    write_keys(path, calibrated_keys({"build": "hall-serial"}, learned, HALL), "Calibrated.")
    loaded = load_square_map("hall-serial", path)
    assert loaded.field[B4].zero == pytest.approx(512 + 3.9 / 0.195, abs=2)
    assert B2 not in loaded.field
    assert loaded.hall is not None
    assert loaded.hall.threshold == learned.threshold
    for square in set(range(64)) - {B2}:
        sensor = loaded.sensors.index(square)
        assert loaded.reading(sensor, round(512 + learned.zero[square] / 0.195)) == 0
        raw = round(512 + (learned.zero[square] + learned.levels[square]) / 0.195)
        assert loaded.reading(sensor, raw) == 1
    assert set(loaded.field) == set(range(64)) - {B2}


@dataclass
class ModelledBoard:
    """Magnets of the field model, each anywhere within so many mm of its square's middle."""

    millimetres: float
    rng: random.Random

    def readings(self, standing: Mapping[int, int]) -> dict[int, float]:
        places = [self._place(square) for square in standing]
        return {square: self._reading(square, places) for square in range(64)}

    def _place(self, square: int) -> tuple[float, float]:
        angle = self.rng.uniform(0, math.tau)
        far = self.millimetres * math.sqrt(self.rng.random())
        file, rank = square % 8, square // 8
        east, north = SQUARE_SIDE * file, SQUARE_SIDE * rank
        return east + far * math.cos(angle), north + far * math.sin(angle)

    def _reading(self, square: int, places: list[tuple[float, float]]) -> float:
        middle = SQUARE_SIDE * (square % 8), SQUARE_SIDE * (square // 8)
        total = sum(field_beside(math.dist(middle, place)).up for place in places)
        # The sensors' own zeros differ by what their data sheet allows.
        return round(2.8 * math.sin(square) + total + self.rng.gauss(0, 0.15), 1)


@pytest.mark.parametrize("seed", range(5))
def test_magnets_of_the_field_model_are_no_fault_as_people_set_pieces_down(seed: int) -> None:
    board = ModelledBoard(5.0, random.Random(seed))
    calibration = Calibration(board.readings({}), 0.0)
    t = 0.0
    for standing in STANDING.values():
        calibration.read(t, board.readings(standing))
        t += QUIET
        calibration.advance(t)
    found = findings_of_calibration(calibration.learned)
    assert calibration.is_over
    assert [finding.words for finding in found if finding.weight == Weight.FAULT] == []
    # A union reads 4 mT at the least, a square beside pieces hardly 1: the threshold lies between.
    assert 1.2 < (calibration.learned.threshold or 0.0) < 4.0


def test_the_pieces_go_to_every_square_once_in_two_set_ups() -> None:
    home, inner = setup_at(Stage.HOME), setup_at(Stage.FARTHER_IN)
    assert sorted([*home, *inner]) == list(range(64))
    assert home[0] == ("R", "")
    assert home[60] == ("", "K")
    assert inner[A1 + 16] == ("R", "")
