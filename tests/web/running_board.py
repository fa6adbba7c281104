"""The real daemon, as a page finds it: it keeps its port, and can be asked without a page."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

from firmware_bridge.trace import TraceLine
from tests.daemon.running import BY_THE_CLOCK, PATIENCE, RunningDaemon, ToldDaemon

QUICK: Final = """\
tracking:
  debounce: 5 ms
  settle_final: 50 ms
  settle: 120 ms
  restore_after: 800 ms
  answer_rest: 200 ms
"""
"""A board that hardly waits, so that the tests need not wait for it either."""
_CODE: Final = re.compile(r"\b[a-h][1-8](?: [a-h][1-8]){3}\b")


class RunningBoard:
    """A daemon with a data folder of its own; started again it serves where it did before."""

    def __init__(self, folder: Path, config: str = QUICK, web: str = "", host: str = "127.0.0.1"):
        """`config` and `web`: YAML, all of it and the lines of its section `web`."""
        self._folder = folder
        self._config = config
        self._web = f"  host: {host}\n{web}"
        self.host = host
        self.port = 0

    def start(self) -> None:
        """Start it and wait until it serves its page."""
        config = f"{self._config}web:\n  port: {self.port}\n{self._web}"
        self._daemon = self._started(config).wait_until_ready()
        self.port = self._daemon.port

    def _started(self, config: str) -> RunningDaemon:
        return RunningDaemon(self._folder, config, loaded=BY_THE_CLOCK)

    @property
    def address(self) -> str:
        """Where its page is, without a slash at the end."""
        return f"http://{self.host}:{self.port}"

    @property
    def process_id(self) -> int:
        """The number of its process."""
        return self._daemon.process.pid

    def code(self) -> list[str]:
        """The code that it has just been asked to show, as its log has it."""
        found = _CODE.search(self._daemon.wait_for_line("Pairing code"))
        assert found is not None, self._daemon.said
        return found[0].split()

    def kill(self) -> None:
        """Pull the plug."""
        self._daemon.kill()

    def stop(self) -> None:
        """Stop it in order, if it still runs; it must come to an end well."""
        if self._daemon.process.poll() is None:
            assert self._daemon.stop() == 0, self._daemon.said

    # --- asked without a page ---

    def get(self, path: str) -> Any:
        """What it answers there."""
        with urlopen(f"{self.address}/api/{path}", timeout=PATIENCE) as answer:
            return json.load(answer)

    def post(self, path: str, **wish: object) -> None:
        """Wish for something that is granted."""
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self.address}/api/{path}", json.dumps(wish).encode(), headers)
        with urlopen(request, timeout=PATIENCE) as answer:
            assert answer.status == 200

    def new_game(self, fen: str | None = None, **wish: object) -> None:
        """Begin a game and stand the pieces for it."""
        self.post("game/new", **wish, **({} if fen is None else {"fen": fen}))
        self.post("virtual/stand")


class ToldBoard(RunningBoard):
    """One whose clock stands still between the readings that it is told."""

    def _started(self, config: str) -> RunningDaemon:
        self._told = ToldDaemon(self._folder, config, is_loaded=True)
        return self._told

    def tell(self, lines: Sequence[TraceLine]) -> None:
        """Let the virtual board read what a trace says, as fast as it can be told."""
        self._told.tell(lines)
