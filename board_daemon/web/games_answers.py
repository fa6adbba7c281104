"""What the archive's routes answer: games, marks, pictures, and refusals in a sentence."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import Path, Request, Response
from fastapi.routing import APIRoute

from board_daemon.archive.errors import (
    ArchiveError,
    GameTextError,
    NoSuchGame,
    NoSuchPlayer,
    UnusableArchive,
)
from board_daemon.archive.export import end_in_words, fens_of
from board_daemon.archive.library import GameLibrary
from board_daemon.archive.records import ArchivedGame
from board_daemon.game.analysis import TurnAnalysis, analyse, longest_chain
from board_daemon.game.replaying import actions_of_turns, search_budget, start_of_game, steps_of
from board_daemon.languages.sentences import said, sentence_of
from board_daemon.picture.svg import board_svg
from board_daemon.rules.actions import Action, format_action, squares_of
from board_daemon.rules.errors import RulesError
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.tracking.view import BoardView
from board_daemon.web.errors import UNREADABLE, error_response, in_general, refused_because
from board_daemon.web.games_schema import (
    ExportForm,
    GameMarks,
    GameTurn,
    LongestChain,
    TurnMarks,
    WholeGame,
)
from board_daemon.web.heavy_work import TooBusy

LARGEST_NUMBER: Final = (1 << 63) - 1
"""That the archive can give to a game."""

GameNumber = Annotated[
    int,
    Path(ge=1, le=LARGEST_NUMBER, description="The game's number in the archive.", examples=[1]),
]
Responses = dict[int | str, dict[str, Any]]

_LOG: Final = logging.getLogger(__name__)


def refused(*statuses: int) -> Responses:
    """For `responses=` of a route: the refusals it may answer with."""
    said = {
        404: "There is no such game or player, or it has no such thing.",
        409: "The archive, or the game on the board, does not allow it now.",
        413: "It is too large.",
        422: "It is not as it must be.",
        429: "There is too much to do already.",
    }
    return {status: refused_because(said[status]) for status in statuses}


class ArchiveRoute(APIRoute):
    """Answers what goes wrong with the archive in a sentence that names no place."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        """What answers a request, errors of the archive included."""
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handle(request)
            except (ArchiveError, TooBusy) as error:
                return _refusal(error)

        return answer


def _refusal(error: ArchiveError | TooBusy) -> Response:
    match error:
        case TooBusy():
            return error_response(429, sentence_of(error), {"Retry-After": "10"})
        case NoSuchGame() | NoSuchPlayer() | NothingThere():
            return error_response(404, sentence_of(error))
        case TooLarge():
            return error_response(413, sentence_of(error))
        case GameTextError():
            return error_response(422, in_general(error, UNREADABLE))
        case UnusableArchive():
            _LOG.warning("%s", error)
            return error_response(
                409, said("storage.now", "{trouble}.", trouble=error.trouble.value)
            )
        case _ if isinstance(error.__cause__, sqlite3.Error):
            _LOG.error("%s", error)
            return error_response(409, said("games.cannot", "The archive cannot do that."))
        case _:
            return error_response(409, sentence_of(error))


class WrongNow(ArchiveError):
    """The archive could do it, but must not."""


class TooLarge(ArchiveError):
    """More was sent than is taken."""


class NothingThere(ArchiveError):
    """The game has no such thing."""


# --- games ---


def exported_game(library: GameLibrary, game: int, form: ExportForm) -> str:
    """A game as text; raises NothingThere where there is no trace of it."""
    try:
        return library.export(game, form.of_archive)
    except (UnusableArchive, NoSuchGame):
        raise
    except ArchiveError as error:
        # It was imported without a trace.
        raise NothingThere(str(error)) from error


def steps_or_none(game: ArchivedGame) -> list[list[str]]:
    """The steps of each turn; none of any turn where the game cannot be played again."""
    try:
        return steps_of(game)
    except RulesError as error:
        _LOG.warning("game %d cannot be played again: %s", game.id, error)
        return [[] for _ in game.turns]


def whole_game(game: ArchivedGame, steps: Sequence[list[str]]) -> WholeGame:
    """A game with its steps."""
    fields = asdict(game)
    turns = [
        GameTurn(**{**asdict(turn), "actions": list(turn.actions)}, steps=fens)
        for turn, fens in zip(game.turns, steps, strict=True)
    ]
    return WholeGame(**{**fields, "turns": turns}, end=end_in_words(game) or None)


def marks_of_game(game: ArchivedGame) -> GameMarks:
    """The analysis of a game; raises `RulesError` where it cannot be played again."""
    turns = actions_of_turns(game)
    found = list(analyse(start_of_game(game), turns, search_budget(len(turns))))
    turn = longest_chain(found)
    return GameMarks(
        game=game.id,
        turns=[_marks_of(each) for each in found],
        longest_chain=LongestChain(ply=turn.turn.ply, take_overs=turn.take_overs) if turn else None,
    )


def _marks_of(turn: TurnAnalysis) -> TurnMarks:
    missed = turn.missed
    return TurnMarks(
        ply=turn.turn.ply,
        color="w" if turn.color == Color.WHITE else "b",
        take_overs=turn.take_overs,
        gave_sako=turn.sako is not None,
        sako=_compact(turn.sako),
        missed_paco_in_one=missed.in_one is not None,
        missed_paco_in_two=missed.in_two is not None if missed.is_settled else None,
        missed=_compact(missed.in_one or missed.in_two),
        allowed_paco=turn.allowed,
        threat=_compact(turn.threat),
    )


def _compact(actions: Sequence[Action] | None) -> list[str] | None:
    return None if actions is None else [format_action(action) for action in actions]


def picture_of_game(game: ArchivedGame, ply: int | None) -> str:
    """The board after a turn, None: the last one, as SVG; raises NothingThere, `RulesError`."""
    last = len(game.turns)
    ply = last if ply is None else ply
    if ply > last:
        raise NothingThere(f"expected a ply from 0 to {last}, saw {ply}")
    position = parse_fen(fens_of(game)[ply], ruleset_named(game.rules))
    squares = squares_of(actions_of_turns(game)[ply - 1]) if ply else ()
    players = f"{game.white or 'White'} and {game.black or 'Black'}"
    where = f"after turn {ply}, {game.turns[ply - 1].notation}" if ply else "at the start"
    return board_svg(BoardView(position, last=squares), f"{players}, {where}.")
