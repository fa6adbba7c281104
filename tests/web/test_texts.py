"""All that people read on the page has a key, so that it can be translated as a whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from board_daemon.lights.legend import legend
from board_daemon.lights.palette import STANDARD
from board_daemon.web.app import PAGE as STATIC

SCRIPTS = sorted(path for path in STATIC.glob("*.js") if path.name != "texts.js")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"])//[^\n]*", re.DOTALL)
KEY = re.compile(r'^  "([^"]+)":', re.MULTILINE)
WORDS = re.compile(r"^\s*[A-ZŜ][a-zŝ]|[a-z]{2,}[,.…!?]? [a-z]{2,} [a-z]{2,}")
"""Like a sentence: it begins with a capital letter, or is of several words."""
NO_WORDS = {
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"),
    *("Enter", "Escape", "Content-Type", "AbortError"),
    *("Np", "Nq", "Pp", "Nb", "Rq", "Bn", "Qr", "Pn", "Kq", "Qk"),  # Two pieces.
    "Paco Ŝako",
    "There is no text “${key}”.",
    "button primary big",  # Classes.
    *(
        "English",
        "Nederlands",
        "Deutsch",
        "Français",
        "Čeština",
        "Esperanto",
    ),  # By their own names.
}


def literals(path: Path) -> list[str]:
    """The texts between quotes in a script, but for those in comments."""
    code = COMMENT.sub("", path.read_text(encoding="utf-8"))
    return [found[1] if found[1] is not None else found[2] for found in LITERAL.finditer(code)]


def keys() -> list[str]:
    return KEY.findall((STATIC / "texts.js").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_has_words_of_its_own(path: Path) -> None:
    shown = {text for text in literals(path) if WORDS.search(re.sub(r"\$\{[^}]*\}", "", text))}
    assert shown <= NO_WORDS


@pytest.mark.slow
def test_no_text_has_two_meanings_and_none_is_kept_for_nobody() -> None:
    known = keys()
    assert len(known) == len(set(known))
    used = [text for path in SCRIPTS for text in literals(path)]
    used += re.findall(r'data-text="([^"]+)"', (STATIC / "index.html").read_text(encoding="utf-8"))
    # A key may be put together: `square.${kind}`; what is counted is asked for without its form.
    patterns = {re.sub(r"\\\$\\\{.*?\\\}", ".+", re.escape(text)) for text in used}
    whole = re.compile("|".join(f"(?:{pattern})" for pattern in patterns if pattern != ".+"))
    unused = [key for key in known if not _is_asked_for(key, whole)]
    assert unused == []


def _is_asked_for(key: str, asked: re.Pattern[str]) -> bool:
    without_form = re.sub(r"\.(zero|one|two|few|many|other)$", "", key)
    return any(asked.fullmatch(each) for each in (key, without_form))


def test_every_key_that_a_script_names_is_there() -> None:
    known = set(keys())
    for path in SCRIPTS:
        code = COMMENT.sub("", path.read_text(encoding="utf-8"))
        for key in re.findall(r'\bsay\("([^"]+)"', code):
            assert key in known, (path.name, key)
        for key in re.findall(r'\bcounted\("([^"]+)"', code):
            assert f"{key}.other" in known, (path.name, key)


def test_the_help_tells_of_every_light_what_it_says_and_how_it_moves() -> None:
    meanings = [entry.meaning for entry in legend(STANDARD)]
    wanted = {f"light.{meaning}{of}" for meaning in meanings for of in ("", ".motion")}
    assert wanted == {key for key in keys() if key.startswith("light.")}
    assert set(meanings) <= set(literals(STATIC / "help.js"))
