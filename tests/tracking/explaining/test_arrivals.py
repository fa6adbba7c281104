"""Where turns lead, worked out at once: the same as where their actions lead, one by one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings

from board_daemon.rules.actions import Action, Lift, Place, Promote, format_actions
from board_daemon.rules.chains import Chain
from board_daemon.rules.destinations import side_to_move
from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import Ruleset
from board_daemon.rules.squares import bits
from board_daemon.rules.status import Status
from board_daemon.rules.transitions import chain_promotes_on
from board_daemon.tracking.explaining.arrivals import Arrivals, arrivals_from
from board_daemon.tracking.explaining.branches import Branch, Ending, Join, steps_of
from tests.rules.playouts import scattered_position
from tests.rules.strategies import rulesets, seeds

MOST_STEPS = 12
UNFELT = Join(doubt=0.0, used=0, since=0.0, over=0.0)


def first(chain: Chain) -> Branch:
    """The bare lift."""
    return Branch(
        chain,
        chain.root,
        step=None,
        entered=0,
        used=0,
        since=0.0,
        over=0.0,
        silent=0,
        touched=0,
        lifted=0.0,
        told=0,
        doubt=0.0,
    )


def ended(branch: Branch, random: Random) -> Ending | None:
    """One of the turns in which the branch may end; None: it may end in none."""
    chain, state = branch.chain, branch.state
    exits = list(bits(chain.exits(state)))
    if chain.ends_en_passant(state):
        exits.append(chain.en_passant)
    if not exits:
        return None
    end = random.choice(exits)
    actions: tuple[Action, ...] = (Lift(chain.start), *steps_of(branch), Place(end))
    if chain_promotes_on(chain, state, 1 << end):
        actions = (*actions, Promote(random.choice(PROMOTIONS)))
    return Ending(actions, end, 0, 0, 0, is_visible=True, told=0, last=branch)


@pytest.mark.slow
@given(rulesets(), seeds, seeds)
@settings(max_examples=200)
def test_a_chain_leads_where_its_actions_lead_one_after_the_other(
    rules: Ruleset, seed: int, ways: int
) -> None:
    position, random = scattered_position(seed, rules), Random(ways)
    assume(position.phase == Status.RUN)
    side, arrivals = side_to_move(position), Arrivals(position)
    for start in bits(side.own_alone):
        if not side.may_begin_chain(start):
            continue
        branch = first(Chain(side, start))
        for _ in range(MOST_STEPS):
            ending = ended(branch, random)
            if ending is not None and side.duty is None:
                expected = play_all(position, ending.actions)
                assert arrivals.after(ending) == expected, format_actions(ending.actions)
            entries = list(branch.chain.entries(branch.state))
            if not entries:
                break
            branch = branch.after(random.choice(entries), UNFELT, told=0)


def test_what_may_be_played_in_a_position_is_worked_out_once_whatever_is_seen() -> None:
    position = Position.start()
    assert arrivals_from(position) is arrivals_from(replace(position))
