"""How much a search may do: counted in steps and not in time, so that answers repeat."""

from typing import Final

STATE: Final = 1
"""Looking at one state of a chain."""
OUTCOME: Final = 10
"""Making the position after a turn: so many times the work."""


class WorkDone(Exception):
    """A search has done all it may. It never leaves the function that was given a budget."""


class Work:
    """What is left of a budget."""

    __slots__ = ("left",)

    def __init__(self, budget: int) -> None:
        self.left = budget

    def spend(self, steps: int) -> None:
        """Take steps off the budget; raises `WorkDone` when there are too few."""
        self.left -= steps
        if self.left < 0:
            raise WorkDone
