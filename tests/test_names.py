"""What players and devices may be called."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from board_daemon.names import LONGEST_NAME, clean_name, name_problem
from board_daemon.web.app import PAGE


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Anna \t Maria\n", "Anna Maria"),
        ("Zoe\u0308", "Zoë"),
        ("x" * 500, "x" * LONGEST_NAME),
        ("\u200b\u202e \n\x00", ""),
        ("", ""),
    ],
)
def test_a_name_is_kept_on_one_line_and_short(text: str, name: str) -> None:
    assert clean_name(text) == name


def test_a_name_cannot_turn_around_the_text_beside_it() -> None:
    assert clean_name("Ada\u202etxt\x1b[31m\nGrace") == "Adatxt[31m Grace"


# What comes together when something unseen is left out between it.
@pytest.mark.slow
@example("e\u200b\u0301")
@given(st.text(st.characters(), max_size=300))
def test_a_clean_name_is_one_short_visible_line_and_stays_as_it_is(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= LONGEST_NAME
    assert not any(unicodedata.category(char)[0] in "CZ" and char != " " for char in name)
    assert name == name.strip()
    assert clean_name(name) == name
    assert name_problem(name) is None
    name.encode("utf-8")


def test_the_page_lets_as_much_be_written() -> None:
    script = (PAGE / "names.js").read_text(encoding="utf-8")
    assert re.findall(r"LONGEST_NAME = (\d+);", script) == [str(LONGEST_NAME)]
    given = [each for path in PAGE.glob("*.js") for each in _limits(path.read_text("utf-8"))]
    assert "LONGEST_NAME" in given
    assert not {"40", "60", "100"} & set(given)


def _limits(script: str) -> list[str]:
    return re.findall(r"maxlength: (\w+)", script)
