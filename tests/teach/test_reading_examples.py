"""What is no example of the booklets is refused in one sentence."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.pieces import PieceType
from board_daemon.teach.errors import ExampleError
from board_daemon.teach.examples import PRESETS, read_examples

GOOD: dict[str, object] = {
    "id": "a-pawn",
    "title": "A pawn",
    "section": "movement",
    "piece": "pawn",
    "sources": {"english": 16, "dutch": 16},
    "sentence": "It moves.",
    "fen": "4k3/8/8/8/8/8/4P3/4K3 w 0 - - -",
    "rules": "all",
    "play": ["e2>e4"],
    "moments": [{"after": ["e2>e4"], "stands": {"e4": "P"}, "sako": "none", "status": "run"}],
    "completion": "",
}


def refusal_of(**changed: object) -> str:
    entry = {key: value for key, value in {**GOOD, **changed}.items() if value is not ...}
    with pytest.raises(ExampleError) as caught:
        read_examples(yaml.safe_dump([entry]))
    return str(caught.value)


def test_a_good_entry_is_read() -> None:
    [example] = read_examples(yaml.safe_dump([GOOD]))
    assert example.piece == PieceType.PAWN
    assert example.rules == PRESETS
    [moment] = example.moments
    assert moment.sako == frozenset()
    assert moment.paco is None
    assert moment.rules == PRESETS


@pytest.mark.parametrize("key", GOOD)
def test_a_missing_key_is_named(key: str) -> None:
    name = "1" if key == "id" else "a-pawn"
    assert refusal_of(**{key: ...}) == f"example {name}: expected the key {key}, got none"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"colour": "red"}, "example a-pawn: expected no key 'colour'"),
        ({"id": "A pawn"}, "example A pawn, id: expected a word such as pawn-union, got 'A pawn'"),
        ({"title": 3}, "example a-pawn, title: expected a text, got '3'"),
        ({"section": "moves"}, "example a-pawn, section: expected one of setting-up, movement"),
        ({"piece": "horse"}, "expected one of pawn, rook, knight, bishop, queen, king, got 'hor"),
        ({"section": "sako"}, "example a-pawn: expected no key 'piece'"),
        ({"sources": {"french": 3}}, "sources: expected a booklet (english, dutch) with its page"),
        ({"sources": {"english": "3"}}, "sources: expected a booklet (english, dutch) with its"),
        ({"sources": {}}, "sources: expected at least one booklet, got 'none'"),
        ({"rules": ["chess"]}, "rules: expected all or some of pacoplay, manual, leaflet, vchess"),
        ({"rules": []}, "rules: expected at least one ruleset, got 'none'"),
        ({"rules": "manual"}, "rules: expected a list of texts, got 'manual'"),
        ({"fen": "8/8 w"}, "example a-pawn, fen: expected a FEN of six fields"),
        ({"play": ["e4"]}, "play: expected a turn such as Ng1>f3, d4xBe5 or 0-0, got 'e4'"),
        ({"play": "e2>e4"}, "play: expected a list of texts, got 'e2>e4'"),
        ({"moments": ["e2>e4"]}, "example a-pawn, moments 1: expected keys with values, got 'e2"),
        ({"moments": [{"after": ["e2"]}]}, "moments 1, after: expected a turn such as"),
        ({"moments": [{"after": [], "turns": []}]}, "moments 1: expected no key 'turns'"),
        ({"moments": [{}]}, "example a-pawn, moments 1: expected the key after, got none"),
        (
            {"moments": [{"after": [], "illegal": {"e2>e5": None}}]},
            "moments 1, illegal: expected the reason why e2>e5 is not legal, got 'None'",
        ),
        (
            {"moments": [{"after": [], "stands": {"e9": "P"}}]},
            "moments 1, stands: expected a square from a1 to h8, got 'e9'",
        ),
        (
            {"moments": [{"after": [], "stands": {"e4": "P&Q"}}]},
            "moments 1, stands, e4: expected Q for White's, q for Black's, Q&q for a union, empty",
        ),
        (
            {"moments": [{"after": [], "sako": "nobody"}]},
            "moments 1, sako: expected one of white, black, both, none, got 'nobody'",
        ),
        (
            {"moments": [{"after": [], "status": "over"}]},
            "moments 1, status: expected one of run, place",
        ),
    ],
)
def test_bad_data_is_told_in_one_sentence(changed: dict[str, object], sentence: str) -> None:
    refusal = refusal_of(**changed)
    assert sentence in refusal
    assert "\n" not in refusal


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("- {", "examples, line 1: expected YAML, saw a mistake: "),
        ("id: a-pawn", "examples: expected a list of examples, got"),
        (
            "- id: a-pawn\n  id: a-rook",
            "examples, line 2, id, entry 1: expected this key once, saw it again",
        ),
        ("- 3", "example 1: expected keys with values, got '3'"),
        (
            "- ? [a]\n  : 3",
            "examples, line 1, entry 1: expected a word as a key, saw something else",
        ),
    ],
)
def test_a_text_that_holds_no_examples_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ExampleError) as caught:
        read_examples(text)
    assert str(caught.value).startswith(sentence)


def test_an_id_that_stands_twice_is_refused() -> None:
    with pytest.raises(ExampleError, match="expected each id once, got a-pawn 2 times"):
        read_examples(yaml.safe_dump([GOOD, deepcopy(GOOD)]))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)


@pytest.mark.slow
@given(st.sampled_from(sorted(GOOD)), VALUES)
def test_whatever_stands_under_a_key_is_read_or_refused(key: str, value: object) -> None:
    try:
        read_examples(yaml.safe_dump([{**GOOD, key: value}]))
    except PacoboardError as error:
        refusal = str(error)
    else:
        refusal = ""
    assert "\n" not in refusal


@pytest.mark.slow
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ExampleError):
        read_examples(text)
