"""What the host believes of all 64 sensors, and what it takes to change that.

Everything here belongs to one session. A change is believed only where the digest that comes with
it fits all readings. A State has no such proof in itself, so it is believed once something else
that comes from the board agrees with it: a second State, a Status, or the next changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from firmware_bridge.board_messages import Change, Changes, Levels, Reeds, Status
from firmware_bridge.message_parts import LEVELS_IN_A_FRAME, SENSORS, BoardKind, digest_of

_NUMBERS: Final = 0x10000
_PATIENCE: Final = 3
"""So many times in a row a digest may not fit."""
_LONGEST_GAP: Final = 0.4
"""Seconds after which what is missing was dropped by the board: else it had sent it ten times."""


@dataclass(frozen=True, slots=True)
class Everything:
    """What all sensors read, however it came to be so."""

    readings: tuple[int, ...]
    lost: int
    """So many changes are known to have happened in between and not to have been told."""


@dataclass(frozen=True, slots=True)
class Happened:
    """Changes that are new, in their order."""

    changes: tuple[Change, ...]


News = Everything | Happened


@dataclass(frozen=True, slots=True)
class _State:
    """All readings as they were after a change."""

    number: int
    readings: tuple[int, ...]


class Belief:
    """The readings of one session as far as they are proved."""

    def __init__(self, kind: BoardKind, session: int) -> None:
        self._kind = kind
        self._session = session
        self._believed: _State | None = None
        self._claimed: _State | None = None
        self._quarters: dict[int, Levels] = {}
        self._misfits = 0
        self._gap_since: float | None = None
        """Since when changes come that do not follow on anything known."""
        self._behind: int | None = None
        """The number that the last Status had, if it was not ours."""
        self.wants_all = True
        """Whether the board is to be asked for everything."""
        self.is_hopeless = False
        """Whether only a new session can help: what waits at the board can never be taken."""
        self.unproved = 0
        """Frames of changes whose digest did not fit."""

    @property
    def number(self) -> int:
        """Of the last change that was taken; 0 before the first one."""
        return self._believed.number if self._believed is not None else 0

    @property
    def claim(self) -> object:
        """What a State has said that nothing has confirmed yet; None: nothing."""
        return self._claimed

    # --- what the board says ---

    def take_changes(self, message: Changes, t: float) -> tuple[list[News], bool]:
        """Take what is new of them at `t` seconds; the bool: whether to tell the board so.

        An overlap with what is known is skipped. What does not follow on it, or has no proof, is
        not taken: the board sends it again.
        """
        if any(c.reading > self._kind.highest_reading for c in message.changes):
            return [], False
        if self._believed is not None and not self._is_ahead(message.last):
            self._gap_since = None
            return [], True
        for state in (self._believed, self._claimed):
            if state is not None and (news := self._following(message, state)) is not None:
                return news, True
        # The board sends no State while changes wait, and these can never be taken without one.
        if self._gap_since is None:
            self._gap_since = t
        knows_nothing = self._believed is None and self._claimed is None
        is_too_long = t - self._gap_since >= _LONGEST_GAP
        self.is_hopeless = self.is_hopeless or knows_nothing or is_too_long
        return [], False

    def take_state(self, message: Reeds | Levels) -> list[News]:
        """Take in what everything reads, or a quarter of it."""
        state = self._state_of(message)
        if state is None or self._is_behind(state.number):
            return []
        if state in (self._believed, self._claimed):
            return self._believe(state)
        self._claimed = state
        self.wants_all = True
        return []

    def take_status(self, message: Status) -> list[News]:
        """Compare the digest with what is claimed and believed."""
        for state in (self._believed, self._claimed):
            if state is not None and message.number == state.number:
                self._behind = None
                if self._digest(state) == message.digest:
                    return self._believe(state) if state is self._claimed else []
        if self._believed is None:
            return []
        is_wrong = message.number == self._believed.number
        # A change that was just made is on its way; one that is not here by now is lost.
        if is_wrong or message.number == self._behind:
            self.wants_all = True
        self._behind = None if is_wrong else message.number
        return []

    # --- how it is proved ---

    def _is_ahead(self, number: int) -> bool:
        return 0 < (number - self.number) % _NUMBERS < _NUMBERS // 2

    def _is_behind(self, number: int) -> bool:
        if self._believed is None:
            return False
        return number != self.number and not self._is_ahead(number)

    def _following(self, message: Changes, state: _State) -> list[News] | None:
        """What is new if the changes follow on a state; None where they do not."""
        known = (state.number + 1 - message.first) % _NUMBERS
        if known >= len(message.changes):
            return None
        new = message.changes[known:]
        readings = list(state.readings)
        for change in new:
            readings[change.sensor] = change.reading
        after = _State(message.last, tuple(readings))
        if self._digest(after) != message.digest:
            self._note_unproved()
            return None
        news = self._believe(state)
        self._believed = after
        self._misfits, self._gap_since = 0, None
        return [*news, Happened(new)]

    def _note_unproved(self) -> None:
        self.unproved += 1
        self._misfits += 1
        self.is_hopeless = self.is_hopeless or self._misfits >= _PATIENCE

    def _believe(self, state: _State) -> list[News]:
        """Take a state that has been confirmed."""
        before = self._believed
        self._believed, self._claimed = state, None
        self.wants_all = False
        self._quarters.clear()
        if state == before:
            return []
        lost = (state.number - before.number) % _NUMBERS if before is not None else 0
        return [Everything(state.readings, lost)]

    def _state_of(self, message: Reeds | Levels) -> _State | None:
        """The whole state, as soon as all of it is here."""
        if isinstance(message, Reeds):
            return _State(message.number, message.readings) if self._is_reed else None
        if self._is_reed:
            return None
        if any(quarter.number != message.number for quarter in self._quarters.values()):
            self._quarters.clear()
        self._quarters[message.first] = message
        if len(self._quarters) * LEVELS_IN_A_FRAME < SENSORS:
            return None
        quarters = [self._quarters[first] for first in sorted(self._quarters)]
        self._quarters.clear()
        return _State(message.number, tuple(level for part in quarters for level in part.levels))

    @property
    def _is_reed(self) -> bool:
        return self._kind == BoardKind.REED

    def _digest(self, state: _State) -> int:
        return digest_of(self._kind, self._session, state.number, state.readings)
