"""Which serial ports may lead to a board."""

from __future__ import annotations

from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge import ports
from firmware_bridge.ports import ports_to_try


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
