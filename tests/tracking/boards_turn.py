"""A board on which one side is the board's own."""

from __future__ import annotations

from collections.abc import Sequence

from board_daemon.rules.actions import Action, parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.rulesets import PACOPLAY
from board_daemon.rules.squares import square_name
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board


class BoardsTurn(Board):
    """A board on which the side to move is the board's own."""

    def __init__(self, fen: str, sensor: SensorKind = SensorKind.PRESENCE) -> None:
        super().__init__(fen, sensor)
        position = parse_fen(fen, PACOPLAY)
        self.tracker = Tracker(position, sensor, TrackerSettings(), board_plays=position.to_move)

    def decide(self, actions: Sequence[Action] | str) -> BoardsTurn:
        if isinstance(actions, str):
            actions = parse_actions(actions)
        self.events += self.tracker.await_turn(self.t, actions)
        return self

    @property
    def shown(self) -> str:
        """The step that is shown: `g1>f3`, in brackets what is held."""
        step = self.view.step
        if step is None:
            return ""
        start, end = square_name(step.start), square_name(step.end)
        then = f" then {square_name(step.then)}" if step.then is not None else ""
        return (f"({start})>{end}" if step.is_held else f"{start}>{end}") + then
