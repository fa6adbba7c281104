"""Serial ports: which may lead to a board, and one that is open in the event loop."""

from __future__ import annotations

import asyncio
import errno
import os
import termios
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge.errors import BridgeError

AUTO: Final = "auto"
"""What stands for whichever port a board answers on."""
STABLE_NAME: Final = "/dev/pacoboard"
"""What the udev rule calls the board."""
BAUD: Final = 250_000
_MOST_AT_ONCE: Final = 4096

_LIKELY: Final = {0x1A86, 0x0403, 0x10C4, 0x2341, 0x2A03, 0x067B}
"""The makers of the chips that such boards have: WCH, FTDI, Silicon Labs, Arduino, Prolific."""


class PortError(BridgeError):
    """A port cannot be used; says why."""


def ports_to_try(
    port: str, listed: Callable[[], Iterable[ListPortInfo]] = list_ports.comports
) -> list[str]:
    """The ports that may lead to the board, the likeliest first.

    Only the one that is named; where none is, those on USB. What else there is may lead anywhere,
    and has to be named to be greeted.
    """
    if port != AUTO:
        return [port]
    try:
        found = [info for info in listed() if info.vid is not None]
    except (OSError, TypeError, ValueError):
        # A port that is pulled out while they are listed.
        return []
    found.sort(key=lambda info: (info.vid not in _LIKELY, info.device))
    devices = [info.device for info in found]
    if Path(STABLE_NAME).exists():
        same = os.path.realpath(STABLE_NAME)
        devices = [STABLE_NAME, *(device for device in devices if device != same)]
    return devices


class OpenPort:
    """A port that is open; it never blocks, and belongs to the running event loop."""

    def __init__(
        self,
        path: str,
        heard: Callable[[bytes], None],
        may_send: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """Open it; raises `PortError`.

        `heard`: what has come in; `may_send`: it takes bytes again; `failed`: why it is no more.
        """
        self._loop = asyncio.get_running_loop()
        self._heard = heard
        self._may_send = may_send
        self._failed = failed
        self._waits = False
        try:
            self._port = serial.Serial(path, BAUD, timeout=0, write_timeout=0, exclusive=True)
            self._fd = self._port.fileno()
        except (OSError, ValueError, termios.error) as error:
            # That of termios, which is no OSError, is raised where the port is pulled out just now.
            raise PortError(_why(error)) from None
        self._loop.add_reader(self._fd, self._read)

    def send(self, data: bytes) -> int:
        """Send what it takes at once, and say how much; `may_send` is called for the rest."""
        try:
            # Not by the port's own `write`, which goes round and round while it takes none.
            count = os.write(self._fd, data)
        except BlockingIOError:
            count = 0
        except OSError as error:
            self._loop.call_soon(self._fail, _why(error))
            return len(data)
        if count < len(data) and not self._waits:
            self._waits = True
            self._loop.add_writer(self._fd, self._ready)
        return count

    def close(self) -> None:
        """Close it; again does nothing."""
        if self._fd >= 0:
            self._loop.remove_reader(self._fd)
            self._loop.remove_writer(self._fd)
            self._fd = -1
            self._port.close()

    def _ready(self) -> None:
        self._waits = False
        self._loop.remove_writer(self._fd)
        self._may_send()

    def _read(self) -> None:
        try:
            data = self._port.read(_MOST_AT_ONCE)
        except OSError as error:
            self._fail(_why(error))
            return
        self._heard(data)

    def _fail(self, reason: str) -> None:
        if self._fd >= 0:
            self.close()
            self._failed(reason)


def _why(error: Exception) -> str:
    """The reason for people: pyserial's words name the port and repeat themselves."""
    number = _number_of(error)
    if number is None:
        # Of a port that was read before, pyserial only says in many words that it is gone.
        is_gone = any(words in str(error) for words in ("read failed", "returned no data"))
        return "it was pulled out" if is_gone else str(error)
    if number in (errno.EAGAIN, errno.EWOULDBLOCK):
        return "another program uses it"
    if number == errno.ENOTTY:
        return "it is no serial port"
    reason = os.strerror(number).lower()
    if number == errno.EACCES:
        return f"{reason} (is this user in the group dialout?)"
    return reason


def _number_of(error: Exception) -> int | None:
    """What the system has said; of what termios says pyserial makes words of its own."""
    for each in (error, error.__context__):
        if isinstance(each, termios.error):
            return int(each.args[0])
    return error.errno if isinstance(error, OSError) else None
