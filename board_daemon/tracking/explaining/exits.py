"""Where chains may have ended, and what speaks against that."""

import math

from board_daemon.rules.actions import Lift, Place, Promote, promoted_squares
from board_daemon.rules.squares import Square
from board_daemon.rules.transitions import chain_promotes_on
from board_daemon.tracking.explaining.branches import Branch, Ending, Exit, steps_of
from board_daemon.tracking.explaining.clues import Clues
from board_daemon.tracking.explaining.explanation import Answers
from board_daemon.tracking.explaining.joins import Joins
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings


class Exits:
    """Weighs the ends of chains: first at a glance, and wholly where one is wanted."""

    def __init__(
        self,
        evidence: Evidence,
        clues: Clues,
        joins: Joins,
        answers: Answers,
        settings: TrackerSettings,
    ) -> None:
        """`clues` and `joins`: of that evidence; `answers`: what the player has said."""
        self._evidence = evidence
        self._clues = clues
        self._joins = joins
        self._answers = answers
        self._settings = settings

    def at_a_glance(self, branch: Branch, end: Square) -> tuple[float, Exit] | None:
        """What may have been the end of a chain, after the doubt that it has at the least.

        None: the player has said that it was not.
        """
        doubt = branch.doubt
        chain, clues = branch.chain, self._clues
        join, entered, drawn_back = None, branch.entered, 0
        if chain.side.enemy_alone >> end & 1:
            join = self._joins.way_in(end, branch)
            doubt += join.doubt
            entered |= 1 << end
        else:
            is_freed = branch.step is not None
            arrival = clues.arrival(end, clues.freed_since(branch), is_freed=is_freed)
            if end == chain.en_passant and chain.ends_en_passant(branch.state):
                doubt += min(arrival, self._settings.slipped_beside)
                doubt += clues.drawn_back_before(end, branch.lifted)
                drawn_back = clues.touched_since(end, branch.lifted)
            else:
                doubt += arrival + clues.stood_before(end, branch.lifted)
        if not self._answers.allow_entering(entered):
            return None
        if end == chain.start:
            doubt += self._settings.return_home
        used = branch.used | (drawn_back if join is None else join.used)
        bound = doubt + clues.adjusting_at_least(used, chain.start)
        return bound, Exit(branch, end, join, doubt, drawn_back)

    def weighed(self, exit_: Exit) -> tuple[float, Ending]:
        """The whole turn, and its doubt with all that was touched and is no part of it."""
        branch, end, join, doubt, drawn_back = exit_
        chain, evidence = branch.chain, self._evidence
        if join is not None:
            arrived = join.over
            landed = self._clues.unseen_landing(arrived) if join.is_silent else arrived
            used, entered = branch.used | join.used, branch.entered | 1 << end
            is_visible = bool(join.used or evidence.dirty >> end & 1)
        else:
            # What was back home before the last join had only been adjusted, or been set back.
            since = max(branch.lifted, branch.since) if end == chain.start else -math.inf
            arrived = evidence.first_arrival(end, since)
            landed = self._clues.landing(end, branch.since)
            used, entered = branch.used | drawn_back, branch.entered
            is_visible = not self._clues.is_blind(end)
        actions = (Lift(chain.start), *steps_of(branch), Place(end))
        told, is_misnamed = branch.told, False
        if chain_promotes_on(chain, branch.state, 1 << end):
            came_home = arrived if join is None else self._joins.came_home(end, branch, join)
            is_misnamed = self._clues.chosen.names_another(came_home, told)
            piece, told = self._clues.chosen.promotion(end, arrived, told, entered)
            actions = (*actions, Promote(piece))
            if end == chain.start:
                doubt += self._clues.adjusted_or_chosen(end, branch.lifted)
        doubt += self._clues.chosen.promoted_otherwise(branch, entered | 1 << end)
        doubt += self._clues.joined_from_home(used, chain.start, branch.lifted)
        in_hand = branch.lifted, landed
        doubt += self._clues.adjusting(used, chain.start, end, in_hand, promoted_squares(actions))
        ending = Ending(
            actions,
            end,
            entered,
            branch.silent + (join is not None and join.is_silent),
            branch.touched + (join is not None and bool(join.used)),
            is_visible,
            told,
            joins=branch.joins + (0.0 if join is None else join.surprise),
            last=branch,
            is_misnamed=is_misnamed,
        )
        return doubt, ending
