"""The security headers of every answer."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders

from board_daemon.web.origins import Authority

_NEVER_FRAMED: Final = (
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# The page shares a picture that it draws itself: an image without an address on the network.
_PAGE_POLICY: Final = f"default-src 'self'; img-src 'self' blob: data:; {_NEVER_FRAMED}"
# A picture from the archive carries its own styles; opened by itself it may do nothing more.
_API_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Under "no-referrer" some of the page's own requests would have the Origin "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), "
        "magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()"
    ),
}


def is_api(path: str) -> bool:
    """Whether a path is answered from what the board knows, not from the files of the page."""
    return path == "/api" or path.startswith("/api/")


def set_security_headers(headers: MutableHeaders, path: str, host: Authority | None) -> None:
    """Put the security headers into an answer to a request for `path` at `host`."""
    for name, value in _ALWAYS.items():
        headers[name] = value
    if is_api(path):
        headers["Content-Security-Policy"] = _API_POLICY
        headers["Cache-Control"] = "no-store"
    else:
        headers["Content-Security-Policy"] = _PAGE_POLICY + _sockets(host)
        # The page changes with the program: ask each time, which costs an answer without a body.
        headers.setdefault("Cache-Control", "no-cache")
    del headers["Server"]


def _sockets(host: Authority | None) -> str:
    # To older Safari, 'self' does not cover WebSockets of the same host.
    return "" if host is None else f"; connect-src 'self' ws://{host} wss://{host}"
