"""Every light there can be, as it is on the board: for whoever asks what the lights mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from board_daemon.lights.palette import Palette
from board_daemon.lights.roles import Role
from board_daemon.lights.signal import Signal, signal_of
from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.tracking.view import BoardView, FixSquare, HandView, PromotionView, StepView


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One meaning, with the lights that say it side by side."""

    meaning: str
    """The role, with the half of it after a hyphen where it has two."""
    role: Role
    lights: tuple[Signal, ...]


_START: Final = Position.start()
_WAY: Final = (24, 25, 26, 27)
"""A way of four squares on the empty fourth rank."""
_SHOWN: Final[Mapping[Role, tuple[Square, ...]]] = {
    # What runs or walks is seen as such on several squares only.
    Role.TAKEOVER: _WAY[1:],
    Role.SAKO: _WAY,
    Role.CODE: _WAY,
    Role.OPPONENT: _WAY[:3],
}
_VIEW: Final = BoardView(
    _START, hand=HandView(_WAY[0], {}), sako=_WAY, code=_WAY, step=StepView(*_WAY[:3])
)


def legend(palette: Palette) -> tuple[LegendEntry, ...]:
    """All roles in the order of `Role`, each as the board shows it."""
    return tuple(entry for role in Role for entry in _entries(role, palette))


def _entries(role: Role, palette: Palette) -> tuple[LegendEntry, ...]:
    match role:
        case Role.FIX:
            return _fix_entry("fix-away", False, palette), _fix_entry("fix-here", True, palette)
        case Role.PROMOTION:
            pawns = [BoardView(_START, promotion=PromotionView(0, piece)) for piece in PROMOTIONS]
            return _entry_of(role, pawns, palette)
        case Role.PIECE:
            asked = [BoardView(_START, asks_for_piece=piece) for piece in PROMOTIONS]
            return _entry_of(role, asked, palette)
        case _:
            squares = _SHOWN.get(role, _WAY[:1])
            lights = tuple(signal_of(role, square, _VIEW, palette) for square in squares)
            return (LegendEntry(role, role, lights),)


def _entry_of(role: Role, views: Sequence[BoardView], palette: Palette) -> tuple[LegendEntry, ...]:
    """The entry of a role that shows one piece or another."""
    lights = tuple(signal_of(role, 0, view, palette) for view in views)
    return (LegendEntry(role, role, lights),)


def _fix_entry(meaning: str, wants_piece: bool, palette: Palette) -> LegendEntry:
    view = BoardView(_START, fix=(FixSquare(0, wants_piece),))
    return LegendEntry(meaning, Role.FIX, (signal_of(Role.FIX, 0, view, palette),))
