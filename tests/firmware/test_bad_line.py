"""Games on the emulated firmware while one byte in a hundred is flipped, lost or doubled.

2,000 turns in all; `make bench-line` plays so many on each build, and says what it took.
"""

from __future__ import annotations

import os

import pytest

from tests.firmware.bad_line import play_on_a_bad_line

pytestmark = pytest.mark.slow

TURNS = int(os.environ.get("PACOBOARD_LINE_TURNS", "1000"))


@pytest.mark.parametrize("build", ["reed-serial", "hall-serial"])
def test_no_turn_is_wrong_though_one_byte_in_a_hundred_is_spoilt(build: str) -> None:
    tally = play_on_a_bad_line(build, TURNS, bad=10)
    print(f"{build}: {tally}")
    assert tally.wrong == []
    assert tally.out_of_order == 0
    assert tally.counts["lost"] == 0
    # Not for want of a bad line.
    assert sum(tally.spoilt.values()) > 5 * TURNS
    assert tally.counts["wrong_crc"] + tally.counts["badly_coded"] > TURNS
    # Each kind often, and what host and board do about it, too.
    assert tally.spoilt.keys() == {"flipped", "dropped", "doubled"}
    assert min(tally.spoilt.values()) > TURNS
    assert tally.counts["wrong_crc"] > TURNS // 2
    assert tally.counts["badly_coded"] > TURNS // 2
    assert tally.counts["resent"] > TURNS // 2
    assert tally.counts["asked"] > 0
    assert tally.bytes_lost > 0
