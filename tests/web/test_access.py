from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.web.access import Access, AccessRules, Level, Visitor, is_loopback
from board_daemon.web.codes import NoPairing, TooManyStarts, WrongCode
from board_daemon.web.device_file import DeviceFile
from board_daemon.web.devices import IDLE_SECONDS, MOST_DEVICES, TooManyDevices
from board_daemon.web.times import DAY
from tests.web.boards import Clocks

NETWORK = "192.168.1.50"
LOCAL = "127.0.0.1"


def make(clocks: Clocks, folder: Path | None = None, **rules: object) -> Access:
    file = DeviceFile(folder / "devices.json") if folder else None
    return Access(
        AccessRules(**rules),  # type: ignore[arg-type]
        clocks(),
        file,
        announce=lambda line: None,
    )


def pair(access: Access, clocks: Clocks, level: Level = Level.PLAY, name: str = "Tablet") -> str:
    """Pair a device on the owner's word; returns its token."""
    access.start_pairing(access.visitor(LOCAL, clocks()), level, clocks())
    stranger = access.visitor(NETWORK, clocks())
    return access.pair(stranger, access.code_shown, name, clocks())[1]


def level_of(access: Access, clocks: Clocks, token: str | None) -> Level:
    return access.visitor(NETWORK, clocks(), token=token).level


def is_dark(access: Access) -> bool:
    return access.code_shown == ()


@pytest.mark.parametrize(
    "client", ["127.0.0.1", "127.0.0.2", "127.255.255.254", "::1", "::ffff:127.0.0.1"]
)
def test_this_machine_is_the_owner_unless_told_otherwise(client: str) -> None:
    clocks = Clocks()
    assert make(clocks).visitor(client, clocks()).level is Level.OWNER
    assert make(clocks, trust_loopback=False).visitor(client, clocks()).level is Level.NOBODY


@pytest.mark.parametrize(
    "client",
    [
        "192.168.1.50",
        "::ffff:192.168.1.50",
        "fe80::1",
        "0.0.0.0",
        "::",
        "128.0.0.1",
        "",
        "unknown",
        "localhost",
        "127.0.0.1, 1.2.3.4",
        "127.1",
        "::7f00:1",
        "64:ff9b::7f00:1",
    ],
)
def test_any_other_address_is_not_this_machine(client: str) -> None:
    clocks = Clocks()
    assert not is_loopback(client)
    assert make(clocks).visitor(client, clocks()).level is Level.NOBODY


def test_who_comes_through_a_proxy_on_this_machine_does_not_sit_at_it() -> None:
    clocks = Clocks()
    visitor = make(clocks).visitor(LOCAL, clocks(), is_forwarded=True)
    assert (visitor.level, visitor.is_local) == (Level.NOBODY, False)


def test_open_watching_lets_anybody_watch_and_no_more() -> None:
    clocks = Clocks()
    access = make(clocks, open_watching=True)
    assert access.visitor(NETWORK, clocks()).level is Level.WATCH
    assert access.visitor(NETWORK, clocks(), token="no such").level is Level.WATCH


def test_the_code_is_told_to_lights_and_console_and_ends_with_its_use() -> None:
    clocks = Clocks()
    lines: list[str] = []
    access = Access(AccessRules(), clocks(), announce=lines.append)
    changes = []
    access.on_change = lambda: changes.append(access.code_shown)
    assert access.code_shown == ()
    assert access.pairing(clocks()) is None
    access.start_pairing(access.visitor(LOCAL, clocks()), Level.PLAY, clocks())
    code = access.code_shown
    assert [parse_square(name) for name in lines[0].split(": ")[1].split()] == list(code)
    clocks.go(30)
    shown = access.pairing(clocks())
    assert shown is not None
    assert shown.expires_in == 90.0
    access.pair(access.visitor(NETWORK, clocks()), code, "Tablet", clocks())
    assert access.code_shown == ()
    assert changes[0] == code
    assert changes[-1] == ()


def test_a_code_that_runs_out_goes_dark() -> None:
    clocks = Clocks()
    access = make(clocks)
    access.start_pairing(access.visitor(LOCAL, clocks()), Level.PLAY, clocks())
    changes = []
    access.on_change = lambda: changes.append(access.code_shown)
    clocks.go(119)
    access.tick(clocks())
    assert not is_dark(access)
    clocks.go(1)
    access.tick(clocks())
    assert is_dark(access)
    assert changes == [()]


def test_a_code_lasts_by_the_clock_that_never_jumps() -> None:
    clocks = Clocks()
    access = make(clocks)
    access.start_pairing(access.visitor(LOCAL, clocks()), Level.PLAY, clocks())
    clocks.wall += 1e9
    access.tick(clocks())
    assert access.code_shown
    clocks.wall -= 2e9
    clocks.monotonic += 120
    access.tick(clocks())
    assert not access.code_shown


def test_a_void_code_goes_dark() -> None:
    clocks = Clocks()
    access = make(clocks)
    access.start_pairing(access.visitor(LOCAL, clocks()), Level.PLAY, clocks())
    stranger, wrong = access.visitor(NETWORK, clocks()), access.code_shown[::-1]
    for _ in range(5):
        assert access.code_shown
        with pytest.raises(WrongCode):
            access.pair(stranger, wrong, "Guess", clocks())
    assert access.code_shown == ()
    assert access.devices == ()


def test_new_devices_get_at_most_what_the_owner_says_even_when_he_says_it_late() -> None:
    clocks = Clocks()
    access = make(clocks)
    assert level_of(access, clocks, pair(access, clocks, Level.OWNER)) is Level.OWNER
    access.choose_new_devices_at_most(Level.PLAY)
    assert level_of(access, clocks, pair(access, clocks, Level.OWNER)) is Level.PLAY
    access.choose_new_devices_at_most(Level.OWNER)
    access.start_pairing(access.visitor(LOCAL, clocks()), Level.OWNER, clocks())
    access.choose_new_devices_at_most(Level.PLAY)
    stranger = access.visitor(NETWORK, clocks())
    device, _ = access.pair(stranger, access.code_shown, "Late", clocks())
    assert device.level is Level.PLAY


def test_pairing_again_ends_the_former_session_of_the_device() -> None:
    clocks = Clocks()
    access = make(clocks)
    old = pair(access, clocks)
    access.start_pairing(access.visitor(LOCAL, clocks()), Level.OWNER, clocks())
    visitor = access.visitor(NETWORK, clocks(), token=old)
    _, new = access.pair(visitor, access.code_shown, "Tablet", clocks())
    assert level_of(access, clocks, old) is Level.NOBODY
    assert level_of(access, clocks, new) is Level.OWNER
    assert len(access.devices) == 1


def test_a_full_board_says_so_before_it_shows_a_code() -> None:
    clocks = Clocks()
    access = make(clocks)
    tokens = []
    for _ in range(MOST_DEVICES):
        clocks.go(60)
        tokens.append(pair(access, clocks))
    clocks.go(60)
    with pytest.raises(TooManyDevices):
        access.start_pairing(access.visitor(NETWORK, clocks()), Level.PLAY, clocks())
    assert access.code_shown == ()
    # One that is paired may pair anew, since it gives up its own place.
    paired = access.visitor(NETWORK, clocks(), token=tokens[0])
    access.start_pairing(paired, Level.PLAY, clocks())


def test_a_session_that_was_used_yesterday_survives_any_one_jump_of_the_clock() -> None:
    for jump in (-1e9, -DAY, DAY, 365 * DAY, 1e12):
        clocks = Clocks()
        access = make(clocks)
        token = pair(access, clocks)
        clocks.go(DAY)
        clocks.wall += jump
        assert level_of(access, clocks, token) is Level.PLAY


def test_an_expired_session_is_not_brought_back_by_a_clock_that_jumps_back(tmp_path: Path) -> None:
    clocks = Clocks()
    access = make(clocks, tmp_path)
    token = pair(access, clocks)
    asyncio.run(access.keep(clocks()))
    clocks.go(IDLE_SECONDS)
    clocks.wall -= 3 * IDLE_SECONDS
    assert level_of(access, clocks, token) is Level.NOBODY
    access.tick(clocks())
    assert access.devices == ()
    asyncio.run(access.keep(clocks()))
    assert level_of(make(Clocks(wall=0.0), tmp_path), Clocks(wall=0.0), token) is Level.NOBODY


def test_a_session_outlives_a_restart(tmp_path: Path) -> None:
    clocks = Clocks()
    access = make(clocks, tmp_path)
    token = pair(access, clocks, name="Ada's tablet")
    access.choose_new_devices_at_most(Level.PLAY)
    asyncio.run(access.keep(clocks()))
    later = Clocks(wall=clocks.wall + DAY, monotonic=1.0)
    again = make(later, tmp_path)
    assert again.visitor(NETWORK, later(), token=token).you() == {
        "level": "play",
        "device": "Ada's tablet",
    }
    assert again.new_devices_at_most is Level.PLAY


def test_a_revoked_session_stays_revoked_after_a_restart(tmp_path: Path) -> None:
    clocks = Clocks()
    access = make(clocks, tmp_path)
    token = pair(access, clocks)
    asyncio.run(access.keep(clocks()))
    access.revoke(access.devices[0].id)
    asyncio.run(access.keep(clocks()))
    assert level_of(access, clocks, token) is Level.NOBODY
    assert level_of(make(clocks, tmp_path), clocks, token) is Level.NOBODY


def test_that_a_device_was_used_is_written_once_an_hour(tmp_path: Path) -> None:
    clocks = Clocks()
    access = make(clocks, tmp_path)
    token = pair(access, clocks)
    asyncio.run(access.keep(clocks()))
    path = tmp_path / "devices.json"
    path.unlink()
    for _ in range(59):
        clocks.go(60)
        level_of(access, clocks, token)
        asyncio.run(access.keep(clocks()))
        assert not path.exists()
    clocks.go(60)
    level_of(access, clocks, token)
    asyncio.run(access.keep(clocks()))
    assert path.exists()


def test_nothing_is_written_where_nothing_changed(tmp_path: Path) -> None:
    clocks = Clocks()
    access = make(clocks, tmp_path)
    clocks.go(DAY)
    access.tick(clocks())
    asyncio.run(access.keep(clocks(), at_once=True))
    assert list(tmp_path.iterdir()) == []


def test_without_a_place_to_write_sessions_live_in_memory_and_it_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "data"
    folder.write_text("a file where the folder should be", encoding="utf-8")
    clocks = Clocks()
    access = make(clocks, folder)
    token = pair(access, clocks)
    with caplog.at_level(logging.WARNING):
        asyncio.run(access.keep(clocks()))
        asyncio.run(access.keep(clocks()))
    assert access.problem is not None
    assert "cannot be saved" in access.problem
    assert str(tmp_path) not in access.problem
    said = [record.getMessage() for record in caplog.records if "saved" in record.getMessage()]
    assert said == [access.problem]
    assert level_of(access, clocks, token) is Level.PLAY


def test_what_could_not_be_written_is_tried_again_after_a_while(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.write_text("a file where the folder should be", encoding="utf-8")
    clocks = Clocks()
    access = make(clocks, folder)
    token = pair(access, clocks)
    asyncio.run(access.keep(clocks()))
    folder.unlink()
    folder.mkdir()
    clocks.go(29)
    asyncio.run(access.keep(clocks()))
    assert not [*folder.iterdir()]
    clocks.go(1)
    asyncio.run(access.keep(clocks()))
    assert access.problem is None
    assert level_of(make(clocks, folder), clocks, token) is Level.PLAY


def test_who_waits_for_the_disk_gets_an_attempt_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.write_text("", encoding="utf-8")
    clocks = Clocks()
    access = make(clocks, folder)
    pair(access, clocks)
    asyncio.run(access.keep(clocks()))
    folder.unlink()
    folder.mkdir()
    asyncio.run(access.keep(clocks(), at_once=True))
    assert access.problem is None


def test_a_visitor_is_seen_again_as_he_stands_now() -> None:
    clocks = Clocks()
    access = make(clocks)
    token = pair(access, clocks)
    visitor = access.visitor(NETWORK, clocks(), token=token)
    assert access.seen_again(visitor, clocks()) == visitor
    access.change_device(access.devices[0].id, level=Level.WATCH)
    assert access.seen_again(visitor, clocks()).level is Level.WATCH
    access.revoke(access.devices[0].id)
    gone = access.seen_again(visitor, clocks())
    assert (gone.level, gone.device_id) == (Level.NOBODY, None)


@pytest.mark.parametrize("is_forwarded", [False, True])
@pytest.mark.parametrize("client", [LOCAL, NETWORK])
def test_seeing_somebody_again_gives_him_nothing(client: str, is_forwarded: bool) -> None:
    clocks = Clocks()
    access = make(clocks)
    visitor = access.visitor(client, clocks(), is_forwarded=is_forwarded)
    assert access.seen_again(visitor, clocks()) == visitor


def test_a_stolen_ticket_is_of_no_use_after_its_pairing() -> None:
    clocks = Clocks()
    access = make(clocks)
    stranger = access.visitor(NETWORK, clocks())
    _, ticket = access.start_pairing(stranger, Level.PLAY, clocks())
    holder = replace(stranger, ticket=ticket)
    code = access.code_shown
    access.pair(holder, code, "Tablet", clocks())
    with pytest.raises(NoPairing):
        access.pair(holder, code, "Thief", clocks())
    other = Visitor("192.168.1.77", Level.NOBODY)
    access.start_pairing(other, Level.PLAY, clocks())
    with pytest.raises(Exception, match="Another device"):
        access.pair(holder, access.code_shown, "Thief", clocks())


def test_starting_cannot_be_sped_up_by_setting_the_clock() -> None:
    clocks = Clocks()
    access = make(clocks)
    visitor = access.visitor(NETWORK, clocks())
    for _ in range(3):
        _, ticket = access.start_pairing(visitor, Level.PLAY, clocks())
        access.cancel_pairing(replace(visitor, ticket=ticket), clocks())
    clocks.wall += 1e9
    with pytest.raises(TooManyStarts):
        access.start_pairing(visitor, Level.PLAY, clocks())


def test_logging_out_ends_only_ones_own_session() -> None:
    clocks = Clocks()
    access = make(clocks)
    mine, other = pair(access, clocks), pair(access, clocks)
    access.log_out(access.visitor(NETWORK, clocks(), token=mine))
    access.log_out(access.visitor(NETWORK, clocks()))
    assert level_of(access, clocks, mine) is Level.NOBODY
    assert level_of(access, clocks, other) is Level.PLAY
