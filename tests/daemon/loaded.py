"""Daemons that need not load a thousand modules each: copies of a process that has loaded them.

Most of the time that a daemon takes to start, Python loads what it is made of. A nursery does that
once; each daemon is then a process of its own as ever, which runs the command line from its first
line on. For tests of what a daemon does, not of how it starts.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, Final

_LOADED: Final = (
    "board_daemon.cli",
    "board_daemon.config",
    "board_daemon.daemon",
    "board_daemon.logs",
    "tests.daemon.told_clock",
)
_ROOT: Final = Path(__file__).parents[2]
_MOST: Final = 1 << 17
"""Bytes of a wish at most: it holds the whole environment."""


class LoadedProcess:
    """One such process, to be used as one of `subprocess`."""

    def __init__(self, module: str, arguments: Sequence[str], environment: Mapping[str, str]):
        """`module`: the one whose `main` it runs."""
        reading, writing = os.pipe()
        self._told, theirs = socket.socketpair()
        wish = {"module": module, "arguments": [*arguments], "environment": {**environment}}
        with theirs:
            socket.send_fds(_nursery(), [json.dumps(wish).encode()], [writing, theirs.fileno()])
        os.close(writing)
        self._words = self._told.makefile()
        self.stdout: IO[str] = open(reading, encoding="utf-8")  # noqa: SIM115
        self.pid = int(self._words.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, if it has come to its end."""
        if self.returncode is None and select.select([self._told], [], [], 0)[0]:
            self._hear_the_end()
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Wait for its end; its exit code."""
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a loaded process", timeout)
            self._hear_the_end()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.send_signal(signal.SIGKILL)

    def _hear_the_end(self) -> None:
        self.returncode = int(self._words.readline())
        self._words.close()
        self._told.close()


@cache
def _nursery() -> socket.socket:
    """Where daemons are wished for, of the one nursery of this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.daemon.loaded", str(theirs.fileno())],
            cwd=_ROOT,
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
    # It ends when nobody can wish for anything any more.
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


# --- in the nursery ---


def _serve(wishes: socket.socket) -> None:
    """Start what is wished for until nobody is there any more. Returns in the daemons, too."""
    for module in _LOADED:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()
    # Nobody waits for those who wait for the daemons.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        text, (*files,), _, _ = socket.recv_fds(wishes, _MOST, 2)
        if not text:
            return
        if os.fork() == 0:
            wishes.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _watch_over(json.loads(text), *files)
            return
        for file in files:
            os.close(file)


def _watch_over(wish: dict[str, Any], output: int, told: int) -> None:
    """Start one, say its number, wait for its end, and say its exit code. Returns in it, too."""
    pid = os.fork()
    if pid == 0:
        os.close(told)
        _be(wish, output)
        return
    os.close(output)
    os.write(told, f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    os.write(told, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _be(wish: dict[str, Any], output: int) -> None:
    """Run the command line as if this process had been started for it."""
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    # Python looks only once at what it writes to.
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(wish["environment"])
    sys.argv[1:] = wish["arguments"]
    importlib.import_module(wish["module"]).main()


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
