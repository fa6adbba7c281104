"""What the board looks like and since when: steady changes and moments of rest in order."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from board_daemon.rules.squares import Square, SquareSet
from board_daemon.tracking.seeing.contents import HIDDEN, Content, Contents
from board_daemon.tracking.seeing.debounce import Debouncer, Sighting
from board_daemon.tracking.seeing.empty_field import EmptyField
from board_daemon.tracking.seeing.sensing import NEAR_ZERO, SensorModel, axial_part
from firmware_bridge.frames import Reading, SensorFrame


@dataclass(frozen=True, slots=True)
class Rest:
    """Nothing has changed for a while."""

    t: float
    """Seconds."""
    duration: float
    """How long the board has been at rest: one of the lengths that were asked for."""


class Watch:
    """Keeps the steady picture of the board and tells when it changes and when it rests."""

    def __init__(
        self,
        start: Contents,
        model: SensorModel,
        hold: float,
        rests: tuple[float, ...],
        *,
        since: float = 0.0,
        expected: Contents | None = None,
    ) -> None:
        """`start`: how the board looks; `since`: from when on it has looked so, in seconds.

        `hold`: how long a change must stand to count; `rests`: lengths of rest to tell of.
        `expected`: what is taken to stand there as long as nothing else is read.
        """
        self.seen: list[Content] = list(start)
        self.changes: list[Sighting] = []
        self._model = model
        self._debouncer = Debouncer(self.seen, hold)
        self._rests = tuple(sorted(set(rests)))
        self._expected = start if expected is None else expected
        self._unread = set(range(len(self.seen)))
        self._readings: dict[Square, Reading] = {}
        self._empty_field = EmptyField(self._expected)
        self.hides_unions = False
        """Whether a square was read on which nobody or a union might stand."""
        self._told = 0
        self._last_change = since

    def read(self, frame: SensorFrame) -> None:
        """Take in the readings of a frame. Run `advance` up to its time first."""
        for square, reading in sorted(frame.readings.items()):
            if self._unread and self._model.tells_all(reading):
                self._take_for_granted()
            latest, before = self._debouncer.latest(square), self._readings.get(square)
            content = self._closer(frame.t, square, reading)
            self._readings[square] = reading
            if square in self._unread:
                self._unread.remove(square)
                if content & self._expected[square]:
                    self._find(square, content)
                    continue
            if content == HIDDEN and self._has_drifted(square):
                self._find(square, content)
                continue
            if content == latest and before is not None and self._model.jumps(before, reading):
                jump = self._empty_field.jump(square, self.seen)
                self._debouncer.touch(frame.t, square, jump)
            if content == HIDDEN == self.seen[square] and not latest & Content.EMPTY:
                # One partner after the other, each at once: no contact bounces here.
                self._debouncer.touch(frame.t, square)
            self._debouncer.read(frame.t, square, content)

    def _closer(self, t: float, square: Square, reading: Reading) -> Content:
        """What a reading leaves possible, with one axis by what empty squares read here."""
        before = self._debouncer.latest(square)
        content, axial = self._model.contents(reading, before), axial_part(reading)
        self.hides_unions = self.hides_unions or content == HIDDEN
        if axial is None:
            return content
        self._empty_field.note(t, square, axial, self.seen)
        if content not in (HIDDEN, Content.UNION) or abs(axial) >= NEAR_ZERO:
            return content
        return self._empty_field.contents(square, axial, before, self.seen)

    def _has_drifted(self, square: Square) -> bool:
        """Whether a union can be seen no longer though nobody has touched it."""
        is_union = self.seen[square] == self._debouncer.latest(square) == Content.UNION
        return is_union and not self._empty_field.has_jumped(square)

    def _take_for_granted(self) -> None:
        """What is still to be read stands as expected: sensors that tell all would have told."""
        for square in self._unread:
            self._find(square, self.seen[square] & self._expected[square] or self.seen[square])
        self._unread.clear()

    def _find(self, square: Square, content: Content) -> None:
        """Take in what has stood on a square from the start."""
        self.seen[square] = content
        self._debouncer.find(square, content)

    def advance(self, t: float) -> Iterator[Sighting | Rest]:
        """Let time go on to `t`. A change is told just before it is entered into the picture."""
        while True:
            rest = self._next_rest()
            if rest is not None and rest.t <= t:
                self._told += 1
                yield rest
                continue
            due = self._debouncer.next_due
            if due is None or due > t:
                return
            for steady in self._debouncer.steady(due):
                sighting = self._in_its_surroundings(steady)
                yield sighting
                self.seen[sighting.square] = sighting.content
                self.changes.append(sighting)
                self._last_change = sighting.t
                self._told = 0

    def forget_since(self, index: int) -> None:
        """What changed after so many changes is no part of what was played."""
        del self.changes[index:]

    def _in_its_surroundings(self, sighting: Sighting) -> Sighting:
        """A jump in the light of what was read around it."""
        if not sighting.is_jump or sighting.content != HIDDEN:
            return sighting
        jump = self._empty_field.jump_at(sighting.t, sighting.square, sighting.jump)
        return replace(sighting, jump=jump)

    @property
    def next_due(self) -> float | None:
        """When the next change or rest comes if nothing more is read, in seconds; None: never."""
        rest = self._next_rest()
        due = self._debouncer.next_due
        if rest is None or due is None:
            return due if rest is None else rest.t
        return min(rest.t, due)

    @property
    def rested(self) -> float:
        """The last length of rest that was told since the last change, in seconds; 0: none."""
        return self._rests[self._told - 1] if self._told else 0.0

    def rest_anew(self, t: float) -> None:
        """Count the rest from that time on, in seconds: only then were players told what to do."""
        self._last_change = max(self._last_change, t)
        self._told = 0

    @property
    def flickering(self) -> SquareSet:
        """The squares with a loose contact: what they show tells nothing."""
        return self._debouncer.flickering

    @property
    def is_steady(self) -> bool:
        """Whether no change is still kept back."""
        return self._debouncer.first_stir is None

    def came_at(self, square: Square, passing: float) -> float:
        """When what has come to a square was set down there, in seconds.

        What was gone within `passing` seconds after that, and back as soon, had only tottered.
        """
        times = [change.t for change in self.changes if change.square == square]
        while len(times) > 2 and max(times[-1] - times[-2], times[-2] - times[-3]) <= passing:
            del times[-2:]
        return times[-1] if times else -math.inf

    def rested_for(self, t: float) -> float:
        """For how many seconds nothing has changed, by that time."""
        stirred = self._debouncer.first_stir
        return max(0.0, (t if stirred is None else min(t, stirred)) - self._last_change)

    def _next_rest(self) -> Rest | None:
        if self._told == len(self._rests):
            return None
        duration = self._rests[self._told]
        at = self._last_change + duration
        stirred = self._debouncer.first_stir
        if stirred is not None and stirred <= at:
            return None
        return Rest(at, duration)
