"""What was seen since a settled moment, square by square."""

import itertools
import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.tracking.seeing.absences import SHORTEST_LIFT, Absence, AbsenceSet, Timeline
from board_daemon.tracking.seeing.contents import (
    HIDDEN,
    Content,
    Contents,
    disagreeing,
    looks_empty,
    squares_by_content,
    squares_like,
    with_blind,
)
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.history import History
from board_daemon.tracking.seeing.touches import Touch

_ALONE: Final = (Content.WHITE, Content.BLACK)


class Evidence:
    """The changes since a settled moment, and how the board looks now."""

    def __init__(
        self,
        expected: Contents,
        seen: Iterable[Content],
        changes: Iterable[Sighting] | History,
        blind: SquareSet = NO_SQUARES,
    ) -> None:
        """`changes`: they, or what is known of them already, as far as they count.

        `blind`: squares whose readings say nothing; anything may stand and happen there.
        """
        self.expected = expected
        self.blind = blind
        self.seen = with_blind(seen, blind)
        if not isinstance(changes, History):
            changes = History(expected, changes, blind)
        self._history = history = changes
        self.changes = history.changes
        self.touches: Mapping[Square, Touch] = history.touches
        self.absences: Sequence[Absence] = history.absences
        self.touched = history.touched
        """Squares on which anything was seen to change."""
        self._supposed: dict[tuple[SquareSet, float, SquareSet], Evidence] = {}
        self._known_lifts: dict[tuple[Square, float, SquareSet | None], list[float]] = {}
        self.shared_since = math.inf
        """What is back after then, in seconds, another turn accounts for if need be."""
        self.homeward: tuple[Absence, ...] = ()
        """So it does for what was touched meanwhile: its own chain may have come home then."""
        self.tottered: AbsenceSet = 0
        """What was gone for a moment just after it was set down: nobody need have lifted it."""

    @property
    def shared_from(self) -> float:
        """From when on another turn accounts for some of this, in seconds; infinity: for none."""
        return min([self.shared_since, *(each.left for each in self.homeward)])

    def absences_on(self, square: Square) -> list[Absence]:
        """When what stood on a square was gone, in order."""
        touch = self.touches.get(square)
        return touch.absences if touch is not None else []

    def lifts_on(self, square: Square) -> list[Absence]:
        """The same, but for what was too short for a hand."""
        return [each for each in self.absences_on(square) if not each.is_flicker]

    def last_change(self, square: Square, otherwise: float = -math.inf) -> float:
        """When the square was last seen to change, in seconds; `otherwise`: where it never was."""
        touch = self.touches.get(square)
        return otherwise if touch is None else touch.last

    def last_left(self, square: Square, otherwise: float = -math.inf) -> float:
        """When the square was last left, in seconds; `otherwise`: where nobody saw it left."""
        absences = self.absences_on(square)
        return absences[-1].left if absences else otherwise

    @cached_property
    def dirty(self) -> SquareSet:
        """Squares that look otherwise than expected."""
        return disagreeing(self.seen, self.expected)

    @property
    def timeline(self) -> Timeline:
        """Which of the absences overlap, and where they are."""
        return self._history.timeline

    @cached_property
    def missing(self) -> SquareSet:
        """Squares that should hold somebody else and look empty."""
        return self._looking_empty(self.dirty)

    def missing_from(self, expected: Contents) -> SquareSet:
        """Squares that look empty, where the board should look like that and they should not."""
        return self._looking_empty(disagreeing(self.seen, expected))

    def _looking_empty(self, squares: SquareSet) -> SquareSet:
        return sum(1 << sq for sq in bits(squares) if looks_empty(self.seen[sq]))

    @property
    def come(self) -> SquareSet:
        """Squares that look otherwise than expected, and not empty: something has come there."""
        return self.dirty & ~self.missing

    @property
    def more_gone_than_come(self) -> int:
        """How many more squares have lost what stood there than have gained anything."""
        return self.missing.bit_count() - self.come.bit_count()

    @cached_property
    def half_lifted(self) -> SquareSet:
        """Squares on which one piece of a union stands alone: the other was taken off it.

        Not where nobody saw a union before: there a lone piece may only have been set down.
        """
        seen = [c.square for c in self.changes if c.content in _ALONE and c.before != HIDDEN]
        halves = [sq for sq in bits(self.dirty & self.unions) if self.seen[sq] in _ALONE]
        return square_set(halves) & square_set(seen)

    @property
    def is_one_piece_moved(self) -> bool:
        """Whether the board looks as if one thing had gone from its square to an empty one."""
        gone, come = list(bits(self.missing)), list(bits(self.come))
        if len(gone) != 1 or len(come) != 1 or not looks_empty(self.expected[come[0]]):
            return False
        return bool(self.seen[come[0]] & self.expected[gone[0]])

    @cached_property
    def unions(self) -> SquareSet:
        """Squares on which a union is expected."""
        return squares_like(self.expected, Content.UNION)

    @cached_property
    def may_hold(self) -> Mapping[Content, SquareSet]:
        """For each kind of content: the squares on which it may stand now."""
        return squares_by_content(self.seen)

    @cached_property
    def hiding(self) -> SquareSet:
        """Squares on which a union might stand, or from which it might go, and nobody sees it."""
        return squares_like(self.seen, HIDDEN)

    def may_hide(self, square: Square) -> bool:
        """Whether a union might stand on the square or go from it, and nobody would see it."""
        return bool(self.hiding >> square & 1)

    @cached_property
    def stirred(self) -> SquareSet:
        """Empty squares where the field has jumped, though a union may look as empty as they do."""
        jumps = [c.square for c in self.changes if c.is_jump]
        return square_set(
            [s for s in jumps if self.expected[s] == Content.EMPTY and self.may_hide(s)]
        )

    @cached_property
    def filled(self) -> SquareSet:
        """Empty squares on which a piece was seen alone, and where it may be in a union now."""
        filled = [
            c.square
            for c in self.changes
            if c.before in _ALONE and c.content == HIDDEN == self.seen[c.square]
        ]
        return square_set([s for s in filled if self.expected[s] == Content.EMPTY])

    @cached_property
    def unseen_again(self) -> SquareSet:
        """Squares from which a union was lifted, and where it may be back though it looks empty."""
        gone = [sq for sq, touch in self.touches.items() if touch.is_open and self.may_hide(sq)]
        return square_set(gone) & ~self.dirty & ~self.blind

    @cached_property
    def returned(self) -> list[Square]:
        """Squares from which something was lifted and on which it may stand again."""
        return [
            square
            for square, touch in self.touches.items()
            if touch.absences and not self.dirty >> square & 1
        ]

    @property
    def handled(self) -> SquareSet:
        """Squares from which something was lifted, whether it stands there again or not."""
        return self.missing | square_set(self.returned)

    def from_nowhere(self, passing: float) -> int:
        """How often a piece came to stand on an empty square when none was in the air.

        It came out of a union then, or off the board. What stands there for no longer than
        `passing` seconds is sliding by.
        """
        return self._history.from_nowhere(passing)

    def stops(self, passing: float) -> list[tuple[float, float]]:
        """From when till when something stood on a square on which nobody stands now.

        Not where it only slid by, for no longer than `passing` seconds.
        """
        return [(came, left) for _, came, left in self._history.stops(passing)]

    def halts(self, passing: float) -> SquareSet:
        """Where something stood long enough for a hand, and yet may only have slid by.

        `passing` as above.
        """
        return self._history.halts(passing)

    def stops_before_all_else(self, passing: float) -> int:
        """How many of them began before anything was lifted from where it stood.

        What came then has come out of nobody's hand.
        """
        return self._history.stops_before_all_else(passing)

    def stopped_on(self, passing: float, until: float) -> SquareSet:
        """The squares of the stops that began before a time, in seconds; `passing` as above."""
        stops = self._history.stops(passing)
        return square_set(square for square, came, _ in stops if came < until)

    def lifts_and_returns(
        self, square: Square, after: float, entered: SquareSet | None = None
    ) -> list[float]:
        """When something was lifted from the square to be set down again for its own sake.

        That is, right after the time given or last of all: in between it is a step of a chain.
        Meanwhile somebody may adjust a lone piece, and a union that is not among those `entered`;
        None: nobody knows which they are.
        """
        touch = self.touches.get(square)
        if touch is None or touch.last <= after:
            return []
        # Many ways through a chain come by there, and ask the same.
        key = square, after, entered
        known = self._known_lifts.get(key)
        if known is None:
            known = self._known_lifts[key] = self._find_lifts_and_returns(*key)
        return known

    def _find_lifts_and_returns(
        self, square: Square, after: float, entered: SquareSet | None
    ) -> list[float]:
        apart = {sq for sq in self.returned if sq != square and self._is_apart(sq, entered)}
        since = [c for c in self.changes if c.t > after and c.square not in apart]
        first = list(itertools.takewhile(lambda change: change.square == square, since))
        later = reversed(since[len(first) :])
        last = list(itertools.takewhile(lambda change: change.square == square, later))
        return _lifts_and_returns(first) + _lifts_and_returns(last[::-1])

    def _is_apart(self, square: Square, entered: SquareSet | None) -> bool:
        if entered is None:
            return self.expected[square] in _ALONE
        return not entered >> square & 1

    def next_elsewhere(self, square: Square, after: float) -> float:
        """When another square was next seen to change."""
        changes = (c.t for c in self.changes if c.square != square and c.t > after)
        return next(changes, math.inf)

    def next_elsewhere_after_a_touch(self, square: Square, left: float) -> float:
        """The same, once what was lifted from the square at a time is back."""
        back = (c.t for c in self.changes if c.square == square and c.t > left)
        return self.next_elsewhere(square, next(back, left))

    def first_arrival(self, square: Square, since: float = -math.inf) -> float:
        """When somebody was first seen to arrive on the square, `since` a time in seconds."""
        arrivals = (c.t for c in self.changes if c.square == square and not looks_empty(c.content))
        return next((t for t in arrivals if t > since), math.inf)

    @cached_property
    def began(self) -> float:
        """When the first of what is gone was lifted, in seconds; infinity: nothing is."""
        gone = (touch.absences[-1].left for touch in self.touches.values() if touch.is_open)
        return min(gone, default=math.inf)

    def before_the_turn(self, square: Square) -> list[Absence]:
        """When something was lifted and returned on the square before a turn began.

        Meanwhile somebody may adjust another piece. A union that looks empty may be back unseen.
        What stood elsewhere meanwhile was moved there, and back.
        """
        strayed = sorted(
            change.t
            for change in self.changes
            if self.expected[change.square] == Content.EMPTY and not looks_empty(change.content)
        )
        touches = [
            each
            for each in self.lifts_on(square)
            if not (each.is_over and _is_any_within(each, strayed))
        ]
        others = min(
            (
                touch.absences[-1].left
                for sq, touch in self.touches.items()
                if sq != square and touch.is_open
            ),
            default=math.inf,
        )
        if self.may_hide(square) and self.began < others < math.inf:
            return [absence for absence in touches if absence.left < others]
        if self.began < math.inf:
            return [absence for absence in touches if absence.back <= self.began]
        begun: set[float] = set()
        for away, back in zip(self.changes[::2], self.changes[1::2], strict=False):
            if away.square != back.square or not looks_empty(away.content):
                break
            begun.add(away.t)
        return [absence for absence in touches if absence.left in begun]

    def left_and_taken(self) -> SquareSet:
        """Squares that something left, and taken once it may have been set down elsewhere."""
        arrived = self.come
        if self.missing:
            # Who joined what was lifted left that looking as before; the piece that took his place
            # is missing where it came from.
            arrived |= square_set(self.returned)
        over = [each for each in self.absences if each.is_over]
        if not arrived or not over:
            return NO_SQUARES
        came = [c.t for c in self.changes if arrived >> c.square & 1 and not looks_empty(c.content)]
        came.sort()  # A bouncing contact is told late.
        return square_set([each.square for each in over if _is_any_within(each, came)])

    def of_one_turn_without(
        self, squares: SquareSet, home: SquareSet, taken: SquareSet
    ) -> "Evidence":
        """The same for one of two turns: what is missing on these squares the other one has begun.

        The other one may have ended on the squares `taken`, which this one left.

        What came back after that, and for no reason of the one, may be a step of the other; so may
        be what was touched while that was gone which has come back `home`.
        """
        return self._supposing(squares | taken, self.last_lifted(squares), home)

    def last_lifted(self, squares: SquareSet) -> float:
        """When the first of these squares was left for good, or for the last time, in seconds.

        Infinity: none was.
        """
        lifted = [self.absences_on(sq)[-1].left for sq in bits(squares) if self.absences_on(sq)]
        return min(lifted, default=math.inf)

    def supposing_returned(self, squares: SquareSet) -> "Evidence":
        """The same, as if what is missing on these squares might still come back as anything."""
        return self._supposing(squares, math.inf, NO_SQUARES)

    def _supposing(self, squares: SquareSet, shared_since: float, home: SquareSet) -> "Evidence":
        known = self._supposed.get((squares, shared_since, home))
        if known is not None:
            return known
        seen = with_blind(self.seen, squares)
        supposed = Evidence(self.expected, seen, self._history, self.blind)
        supposed.dirty = self.dirty & ~squares
        supposed.hiding = self.hiding & ~squares
        supposed.may_hold = {content: on | squares for content, on in self.may_hold.items()}
        supposed.unions, supposed.tottered = self.unions, self.tottered
        supposed.shared_since = shared_since
        supposed.homeward = tuple(each for each in self.absences if home >> each.square & 1)
        self._supposed[squares, shared_since, home] = supposed
        return supposed


def _is_any_within(absence: Absence, times: Sequence[float]) -> bool:
    """Whether any of these times, in order, lies between its beginning and its end."""
    later = bisect_right(times, absence.left)
    return later < len(times) and times[later] < absence.back


def _lifts_and_returns(changes: Sequence[Sighting]) -> list[float]:
    return [
        away.t
        for away, back in itertools.pairwise(changes)
        if looks_empty(away.content)
        and not looks_empty(back.content)
        and back.t >= away.t + SHORTEST_LIFT
    ]
