"""The virtual board: what hands do on it, and readings that are told it."""

from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter

from board_daemon.game.errors import GameError
from board_daemon.game.session import Session
from board_daemon.game.table import Table
from board_daemon.rules.fen import parse_fen, settled
from board_daemon.rules.position import piece_letters
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.web.access import Level, needs
from board_daemon.web.commands import REFUSALS
from board_daemon.web.schema_words import Done
from board_daemon.web.wishes import ActWish, ReadingsWish, StandWish
from firmware_bridge.frames import Reading
from firmware_bridge.trace import READING_FORMS, parse_reading
from firmware_bridge.virtual_board import PieceColour, VirtualPiece
from firmware_bridge.virtual_bridge import Deed, HandAct, VirtualBridge

_DONE: Final = Done()


def virtual_router(table: Table, bridge: VirtualBridge) -> APIRouter:
    """The routes of a board without hardware."""
    router = APIRouter(
        prefix="/api/virtual",
        tags=["virtual board"],
        responses=REFUSALS,
        dependencies=[needs(Level.PLAY)],
    )

    @router.post("/act")
    async def act(wish: ActWish) -> Done:
        """Let a hand do something; answered once the board has taken notice of it."""
        square = parse_square(wish.square) if wish.square is not None else None
        colour = PieceColour(wish.color) if wish.color is not None else None
        await bridge.act(HandAct(Deed(wish.deed), square, colour, wish.piece))
        await table.look_again()
        return _DONE

    @router.post("/readings")
    async def readings(wish: ReadingsWish) -> Done:
        """Tell what squares read, as a line of a sensor trace; `t` sets the clock ahead."""
        if wish.input is not None:
            if wish.squares is not None:
                raise GameError('expected either "squares" or "input", saw both')
            bridge.tell_promotion(wish.input.promote, wish.t)
        else:
            bridge.tell(_readings(bridge, wish.squares or {}), wish.t)
        await table.look_again()
        return _DONE

    @router.post("/stand")
    async def stand(wish: StandWish) -> Done:
        """Stand the pieces up: as a FEN says, else as the game has been recorded."""
        position = table.session.position
        if wish.fen is not None:
            position = settled(parse_fen(wish.fen, position.rules))
        bridge.stand(piece_letters(position))
        await table.look_again()
        return _DONE

    return router


def virtual_value(bridge: VirtualBridge, session: Session) -> dict[str, object]:
    """The pieces of a virtual board as JSON values, and whether the session knows of them."""
    # The hand that took something up last is the right one: it is what acts next.
    hands = dict(zip(("right", "left"), reversed(bridge.hands), strict=False))
    hands |= dict(zip(("board-right", "board-left"), reversed(bridge.own_hands), strict=False))
    return {
        "squares": {square_name(s): _letters(held) for s, held in bridge.standing.items()},
        "hands": {name: _letters(pieces) for name, (pieces, _) in hands.items()},
        "hand_from": {
            name: square_name(origin) for name, (_, origin) in hands.items() if origin is not None
        },
        "driven_by": str(bridge.driver),
        "noticed": session.has_noticed,
    }


def _letters(pieces: tuple[VirtualPiece, ...]) -> str:
    """Letters of pieces, White's first and in upper case."""
    white = [piece.kind for piece in pieces if piece.colour == PieceColour.WHITE]
    black = [piece.kind.lower() for piece in pieces if piece.colour == PieceColour.BLACK]
    return "".join(white + black)


def _readings(bridge: VirtualBridge, told: Mapping[str, object]) -> dict[int, Reading]:
    readings = {}
    for name, value in told.items():
        reading = parse_reading(bridge.sensor, value)  # type: ignore[arg-type]
        if reading is None:
            raise GameError(f"expected {READING_FORMS[bridge.sensor]} on {name}, saw {value!r}")
        readings[parse_square(name)] = reading
    return readings
