"""What it says that play went on after a question, and nobody was felt to answer."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import parse_square, square_set
from board_daemon.tracking.asking.unanswered import less_likely_unanswered
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.asking.test_questions import lines, question, turn_of

SETTINGS = TrackerSettings()
D4, G4 = parse_square("d4"), parse_square("g4")


def less_likely(after: float, *bad: str) -> dict[Line, Line]:
    """The lines that are less likely as the king is lifted so many seconds after the question."""
    asked = question()
    changes = [Sighting(0.0, G4, Content.WHITE)] * asked.index
    changes.append(Sighting(asked.t + after, parse_square("c7"), Content.EMPTY))
    known = square_set(parse_square(name) for name in bad)
    return less_likely_unanswered(asked, lines(), changes, known, SETTINGS)


def by_d4(line: Line) -> bool:
    return bool(turn_of(line).entered >> D4 & 1)


def test_who_was_not_felt_where_he_would_have_been_has_rather_answered_unfelt() -> None:
    # Where she has gone by herself, nobody feels her touched on g4.
    found = less_likely(5.0, "g4")
    assert {turn_of(line).actions for line in found} == {
        turn_of(line).actions for line in lines() if by_d4(line)
    }
    assert all(later.doubt == line.doubt + SETTINGS.ignored for line, later in found.items())


@pytest.mark.parametrize("bad", [(), ("g4", "d4", "h4")])
def test_it_says_nothing_where_all_are_felt_alike(bad: tuple[str, ...]) -> None:
    assert less_likely(5.0, *bad) == {}


def test_it_says_nothing_where_there_was_no_time_to_answer() -> None:
    assert less_likely(SETTINGS.partial_patience - 0.1, "g4") == {}
