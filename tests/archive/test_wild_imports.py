"""Whatever is given for a game works or gets one sentence."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.archive.export import ExportFormat
from board_daemon.archive.importing import read_game
from board_daemon.rules.errors import PacoboardError
from tests.archive.test_importing import TEXTS, exported, of_record
from tests.fuzzing import wildly
from tests.rules.conformance import game_records

_SNIPPETS = (
    '{"Lift":12}', '{"Place":28}', '{"Promote":"Queen"}', '"actions"', '"timestamps"', "null",
    "1e999", "-1", '"start_fen":"', "Result: ", "1. ", "e2>e4", "0-0-0", "=Q:", "Nf3xe5",
    "Rules: pacoplay", "Start: ", "...", "\n", "\r\n", " w 0 AHah - -", "^", "/8/", "\udcff",
    "\x00",
)  # fmt: skip
_SHORT = 12
"""So many turns are enough to go wrong in."""


@cache
def texts() -> list[str]:
    """The beginnings of some games in all forms."""
    found = []
    for record in game_records()[:6]:
        game = of_record(record)
        for form in TEXTS:
            text = exported(game, form)
            if form == ExportFormat.ACTIONS:
                value = json.loads(text)
                cut = {key: value[key][: 3 * _SHORT] for key in ("actions", "timestamps")}
                found.append(json.dumps(cut))
            else:
                found.append("\n".join(text.split("\n")[:_SHORT]))
    return found


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """A game as text in which a few places were cut, doubled or written over."""
    text = draw(st.sampled_from(texts()))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        put = draw(st.sampled_from(_SNIPPETS) | st.text(max_size=4) | st.just(text[start:end] * 2))
        text = text[:start] + put + text[end:]
    return text


def json_texts() -> st.SearchStrategy[str]:
    values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_keys(), inner, max_size=4),
        max_leaves=12,
    )
    return st.dictionaries(_keys(), values, max_size=5).map(json.dumps) | values.map(json.dumps)


def _keys() -> st.SearchStrategy[str]:
    known = ("actions", "timestamps", "Lift", "Place", "Promote", "start_fen", "rules", "result")
    return st.sampled_from(known) | st.text(max_size=5)


@pytest.mark.slow
@wildly
@given(st.one_of(damaged_texts(), json_texts(), st.text()))
def test_wild_text_is_a_game_or_gets_one_sentence(text: str) -> None:
    try:
        imported = read_game(text)
    except PacoboardError as error:
        sentence = str(error)
        assert 0 < len(" ".join(sentence.split())) < 1000
        return
    # What was read can be written again.
    for form in TEXTS:
        exported(imported.game, form)
