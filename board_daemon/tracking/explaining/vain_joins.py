"""Joins that were undone before the turn went on: a union made, taken up again, its partner left.

Whoever thinks better of a join lifts the union, takes his own piece out of it, sets the partner
back, and plays another turn with his piece. What was lifted and returned there twice belongs
together then.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from board_daemon.rules.squares import Square
from board_daemon.tracking.seeing.absences import AbsenceSet
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.evidence import Evidence

_OTHER: Final = {
    Content.WHITE: Content.BLACK,
    Content.BLACK: Content.WHITE,
}


class VainJoin(NamedTuple):
    """A join and its undoing, on the square of a lone piece that stands there as before."""

    square: Square
    by: Content
    """What can have joined it."""
    absences: AbsenceSet
    """The two absences: of the partner while it was joined, and of the union."""
    joined: float
    """When the union was set down, in seconds."""
    left: float
    """When it was taken up again, in seconds."""

    @property
    def stood(self) -> float:
        """For how many seconds the union stood there."""
        return self.left - self.joined


def vain_joins(evidence: Evidence, squares: Iterable[Square] | None = None) -> list[VainJoin]:
    """The joins that may have been undone, in order on each square.

    `squares`: where they are looked for, if not everywhere.
    """
    return [
        VainJoin(square, by, first.bit | second.bit, first.back, second.left)
        for square in (evidence.touches if squares is None else squares)
        if (by := _OTHER.get(evidence.expected[square])) is not None
        for first, second in pairwise(evidence.absences_on(square))
        if second.was_seen and second.was & Content.UNION
    ]


def disjoint_joins(joins: Sequence[VainJoin], idle: AbsenceSet, by: Content) -> list[VainJoin]:
    """Those of the joins that `by` a piece may have been made, of absences that are `idle`.

    Each absence belongs to one of them at most.
    """
    found: list[VainJoin] = []
    for join in joins:
        if join.by == by and not join.absences & ~idle:
            found.append(join)
            idle &= ~join.absences
    return found
