"""What to make of a board that no turn explains: the last turn was another one, or it is wrong."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from board_daemon.rules.position import Position
from board_daemon.rules.squares import bits
from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.decider import Decider
from board_daemon.tracking.following.held import is_held_past_the_end
from board_daemon.tracking.following.retelling import Retelling
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.left_again import is_left_again
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.other_turns import (
    OtherTurn,
    draws_back,
    is_other_turn,
    is_under_way,
)
from board_daemon.tracking.hypotheses.overtaken import sure_before_a_wrong_move
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.steps import TURNS_THAT_TELL, starts_of
from board_daemon.tracking.hypotheses.unfinished import may_have_castled
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.contents import Content, Contents, alone, squares_like
from board_daemon.tracking.seeing.evidence import Evidence

# A piece and its partner.
_MOST_IN_HANDS: Final = 2


class Reviser:
    """Revises the last turn, or takes it back; else asks to put the board right."""

    def __init__(
        self,
        record: Record,
        workings: Workings,
        corrector: Corrector,
        decider: Decider,
        retelling: Retelling,
        look_again: Callable[[float], None],
    ) -> None:
        """`look_again`: decides anew, after so many seconds of rest, once the last turn is open."""
        self._record = record
        self._game = workings
        self._corrector = corrector
        self._decider = decider
        self._look_again = look_again
        self._retelling = retelling
        self._blamed_after: int | None = None
        """After how many changes the squares were blamed in vain that looked wrong at first."""

    def revises(self, duration: float, pool: Pool) -> bool:
        """Whether the last turn turns out to have been longer, or another one, or may soon do so.

        A piece that slid on after a rest, a castling that began with the rook, a change of mind.
        `pool`: what may have been played after it.
        """
        game, settings = self._game, self._game.settings
        before = game.open.before_root
        if before is None or game.was_played_once_more:
            return False
        other = game.open.in_steps(lambda: game.open.other_turn(before))
        if other is None:
            return True
        best = other.best
        turn = None if best is None else best.line.step_at(game.open.root.depth)
        if best is None or turn is None or turn.explanation is None:
            return self._reopens_the_game(other, before, duration)
        later = best.line.depth - turn.depth
        # That others were quick makes no turn odder that they have gone on from.
        quick = settings.haste * later if later >= TURNS_THAT_TELL else 0.0
        doubt = best.doubt - before.doubt - quick
        is_over = self._is_over()
        limit = self._most_doubt_of_another(best.line)
        others = [candidate.doubt for candidate in pool.candidates[:1]]
        if doubt > limit and best.doubt > min(others, default=-math.inf) - settings.margin:
            return False  # Rather somebody has set a piece where it may not go.
        is_odd = doubt > settings.wrong_move
        if best.standing == Standing.IN_HAND and is_over:
            return False  # Who clears the board after the game takes nothing back.
        is_open = best.standing == Standing.IN_HAND or is_odd
        patience = settings.silent_patience if is_over else settings.partial_patience
        if is_open and duration < patience:
            if best.standing == Standing.IN_HAND and not is_odd:
                game.open.keep_open_too(best.line)  # What is in hand may be half of a castling.
            return True
        if later < TURNS_THAT_TELL:  # Nobody plays on as if nothing were wrong.
            others.append(game.open.root.doubt + settings.wrong_move)
        is_doubtful = best.doubt > min(others, default=math.inf) - settings.margin
        if is_doubtful and not is_over:
            # Neither is certain: rather a turn is played again than the wrong one recorded.
            self._ask_to_put_right(duration, is_explained=best.standing == Standing.TURN)
            return True
        self._decider.commit_and_go_on(other.pool, turn, best, duration)
        return True

    def _most_doubt_of_another(self, line: Line) -> float:
        """With how much doubt another last turn, on the way to a line, may still have been played.

        After the end no turn goes on: rather the game was not over than a piece set anywhere. Nor
        does any of the other player come out of a union.
        """
        settings = self._game.settings
        if self._is_over():
            return settings.fault + settings.margin
        is_likelier = is_left_again(line, self._game.open.root, self._game.open.scene)
        return settings.fault if is_likelier else settings.silent_unseen

    def take_for_one_step(self, duration: float) -> None:
        """A pawn drawn back after two steps has made one: nobody is to join it en passant now."""
        game = self._game
        before = game.open.before_root
        best = None if before is None else game.open.other_turn(before).best
        if before is None or best is None or not draws_back(best.line, game.open.root):
            return
        turn = best.line.step_at(game.open.root.depth)
        assert turn is not None
        self._decider.commit_and_go_on(game.open.other_turn(before).pool, turn, best, duration)

    def _reopens_the_game(self, other: OtherTurn, before: Line, duration: float) -> bool:
        """Whether the turn that ended the game was one of several others, which are asked about.

        Not where anything is in the air: who clears the board takes nothing back.
        """
        game, settings, depth = self._game, self._game.settings, self._game.open.root.depth
        near = other.pool.near(settings.margin)
        is_early = duration < settings.partial_patience
        if is_early or not near or not self._record.status.is_over:
            return False
        is_odd = near[0].doubt > before.doubt + settings.silent_unseen
        if is_odd or any(candidate.standing == Standing.IN_HAND for candidate in near):
            return False
        turns = [candidate.line.step_at(depth) for candidate in near]
        if any(turn is None or not is_other_turn(turn, other.recorded) for turn in turns):
            return False
        game.committing.take_last_turn_back(game.t)
        self._look_again(duration)
        return True

    def do_without_candidates(self, duration: float) -> None:
        """Nothing that may have been played explains the board."""
        game = self._game
        if game.unfinished is not None:
            if duration >= game.settings.restore_after:
                self._commit_what_was_sure()
            self._corrector.leave_half_done()
        elif not self.revises(duration, Pool(())):
            self._ask_to_put_right(duration)

    def _commit_what_was_sure(self) -> None:
        """Record the turn that explained the board until somebody made a wrong move after it."""
        game = self._game
        if self._is_over():
            return
        pool = game.open.kept
        if pool is not None and game.open.waits_for_later_play(pool):
            return  # That is not sure before two turns were seen after it, wrong moves aside.
        if self._commit_what_was_overtaken():
            return
        step = None if pool is None else game.certainty.only_step(pool)
        if pool is None or step is None:
            return
        best = pool.candidates[0]
        is_odd = best.surprise_since(game.open.root, game.settings.haste) >= game.settings.odd
        if is_odd and game.open.evidence.stops(game.settings.passing):
            return  # Out of a muddle of wrong moves almost any turn can be read.
        position, evidence = game.open.root.position, game.open.evidence
        if may_have_castled(position, evidence) or _was_not_all(step, position, evidence):
            return
        if _came_before_it_left(step, evidence):
            return  # Rather that was a wrong move, too.
        if step.explanation is not None and game.corrections.is_cleared(step.explanation.end):
            return  # Who puts it right has not played it.
        # Where it began unseen, what arrived may be that wrong move itself.
        if game.polling.needs_no_asking(step, best):
            self._decider.commit(pool, step)
            game.open.forget_pool()

    def blames_a_wrong_move(self, duration: float, pool: Pool) -> bool:
        """Have a wrong move put right after quick turns, if all else takes a bad square.

        `pool`: what may have been played.
        """
        best, settings = pool.candidates[0], self._game.settings
        if duration < settings.restore_after or not self._game.supposes_a_fault(best.line):
            return False
        most = best.doubt - settings.margin - settings.wrong_move
        if not self._commit_what_was_overtaken(most):
            return False
        self._corrector.demand_order_after_a_wrong_move()
        return True

    def _commit_what_was_overtaken(self, most: float = math.inf) -> bool:
        """Record the turns after which the other player was quick to make a wrong move, if any.

        `most`: the doubt that they may have.
        """
        game = self._game
        if game.is_wrong or not game.open.are_all_known:
            return False
        root, before = game.open.root, game.open.before_root
        lines, scene = game.open.lines, game.open.scene
        turns = sure_before_a_wrong_move(lines, root, before, scene)
        if not turns or turns[-1].doubt > most:
            return False
        last = turns[-1]
        pool = Pool((Candidate(last, last.doubt, Standing.TURN),))
        for turn in turns:
            if not self._is_over():
                self._decider.commit(pool, turn)
        game.open.forget_pool()
        return True

    def _unplays(self) -> bool:
        """Take back the last turn if another one may account for what happened since.

        Neither that nor a wrong move after it is sure: it is to be asked for, or played again.
        """
        before = self._game.open.before_root
        if before is None or not self._last_may_have_been_another():
            return False
        self._game.committing.go_back(self._game.t, before)
        return True

    def _last_may_have_been_another(self) -> bool:
        """Whether another last turn may account for what happened."""
        game, settings, root = self._game, self._game.settings, self._game.open.root
        before = game.open.before_root
        if before is None or game.is_wrong or game.was_played_once_more:
            return False
        # What is recorded may be odd, too.
        limit = settings.wrong_move + settings.margin + max(0.0, root.doubt - before.doubt)
        others: Iterable[Candidate] = game.open.other_turn(before).pool.candidates
        if game.open.evidence.is_one_piece_moved:
            # What came is rather what is gone than something else, and that still in a hand.
            others = [each for each in others if each.standing != Standing.IN_HAND]
        likely = [o.line for o in others if o.surprise_since(before, settings.haste) <= limit]
        # It may have explained all up to a wrong move.
        lines = _likely_beside_what_looks_alike(game.open.lines, settings.margin)
        likely += [line for line in lines if line.doubt <= before.doubt + limit]
        return any(is_other_turn(line, root) and not draws_back(line, root) for line in likely)

    def _unplays_what_came_home(self) -> bool:
        """Take back a chain that came home if its side plays on, and does so again once set back.

        There was nothing to see of the chain but touches: these were for something else.
        """
        game = self._game
        root, home = game.open.root, game.open.root.homecoming
        before = None if home is None else home.before_turn
        if before is None or not self._corrector.has_complained_of_this:
            return False
        stands = before.without_answers(root.index)
        near = extend([stands], game.open.scene, at_rest=True).near(game.settings.margin)
        limit = before.doubt + game.settings.wrong_move
        if not any(c.standing == Standing.TURN and c.doubt < limit for c in near):
            return False
        game.committing.take_for_none(game.t, stands)
        return True

    def _ask_to_put_right(self, duration: float, *, is_explained: bool = False) -> None:
        """Have the board put right, or the last turn asked for.

        `is_explained`: whether another last turn accounts for it, so that nothing is under way.
        """
        game = self._game
        if self._is_over():
            return
        if duration < game.settings.restore_after:
            self._retelling.looks_ahead()
            return
        is_joining = self._may_be_joining and duration < game.settings.silent_patience
        if is_joining or self._blames_what_looked_wrong_at_first(duration):
            return
        is_early = duration < game.settings.partial_patience
        if is_early and not is_explained and (self._may_be_under_way() or self._is_half_set_back):
            return
        root = game.open.root
        if self._retelling.asks_anew(game.settings.odd):
            self._look_again(duration)
            return
        self._commit_what_was_sure()
        if self._is_over():
            return  # Whatever stands elsewhere, nobody plays on.
        if game.open.root is not root and self._has_to_be_asked:
            self._look_again(duration)
            return
        if self._retelling.tells_otherwise(self._last_may_have_been_another):
            self._look_again(duration)
            return
        if self._retelling.is_looking or self._retelling.goes_back():
            return
        if self._unplays_what_came_home() or self._unplays():
            self._look_again(duration)
            return
        # Where pieces are slipped in, rather several turns were others.
        may_suppose = self._corrector.has_complained and not game.habits.are_careless
        if may_suppose and game.open.suppose_more_faults():
            self._look_again(duration)
            return
        self._corrector.demand_order_after_a_wrong_move()

    def _blames_what_looked_wrong_at_first(self, duration: float) -> bool:
        """Whether bad squares account for all, which may only have looked so for a first turn."""
        game, health = self._game, self._game.health
        doubtful, root = health.doubtful, game.open.root
        lines, known = game.open.lines, game.open.pool
        index = len(game.watch.changes)
        if not doubtful or self._blamed_after == index:
            return False
        self._blamed_after = index
        health.suspect_doubtful()
        game.open.hold()
        game.open.forget_pool()
        pool = game.open.extended(is_play=True, is_settled=True)
        most = root.doubt + game.settings.wrong_move
        was_played = any(
            each.standing == Standing.TURN and each.line.depth > root.depth and each.doubt < most
            for each in pool.candidates
        )
        # What is gone may be in a hand; but nobody comes from nowhere.
        came = doubtful & squares_like(root.expected, Content.EMPTY)
        accounts_for_all = not game.is_wrong and not game.open.evidence.dirty
        if was_played or (came and accounts_for_all):
            game.asking.withdraw(game.t)
            game.corrections.withdraw(game.t)
            self._look_again(duration)
            return True
        health.acquit_doubtful()
        game.open.return_to(lines, known)
        return False

    def _may_be_under_way(self) -> bool:
        """Whether a turn is, as far as is known."""
        game = self._game
        found = game.open.in_steps(lambda: is_under_way(game.open.lines, game.open.scene))
        return found is not False

    @property
    def _is_half_set_back(self) -> bool:
        """Whether all stands as before the last turn, but for what may be in somebody's hands."""
        game, before = self._game, self._game.open.before_root
        if before is None or game.is_wrong:
            return False
        evidence = game.open.scene.evidence(before)
        in_hand = evidence.missing | evidence.half_lifted
        return evidence.dirty == in_hand and 0 < in_hand.bit_count() <= _MOST_IN_HANDS

    @property
    def _may_be_joining(self) -> bool:
        """Whether somebody holds a piece that he may be about to join, having set down his own."""
        evidence, position = self._game.open.evidence, self._game.open.root.position
        own = position.squares(position.to_move) & ~position.unions
        if self._game.is_wrong or not evidence.missing & own:
            return False
        if _is_partner_held(evidence, position):
            return True
        return evidence.more_gone_than_come > 0 and bool(evidence.missing & ~own)

    @property
    def _has_to_be_asked(self) -> bool:
        """Whether what stands otherwise may belong to a turn whose player is to be asked for it."""
        game = self._game
        pool = game.open.extended(is_play=True, is_settled=True)
        return bool(pool.candidates) and game.polling.wanted(pool, game.watch.seen) is not None

    def _is_over(self) -> bool:
        """Whether the recorded game has ended."""
        return self._record.status.is_over


def _is_partner_held(evidence: Evidence, position: Position) -> bool:
    """Whether a piece of whoever is to move stands alone where the other one's alone had stood."""
    own, other = alone(position.to_move), alone(position.to_move.other)
    return any(
        evidence.seen[square] == own and evidence.expected[square] == other
        for square in bits(evidence.come)
    )


def _came_before_it_left(step: Line, evidence: Evidence) -> bool:
    """Whether a turn that frees nobody ended where something stood before its piece was lifted."""
    turn = step.explanation
    absences = [] if turn is None else evidence.absences_on(turn.start)
    if turn is None or turn.entered or not absences:
        return False
    return evidence.first_arrival(turn.end) < absences[0].left


def _was_not_all(step: Line, position: Position, evidence: Evidence) -> bool:
    """Whether who played a turn took up another piece before that was over, and holds it still.

    It may have joined what he has moved, or freed it, where that was not seen.
    """
    others = position.squares(position.to_move) & ~starts_of([step])
    return is_held_past_the_end(step, others, evidence)


def _likely_beside_what_looks_alike(lines: Sequence[Line], margin: float) -> list[Line]:
    """The lines that are less likely than none that looks like them by more than so many nats."""
    least: dict[Contents, float] = {}
    for line in lines:
        least[line.expected] = min(line.doubt, least.get(line.expected, math.inf))
    return [line for line in lines if line.doubt <= least[line.expected] + margin]
