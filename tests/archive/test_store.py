from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.archive.changes import AddTurn, BeginGame, Finish, KeepTrace, TakeBack
from board_daemon.archive.errors import ArchiveError
from board_daemon.archive.records import ArchivedGame, ArchivedTurn, GameSummary
from board_daemon.archive.store import MEMORY, Archive
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.fen import START_FEN

Played = tuple[ArchivedTurn, ...]


def begin(archive: Archive, turns: Played = ()) -> int:
    game = archive.new_game(START_FEN, "pacoplay", None)
    for turn in turns:
        archive.record_turn(game, turn)
    return game


def test_a_new_archive_holds_no_game(archive: Archive) -> None:
    assert archive.games() == []


def test_a_game_is_read_back_as_it_was_recorded(archive: Archive, played: Played) -> None:
    started_at = "2026-11-20T19:30:00+01:00"
    game = archive.new_game(START_FEN, "manual", started_at, "Zoë", "Ŝakisto")
    for turn in played:
        archive.record_turn(game, turn)
    archive.finish(game, "white", "paco")
    assert archive.game(game) == ArchivedGame(
        id=game,
        started_at=started_at,
        white="Zoë",
        black="Ŝakisto",
        rules="manual",
        start_fen=START_FEN,
        result="white",
        reason="paco",
        turns=played,
    )


def test_games_are_listed_from_the_oldest(archive: Archive, played: Played) -> None:
    first = begin(archive, played)
    second = archive.new_game(START_FEN, "pacoplay", None, white="Ann")
    archive.finish(first, "draw", "agreement")
    assert archive.games() == [
        GameSummary(
            first, None, "", "", "pacoplay", len(played), "draw", "agreement", played[-1].fen
        ),
        GameSummary(second, None, "Ann", "", "pacoplay", 0, None, None, START_FEN),
    ]


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
tokens = st.text(st.characters(categories=["L", "N"], include_characters="="), min_size=1)


@pytest.mark.slow
@given(
    st.floats(0, 1e9),
    texts,
    st.lists(tokens).map(tuple),
    texts,
    texts,
)
def test_a_turn_reads_back_the_same(
    t: float, notation: str, actions: tuple[str, ...], fen: str, status: str
) -> None:
    turn = ArchivedTurn(1, t, notation, actions, fen, status)
    with Archive(MEMORY) as archive:
        game = begin(archive, (turn,))
        assert archive.game(game).turns == (turn,)


def test_games_are_kept_apart(archive: Archive, played: Played) -> None:
    games = [begin(archive), begin(archive)]
    for turn in played:
        for game in games:
            archive.record_turn(game, turn)
    archive.take_back(games[0], 3)
    archive.append_trace(games[1], ["line"])
    assert [archive.game(game).turns for game in games] == [played[:2], played]
    assert [archive.withdrawn(game) for game in games] == [[*played[2:]], []]
    assert [archive.trace(game) for game in games] == [[], ["line"]]


def test_a_game_in_which_nothing_was_played_makes_way_for_the_next(
    archive: Archive, played: Played
) -> None:
    begun = BeginGame(START_FEN, "pacoplay", None)
    taken_back = archive.keep(None, [begun, AddTurn(played[0]), TakeBack(1)])
    unplayed = archive.keep(taken_back, [begun, KeepTrace(('{"t":1.0}',))])
    drawn = archive.keep(unplayed, [begun, Finish("draw", "agreed")])
    last = archive.keep(drawn, [begun])
    assert last is not None
    archive.delete(last)
    last = archive.keep(last, [begun])
    # What was taken back is history, and what was agreed a result.
    assert [game.id for game in archive.games()] == [taken_back, drawn, last]


def test_turns_taken_back_are_gone_from_the_game_but_not_lost(
    archive: Archive, played: Played
) -> None:
    game = begin(archive, played)
    archive.take_back(game, 5)
    archive.take_back(game, 4)
    assert archive.game(game).turns == played[:3]
    assert archive.withdrawn(game) == [played[4], played[5], played[3]]
    archive.record_turn(game, played[3])
    assert archive.game(game).turns == played[:4]


def test_a_revised_turn_takes_the_place_of_the_last_but_nothing_is_lost(
    archive: Archive, played: Played
) -> None:
    game = begin(archive, played)
    longer = replace(played[-1], notation="longer", actions=("Lb7", "Pb5", "Pb4"))
    archive.revise_last(game, longer)
    assert archive.game(game).turns == (*played[:-1], longer)
    assert archive.withdrawn(game) == [played[-1]]


@pytest.mark.parametrize("change", ["take back", "revise", "resume"])
def test_a_game_that_was_over_goes_on_when_its_end_is_undone(
    archive: Archive, played: Played, change: str
) -> None:
    game = begin(archive, played)
    archive.finish(game, "white", "paco")
    if change == "take back":
        archive.take_back(game, len(played))
    elif change == "resume":
        archive.resume(game)
    else:
        archive.revise_last(game, played[-1])
    assert archive.game(game).result is None
    assert archive.game(game).reason is None


def test_a_trace_is_kept_beside_its_game_in_order(archive: Archive) -> None:
    game = begin(archive)
    archive.append_trace(game, ['{"trace":1}\n', '{"t":1.0}\r\n'])
    archive.append_trace(game, [])
    archive.append_trace(game, (f'{{"t":{t}}}' for t in range(2, 30)))
    assert archive.trace(game)[:3] == ['{"trace":1}', '{"t":1.0}', '{"t":2}']
    assert len(archive.trace(game)) == 30


def test_a_ply_out_of_order_is_refused(archive: Archive, played: Played) -> None:
    game = begin(archive, played[:2])
    for wrong in (played[1], played[3]):
        message = f"^expected ply 3 of game {game}, saw ply {wrong.ply}$"
        with pytest.raises(ArchiveError, match=message):
            archive.record_turn(game, wrong)
    assert archive.game(game).turns == played[:2]


def test_a_turn_after_the_end_is_refused(archive: Archive, played: Played) -> None:
    game = begin(archive, played[:2])
    archive.finish(game, "black", "resignation")
    with pytest.raises(ArchiveError, match="expected a game that goes on, saw game 1, which is"):
        archive.record_turn(game, played[2])


def test_only_the_last_turn_can_be_revised(archive: Archive, played: Played) -> None:
    game = begin(archive, played[:3])
    with pytest.raises(ArchiveError, match="the last ply of game 1, which is 3, saw ply 2"):
        archive.revise_last(game, played[1])
    assert archive.withdrawn(game) == []


@pytest.mark.parametrize("ply", [-1, 0, 4])
def test_a_take_back_beyond_the_game_is_refused(archive: Archive, played: Played, ply: int) -> None:
    game = begin(archive, played[:3])
    with pytest.raises(ArchiveError, match=f"expected a ply from 1 to 3 of game 1, saw {ply}"):
        archive.take_back(game, ply)
    assert archive.game(game).turns == played[:3]


def test_a_game_that_does_not_exist_is_named(archive: Archive, played: Played) -> None:
    attempts = (
        lambda: archive.game(7),
        lambda: archive.trace(7),
        lambda: archive.withdrawn(7),
        lambda: archive.record_turn(7, played[0]),
        lambda: archive.revise_last(7, played[0]),
        lambda: archive.take_back(7, 1),
        lambda: archive.finish(7, "draw", "agreement"),
        lambda: archive.append_trace(7, ["line"]),
    )
    for attempt in attempts:
        with pytest.raises(ArchiveError, match=r"^expected a game of the archive, saw no game 7$"):
            attempt()


def test_a_change_that_fails_half_way_changes_nothing(archive: Archive, played: Played) -> None:
    game = begin(archive, played)
    # The old turn has been withdrawn by the time that the new one proves impossible to keep.
    with pytest.raises(ArchiveError, match="cannot revise ply 6 of game 1: 'utf-8' codec"):
        archive.revise_last(game, replace(played[-1], notation="\udcff"))
    assert archive.game(game).turns == played
    assert archive.withdrawn(game) == []


def test_an_archive_error_is_an_error_of_ours() -> None:
    assert issubclass(ArchiveError, PacoboardError)


def test_everything_is_still_there_when_the_file_is_opened_again(
    tmp_path: Path, played: Played
) -> None:
    path = tmp_path / "new" / "folder" / "games.sqlite3"
    with Archive(path) as archive:
        game = begin(archive, played)
        archive.append_trace(game, ["one", "two"])
        archive.take_back(game, 6)
    with Archive(path, create=False) as archive:
        assert archive.game(game).turns == played[:5]
        assert archive.withdrawn(game) == [played[5]]
        assert archive.trace(game) == ["one", "two"]


def test_each_turn_can_be_seen_by_others_at_once(tmp_path: Path, played: Played) -> None:
    path = tmp_path / "games.sqlite3"
    with Archive(path) as recording, Archive(path) as reading:
        game = begin(recording)
        for count, turn in enumerate(played, 1):
            recording.record_turn(game, turn)
            assert len(reading.game(game).turns) == count


RECORD_FOR_EVER = """
import itertools, sys
from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import Archive

archive = Archive(sys.argv[1])
game = archive.new_game("fen", "pacoplay", None)
for ply in itertools.count(1):
    archive.record_turn(game, ArchivedTurn(ply, ply / 2, "e2>e4", ("Le2", "Pe4"), "fen", "run"))
    archive.append_trace(game, [f'{{"t":{ply}}}'])
    print(ply, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("turns_before", [1, 17, 60])
def test_a_killed_recorder_loses_no_committed_turn(tmp_path: Path, turns_before: int) -> None:
    path = tmp_path / "games.sqlite3"
    command = [sys.executable, "-c", RECORD_FOR_EVER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as recorder:
        assert recorder.stdout is not None
        told = 0
        for line in recorder.stdout:
            told = int(line)
            if told == turns_before:
                recorder.kill()  # SIGKILL: it is most likely in the middle of the next turn
    assert recorder.returncode == -9
    with Archive(path) as archive:
        turns = archive.game(1).turns
        # At most the turn in progress is kept too, though nobody was told of it any more.
        assert told <= len(turns) <= told + 1
        assert [turn.ply for turn in turns] == list(range(1, len(turns) + 1))
        assert len(archive.trace(1)) >= told
        # And the game can be gone on with.
        archive.record_turn(1, replace(turns[-1], ply=len(turns) + 1))
