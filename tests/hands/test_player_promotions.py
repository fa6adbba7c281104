"""A player who leafs goes from the piece that the board shows to the one that he wants."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import (
    AskPromotionEvent,
)
from tests.hands.seated import (
    CARRIED,
    PROMOTION,
    Table,
    recorded,
)


@pytest.mark.parametrize("shown", "QNRB")
@pytest.mark.parametrize("wanted", "QNRB")
def test_he_leafs_from_the_piece_that_is_shown_to_the_one_wanted(shown: str, wanted: str) -> None:
    table = Table(PROMOTION, f"La7 Pa8 ={wanted}")
    turn = Table(PROMOTION, f"La7 Pa8 ={shown}").game.turns[0]
    event = AskPromotionEvent(1.0, parse_square("a8"))
    times = ("QNRB".index(wanted) - "QNRB".index(shown)) % 4
    assert table.respond(recorded(turn), event, shown=f"{shown} a8") == ["-a8", "+a8"] * times


def test_he_leafs_for_each_pawn_of_a_chain_where_it_stands() -> None:
    start = "i3k3/1Pa5/8/8/8/8/8/4K3 w 7 - - -"
    table = Table(start, "Lb7 Pa8 =N Pc7 Pc8 =R")
    heard = Table(start, "Lb7 Pa8 =Q Pc7 Pc8 =Q").game.turns[0]
    event = AskPromotionEvent(1.0, parse_square("a8"))
    acts = table.respond(recorded(heard), event, shown="Q c8 Q a8")
    assert acts == ["-c8", "+c8", "-c8", "+c8", "-a8", "+a8"]


def test_he_looks_after_each_touch_of_a_pawn_from_which_the_chain_has_gone_on() -> None:
    # With some pieces it could not have gone on: the board may leave those out.
    start = "i3k3/1Pa5/8/8/8/8/8/4K3 w 7 - - -"
    table = Table(start, "Lb7 Pa8 =B Pc7 Pc8 =Q")
    heard = Table(start, "Lb7 Pa8 =Q Pc7 Pc8 =Q").game.turns[0]
    event = AskPromotionEvent(1.0, parse_square("a8"))
    assert table.respond(recorded(heard), event, shown="Q a8") == ["-a8", "+a8"]
    assert table.respond(shown="R a8") == ["-a8", "+a8"]
    assert table.respond(shown="B a8") == []


def asked_for_a_carried_pawn(table: Table, upcoming: str, shown: str) -> list[str]:
    """What its owner does once the board asks what it becomes, and shows a piece on a square."""
    event = AskPromotionEvent(1.0, parse_square(shown.split()[1]))
    carried = recorded(table.game.turns[0])
    assert carried.status == "promote-lift"
    return table.respond(carried, event, upcoming=upcoming, shown=shown)


@pytest.mark.parametrize(("shown", "times"), [("Q", 1), ("N", 0), ("R", 3), ("B", 2)])
def test_the_owner_of_a_carried_pawn_leafs_before_his_turn(shown: str, times: int) -> None:
    table = Table(CARRIED, "La2 Pa1")
    touched = asked_for_a_carried_pawn(table, "=N La1 Pb3", f"{shown} a1")
    assert touched == ["-a1", "+a1"] * times


def test_the_owner_of_a_carried_pawn_who_wants_a_queen_leafs_to_her() -> None:
    table = Table(CARRIED, "La2 Pa1")
    assert asked_for_a_carried_pawn(table, "=Q La1 Pb1", "B a1") == ["-a1", "+a1"]


def test_the_owner_of_a_carried_pawn_who_tells_does_not_leaf() -> None:
    table = Table(CARRIED, "La2 Pa1", leafs=False)
    assert asked_for_a_carried_pawn(table, "=N La1 Pb3", "Q a1") == []


@pytest.mark.parametrize("leafs", [True, False])
def test_he_leafs_where_the_board_shows_the_piece_though_the_pawn_stands_elsewhere(
    leafs: bool,
) -> None:
    # The pawn's own square is dead.
    table = Table(CARRIED, "La2 Pa1", leafs=leafs)
    assert asked_for_a_carried_pawn(table, "=N La1 Pb3", "Q e1") == ["-e1", "+e1"]
