from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from board_daemon.archive import people
from board_daemon.archive.errors import ArchiveError, NameTaken, NoSuchPlayer
from board_daemon.archive.people import (
    Everybody,
    NameInGames,
    Person,
    PlayerColor,
    PlayerLevel,
    PlayerList,
)
from board_daemon.archive.store import Archive
from board_daemon.rules.fen import START_FEN

ADA = Person("Ada", PlayerColor.SKY, PlayerLevel.BEGINNER, date(2026, 5, 17))
BEN = Person("Ben", PlayerColor.RED, PlayerLevel.STRONG, date(2020, 1, 2))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite"
    with Archive(path) as archive:
        for white, black in (("Ada", "Ben"), ("ada", "Ada"), ("Ben", ""), ("Zoë", "Zoë")):
            archive.new_game(START_FEN, "pacoplay", None, white, black)
    return path


@pytest.fixture
def players(path: Path) -> PlayerList:
    return PlayerList(path)


def names(path: Path) -> list[tuple[str, str]]:
    with Archive(path) as archive:
        return [(game.white, game.black) for game in archive.games()]


def listed(everybody: Everybody) -> list[tuple[str, int]]:
    return [(player.person.name, player.games) for player in everybody.players]


def others(everybody: Everybody) -> list[tuple[str, int]]:
    return [(other.name, other.games) for other in everybody.others]


def test_names_of_games_are_known_before_anybody_is_in_the_list(players: PlayerList) -> None:
    assert listed(players.everybody()) == []
    assert others(players.everybody()) == [("Ada", 2), ("Ben", 2), ("ada", 1), ("Zoë", 1)]


def test_who_is_added_is_joined_to_his_games_by_name(players: PlayerList) -> None:
    number = players.add(ADA)
    players.add(replace(BEN, name="aaron"))
    found = players.everybody()
    assert listed(found) == [("aaron", 0), ("Ada", 2)]
    assert found.others[0] == NameInGames("Ben", 2)
    assert players.player(number).person == ADA


def test_a_new_name_goes_to_all_games(players: PlayerList, path: Path) -> None:
    number = players.add(ADA)
    before = players.change(number, replace(ADA, name="Ada L.", level=PlayerLevel.STEADY))
    assert before == ADA
    assert names(path) == [("Ada L.", "Ben"), ("ada", "Ada L."), ("Ben", ""), ("Zoë", "Zoë")]
    assert players.player(number).person.level == PlayerLevel.STEADY


def test_another_colour_leaves_the_games_alone(players: PlayerList, path: Path) -> None:
    number = players.add(ADA)
    before = names(path)
    players.change(number, replace(ADA, color=PlayerColor.PINK))
    assert names(path) == before


def test_two_spellings_become_one_whether_or_not_both_are_in_the_list(
    players: PlayerList, path: Path
) -> None:
    number = players.add(ADA)
    assert players.merge(number, "ada") == ADA
    players.add(BEN)
    players.merge(number, "Ben")
    assert names(path) == [("Ada", "Ada"), ("Ada", "Ada"), ("Ada", ""), ("Zoë", "Zoë")]
    assert listed(players.everybody()) == [("Ada", 3)]
    assert others(players.everybody()) == [("Zoë", 1)]


@pytest.mark.parametrize("name", ["Ada", "Nobody", ""])
def test_what_is_no_other_spelling_is_not_merged(
    players: PlayerList, path: Path, name: str
) -> None:
    number = players.add(ADA)
    before = names(path)
    with pytest.raises(ArchiveError, match="expected"):
        players.merge(number, name)
    assert names(path) == before


def test_who_is_removed_leaves_the_games(players: PlayerList, path: Path) -> None:
    number = players.add(ADA)
    before = names(path)
    players.remove(number)
    assert names(path) == before
    assert others(players.everybody())[0] == ("Ada", 2)


def test_names_that_look_alike_are_not_both_in_the_list(players: PlayerList) -> None:
    number = players.add(ADA)
    with pytest.raises(NameTaken, match="a player called Ada already"):
        players.add(replace(ADA, name="ADA"))
    players.change(number, replace(ADA, name="ADA"))
    other = players.add(BEN)
    with pytest.raises(NameTaken):
        players.change(other, replace(BEN, name="ada"))


@pytest.mark.parametrize("name", ["", "two\nlines", "x" * 101])
def test_what_is_no_name_is_refused(players: PlayerList, name: str) -> None:
    with pytest.raises(ArchiveError, match="name"):
        players.add(replace(ADA, name=name))


def test_who_is_not_there_is_said_not_to_be(players: PlayerList) -> None:
    for deed in (
        lambda: players.player(7),
        lambda: players.change(7, ADA),
        lambda: players.merge(7, "Ben"),
        lambda: players.remove(7),
    ):
        with pytest.raises(NoSuchPlayer, match="no player 7"):
            deed()


def test_the_list_has_an_end(players: PlayerList, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_PLAYERS", 1)
    players.add(ADA)
    with pytest.raises(ArchiveError, match="remove some first"):
        players.add(BEN)


def test_a_colour_that_only_a_later_version_knows_keeps_nobody_from_the_list(
    players: PlayerList, path: Path
) -> None:
    players.add(ADA)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE players SET color = 'ultraviolet'")
    [player] = players.everybody().players
    assert (player.person.name, player.person.color) == ("Ada", PlayerColor.GREY)
