"""The tool for translators: what is new comes in empty, what has changed is to be looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_daemon.languages.catalogs import read_catalog
from board_daemon.languages.language import Language, Wording
from board_daemon.languages.sources import SourceError, page_texts
from board_daemon.languages.updating import updated, wanted_texts


def update(path: Path, **wanted: str) -> dict[str, tuple[str, bool]]:
    path.write_bytes(updated(path, Language.CZECH, wanted, "Czech"))
    return {
        str(each.context): (str(each.string), bool(each.fuzzy))
        for each in read_catalog(path)
        if each.id
    }


def translate(path: Path, english: str, czech: str) -> None:
    text = path.read_text(encoding="utf-8")
    before = f'msgid "{english}"\nmsgstr ""'
    assert before in text
    path.write_text(text.replace(before, f'msgid "{english}"\nmsgstr "{czech}"'), encoding="utf-8")


def test_what_is_new_is_empty_and_what_is_translated_stays(tmp_path: Path) -> None:
    path = tmp_path / "texts.po"
    assert update(path, yes="Yes") == {"yes": ("", False)}
    translate(path, "Yes", "Ano")
    assert update(path, yes="Yes", no="No") == {"yes": ("Ano", False), "no": ("", False)}


def test_what_has_changed_in_english_is_to_be_looked_at_again(tmp_path: Path) -> None:
    path = tmp_path / "texts.po"
    update(path, yes="Yes")
    translate(path, "Yes", "Ano")
    assert update(path, yes="Yes!") == {"yes": ("Ano", True)}
    assert "# English before: Yes\n" in path.read_text(encoding="utf-8")
    # It stays so, however often the tool is used.
    assert update(path, yes="Yes!") == {"yes": ("Ano", True)}
    assert path.read_text(encoding="utf-8").count("# English before: Yes\n") == 1


def test_the_same_english_elsewhere_is_proposed_but_to_be_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "texts.po"
    update(path, yes="Yes")
    translate(path, "Yes", "Ano")
    assert update(path, yes="Yes", sure="Yes")["sure"] == ("Ano", True)


def test_what_nobody_says_any_more_goes(tmp_path: Path) -> None:
    path = tmp_path / "texts.po"
    update(path, yes="Yes", no="No")
    assert list(update(path, no="No")) == ["no"]


def test_a_language_gets_a_text_for_each_of_its_plural_forms() -> None:
    english = {"turns.one": "{count} turn", "turns.other": "{count} turns", "long.other": "long"}
    assert wanted_texts(english, Language.CZECH) == {
        "turns.one": "{count} turn",
        "turns.few": "{count} turns",
        "turns.other": "{count} turns",
        "long.other": "long",
    }


def test_children_get_other_words_only_where_pieces_unite() -> None:
    english = {"a": "They unite.", "b": "Two unions", "c": "Nobody is united", "d": "It is over."}
    assert list(wanted_texts(english, Language.DUTCH, Wording.HUG)) == ["a", "b", "c"]


def test_a_text_of_the_page_that_cannot_be_found_is_an_error(tmp_path: Path) -> None:
    script = tmp_path / "texts.js"
    script.write_text('export const TEXTS = {\n  "a": "one",\n  "b": "two" + "three",\n};\n')
    with pytest.raises(SourceError, match="texts.js"):
        page_texts(script)
