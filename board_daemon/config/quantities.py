"""Amounts with their units: times, currents and shares of a whole."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from board_daemon.config.kinds import Kind, Refused


@dataclass(frozen=True, slots=True)
class Dimension:
    """What is measured: its units, each in terms of the one that settings are kept in."""

    noun: str
    units: Mapping[str, int]
    """How many of the smallest unit each one is, the smallest first."""
    kept_in: str
    also_read: Mapping[str, str]
    """Other spellings of the units."""


TIME: Final = Dimension(
    "a time",
    {"ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000, "days": 86_400_000},
    "s",
    {"day": "days"},
)
CURRENT: Final = Dimension("a current", {"mA": 1, "A": 1_000}, "mA", {})

_AMOUNT: Final = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)[ \t]*([^\d\s.,+-][^\d\s]*)?")


@dataclass(frozen=True, slots=True)
class Quantity(Kind):
    """A number with its unit, within limits that are part of the range."""

    dimension: Dimension
    least: str
    most: str

    @property
    def expected(self) -> str:
        """With the range, which shows how units are written."""
        return f"{self.dimension.noun} from {self.least} to {self.most}"

    def read(self, value: object) -> float:
        """In the unit that the dimension is kept in."""
        amount = self._amount(value)
        if not self._amount(self.least) <= amount <= self._amount(self.most):
            raise Refused
        return amount

    def text(self, setting: Any) -> str:
        """In the largest unit of which there is at least one."""
        return quantity_text(self.dimension, setting)

    def _amount(self, value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool):
            raise Refused("which has no unit")
        match = _AMOUNT.fullmatch(value.strip()) if isinstance(value, str) else None
        if match is None:
            raise Refused
        number, unit = match.groups()
        if unit is None:
            raise Refused("which has no unit")
        units = self.dimension.units
        unit = self.dimension.also_read.get(unit, unit)
        if unit not in units:
            raise Refused(f"whose unit is none of {', '.join(units)}")
        # Dividing last keeps 700 ms the very number that 0.7 s is.
        return float(number) * units[unit] / units[self.dimension.kept_in]


def quantity_text(dimension: Dimension, amount: float) -> str:
    """An amount as a file would say it, such as `700 ms`."""
    smallest = amount * dimension.units[dimension.kept_in]
    fitting = [unit for unit, size in dimension.units.items() if smallest >= size]
    unit = fitting[-1] if fitting else dimension.kept_in
    number = f"{smallest / dimension.units[unit]:g}"
    return "1 day" if (number, unit) == ("1", "days") else f"{number} {unit}"


@dataclass(frozen=True, slots=True)
class Share(Kind):
    """A part of a whole, as a percentage or from 0 to 1."""

    @property
    def expected(self) -> str:
        """Both ways to write it."""
        return 'a share such as "50 %" or 0.5, from 0 to 1'

    def read(self, value: object) -> float:
        """From 0 to 1."""
        share = self._share(value)
        if not 0 <= share <= 1:
            raise Refused("which is outside of it")
        return share

    def text(self, setting: Any) -> str:
        """As a percentage."""
        return f"{100 * setting:g} %"

    def _share(self, value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        match = _AMOUNT.fullmatch(value.strip()) if isinstance(value, str) else None
        if match is None:
            raise Refused
        number, unit = match.groups()
        if unit != "%":
            raise Refused("whose unit is not %" if unit else "which is a text")
        return float(number) / 100
