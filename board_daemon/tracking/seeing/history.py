"""What happened on the squares since a settled moment, however the board looks by now."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, square_set
from board_daemon.tracking.seeing.absences import SHORTEST_LIFT, Absence, AbsenceSet, Timeline
from board_daemon.tracking.seeing.contents import Content, Contents, looks_empty
from board_daemon.tracking.seeing.debounce import Jump, Sighting
from board_daemon.tracking.seeing.touches import Touch, Touches

_TO_NOBODY: Final = (Jump.TO_NOBODY, Jump.UNCLEAR, Jump.AS_BESIDE)


class History:
    """The changes since a settled moment, and what they say of the squares that changed."""

    def __init__(
        self,
        expected: Contents,
        changes: Iterable[Sighting],
        blind: SquareSet = NO_SQUARES,
        drawn_to: SquareSet = NO_SQUARES,
    ) -> None:
        """`expected`: what stood on the squares before; only where they changed it counts.

        `blind`: where nothing that was seen counts; `drawn_to`: where a turn may draw a union back
        to, en passant, and enter it once more.
        """
        self._expected = expected
        if blind:
            changes = [c for c in changes if not blind >> c.square & 1]
        news = [c for c in changes if not _is_old_news(c, expected)]
        self.changes = list(_without_drift(news))
        touches = Touches(expected, self.changes, drawn_to)
        self.touches: Mapping[Square, Touch] = touches.by_square
        self.absences: Sequence[Absence] = touches.absences
        self.touched = square_set(self.touches)
        """Squares on which anything was seen to change."""
        self._known_stands: dict[float, list[tuple[Square, float, float]]] = {}
        self._known_stops: dict[float, list[tuple[Square, float, float]]] = {}
        self._known_from_nowhere: dict[float, int] = {}
        self._known_tottering: dict[object, AbsenceSet] = {}

    @cached_property
    def timeline(self) -> Timeline:
        """Which of the absences overlap, and where they are."""
        return Timeline(self.absences)

    def tottered(self, soon: float, settle: float, landed: Mapping[Square, float]) -> AbsenceSet:
        """What was gone again, for no longer than `settle`, sooner than a hand comes back for it.

        That is within `soon` seconds after it was back: it was set down beside the centre.
        `landed`: when that was, in seconds, on squares where it was before all of this.
        """
        key = soon, settle, tuple(landed.items())
        known = self._known_tottering.get(key)
        if known is None:
            known = 0
            back = dict(landed)
            for gone in self.absences:
                is_soon = gone.left - back.get(gone.square, -math.inf) <= soon
                if is_soon and gone.back - gone.left <= settle:
                    known |= gone.bit
                back[gone.square] = gone.back
            self._known_tottering[key] = known
        return known

    def from_nowhere(self, passing: float) -> int:
        """How often a piece came to stand on an empty square when none was in the air.

        It came out of a union then, or off the board. What stands there for no longer than
        `passing` seconds is sliding by.
        """
        known = self._known_from_nowhere.get(passing)
        if known is None:
            known = self._known_from_nowhere[passing] = self._count_from_nowhere(passing)
        return known

    def _count_from_nowhere(self, passing: float) -> int:
        gone: set[Square] = set()
        visited: dict[Square, float] = {}
        number = 0
        for change in self.changes:
            square, is_empty = change.square, looks_empty(change.content)
            if self._expected[square] != Content.EMPTY:
                (gone.add if is_empty else gone.discard)(square)
            elif not is_empty and square not in visited:
                visited[square] = change.t if len(visited) >= len(gone) else math.inf
            elif is_empty and square in visited:
                number += change.t - visited.pop(square) > passing
        return number

    def stops(self, passing: float) -> list[tuple[Square, float, float]]:
        """Where, and from when till when something stood on a square on which nobody stands now.

        Not where it only slid by, for no longer than `passing` seconds.
        """
        known = self._known_stops.get(passing)
        if known is None:
            stands = self._stands(passing)
            known = [(at, came, left) for at, came, left in stands if came + passing < left]
            self._known_stops[passing] = known
        return known

    def halts(self, passing: float) -> SquareSet:
        """Where something stood long enough for a hand, and yet may only have slid by."""
        return square_set(
            square
            for square, came, left in self._stands(passing)
            if came + SHORTEST_LIFT <= left <= came + passing
        )

    def stops_before_all_else(self, passing: float) -> int:
        """How many of the stops began before anything was lifted from where it stood."""
        stood = (c.t for c in self.changes if self._expected[c.square] != Content.EMPTY)
        first = next(stood, math.inf)
        return sum(came < first for _, came, _ in self.stops(passing))

    def _stands(self, passing: float) -> list[tuple[Square, float, float]]:
        """Where, and from when till when something stood, for however short a time.

        What was back after no more than `passing` seconds had only tottered meanwhile.
        """
        known = self._known_stands.get(passing)
        if known is None:
            known = self._known_stands[passing] = self._find_stands(passing)
        return known

    def _find_stands(self, passing: float) -> list[tuple[Square, float, float]]:
        stands: list[tuple[Square, float, float]] = []
        came: dict[Square, float] = {}
        for change in self.changes:
            square = change.square
            stands_now = not looks_empty(self.touches[square].looks)
            if self._expected[square] != Content.EMPTY or stands_now:
                continue
            if looks_empty(change.content):
                if square in came:
                    stands.append((square, came.pop(square), change.t))
            elif square not in came:
                came[square] = change.t
                before = next((each for each in reversed(stands) if each[0] == square), None)
                if before is not None and change.t - before[2] <= passing:
                    stands.remove(before)
                    came[square] = before[1]
        return stands


def _is_old_news(change: Sighting, expected: Contents) -> bool:
    """Whether a field jumped to what may be read with nobody there, where nobody should stand.

    So it does by drift, or long after a union has gone.
    """
    if change.jump not in _TO_NOBODY:
        return False
    return change.is_jump and expected[change.square] == Content.EMPTY


def _without_drift(changes: Iterable[Sighting]) -> Iterator[Sighting]:
    """The changes without fields that jump beside a hand, where nothing had happened before.

    Where something had, that may be how a union reads which has been set down again.
    """
    stirred: set[Square] = set()
    for change in changes:
        if change.jump != Jump.AS_BESIDE or change.square in stirred:
            stirred.add(change.square)
            yield change


class Since:
    """The changes since some moment. Their history is the same for all that stood alike there.

    Many stories differ only on squares that nobody has touched.
    """

    def __init__(self, numbered: Sequence[tuple[int, Sighting]]) -> None:
        """`numbered`: each with how many changes of the game came before it."""
        self.numbered = numbered
        self._changes = [change for _, change in numbered]
        self._squares = list(dict.fromkeys(change.square for change in self._changes))
        self._touched = square_set(self._squares)
        self._known: dict[tuple[bytes, SquareSet, SquareSet], History] = {}

    def history(self, expected: Contents, blind: SquareSet, drawn_to: SquareSet) -> History:
        """What happened since then; all is as for a `History`."""
        stood = bytes([expected[square] for square in self._squares])
        key = stood, blind & self._touched, drawn_to & self._touched
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = History(expected, self._changes, *key[1:])
        return known
