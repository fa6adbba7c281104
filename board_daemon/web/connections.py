"""How many connections a client may hold, and for how long without asking anything.

Before a request has arrived the guard knows nothing of it. Whoever only opened connections could
take all that the server has to give, and shut everybody else out.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from board_daemon.web.access import is_loopback

MOST_CONNECTIONS: Final = 512
"""Of all clients together."""
MOST_OF_ONE: Final = 48
"""Of one address on the network, WebSockets included; a browser takes some ten."""
SILENCE: Final = 15.0
"""Seconds within which a connection must ask for something, or something more."""


class PatientHttp(H11Protocol):
    """HTTP as uvicorn speaks it, with a bound on silence and on each client's connections."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*arguments, **options)
        self._next_look: asyncio.TimerHandle | None = None
        self._last_seen: object = None
        """The request that was there at the last look."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless it is one too many."""
        super().connection_made(transport)
        if self._is_one_too_many():
            transport.abort()
        else:
            self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._look_no_more()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Leave it to the WebSocket at once: until the next look nothing would be let go of."""
        self._look_no_more()
        super().handle_websocket_upgrade(event)

    def _is_one_too_many(self) -> bool:
        address = _address(self)
        # Behind a proxy on this machine may be many.
        if address is None or is_loopback(address):
            return False
        return sum(_address(each) == address for each in self.connections) > MOST_OF_ONE

    def _look_later(self) -> None:
        self._next_look = self.loop.call_later(SILENCE, self._look)

    def _look_no_more(self) -> None:
        if self._next_look is not None:
            self._next_look.cancel()

    def _look(self) -> None:
        """Close a connection on which nothing was asked since the last look."""
        if self.transport.get_protocol() is not self:
            return  # It has become a WebSocket, which the guard watches over.
        request: RequestResponseCycle | None = self.cycle
        is_answered = request is None or request.response_complete
        if is_answered and request is self._last_seen:
            self.transport.close()
            return
        self._last_seen = request
        self._look_later()


def _address(connection: object) -> str | None:
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return client[0] if client else None
