"""The electrical rule check: each build as a netlist, looked over by skidl.

It finds what the drawings would not show: an input that nothing drives, two outputs on one line, a
part without power. `circuit` makes the netlist, so a test can spoil it and see that it is found.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import tempfile
from collections.abc import Iterator
from typing import Any, Final

from hardware.wiring.model import Build, Matrix, Muxes


@contextlib.contextmanager
def _aside() -> Iterator[None]:
    """Work in a folder that is thrown away: skidl writes its reports wherever it is imported."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


with _aside(), contextlib.redirect_stderr(io.StringIO()):
    import skidl

    skidl.logger.stop_log_file_output()
    skidl.erc_logger.stop_file_output()

_KIND: Final = skidl.Pin.types


def problems(circuit: Any) -> list[str]:
    """What skidl has against the circuit, errors and warnings, one sentence each; none if sound."""
    said: list[str] = []
    handler = _Listener(said)
    log = skidl.erc_logger
    log.addHandler(handler)
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            circuit.ERC()
    finally:
        log.removeHandler(handler)
    return said


class _Listener(logging.Handler):
    def __init__(self, said: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        if "found during" not in record.getMessage():
            self._said.append(record.getMessage())


class Netlist:
    """The parts and nets of one build, under names by which a test can spoil them."""

    def __init__(self) -> None:
        """Nothing yet but the supply's two rails."""
        self.circuit: Any = skidl.Circuit()
        self.circuit.no_files = True
        self.parts: dict[str, Any] = {}
        self.nets: dict[str, Any] = {}
        supply = self.add("supply", {"+": _KIND.PWROUT, "-": _KIND.PWROUT})
        self.join("5V", supply["+"])
        self.join("GND", supply["-"])

    def add(self, name: str, pins: dict[str, Any]) -> Any:
        """A part with these pins, each with what it does."""
        part = skidl.Part(
            name=name,
            tool=skidl.SKIDL,
            dest=skidl.TEMPLATE,
            pins=[
                skidl.Pin(num=str(number), name=pin, func=kind)
                for number, (pin, kind) in enumerate(pins.items(), start=1)
            ],
        )(circuit=self.circuit, ref=name)
        self.parts[name] = part
        return part

    def join(self, net: str, *pins: Any) -> None:
        """Put pins on a net."""
        if net not in self.nets:
            self.nets[net] = skidl.Net(net, circuit=self.circuit)
        for pin in pins:
            self.nets[net] += pin


def netlist(build: Build) -> Netlist:
    """All of a build as parts and nets."""
    made = Netlist()
    used = {pin for _, pin, _ in build.pins()}
    made.add(
        "controller",
        {
            "5V": _KIND.PWRIN,
            "GND": _KIND.PWRIN,
            **dict.fromkeys(sorted(used), _KIND.BIDIR),
        },
    )
    scanner = build.scanner
    if isinstance(scanner, Matrix):
        _add_matrix(made, scanner)
    else:
        _add_muxes(made, scanner)
    _add_strip(made, build)
    made.join("GND", made.parts["controller"]["GND"])
    if build.sensor == "hall":
        # Its converter measures against what feeds the sensors.
        made.join("5V", made.parts["controller"]["5V"])
    else:
        made.join("USB 5V", made.add("usb", {"5V": _KIND.PWROUT})["5V"])
        made.join("USB 5V", made.parts["controller"]["5V"])
    return made


def _add_matrix(made: Netlist, matrix: Matrix) -> None:
    controller = made.parts["controller"]
    for row in matrix.rows:
        made.join(f"row {row.pin}", controller[row.pin])
        for column, square in zip(matrix.columns, row.squares, strict=True):
            reed = made.add(f"reed {square}", {"1": _KIND.PASSIVE, "2": _KIND.PASSIVE})
            diode = made.add(f"diode {square}", {"A": _KIND.PASSIVE, "K": _KIND.PASSIVE})
            made.join(f"column {column}", reed["1"])
            made.join(f"between {square}", reed["2"], diode["A"])
            made.join(f"row {row.pin}", diode["K"])
    for column in matrix.columns:
        made.join(f"column {column}", controller[column])


def _add_muxes(made: Netlist, muxes: Muxes) -> None:
    controller = made.parts["controller"]
    for number, output in enumerate(muxes.outputs, start=1):
        squares = [square for run in output.squares for square in run]
        chip = made.add(
            f"mux {number}",
            {
                "VCC": _KIND.PWRIN,
                "GND": _KIND.PWRIN,
                "EN": _KIND.INPUT,
                **{f"S{line}": _KIND.INPUT for line in range(4)},
                **{f"C{channel}": _KIND.PASSIVE for channel in range(16)},
                "SIG": _KIND.PASSIVE,
            },
        )
        made.join("5V", chip["VCC"])
        made.join("GND", chip["GND"], chip["EN"])
        for line, pin in enumerate(muxes.select):
            made.join(f"select {line}", chip[f"S{line}"], controller[pin])
        made.join(f"analogue {number}", chip["SIG"], controller[output.pin])
        for channel, square in enumerate(squares):
            _add_hall(made, square, chip[f"C{channel}"])


def _add_hall(made: Netlist, square: str, channel: Any) -> None:
    sensor = made.add(
        f"hall {square}", {"VCC": _KIND.PWRIN, "GND": _KIND.PWRIN, "OUT": _KIND.OUTPUT}
    )
    capacitor = made.add(f"capacitor {square}", {"1": _KIND.PASSIVE, "2": _KIND.PASSIVE})
    made.join("5V", sensor["VCC"], capacitor["1"])
    made.join("GND", sensor["GND"], capacitor["2"])
    made.join(f"level {square}", sensor["OUT"], channel)


def _add_strip(made: Netlist, build: Build) -> None:
    strip = made.add("strip", {"5V": _KIND.PWRIN, "GND": _KIND.PWRIN, "DIN": _KIND.INPUT})
    resistor = made.add("resistor", {"1": _KIND.PASSIVE, "2": _KIND.PASSIVE})
    made.join("5V", strip["5V"])
    made.join("GND", strip["GND"])
    made.join("data at the strip", resistor["2"], strip["DIN"])
    data = made.parts["controller"][build.leds.data]
    if build.controller != "raspberry-pi":
        made.join("data", data, resistor["1"])
        return
    shifter = made.add(
        "shifter",
        {
            "VCC": _KIND.PWRIN,
            "GND": _KIND.PWRIN,
            "OE": _KIND.INPUT,
            "A": _KIND.INPUT,
            "Y": _KIND.OUTPUT,
        },
    )
    made.join("5V", shifter["VCC"])
    made.join("GND", shifter["GND"], shifter["OE"])
    made.join("data", data, shifter["A"])
    made.join("shifted data", shifter["Y"], resistor["1"])
