"""The builds of wiring.yaml, checked: pins that can do what is asked, and every square once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from firmware_bridge import yaml_text
from hardware.wiring.controllers import CONTROLLERS, Ability, Controller
from hardware.wiring.errors import WiringError
from hardware.wiring.runs import check_every_square_once, expand_run

WIRING_FILE: Final = Path(__file__).parents[1] / "wiring.yaml"

Run = Annotated[tuple[str, ...], BeforeValidator(expand_run)]
"""Written `a1-h1`, kept as its squares."""


class _Part(BaseModel):
    """Something in wiring.yaml: an unknown key is an error, and nothing changes afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class MatrixRow(_Part):
    """One row of the reed matrix: its pin, and its squares in the order of the columns."""

    pin: str
    squares: Run


class Matrix(_Part):
    """Rows driven low one at a time, columns read through diodes."""

    settle_us: int = Field(ge=1, le=1000)
    """From driving a row to reading the columns, in microseconds."""
    columns: list[str] = Field(min_length=8, max_length=8)
    rows: list[MatrixRow] = Field(min_length=8, max_length=8)

    def sensor_squares(self) -> tuple[str, ...]:
        """Return the square of each sensor; sensor = 8 * row + column."""
        return tuple(square for row in self.rows for square in row.squares)

    def pins(self) -> Iterator[tuple[str, str, Ability]]:
        """Yield what each pin is for, the pin, and what it must be able to do."""
        for number, row in enumerate(self.rows, start=1):
            yield f"row {number}", row.pin, Ability.DIGITAL
        for number, column in enumerate(self.columns, start=1):
            yield f"column {number}", column, Ability.DIGITAL


class MuxOutput(_Part):
    """One 74HC4067: the pin that reads it, and the squares of its channels C0 to C15."""

    pin: str
    squares: list[Run]


class Muxes(_Part):
    """Four 74HC4067 on common select lines."""

    settle_us: int = Field(ge=1, le=1000)
    """From selecting a channel to the first conversion, in microseconds."""
    select: list[str] = Field(min_length=4, max_length=4)
    outputs: list[MuxOutput] = Field(min_length=4, max_length=4)

    @model_validator(mode="after")
    def _sixteen_channels_each(self) -> Self:
        for number, output in enumerate(self.outputs):
            count = sum(len(run) for run in output.squares)
            if count != 16:
                raise ValueError(f"expected 16 squares for mux {number}, saw {count}")
        return self

    def sensor_squares(self) -> tuple[str, ...]:
        """Return the square of each sensor; sensor = 16 * mux + channel."""
        return tuple(square for mux in self.outputs for run in mux.squares for square in run)

    def pins(self) -> Iterator[tuple[str, str, Ability]]:
        """Yield what each pin is for, the pin, and what it must be able to do."""
        for number, pin in enumerate(self.select):
            yield f"select S{number}", pin, Ability.DIGITAL
        for number, output in enumerate(self.outputs):
            yield f"output of mux {number}", output.pin, Ability.ANALOGUE


class Hall(_Part):
    """What a reading means where nothing was calibrated."""

    zero: float = Field(ge=0, le=1023)
    """ADC steps without a magnet."""
    millitesla_per_step: float = Field(gt=0, le=1)
    threshold: float | None = Field(default=None, gt=0, le=100)
    """Millitesla, of either pole, from which somebody stands there; none: the field is told."""


class Leds(_Part):
    """The strip: its data pin, and the squares in the order of the strip."""

    data: str
    runs: list[Run]

    @property
    def squares(self) -> tuple[str, ...]:
        """The square over each LED."""
        return tuple(square for run in self.runs for square in run)


class Build(_Part):
    """One way to build the board."""

    title: str
    controller: Literal["arduino-nano", "raspberry-pi"]
    sensor: Literal["reed", "hall"]
    matrix: Matrix | None = None
    muxes: Muxes | None = None
    hall: Hall | None = None
    leds: Leds

    @model_validator(mode="after")
    def _can_be_built(self) -> Self:
        self._check_sensors_fit_their_kind()
        self._check_pins()
        check_every_square_once(self.sensor_squares, "sensor")
        check_every_square_once(self.leds.squares, "LED")
        return self

    @property
    def board(self) -> Controller:
        """The controller with its pins."""
        return CONTROLLERS[self.controller]

    @property
    def scanner(self) -> Matrix | Muxes:
        """What reads the sensors: the matrix of a reed build, the muxes of a Hall build."""
        scanner = self.matrix or self.muxes
        assert scanner is not None, "the validator lets no build pass without one"
        return scanner

    @property
    def sensor_squares(self) -> tuple[str, ...]:
        """The square over each sensor, in the order of the wiring."""
        return self.scanner.sensor_squares()

    def pins(self) -> Iterator[tuple[str, str, Ability]]:
        """Yield what each pin is for, the pin, and what it must be able to do."""
        yield from self.scanner.pins()
        yield "LED data", self.leds.data, Ability.LED_STRIP

    def _check_sensors_fit_their_kind(self) -> None:
        wanted = {"matrix"} if self.sensor == "reed" else {"muxes", "hall"}
        seen = {name for name in ("matrix", "muxes", "hall") if getattr(self, name) is not None}
        if seen != wanted:
            raise ValueError(
                f"expected {' and '.join(sorted(wanted))} for sensor {self.sensor}, "
                f"saw {' and '.join(sorted(seen)) or 'neither'}"
            )
        if self.sensor == "hall" and self.controller == "raspberry-pi":
            raise ValueError("expected a controller with analogue inputs for sensor hall")

    def _check_pins(self) -> None:
        used: dict[str, str] = {}
        for use, pin, ability in self.pins():
            if pin in self.board.taken:
                raise ValueError(f"{use}: {pin} cannot be used, {self.board.taken[pin]}")
            if pin not in self.board.abilities:
                raise ValueError(f"{use}: expected a pin of the {self.board.title}, saw {pin}")
            if ability not in self.board.abilities[pin]:
                raise ValueError(f"{use}: {pin} cannot be used as {ability}")
            if pin in used:
                raise ValueError(f"{use}: {pin} is already used for {used[pin]}")
            used[pin] = use


class Wiring(_Part):
    """All builds by name."""

    builds: dict[str, Build]


def load_wiring(path: Path = WIRING_FILE) -> Wiring:
    """Read and check a wiring file; raise WiringError naming the place and what was expected."""
    try:
        root = yaml_text.compose(path.read_text(encoding="utf-8"))
        return Wiring.model_validate(yaml_text.value_of(root))
    except OSError as error:
        raise WiringError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise WiringError(f"{path.name}: expected UTF-8, saw other bytes") from None
    except yaml_text.TextProblem as found:
        raise WiringError(found.sentence(path.name)) from None
    except ValidationError as error:
        problems = "; ".join(_describe(problem, root) for problem in error.errors())
        raise WiringError(f"{path.name}, {problems}") from None


def _describe(problem: object, root: yaml_text.Root) -> str:
    assert isinstance(problem, dict)
    path: yaml_text.Path = problem["loc"]
    lines = (yaml_text.line_of(root, path[:n]) for n in range(len(path), -1, -1))
    line = next((line for line in lines if line is not None), 1)
    place = ".".join(str(step) for step in path)
    return f"line {line}, {place}: {problem['msg'].removeprefix('Value error, ')}"
