from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from board_daemon.service_manager import ServiceManager


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """The socket that systemd listens on."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def manager_for(listening: socket.socket, watchdog: float | None = None) -> ServiceManager:
    return ServiceManager(str(listening.getsockname()), watchdog)


def heard(listening: socket.socket) -> list[str]:
    messages = []
    while True:
        try:
            messages.append(listening.recv(4096).decode())
        except BlockingIOError:
            return messages


def test_each_message_is_one_datagram(systemd: socket.socket) -> None:
    manager = manager_for(systemd)
    manager.ready("Serving http://127.0.0.1:8064")
    manager.alive()
    manager.status("The disk is full.")
    manager.stopping()
    assert heard(systemd) == [
        "READY=1\nSTATUS=Serving http://127.0.0.1:8064",
        "WATCHDOG=1",
        "STATUS=The disk is full.",
        "STOPPING=1\nSTATUS=Stopping.",
    ]


def test_ready_needs_no_words(systemd: socket.socket) -> None:
    manager_for(systemd).ready()
    assert heard(systemd) == ["READY=1"]


def test_a_status_cannot_hold_another_message(systemd: socket.socket) -> None:
    manager_for(systemd).status("Ada\nWATCHDOG=trigger\r\n plays")
    assert heard(systemd) == ["STATUS=Ada WATCHDOG=trigger plays"]


def test_an_empty_or_endless_status_does_no_harm(systemd: socket.socket) -> None:
    manager = manager_for(systemd)
    manager.status(" \n ")
    manager.status("Ŝako " * 10_000)
    [message] = heard(systemd)
    assert len(message) < 250


def test_a_socket_may_be_abstract() -> None:
    name = f"pacoboard-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        listening.setblocking(False)
        ServiceManager.from_environment({"NOTIFY_SOCKET": f"@{name}"}).ready()
        assert heard(listening) == ["READY=1"]


def test_away_from_systemd_nothing_is_sent() -> None:
    manager = ServiceManager.from_environment({})
    assert not manager.is_listening
    assert manager.alive_every is None
    manager.ready("Serving")
    manager.status("well")
    manager.alive()
    manager.stopping()
    asyncio.run(manager.watch())


@pytest.mark.parametrize("address", ["vsock:2:1234", "notify", "\0"])
def test_an_address_of_another_kind_is_said_and_left(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    manager = ServiceManager.from_environment({"NOTIFY_SOCKET": address})
    assert not manager.is_listening
    assert "expected a path or an abstract socket" in caplog.text


@pytest.mark.parametrize("address", ["/nowhere/at/all", "/" + "x" * 300, "@" + "x" * 300, "/a\0b"])
def test_a_message_that_cannot_be_sent_is_logged_once(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    manager = ServiceManager(address)
    manager.ready()
    manager.alive()
    [record] = caplog.records
    assert record.getMessage().startswith("systemd could not be told READY=1: ")


def send_for_ever(sender: socket.socket, address: str) -> None:
    while True:
        sender.sendto(b"x", address)


@pytest.mark.slow
def test_a_full_socket_does_not_stop_the_daemon(systemd: socket.socket) -> None:
    manager = manager_for(systemd)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as noisy:
        noisy.setblocking(False)
        with pytest.raises(BlockingIOError):
            send_for_ever(noisy, systemd.getsockname())
    manager.alive()
    assert "WATCHDOG=1" not in heard(systemd)
    manager.alive()
    assert heard(systemd) == ["WATCHDOG=1"]


# --- the watchdog ---


def environment(usec: str, pid: str | None = None) -> dict[str, str]:
    named = {} if pid is None else {"WATCHDOG_PID": pid}
    return {"NOTIFY_SOCKET": "/run/systemd/notify", "WATCHDOG_USEC": usec, **named}


def test_the_watchdog_hears_of_us_three_times_in_its_time() -> None:
    for pid in (None, "", str(os.getpid())):
        assert ServiceManager.from_environment(environment("30000000", pid)).alive_every == 10.0


def test_a_watchdog_for_another_process_is_none_for_us() -> None:
    other = environment("30000000", str(os.getpid() + 1))
    assert ServiceManager.from_environment(other).alive_every is None


@pytest.mark.parametrize("usec", ["", "0", "-5", "soon", "1e6", "٣", "9" * 5000])
def test_a_time_that_is_none_is_no_watchdog(usec: str, caplog: pytest.LogCaptureFixture) -> None:
    assert ServiceManager.from_environment(environment(usec)).alive_every is None
    assert bool(caplog.records) == bool(usec)


class Night:
    """A sleep that ends by being cancelled after so many times."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if len(self.slept) == self.times:
            raise asyncio.CancelledError


async def cancelled(watch: asyncio.Task[None]) -> None:
    with pytest.raises(asyncio.CancelledError):
        await watch


def watched(manager: ServiceManager, well: list[bool]) -> Night:
    night = Night(len(well))
    answers = iter(well)

    async def main() -> None:
        await cancelled(asyncio.create_task(manager.watch(lambda: next(answers), night.sleep)))

    asyncio.run(main())
    return night


def test_the_watchdog_is_kept_content_while_all_is_well(systemd: socket.socket) -> None:
    night = watched(manager_for(systemd, watchdog=30.0), [True, True, True])
    assert night.slept == [10.0, 10.0, 10.0]
    assert heard(systemd) == ["WATCHDOG=1"] * 3


def test_the_watchdog_is_left_alone_while_something_has_stopped(
    systemd: socket.socket, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    watched(manager_for(systemd, watchdog=30.0), [True, False, False, True])
    assert heard(systemd) == ["WATCHDOG=1"] * 2
    assert len(caplog.records) == 1
