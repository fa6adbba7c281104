"""Looking through a game for turns that were others, so that what was seen last is legal.

That takes longer than one moment may: of the recorded turns, some are looked at in each.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from board_daemon.tracking.explaining.memory import Effort, Memory
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.other_courses import (
    OtherCourse,
    as_played,
    most_doubt,
    near_the_best,
    the_only_one,
    with_another_turn,
    with_one_turn_for_two,
)
from board_daemon.tracking.hypotheses.scene import Scene

# So far back it is looked for the first turn that was another one.
_MOST_PLIES: Final = 60
# Chain states looked at for one recorded turn at most, or what takes as long; what each of them
# takes at least; and after how many no further one is taken up at the same moment, with what else
# was worked out then. One is looked at in any case.
_MOST_WORK: Final = 1000
_LEAST_WORK: Final = 30
_WORK_OF_A_MOMENT: Final = 800


class CourseSearch:
    """The courses of the game that alone explain what was seen since the last recorded position."""

    def __init__(self, root: Line, scene: Scene, most: float = math.inf) -> None:
        """`most`: the doubt that a course may have, in nats."""
        self._root = root
        # Nothing of it was looked at before.
        self._effort = Effort(_MOST_WORK)
        changes = tuple(scene.changes)
        self._scene = replace(scene, changes=changes, memory=Memory(self._effort))
        self._most = min(most, most_doubt(scene.settings))
        self._found: list[OtherCourse] = []
        self.undone: list[Line] = []
        """The recorded turns that were looked at, the last one first."""
        self._is_cut = False
        self._steps = self._looked_at()
        self.is_done = False
        """Whether all recorded turns were looked at."""

    def is_of(self, root: Line, index: int) -> bool:
        """Whether it is about what was seen since that line, until there were so many changes."""
        return root is self._root and index == len(self._scene.changes)

    def go_on(self, beside: float) -> None:
        """Do as much as one moment allows; `beside`: the work that was done in it already."""
        done = beside
        while True:
            self._effort.begin_again()
            courses = next(self._steps, None)
            if courses is None:
                self.is_done = True
                return
            self._found += courses
            self._is_cut |= self._effort.is_spent
            done += max(_LEAST_WORK, self._effort.spent_now)
            if done >= _WORK_OF_A_MOMENT:
                return

    @property
    def near(self) -> Sequence[OtherCourse]:
        """The likeliest course of those that were found, and what is not out of the question."""
        return near_the_best(self._found, self._scene.settings)

    @property
    def only_one(self) -> OtherCourse | None:
        """The course that it was; None: none was found, or several, or others may be left."""
        is_known = self.is_done and not self._is_cut
        return the_only_one(self._found, self._scene.settings) if is_known else None

    def _looked_at(self) -> Iterator[list[OtherCourse]]:
        """The courses with another turn in the place of each recorded one, the last one first."""
        for recorded in _recorded_turns(self._root):
            self.undone.append(recorded)
            turns = tuple(self.undone)
            instead = with_another_turn(turns, self._root, self._scene, self._most)
            yield [*instead, *with_one_turn_for_two(turns, self._root, self._scene, self._most)]


def _recorded_turns(root: Line) -> Iterator[Line]:
    """The lines that the last recorded turns have led to, the last one first."""
    line: Line | None = root
    for _ in range(_MOST_PLIES):
        line = None if line is None else as_played(line)
        if line is None:
            return
        yield line
        line = line.parent
