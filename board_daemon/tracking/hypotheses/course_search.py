"""Looking through a game for turns that were others, so that what was seen last is legal.

That takes longer than one moment may: of the recorded turns, some are looked at in each.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from board_daemon.tracking.explaining.effort import Effort
from board_daemon.tracking.explaining.memory import Memory
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.other_courses import (
    OtherCourse,
    most_doubt,
    near_the_best,
    recorded_turns,
    the_only_one,
    with_another_turn,
    with_one_turn_for_two,
    with_two_turns_for_one,
)
from board_daemon.tracking.hypotheses.scene import Scene

# So far back it is looked for the first turn that was another one.
_MOST_PLIES: Final = 60
# Chain states looked at at one moment, or what takes as long, with what else was worked out then;
# and of a recorded turn at least: twice as many each time that they are too few, up to so many.
_WORK_OF_A_MOMENT: Final = 250
_LEAST_OF_A_TURN: Final = 125
_MOST_OF_A_TURN: Final = 1000
# What each look at a recorded turn takes at least.
_LEAST_WORK: Final = 30


class CourseSearch:
    """The courses of the game that alone explain what was seen since the last recorded position."""

    def __init__(self, root: Line, scene: Scene, most: float) -> None:
        """`most`: the doubt that a course may have, in nats."""
        self._root = root
        # Nothing of it was looked at before.
        self._effort = Effort(_MOST_OF_A_TURN)
        changes = tuple(scene.changes)
        self._scene = replace(scene, changes=changes, memory=Memory(self._effort))
        self._most = min(most, most_doubt(scene.settings))
        self._found: list[OtherCourse] = []
        self.undone: list[Line] = []
        """The recorded turns that were looked at, the last one first."""
        self._is_cut = False
        """Whether there was more to be looked at than one recorded turn is worth."""
        self._to_look_at = islice(recorded_turns(root), _MOST_PLIES)
        self._look_further_back()

    def is_of(self, root: Line, index: int) -> bool:
        """Whether it is about what was seen since that line, until there were so many changes."""
        return root is self._root and index == len(self._scene.changes)

    def go_on(self, beside: float) -> None:
        """Do as much as one moment allows; `beside`: the work that was done in it already."""
        left = _WORK_OF_A_MOMENT - beside
        while not self.is_done:
            self._effort.begin_again()
            self._effort.limit_to(max(left, self._least))
            self._look_at_the_next()
            left -= max(_LEAST_WORK, self._effort.spent_now)
            if left <= 0:
                return

    def _look_at_the_next(self) -> None:
        """Look for courses with another turn in the place of a recorded one, or look on."""
        turns = tuple(self.undone)
        courses = [
            *with_another_turn(turns, self._root, self._scene, self._most),
            *with_one_turn_for_two(turns, self._root, self._scene, self._most),
            *with_two_turns_for_one(turns, self._root, self._scene, self._most),
        ]
        if self._effort.is_spent and self._least < _MOST_OF_A_TURN:
            self._least *= 2
            return
        self._found += courses
        self._is_cut |= self._effort.is_spent
        self._look_further_back()

    def _look_further_back(self) -> None:
        """Take up the recorded turn before, if there is one."""
        recorded = next(self._to_look_at, None)
        self._least = _LEAST_OF_A_TURN
        """So much work is worth doing on it at one moment."""
        self.is_done = recorded is None
        """Whether all recorded turns were looked at."""
        if recorded is not None:
            self.undone.append(recorded)

    @property
    def near(self) -> Sequence[OtherCourse]:
        """The likeliest course of those that were found, and what is not out of the question."""
        return near_the_best(self._found, self._scene.settings)

    @property
    def only_one(self) -> OtherCourse | None:
        """The course that it was; None: none was found, or several, or others may be left."""
        is_known = self.is_done and not self._is_cut
        return the_only_one(self._found, self._scene.settings) if is_known else None
