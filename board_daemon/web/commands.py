"""What players say to the board by the page: what they can say with the pieces, and more."""

from random import Random
from typing import Any, Final

from fastapi import APIRouter, Request

from board_daemon.game.clock import TimeControl
from board_daemon.game.errors import GameError
from board_daemon.game.opponent import RANDOM, Opponent, color_wished, seated
from board_daemon.game.session import Session
from board_daemon.game.setup import Players, game_setup
from board_daemon.game.table import Table
from board_daemon.languages.sentences import said
from board_daemon.names import clean_name
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import Event
from board_daemon.web.access import Level, LevelTooLow, Visitor, needs, visitor_of
from board_daemon.web.errors import refused_because
from board_daemon.web.schema_words import Done
from board_daemon.web.wishes import (
    AnswerWish,
    ColorWish,
    DrawWish,
    NewGameWish,
    PlayersWish,
    PromoteWish,
    SettingsWish,
    TakebackWish,
)

CONFLICT: Final = 409
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    CONFLICT: refused_because("It does not fit the game.")
}

_COLORS: Final = {color.letter: color for color in Color}
_DONE: Final = Done()


def _router() -> APIRouter:
    return APIRouter(
        prefix="/api/game",
        tags=["game"],
        responses=REFUSALS,
        dependencies=[needs(Level.PLAY)],
    )


def game_router(table: Table) -> APIRouter:
    """The routes by which a game is begun, ended, and gone on with."""
    router = _router()

    @router.post("/new")
    async def new_game(wish: NewGameWish, request: Request) -> Done:
        """Begin another game; the one before is kept, and the board is lit to be set up.

        Only an owner may have it begin from a FEN, or by other rules than the settings say.
        """
        _check_may_wish(visitor_of(request), wish, table.settings.choices.rules)
        control = None
        if wish.clock is not None:
            control = TimeControl(wish.clock.base, wish.clock.increment)
        players = _players(wish)
        rules = wish.rules or table.settings.choices.rules
        setup = game_setup(rules, wish.fen, players, control)
        if wish.hints is not None:
            await table.choose(**wish.hints.choices())
        await table.begin(setup)
        return _DONE

    @router.post("/players")
    async def name_players(wish: PlayersWish) -> Done:
        """Say who plays."""
        await table.name(Players(clean_name(wish.white), clean_name(wish.black)))
        return _DONE

    @router.post("/resign")
    async def resign(wish: ColorWish) -> Done:
        """Give up."""
        await table.say(lambda session, t: session.resign(_COLORS[wish.color], t))
        return _DONE

    @router.post("/draw")
    async def draw(wish: DrawWish) -> Done:
        """Offer a draw, accept it or decline it."""
        await table.say(lambda session, t: _said_of_draw(session, wish, t))
        return _DONE

    @router.post("/continue")
    async def go_on() -> Done:
        """Go on with a game that was resigned, agreed on or lost on time."""
        await table.say(lambda session, t: session.go_on(t))
        return _DONE

    return router


def turn_router(table: Table) -> APIRouter:
    """The routes by which a turn is told, answered for, or taken back."""
    router = _router()

    @router.post("/takeback")
    async def take_back(wish: TakebackWish) -> Done:
        """Take back a turn and all after it; the lights say how to set the pieces back."""
        await table.say(lambda session, t: session.take_back(wish.ply, t))
        return _DONE

    @router.post("/promote")
    async def promote(wish: PromoteWish) -> Done:
        """Choose what the pawn becomes."""
        piece = PieceType[wish.piece.upper()]
        await table.say(lambda session, t: session.promote(piece, t))
        return _DONE

    @router.post("/answer")
    async def answer(wish: AnswerWish) -> Done:
        """Answer the board's question."""
        await table.say(lambda session, t: _answered(session, wish, t))
        return _DONE

    @router.post("/trust")
    async def trust() -> Done:
        """Say that the board stands right: the sensors that see it otherwise are wrong."""
        await table.say(lambda session, t: session.trust(t))
        return _DONE

    return router


def settings_router(table: Table) -> APIRouter:
    """The route by which an owner changes the settings."""
    router = APIRouter(prefix="/api", tags=["settings"], responses=REFUSALS)

    @router.post("/settings", dependencies=[needs(Level.OWNER)])
    async def change(wish: SettingsWish) -> Done:
        """Change some settings; rules and take-backs hold once the page begins another game."""
        await table.choose(**wish.model_dump(exclude_none=True))
        return _DONE

    return router


def _check_may_wish(visitor: Visitor, wish: NewGameWish, usual_rules: str) -> None:
    is_usual = wish.fen is None and wish.rules in (None, usual_rules)
    if not is_usual and visitor.level < Level.OWNER:
        raise LevelTooLow(
            said(
                "refused.set-up",
                "Only an owner's device may set up a position or choose other rules than those of "
                "the settings: leave both out.",
            )
        )


def _players(wish: NewGameWish) -> Players:
    """Who plays; raises `GameError` where a person has the board's name."""
    players = Players(clean_name(wish.white), clean_name(wish.black))
    if wish.opponent is None:
        return seated(players, None)
    color = color_wished(wish.opponent.color, Random())
    if wish.opponent.color == RANDOM:
        # Nobody knew beforehand on which side he would play.
        person = players.white or players.black
        players = Players(person, person)
    return seated(players, Opponent(color, wish.opponent.level))


def _said_of_draw(session: Session, wish: DrawWish, t: float) -> list[Event]:
    color = _COLORS[wish.color]
    match wish.what:
        case "offer":
            return session.offer_draw(color, t)
        case "accept":
            return session.accept_draw(color, t)
        case _:
            return session.decline_draw(t)


def _answered(session: Session, wish: AnswerWish, t: float) -> list[Event]:
    said = [wish.square is not None, wish.none is not None, wish.yes is not None]
    if sum(said) != 1:
        raise GameError("expected one answer: a square, none, or yes or no")
    if wish.square is not None:
        return session.answer(parse_square(wish.square), t)
    view = session.view()
    is_yes = bool(wish.yes)
    if wish.yes is not None and not view.answers:
        raise GameError("expected a square for an answer, saw yes or no")
    return session.answer(view.ask[0] if is_yes and view.ask else None, t)
