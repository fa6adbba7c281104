"""What the API says of itself: beside what FastAPI finds out, all levels and all refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from board_daemon.web.errors import refused_because, shapes_of_refusals
from board_daemon.web.guard import SESSION_COOKIE
from board_daemon.web.levels import Level
from board_daemon.web.route_levels import routes_with_levels

Json = dict[str, Any]

_SUMMARY: Final = "A smart board for Paco Ŝako: the game on it, its archive, and who may use them."
_ABOUT: Final = """\
Everything on the board is one JSON object, `GET /api/state`. `WS /api/live?since=SEQ&run=RUN` sends
it (`{"event":"hello","seq":…,"state":…}`) and then every change, each message with the next `seq`;
a client says `ping` and nothing else. It needs the level `watch`.

Whatever is refused is answered with `{"error":"one sentence for people"}`.

On this machine everybody is an owner, unless the configuration says otherwise. From the network
nobody may do anything, or all may watch if that is configured, until the device is paired: its
session is a cookie. Each operation says the level it needs, in words, as the role of its
`security`, and as `x-level`.
"""
_TAGS: Final = {
    "live": "The board at this moment.",
    "game": "What players say to the board by the page.",
    "settings": "What an owner may change.",
    "virtual board": "The hands of a board without hardware; a board with hardware has none of it.",
    "pairing": "Devices that may use the board.",
    "archive": "Games that were recorded.",
    "lessons": "Exercises for children and other beginners, with the board as the teacher.",
    "players": "The people who play, and what their games say of them.",
    "description": "This description.",
}
_MAY: Final = {
    Level.NOBODY: "Anybody may.",
    Level.WATCH: "Needs the level `watch`.",
    Level.PLAY: "Needs the level `play`.",
    Level.OWNER: "Needs the level `owner`.",
}
_SCHEME: Final = "session"
_REFUSALS: Final = {
    "400": ("NotMadeOut", "The request is not one that the board makes out."),
    "401": ("NotPaired", "This device is not paired with the board."),
    "403": ("Forbidden", "This device, or the page that sent this, may not do it."),
    "408": ("TooSlow", "The request did not arrive in time."),
    "413": ("TooLarge", "The body is too large."),
    "414": ("AddressTooLong", "The address is too long."),
    "415": ("WrongContentType", "The body is not of a kind that is read here."),
    "421": ("WrongHost", "The request is for a name that is not this board's."),
    "422": ("Invalid", "It is not as it must be; the sentence says what was expected and where."),
    "429": ("TooMuch", "Too much at once: wait a moment."),
    "431": ("HeadersTooLarge", "The headers are too large."),
    "500": ("Failed", "Something went wrong on the board; its log says what."),
}
_ALWAYS: Final = ("400", "403", "408", "413", "414", "421", "429", "431", "500")
"""What the guard may answer whatever is asked for."""
_CHANGING: Final = frozenset({"post", "put", "patch", "delete"})
_OF_FASTAPI: Final = "Validation Error"
"""What it says of a refusal that a route says nothing of."""
_SHAPES_OF_FASTAPI: Final = ("HTTPValidationError", "ValidationError")
"""Shapes of refusals that the board never answers with."""


def description_of(app: FastAPI) -> Json:
    """OpenAPI of a whole app, each of whose routes declares its level."""
    document = get_openapi(
        title=app.title,
        version=app.version,
        summary=_SUMMARY,
        description=_ABOUT,
        routes=app.routes,
        tags=[{"name": name, "description": about} for name, about in _TAGS.items()],
        servers=[{"url": "/", "description": "This board."}],
    )
    components = document.setdefault("components", {})
    components["securitySchemes"] = {_SCHEME: _security_scheme()}
    components["responses"] = {name: refused_because(about) for name, about in _REFUSALS.values()}
    schemas = components.setdefault("schemas", {})
    for name in _SHAPES_OF_FASTAPI:
        schemas.pop(name, None)
    schemas |= shapes_of_refusals()
    levels = _levels(app)
    for path, method, operation in operations_of(document):
        _describe(operation, method, levels[method, path])
    return document


def operation_id(route: APIRoute) -> str:
    """What programs that are made from the description call an operation."""
    return route.name


def operations_of(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Path, method in lower case and description of every operation."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def _levels(app: FastAPI) -> dict[tuple[str, str], Level]:
    """By method and path, the path as OpenAPI writes it: without the kinds of its parameters."""
    return {
        (route.method.lower(), re.sub(r":\w+}", "}", route.path)): route.level
        for route in routes_with_levels(app)
    }


def _security_scheme() -> Json:
    return {
        "type": "apiKey",
        "in": "cookie",
        "name": SESSION_COOKIE,
        "description": "The session of a paired device, set by `POST /api/pair`. Not needed on "
        "the board's own machine, nor for watching where that is open to all, if the "
        "configuration says so.",
    }


def _describe(operation: Json, method: str, level: Level) -> None:
    # The docstring of a route is its whole description; its first sentence is the summary.
    told = operation.get("description", "")
    operation["summary"] = _first_sentence(told)
    operation["description"] = f"{told}\n\n{_MAY[level]}"
    operation["x-level"] = level.value
    operation["security"] = [] if level is Level.NOBODY else [{_SCHEME: [level.value]}]
    # Every single status is named below.
    ranges = ("4XX", "5XX")
    responses = {key: told for key, told in operation["responses"].items() if key not in ranges}
    success = responses["200"]
    if success["description"] == "Successful Response":
        success["description"] = "As asked for."
    for status in _statuses(operation, responses, method, level):
        told = responses.get(status, {}).get("description", _OF_FASTAPI)
        if told == _OF_FASTAPI:
            name, _ = _REFUSALS[status]
            responses[status] = {"$ref": f"#/components/responses/{name}"}
        else:
            responses[status] = refused_because(told)
    operation["responses"] = dict(sorted(responses.items()))


def _statuses(operation: Json, responses: Json, method: str, level: Level) -> set[str]:
    """What a route may be refused with: by the guard, by its level, by its form, by itself."""
    statuses = set(_ALWAYS) | (set(responses) - {"200"})
    if level is not Level.NOBODY:
        statuses.add("401")
    if method in _CHANGING:
        statuses.add("415")
    if "requestBody" in operation or operation.get("parameters"):
        statuses.add("422")
    return statuses


def _first_sentence(text: str) -> str:
    sentence = re.split(r"(?<=[.?!])\s", text, maxsplit=1)[0]
    return sentence.rstrip(".")
