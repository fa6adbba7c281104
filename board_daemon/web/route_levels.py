"""Every route of an app with the level it needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import RouteContext, iter_route_contexts

from board_daemon.rules.errors import PacoboardError
from board_daemon.web.levels import Level, LevelGate


class UndeclaredLevel(PacoboardError):
    """A route does not say what level it needs."""


@dataclass(frozen=True, slots=True)
class RouteLevel:
    """One way to reach a route."""

    method: str
    """An HTTP method, `WEBSOCKET`, or `MOUNT` for what answers a whole tree of paths."""
    path: str
    level: Level


def routes_with_levels(app: FastAPI) -> list[RouteLevel]:
    """Every route with the level it needs, by path and method.

    A route says so with `needs(Level.X)`, what is mounted with an attribute `level`. Raises
    UndeclaredLevel naming every route that does not.
    """
    found: list[RouteLevel] = []
    undeclared: list[str] = []
    for context in iter_route_contexts(app.routes):
        level = _level(context)
        for method in _methods(context):
            if level is None:
                undeclared.append(f"{method} {context.path}")
            else:
                found.append(RouteLevel(method, context.path or "", level))
    if undeclared:
        raise UndeclaredLevel(f"no level is declared for {', '.join(sorted(undeclared))}")
    return sorted(found, key=lambda route: (route.path, route.method))


def _methods(context: RouteContext) -> list[str]:
    if context.methods:
        return sorted(context.methods)
    return ["MOUNT" if hasattr(context.original_route, "routes") else "WEBSOCKET"]


def _level(context: RouteContext) -> Level | None:
    dependant = getattr(context, "dependant", None)
    if isinstance(dependant, Dependant):
        # Where several are declared, for a router and for a route, all of them must be met.
        return max(_declared(dependant), default=None)
    mounted = getattr(getattr(context.original_route, "app", None), "level", None)
    return mounted if isinstance(mounted, Level) else None


def _declared(dependant: Dependant) -> Iterator[Level]:
    if isinstance(dependant.call, LevelGate):
        yield dependant.call.level
    for inner in dependant.dependencies:
        yield from _declared(inner)
