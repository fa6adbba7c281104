"""Lines of play that may have led to what stands on the board.

A line is a settled position that explains the changes up to some moment. Each time the board comes
to rest, every line is extended by the turns that explain what has changed since; where one line is
left, its turns are certain.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from board_daemon.rules.actions import Lift, Promote
from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.rules.status import Status
from board_daemon.tracking.contents import Content, Contents, contents_of
from board_daemon.tracking.debounce import Sighting
from board_daemon.tracking.evidence import Evidence
from board_daemon.tracking.explain import Explainer
from board_daemon.tracking.explanation import (
    Answers,
    Choice,
    Explanation,
    Explanations,
    adjusting_doubt,
)
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.settings import TrackerSettings

# Castling and a chain with a union en passant change four squares; no turn changes more.
_MOST_SQUARES_OF_A_TURN = 4
# How far a search goes that supposes things about the squares it leaves out.
_EXPANSIONS_OF_A_GUESS = 150
# More than this in the air is no turn any more.
_MOST_IN_HAND = 4


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A settled position that may stand on the board, and how it came about."""

    position: Position
    expected: Contents
    """What its squares hold."""
    index: int
    """How many changes it has accounted for."""
    t: float = 0.0
    """When the last of these changes was seen, in seconds."""
    parent: "Line | None" = None
    explanation: Explanation | None = None
    """The turn that led here from the parent."""
    undo_to: int = 0
    """Where turns were taken back to get here: the first ply undone; else 0."""
    depth: int = 0
    """How many steps, turns and take-backs, lie behind it since the tracker began."""
    ply: int = 0
    """How many turns the game has had by then."""
    doubt: float = 0.0
    """Nats."""
    spent: SquareSet = 0
    """Squares whose changes before `spent_index` belong to the turn that led here, which was not
    over when the next one began."""
    spent_index: int = 0
    enters: SquareSet = 0
    """Squares that the player says the next turn entered."""
    avoids: SquareSet = 0
    """Squares that the player says it did not enter."""
    told: tuple[Choice, ...] = ()
    """The pieces named for the promotions of the next turn."""
    leafed: int = 0
    """How often the player has gone on to the next piece for a promotion that he owes."""
    has_rested: bool = True
    """Whether the board was at rest when the turn was taken to be complete."""
    blind: SquareSet = 0
    """Squares that are only supposed to be dead or stuck."""
    supposed_at: int = 0
    """How many changes there had been when that was first supposed."""

    @staticmethod
    def at(position: Position, index: int, depth: int = 0, ply: int = 0) -> "Line":
        """A line that begins with a position known to stand."""
        return Line(position, contents_of(position), index, depth=depth, ply=ply)

    @property
    def is_visible(self) -> bool:
        """Whether the last step rests on more than a piece that is gone."""
        return self.explanation is None or self.explanation.is_visible

    def step_at(self, depth: int) -> "Line | None":
        """The line that the step of that depth led to, on the way here; None: not so far yet."""
        line: Line | None = self
        while line is not None and line.depth > depth:
            line = line.parent
        return line if line is not None and line.depth == depth else None


class Standing(Enum):
    """What a candidate says about the present moment."""

    TURN = auto()
    """A turn has just been completed, or taken back."""
    AT_REST = auto()
    """Nothing was played since; pieces may have been adjusted."""
    IN_HAND = auto()
    """Something is in the air."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to see the board now."""

    line: Line
    doubt: float
    standing: Standing


@dataclass(frozen=True, slots=True)
class Pool:
    """All candidates at one moment, best first."""

    candidates: tuple[Candidate, ...]
    is_complete: bool
    """Whether nothing of comparable standing can have been missed."""

    def near(self, margin: float) -> tuple[Candidate, ...]:
        """The candidates that the best one does not make improbable."""
        if not self.candidates:
            return ()
        limit = self.candidates[0].doubt + margin
        return tuple(c for c in self.candidates if c.doubt <= limit)

    def with_more(self, candidates: Sequence[Candidate], *, is_complete: bool = True) -> "Pool":
        """The pool with other candidates, each way to see the board once."""
        if not candidates:
            return self
        together = _best_of_each([*self.candidates, *candidates])
        return Pool(tuple(together), self.is_complete and is_complete)


@dataclass(frozen=True, slots=True)
class Scene:
    """All there is to go by at one moment."""

    seen: Sequence[Content]
    changes: Sequence[Sighting]
    habits: Habits
    settings: TrackerSettings
    blind: SquareSet = 0
    """Squares known to be dead or stuck."""
    misses_choices: bool = True
    """Whether a player may have chosen a promotion unseen."""

    def evidence(self, line: Line) -> Evidence:
        """What has happened since a line's position."""
        changes = self.changes[line.index :]
        if line.spent:
            changes = [
                change
                for index, change in enumerate(changes, line.index)
                if index >= line.spent_index or not line.spent >> change.square & 1
            ]
        return Evidence(line.expected, self.seen, changes, self.blind | line.blind)

    def explain(self, line: Line, evidence: Evidence) -> Explanations:
        """The turns from a line's position that explain some evidence."""
        explained = self._explain(line, evidence, line.told)
        is_owed = line.position.phase == Status.PROMOTE_LIFT
        is_told = explained.found or line.told or not self.misses_choices
        if is_told or not is_owed or not evidence.dirty:
            return explained
        # Whoever moves like a bishop was promoted to one, however the choice was missed.
        # The piece that fewest unseen touches lead to is the likeliest.
        leafed = line.leafed + evidence.before_the_turn(line.position.promoting or 0)
        found: list[Explanation] = []
        is_complete = True
        for unseen in range(1, len(PROMOTIONS)):
            piece = PROMOTIONS[(leafed + unseen) % len(PROMOTIONS)]
            other = self._explain(line, evidence, (Choice(-math.inf, piece),))
            doubt = self.settings.disorder + unseen
            found += [replace(turn, doubt=turn.doubt + doubt) for turn in other.found]
            is_complete &= other.is_complete
        return Explanations(tuple(found), is_complete)

    def _explain(self, line: Line, evidence: Evidence, choices: tuple[Choice, ...]) -> Explanations:
        doubts = self.habits.doubts(line.position.to_move)
        return Explainer(
            line.position,
            evidence,
            doubts,
            choices,
            self.settings,
            leafed=line.leafed,
            answers=Answers(line.enters, line.avoids),
        ).explain()


def extend(lines: Sequence[Line], scene: Scene, *, at_rest: bool) -> Pool:
    """Every way in which the lines can lead to what is seen."""
    candidates: list[Candidate] = []
    is_complete = True
    for line in lines:
        found, complete = _from(line, scene, at_rest=at_rest)
        if not found:
            # Perhaps the other player was so quick that two turns are under way at once.
            overlap = overlapping_turns(line, scene)
            for turn in overlap.turns:
                later, complete_later = _from(turn, scene, at_rest=at_rest)
                found += later
                complete &= complete_later
            if overlap.doubt_under_way < math.inf:
                doubt = line.doubt + overlap.doubt_under_way
                found.append(Candidate(line, doubt, Standing.IN_HAND))
        candidates += found
        is_complete &= complete
    return _pool(candidates, scene.settings, is_complete=is_complete)


def _from(line: Line, scene: Scene, *, at_rest: bool) -> tuple[list[Candidate], bool]:
    """The candidates that one line leads to, and whether none of them can have been missed."""
    evidence = scene.evidence(line)
    standing = _standing(line, evidence, scene.settings)
    candidates = [standing] if standing is not None else []
    if not evidence.touches or evidence.dirty.bit_count() > _MOST_SQUARES_OF_A_TURN:
        return candidates, True
    explained = scene.explain(line, evidence)
    haste = 0.0 if line.has_rested else scene.settings.haste
    for explanation in explained.found:
        doubt = (
            line.doubt
            + explanation.doubt
            + haste
            + _doubt_of_reply(line, explanation, evidence, scene.settings)
        )
        child = Line(
            explanation.position,
            contents_of(explanation.position),
            index=len(scene.changes),
            t=scene.changes[-1].t if scene.changes else 0.0,
            parent=line,
            explanation=explanation,
            depth=line.depth + 1,
            ply=line.ply + 1,
            doubt=doubt,
            has_rested=at_rest,
            blind=line.blind,
            supposed_at=line.supposed_at,
        )
        candidates.append(Candidate(child, doubt, Standing.TURN))
    return candidates, explained.is_complete


def _doubt_of_reply(
    line: Line, reply: Explanation, evidence: Evidence, settings: TrackerSettings
) -> float:
    """Doubt of moving, soon after, the very union that the other player has just set down."""
    start = next(action.square for action in reply.actions if isinstance(action, Lift))
    absences = evidence.absences_on(start)
    is_same = line.explanation is not None and line.explanation.end == start
    if not is_same or not absences or not line.has_rested:
        return 0.0  # Where it had not rested, that is doubted already.
    stood = absences[0].left - line.t
    return max(0.0, settings.same_piece - settings.change_of_mind * stood)


def _pool(candidates: list[Candidate], settings: TrackerSettings, *, is_complete: bool) -> Pool:
    """The best candidates, each way to see the board once."""
    candidates = _best_of_each(candidates)
    if len(candidates) > settings.most_lines:
        # Only what is left out without need makes the rest uncertain.
        limit = candidates[0].doubt + settings.margin
        is_complete &= candidates[settings.most_lines].doubt > limit
        del candidates[settings.most_lines :]
    return Pool(tuple(candidates), is_complete)


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a part of the changes may have been."""

    turns: tuple[Line, ...] = ()
    """Turns that are over; the rest of the changes is what the other player has begun."""
    doubt_under_way: float = math.inf
    """Doubt that it all is one turn with some of it still in the air; infinity: it is not."""


def overlapping_turns(line: Line, scene: Scene) -> Overlap:
    """Turns from a line that explain part of what changed: the other player has begun already."""
    evidence = scene.evidence(line)
    own = line.position.squares(line.position.to_move)
    starts = own & evidence.missing | home_chains(line.position, evidence)
    arrivals = evidence.dirty & ~evidence.missing
    if evidence.dirty.bit_count() > 2 * _MOST_SQUARES_OF_A_TURN or not starts:
        return Overlap()
    found: dict[Position, Line] = {}
    doubt_under_way = math.inf
    # Many guesses at what belongs together: each is followed only so far.
    brief = replace(scene, settings=replace(scene.settings, most_expansions=_EXPANSIONS_OF_A_GUESS))
    for start in bits(starts):
        if not _was_lifted_first(evidence, start):
            continue
        for arrival in (0, *(1 << square for square in bits(arrivals))):
            others = evidence.dirty & ~(1 << start | arrival)
            explained = [
                turn
                for turn in brief.explain(line, evidence.supposing_returned(others)).found
                if Lift(start) in turn.actions
            ]
            over = [turn for turn in explained if not _is_still_held(evidence, turn)]
            if len(over) < len(explained) and not others & arrivals:
                # What is in the air may belong to the same turn, and nothing says whose it is.
                doubt_under_way = min(doubt_under_way, explained[0].doubt)
                continue
            for explanation in over:
                if explanation.is_visible or evidence.blind >> explanation.end & 1:
                    turn = _begun_before_rest(line, explanation, scene)
                    found.setdefault(turn.position, turn)
    return Overlap(tuple(found.values()), doubt_under_way)


def _is_still_held(evidence: Evidence, turn: Explanation) -> bool:
    """Whether anything that the turn entered was lifted for that and has not come back."""
    held = bits(turn.entered & evidence.missing)
    return any(len(evidence.absences_on(square)) < 2 for square in held)


def _was_lifted_first(evidence: Evidence, start: Square) -> bool:
    """Whether everything else that is gone was lifted later: the other player began second."""
    lifted = [
        (absences[-1].left, square)
        for square in bits(evidence.missing | 1 << start)
        if (absences := evidence.absences_on(square))
    ]
    return bool(lifted) and min(lifted)[1] == start


def home_chains(position: Position, evidence: Evidence) -> SquareSet:
    """Squares on which a chain may have begun and ended, or rested before it goes on."""
    back = square_set(evidence.returned()) & position.squares(position.to_move)
    return back & ~position.unions if back & position.unions else NO_SQUARES


def _begun_before_rest(line: Line, explanation: Explanation, scene: Scene) -> Line:
    moved = [action.square for action in explanation.actions if not isinstance(action, Promote)]
    start, end = moved[0], moved[-1]
    elsewhere = scene.evidence(line).dirty & ~square_set(moved)
    has_left, landed = False, len(scene.changes)
    for index, change in enumerate(scene.changes[line.index :], line.index):
        has_left = has_left or change.square == start
        if has_left and change.square == end and change.content != Content.EMPTY:
            landed = index + 1
            break
    began = scene.changes[line.index : landed]
    doubt = line.doubt + explanation.doubt + scene.settings.haste
    if any(c.content != Content.EMPTY and elsewhere >> c.square & 1 for c in began):
        # Hardly anybody is done with his turn while the one before still goes on.
        doubt += scene.settings.disorder
    return Line(
        explanation.position,
        contents_of(explanation.position),
        index=line.index,
        parent=line,
        explanation=explanation,
        depth=line.depth + 1,
        ply=line.ply + 1,
        doubt=doubt,
        spent=square_set(moved),
        spent_index=landed,
        has_rested=False,
        blind=line.blind,
        supposed_at=line.supposed_at,
    )


def _best_of_each(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates, best first, without those that differ from a better one in doubt alone."""
    best: dict[tuple[Position, int, int], Candidate] = {}
    for candidate in sorted(candidates, key=lambda candidate: candidate.doubt):
        line = candidate.line
        best.setdefault((line.position, line.ply, line.index), candidate)
    return list(best.values())


def _standing(line: Line, evidence: Evidence, settings: TrackerSettings) -> Candidate | None:
    """The candidate in which no turn was completed since, if the board can be seen so."""
    missing = evidence.missing
    if evidence.dirty != missing or missing.bit_count() > _MOST_IN_HAND:
        return None
    if missing and (line.enters or line.avoids):
        return None  # The player has said what he did: it is done.
    doubt = line.doubt + settings.silent_unseen * evidence.from_nowhere(settings.passing)
    if missing:
        doubt += _doubt_in_hand(evidence, settings)
        doubt += settings.two_in_hand * _surplus_in_hand(line.position, missing)
        doubt += 0.0 if line.has_rested else settings.haste
        return Candidate(line, doubt, Standing.IN_HAND)
    doubt += settings.adjust * len(evidence.absences)
    if _were_together_in_air(evidence):
        doubt += settings.adjust_together
    return Candidate(line, doubt, Standing.AT_REST)


def _doubt_in_hand(evidence: Evidence, settings: TrackerSettings) -> float:
    """Doubt of all that was touched, if what is missing is still in the air."""
    missing = bits(evidence.missing & evidence.touched)
    lifted = min((evidence.touches[square].last for square in missing), default=math.inf)
    doubt = 0.0
    for absence in evidence.absences:
        if absence.is_over and not evidence.missing >> absence.square & 1:
            in_air = adjusting_doubt(absence, (lifted, math.inf), settings)
            # A union that was touched meanwhile is no surprise: a chain may be going on.
            is_step = evidence.expected[absence.square] == Content.UNION
            doubt += 0.0 if is_step and in_air > settings.adjust else in_air
    return doubt


def _surplus_in_hand(position: Position, missing: SquareSet) -> int:
    """How many lone pieces are gone beyond the one that moves and the one it may join."""
    alone = missing & ~position.unions
    own = alone & position.squares(position.to_move)
    own_number = own.bit_count()
    if own >> position.king_square(position.to_move) & 1:
        own_number -= 1  # He may be castling.
    other_number = (alone & ~own).bit_count()
    return max(0, own_number - 1) + max(0, other_number - 1)


def _were_together_in_air(evidence: Evidence) -> bool:
    """Whether something was lifted before something else had come back."""
    absences = evidence.absences
    return any(
        later.left < earlier.back for earlier, later in zip(absences, absences[1:], strict=False)
    )


def doubt_since(root: Line, line: Line, habits: Habits) -> float:
    """The doubt of a line by the habits known now, for its steps after `root`."""
    doubt = root.doubt
    while line.depth > root.depth and line.parent is not None:
        turn = line.explanation
        if turn is not None:
            doubts = habits.doubts(line.parent.position.to_move)
            doubt += turn.silent * doubts.silent + turn.touched * doubts.touched
        line = line.parent
    return doubt


def hasty_lines(lines: Sequence[Line], scene: Scene, lifted: Square) -> list[Line]:
    """The lines whose last turn ended as the board is now, just before a piece is lifted there."""
    known = {(line.position, line.depth): line.doubt for line in lines}
    hasty = []
    for candidate in extend(lines, scene, at_rest=False).near(scene.settings.margin):
        line, turn = candidate.line, candidate.line.explanation
        if (
            candidate.standing == Standing.TURN
            and turn is not None
            and turn.is_visible
            and line.doubt < known.get((line.position, line.depth), math.inf)
        ):
            # Hardly anybody answers at once by moving what has just been set down.
            haste = scene.settings.same_piece if turn.end == lifted else 0.0
            hasty.append(replace(line, doubt=line.doubt + haste))
    return hasty
