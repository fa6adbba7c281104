"""How many examples the tests of wild input try: few, or as many as `PACOBOARD_FUZZ` says.

`make fuzz` tries 100,000 of each, new ones on each run.
"""

from __future__ import annotations

import os

from hypothesis import settings

fuzz_number = int(os.environ.get("PACOBOARD_FUZZ", "0"))
"""How many examples of each kind are wished for; 0: as many as a normal run tries."""

wildly = settings(max_examples=fuzz_number or 100, derandomize=not fuzz_number)
