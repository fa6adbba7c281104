"""What there is to show on the board at one moment: the tracker's picture for the lights."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from board_daemon.rules.actions import Action, Lift
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square


class DestinationKind(StrEnum):
    """What setting the piece in hand down on a live destination would do."""

    MOVE = "move"
    UNION = "union"
    TAKEOVER = "takeover"
    PACO = "paco"
    CASTLE = "castle"


class Quality(StrEnum):
    """How good it is to set the piece in hand down on a live destination."""

    BEST = "best"
    FINE = "fine"
    RISKY = "risky"


@dataclass(frozen=True, slots=True)
class HandView:
    """The piece in hand."""

    origin: Square
    """Where it was lifted or freed."""
    destinations: Mapping[Square, DestinationKind]
    """Its live destinations."""
    position: Position | None = None
    """The position in the midst of the turn: what was joined so far, and the hand."""
    actions: tuple[Action, ...] = ()
    """What has been done of the turn by then, a promotion that was owed included."""
    unseen: tuple[Square, ...] = ()
    """Once it has been in hand for long: what it may have joined though nobody saw it."""


@dataclass(frozen=True, slots=True)
class UnfinishedView:
    """What is still to be moved of a castling or a union en passant."""

    kind: DestinationKind
    """`CASTLE`, or what the union en passant is: `UNION` or `TAKEOVER`."""
    start: Square
    """Where it stands, or was lifted."""
    end: Square
    """Where it is to be set down."""
    is_held: bool
    """Whether it is in the air."""


@dataclass(frozen=True, slots=True)
class FixSquare:
    """A square that stands wrong."""

    square: Square
    wants_piece: bool
    """True: something is missing here. False: what stands here must be taken away."""


@dataclass(frozen=True, slots=True)
class PromotionView:
    """A pawn that waits to be promoted, and the piece it would become now."""

    square: Square
    piece: PieceType


@dataclass(frozen=True, slots=True)
class StepView:
    """What is to be done next of a turn that somebody carries out for the board."""

    start: Square
    """Where it is to be lifted, or was lifted or freed."""
    end: Square
    """Where it is to be set down."""
    then: Square | None = None
    """Where the step after that ends."""
    is_held: bool = False
    """Whether it is in the air."""
    promotion: PromotionView | None = None
    """The pawn that is to be changed with it, and for what."""
    number: int = 1
    steps: int = 1
    """How many steps the turn has."""


@dataclass(frozen=True, slots=True)
class HintsView:
    """What a player is shown beyond the rules, or is spared."""

    hides_destinations: bool = False
    """Whether he is to find out by himself where the piece in hand may go."""
    grades: Mapping[Square, Quality] = field(default_factory=dict)
    """Of the piece in hand; only live destinations are shown."""
    advised: Square | None = None
    """The next square of the turn that he wanted to be shown."""
    warning: tuple[Square, ...] = ()
    """Who could reach the king of whoever has just set down his turn, and that king."""


NO_HINTS: Final = HintsView()


@dataclass(frozen=True, slots=True)
class BoardView:
    """All there is to show; what is shown of it is for the lights to decide."""

    position: Position
    """The last position recorded."""
    hand: HandView | None = None
    unfinished: UnfinishedView | None = None
    """What is left of a turn of two moves; never beside a piece in hand."""
    last: tuple[Square, ...] = ()
    """The squares of the last turn, in order."""
    sako: tuple[Square, ...] = ()
    """Ŝako's way: from the attacker through the chain to the king."""
    ask: tuple[Square, ...] = ()
    """Squares among which the player is asked to choose."""
    asks_of_takeback: bool = False
    """Whether it is asked if a turn was taken back: a union stands where it came from again."""
    asks_for_piece: PieceType | None = None
    """The kind of piece of which it is asked if one stands on the square that is asked about."""
    answers: tuple[Square, ...] = ()
    """Where the pieces stand that say yes and no to what is asked about these squares; none: the
    squares themselves answer."""
    fix: tuple[FixSquare, ...] = field(default=())
    """Everything that stands wrong, the most useful pair first."""
    promotion: PromotionView | None = None
    earlier_promotion: PromotionView | None = None
    """That of an earlier turn, for which there was no time before play went on, or of an earlier
    pawn of a chain."""
    names_earlier: bool = False
    """Whether a piece that is named now is for that one."""
    step: StepView | None = None
    """What is to be done for the board; never beside a piece in hand."""
    to_play: tuple[Square, ...] = ()
    """The way of the other side's turn that is to be carried out, where a lesson waits for it."""
    way: tuple[Square, ...] = ()
    """What a lesson points to: a piece and where it goes, or the whole way of a turn."""
    code: tuple[Square, ...] = ()
    """Squares that are shown one after the other, for whoever wants to be let in by them."""
    hints: HintsView = NO_HINTS
    is_troubled: bool = False
    """Whether the board cannot save what is played, or something broke down in it."""

    @property
    def promotions(self) -> tuple[PromotionView, ...]:
        """All that may still be chosen, that of the pawn set down last first."""
        both = self.promotion, self.earlier_promotion
        return tuple(each for each in both if each is not None)

    @property
    def named_next(self) -> PromotionView | None:
        """The promotion that a piece would be named for now."""
        return (None if self.names_earlier else self.promotion) or self.earlier_promotion

    @property
    def choosing(self) -> PromotionView | None:
        """The promotion that is chosen by touches now: none while a piece is up for the next turn.

        Lifting what stands on the square of the promotion is no turn yet: so it is chosen.
        """
        if self.promotion is None or self.unfinished is not None:
            return None
        done = () if self.hand is None else self.hand.actions
        is_moved_on = bool(done) and done[-1] != Lift(self.promotion.square)
        return None if is_moved_on else self.promotion
