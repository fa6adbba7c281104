"""Who may do what: levels, pairing with a code that the board shows, sessions.

`Access` does no input or output but for the file of the devices, which `keep` writes in a thread of
its own; time is passed in as a `Moment`. It belongs to one event loop: only `keep` leaves it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from board_daemon.rules.squares import Square
from board_daemon.web.codes import CODE_SECONDS, PairingDesk
from board_daemon.web.device_file import DeviceFile, Kept, Snapshot
from board_daemon.web.devices import Device, DeviceBook
from board_daemon.web.levels import (
    AccessError,
    Level,
    LevelGate,
    LevelTooLow,
    NotPaired,
    Visitor,
    needs,
    visitor_of,
)
from board_daemon.web.times import BoardTime, Moment

__all__ = [
    "Access",
    "AccessError",
    "AccessRules",
    "Level",
    "LevelGate",
    "LevelTooLow",
    "Moment",
    "NotPaired",
    "PairingShown",
    "Visitor",
    "needs",
    "visitor_of",
]

LOG: Final = logging.getLogger(__name__)
_SEEN_KEPT_EVERY: Final = 3600.0
"""Seconds between writings where nothing happened but that devices were used."""
_RETRY_EVERY: Final = 30.0


@dataclass(frozen=True, slots=True)
class AccessRules:
    """What the configuration says of access."""

    open_watching: bool = False
    """Whether anybody on the network may watch."""
    trust_loopback: bool = True
    """Whether everybody on this machine is an owner."""
    new_devices_at_most: Level = Level.OWNER
    """What a pairing may give, until an owner chooses otherwise."""


@dataclass(frozen=True, slots=True)
class PairingShown:
    """A pairing under way, as everybody may know of it."""

    expires_in: float
    """Seconds."""


def print_code(line: str) -> None:
    """Show the code on the console (under systemd: in the journal)."""
    print(line, flush=True)


# Asked twice for every message to every watcher, of the same few addresses.
@lru_cache(maxsize=1024)
def is_loopback(client: str) -> bool:
    """Whether an address of a socket is this machine's own, as IPv4, IPv6, or one in the other."""
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


class Access:
    """The devices, the code of a pairing, and what each visitor may do."""

    def __init__(
        self,
        rules: AccessRules,
        now: Moment,
        file: DeviceFile | None = None,
        announce: Callable[[str], None] = print_code,
    ) -> None:
        """Read the file of the devices; without one, sessions last as long as the program."""
        kept = file.read(now.wall) if file else Kept()
        self.on_change: Callable[[], None] = lambda: None
        """Called when a pairing begins or ends and when a device changes."""
        self.on_devices: Callable[[], None] = lambda: None
        """Called when devices may have come, gone, or been given another level."""
        self._rules = rules
        self._file = file
        self._announce = announce
        self._desk = PairingDesk()
        self._book = DeviceBook(kept.devices)
        self._time = BoardTime(kept.seconds, kept.wall)
        self._chosen_at_most = kept.new_devices_at_most
        self._problem: str | None = None
        self._number = 0
        self._keeping = asyncio.Lock()
        self._has_changed = False
        self._has_seen = False
        self._keep_after = now.monotonic
        self.tick(now)

    # --- for the board and the page ---

    @property
    def code_shown(self) -> tuple[Square, ...]:
        """The squares to light now, one after the other, in order; () without a pairing."""
        return self._desk.code.squares if self._desk.code else ()

    @property
    def problem(self) -> str | None:
        """Why paired devices cannot be saved, as a sentence for people; None if they can."""
        return self._problem

    def pairing(self, now: Moment) -> PairingShown | None:
        """The pairing under way, never its code."""
        self._expire_code(now)
        code = self._desk.code
        return PairingShown(code.ends_at - now.monotonic) if code else None

    def tick(self, now: Moment) -> None:
        """End what has run out: to be called about once a second."""
        self._expire_code(now)
        if self._book.prune(self._time.at(now)):
            self._changed()

    # --- who is it ---

    def visitor(
        self,
        client: str,
        now: Moment,
        *,
        token: str | None = None,
        ticket: str | None = None,
        is_forwarded: bool = False,
    ) -> Visitor:
        """Who sends a request from this address, with this session token and pairing ticket.

        `is_forwarded` is a request that came through a proxy: whoever sits behind a proxy on this
        machine does not sit on this machine.
        """
        at = self._time.at(now)
        device = self._book.find(token, at)
        if device and self._book.see(device, at, now.wall):
            self._has_seen = True
        is_local = is_loopback(client) and not is_forwarded
        levels = [device.level if device else Level.NOBODY]
        if self._rules.open_watching:
            levels.append(Level.WATCH)
        if is_local and self._rules.trust_loopback:
            levels.append(Level.OWNER)
        return Visitor(
            client=client,
            level=max(levels),
            device_id=device.id if device else None,
            device_name=device.name if device else None,
            token=token,
            ticket=ticket,
            is_local=is_local,
        )

    def seen_again(self, visitor: Visitor, now: Moment) -> Visitor:
        """The same visitor as he stands now: his session may have ended, his level changed."""
        if visitor.token is None:
            return visitor  # He has no session: what he may do goes by where he sits.
        return self.visitor(
            visitor.client,
            now,
            token=visitor.token,
            ticket=visitor.ticket,
            is_forwarded=is_loopback(visitor.client) and not visitor.is_local,
        )

    # --- pairing ---

    def start_pairing(self, visitor: Visitor, level: Level, now: Moment) -> tuple[float, str]:
        """Show a code; returns the seconds it lasts and a ticket for the device that asked.

        Raises TooManyDevices, PairingBusy or TooManyStarts.
        """
        self._check_room(visitor)
        ticket = self._desk.start(visitor, min(level, self.new_devices_at_most), now.monotonic)
        LOG.info("Pairing was started by %s", visitor.client)
        self._announce(f"Pairing code: {self._desk.code}")
        self.on_change()
        return CODE_SECONDS, ticket

    def pair(
        self, visitor: Visitor, squares: Sequence[Square], name: str, now: Moment
    ) -> tuple[Device, str]:
        """Pair the visitor's device; returns it with its session token.

        A former session of this device ends. Raises NoPairing, PairingBusy, WrongCode or
        TooManyDevices.
        """
        self._desk.check_may_enter(visitor, now.monotonic)
        self._check_room(visitor)
        try:
            # The owner may have changed his mind since the code was shown.
            level = self._desk.enter(visitor, squares, now.monotonic)
        finally:
            if self._desk.code is None:
                self.on_change()
        if visitor.device_id is not None:
            self._book.remove(visitor.device_id)
        level = min(level, self.new_devices_at_most)
        device, token = self._book.add(name, level, self._time.at(now), now.wall)
        LOG.info("Paired %r from %s: %s", device.name, visitor.client, device.level.value)
        self._changed()
        return device, token

    def cancel_pairing(self, visitor: Visitor, now: Moment) -> None:
        """End the pairing under way, if there is one; raises PairingBusy for somebody else's."""
        if self._desk.cancel(visitor, now.monotonic):
            self.on_change()

    # --- devices ---

    @property
    def devices(self) -> tuple[Device, ...]:
        """The paired devices, the one that was paired first, first."""
        return tuple(self._book)

    @property
    def new_devices_at_most(self) -> Level:
        """What a pairing gives at most: PLAY or OWNER."""
        return self._chosen_at_most or self._rules.new_devices_at_most

    def choose_new_devices_at_most(self, level: Level) -> None:
        """Set what a pairing gives at most, from now on; what is paired keeps its level."""
        self._chosen_at_most = level
        self._changed()

    def change_device(
        self, number: str, name: str | None = None, level: Level | None = None
    ) -> Device:
        """Give a device another name or level; raises UnknownDevice."""
        device = self._book.change(number, name, level)
        self._changed()
        return device

    def revoke(self, number: str) -> None:
        """End the session of a device; raises UnknownDevice."""
        device = self._book.remove(number)
        LOG.info("Removed the device %r", device.name)
        self._changed()

    def log_out(self, visitor: Visitor) -> None:
        """End the visitor's own session, if he has one."""
        if visitor.device_id is not None:
            self.revoke(visitor.device_id)

    # --- keeping ---

    async def keep(self, now: Moment, *, at_once: bool = False) -> None:
        """Write what has changed, in a thread: to be called every few seconds.

        `at_once` is for when somebody waits for it or the program ends. Trouble is told by
        `problem`, and tried again.
        """
        async with self._keeping:
            if self._file and self._is_due(now, at_once):
                await self._write(self._file, now)

    async def _write(self, file: DeviceFile, now: Moment) -> None:
        self._number += 1
        kept = Kept(self._time.at(now), now.wall, self._chosen_at_most, self.devices)
        self._has_changed = self._has_seen = False
        self._keep_after = now.monotonic + _SEEN_KEPT_EVERY
        trouble = await asyncio.to_thread(file.write, Snapshot(self._number, kept))
        if trouble is not None:
            self._has_changed = True
            self._keep_after = now.monotonic + _RETRY_EVERY
        self._say(trouble)

    def _is_due(self, now: Moment, at_once: bool) -> bool:
        waited = at_once or now.monotonic >= self._keep_after
        if self._has_changed:
            return waited or self._problem is None
        return waited and self._has_seen

    def _say(self, trouble: str | None) -> None:
        before, self._problem = self._problem, None
        if trouble is not None:
            self._problem = (
                f"Paired devices cannot be saved ({trouble}): after a restart, what was changed"
                " is as it was before."
            )
        if before != self._problem:
            LOG.warning("%s", self._problem or "Paired devices can be saved again.")

    def _check_room(self, visitor: Visitor) -> None:
        if visitor.device_id is None:
            self._book.check_room()

    def _expire_code(self, now: Moment) -> None:
        if self._desk.expire(now.monotonic):
            self.on_change()

    def _changed(self) -> None:
        self._has_changed = True
        self.on_devices()
        self.on_change()
