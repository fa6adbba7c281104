"""How many examples the tests of wild input try: few, or as many as `PACOBOARD_FUZZ` says.

`make fuzz` tries 100,000 of each.
"""

from __future__ import annotations

import os

from hypothesis import settings

wildly = settings(max_examples=int(os.environ.get("PACOBOARD_FUZZ", "100")))
