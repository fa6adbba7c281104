"""What was worked out of earlier moments outlasts the next change."""

from __future__ import annotations

from board_daemon.tracking.explaining.effort import Effort
from board_daemon.tracking.explaining.memory import Memory


def test_what_was_worked_out_of_an_earlier_moment_is_known_after_the_next_change() -> None:
    effort = Effort()
    known = Memory(effort)
    earlier = known.of_earlier("after two changes")
    earlier.answers["which turn?"] = "e2>e4"
    known.answers["which turn?"] = "none"
    later = Memory(effort, known)
    assert later.of_earlier("after two changes") is earlier
    assert not later.answers


def test_all_is_forgotten_where_nothing_of_it_holds_any_more() -> None:
    known = Memory()
    earlier = known.of_earlier("after two changes")
    assert Memory().of_earlier("after two changes") is not earlier


def test_only_the_earlier_moments_asked_about_last_are_known() -> None:
    memory = Memory()
    first, second = memory.of_earlier(0), memory.of_earlier(1)
    for moment in range(2, 49):
        memory.of_earlier(moment)
        assert memory.of_earlier(0) is first
    assert memory.of_earlier(1) is not second
