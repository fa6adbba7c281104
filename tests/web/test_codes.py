from __future__ import annotations

from dataclasses import replace

import pytest

from board_daemon.web.codes import (
    CODE_SECONDS,
    MOST_TRIES,
    NoPairing,
    PairingBusy,
    PairingDesk,
    TooManyStarts,
    WrongCode,
)
from board_daemon.web.levels import Level, Visitor

STRANGER = Visitor("192.168.1.50", Level.NOBODY)
OWNER = Visitor("127.0.0.1", Level.OWNER)


def started(desk: PairingDesk, visitor: Visitor = STRANGER, at: float = 0.0) -> Visitor:
    """The visitor with the ticket of the pairing that he started."""
    return replace(visitor, ticket=desk.start(visitor, Level.PLAY, at))


def squares(desk: PairingDesk) -> tuple[int, ...]:
    assert desk.code is not None
    return desk.code.squares


def wrong(desk: PairingDesk) -> tuple[int, ...]:
    return tuple(reversed(squares(desk)))


def test_a_code_is_four_different_squares_and_each_is_another() -> None:
    desk = PairingDesk()
    seen = set()
    for number in range(20):
        desk.start(OWNER, Level.PLAY, 60.0 * number)
        code = squares(desk)
        assert len(code) == len(set(code)) == 4
        assert all(0 <= square < 64 for square in code)
        seen.add(code)
    assert len(seen) > 15


def test_a_code_is_written_as_the_board_lights_it() -> None:
    desk = PairingDesk()
    started(desk)
    assert desk.code is not None
    assert str(replace(desk.code, squares=(18, 45, 0, 57))) == "c3 f6 a1 b8"


def test_the_code_pairs_once() -> None:
    desk = PairingDesk()
    visitor = started(desk)
    code = squares(desk)
    assert desk.enter(visitor, code, 1.0) is Level.PLAY
    with pytest.raises(NoPairing):
        desk.enter(visitor, code, 1.0)


def test_the_order_of_the_squares_counts() -> None:
    desk = PairingDesk()
    visitor = started(desk)
    with pytest.raises(WrongCode, match="4 tries are left"):
        desk.enter(visitor, wrong(desk), 1.0)


def test_the_last_try_makes_the_code_void() -> None:
    desk = PairingDesk()
    visitor = started(desk)
    code = squares(desk)
    for _ in range(MOST_TRIES - 1):
        with pytest.raises(WrongCode, match="left"):
            desk.enter(visitor, wrong(desk), 1.0)
    with pytest.raises(WrongCode, match="last try"):
        desk.enter(visitor, wrong(desk), 1.0)
    with pytest.raises(NoPairing):
        desk.enter(visitor, code, 1.0)


def test_a_code_runs_out() -> None:
    desk = PairingDesk()
    visitor = started(desk)
    code = squares(desk)
    assert not desk.expire(CODE_SECONDS - 0.1)
    with pytest.raises(NoPairing):
        desk.enter(visitor, code, CODE_SECONDS)
    assert desk.code is None


def test_another_device_can_neither_enter_nor_use_up_nor_end_a_code() -> None:
    desk = PairingDesk()
    visitor = started(desk)
    code = squares(desk)
    for other in (STRANGER, replace(STRANGER, ticket="guessed")):
        for _ in range(2 * MOST_TRIES):
            with pytest.raises(PairingBusy):
                desk.enter(other, code, 1.0)
        with pytest.raises(PairingBusy):
            desk.cancel(other, 1.0)
        with pytest.raises(PairingBusy):
            desk.start(other, Level.PLAY, 1.0)
    assert desk.enter(visitor, code, 1.0) is Level.PLAY


def test_a_code_that_an_owner_started_may_be_entered_by_any_device() -> None:
    desk = PairingDesk()
    started(desk, OWNER)
    assert desk.enter(STRANGER, squares(desk), 1.0) is Level.PLAY


def test_an_owner_goes_before_a_stranger() -> None:
    desk = PairingDesk()
    stranger = started(desk)
    started(desk, OWNER, at=1.0)
    started(desk, OWNER, at=2.0)
    with pytest.raises(PairingBusy):
        desk.start(stranger, Level.PLAY, 3.0)
    assert desk.cancel(OWNER, 4.0)
    assert not desk.cancel(OWNER, 4.0)


def test_a_device_may_start_again_and_then_the_old_code_is_void() -> None:
    desk = PairingDesk()
    first = started(desk)
    old = squares(desk)
    second = started(desk, first, at=5.0)
    assert second.ticket != first.ticket
    with pytest.raises((WrongCode, PairingBusy)):
        desk.enter(first, old, 6.0)


def test_the_device_that_started_may_end_it() -> None:
    desk = PairingDesk()
    assert desk.cancel(started(desk), 1.0)
    assert desk.code is None


def test_one_device_cannot_start_over_and_over() -> None:
    desk = PairingDesk()
    visitor = STRANGER
    for _ in range(3):
        visitor = started(desk, visitor)
    with pytest.raises(TooManyStarts) as caught:
        desk.start(visitor, Level.PLAY, 0.0)
    assert caught.value.retry_after == pytest.approx(200.0)
    assert str(caught.value).endswith("try again in 4 minutes.")
    with pytest.raises(TooManyStarts, match=r"in 45 seconds\.$"):
        desk.start(visitor, Level.PLAY, 155.0)
    with pytest.raises(TooManyStarts, match=r"in 1 second\.$"):
        desk.start(visitor, Level.PLAY, 199.5)
    desk.start(visitor, Level.PLAY, 200.0)


def test_many_devices_together_cannot_start_over_and_over_but_an_owner_still_can() -> None:
    desk = PairingDesk()
    for number in range(10):
        visitor = started(desk, replace(STRANGER, client=f"192.168.1.{number}"))
        desk.cancel(visitor, 0.0)
    with pytest.raises(TooManyStarts):
        desk.start(STRANGER, Level.PLAY, 0.0)
    desk.start(OWNER, Level.PLAY, 0.0)


def test_a_start_that_was_refused_for_all_costs_the_one_nothing() -> None:
    desk = PairingDesk()
    for number in range(10):
        visitor = started(desk, replace(STRANGER, client=f"192.168.1.{number}"))
        desk.cancel(visitor, 0.0)
    for _ in range(10):
        with pytest.raises(TooManyStarts):
            desk.start(STRANGER, Level.PLAY, 0.0)
    # By then, all together may have one more: it is his, who has asked ten times in vain.
    desk.start(STRANGER, Level.PLAY, 360.0)


def test_the_ticket_is_not_kept() -> None:
    desk = PairingDesk()
    visitor = started(desk)
    assert visitor.ticket is not None
    assert visitor.ticket not in repr(desk)
