"""The board plays on a virtual board with a hand of its own."""

from __future__ import annotations

import pytest

from board_daemon.rules.fen import format_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import parse_square
from firmware_bridge.virtual_bridge import Deed, HandAct
from tests.game.seats import JOIN, Seated, lights, seated_at


async def hand(there: Seated, deed: Deed, square: str) -> None:
    await there.sitting.bridge.act(HandAct(deed, parse_square(square)))
    there.sitting.bridge.skip_to(there.sitting.bridge.now() + 1.5)
    there.sitting.t = there.sitting.bridge.now()
    await there.sitting.table.look_again()


@pytest.mark.slow
def test_its_hand_carries_its_turn_out() -> None:
    async def play(there: Seated) -> None:
        await hand(there, Deed.LIFT, "e2")
        await hand(there, Deed.DROP, "e4")
        there.thinker.says("Le7 Pe5")
        await there.until(lambda: there.recorded == ["e2>e4", "e7>e5"])
        assert 0.6 in there.pauses
        assert there.sitting.bridge.own_hands == ()

    seated_at(play, moves_itself=True)


@pytest.mark.slow
def test_its_hand_joins_by_the_convention() -> None:
    async def play(there: Seated) -> None:
        await there.asked(1)
        there.thinker.says("La1 Pa3")
        await there.until(lambda: len(there.recorded) == 1)
        await hand(there, Deed.LIFT, "e8")
        await hand(there, Deed.DROP, "e7")
        there.thinker.says("La3 Pc3")
        await there.until(lambda: len(there.recorded) == 3)
        assert there.recorded[-1] == "Ra3xNc3"
        assert not any(event in there.sitting.heard() for event in ("ask", "restore"))

    seated_at(play, color=Color.WHITE, fen=JOIN, moves_itself=True)


@pytest.mark.slow
def test_its_hand_waits_until_people_hold_nothing() -> None:
    async def play(there: Seated) -> None:
        await there.asked(1)
        await hand(there, Deed.LIFT, "e8")
        there.thinker.says("La1 Pa3")
        for _ in range(5):
            await there.sitting.table.look_again()
        assert there.recorded == []
        await hand(there, Deed.DROP, "e8")
        await there.until(lambda: there.recorded == ["Ra1>a3"])

    seated_at(play, color=Color.WHITE, fen=JOIN, moves_itself=True)


@pytest.mark.slow
def test_a_turn_taken_back_out_of_its_hand_leaves_the_board_as_recorded() -> None:
    async def play(there: Seated) -> None:
        await hand(there, Deed.LIFT, "e2")
        await hand(there, Deed.DROP, "e4")
        # One after it has decided, one before it begins, and one while it holds the pawn.
        there.blocked.add(3)
        there.thinker.says("Le7 Pe5")
        await there.until(lambda: there.sitting.bridge.own_hands != ())
        await there.say(lambda session, t: session.take_back(1, t))
        await there.until(lambda: there.sitting.bridge.own_hands == ())
        there.sitting.bridge.skip_to(there.sitting.bridge.now() + 3.0)
        await there.until(lambda: lights(there) == {})
        assert there.recorded == []
        assert format_fen(there.sitting.table.session.position).startswith(
            "rnbqkbnr/pppppppp/8/8/8/8"
        )

    seated_at(play, moves_itself=True)


@pytest.mark.slow
def test_what_people_take_away_from_its_hand_does_not_hold_it_up() -> None:
    async def play(there: Seated) -> None:
        await there.asked(1)
        there.blocked.add(3)
        there.thinker.says("La1 Pa3")
        await there.until(lambda: there.sitting.bridge.own_hands != ())
        # Somebody sets a piece of his own where it was going.
        await hand(there, Deed.LIFT, "c3")
        await hand(there, Deed.DROP, "a3")
        there.gate.set()
        # What was half done is set back, and done again.
        await there.until(lambda: there.recorded == ["Ra1>a3"])

    seated_at(play, color=Color.WHITE, fen=JOIN, moves_itself=True)


@pytest.mark.slow
def test_its_hand_brings_a_chain_home() -> None:
    async def play(there: Seated) -> None:
        await there.asked(1)
        there.thinker.says("Ld1 Pd4 Pd1")
        await there.until(lambda: there.recorded == ["Qd1>Rd4>d1"])
        standing = there.sitting.bridge.standing
        assert [piece.kind for piece in standing[parse_square("d1")]] == ["R"]
        assert [piece.kind for piece in standing[parse_square("d4")]] == ["Q", "P"]

    seated_at(play, color=Color.WHITE, fen="4k3/8/8/8/3c4/8/8/3QK3 w 0 - - -", moves_itself=True)
