from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.rules.errors import FenError, NotationError
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.notation import format_turn, parse_turn
from board_daemon.rules.position import Position
from tests.fuzzing import wildly
from tests.rules.conformance import position_records
from tests.rules.strategies import positions

_PARTS = ("0-0", "0-0-0", "=Q", "=N:", ":", ">", "x", "P", "N", "KQ", "e2", "e4", "a1", "h8", "...")


def wild_turns() -> st.SearchStrategy[str]:
    squares = st.builds("{}{}".format, st.sampled_from("abcdefghi"), st.integers(0, 9))
    parts = st.sampled_from(_PARTS) | squares
    whole = st.sampled_from(("0-0", "0-0-0", "=Q:0-0", "=R:0-0-0"))
    return st.one_of(whole, st.lists(parts, max_size=8).map("".join), st.text(max_size=12))


def given_positions() -> st.SearchStrategy[Position]:
    fens = [record["fen"] for record in position_records()]
    return st.sampled_from(fens).map(parse_fen) | positions()


def is_sentence(error: Exception) -> bool:
    return bool(str(error)) and "\n" not in str(error)


@pytest.mark.slow
@wildly
@given(given_positions(), wild_turns())
def test_wild_text_is_a_turn_or_gets_one_sentence(position: Position, text: str) -> None:
    refusal = None
    try:
        turn = parse_turn(position, text)
    except NotationError as error:
        refusal = error
    else:
        assert format_turn(position, turn) == text
    assert refusal is None or is_sentence(refusal)


@pytest.mark.slow
@wildly
@given(st.one_of(st.text(), st.text("rnbqkpRNBQKPaAcC12345678/ wb-^0123Hh", max_size=90)))
def test_wild_text_is_a_position_or_gets_one_sentence(text: str) -> None:
    refusal = None
    try:
        parse_fen(text)
    except FenError as error:
        refusal = error
    assert refusal is None or is_sentence(refusal)
