"""When pieces were gone: what overlaps, what came first, and where."""

from __future__ import annotations

import math

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.seeing.absences import (
    Absence,
    AbsenceSet,
    Timeline,
    were_together_in_air,
)
from board_daemon.tracking.seeing.contents import Content

A1, B1, C1 = (parse_square(name) for name in ("a1", "b1", "c1"))
SHORT, LONG, AGAIN, OPEN, UNSEEN = ABSENCES = (
    Absence(A1, 1.0, 1, Content.WHITE, 2.0),
    Absence(B1, 1.5, 2, Content.BLACK, 5.0),
    Absence(A1, 4.0, 4, Content.WHITE, 6.0),
    Absence(C1, 5.5, 8, Content.UNION),
    Absence(B1, 0.5, 16, Content.UNION, 7.0, was_seen=False),
)
ALL: AbsenceSet = 0b11111


def those(wanted: AbsenceSet) -> list[Absence]:
    return Timeline(ABSENCES).those(wanted)


def test_absences_are_found_by_where_they_were() -> None:
    times = Timeline(ABSENCES)
    assert those(times.on(1 << A1)) == [SHORT, AGAIN]
    assert those(times.on(1 << A1 | 1 << C1)) == [SHORT, AGAIN, OPEN]
    assert times.on(1 << parse_square("h8")) == 0
    assert times.squares(ALL) == 1 << A1 | 1 << B1 | 1 << C1


def test_absences_are_found_by_when_they_were() -> None:
    times = Timeline(ABSENCES)
    assert those(times.left_before(1.5)) == [SHORT, UNSEEN]
    assert those(times.between(1.0, 5.0)) == [LONG]
    assert those(times.within(1.0, 5.0)) == [SHORT, LONG]
    assert those(times.begun_between(1.0, 4.0)) == [LONG]
    assert those(times.back_by(5.0)) == [SHORT, LONG]
    assert those(times.back_before(5.0)) == [SHORT]
    assert those(times.over) == [SHORT, LONG, AGAIN, UNSEEN]
    assert times.first_lift(LONG.bit | AGAIN.bit) == 1.5
    assert times.first_lift(0) == math.inf


def test_what_was_not_seen_to_go_is_not_known_to_be_over_early() -> None:
    assert those(Timeline(ABSENCES).seen_back_before(8.0)) == [SHORT, LONG, AGAIN]


def test_absences_overlap_with_a_time_only_where_it_is_known_how_long_they_were() -> None:
    times = Timeline(ABSENCES)
    assert those(times.during(1.8, 4.5)) == [SHORT, LONG, AGAIN]
    assert those(times.during(2.0, 4.0)) == [LONG]
    assert those(times.during(2.0, math.inf)) == [LONG, AGAIN]


def test_what_happened_while_a_square_was_empty_overlaps_with_one_of_the_times_it_was() -> None:
    times = Timeline(ABSENCES)
    assert those(times.while_away(A1, -math.inf)) == [SHORT, LONG, AGAIN]
    assert those(times.while_away(A1, SHORT.back)) == [LONG, AGAIN]
    assert times.while_away(C1, -math.inf) == 0, "it is still gone"


def test_two_that_overlap_were_in_the_air_together() -> None:
    times = Timeline(ABSENCES)
    assert times.overlap_each_other(SHORT.bit | LONG.bit)
    assert not times.overlap_each_other(SHORT.bit | AGAIN.bit)
    assert not times.overlap_each_other(SHORT.bit)
    assert not were_together_in_air([OPEN, UNSEEN]), "nobody knows since when"
