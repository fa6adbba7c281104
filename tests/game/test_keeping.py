"""What happens at a table, in the archive."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from board_daemon.archive.export import ExportFormat
from board_daemon.archive.importing import read_game
from board_daemon.archive.library import GameLibrary
from board_daemon.archive.store import Archive
from board_daemon.game.clock import TimeControl, TimeLeft
from board_daemon.game.keeping import ArchiveKeeping
from board_daemon.game.session import Session
from board_daemon.game.setup import GameSetup, Players, game_setup
from board_daemon.game.traced import games_of_trace
from board_daemon.rules.pieces import Color
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorFrame, SensorKind
from tests.game.tables import Sitting, make_table, sitting_at


def kept(path: Path) -> ArchiveKeeping:
    return ArchiveKeeping(path, SensorKind.PRESENCE)


def play(path: Path, *moves: tuple[str, str], setup: GameSetup | None = None) -> Sitting:
    """Play moves at a table that is kept in an archive, then leave it as a power cut does."""
    keeping = kept(path)
    setup = keeping.cut_off() or setup or game_setup("pacoplay")
    if keeping.cut_off() is not None:
        keeping.resume()
    else:
        keeping.begin(setup)
    sitting = make_table(setup, keeping=keeping)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            for start, end in moves:
                await sitting.move(start, end)

    asyncio.run(all_of_it())
    return sitting


def notations(path: Path, game: int) -> list[str]:
    with Archive(path) as archive:
        return [turn.notation for turn in archive.game(game).turns]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def test_a_game_without_a_turn_leaves_nothing_in_the_archive(path: Path) -> None:
    play(path)
    with Archive(path) as archive:
        assert archive.games() == []


def test_a_game_is_in_the_archive_with_its_first_turn(path: Path) -> None:
    sitting = play(path, ("e2", "e4"), setup=game_setup("manual", players=Players("Anna", "Ben")))
    with Archive(path) as archive:
        (game,) = archive.games()
        assert (game.white, game.rules, game.turn_count) == ("Anna", "manual", 1)
    assert sitting.changed("game")["id"] == game.id


@pytest.mark.slow
def test_a_game_that_was_cut_off_goes_on_in_the_same_record(path: Path) -> None:
    play(path, ("e2", "e4"))
    again = play(path, ("e7", "e5"))
    assert notations(path, 1) == ["e2>e4", "e7>e5"]
    assert again.table.session.turns[0].notation == "e2>e4"
    with Archive(path) as archive:
        assert len(archive.games()) == 1


def test_a_new_game_without_a_turn_outlasts_the_daemon_where_the_one_before_is_not_over(
    path: Path,
) -> None:
    play(path, ("e2", "e4"))
    keeping = kept(path)
    assert keeping.cut_off() is not None
    keeping.resume()
    for rules in ("manual", "children"):
        keeping.begin(game_setup(rules, players=Players("Anna", "Ben")))
    keeping.close()
    again = kept(path).cut_off()
    assert again is not None
    assert (again.played, again.players.white) == ((), "Anna")
    with Archive(path) as archive:
        assert len(archive.games()) == 2


@pytest.mark.slow
def test_the_times_of_a_game_that_goes_on_never_run_backwards(path: Path) -> None:
    play(path, ("e2", "e4"), ("e7", "e5"))
    play(path, ("d2", "d4"))
    with Archive(path) as archive:
        turns = [turn.t for turn in archive.game(1).turns]
        lines = [json.loads(line).get("t", 0.0) for line in archive.trace(1)]
    assert turns == sorted(turns)
    assert lines == sorted(lines)


@pytest.mark.slow
def test_the_trace_of_a_game_that_goes_on_shows_the_whole_game(path: Path) -> None:
    play(path, ("e2", "e4"), ("e7", "e5"))
    play(path, ("d2", "d4"), ("d7", "d6"))
    with Archive(path) as archive:
        header, *lines = archive.trace(1)
    assert json.loads(header)["sensor"] == "presence"
    told = [json.loads(line).get("squares", {}) for line in lines]
    # Each start of the daemon tells how the board stands.
    assert [len(squares) for squares in told].count(64) == 2


@pytest.mark.slow
def test_the_clocks_of_a_game_outlast_the_daemon(path: Path) -> None:
    setup = game_setup("pacoplay", time_control=TimeControl(300, 2))
    first = play(path, ("e2", "e4"), ("e7", "e5"), ("g1", "f3"), setup=setup)
    again = play(path)
    left = first.table.session.left_after(3)
    assert left is not None
    assert again.table.state()["clock"] == {
        "white": round(left.white, 1),
        "black": round(left.black, 1),
        "running": None,
        "base": 300,
        "increment": 2,
        "flag": None,
    }
    play(path, ("d7", "d6"))
    with Archive(path) as archive:
        turns = archive.game(1).turns
    assert [turn.left is not None for turn in turns] == [True] * 4
    assert turns[0].left == TimeLeft(302, 300)


def test_a_game_that_goes_on_without_a_clock_has_none_after_a_restart_either(path: Path) -> None:
    keeping = kept(path)
    setup = game_setup("pacoplay", time_control=TimeControl(300))
    keeping.begin(setup)
    sitting = make_table(setup, keeping=keeping)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            await sitting.move("e2", "e4")
            sitting.tell(after=400.0)
            await sitting.table.look_again()
            assert sitting.changed("game")["reason"] == "time"
            await sitting.table.say(lambda session, t: session.go_on(t))

    asyncio.run(all_of_it())
    assert play(path).table.state()["clock"] is None


@pytest.mark.slow
def test_a_game_begun_by_taking_back_all_of_one_that_was_over_tells_how_the_board_stood(
    path: Path,
) -> None:
    keeping = kept(path)
    setup = game_setup("pacoplay")
    keeping.begin(setup)
    sitting = make_table(setup, keeping=keeping)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            await sitting.move("e2", "e4")
            await sitting.table.say(lambda session, t: session.resign(Color.BLACK, t))
            await sitting.table.say(lambda session, t: session.take_back(1, t))
            # Where the lights wish it, and then another turn.
            await sitting.move("e4", "e2")
            await sitting.move("d2", "d4")
        await sitting.table.close()

    asyncio.run(all_of_it())
    assert (notations(path, 1), notations(path, 2)) == (["e2>e4"], ["d2>d4"])
    with Archive(path) as archive:
        trace = archive.trace(2)
    assert len(json.loads(trace[1])["squares"]) == 64
    (again,) = games_of_trace("\n".join(trace))
    assert [turn.notation for turn in again.game.turns] == ["d2>d4"]


@pytest.mark.parametrize("form", ExportFormat)
def test_a_game_that_comes_back_in_any_form_has_the_number_it_had(
    path: Path, form: ExportFormat
) -> None:
    setup = game_setup("pacoplay", players=Players("Anna", "Ben"))
    play(path, ("e2", "e4"), ("e7", "e5"), setup=setup)
    with Archive(path) as archive:
        archive.finish(1, "1-0", "resigned")
    library = GameLibrary(path)
    text = library.export(1, form)
    games = games_of_trace(text) if form == "trace" else [read_game(text).incoming]
    assert [(taken.summary.id, taken.is_new) for taken in library.take(games)] == [(1, False)]


def test_a_game_of_the_archive_that_cannot_be_played_is_left_as_it_is(path: Path) -> None:
    play(path, ("e2", "e4"))
    with Archive(path) as archive:
        archive._connection.execute("UPDATE turns SET actions = 'La1 Pa8'")
    assert kept(path).cut_off() is None


def test_a_game_that_is_over_is_not_gone_on_with(path: Path) -> None:
    play(path, ("e2", "e4"))
    with Archive(path) as archive:
        archive.finish(1, "1-0", "resigned")
    assert kept(path).cut_off() is None


@pytest.mark.slow
def test_a_board_that_is_left_alone_for_long_takes_no_more_and_more_room(path: Path) -> None:
    keeping = kept(path)
    setup = game_setup("pacoplay")
    keeping.begin(setup)
    for index in range(200_000):
        keeping.keep([SensorFrame(index / 10, {0: index % 2})], [])
    assert len(keeping._held) <= 201
    frame = SensorFrame(0.0, {square: setup.start.occupied >> square & 1 for square in range(64)})
    session = Session(setup, SensorKind.PRESENCE, TrackerSettings(), frame)
    keeping.keep([frame], [])
    for t, square, value in ((20_001.0, 12, 0), (20_002.0, 28, 1), (20_005.0, 28, 1)):
        line = SensorFrame(t, {square: value})
        keeping.keep([line], session.take(line))
    keeping.close()
    with Archive(path) as archive:
        assert len(archive.trace(1)) < 100_000
        assert archive.game(1).turns[0].notation == "e2>e4"
