"""Every language says everything, with the same values in it, and nothing that nobody says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from board_daemon.languages.catalogs import catalog_path, page_texts, read_catalog, texts_of
from board_daemon.languages.language import Language, Wording
from board_daemon.languages.sentences import places_of
from board_daemon.languages.sources import english_texts
from board_daemon.languages.updating import (
    all_catalogs,
    plural_forms,
    title_of,
    updated,
    wanted_texts,
)

OTHERS: Final = [language for language in Language if language != Language.ENGLISH]
CATALOGS: Final = all_catalogs()
SAME_EVERYWHERE: Final = frozenset(
    {"mark.sako", "role.sako", "role.union", "rules.vchess", "storage.now", "storage.problem"}
)
"""Names, texts that only put others together, and what is French as well."""


def names(catalog: tuple[Path, Language, Wording]) -> str:
    path, language, _ = catalog
    return f"{language}-{path.stem}"


@pytest.fixture(scope="module")
def english() -> dict[str, str]:
    return english_texts()


@pytest.mark.parametrize("catalog", CATALOGS, ids=names)
def test_a_catalog_has_just_the_texts_that_are_said_and_all_are_translated(
    catalog: tuple[Path, Language, Wording], english: dict[str, str]
) -> None:
    path, language, wording = catalog
    wanted = wanted_texts(english, language, wording)
    messages = {str(each.context): each for each in read_catalog(path) if each.id}
    advice = "`make texts` brings the catalogs up to date"
    assert set(messages) == set(wanted), advice
    assert {key: str(each.id) for key, each in messages.items()} == wanted, advice
    assert [key for key, each in messages.items() if not each.string] == []
    assert [key for key, each in messages.items() if each.fuzzy] == []


@pytest.mark.parametrize("catalog", CATALOGS, ids=names)
def test_a_translation_has_the_same_values_in_it(
    catalog: tuple[Path, Language, Wording], english: dict[str, str]
) -> None:
    path, language, wording = catalog
    wanted = wanted_texts(english, language, wording)
    wrong = {
        key: text
        for key, text in texts_of(language, wording).items()
        if places_of(text) != places_of(wanted[key])
        # "one turn" needs no number in it.
        and not (key.endswith(".one") and places_of(text) == places_of(wanted[key]) - {"count"})
    }
    assert wrong == {}


@pytest.mark.parametrize("catalog", CATALOGS, ids=names)
def test_a_translation_begins_and_ends_like_its_english(
    catalog: tuple[Path, Language, Wording], english: dict[str, str]
) -> None:
    path, language, wording = catalog
    ends = {"?": "?؟", ".": ".…", "…": "…", "!": "!", ":": ":"}
    wanted = wanted_texts(english, language, wording)
    wrong = {
        key: text
        for key, text in texts_of(language, wording).items()
        if text != text.strip(" ")
        and wanted[key] == wanted[key].strip(" ")
        or (end := ends.get(wanted[key].strip()[-1:])) is not None
        and text.strip()[-1:] not in end
    }
    assert wrong == {}


@pytest.mark.parametrize("catalog", CATALOGS, ids=names)
def test_a_catalog_is_written_as_the_tool_writes_it(
    catalog: tuple[Path, Language, Wording], english: dict[str, str]
) -> None:
    path, language, wording = catalog
    wanted = wanted_texts(english, language, wording)
    assert updated(path, language, wanted, title_of(language, wording)) == path.read_bytes()


@pytest.mark.parametrize("language", OTHERS)
def test_little_is_left_in_english(language: Language, english: dict[str, str]) -> None:
    wanted = wanted_texts(english, language)
    same = {
        key
        for key, text in texts_of(language).items()
        if text == wanted[key] and re.search(r"[a-z]{4,} [a-z]{3,}", text)
    }
    assert same - SAME_EVERYWHERE == set()


@pytest.mark.parametrize(
    ("language", "other_meaning", "where_it_is_meant"),
    [
        (Language.FRENCH, r"\btours?\b", r"\brook"),
        (Language.DUTCH, r"\bbeurt", r"your turn|take turns"),
        (Language.PERSIAN, "نوبت", r"to move|your turn|whose turn|take turns|^(White|Black)"),
        (Language.ESPERANTO, r"\bvico", r"to move|your turn|whose turn|\brows?\b|\brank"),
    ],
)
def test_a_turn_that_is_played_is_called_by_the_leaflets_word(
    language: Language, other_meaning: str, where_it_is_meant: str, english: dict[str, str]
) -> None:
    wrong = {}
    for wording in Wording:
        wanted = wanted_texts(english, language, wording)
        for key, text in texts_of(language, wording).items():
            if re.search(other_meaning, text, re.I) and not re.search(
                where_it_is_meant, wanted[key], re.I
            ):
                wrong[key] = text
    assert wrong == {}


@pytest.mark.parametrize(
    ("language", "other_word"), [(Language.GERMAN, r"\baufgabe"), (Language.CZECH, r"\búkol")]
)
def test_an_exercise_has_one_name(
    language: Language, other_word: str, english: dict[str, str]
) -> None:
    wanted = wanted_texts(english, language)
    wrong = {
        key: text
        for key, text in texts_of(language).items()
        if "exercise" in wanted[key] and re.search(other_word, text, re.I)
    }
    assert wrong == {}


def test_french_says_to_the_white_ones_whose_turn_it_is() -> None:
    said = texts_of(Language.FRENCH)
    assert said["line.turn-w"] == "C’est aux Blancs de jouer."


@pytest.mark.parametrize("language", Language)
def test_childrens_words_differ_from_each_other_and_from_the_usual_ones(language: Language) -> None:
    hug, dance = (texts_of(language, wording) for wording in (Wording.HUG, Wording.DANCE))
    key = "step.unites"
    assert len({texts_of(language).get(key, ""), hug[key], dance[key]}) == 3


def test_what_is_counted_has_the_forms_of_each_language() -> None:
    assert plural_forms(Language.CZECH) == ("one", "few", "other")
    assert plural_forms(Language.FRENCH) == ("one", "other")
    assert {"game.turns.one", "game.turns.few", "game.turns.other"} <= set(texts_of(Language.CZECH))


def test_the_page_is_not_sent_what_only_a_terminal_says() -> None:
    assert b'"console.' not in page_texts(Language.DUTCH, Wording.UNITE)
    assert b'"nav.games":' in page_texts(Language.DUTCH, Wording.UNITE)


@pytest.mark.parametrize("language", OTHERS)
def test_texts_of_a_right_to_left_language_carry_no_marks_of_direction(language: Language) -> None:
    # The page isolates what it fills in; marks in a catalog nobody sees, and nobody mends.
    marks = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
    assert not marks.search(catalog_path(language).read_text(encoding="utf-8"))
