"""The people who play: a list in the archive, joined to the games by their names.

Games keep the names that were said or imported. Who is in the list has a colour and a level
besides, which mean nothing to the rules.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Final

from board_daemon.archive.errors import ArchiveError, NameTaken, NoSuchPlayer
from board_daemon.archive.store import Archive, Opening
from board_daemon.names import name_problem

MOST_PLAYERS: Final = 500
"""In the list: a large club, and no end to it otherwise."""
MOST_OTHERS: Final = 500
"""Names of games that are told beside the list."""


class PlayerColor(StrEnum):
    """By what a player is found at a glance; people with weak colour sight tell them apart, too."""

    BLUE = "blue"
    SKY = "sky"
    GREEN = "green"
    YELLOW = "yellow"
    ORANGE = "orange"
    RED = "red"
    PINK = "pink"
    GREY = "grey"


class PlayerLevel(StrEnum):
    """How well somebody plays, as far as hints and handicaps go by it."""

    BEGINNER = "beginner"
    LEARNING = "learning"
    STEADY = "steady"
    STRONG = "strong"


@dataclass(frozen=True, slots=True)
class Person:
    """What is said of somebody in the list."""

    name: str
    color: PlayerColor
    level: PlayerLevel
    since: date
    """Since when he or she plays."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in the list."""

    id: int
    person: Person
    games: int
    """So many games have the name."""


@dataclass(frozen=True, slots=True)
class NameInGames:
    """A name that games have."""

    name: str
    games: int


@dataclass(frozen=True, slots=True)
class Everybody:
    """All names that are known."""

    players: tuple[Player, ...]
    """The list, by the alphabet."""
    others: tuple[NameInGames, ...]
    """Names of games that are not in the list, those with the most games first."""


class PlayerList:
    """The players of the archive in a file, with a connection of its own for every call.

    So it may be used from several threads at once, and beside a `Keeper`. Every method raises
    ArchiveUnavailable where the archive cannot be read or written now.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def everybody(self) -> Everybody:
        """All names that are known."""
        with (
            Archive(self._path, Opening.READ) as archive,
            archive.looking("list the players") as connection,
        ):
            return _everybody(connection)

    def player(self, number: int) -> Player:
        """Somebody in the list; raises NoSuchPlayer."""
        with (
            Archive(self._path, Opening.READ) as archive,
            archive.looking("read a player") as connection,
        ):
            person = _person(connection, number)
            return Player(number, person, _games_of(connection).get(person.name, 0))

    def add(self, person: Person) -> int:
        """Add somebody and return the number; raises NameTaken, ArchiveError."""
        _check(person)
        with (
            Archive(self._path, Opening.CHANGE) as archive,
            archive.changing("add a player") as connection,
        ):
            (count,) = connection.execute("SELECT count(*) FROM players").fetchone()
            if count >= MOST_PLAYERS:
                raise ArchiveError(f"There are {MOST_PLAYERS} players already: remove some first.")
            _check_free(connection, person.name, None)
            made = connection.execute(
                "INSERT INTO players (name, color, level, since) VALUES (?, ?, ?, ?)", _row(person)
            )
            return int(made.lastrowid or 0)

    def change(self, number: int, person: Person) -> Person:
        """Say something else of somebody, and return what was said before.

        A new name is given to all games that have the old one. Raises NoSuchPlayer, NameTaken.
        """
        _check(person)
        with (
            Archive(self._path, Opening.CHANGE) as archive,
            archive.changing("change a player") as connection,
        ):
            before = _person(connection, number)
            _check_free(connection, person.name, number)
            connection.execute(
                "UPDATE players SET name = ?, color = ?, level = ?, since = ? WHERE id = ?",
                (*_row(person), number),
            )
            _rename_in_games(connection, before.name, person.name)
            return before

    def merge(self, number: int, name: str) -> Person:
        """Take another spelling for the same person, who is returned.

        Games that have it get the player's name; where it is in the list, it leaves the list.
        Raises NoSuchPlayer, and ArchiveError for the player's own name or one that nobody has.
        """
        with (
            Archive(self._path, Opening.CHANGE) as archive,
            archive.changing("merge two players") as connection,
        ):
            person = _person(connection, number)
            # Where nobody said who played, that is nobody's name.
            if name in ("", person.name):
                raise ArchiveError(f"expected another name to merge with, saw {name!r}")
            removed = connection.execute("DELETE FROM players WHERE name = ?", (name,)).rowcount
            if not _rename_in_games(connection, name, person.name) and not removed:
                raise ArchiveError(f"expected the name of a player or of a game, saw {name!r}")
            return person

    def remove(self, number: int) -> Person:
        """Take somebody out of the list, who is returned; his or her games stay.

        Raises NoSuchPlayer.
        """
        with (
            Archive(self._path, Opening.CHANGE) as archive,
            archive.changing("remove a player") as connection,
        ):
            person = _person(connection, number)
            connection.execute("DELETE FROM players WHERE id = ?", (number,))
            return person


def _check(person: Person) -> None:
    if not person.name:
        raise ArchiveError("A player needs a name.")
    if problem := name_problem(person.name):
        raise ArchiveError(f"name: {problem}")


def _row(person: Person) -> tuple[str, str, str, str]:
    return person.name, person.color, person.level, person.since.isoformat()


def _person(connection: sqlite3.Connection, number: int) -> Person:
    row = connection.execute(
        "SELECT name, color, level, since FROM players WHERE id = ?", (number,)
    ).fetchone()
    if row is None:
        raise NoSuchPlayer(number)
    return _person_of(row)


def _person_of(row: Iterable[str]) -> Person:
    name, color, level, since = row
    found = Person(name, PlayerColor.GREY, PlayerLevel.BEGINNER, date.min)
    # What a later version may have written must not keep the list from being read.
    with suppress(ValueError):
        found = Person(name, PlayerColor(color), PlayerLevel(level), date.fromisoformat(since))
    return found


def _everybody(connection: sqlite3.Connection) -> Everybody:
    games = _games_of(connection)
    rows = connection.execute("SELECT id, name, color, level, since FROM players").fetchall()
    players = [Player(row[0], _person_of(row[1:]), games.pop(row[1], 0)) for row in rows]
    players.sort(key=lambda player: (player.person.name.casefold(), player.id))
    others = [NameInGames(*each) for each in games.items()]
    others.sort(key=lambda other: (-other.games, other.name.casefold()))
    return Everybody(tuple(players), tuple(others[:MOST_OTHERS]))


def _games_of(connection: sqlite3.Connection) -> dict[str, int]:
    """How many games each name is found in."""
    rows = connection.execute(
        "SELECT name, count(*) FROM (SELECT white AS name FROM games UNION ALL "
        "SELECT black FROM games WHERE black <> white) WHERE name <> '' GROUP BY name"
    )
    return dict(rows.fetchall())


def _check_free(connection: sqlite3.Connection, name: str, own: int | None) -> None:
    """Two names that differ only in large and small letters would be taken for one another."""
    for number, other in connection.execute("SELECT id, name FROM players"):
        if number != own and other.casefold() == name.casefold():
            raise NameTaken(other)


def _rename_in_games(connection: sqlite3.Connection, old: str, new: str) -> int:
    if old == new:
        return 0
    return sum(
        connection.execute(f"UPDATE games SET {side} = ? WHERE {side} = ?", (new, old)).rowcount
        for side in ("white", "black")
    )
