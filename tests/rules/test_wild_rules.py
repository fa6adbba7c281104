"""Any text either works or gets one sentence: FENs, turns, actions and rulesets."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.rules.actions import format_actions, parse_actions
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.notation import format_turn, parse_turn
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, RULESETS, Ruleset, ruleset_named
from board_daemon.rules.sako import sako_way
from board_daemon.rules.turns import status_of
from tests.fuzzing import wildly
from tests.rules.conformance import position_records, vchess_records
from tests.rules.playouts import random_position, random_turn
from tests.rules.strategies import rulesets, seeds

_FEN_LETTERS = "12345678pPrRnNbBqQkKaAcCdDeEfFgGhHiIjJlLmMoOsStTuUvVwWxXyYzZ_@/ ^-wb0"
_OTHERS = "\x00\n\t\u0663\u00e9\U0001f600=>x:,"
_FENS = [
    *((record["fen"], PACOPLAY.name) for record in position_records()[::5]),
    *((record["fen"], "vchess") for record in vchess_records()[::5]),
]
presets = st.sampled_from(list(RULESETS.values()))


def mutated(text: str, random: Random, letters: str = _FEN_LETTERS + _OTHERS) -> str:
    """The text with up to three typing errors: letters changed, left out, put in, fields moved."""
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(text) + 1)
        match random.randrange(4):
            case 0:
                text = text[:at] + random.choice(letters) + text[at + 1 :]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + random.choice(letters) + text[at:]
            case _:
                fields = text.split(" ")
                random.shuffle(fields) if random.random() < 0.2 else fields.reverse()
                text = " ".join(fields) if random.random() < 0.3 else text
    return text


def assert_one_sentence(error: PacoboardError) -> None:
    message = str(error)
    assert message
    assert "\n" not in message
    assert "expected" in message
    assert len(message) < 1000


def assert_position_or_error(text: str, rules: Ruleset) -> None:
    try:
        position = parse_fen(text, rules)
    except PacoboardError as error:
        assert_one_sentence(error)
        return
    # What is accepted can be written and read again, and answers what is asked of it.
    assert parse_fen(format_fen(position), rules) == position
    status_of(position)
    live_destinations(position) if position.hand is None else live_places_in_hand(position)
    if position.hand is None:
        for color in (position.to_move, position.to_move.other):
            sako_way(position, color)
    for action in legal_actions(position)[:3]:
        play(position, action)


@pytest.mark.slow
@wildly
@given(st.text(st.sampled_from(_FEN_LETTERS + _OTHERS)), rulesets())
def test_any_text_is_a_fen_or_gets_one_sentence(text: str, rules: Ruleset) -> None:
    assert_position_or_error(text, rules)


@pytest.mark.slow
@wildly
@given(st.sampled_from(_FENS), presets, st.booleans(), seeds)
def test_a_fen_with_typing_errors_works_or_gets_one_sentence(
    known: tuple[str, str], other: Ruleset, as_other: bool, seed: int
) -> None:
    fen, name = known
    rules = other if as_other else ruleset_named(name)
    assert_position_or_error(mutated(fen, Random(seed)), rules)


@pytest.mark.slow
@wildly
@given(presets, seeds, st.integers(0, 30))
def test_a_position_in_mid_turn_with_typing_errors_works_or_gets_one_sentence(
    rules: Ruleset, seed: int, turns: int
) -> None:
    random = Random(seed)
    position = random_position(seed, turns, rules)
    if not status_of(position).is_over:
        position = random.choice([at for _, at in random_turn(random, position)])
    assert_position_or_error(mutated(format_fen(position), random), rules)


@pytest.mark.slow
@wildly
@given(presets, seeds, st.integers(0, 20), st.text(max_size=12))
def test_any_text_is_a_turn_or_gets_one_sentence(
    rules: Ruleset, seed: int, turns: int, other: str
) -> None:
    random = Random(seed)
    position = random_position(seed, turns, rules)
    texts = [other]
    if not status_of(position).is_over:
        actions = [action for action, _ in random_turn(random, position)]
        letters = "abcdefgh12345678PRNBQK>x=:0-" + _OTHERS
        texts.append(mutated(format_turn(position, actions), random, letters))
        texts.append(mutated(format_actions(actions), random, "LP=QRNBabcdefgh12345678 "))
    for text in texts:
        assert_turn_or_error(position, text)
        assert_actions_or_error(position, text)


def assert_turn_or_error(position: Position, text: str) -> None:
    try:
        actions = parse_turn(position, text)
    except PacoboardError as error:
        assert_one_sentence(error)
        return
    assert format_turn(position, actions) == text


def assert_actions_or_error(position: Position, text: str) -> None:
    try:
        for action in parse_actions(text):
            position = play(position, action)
    except PacoboardError as error:
        assert_one_sentence(error)


@pytest.mark.slow
@wildly
@given(rulesets(), seeds, st.text(max_size=20))
def test_any_text_is_a_ruleset_or_gets_one_sentence(rules: Ruleset, seed: int, other: str) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz_,=-0123456789" + _OTHERS
    for text in (other, mutated(rules.name, Random(seed), letters)):
        try:
            found = ruleset_named(text)
        except PacoboardError as error:
            assert_one_sentence(error)
        else:
            assert ruleset_named(found.name) == found
