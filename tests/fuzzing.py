"""How many examples the tests of wild input try: few, or as many as `PACOBOARD_FUZZ` says.

`make fuzz` tries 100,000 of each, new ones on each run.
"""

from __future__ import annotations

import os

from hypothesis import settings

_NUMBER = int(os.environ.get("PACOBOARD_FUZZ", "0"))

wildly = settings(max_examples=_NUMBER or 100, derandomize=not _NUMBER)
