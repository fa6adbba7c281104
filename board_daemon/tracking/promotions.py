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
        promoted = [i for i, action in enumerate(actions) if isinstance(action, Promote)]
        self.prompt = None
        if len(promoted) > len(self.chosen):
            square = _promotion_square(actions, promoted[-1])
            if square is not None:
                self.prompt = Prompt(square, PieceType.QUEEN, is_owed=False)
        self.chosen = ()
        self._owe(position)

    def _owe(self, position: Position) -> None:
        if position.phase == Status.PROMOTE_LIFT and position.promoting is not None:
            self.prompt = Prompt(position.promoting, PieceType.QUEEN, is_owed=True)


def _promotion_square(actions: tuple[Action, ...], index: int) -> Square | None:
    """Where the pawn stands that an action promotes; None: it was owed, and chosen before."""
    placed = actions[index - 1] if index else None
    return placed.square if isinstance(placed, Place) else None


def with_last_promotion(actions: tuple[Action, ...], piece: PieceType) -> tuple[Action, ...]:
    """The same turn with another piece for its last promotion."""
    last = max(i for i, action in enumerate(actions) if isinstance(action, Promote))
    return (*actions[:last], Promote(piece), *actions[last + 1 :])
