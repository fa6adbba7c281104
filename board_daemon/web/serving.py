"""The address where the page is served, and the server that does it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from fastapi import FastAPI

from board_daemon.languages.reasons import reason_of
from board_daemon.languages.sentences import said
from board_daemon.rules.errors import PacoboardError
from board_daemon.web.server import hush_strangers, server_options

_LAST_WORDS: Final = 2
"""Seconds that browsers have to take leave when the daemon stops."""


class AddressNotToBeHad(PacoboardError):
    """The page cannot be served there; says what is in its way."""


class PageServer(uvicorn.Server):
    """The web server, which leaves the signals to the daemon."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def server_of(app: FastAPI) -> PageServer:
    """A server of the app; it is to be told on which sockets."""
    hush_strangers()
    return PageServer(
        uvicorn.Config(
            app,
            log_config=None,
            lifespan="off",
            timeout_graceful_shutdown=_LAST_WORDS,
            **server_options(),
        )
    )


def listener_on(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises AddressNotToBeHad where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=128)
        # Every connection inherits it. Without it a message may wait for the receipt of the one
        # before, which takes 40 ms: asyncio only sees to it for sockets that it makes itself.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        raise AddressNotToBeHad(
            said(
                "console.run.port",
                "expected to serve the page on {host}, port {port}, saw: {why} "
                "(--port names another one)",
                host=host,
                port=str(port),
                why=_reason(error),
            )
        ) from error


def _reason(error: OSError) -> str:
    # Its own words may name the address a second time; names that cannot be found have no number.
    number = error.errno or 0
    return reason_of(OSError(number, os.strerror(number))) if number > 0 else str(error.strerror)


def address_of(listener: socket.socket) -> str:
    """The page's address, for people to type in."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
