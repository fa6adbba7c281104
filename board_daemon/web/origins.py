"""Under which names the board may be addressed, and which pages may talk to it.

A page of anywhere may make a browser send requests to the board, and may give the board a name of
its own making (DNS rebinding). The first is told by Origin and Sec-Fetch-Site, the second by Host.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from board_daemon.languages.sentences import said
from board_daemon.web.levels import AccessError

_AUTHORITY: Final = re.compile(
    r"(?P<host>\[[0-9a-f:.]{2,45}\]|[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?\.?)(:(?P<port>[0-9]{1,5}))?",
    re.IGNORECASE,
)
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_LOOPBACK_NAMES: Final = frozenset({"localhost", "ip6-localhost"})
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class WrongHost(AccessError):
    """The request is for a name that is not this board's."""

    status = 421


class WrongOrigin(AccessError):
    """The request comes from a page that is not the board's own."""

    status = 403


@dataclass(frozen=True, slots=True)
class Authority:
    """A host, in lower case and without a closing dot, and the port if one is named."""

    host: str
    port: int | None

    def __str__(self) -> str:
        return self.host if self.port is None else f"{self.host}:{self.port}"


def parse_authority(text: str) -> Authority | None:
    """What a Host header names; None for anything that is not a host with or without a port."""
    match = _AUTHORITY.fullmatch(text)
    if match is None:
        return None
    port = match["port"]
    if port is not None and int(port) > 65535:
        return None
    host = match["host"].lower().removesuffix(".")
    if host.startswith("["):
        address = _address(host[1:-1])
        if address is None:
            return None
        host = f"[{address}]" if address.version == 6 else str(address)
    return Authority(host, int(port) if port else None)


def plain_address(text: str) -> str:
    """An address of a socket in its one form, an IPv4 address in IPv6 as what it is."""
    address = _address(text)
    return text if address is None else str(address)


def machine_names() -> frozenset[str]:
    """The names under which this machine is known on its network, as it knows them itself."""
    name = socket.gethostname().lower().removesuffix(".")
    return frozenset({name, f"{name.split('.')[0]}.local"}) if name else frozenset()


class HostList:
    """The names and addresses that are this board's.

    Beside those given: this machine's loopback names, and the very address at which a request
    arrived. An address needs no list, since no name service stands behind it.
    """

    def __init__(self, hosts: Iterable[str] = ()) -> None:
        parsed = (parse_authority(host) or parse_authority(f"[{host}]") for host in hosts)
        self._hosts = frozenset(item.host for item in parsed if item) | _LOOPBACK_NAMES

    def check(self, header: str | None, server: str | None) -> Authority:
        """The authority a request is for; raises WrongHost unless it is the board's.

        `server` is the address at which the connection arrived.
        """
        authority = parse_authority(header) if header is not None else None
        if authority is None or not self._is_ours(authority.host, server):
            raise WrongHost(
                "The board does not go by this name: use one of its own, or add this one to its"
                " configuration."
            )
        return authority

    def _is_ours(self, host: str, server: str | None) -> bool:
        if host in self._hosts:
            return True
        address = _address(host.strip("[]"))
        if address is None:
            return False
        return address.is_loopback or (server is not None and address == _address(server))


@dataclass(frozen=True, slots=True)
class Sender:
    """What a request says of the page it comes from."""

    origins: Collection[str]
    """The Origin headers; browsers send none with some requests, and never more than one."""
    fetch_site: str | None
    """Sec-Fetch-Site, which browsers send to hosts they deem trustworthy, this machine for one."""


def check_sender(sender: Sender, method: str, is_page: bool, scheme: str, host: Authority) -> None:
    """Raise WrongOrigin for a request that another page made a browser send.

    A program that is no browser sends neither header and may pass: it could forge both. `is_page`
    is a request for the page itself, to which others may link.
    """
    is_safe = method in _SAFE_METHODS
    if is_safe and is_page:
        return
    # "none" is what somebody typed, which never changes anything.
    allowed_sites = (None, "same-origin", "none") if is_safe else (None, "same-origin")
    is_own_site = sender.fetch_site in allowed_sites
    is_own = all(_is_same(origin, scheme, host) for origin in sender.origins)
    if not (is_own_site and is_own and len(sender.origins) <= 1):
        raise WrongOrigin(said("refused.origin", "Only the board's own page may do this."))


def _is_same(origin: str, scheme: str, host: Authority) -> bool:
    seen_scheme, _, rest = origin.partition("://")
    seen = parse_authority(rest)
    if seen is None or seen_scheme != scheme:
        return False
    default = _DEFAULT_PORTS.get(scheme)
    return seen.host == host.host and (seen.port or default) == (host.port or default)


def _address(text: str) -> _Address | None:
    try:
        # The zone of a link-local address says which network card, and no Host names it.
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
