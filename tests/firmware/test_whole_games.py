"""A real game, played by hands over the emulated firmware into the archive of the real daemon.

Reeds or Hall sensors, pins, firmware, a serial port, pyserial, the tracker, SQLite: nothing is left
out but the wood.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from board_daemon.hands.games import read_played_turns
from firmware_bridge.frames import SensorFrame
from firmware_bridge.squares import square_name
from firmware_bridge.trace import TraceLine
from tests.daemon.cabled import EMPTY, HOME
from tests.daemon.playing import actions_in, check_health, script_for
from tests.daemon.running import BY_THE_CLOCK, Listener, RunningDaemon
from tests.firmware.emulated_cable import EmulatedCable, emulated_cable

pytestmark = pytest.mark.slow

GAME = Path(__file__).parents[1] / "data" / "traces" / "game-15313.turns.jsonl"
TRACKING = "tracking: {debounce: 5 ms, settle_final: 100 ms, settle: 300 ms}\n"
PIECES = {"Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}
HOLD = 20.0
"""Emulated milliseconds that a piece is in the air at least: what is shorter is a bounce."""
STRENGTH = 60
"""ADC steps that a magnet makes."""


class Hands:
    """Do what a script says, one thing after the other, and each once the last one was seen."""

    def __init__(self, cable: EmulatedCable, daemon: RunningDaemon, listener: Listener) -> None:
        self._cable = cable
        self._daemon = daemon
        self._listener = listener

    def do(self, line: TraceLine) -> None:
        if not isinstance(line, SensorFrame):
            self._daemon.post("/api/game/promote", {"piece": PIECES[line.promote]})
            return
        for square, reading in line.readings.items():
            assert isinstance(reading, int)
            self._set(square, reading)

    def _set(self, square: int, reading: int) -> None:
        # Only what is told from now on tells of it.
        self._listener.heard.clear()
        stand(self._cable, {square: reading})
        name = square_name(square)
        self._listener.wait_for(lambda m: _changed(m, "readings").get(name) == reading)
        self._cable.let_go_by(HOLD)

    def wait_for_position(self, fen: str) -> None:
        if self._daemon.state()["game"]["fen"] != fen:
            self._listener.wait_for(lambda m: _changed(m, "game").get("fen") == fen)


def stand(cable: EmulatedCable, readings: Mapping[int, int]) -> None:
    """Let sensors feel somebody (1) or nobody (0) on squares."""
    empty = EMPTY[cable.squares.board_kind]
    step = STRENGTH if empty else 1
    cable.read({square: empty + step * reading for square, reading in readings.items()})


def _changed(message: dict[str, Any], part: str) -> dict[str, Any]:
    found: dict[str, Any] = message.get("changed", {}).get(part) or {}
    return found


@pytest.mark.parametrize("build", ["reed-serial", "hall-serial"])
def test_a_whole_real_game_reaches_the_archive(tmp_path: Path, build: str) -> None:
    turns = read_played_turns(GAME)
    script = script_for(turns)
    with emulated_cable(build) as cable:
        config = f"board: {{bridge: serial, build: {build}, port: {cable.path}}}\n{TRACKING}"
        stand(cable, HOME)
        cable.plug_in()
        with RunningDaemon(tmp_path, config, loaded=BY_THE_CLOCK) as daemon:
            daemon.wait_until_ready()
            with daemon.listen() as listener:
                hands = Hands(cable, daemon, listener)
                for lines, fen in zip(script.lines, script.fens, strict=True):
                    for line in lines:
                        hands.do(line)
                    hands.wait_for_position(fen)
            assert daemon.stop() == 0
        assert actions_in(daemon.archive, 1) == script.truth
        check_health(daemon.archive)
