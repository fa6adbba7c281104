"""The strip: what it is sent, and when it is left alone."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from board_daemon.game import lamps as lamps_module
from board_daemon.game.lamps import Lamps
from board_daemon.lights.frame import DARK, LedFrame, LightSettings
from board_daemon.rules.squares import parse_square
from tests.game.tables import Sitting, make_table, sitting_at


def lit(work_before: dict[str, int], settings: LightSettings | None = None) -> tuple[Sitting, int]:
    """A table with lamps after these readings, and how often the strip was sent something."""
    sitting = make_table()
    sent: list[object] = []
    show = sitting.bridge.show

    def counted(pixels: object) -> None:
        sent.append(pixels)
        show(pixels)  # type: ignore[arg-type]

    sitting.bridge.show = counted  # type: ignore[method-assign]
    lamps = Lamps(sitting.table, lambda: settings or LightSettings())

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            task = asyncio.create_task(lamps.run())
            await asyncio.sleep(0)
            if work_before:
                sitting.tell(work_before)
                sitting.tell(after=0.1)
                await sitting.table.look_again()
            for _ in range(5):
                await asyncio.sleep(0)
            task.cancel()

    asyncio.run(all_of_it())
    return sitting, len(sent)


def test_a_board_at_rest_is_dark_and_is_sent_that_once() -> None:
    sitting, count = lit({})
    assert sitting.bridge.pixels == DARK.pixels
    assert count == 1


def test_a_piece_in_hand_lights_where_it_may_go() -> None:
    sitting, _ = lit({"g1": 0})
    shining = {square for square, pixel in enumerate(sitting.bridge.pixels) if any(pixel)}
    assert shining == {parse_square(name) for name in ("g1", "f3", "h3")}


def test_the_strip_is_dimmed_by_night() -> None:
    by_day, _ = lit({"g1": 0})
    by_night, _ = lit({"g1": 0}, replace(LightSettings(), night=0.3))
    square = parse_square("f3")
    assert sum(by_night.bridge.pixels[square]) < sum(by_day.bridge.pixels[square])


@pytest.mark.parametrize(("seconds", "moves"), [(0.0, True), (5.0, False)])
def test_only_lights_that_move_are_sent_frame_after_frame(seconds: float, moves: bool) -> None:
    sitting = make_table()

    async def all_of_it() -> bool:
        async with sitting_at(sitting):
            await sitting.move("e2", "e4")
            now = sitting.table.lighting.cue.timing.accepted + seconds
            return Lamps(sitting.table, LightSettings)._moves_at(now, LightSettings())

    assert asyncio.run(all_of_it()) == moves


def test_another_brightness_shows_at_once_on_lights_that_stand_still() -> None:
    sitting = make_table()
    table = sitting.table

    async def all_of_it() -> bool:
        async with sitting_at(sitting):
            table.lighting.relit.clear()
            await table.choose(brightness=0.1)
            return table.lighting.relit.is_set()

    assert asyncio.run(all_of_it())


def test_the_settings_are_not_asked_for_with_each_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lamps_module, "FRAME", 0.0)
    asked: list[None] = []
    sent: list[None] = []
    sitting = make_table()

    def settings() -> LightSettings:
        asked.append(None)
        return LightSettings()

    def counted(*arguments: object) -> LedFrame:
        sent.append(None)
        return DARK

    monkeypatch.setattr(lamps_module, "frame_at", counted)

    async def frames(number: int) -> None:
        until = len(sent) + number
        while len(sent) < until:
            await asyncio.sleep(0)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            sitting.notebook.problem = "The disk is full."
            await sitting.table.look_again()
            running = asyncio.create_task(Lamps(sitting.table, settings).run())
            await frames(10)
            assert len(asked) == 1
            # What is chosen now is to be seen now.
            await sitting.table.choose(brightness=0.1)
            await frames(10)
            assert len(asked) == 2
            # And what the time of day has changed, after a while.
            monkeypatch.setattr(lamps_module, "_LOOK_AGAIN", 0.0)
            await frames(10)
            assert len(asked) >= 10
            running.cancel()

    asyncio.run(asyncio.wait_for(all_of_it(), 20))
