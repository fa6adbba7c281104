"""A line of play that may have led to what stands on the board."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import takewhile
from operator import attrgetter
from typing import Final, NamedTuple

from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits
from board_daemon.tracking.explaining.explanation import (
    Answers,
    Choice,
    Explanation,
    Said,
    Statement,
    squares_on,
)
from board_daemon.tracking.seeing.contents import Contents, contents_of

# So many steps back at most, two lines are held against each other.
_MOST_STEPS_APART: Final = 8


class Spent(NamedTuple):
    """Changes that belong to a turn, though others that came before them do not."""

    squares: SquareSet
    """Where they were."""
    until: int
    """How many changes there had been when the turn was over."""


class Twin(NamedTuple):
    """Another story that led to the very same: nothing that is still to come tells them apart."""

    ply: int
    """The first turn that was another one by it."""
    lead: float
    """By how many nats it is less likely."""


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
    """How many steps, turns and take-backs, lie behind it since the game is followed."""
    ply: int = 0
    """How many turns the game has had by then."""
    doubt: float = 0.0
    """Nats."""
    spent: "tuple[Spent, ...]" = ()
    """What belongs to turns that were not over when the next one began, of the changes that it has
    not accounted for."""
    enters: SquareSet = 0
    """Squares that the player says the next turn entered."""
    avoids: SquareSet = 0
    """Squares that the player says it did not enter."""
    said: tuple[Statement, ...] = ()
    """What the player says of the squares of the next turn."""
    took_back: bool | None = None
    """Whether the player says that the turn which led here was taken back; None: nothing."""
    answers: int = 0
    """How often he has said by a touch which squares the next turn entered, or did not."""
    shown_to: int = 0
    """Turns up to that ply are played once more, for the board to see each join of them."""
    told: tuple[Choice, ...] = ()
    """The pieces named for the promotions of the next turn."""
    leafed: int = 0
    """How often the player has gone on to the next piece for a promotion that he owes."""
    was: PieceType = PROMOTIONS[0]
    """What the pawn that he owes was before its turn was taken back: it is that again unless its
    player chooses anew, or goes on from it to the next piece."""
    ruled_out: tuple[PieceType, ...] = ()
    """What the player says that its pawn did not become, where nobody was felt to choose."""
    has_rested: bool = True
    """Whether the board was at rest when the turn was taken to be complete."""
    blind: SquareSet = 0
    """Squares that are only supposed to be dead or stuck."""
    twins: tuple[Twin, ...] = ()
    """Less likely stories that led here, or to a line on the way, by other turns."""
    over: int = 0
    """After how many changes the turn that led here was over, whatever has been adjusted since."""
    trail: int = 0
    """Differs between lines that other turns led to on squares known to show nothing: should they
    come to the same position, nothing but their player's word tells which was played."""

    @staticmethod
    def at(position: Position, index: int, depth: int = 0, ply: int = 0, t: float = 0.0) -> "Line":
        """A line that begins with a position known to stand; `t`: since when, in seconds."""
        return Line(position, contents_of(position), index, t, depth=depth, ply=ply)

    def after(
        self,
        turn: Explanation,
        index: int,
        doubt: float,
        *,
        t: float = 0.0,
        has_rested: bool = False,
        spent: "tuple[Spent, ...]" = (),
        known_blind: SquareSet = NO_SQUARES,
    ) -> "Line":
        """The line that a turn leads to from here, which says of the board what this one says.

        `doubt`: of all of it, in nats; `known_blind`: squares that are known to show nothing: what
        a turn on them leads to is kept apart by its trail. The others are as for the line.
        """
        is_unseen = bool(known_blind and squares_on(turn) & known_blind)
        return Line(
            turn.position,
            contents_of(turn.position),
            index,
            t,
            parent=self,
            explanation=turn,
            depth=self.depth + 1,
            ply=self.ply + 1,
            over=index,
            doubt=doubt,
            spent=spent,
            has_rested=has_rested,
            blind=self.blind,
            shown_to=self.shown_to,
            twins=self.twins,
            trail=hash((self.trail, turn.position)) if is_unseen else self.trail,
        )

    def has_spent(self, index: int, square: Square) -> bool:
        """Whether the change of that number, on that square, belongs to a turn that led here."""
        return any(index < each.until and each.squares >> square & 1 for each in self.spent)

    @property
    def newly_blind(self) -> SquareSet:
        """Squares that only its last step supposes to be dead or stuck."""
        return self.blind & ~(NO_SQUARES if self.parent is None else self.parent.blind)

    def is_refuted(self, depth: int, last_changes: Mapping[Square, int]) -> bool:
        """Whether a square that a step after that depth took for dead or stuck has changed since.

        `last_changes`: after how many changes each square has changed last.
        """
        return any(
            last_changes.get(square, 0) > step.index
            for step in self.steps_since(depth)
            for square in bits(step.newly_blind)
        )

    def supposing(self, faulty: SquareSet) -> "Line":
        """The line where these squares are taken for dead or stuck, too."""
        # Of each suspect there is one: `replace` would take four times as long.
        values = dict(zip(_FIELDS, _VALUES(self), strict=True))
        values["blind"] = self.blind | faulty
        return Line(**values)

    @property
    def is_answered(self) -> bool:
        """Whether the player has said anything of the next turn."""
        return bool(self.enters or self.avoids) or self.was_told

    @property
    def is_spoken_of(self) -> bool:
        """The same, or what it was not."""
        return self.is_answered or bool(self.said)

    @property
    def was_told(self) -> bool:
        """Whether the player has said that the next turn was where nothing shows."""
        return any(isinstance(said, Said) and said.is_on for said in self.said)

    def has_said_of(self, squares: SquareSet) -> bool:
        """Whether the player has said if the next turn was on one of just these squares."""
        return any(isinstance(said, Said) and said.squares == squares for said in self.said)

    @property
    def is_shown(self) -> bool:
        """Whether the next turn is played once more, for the board to see each join of it."""
        return self.ply < self.shown_to

    def shown(self, to: int | None = None) -> "Line":
        """The line where the next turn is played so, or all turns up to that ply."""
        return replace(self, shown_to=max(self.shown_to, self.ply + 1 if to is None else to))

    @property
    def player_says(self) -> Answers:
        """What the player says of the next turn."""
        return Answers(self.enters, self.avoids, self.leafed, self.was, self.said)

    def allows(self, turn: Explanation) -> bool:
        """Whether the next turn may have been that one, by what the player says of it."""
        says = self.player_says
        return says.allow_entering(turn.entered) and says.allow(turn)

    def with_said(self, said: Statement) -> "Line":
        """The line with one more thing that the player says of the next turn."""
        return replace(self, said=(*self.said, said))

    def without_denials(self) -> "Line":
        """The line without what the player says of where the next turn was not."""
        said = tuple(each for each in self.said if not isinstance(each, Said) or each.is_on)
        return self if said == self.said else replace(self, said=said)

    def without_answers(self, index: int) -> "Line":
        """The line at rest after so many changes, as if nothing had been asked or seen."""
        return replace(
            self,
            index=index,
            has_rested=True,
            enters=0,
            avoids=0,
            said=(),
            answers=0,
            took_back=None,
        )

    def set_back_from(self, root: "Line", index: int) -> "Line":
        """The line at rest after so many changes, as all that led from it to `root` is undone.

        It is no less doubtful than that, and comes after as many steps.
        """
        stands, blind = self.without_answers(index), self.blind | root.blind
        return replace(stands, depth=root.depth, doubt=root.doubt, blind=blind)

    @property
    def before_turn(self) -> "Line | None":
        """The line before the turn that led here; None: no turn did."""
        return self.parent if self.explanation is not None else None

    @property
    def came_home(self) -> bool:
        """Whether a turn led here after which nothing looks otherwise than before it."""
        before = self.before_turn
        return before is not None and before.expected == self.expected

    @property
    def homecoming(self) -> "Line | None":
        """Where the last turn of the game came home, whatever was taken back since.

        None: it looks otherwise than before that turn, or that is no longer known.
        """
        line = self.after_turn(self.ply)
        is_home = line is not None and line.came_home and line.expected == self.expected
        return line if is_home else None

    def trail_after(self, ply: int) -> int:
        """The trail of what led here, as it was after so many turns: going back to there keeps it.

        Where that is no longer known, as it is now.
        """
        line = self.standing_after(ply)
        return self.trail if line is None else line.trail

    def standing_after(self, ply: int) -> "Line | None":
        """The line on the way here with so many turns behind it, the last such; None: not known."""
        line: Line | None = self
        while line is not None and line.ply > ply:
            line = line.parent
        return line if line is not None and line.ply == ply else None

    def after_turn(self, ply: int) -> "Line | None":
        """The line that turn `ply` has led to on the way here, whatever was taken back since.

        None: that is no longer known.
        """
        line = self.standing_after(ply)
        while line is not None and line.explanation is None:
            line = None if line.parent is None else line.parent.standing_after(ply)
        return line

    def is_apart_from(self, other: "Line") -> bool:
        """Whether one of two lines stopped where the other did not, on a square supposed to be bad.

        Should they come to the same position, nothing but their player's word tells which it was.
        """
        if not self.blind | other.blind:
            return False
        return self._stops_apart_from(other) or other._stops_apart_from(self)

    def _stops_apart_from(self, other: "Line") -> bool:
        depth = self.depth - _MOST_STEPS_APART
        others = list(other.steps_since(depth))
        # Before the last step that they share they are the same.
        own = takewhile(lambda step: step not in others, self.steps_since(depth))
        stops = [step.position for step in own if step.newly_blind]
        if not stops:
            return False
        passed = [step.position for step in others]
        return any(position not in passed for position in stops)

    @property
    def is_slipped_in(self) -> bool:
        """Whether the last step is a turn that joined something silently."""
        return self.explanation is not None and self.explanation.silent > 0

    @property
    def is_visible(self) -> bool:
        """Whether the last step rests on more than a piece that is gone."""
        return self.explanation is None or self.explanation.is_visible

    def steps_since(self, depth: int) -> Iterator["Line"]:
        """The lines that the steps after that depth led to, the last one first."""
        line: Line | None = self
        while line is not None and line.depth > depth:
            yield line
            line = line.parent

    def grown_from(self, known: "Line") -> "Line":
        """The same steps, where more is known of the line that they go on from.

        Of that there may be several accounts; where another turn led here in its place, the line
        stays as it is.
        """
        if self.parent is None or self.depth <= known.depth:
            return self
        if self.parent.depth > known.depth:
            return replace(self, parent=self.parent.grown_from(known))
        return replace(self, parent=known) if self.parent.position == known.position else self

    def step_at(self, depth: int) -> "Line | None":
        """The line that the step of that depth led to, on the way here; None: not so far yet."""
        line: Line | None = self
        while line is not None and line.depth > depth:
            line = line.parent
        return line if line is not None and line.depth == depth else None


def led_through(step: Line, line: Line) -> bool:
    """Whether that step, and all before it, has led to the line."""
    passed = line.step_at(step.depth)
    return passed is not None and passed.position == step.position


def moved_a_union(step: Line) -> bool:
    """Whether a step is a turn that has moved a union, as the other player's next one may do."""
    turn, before = step.explanation, step.parent
    if turn is None or before is None:
        return False
    return bool(before.position.unions >> turn.start & 1)


def made_one_step_of(one: Line, two: Line) -> bool:
    """Whether the one step made one step of the pawn, or its union, that in the other made two."""
    turn, other = one.explanation, two.explanation
    if turn is None or other is None or turn.start != other.start:
        return False
    return turn.end == two.position.en_passant


def each_once(lines: Sequence[Line]) -> list[Line]:
    """The lines, without those that differ from a better one in doubt alone."""
    best: dict[object, Line] = {}
    for line in lines:
        known = best.setdefault(_but_for_doubt(line), line)
        if line.doubt < known.doubt:
            best[_but_for_doubt(line)] = line
    return list(best.values())


_FIELDS: Final = tuple(each.name for each in fields(Line))
_VALUES: Final = attrgetter(*_FIELDS)
# What stands on the squares follows from the position.
_NO_DIFFERENCE: Final = ("doubt", "expected", "explanation", "twins")
_OTHER_FIELDS: Final = attrgetter(*(each for each in _FIELDS if each not in _NO_DIFFERENCE))


def _but_for_doubt(line: Line) -> tuple[object, ...]:
    """Equal where two lines are the same in all but doubt."""
    turn = line.explanation
    return _OTHER_FIELDS(line), None if turn is None else turn.actions
