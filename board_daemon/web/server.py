"""How uvicorn is to be set up for the guard to hold."""

from __future__ import annotations

import logging
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from board_daemon.web.connections import MOST_CONNECTIONS, PatientHttp
from board_daemon.web.live_guard import SEND_NOW

_NOT_WORTH_SAYING: Final = frozenset(
    {
        # uvicorn takes each WebSocket that was refused with a response for one that was forgotten
        # (Kludex/uvicorn#3138).
        "ASGI callable returned without completing handshake.",
        "Invalid HTTP request received.",
        "Unsupported upgrade request.",
    }
)


class LiveSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's, but that a text can be sent at once, and that nobody who watches fills the log."""

    def handle_connect(self, event: Request) -> None:
        """Begin the conversation, in which texts can be sent at once."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][SEND_NOW] = {"send": self.send_now}

    def send_now(self, text: str) -> bool:
        """Send a text unless something else waits to be sent, or the connection is to end.

        It says the same as ASGI's `websocket.send`, whose `bytes` are None.
        """
        is_open = self.handshake_complete and self.conn.state is State.OPEN
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(_frame_of(text))
        return True

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message on.

        uvicorn logs a traceback for each text that is no UTF-8, and where a second one follows, it
        fails at closing a connection that is closing already, which asyncio logs. Taken for bytes,
        such a message is refused by the app as everything is that is not `ping`.
        """
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


# What a server sends is not masked, and here not packed: the frame is the same for everybody who
# is told the same. Two: for those who may know the code, and for the others.
@lru_cache(maxsize=2)
def _frame_of(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def server_options() -> dict[str, Any]:
    """What `uvicorn.Config` needs beside app, host, port and logging."""
    return {
        # Otherwise a header would decide what the client's address is.
        "proxy_headers": False,
        "server_header": False,
        "http": PatientHttp,
        "h11_max_incomplete_event_size": 16 * 1024,
        "limit_concurrency": MOST_CONNECTIONS,
        "timeout_keep_alive": 15,
        "ws": LiveSocketProtocol,
        "ws_max_size": 4 * 1024,
        "ws_max_queue": 8,
        # Each watcher's messages would be packed anew, which takes longer than to send them; and
        # each would keep some 100 KB to do it with.
        "ws_per_message_deflate": False,
        "access_log": False,
    }


def _is_text(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


def hush_strangers() -> None:
    """Keep out of the log what any stranger could fill it with, before the guard sees him."""
    # Adding the same filter again changes nothing.
    logging.getLogger("uvicorn.error").addFilter(_is_worth_saying)


def _is_worth_saying(record: logging.LogRecord) -> bool:
    return record.msg not in _NOT_WORTH_SAYING
