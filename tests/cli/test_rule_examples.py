from __future__ import annotations

import pytest
from rich.text import Text

from board_daemon.teach.examples import booklet_examples
from board_daemon.terminal.board import BoardSize
from tests.cli.conftest import Run, assert_refused


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_in_a_pipe_the_list_has_a_line_for_each_example_and_tabs(run: Run) -> None:
    heading, *rows = run("rules", "examples").stdout.splitlines()
    assert heading.split("\t") == ["Example", "Section", "Page", "Title"]
    assert [row.split("\t")[0] for row in rows] == [example.id for example in booklet_examples()]
    assert "pawn-chain\tchain\t20\tA chain through a pawn" in rows
    assert "bishop-chain\tchain\t38 (English)\tA chain ends with the king" in rows


def test_an_example_shows_its_board_and_what_is_legal(run: Run) -> None:
    lines = run("rules", "examples", "castling-covered").stdout.splitlines()
    assert " 4 │     │     │ P&b │     │     │     │     │     │" in lines
    assert "  FEN       4k3/8/8/3p4/2E5/2n5/8/R3K2R w 0 AH - -" in lines
    assert "castling; English booklet p. 67, Dutch booklet p. 67" in lines
    assert "in the position under children:" in lines
    assert "  legal     0-0" in lines
    assert "  not legal 0-0-0: the knight covers d1, over which the king would go" in lines


def test_at_the_end_the_turns_have_been_played(run: Run) -> None:
    lines = run("rules", "examples", "paco-straight", "--end").stdout.splitlines()
    assert " 8 │     │     │     │  R  │     │     │  k  │     │" in lines


@pytest.mark.parametrize("name", [example.id for example in booklet_examples()])
def test_every_example_fits_eighty_columns(run: Run, name: str) -> None:
    result = run("rules", "examples", name)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_in_colour_the_pieces_are_figurines(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    shown = Text.from_ansi(run("rules", "examples", "king-movement").stdout).plain.splitlines()
    [rank] = [line for line in shown if line.startswith(" 8 ")]
    assert "♚" in rank
    # The rim on the right is part of the board.
    assert len(rank) == BoardSize.SMALL.value.width


def test_an_unknown_example_is_refused(run: Run) -> None:
    assert_refused(run("rules", "examples", "castling"), "id of an example", "'castling'")
