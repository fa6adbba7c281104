"""One shape for every answer that is not the one asked for: `{"error": "one clear sentence"}`."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from board_daemon.languages.sentences import Sentence, said, sentence_of
from board_daemon.rules.errors import RulesError, shown
from board_daemon.web.levels import AccessError
from board_daemon.web.methods import allowed_methods

LOG: Final = logging.getLogger(__name__)
WENT_WRONG: Final = said("refused.failed", "Something went wrong on the board; its log says what.")
# In English the reason alone is said; elsewhere it follows, as it is, on what is the matter.
UNREADABLE: Final = said("refused.unreadable", "This cannot be read ({why}).")
DOES_NOT_FIT: Final = said(
    "refused.does-not-fit", "This does not fit how the board stands ({why})."
)
_LONGEST: Final = 300
_SENTENCES: Final = {
    400: "The board could not make out this request.",
    401: said("refused.unpaired", "This device is not paired with the board: pair it first."),
    403: said("refused.level", "This device may not do that."),
    404: "There is nothing at this address.",
    405: "This cannot be done at this address.",
    500: WENT_WRONG,
}


class SaidAnswer(BaseModel):
    """A sentence by its key, for whoever says it in another language."""

    key: str = Field(description="The key of its translations.", examples=["refused.rate"])
    values: dict[str, Any] = Field(
        description="What is filled in: texts, numbers, or sentences with a `text` of their own."
    )


class ErrorAnswer(BaseModel):
    """Why a request was refused."""

    error: str = Field(description="One sentence for people.")
    say: SaidAnswer | None = Field(
        default=None, description="How the page says it in other languages, where it can."
    )


_SHAPES: Final = "#/components/schemas/{model}"


def shapes_of_refusals() -> dict[str, Any]:
    """The schemas of a refusal and its parts, by name, as OpenAPI keeps them."""
    schema = ErrorAnswer.model_json_schema(ref_template=_SHAPES)
    return {**schema.pop("$defs"), ErrorAnswer.__name__: schema}


def refused_because(description: str) -> dict[str, Any]:
    """How OpenAPI describes a refusal of this shape, for `responses=`.

    By its name: FastAPI would make a model of its own of the shape for each refusal of each route.
    """
    shape = {"$ref": _SHAPES.format(model=ErrorAnswer.__name__)}
    return {"description": description, "content": {"application/json": {"schema": shape}}}


ERROR_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": refused_because("Refused: the sentence says why."),
    "5XX": refused_because("The board cannot do it now."),
}
"""For `responses=` of an app or router, so that OpenAPI names the shape of every refusal."""


def error_response(
    status: int, sentence: str, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """A refusal; the sentence is cut where it is too long to be read."""
    # What was sent may come back in a sentence, and JSON may carry what UTF-8 cannot.
    text = sentence.encode("utf-8", "replace").decode()
    if len(text) > _LONGEST:
        text = text[: _LONGEST - 1] + "…"
    answer: dict[str, object] = {"error": text}
    if isinstance(sentence, Sentence):
        answer["say"] = sentence.telling()
    return JSONResponse(answer, status, dict(headers or {}))


def in_general(error: Exception, general: Sentence) -> Sentence:
    """What an error says, which in other languages is said in general where it has no key."""
    own = sentence_of(error)
    return own if isinstance(own, Sentence) else Sentence(own, general.key, {"why": own})


def refusal(error: AccessError) -> JSONResponse:
    """The answer to a request that was refused for its sender, its form or its rate."""
    headers = {}
    if error.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Pairing"
    if error.retry_after is not None:
        headers["Retry-After"] = str(math.ceil(error.retry_after))
    return error_response(error.status, sentence_of(error), headers)


def say_what_is_allowed(answer: Response, scope: Scope) -> None:
    """Put the methods of an address into the answer to another one, as HTTP wants it (`Allow`)."""
    answer.headers["Allow"] = ", ".join(allowed_methods(scope["app"], scope["path"]))


class _SocketEnd(Response):
    """Ends a WebSocket where the server has no way to send a response instead."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.close", "code": 1008})


def fit_for(scope: Scope, response: Response) -> Response:
    """The response, or what can be done of it where a WebSocket was asked for."""
    if scope["type"] == "http" or "websocket.http.response" in (scope.get("extensions") or {}):
        return response
    return _SocketEnd()


def log_failure(scope: Mapping[str, Any], error: Exception) -> None:
    """Put a failure of ours in the log, with what was asked for but nothing that was sent."""
    what = f"{scope.get('method', 'WebSocket')} {shown(scope.get('path', ''))}"
    LOG.error("Failed at %s", what, exc_info=error)


def install_error_handlers(app: FastAPI) -> None:
    """Have every error of a FastAPI app answered in this shape, those of ours with their words."""
    app.add_exception_handler(AccessError, _on_access_error)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(RulesError, _on_rules_error)
    app.add_exception_handler(Exception, _on_failure)


async def _on_access_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, AccessError)
    return fit_for(request.scope, refusal(error))


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = error_response(error.status_code, _sentence(error), error.headers)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        say_what_is_allowed(answer, request.scope)
    return fit_for(request.scope, answer)


async def _on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return error_response(422, _first_complaint(error))


async def _on_rules_error(request: Request, error: Exception) -> Response:
    return fit_for(request.scope, error_response(422, in_general(error, UNREADABLE)))


async def _on_failure(request: Request, error: Exception) -> Response:
    log_failure(request.scope, error)
    return error_response(500, WENT_WRONG)


def _sentence(error: HTTPException) -> str:
    try:
        phrase = HTTPStatus(error.status_code).phrase
    except ValueError:
        phrase = ""
    detail = str(error.detail)
    if detail not in ("", phrase):
        return detail
    return _SENTENCES.get(error.status_code, f"{phrase or 'Refused'}.")


def _first_complaint(error: RequestValidationError) -> str:
    """Where the first mistake is and what was expected there."""
    complaints = error.errors()
    if not complaints:
        return _SENTENCES[400]
    first = complaints[0]
    if first["type"] == "json_invalid":
        return "The body is not JSON."
    # The first part says body, path or query, which people need not know.
    place = ".".join(str(part) for part in first["loc"][1:])
    message = str(first["msg"])
    return f"{place[:60]}: {message}" if place else message
