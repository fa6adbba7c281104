"""Has pieces put where they are supposed to stand, for the board to see if they stood there."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, SquareSet, bits, combined
from board_daemon.tracking.asking.felt import is_felt
from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.decider import Decider
from board_daemon.tracking.following.kept_stories import KeptStories
from board_daemon.tracking.following.left_alone import may_be_answered_unfelt
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line, led_through
from board_daemon.tracking.hypotheses.other_courses import OtherCourse
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.proofs import (
    Proof,
    first_provable,
    is_slipped_in,
    likeliest,
    same_beginning,
    standing_otherwise,
    steps_after,
    supposing_only_what_must_be,
    way_of,
)
from board_daemon.tracking.hypotheses.seen_since import seen_since
from board_daemon.tracking.hypotheses.steps import MOST_TURNS_WAITING, TURNS_THAT_TELL
from board_daemon.tracking.view import FixSquare

# One of so many stories is soon found. Of more, only where nothing else helps: all was played once
# more in vain, or a touch waited for; of still more, none is put to the proof.
_FEW_STORIES: Final = 3
_MOST_STORIES: Final = 8
# So many turns are recorded for it at most: it takes nearly a millisecond each.
_MOST_TURNS: Final = 24
# Whoever plays on has perhaps not looked: he is asked so often.
_MOST_TIMES: Final = 3
# After so many more turns what was recorded stands.
_MOST_LATER: Final = 8
# In so many seconds everybody has put the pieces so who does not see that they stand so already.
_TIME_TO_FOLLOW: Final = 13.5


class Proving:
    """Puts a story to the proof, and records another one where it turns out false.

    Only where players are not asked of squares that tell nothing.
    """

    def __init__(
        self, workings: Workings, corrector: Corrector, decider: Decider, kept: KeptStories
    ) -> None:
        self._game = workings
        self._corrector = corrector
        self._decider = decider
        self._kept = kept
        self._proof: Proof | None = None
        self._worked = NO_SQUARES
        """Squares that a story took for bad, and that were seen to work when it was put to the
        proof: no such story is tried once more."""
        self._tried: set[Hashable] = set()
        """Where the first turns had led of stories that were recorded. Whoever has taken one back,
        and plays the same again, has rather played another one."""

    def asks(self, duration: float) -> bool:
        """Have pieces put so, if that tells what was played, and later play has not told it.

        `duration`: seconds of rest.
        """
        return self._asks_again(duration) or self._begins(duration)

    # --- beginning ---

    def _begins(self, duration: float) -> bool:
        """Put the likeliest story to the proof, if later play has not told which one is true."""
        game, pool = self._game, self._game.open.pool
        if game.settings.asks_of_parts or pool is None or not self._has_waited(pool, duration):
            return False
        near, before = self._all_that_counts(pool, duration), game.open.root
        is_over = any(each.line.position.phase.is_over for each in near)
        if is_over and not self._is_left_alone(duration):
            return False  # Until then somebody may go on.
        if is_over and not all(each.line.position.phase.is_over for each in near):
            return self._asks_of_the_end(pool, near, duration)
        known = self._stories(pool, near)
        worked = self._worked & ~(before.blind | game.health.blind)
        stories = [line for line in known if not line.blind & worked]
        stories.sort(key=lambda line: _first_position(line, before) in self._tried)
        can_be_shown = None if is_over else first_provable(stories, before)
        said = self._said_unfelt(stories, pool)
        is_late = self._turns_waiting(pool) > MOST_TURNS_WAITING
        supposed = can_be_shown or said or likeliest(stories, before, is_late=is_late)
        if supposed is None or len(known) == 1:
            return False
        others = [line for line in known if line is not supposed]
        proof = Proof(before, supposed, tuple(others), len(game.watch.changes))
        is_only = len(stories) == 1
        if can_be_shown is not None and not is_only:
            if self._decider.commit_all(pool, steps_after(before, supposed)):
                self._have_put_so(proof, [line.position for line in others])
            return True
        is_settled = is_only or said is not None or proof.stands_alike
        if is_over and not proof.stands_alike:
            return False  # Nobody goes on, and nothing tells.
        if not is_settled and not is_late:
            return False  # Where its pieces go next may tell.
        self._record_untold(proof, pool)
        return True

    def _said_unfelt(self, stories: Sequence[Line], pool: Pool) -> Line | None:
        """The story whose player says so where nobody can feel it: on the squares asked about.

        By each of the others he would have been felt. None: not just one is so. Once play has gone
        on, any square that was never seen to work may have been touched.
        """
        game, asked = self._game, self._game.asking.squares
        unfelt = game.health.blind | game.open.root.blind
        if self._turns_waiting(pool) > TURNS_THAT_TELL:
            unfelt |= game.health.unproven
        if not game.asking.stands or asked & ~unfelt:
            return None
        said = [line for line in stories if not self._is_answer_felt(line, unfelt)]
        return said[0] if len(said) == 1 else None

    def _record_untold(self, proof: Proof, pool: Pool) -> None:
        """Record the story that is supposed, though nothing tells it from the others."""
        game, steps = self._game, steps_after(proof.before, proof.supposed)
        plain = supposing_only_what_must_be(proof.before, steps, game.open.scene.seen)
        if self._decider.commit_all(pool, plain):
            self._note_tried(proof)
            game.open.go_on_alone()
            self._kept.keep(proof)

    def _has_waited(self, pool: Pool, duration: float) -> bool:
        """Whether enough was played, or nobody goes on, nor can say what was played."""
        game, settings = self._game, self._game.settings
        if duration < settings.silent_patience or game.is_wrong or not pool.candidates:
            return False
        turns = self._turns_waiting(pool)
        # Else what takes long to be worked out would wait for the rest of the game.
        is_complete = pool.is_complete(settings.margin if turns <= MOST_TURNS_WAITING else 0.0)
        if not is_complete or not game.open.waits_for_later_play(pool):
            return False
        has_gone_on = turns > TURNS_THAT_TELL
        if not has_gone_on and self._may_only_have_failed(pool):
            return False
        is_left_alone = self._is_left_alone(duration)
        if not game.asking.stands or turns > MOST_TURNS_WAITING:
            return has_gone_on or is_left_alone
        is_ignored = has_gone_on and game.asking.was_asked_long_ago(game.t)
        return (is_ignored or is_left_alone) and may_be_answered_unfelt(game)

    def _may_only_have_failed(self, pool: Pool) -> bool:
        """Whether nothing was seen but something coming where a square may just have got stuck."""
        open_, known = self._game.open, self._game.health.blind
        is_all = open_.evidence.dirty == open_.came_by_themselves
        return is_all and bool(pool.candidates[0].line.blind & ~known)

    def _turns_waiting(self, pool: Pool) -> int:
        return pool.candidates[0].line.depth - self._game.open.root.depth

    def _all_that_counts(self, pool: Pool, duration: float) -> Sequence[Candidate]:
        """What may have been played; nothing, where it cannot be told or is not over yet.

        Once the board has been left alone nobody holds a piece that he may have set down.
        """
        near = [*pool.near(self._game.settings.margin), *self._game.open.beside_a_slip(pool)]
        if self._is_left_alone(duration):
            near = [each for each in near if each.standing != Standing.IN_HAND]
        return near if all(map(self._is_all_played, near)) else ()

    def _is_left_alone(self, duration: float) -> bool:
        return duration >= self._game.settings.touch_patience

    def _asks_of_the_end(self, pool: Pool, near: Sequence[Candidate], duration: float) -> bool:
        """Record the turns that all of these share, and ask about the last one.

        By some of them the game is over then, and goes on by others.
        """
        game, root = self._game, self._game.open.root
        shared = same_beginning([steps_after(root, each.line) for each in near])
        if not shared:
            return False
        if len({each.line.blind for each in near}) > 1:
            # The turns are the same by all of them, but not the squares that have failed.
            shared = supposing_only_what_must_be(root, shared, game.open.scene.seen)
        if self._decider.commit_all(pool, shared) and game.open.pool is not None:
            self._decider.decide(game.open.pool, duration)
        return True

    def _stories(self, pool: Pool, near: Sequence[Candidate]) -> Sequence[Line]:
        """What may have been played, the likeliest first; none, where this would tell nothing."""
        game, root = self._game, self._game.open.root
        stories: dict[object, Line] = {}
        lines = [each.line for each in near]
        if game.asking.stands:
            # Rather what tells why nobody is felt to answer.
            lines.sort(key=lambda line: self._is_answer_felt(line, game.health.blind | line.blind))
        for line in lines:
            stories.setdefault(way_of(line, root), line)
        is_in_vain = root.is_shown or game.asking.has_waited or bool(game.health.blind)
        is_in_vain = is_in_vain or self._turns_waiting(pool) > MOST_TURNS_WAITING
        most = _MOST_STORIES if is_in_vain else _FEW_STORIES
        likeliest_first = sorted(stories.values(), key=lambda line: line.doubt)
        return likeliest_first if len(stories) <= most else ()

    def _is_answer_felt(self, line: Line, unfelt: SquareSet) -> bool:
        """Whether, by this story, whoever is asked would be felt to answer; `unfelt`: not there."""
        turn = line.step_at(self._game.open.root.depth + 1)
        return is_felt(self._game.asking.squares, turn, unfelt)

    def _is_all_played(self, candidate: Candidate) -> bool:
        """Whether a candidate is a few turns after the recorded position, all of them over."""
        root, line = self._game.open.root, candidate.line
        if candidate.standing == Standing.IN_HAND or not led_through(root, line):
            return False
        if line.depth - root.depth > _MOST_TURNS:
            return False
        turns = steps_after(root, line)
        return bool(turns) and all(each.explanation for each in turns)

    def _have_put_so(self, proof: Proof, stands: Iterable[Position]) -> None:
        """Have the pieces put as recorded that may stand otherwise, as in these positions."""
        self._note_tried(proof)
        game, position = self._game, self._game.open.root.position
        squares = combined(standing_otherwise(position, other) for other in stands)
        wrong = [FixSquare(sq, bool(position.occupied >> sq & 1)) for sq in bits(squares)]
        wrong.sort(key=lambda fix: fix.wants_piece)
        game.corrections.demand(game.t, tuple(wrong))
        game.open.hold()
        self._proof = replace(
            proof,
            since=game.t,
            depth=game.open.root.depth,
            squares=squares,
            times=proof.times + 1,
        )

    def _note_tried(self, proof: Proof) -> None:
        self._tried.add(_first_position(proof.supposed, proof.before))

    # --- going on ---

    @property
    def waits(self) -> bool:
        """Whether pieces are to be put so for a proof, and nobody is seen to have done so yet."""
        return self._proof is not None and self._game.corrections.squares == self._proof.squares

    def goes_on(self, duration: float) -> bool:
        """Go on with the proof; whether there is nothing else to decide meanwhile.

        `duration`: seconds of rest.
        """
        game, proof = self._game, self._current
        if self._kept.tells_anew():
            return False
        if proof is None:
            return False
        is_false = bool(proof.changed(self._game.open.scene) & proof.supposed.blind)
        if duration < game.settings.settle:
            return is_false or self.waits
        if is_false:
            self._worked |= proof.changed(self._game.open.scene) & proof.supposed.blind
            self._tell_otherwise(proof)
            return self.waits
        return self.waits and self._is_being_put_so(proof, duration)

    @property
    def _current(self) -> Proof | None:
        """The proof, as long as its story stands and was not played on from for long."""
        if self._proof is not None:
            root = self._game.open.root
            standing = self._proof.as_far_as_recorded(root)
            later = None if standing is None else standing.later(root)
            if later is not None and len(later) <= _MOST_LATER:
                return standing
            self._proof = None
        return None

    def _is_being_put_so(self, proof: Proof, duration: float) -> bool:
        game = self._game
        told, dirty = proof.squares, game.open.evidence.dirty
        if dirty & ~told:
            if not dirty & told:
                game.corrections.withdraw(game.t)  # Whoever plays on may not have looked.
            return False
        changed = proof.changed(self._game.open.scene)
        is_left_alone = min(duration, game.t - proof.since) >= _TIME_TO_FOLLOW
        # Who lifts what is lit and puts it back has seen that it stands so. Once, that may be the
        # first half of putting the pieces so.
        is_told = proof.touched(game.open.scene) > 1 or not proof.true_instead(changed)
        if not dirty and (is_left_alone or is_told):
            # It may be seen to come later; but he is not asked again.
            game.corrections.withdraw(game.t)
            self._proof = replace(proof, times=_MOST_TIMES)
        return True

    def _asks_again(self, duration: float) -> bool:
        """Ask once more, where somebody has played on without an answer."""
        game, proof, root = self._game, self._current, self._game.open.root
        if proof is None or proof.times >= _MOST_TIMES or duration < game.settings.settle:
            return False
        if game.is_wrong or root.depth <= proof.depth or not game.stands_right:
            return False
        stands = [course.position for course in self._other_courses(proof)]
        stands = [each for each in stands if standing_otherwise(root.position, each)]
        if not stands:
            return False
        self._have_put_so(proof, stands)
        return True

    def _tell_otherwise(self, proof: Proof) -> None:
        """The story is false: record the likeliest one that may be true, and can be proved.

        Where rather something was slipped in, all is to be shown once more.
        """
        game, self._proof = self._game, None
        true = proof.true_instead(proof.changed(self._game.open.scene))
        slipped_in = any(is_slipped_in(line, proof.before) for line in true)
        if slipped_in and game.certainty.are_careless:
            true = []
        stood = game.open.root.position
        game.corrections.withdraw(game.t)
        while (line := first_provable(true, proof.before)) is not None:
            true.remove(line)
            if self._records(game.open.course_by(line, proof)):
                proof = Proof(proof.before, line, tuple(true), len(game.watch.changes))
                others = [course.position for course in self._other_courses(proof)]
                self._have_put_so(proof, [stood, *others])
                return
        undone, to = proof.recorded(game.open.root)[::-1], game.open.root.ply
        game.committing.go_back_to(game.t, undone)
        self._corrector.demand_all_to_be_shown(to)

    def gives_way(self) -> bool:
        """Record another story if what was seen since is legal by that alone, and not as recorded.

        Whoever should have put the pieces so has not done it.
        """
        return self._proof_gives_way() or self._kept.gives_way()

    def _proof_gives_way(self) -> bool:
        """The same, where that is one of the stories that were put to the proof."""
        game, proof = self._game, self._current
        if proof is None or game.is_wrong:
            return False
        scene, most = game.open.scene, game.settings.fault
        told = [
            course
            for course in self._other_courses(proof)
            if seen_since(course.turns[-1], scene, most) is not None
        ]
        if not scene.is_worked_out:
            return False  # Others may fit as well.
        if len(told) != 1 or not self._records(told[0]):
            return False
        self._proof = None
        return True

    def _other_courses(self, proof: Proof) -> Sequence[OtherCourse]:
        """How the game has gone by each of the stories that may be true instead."""
        lines = proof.true_instead(proof.changed(self._game.open.scene))
        courses = [self._game.open.course_by(line, proof) for line in lines]
        return [course for course in courses if course is not None]

    def _records(self, course: OtherCourse | None) -> bool:
        if course is None or not self._game.committing.record_as_proved(self._game.t, course):
            return False
        self._corrector.forget_complaints()
        return True


def _first_position(story: Line, before: Line) -> Hashable:
    """Where the first turn of a story has led."""
    return steps_after(before, story)[0].position.but_for_counts()
