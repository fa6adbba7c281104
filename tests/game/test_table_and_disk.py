"""The table and the disk: what is written down, and when, and what if it is not."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest

from board_daemon.game import telling
from board_daemon.tracking.events import Event, TurnEvent
from firmware_bridge.bridge import Input
from tests.game.tables import (
    Lefts,
    Notebook,
    Sitting,
    at_table,
    make_table,
    sitting_at,
)


def test_a_turn_is_written_down_before_anybody_hears_of_it() -> None:
    class Slow(Notebook):
        heard_before: list[str]

        def keep(self, lines: Sequence[Input], events: Sequence[Event], left: Lefts) -> None:
            if any(isinstance(event, TurnEvent) for event in events):
                self.heard_before = sitting.heard()
            super().keep(lines, events, left)

    notebook = Slow()
    sitting = make_table(notebook=notebook)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            await sitting.move("e2", "e4")

    asyncio.run(all_of_it())
    assert "turn" not in notebook.heard_before
    assert "turn" in sitting.heard()


class Stuck(Notebook):
    """Does not come to the end of writing a turn until it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = threading.Event()
        self.is_at_it = threading.Event()

    def keep(self, lines: Sequence[Input], events: Sequence[Event], left: Lefts) -> None:
        if any(isinstance(event, TurnEvent) for event in events):
            self.is_at_it.set()
            assert self.may_go_on.wait(30)
        super().keep(lines, events, left)


def test_no_light_waits_for_the_disk_and_no_turn_is_told_before_it_is_written() -> None:
    notebook = Stuck()
    sitting = make_table(notebook=notebook)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            sitting.tell({"e2": 0})
            sitting.tell({"e4": 1})
            sitting.tell(after=1.5)
            await asyncio.to_thread(notebook.is_at_it.wait, 30)
            # The reply is begun while the disk is at the turn.
            sitting.tell({"g8": 0})
            sitting.tell(after=0.1)
            while sitting.table.lighting.view.hand is None:
                await asyncio.sleep(0)
            lights = [each for each in sitting.messages() if each["event"] == "lights"][-1]
            assert lights["squares"]["f6"] == "move"
            assert "turn" not in sitting.heard()
            assert sitting.table.state()["turns"] == []
            notebook.may_go_on.set()
            await sitting.table.look_again()
            assert "turn" in sitting.heard()
            assert len(sitting.table.state()["turns"]) == 1  # type: ignore[arg-type]

    asyncio.run(all_of_it())


def test_what_was_not_written_when_the_table_is_left_is_written_then() -> None:
    notebook = Stuck()
    sitting = make_table(notebook=notebook)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            for start, end in (("e2", "e4"), ("e7", "e5")):
                sitting.tell({start: 0})
                sitting.tell({end: 1})
                sitting.tell(after=1.5)
            while len(sitting.table.session.turns) < 2:
                await asyncio.sleep(0)
            await asyncio.to_thread(notebook.is_at_it.wait, 30)
        # Both the turn that was being written and the one after it.
        notebook.may_go_on.set()
        await sitting.table.close()

    asyncio.run(all_of_it())
    assert notebook.told == ["turn", "turn", "close"]


def test_the_trace_is_kept_with_the_turn_that_it_leads_to() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")

    lines = at_table(work).notebook.lines
    assert lines[0].startswith('{"t":0.0,"squares":{"a1":1,')
    assert lines[1:3] == ['{"t":0.3,"squares":{"e2":0}}', '{"t":0.6,"squares":{"e4":1}}']


def test_a_disk_that_is_full_is_told_and_lit_in_the_corners() -> None:
    async def work(sitting: Sitting) -> None:
        sitting.notebook.problem = "The disk is full."
        await sitting.table.look_again()
        assert sitting.changed("storage")["message"] == "The disk is full."
        sitting.notebook.problem = None
        await sitting.table.look_again()

    sitting = at_table(work)
    lights = [each["squares"] for each in sitting.messages() if each["event"] == "lights"]
    assert lights == [dict.fromkeys(("a1", "a8", "h1", "h8"), "trouble"), {}]


@pytest.mark.slow
def test_a_disk_that_does_not_answer_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_PATIENCE", 0.05)
    answers = threading.Event()

    class Stuck(Notebook):
        def keep(self, lines: Sequence[Input], events: Sequence[Event], left: Lefts) -> None:
            answers.wait(10)
            super().keep(lines, events, left)

    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        await sitting.move("e7", "e5")
        assert sitting.heard().count("turn") == 2
        assert "does not answer" in sitting.changed("storage")["message"]
        assert sitting.notebook.told == []
        answers.set()
        while not sitting.changed("storage")["ok"]:
            await asyncio.sleep(0.001)

    sitting = at_table(work, notebook=Stuck())
    assert sitting.notebook.told == ["turn", "turn"]


def test_a_disk_that_does_not_answer_is_not_asked_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(telling, "_PATIENCE", 0.01)
    answers = threading.Event()
    retried: list[None] = []

    class Stuck(Notebook):
        def keep(self, lines: Sequence[Input], events: Sequence[Event], left: Lefts) -> None:
            answers.wait(10)
            super().keep(lines, events, left)

        def retry(self) -> None:
            retried.append(None)

    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        for _ in range(20):
            await sitting.table.retry()
        answers.set()
        # From now on it answers, however busy the machine is.
        monkeypatch.setattr(telling, "_PATIENCE", 10.0)
        while not sitting.table.state()["storage"]["ok"]:  # type: ignore[index]
            await sitting.table.look_again()
        assert retried == []
        await sitting.table.retry()
        assert retried == [None]

    at_table(work, notebook=Stuck())
