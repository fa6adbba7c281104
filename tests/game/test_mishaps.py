"""What breaks down in the board though nothing was thought to: play goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NoReturn

import pytest

from board_daemon.game import lighting, table_state
from board_daemon.game.lamps import Lamps
from board_daemon.game.mishaps import Mishaps
from board_daemon.game.session import Session
from board_daemon.lights.frame import LightSettings
from board_daemon.tracking.events import Event
from firmware_bridge.bridge import Input
from tests.game.tables import Lefts, Notebook, Sitting, make_table, sitting_at

CORNERS = dict.fromkeys(("a1", "a8", "h1", "h8"), "trouble")


def break_down(*_: object, **__: object) -> NoReturn:
    raise ZeroDivisionError("of our own making")


def lit(sitting: Sitting) -> list[dict[str, str]]:
    return [each["squares"] for each in sitting.messages() if each["event"] == "lights"]


def played_through(
    breaking: Callable[[pytest.MonkeyPatch, Sitting], None],
    monkeypatch: pytest.MonkeyPatch,
    notebook: Notebook | None = None,
) -> Sitting:
    """A table at which something is broken for the second of three turns."""
    sitting = make_table(notebook=notebook)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            await sitting.move("e2", "e4")
            with monkeypatch.context() as broken:
                breaking(broken, sitting)
                await sitting.move("e7", "e5")
            await sitting.move("g1", "f3")
            await sitting.table.look_again()

    asyncio.run(asyncio.wait_for(all_of_it(), 20))
    return sitting


def break_view(broken: pytest.MonkeyPatch, sitting: Sitting) -> None:
    broken.setattr(Session, "view", break_down)


def break_health(broken: pytest.MonkeyPatch, sitting: Sitting) -> None:
    broken.setattr(Session, "health", break_down)


def break_parts(broken: pytest.MonkeyPatch, sitting: Sitting) -> None:
    broken.setattr(table_state, "board_values", break_down)


def break_lights(broken: pytest.MonkeyPatch, sitting: Sitting) -> None:
    broken.setattr(lighting, "lights_value", break_down)


def break_extra(broken: pytest.MonkeyPatch, sitting: Sitting) -> None:
    broken.setitem(sitting.table._state._extra, "pairing", break_down)


def break_clock(broken: pytest.MonkeyPatch, sitting: Sitting) -> None:
    broken.setattr(table_state, "_mark_of_clock", break_down)


def break_times(broken: pytest.MonkeyPatch, sitting: Sitting) -> None:
    broken.setattr(Session, "left_after", break_down)


def break_box(broken: pytest.MonkeyPatch, sitting: Sitting) -> None:
    broken.setattr(sitting.table, "after_turn", break_down)


BREAKING = [
    break_view,
    break_health,
    break_parts,
    break_lights,
    break_extra,
    break_clock,
    break_times,
    break_box,
]


@pytest.mark.parametrize("breaking", BREAKING)
def test_whatever_breaks_down_in_telling_play_goes_on_and_is_recorded(
    breaking: Callable[[pytest.MonkeyPatch, Sitting], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    sitting = played_through(breaking, monkeypatch)
    turns = [each["notation"] for each in sitting.messages() if each["event"] == "turn"]
    assert turns == ["e2>e4", "e7>e5", "Ng1>f3"]
    assert sitting.notebook.told == ["turn"] * 3
    numbers = [message["seq"] for message in sitting.messages()]
    assert numbers == list(range(1, len(numbers) + 1))
    faults = [
        each["changed"]["fault"]
        for each in sitting.messages()
        if each["event"] == "state" and "fault" in each["changed"]
    ]
    assert [bool(fault) for fault in faults] == [True, False]
    assert any(squares.items() >= CORNERS.items() for squares in lit(sitting))
    assert lit(sitting)[-1] == {"g1": "last", "f3": "last"}
    # Once, however often it broke down.
    assert caplog.text.count("Traceback") == 1
    assert "of our own making" in caplog.text


def test_a_board_that_does_not_know_what_is_due_goes_on_with_what_it_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaking(broken: pytest.MonkeyPatch, sitting: Sitting) -> None:
        broken.setattr(Session, "next_due", property(break_down))

    sitting = played_through(breaking, monkeypatch)
    assert [turn.notation for turn in sitting.table.session.turns] == ["e2>e4", "e7>e5", "Ng1>f3"]
    assert sitting.notebook.told == ["turn"] * 3


def test_a_new_start_from_the_record_that_breaks_down_too_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def all_of_it() -> None:
        async with sitting_at(sitting):
            await sitting.move("e2", "e4")
            with monkeypatch.context() as broken:
                broken.setattr(Session, "take", break_down)
                broken.setattr(Session, "start_over", break_down)
                sitting.tell({"h7": 0})
                sitting.tell({"h7": 1})
                await sitting.table.look_again()
            await sitting.move("e7", "e5")

    sitting = make_table()
    asyncio.run(asyncio.wait_for(all_of_it(), 20))
    assert sitting.notebook.told == ["turn", "turn"]


def test_a_view_that_cannot_be_seen_at_the_start_is_no_reason_not_to_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(Session, "view", break_down)
        sitting = make_table()

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            await sitting.move("e2", "e4")

    asyncio.run(all_of_it())
    assert sitting.notebook.told == ["turn"]


class Confused(Notebook):
    """Cannot write down the second turn, and not for the disk."""

    def keep(self, lines: Sequence[Input], events: Sequence[Event], left: Lefts) -> None:
        if self.told == ["turn"]:
            self.told.append("lost")
            break_down()
        super().keep(lines, events, left)


@pytest.mark.slow
def test_a_turn_that_cannot_be_written_for_a_mistake_of_ours_is_told_as_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = played_through(lambda broken, sitting: None, monkeypatch, Confused())
    # What can be is written all the same, and everybody hears of every turn.
    assert sitting.notebook.told == ["turn", "lost", "turn"]
    assert sitting.heard().count("turn") == 3
    assert sitting.changed("storage")["ok"] is False
    assert "start the board anew" in sitting.changed("storage")["message"]
    assert lit(sitting)[-1].items() >= CORNERS.items()
    assert sitting.table.has_lost_place


def test_the_others_are_written_where_one_breaks_down() -> None:
    class Nameless(Notebook):
        def keep(self, lines: Sequence[Input], events: Sequence[Event], left: Lefts) -> None:
            break_down()

    sitting = make_table(notebook=Nameless())

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            sitting.tell({"e2": 0})
            await sitting.table.look_again()
        await sitting.table.close()

    with pytest.raises(ZeroDivisionError):
        asyncio.run(all_of_it())
    assert sitting.notebook.told == ["close"]


def has_fault(sitting: Sitting) -> bool:
    return sitting.table.mishaps.sentence is not None


def test_a_frame_that_breaks_down_ends_no_lights(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = make_table()
    show = sitting.bridge.show
    monkeypatch.setattr("board_daemon.game.lamps._TRY_AGAIN", 0.0)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            monkeypatch.setattr(sitting.bridge, "show", break_down)
            running = asyncio.create_task(Lamps(sitting.table, LightSettings).run())
            sitting.tell({"g1": 0})
            await sitting.table.look_again()
            while not has_fault(sitting):
                await asyncio.sleep(0)
            monkeypatch.setattr(sitting.bridge, "show", show)
            while has_fault(sitting):
                await asyncio.sleep(0)
            running.cancel()

    asyncio.run(asyncio.wait_for(all_of_it(), 20))
    assert any(any(pixel) for pixel in sitting.bridge.pixels)


def test_what_breaks_down_again_elsewhere_is_logged_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    mishaps = Mishaps()
    said: list[str | None] = []
    for _ in range(3):
        assert mishaps.attempt("to divide", lambda: 1 // 0, 7) == 7
    assert mishaps.attempt("to divide", lambda: int("one"), 7) == 7
    said.append(mishaps.sentence)
    assert mishaps.attempt("to divide", lambda: 1, 7) == 1
    said.append(mishaps.sentence)
    assert [bool(each) for each in said] == [True, False]
    assert len(caplog.records) == 2
