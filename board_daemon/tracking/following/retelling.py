"""Telling the game otherwise: turns ago somebody has played another turn than is recorded.

By what is recorded, nothing explains what is played now; by the other turn, it is legal. Where that
may have been one of several, all since then is played once more.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

from board_daemon.rules.position import Position
from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.course_search import CourseSearch
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.other_courses import (
    OtherCourse,
    one_turn_for_two,
    two_turns_for_one,
)
from board_daemon.tracking.hypotheses.pool import Pool

# So often somebody must insist on what is refused for turns that may have been others to be set
# back; so often, where it is not known which; and so many turns of these at first.
_OFTEN: Final = 1
_VERY_OFTEN: Final = 2
_FIRST_TURNS_BACK: Final = 8


class Retelling:
    """Records earlier turns otherwise, if only so what was played last is legal."""

    def __init__(self, workings: Workings, corrector: Corrector) -> None:
        self._game = workings
        self._corrector = corrector
        self._refused: CourseSearch | None = None
        """The search for what makes legal what somebody plays once more, as it was refused."""
        self._faulty: CourseSearch | None = None
        """The same, where a bad square would explain all."""
        self._looked_after: int | None = None
        """After how many changes it was last looked if two turns were one."""
        self._asked_anew_at: Position | None = None
        """Where the player was asked once more what he had denied."""
        self._gone_back = 0
        """How many turns were set back, as nothing explained what somebody insisted on."""
        self._gone_back_from = 0
        """After how many turns that was."""

    @property
    def is_looking(self) -> bool:
        """Whether not all was looked at of what may have been, the board being as it is."""
        searches = [search for search in (self._refused, self._faulty) if search is not None]
        return any(self._is_of_now(search) and not search.is_done for search in searches)

    def looks_ahead(self) -> None:
        """Look for what may have been before it is time for that: it takes several moments."""
        game = self._game
        is_free = not (game.is_wrong or game.open.has_work_left)
        if is_free and self._corrector.has_complained_of_this:
            self._refused = self._looked_on(self._refused)

    def _is_of_now(self, search: CourseSearch) -> bool:
        return search.is_of(self._game.open.root, len(self._game.watch.changes))

    def tells_otherwise(self, last_may_be_another: Callable[[], bool]) -> bool:
        """Record earlier turns otherwise.

        Who plays something once more, though it was to be put right, has meant it. Else only that
        the other player has moved a union on at once is as likely as a wrong move, and that its own
        player has, if he was quick; not if the last turn alone may have been another one.
        """
        game, index = self._game, len(self._game.watch.changes)
        if game.is_wrong:
            return False
        if self._corrector.has_complained_of_this:
            self._refused = self._looked_on(self._refused)
            return self._records(self._refused.only_one)
        if self._looked_after == index:
            return False
        self._looked_after = index
        if last_may_be_another():
            return False
        root, scene = game.open.root, game.open.scene
        course = one_turn_for_two(root, scene) or two_turns_for_one(root, scene)
        return self._records(course)

    def tells_what_was_insisted_on(self, duration: float) -> bool:
        """The same, where nothing that is legal was played, as its player says, or as it looks.

        He must have played it once more, being set back. It may take a few moments to find.
        `duration`: seconds of rest.
        """
        game = self._game
        if game.is_wrong or not self._corrector.has_complained_of_this:
            return False
        self._refused = self._looked_on(self._refused)
        if not self._refused.is_done:
            return duration < game.settings.partial_patience
        if not self._records(self._refused.only_one) and not self.goes_back():
            return False
        game.asking.forget()
        return True

    def tells_otherwise_than(self, pool: Pool, duration: float) -> bool:
        """The same, where all that explains the board is far less likely: it takes a bad square."""
        game, root = self._game, self._game.open.root
        best = pool.candidates[0]
        if game.is_wrong or duration < game.settings.restore_after:
            return False
        if not game.supposes_a_fault(best.line):
            return False
        if game.open.has_work_left:
            return False  # One thing at a time: it takes as long again.
        most = best.doubt - root.doubt - game.settings.margin
        self._faulty = self._looked_on(self._faulty, most)
        course = self._faulty.only_one
        if course is None or self._may_be_a_wrong_move(course):
            return False
        if course.promotes_otherwise and not root.said:
            far_likelier = course.doubt <= best.doubt - root.doubt - game.settings.fault
            if game.settings.asks_of_parts and not far_likelier:
                return False  # Whoever was to choose has seen the lights: he is asked first.
        return self.asks_anew(course.doubt) or self._records(course)

    def tells_of_two_turns(self, pool: Pool) -> bool:
        """Record one of the last turns as two, where all else that explains takes a bad square.

        The other player has at once moved a union on: that is far likelier.
        """
        game, root, best = self._game, self._game.open.root, pool.candidates[0]
        if game.is_wrong or not game.supposes_a_fault(best.line):
            return False
        course = game.open.in_steps(lambda: two_turns_for_one(root, game.open.scene))
        most = best.doubt - root.doubt - game.settings.margin
        if course is None or course.doubt > most or self._may_be_a_wrong_move(course):
            return False
        return self._records(course)

    def asks_anew(self, most: float) -> bool:
        """Whether the player is asked once more where he has been, as what he denies is likely.

        His piece may have been in his hand still, or he has straightened what happens to say no.
        `most`: the doubt that it has at most, beyond what is recorded.
        """
        game, root = self._game, self._game.open.root
        free = root.without_denials()
        if root.was_told or free is root or self._asked_anew_at == root.position:
            return False
        best = extend([free], game.open.scene, at_rest=True).candidates[:1]
        if not any(each.doubt <= root.doubt + most for each in best):
            return False
        self._asked_anew_at = root.position
        game.open.forget_denials()
        return True

    def _may_be_a_wrong_move(self, course: OtherCourse) -> bool:
        """Whether one piece was rather set where it may not go, for the first time."""
        game, settings = self._game, self._game.settings
        if not game.open.evidence.is_one_piece_moved or self._corrector.has_complained:
            return False
        return not course.is_likelier_than_wrong_moves(settings, by=settings.margin)

    def goes_back(self) -> bool:
        """Whether all that may have been other turns is to be played once more, being set back.

        Somebody insists on what was refused, and not one course of the game alone makes it legal.
        """
        game, search = self._game, self._refused
        if search is None or not (search.is_done and self._is_of_now(search)) or game.is_wrong:
            return False
        undone = self._in_doubt(search)
        if not undone:
            return False
        to = game.open.root.ply + 1
        game.committing.go_back_to(game.t, undone)
        self._corrector.demand_all_to_be_shown(to)
        return True

    def _in_doubt(self, search: CourseSearch) -> Sequence[Line]:
        """The recorded turns that are to be played once more, the last one first; none, at first.

        Where no course is found, more than one turn was another one, if players slip pieces in. As
        nobody knows how far back that may be, it is some turns, and then twice as many.
        """
        complaints, ply = self._corrector.complaints_of_this, self._game.open.root.ply
        if search.near and complaints > _OFTEN:
            return min(search.near, key=lambda course: course.ply).undone
        if search.near or not self._game.habits.are_careless:
            return ()
        if ply > self._gone_back_from:
            self._gone_back = 0  # That is settled.
        if complaints <= (_OFTEN if self._gone_back else _VERY_OFTEN):
            return ()
        self._gone_back = max(_FIRST_TURNS_BACK, 2 * self._gone_back)
        self._gone_back_from = ply
        return search.undone[: self._gone_back]

    def _looked_on(self, search: CourseSearch | None, most: float = math.inf) -> CourseSearch:
        """That search, or a new one where the board has changed since, after one more moment."""
        scene = self._game.open.scene
        if search is None or not self._is_of_now(search):
            search = CourseSearch(self._game.open.root, scene, most)
        if not search.is_done:
            search.go_on(beside=scene.memory.effort.spent_now)
        return search

    def _records(self, course: OtherCourse | None) -> bool:
        if course is None or not self._game.committing.record_otherwise(self._game.t, course):
            return False
        self._corrector.forget_complaints()
        return True
