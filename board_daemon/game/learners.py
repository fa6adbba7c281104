"""Who learns and who plays are the same people: one name for each, that of the list of players."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Final

from board_daemon.archive.errors import ArchiveError
from board_daemon.archive.people import Person, PlayerColor, PlayerLevel, PlayerList
from board_daemon.game.errors import GameError
from board_daemon.game.lesson_progress import LessonProgress
from board_daemon.game.opponent import check_is_person

_COLORS: Final = tuple(PlayerColor)


def spelled_as_in(names: Iterable[str], name: str) -> str:
    """The same name as it is written among these, or as it is where it is none of them."""
    return next((known for known in names if known.casefold() == name.casefold()), name)


@dataclass(frozen=True, slots=True)
class KnownNames:
    """By which names people learn and play, as far as the board knows them now."""

    names: tuple[str, ...]
    """Who has had lessons, then all other players, each by the alphabet."""
    are_all: bool
    """False: the list of players cannot be read now, and there may be more in it."""

    def called(self, name: str) -> str:
        """The same name as it is written in the list of players, or else for the lessons."""
        return spelled_as_in(self.names, name)

    def has(self, name: str) -> bool | None:
        """Whether somebody is called so; None: nobody can tell now."""
        if self.called(name) in self.names:
            return True
        return False if self.are_all else None


class Learners:
    """The list of players and the stars of the lessons, as one; it waits for the disk.

    Small and large letters make no difference in a name. Where the list cannot be read or written
    now, names are taken as they are: nobody need wait for that to learn.
    """

    def __init__(self, players: PlayerList, progress: LessonProgress) -> None:
        self._players = players
        self._progress = progress

    def known(self) -> KnownNames:
        """Everybody who learns or plays."""
        try:
            players = self._players.everybody().players
        except ArchiveError:
            return KnownNames(self._progress.children, are_all=False)
        known = {player.person.name.casefold(): player.person.name for player in players}
        learners = [known.pop(name.casefold(), name) for name in self._progress.children]
        return KnownNames((*learners, *known.values()), are_all=True)

    def learner(self, name: str) -> str:
        """By which name somebody learns; nothing is noted of it yet.

        Raises `GameError` for the board's own name.
        """
        check_is_person(name)
        return self.known().called(name)

    def player(self, name: str) -> str:
        """The same name as it is written in the list of players; "" where it is not in there.

        Where the list cannot be read now, it is taken to be.
        """
        try:
            players = self._players.everybody().players
        except ArchiveError:
            return name
        names = [player.person.name for player in players]
        called = spelled_as_in(names, name)
        return called if called in names else ""

    def join(self, name: str) -> None:
        """Whoever learns is a player; `name`: as `learner` has it, "" for a guest, who is none."""
        if not name:
            return
        with suppress(ArchiveError):
            players = self._players.everybody().players
            if all(player.person.name != name for player in players):
                color = _COLORS[len(players) % len(_COLORS)]
                self._players.add(Person(name, color, PlayerLevel.BEGINNER, date.today()))
        # The stars may be noted under another spelling.
        self.renamed(name, name)

    def renamed(self, old: str, new: str) -> None:
        """Somebody is called otherwise now, or two names were one person's."""
        self._progress.rename(old, new)

    def removed(self, name: str) -> None:
        """Somebody is a player no more: the stars go, too, else the name would soon be back."""
        with suppress(GameError):
            self._progress.forget(name)
