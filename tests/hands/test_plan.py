from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from board_daemon.hands import plan
from board_daemon.hands.acts import SetDown, TakeUp, squares_of
from board_daemon.hands.plan import Script, plan_turn, without_choosing
from board_daemon.hands.style import CLEAN, HandStyle, Promoting
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square, square_name
from firmware_bridge.virtual_board import Hand

# Black has carried White's pawn to a8 in a union with his knight: White chooses, then plays.
OWED = parse_fen("D3k3/8/8/8/8/8/8/4K3 w 0 - - -")


def planned(promoting: Promoting, text: str) -> Script:
    style = replace(CLEAN, promoting=(promoting,))
    return plan_turn(OWED, parse_actions(text), style, random.Random(1))


def touched(script: Script) -> list[str]:
    ups_and_downs = {TakeUp: "-", SetDown: "+"}
    deeds = [act.deed for act in script if isinstance(act.deed, TakeUp | SetDown)]
    return [ups_and_downs[type(deed)] + square_name(deed.square) for deed in deeds]


@pytest.mark.parametrize("piece", ["R", "B", "N"])
def test_a_piece_that_was_chosen_where_the_board_asked_is_not_chosen_by_touches_again(
    piece: str,
) -> None:
    text = f"={piece} Le1 Pe2"
    turn, script = parse_actions(text), planned(Promoting.LEAF, text)
    assert touched(script)[:2] == ["-a8", "+a8"]
    left = without_choosing(script, turn, parse_square("a8"))
    assert touched(left) == touched(script)[-2:]


@pytest.mark.parametrize("promoting", [Promoting.TELL, Promoting.ANSWER])
def test_who_does_not_choose_by_touches_does_all_that_he_meant_to(promoting: Promoting) -> None:
    text = "=N Le1 Pe2"
    script = planned(promoting, text)
    assert without_choosing(script, parse_actions(text), parse_square("a8")) == script


def test_who_wants_the_piece_that_comes_first_touches_nothing_for_it() -> None:
    text = "=Q Le1 Pe2"
    script = planned(Promoting.LEAF, text)
    assert without_choosing(script, parse_actions(text), parse_square("a8")) == script


def movers(script: Script) -> list[Hand]:
    """Whose right hand does something, one after the other."""
    hands = [act.deed.hand for act in script if isinstance(act.deed, TakeUp)]
    rights = [hand for hand in hands if hand in (Hand.WHITE_RIGHT, Hand.BLACK_RIGHT)]
    return [hand for hand, _ in itertools.groupby(rights)]


def test_two_or_three_turns_are_taken_back_and_the_last_one_first() -> None:
    turn, style = parse_actions("Le2 Pe4"), replace(CLEAN, take_back_far=1.0)
    orders = {
        tuple(movers(plan_turn(Position.start(), turn, style, random.Random(seed))))
        for seed in range(12)
    }
    white, black = Hand.WHITE_RIGHT, Hand.BLACK_RIGHT
    # Of three turns, Black takes his one back after White's second.
    assert orders == {(white, black, white), (white, black, white, black, white)}


@pytest.mark.parametrize(
    ("style", "may"),
    [(replace(CLEAN, take_back=1.0), True), (replace(CLEAN, take_back_far=1.0), False)],
    ids=["one turn", "several"],
)
def test_a_chain_that_came_home_is_taken_back_only_by_itself(
    style: HandStyle, may: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The bishop frees the queen, which goes where it came from.
    home = parse_actions("Lb3 Pd5 Pb3")
    monkeypatch.setattr(plan, "random_turn", lambda *_: home)
    position = parse_fen("4k3/8/8/3w4/8/1B6/8/4K3 w 0 - - -")
    script = plan_turn(position, parse_actions("Le1 Pe2"), style, random.Random(1))
    assert (parse_square("d5") in squares_of(script)) == may
