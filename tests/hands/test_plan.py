from __future__ import annotations

import random
from dataclasses import replace

import pytest

from board_daemon.hands.acts import SetDown, TakeUp
from board_daemon.hands.plan import Script, plan_turn, without_choosing
from board_daemon.hands.style import CLEAN, Promoting
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square, square_name

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
