"""schemathesis over the whole API: whatever is sent, the answer is one that is described.

Its program runs in a process of its own against the daemon's app on a real socket. The seed is
fixed and printed. `PACOBOARD_FUZZ=100000` tries 1,000 of each operation, with a new seed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from tests.fuzzing import is_long_run, number_of_examples
from tests.web.whole_board import WholeBoard, whole_board

TRACE: Final = Path(__file__).parent.parent / "data/traces/game-13103.presence.clean.jsonl"
ROOT: Final = Path(__file__).parent.parent.parent
SEED: Final = time.time_ns() % 1_000_000 if is_long_run else 20260517
EXAMPLES: Final = number_of_examples(15, weight=100)
"""Of each operation."""
ENDING_SESSIONS: Final = "/api/(logout|devices/)"
"""With these a device would shut itself out of all that comes after."""

# Beside what schemathesis expects: a text can be of the right length and no FEN, and the guard
# refuses what is too large before it looks at what it is.
CONFIGURATION: Final = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "404", "409", "422", "429"]
negative_data_rejection.expected-statuses = [
    "400", "401", "403", "404", "405", "409", "413", "414", "415", "422", "429", "431"]
"""


def fuzz(board: WholeBoard, *options: str, token: str | None = None) -> int:
    """Let schemathesis loose on the board; how many cases it tried. Fails with what it found."""
    file = board.folder / "schemathesis.toml"
    auth = f'[auth.openapi.session]\napi_key = "{token}"\n' if token else ""
    file.write_text(CONFIGURATION + auth)
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(file)),
        *("run", f"http://{board.address}/api/openapi.json", "--no-color", "--checks", "all"),
        *("--seed", str(SEED), "--max-examples", str(EXAMPLES)),
        *("--generation-database", "none", "--continue-on-failure", *options),
    ]
    hooks = {"SCHEMATHESIS_HOOKS": "tests.web.api_formats", "PYTHONPATH": str(ROOT)}
    print("seed", SEED)
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **hooks},
    )
    board.check_health()
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"(\d+) generated, (\d+) passed", done.stdout)
    assert found is not None, done.stdout
    print(found[0])
    return int(found[1])


@pytest.mark.slow
def test_every_answer_is_as_the_api_describes_it_and_none_goes_to_who_is_not_paired(
    tmp_path: Path,
) -> None:
    with whole_board(tmp_path, web={"trust_loopback": False}) as board:
        board.me = board.pair("owner", "127.0.0.1")
        board.import_text(TRACE.read_bytes())
        board.play_a_turn()
        token = board.me["Cookie"].partition("=")[2]
        tried = fuzz(board, "--exclude-path-regex", ENDING_SESSIONS, token=token)
        assert tried > 1000
        board.play_a_turn()
        board.check_health()


@pytest.mark.slow
def test_so_it_is_of_what_ends_a_session(tmp_path: Path) -> None:
    with whole_board(tmp_path) as board:
        board.pair("play", "192.168.1.77")
        # Who sits at the board's own machine needs no session, so none can be missing.
        only = ("--include-path-regex", ENDING_SESSIONS, "--exclude-checks", "ignored_auth")
        assert fuzz(board, *only) > 50
        board.play_a_turn()
        board.check_health()
