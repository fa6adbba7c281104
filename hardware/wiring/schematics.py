"""Circuit diagrams of the builds, drawn by schemdraw as SVG."""

from __future__ import annotations

import re
from typing import Final, Literal

import schemdraw
from schemdraw import elements as elm

from hardware.wiring.labels import printed_name
from hardware.wiring.model import Build, Matrix, Muxes, MuxOutput

_PITCH: Final = 2.0
"""Units between two columns or rows of the matrix."""
_MUX_PITCH: Final = 8.0
_INK: Final = "#333333"
_LONG_NUMBER: Final = re.compile(r"-?\d+\.\d{3,}")

schemdraw.use("svg")
schemdraw.svgconfig.text = "text"


def sensor_schematic(build: Build) -> str:
    """How the sensors hang on the controller."""
    scanner = build.scanner
    return _matrix(scanner) if isinstance(scanner, Matrix) else _muxes(scanner)


def power_schematic(build: Build) -> str:
    """How supply, controller and LED strip go together."""
    drawing = _drawing()
    _draw_power(drawing, build)
    return _svg(drawing)


def _drawing() -> schemdraw.Drawing:
    return schemdraw.Drawing(show=False, fontsize=11, unit=1.0, color=_INK, lw=1.2, bgcolor="white")


def _svg(drawing: schemdraw.Drawing) -> str:
    text: str = drawing.get_imagedata("svg").decode()
    return _LONG_NUMBER.sub(lambda number: f"{float(number[0]):.2f}", text).rstrip() + "\n"


# --- the matrix of reeds ---


def _matrix(matrix: Matrix) -> str:
    drawing = _drawing()
    for number, row in enumerate(matrix.rows):
        _draw_row(drawing, row.pin, number, len(matrix.columns))
        for place, square in enumerate(row.squares):
            _draw_crossing(drawing, place, number, square)
    for number, pin in enumerate(matrix.columns):
        _draw_column(drawing, pin, number, len(matrix.rows))
    return _svg(drawing)


def _draw_row(drawing: schemdraw.Drawing, pin: str, number: int, columns: int) -> None:
    y = _PITCH * number
    drawing.add(elm.Line().at((-1, y)).to((_PITCH * (columns - 0.2), y)))
    drawing.add(elm.Tag(width=1.5).at((-1, y)).left().label(printed_name(pin)))


def _draw_column(drawing: schemdraw.Drawing, pin: str, number: int, rows: int) -> None:
    x, top = _PITCH * number, _PITCH * rows + 0.2
    drawing.add(elm.Line().at((x, 0.6 * _PITCH)).to((x, top)))
    drawing.add(elm.Tag(width=1.5, height=1.2).at((x, top)).up().label(printed_name(pin)))


def _draw_crossing(drawing: schemdraw.Drawing, column: int, row: int, square: str) -> None:
    x, y = _PITCH * column, _PITCH * row
    corner = (x + 0.55 * _PITCH, y + 0.6 * _PITCH)
    drawing.add(elm.Dot(radius=0.05).at((x, corner[1])))
    drawing.add(elm.SwitchReed().at((x, corner[1])).to(corner).scale(0.5).label(square, fontsize=9))
    drawing.add(elm.Diode().at(corner).to((corner[0], y)).scale(0.5))
    drawing.add(elm.Dot(radius=0.05).at((corner[0], y)))


# --- Hall sensors behind multiplexers ---


def _muxes(muxes: Muxes) -> str:
    drawing = _drawing()
    for number, output in enumerate(muxes.outputs):
        _draw_mux(drawing, number, output, muxes.select)
    _draw_sensor(drawing, (_MUX_PITCH * (len(muxes.outputs) - 1) / 2, -5))
    return _svg(drawing)


def _draw_mux(
    drawing: schemdraw.Drawing, number: int, output: MuxOutput, select: list[str]
) -> None:
    squares = [square for run in output.squares for square in run]
    channels = [
        elm.IcPin(name=f"C{channel}", side="left", pin=square)
        for channel, square in reversed(list(enumerate(squares)))
    ]
    controls = [
        elm.IcPin(name=name, side="right", anchorname=name.lower())
        for name in ("GND", "EN", "S3", "S2", "S1", "S0", "SIG", "VCC")
    ]
    chip = drawing.add(
        elm.Ic(
            pins=channels + controls,
            size=(3.2, 9.6),
            pinspacing=0.58,
            leadlen=0.7,
        )
        .label(f"74HC4067, no. {number + 1}", "top")
        .at((_MUX_PITCH * number, 0))
        .right()
    )
    ends = {"sig": output.pin, **{f"s{i}": pin for i, pin in enumerate(select)}}
    for anchor, pin in ends.items():
        drawing.add(
            elm.Tag(width=1.3, height=0.5)
            .at(getattr(chip, anchor))
            .right()
            .label(printed_name(pin))
        )
    drawing.add(elm.Vdd().at(chip.vcc).label("5 V", fontsize=9))
    drawing.add(elm.Line().at(chip.en).toy(chip.gnd))
    drawing.add(elm.Ground().at(chip.gnd))


def _draw_sensor(drawing: schemdraw.Drawing, at: tuple[float, float]) -> None:
    """One of the 64, with the capacitor that each needs."""
    chip = drawing.add(
        elm.Ic(
            pins=[
                elm.IcPin(name="OUT", side="right", anchorname="out"),
                elm.IcPin(name="VCC", side="top", anchorname="vcc"),
                elm.IcPin(name="GND", side="bottom", anchorname="gnd"),
            ],
            size=(5, 2.2),
            label="DRV5055A3",
        )
        .at(at)
        .right()
    )
    drawing.add(elm.Vdd().at(chip.vcc).label("5 V", fontsize=9))
    drawing.add(elm.Ground().at(chip.gnd))
    drawing.add(elm.Line().at(chip.out).right().length(0.6).label("to C0 … C15", "right"))
    drawing.add(elm.Line().at(chip.vcc).left().length(3.2))
    drawing.add(elm.Capacitor().down().toy(chip.gnd).label("100 nF", "top", fontsize=9))
    drawing.add(elm.Line().right().tox(chip.gnd))


# --- power ---


def _draw_power(drawing: schemdraw.Drawing, build: Build) -> None:
    """Supply and fuse above; controller, what shifts its level, and strip from left to right."""
    is_pi = build.controller == "raspberry-pi"
    strip_x = 11.5 if is_pi else 6.8
    strip = _box(drawing, "64 × WS2812B", (strip_x, 0), left=("GND", "DIN"), top="5 V")
    supply = _box(drawing, "supply\n5 V, 4 A", (0, 4.2), right=("−", "+"))
    is_hall = build.sensor == "hall"
    brain = _box(
        drawing,
        "Raspberry Pi" if is_pi else "Arduino Nano\n(USB to the Pi)",
        (0, 0),
        right=("GND", printed_name(build.leds.data)),
        top="5 V" if is_hall else "",
    )
    signal = brain[printed_name(build.leds.data)]
    if is_hall:
        _draw_hall_power(drawing, brain["5 V"], strip_x)
    if is_pi:
        shifter = _box(
            drawing, "74AHCT125", (5.3, 0), left=("OE", "A"), right=("GND", "Y"), top="5 V"
        )
        drawing.add(elm.Line().at(signal).to(shifter["A"]))
        for pin in ("OE", "GND"):
            drawing.add(elm.Ground().at(shifter[pin]))
        drawing.add(elm.Wire("|-").at(shifter["5 V"]).to((strip_x + 1.5, 3.5)))
        drawing.add(elm.Dot(radius=0.06).at((strip_x + 1.5, 3.5)))
        signal = shifter["Y"]
    drawing.add(elm.Resistor().at(signal).to(strip["DIN"]).label("330 Ω", fontsize=9))
    drawing.add(elm.Fuse().at(supply["+"]).right().length(2).label("4 A", fontsize=9))
    drawing.add(elm.Line().tox(strip["5 V"]))
    drawing.add(elm.Line().toy(strip["5 V"]))
    drawing.add(elm.Dot(radius=0.06).at((strip_x + 1.5, 4.4)))
    drawing.add(elm.Capacitor2(polar=True).at((strip_x + 1.5, 4.4)).right().length(2))
    drawing.add(elm.Label().at((strip_x + 2.6, 5.0)).label("1000 µF", fontsize=9))
    drawing.add(elm.Ground())
    for box in (supply["−"], brain["GND"], strip["GND"]):
        drawing.add(elm.Ground().at(box))


def _draw_hall_power(
    drawing: schemdraw.Drawing, brain: tuple[float, float], strip_x: float
) -> None:
    """The supply feeds the Nano and, to the right of the strip, sensors and multiplexers."""
    sensors = _box(drawing, "   sensors", (strip_x + 4.6, 0), left=("GND",), top="5 V")
    drawing.add(elm.Ground().at(sensors["GND"]))
    rail = 2.95
    drawing.add(elm.Line().at(brain).to((brain[0], rail)))
    drawing.add(elm.Line().to((sensors["5 V"][0], rail)))
    drawing.add(elm.Line().to(sensors["5 V"]))
    drawing.add(elm.Dot(radius=0.06).at((strip_x + 1.5, rail)))


def _box(
    drawing: schemdraw.Drawing,
    name: str,
    at: tuple[float, float],
    left: tuple[str, ...] = (),
    right: tuple[str, ...] = (),
    top: str = "",
) -> dict[str, tuple[float, float]]:
    """Draw a part as a box; the answer says where its pins are."""
    sides: dict[str, Literal["left", "right", "top"]]
    sides = {**dict.fromkeys(left, "left"), **dict.fromkeys(right, "right")}
    if top:
        sides[top] = "top"
    pins = [
        elm.IcPin(name=pin, side=side, anchorname=f"pin{number}")
        for number, (pin, side) in enumerate(sides.items())
    ]
    chip = drawing.add(elm.Ic(pins=pins, size=(3, 2.2), leadlen=0.6, label=name).at(at).right())
    return {pin: tuple(chip.absanchors[f"pin{number}"]) for number, pin in enumerate(sides)}
