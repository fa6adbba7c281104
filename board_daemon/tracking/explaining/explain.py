"""Which turns explain what was seen: a search of the chain graph that the evidence steers.

Nothing lists all turns. The square that lost its piece names the first lift, the square that gained
one names the end; between them the search follows what was touched, best explanation first, and
goes beyond it only as far as the doubt of a silent join allows.
"""

import heapq
import itertools
import math
from collections.abc import Iterator

from board_daemon.rules.actions import Action, Promote
from board_daemon.rules.attacks import LAST_RANK
from board_daemon.rules.chain_states import State
from board_daemon.rules.chains import Entry
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits
from board_daemon.rules.status import Status
from board_daemon.tracking.explaining.arrivals import arrivals_from
from board_daemon.tracking.explaining.branches import (
    Branch,
    Ending,
    Entering,
    Exit,
    Join,
    Move,
    Waiting,
    left_by,
)
from board_daemon.tracking.explaining.clues import Clues
from board_daemon.tracking.explaining.effort import (
    CHANGES_PER_WORK,
    WAYS_PER_WORK,
    WORK_OF_A_POSITION,
    WORK_OF_A_SEARCH,
    WORK_OF_AN_END,
    Effort,
    Limits,
)
from board_daemon.tracking.explaining.exits import Exits
from board_daemon.tracking.explaining.explanation import (
    Answers,
    Choice,
    Doubts,
    Explanation,
    Explanations,
)
from board_daemon.tracking.explaining.joins import Joins
from board_daemon.tracking.explaining.landings import Landings, landings_of
from board_daemon.tracking.explaining.plain_moves import PlainMoves
from board_daemon.tracking.seeing.contents import agree, contents_of
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings

_Key = tuple[Square, float, State, int, SquareSet]


class Explainer:
    """Searches the turns of one settled position for those that fit some evidence."""

    def __init__(
        self,
        position: Position,
        evidence: Evidence,
        doubts: Doubts,
        choices: tuple[Choice | None, ...],
        settings: TrackerSettings,
        *,
        answers: Answers | None = None,
        effort: Effort | None = None,
    ) -> None:
        """`choices`: the pieces named, in order; where None, and after them, touches tell.

        `answers`: what the player has said of the turn; `effort`: how much work may be done.
        """
        self._limits = Limits.of(settings)
        self._effort = effort or Effort()
        self._answers = answers or Answers()
        self._evidence = evidence
        touch = doubts.of_a_touch(settings.adjust)
        self._clues = Clues(evidence, choices, settings, touch, _drawn_back_to(position))
        self._chosen = self._clues.chosen
        self._owed: tuple[Action, ...] = ()
        self._told = 0
        self._unnamed = choices.count(None)
        self._choices = len(choices)
        self.names_too_early = False
        """Whether turns were left out that would give a piece to a pawn before the one that had
        just come home when it was named."""
        self._is_leafed = False
        if position.phase == Status.PROMOTE_LIFT and position.promoting is not None:
            piece, self._told = self._chosen.owed_promotion(
                position.promoting, self._answers.leafed, self._answers.was
            )
            self._is_leafed = not self._told and piece != PROMOTIONS[0]
            self._owed = (Promote(piece),)
            position = play(position, self._owed[0])
        self._position = position
        self._arrivals = arrivals_from(position)
        self._side = self._arrivals.side
        self._home_rank = LAST_RANK[self._side.color]
        """Where its pawns are promoted."""
        self._plain = PlainMoves(self._side, evidence, self._clues, self._answers)
        self._queue: list[tuple[float, int, Waiting]] = []
        self._order = itertools.count()
        self._landings: dict[Square, Landings] = {}
        """By where a chain begins: where it may have ended."""
        self._limit = math.inf
        """What has more doubt is not looked at; ever less, the better what was found."""
        self._beyond = math.inf
        """Doubt of the best branch beyond that."""
        self._spoken_of = self._answers.spoken_of
        self._seen: set[_Key] = set()
        """Branches that were looked at, as far as they differ in what may follow."""
        self._found: dict[Position, Explanation] = {}
        self._expansions = 0
        self._joins = Joins(
            evidence,
            self._clues,
            doubts,
            settings,
            enemy_alone=self._side.enemy_alone,
            enters=self._answers.enters,
        )
        self._exits = Exits(evidence, self._clues, self._joins, self._answers, settings)

    def explain(self, most: float = math.inf, limits: Limits | None = None) -> Explanations:
        """Every explanation of comparable standing, best first, with no more doubt than `most`.

        `limits`: how far the search goes, if not as the settings say.
        """
        self._limits = limits or self._limits
        if self._position.phase != Status.RUN:
            return Explanations(())
        self._limit = most
        self._push_plain(self._plain.of_unions())
        self._push_plain(self._plain.of_king())
        self._push_chains()
        return self._begin()

    def unseen_moves(self, most: float = math.inf) -> Explanations:
        """The moves of unions that may have left no trace at their start, or at their end.

        `most`: the doubt they may have.
        """
        if self._position.phase != Status.RUN:
            return Explanations(())
        self._push_plain(self._plain.unseen())
        self._limit = most
        return self._begin()

    def _push(self, doubt: float, item: Waiting) -> None:
        heapq.heappush(self._queue, (doubt, next(self._order), item))

    def _begin(self) -> Explanations:
        self._effort.left -= WORK_OF_A_SEARCH + len(self._evidence.changes) // CHANGES_PER_WORK
        return self.go_on()

    def go_on(self) -> Explanations:
        """All that is found once the search has gone on, for as much work as may be done now."""
        while self._goes_further and not self._effort.is_spent:
            doubt, _, item = heapq.heappop(self._queue)
            if isinstance(item, Ending):
                self._effort.left -= WORK_OF_A_POSITION
                explanation = self._finished(item, doubt)
                if explanation is not None and explanation.position not in self._found:
                    self._found[explanation.position] = explanation
                    self._limit = min(self._limit, doubt + self._limits.margin + 1.0)
            elif (branch := self._unseen_branch(item)) is not None:
                self._expansions += 1
                self._effort.left -= 1
                self._expand(branch)
        # What was not looked at is no better than the first that waits.
        missed = min(self._weigh_first(), self._beyond)
        return Explanations(tuple(self._found.values()), missed)

    @property
    def _goes_further(self) -> bool:
        """Whether anything that may count is still to be looked at."""
        limits = self._limits
        if len(self._found) >= limits.most_explanations:
            return False
        if self._expansions > limits.most_expansions:
            return False
        return self._weigh_first() <= self._limit and bool(self._queue)

    def _unseen_branch(self, item: Waiting) -> Branch | None:
        """The branch that waits, unless one like it was looked at."""
        if isinstance(item, Entering):
            before, entry, join, told = item
            key = self._key_after(before, entry, before.used | join.used)
            if key in self._seen:
                return None
            self._seen.add(key)
            return before.after(entry, join, told)
        if not isinstance(item, Branch):
            return None
        key = self._key(item, item.state, item.used, item.entered)
        if key in self._seen:
            return None
        self._seen.add(key)
        return item

    def _weigh_first(self) -> float:
        """The doubt of the first that waits, all weighed that speaks against it; infinity: none.

        At the least, where there is no time to weigh all.
        """
        while self._queue:
            doubt, order, first = self._queue[0]
            if not isinstance(first, Move | Exit) or self._effort.is_spent:
                return doubt
            self._effort.left -= WORK_OF_AN_END
            if isinstance(first, Move):
                doubt, ending = self._plain.weighed(first, self._told)
            else:
                doubt, ending = self._exits.weighed(first)
            heapq.heapreplace(self._queue, (doubt, order, ending))
        return math.inf

    def _push_plain(self, moves: Iterator[Move]) -> None:
        """Keep turns of unions and of kings, by what speaks against them at a glance."""
        for move in moves:
            self._push(move.doubt + self._clues.adjusting_at_least(0, move.start), move)

    # --- chains ---

    def _push_chains(self) -> None:
        evidence = self._evidence
        starts = self._side.own_alone & (evidence.touched | evidence.blind)
        for start in bits(starts):
            if not self._side.may_begin_chain(start):
                continue
            is_dirty = evidence.dirty >> start & 1
            came_back = bool(evidence.absences_on(start)) and not is_dirty
            if not self._clues.has_left(start) and not came_back:
                continue
            chain = self._arrivals.chain_from(start)
            landings = landings_of(chain, evidence)
            if not landings:
                continue  # Whatever else it may have done, the board would look otherwise.
            self._landings[start] = landings
            for lifted, doubt in self._clues.lifts(start):
                branch = Branch(
                    chain,
                    chain.root,
                    step=None,
                    entered=NO_SQUARES,
                    used=0,
                    since=lifted,
                    over=-math.inf,
                    silent=0,
                    touched=0,
                    lifted=lifted,
                    told=self._told,
                    doubt=doubt,
                )
                self._push_branch(branch)

    def _push_branch(self, branch: Branch) -> None:
        bound = self._least_doubt(branch, branch.used, branch.over, branch.doubt)
        if bound is not None:
            self._push(bound, branch)

    def _least_doubt(self, branch: Branch, used: int, over: float, doubt: float) -> float | None:
        """What a branch that has got so far comes to at the least; None: that is too much."""
        bound = doubt + self._clues.passed_over(
            used, branch.chain.start, branch.lifted, over, self._home_rank
        )
        if bound <= self._limit:
            return bound
        self._beyond = min(self._beyond, bound)
        return None

    def _expand(self, branch: Branch) -> None:
        chain, avoids, ways = branch.chain, self._answers.avoids, 0
        drawn_back = chain.en_passant_frees
        for end in bits(self._landings[chain.start].of(chain, branch.state)):
            exit_ = self._exits.at_a_glance(branch, end)
            if exit_ is not None:
                self._push(*exit_)
        for entry in chain.entries(branch.state):
            if avoids >> entry.square & 1:
                continue
            left = left_by(entry, branch) if drawn_back else entry.square
            joins = self._joins.ways_in(left, branch)
            ways += len(joins)
            for join in joins:
                self._push_entry(branch, entry, join)
        self._effort.left -= ways // WAYS_PER_WORK

    def _push_entry(self, branch: Branch, entry: Entry, join: Join) -> None:
        told, doubt = branch.told, branch.doubt + join.doubt
        if not entry.promotion:
            if doubt > self._limit and doubt >= self._beyond:
                return  # Most of them lead too far.
        else:
            came_home = self._joins.came_home(entry.square, branch, join)
            if self._chosen.names_another(came_home, told):
                self.names_too_early |= told == self._choices
                return
            became = self._chosen.promotions_on_the_way(entry.square, join.over, branch)
            if entry.promotion not in became:
                return
            told = became[PieceType(entry.promotion)]
        used = branch.used | join.used
        if self._key_after(branch, entry, used) in self._seen:
            return
        # What becomes of them is not even written down.
        over = max(branch.over, join.over)
        bound = self._least_doubt(branch, used, over, doubt)
        if bound is not None:
            self._push(bound, Entering(branch, entry, join, told))

    def _finished(self, ending: Ending, doubt: float) -> Explanation | None:
        """The explanation, if the board does look as it would after the turn."""
        self.names_too_early |= ending.is_misnamed and ending.told == self._choices
        if ending.is_misnamed or (self._unnamed and ending.told < self._choices):
            return None
        position = self._arrivals.after(ending)
        if position is None or not agree(self._evidence.seen, contents_of(position)):
            return None
        turn = Explanation(
            actions=(*self._owed, *ending.actions),
            position=position,
            doubt=doubt,
            odd=doubt - ending.joins,
            entered=ending.entered,
            end=ending.end,
            silent=ending.silent,
            touched=ending.touched,
            is_visible=ending.is_visible,
            is_hidden=ending.is_hidden,
            was_seen_to_go=ending.was_seen_to_go,
            was_carried_singly=ending.was_carried_singly,
            told=ending.told + self._is_leafed,
            named=ending.told - self._unnamed,
        )
        return turn if self._answers.allow(turn) else None

    def _key_after(self, branch: Branch, entry: Entry, used: int) -> _Key:
        """The key of a branch with one more union entered."""
        return self._key(branch, entry.state, used, branch.entered | 1 << entry.square)

    def _key(self, branch: Branch, state: State, used: int, entered: SquareSet) -> _Key:
        """What decides all that may follow a branch that has got so far."""
        return branch.chain.start, branch.lifted, state, used, entered & self._spoken_of


def _drawn_back_to(position: Position) -> SquareSet:
    """Where a pawn is drawn back to, which is joined en passant."""
    return NO_SQUARES if position.en_passant is None else 1 << position.en_passant
