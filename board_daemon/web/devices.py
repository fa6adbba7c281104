"""Paired devices and their sessions: one token each, of which only the hash is kept."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from board_daemon.languages.sentences import said
from board_daemon.names import clean_name
from board_daemon.web.codes import token_hash
from board_daemon.web.levels import AccessError, Level
from board_daemon.web.times import DAY

IDLE_SECONDS: Final = 30 * DAY
"""A device that was not used for so long must pair again."""
LONGEST_SECONDS: Final = 180 * DAY
"""A device must pair again after so long, however much it is used."""
MOST_DEVICES: Final = 32
NAMELESS: Final = "A device"
# Fine enough for people and for 30 days, and a request changes nothing most of the time.
_SEEN_STEP: Final = 60.0


class UnknownDevice(AccessError):
    """No device has this number."""

    status = 404


class TooManyDevices(AccessError):
    """Every place for a device is taken."""

    status = 409


@dataclass(frozen=True, slots=True)
class Device:
    """A paired device. `paired_at` and `seen_at` are board time (see `times.BoardTime`)."""

    id: str
    name: str
    level: Level
    token_hash: str
    paired_at: float
    seen_at: float
    paired_on: float
    """By the wall clock, in seconds since 1970: for people, nothing is decided by it."""
    seen_on: float
    """As `paired_on`."""

    def has_expired(self, at: float) -> bool:
        """Whether this device must pair again, at this board time."""
        return at - self.seen_at >= IDLE_SECONDS or at - self.paired_at >= LONGEST_SECONDS


class DeviceBook:
    """The paired devices, by number and by the hash of their token; times are board time."""

    def __init__(self, devices: Iterable[Device] = ()) -> None:
        self._by_id = {device.id: device for device in devices}
        self._ids = {device.token_hash: device.id for device in self._by_id.values()}

    def __iter__(self) -> Iterator[Device]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def find(self, token: str | None, at: float) -> Device | None:
        """The device that holds this token, None for none or one whose session has expired."""
        if token is None:
            return None
        device = self._by_id.get(self._ids.get(token_hash(token), ""))
        return None if device is None or device.has_expired(at) else device

    def check_room(self) -> None:
        """Raise TooManyDevices where no further device may be paired."""
        if len(self) >= MOST_DEVICES:
            raise TooManyDevices(
                said(
                    "pairing.full",
                    "{most} devices are paired already: remove one of them first.",
                    most=MOST_DEVICES,
                )
            )

    def add(self, name: str, level: Level, at: float, wall: float) -> tuple[Device, str]:
        """Pair a device; returns it with its token, which is nowhere else.

        Raises TooManyDevices.
        """
        self.check_room()
        token = secrets.token_urlsafe(32)
        number = secrets.token_hex(4)
        while number in self._by_id:
            number = secrets.token_hex(4)
        device = Device(
            number,
            clean_name(name) or NAMELESS,
            level,
            token_hash(token),
            at,
            at,
            paired_on=wall,
            seen_on=wall,
        )
        self._by_id[number] = device
        self._ids[device.token_hash] = number
        return device, token

    def see(self, device: Device, at: float, wall: float) -> bool:
        """Note that a device was used; tells whether that changed anything."""
        if at - device.seen_at < _SEEN_STEP:
            return False
        self._by_id[device.id] = replace(device, seen_at=at, seen_on=wall)
        return True

    def change(self, number: str, name: str | None, level: Level | None) -> Device:
        """Give a device another name or level; raises UnknownDevice."""
        device = self._get(number)
        device = replace(
            device,
            name=device.name if name is None else clean_name(name) or NAMELESS,
            level=device.level if level is None else level,
        )
        self._by_id[number] = device
        return device

    def remove(self, number: str) -> Device:
        """End the session of a device; raises UnknownDevice."""
        device = self._get(number)
        del self._by_id[number]
        del self._ids[device.token_hash]
        return device

    def prune(self, at: float) -> bool:
        """Forget the devices whose sessions have expired; tells whether there were any."""
        expired = [device.id for device in self if device.has_expired(at)]
        for number in expired:
            self.remove(number)
        return bool(expired)

    def _get(self, number: str) -> Device:
        try:
            return self._by_id[number]
        except KeyError:
            raise UnknownDevice(
                said("devices.gone", "No device has this number: it may have been removed.")
            ) from None
