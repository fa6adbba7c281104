"""Steady sightings from bouncing readings: a change counts once it has stood for a while."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from board_daemon.rules.squares import Square, SquareSet, square_set
from board_daemon.tracking.seeing.contents import Content, looks_empty
from board_daemon.tracking.seeing.flicker import CALM, Flicker

# A contact that bounces for longer (in holds) does not hold up what came after it any more.
_LONGEST_BOUNCE: Final = 4.0


class Jump(Enum):
    """What became of a field that has jumped over a square which looks as it did."""

    UNKNOWN = auto()
    """Nobody can say; or two pieces came or went, one after the other."""
    TO_NOBODY = auto()
    """The square reads what it does with nobody on it, which a union may read as well."""
    UNCLEAR = auto()
    """It reads more than that, but no more than it might with nobody on it."""
    TO_UNION = auto()
    """It reads what it does with nobody but a union on it."""
    AS_BESIDE = auto()
    """A hand on a square beside it has made the board tell how far it had drifted, or changed
    unnoticed, since it was told last."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """From some time on a square has looked different."""

    t: float
    """When the reading took its new value, in seconds."""
    square: Square
    content: Content
    """What may stand there, as far as the sensor can tell."""
    before: Content | None = field(default=None, compare=False)
    """What might have stood there until then; None: as expected."""
    jump: Jump = field(default=Jump.UNKNOWN, compare=False)
    """What became of the field where the square looks as before."""

    @property
    def is_jump(self) -> bool:
        """Whether the square looks as before, and only its field has jumped."""
        return self.before == self.content


@dataclass(slots=True)
class _Stir:
    """A square whose reading has left its steady value, perhaps only for a moment."""

    began: float
    since: float
    """When the reading last changed, in seconds."""
    content: Content
    is_touch: bool = False
    """Whether somebody moved something there, whatever it looks like."""
    jump: Jump = Jump.UNKNOWN
    """As for the sighting."""
    flickers: bool = False
    """Whether the contact is loose: then nothing it says counts before it keeps still."""


class Debouncer:
    """Keeps back every change until it has stood for `hold` seconds.

    Changes come out in the order in which they began, each with the time of its first contact: a
    bounce that goes on for some milliseconds does not make a piece arrive after one that was lifted
    meanwhile. What a loose contact says holds nothing up, and counts once it has kept still.
    """

    def __init__(self, seen: list[Content], hold: float) -> None:
        self._steady = list(seen)
        self._hold = hold
        self._stirred: dict[Square, _Stir] = {}
        self._flicker = Flicker()

    def read(self, t: float, square: Square, content: Content) -> None:
        """Take in a reading. Call `steady` up to `t` first."""
        if content == self.latest(square):
            return
        stir = self._stirred.setdefault(square, _Stir(t, t, content))
        stir.content, stir.since = content, t
        stir.flickers = self._flicker.note(t, square) or stir.flickers

    def touch(self, t: float, square: Square, jump: Jump = Jump.UNKNOWN) -> None:
        """Take in that somebody moved something on a square that looks as it did.

        `jump`: what became of its field.
        """
        stir = self._stirred.setdefault(square, _Stir(t, t, self._steady[square]))
        stir.is_touch = True
        stir.jump = jump

    def latest(self, square: Square) -> Content:
        """What the last reading of the square left possible."""
        stir = self._stirred.get(square)
        return self._steady[square] if stir is None else stir.content

    def find(self, square: Square, content: Content) -> None:
        """Take in what stands on a square for known from the start."""
        self._steady[square] = content

    def steady(self, t: float) -> Iterator[Sighting]:
        """The changes that have stood long enough by time `t`, in the order they began."""
        yield from self._calmed(t)
        for square, stir in self._in_order():
            if stir.since + self._hold > t:
                if stir.began + _LONGEST_BOUNCE * self._hold > t:
                    return
                continue
            yield from self._settled(square, stir, stir.began)

    def _calmed(self, t: float) -> Iterator[Sighting]:
        """The changes of loose contacts that have kept still: they count from then on."""
        loose = [(stir.since + CALM, sq) for sq, stir in self._stirred.items() if stir.flickers]
        for calm, square in sorted(loose):
            if calm <= t:
                yield from self._settled(square, self._stirred[square], calm)

    def _settled(self, square: Square, stir: _Stir, t: float) -> Iterator[Sighting]:
        """The change that has come of a stir, if any has; `t`: when, in seconds."""
        del self._stirred[square]
        before = self._steady[square]
        if stir.content != before or stir.is_touch:
            self._steady[square] = stir.content
            yield Sighting(t, square, stir.content, before, stir.jump)

    def _in_order(self) -> list[tuple[Square, _Stir]]:
        # Of two changes at one time the arrival comes first: one hand can have done both.
        return sorted(
            ((square, stir) for square, stir in self._stirred.items() if not stir.flickers),
            key=lambda item: (item[1].began, looks_empty(item[1].content), item[0]),
        )

    @property
    def flickering(self) -> SquareSet:
        """The squares with a loose contact, which has not kept still since."""
        return square_set([square for square, stir in self._stirred.items() if stir.flickers])

    @property
    def first_stir(self) -> float | None:
        """When the first of the changes that are still kept back began, but for loose contacts."""
        began = (stir.began for stir in self._stirred.values() if not stir.flickers)
        return min(began, default=None)

    @property
    def next_due(self) -> float | None:
        """When the next change will have stood long enough; None: nothing is kept back."""
        held_up = 0.0
        calm = (stir.since + CALM for stir in self._stirred.values() if stir.flickers)
        due = min(calm, default=None)
        for _, stir in self._in_order():
            ready = max(stir.since + self._hold, held_up)
            due = ready if due is None else min(due, ready)
            held_up = max(held_up, min(ready, stir.began + _LONGEST_BOUNCE * self._hold))
        return due
