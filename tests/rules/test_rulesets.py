from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given

from board_daemon.rules.errors import PacoboardError, RulesetError, UnknownRuleset
from board_daemon.rules.rulesets import (
    FIELD_NAMES,
    MANUAL,
    PACOPLAY,
    RULESETS,
    FreedEnPassant,
    Ruleset,
    mixed_ruleset,
    ruleset_named,
)
from tests.rules.strategies import rulesets

KNOWN = "children, children-chains, children-take-overs, leaflet, manual, pacoplay, vchess"
ANSWERS = {
    # DESIGN, section 5: pacoplay, manual, leaflet, vchess, and three steps for children.
    "two_steps": ("always", "always", "always", "once-a-file", "always", "always", "always"),
    "en_passant_from_first_rank": (False, True, True, True, True, True, True),
    "freed_en_passant": (
        "passed-square", "union-square", "passed-square", "passed-square",
        "union-square", "passed-square", "union-square",
    ),
    "carried_pawn_promoted_by": ("owner", "owner", "owner", "mover", "owner", "owner", "owner"),
    "king_unites": (False, False, False, True, False, False, False),
    "union_move_may_be_undone": (True, True, True, False, True, True, True),
    "must_answer_sako": (False, False, True, False, False, False, False),
    "repetitions_to_draw": (3, 3, 3, 3, 3, 3, 3),
    "idle_half_moves_to_draw": (100, None, None, None, None, None, None),
    "all_dancing_is_draw": (False, False, True, False, False, False, False),
    "unions_may_be_taken_over": (True, True, True, True, False, True, True),
    "freed_piece_may_take_over": (True, True, True, True, True, False, True),
}  # fmt: skip


@pytest.mark.parametrize("field", ANSWERS)
def test_presets_answer_as_the_table_says(field: str) -> None:
    presets = RULESETS.values()
    assert tuple(getattr(rules, field) for rules in presets) == ANSWERS[field]


def test_the_table_has_every_field() -> None:
    assert set(ANSWERS) == set(FIELD_NAMES) == {f.name for f in fields(Ruleset)} - {"name"}


@pytest.mark.parametrize("name", RULESETS)
def test_a_preset_is_found_by_its_name(name: str) -> None:
    assert ruleset_named(name) is RULESETS[name]
    assert mixed_ruleset({"base": name}) is RULESETS[name]


def test_a_mixture_differs_from_its_base_in_what_it_names() -> None:
    mixed = mixed_ruleset({"base": "manual", "must_answer_sako": True})
    assert mixed.must_answer_sako
    assert mixed.freed_en_passant == FreedEnPassant.UNION_SQUARE
    assert mixed.name == "manual,must_answer_sako=yes"
    assert ruleset_named(" manual , must_answer_sako = yes ") == mixed


def test_without_a_base_it_is_the_official_online_game() -> None:
    assert mixed_ruleset({"king_unites": True}).name == "pacoplay,king_unites=yes"
    assert mixed_ruleset({}) is PACOPLAY


def test_naming_what_the_base_says_anyway_changes_nothing() -> None:
    assert ruleset_named("manual,must_answer_sako=no") is MANUAL


@pytest.mark.parametrize("value", [None, "never"])
def test_a_limit_can_be_switched_off(value: object) -> None:
    mixed = mixed_ruleset({"idle_half_moves_to_draw": value})
    assert mixed.idle_half_moves_to_draw is None
    assert mixed.name == "pacoplay,idle_half_moves_to_draw=never"


@pytest.mark.slow
@given(rulesets())
def test_a_name_finds_its_ruleset_again(rules: Ruleset) -> None:
    assert ruleset_named(rules.name) == rules


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"expected a ruleset ({KNOWN}), got ''"),
        ("chess", f"expected a ruleset ({KNOWN}), got 'chess'"),
        ("manual,", "a ruleset's field and its value, such as must_answer_sako=yes, got ''"),
        ("manual,king_unites", "a ruleset's field and its value"),
        ("manual,kings=yes", "expected a field of a ruleset (two_steps, en_passant_from"),
        ("manual,name=x", "expected a field of a ruleset"),
        ("manual,king_unites=maybe", "ruleset, king_unites: expected yes or no, got 'maybe'"),
        ("manual,king_unites=yes,king_unites=no", "once, got 'king_unites' again"),
        ("manual,base=vchess", "once, got 'base' again"),
        ("manual,two_steps=twice", "two_steps: expected always or once-a-file, got 'twice'"),
        ("manual,repetitions_to_draw=1", "expected a number from 2 to 9999, or never, got 1"),
        ("manual,idle_half_moves_to_draw=many", "expected a number from 1 to 9999, or never"),
        ("manual,idle_half_moves_to_draw=\u0663", "expected a number from 1 to 9999"),
        ("x" * 10_000, "expected a ruleset"),
    ],
)
def test_a_wrong_text_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RulesetError) as caught:
        ruleset_named(text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("mixture", "sentence"),
    [
        ({"base": 7}, f"expected a ruleset ({KNOWN}), got 7"),
        ({"base": ["manual"]}, "expected a ruleset"),
        ({"must_answer_sako": 1}, "must_answer_sako: expected yes or no, got 1"),
        ({"repetitions_to_draw": True}, "expected a number from 2 to 9999, or never, got True"),
        ({"repetitions_to_draw": 2.5}, "expected a number from 2 to 9999"),
        ({"two_steps": None}, "two_steps: expected always or once-a-file, got None"),
        ({5: True}, "expected a field of a ruleset"),
    ],
)
def test_a_wrong_mapping_gets_one_sentence(mixture: dict[str, object], sentence: str) -> None:
    with pytest.raises(RulesetError, match="expected") as caught:
        mixed_ruleset(mixture)
    assert sentence in str(caught.value)


def test_an_unknown_preset_has_an_error_of_its_own() -> None:
    with pytest.raises(UnknownRuleset):
        ruleset_named("chess,king_unites=yes")
    assert issubclass(RulesetError, PacoboardError)


def test_no_message_is_longer_than_what_it_says() -> None:
    for wrong in ("x" * 10_000, 10**5000, {"x": "y" * 10_000}):
        with pytest.raises(RulesetError) as refused:
            mixed_ruleset({"repetitions_to_draw": wrong})
        assert len(str(refused.value)) < 200
