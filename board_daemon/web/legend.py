"""What the lights mean: the page asks for it to show each as the board does."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from board_daemon.game.snapshot import layer_value
from board_daemon.game.table import Table
from board_daemon.lights.legend import legend
from board_daemon.web.access import Level, needs
from board_daemon.web.schema_board import LightsLegend


def legend_router(table: Table) -> APIRouter:
    """The route that explains the lights."""
    router = APIRouter(prefix="/api", tags=["live"])

    # Whoever stands before a board that he may not touch yet sees its lights, too.
    @router.get("/lights", response_model=LightsLegend, dependencies=[needs(Level.NOBODY)])
    async def explain_lights() -> Any:
        """Tell every light there can be, in the palette of the settings."""
        entries = [
            {
                "meaning": entry.meaning,
                "role": entry.role,
                "lights": [[layer_value(layer) for layer in light] for light in entry.lights],
            }
            for entry in legend(table.settings.lights.palette)
        ]
        return {"legend": entries}

    return router
