"""Who learns and who plays: one set of people, however the name is written."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from board_daemon.archive.people import Person, PlayerColor, PlayerLevel, PlayerList
from board_daemon.archive.store import Archive
from board_daemon.game.errors import GameError
from board_daemon.game.learners import Learners
from board_daemon.game.lesson_progress import LessonProgress


@pytest.fixture
def players(tmp_path: Path) -> PlayerList:
    path = tmp_path / "games.sqlite"
    with Archive(path):
        return PlayerList(path)


def called(players: PlayerList) -> list[str]:
    return [player.person.name for player in players.everybody().players]


def a_player(name: str) -> Person:
    return Person(name, PlayerColor.SKY, PlayerLevel.STEADY, date(2026, 1, 1))


def joined(learners: Learners, name: str) -> str:
    """Let somebody begin to learn, and tell by which name."""
    called = learners.learner(name)
    learners.join(called)
    return called


def test_a_new_learner_becomes_a_player(players: PlayerList) -> None:
    learners = Learners(players, LessonProgress())
    assert (joined(learners, "Mia"), joined(learners, "mia")) == ("Mia", "Mia")
    assert called(players) == ["Mia"]


def test_who_plays_already_learns_under_the_players_name(players: PlayerList) -> None:
    players.add(a_player("Mia"))
    progress = LessonProgress()
    progress.solved("mia", "rook-unites", 2)
    learners = Learners(players, progress)
    assert learners.known().names == ("Mia",)
    assert learners.known().called("MIA") == "Mia"
    assert joined(learners, "mia") == "Mia"
    assert progress.children == ("Mia",)
    assert progress.stars("Mia") == {"rook-unites": 2}


def test_who_learns_comes_before_who_only_plays(players: PlayerList) -> None:
    for name in ("Ada", "Zoe"):
        players.add(a_player(name))
    progress = LessonProgress()
    progress.solved("zoe", "rook-unites", 2)
    assert Learners(players, progress).known().names == ("Zoe", "Ada")


def test_two_spellings_of_a_stored_child_are_one_and_no_star_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    children = {"Mia": {"a": 1, "b": 3}, "mia": {"a": 2, "c": 1}}
    path.write_text(json.dumps({"version": 1, "children": children}))
    progress = LessonProgress(path)
    assert progress.children == ("Mia",)
    assert progress.stars("MIA") == {"a": 2, "b": 3, "c": 1}


def test_a_player_who_is_renamed_or_merged_keeps_the_stars(players: PlayerList) -> None:
    progress = LessonProgress()
    progress.solved("Mia", "rook-unites", 1)
    progress.solved("Mimi", "rook-unites", 3)
    progress.solved("Mimi", "pawn-unites", 2)
    learners = Learners(players, progress)
    learners.renamed("Mia", "Mia B.")
    learners.renamed("Mimi", "Mia B.")
    assert progress.children == ("Mia B.",)
    assert progress.stars("Mia B.") == {"rook-unites": 3, "pawn-unites": 2}


def test_without_an_archive_one_can_learn_all_the_same(tmp_path: Path) -> None:
    broken = tmp_path / "games.sqlite"
    broken.write_text("this is no archive")
    learners = Learners(PlayerList(broken), LessonProgress())
    assert joined(learners, "Mia") == "Mia"
    assert learners.known().names == ()


def test_while_the_list_cannot_be_read_nobody_is_said_to_be_missing_from_it(
    players: PlayerList, tmp_path: Path
) -> None:
    players.add(a_player("Ada"))
    progress = LessonProgress()
    progress.solved("Zoe", "rook-unites", 2)
    known = Learners(players, progress).known()
    assert (known.has("ada"), known.has("ZOE"), known.has("Mia")) == (True, True, False)
    (tmp_path / "games.sqlite").write_text("this is no archive")
    known = Learners(PlayerList(tmp_path / "games.sqlite"), progress).known()
    assert (known.has("ada"), known.has("ZOE"), known.has("Mia")) == (None, True, None)


def test_nobody_learns_under_the_boards_own_name_and_a_guest_has_none(players: PlayerList) -> None:
    learners = Learners(players, LessonProgress())
    with pytest.raises(GameError, match="a person's name"):
        learners.learner("pacoboard, level 3")
    assert joined(learners, "") == ""
    assert called(players) == []
