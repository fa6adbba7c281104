"""Asking people to put the board right, and taking it for right once it stands so."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from board_daemon.rules.squares import SquareSet, bits, square_set
from board_daemon.tracking.asking.wanted import Wanted
from board_daemon.tracking.explaining.explanation import Explanation, SaidPiece
from board_daemon.tracking.following.impasse import Impasse
from board_daemon.tracking.following.stood_before import StoodBefore
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.following.wrong_squares import fix_squares, too_many
from board_daemon.tracking.hypotheses.home_chains import home_chains
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.other_turns import is_other_turn
from board_daemon.tracking.hypotheses.pool import Candidate, Pool
from board_daemon.tracking.hypotheses.steps import MOST_SQUARES_OF_A_TURN, ends_of
from board_daemon.tracking.hypotheses.undoing import over_at
from board_daemon.tracking.seeing.absences import back_after
from board_daemon.tracking.seeing.contents import Contents
from board_daemon.tracking.view import FixSquare

# What stood wrong on more squares than that was no turn that the board has not understood.
_MOST_OF_TWO_TURNS: Final = 2 * MOST_SQUARES_OF_A_TURN


class Corrector:
    """Decides what is to be put right, and what is still followed meanwhile."""

    def __init__(self, workings: Workings) -> None:
        self._game = workings
        self._impasse = Impasse()
        self._stood = StoodBefore(workings)
        self._put_right_in_part: set[Contents] = set()
        """What the board has looked like when only a wrong move was to be put right, since the last
        turn, and unrecorded turns before it were to stand."""
        self._is_set_back = False
        """Whether rather all that is not recorded is set back."""
        self._asks_for_all = False
        """Whether all that stands otherwise than recorded is to be put right, and not only part."""
        self._is_half_done = False
        """Whether of what was to be put right a turn seems half done: that is set back, too."""
        self._sets_a_turn_back = False
        """Whether a turn seems to have ended where something is to be taken away again."""

    def demand_order(self) -> None:
        """Ask to put right all that stands wrong, unless a turn is only half done.

        Should the board come to look the same again before a turn is recorded, it was meant.
        """
        game = self._game
        is_half_done = game.unfinished is not None
        is_new = not (game.is_wrong or is_half_done)
        game.open.complaints.note_look(tuple(game.open.scene.seen), is_new=is_new)
        if not is_half_done:
            self._demand(fix_squares(game.open.evidence))
        else:
            self.leave_half_done()

    def leave_half_done(self) -> None:
        """Ask to put nothing right any more while a turn seems half done; nor need it be done."""
        self._is_half_done |= self._game.is_wrong
        self._game.corrections.withdraw(self._game.t)

    def demand_order_after_a_wrong_move(self) -> None:
        """Ask to put right no more than the wrong move, where all stood alike before it.

        Should the board come to look the same again, and these squares stand as recorded, all is
        being set back that is not.
        """
        game, look = self._game, tuple(self._game.open.scene.seen)
        undone = self._undone()
        evidence = game.open.scene.evidence(undone[0]) if undone else game.open.evidence
        comes_again = not game.is_wrong and look in self._put_right_in_part
        is_under_way = game.is_wrong and self._asks_for_all
        if comes_again and not evidence.dirty & game.open.evidence.dirty:
            self._is_set_back = True
        if self._is_set_back or is_under_way or not undone:
            if not game.is_wrong:
                self._stood.note()
            self.demand_order()
        else:
            self._put_right_in_part.add(look)
            self._demand(fix_squares(evidence), is_held=False)
            self._asks_for_all = False

    def _undone(self) -> Sequence[Line]:
        """How the board stands without the wrong move; none where all is set back."""
        return [] if self._is_set_back else self._stood.undone()

    def take_back_a_wrong_move(self) -> None:
        """Ask to put nothing right any more if only a wrong move was, and it is."""
        game, undone = self._game, self._undone() or self._stood.gone_on()
        if game.open.complaints.is_to_be_shown:
            return  # More than that is.
        if undone and not game.open.scene.evidence(undone[0]).dirty:
            game.corrections.withdraw(game.t)
            game.open.stand_again(undone)
            game.asking.repeat(game.t)

    def demand_the_rest(self) -> None:
        """Ask for no more than what still stands wrong, where all that was taken up is set back."""
        game = self._game
        told, wrong = game.corrections.wrong, fix_squares(game.open.evidence)
        left = {fix.square for fix in wrong}
        done = [fix for fix in told if fix.square not in left]
        set_back = sum(fix.wants_piece for fix in done)
        is_shorter = left < {fix.square for fix in told}
        if wrong and is_shorter and 2 * set_back >= len(done):
            game.corrections.demand(game.t, wrong)

    def suggest_order(self) -> None:
        """Ask to put right what stands wrong, though later play may tell what it was."""
        self._demand(fix_squares(self._game.open.evidence), is_held=False)

    def suggest_to_be_shown(self, to: int = 0) -> None:
        """Ask for that, though the game goes on without an answer: later play may tell.

        `to`: up to which turn all may have to be played once more, if it is more than one.
        """
        self._game.asking.withdraw(self._game.t)
        self._stood.forget()
        self._impasse.asked_in_vain(to)
        self._game.open.complaints.is_to_be_shown = True
        self.suggest_order()

    def demand_to_be_shown(self) -> None:
        """Ask no more what was played: it is to be put right and played once more."""
        game = self._game
        self._stood.forget()
        self._impasse.asked_in_vain()
        if game.stands_right:
            self._impasse.said_to_enter = game.open.root.enters
            game.asking.give_up(game.t)
            self.take_for_right()
        else:
            game.asking.withdraw(game.t)
            self.demand_order()

    def is_played_instead(self, step: Line) -> bool:
        """Whether this is none of the turns that one may be which is to be shown.

        Its player has said what it entered, and all stood right then: the other one plays on.
        """
        said, root = self._impasse.said_to_enter, self._game.open.root
        turn = step.explanation
        if not said or turn is None or step.depth != root.depth + 1:
            return False
        return not said & turn.entered and not self._impasse.has_complained

    def demand_all_to_be_shown(self, to: int) -> None:
        """Ask to set all back to an earlier turn, and to play all up to turn `to` once more."""
        self.forget_complaints()
        self._impasse.asked_in_vain(to)
        self._demand(fix_squares(self._game.open.evidence))

    @property
    def has_complained(self) -> bool:
        """Whether the board was to be put right since the last turn, and has been put right."""
        return not self._game.is_wrong and self._impasse.has_complained

    @property
    def has_complained_of_this(self) -> bool:
        """Whether the board looked just so before as it was to be put right, and was put right."""
        return not self._game.is_wrong and self._looks_as_complained_of

    @property
    def complaints_of_this(self) -> int:
        """How often the board was to be put right as it looked just so, having stood right."""
        return self._game.open.complaints.times_it_looked(tuple(self._game.open.scene.seen))

    @property
    def _looks_as_complained_of(self) -> bool:
        """Whether the board looks as it did when it was to be put right."""
        return self._game.open.complaints.have_looked(tuple(self._game.open.scene.seen))

    @property
    def awaits_what_is_shown(self) -> bool:
        """Whether all is to be put right first, and what was played is to be played once more."""
        return self._game.is_wrong and self._impasse.is_to_be_shown

    def _demand(self, wrong: tuple[FixSquare, ...], *, is_held: bool = True) -> None:
        """Ask to put these squares right; unless not `is_held`, no turn is followed meanwhile."""
        game = self._game
        # What is held on the way to where it was to stand may hide it at first.
        game.open.doubt_last_turn()
        if not game.is_wrong:
            game.open.complaints.note_vanished(game.open.evidence)
            self._impasse.complained(game.open.root)
            self._sets_a_turn_back = bool(too_many(wrong) & self._ends_of_turns)
        game.corrections.demand(game.t, wrong)
        self._asks_for_all = True
        if is_held:
            game.open.hold()

    @property
    def _ends_of_turns(self) -> SquareSet:
        """Where turns may have ended since the last recorded position."""
        depth = self._game.open.root.depth
        lines = [*self._game.open.lines, *self._game.open.led_to]
        steps = (step for line in lines for step in line.steps_since(depth))
        return ends_of(steps)

    @property
    def is_put_right(self) -> bool:
        """Whether the board stands right that was to be put right, or was half done meanwhile."""
        return (self._game.is_wrong or self._is_half_done) and self._game.stands_right

    @property
    def _wrong_since(self) -> float:
        """Since when something was to be put right, in seconds; infinity: nothing was."""
        is_wrong = self._game.is_wrong or self._is_half_done
        return self._game.corrections.since if is_wrong else math.inf

    def take_for_right(self) -> None:
        """Whatever the changes might have been, they put the board right.

        Only that a chain came home on the way looks just so, that a piece joined which nobody saw
        leave, or that a union had gone to where nobody sees it.
        """
        game = self._game
        if game.is_wrong and game.corrections.most > _MOST_OF_TWO_TURNS:
            self._impasse.take_for_a_muddle()
            game.open.complaints.take_for_a_muddle()
        self._stood.forget()
        is_shown = self._impasse.is_to_be_shown
        turns: list[Line] = []
        if not is_shown:
            turns = self._home_chains() + self._joins_from_the_dark() + self._hidden_moves()
        self._end_complaint()
        since = game.corrections.since if game.is_wrong else -math.inf
        wrong = game.corrections.squares
        refilled = square_set(e.square for e in game.open.evidence.absences if e.back >= since)
        game.corrections.withdraw(game.t)
        game.asking.forget()
        game.open.begin_again(
            game.t,
            wrong_since=since,
            wrong=wrong,
            shown_to=self._impasse.shown_to(game.open.root) if is_shown else 0,
            may_be_unseen=self._impasse.may_be_unseen,
        )
        game.open.lines = [*self._no_likelier_than_touching(turns, refilled), *game.open.lines]

    def _no_likelier_than_touching(self, turns: list[Line], ends: SquareSet) -> list[Line]:
        """The turns, those that ended on these squares no likelier than that all was touched.

        Whose piece was set back there, as it was missing, has hardly come home with it.
        """
        set_back = [each for each in turns if each.explanation and ends >> each.explanation.end & 1]
        if not set_back:
            return turns
        root = self._game.open.root
        candidates = self._game.open.extended(is_play=True, is_settled=True).candidates
        self._game.open.forget_pool()
        doubt = _doubt_of_touching(candidates, root, root.doubt)
        return [
            replace(turn, doubt=max(turn.doubt, doubt)) if turn in set_back else turn
            for turn in turns
        ]

    def _hidden_moves(self) -> list[Line]:
        """The moves of a union seen to go, and not to come, before all was to be put right."""
        game, since = self._game, self._wrong_since
        evidence = game.open.evidence
        gone = [sq for sq in bits(evidence.unseen_again) if evidence.touches[sq].last < since]
        if game.open.root.is_answered or not gone:
            return []
        # What was odd beside such a turn has been put right.
        return [
            replace(line, explanation=replace(turn, odd=0.0))
            for line, turn in self._instead_of_adjusting()
            if turn.is_hidden and turn.start in gone
        ]

    def _home_chains(self) -> list[Line]:
        """The chains that may have been played before the board was to be put right."""
        game, root = self._game, self._game.open.root
        evidence, since = game.open.evidence, self._wrong_since
        home = home_chains(root.position, evidence)
        if root.is_answered or not home or self._sets_a_turn_back:
            return []
        # What was touched later was touched for putting all that right; and whatever was touched
        # both times was freed then, and has been set back.
        touched = square_set(each.square for each in evidence.absences if each.left < since)
        touched &= ~square_set(each.square for each in evidence.absences if each.left >= since)
        return [line for line, turn in self._instead_of_adjusting() if turn.entered & touched]

    def _joins_from_the_dark(self) -> list[Line]:
        """The joins that may have been felt before that, of what had left nothing to see."""
        game, root, scene = self._game, self._game.open.root, self._game.open.scene
        dark = game.health.blind & root.position.squares(root.position.to_move)
        if root.is_answered or not dark or self._sets_a_turn_back:
            return []
        return [
            line
            for line, turn in self._instead_of_adjusting()
            if dark >> turn.start & 1 and turn.entered
            if over_at(line, scene) < self._wrong_since
        ]

    def _instead_of_adjusting(self) -> list[tuple[Line, Explanation]]:
        """Where turns lead that may have been played where else all was only touched; and these.

        They are no more likely than that: who puts the board right touches many pieces. Nor are
        those out of the question that were a little less likely.
        """
        root, settings = self._game.open.root, self._game.settings
        candidates = self._game.open.extended(is_play=True, is_settled=True).candidates
        most = root.doubt + settings.wrong_move
        alike = _doubt_of_touching(candidates, root, most) + settings.margin
        turns = [each.line for each in candidates if each.line.depth == root.depth + 1]
        less = [(line, max(0.0, line.doubt - alike)) for line in turns]
        return [
            (replace(line, doubt=root.doubt + doubt), line.explanation)
            for line, doubt in less
            if doubt <= settings.margin and line.explanation is not None
        ]

    def withdraw_for_turn(self) -> None:
        """A turn is about to be recorded: nothing is to be put right before it any more."""
        game = self._game
        if game.is_wrong:
            game.open.complaints.put_right()
        game.corrections.withdraw(game.t)

    def forget_complaints(self) -> None:
        """A turn was recorded, or taken back: the board may look wrong anew."""
        self._put_right_in_part.clear()
        self._stood.forget()
        self._end_complaint()
        self._impasse = Impasse()

    def _end_complaint(self) -> None:
        """Nothing is to be put right: how it was, is of no more account."""
        self._is_set_back = self._is_half_done = False
        self._asks_for_all = self._sets_a_turn_back = False

    def keep_open(self, pool: Pool) -> None:
        """Follow these candidates on, unless the board is to be put right first."""
        if not self._game.is_held:
            self._game.open.keep_open(pool)

    def may_be_a_wrong_move(self, wanted: Wanted) -> bool:
        """Whether rather a piece was set where it may not go than a square has just failed."""
        game = self._game
        # Who has said where his turn was has played one; who was asked of pieces, is asked on.
        was_asked_of_pieces = any(isinstance(each, SaidPiece) for each in game.open.root.said)
        if game.open.root.was_told or was_asked_of_pieces:
            return False
        if not game.polling.rests_on_a_new_fault(wanted):
            return False
        if self._went_and_came_back(wanted):
            return False
        if wanted.last_may_stand and is_other_turn(wanted.near[0].line, game.open.root):
            return False  # One fault accounts for it, and what else may account for it is odder.
        # Who has said that his turn was none of those that need no fault may have played none.
        may_be_none = bool(game.open.root.avoids)
        if game.settings.asks_of_parts:
            may_be_none |= game.open.evidence.is_one_piece_moved
        return may_be_none and not self._is_done_again(wanted)

    def _is_done_again(self, wanted: Wanted) -> bool:
        """Whether somebody has played what he had to put right before: then he has meant it.

        Where no two other pieces can be asked, that is to be seen where he stands now.
        """
        game = self._game
        turn = wanted.near[0].line.step_at(game.open.root.depth + 1)
        if not game.settings.asks_of_parts and not (turn and turn.is_visible):
            return False
        if self._looks_as_complained_of and not game.corrections.are_left_alone:
            return True
        # The other player may have answered it by now.
        if turn is None or turn is wanted.near[0].line:
            return False
        return game.open.complaints.has_looked_as_after(turn)

    def _went_and_came_back(self, wanted: Wanted) -> bool:
        """Whether what is back after long was rather moved twice, and answered in between.

        It may have stood on a square that shows nothing; only what the other player has played
        meanwhile seems wrong then.
        """
        game = self._game
        root, best = game.open.root, wanted.near[0].line
        held = back_after(game.open.evidence.absences, game.settings.held_patience)
        turns = [step.explanation for step in best.steps_since(root.depth) if step.explanation]
        left = {turn.start for turn in turns}
        return any(turn.end in left and held >> turn.end & 1 for turn in turns)


def _doubt_of_touching(candidates: Sequence[Candidate], root: Line, otherwise: float) -> float:
    """The doubt that all was only touched since `root`; `otherwise`, where that is no candidate."""
    return min((each.doubt for each in candidates if each.line is root), default=otherwise)
