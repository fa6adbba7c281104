"""What a lit square means (DESIGN, section 4), and which squares are lit now.

Never more than what helps now: a question or a correction is shown alone; a piece in hand shows
where it came from and where it may go; the board's own turn shows what is to be done next of it; at
rest there are only the last turn and Ŝako.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from board_daemon.rules.squares import Square
from board_daemon.tracking.view import (
    BoardView,
    DestinationKind,
    FixSquare,
    HandView,
    HintsView,
    Quality,
    StepView,
)


class Role(StrEnum):
    """The meaning of one lit square."""

    ORIGIN = "origin"
    MOVE = "move"
    UNION = "union"
    TAKEOVER = "takeover"
    PACO = "paco"
    CASTLE = "castle"
    LAST = "last"
    SAKO = "sako"
    ASK = "ask"
    FIX = "fix"
    PROMOTION = "promotion"
    BEST = "best"
    FINE = "fine"
    RISKY = "risky"
    WARNING = "warning"
    """Are you sure? From here the other player could reach the king; and where that king is."""
    OPPONENT = "opponent"
    YES = "yes"
    """A piece that says yes to what is asked about other squares."""
    NO = "no"
    PIECE = "piece"
    """Does such a piece stand here now?"""
    CODE = "code"
    """A square of the code by which a tablet is let in, shown in their order."""
    TROUBLE = "trouble"
    """A corner: the board cannot save what is played."""


_CORNERS: Final = (0, 7, 56, 63)

_DESTINATION_ROLES: Final = {
    DestinationKind.MOVE: Role.MOVE,
    DestinationKind.UNION: Role.UNION,
    DestinationKind.TAKEOVER: Role.TAKEOVER,
    DestinationKind.PACO: Role.PACO,
    DestinationKind.CASTLE: Role.CASTLE,
}
_QUALITY_ROLES: Final = {
    Quality.BEST: Role.BEST,
    Quality.FINE: Role.FINE,
    Quality.RISKY: Role.RISKY,
}


def roles_for(view: BoardView) -> dict[Square, Role]:
    """The role of every square that is lit now; all other squares are dark."""
    return dict(_roles(view))


def fix_pair(view: BoardView) -> tuple[FixSquare, ...]:
    """The squares to put right next: one to clear and one to fill, or the only one there is."""
    if not view.fix:
        return ()
    first = view.fix[0]
    partners = (square for square in view.fix if square.wants_piece != first.wants_piece)
    return (first, *tuple(partners)[:1])


def _roles_of_step(step: StepView) -> Iterator[tuple[Square, Role]]:
    """From, to, next; a later pair wins."""
    if step.then is not None:
        yield step.then, Role.OPPONENT
    yield step.end, Role.OPPONENT
    if step.promotion is not None:
        yield step.promotion.square, Role.PROMOTION
    if not step.is_held:
        yield step.start, Role.OPPONENT


def _roles(view: BoardView) -> Iterator[tuple[Square, Role]]:
    # Anybody may have the code shown: nobody is to play in the dark for that.
    if view.code and view.hand is None:
        yield from ((square, Role.CODE) for square in view.code)
        return
    if view.is_troubled:
        # Whatever else a corner has to say comes later, and wins.
        yield from ((square, Role.TROUBLE) for square in _CORNERS)
    if view.fix:
        yield from ((wrong.square, Role.FIX) for wrong in fix_pair(view))
    elif view.ask:
        role = Role.ASK if view.asks_for_piece is None else Role.PIECE
        yield from ((square, role) for square in view.ask)
        yield from zip(view.answers, (Role.YES, Role.NO), strict=False)
    elif (chosen := view.choosing) is not None:
        yield chosen.square, Role.PROMOTION
        yield from _earlier_promotion(view)
    elif view.hand is not None:
        yield view.hand.origin, Role.ORIGIN
        yield from _destinations(view.hand, view.hints)
    elif (unfinished := view.unfinished) is not None:
        role = _DESTINATION_ROLES[unfinished.kind]
        yield unfinished.start, Role.ORIGIN if unfinished.is_held else role
        yield unfinished.end, role
    elif view.step is not None:
        yield from _roles_of_step(view.step)
    elif view.to_play or view.way:
        yield from ((square, Role.BEST) for square in view.way)
        yield from ((square, Role.OPPONENT) for square in view.to_play)
    else:
        yield from _at_rest(view)


def _earlier_promotion(view: BoardView) -> Iterator[tuple[Square, Role]]:
    if view.earlier_promotion is not None:
        yield view.earlier_promotion.square, Role.PROMOTION


def _at_rest(view: BoardView) -> Iterator[tuple[Square, Role]]:
    """What there is to see while nobody plays."""
    yield from ((square, Role.LAST) for square in view.last)
    if view.hints.warning:
        # Who could win at once need not be told of the Ŝako that he stands in.
        yield from ((square, Role.WARNING) for square in view.hints.warning)
        return
    # Later pairs win: a square of both is part of the warning.
    yield from ((square, Role.SAKO) for square in view.sako)
    yield from _earlier_promotion(view)
    if view.hints.advised is not None:
        yield view.hints.advised, Role.BEST


def _destinations(hand: HandView, hints: HintsView) -> Iterator[tuple[Square, Role]]:
    """The live destinations, by their quality where that is known, else by their kind.

    Whatever the hints say, nothing else is lit.
    """
    for square, kind in hand.destinations.items():
        if square == hints.advised:
            yield square, Role.BEST
        elif not hints.hides_destinations:
            yield square, _role_of(kind, hints.grades.get(square))


def _role_of(kind: DestinationKind, quality: Quality | None) -> Role:
    # Nothing is better than Paco, and its gold says more than green.
    is_golden = kind == DestinationKind.PACO and quality == Quality.BEST
    return _DESTINATION_ROLES[kind] if quality is None or is_golden else _QUALITY_ROLES[quality]
