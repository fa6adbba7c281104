"""What the daemon reads of its board before it connects to it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from board_daemon.config import load_config
from board_daemon.daemon import Daemon
from firmware_bridge.square_map import SquareMap, load_square_map


def test_the_square_map_is_read_once_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = tmp_path / "layout.yaml"
    layout.write_text("dead: [e4]\n")
    config = tmp_path / "pacoboard.yaml"
    config.write_text(
        "board: {bridge: serial, port: /dev/nowhere, layout: layout.yaml}\n"
        "web: {port: 0}\narchive: {path: games.sqlite}\n"
    )
    read: list[Path | None] = []

    def noted(build: str, layout: Path | None = None) -> SquareMap:
        read.append(layout)
        return load_square_map(build, layout)

    monkeypatch.setattr("board_daemon.boards.load_square_map", noted)

    async def start() -> None:
        serving = asyncio.create_task(Daemon(load_config(config)).serve(lambda _: None))
        await asyncio.sleep(0)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)

    asyncio.run(start())
    assert read == [layout]
