"""The people who play, and what their games say of them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool

from board_daemon.archive.people import Person, PlayerList
from board_daemon.game.counting import GameCounter
from board_daemon.game.learners import Learners
from board_daemon.game.lesson_desk import LessonDesk
from board_daemon.game.opponent import check_is_person, level_of
from board_daemon.game.setup import Players
from board_daemon.game.statistics import statistics_of
from board_daemon.game.table import Table
from board_daemon.names import LONGEST_NAME, clean_name
from board_daemon.web.access import Level, needs
from board_daemon.web.games_answers import LARGEST_NUMBER, ArchiveRoute, refused
from board_daemon.web.heavy_work import HeavyWork
from board_daemon.web.players_schema import (
    ChangedPlayerWish,
    MergeWish,
    NewPlayerWish,
    OtherName,
    PlayerInfo,
    PlayersInfo,
    StatisticsInfo,
    player_info,
    statistics_info,
)
from board_daemon.web.schema_words import Done

Number = Annotated[
    int,
    Path(ge=1, le=LARGEST_NUMBER, description="The player's number in the list.", examples=[3]),
]
_PLAYER: Final = "/players/{player:int}"


def players_router(
    players: PlayerList, counter: GameCounter, table: Table, desk: LessonDesk, learners: Learners
) -> APIRouter:
    """The routes of the list of players, and of the statistics."""
    router = APIRouter(prefix="/api", tags=["players"])
    router.include_router(_watching(players, counter))
    router.include_router(_adding(players))
    router.include_router(_changing(players, table, desk, learners))
    return router


def _watching(players: PlayerList, counter: GameCounter) -> APIRouter:
    router = APIRouter(route_class=ArchiveRoute, dependencies=[needs(Level.WATCH)])
    work = HeavyWork()

    @router.get("/players", responses=refused(409))
    def list_players() -> PlayersInfo:
        """Tell who is in the list of players, and which other names the games have."""
        found = players.everybody()
        return PlayersInfo(
            players=[player_info(player) for player in found.players],
            others=[
                OtherName(name=other.name, games=other.games)
                for other in found.others
                if level_of(other.name) is None
            ],
        )

    @router.get("/statistics", responses=refused(409, 422, 429))
    async def statistics(
        player: Annotated[
            str | None,
            Query(
                max_length=LONGEST_NAME,
                description="By the name that the games have; left out: of all games.",
                examples=["Ada"],
            ),
        ] = None,
    ) -> StatisticsInfo:
        """Sum up a player's games, or all games.

        The first time it may take seconds. Ŝakos take longer: they are looked for meanwhile.
        """

        def summed_up() -> StatisticsInfo:
            games = counter.games()
            told = statistics_of(games, player)
            # Where nothing is missing, the archive need not be read once more to find that out.
            is_missing = any(game.figures.sakos is None for game in games)
            return statistics_info(player, told, searching=is_missing and counter.search_on())

        return await work.run(summed_up)

    return router


def _adding(players: PlayerList) -> APIRouter:
    router = APIRouter(route_class=ArchiveRoute, dependencies=[needs(Level.PLAY)])

    @router.post("/players", responses=refused(409, 422))
    def add_player(wish: NewPlayerWish) -> PlayerInfo:
        """Add somebody to the list; games with that name are joined to the player."""
        since = wish.since or date.today()
        person = Person(clean_name(wish.name), wish.color, wish.level, since)
        check_is_person(person.name)
        return player_info(players.player(players.add(person)))

    return router


def _changing(players: PlayerList, table: Table, desk: LessonDesk, learners: Learners) -> APIRouter:
    router = APIRouter(route_class=ArchiveRoute, dependencies=[needs(Level.OWNER)])

    async def rename_everywhere(old: str, new: str) -> None:
        # At once with the stars: what is solved next must not bring the old name back.
        learners.renamed(old, new)
        await desk.renamed(old, new)
        await _rename_at(table, old, new)

    @router.patch(_PLAYER, responses=refused(404, 409, 422))
    async def change_player(player: Number, wish: ChangedPlayerWish) -> PlayerInfo:
        """Change what is said of a player; a new name is given to all his or her games."""

        def changed() -> tuple[Person, PlayerInfo]:
            person = _changed(players.player(player).person, wish)
            check_is_person(person.name)
            before = players.change(player, person)
            return before, player_info(players.player(player))

        before, now = await run_in_threadpool(changed)
        await rename_everywhere(before.name, now.name)
        return now

    @router.post(f"{_PLAYER}/merge", responses=refused(404, 409, 422))
    async def merge_players(player: Number, wish: MergeWish) -> Done:
        """Take another spelling for the same person; this cannot be undone."""
        check_is_person(wish.name)
        # As the games have it, which came from elsewhere, perhaps.
        person = await run_in_threadpool(players.merge, player, wish.name)
        await rename_everywhere(wish.name, person.name)
        return Done()

    @router.delete(_PLAYER, responses=refused(404, 409, 422))
    async def remove_player(player: Number) -> Done:
        """Take a player and the stars of the lessons away; the games stay as they are."""
        person = await run_in_threadpool(players.remove, player)
        learners.removed(person.name)
        # A lesson that is on the board goes on as a guest's.
        await desk.renamed(person.name, "")
        return Done()

    return router


def _changed(person: Person, wish: ChangedPlayerWish) -> Person:
    return Person(
        person.name if wish.name is None else clean_name(wish.name),
        wish.color or person.color,
        wish.level or person.level,
        wish.since or person.since,
    )


async def _rename_at(table: Table, old: str, new: str) -> None:
    """Let the game know, which may wait for a lesson; else it would go on with the old name."""
    now = table.game.players
    renamed = Players(*(new if name == old else name for name in (now.white, now.black)))
    if renamed != now:
        await table.name(renamed)
