"""What the open lines of play may lead to, whatever has happened to the board."""

from collections.abc import Sequence
from dataclasses import replace

from board_daemon.rules.squares import Square, SquareSet
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.complaints import Complaints
from board_daemon.tracking.hypotheses.given_up import with_turns_given_up
from board_daemon.tracking.hypotheses.knocked_over import doubting_hasty_returns
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend, hasty_lines, with_rivals
from board_daemon.tracking.hypotheses.more_slips import MoreSlips
from board_daemon.tracking.hypotheses.moving_on import Lifted
from board_daemon.tracking.hypotheses.other_turns import gone_on_with, hasty_other_turns
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.promoted_again import with_promotions_again
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import is_part_unseen
from board_daemon.tracking.hypotheses.supposed_faults import SupposedFaults
from board_daemon.tracking.hypotheses.takebacks import (
    Manner,
    hasty_takebacks,
    played_again,
    with_takebacks,
)
from board_daemon.tracking.hypotheses.unfinished import may_join_en_passant
from board_daemon.tracking.hypotheses.waiting import beside_a_slip
from board_daemon.tracking.record import Record
from board_daemon.tracking.settings import TrackerSettings


class Extender:
    """Finds turns, other last turns, take-backs, and what faulty squares would explain."""

    def __init__(self, record: Record, health: Health, complaints: Complaints) -> None:
        """All of these are asked anew each time."""
        self._record = record
        self._complaints = complaints
        self.faults = SupposedFaults(health)
        self._more_slips = MoreSlips()
        self.taken_back: Line | None = None
        """The turn that was taken back last, and nothing recorded since."""

    def extend(
        self,
        lines: Sequence[Line],
        root: Line,
        scene: Scene,
        *,
        is_play: bool,
        is_settled: bool,
        is_waiting: bool,
    ) -> Pool:
        """What the lines lead to now that the board rests.

        `root`: the last recorded position; `is_play`: False where only somebody puts the board
        right; `is_settled`: whether hands are hardly at it any more; `is_waiting`: whether turns
        wait for later play to tell what they were.
        """
        pool, before = Pool(()), self._before_turn(root)
        is_over = self._record.status.is_over
        if not is_over:
            pool = extend(lines, scene, at_rest=True, latest_first=is_waiting)
            if more := self._more_slips.beside(pool, root, scene):
                pool = extend([*lines, *more], scene, at_rest=True, latest_first=is_waiting)
            pool = _with_other_last_turn(pool, before, root, scene)
        elif goes_on := _having_taken_back(lines, root):
            pool = extend(goes_on, scene, at_rest=True)
        if scene.settings.takebacks and not root.was_told:
            manner = self._manner(root, scene, is_play=is_play)
            pool = with_takebacks(pool, self._record, root, scene, manner)
            pool = with_promotions_again(pool, self._record, root, scene)
            if is_play:
                pool = with_turns_given_up(pool, lines, root, scene)
        pool = doubting_hasty_returns(pool, root, scene)
        if self.taken_back is not None:
            pool = pool.with_more(played_again(self.taken_back, root, scene))
        if is_play and not is_over:
            pool = self.faults.add_to(
                pool,
                root,
                lines if is_waiting else _seen_next(lines, root),
                scene,
                before=before,
                complaints=self._complaints,
                is_settled=is_settled,
            )
        return _without_other_ways(pool, root)

    def hasty(
        self,
        pool: Pool,
        lines: Sequence[Line],
        root: Line,
        scene: Scene,
        lifted: Lifted,
        *,
        is_play: bool,
        is_waiting: bool,
    ) -> list[Line]:
        """The lines that may have ended just before somebody lifts a piece, beside those known.

        `pool`: what the known `lines` lead to; `lifted`: the piece; the others are
        as for `extend`.
        """
        settings = scene.settings
        found: list[Line] = []
        if is_play:
            if self.taken_back is not None:
                pool = pool.with_more(played_again(self.taken_back, root, scene))
            beside = beside_a_slip(pool, root, scene.habits, settings)
            near = with_rivals([*pool.near(settings.margin), *beside], pool, lines, settings)
            doubtful = _waiting(lines, root) if is_waiting else _faulty(lines, scene.blind)
            near += _gone_on_as_well(pool, near, doubtful, settings)
            near += [each for each in _ended_unseen(pool, scene) if each not in near]
            found += hasty_lines(near, lines, settings, lifted)
            before = self._before_turn(root)
            if before is not None:
                found += hasty_other_turns(pool, before, root, scene, lifted)
        else:
            passed = [
                each for each in pool.near(settings.margin) if _is_passing(each, lifted.square)
            ]
            found += hasty_lines(passed, lines, settings, lifted)
        if settings.takebacks:
            expected_to = self._expected_to(root, scene)
            found += hasty_takebacks([*lines, *found], pool, self._record, root, scene, expected_to)
        return found

    def _before_turn(self, root: Line) -> Line | None:
        """The position before the last recorded turn, where that may have been another one.

        None: the board has taken it back for that, and it was played once more; or somebody has
        said that it was answered by a turn.
        """
        stands = root.took_back is False or root.position in self._complaints.unplayed
        return None if stands else root.before_turn

    def _manner(self, root: Line, scene: Scene, *, is_play: bool) -> Manner:
        """How turns may be taken back; `is_play`: nothing is to be put right."""
        complaints = self._complaints
        return Manner(
            expected_to=self._expected_to(root, scene),
            is_play=is_play,
            is_again=is_play and complaints.has_taken_back(root.position),
            is_meant=complaints.have_looked(tuple(scene.seen)) == is_play,
            is_set_back=complaints.is_to_be_shown and not is_play,
        )

    def _expected_to(self, root: Line, scene: Scene) -> int:
        """Up to which turn they are rather taken back than undone by a turn; 0: none is.

        Whoever is asked to show the next turn, and has set it back, rather plays that.
        """
        if root.is_shown and self._complaints.have_looked(tuple(scene.seen)):
            return 0
        return self._complaints.expected_to(len(self._record.turns), root.position)


def _having_taken_back(lines: Sequence[Line], root: Line) -> list[Line]:
    """The lines in which the turn that ended the game was taken back: play goes on there."""
    return [line for line in lines if any(s.undo_to for s in line.steps_since(root.depth))]


def _is_passing(candidate: Candidate, lifted: Square) -> bool:
    """Whether it is a pawn's two steps to there, that the other player may draw back and join.

    Whoever puts the board right may play that at once instead.
    """
    turn = candidate.line.explanation
    is_there = turn is not None and turn.end == lifted
    return is_there and may_join_en_passant(candidate.line.position)


def _waiting(lines: Sequence[Line], root: Line) -> set[Line]:
    """The lines of turns that wait for later play, which may yet speak for any of them."""
    return {line for line in lines if line.depth > root.depth}


def _seen_next(lines: Sequence[Line], root: Line) -> list[Line]:
    """The lines of a next turn that was seen whole: the one after it may be on a faulty square.

    As far as its player has said what else it was not.
    """
    if not root.said or root.was_told:
        return []
    return [line for line in lines if line.depth == root.depth + 1 and line.blind == root.blind]


def _faulty(lines: Sequence[Line], known: SquareSet) -> set[Line]:
    """The lines that suppose a faulty square beside the `known` ones: that may be asked for."""
    return {line for line in lines if line.blind & ~known}


def _gone_on_as_well(
    pool: Pool, near: Sequence[Candidate], doubtful: set[Line], settings: TrackerSettings
) -> list[Candidate]:
    """The candidates beyond those `near` that go on from a `doubtful` line.

    A quick reply says nothing against it.
    """
    likely = pool.near(settings.fault)
    return [each for each in likely if each.line.parent in doubtful and each not in near]


def _ended_unseen(pool: Pool, scene: Scene) -> list[Candidate]:
    """The candidates whose last turn was on a bad square, where any is known to be.

    That this shows nowhere makes it less likely, but not that it was over by now.
    """
    if not scene.blind:
        return []
    likely = pool.near(scene.settings.margin + scene.settings.unseen)
    return [
        each
        for each in likely
        if each.standing == Standing.TURN and is_part_unseen(each.line, scene.blind)
    ]


def _with_other_last_turn(pool: Pool, before: Line | None, root: Line, scene: Scene) -> Pool:
    """The pool with the longer turn from `before` that the last recorded one may have been."""
    if before is None:
        return pool
    pool = pool.with_more(gone_on_with(before, root, scene, at_rest=True))
    return pool if scene.is_worked_out else pool.cut(before.doubt)


def _without_other_ways(pool: Pool, root: Line) -> Pool:
    """The pool without other ways for the last turn between the same squares, if it was shown.

    Its player has played it once more to show its way: nothing else tells more of it.
    """
    if root.parent is None or not root.parent.is_shown:
        return pool
    kept = tuple(each for each in pool.candidates if not _is_other_way(each.line, root))
    return replace(pool, candidates=kept)


def _is_other_way(line: Line, root: Line) -> bool:
    """Whether a line goes another way between the squares of the turn that led to `root`."""
    recorded, step = root.explanation, line.step_at(root.depth)
    turn = None if step is None else step.explanation
    if recorded is None or turn is None or turn.position == recorded.position:
        return False
    return (turn.start, turn.end) == (recorded.start, recorded.end)
