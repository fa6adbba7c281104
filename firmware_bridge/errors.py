"""What can go wrong on the wire; every message says what was expected and what was seen."""

from __future__ import annotations


class BridgeError(Exception):
    """The root of all errors of this package."""


class SquareNameError(BridgeError):
    """A text does not name a square from a1 to h8, or a number does not stand for one."""


class JsonLineError(BridgeError):
    """A line of text is not one well-formed JSON object of ours."""


class TraceFileError(BridgeError):
    """A trace cannot be opened."""


class TraceError(BridgeError, ValueError):
    """A line of a sensor trace is not what it should be."""

    def __init__(self, line_number: int, problem: str) -> None:
        super().__init__(line_number, problem)
        self.line_number = line_number
        """Which line, counted from 1, blank ones too."""
        self.problem = problem
        """What was expected and what was seen."""

    def __str__(self) -> str:
        return f"line {self.line_number}: {self.problem}"
