"""The translations, as they lie in PO files: `nl/texts.po`, and `nl/hug.po` for children's words.

`msgctxt` is the key, `msgid` the English text. Babel is loaded with the first catalog: whoever only
reads English needs neither.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from board_daemon.languages.language import Language, Wording
from board_daemon.languages.sentences import Sentence, Value, Verbatim, filled, isolated

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER: Final = Path(__file__).parent
ONLY_TERMINAL: Final = "console."
"""With this begin the keys of what only a terminal says: the page does without."""

Texts = Mapping[str, str]


def catalog_path(language: Language, wording: Wording = Wording.UNITE) -> Path:
    """The PO file of a language, or of what is worded differently in it for children."""
    name = "texts" if wording == Wording.UNITE else str(wording)
    return FOLDER / language / f"{name}.po"


def read_catalog(path: Path) -> Catalog:
    """A PO file; raises OSError where there is none, `PoFileError` where it is none."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


@cache
def texts_of(language: Language, wording: Wording = Wording.UNITE) -> Texts:
    """The translated texts by their keys; what is not translated yet, or no longer, is left out."""
    path = catalog_path(language, wording)
    if not path.exists():
        return {}
    return {
        message.context: str(message.string)
        for message in read_catalog(path)
        if message.context and message.string and not message.fuzzy
    }


@cache
def texts_by_english(language: Language, keys: str) -> Texts:
    """The translated texts by the English ones, of keys that begin so."""
    if language == Language.ENGLISH:
        return {}
    texts = texts_of(language)
    return {
        str(message.id): texts[key]
        for message in read_catalog(catalog_path(language))
        if (key := message.context or "") in texts and key.startswith(keys)
    }


@cache
def page_texts(language: Language, wording: Wording) -> bytes:
    """What the page says in a language: the texts by their keys, as JSON."""
    texts = texts_of(language, wording)
    shown = {key: text for key, text in texts.items() if not key.startswith(ONLY_TERMINAL)}
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()


def in_language(text: str, language: Language) -> str:
    """A sentence in a language; the English one where it has no translation, or no key.

    In a language that is written from right to left, values are isolated as the page does it,
    except for what is copied.
    """
    if not isinstance(text, Sentence) or language == Language.ENGLISH:
        return str(text)
    texts = texts_of(language)
    translated = _text_for(text, texts, language)
    if translated is None:
        return str(text)
    values = {name: _value(value, language) for name, value in text.values.items()}
    return filled(translated, values)


def _value(value: Value, language: Language) -> Value:
    """What is filled into a sentence; names and notation keep their own direction."""
    if isinstance(value, Sentence):
        return in_language(value, language)
    if isinstance(value, Verbatim):
        return value
    is_foreign = isinstance(value, str) and value and language.is_right_to_left
    return isolated(str(value)) if is_foreign else value


def _text_for(sentence: Sentence, texts: Texts, language: Language) -> str | None:
    """The text of its key, in the form that fits the number in it."""
    count = sentence.values.get("count")
    if not isinstance(count, int):
        return texts.get(sentence.key)
    form = f"{sentence.key}.{_plural_form(count, language)}"
    return texts.get(form, texts.get(f"{sentence.key}.other", texts.get(sentence.key)))


def _plural_form(count: int, language: Language) -> str:
    from babel import Locale

    return Locale.parse(language.value).plural_form(count)
