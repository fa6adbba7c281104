"""What one axis reads where nobody stands, and how far off a union is told from it."""

from __future__ import annotations

from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.seeing.contents import HIDDEN, Content, contents_of
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.empty_field import EmptyField, beside
from board_daemon.tracking.seeing.sensing import model_for
from board_daemon.tracking.seeing.watch import Watch
from firmware_bridge.frames import SensorFrame, SensorKind

HOME = contents_of(Position.start())
NOBODY = (Content.EMPTY,) * 64
E5 = parse_square("e5")


def field_of(*readings: float) -> EmptyField:
    """A board that read so on its empty squares, millitesla."""
    field = EmptyField(NOBODY)
    for square, reading in enumerate(readings):
        field.note(0.1, square, reading, NOBODY)
    return field


def look(field: EmptyField, before: Content, *readings: float) -> Content:
    """What e5 looks like once it has read so, a second after the other."""
    for second, reading in enumerate(readings, start=1):
        field.note(float(second), E5, reading, NOBODY)
    return field.contents(E5, readings[-1], before, NOBODY)


def test_a_board_that_is_not_known_tells_no_unions_near_zero() -> None:
    assert look(field_of(0.1, -0.2), HIDDEN, 0.1, 3.1) == HIDDEN


def test_a_quiet_board_tells_unions_nearer_to_zero() -> None:
    quiet = field_of(0.1, -0.4, 0.3, 0.9, -0.2, 0.5, -0.7, 0.2)
    assert look(quiet, HIDDEN, 0.1, 2.9) == Content.UNION
    assert look(quiet, HIDDEN, 0.1, 2.0) == HIDDEN


def test_a_board_with_much_noise_does_not() -> None:
    assert look(field_of(*[2.3, -2.4] * 4), HIDDEN, 0.1, 3.1) == HIDDEN


def test_a_union_does_not_come_by_drift() -> None:
    field = field_of(*[0.5] * 8)
    assert look(field, HIDDEN, 1.9, 2.1, 2.4, 2.7) == HIDDEN


def test_lone_pieces_beside_a_square_are_reckoned_with() -> None:
    # Three white pawns below, near and far.
    assert round(beside(parse_square("e3"), HOME), 2) == round(-0.18 - 2 * 0.07, 2)
    assert beside(parse_square("e4"), HOME) == 0.0
    assert beside(parse_square("e6"), HOME) == -beside(parse_square("e3"), HOME)


def test_a_union_that_fades_by_drift_may_leave_unseen_and_was_not_touched() -> None:
    watch, told = watch_of(*[(2.0 + second, 2.9 - 0.1 * second) for second in range(12)])
    assert watch.seen[E5] == HIDDEN
    assert told == []


def test_a_union_that_is_lifted_is_seen_to_go_however_slowly() -> None:
    watch, told = watch_of(*[(2.0 + 0.04 * step, 2.8 - 0.2 * step) for step in range(14)])
    assert watch.seen[E5] == HIDDEN
    assert [sighting.content for sighting in told] == [HIDDEN]


def watch_of(*readings: tuple[float, float]) -> tuple[Watch, list[Sighting]]:
    """A watch over a quiet board with a union on e5, and what it told of (time, reading) there."""
    stands = tuple(Content.UNION if sq == E5 else Content.EMPTY for sq in range(64))
    looks = tuple(HIDDEN for _ in range(64))
    watch = Watch(looks, model_for(SensorKind.FIELD), 0.03, (5.0,), expected=stands)
    told: list[Sighting] = []
    frames = [SensorFrame(0.1, {sq: 2.9 if sq == E5 else 0.2 for sq in range(64)})]
    frames += [SensorFrame(t, {E5: reading}) for t, reading in readings]
    for frame in [*frames, SensorFrame(frames[-1].t + 1.0, {})]:
        told += [moment for moment in watch.advance(frame.t) if isinstance(moment, Sighting)]
        watch.read(frame)
    return watch, told
