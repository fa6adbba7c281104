"""The parts of a table's state, and which of them have changed since they were last looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from board_daemon.game.mishaps import Mishaps
from board_daemon.game.session import Session
from board_daemon.game.settings import BoardSettings
from board_daemon.game.snapshot import Json, board_values, game_value
from board_daemon.tracking.view import BoardView


class StateChange(NamedTuple):
    """What is other than it was when the state was last looked at."""

    is_other: bool
    """Whether any part is."""
    moves_clock: bool
    """Whether a clock was started, stopped or set."""


class TableState:
    """The parts as they were when last looked at; a clock that only runs on is none of them."""

    def __init__(
        self,
        session: Session,
        view: BoardView,
        settings: BoardSettings,
        mishaps: Mishaps,
        t: float,
    ) -> None:
        """They are looked at now; `t`: seconds."""
        self._settings = settings
        self._mishaps = mishaps
        self._extra: dict[str, Callable[[], object]] = {}
        self.parts: Json = self._described(session, view)
        self._mark = _mark_of_clock(session, t)

    def add(self, name: str, value: Callable[[], object]) -> None:
        """Let a further part belong to it."""
        self._extra[name] = value

    def look(self, session: Session, view: BoardView, t: float) -> StateChange:
        """Look at the parts; those that cannot be described stay as they were. `t`: seconds."""
        attempt = self._mishaps.attempt
        mark_before, before = self._mark, self.parts
        self._mark = attempt("to read the clock", lambda: _mark_of_clock(session, t), mark_before)
        parts = attempt("to describe the board", lambda: self._described(session, view), before)
        self.parts = {**parts, "fault": self._mishaps.sentence}
        return StateChange(self.parts != before, self._mark != mark_before)

    def _described(self, session: Session, view: BoardView) -> Json:
        return {
            "game": game_value(session),
            **board_values(session, view),
            "settings": self._settings.value(),
            "fault": self._mishaps.sentence,
            **{name: value() for name, value in self._extra.items()},
        }


def _mark_of_clock(session: Session, t: float) -> object:
    """What is other when a clock was started, stopped or set."""
    clock = session.clock
    return clock.mark(t) if clock is not None else None
