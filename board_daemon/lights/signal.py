"""What each lit square shows: its role as colours in motion."""

from dataclasses import dataclass
from typing import Final

from board_daemon.lights.motion import (
    VERY_DIM,
    Alternate,
    Blink,
    Breath,
    Dips,
    Flash,
    Heartbeat,
    Motion,
    Outward,
    Sparkle,
    Still,
    Turning,
    Walk,
    Wink,
)
from board_daemon.lights.palette import Palette, Rgb
from board_daemon.lights.roles import Role, fix_pair, roles_for
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.squares import Square, file_of, rank_of
from board_daemon.rules.status import Status
from board_daemon.tracking.view import BoardView


@dataclass(frozen=True, slots=True)
class Layer:
    """One colour in one motion."""

    color: Rgb
    motion: Motion


Signal = tuple[Layer, ...]
"""The layers of one light; their colours add up."""

_WINNERS: Final = {Status.PACO_W: Color.WHITE, Status.PACO_B: Color.BLACK}


def signals_for(view: BoardView, palette: Palette) -> dict[Square, Signal]:
    """What every lit square shows; all other squares are dark."""
    roles = roles_for(view)
    return {square: signal_of(role, square, view, palette) for square, role in roles.items()}


def signal_of(role: Role, square: Square, view: BoardView, palette: Palette) -> Signal:
    """What one square shows in its role, within what else there is to show."""
    match role:
        case Role.TAKEOVER:
            return (Layer(palette.takeover, Outward(_distance_from_origin(view, square))),)
        case Role.PACO:
            return (Layer(palette.paco, Sparkle(square)),)
        case Role.LAST:
            return (_last_layer(square, view, palette),)
        case Role.SAKO:
            return (Layer(palette.sako, Walk(view.sako.index(square), len(view.sako))),)
        case Role.CODE:
            index, length = view.code.index(square), len(view.code)
            return (Layer(palette.code, Walk(index, length, step=0.8, rest=1.6, trace=0.0)),)
        case Role.ASK:
            return (
                Layer(palette.ask, Alternate()),
                Layer(palette.ask_white, Alternate(second=True, high=0.7)),
            )
        case Role.FIX:
            return (_fix_layer(square, view, palette),)
        case Role.OPPONENT:
            return (_opponent_layer(square, view, palette),)
        case Role.PROMOTION:
            piece = _promoted(square, view)
            return (Layer(palette.promotion(piece), Turning(beams=_number_of(piece))),)
        case Role.PIECE:
            # In the hue of its promotion, but it is not to be touched for that: it moves otherwise.
            assert view.asks_for_piece is not None
            asked = view.asks_for_piece
            return (Layer(palette.promotion(asked), Dips(count=_number_of(asked))),)
        case _:
            return (_plain_layer(role, palette),)


def _plain_layer(role: Role, palette: Palette) -> Layer:
    """The layer of a role that needs to know nothing else."""
    layers = {
        Role.ORIGIN: Layer(palette.origin, Still(0.3)),
        Role.MOVE: Layer(palette.move, Still()),
        Role.UNION: Layer(palette.union, Breath()),
        Role.CASTLE: Layer(palette.castle, Wink()),
        Role.BEST: Layer(palette.best, Breath(period=1.2, low=0.55)),
        Role.FINE: Layer(palette.fine, Still()),
        Role.RISKY: Layer(palette.risky, Still(0.5)),
        Role.WARNING: Layer(palette.warning, Heartbeat()),
        Role.YES: Layer(palette.put_here, Breath(period=1.0)),
        Role.NO: Layer(palette.take_away, Blink(rate=1.5)),
        Role.TROUBLE: Layer(palette.trouble, Breath(period=3.0, low=0.1, high=0.6)),
    }
    return layers[role]


def _last_layer(square: Square, view: BoardView, palette: Palette) -> Layer:
    """The last turn; the union that ended the game with Paco keeps glittering."""
    winner = _WINNERS.get(view.position.phase)
    if winner is not None and square == view.position.king_square(winner.other):
        return Layer(palette.paco, Sparkle(square, low=0.55))
    return Layer(palette.last, Flash())


def _fix_layer(square: Square, view: BoardView, palette: Palette) -> Layer:
    wants_piece = any(wrong.wants_piece for wrong in fix_pair(view) if wrong.square == square)
    if wants_piece:
        return Layer(palette.put_here, Still())
    return Layer(palette.take_away, Blink())


def _opponent_layer(square: Square, view: BoardView, palette: Palette) -> Layer:
    """From here to there; where the step after it leads waits dimly."""
    step = view.step
    if step is not None and square not in (step.start, step.end):
        return Layer(palette.opponent, Still(VERY_DIM))
    index = int(step is not None and square == step.end)
    return Layer(palette.opponent, Walk(index, 2, step=0.45))


def _promoted(square: Square, view: BoardView) -> PieceType:
    promotion, earlier = view.promotion, view.earlier_promotion
    if earlier is not None and earlier.square == square:
        return earlier.piece
    if promotion is None and view.step is not None:
        promotion = view.step.promotion
    assert promotion is not None
    return promotion.piece


def _number_of(piece: PieceType) -> int:
    """The number of beams or dips that says which piece it is."""
    return PROMOTIONS.index(piece) + 1


def _distance_from_origin(view: BoardView, square: Square) -> int:
    """King's steps from the square that the piece in hand came from."""
    if view.hand is None:
        return 0
    origin = view.hand.origin
    files = abs(file_of(origin) - file_of(square))
    return max(files, abs(rank_of(origin) - rank_of(square)))
