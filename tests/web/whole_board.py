"""The whole board as the daemon wires it, running in a thread of its own.

It is asked without a network, from any address, and on a real socket of this machine.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

import httpx
from fastapi import FastAPI

from board_daemon.config import Config
from board_daemon.daemon import Daemon
from board_daemon.game.lamps import Lamps
from board_daemon.game.table import Table
from board_daemon.web.access import Access
from board_daemon.web.budgets import GuardLimits
from board_daemon.web.rates import Budget
from firmware_bridge.virtual_bridge import VirtualBridge
from tests.web.playing import served

LOCAL: Final = "127.0.0.1"
STRANGER: Final = "192.168.1.66"
PATIENCE: Final = 60.0
"""Seconds after which a test gives up on an answer."""

_ENDLESS: Final = Budget(burst=10_000_000, per_second=10_000_000)
NO_LIMITS: Final = GuardLimits(
    local=_ENDLESS,
    device=_ENDLESS,
    stranger=_ENDLESS,
    all_strangers=_ENDLESS,
    messages=_ENDLESS,
)
"""No request is one too many: what a limit refuses would hide what lies behind it."""

_T = TypeVar("_T")


class Complaints(logging.Handler):
    """Collects what must not be in the log: errors, and whatever comes with a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.lines.append(self.format(record))


@dataclass
class WholeBoard:
    """One board, and everybody who asks it something."""

    daemon: Daemon
    app: FastAPI
    folder: Path
    loop: asyncio.AbstractEventLoop
    address: str
    """Of its real socket, without a scheme."""
    codes: list[str] = field(default_factory=list)
    """The codes that were shown."""
    complaints: Complaints = field(default_factory=Complaints)
    works: list[asyncio.Task[None]] = field(default_factory=list)
    """What the daemon runs beside the server."""
    me: dict[str, str] = field(default_factory=dict)
    """The headers by which an owner at this machine is known, where that is not trusted."""
    _clients: dict[str, httpx.AsyncClient] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        return self.daemon.table

    @property
    def access(self) -> Access:
        return self.daemon._access

    def wait_for(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Let the board's own thread do something."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def ask(
        self,
        method: str,
        path: str,
        *,
        client: str = LOCAL,
        headers: Mapping[str, str] | None = None,
        **options: Any,
    ) -> httpx.Response:
        """Send a request from an address of the network, without any cookie but those given."""
        if headers is None:
            headers = self.me if client == LOCAL else {}
        return self.wait_for(self._ask(method, path, client, headers, options))

    async def _ask(
        self, method: str, path: str, client: str, headers: Mapping[str, str], options: Any
    ) -> httpx.Response:
        if client not in self._clients:
            transport = httpx.ASGITransport(self.app, client=(client, 50_000))
            self._clients[client] = httpx.AsyncClient(
                transport=transport, base_url="http://127.0.0.1"
            )
        browser = self._clients[client]
        browser.cookies.clear()
        return await browser.request(method, path, headers=dict(headers), **options)

    def post(self, path: str, **wish: object) -> None:
        """Wish for something on this machine that is granted."""
        answer = self.ask("POST", f"/api/{path}", json=wish)
        assert answer.status_code == 200, answer.text

    def import_text(self, text: bytes) -> None:
        """Take a game into the archive."""
        headers = {"Content-Type": "text/plain", **self.me}
        answer = self.ask("POST", "/api/games/import", content=text, headers=headers)
        assert answer.status_code == 200, answer.text

    def state(self) -> dict[str, Any]:
        value: dict[str, Any] = self.ask("GET", "/api/state").json()
        return value

    def pair(self, level: str, client: str, name: str = "Tablet") -> dict[str, str]:
        """Pair a device; the headers by which it is known from then on."""
        started = self.ask("POST", "/api/pair/start", json={"level": level}, client=client)
        assert started.status_code == 200, started.text
        cookies = "; ".join(f"{key}={value}" for key, value in started.cookies.items())
        entered = {"code": self.codes[-1].split(), "name": name}
        paired = self.ask(
            "POST", "/api/pair", json=entered, client=client, headers={"Cookie": cookies}
        )
        assert paired.status_code == 200, paired.text
        return {"Cookie": f"pacoboard_session={paired.cookies['pacoboard_session']}"}

    def play_a_turn(self) -> None:
        """Whatever was done to the board, a game can be played on it."""
        self.post("game/new", rules="pacoplay")
        self.post("virtual/stand")
        self.let_time_pass()
        before = self.state()
        assert (before["phase"], before["fix"]) == ("settled", []), before["phase"]
        self.post("virtual/act", deed="lift", square="e2")
        self.post("virtual/act", deed="drop", square="e4")
        self.let_time_pass()
        after = self.state()
        assert [turn["notation"] for turn in after["turns"]] == ["e2>e4"]
        number = after["game"]["id"]
        kept = self.ask("GET", f"/api/games/{number}").json()
        assert [turn["notation"] for turn in kept["turns"]] == ["e2>e4"]

    def let_time_pass(self, seconds: float = 5.0) -> None:
        """Let the board's time go on, and the hands lie still."""
        self.bridge.skip_to(self.bridge.now() + seconds)
        self.wait_for(self.table.look_again())

    @property
    def bridge(self) -> VirtualBridge:
        bridge = self.daemon._bridge
        assert isinstance(bridge, VirtualBridge)
        return bridge

    def check_health(self) -> None:
        """Nothing was complained of, and nothing that must go on has ended."""
        self.wait_for(_breathe())
        gc.collect()
        assert not self.complaints.lines, "\n".join(self.complaints.lines)
        assert not any(work.done() for work in self.works)


async def _breathe() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@contextmanager
def whole_board(
    folder: Path, limits: GuardLimits = NO_LIMITS, **sections: Mapping[str, object]
) -> Iterator[WholeBoard]:
    """A board that runs as long as this lasts; `sections`: of the configuration."""
    # What was there before is not looked through for what this board has left behind.
    gc.freeze()
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    up, over = threading.Event(), asyncio.Event()
    found: list[WholeBoard] = []

    async def run() -> None:
        async with _running(folder, limits, sections) as board:
            board.complaints = complaints
            found.append(board)
            up.set()
            await over.wait()

    def in_thread() -> None:
        try:
            asyncio.run(run())
        finally:
            up.set()

    thread = threading.Thread(target=in_thread, name="whole board")
    thread.start()
    try:
        assert up.wait(PATIENCE)
        (board,) = found
        yield board
    finally:
        if found:
            found[0].loop.call_soon_threadsafe(over.set)
        thread.join(PATIENCE)
        logging.getLogger().removeHandler(complaints)


@asynccontextmanager
async def _running(
    folder: Path, limits: GuardLimits, sections: Mapping[str, Mapping[str, object]]
) -> AsyncIterator[WholeBoard]:
    archive = {"path": str(folder / "games.sqlite")}
    web = {"port": 0, **sections.get("web", {})}
    config = Config.model_validate({**sections, "archive": archive, "web": web})
    daemon = Daemon(config)
    await daemon.set_up()
    app = daemon._app(limits)
    async with asyncio.TaskGroup() as tasks:
        lamps = Lamps(daemon.table, daemon._lights_now)
        seat = daemon._seat.run()
        works = [
            tasks.create_task(work)
            for work in (daemon.table.run(), lamps.run(), daemon._keep_up(), seat)
        ]
        async with served(app) as address:
            board = WholeBoard(daemon, app, folder, asyncio.get_running_loop(), address)
            board.works = works
            daemon._access._announce = lambda line: board.codes.append(line.split(": ")[1])
            yield board
        for work in works:
            work.cancel()
    await daemon._close()


def archive_content(board: WholeBoard) -> str:
    """All that is in the archive, as a text that can be compared."""
    page = board.ask("GET", "/api/games").json()
    games = [board.ask("GET", f"/api/games/{game['id']}").json() for game in page["games"]]
    return json.dumps([page, games], sort_keys=True)
