"""The real daemon as a child process, with a data folder of its own and a port that was free."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

_COMMAND: Final = [sys.executable, "-c", "from board_daemon.cli import main; main()", "run"]
_ROOT: Final = Path(__file__).parents[2]
_PATIENCE: Final = 30.0
"""Seconds; far more than anything here takes."""
_ADDRESS: Final = re.compile(r"The board is at http://([0-9.]+):([0-9]+)/")
_CODE: Final = re.compile(r"\b[a-h][1-8](?: [a-h][1-8]){3}\b")

QUICK: Final = """\
tracking:
  debounce: 5 ms
  settle_final: 50 ms
  settle: 120 ms
  restore_after: 250 ms
  answer_rest: 200 ms
"""
"""A board that waits for nobody, so that the tests need not wait for it."""


@dataclass
class RunningBoard:
    """A daemon that may be killed and started again; all that it writes is kept."""

    folder: Path
    config: str = QUICK
    port: int = 0
    host: str = "127.0.0.1"
    written: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Start it and wait until it serves its page; the second time on the same port."""
        file = self.folder / "board.yaml"
        file.write_text(self.config, encoding="utf-8")
        archive = self.folder / "games.sqlite"
        arguments = ["--config", str(file), "--port", str(self.port), "--archive", str(archive)]
        self._process = subprocess.Popen(
            [*_COMMAND, *arguments],
            cwd=_ROOT,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self._news = threading.Condition()
        self._first = len(self.written)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        found = self.told(_ADDRESS)
        self.host, self.port = found[1], int(found[2])

    @property
    def address(self) -> str:
        """Where its page is, without a slash at the end."""
        return f"http://{self.host}:{self.port}"

    @property
    def process_id(self) -> int:
        """The number of its process."""
        return self._process.pid

    def told(self, what: re.Pattern[str], after: int | None = None) -> re.Match[str]:
        """Wait until it has written this after so many lines, or else since it was started."""
        first = self._first if after is None else after

        def found() -> re.Match[str] | None:
            lines = reversed(self.written[first:])
            return next((match for line in lines if (match := what.search(line))), None)

        with self._news:
            self._news.wait_for(lambda: found() or self._process.poll() is not None, _PATIENCE)
            match = found()
        assert match, f"expected {what.pattern!r}, the daemon wrote: {''.join(self.written)}"
        return match

    def code(self, after: int) -> list[str]:
        """The code that it shows, as its log has it after so many lines."""
        return self.told(_CODE, after)[0].split()

    def kill(self) -> None:
        """Pull the plug."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it in order; it must come to an end well."""
        self._end(signal.SIGTERM)
        assert self._process.returncode == 0, "".join(self.written)

    def _end(self, by: signal.Signals) -> None:
        if self._process.poll() is None:
            self._process.send_signal(by)
        self._process.wait(_PATIENCE)
        self._reader.join()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                with self._news:
                    self.written.append(line)
                    self._news.notify_all()
        with self._news:
            self._news.notify_all()

    # --- asked without a page ---

    def get(self, path: str) -> Any:
        """What it answers there."""
        with urlopen(f"{self.address}/api/{path}", timeout=_PATIENCE) as answer:
            return json.load(answer)

    def post(self, path: str, **wish: object) -> Any:
        """Wish for something that is granted."""
        data = json.dumps(wish).encode()
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self.address}/api/{path}", data, headers, method="POST")
        with urlopen(request, timeout=_PATIENCE) as answer:
            return json.load(answer)

    def new_game(self, fen: str | None = None, **wish: object) -> None:
        """Begin a game and stand the pieces for it."""
        self.post("game/new", **wish, **({} if fen is None else {"fen": fen}))
        self.post("virtual/stand")
