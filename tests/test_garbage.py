from __future__ import annotations

import subprocess
import sys

import pytest

# What waits for the collector: a program's modules, and then one thing more.
PROGRAM = """
import gc
import board_daemon.daemon
from board_daemon.garbage import look_no_more_at_what_stays

before = len(gc.get_objects())
look_no_more_at_what_stays()
after = len(gc.get_objects())
rubbish = []
rubbish.append(rubbish)
del rubbish
print(before > 20_000, after < 1_000, gc.collect() >= 1)
"""


@pytest.mark.slow
def test_of_a_program_that_has_started_only_what_comes_later_is_looked_through() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == ["True", "True", "True"]
