"""`pacoboard check` and `pacoboard calibrate`, done by somebody who sees nothing but the lights."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import yaml
from rich.console import Console
from typer.testing import CliRunner, Result

from board_daemon.checkup.arrangements import SYMMETRIES
from board_daemon.cli import app
from board_daemon.commands.at_board import AtBoard, bare_board, bare_map
from board_daemon.commands.examining import layout_before, layout_path
from board_daemon.config import Config, load_config
from board_daemon.lights.frame import LightSettings
from firmware_bridge.bridge import Pixel
from firmware_bridge.frames import SensorKind
from firmware_bridge.square_map import load_square_map
from firmware_bridge.squares import parse_square, square_name
from firmware_bridge.virtual_bridge import VirtualBridge
from tests.checkup.people import Board

NAMES = [9 * n for n in range(8)] + [7, 56]
TURNED = next(symmetry for symmetry, name in SYMMETRIES.items() if name == "turned by half")


class Watched(VirtualBridge):
    """A board with somebody at it, for whom time goes on with every picture of the lights."""

    def __init__(self, board: Board) -> None:
        self.t = 0.0
        super().__init__(board.kind, {}, clock=lambda: self.t)
        self.board = board
        self.pictures = 0
        self.touched: int | None = None
        self.until = 0.0
        self.names = list(NAMES)
        self.answered = True

    def show(self, pixels: Sequence[Pixel]) -> None:
        super().show(pixels)
        self.t += 0.05
        self.pictures += 1
        if self.touched is not None:
            if self.t >= self.until:
                self.touched = None
                self.tell(self.board.readings(None))
            return
        self.look({square: pixel for square, pixel in enumerate(pixels) if any(pixel)})

    def look(self, lit: dict[int, Pixel]) -> None:
        colours = set(lit.values())
        if len(lit) == 64 and len(colours) == 1:
            (red, green, blue) = colours.pop()
            is_white = red == green == blue
            if is_white and self.answered and self.names:
                self.answered = False
                self.touch(self.names.pop(0))
            elif not is_white:
                # Green or red: on to the next.
                self.answered = True
            return
        whites = [led for led, pixel in lit.items() if len(set(pixel)) == 1]
        reds = [led for led, (r, g, b) in lit.items() if r and not g and not b]
        if len(whites) == len(reds) == 1:
            # White means that there is a green light besides, red that there is none.
            others = {self.board.leds[led] for led in lit} - self.board.dark
            self.touch(self.board.leds[(whites if len(others) > 2 else reds)[0]])
            return
        called = [led for led, pixel in lit.items() if pixel[1] > max(pixel[0], pixel[2])]
        if len(called) == 1:
            if self.board.leds[called[0]] not in self.board.dark:
                self.touch(self.board.leds[called[0]])
        elif 3 <= len(lit) <= 8 and len(colours) == 1:
            # A ring of lights, and in its midst the square that is meant.
            around = {self.board.leds[led] for led in lit}
            self.touch(next(s for s in range(64) if _ring(s) == around))

    def touch(self, real: int) -> None:
        self.touched, self.until = real, self.t + 0.4
        self.tell(self.board.readings(real))


def _ring(square: int) -> set[int]:
    file, rank = square % 8, square // 8
    near = {8 * r + f for r in range(rank - 1, rank + 2) for f in range(file - 1, file + 2)}
    return {s for s in near if s != square and _is_near(s, file, rank)}


def _is_near(square: int, file: int, rank: int) -> bool:
    return 0 <= square < 64 and abs(square % 8 - file) <= 1 and abs(square // 8 - rank) <= 1


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    def at(bridge: VirtualBridge, *arguments: str) -> Result:
        monkeypatch.setattr("board_daemon.commands.at_board.FRAME", 0.0)
        monkeypatch.setattr("board_daemon.commands.at_board.bare_board", lambda *_: bridge)
        return CliRunner().invoke(app, list(arguments))

    return at


Run = Callable[..., Result]


@pytest.mark.slow
def test_the_lights_alone_lead_through_the_check(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "layout.yaml"
    result = run(Watched(Board()), "check", "--output", str(path))
    assert result.exit_code == 0, result.output
    assert "The sensors lie as the square map has them." in result.output
    every = [square_name(square) for square in range(64)]
    assert yaml.safe_load(path.read_text()) == {"sensors": every, "leds": every}


@pytest.mark.slow
def test_a_board_that_lies_turned_with_a_dead_sensor_is_learned_by_light(
    run: Run, tmp_path: Path
) -> None:
    path, e4 = tmp_path / "layout.yaml", parse_square("e4")
    board = Board(TURNED.arrangement, dead=frozenset({e4}))
    result = run(Watched(board), "check", "--output", str(path))
    assert result.exit_code == 1
    assert "The sensors: turned by half." in result.output
    assert "No answer from e4" in result.output
    keys = yaml.safe_load(path.read_text())
    assert keys["sensors"] == [square_name(63 - square) for square in range(64)]
    assert keys["dead"] == ["e4"]


@pytest.mark.slow
@pytest.mark.parametrize("is_dark", [True, False])
def test_the_lights_alone_tell_whether_there_is_light_over_a_dead_sensor(
    run: Run, is_dark: bool
) -> None:
    e4 = frozenset({parse_square("e4")})
    result = run(Watched(Board(dead=e4, dark=e4 if is_dark else frozenset())), "check")
    assert result.exit_code == 1
    assert "No answer from e4" in result.output
    assert ("No light on e4" in result.output) == is_dark
    assert "was not said" not in result.output


def test_the_keys_y_and_n_say_whether_a_light_is_seen_and_only_that() -> None:
    said: list[bool] = []

    class Asked:
        may_reply = False
        wanted = None

        def reply(self, t: float, says: bool) -> None:
            said.append(says)

    async def press(*keys: str) -> None:
        at_board = AtBoard(VirtualBridge(SensorKind.PRESENCE, {}), LightSettings(), Console())
        for key in keys:
            await at_board._obey(guide, key)  # type: ignore[arg-type]

    guide = Asked()
    asyncio.run(press("y", "n"))
    assert said == []
    guide.may_reply = True
    asyncio.run(press("y", "n"))
    assert said == [True, False]


@pytest.mark.slow
def test_what_a_layout_says_of_another_build_is_left_behind(run: Run, tmp_path: Path) -> None:
    config, path = tmp_path / "config.yaml", tmp_path / "layout.yaml"
    config.write_text("board: {bridge: serial, build: reed-serial, layout: layout.yaml}")
    path.write_text("build: hall-serial\nhall: {zero: 512, millitesla_per_step: 0.2}\n")
    result = run(Watched(Board()), "check", "--config", str(config))
    assert result.exit_code == 0, result.output
    assert set(yaml.safe_load(path.read_text())) == {"build", "sensors", "leds"}
    assert load_square_map("reed-serial", path).sensors == tuple(range(64))
    assert "hall-serial" in (tmp_path / "layout.yaml.bak").read_text()


@pytest.mark.slow
def test_without_an_output_the_virtual_board_leaves_no_file(run: Run, tmp_path: Path) -> None:
    result = run(Watched(Board()), "check")
    assert result.exit_code == 0
    assert "Written" not in result.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_ctrl_c_writes_nothing_and_leaves_the_board_dark(run: Run, tmp_path: Path) -> None:
    class Impatient(Watched):
        def show(self, pixels: Sequence[Pixel]) -> None:
            super().show(pixels)
            if self.pictures == 200:
                os.kill(os.getpid(), signal.SIGINT)

    path = tmp_path / "layout.yaml"
    path.write_text("build: reed-serial\n")
    bridge = Impatient(Board())
    result = run(bridge, "check", "--output", str(path))
    assert result.exit_code == 130
    assert "nothing was written" in result.output
    assert path.read_text() == "build: reed-serial\n"
    assert list(tmp_path.iterdir()) == [path]
    assert set(bridge.pixels) == {(0, 0, 0)}


PLACES = {
    "no-folder": ("missing/layout.yaml", "expected the folder", "saw none"),
    "a folder": ("folder.yaml", "expected a file to write the layout into", "is a folder"),
    "no YAML": ("layout.txt", "to end in .yaml", "layout.txt"),
    "below a file": ("file.yaml/layout.yaml", "expected the folder", "something else"),
}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "calibrate"])
@pytest.mark.parametrize("place", PLACES)
def test_where_nothing_can_be_written_is_said_before_anything_is_lit(
    run: Run, tmp_path: Path, place: str, command: str
) -> None:
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "file.yaml").write_text("build: reed-serial\n")
    name, expected, seen = PLACES[place]
    board = Watched(Board(kind=SensorKind.FIELD))
    result = run(board, command, "--output", str(tmp_path / name))
    assert result.exit_code == 2
    assert board.pictures == 0
    (said,) = result.output.splitlines()
    assert expected in said
    assert seen in said


def test_a_folder_that_may_not_be_written_is_found_by_trying(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def read_only(self: Path, mode: str = "r", **_: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", read_only)
    board = Watched(Board())
    result = run(board, "check", "--output", str(tmp_path / "layout.yaml"))
    assert (result.exit_code, board.pictures) == (2, 0)
    assert result.output.splitlines()[-1].endswith("layout.yaml, saw: Permission denied")


def test_the_configuration_is_never_written_over_by_a_layout(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("board: {bridge: serial, build: reed-serial}\n")
    board = Watched(Board())
    result = run(board, "check", "--config", str(config), "--output", str(config))
    assert (result.exit_code, board.pictures) == (2, 0)
    assert "expected a layout, or no file: " in result.output
    assert "config.yaml, line 1: expected one of the keys build, " in result.output
    assert result.output.rstrip().endswith("saw 'board'")


@pytest.mark.slow
def test_where_the_disk_is_full_at_the_end_what_was_found_is_kept_elsewhere(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr("os.fsync", full)
    monkeypatch.setattr("board_daemon.commands.examining.gettempdir", lambda: str(elsewhere))
    result = run(Watched(Board()), "check", "--output", str(tmp_path / "layout.yaml"))
    assert result.exit_code == 2
    (kept,) = elsewhere.iterdir()
    assert f"No space left on device; what was found is kept in {kept}" in result.output
    assert len(yaml.safe_load(kept.read_text())["sensors"]) == 64
    assert not (tmp_path / "layout.yaml").exists()


@pytest.mark.slow
def test_where_nothing_at_all_can_be_written_the_layout_is_printed(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    nowhere = str(tmp_path / "nowhere")
    monkeypatch.setattr("board_daemon.commands.examining.gettempdir", lambda: nowhere)
    result = run(Watched(Board()), "check", "--output", str(tmp_path / "layout.yaml"))
    assert result.exit_code == 2
    assert "what was found is printed above" in result.output
    _, _, text = result.output.partition("# Found by")
    keys, _, _ = text.partition("pacoboard: ")
    assert len(yaml.safe_load(f"#{keys}")["leds"]) == 64


@pytest.mark.slow
def test_while_the_cable_is_out_no_question_is_given_up(run: Run) -> None:
    class Unplugged(Watched):
        def show(self, pixels: Sequence[Pixel]) -> None:
            if 150 <= self.pictures < 200 and self.touched is None:
                # Nobody touches anything meanwhile.
                self.trouble = "The board is not connected."
                self.pictures += 1
                self.t += 10.0
                return
            self.trouble = None
            super().show(pixels)

    board = Unplugged(Board())
    result = run(board, "check")
    assert result.exit_code == 0, result.output
    assert "Once more" not in result.output
    assert board.t > 400


@pytest.mark.slow
def test_a_board_that_never_answers_is_said_in_one_sentence(run: Run) -> None:
    result = run(Watched(Board(dead=frozenset(range(64)))), "check")
    assert result.exit_code == 2
    assert result.output.splitlines()[-1].startswith("pacoboard: expected sensors to answer")


@pytest.mark.slow
def test_a_replayed_board_cannot_be_touched(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text("")
    config = tmp_path / "c.yaml"
    config.write_text("board:\n  bridge: replay\n  trace: t.jsonl\n")
    for command in ("check", "calibrate"):
        result = CliRunner().invoke(app, [command, "--config", str(config)])
        assert result.exit_code == 2
        assert "saw the bridge replay" in result.output


def _config(folder: Path, text: str) -> Config:
    path = folder / "config.yaml"
    path.write_text(text)
    return load_config(path)


def test_a_hall_board_is_met_as_it_measures_in_the_order_that_a_check_has_found(
    tmp_path: Path,
) -> None:
    turned = [square_name(63 - square) for square in range(64)]
    layout = tmp_path / "layout.yaml"
    layout.write_text(yaml.safe_dump({"sensors": turned, "dead": ["e4"]}))
    config = _config(tmp_path, "board: {bridge: serial, build: hall-serial, layout: layout.yaml}")
    assert layout_before(config, tmp_path / "other.yaml") == layout
    plain, checked = bare_map(config), bare_map(config, layout)
    assert plain is not None
    assert checked is not None
    assert plain.sensors == tuple(range(64))
    assert checked.sensors == tuple(range(63, -1, -1))
    for squares in (plain, checked):
        assert squares.sensor_kind == SensorKind.FIELD
        assert not squares.dead
        assert bare_board(config, squares).sensor == SensorKind.FIELD


@pytest.mark.slow
def test_a_board_on_the_pins_away_from_a_pi_is_refused_in_one_sentence(tmp_path: Path) -> None:
    _config(tmp_path, "board: {bridge: gpio, build: reed-gpio}")
    for command in ("check", "calibrate"):
        result = CliRunner().invoke(app, [command, "--config", str(tmp_path / "config.yaml")])
        last = result.output.splitlines()[-1]
        if command == "check":
            assert result.exit_code == 2
            assert last.startswith("pacoboard: expected the pins of a Raspberry Pi")
        else:
            assert "nothing to calibrate" in last


def test_a_layout_that_is_not_written_yet_is_no_obstacle(tmp_path: Path) -> None:
    config = _config(tmp_path, "board: {bridge: serial, build: reed-serial, layout: none.yaml}")
    path = layout_path(config, None)
    assert path == tmp_path / "none.yaml"
    assert layout_before(config, path) is None


# --- calibrate ---


class Measured(VirtualBridge):
    """A Hall board, whose pieces stand where the lights want them, one after the other."""

    def __init__(self, gains: dict[int, float]) -> None:
        self.t = 0.0
        super().__init__(SensorKind.FIELD, {}, clock=lambda: self.t)
        self.gains = gains
        self.placed: set[int] = set()

    def tell_fields(self) -> None:
        fields = {s: 26.0 * self.gains.get(s, 1.0) for s in self.placed}
        self.tell({square: fields.get(square, 0.1) for square in range(64)})

    def show(self, pixels: Sequence[Pixel]) -> None:
        super().show(pixels)
        self.t += 0.05
        green = {s for s, (r, g, b) in enumerate(pixels) if g > max(r, b)}
        red = {s for s, (r, g, b) in enumerate(pixels) if r > max(g, b)}
        if red:
            self.placed.discard(min(red))
            self.tell_fields()
        elif green:
            self.placed.add(min(green))
            self.tell_fields()


@pytest.mark.slow
def test_the_lights_alone_lead_through_the_calibration(run: Run, tmp_path: Path) -> None:
    path, e4 = tmp_path / "layout.yaml", parse_square("e4")
    result = run(Measured({e4: 0.4}), "calibrate", "--output", str(path))
    assert result.exit_code == 1
    assert "A lone piece reads 26 mT on most squares" in result.output
    assert "The sensors of e4 are weak" in result.output
    keys = yaml.safe_load(path.read_text())
    assert len(keys["field"]) == 64
    assert keys["field"]["e4"]["scale"] > 1.5
    assert keys["field"]["a1"]["scale"] == pytest.approx(1.0, abs=0.02)
    assert 0.6 < keys["hall"]["threshold"] < 6


def test_a_reed_board_has_nothing_to_calibrate(run: Run) -> None:
    result = run(Watched(Board()), "calibrate")
    assert result.exit_code == 0
    assert "nothing to calibrate" in result.output
