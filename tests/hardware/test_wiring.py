"""wiring.yaml: what cannot be built is refused by name, and what is made from it follows it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from hardware.wiring.__main__ import main
from hardware.wiring.errors import WiringError
from hardware.wiring.headers import build_number, firmware_header
from hardware.wiring.model import WIRING_FILE, load_wiring
from hardware.wiring.runs import expand_run
from hardware.wiring.square_maps import square_map

SHIPPED = WIRING_FILE.read_text(encoding="utf-8")
BUILDS = ["reed-serial", "hall-serial", "reed-gpio"]


def write(folder: Path, old: str, new: str) -> Path:
    """The shipped wiring with its first `old` replaced."""
    assert old in SHIPPED
    path = folder / "wiring.yaml"
    path.write_text(SHIPPED.replace(old, new, 1), encoding="utf-8")
    return path


def test_the_three_builds_are_there() -> None:
    assert list(load_wiring().builds) == BUILDS


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("pin: PD2,", "pin: PD3,", "row 2: PD3 is already used for row 1"),
        ("data: PB4", "data: PB2", "LED data: PB2 is already used for column 1"),
        ("pin: PD2,", "pin: PD0,", "row 1: PD0 cannot be used, the UART receives on it"),
        ("pin: PD2,", "pin: PC6,", "row 1: PC6 cannot be used, it is the reset"),
        ("pin: PD2,", "pin: PB7,", "row 1: PB7 cannot be used, the crystal is on it"),
        ("pin: PD2,", "pin: PE1,", "row 1: expected a pin of the Arduino Nano"),
        ("pin: PD2,", "pin: ADC6,", "row 1: ADC6 cannot be used as digital input or output"),
        ("pin: PC0,", "pin: PB0,", "output of mux 0: PB0 cannot be used as analogue input"),
        ("GPIO12,", "GPIO14,", "column 1: GPIO14 cannot be used, it is kept for the UART"),
        ("data: GPIO10", "data: GPIO12", "LED data: GPIO12 is already used for column 1"),
        ("data: GPIO10", "data: GPIO16", "LED data: GPIO16 cannot be used as LED strip data"),
        ("a1-h1}", "a2-h2}", "no sensor for a1, b1, c1, d1, e1, f1, g1, h1 and more than one for"),
        ("a1-h1}", "a1-g1}", "no sensor for h1"),
        ("[a1-h1, h2-a2,", "[a1-h1, h1-a1,", "expected one LED for each square, saw no LED for a2"),
        ("a1-h1}", "a1-h2}", "expected a run along one rank or one file, saw 'a1-h2'"),
        ("a1-h1}", "a1-i1}", "expected a run of squares like a1-h1, saw 'a1-i1'"),
        (
            "settle_us: 20 ",
            "settle_us: 0 ",
            "settle_us: Input should be greater than or equal to 1",
        ),
        ("sensor: reed", "sensor: hall", "expected hall and muxes for sensor hall, saw matrix"),
        ("controller: arduino-nano", "controller: abacus", "reed-serial.controller"),
        ("title:", "tittle:", "reed-serial.tittle: Extra inputs are not permitted"),
        ("[PD2, PD3, PD4, PD5]   #", "[PD2, PD3, PD4]   #", "at least 4 items"),
        ("builds:", "builds: [", "expected YAML, saw a mistake"),
        (
            "title:",
            "title: Twice\n    title:",
            "wiring.yaml, line 15, builds.reed-serial.title: expected this key once, saw it again "
            "(first on line 14)",
        ),
        ("data: PB4 ", "data: [PB4]", "wiring.yaml, line 31, builds.reed-serial.leds.data: Input"),
    ],
)
def test_a_board_that_cannot_be_built_is_refused_with_the_reason(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    with pytest.raises(WiringError) as refusal:
        load_wiring(write(tmp_path, old, new))
    assert problem in str(refusal.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match="cannot read .*nowhere"):
        load_wiring(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("run", "squares"),
    [("a1-c1", "a1 b1 c1"), ("c2-a2", "c2 b2 a2"), ("e4-e2", "e4 e3 e2"), ("d5-d5", "d5")],
)
def test_a_run_names_its_squares_in_order(run: str, squares: str) -> None:
    assert expand_run(run) == tuple(squares.split())


@pytest.mark.parametrize("name", BUILDS)
def test_a_square_map_names_every_square_once(name: str) -> None:
    build = load_wiring().builds[name]
    data = yaml.safe_load(square_map(name, build))
    assert data["build"] == name
    assert len(set(data["sensors"])) == len(set(data["leds"])) == 64
    assert data["leds"][:10] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "h2", "g2"]
    assert ("hall" in data) == (build.sensor == "hall")
    assert ("gpio" in data) == (build.controller == "raspberry-pi")


def test_the_hall_builds_channels_go_up_two_ranks_for_each_mux() -> None:
    sensors = load_wiring().builds["hall-serial"].sensor_squares
    assert (sensors[0], sensors[15], sensors[16], sensors[63]) == ("a1", "h2", "a3", "h8")


def test_the_header_names_the_pins_as_the_firmware_wants_them() -> None:
    header = firmware_header("reed-serial", load_wiring().builds["reed-serial"])
    assert '#define BOARD_NAME "reed-serial"\n' in header
    assert "#define LED_DATA B, 4\n" in header
    assert "#define LED_CORNERS 0, 7, 56, 63\n" in header
    assert "#define MATRIX_ROWS(USE) USE(D, 2) USE(D, 3)" in header


def test_another_wiring_is_another_build_number(tmp_path: Path) -> None:
    moved = load_wiring(write(tmp_path, "pin: PC0, ", "pin: ADC6, ")).builds["hall-serial"]
    renamed = load_wiring(write(tmp_path, "title: Linear", "title: Best")).builds["hall-serial"]
    here = load_wiring().builds["hall-serial"]
    assert build_number(moved) != build_number(here)
    assert build_number(renamed) == build_number(here)


def test_a_name_too_long_for_hello_is_refused() -> None:
    with pytest.raises(WiringError, match="at most 24"):
        firmware_header("x" * 25, load_wiring().builds["reed-serial"])


@pytest.mark.slow
def test_check_names_what_is_stale_and_writing_mends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The electrical check takes seconds and has its own tests.
    monkeypatch.setattr("hardware.wiring.__main__._check_electrically", lambda wiring: False)
    wiring = str(write(tmp_path, "settle_us: 20 ", "settle_us: 25 "))
    assert main(["--wiring", wiring, "--root", str(tmp_path)]) == 0
    assert main(["--check", "--wiring", wiring, "--root", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["--check", "--root", str(tmp_path)]) == 1
    assert "hardware/firmware/generated/reed_serial.h is stale" in capsys.readouterr().err
    assert "MATRIX_SETTLE_US 25" in (
        tmp_path / "hardware/firmware/generated/reed_serial.h"
    ).read_text(encoding="utf-8")


def test_a_bad_wiring_is_said_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wiring = write(tmp_path, "pin: PD2,", "pin: PD3,")
    assert main(["--wiring", str(wiring), "--root", str(tmp_path)]) == 2
    assert "PD3 is already used" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["wiring.yaml"]
