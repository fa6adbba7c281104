"""How much each visitor may ask of the board: requests, open WebSockets, bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from board_daemon.languages.sentences import said
from board_daemon.web.levels import AccessError, Level, Visitor
from board_daemon.web.rates import Budget, Rates

_EVERYBODY: Final = "everybody"
_TOO_FAST: Final = said("refused.rate", "Too many requests: wait a moment.")


class TooMuch(AccessError):
    """The visitor asked too often, or for too many things at once."""

    status = 429


@dataclass(frozen=True, slots=True)
class GuardLimits:
    """What the guard lets pass. Bytes, seconds, numbers of things."""

    body: int = 64 * 1024
    import_body: int = 1024 * 1024
    stranger_body: int = 4 * 1024
    """Of those who may not play: they have nothing to send but a code."""
    body_seconds: float = 15.0
    """Within which a body must have arrived."""
    url: int = 2048
    """Path and query together."""
    headers: int = 12 * 1024
    message: int = 1024
    """Of a WebSocket: a visitor only ever sends `ping`."""
    send_seconds: float = 20.0
    """Within which a visitor must have taken what was sent to him over a WebSocket."""

    # A page is some fifty files. The virtual board's readings come in fast on this machine.
    local: Budget = Budget(burst=10_000, per_second=5_000)
    device: Budget = Budget(burst=400, per_second=60)
    stranger: Budget = Budget(burst=300, per_second=30)
    all_strangers: Budget = Budget(burst=3_000, per_second=300)
    messages: Budget = Budget(burst=30, per_second=2)
    """Of each WebSocket."""

    local_sockets: int = 256
    device_sockets: int = 16
    stranger_sockets: int = 8
    all_stranger_sockets: int = 128


@dataclass(frozen=True, slots=True)
class _Account:
    """A counter and the budgets it goes by."""

    key: str
    rates: Rates
    sockets: int


class Accounts:
    """What each visitor has used up. Memory is bounded, whatever comes in."""

    def __init__(self, limits: GuardLimits) -> None:
        self._limits = limits
        self._local = Rates(limits.local)
        self._device = Rates(limits.device)
        self._stranger = Rates(limits.stranger)
        self._all_strangers = Rates(limits.all_strangers)
        # Holds only what is open, so it is bounded by the sum of what may be open.
        self._open: Counter[str] = Counter()

    def count_request(self, visitor: Visitor, at: float) -> None:
        """Count a request at this monotonic time; raises TooMuch where it is one too many."""
        for account in self._accounts(visitor):
            wait = account.rates.take(account.key, at)
            if wait:
                raise TooMuch(_TOO_FAST, retry_after=wait)

    @contextmanager
    def open_socket(self, visitor: Visitor) -> Iterator[None]:
        """Hold one WebSocket open; raises TooMuch where the visitor has as many as he may."""
        accounts = self._accounts(visitor)
        if any(self._open[account.key] >= account.sockets for account in accounts):
            raise TooMuch(
                said("refused.live", "Too many live connections are open from here: close one.")
            )
        for account in accounts:
            self._open[account.key] += 1
        try:
            yield
        finally:
            for account in accounts:
                self._open[account.key] -= 1
                if not self._open[account.key]:
                    del self._open[account.key]

    def _accounts(self, visitor: Visitor) -> list[_Account]:
        limits = self._limits
        if visitor.is_local and visitor.level is Level.OWNER:
            return [_Account("local", self._local, limits.local_sockets)]
        if visitor.device_id is not None:
            # Not counted with the strangers: no crowd of them may shut a paired device out.
            key = f"device {visitor.device_id}"
            return [_Account(key, self._device, limits.device_sockets)]
        return [
            _Account(f"from {visitor.client}", self._stranger, limits.stranger_sockets),
            _Account(_EVERYBODY, self._all_strangers, limits.all_stranger_sockets),
        ]
