"""Pairing by a code that the board shows: whoever can read it stands before the board.

The code is four different squares in order, one of 64·63·62·61 = 15,249,024. Time is the monotonic
clock, in seconds, passed in.
"""

from __future__ import annotations

import hashlib
import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from board_daemon.languages.sentences import Sentence, said, said_count
from board_daemon.rules.squares import Square, square_name
from board_daemon.web.levels import AccessError, Level, Visitor
from board_daemon.web.rates import Budget, Rates

_BUSY: Final = said(
    "pairing.busy", "Another device is being paired right now: wait until it is done."
)
CODE_LENGTH: Final = 4
CODE_SECONDS: Final = 120.0
MOST_TRIES: Final = 5

# Guesses are worth nothing at these rates: 240 codes a day with five tries each would find one
# in 35 years. The owners have a budget of their own, so that nobody can shut them out.
_STARTS_OF_ONE: Final = Budget(burst=3, per_second=3 / 600)
_STARTS_OF_ALL: Final = Budget(burst=10, per_second=10 / 3600)
_STARTS_OF_OWNERS: Final = Budget(burst=20, per_second=20 / 600)
_ALL: Final = "all"
_MINUTE: Final = 60


class PairingBusy(AccessError):
    """One code at a time, and another device has it."""

    status = 409


class TooManyStarts(AccessError):
    """Pairing was started too often."""

    status = 429


class NoPairing(AccessError):
    """There is no code: it was never shown, has run out, was used or was guessed at too often."""

    status = 409


class WrongCode(AccessError):
    """These are not the squares that the board showed."""

    status = 403


@dataclass(frozen=True, slots=True)
class PairingCode:
    """A code that the board shows now."""

    squares: tuple[Square, ...]
    level: Level
    """What the device gets that enters it."""
    ends_at: float
    """Monotonic time, in seconds."""
    ticket_hash: str
    """Of the ticket that the device got which started this."""
    for_anybody: bool
    """Whether an owner started it, for whatever device then enters the code."""
    tries_left: int = MOST_TRIES

    def __str__(self) -> str:
        return " ".join(square_name(square) for square in self.squares)


def token_hash(token: str) -> str:
    """What is stored of a secret of full entropy: no salt or stretching could add to it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass(slots=True)
class PairingDesk:
    """The one code there may be, and how often codes may be started."""

    code: PairingCode | None = None
    _of_one: Rates = field(default_factory=lambda: Rates(_STARTS_OF_ONE))
    _of_all: Rates = field(default_factory=lambda: Rates(_STARTS_OF_ALL))
    _of_owners: Rates = field(default_factory=lambda: Rates(_STARTS_OF_OWNERS))

    def expire(self, at: float) -> bool:
        """Drop a code that has run out; tells whether there was one."""
        if self.code is None or at < self.code.ends_at:
            return False
        self.code = None
        return True

    def start(self, visitor: Visitor, level: Level, at: float) -> str:
        """Begin to show a new code and return the ticket of the device that asked for it.

        An owner's code takes the place of any other. Raises PairingBusy or TooManyStarts.
        """
        self.expire(at)
        by_owner = visitor.level is Level.OWNER
        if self.code and not by_owner and not self._has_ticket(visitor):
            raise PairingBusy(
                _BUSY,
                retry_after=self.code.ends_at - at,
            )
        self._count_start(visitor.client, by_owner, at)
        ticket = secrets.token_urlsafe(32)
        squares = tuple(secrets.SystemRandom().sample(range(64), CODE_LENGTH))
        self.code = PairingCode(squares, level, at + CODE_SECONDS, token_hash(ticket), by_owner)
        return ticket

    def enter(self, visitor: Visitor, squares: Sequence[Square], at: float) -> Level:
        """Use up the code and return the level it gives; raises NoPairing or WrongCode."""
        code = self._code_of(visitor, at)
        if secrets.compare_digest(bytes(squares), bytes(code.squares)):
            self.code = None
            return code.level
        left = code.tries_left - 1
        self.code = replace(code, tries_left=left) if left else None
        if not left:
            raise WrongCode(
                said(
                    "pairing.last-try",
                    "That was not the code, and it was the last try: start again.",
                )
            )
        raise WrongCode(
            said_count(
                "pairing.wrong",
                left,
                "That was not the code: {count} try is left.",
                "That was not the code: {count} tries are left.",
            )
        )

    def check_may_enter(self, visitor: Visitor, at: float) -> None:
        """Raise NoPairing or PairingBusy unless this visitor may enter the code of now."""
        self._code_of(visitor, at)

    def cancel(self, visitor: Visitor, at: float) -> bool:
        """End the pairing; tells whether there was one. Raises PairingBusy for another's."""
        self.expire(at)
        if self.code is None:
            return False
        if visitor.level is not Level.OWNER and not self._has_ticket(visitor):
            raise PairingBusy(
                said(
                    "pairing.not-yours",
                    "Only an owner or the device that began it may end this pairing.",
                )
            )
        self.code = None
        return True

    def _code_of(self, visitor: Visitor, at: float) -> PairingCode:
        self.expire(at)
        if self.code is None:
            raise NoPairing(
                said("pairing.no-code", "The board shows no code now: start pairing first.")
            )
        # Otherwise any neighbour could use up the tries of the one who stands before the board.
        if not (self.code.for_anybody or self._has_ticket(visitor)):
            raise PairingBusy(
                _BUSY,
                retry_after=self.code.ends_at - at,
            )
        return self.code

    def _has_ticket(self, visitor: Visitor) -> bool:
        if self.code is None or visitor.ticket is None:
            return False
        return secrets.compare_digest(token_hash(visitor.ticket), self.code.ticket_hash)

    def _count_start(self, client: str, by_owner: bool, at: float) -> None:
        if by_owner:
            counters = [(self._of_owners, _ALL)]
        else:
            counters = [(self._of_one, client), (self._of_all, _ALL)]
        wait = max(rates.wait(key, at) for rates, key in counters)
        if wait:
            raise TooManyStarts(
                said(
                    "pairing.too-often",
                    "Pairing was started too often: try again in {wait}.",
                    wait=_in_words(wait),
                ),
                retry_after=wait,
            )
        for rates, key in counters:
            rates.take(key, at)


def _in_words(seconds: float) -> Sentence:
    """How long to wait at most: never too short, and no finer than it matters."""
    amount = math.ceil(seconds)
    if amount < _MINUTE:
        return said_count("seconds", amount, "{count} second", "{count} seconds")
    minutes = math.ceil(seconds / _MINUTE)
    return said_count("minutes", minutes, "{count} minute", "{count} minutes")
