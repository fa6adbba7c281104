from __future__ import annotations

import json
import logging
import os
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.web.device_file import DeviceFile, Kept, Snapshot
from board_daemon.web.devices import Device, DeviceBook
from board_daemon.web.levels import Level

WALL = 1_800_000_000.0


def some_devices(*names: str) -> tuple[Device, ...]:
    book = DeviceBook()
    return tuple(book.add(name, Level.PLAY, 5.0, WALL)[0] for name in names)


KEPT = Kept(12.5, WALL, Level.PLAY, some_devices("Ada's tablet", "Łukasz ♟"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "devices.json"


def read(path: Path) -> Kept:
    kept = DeviceFile(path).read(WALL)
    return Kept(kept.seconds, kept.wall, kept.new_devices_at_most, tuple(kept.devices))


def test_what_was_written_is_read(path: Path) -> None:
    assert DeviceFile(path).write(Snapshot(1, KEPT)) is None
    assert read(path) == KEPT


def test_nobody_else_on_this_machine_may_read_it(path: Path) -> None:
    before = os.umask(0)
    try:
        DeviceFile(path).write(Snapshot(1, KEPT))
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_was_opened_to_others_is_closed_again(path: Path) -> None:
    DeviceFile(path).write(Snapshot(1, KEPT))
    path.chmod(0o644)
    assert read(path) == KEPT
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_token_is_in_the_file(path: Path) -> None:
    device, token = DeviceBook().add("Tablet", Level.OWNER, 0.0, WALL)
    DeviceFile(path).write(Snapshot(1, Kept(devices=[device])))
    assert token not in path.read_text(encoding="utf-8")


def test_an_earlier_state_never_replaces_a_later_one(path: Path) -> None:
    file = DeviceFile(path)
    file.write(Snapshot(2, KEPT))
    assert file.write(Snapshot(1, Kept())) is None
    assert read(path) == KEPT


def test_a_write_that_was_cut_off_leaves_the_old_state(path: Path) -> None:
    DeviceFile(path).write(Snapshot(1, KEPT))
    path.with_name("devices.json.new").write_text('{"format": 1, "sec', encoding="utf-8")
    assert read(path) == KEPT
    assert DeviceFile(path).write(Snapshot(1, Kept(1.0))) is None
    assert read(path).seconds == 1.0
    assert [item.name for item in path.parent.iterdir()] == ["devices.json"]


def test_a_failed_write_leaves_the_old_state_and_says_why(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    DeviceFile(path).write(Snapshot(1, KEPT))

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    file = DeviceFile(path)
    assert file.write(Snapshot(1, Kept(9.0))) == "No space left on device"
    monkeypatch.undo()
    assert read(path) == KEPT
    # What was not written may be tried again under the same number.
    assert file.write(Snapshot(1, Kept(9.0))) is None
    assert read(path).seconds == 9.0


def test_data_and_name_are_flushed_to_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed = []
    fsync = os.fsync

    def note(number: int) -> None:
        flushed.append(stat.S_ISDIR(os.fstat(number).st_mode))
        fsync(number)

    monkeypatch.setattr(os, "fsync", note)
    DeviceFile(path).write(Snapshot(1, KEPT))
    assert flushed == [False, True]


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    file = DeviceFile(tmp_path / "file" / "devices.json")
    assert file.write(Snapshot(1, KEPT)) == "Not a directory"
    assert file.read(WALL) == Kept()


def test_a_folder_that_was_taken_away_is_not_made_anew(tmp_path: Path) -> None:
    # Perhaps a disk that was taken out: another must not be filled in its place.
    file = DeviceFile(tmp_path / "gone" / "devices.json")
    assert file.write(Snapshot(1, KEPT)) == "No such file or directory"
    assert not (tmp_path / "gone").exists()
    (tmp_path / "gone").mkdir()
    assert file.write(Snapshot(1, KEPT)) is None


GOOD = json.loads(
    '{"format":1,"seconds":1,"wall":2,"new_devices_at_most":null,"devices":[{"id":"0000000a",'
    '"name":"T","level":"play","token_hash":"%s","paired_at":0,"seen_at":0,"paired_on":1,'
    '"seen_on":1}]}' % ("a" * 64)
)


def changed(**entry: object) -> str:
    return json.dumps({**GOOD, "devices": [{**GOOD["devices"][0], **entry}]})


def test_the_form_of_the_file_is_as_these_tests_take_it(path: Path) -> None:
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    assert [device.name for device in read(path).devices] == ["T"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "\x00" * 100,
        json.dumps({**GOOD, "format": 2}),
        json.dumps({**GOOD, "seconds": -1}),
        json.dumps({**GOOD, "more": 1}),
        json.dumps({**GOOD, "new_devices_at_most": "nobody"}),
        json.dumps({**GOOD, "devices": GOOD["devices"] * 2}),
        json.dumps({**GOOD, "devices": GOOD["devices"] * 33}),
        changed(level="god"),
        changed(token_hash="short"),
        changed(seen_at="NaN"),
        changed(paired_on=1e300),
        changed(name=""),
        changed(name="x" * 101),
        " " * 300_000,
    ],
)
def test_a_broken_file_is_set_aside_whole_and_everybody_pairs_again(
    path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text(text, encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert read(path) == Kept(devices=())
    aside = [item for item in path.parent.iterdir() if ".broken-2027" in item.name]
    assert [item.read_text(encoding="utf-8") for item in aside] == [text]
    assert not path.exists()
    assert "pair again" in caplog.text
    assert str(path.parent) not in caplog.text


def test_one_broken_file_never_replaces_another_that_was_set_aside(path: Path) -> None:
    for number in range(3):
        path.write_text(f"broken {number}", encoding="utf-8")
        assert read(path) == Kept(devices=())
    kept = {item.read_text(encoding="utf-8") for item in path.parent.iterdir()}
    assert kept == {"broken 0", "broken 1", "broken 2"}


@pytest.mark.slow
@given(st.binary(max_size=300))
def test_no_bytes_at_all_stop_the_daemon(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "devices.json"
        path.write_bytes(content)
        assert DeviceFile(path).read(WALL).devices == ()
