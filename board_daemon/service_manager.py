"""Telling systemd how the daemon is, by its notification protocol (sd_notify(3)).

One datagram for each message, to the socket that `NOTIFY_SOCKET` names. Away from systemd nothing
is sent. Nothing here ever stops the daemon: a message that cannot be sent is logged, once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

_log = logging.getLogger(__name__)

_PATIENCE: Final = 0.2
"""Seconds for which a full socket of systemd's may hold up the daemon."""
_LONGEST_STATUS: Final = 200
_MICROSECONDS: Final = 1_000_000


class ServiceManager:
    """What started the daemon, as far as it wants to hear of it."""

    def __init__(self, address: str | None = None, watchdog: float | None = None) -> None:
        """`address` is a socket's path, or `@` and an abstract name; None: nobody listens.

        `watchdog` is the time in seconds within which the daemon must say that it is alive.
        """
        self._address = address
        self._watchdog = watchdog
        self._has_failed = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> ServiceManager:
        """What the environment says; a manager that hears nothing away from systemd."""
        address = environment.get("NOTIFY_SOCKET") or None
        if address is not None and address[0] not in "/@":
            _log.warning("expected a path or an abstract socket in NOTIFY_SOCKET, saw %r", address)
            address = None
        return cls(address, _watchdog_time(environment))

    @property
    def is_listening(self) -> bool:
        """Whether there is anybody to tell."""
        return self._address is not None

    @property
    def alive_every(self) -> float | None:
        """Seconds between two `alive` that keep the watchdog content; None: it is off.

        A third of its time, so that one late or lost message changes nothing.
        """
        return None if self._watchdog is None or not self.is_listening else self._watchdog / 3

    def ready(self, status: str = "") -> None:
        """Say that the daemon serves, and in few words what it does."""
        self._send("READY=1", *_status(status))

    def status(self, text: str) -> None:
        """Say in few words what the daemon does: `systemctl status` shows it."""
        self._send(*_status(text))

    def stopping(self) -> None:
        """Say that the daemon is about to end."""
        self._send("STOPPING=1", *_status("Stopping."))

    def alive(self) -> None:
        """Keep the watchdog content."""
        self._send("WATCHDOG=1")

    async def watch(
        self,
        is_well: Callable[[], bool] = lambda: True,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Keep the watchdog content for as long as the event loop runs and all is well.

        A task for the daemon's whole life, which ends only by being cancelled, or at once where
        there is no watchdog. What `is_well` denies is left to the watchdog, which starts the
        daemon anew.
        """
        every = self.alive_every
        if every is None:
            return
        was_well = True
        while True:
            well = is_well()
            if well:
                self.alive()
            elif was_well:
                _log.error("something has stopped working: leaving the daemon to the watchdog")
            was_well = well
            await sleep(every)

    def _send(self, *lines: str) -> None:
        if self._address is None or not lines:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.settimeout(_PATIENCE)
                sender.sendto("\n".join(lines).encode(), _socket_address(self._address))
        # ValueError: a path that no socket can have.
        except (OSError, ValueError) as error:
            if not self._has_failed:
                _log.warning("systemd could not be told %s: %s", lines[0], error)
            self._has_failed = True


def _socket_address(name: str) -> str:
    """The first character of an abstract socket's address is a zero byte, written as `@`."""
    return f"\0{name[1:]}" if name.startswith("@") else name


def _status(text: str) -> tuple[str, ...]:
    """One line, so that nothing in it is taken for another message."""
    line = " ".join(text.split())
    return (f"STATUS={line[:_LONGEST_STATUS]}",) if line else ()


def _watchdog_time(environment: Mapping[str, str]) -> float | None:
    """Seconds; None where the watchdog is off, or watches another process."""
    pid = environment.get("WATCHDOG_PID", "")
    if pid and pid != str(os.getpid()):
        return None
    text = environment.get("WATCHDOG_USEC", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and int(text) > 0):
        _log.warning("expected microseconds in WATCHDOG_USEC, saw %r: no watchdog", text[:40])
        return None
    return int(text) / _MICROSECONDS
