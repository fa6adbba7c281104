"""The demo as it is run: with a clock and a terminal made for the test."""

import io
from itertools import count
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from board_daemon.commands.demo import demo
from board_daemon.commands.lines import InputError
from board_daemon.terminal.playback import Playback

DEMO = "board_daemon.commands.demo"


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    app.command()(demo)
    return app


class Terminal:
    """A terminal of 80 by 24 whose keys are typed in advance and whose clock ticks when asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, keys: str, tick: float) -> None:
        self.output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        self._keys = iter(keys)
        ticks = count()
        monkeypatch.setattr(f"{DEMO}.monotonic", lambda: next(ticks) * tick)
        monkeypatch.setattr(f"{DEMO}.Console", self._console)
        monkeypatch.setattr(f"{DEMO}.single_keys", self._single_keys)

    def _console(self, highlight: bool) -> Console:
        return Console(
            file=self.output,
            force_terminal=True,
            color_system="truecolor",
            width=80,
            height=24,
            highlight=highlight,
        )

    def _single_keys(self, stream: object) -> "Terminal":
        return self

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __call__(self, seconds: float) -> str:
        return next(self._keys, "")

    @property
    def text(self) -> str:
        buffer = self.output.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode()


@pytest.mark.slow
def test_piped_it_prints_each_turn_and_the_final_board_once(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, [])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "  1  White  e2>e4"
    assert " 47  White  Re6xKe7" in lines
    assert sum(line.startswith(" 8 ") for line in lines) == 1
    assert "Paco! White wins." in lines
    assert lines[-1] == "See it again: pacoboard demo"
    assert "\x1b" not in result.output


@pytest.mark.slow
@pytest.mark.parametrize("found", [True, False])
def test_how_to_see_it_again_works_without_the_program_on_the_path(
    app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: bool
) -> None:
    program = tmp_path / "pacoboard"
    program.touch(mode=0o755)
    monkeypatch.setattr("sys.argv", [str(program)])
    monkeypatch.setenv("PATH", str(tmp_path) if found else "")
    again = CliRunner().invoke(app, []).output.splitlines()[-1]
    assert again == f"See it again: {'pacoboard' if found else program} demo"


@pytest.mark.slow
def test_another_trace_is_played_and_named(app: typer.Typer, data_dir: Path) -> None:
    trace = data_dir / "traces" / "game-13103.presence.clean.jsonl"
    result = CliRunner().invoke(app, [str(trace)], env={"COLUMNS": "80"})
    assert result.exit_code == 0
    assert result.output.count("  White  ") == 27
    assert "The game was left after 53 turns." in result.output
    assert result.output.splitlines()[-1] == f"See it again: pacoboard demo {trace}"


@pytest.mark.slow
def test_a_trace_from_standard_input_is_played(app: typer.Typer, data_dir: Path) -> None:
    trace = (data_dir / "traces" / "game-15313.presence.clean.jsonl").read_text()
    result = CliRunner().invoke(app, ["-"], input=trace)
    assert "Paco! White wins." in result.output
    assert "See it again" not in result.output


def test_a_missing_or_broken_trace_is_an_error_of_ours(app: typer.Typer, tmp_path: Path) -> None:
    assert isinstance(CliRunner().invoke(app, [str(tmp_path / "no")]).exception, InputError)
    broken = tmp_path / "broken"
    broken.write_text("{}")
    error = CliRunner().invoke(app, [str(broken)]).exception
    assert isinstance(error, InputError)
    assert str(error).startswith(f"{broken}, line 1: expected a trace header")


def test_a_game_cannot_begin_within_a_turn(app: typer.Typer, tmp_path: Path) -> None:
    trace = tmp_path / "in-hand.jsonl"
    fen = "4k3/8/8/8/8/8/8/4K3^e2P w 1 - - -"
    trace.write_text(f'{{"trace":1,"sensor":"presence","fen":"{fen}"}}\n')
    error = CliRunner().invoke(app, [str(trace)]).exception
    assert isinstance(error, InputError)
    assert str(error).startswith(f"{trace}: FEN: expected a position between two turns")


@pytest.mark.parametrize("speed", ["0", "-1", "1000", "fast"])
def test_a_speed_that_cannot_be_is_refused(app: typer.Typer, speed: str) -> None:
    assert CliRunner().invoke(app, ["--speed", speed]).exit_code == 2


@pytest.mark.slow
def test_in_a_terminal_it_plays_to_the_end_by_itself(
    app: typer.Typer, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(monkeypatch, "", tick=0.5)
    assert CliRunner().invoke(app, []).exit_code == 0
    moving, still = terminal.text.rsplit("\x1b[?1049l", 1)
    assert "\x1b[?1049h" in moving
    assert "in hand" in moving
    assert "Paco! White wins." in still
    assert "\x1b[?25h" in terminal.text


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How far the show had come at each picture."""
    moments: list[float] = []
    advance = Playback.advance_to

    def noted(self: Playback, shown: float, light_time: float) -> object:
        moments.append(shown)
        return advance(self, shown, light_time)

    monkeypatch.setattr(Playback, "advance_to", noted)
    return moments


def steps(moments: list[float]) -> list[float]:
    return [round(b - a, 3) for a, b in zip(moments, moments[1:], strict=False)]


def test_q_quits_at_once_and_the_board_is_shown_as_it_stands(
    app: typer.Typer, monkeypatch: pytest.MonkeyPatch, pictures: list[float]
) -> None:
    terminal = Terminal(monkeypatch, "..q", tick=0.05)
    assert CliRunner().invoke(app, []).exit_code == 0
    assert len(pictures) == 3
    assert "The game was left after 0 turns." in terminal.text


@pytest.mark.slow
def test_plus_and_minus_change_the_speed_and_space_pauses(
    app: typer.Typer, monkeypatch: pytest.MonkeyPatch, pictures: list[float]
) -> None:
    Terminal(monkeypatch, "+- .. .q", tick=0.05)
    CliRunner().invoke(app, ["--speed", "2"])
    normal = steps(pictures)[1]
    assert steps(pictures) == [
        pytest.approx(1.25 * normal, abs=0.002),
        normal,
        0.0,
        0.0,
        0.0,
        normal,
        normal,
    ]


def test_interrupting_leaves_the_show_in_good_order(
    app: typer.Typer, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(monkeypatch, "", tick=0.05)

    def interrupt(seconds: float) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Terminal, "__enter__", lambda self: interrupt)
    assert CliRunner().invoke(app, []).exit_code == 0
    assert "The game was left after 0 turns." in terminal.text
