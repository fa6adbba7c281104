"""The one turn that may be played now: decided elsewhere, shown by the lights, done by hands.

What people play is worked out of what is seen; here the turn is known, and it is only to be seen
how far it has come. Where what was seen fits several turns, it was this one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import Final

from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.castling import rook_way
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.play import play, play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.tracking.seeing.contents import Contents, contents_of, disagreeing, looks_empty
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.view import PromotionView, StepView

# The other player may have taken up so much for his answer: what he moves, and what he joins.
_MOST_AHEAD: Final = 2


@dataclass(frozen=True, slots=True)
class Step:
    """What hands do between lifting something, or getting it freed, and setting it down."""

    start: Square
    """Where it is lifted, or was freed."""
    end: Square
    is_freed: bool = False
    """Whether it is in hand already, freed by the step before."""
    promotion: PromotionView | None = None
    """Which pawn is to be changed for which piece."""


class Stage(Enum):
    """How far the turn has come."""

    AT_REST = auto()
    """It has not begun."""
    UNDER_WAY = auto()
    """It has begun, and all that was done belongs to it."""
    LOOKS_DONE = auto()
    """All stands as after it, but nobody has seen its end: that may still be in the air."""
    DONE = auto()
    ASTRAY = auto()
    """Something was done that does not belong to it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the turn has come, and what is to be done next."""

    stage: Stage
    step: int = 0
    """The step that is to be done next, counted from 0."""
    is_held: bool = False
    """Whether what it moves is in the air."""
    ahead: SquareSet = NO_SQUARES
    """Where something else is missing that is not a part of the turn."""


@dataclass(frozen=True)
class AwaitedTurn:
    """A turn that is to be played in a position, and no other; raises `IllegalAction`."""

    position: Position
    actions: tuple[Action, ...]

    def __post_init__(self) -> None:
        # Whether it can be played at all is found out at once.
        _ = self.end

    @cached_property
    def end(self) -> Position:
        """The position after it."""
        return play_all(self.position, self.actions)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What is to be done, one thing after the other."""
        return tuple(_steps(self.position, self.actions))

    @cached_property
    def squares(self) -> SquareSet:
        """All squares that it is on."""
        return square_set([square for step in self.steps for square in (step.start, step.end)])

    @cached_property
    def expected(self) -> Contents:
        """What stands on the squares after it."""
        return contents_of(self.end)

    # --- what was seen of it ---

    def progress(self, evidence: Evidence) -> Progress:
        """How far it has come, by all that was seen since its position stood."""
        off = disagreeing(evidence.seen, self.expected)
        ahead = self._ahead(off, evidence)
        number = self._steps_done(evidence)
        if not off & ~ahead:
            return self._ended(evidence, ahead, number)
        held = self._is_held(number, evidence)
        if not evidence.dirty:
            return Progress(Stage.AT_REST, 0)
        stage = Stage.UNDER_WAY if self._is_under_way(evidence) else Stage.ASTRAY
        return Progress(stage, number, held)

    def _ended(self, evidence: Evidence, ahead: SquareSet, number: int) -> Progress:
        """All stands as after the turn, but for what was taken up `ahead`."""
        last = len(self.steps) - 1
        done = Progress(Stage.DONE, last, ahead=ahead)
        if self._was_seen_to_end(evidence):
            return done
        if evidence.dirty & ~ahead:
            # Who has something else in his hand is done with it.
            held = self._is_held(number, evidence)
            return done if ahead else Progress(Stage.LOOKS_DONE, number, held)
        if self._can_be_seen(evidence):
            return Progress(Stage.ASTRAY if ahead else Stage.AT_REST)
        return Progress(Stage.DONE if ahead else Stage.AT_REST, ahead=ahead)

    def is_over_before(self, square: Square, progress: Progress, evidence: Evidence) -> bool:
        """Whether it is over, as something is about to be lifted from a square."""
        if progress.stage == Stage.DONE:
            # What is lifted where it has ended may only be sliding by.
            return square != self.steps[-1].end
        answers = self.end.squares(self.end.to_move) & ~self.squares
        if not answers >> square & 1:
            return False
        is_unseen = progress.stage == Stage.AT_REST and not self._can_be_seen(evidence)
        return progress.stage == Stage.LOOKS_DONE or is_unseen

    def step_view(self, progress: Progress) -> StepView:
        """What to show of it."""
        step = self.steps[progress.step]
        then = self.steps[progress.step + 1 :][:1]
        return StepView(
            start=step.start,
            end=step.end,
            then=then[0].end if then and then[0].end != step.end else None,
            is_held=progress.is_held,
            promotion=step.promotion,
            number=progress.step + 1,
            steps=len(self.steps),
        )

    # --- the parts of it ---

    def _ahead(self, off: SquareSet, evidence: Evidence) -> SquareSet:
        others = [s for s in bits(off & ~self.squares) if looks_empty(evidence.seen[s])]
        return square_set(others) if len(others) <= _MOST_AHEAD else NO_SQUARES

    def _is_under_way(self, evidence: Evidence) -> bool:
        arrived = evidence.come
        if evidence.dirty & ~self.squares or not evidence.missing:
            return False
        came = [square for square in bits(arrived) if looks_empty(evidence.expected[square])]
        return all(evidence.seen[square] & self.expected[square] for square in came)

    def _was_seen_to_end(self, evidence: Evidence) -> bool:
        end = self.steps[-1].end
        if evidence.dirty >> end & 1 and not looks_empty(evidence.seen[end]):
            return True
        if not self._is_touched(end, evidence):
            return False
        # A chain that came home, or a piece that was only adjusted?
        entered = {step.end for step in self.steps} - {end}
        is_home = any(step.start == end for step in self.steps if not step.is_freed)
        return not is_home or any(self._is_touched(square, evidence) for square in entered)

    def _can_be_seen(self, evidence: Evidence) -> bool:
        """Whether anything shows when its pieces are lifted."""
        seeing = ~(evidence.hiding | evidence.blind)
        return any(seeing >> step.start & 1 for step in self.steps if not step.is_freed)

    def _steps_done(self, evidence: Evidence) -> int:
        """How many steps have been done; the last one is only over with the turn."""
        done = [number for number, step in enumerate(self.steps) if self._is_done(step, evidence)]
        return min(max(done, default=-1) + 1, len(self.steps) - 1)

    def _is_done(self, step: Step, evidence: Evidence) -> bool:
        if not looks_empty(evidence.expected[step.end]):
            return self._is_touched(step.end, evidence)
        return not looks_empty(evidence.seen[step.end])

    def _is_touched(self, square: Square, evidence: Evidence) -> bool:
        """Whether something was set down on a taken square since the turn began."""
        began = self._began(evidence)
        return any(each.is_over and each.back > began for each in evidence.absences_on(square))

    def _began(self, evidence: Evidence) -> float:
        """When its first piece was lifted."""
        starts = [step.start for step in self.steps if not step.is_freed]
        lifted = [evidence.absences_on(start)[-1:] for start in starts]
        found = [absences[0].left for absences in lifted if absences]
        if found:
            return min(found)
        return float("inf") if self._can_be_seen(evidence) else float("-inf")

    def _is_held(self, number: int, evidence: Evidence) -> bool:
        step = self.steps[number]
        return step.is_freed or looks_empty(evidence.seen[step.start])


def _steps(position: Position, actions: Sequence[Action]) -> list[Step]:
    steps: list[Step] = []
    owed: PromotionView | None = None
    is_freed = False
    for action in actions:
        before, position = position, play(position, action)
        match action:
            case Lift():
                is_freed = False
            case Place(square):
                steps += _steps_to(before, position, square, is_freed=is_freed, owed=owed)
                is_freed, owed = True, None
            case Promote(piece):
                if steps:
                    steps[-1] = _promoting(steps[-1], piece)
                elif before.promoting is not None:
                    owed = PromotionView(before.promoting, piece)
    return steps


def _steps_to(
    before: Position, after: Position, square: Square, *, is_freed: bool, owed: PromotionView | None
) -> list[Step]:
    assert before.hand is not None
    step = Step(before.hand.square, square, is_freed, owed)
    if before.hand.piece == PieceType.KING:
        way = rook_way(before.to_move, before.hand.square, square)
        return [step] if way is None else [step, Step(*way)]
    drawn = before.occupied & ~after.occupied
    # A pawn that is joined en passant is drawn back first.
    return [*(Step(victim, square) for victim in bits(drawn)), step]


def _promoting(step: Step, piece: PieceType) -> Step:
    return Step(step.start, step.end, step.is_freed, PromotionView(step.end, piece))
