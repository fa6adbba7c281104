"""What a check and a calibration ask and find is said in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from board_daemon.checkup.calibrated import findings_of_calibration
from board_daemon.checkup.findings import findings_of
from board_daemon.languages.catalogs import in_language
from board_daemon.languages.language import Language
from board_daemon.languages.sentences import Sentence
from firmware_bridge.frames import SensorKind
from firmware_bridge.squares import parse_square
from tests.checkup.people import Board, Person
from tests.checkup.test_calibration import HallBoard, calibrated
from tests.checkup.test_solving import IDENTITY, swapped

B3, C3, E4, E5 = map(parse_square, ("b3", "c3", "e4", "e5"))
BOARDS: Final = (
    Board(),
    Board(joined=frozenset({B3, C3})),
    Board(dead=frozenset({E4}), dark=frozenset({E4})),
    Board(stuck=frozenset({E4}), dark=frozenset({E5})),
    Board(dark=frozenset(range(64))),
    Board(swapped(B3, E4, IDENTITY)),
    Board(kind=SensorKind.FIELD, gains={E4: 0.3, C3: -1.0}),
)
HALL_BOARDS: Final = (
    HallBoard(),
    HallBoard(dead=frozenset({E4})),
    HallBoard(gains={E4: 0.3}),
    HallBoard(noise={E4: 2.0}),
)


def all_said() -> Iterator[str]:
    for board in BOARDS:
        person = Person(board)
        yield from (finding.words for finding in findings_of(person.run()))
        yield from (ask.words for ask in person.asked)
    for hall in HALL_BOARDS:
        learned, _ = calibrated(hall)
        yield from (finding.words for finding in findings_of_calibration(learned))


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    return sorted(set(all_said()))


@pytest.mark.slow
@pytest.mark.parametrize("language", [each for each in Language if each != Language.ENGLISH])
def test_what_is_asked_and_found_is_said_in_every_language(
    sentences: list[str], language: Language
) -> None:
    assert len(sentences) > 20
    for sentence in sentences:
        assert isinstance(sentence, Sentence)
        assert in_language(sentence, language) != sentence
