"""The emulated firmware as a board that the bridges' contract is put to."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from firmware_bridge.bridge import Pixel
from firmware_bridge.frames import Reading
from firmware_bridge.serial_bridge import SerialBridge
from firmware_bridge.square_map import load_square_map
from tests.daemon.cabled import EMPTY
from tests.firmware.emulated_board import EmulatedBoard
from tests.firmware.emulated_cable import EmulatedCable
from tests.firmware_bridge.boards_under_test import BoardUnderTest, Step

A_FEW_SCANS = 40.0
"""Emulated milliseconds."""


class EmulatedUnderTest(BoardUnderTest):
    """The real firmware behind a real serial port."""

    build: ClassVar[str]
    strength: ClassVar[int]

    def __init__(self, folder: Path, steps: list[Step]) -> None:
        squares = load_square_map(self.build)
        self._empty = EMPTY[squares.board_kind]
        self._emulated = EmulatedBoard(self.build)
        self._cable = EmulatedCable(self._emulated, squares)
        self._cable.read(dict.fromkeys(range(64), self._empty))
        self._cable.let_go_by(A_FEW_SCANS)
        assumed: dict[int, Reading] = dict.fromkeys(range(64), 0)
        self.bridge = SerialBridge(squares, assumed, str(self._cable.path))

    def set(self, square: int, is_occupied: bool) -> None:
        self._cable.read({square: self._empty + self.strength * is_occupied})

    def reads(self, reading: Reading) -> bool:
        return reading == 1

    def lights(self) -> tuple[Pixel, ...]:
        return self._cable.lights()

    def clear_away(self) -> None:
        self._emulated.close()
        assert self._emulated.faults == []


class EmulatedReedUnderTest(EmulatedUnderTest):
    name = "emulated firmware, reed"
    build = "reed-serial"
    strength = 1


class EmulatedHallUnderTest(EmulatedUnderTest):
    name = "emulated firmware, hall"
    build = "hall-serial"
    strength = 60
