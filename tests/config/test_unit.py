"""The systemd unit, read as text: it fits the script that installs it and the bridges to come."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "config"
UNIT = FOLDER / "pacoboard.service"

Unit = dict[str, dict[str, list[str]]]


@pytest.fixture(scope="module")
def unit() -> Unit:
    """Section, key, values; systemd lets a key stand more than once."""
    sections: Unit = {}
    section = ""
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading[1]
            sections[section] = defaultdict(list)
            continue
        assignment = re.fullmatch(r"([A-Z]\w+)=(.*)", line)
        assert assignment, f"expected KEY=VALUE, saw {line!r}"
        sections[section][assignment[1]].append(assignment[2])
    return sections


def script_says(name: str) -> str:
    found = re.search(rf"^{name}=(.+)$", (FOLDER / "install.sh").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def test_a_unit_has_its_three_sections(unit: Unit) -> None:
    assert list(unit) == ["Unit", "Service", "Install"]


def test_it_starts_what_the_script_installs(unit: Unit) -> None:
    program, configuration = script_says("PROGRAM"), script_says("CONFIGURATION")
    command = f"{program}/bin/pacoboard run --config {configuration}"
    assert unit["Service"]["ExecStart"] == [command]
    assert script_says("UNIT").endswith(f"/{UNIT.name}")


def test_it_runs_as_the_user_that_the_script_makes(unit: Unit) -> None:
    assert unit["Service"]["User"] == unit["Service"]["Group"] == [script_says("NAME")]


def test_the_state_directory_is_the_data_folder(unit: Unit) -> None:
    [base] = [value.removeprefix("XDG_DATA_HOME=") for value in unit["Service"]["Environment"]]
    assert f"{base}/{unit['Service']['StateDirectory'][0]}" == script_says("STATE")


def test_it_works_where_it_may_write(unit: Unit) -> None:
    # lgpio, which drives the pins, keeps a pipe in the working folder and fails where it cannot.
    assert unit["Service"]["WorkingDirectory"] == [script_says("STATE")]


def test_systemd_is_told_and_watches(unit: Unit) -> None:
    service = unit["Service"]
    assert service["Type"] == ["notify"]
    assert int(service["WatchdogSec"][0]) > 0
    assert service["Restart"] == ["on-failure"]
    assert unit["Install"]["WantedBy"] == ["multi-user.target"]


def test_an_orderly_end_is_no_failure(unit: Unit) -> None:
    assert unit["Service"]["SuccessExitStatus"] == ["143"]


def test_it_keeps_trying_unless_the_configuration_is_wrong(unit: Unit) -> None:
    assert unit["Unit"]["StartLimitIntervalSec"] == ["0"]
    assert unit["Service"]["RestartPreventExitStatus"] == ["2"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("PrivateTmp", "yes"),
        ("NoNewPrivileges", "yes"),
        ("CapabilityBoundingSet", ""),
        ("RestrictAddressFamilies", "AF_UNIX AF_INET AF_INET6"),
        ("MemoryDenyWriteExecute", "yes"),
        ("UMask", "0077"),
    ],
)
def test_it_may_do_no_more_than_it_must(unit: Unit, key: str, value: str) -> None:
    assert unit["Service"][key] == [value]


def test_boards_on_pins_and_on_serial_ports_can_be_reached(unit: Unit) -> None:
    service = unit["Service"]
    assert "PrivateDevices" not in service
    # A Pi is told from other machines by files that this would hide.
    assert "ProcSubset" not in service
    allowed = " ".join(service["DeviceAllow"])
    for device in ("ttyACM", "ttyUSB", "ttyAMA", "gpiochip", "spi"):
        assert f"char-{device} rw" in allowed
    # What times the strip of a Pi 5.
    assert "/dev/pio0 rw" in service["DeviceAllow"]
    rules = (FOLDER / "60-pacoboard.rules").read_text("utf-8").splitlines()
    beyond_ports = rules.index('SUBSYSTEM!="tty", GOTO="pacoboard_end"')
    assert 'SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"' in rules[:beyond_ports]
