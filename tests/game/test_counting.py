from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from board_daemon.archive.importing import read_game
from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import Archive
from board_daemon.game import counting
from board_daemon.game.counting import GameCounter
from board_daemon.game.figures import SakoFigures, SideFigures, count_turns

CHAIN = "Start: 4k3/8/8/3d4/4a3/5a2/6P1/4K3 w 0 - - -\n1. g2>Pf3>Pe4>Nd5>b6  Ke8>e7\n"
QUIET = "1. e2>e4  e7>e5\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite"
    with Archive(path) as archive:
        archive.import_games([read_game(text).incoming for text in (CHAIN, QUIET)])
    return path


def sides(counter: GameCounter) -> list[tuple[SideFigures, SideFigures]]:
    return [game.figures.sides for game in counter.games()]


def kept(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM figures").fetchone()
        return int(count)


def test_each_game_is_counted_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = GameCounter(path)
    first = sides(counter)
    assert first[0][0] == SideFigures(turns=1, chains=(0, 0, 1), longest_at=1)
    assert [side.turns for side in first[1]] == [1, 1]
    assert kept(path) == 2

    def never(*_: object) -> None:
        raise AssertionError("counted again")

    monkeypatch.setattr(counting, "count_turns", never)
    assert sides(GameCounter(path)) == first


def test_a_game_whose_turns_have_changed_is_counted_again(path: Path) -> None:
    counter = GameCounter(path)
    counter.games()
    turn = ArchivedTurn(
        3, 0.0, "Ng1>f3", ("Lg1", "Pf3"), "rnbqkbnr/8/8/8/8/8/8/RNBQKB1R b 0 - - -", "run"
    )
    with Archive(path) as archive:
        archive.record_turn(2, turn)
    assert kept(path) == 1
    assert [side.turns for side in sides(counter)[1]] == [2, 1]
    with Archive(path) as archive:
        archive.take_back(2, 2)
    assert [side.turns for side in sides(counter)[1]] == [1, 0]


def test_a_game_that_is_deleted_counts_no_longer(path: Path) -> None:
    counter = GameCounter(path)
    counter.games()
    with Archive(path) as archive:
        archive.delete(1)
    assert [game.heading.id for game in counter.games()] == [2]
    assert kept(path) == 1


def test_what_changed_while_it_was_counted_is_not_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken_back_meanwhile(*arguments: object) -> object:
        with Archive(path) as archive:
            if archive.game(2).turns:
                archive.take_back(2, 1)
        return count_turns(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(counting, "count_turns", taken_back_meanwhile)
    GameCounter(path).games()
    monkeypatch.undo()
    assert kept(path) == 1
    assert [side.turns for side in sides(GameCounter(path))[1]] == [0, 0]


def test_a_game_without_a_turn_is_counted_too(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Archive(path) as archive:
        archive.new_game("4k3/8/8/8/8/8/8/4K3 w 0 - - -", "pacoplay", None)
    counter = GameCounter(path)
    assert sides(counter) == [(SideFigures(), SideFigures())]
    assert kept(path) == 1


def test_where_nothing_can_be_written_it_is_counted_all_the_same(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        counter = GameCounter(path, patience=0.0)
        assert sides(counter)[0][0].chains == (0, 0, 1)
        assert counter.search_on()
        counter.wait()
    assert kept(path) == 0
    assert "is not kept" in caplog.text or not caplog.records


def test_sakos_are_found_beside_all_else(path: Path) -> None:
    counter = GameCounter(path)
    assert [game.figures.sakos for game in counter.games()] == [None, None]
    assert counter.search_on()
    counter.wait()
    found = [game.figures.sakos for game in counter.games()]
    assert found[1] == (SakoFigures(), SakoFigures())
    assert found[0] is not None
    assert not counter.search_on()


def test_a_game_that_cannot_be_read_does_not_keep_the_others_waiting(path: Path) -> None:
    with Archive(path) as archive:
        number = archive.new_game("no position", "no rules", None)
    counter = GameCounter(path)
    assert counter.search_on()
    counter.wait()
    assert not counter.search_on()
    assert counter.games()[number - 1].figures.sakos == (SakoFigures(), SakoFigures())


def test_who_closes_it_ends_the_search(path: Path) -> None:
    counter = GameCounter(path)
    counter.close()
    assert not counter.search_on()
    assert [game.figures.sakos for game in counter.games()] == [None, None]
