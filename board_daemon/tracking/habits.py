"""How each player handles pieces, learned as he plays."""

import math
from collections import Counter, deque
from heapq import nlargest
from typing import Final

from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import SquareSet, combined
from board_daemon.tracking.explaining.explanation import Doubts, Explanation
from board_daemon.tracking.settings import TrackerSettings

_LEAST_RATE: Final = 0.15
_MOST_RATE: Final = 0.9
# Two people at one board handle pieces alike: what one does counts half for the other.
_LIKENESS: Final = 0.5
# Who has held a piece for so long in some of so many turns may hold one for somewhat longer.
_TURNS_OF_PAUSES: Final = 8
_OFTEN: Final = 3
_LONGER: Final = 1.25


class Habits:
    """Counts joins with and without a trace, and says how surprising the next one would be.

    As long as nobody has slipped a piece in, a silent join is nearly ruled out. One that was
    noticed makes the board careful: from then on it asks wherever a silent take-over would fit as
    well.
    """

    def __init__(self, settings: TrackerSettings) -> None:
        self._settings = settings
        self._silent: Counter[Color] = Counter()
        self._touched: Counter[Color] = Counter()
        self._slipped_in: Counter[SquareSet] = Counter()
        """The squares entered by each turn that joined something silently."""
        self.version = 0
        """Differs whenever another turn was taken in, or turned out to be another one."""
        self._pauses: dict[Color, deque[float]] = {
            color: deque(maxlen=_TURNS_OF_PAUSES) for color in Color
        }
        """How long each player held still in the midst of his last turns, in seconds."""
        self._doubts: dict[tuple[Color, int], Doubts] = {}
        """By player and what he admits, until another turn is taken in: each story asks."""

    @property
    def are_careless(self) -> bool:
        """Whether anybody has slipped a piece in."""
        return self._silent.total() > 0

    @property
    def slips(self) -> int:
        """How many turns joined something silently."""
        return self._slipped_in.total()

    @property
    def kept(self) -> int:
        """How often the convention was kept, if it always was."""
        return 0 if self.are_careless else self._touched.total()

    @property
    def slipped_into(self) -> SquareSet:
        """Squares entered by turns that joined something silently."""
        return combined(self._slipped_in)

    def note(self, color: Color, explanation: Explanation) -> None:
        """Take in a recorded turn."""
        self.version += 1
        self._doubts.clear()
        self._silent[color] += explanation.silent
        self._touched[color] += explanation.touched
        if explanation.silent:
            self._slipped_in[explanation.entered] += 1

    def note_pause(self, color: Color, seconds: float) -> None:
        """Take in for how long a player held still in the midst of a turn that he went on with."""
        self._pauses[color].append(seconds)

    def may_hold_for(self, color: Color) -> float:
        """How long a piece is taken to be in a player's hand, in seconds, if he slips pieces in."""
        longest, settings = nlargest(_OFTEN, self._pauses[color]), self._settings
        usual = _LONGER * longest[-1] if len(longest) == _OFTEN else 0.0
        patiences = settings.silent_patience, settings.partial_patience
        return next((each for each in patiences if usual < each), settings.leftover_patience)

    def forget(self, color: Color, explanation: Explanation) -> None:
        """A turn that was taken in turned out to be another one."""
        self.version += 1
        self._doubts.clear()
        self._silent[color] -= explanation.silent
        self._touched[color] -= explanation.touched
        if explanation.silent:
            self._slipped_in -= Counter({explanation.entered: 1})

    def doubts(self, color: Color, admitted: int = 0) -> Doubts:
        """The doubts of that player's joins.

        `admitted`: how many pieces he says that he has slipped in with the turn in question.
        """
        known = self._doubts.get((color, admitted))
        if known is None:
            known = self._doubts[color, admitted] = self._doubts_of(color, admitted)
        return known

    def _doubts_of(self, color: Color, admitted: int) -> Doubts:
        if not self.are_careless and not admitted:
            return Doubts(silent=self._settings.silent_unseen, touched=0.0)
        silent = admitted + self._silent[color] + _LIKENESS * self._silent[color.other]
        touched = self._touched[color] + _LIKENESS * self._touched[color.other]
        rate = (silent + 0.5) / (silent + touched + 1.0)
        rate = min(max(rate, _LEAST_RATE), _MOST_RATE)
        return Doubts(silent=-math.log(rate), touched=-math.log(1.0 - rate))
