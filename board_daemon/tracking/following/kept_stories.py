"""Stories that may be true instead of what is recorded, where no proof could tell them from it.

Either all have come to the same position by now, and differ in which bad squares they went by; or
they differ on squares that are all known to be bad; or a turn went where a bad square hides it, as
is known or supposed, if no other one has failed. The likeliest is recorded, as else nothing would
be for the rest of the game. What later play or other squares show may still speak for another one:
then the game is told anew.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import Final

from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.faults import MOST_BAD, Suspects, hidden_by_one_more
from board_daemon.tracking.hypotheses.hidden import doubt_of_fault
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate
from board_daemon.tracking.hypotheses.proofs import (
    Proof,
    gone_on,
    supposing_only_what_must_be,
)
from board_daemon.tracking.hypotheses.seen_since import followed_since, seen_since
from board_daemon.tracking.hypotheses.steps import kind_of, on_squares
from board_daemon.tracking.record import Record

# The oldest are not looked at where all that was played since, after each of the other stories that
# may be true, is more turns than that.
_MOST_REPLAYS: Final = 240
# Of one turn so many other stories are kept, the likeliest.
_MOST_STORIES: Final = 24
# So many recorded stories are doubted at a time.
_MOST_KEPT: Final = 12


class KeptStories:
    """Keeps such stories, and tells the game anew by them."""

    def __init__(self, record: Record, workings: Workings, corrector: Corrector) -> None:
        self._record = record
        self._game = workings
        self._corrector = corrector
        self._kept: list[Proof] = []
        """The newest last."""
        self._in_vain: tuple[Line, int, float] | None = None
        """Where none of them explained the board: the last recorded position, after how many
        changes, and how doubtful it might be."""

    def keep(self, proof: Proof) -> None:
        """Keep the other stories beside the one that was just recorded."""
        self._kept.append(proof)
        del self._kept[:-_MOST_KEPT]

    def note_turn(self, before: Line, step: Line) -> None:
        """Keep what a turn was if another square has failed than the one that hides part of it.

        `before`: where it is played; `step`: the turn, which is not recorded yet.
        """
        game, health = self._game, self._game.health
        is_part_hidden = bool(on_squares(step) & (health.blind | step.newly_blind))
        if game.settings.asks_of_parts or step.depth == before.depth or not is_part_hidden:
            return
        scene, index = game.open.scene, step.index
        found = [*hidden_by_one_more(before, scene, Suspects(health.unproven), index)]
        if step.newly_blind & ~health.blind:
            # Or a square has failed that had worked: once what is recorded needs one more bad
            # square, that is little odder.
            worked = Suspects(health.worked_before, game.settings.fault_later)
            found += hidden_by_one_more(before, scene, worked, index)
        others: dict[object, Line] = {}
        for line in sorted(found, key=attrgetter("doubt")):
            if not line.is_slipped_in and line.newly_blind & ~health.blind:
                others.setdefault(kind_of(line), line)
        others.pop(kind_of(step), None)
        likeliest = tuple(others.values())[:_MOST_STORIES]
        if likeliest:
            self.keep(Proof(before, step, likeliest, len(game.watch.changes)))

    def tells_anew(self) -> bool:
        """Tell the game anew where squares have shown by now that another story is true, if any.

        One that was supposed to be bad may work, or that of another story be bad.
        """
        if self._game.is_wrong or self._record.status.is_over:
            return False
        for kept, proof in [each for each in self._current() if self._is_refuted(each[1])]:
            self._kept.remove(kept)
            true = self._true_instead(proof)
            true.sort(key=lambda line: self._newly_bad(line, proof).bit_count())
            if any(self._records(line, true, proof) for line in true):
                return True
        return False

    def gives_way(self, best: Candidate | None = None) -> bool:
        """Tell it anew if what was seen since is not legal as recorded, and by another story is.

        Where it is by several, later play has to tell: nothing from there on is recorded. `best`:
        what explains it best as recorded, if anything does; the other story must explain it far
        better. At one rest there is not time for all of that: the next one goes on from there.
        """
        with self._game.open.a_step():
            return self._gives_way(best)

    def _gives_way(self, best: Candidate | None) -> bool:
        game, root, index = self._game, self._game.open.root, len(self._game.watch.changes)
        if game.is_wrong or self._record.status.is_over or not self._kept:
            return False
        most = math.inf if best is None else best.doubt - root.doubt - game.settings.margin
        if self._in_vain == (root, index, most):
            return False
        likelier = most if best is None else self._likelier_than(best.line, most)
        if likelier is None:
            return False  # The next rest will tell.
        for kept, proof in list(self._current()):
            told = self._told_by_what_is_seen(proof, likelier)
            if not game.open.scene.is_worked_out:
                return False  # The next rest will tell.
            if told:
                self._kept.remove(kept)
            before, true = proof.beginning(root), self._true_instead(proof)
            if len(told) == 1 and self._records(next(iter(told)), true, proof):
                now, *seen = next(iter(told.values()))
                for line in gone_on(game.open.root, now, seen):
                    game.open.keep_open_too(line)
                return True
            if len(told) > 1 and before is not None:
                undone, lines = proof.recorded(root)[::-1], [*chain(*told.values())]
                game.committing.reopen(game.t, undone, before, lines)
                self._corrector.forget_complaints()
                return True
        self._in_vain = root, index, most
        return False

    def _likelier_than(self, best: Line, most: float) -> float | None:
        """How doubtful what was seen since may be by another story, in nats; None: not known yet.

        What is recorded has to be looked at in the same way, which knows nothing of what was put
        right by the lights. `best`: what explains it best as recorded; `most`: how doubtful it may
        be beside that.
        """
        root, scene, settings = self._game.open.root, self._game.open.scene, self._game.settings
        bad = best.blind & ~root.blind
        line = root.supposing(bad) if bad else root
        # Within a wider limit a longer story may be found first, though a likelier one is there.
        for limit in (settings.fault, 2 * settings.fault):
            seen = seen_since(line, scene, limit)
            if not scene.is_worked_out:
                return None
            if seen is not None:
                # If one more square has to be bad, no story is odd beside the recorded one.
                more = doubt_of_fault(scene) if bad else -settings.margin
                return seen.doubt - root.doubt + more
        return most

    def _told_by_what_is_seen(self, proof: Proof, most: float) -> Mapping[Line, Sequence[Line]]:
        """The stories by which what was seen since is legal, and the lines that each has led to.

        The first one is after the turns that are recorded. Without those that are far less likely
        than the best of them; `most` as above.
        """
        scene, settings = self._game.open.scene, self._game.settings
        told: list[tuple[float, Line, Sequence[Line]]] = []
        for line in self._true_instead(proof) if scene.is_worked_out else ():
            course = self._game.open.course_by(line, proof)
            now = None if course is None else course.turns[-1]
            seen = None if now is None else seen_since(now, scene, settings.fault)
            if now is None or seen is None:
                continue
            doubt = line.doubt - proof.supposed.doubt + seen.doubt - now.doubt
            if self._is_credible(line, doubt, proof):
                told.append(
                    (doubt, line, (now, *followed_since(now, scene, settings.fault), seen.line))
                )
        limit = min(most, min((doubt for doubt, *_ in told), default=0.0) + settings.margin)
        return {line: lines for doubt, line, lines in told if doubt <= limit}

    def _is_credible(self, story: Line, doubt: float, proof: Proof) -> bool:
        """Whether what was seen is rather by that story than a wrong move; `doubt`: of it, in nats.

        A wrong move it is where as many squares are known to be bad as boards have, and the story
        takes one more, or where more is odd by it than that a square has failed: unless it is made
        once more, though it was to be put right.
        """
        settings, supposed = self._game.settings, proof.supposed.blind & ~proof.before.blind
        # By this story those need not be bad that the recorded one supposes.
        bad = story.blind | self._game.health.blind & ~supposed
        if doubt < settings.wrong_move or self._corrector.has_complained_of_this:
            return True
        return bad.bit_count() <= MOST_BAD and doubt < settings.wrong_move + settings.fault

    def _current(self) -> Iterator[tuple[Proof, Proof]]:
        """Those of which some of the recorded story stands, and was not played on from for long.

        Each as it was kept, and as far as it stands.
        """
        root, replays = self._game.open.root, 0
        for kept in reversed(self._kept):
            proof = kept.as_far_as_recorded(root)
            if proof is None:
                continue
            more = max(1, len(proof.later(root) or ())) * len(self._true_instead(proof))
            if replays + more <= _MOST_REPLAYS:
                replays += more
                yield kept, proof

    def _is_refuted(self, proof: Proof) -> bool:
        """Whether the recorded story supposes what is not so, or what another need not suppose."""
        bad = self._newly_bad(proof.supposed, proof)
        if not bad:
            return False
        is_less = any(not self._newly_bad(line, proof) for line in self._true_instead(proof))
        return bool(bad & proof.changed(self._game.open.scene)) or is_less

    def _newly_bad(self, story: Line, proof: Proof) -> SquareSet:
        """The squares that a story takes for bad, and nobody knows to be so."""
        return story.blind & ~(proof.before.blind | self._game.health.blind)

    def _true_instead(self, proof: Proof) -> list[Line]:
        return proof.true_instead(proof.changed(self._game.open.scene))

    def _records(self, line: Line, true: Sequence[Line], proof: Proof) -> bool:
        """Record another story in the place of that one; `true`: all that may be true."""
        game = self._game
        course = game.open.course_by(line, proof)
        if course is None:
            return False
        others = tuple(each for each in true if each is not line)
        if others or proof.stands_alike:
            seen = game.open.scene.seen
            turns = supposing_only_what_must_be(proof.before, course.turns, seen)
            course = replace(course, turns=tuple(turns))
        if not game.committing.record_as_proved(game.t, course):
            return False
        self._corrector.forget_complaints()
        if others:
            self.keep(replace(proof, supposed=line, others=others, index=len(game.watch.changes)))
        return True
