"""What breaks down beside the table: the daemon goes on, or ends in order and says so."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NoReturn

import pytest

from board_daemon import daemon as wiring
from board_daemon.config import load_config
from board_daemon.daemon import Daemon, DaemonError
from board_daemon.game.setup import Players
from board_daemon.web.serving import PageServer


async def break_down(*_: object, **__: object) -> NoReturn:
    raise ZeroDivisionError("of our own making")


def make_daemon(folder: Path) -> Daemon:
    config = folder / "pacoboard.yaml"
    config.write_text("web: {port: 0}\narchive: {path: games.sqlite}\n")
    return Daemon(load_config(config))


def serving(daemon: Daemon, work: Callable[[], Awaitable[None]]) -> None:
    """Let something be done while a daemon serves."""

    async def all_of_it() -> None:
        is_served = asyncio.Event()
        running = asyncio.create_task(daemon.serve(lambda _: is_served.set()))
        await is_served.wait()
        try:
            await work()
            assert not running.done()
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    asyncio.run(asyncio.wait_for(all_of_it(), 30))


@pytest.mark.slow
def test_what_is_done_now_and_then_may_break_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "_EVERY", 0.0)
    daemon = make_daemon(tmp_path)

    async def work() -> None:
        mishaps = daemon.table.mishaps
        keep, retry = daemon._access.keep, daemon.table.retry
        monkeypatch.setattr(daemon._access, "keep", break_down)
        monkeypatch.setattr(daemon.table, "retry", break_down)
        while len(mishaps._present) < 2:
            await asyncio.sleep(0)
        await daemon.table.look_again()
        assert daemon.table.state()["fault"] is not None
        monkeypatch.setattr(daemon._access, "keep", keep)
        monkeypatch.setattr(daemon.table, "retry", retry)
        while mishaps.sentence is not None:
            await asyncio.sleep(0)
        await daemon.table.look_again()
        assert daemon.table.state()["fault"] is None

    serving(daemon, work)


@pytest.mark.slow
def test_a_page_that_is_served_no_more_ends_the_daemon_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def end_at_once(*_: object, **__: object) -> None:
        return None

    monkeypatch.setattr(PageServer, "serve", end_at_once)
    daemon = make_daemon(tmp_path)
    with pytest.raises(DaemonError, match="the page to be served until the end"):
        asyncio.run(asyncio.wait_for(daemon.serve(lambda _: None), 30))


@pytest.mark.slow
def test_whatever_breaks_down_at_the_end_the_rest_is_put_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon = make_daemon(tmp_path)
    port = daemon._listener.getsockname()[1]

    async def work() -> None:
        monkeypatch.setattr(daemon._access, "keep", break_down)
        monkeypatch.setattr(daemon.table, "close", break_down)
        monkeypatch.setattr(daemon._bridge, "close", break_down)

    serving(daemon, work)
    with socket.create_server(("127.0.0.1", port)):
        pass
    # The folder is free for the next one.
    again = make_daemon(tmp_path)
    asyncio.run(again._close())


@pytest.mark.slow
def test_the_watchdog_is_left_to_bite_once_the_place_in_the_record_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon = make_daemon(tmp_path)
    said: list[bool] = []

    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError("of our own making")

    async def work() -> None:
        said.append(daemon._is_well())
        monkeypatch.setattr(daemon._keeping, "name", fail)
        with pytest.raises(ZeroDivisionError):
            await daemon.table.name(Players("Ann", "Bo"))
        said.append(daemon._is_well())

    serving(daemon, work)
    assert said == [True, False]
