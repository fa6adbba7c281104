"""From where on a dead or stuck square may account for what the board shows."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from board_daemon.rules.position import Position
from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.beginnings import (
    Beginnings,
    with_suspects,
    with_what_was_played_after_all,
)
from board_daemon.tracking.hypotheses.complaints import Complaints
from board_daemon.tracking.hypotheses.failed_by_itself import (
    with_turns_beside,
    with_what_failed_by_itself,
)
from board_daemon.tracking.hypotheses.faults import (
    Suspects,
    hidden_turns,
    is_gone_again,
    turns_told,
    with_faults,
    with_unseen_rook,
    with_unseen_turn,
)
from board_daemon.tracking.hypotheses.hidden import doubt_of_fault
from board_daemon.tracking.hypotheses.line import Line, Spent
from board_daemon.tracking.hypotheses.overlap import overlapping_turns
from board_daemon.tracking.hypotheses.pool import OUT_OF_QUESTION, Pool
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.absences import back_after
from board_daemon.tracking.seeing.contents import looks_empty
from board_daemon.tracking.settings import TrackerSettings

# In so many stories of what was played at most it is looked for one more square that has failed.
_MOST_STORIES: Final = 4
# It may have hidden a turn after lines of so many lengths of each of them, and so many of a length.
_MOST_LENGTHS: Final = 3
_MOST_ALIKE: Final = 3
# Both players have played since: the first turn was over long before.
_TURNS_SINCE: Final = 2
# So many of the last changes between two turns are looked at: a square may flicker all night.
_MOST_ADJUSTED: Final = 200


class SupposedFaults:
    """Looks for turns with part of them on a faulty square, wherever these may have begun."""

    def __init__(self, health: Health) -> None:
        """Nothing was recorded yet."""
        self._health = health
        self._adjusted_since = 0
        self._put_right: tuple[Spent, ...] = ()
        """What was to be put right since then, and stands right again."""
        self._before_last: tuple[int, tuple[Spent, ...]] = 0, ()
        """The same two, as they were until the last turn was recorded."""
        self._supposes_more = False
        """Whether a turn of which nothing was to be seen may have been played, and squares that
        have worked may have failed since."""
        self._known: _Known | None = None
        """What is known of turns that wait for later play; None: all is to be looked for."""
        self._earlier_known: tuple[Hashable, tuple[Sequence[Line], Sequence[Line]]] | None = None
        """The last answer of `_earlier`, and what it was made of."""

    def begin_again(
        self, adjusted_since: int | None = None, put_right: Spent | None = None
    ) -> None:
        """Suppose no more than that squares which have never changed may have failed.

        `adjusted_since`: from which change on all that was touched seems to have been adjusted;
        None: from the same as before. `put_right`: what was no part of that, as it stood wrong.
        """
        self._supposes_more, self._known = False, None
        if adjusted_since is not None:
            self._adjusted_since, self._put_right = adjusted_since, ()
        if put_right is not None:
            self._put_right += (put_right,)

    def gone_on(self, index: int) -> None:
        """A turn was recorded, or taken back, that was over after so many changes."""
        self._before_last = self._adjusted_since, self._put_right
        self.begin_again(index)

    def suppose_more(self) -> bool:
        """Look for a turn that shows nowhere, too, and for squares that have failed since.

        False: that was done already.
        """
        was_supposed, self._supposes_more = self._supposes_more, True
        self._known = None
        return not was_supposed

    def add_to(
        self,
        pool: Pool,
        root: Line,
        waiting: Sequence[Line],
        scene: Scene,
        *,
        before: Line | None,
        complaints: Complaints,
        is_settled: bool,
    ) -> Pool:
        """The pool with what a faulty square would explain; all is as for `with_faults`.

        `waiting`: lines of turns after `root` that wait for later play, or that were seen whole
        where their player was asked where else he had been; `before`: the position
        before its turn, where that may have been another one; `complaints`: what is remembered of
        the times when the board was to be put right.
        """
        health, vanished = self._health, complaints.vanished
        search = partial(with_faults, scene=scene, is_settled=is_settled)
        told = turns_told(root, scene) if is_settled else ()
        turns = _likeliest_after_each_turn([*waiting, *told], root.depth, scene.settings)
        known = self._known_of_earlier(pool, root, waiting, scene, vanished)
        if known is not None:
            since = Beginnings(None, (), (), turns)
        else:
            odd = root.doubt + scene.settings.wrong_move
            since = Beginnings(root, *self._earlier(root, before, scene), turns, odd)
            if is_settled:
                pool = with_what_was_played_after_all(pool, root, since.adjusted, scene)
        pool = with_suspects(Suspects(health.unproven), pool, since, vanished, search)
        if health.suspected:
            less = scene.settings.fault_suspected - doubt_of_fault(scene)
            suspects = Suspects(health.suspected, less)
            pool = with_suspects(suspects, pool, since, vanished, search)
        if known is None:
            pool = self._with_what_just_failed(pool, root, scene, search, vanished)
        played = [each.line for each in pool.candidates if each.line.depth > root.depth]
        has_failed = any(line.blind & ~health.blind for line in played[:1])
        is_gone = known is None and is_gone_again(root, scene, vanished)
        if has_failed or self._supposes_more or is_gone:
            # Then it may as well be one that had worked before.
            suspects = Suspects(health.worked_before, scene.settings.failed_since)
            pool = with_suspects(suspects, pool, since, vanished, search)
        if self._supposes_more:
            pool = self._with_what_hardly_shows(pool, root, scene, complaints.was_denied)
        if is_settled and not pool.candidates:
            pool = self._with_turns_on_two_squares(pool, root, scene, search)
        if is_settled and (known is not None or self._explains_little(pool, root, scene)):
            pool = with_what_failed_by_itself(pool, root, scene, health, search)
        if known is not None:
            return replace(pool, missed=min(pool.missed, known))
        if is_settled and not scene.settings.asks_of_parts:
            self._note_if_complete(pool, root, scene, vanished)
        return pool

    def _explains_little(self, pool: Pool, root: Line, scene: Scene) -> bool:
        """Whether nothing explains the board, or only that some other square has failed.

        Where players are asked of that, they say if it has.
        """
        if not pool.candidates or scene.settings.asks_of_parts:
            return not pool.candidates
        best = pool.candidates[0]
        is_odd = best.doubt >= root.doubt + doubt_of_fault(scene) - scene.settings.margin
        return is_odd and bool(best.line.blind & ~self._health.blind)

    def _with_what_just_failed(
        self,
        pool: Pool,
        root: Line,
        scene: Scene,
        search: Callable[..., Pool],
        vanished: SquareSet,
    ) -> Pool:
        """The pool with turns of what is gone now, from squares that had worked until then.

        Who holds a piece plays no other one, nor does the other player wait for him in vain.
        """
        gone = self._health.worked_before & scene.evidence(root).missing
        if not gone or not (gone := gone & ~self._was_gone_before(root, scene)):
            return pool
        search = partial(search, vanished=vanished)
        return with_turns_beside(gone, pool, root, scene, self._health.changed_once, search)

    def _with_turns_on_two_squares(
        self, pool: Pool, root: Line, scene: Scene, search: Callable[..., Pool]
    ) -> Pool:
        """The pool, as nothing else explains the board, with two turns each on a bad square."""
        if scene.blind:
            # A turn on a square that is known to be bad hides where the next one begins.
            turns = _likeliest_of_each_turn(overlapping_turns(root, scene).turns, root.depth)
            for line in turns:
                pool = search(pool, line, suspects=Suspects(self._health.unproven))
        if scene.settings.asks_of_parts or pool.candidates or not self._supposes_more:
            return pool
        return self._with_two_faults(pool, root, scene, search)

    def _with_what_hardly_shows(
        self, pool: Pool, root: Line, scene: Scene, was_denied: bool
    ) -> Pool:
        """The pool with a castling of which the king alone shows, and a turn that shows nowhere.

        `was_denied`: the player has said where his turn was not.
        """
        pool = with_unseen_rook(pool, root, scene)
        far_fetched = root.doubt + scene.settings.fault + scene.settings.margin
        if not all(each.doubt > far_fetched for each in pool.candidates[:1]):
            return pool
        unproven = self._health.unproven
        pool = with_unseen_turn(pool, root, scene, unproven)
        if not pool.candidates and was_denied:
            # It was on none of those that never changed, as he has said: others have failed.
            pool = with_unseen_turn(pool, root, scene, unproven | self._health.worked_before)
        return pool

    def _with_two_faults(
        self, pool: Pool, root: Line, scene: Scene, search: Callable[..., Pool]
    ) -> Pool:
        """The pool with two turns of which each was on a faulty square of its own.

        Whoever plays the same again, having put it right as he was told, has played it. Where
        players are asked, the first turn is asked for once it is played once more.
        """
        unproven = self._health.unproven
        turns = hidden_turns(root, scene, Suspects(unproven))
        again = Suspects(unproven, scene.settings.fault_suspected - doubt_of_fault(scene))
        for line in _likeliest_of_each_turn(turns, root.depth):
            pool = search(pool, line, suspects=again)
        return pool

    def _note_if_complete(self, pool: Pool, root: Line, scene: Scene, vanished: SquareSet) -> None:
        """Bear in mind what is known of the turns that wait, if all was looked for."""
        if pool.is_cut or not scene.is_worked_out or not pool.candidates:
            return
        best = pool.candidates[0]
        if best.line.depth >= root.depth + _TURNS_SINCE:
            # What was out of the question then is not followed, and later play speaks for nothing.
            missed = min(pool.least_missed(), best.doubt + OUT_OF_QUESTION)
            self._known = _Known(root, vanished, best.line, missed)

    def _known_of_earlier(
        self,
        pool: Pool,
        root: Line,
        waiting: Sequence[Line],
        scene: Scene,
        vanished: SquareSet,
    ) -> float | None:
        """The doubt below which no line can have been missed but by what was played last.

        None: that is not known, or all that is followed has become hardly likelier.
        """
        known = self._known
        if known is None or not pool.candidates:
            return None
        if known.root is not root or known.vanished != vanished:
            return None
        depth = known.likeliest.depth
        is_followed = any(line.step_at(depth) is known.likeliest for line in waiting)
        is_likely = pool.candidates[0].doubt + scene.settings.margin < known.missed
        return known.missed if is_followed and is_likely else None

    def _was_gone_before(self, root: Line, scene: Scene) -> SquareSet:
        """From where something was gone for long since the last turn, and was put back.

        Is it gone again, that square works: rather the same was played once more.
        """
        since = replace(root, index=min(self._looked_at_from(root), root.index))
        return back_after(scene.evidence(since).absences, scene.settings.partial_patience)

    def _looked_at_from(self, root: Line) -> int:
        """From which change on what was adjusted since the last turn is looked at."""
        return max(self._adjusted_since, root.index - _MOST_ADJUSTED)

    def _earlier(
        self, root: Line, before: Line | None, scene: Scene
    ) -> tuple[Sequence[Line], Sequence[Line]]:
        """The positions of `_adjusted` and `_before_last_turn`.

        The same lines while nothing changes: what they lead to is known of them by then.
        """
        put_right = self._adjusted_since, self._put_right, self._before_last
        key = root, before, put_right, len(scene.changes)
        if self._earlier_known is None or self._earlier_known[0] != key:
            lines = self._adjusted(root, scene), self._before_last_turn(before)
            self._earlier_known = key, lines
        return self._earlier_known[1]

    def _adjusted(self, root: Line, scene: Scene) -> list[Line]:
        """The last recorded position, before what seems to have been adjusted since was touched.

        Before all of it; and after a long rest, where somebody may have played his turn once more.
        Where the board was put right since then, after that: he may have played it again there.
        """
        first = self._looked_at_from(root)
        since = max((each.until for each in self._put_right), default=0)
        if since > root.index:
            return [replace(root, index=since)]
        if first >= root.index:
            return []
        rests = [
            index
            for index, (change, later) in enumerate(
                pairwise(scene.changes[first : root.index]), first + 1
            )
            if later.t - change.t >= scene.settings.partial_patience
        ]
        spent = (*root.spent, *self._put_right)
        lines = [replace(root, index=index, spent=spent) for index in (first, *rests[-1:])]
        return [_charged_with_no_adjusting(each, root, scene) for each in lines]

    def _before_last_turn(self, before: Line | None) -> list[Line]:
        """That position, and the same before what seems to have been adjusted before its turn."""
        if before is None:
            return []
        first, put_right = self._before_last
        if first >= before.index:
            return [before]
        return [before, replace(before, index=first, spent=(*before.spent, *put_right))]


class _Known(NamedTuple):
    """All was looked for that turns may have been which wait for later play."""

    root: Line
    """The last recorded position."""
    vanished: SquareSet
    """From where pieces had gone to nowhere before."""
    likeliest: Line
    """The likeliest line that was found."""
    missed: float
    """The doubt below which none can have been missed."""


def _charged_with_no_adjusting(stood: Line, root: Line, scene: Scene) -> Line:
    """An earlier line, so much likelier as `root` is for what was adjusted in between.

    That was forgiven as it was forgotten; but what the touches were for may be another story.
    """
    lifts = sum(
        looks_empty(change.content) and not stood.has_spent(index, change.square)
        for index, change in enumerate(scene.changes[stood.index : root.index], stood.index)
    )
    return replace(stood, doubt=stood.doubt - scene.settings.adjust * lifts)


def _likeliest_after_each_turn(
    lines: Sequence[Line], depth: int, settings: TrackerSettings
) -> list[Line]:
    """Lines after each turn that may have been played next: the likeliest after some more turns.

    What has failed may hide the turn after all that is known, or one of those before. A few lines
    of each: those that surprise least for their number of turns, however many in haste, and what
    is nearly as likely as they are. Else they would seem to be the only ones.
    """
    found: list[Line] = []
    for after in _by_next_turn(lines, depth):
        of_each_depth: dict[int, list[Line]] = {}
        for line in sorted(after, key=lambda line: line.doubt - settings.haste * line.depth):
            of_each_depth.setdefault(line.depth, []).append(line)
        for likeliest, *others in list(of_each_depth.values())[:_MOST_LENGTHS]:
            most = likeliest.doubt + settings.margin
            alike = [line for line in others[: _MOST_ALIKE - 1] if line.doubt < most]
            found += [likeliest, *alike]
    return found


def _likeliest_of_each_turn(lines: Sequence[Line], depth: int) -> list[Line]:
    """The likeliest line after each turn that may have been played next, a few at most."""
    return [likeliest for likeliest, *_ in _by_next_turn(lines, depth)]


def _by_next_turn(lines: Sequence[Line], depth: int) -> list[list[Line]]:
    """The lines after each turn that may have been played next, the likeliest first; a few turns.

    `depth`: of the last recorded position.
    """
    after: dict[Position, list[Line]] = {}
    for line in sorted(lines, key=lambda line: line.doubt):
        turn = line.step_at(depth + 1)
        if turn is not None:
            after.setdefault(turn.position, []).append(line)
    return list(after.values())[:_MOST_STORIES]
