"""Turns in the making: what the search for explanations keeps of each way through a chain."""

from collections.abc import Iterator
from typing import NamedTuple

from board_daemon.rules.actions import Action, Place, Promote
from board_daemon.rules.chain_states import State, took_en_passant
from board_daemon.rules.chains import Chain, Entry
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import Square, SquareSet
from board_daemon.tracking.seeing.absences import AbsenceSet


class Step(NamedTuple):
    """How a chain got to where it is."""

    square: Square
    promotion: int
    before: "Step | None"
    over: float
    """When the join there was over, seconds."""
    told: int
    """How many of the promotions before it the player has named."""


class Join(NamedTuple):
    """How an occupied square can have been entered."""

    doubt: float
    used: int
    """The absence that it accounts for, as a bit; 0: it left no trace."""
    since: float
    """From when on what it freed can have been in hand, seconds."""
    over: float
    """When it was over, seconds."""
    odd: float = 0.0
    """How much of the doubt is for its being out of order."""
    is_silent: bool = False
    """Whether it left no trace where one can be seen."""

    @property
    def surprise(self) -> float:
        """Doubt of joining so, with a touch or without, in nats."""
        return self.doubt - self.odd


class Branch(NamedTuple):
    """One way through a chain, as far as it has got."""

    chain: Chain
    state: State
    step: Step | None
    entered: SquareSet
    used: int
    """The absences that its joins account for, a bit each."""
    since: float
    """From when on the piece in hand can have been in hand, seconds."""
    over: float
    """When the last join was over, seconds."""
    silent: int
    touched: int
    lifted: float
    """When the piece that began was taken up, seconds."""
    told: int
    """How many of its promotions the player has named."""
    doubt: float
    """Of what it accounts for, in nats."""
    joins: float = 0.0
    """How much of that is the surprise of its joins."""

    def after(self, entry: Entry, join: Join, told: int) -> "Branch":
        """The branch with one more union entered."""
        return Branch(
            self.chain,
            entry.state,
            Step(entry.square, entry.promotion, self.step, join.over, self.told),
            self.entered | 1 << entry.square,
            self.used | join.used,
            join.since,
            max(self.over, join.over),
            self.silent + join.is_silent,
            self.touched + bool(join.used),
            self.lifted,
            told,
            self.doubt + join.doubt,
            self.joins + join.surprise,
        )


class Entering(NamedTuple):
    """A branch with one more union entered; it is made only when it is wanted."""

    branch: Branch
    entry: Entry
    join: Join
    told: int
    """How many promotions the player has named by then."""


class Exit(NamedTuple):
    """Where a branch may have ended; what else was touched is weighed only when it is wanted."""

    branch: Branch
    end: Square
    join: Join | None
    """How it entered that square; None: it was empty."""
    doubt: float
    """Of what it accounts for, in nats."""
    drawn_back: AbsenceSet
    """The touches of a pawn that was drawn back there first, to be joined en passant."""


class Move(NamedTuple):
    """A union's or a king's move that may have been played, weighed no further than that."""

    start: Square
    end: Square
    lifted: float
    """When what moves was taken up, seconds."""
    doubt: float
    """Of what it accounts for, in nats."""


class Ending(NamedTuple):
    """A whole turn that may explain what was seen; its position is made only when it is wanted."""

    actions: tuple[Action, ...]
    end: Square
    entered: SquareSet
    silent: int
    touched: int
    is_visible: bool
    told: int
    is_hidden: bool = False
    was_seen_to_go: bool = True
    was_carried_singly: bool = False
    joins: float = 0.0
    """The surprise of its joins, in nats."""
    last: Branch | None = None
    """The chain that ended so; None: it was none."""
    is_misnamed: bool = False
    """Whether the pieces named were for other pawns of it than they went to."""


Waiting = Branch | Entering | Exit | Move | Ending
"""What a search may look at next."""


def left_by(entry: Entry, branch: Branch) -> Square:
    """Where the union entered stood: en passant it is drawn back, and that is seen there."""
    if not branch.chain.en_passant_frees:
        return entry.square
    is_en_passant = took_en_passant(entry.state) and not took_en_passant(branch.state)
    return branch.chain.side.victim if is_en_passant else entry.square


def promotions_of(branch: Branch) -> Iterator[Step]:
    """The steps of a branch on which a pawn came home, the last one first."""
    step = branch.step
    while step is not None:
        if step.promotion:
            yield step
        step = step.before


def steps_of(branch: Branch) -> list[Action]:
    """What was done on the way, from the first square entered to the last."""
    actions: list[Action] = []
    step = branch.step
    while step is not None:
        if step.promotion:
            actions.append(Promote(PieceType(step.promotion)))
        actions.append(Place(step.square))
        step = step.before
    return actions[::-1]
