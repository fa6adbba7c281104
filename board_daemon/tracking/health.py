"""The health of each square, learned from what was seen and from what was recorded.

A dead or stuck square is told from a piece in a hand by what comes after: a piece in hand comes
back within the turn, and one that nobody lifted does not turn up elsewhere. What the player
confirms is believed (see `hypotheses.faults`). A square that changes works up to then; it may fail
later.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from board_daemon.rules.position import Position
from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, Square, SquareSet, bits
from board_daemon.tracking.seeing.contents import Content, Contents, contents_of
from board_daemon.tracking.seeing.opening import Opening, Wrong
from board_daemon.tracking.seeing.sensing import SensorModel
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.view import FixSquare
from firmware_bridge.frames import Reading, SensorFrame

# So many recorded turns with a suspect unchanged confirm the suspicion.
_CONFIRMING_TURNS: Final = 2

# Contacts bounce for some 16 ms; a burst of changes without a rest that lasts so long is a fault.
_LONG_BURST: Final = 0.12
_LEAST_TOGGLES: Final = 4
_BURSTS_OF_A_FAULT: Final = 2
# A reading that jumps and is back before any hand could do that; so often, so far apart (seconds).
_BLIPS_OF_A_FAULT: Final = 5
_BLIPS_APART: Final = 1.0

# Millitesla: a lone piece reads some 50; below this it can hardly be told from none.
_WEAK_FIELD: Final = 20.0
# So many stays of lone pieces, of two kinds at least: the square is weak and not a magnet.
_STAYS_OF_A_FAULT: Final = 3


class SquareState(StrEnum):
    """How well a square's sensor does."""

    GOOD = "good"
    BOUNCING = "bouncing"
    """It goes on bouncing, or flickers with nobody near."""
    DEAD = "dead"
    """It always looks empty."""
    STUCK = "stuck"
    """It always looks taken."""
    WEAK = "weak"
    """It reads far less field than others."""


@dataclass(frozen=True, slots=True)
class SquareHealth:
    """A square that is not good."""

    square: Square
    state: SquareState
    since: float
    """When it was found out, in seconds."""


@dataclass(slots=True)
class _Burst:
    """Readings of one square that follow close upon each other."""

    began: float
    before: Reading | None
    last: float
    toggles: int = 1


class Health:
    """Learns which squares are not good."""

    def __init__(self, start: Position, settings: TrackerSettings) -> None:
        """`start`: how the pieces are said to stand as the tracker begins."""
        self._start: Contents = contents_of(start)
        self._settings = settings
        self._opening = Opening(start)
        self._suspects: dict[Square, int] = {}
        """Squares that looked wrong from the first, and the turns recorded since."""
        self._doubtful: SquareSet = NO_SQUARES
        """Squares that may have looked wrong from the first, or else are part of the first turn."""
        self._proven: SquareSet = NO_SQUARES
        """Squares that have changed, and that nothing has spoken against since."""
        self._changed_again: SquareSet = NO_SQUARES
        """Squares that have changed more than once."""
        self._changed: SquareSet = NO_SQUARES
        """Squares that have changed since the last turn was recorded."""
        self._found: dict[Square, SquareHealth] = {}
        self._blamed: set[Square] = set()
        """Squares that are only said to have failed: until they change."""
        self._suspected: SquareSet = NO_SQUARES
        """Squares that showed neither that they were joined nor the touch that said so."""
        self._news: list[SquareHealth] = []
        self._readings: dict[Square, Reading] = {}
        self._bursts: dict[Square, _Burst] = {}
        self._long_bursts: Counter[Square] = Counter()
        self._blips: dict[Square, list[float]] = {}
        self._stays: dict[Square, set[tuple[float, int]]] = {}
        self._flickering: SquareSet = NO_SQUARES

    # --- what is known ---

    @property
    def blind(self) -> SquareSet:
        """Squares whose readings say nothing: dead, stuck, wrong from the first, or flickering."""
        blind = self._flickering
        for square in self._suspects:
            blind |= 1 << square
        for health in self._found.values():
            if health.state in (SquareState.DEAD, SquareState.STUCK):
                blind |= 1 << health.square
        return blind

    @property
    def proven(self) -> SquareSet:
        """Squares that have been seen to change."""
        return self._proven

    @property
    def unproven(self) -> SquareSet:
        """Squares that have never been seen to change, and may be dead or stuck."""
        return ~(self._proven | self.blind) & ALL_SQUARES

    @property
    def suspected(self) -> SquareSet:
        """Squares never seen to change, though somebody seems to have joined and touched them."""
        return self._suspected & self.unproven

    @property
    def worked_before(self) -> SquareSet:
        """Squares that have been seen to change, and may have failed since."""
        return self._proven & ~self.blind

    @property
    def changed_once(self) -> SquareSet:
        """Squares that have been seen to change a single time: that may be all they ever will."""
        return self._proven & ~(self._changed_again | self.blind)

    @property
    def unchanged(self) -> SquareSet:
        """Squares that have not been seen to change since the last turn was recorded."""
        return ~self._changed & ALL_SQUARES

    def explains(self, wrong: Iterable[FixSquare]) -> bool:
        """Whether these squares need not be put right: all of them may look wrong for a fault."""
        return all(self.blind >> fix.square & 1 for fix in wrong)

    def report(self) -> tuple[SquareHealth, ...]:
        """The squares that are not good."""
        return tuple(self._found[square] for square in sorted(self._found))

    def remember(self, report: Iterable[SquareHealth]) -> None:
        """Take what an earlier game on this board has shown for known."""
        self._found.update({found.square: found for found in report})

    def take_news(self) -> list[SquareHealth]:
        """What was found out since this was last asked."""
        news, self._news = self._news, []
        return news

    # --- what is learned ---

    def read(self, frame: SensorFrame, model: SensorModel) -> None:
        """Take in the readings of a frame, before they are debounced."""
        if not self._opening.is_over:
            looks = {square: model.contents(r) for square, r in frame.readings.items()}
            told = self._opening.wrong
            wrong = self._opening.look(frame.t, looks)
            if wrong is not None:
                self._suspect_from_the_first(wrong, told)
        for square, reading in frame.readings.items():
            before = self._readings.get(square)
            self._readings[square] = reading
            if isinstance(reading, int | str) and reading != before:
                self._toggled(frame.t, square, before)

    def note_flickering(self, t: float, squares: SquareSet) -> None:
        """These squares flicker now, and no others: what they show tells nothing meanwhile."""
        for square in bits(squares & ~self._flickering):
            self._find(t, square, SquareState.BOUNCING)
        self._flickering = squares

    def find(self, frame: SensorFrame, model: SensorModel) -> None:
        """Take in how the board was found, where that is not said beforehand."""
        bad = self._opening.find({s: model.contents(r) for s, r in frame.readings.items()})
        self._suspects = dict.fromkeys(bits(bad), 0)
        self.read(frame, model)

    def _suspect_from_the_first(self, wrong: Wrong, told: Wrong) -> None:
        """Suspect what looks wrong in the opening: of that, no more than was not `told` before."""
        for square in bits(told.suspects & ~wrong.suspects):
            self._suspects.pop(square, None)
        self._suspects |= dict.fromkeys(bits(wrong.suspects & ~told.suspects), 0)
        self._doubtful = self._doubtful & wrong.doubtful | wrong.doubtful & ~told.doubtful

    @property
    def doubtful(self) -> SquareSet:
        """Squares that may be bad from the first: so they are if no turn explains what follows."""
        return self._doubtful

    @property
    def doubtful_early(self) -> SquareSet:
        """Those of them that looked so before anybody can have played."""
        return self._doubtful if self._opening.is_early else NO_SQUARES

    def suspect_doubtful(self) -> None:
        """No turn explains what came after these squares looked wrong: they are bad."""
        self._suspects |= dict.fromkeys(bits(self._doubtful), 0)

    def acquit_doubtful(self) -> None:
        """Nor does anything explain it if they are."""
        for square in bits(self._doubtful):
            self._suspects.pop(square, None)

    def changed(self, square: Square, content: Content) -> None:
        """A square was seen to change for good."""
        is_as_said = bool(content & Content.EMPTY) == self._is_empty_at_first(square)
        if is_as_said:
            self._doubtful &= ~(1 << square)
        if square in self._suspects:
            # Told only after the first look, the change that made it a suspect proves nothing.
            if not is_as_said:
                return
            del self._suspects[square]
        self._changed_again |= self._proven & 1 << square
        self._proven |= 1 << square
        self._changed |= 1 << square
        if square in self._blamed or self._is_refuted(square, content):
            # What changes has not failed, whatever the player said of it or another game showed.
            self._blamed.discard(square)
            self._found.pop(square, None)

    def _is_refuted(self, square: Square, content: Content) -> bool:
        """Whether a dead square sees somebody after all, or a stuck one nobody."""
        found = self._found.get(square)
        if found is None:
            return False
        sees_nobody = bool(content & Content.EMPTY)
        return found.state == (SquareState.STUCK if sees_nobody else SquareState.DEAD)

    def recorded(self, t: float, position: Position) -> None:
        """A turn was recorded; the board stands as in this position."""
        self._changed = self._doubtful = NO_SQUARES
        self._opening.is_over = True
        now = contents_of(position) if self._suspects else ()
        for square in self._suspects:
            # What the first turn left or reached may only have been in play at the first look.
            is_empty = now[square] == Content.EMPTY
            self._suspects[square] += is_empty == self._is_empty_at_first(square)
        for square, turns in tuple(self._suspects.items()):
            if turns >= _CONFIRMING_TURNS:
                del self._suspects[square]
                looks_taken = self._start[square] == Content.EMPTY
                self._find(t, square, SquareState.STUCK if looks_taken else SquareState.DEAD)
        self._weigh(t, position)

    def _is_empty_at_first(self, square: Square) -> bool:
        return self._start[square] == Content.EMPTY

    def confirm(
        self, t: float, squares: SquareSet, seen: Iterable[Content], since_then: SquareSet
    ) -> None:
        """Later turns leave no doubt that these squares never change.

        `since_then`: those that are supposed to have failed just then, though they had worked.
        """
        looks = tuple(seen)
        for square in bits(squares & (self.unproven | since_then & ~self.blind)):
            is_empty = bool(looks[square] & Content.EMPTY)
            self._find(t, square, SquareState.DEAD if is_empty else SquareState.STUCK)

    def acquit(self, squares: SquareSet) -> None:
        """The turns were taken back that alone told of these squares: they may work."""
        for square in bits(squares):
            self._found.pop(square, None)

    def suspect(self, squares: SquareSet) -> None:
        """These squares did not show that they were joined, nor, perhaps, an answer."""
        self._suspected |= squares

    def doubt(self, squares: SquareSet) -> None:
        """These squares may have failed since they changed: nobody is felt where he should be."""
        self._proven &= ~squares

    def blame(self, t: float, wrong: Iterable[FixSquare]) -> None:
        """The player says that these squares stand right: what looks otherwise has failed."""
        for fix in wrong:
            self._blamed.add(fix.square)
            self._find(t, fix.square, SquareState.DEAD if fix.wants_piece else SquareState.STUCK)

    def _find(self, t: float, square: Square, state: SquareState) -> None:
        if square not in self._found or state in (SquareState.DEAD, SquareState.STUCK):
            known = self._found.get(square)
            if known is None or known.state != state:
                self._found[square] = SquareHealth(square, state, t)
                self._news.append(self._found[square])

    # --- bouncing ---

    def _toggled(self, t: float, square: Square, before: Reading | None) -> None:
        burst = self._bursts.get(square)
        if burst is not None and t - burst.last <= self._settings.debounce:
            burst.last, burst.toggles = t, burst.toggles + 1
            is_back = self._readings[square] == burst.before
            blips = self._blips.setdefault(square, [])
            if burst.toggles == 2 and is_back:
                blips.append(t)
            elif burst.toggles == 3 and blips and blips[-1] >= burst.began:
                blips.pop()
            if burst.toggles >= _LEAST_TOGGLES and t - burst.began > _LONG_BURST:
                self._long_bursts[square] += 1
                burst.began, burst.toggles = t, 1
        else:
            self._bursts[square] = _Burst(t, before, t)
        if self._long_bursts[square] >= _BURSTS_OF_A_FAULT or self._flickers(square):
            self._find(t, square, SquareState.BOUNCING)
            self._blips.pop(square, None)  # Else they would grow for as long as the board is on.

    def _flickers(self, square: Square) -> bool:
        last, count = -math.inf, 0
        for t in self._blips.get(square, ()):
            if t - last >= _BLIPS_APART:
                last, count = t, count + 1
        return count >= _BLIPS_OF_A_FAULT

    # --- weak squares ---

    def _weigh(self, t: float, position: Position) -> None:
        """Hold the fields of lone pieces that stand still against what they should be."""
        contents: Contents | None = None
        for square, reading in self._readings.items():
            if isinstance(reading, int | str):
                return
            contents = contents or contents_of(position)
            if contents[square] not in (Content.WHITE, Content.BLACK):
                continue
            field = math.hypot(*reading) if isinstance(reading, tuple) else abs(reading)
            stays = self._stays.setdefault(square, set())
            if field >= _WEAK_FIELD:
                stays.clear()
                continue
            color = contents[square] == Content.BLACK
            stays.add((field, 8 * color + (position.piece_at(color, square) or 0)))
            kinds = {kind for _, kind in stays}
            if len(stays) >= _STAYS_OF_A_FAULT and len(kinds) > 1:
                self._find(t, square, SquareState.WEAK)
