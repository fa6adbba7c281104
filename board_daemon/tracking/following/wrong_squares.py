"""What stands wrong when no turn explains the board."""

import math
from collections.abc import Sequence

from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.tracking.events import RestoredEvent, RestoreEvent
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.contents import Content, Contents, looks_empty
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.seeing.watch import Watch
from board_daemon.tracking.view import FixSquare


class Corrections:
    """What the players are asked to put right; says so in the record when that changes."""

    def __init__(self, record: Record, watch: Watch) -> None:
        self._record = record
        self._watch = watch
        self.wrong: tuple[FixSquare, ...] = ()
        """What stands wrong, if anything."""
        self._index = 0
        """How many changes there had been when the board last complained."""
        self._seen: Contents = ()
        """How it looked then."""
        self._too_many = NO_SQUARES
        """Where it was said since it stood right last that something stands which should not."""
        self.since = math.inf
        """When the board was first to be put right, in seconds, since it stood right last."""
        self.most = 0
        """How many squares stood wrong at most, since it stood right last."""
        self.is_leftover = False
        """Whether more stood wrong since, and has been put right."""

    @property
    def squares(self) -> SquareSet:
        """The squares that stand wrong."""
        return square_set(fix.square for fix in self.wrong)

    def demand(self, t: float, wrong: tuple[FixSquare, ...]) -> None:
        """Ask to put these squares right, unless that is being asked already."""
        if {fix.square for fix in wrong} != {fix.square for fix in self.wrong}:
            squares = sorted(fix.square for fix in wrong)
            self._record.tell(RestoreEvent(t, tuple(squares)))
            self._index, self._seen = len(self._watch.changes), tuple(self._watch.seen)
        self.since = min(self.since, t) if self.wrong else t
        self.most = max(len(wrong), self.most if self.wrong else 0)
        self._too_many |= too_many(wrong)
        self.is_leftover = bool(self.wrong) and (self.is_leftover or len(wrong) < len(self.wrong))
        self.wrong = wrong

    def saw_played(self, squares: SquareSet) -> bool:
        """Whether anything was lifted from or brought to these squares since the last complaint.

        What was in somebody's hand by then and was only set down is no play since; nor is what was
        only touched and stands as it did then: putting other things right takes unions apart. Nor
        is what was set back where it was missing.
        """
        seen = self._watch.seen
        told = self.squares
        missed = square_set(fix.square for fix in self.wrong if fix.wants_piece)
        squares = square_set(
            square
            for square in bits(squares)
            if not told >> square & 1
            or looks_empty(seen[square])
            or (self._differs(square) and not missed >> square & 1)
        )
        has_lifted = False
        for change in self._watch.changes[self._index :]:
            is_on = bool(squares >> change.square & 1)
            is_lift = looks_empty(change.content) or change.before == Content.UNION
            if is_on and (is_lift or has_lifted):
                return True
            has_lifted = has_lifted or is_lift
        return False

    def _differs(self, square: Square) -> bool:
        """Whether a square looks otherwise than when the board last complained."""
        return not self._seen or self._watch.seen[square] != self._seen[square]

    def is_cleared(self, square: Square) -> bool:
        """Whether what stood there wrong was taken up since: it is being put right."""
        return bool(self._too_many >> square & 1) and looks_empty(self._watch.seen[square])

    @property
    def is_missing_some(self) -> bool:
        """Whether a piece that is to be set back is not, and may be in somebody's hand."""
        return any(fix.wants_piece for fix in still_wrong(self.wrong, self._watch.seen))

    @property
    def are_left_alone(self) -> bool:
        """Whether all stands as when the board last complained."""
        return bool(self.wrong) and tuple(self._watch.seen) == self._seen

    def forget_touches(self) -> None:
        """Where all stands as when the board last complained, nobody has played since."""
        if self.are_left_alone:
            self._watch.forget_since(self._index)

    def withdraw(self, t: float) -> None:
        """Say that nothing is to be put right any more, if it was."""
        if self.wrong:
            self.wrong, self._too_many = (), NO_SQUARES
            self._record.tell(RestoredEvent(t))


def too_many(wrong: Sequence[FixSquare]) -> SquareSet:
    """The squares of these where something stands that should not."""
    return square_set(fix.square for fix in wrong if not fix.wants_piece)


def fix_squares(evidence: Evidence) -> tuple[FixSquare, ...]:
    """The squares that stand wrong: a piece too many and one that is missing, in pairs.

    What was done last is put right first: below it there may stand a turn that is half done.
    """
    wrong = list(bits(evidence.dirty))
    missing = [square for square in wrong if evidence.seen[square] & Content.EMPTY]
    extra = [square for square in wrong if square not in missing]
    extra.sort(key=lambda square: evidence.last_change(square, math.inf), reverse=True)
    missing.sort(key=evidence.last_left, reverse=True)
    pairs: list[FixSquare] = []
    alone: list[FixSquare] = []
    for square in extra:
        clear = FixSquare(square, wants_piece=False)
        home = _home_among(missing, square, evidence)
        if home is None:
            alone.append(clear)
            continue
        missing.remove(home)
        pairs += [clear, FixSquare(home, wants_piece=True)]
    alone += [FixSquare(square, wants_piece=True) for square in missing]
    return (*pairs, *alone)


def _home_among(missing: Sequence[Square], square: Square, evidence: Evidence) -> Square | None:
    """Where what stands on a square rather belongs: who was lifted last before it came there."""
    arrived = evidence.last_change(square, math.inf)

    def likelihood(home: Square) -> tuple[bool, bool]:
        may_stand_there = bool(evidence.seen[square] & evidence.expected[home])
        return may_stand_there, evidence.last_left(home) <= arrived

    return max(missing, key=likelihood, default=None)


def still_wrong(told: Sequence[FixSquare], seen: Sequence[Content]) -> tuple[FixSquare, ...]:
    """What was told to be wrong, without what has been set down or taken away since."""
    return tuple(fix for fix in told if fix.wants_piece == bool(seen[fix.square] & Content.EMPTY))
