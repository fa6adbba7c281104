from __future__ import annotations

import pytest

from board_daemon.web.devices import (
    IDLE_SECONDS,
    LONGEST_SECONDS,
    MOST_DEVICES,
    Device,
    DeviceBook,
    TooManyDevices,
    UnknownDevice,
)
from board_daemon.web.levels import Level


def paired(book: DeviceBook, name: str = "Tablet", at: float = 0.0) -> tuple[Device, str]:
    return book.add(name, Level.PLAY, at, wall=1.8e9)


def test_a_device_is_found_by_its_token_and_by_no_other() -> None:
    book = DeviceBook()
    device, token = paired(book)
    paired(book, "Another")
    assert book.find(token, 1.0) == device
    for other in (None, "", token[:-1], token + "x", token.upper(), device.token_hash, device.id):
        assert book.find(other, 1.0) is None


def test_a_token_is_long_and_is_not_kept() -> None:
    book = DeviceBook()
    tokens = [paired(book)[1] for _ in range(10)]
    assert len(set(tokens)) == 10
    assert all(len(token) >= 43 for token in tokens)
    assert not any(token in repr(list(book)) for token in tokens)


def test_a_device_that_is_not_used_must_pair_again() -> None:
    book = DeviceBook()
    _, token = paired(book)
    assert book.find(token, IDLE_SECONDS - 1) is not None
    assert book.find(token, IDLE_SECONDS) is None


def test_a_device_that_is_used_stays_until_its_longest_time_is_over() -> None:
    book = DeviceBook()
    _, token = paired(book)
    at = 0.0
    while (device := book.find(token, at)) is not None:
        book.see(device, at, wall=1.8e9 + at)
        at += IDLE_SECONDS / 2
    assert at == LONGEST_SECONDS


def test_being_seen_changes_something_once_a_minute() -> None:
    book = DeviceBook()
    device, token = paired(book)
    assert not book.see(device, 59.0, 1.8e9 + 59)
    assert book.see(device, 60.0, 1.8e9 + 60)
    seen = book.find(token, 61.0)
    assert seen is not None
    assert (seen.seen_at, seen.seen_on) == (60.0, 1.8e9 + 60)


def test_expired_devices_are_forgotten() -> None:
    book = DeviceBook()
    paired(book, "Old")
    young, _ = paired(book, "Young", at=1000.0)
    assert not book.prune(IDLE_SECONDS - 1)
    assert book.prune(IDLE_SECONDS)
    assert list(book) == [young]


def test_a_removed_device_is_nobody() -> None:
    book = DeviceBook()
    device, token = paired(book)
    book.remove(device.id)
    assert book.find(token, 1.0) is None
    with pytest.raises(UnknownDevice):
        book.remove(device.id)


def test_a_device_keeps_its_token_through_a_new_name_and_level() -> None:
    book = DeviceBook()
    device, token = paired(book)
    book.change(device.id, " Ada's\ttablet ", None)
    book.change(device.id, None, Level.OWNER)
    found = book.find(token, 1.0)
    assert found is not None
    assert (found.name, found.level) == ("Ada's tablet", Level.OWNER)
    with pytest.raises(UnknownDevice):
        book.change("ffffffff", "X", None)


def test_there_is_room_for_so_many_devices_and_no_more() -> None:
    book = DeviceBook()
    for _ in range(MOST_DEVICES):
        paired(book)
    with pytest.raises(TooManyDevices, match="remove one"):
        paired(book)
    assert len(book) == MOST_DEVICES


def test_a_name_that_shows_nothing_is_replaced() -> None:
    book = DeviceBook()
    device, _ = book.add("\u200b\u202e \n\x00", Level.PLAY, 0.0, 1_800_000_000.0)
    assert device.name == "A device"
