"""The daemon starts, says what is wrong where it cannot, and stops in order."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest

from tests.daemon.playing import actions_in, check_health, game_to_play, script_for
from tests.daemon.running import PATIENCE, RunningDaemon, ToldDaemon

pytestmark = pytest.mark.slow

TRY_AGAIN = 75
NEVER_AGAIN = 2
GOING_AWAY = 1012


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_serves_and_stops_in_order_when_asked(tmp_path: Path, number: int) -> None:
    script = script_for(game_to_play(1, 4))
    with ToldDaemon(tmp_path) as daemon:
        daemon.wait_until_ready()
        with daemon.listen() as listener:
            for lines in script.lines:
                daemon.tell(lines)
            assert daemon.state()["game"]["ply"] == len(script.turns)
            assert daemon.stop(number) == 0
            assert listener.wait_for_end() == GOING_AWAY
        assert len(daemon.said) == 1
    # No log is left beside it.
    assert [path.name for path in daemon.archive.parent.iterdir()] == ["games.sqlite"]
    assert actions_in(daemon.archive, 1) == script.truth
    check_health(daemon.archive)


def test_it_stops_though_a_browser_takes_nothing(tmp_path: Path) -> None:
    with RunningDaemon(tmp_path) as daemon:
        daemon.wait_until_ready()
        with socket.create_connection(("127.0.0.1", daemon.port), timeout=PATIENCE) as silent:
            silent.sendall(
                b"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            assert silent.recv(12) == b"HTTP/1.1 101"
            assert daemon.stop() == 0


def test_a_signal_that_was_ignored_before_is_still_ignored(tmp_path: Path) -> None:
    nohup = ("sh", "-c", "trap '' HUP; exec \"$@\"", "nohup")
    with RunningDaemon(tmp_path, before=nohup) as daemon:
        daemon.wait_until_ready()
        daemon.process.send_signal(signal.SIGHUP)
        assert daemon.state()["phase"] == "settled"
        assert daemon.stop() == 0


# --- it cannot start ---


def test_a_port_that_is_taken_is_said_and_may_be_free_later(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with RunningDaemon(tmp_path, f"web: {{host: 127.0.0.1, port: {port}}}") as daemon:
            assert daemon.wait() == TRY_AGAIN
    assert daemon.said == [
        f"pacoboard: expected to serve the page on 127.0.0.1, port {port}, "
        "saw: Address already in use (--port names another one)"
    ]
    assert not daemon.archive.exists()


def test_a_second_daemon_leaves_the_games_of_the_first_alone(tmp_path: Path) -> None:
    script = script_for(game_to_play(1, 4))
    with ToldDaemon(tmp_path) as first:
        first.wait_until_ready()
        first.tell(script.lines[0])
        with RunningDaemon(tmp_path) as second:
            assert second.wait() == TRY_AGAIN
        assert len(second.said) == 1
        assert "saw another one running" in second.said[0]
        first.tell([line for lines in script.lines[1:] for line in lines])
        assert first.stop() == 0
    assert actions_in(first.archive, 1) == script.truth


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ("game: {rules: chess}", "line 2, game.rules: expected"),
        ("gmae: {}", "did you mean game?"),
        ("board: {bridge: replay, trace: nowhere.jsonl}", "nowhere.jsonl"),
    ],
)
def test_a_wrong_configuration_is_said_and_is_not_tried_again(
    tmp_path: Path, config: str, words: str
) -> None:
    with RunningDaemon(tmp_path, config) as daemon:
        assert daemon.wait() == NEVER_AGAIN
    assert len(daemon.said) == 1
    assert daemon.said[0].startswith("pacoboard: ")
    assert words in daemon.said[0]


# --- what systemd hears ---


def test_systemd_hears_that_it_is_ready_alive_and_stopping(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE)
        # The pid is known only once it runs: without one, the watchdog is for whoever is started.
        environment = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "300000"}
        with RunningDaemon(tmp_path, environment=environment) as daemon:
            daemon.wait_until_ready()
            heard = [systemd.recv(4096).decode() for _ in range(4)]
            ready = f"READY=1\nSTATUS=The board is at http://127.0.0.1:{daemon.port}/"
            assert ready in heard
            assert heard.count("WATCHDOG=1") == 3
            assert daemon.stop() == 0
        systemd.setblocking(False)
        while (message := systemd.recv(4096).decode()) == "WATCHDOG=1":
            pass
        assert message.startswith("STOPPING=1")


def test_the_daemon_leaves_no_process_behind(tmp_path: Path) -> None:
    with RunningDaemon(tmp_path) as daemon:
        daemon.wait_until_ready()
        daemon.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(daemon.process.pid, 0)
