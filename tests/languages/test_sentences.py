"""Sentences that know their key: English to whoever reads them, and other languages by request."""

from __future__ import annotations

import errno
import json
import pickle
from copy import deepcopy

import pytest

from board_daemon.languages.catalogs import in_language
from board_daemon.languages.language import Language, UnknownLanguage, language_of
from board_daemon.languages.reasons import reason_of
from board_daemon.languages.sentences import (
    Sentence,
    Verbatim,
    listed,
    said,
    said_count,
    sentence_of,
    together,
)
from board_daemon.languages.speaking import speaking, spoken, spoken_apart
from board_daemon.rules.errors import PacoboardError


def test_a_sentence_is_its_english_text_with_the_values_filled_in() -> None:
    sentence = said("line.turn", "{name} to move.", name="Ada")
    assert sentence == "Ada to move."
    assert sentence.telling() == {"key": "line.turn", "values": {"name": "Ada"}}


def test_a_sentence_within_a_sentence_is_told_with_its_own_key() -> None:
    waits = said_count("storage.waiting", 3, "{count} turn waits.", "{count} turns wait.")
    whole = said("storage.problem", "{trouble}: {waiting}", trouble="The disk", waiting=waits)
    assert whole == "The disk: 3 turns wait."
    told = json.loads(json.dumps(whole.telling()))
    assert told["values"]["waiting"] == {
        "text": "3 turns wait.",
        "key": "storage.waiting",
        "values": {"count": 3},
    }


def test_a_sentence_can_be_copied_and_sent_to_another_process() -> None:
    sentence = said("line.turn", "{name} to move.", name="Ada")
    for twin in (deepcopy(sentence), pickle.loads(pickle.dumps(sentence))):
        assert twin == sentence
        assert twin.telling() == sentence.telling()


def test_an_error_keeps_the_key_of_what_it_says() -> None:
    sentence = sentence_of(PacoboardError(said("a.key", "That cannot be.")))
    assert isinstance(sentence, Sentence)
    assert sentence_of(PacoboardError("no key")) == "no key"
    assert sentence_of(PacoboardError()) == ""


def test_what_has_no_translation_is_said_in_english() -> None:
    assert in_language("Plain.", Language.DUTCH) == "Plain."
    assert in_language(said("no.such.key", "Plain {x}.", x=1), Language.DUTCH) == "Plain 1."


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "cs"}, "cs"),
        ({"LANG": "nl_NL.UTF-8", "LC_ALL": "fa_IR"}, "fa"),
        ({"LANG": "nl_NL.UTF-8", "LC_ALL": ""}, "nl"),
        ({"LANG": "nl_NL.UTF-8", "PACOBOARD_LANGUAGE": "eo"}, "eo"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
    ],
)
def test_the_terminal_speaks_the_language_of_its_environment(
    environment: dict[str, str], language: str
) -> None:
    assert language_of(environment) == language


def test_a_language_that_somebody_names_but_that_is_not_ours_is_an_error() -> None:
    with pytest.raises(UnknownLanguage, match=r"PACOBOARD_LANGUAGE: .*eo \(Esperanto\), saw 'xx'"):
        language_of({"LANG": "nl_NL.UTF-8", "PACOBOARD_LANGUAGE": "xx"})


def test_several_things_are_listed_as_each_language_does_it() -> None:
    assert listed([]) == ""
    assert listed(["a1"]) == "a1"
    assert together(["a1", "b2", "c3"]) == "a1, b2 and c3"
    assert in_language(together(["a1", "b2", "c3"]), Language.DUTCH) == "a1, b2 en c3"


def test_a_language_is_spoken_for_a_while_and_reasons_of_the_system_with_it() -> None:
    missing = reason_of(OSError(errno.ENOENT, "No such file or directory"))
    rare = reason_of(OSError(errno.EXDEV, "Invalid cross-device link"))
    with speaking(Language.DUTCH):
        assert spoken(missing) == "dat is er niet"
        assert spoken(rare) == "Invalid cross-device link"
    assert spoken(missing) == "No such file or directory"


def test_a_word_in_a_row_is_isolated_only_where_it_is_written_from_right_to_left() -> None:
    quit_word = said("console.key.quit", "quit")
    with speaking(Language.PERSIAN):
        assert spoken_apart(quit_word) == "\u2068پایان\u2069"
        # What people copy, such as the name of an exercise, has no marks that nobody sees.
        assert spoken_apart("rook-unites") == "rook-unites"
    with speaking(Language.CZECH):
        assert spoken_apart(quit_word) == "konec"


def test_what_people_copy_has_no_marks_that_nobody_sees() -> None:
    ready = said("console.run.ready", "The board is at {address}", address=Verbatim("http://pi/"))
    whole = said("console.refused", "{why}", why=ready)
    assert "http://pi/" in in_language(whole, Language.PERSIAN)
    assert "\u2068" not in in_language(whole, Language.PERSIAN)
