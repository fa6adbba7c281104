"""What `systemctl status` shows of a game."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from board_daemon.daemon import Daemon
from board_daemon.rules.squares import parse_square
from firmware_bridge.virtual_bridge import VirtualBridge
from tests.daemon.test_mishaps import make_daemon, serving


@pytest.mark.slow
def test_systemd_hears_which_turn_was_played_and_where_the_page_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", systemd.getsockname())
        daemon = make_daemon(tmp_path)

        async def work() -> None:
            await move(daemon, "e2", "e4")
            await move(daemon, "e7", "e5")
            while True:
                try:
                    heard.extend(systemd.recv(4096).decode().splitlines())
                except BlockingIOError:
                    return

        port = daemon._listener.getsockname()[1]
        serving(daemon, work)
    page = f"the board is at http://127.0.0.1:{port}/"
    assert f"STATUS=Turn 1 is played, {page}" in heard
    assert heard[-1] == f"STATUS=Turn 2 is played, {page}"


async def move(daemon: Daemon, start: str, end: str) -> None:
    bridge, table = daemon.table.bridge, daemon.table
    assert isinstance(bridge, VirtualBridge)
    played = len(table.session.turns)
    bridge.tell({parse_square(start): 0}, bridge.now() + 0.3)
    bridge.tell({parse_square(end): 1}, bridge.now() + 0.3)
    bridge.tell({}, bridge.now() + 2.0)
    while len(table.session.turns) == played:
        await table.look_again()
        await asyncio.sleep(0)
