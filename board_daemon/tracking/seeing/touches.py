"""What happened on each square: when it was left, and when it was taken again."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet
from board_daemon.tracking.seeing.absences import Absence
from board_daemon.tracking.seeing.contents import HIDDEN, Content, Contents, looks_empty
from board_daemon.tracking.seeing.debounce import Jump, Sighting

_UNION: Final = Content.UNION


@dataclass(slots=True)
class Touch:
    """What happened on one square."""

    last: float
    """When it was last seen to change, in seconds."""
    looks: Content
    """What it looked like last."""
    absences: list[Absence] = field(default_factory=list)
    lifted: float = math.inf
    """When what had come to stand there since was lifted, in seconds; infinity: it was not."""
    is_half_back: bool = False
    """Whether of a union that was lifted there one piece is seen to be back, and not the other."""

    @property
    def is_open(self) -> bool:
        """Whether what was lifted there is not seen to be back."""
        absences = self.absences
        return bool(absences) and absences[-1].back == math.inf


class Touches:
    """What happened on the squares, as one change follows the other."""

    def __init__(
        self, expected: Contents, changes: Sequence[Sighting], drawn_to: SquareSet = NO_SQUARES
    ) -> None:
        """`expected`: what stood there before the changes.

        `drawn_to`: where a turn may draw a union back to, en passant, and enter it once more.
        """
        self._expected = expected
        self._drawn_to = drawn_to
        self.by_square: dict[Square, Touch] = {}
        self.absences: list[Absence] = []
        """When anything was gone, in order."""
        self._began = changes[0].t if changes else math.inf
        for change in changes:
            self._note(change)

    def _note(self, change: Sighting) -> None:
        square, content = change.square, change.content
        expected = self._expected[square]
        touch = self.by_square.get(square)
        if touch is None:
            touch = self.by_square[square] = Touch(change.t, expected)
        before, touch.looks, touch.last = touch.looks, content, change.t
        is_empty, is_union = looks_empty(content), expected == _UNION
        if is_empty or content == _UNION:
            touch.is_half_back = False
        if touch.is_half_back:
            return  # While the other piece comes as well, it may look like one once more.
        if touch.is_open:
            # Where it looks as empty as it did, but the field has changed, a union was set down.
            if not is_empty or (change.is_jump and change.jump != Jump.TO_NOBODY):
                touch.absences[-1].back = change.t
                touch.is_half_back = is_union and not int.__and__(content, expected)
        elif is_union and is_empty and _has_come_back(change):
            self._add_unseen_lift(touch, change, before)
        # Somebody else joining is no absence; one partner of a union leaving is.
        elif (is_empty and not looks_empty(expected)) or (
            is_union and not int.__and__(content, expected)
        ):
            absence = Absence(square, change.t, self._next_bit, before, is_jump=change.is_jump)
            self._add_absence(touch, absence)
        elif is_union and change.before == HIDDEN:
            self._add_unseen_lift(touch, change, before)
        elif self._drawn_to >> square & 1:
            self._note_drawn(touch, change, before)

    def _note_drawn(self, touch: Touch, change: Sighting, before: Content) -> None:
        """What was drawn back to a square need not stay there: only what is back was lifted."""
        if looks_empty(change.content):
            touch.lifted = math.inf if looks_empty(before) else change.t
        elif touch.lifted < math.inf:
            absence = Absence(change.square, touch.lifted, self._next_bit, change.content, change.t)
            touch.lifted = math.inf
            self._add_absence(touch, absence)

    def _add_unseen_lift(self, touch: Touch, change: Sighting, before: Content) -> None:
        """A union reads otherwise now than it did: it was lifted though nobody saw it."""
        unseen = Absence(
            change.square,
            self._began,
            self._next_bit,
            before,
            change.t,
            was_seen=False,
            is_jump=change.is_jump,
        )
        self._add_absence(touch, unseen)

    @property
    def _next_bit(self) -> int:
        return 1 << len(self.absences)

    def _add_absence(self, touch: Touch, absence: Absence) -> None:
        self.absences.append(absence)
        touch.absences.append(absence)


def _has_come_back(change: Sighting) -> bool:
    """Whether a field has jumped over a union that looks empty, and it stands there since."""
    return change.is_jump and change.jump in (Jump.UNCLEAR, Jump.TO_UNION)
