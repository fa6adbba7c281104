"""Which serial ports may lead to a board."""

from __future__ import annotations

import asyncio
import os
import termios
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge import ports
from firmware_bridge.ports import OpenPort, PortError, ports_to_try


def port(device: str, vid: int | None) -> ListPortInfo:
    info = ListPortInfo(device)
    info.vid = vid
    return info


PLUGGED_IN = [
    port("/dev/ttyS0", None),
    port("/dev/ttyACM0", 0x1D50),
    port("/dev/ttyUSB1", 0x0403),
    port("/dev/ttyUSB0", 0x1A86),
]


def test_usb_ports_are_tried_those_with_a_board_s_chips_first() -> None:
    tried = ports_to_try("auto", lambda: PLUGGED_IN)
    assert tried == ["/dev/ttyUSB0", "/dev/ttyUSB1", "/dev/ttyACM0"]


def test_a_port_that_is_named_is_the_only_one_that_is_tried() -> None:
    assert ports_to_try("/dev/ttyS0", lambda: PLUGGED_IN) == ["/dev/ttyS0"]


def test_the_name_that_udev_gives_comes_before_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = tmp_path / "ttyUSB7"
    device.touch()
    stable = tmp_path / "pacoboard"
    stable.symlink_to(device)
    monkeypatch.setattr(ports, "STABLE_NAME", str(stable))
    listed = [*PLUGGED_IN, port(str(device), 0x1A86)]
    assert ports_to_try("auto", lambda: listed)[:2] == [str(stable), "/dev/ttyUSB0"]
    assert str(device) not in ports_to_try("auto", lambda: listed)


def test_a_port_that_is_pulled_out_while_they_are_listed_is_none() -> None:
    def listed() -> list[ListPortInfo]:
        raise TypeError("int() argument must be a string, not 'NoneType'")

    assert ports_to_try("auto", listed) == []


def refusal_of(path: str) -> str:
    async def opened() -> None:
        OpenPort(path, lambda data: None, lambda: None, lambda reason: None).close()

    with pytest.raises(PortError) as refusal:
        asyncio.run(opened())
    return str(refusal.value)


def test_a_port_that_is_pulled_out_while_it_is_opened_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def pulled_out(fd: int, queue: int) -> None:
        raise termios.error(5, "Input/output error")

    board, host = os.openpty()
    monkeypatch.setattr(termios, "tcflush", pulled_out)
    try:
        assert refusal_of(os.ttyname(host)) == "input/output error"
    finally:
        os.close(board)
        os.close(host)


@pytest.mark.parametrize("path", ["/dev/null", __file__])
def test_what_is_no_serial_port_is_said_to_be_none(path: str) -> None:
    assert refusal_of(path) == "it is no serial port"
