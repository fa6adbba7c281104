"""The archive on the page: games imported, renamed, deleted, and all of them copied."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, BinaryIO, Final

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from board_daemon.archive.errors import GameTextError
from board_daemon.archive.export import ExportFormat
from board_daemon.archive.importing import form_of, read_game
from board_daemon.archive.library import GameLibrary
from board_daemon.archive.records import Incoming
from board_daemon.game.traced import games_of_trace
from board_daemon.languages.sentences import said
from board_daemon.names import clean_name
from board_daemon.rules.rulesets import PACOPLAY, ruleset_named
from board_daemon.web.access import Level, needs
from board_daemon.web.games_answers import ArchiveRoute, GameNumber, TooLarge, WrongNow, refused
from board_daemon.web.games_schema import ImportedGame, ImportedGames
from board_daemon.web.heavy_work import HeavyWork
from board_daemon.web.schema_words import Done, Rules
from board_daemon.web.wishes import PlayersWish

MOST_IMPORTED: Final = 1 << 20
"""Bytes of a text that is to be imported."""

NameCurrent = Callable[[str, str], Awaitable[None]]

_MOST_FENS: Final = 2_000
"""Each is a search for the turn that leads there."""
_CHUNK: Final = 1 << 16
_GAME_TEXT: Final = {
    "schema": {"type": "string", "format": "game-text"},
    "example": "White: Ada\nBlack: Ben\n\n1. e2>e4  e7>e5\n",
}


def changing_router(
    library: GameLibrary,
    current: Callable[[], int | None],
    name_current: NameCurrent | None,
    work: HeavyWork,
) -> APIRouter:
    """The routes by which an owner changes the archive or takes it with him; see `games_router`."""
    router = APIRouter(route_class=ArchiveRoute, dependencies=[needs(Level.OWNER)])
    _add_import_and_backup(router, library, work)

    @router.patch("/games/{game:int}", responses=refused(404, 409, 422))
    async def name_players_of_game(game: GameNumber, wish: PlayersWish) -> Done:
        """Say who played."""
        white, black = clean_name(wish.white), clean_name(wish.black)
        if name_current is not None and game == current():
            await name_current(white, black)
        else:
            await run_in_threadpool(library.name_players, game, white, black)
        return Done()

    @router.delete("/games/{game:int}", responses=refused(404, 409, 422))
    async def delete_game(game: GameNumber) -> Done:
        """Delete a game for ever; the one on the board stays."""
        if game == current():
            raise WrongNow(
                said("games.on-board", "This game is on the board: begin another one first.")
            )
        await run_in_threadpool(library.delete, game)
        return Done()

    return router


def _add_import_and_backup(router: APIRouter, library: GameLibrary, work: HeavyWork) -> None:
    @router.post(
        "/games/import",
        responses=refused(409, 413, 422, 429),
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {"text/plain": _GAME_TEXT},
            }
        },
    )
    async def import_games(
        request: Request,
        rules: Annotated[
            Rules, Query(max_length=40, description="Where the text does not say.")
        ] = PACOPLAY.name,
    ) -> ImportedGames:
        """Import a replay of the official site or any of our exports; known games stay as they are.

        At most 1 MB, of whatever kind: `application/json`, `application/jsonl`,
        `application/x-ndjson` and `application/octet-stream` are taken as `text/plain` is. Of a
        text that is no game nothing is kept.
        """
        body = await _body(request)
        games, lost = await work.run(lambda: _read(body, rules))
        taken = await run_in_threadpool(library.take, games)
        told = [ImportedGame(**asdict(each.summary), known=not each.is_new) for each in taken]
        return ImportedGames(games=told, lost=lost)

    @router.get(
        "/archive/backup",
        response_class=StreamingResponse,
        responses={
            200: {
                "content": {
                    "application/vnd.sqlite3": {"schema": {"type": "string", "format": "binary"}}
                },
                "description": "The whole archive as it stands now, a SQLite file.",
            },
            **refused(409, 429),
        },
    )
    async def back_up() -> Response:
        """Copy the whole archive, also while a game is recorded."""
        copy = await work.run(lambda: _copied(library))
        headers = {
            "Content-Disposition": 'attachment; filename="pacoboard-games.sqlite"',
            "Content-Length": str(os.fstat(copy.fileno()).st_size),
        }
        kind = "application/vnd.sqlite3"
        return StreamingResponse(_chunks(copy), media_type=kind, headers=headers)


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_IMPORTED:
            raise TooLarge(
                said("games.large", "expected at most {most} bytes, saw more", most=MOST_IMPORTED)
            )
    return bytes(body)


def _read(body: bytes, rules: str) -> tuple[list[Incoming], str | None]:
    """The games of a text, and what it cannot tell."""
    ruleset = ruleset_named(rules)
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise GameTextError(f"line {line}: expected UTF-8 text, saw bytes that are none") from None
    form = form_of(text)
    if form == ExportFormat.TRACE:
        return games_of_trace(text), None
    if form == ExportFormat.FEN and text.count("\n") > _MOST_FENS:
        raise GameTextError(f"expected at most {_MOST_FENS} positions, saw more")
    imported = read_game(text, ruleset)
    return [imported.incoming], imported.lost


def _copied(library: GameLibrary) -> BinaryIO:
    """A copy of the archive in a file that is gone when it is closed."""
    with tempfile.TemporaryDirectory(prefix="pacoboard-") as folder:
        copy = Path(folder) / "games.sqlite"
        library.back_up(copy)
        return copy.open("rb")


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk
