"""The archive on the page: games listed, read, looked through, shown and exported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from starlette.concurrency import run_in_threadpool

from board_daemon.archive.fingerprint import fingerprint
from board_daemon.archive.library import MOST_ON_A_PAGE, GameLibrary
from board_daemon.web.access import Level, needs
from board_daemon.web.games_answers import (
    LARGEST_NUMBER,
    ArchiveRoute,
    GameNumber,
    exported_game,
    marks_of_game,
    picture_of_game,
    refused,
    steps_or_none,
    whole_game,
)
from board_daemon.web.games_changing import NameCurrent, changing_router
from board_daemon.web.games_schema import ExportForm, GameLine, GameMarks, GamePage, WholeGame
from board_daemon.web.heavy_work import HeavyWork

_MOST_READING: Final = 64
"""Games that may wait to be played step by step; each takes a moment."""
_FILES: Final = {
    ExportForm.FEN: ("text/plain", "fen.txt"),
    ExportForm.TURNS: ("text/plain", "txt"),
    ExportForm.ACTIONS: ("application/json", "json"),
    ExportForm.TRACE: ("application/jsonl", "jsonl"),
}
_CONTENTS: Final = {
    kind: {"schema": {"type": "object" if kind == "application/json" else "string"}}
    for kind in sorted({kind for kind, _ in _FILES.values()})
}


def games_router(
    library: GameLibrary,
    current: Callable[[], int | None],
    name_current: NameCurrent | None = None,
) -> APIRouter:
    """The routes of the archive.

    `current`: the number of the game on the board, which cannot be deleted. `name_current`: names
    the players of that game, white's and black's, so that the board knows them, too.
    """
    work = HeavyWork()
    router = APIRouter(prefix="/api", tags=["archive"])
    router.include_router(_list_router(library))
    router.include_router(_game_router(library, work))
    router.include_router(changing_router(library, current, name_current, work))
    return router


def _watching() -> APIRouter:
    return APIRouter(route_class=ArchiveRoute, dependencies=[needs(Level.WATCH)])


def _list_router(library: GameLibrary) -> APIRouter:
    router = _watching()

    @router.get("/games", responses=refused(409, 422))
    def list_games(
        search: Annotated[
            str,
            Query(
                max_length=200, description="Players, rules, result, date.", examples=["Ada 2026"]
            ),
        ] = "",
        before: Annotated[
            int | None,
            Query(
                ge=1,
                le=LARGEST_NUMBER,
                description="Only games with a smaller number: `next` of the page before.",
                examples=[120],
            ),
        ] = None,
        limit: Annotated[
            int, Query(ge=1, le=MOST_ON_A_PAGE, description="So many at most.", examples=[20])
        ] = 50,
    ) -> GamePage:
        """The games in which every word of the search is found, the newest first."""
        page = library.page(search, before, limit)
        games = [GameLine(**asdict(game)) for game in page.games]
        return GamePage(games=games, next=page.next, total=page.total)

    @router.get(
        "/games/{game:int}/export",
        response_class=Response,
        responses={
            200: {
                "content": _CONTENTS,
                "description": "The game as text.",
            },
            **refused(404, 409, 422),
        },
    )
    def export_game(
        game: GameNumber,
        form: Annotated[
            ExportForm, Query(description="What it is to look like.", examples=["turns"])
        ] = ExportForm.TURNS,
    ) -> Response:
        """A game as a file: positions, score sheet, the official site's actions, sensor trace."""
        text = exported_game(library, game, form)
        kind, ending = _FILES[form]
        name = f'attachment; filename="game-{game}.{ending}"'
        return Response(text, media_type=kind, headers={"Content-Disposition": name})

    return router


def _game_router(library: GameLibrary, work: HeavyWork) -> APIRouter:
    router = _watching()
    # Not behind an analysis: somebody waits to see the game.
    playing = HeavyWork(_MOST_READING)

    @router.get("/games/{game:int}", responses=refused(404, 409, 422, 429))
    async def read_game(game: GameNumber) -> WholeGame:
        """A whole game, each turn with the position after every single action."""
        found = await run_in_threadpool(library.game, game)
        steps = await playing.once(fingerprint(found), lambda: steps_or_none(found))
        return whole_game(found, steps)

    @router.get("/games/{game:int}/analysis", responses=refused(404, 409, 422, 429))
    async def analyse_game(game: GameNumber) -> GameMarks:
        """Where Ŝako was given, and a Paco missed or allowed. It may take seconds, once a game."""
        found = await run_in_threadpool(library.game, game)
        marks = await work.once(fingerprint(found), lambda: marks_of_game(found))
        return marks.model_copy(update={"game": game})

    @router.get(
        "/games/{game:int}/picture.svg",
        response_class=Response,
        responses={
            200: {
                "content": {"image/svg+xml": {"schema": {"type": "string"}}},
                "description": "The board.",
            },
            **refused(404, 409, 422),
        },
    )
    def picture(
        game: GameNumber,
        ply: Annotated[
            int | None,
            Query(ge=0, le=100_000, description="After that turn, not the last.", examples=[1]),
        ] = None,
    ) -> Response:
        """A picture of the board after a turn, whose squares are lit."""
        return Response(picture_of_game(library.game(game), ply), media_type="image/svg+xml")

    return router
