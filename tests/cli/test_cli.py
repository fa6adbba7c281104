from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from board_daemon.languages.language import LANGUAGE_VARIABLE
from board_daemon.rules.fen import START_FEN
from tests.cli.conftest import COMMAND, PATIENCE, Run, assert_refused, start

COMMANDS = [
    (),
    ("infer",),
    ("demo",),
    ("rules",),
    ("rules", "successors"),
    ("rules", "destinations"),
    ("rules", "sako"),
    ("rules", "replay"),
    ("rules", "perft"),
    ("games",),
    ("games", "list"),
    ("games", "show"),
    ("games", "export"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_help(run: Run, command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert "Usage: pacoboard" in result.stdout


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_teaches_by_example(run: Run, command: tuple[str, ...]) -> None:
    assert " ".join(("  pacoboard", *command)) in run(*command, "--help").stdout


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").stdout.startswith("pacoboard ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("rules", "nonsense"),
        ("rules", "sako"),
        ("rules", "sako", "-", "more"),
        ("rules", "perft", "x"),
        ("rules", "perft", "-1"),
        ("rules", "perft", "5000"),
        ("rules", "perft", "1", "--nonsense"),
        ("games", "show", "x"),
        ("games", "show", "0"),
        ("games", "export", "1", "--format", "pgn"),
        ("infer",),
    ],
    ids=" ".join,
)
def test_a_wrong_call_has_exit_code_2(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", "sako", "missing.txt"),
        ("rules", "sako", "."),
        ("infer", "missing.jsonl"),
        ("infer", "."),
        ("games", "show", "1"),
        ("games", "list", "--archive", "missing.sqlite"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_read_gets_one_sentence(run: Run, arguments: tuple[str, ...]) -> None:
    assert_refused(run(*arguments), "expected", "saw")


def test_an_output_that_cannot_be_written_gets_one_sentence(run: Run, recorded: Path) -> None:
    result = run("games", "export", 1, "-o", "/missing/game.txt", "--archive", recorded)
    assert_refused(result, "/missing/game.txt", "No such file or directory")


@pytest.mark.slow
def test_answers_come_line_by_line() -> None:
    with start("rules", "sako", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(f"{START_FEN}\n")
            process.stdin.flush()
            assert '"white_gives_sako":false' in process.stdout.readline()
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{START_FEN}\n" * 3000)
    with start("rules", "successors", str(file)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(PATIENCE) == 141


@pytest.mark.slow
def test_a_full_disk_gets_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "rules", "perft", "1"],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (done.returncode, done.stderr) == (2, "pacoboard: No space left on device\n")


@pytest.mark.slow
@pytest.mark.parametrize(("closed", "code"), [("<&-", 2), (">&-", 2), ("2>&-", 2)])
def test_a_closed_stream_is_no_catastrophe(closed: str, code: int) -> None:
    command = f"{shlex.join([*COMMAND, 'infer', '-'])} {closed}"
    done = subprocess.run(
        ["sh", "-c", command], check=False, input="", capture_output=True, text=True
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_help_is_written_in_any_encoding() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    shown = subprocess.check_output([*COMMAND, "--help"], env=environment, text=True)
    assert "Paco ?ako" in shown


@pytest.mark.slow
def test_in_english_nothing_is_loaded_that_translates_or_that_writes_help() -> None:
    environment = {name: value for name, value in os.environ.items() if name != LANGUAGE_VARIABLE}
    script = (
        "import sys; from board_daemon.cli import app; "
        "app(['rules', 'perft', '1'], standalone_mode=False); print(*sys.modules, sep='\\n')"
    )
    shown = subprocess.check_output(
        [sys.executable, "-c", script], env=environment | {"LC_ALL": "C"}, text=True
    )
    answer, *loaded = shown.splitlines()
    assert answer == "20"
    assert {"babel", "rich.markdown", "typer.rich_utils"}.isdisjoint(loaded)


@pytest.mark.slow
def test_an_interrupt_ends_quietly() -> None:
    with start("rules", "sako", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{START_FEN}\n")
        process.stdin.flush()
        process.stdout.readline()
        os.kill(process.pid, signal.SIGINT)
        assert process.stderr.read() == ""
        assert process.wait(PATIENCE) == 130


@pytest.mark.slow
def test_an_error_in_a_process_of_its_own_is_one_sentence() -> None:
    with start("rules", "sako", "-") as process:
        out, errors = process.communicate("nonsense\n", timeout=PATIENCE)
    assert out == ""
    assert process.returncode == 2
    assert errors.startswith("pacoboard: standard input, line 1: expected a FEN")
    assert errors.count("\n") == 1
