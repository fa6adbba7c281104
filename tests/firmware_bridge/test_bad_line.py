"""A line that loses bytes, a board that is reset: what is told is what happened."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.link import Phase, ReadAll
from firmware_bridge.message_parts import BoardKind
from tests.firmware_bridge.wires import KINDS, Both, changes_told, met, picture


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 1], ids=["as it comes", "byte by byte"])
@pytest.mark.parametrize("seed", range(3))
@KINDS
def test_a_line_that_loses_one_byte_in_a_hundred_loses_no_change(
    kind: BoardKind, seed: int, size: int
) -> None:
    both = met(kind, bad=0.01, size=size, seed=seed)
    check_turns(both, random.Random(seed), turns=40)


@pytest.mark.slow
@KINDS
def test_in_two_thousand_turns_every_change_arrives_once_and_in_order(kind: BoardKind) -> None:
    both = met(kind, bad=0.01, seed=77)
    check_turns(both, random.Random(77), turns=2000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@KINDS
def test_whatever_breaks_the_host_knows_all_squares_again_and_has_invented_nothing(
    kind: BoardKind, seed: int
) -> None:
    rng = random.Random(seed)
    both = met(kind, bad=0.01, size=rng.choice([0, 1, 7]), seed=seed)
    happened: list[tuple[int, int]] = []
    for _ in range(150):
        match rng.randrange(12):
            case 0:
                both.board.reset(both.t)
            case 1:  # The cable: half a frame was on its way, and what comes next is another.
                both.up.arrive(rng.randrange(40))
                both.down.arrive(rng.randrange(40))
                both.begin()
            case 2:
                both.is_plugged_in = False
                both.run(rng.uniform(0.0, 0.2))
                both.is_plugged_in = True
            case _:
                sensor = rng.randrange(64)
                top = kind.highest_reading
                reading = top if both.board.sensors[sensor] < top else 0
                both.board.read(sensor, reading, both.t)
                happened.append((sensor, reading))
        both.run(rng.uniform(0.0, 0.1))
    both.run_until(lambda: both.link.phase == Phase.OPEN and both.believed == both.board.sensors)
    both.run(0.5)
    assert both.believed == both.board.sensors
    assert is_in_order(changes_told(both), happened)


def check_turns(both: Both, rng: random.Random, turns: int) -> None:
    """Let hands move pieces and lights answer; all that is told must be what happened."""
    board, most = both.board, both.board.kind.highest_reading
    happened: list[tuple[int, int]] = []
    both.events.clear()
    for _ in range(turns):
        for _ in range(rng.randint(2, 6)):
            sensor = rng.randrange(64)
            reading = 1 - board.sensors[sensor] if most == 1 else rng.randrange(0, most, 8)
            if reading == board.sensors[sensor]:
                continue
            board.read(sensor, reading, both.t)
            happened.append((sensor, reading))
            both.run(rng.uniform(0.02, 0.08))
        both.link.show(picture(rng), both.t)
        both.run(0.15)
    both.run_until(lambda: not board.queue, most=5.0)
    both.run(0.1)
    again = [event for event in both.events if isinstance(event, ReadAll)]
    if not again:
        assert changes_told(both) == happened
    assert sum(event.lost for event in again) == board.lost == both.link.counts["lost"]
    assert both.believed == board.sensors
    assert is_in_order(changes_told(both), happened)


def is_in_order(told: list[tuple[int, int]], happened: list[tuple[int, int]]) -> bool:
    """Whether all that was told did happen, in this order."""
    rest = iter(happened)
    return all(change in rest for change in told)
