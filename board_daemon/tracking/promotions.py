"""Choosing the piece a pawn becomes.

Setting the pawn down is a queen; each further lift-and-return on its square goes to the next piece.
A choice that comes by another way (a page, a trace) is taken as it comes, before or after.
"""

from dataclasses import dataclass

from board_daemon.rules.actions import Action, Place, Promote
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status
from board_daemon.tracking.view import PromotionView


@dataclass(frozen=True, slots=True)
class Prompt:
    """A promotion that may still be chosen."""

    square: Square
    piece: PieceType
    is_owed: bool
    """Whether the pawn was carried home, and its owner promotes before he moves."""


class PromotionDesk:
    """The choices made for the next turn, and the promotion that is being asked for."""

    def __init__(self, position: Position) -> None:
        self.chosen: tuple[PieceType, ...] = ()
        """For the promotions of the next turn, in order; those not chosen are queens."""
        self.leafed = 0
        """How often the player went on to the next piece for the pawn he owes a promotion."""
        self.prompt: Prompt | None = None
        self._owe(position)

    def view(self) -> PromotionView | None:
        """What to show."""
        if self.prompt is None:
            return None
        return PromotionView(self.prompt.square, self.prompt.piece)

    def next_piece(self, steps: int) -> PieceType:
        """The piece so many lift-and-returns after the one shown."""
        assert self.prompt is not None
        index = PROMOTIONS.index(self.prompt.piece) + steps
        return PROMOTIONS[index % len(PROMOTIONS)]

    def recorded(self, actions: tuple[Action, ...], position: Position) -> None:
        """A turn was recorded: its promotions are settled, or may be chosen until the next turn."""
        self.prompt = None
        self.leafed = 0
        if sum(isinstance(action, Promote) for action in actions) > len(self.chosen):
            self.prompt = _last_promotion(actions)
        self.chosen = ()
        self._owe(position)

    def _owe(self, position: Position) -> None:
        if position.phase == Status.PROMOTE_LIFT and position.promoting is not None:
            self.prompt = Prompt(position.promoting, PieceType.QUEEN, is_owed=True)


def _last_promotion(actions: tuple[Action, ...]) -> Prompt | None:
    """The last promotion of a turn; None: it was owed, and chosen before the turn."""
    for placed, promoted in zip(actions[-2::-1], actions[:0:-1], strict=False):
        if isinstance(promoted, Promote) and isinstance(placed, Place):
            return Prompt(placed.square, promoted.piece, is_owed=False)
    return None


def with_last_promotion(actions: tuple[Action, ...], piece: PieceType) -> tuple[Action, ...]:
    """The same turn with another piece for its last promotion."""
    last = max(i for i, action in enumerate(actions) if isinstance(action, Promote))
    return (*actions[:last], Promote(piece), *actions[last + 1 :])
