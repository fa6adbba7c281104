"""Hints at a table: what is asked while pieces are moved, and what becomes of late answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from board_daemon.game.errors import GameError
from board_daemon.game.hint_asking import TableHints
from board_daemon.game.hints import Actions
from board_daemon.game.opponent import Opponent, seated
from board_daemon.game.setup import GameSetup, Players, game_setup
from board_daemon.lights.roles import roles_for
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.sako import sako_way
from board_daemon.rules.squares import square_name
from tests.game.tables import Sitting, make_table, sitting_at
from tests.game.thinkers import FakeThinker

SHIELD = "3kr3/pppp4/8/8/8/8/PPPPR3/4K3 w 0 - - -"
"""The rook on e2 is all that stands between the black rook and the king."""
CHAIN = "4k3/8/8/4c3/8/5N2/p7/K7 w 0 - - -"


@dataclass
class Hinted:
    """A table with hints, and whoever thinks for it."""

    sitting: Sitting
    thinker: FakeThinker
    hints: TableHints

    async def tell(self, after: float = 0.1, **squares: int) -> None:
        """Squares are read so, and stay so for a while."""
        self.sitting.tell(squares)
        self.sitting.tell(after=after)
        await self.settle()

    async def settle(self) -> None:
        """Let all that follows from what happened happen."""
        for _ in range(3):
            await self.sitting.table.look_again()
            for _ in range(5):
                await asyncio.sleep(0)

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not is_so():
                await self.settle()
        # Lights come before what is told.
        await self.settle()

    def lit(self) -> dict[str, str]:
        roles = roles_for(self.sitting.table.lighting.view)
        return {square_name(square): str(role) for square, role in roles.items()}


def at_table(
    work: Callable[[Hinted], Awaitable[None]],
    setup: GameSetup | None = None,
    thinker: FakeThinker | None = None,
    **choices: object,
) -> Hinted:
    thinker = thinker or FakeThinker()
    sitting = make_table(setup)
    sitting.table.settings.change(**choices)
    hints = TableHints(sitting.table, thinker)
    hinted = Hinted(sitting, thinker, hints)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            await work(hinted)
            await hints.close()

    asyncio.run(all_of_it())
    return hinted


def test_a_lifted_piece_is_asked_about_and_shown_with_its_grades() -> None:
    async def work(table: Hinted) -> None:
        await table.tell(e2=0)
        assert table.lit() == {"e2": "origin", "e3": "move", "e4": "move"}
        assert table.thinker.asked == ["Le2"]
        table.thinker.posed[0].answer("e2", e3="fine", e4="fine")
        await table.settle()
        assert table.lit() == {"e2": "origin", "e3": "fine", "e4": "fine"}
        table.thinker.posed[0].answer("e2", e3="risky", e4="best")
        await table.settle()
        assert table.lit() == {"e2": "origin", "e3": "risky", "e4": "best"}
        assert table.sitting.changed("hints")["grades"] == {"e3": "risky", "e4": "best"}
        assert len(table.thinker.posed) == 1

    at_table(work, hints_white="graded")


def test_the_question_is_cancelled_when_the_piece_is_put_back() -> None:
    async def work(table: Hinted) -> None:
        await table.tell(e2=0)
        (posed,) = table.thinker.posed
        assert table.thinker.cancelled == [False]
        await table.tell(e2=1)
        assert table.thinker.cancelled == [True]
        # It may have been answered at that very moment.
        posed.answer("e2", e3="fine", e4="best")
        await table.settle()
        assert table.lit() == {}
        await table.tell(g1=0)
        assert table.lit() == {"g1": "origin", "f3": "move", "h3": "move"}
        posed.answer("e2", e3="fine", e4="best")
        posed.answer("g1", f3="best", e5="best")
        await table.settle()
        assert table.lit() == {"g1": "origin", "f3": "move", "h3": "move"}

    at_table(work, hints_white="graded")


@pytest.mark.slow
def test_the_chain_is_asked_about_step_by_step() -> None:
    async def work(table: Hinted) -> None:
        await table.tell(f3=0)
        assert table.lit()["e5"] == "takeover"
        table.thinker.posed[0].answer("f3", e5="best")
        await table.tell(e5=0)
        await table.tell(e5=1)
        assert table.thinker.asked == ["Lf3", "Lf3 Pe5"]
        assert table.thinker.cancelled == [True, False]
        assert table.lit()["e8"] == "paco"
        table.thinker.posed[1].answer("e5", e6="risky", e8="best")
        await table.settle()
        assert (table.lit()["e6"], table.lit()["e8"], table.lit()["e5"]) == (
            "risky",
            "paco",
            "origin",
        )

    at_table(work, game_setup("pacoplay", CHAIN), hints_white="graded")


@pytest.mark.slow
def test_the_positions_that_may_come_back_are_told() -> None:
    async def work(table: Hinted) -> None:
        await table.sitting.move("g1", "f3")
        await table.sitting.move("g8", "f6")
        await table.tell(f3=0)
        assert len(table.thinker.posed[-1].question.asked.stood) == 2

    at_table(work, hints_white="graded")


@pytest.mark.slow
def test_whoever_thinks_gets_ready_once_and_only_where_he_is_needed() -> None:
    async def work(table: Hinted) -> None:
        await table.sitting.move("g1", "f3")
        assert table.thinker.starts == 0
        await table.sitting.table.choose(hints_black="graded")
        await table.settle()
        await table.sitting.move("g8", "f6")
        assert table.thinker.starts == 1

    at_table(work)


def test_whoever_breaks_down_leaves_the_legal_lights(caplog: pytest.LogCaptureFixture) -> None:
    async def work(table: Hinted) -> None:
        await table.tell(e2=0)
        assert table.lit() == {"e2": "origin", "e3": "move", "e4": "move"}
        await table.tell(e2=1)
        table.thinker.has_crashed = False
        await table.tell(e2=0)
        table.thinker.posed[-1].answer("e2", e4="best")
        await table.settle()
        assert table.lit()["e4"] == "best"

    hinted = at_table(work, thinker=FakeThinker(has_crashed=True), hints_white="graded")
    assert "without grades" in caplog.text
    assert hinted.sitting.table.mishaps.sentence is None


def test_a_level_that_is_chosen_holds_at_once() -> None:
    async def work(table: Hinted) -> None:
        await table.tell(e2=0)
        assert table.lit() == {"e2": "origin"}
        await table.sitting.table.choose(hints_white="legal")
        assert table.lit() == {"e2": "origin", "e3": "move", "e4": "move"}
        await table.sitting.table.choose(hints_white="graded")
        await table.settle()
        assert table.thinker.asked == ["Le2"]

    at_table(work, hints_white="off")


@pytest.mark.slow
def test_a_turn_that_allows_a_paco_is_warned_of_until_it_is_taken_back() -> None:
    async def work(table: Hinted) -> None:
        await table.sitting.move("e2", "f2")
        await table.until(lambda: table.lit().get("e1") == "warning")
        assert table.lit() == {"e2": "last", "f2": "last", "e8": "warning", "e1": "warning"}
        told = table.sitting.changed("hints")["warning"]
        assert told == {"color": "w", "way": ["e8", "e1"]}
        # He sets it back.
        await table.sitting.move("f2", "e2")
        assert table.sitting.table.session.turns == ()
        assert table.sitting.changed("hints")["warning"] is None
        assert "warning" not in table.lit().values()

    at_table(work, game_setup("pacoplay", SHIELD), hints_white="warnings")


@pytest.mark.slow
def test_a_warning_ends_when_the_other_player_lifts_a_piece() -> None:
    async def work(table: Hinted) -> None:
        await table.sitting.move("e2", "f2")
        await table.until(lambda: table.lit().get("e1") == "warning")
        await table.tell(b7=0)
        assert table.lit() == {"b7": "origin", "b6": "move", "b5": "move"}
        await table.tell(b7=1)
        assert table.lit() == {"e2": "last", "f2": "last"}

    at_table(work, game_setup("pacoplay", SHIELD), hints_white="warnings")


def test_no_light_waits_for_a_way_to_the_king_that_is_hard_to_find() -> None:
    is_found = asyncio.Event()

    async def slow(position: Position) -> Actions | None:
        await is_found.wait()
        return sako_way(position, position.to_move)

    sitting = make_table(game_setup("pacoplay", SHIELD))
    sitting.table.settings.change(hints_white="warnings")
    table = Hinted(sitting, FakeThinker(), TableHints(sitting.table, FakeThinker(), slow))

    async def work() -> None:
        async with sitting_at(sitting):
            await sitting.move("e2", "f2")
            assert table.lit() == {"e2": "last", "f2": "last"}
            await table.tell(b7=0)
            assert table.lit() == {"b7": "origin", "b6": "move", "b5": "move"}
            # Black has begun to reply: it comes too late.
            is_found.set()
            await table.settle()
            await table.tell(b7=1)
            assert table.lit() == {"e2": "last", "f2": "last"}

    asyncio.run(work())


def test_a_turn_is_shown_step_by_step_on_request() -> None:
    async def work(table: Hinted) -> None:
        assert table.lit() == {}
        await table.hints.show_turn()
        await table.until(lambda: table.lit() == {"g1": "best"})
        value = table.sitting.changed("hints")
        assert value["turn"] == ["Lg1", "Pf3"]
        assert value["step"] == {"what": "lift", "square": "g1", "piece": None}
        await table.tell(g1=0)
        assert table.lit() == {"g1": "origin", "f3": "best", "h3": "move"}
        await table.tell(f3=1, after=1.5)
        assert table.lit() == {"g1": "last", "f3": "last"}
        assert table.sitting.changed("hints")["turn"] is None

    hinted = at_table(work, thinker=FakeThinker(turns=["Lg1 Pf3"]), hints_white="best")
    (question,) = hinted.thinker.asked_for_turns
    assert question.level == 10


def test_a_turn_that_is_not_legal_is_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    async def work(table: Hinted) -> None:
        await table.hints.show_turn()
        await table.until(lambda: not table.sitting.changed("hints")["thinking"])
        assert table.lit() == {}
        # It may be asked for again.
        await table.hints.show_turn()
        await table.until(lambda: table.lit() == {"e2": "best"})

    at_table(work, thinker=FakeThinker(turns=["Lg1 Pg5", "Le2 Pe4"]), hints_white="best")
    assert "No turn can be shown" in caplog.text


def test_a_turn_is_refused_to_who_has_other_hints() -> None:
    async def work(table: Hinted) -> None:
        with pytest.raises(GameError, match="level best"):
            await table.hints.show_turn()

    at_table(work, hints_white="graded")


def test_hints_that_break_down_leave_the_board_as_it_is_without_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*arguments: object, **named: object) -> None:
        raise ZeroDivisionError

    async def work(table: Hinted) -> None:
        monkeypatch.setattr(table.hints.hints, "look", broken)
        await table.tell(e2=0)
        lit = {square: role for square, role in table.lit().items() if role != "trouble"}
        assert lit == {"e2": "origin", "e3": "move", "e4": "move"}

    at_table(work, hints_white="graded")


def test_where_the_board_plays_only_the_other_side_has_hints() -> None:
    async def work(table: Hinted) -> None:
        await table.tell(e2=0)
        assert table.thinker.asked == ["Le2"]
        await table.tell(e4=1, after=1.5)
        await table.tell(e7=0)
        assert table.thinker.asked == ["Le2"]

    players = seated(Players("Ada", ""), Opponent(Color.BLACK, 3))
    setup = game_setup("pacoplay", None, players)
    at_table(work, setup, hints_white="graded", hints_black="graded")


def test_a_lesson_has_hints_of_its_own() -> None:
    async def work(table: Hinted) -> None:
        table.sitting.table.session.is_recorded = False
        await table.tell(e2=0)
        assert table.thinker.asked == []
        assert table.lit() == {"e2": "origin", "e3": "move", "e4": "move"}

    at_table(work, hints_white="graded", hints_black="off")
