"""The steady picture of the board: changes and moments of rest, in order."""

from __future__ import annotations

from collections.abc import Iterator

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.seeing.contents import SOMEBODY, Content
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.sensing import model_for
from board_daemon.tracking.seeing.watch import Rest, Watch
from firmware_bridge.frames import SensorFrame, SensorKind

HOLD = 0.03
RESTS = (0.5, 1.0)
E4, D4 = parse_square("e4"), parse_square("d4")


def watch_of(*frames: SensorFrame) -> tuple[Watch, list[Sighting | Rest]]:
    """A watch over an empty board that has read some frames, and what it told."""
    watch = Watch((Content.EMPTY,) * 64, model_for(SensorKind.PRESENCE), HOLD, RESTS)
    return watch, list(_moments(watch, frames))


def _moments(watch: Watch, frames: tuple[SensorFrame, ...]) -> Iterator[Sighting | Rest]:
    for frame in frames:
        yield from watch.advance(frame.t)
        watch.read(frame)


def test_rests_are_told_once_each_after_the_last_change() -> None:
    watch, _ = watch_of(SensorFrame(3.0, {E4: 1}))
    moments = list(watch.advance(100.0))
    assert moments == [Sighting(3.0, E4, SOMEBODY), Rest(3.5, 0.5), Rest(4.0, 1.0)]
    assert list(watch.advance(1000.0)) == []


def test_a_change_ends_a_rest() -> None:
    watch, moments = watch_of(SensorFrame(3.0, {E4: 1}), SensorFrame(3.7, {E4: 0}))
    moments += watch.advance(100.0)
    assert [m.t for m in moments if isinstance(m, Rest) and m.t > 3.0] == [3.5, 4.2, 4.7]


def test_a_change_that_began_before_a_rest_was_over_puts_it_off() -> None:
    # It is steady only after the rest would have been told.
    watch, moments = watch_of(SensorFrame(3.0, {E4: 1}), SensorFrame(3.49, {D4: 1}))
    moments += watch.advance(3.6)
    assert [m for m in moments if isinstance(m, Rest) and m.t > 3.0] == []


def test_a_blip_does_not_end_a_rest_for_good() -> None:
    watch, moments = watch_of(
        SensorFrame(3.0, {E4: 1}), SensorFrame(3.48, {D4: 1}), SensorFrame(3.49, {D4: 0})
    )
    moments += watch.advance(5.0)
    assert [m.t for m in moments if isinstance(m, Rest) and m.t > 3.0] == [3.5, 4.0]


def test_a_change_is_told_before_it_is_in_the_picture() -> None:
    watch, _ = watch_of(SensorFrame(3.0, {E4: 1}))
    moments = watch.advance(10.0)
    assert next(moments) == Sighting(3.0, E4, SOMEBODY)
    assert watch.seen[E4] == Content.EMPTY
    assert watch.changes == []
    next(moments)
    assert watch.seen[E4] == SOMEBODY
    assert watch.changes == [Sighting(3.0, E4, SOMEBODY)]


def test_squares_that_change_in_one_frame_are_told_one_by_one() -> None:
    watch, _ = watch_of(SensorFrame(3.0, {E4: 1, D4: 1}))
    told = [m for m in watch.advance(3.1) if isinstance(m, Sighting)]
    assert {m.square for m in told} == {D4, E4}


def test_a_frame_without_changes_is_only_time() -> None:
    watch, moments = watch_of(SensorFrame(0.6, {}), SensorFrame(2.0, {}))
    assert moments == [Rest(0.5, 0.5), Rest(1.0, 1.0)]
