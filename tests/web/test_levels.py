from __future__ import annotations

import asyncio

import pytest
from starlette.requests import HTTPConnection

from board_daemon.web.levels import (
    Level,
    LevelTooLow,
    NotPaired,
    Visitor,
    check_level,
    needs,
    visitor_of,
)


def test_levels_are_ordered_by_what_they_may_and_not_by_the_alphabet() -> None:
    by_name = [Level("nobody"), Level("owner"), Level("play"), Level("watch")]
    assert sorted(by_name) == [Level.NOBODY, Level.WATCH, Level.PLAY, Level.OWNER]
    assert max(Level) is Level.OWNER
    assert min(Level.OWNER, Level.PLAY) is Level.PLAY
    assert Level.NOBODY <= Level.NOBODY < Level.WATCH
    assert not Level.OWNER <= Level.PLAY


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("needed", Level)
def test_a_level_may_all_that_lower_ones_may_and_nothing_more(level: Level, needed: Level) -> None:
    visitor = Visitor("192.168.1.50", level, device_id="00000001")
    if list(Level).index(level) >= list(Level).index(needed):
        check_level(visitor, needed)
    else:
        with pytest.raises(LevelTooLow, match=needed.value):
            check_level(visitor, needed)


def test_who_is_not_paired_is_told_to_pair() -> None:
    with pytest.raises(NotPaired, match="pair it first"):
        check_level(Visitor("192.168.1.50", Level.WATCH), Level.PLAY)


def test_without_a_guard_nobody_passes_even_where_nobody_is_enough() -> None:
    connection = HTTPConnection({"type": "http"})
    with pytest.raises(RuntimeError, match="no guard"):
        visitor_of(connection)
    with pytest.raises(RuntimeError, match="no guard"):
        asyncio.run(needs(Level.NOBODY).dependency(connection))
