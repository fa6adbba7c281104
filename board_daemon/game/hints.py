"""Hints for the players: what to ask of whoever thinks, which answer still counts, what to show.

It has no clock, asks nobody and waits for nothing: that is for `hint_asking.TableHints`. An answer
counts for the very position and hand that it was asked about, and of it no more than the live
destinations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from board_daemon.game.errors import GameError
from board_daemon.game.hint_levels import HintChoices, HintLevel
from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status
from board_daemon.tracking.view import NO_HINTS, BoardView, HandView, HintsView, Quality

Actions = tuple[Action, ...]
Grades = Mapping[Square, Quality]

_MOST_TURNS: Final = 8
"""Of so many turns it is remembered what was looked at: they may be taken back."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Between two turns: what a hint belongs to."""

    ply: int
    """How many turns are recorded."""
    position: Position
    turns: tuple[PlayedTurn, ...] = field(default=(), compare=False)
    """The recorded turns."""


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """How good is each destination of the piece in hand?"""

    moment: Moment
    actions: Actions
    """What has been done of the turn."""
    origin: Square
    """Where the piece in hand was lifted or freed."""

    @property
    def start(self) -> Square:
        """The piece that the turn began with, by its square."""
        return _first_lift(self.actions)


@dataclass(frozen=True, slots=True)
class Danger:
    """How the player who did not play the last turn could unite with the other's king now."""

    warned: Color
    way: Actions
    king: Square

    @property
    def squares(self) -> tuple[Square, ...]:
        """Whom to look at, and whom he could reach: what lies between, a child finds out."""
        return _first_lift(self.way), self.king


class StepKind(StrEnum):
    """What is to be done next of a turn that somebody asked for."""

    PROMOTE = "promote"
    LIFT = "lift"
    PLACE = "place"
    BACK = "back"
    """Another piece is in hand: it goes back first."""


@dataclass(frozen=True, slots=True)
class Step:
    """The next step of a turn that somebody asked for."""

    kind: StepKind
    square: Square | None = None
    piece: PieceType | None = None
    """To promote to."""


def _first_lift(actions: Actions) -> Square:
    return next(action.square for action in actions if isinstance(action, Lift))


def everybody(color: Color) -> bool:
    """People play both colours."""
    return True


class Hints:
    """What the players at one board are shown beyond the rules, each as he likes it."""

    def __init__(
        self,
        choices: Callable[[], HintChoices],
        is_person: Callable[[Color], bool] = everybody,
    ) -> None:
        """`is_person`: whether somebody plays that colour who may want hints."""
        self._choices = choices
        self._is_person = is_person
        self.moment: Moment | None = None
        """Where the game stands; None: nothing was looked at yet."""
        self._goes_on = False
        self._hand: HandView | None = None
        """What the side to move has in hand, where nothing else is to be seen to."""
        self._is_asked_to_promote = False
        self._looked: dict[Moment, set[Square]] = {}
        """The pieces whose destinations were graded, of the last turns."""
        self._graded: tuple[HandQuestion, Grades, int] | None = None
        self._found: tuple[Moment, Danger | None] | None = None
        self._replied: Moment | None = None
        """Where the other player has begun to reply: no warning is wanted there any more."""
        self._wished: Moment | None = None
        """Where a turn is to be shown."""
        self._advice: Actions | None = None
        """That turn, once it is known."""

    # --- what is on the board ---

    def look(self, view: BoardView, turns: tuple[PlayedTurn, ...], *, goes_on: bool) -> None:
        """Take in what is on the board now; `goes_on`: whether the game does."""
        moment = Moment(len(turns), view.position, turns)
        if moment != self.moment:
            self._wished = self._advice = None
        self.moment = moment
        self._goes_on = goes_on
        is_free = not view.fix and not view.ask and view.choosing is None
        hand = view.hand if is_free else None
        self._hand = hand if hand is not None and hand.position is not None else None
        self._is_asked_to_promote = view.promotion is not None
        if view.step is not None or (view.hand is not None and view.hand.position is not None):
            self._replied = moment

    def level(self, color: Color) -> HintLevel:
        """What the player of that colour is to have; as without hints where no person plays it."""
        return self._choices().level(color) if self._is_person(color) else HintLevel.LEGAL

    @property
    def needs_thinking(self) -> bool:
        """Whether a question may come soon that takes a search."""
        return self._goes_on and any(self.level(color).thinks for color in Color)

    # --- how good the destinations are ---

    @property
    def hand_question(self) -> HandQuestion | None:
        """What is to be asked about the piece in hand; None: nothing."""
        question = self._held
        return question if question is not None and not self._is_spent(question) else None

    @property
    def _held(self) -> HandQuestion | None:
        """The piece in hand, where its player wants its destinations graded."""
        hand, moment = self._hand, self.moment
        if hand is None or moment is None or not hand.destinations or not self._goes_on:
            return None
        if self.level(moment.position.to_move) != HintLevel.GRADED:
            return None
        return HandQuestion(moment, hand.actions, hand.origin)

    def _is_spent(self, question: HandQuestion) -> bool:
        """Whether so many other pieces were looked at in this turn that this one is not graded."""
        most = self._choices().pieces
        looked = self._looked_at
        return 0 < most <= len(looked) and question.start not in looked

    @property
    def _looked_at(self) -> set[Square]:
        return self._looked.get(self.moment, set()) if self.moment is not None else set()

    def graded(self, question: HandQuestion, grades: Grades, depth: int) -> bool:
        """Take an answer; False: the piece it is about is not in hand any more."""
        if question != self.hand_question:
            return False
        self._looked.setdefault(question.moment, set()).add(question.start)
        while len(self._looked) > _MOST_TURNS:
            del self._looked[next(iter(self._looked))]
        self._graded = question, grades, depth
        return True

    @property
    def _grades_now(self) -> tuple[Grades, int] | None:
        """Of exactly the live destinations of what is in hand now."""
        if self._graded is None or self._hand is None or self._graded[0] != self.hand_question:
            return None
        _, grades, depth = self._graded
        live = self._hand.destinations
        return {square: grades[square] for square in live if square in grades}, depth

    # --- are you sure? ---

    @property
    def danger_question(self) -> Moment | None:
        """Where it is to be asked whether the side to move could reach the other's king."""
        moment = self.moment
        if moment is None or self._found is not None and self._found[0] == moment:
            return None
        return moment if self._may_warn(moment) else None

    def _may_warn(self, moment: Moment) -> bool:
        if not self._goes_on or not moment.turns or self._replied == moment:
            return False
        return self.level(moment.position.to_move.other).warns

    def found(self, moment: Moment, way: Actions | None) -> bool:
        """Take the answer: how the side to move there could unite with the king; None: it cannot.

        False: the game has gone on.
        """
        if moment != self.moment:
            return False
        warned = moment.position.to_move.other
        king = moment.position.king_square(warned)
        self._found = moment, Danger(warned, way, king) if way is not None else None
        return True

    @property
    def danger(self) -> Danger | None:
        """What whoever has just played is warned of, until the other player touches a piece."""
        if self._found is None or self.moment is None or not self._may_warn(self.moment):
            return None
        moment, danger = self._found
        return danger if moment == self.moment else None

    # --- a turn on request ---

    def ask_for_turn(self) -> None:
        """Show a good turn, step by step; raises `GameError` where that is not wanted."""
        moment = self.moment
        if moment is None or not self._goes_on:
            raise GameError("expected a game that goes on, it is over")
        if not self._may_ask:
            level = self.level(moment.position.to_move)
            raise GameError(f"expected a player with hints of the level best, saw {level}")
        self._wished = moment

    @property
    def _may_ask(self) -> bool:
        if self.moment is None or not self._goes_on:
            return False
        return self.level(self.moment.position.to_move) == HintLevel.BEST

    @property
    def turn_question(self) -> Moment | None:
        """Where a good turn is to be found."""
        return self._wished if self._advice is None and self._may_ask else None

    def advised(self, moment: Moment, turn: Actions) -> bool:
        """Take the turn that was found; False: nobody wants it any more."""
        if moment != self._wished:
            return False
        self._advice = turn
        return True

    def no_advice(self, moment: Moment) -> None:
        """No turn could be found: it may be asked for again."""
        if moment == self._wished:
            self._wished = None

    @property
    def advice(self) -> Actions | None:
        """The turn that was asked for, while it may be played."""
        return self._advice if self._may_ask else None

    @property
    def step(self) -> Step | None:
        """What is to be done next of it."""
        turn, hand = self.advice, self._hand
        if turn is None or self.moment is None:
            return None
        if hand is None:
            return self._first_step(turn, self.moment.position)
        done = len(hand.actions)
        if turn[:done] != hand.actions:
            return Step(StepKind.BACK, hand.origin)
        match turn[done : done + 1]:
            case (Place(square),) if square in hand.destinations:
                return Step(StepKind.PLACE, square)
            case _:
                return None

    def _first_step(self, turn: Actions, position: Position) -> Step | None:
        first = turn[0]
        is_owed = position.phase == Status.PROMOTE_LIFT and self._is_asked_to_promote
        if is_owed and isinstance(first, Promote):
            return Step(StepKind.PROMOTE, position.promoting, first.piece)
        return Step(StepKind.LIFT, _first_lift(turn))

    # --- what is shown ---

    def view(self) -> HintsView:
        """What the lights are to make of it."""
        if self.moment is None or not self._goes_on:
            return NO_HINTS
        known, danger, step = self._grades_now, self.danger, self.step
        shows_step = step is not None and step.kind in (StepKind.LIFT, StepKind.PLACE)
        return HintsView(
            hides_destinations=self.level(self.moment.position.to_move).hides_destinations,
            grades=known[0] if known is not None else {},
            advised=step.square if step is not None and shows_step else None,
            warning=danger.squares if danger is not None else (),
        )

    @property
    def state(self) -> HintsState:
        """What whoever follows the game is told."""
        known, held = self._grades_now, self._held
        return HintsState(
            level=self.level(self.moment.position.to_move) if self.moment else HintLevel.LEGAL,
            grades=known[0] if known is not None else {},
            depth=known[1] if known is not None else None,
            looked=len(self._looked_at),
            is_spent=held is not None and self._is_spent(held),
            danger=self.danger,
            may_ask=self._may_ask,
            is_thinking=self.turn_question is not None,
            advice=self.advice,
            step=self.step,
        )


@dataclass(frozen=True, slots=True)
class HintsState:
    """All that can be told of the hints at one moment."""

    level: HintLevel
    """Of the side to move."""
    grades: Grades
    depth: int | None
    """How many turns were looked at one after the other; None: there are no grades."""
    looked: int
    """How many pieces were graded in this turn."""
    is_spent: bool
    """Whether the piece in hand is not, as they were enough."""
    danger: Danger | None
    may_ask: bool
    """Whether the player to move may have a turn shown."""
    is_thinking: bool
    """Whether it is being looked for."""
    advice: Actions | None
    step: Step | None
