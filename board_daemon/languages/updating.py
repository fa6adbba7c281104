"""Bringing the PO files up to date with the English texts: a translator sees what is new."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from board_daemon.languages.catalogs import ONLY_TERMINAL, catalog_path, read_catalog
from board_daemon.languages.language import Language, Wording
from board_daemon.languages.sources import counted_keys, english_texts

REWORDED: Final = re.compile(r"\bunit(e|es|ed|ing)\b|\bunions?\b|embrac", re.IGNORECASE)
"""What English texts say that are worded differently for children."""

_BEFORE: Final = "English before:"
_WIDTH: Final = 100
_COUNTED_UP_TO: Final = 1000
_HEADER: Final = r"""# What pacoboard says: {name}.
# msgctxt is the key, msgid the English text, msgstr the translation. `make texts` adds what is new.
# What is marked fuzzy is not shown: its English has changed, or it only stands like this elsewhere.
msgid ""
msgstr ""
"Language: {language}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


def wanted_texts(
    english: Mapping[str, str], language: Language, wording: Wording = Wording.UNITE
) -> dict[str, str]:
    """The keys that a catalog is to have, with the English texts.

    Of what is counted, one for each form that the language has for whole numbers. Children's words
    are chosen on the page; a terminal does without.
    """
    if wording != Wording.UNITE:
        whole = wanted_texts(english, language)
        return {
            key: text
            for key, text in whole.items()
            if REWORDED.search(text) and not key.startswith(ONLY_TERMINAL)
        }
    counted = counted_keys(english)
    wanted: dict[str, str] = {}
    for key, text in english.items():
        base, _, form = key.rpartition(".")
        if base not in counted:
            wanted[key] = text
        elif form == "one":
            for each in plural_forms(language):
                wanted[f"{base}.{each}"] = english[f"{base}.{'one' if each == 'one' else 'other'}"]
    return wanted


@cache
def plural_forms(language: Language) -> tuple[str, ...]:
    """The forms of whole numbers in a language (CLDR), in the order in which one counts."""
    rule = Locale.parse(language.value).plural_form
    forms = dict.fromkeys(rule(count) for count in (*range(1, _COUNTED_UP_TO), 0))
    return (*(form for form in forms if form != "other"), "other")


def updated(path: Path, language: Language, wanted: Mapping[str, str], title: str) -> bytes:
    """The catalog with just the wanted texts; what has been translated so far is kept.

    A translation whose English has changed is marked fuzzy. A new text that stands in the catalog
    under another key already has the same translation, fuzzy too: somebody should look.
    """
    before = read_catalog(path) if path.exists() else None
    known = {each.context: each for each in before or () if each.id and each.context}
    by_english = {str(each.id): each for each in known.values() if each.string and not each.fuzzy}
    catalog = Catalog(charset="utf-8")
    for key, english in wanted.items():
        _add(catalog, key, english, known.get(key), by_english.get(english))
    written = io.BytesIO()
    # Babel's own header names its version and the moment: it would change without a reason.
    write_po(written, catalog, width=_WIDTH, omit_header=True)
    return _HEADER.format(name=title, language=language).encode() + written.getvalue()


def _add(
    catalog: Catalog, key: str, english: str, known: Message | None, alike: Message | None
) -> None:
    if known is not None and known.string:
        is_same = str(known.id) == english
        comments = [each for each in known.user_comments if not each.startswith(_BEFORE)]
        if not is_same:
            comments.append(f"{_BEFORE} {known.id}")
        elif known.fuzzy:
            comments = list(known.user_comments)
        flags = {"fuzzy"} if known.fuzzy or not is_same else set()
        catalog.add(english, known.string, flags=flags, context=key, user_comments=comments)
    elif alike is not None:
        catalog.add(english, alike.string, flags={"fuzzy"}, context=key)
    else:
        catalog.add(english, "", context=key)


def all_catalogs() -> list[tuple[Path, Language, Wording]]:
    """Every catalog there is to be: English needs one only where it is worded differently."""
    return [
        (catalog_path(language, wording), language, wording)
        for language in Language
        for wording in Wording
        if (language, wording) != (Language.ENGLISH, Wording.UNITE)
    ]


def update_all() -> dict[str, tuple[int, int]]:
    """Bring every catalog up to date; how many texts of each are missing, and how many fuzzy."""
    english = english_texts()
    left = {}
    for path, language, wording in all_catalogs():
        path.parent.mkdir(exist_ok=True)
        wanted = wanted_texts(english, language, wording)
        path.write_bytes(updated(path, language, wanted, title_of(language, wording)))
        messages = [message for message in read_catalog(path) if message.id]
        missing = sum(not message.string for message in messages)
        fuzzy = sum(message.fuzzy for message in messages)
        left[f"{language}/{path.name}"] = missing, fuzzy
    return left


def title_of(language: Language, wording: Wording) -> str:
    """What the head of a catalog calls it."""
    name = str(Locale.parse(language.value).english_name)
    return name if wording == Wording.UNITE else f'{name}, for children: "{wording}"'
