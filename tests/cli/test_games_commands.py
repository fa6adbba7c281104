from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from board_daemon.archive.store import Archive
from tests.cli.conftest import COMMAND, Run, assert_refused, json_lines


def test_games_are_listed_in_columns(run: Run, recorded: Path) -> None:
    result = run("games", "list", "--archive", recorded)
    heading, row = (line.split("\t") for line in result.stdout.splitlines())
    assert heading == ["Game", "Started", "White", "Black", "Turns", "Result", "Rules"]
    assert row == ["1", "2026-05-17T20:00:00+02:00", "Ann", "Bo", "2", "1-0 (paco)", "pacoplay"]


@pytest.mark.parametrize("command", ["show", "export"])
def test_before_the_first_recording_it_is_said_how_to_make_one(run: Run, command: str) -> None:
    assert_refused(run("games", command, 1), "saw none yet", "pacoboard infer --record")


def test_no_number_is_too_large_to_be_refused_in_a_sentence(run: Run, recorded: Path) -> None:
    result = run("games", "show", 10**20, "--archive", recorded)
    assert_refused(result, "cannot read game 100000000000000000000: expected numbers below 2**63")


def test_in_a_terminal_games_are_a_table(recorded: Path) -> None:
    ours, theirs = pty.openpty()
    subprocess.run(
        [*COMMAND, "games", "list", "--archive", str(recorded)], stdout=theirs, check=True
    )
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "─────" in shown
    assert " 2026-05-17 20:00 " in shown
    assert "1-0 (paco)" in shown


def test_games_are_listed_as_json(run: Run, recorded: Path) -> None:
    [game] = json_lines(run("games", "list", "--json", "--archive", recorded).stdout)
    assert game["id"] == 1
    assert game["turn_count"] == 2
    assert game["result"] == "1-0"


def test_a_game_is_shown_with_its_turns_and_the_board(run: Run, recorded: Path) -> None:
    shown = run("games", "show", 1, "--archive", recorded).stdout
    assert "White: Ann" in shown
    assert "1. e2>e4  e7>e5" in shown
    assert "Result: 1-0 (paco)" in shown
    assert "4 │     │     │     │     │  P  │" in shown


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("fen", "rnbqkbnr/pppppppp/"),
        ("notation", "Started: 2026"),
        ("actions", '{"actions":[{"Lift":12},'),
        ("trace", '{"trace":1'),
    ],
)
def test_a_game_is_exported(
    run: Run, recorded: Path, tmp_path: Path, form: str, begins: str
) -> None:
    result = run("games", "export", 1, "--format", form, "--archive", recorded)
    assert result.stdout.startswith(begins)
    file = tmp_path / "game.txt"
    run("games", "export", 1, "--format", form, "-o", file, "--archive", recorded)
    assert file.read_text(encoding="utf-8") == result.stdout


def test_a_score_sheet_is_the_usual_export(run: Run, recorded: Path) -> None:
    usual = run("games", "export", 1, "--archive", recorded).stdout
    assert usual == run("games", "export", 1, "--format", "notation", "--archive", recorded).stdout


def test_exported_actions_are_json(run: Run, recorded: Path) -> None:
    text = run("games", "export", 1, "--format", "actions", "--archive", recorded).stdout
    assert json.loads(text)["timestamps"] == [1.5, 1.5, 3.0, 3.0]


def test_a_game_that_is_not_there_is_refused(run: Run, recorded: Path) -> None:
    result = run("games", "show", 7, "--archive", recorded)
    assert_refused(result, "expected a game of the archive, saw no game 7")


def test_a_file_that_is_no_archive_is_refused_and_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a database")
    assert_refused(run("games", "list", "--archive", file))
    assert file.read_text() == "not a database"


def test_the_archive_may_be_named_by_the_environment(
    run: Run, recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PACOBOARD_ARCHIVE", str(recorded))
    assert len(json_lines(run("games", "list", "--json").stdout)) == 1


def test_without_any_game_the_list_says_how_to_record_one(run: Run, home: Path) -> None:
    result = run("games", "list")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "infer --record" in result.stderr
    assert not home.exists()


def test_the_usual_archive_is_in_the_data_folder(run: Run, home: Path) -> None:
    with Archive(home / "pacoboard" / "games.sqlite") as archive:
        archive.new_game("fen", "pacoplay", None)
    assert len(json_lines(run("games", "list", "--json").stdout)) == 1
