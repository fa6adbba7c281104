"""The real daemon as a child process with a data folder of its own, and those who talk to it."""

from __future__ import annotations

import json
import os
import queue
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import IO, Any, Final, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from board_daemon.languages.language import LANGUAGE_VARIABLE
from firmware_bridge.frames import SensorFrame
from firmware_bridge.squares import square_name
from firmware_bridge.trace import TraceInput, TraceLine
from tests.daemon.loaded import LoadedProcess

Json = dict[str, Any]

PATIENCE: Final = 120.0
"""Seconds after which a test gives up waiting; nothing ever takes so long."""
BY_THE_CLOCK: Final = "board_daemon.cli"
"""A module that runs the command line; by told time another does."""
BY_TOLD_TIME: Final = "tests.daemon.told_clock"
_COMMAND: Final = [sys.executable, "-c", f"from {BY_THE_CLOCK} import main; main()"]
_BY_TOLD_TIME: Final = [sys.executable, "-m", BY_TOLD_TIME]
_ROOT: Final = Path(__file__).parents[2]
_SAYS_WHERE: Final = "The board is at http://"


class RunningDaemon:
    """A daemon that was started; use it in a `with` statement, which ends it if need be."""

    def __init__(
        self,
        folder: Path,
        config: str = "",
        environment: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
        command: Sequence[str] = _COMMAND,
        loaded: str | None = None,
    ) -> None:
        """`config`: YAML beside the port; `before`: a command that runs the daemon's `command`.

        `loaded`: a module that runs the command line, by a copy of a process that has loaded it.
        """
        self.folder = folder
        self.archive = folder / "pacoboard" / "games.sqlite"
        self.said: list[str] = []
        """All that it wrote so far, line by line."""
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._http: HTTPConnection | None = None
        self.port = 0
        arguments = ["run", "--config", str(_config_file(folder, config))]
        environment = {
            **os.environ,
            "XDG_DATA_HOME": str(folder),
            # What it writes is read here, in the benchmarks too.
            LANGUAGE_VARIABLE: "en",
            **(environment or {}),
        }
        self.process: subprocess.Popen[str] | LoadedProcess = (
            LoadedProcess(loaded, arguments, environment)
            if loaded is not None
            else _process([*before, *command, *arguments], environment)
        )
        assert self.process.stdout is not None
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,))
        self._reader.start()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    # --- its life ---

    def wait_until_ready(self) -> Self:
        """Wait for the address, and remember it."""
        line = self.wait_for_line(_SAYS_WHERE)
        address = line.removeprefix(_SAYS_WHERE).split("/", maxsplit=1)[0]
        self.port = int(address.rpartition(":")[2])
        return self

    def wait_for_line(self, words: str) -> str:
        """Wait until it says something with these words."""
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            self.said.append(line)
            if words in line:
                return line
        raise AssertionError(f"expected to read {words!r}, saw {self.said}")

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(number)
        return self.wait()

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.wait()

    def wait(self) -> int:
        """Wait for its end; its exit code."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        if self._http is not None:
            self._http.close()
            self._http = None
        while not self._lines.empty():
            line = self._lines.get()
            if line is not None:
                self.said.append(line)
        return code

    # --- talking to it ---

    def post(self, path: str, body: Json) -> Json:
        """Ask for something that must be granted."""
        status, answer = self.request("POST", path, body)
        assert status == 200, answer
        return answer

    def state(self) -> Json:
        """All there is to know of the board."""
        return self.get("/api/state")

    def get(self, path: str) -> Json:
        """Read something that must be there."""
        status, answer = self.request("GET", path)
        assert status == 200, answer
        return answer

    def request(self, method: str, path: str, body: Json | None = None) -> tuple[int, Json]:
        """Send a request; status and answer."""
        http = self._connection()
        text = None if body is None else json.dumps(body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        http.request(method, path, text, headers)
        answer = http.getresponse()
        found: Json = json.loads(answer.read())
        return answer.status, found

    def _connection(self) -> HTTPConnection:
        """One that is open, or opens anew: after a pause the daemon has hung up."""
        if self._http is None:
            self._http = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        wire = self._http.sock
        # Nothing was asked, so what there is to read can only be the end.
        if wire is not None and select.select([wire], [], [], 0)[0]:
            self._http.close()
        return self._http

    def listen(self) -> Listener:
        """Somebody who hears all that is told from now on."""
        return Listener(f"ws://127.0.0.1:{self.port}/api/live")


class ToldDaemon(RunningDaemon):
    """One with a virtual board whose clock stands still between the readings that it is told.

    By a clock that goes on by itself a line may come too late, and what follows at once then looks
    as if contacts bounced.
    """

    def __init__(
        self,
        folder: Path,
        config: str = "",
        command: Sequence[str] = _BY_TOLD_TIME,
        *,
        is_loaded: bool = False,
    ) -> None:
        loaded = BY_TOLD_TIME if is_loaded else None
        super().__init__(folder, config, command=command, loaded=loaded)

    def tell(self, lines: Sequence[TraceLine]) -> None:
        """Let the virtual board read what a trace says, each line at its time."""
        for line in lines:
            self.post("/api/virtual/readings", reading_body(line))


class Listener:
    """A browser that listens, in a thread of its own."""

    def __init__(self, address: str) -> None:
        self._open = ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            connect(address, compression=None, open_timeout=PATIENCE)
        )
        hello = json.loads(self._socket.recv(timeout=PATIENCE))
        self.state: Json = hello["state"]
        """What was told first."""
        self.heard: list[Json] = []
        """All that was told since."""
        self.close_code: int | None = None
        self._more = threading.Condition()
        self._is_over = False
        self._thread = threading.Thread(target=self._hear)
        self._thread.start()

    def _hear(self) -> None:
        with suppress(ConnectionClosed):
            for text in self._socket:
                message = json.loads(text)
                with self._more:
                    self.heard.append(message)
                    self._more.notify_all()
        with self._more:
            self.close_code = self._socket.close_code
            self._is_over = True
            self._more.notify_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Listen no more."""
        self._open.close()
        self._thread.join(PATIENCE)

    def wait_for(self, is_so: Callable[[Json], bool]) -> Json:
        """Wait until a message is as asked; the first of those that are."""
        seen = 0
        with self._more:
            while True:
                for message in self.heard[seen:]:
                    if is_so(message):
                        return message
                seen = len(self.heard)
                assert not self._is_over, f"expected a message, saw the end: {self.close_code}"
                assert self._more.wait(PATIENCE), "expected a message, saw none"

    def wait_for_end(self) -> int | None:
        """Wait until the daemon hangs up; the close code."""
        self._thread.join(PATIENCE)
        assert self._is_over
        return self.close_code

    def wait_for_seq(self, seq: int) -> None:
        """Wait until all messages up to a number have come."""
        if seq > self.state["seq"]:
            self.wait_for(lambda message: message["seq"] >= seq)

    def events(self, *kinds: str) -> list[Json]:
        """What was told so far of these kinds of events."""
        with self._more:
            return [message for message in self.heard if message["event"] in kinds]


def reading_body(line: TraceLine) -> Json:
    """A line of a trace as the virtual board takes it."""
    match line:
        case SensorFrame(t, readings):
            return {"t": t, "squares": {square_name(s): value for s, value in readings.items()}}
        case TraceInput(t, letter):
            return {"t": t, "input": {"promote": letter}}


def _process(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        env=environment,
        cwd=_ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def _config_file(folder: Path, more: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "pacoboard.yaml"
    web = "" if "web:" in more else "web: {host: 127.0.0.1, port: 0}\n"
    text = web + more
    # On a disk that cannot be written it may be there from before.
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path
