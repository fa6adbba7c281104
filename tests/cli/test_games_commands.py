from __future__ import annotations

import json
from pathlib import Path

import pytest

from board_daemon.archive.store import Archive
from tests.cli.conftest import Run, assert_refused, in_a_terminal, json_lines


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


@pytest.mark.slow
def test_in_a_terminal_games_are_a_table(recorded: Path) -> None:
    shown = in_a_terminal("games", "list", "--archive", recorded, columns=100)
    assert "─────" in shown
    assert " 2026-05-17 20:00 " in shown
    assert "1-0 (paco)" in shown


@pytest.mark.slow
def test_what_somebody_is_called_is_no_markup(run: Run, tmp_path: Path) -> None:
    sheet, archive = tmp_path / "game.txt", tmp_path / "games.sqlite"
    sheet.write_text("White: [/b]\nBlack: [red]Bo\n\n1. e2>e4\n")
    run("games", "import", sheet, "--archive", archive)
    shown = in_a_terminal("games", "list", "--archive", archive)
    assert "[/b]" in shown
    assert "[red]Bo" in shown


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
    assert "Paco! Ann wins." in shown
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


REPLAY = '{"actions":[{"Lift":12},{"Place":28},{"Lift":52},{"Place":36}],"timestamps":[1,1,4,4]}'


@pytest.mark.parametrize("form", ["actions", "notation", "fen"])
def test_an_exported_game_is_imported_from_a_pipe(
    run: Run, tmp_path: Path, home: Path, form: str
) -> None:
    del home
    replay = tmp_path / "replay.json"
    replay.write_text(REPLAY)
    assert run("games", "import", replay).stdout == "imported game 1: 2 turns, goes on\n"
    text = run("games", "export", 1, "--format", form).stdout
    other = tmp_path / "other.sqlite"
    result = run("games", "import", "-", "--archive", other, text=text)
    assert result.stdout == "imported game 1: 2 turns, goes on\n"
    assert len(result.stderr.splitlines()) == (form != "actions")
    assert run("games", "export", 1, "--format", form, "--archive", other).stdout == text


@pytest.mark.parametrize("form", ["actions", "notation", "fen"])
def test_a_game_that_is_there_already_is_not_imported_again(
    run: Run, tmp_path: Path, home: Path, form: str
) -> None:
    del home
    replay = tmp_path / "replay.json"
    replay.write_text(REPLAY)
    run("games", "import", replay)
    text = run("games", "export", 1, "--format", form).stdout
    result = run("games", "import", "-", text=text)
    assert result.stdout == "this is game 1 already: 2 turns, goes on\n"
    assert len(json_lines(run("games", "list", "--json").stdout)) == 1


def test_a_game_is_deleted_once_that_is_confirmed(run: Run, recorded: Path) -> None:
    kept = run("games", "delete", 1, "--archive", recorded, text="n\n")
    assert kept.exit_code == 1
    assert "Delete game 1 (Ann and Bo, 2 turns) for ever?" in kept.stderr
    assert "kept game 1" in kept.stderr
    assert run("games", "show", 1, "--archive", recorded).exit_code == 0
    deleted = run("games", "delete", 1, "--archive", recorded, text="y\n")
    assert deleted.stdout.endswith("deleted game 1 (Ann and Bo, 2 turns)\n")
    assert_refused(run("games", "show", 1, "--archive", recorded), "saw no game 1")


def test_nobody_is_asked_who_has_said_yes(run: Run, recorded: Path) -> None:
    assert run("games", "delete", 1, "--yes", "--archive", recorded).exit_code == 0
    result = run("games", "delete", 1, "--yes", "--archive", recorded)
    assert_refused(result, "saw no game 1")


def test_the_archive_is_copied_but_over_nothing(run: Run, recorded: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert (
        run("games", "backup", copy, "--archive", recorded).stdout == f"copied 1 game to {copy}\n"
    )
    shown = run("games", "show", 1, "--archive", copy).stdout
    assert shown == run("games", "show", 1, "--archive", recorded).stdout
    before = copy.read_bytes()
    again = run("games", "backup", copy, "--archive", recorded)
    assert_refused(again, "expected a new file for the backup", "already")
    assert copy.read_bytes() == before


@pytest.mark.slow
def test_a_sensor_trace_is_imported_by_playing_it_through(
    run: Run, data_dir: Path, tmp_path: Path
) -> None:
    trace = data_dir / "traces" / "game-15313.presence.clean.jsonl"
    archive = tmp_path / "games.sqlite"
    result = run("games", "import", trace, "--archive", archive)
    assert result.stdout == "imported game 1: 47 turns, 1-0 (paco)\n"
    again = run("games", "export", 1, "--format", "trace", "--archive", archive).stdout
    assert again == trace.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. e2>e4\n2. e2>e4", ("standard input, line 2: ",)),
        ('[{"Lift":12},{"Place":1}]', ("standard input, action 2: ",)),
        ('{"trace":1}', ("standard input, line 1: ",)),
        ("", ("standard input", "expected a game, saw nothing")),
    ],
)
def test_what_is_no_game_is_refused_and_makes_no_archive(
    run: Run, home: Path, text: str, words: tuple[str, ...]
) -> None:
    assert_refused(run("games", "import", "-", text=text), *words)
    assert not home.exists()


@pytest.mark.slow
def test_of_a_broken_trace_nothing_is_imported(run: Run, data_dir: Path, tmp_path: Path) -> None:
    trace = (data_dir / "traces" / "game-15313.presence.clean.jsonl").read_text(encoding="utf-8")
    archive = tmp_path / "games.sqlite"
    assert_refused(run("games", "import", "-", "--archive", archive, text=trace + "oops\n"))
    assert not archive.exists()


WAY_MISSED = "Start: 4k3/8/8/8/8/8/4R3/4K3 w 0 - - -\n1. Re2>a2  Ke8>d8\n"
CHAIN = "Start: 4k3/8/8/3d4/4a3/5a2/6P1/4K3 w 0 - - -\n1. g2>Pf3>Pe4>Nd5>b6  Ke8>e7\n"


def test_an_analysis_is_one_object_of_json(run: Run) -> None:
    [found] = json_lines(run("games", "analyse", "-", "--json", text=WAY_MISSED).stdout)
    first, second = found["turns"]
    assert (first["ply"], first["color"], first["notation"]) == (1, "white", "Re2>a2")
    assert first["missed_paco_in_one"] is True
    assert first["missed"] == ["Le2", "Pe8"]
    assert first["gave_sako"] is False
    assert second["allowed_paco"] is False
    assert found["longest_chain"] is None
    [found] = json_lines(run("games", "analyse", "-", "--json", text=CHAIN).stdout)
    assert found["longest_chain"] == {"ply": 1, "take_overs": 3}


def test_an_analysis_has_tabs_in_a_pipe(run: Run) -> None:
    heading, first, second = (
        line.split("\t") for line in run("games", "analyse", "-", text=CHAIN).stdout.splitlines()
    )
    assert heading == ["Turn", "Played", "Chain", "Ŝako", "Missed", "Allowed"]
    assert first == ["1.", "g2>Pf3>Pe4>Nd5>b6", "3", "", "", ""]
    assert second[:2] == ["1...", "Ke8>e7"]


def test_an_archived_game_is_analysed_by_its_number(run: Run, recorded: Path) -> None:
    [found] = json_lines(run("games", "analyse", 1, "--json", "--archive", recorded).stdout)
    assert (found["game"], found["white"], len(found["turns"])) == (1, "Ann", 2)


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 120])
def test_in_a_terminal_an_analysis_fits_and_is_summed_up(tmp_path: Path, columns: int) -> None:
    file = tmp_path / "score.txt"
    file.write_text(CHAIN, encoding="utf-8")
    shown = in_a_terminal("games", "analyse", file, columns=columns)
    assert "The longest chain took over 3 unions: turn 1 of White." in shown
    assert "Black never gave Ŝako" in shown
    assert max(map(len, shown.splitlines())) <= columns


@pytest.mark.parametrize(
    ("source", "words"),
    [("7", "saw none yet"), ("nowhere.txt", "expected a file to read"), ("-", "saw nothing")],
)
def test_what_cannot_be_analysed_is_refused(run: Run, source: str, words: str) -> None:
    assert_refused(run("games", "analyse", source), words)
