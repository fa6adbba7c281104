"""Hypothesis strategies: positions and actions. A failing example names its seed."""

from __future__ import annotations

from hypothesis import strategies as st

from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import (
    FIELD_NAMES,
    PACOPLAY,
    RULESETS,
    Ruleset,
    mixed_ruleset,
)
from tests.rules.playouts import random_position, scattered_position

seeds = st.integers(min_value=0, max_value=2**32 - 1)


def actions() -> st.SearchStrategy[Action]:
    """Any action at all."""
    squares = st.integers(min_value=0, max_value=63)
    return st.one_of(
        st.builds(Lift, squares), st.builds(Place, squares), st.builds(Promote, pieces())
    )


def pieces() -> st.SearchStrategy[object]:
    return st.sampled_from(PROMOTIONS)


def played_positions(max_turns: int = 60, rules: Ruleset = PACOPLAY) -> st.SearchStrategy[Position]:
    """Positions of random games that seek unions."""
    turns = st.integers(min_value=0, max_value=max_turns)
    return st.builds(random_position, seeds, turns, st.just(rules))


def scattered_positions(rules: Ruleset = PACOPLAY) -> st.SearchStrategy[Position]:
    """Positions with pieces anywhere and many unions."""
    return st.builds(scattered_position, seeds, st.just(rules))


def positions(rules: Ruleset = PACOPLAY) -> st.SearchStrategy[Position]:
    """Settled positions, of games and scattered ones; a promotion may be owed."""
    return st.one_of(played_positions(rules=rules), scattered_positions(rules))


def rulesets() -> st.SearchStrategy[Ruleset]:
    """Presets and mixtures of all that is in them."""
    return st.fixed_dictionaries(
        {"base": st.sampled_from(sorted(RULESETS))},
        optional={
            name: st.sampled_from([getattr(rules, name) for rules in RULESETS.values()])
            for name in FIELD_NAMES
        },
    ).map(mixed_ruleset)
