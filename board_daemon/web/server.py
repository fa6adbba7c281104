"""How uvicorn is to be set up for the guard to hold."""

from __future__ import annotations

import logging
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from board_daemon.web.connections import MOST_CONNECTIONS, PatientHttp

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
    """uvicorn's, but that nobody who watches can fill the log.

    It logs a traceback for each text that is no UTF-8, and where a second one follows, it fails
    at closing a connection that is closing already, which asyncio logs. Taken for bytes, such a
    message is refused by the app as everything is that is not `ping`.
    """

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message on."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


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
