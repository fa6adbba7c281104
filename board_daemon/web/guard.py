"""What stands before every route: an ASGI middleware for HTTP and for WebSockets.

It works out who asks, and refuses what is too much, what is addressed to another name than the
board's, and what another page made a browser send. What a visitor may do, the routes say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from board_daemon.languages.sentences import said
from board_daemon.web.access import Access
from board_daemon.web.budgets import Accounts, GuardLimits
from board_daemon.web.errors import (
    WENT_WRONG,
    error_response,
    fit_for,
    install_error_handlers,
    log_failure,
    refusal,
    say_what_is_allowed,
)
from board_daemon.web.headers import is_api, set_security_headers
from board_daemon.web.levels import VISITOR_KEY, AccessError, Level, Visitor
from board_daemon.web.live_guard import SEND_NOW, GuardedSocket, send_now_of
from board_daemon.web.origins import (
    Authority,
    HostList,
    Sender,
    check_sender,
    machine_names,
    plain_address,
)
from board_daemon.web.server import hush_strangers
from board_daemon.web.times import Moment, read_clocks

SESSION_COOKIE: Final = "pacoboard_session"
TICKET_COOKIE: Final = "pacoboard_pairing"

_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_CHANGING: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_JSON: Final = frozenset({"application/json"})
# A form could send text/plain too; what keeps foreign pages out is the Origin.
_TEXTS: Final = _JSON | {
    "text/plain",
    "application/jsonl",
    "application/x-ndjson",
    "application/octet-stream",
}
# Whoever sends one of these is or came through a proxy, and does not sit where the socket ends.
_PROXY_HEADERS: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class BadRequest(AccessError):
    """The request is not one that the board answers."""

    status = 400


class WrongMethod(AccessError):
    """No such method here."""

    status = 405


class TooSlow(AccessError):
    """The body did not arrive in time."""

    status = 408


class TooLarge(AccessError):
    """The body is too large."""

    status = 413


class TooLongAddress(AccessError):
    """The path and the query are too long."""

    status = 414


class WrongContentType(AccessError):
    """The body is not of a kind that is read here."""

    status = 415


class TooLargeHeaders(AccessError):
    """The headers are too large."""

    status = 431


@dataclass(frozen=True, slots=True)
class GuardRules:
    """How the guard is set up."""

    hosts: frozenset[str] = field(default_factory=machine_names)
    """Names and addresses of the board beside those of loopback and of the connection itself."""
    import_path: str = "/api/games/import"
    limits: GuardLimits = field(default_factory=GuardLimits)


def install_guard(
    app: FastAPI,
    access: Access,
    rules: GuardRules | None = None,
    clocks: Callable[[], Moment] = read_clocks,
) -> None:
    """Put the guard before all else in an app, and give every error its one shape.

    To be called after every other middleware was added: the last one stands outermost.
    """
    install_error_handlers(app)
    hush_strangers()
    app.add_middleware(Guard, access=access, rules=rules or GuardRules(), clocks=clocks)


@dataclass(slots=True)
class _Request:
    """What the checks look at."""

    scope: Scope
    headers: Headers
    visitor: Visitor
    now: Moment
    host: Authority | None = None


class Guard:
    """The middleware. Fails closed: a route behind no guard answers nobody."""

    def __init__(
        self, app: ASGIApp, access: Access, rules: GuardRules, clocks: Callable[[], Moment]
    ) -> None:
        self._app = app
        self._access = access
        self._rules = rules
        self._limits = rules.limits
        self._clocks = clocks
        self._hosts = HostList(rules.hosts)
        self._accounts = Accounts(rules.limits)
        self._sockets: set[GuardedSocket] = set()
        self._looking: set[asyncio.Task[None]] = set()
        access.on_devices = self._look_at_sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass, with the Visitor in the scope; answer the rest."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        request = self._look_at(scope)
        answer = _Answer(request, send)
        try:
            self._check(request)
            scope[VISITOR_KEY] = request.visitor
            if scope["type"] == "websocket":
                await self._live(request, receive, answer)
            else:
                await self._serve(request, receive, answer)
        except AccessError as error:
            await answer.refuse(error)
        except Exception as error:
            log_failure(scope, error)
            await answer.fail()

    def _look_at(self, scope: Scope) -> _Request:
        headers = Headers(scope=scope)
        now = self._clocks()
        self._access.tick(now)
        client = scope.get("client")
        cookies = cookie_parser("; ".join(headers.getlist("cookie")))
        visitor = self._access.visitor(
            plain_address(client[0]) if client else "unknown",
            now,
            token=cookies.get(SESSION_COOKIE),
            ticket=cookies.get(TICKET_COOKIE),
            is_forwarded=any(name in headers for name in _PROXY_HEADERS),
        )
        return _Request(scope, headers, visitor, now)

    def _check(self, request: _Request) -> None:
        scope, headers = request.scope, request.headers
        # The rate first: it bounds what all the other refusals cost.
        self._accounts.count_request(request.visitor, request.now.monotonic)
        self._check_sizes(scope)
        hosts = headers.getlist("host")
        server = scope.get("server")
        request.host = self._hosts.check(
            hosts[0] if len(hosts) == 1 else None, server[0] if server else None
        )
        is_socket = scope["type"] == "websocket"
        method = "WEBSOCKET" if is_socket else scope["method"]
        if not is_socket and method not in _METHODS:
            raise WrongMethod("The board knows no such method.")
        scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
        sender = Sender(headers.getlist("origin"), headers.get("sec-fetch-site"))
        check_sender(sender, method, not is_api(scope["path"]), scheme, request.host)
        if method in _CHANGING:
            self._check_content_type(request)

    def _check_sizes(self, scope: Scope) -> None:
        path = scope["path"]
        raw = scope.get("raw_path") or path.encode("utf-8", "replace")
        if len(raw) + len(scope.get("query_string", b"")) > self._limits.url:
            raise TooLongAddress("The address is too long.")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._limits.headers:
            raise TooLargeHeaders("The headers are too large.")
        # No route has such a path: only who tries to leave the page's folder sends one.
        if "\0" in path or "\\" in path or any(part in ("..", ".") for part in path.split("/")):
            raise BadRequest("The address is not one of the board's.")

    def _check_content_type(self, request: _Request) -> None:
        kinds = request.headers.getlist("content-type")
        allowed = _TEXTS if self._is_import(request.scope) else _JSON
        if not all(kind.partition(";")[0].strip().lower() in allowed for kind in kinds):
            raise WrongContentType(f"Expected {' or '.join(sorted(allowed))}.")

    def _is_import(self, scope: Scope) -> bool:
        path: str = scope["path"]
        return path == self._rules.import_path

    async def _serve(self, request: _Request, receive: Receive, answer: _Answer) -> None:
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                body = await _read_body(request.headers, receive, self._largest_body(request))
        except TimeoutError:
            raise TooSlow(said("refused.slow", "The request did not arrive in time.")) from None
        if body is None:
            return
        has_kind = "content-type" in request.headers
        if body and request.scope["method"] in _CHANGING and not has_kind:
            raise WrongContentType("Expected a content type with the body.")
        await self._app(request.scope, _replayed(body, receive), answer.send)

    def _largest_body(self, request: _Request) -> int:
        level = request.visitor.level
        if level is Level.OWNER and self._is_import(request.scope):
            return self._limits.import_body
        return self._limits.body if level >= Level.PLAY else self._limits.stranger_body

    async def _live(self, request: _Request, receive: Receive, answer: _Answer) -> None:
        socket = GuardedSocket(
            visitor=request.visitor,
            seen_again=lambda visitor: self._access.seen_again(visitor, self._clocks()),
            monotonic=lambda: self._clocks().monotonic,
            limits=self._limits,
            receive_next=receive,
            send_on=answer.send,
            send_now_on=send_now_of(request.scope),
        )
        # What the server offers must not lead past the guard either.
        extensions = {**request.scope.get("extensions", {}), SEND_NOW: {"send": socket.send_now}}
        with self._accounts.open_socket(request.visitor):
            self._sockets.add(socket)
            try:
                await self._app(
                    {**request.scope, "extensions": extensions}, socket.receive, socket.send
                )
            finally:
                self._sockets.discard(socket)

    def _look_at_sockets(self) -> None:
        """Whoever has lost his rights is cut off at once, and not with the next message."""
        for socket in self._sockets:
            looking = asyncio.get_running_loop().create_task(socket.look_again())
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)


class _Answer:
    """The way back: puts in the headers, and knows whether it is too late for a refusal."""

    def __init__(self, request: _Request, send: Send) -> None:
        self._request = request
        self._send = send
        self._has_begun = False
        self._is_closed = False

    async def send(self, message: Message) -> None:
        """Send on what the app answers, with the security headers."""
        kind = message["type"]
        self._has_begun = True
        self._is_closed = self._is_closed or kind == "websocket.close"
        if kind in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(raw=list(message.get("headers", ())))
            set_security_headers(headers, self._request.scope["path"], self._request.host)
            message = {**message, "headers": headers.raw}
        await self._send(message)

    async def refuse(self, error: AccessError) -> None:
        """Answer with why not."""
        if not self._has_begun:
            answer = refusal(error)
            if isinstance(error, WrongMethod):
                say_what_is_allowed(answer, self._request.scope)
            await self._respond(answer)

    async def fail(self) -> None:
        """Answer that something went wrong, as far as it can still be said."""
        scope = self._request.scope
        if not self._has_begun:
            await self._respond(error_response(500, WENT_WRONG))
        elif scope["type"] == "websocket" and not self._is_closed:
            await self.send({"type": "websocket.close", "code": 1011})

    async def _respond(self, response: Response) -> None:
        scope = self._request.scope
        await fit_for(scope, response)(scope, _nothing_more, self.send)


async def _nothing_more() -> Message:
    return {"type": "http.disconnect"}


async def _read_body(headers: Headers, receive: Receive, largest: int) -> bytes | None:
    """The whole body; None where the client went away. Raises TooLarge or BadRequest.

    Read before the app is asked, so that the limits hold whatever a route does with it.
    """
    # Two lengths are how a request is hidden within another.
    if len(headers.getlist("content-length")) + ("transfer-encoding" in headers) > 1:
        raise BadRequest("The length of the body is given twice.")
    declared = headers.get("content-length", "0")
    if not (declared.isascii() and declared.isdigit()):
        raise BadRequest("The length of the body is not a number.")
    too_large = TooLarge(
        said(
            "refused.large",
            "This is too large: at most {most} bytes are read here.",
            most=largest,
        )
    )
    if len(declared) > 12 or int(declared) > largest:
        raise too_large
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        # A chunked body declares nothing: it is counted as it comes.
        if len(body) > largest:
            raise too_large
        if not message.get("more_body", False):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body in one message, then whatever comes after it."""
    messages: Iterable[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    waiting = iter(messages)

    async def next_message() -> Message:
        message = next(waiting, None)
        return await receive() if message is None else message

    return next_message
