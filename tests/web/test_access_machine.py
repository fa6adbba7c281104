"""Pairing and sessions as a state machine: whatever happens, nobody gets what he was not given."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from board_daemon.web.access import Access, AccessRules, Level, Visitor
from board_daemon.web.codes import CODE_SECONDS, MOST_TRIES, WrongCode, token_hash
from board_daemon.web.device_file import DeviceFile
from board_daemon.web.devices import IDLE_SECONDS, LONGEST_SECONDS, MOST_DEVICES, Device
from board_daemon.web.levels import AccessError
from board_daemon.web.times import DAY
from tests.web.boards import Clocks

clients = st.sampled_from(["192.168.1.1", "192.168.1.2", "127.0.0.1"])
paired_levels = st.sampled_from([Level.PLAY, Level.OWNER])
# To the minute is how finely it is noted that a device was used.
MINUTE = 60.0


@dataclass
class Session:
    """What the model knows of one session; times are seconds that the board has run."""

    token: str
    level: Level
    paired_at: float
    used_at: float
    is_over: bool = False


class Pairing(RuleBasedStateMachine):
    """Three clients, two clocks, restarts; the model is what was given to whom."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clocks = Clocks()
        self.tickets: dict[str, str] = {}
        self.current: dict[str, Session] = {}
        self.sessions: list[Session] = []
        self.shown_at = 0.0
        self.wrong_tries = 0
        self.was_set = False
        self.access = self.begin()

    def teardown(self) -> None:
        self.folder.cleanup()

    def begin(self) -> Access:
        file = DeviceFile(Path(self.folder.name) / "devices.json")
        return Access(AccessRules(), self.clocks(), file, announce=lambda line: None)

    def come(self, client: str) -> Visitor:
        """This client sends a request."""
        session = self.current.get(client)
        visitor = self.access.visitor(
            client,
            self.clocks(),
            token=session.token if session else None,
            ticket=self.tickets.get(client),
        )
        if session and visitor.device_id:
            session.used_at = self.clocks.monotonic
        return visitor

    def device_of(self, session: Session) -> Device | None:
        hashes = {device.token_hash: device for device in self.access.devices}
        return hashes.get(token_hash(session.token))

    @rule(client=clients, level=paired_levels)
    def start(self, client: str, level: Level) -> None:
        visitor, before = self.come(client), self.access.code_shown
        try:
            _, ticket = self.access.start_pairing(visitor, level, self.clocks())
        except AccessError:
            assert self.access.code_shown == before or not self.access.code_shown
        else:
            self.tickets[client] = ticket
            self.shown_at, self.wrong_tries = self.clocks.monotonic, 0
            assert len(set(self.access.code_shown)) == 4

    @rule(client=clients, level=paired_levels)
    def pair(self, client: str, level: Level) -> None:
        """The owner has a code shown, for this client, who enters it."""
        self.start("127.0.0.1", level)
        if self.access.code_shown:
            self.enter(client, is_right=True)

    @precondition(lambda self: self.access.code_shown)
    @rule(client=clients)
    def guess(self, client: str) -> None:
        """One try more than there are."""
        for _ in range(MOST_TRIES + 1):
            if self.access.code_shown:
                self.enter(client, is_right=False)

    @precondition(lambda self: self.access.code_shown)
    @rule(client=clients, is_right=st.booleans())
    def enter(self, client: str, is_right: bool) -> None:
        visitor, code = self.come(client), self.access.code_shown
        squares = code if is_right else code[::-1]
        try:
            device, token = self.access.pair(visitor, squares, "Tablet", self.clocks())
        except WrongCode:
            assert not is_right
            self.wrong_tries += 1
            return
        except AccessError:
            return
        now = self.clocks.monotonic
        assert is_right
        assert now - self.shown_at < CODE_SECONDS
        assert self.wrong_tries < MOST_TRIES
        assert device.level <= self.access.new_devices_at_most
        assert self.access.code_shown == ()
        if client in self.current:
            self.current[client].is_over = True
        self.current[client] = Session(token, device.level, now, now)
        self.sessions.append(self.current[client])

    @rule(client=clients)
    def cancel(self, client: str) -> None:
        visitor = self.come(client)
        try:
            self.access.cancel_pairing(visitor, self.clocks())
        except AccessError:
            assert visitor.level is not Level.OWNER
        else:
            assert self.access.code_shown == ()

    @rule(client=clients)
    def use(self, client: str) -> None:
        visitor, session = self.come(client), self.current.get(client)
        given = session.level if session and visitor.device_id else Level.NOBODY
        assert visitor.level is (Level.OWNER if client == "127.0.0.1" else given)

    @rule(level=paired_levels)
    def limit_new_devices(self, level: Level) -> None:
        self.access.choose_new_devices_at_most(level)

    @precondition(lambda self: self.current)
    @rule(data=st.data(), level=paired_levels, is_removal=st.booleans())
    def change(self, data: st.DataObject, level: Level, is_removal: bool) -> None:
        session = self.current[data.draw(st.sampled_from(sorted(self.current)))]
        device = self.device_of(session)
        if device is None:
            return
        if is_removal:
            self.access.revoke(device.id)
            session.is_over = True
        else:
            session.level = self.access.change_device(device.id, level=level).level

    @rule(seconds=st.sampled_from([1.0, 50.0, 119.0, 120.0, 3600.0, 10 * DAY, 29 * DAY]))
    def wait(self, seconds: float) -> None:
        self.clocks.go(seconds)

    @rule(days=st.sampled_from([20, 31, 179, 181]))
    def go_away(self, days: int) -> None:
        self.clocks.go(days * DAY)

    @rule(seconds=st.floats(-1e9, 1e9))
    def set_the_clock(self, seconds: float) -> None:
        self.clocks.wall = max(0.0, self.clocks.wall + seconds)
        self.was_set = True

    @rule()
    def restart(self) -> None:
        asyncio.run(self.access.keep(self.clocks(), at_once=True))
        self.access = self.begin()
        self.tickets.clear()
        assert self.access.code_shown == ()

    @invariant()
    def sessions_are_as_they_were_given(self) -> None:
        self.access.tick(self.clocks())
        for session in self.sessions:
            device = self.device_of(session)
            if device is None:
                assert session.is_over or self.may_have_expired(session)
                session.is_over = True
            else:
                assert not session.is_over
                assert not self.has_surely_expired(session)
                assert device.level is session.level

    def may_have_expired(self, session: Session) -> bool:
        now = self.clocks.monotonic
        is_near = now - session.used_at >= IDLE_SECONDS - MINUTE
        return self.was_set or is_near or now - session.paired_at >= LONGEST_SECONDS - MINUTE

    def has_surely_expired(self, session: Session) -> bool:
        now = self.clocks.monotonic
        is_idle = now - session.used_at >= IDLE_SECONDS + MINUTE
        return is_idle or now - session.paired_at >= LONGEST_SECONDS + MINUTE

    @invariant()
    def a_code_is_shown_for_no_longer_than_it_is_good(self) -> None:
        self.access.tick(self.clocks())
        if self.access.code_shown:
            assert self.clocks.monotonic - self.shown_at < CODE_SECONDS
            assert self.wrong_tries < MOST_TRIES

    @invariant()
    def no_secret_is_on_the_disk(self) -> None:
        path = Path(self.folder.name) / "devices.json"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        assert not any(session.token in text for session in self.sessions)
        assert len(self.access.devices) <= MOST_DEVICES


Pairing.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestPairing = pytest.mark.slow(Pairing.TestCase)
