"""How many examples the tests of wild input try: few, or as many as `PACOBOARD_FUZZ` says.

`make fuzz` tries 100,000 of each, new ones on each run.
"""

from __future__ import annotations

import os

from hypothesis import settings

_NUMBER = int(os.environ.get("PACOBOARD_FUZZ", "0"))

is_long_run = _NUMBER > 0


def number_of_examples(few: int, weight: int = 1) -> int:
    """How many to try: `few` in a normal run; `weight`: one takes the time of so many texts."""
    return max(few, _NUMBER // weight)


def wild(few: int, weight: int = 1) -> settings:
    """That many, the same ones on each normal run."""
    return settings(max_examples=number_of_examples(few, weight), derandomize=not is_long_run)


wildly = wild(100)
