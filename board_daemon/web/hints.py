"""What players wish of the hints."""

from __future__ import annotations

from fastapi import APIRouter

from board_daemon.game.hint_asking import TableHints
from board_daemon.game.table import Table
from board_daemon.web.access import Level, needs
from board_daemon.web.commands import REFUSALS
from board_daemon.web.schema_words import Done
from board_daemon.web.wishes import HintsWish


def hints_router(table: Table, hints: TableHints) -> APIRouter:
    """The routes by which players choose their hints, and ask for one."""
    router = APIRouter(
        prefix="/api/game",
        tags=["game"],
        responses=REFUSALS,
        dependencies=[needs(Level.PLAY)],
    )

    @router.post("/hints")
    async def choose(wish: HintsWish) -> Done:
        """Choose how much help each player gets; it is kept for the next games."""
        await table.choose(**wish.choices())
        return Done()

    @router.post("/advice")
    async def advise() -> Done:
        """Have a good turn shown to the player to move, step by step; his hints must be `best`."""
        await hints.show_turn()
        return Done()

    return router
