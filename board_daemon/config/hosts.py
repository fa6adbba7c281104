"""Addresses and names of machines."""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final

from board_daemon.config.kinds import NONE, Kind, Refused

_LABEL: Final = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_HOST_NAME: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*")


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return "%" not in text


def _host(value: object) -> str:
    """An address or a name in lower case; raises `Refused`."""
    if not isinstance(value, str):
        raise Refused
    text = value.strip().lower().removesuffix(".")
    if "://" in text:
        raise Refused("which is a whole web address")
    # Nothing but numbers and dots is a mistyped address.
    is_name = _HOST_NAME.fullmatch(text) is not None and not re.fullmatch(r"[0-9.]+", text)
    if len(text) > 253 or not (is_name or _is_address(text)):
        raise Refused
    return text


@dataclass(frozen=True, slots=True)
class Host(Kind):
    """An address of this machine, or a name that stands for one."""

    @property
    def expected(self) -> str:
        """By example."""
        return "an address such as 127.0.0.1, or 0.0.0.0 for the whole network"

    def read(self, value: object) -> str:
        """In lower case."""
        return _host(value)


@dataclass(frozen=True, slots=True)
class HostNames(Kind):
    """Names under which this machine is called."""

    most: int

    @property
    def expected(self) -> str:
        """By example."""
        return f"a list of at most {self.most} host names such as [pacoboard.local], without ports"

    def read(self, value: object) -> tuple[str, ...]:
        """In lower case, in order."""
        if value == NONE or value is None:
            return ()
        if not isinstance(value, list | tuple) or len(value) > self.most:
            raise Refused
        names = []
        for entry, name in enumerate(value):
            try:
                names.append(_host(name))
            except Refused as refusal:
                refusal.entry = entry
                refusal.expected = "a host name such as pacoboard.local, without a port"
                raise
        return tuple(names)

    def text(self, setting: Any) -> str:
        """As a YAML list on one line."""
        return f"[{', '.join(setting)}]"
