"""The daemon on a board that is at the end of a cable, and may not be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from firmware_bridge.message_parts import BoardKind
from firmware_bridge.squares import parse_square
from tests.daemon.cabled import EMPTY, HOME, Cable, cabled_board
from tests.daemon.playing import actions_in
from tests.daemon.running import BY_THE_CLOCK, RunningDaemon
from tests.firmware.emulated_cable import emulated_cable

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
MakeCable = Callable[[Path], AbstractContextManager[Cable]]
EITHER_BOARD = pytest.mark.parametrize(
    "cable",
    [cabled_board, lambda _: emulated_cable(), lambda _: emulated_cable("hall-serial")],
    ids=["model", "emulated reeds", "emulated Hall sensors"],
)
PIECE = 620
"""ADC steps of a Hall sensor under a piece: some 20 mT."""

QUICK = "tracking: {debounce: 5 ms, settle_final: 50 ms, settle: 120 ms}\n"


def config(board: Cable, more: str = "") -> str:
    where = f"bridge: serial, build: {board.build}, port: {board.path}"
    return f"board: {{{where}}}\n{QUICK}{more}"


def shipped(board: Cable) -> str:
    """The file for boards on USB, with the one port that there is here."""
    text = (ROOT / "config" / "serial.yaml").read_text(encoding="utf-8")
    return text.replace("  port: auto\n", f"  port: {board.path}\n").replace("8064", "0")


def let(board: Cable, **squares: int) -> None:
    stand(board, {parse_square(name): reading for name, reading in squares.items()})


def stand(board: Cable, pieces: Mapping[int, int]) -> None:
    """Let pieces stand on squares, or none: 1 or 0."""
    nobody, somebody = (EMPTY[BoardKind.HALL], PIECE) if "hall" in board.build else (0, 1)
    board.read({square: somebody if piece else nobody for square, piece in pieces.items()})


def wait_until_connected(daemon: RunningDaemon) -> None:
    """A board that is slow to answer may be there only after the daemon serves its page."""
    with daemon.listen() as listener:
        if not listener.state["board"]["connected"]:
            listener.wait_for(lambda m: m.get("changed", {}).get("board", {}).get("connected"))


def wait_for_turn(daemon: RunningDaemon, ply: int) -> None:
    with daemon.listen() as listener:
        if len(listener.state["turns"]) < ply:
            listener.wait_for(lambda message: message.get("ply") == ply)


@contextmanager
def begun(folder: Path, cable: MakeCable) -> Iterator[tuple[Cable, RunningDaemon]]:
    """A game about to begin on a board that is there."""
    with cable(folder) as board:
        stand(board, HOME)
        board.plug_in()
        with RunningDaemon(folder, config(board), loaded=BY_THE_CLOCK) as daemon:
            daemon.wait_until_ready()
            wait_until_connected(daemon)
            yield board, daemon


@EITHER_BOARD
def test_a_game_is_played_on_a_board_that_was_there_from_the_start(
    tmp_path: Path, cable: MakeCable
) -> None:
    with begun(tmp_path, cable) as (board, daemon):
        state = daemon.state()
        assert state["board"] == {
            "sensor": "presence",
            "bridge": "serial",
            "virtual": False,
            "connected": True,
            "trouble": None,
        }
        assert (state["phase"], state["fix"]) == ("settled", [])
        let(board, e2=0)
        let(board, e4=1)
        wait_for_turn(daemon, 1)
        assert daemon.stop() == 0
        assert actions_in(daemon.archive, 1) == [("Le2", "Pe4")]
        assert board.lights()[parse_square("e4")] != (0, 0, 0)


def test_the_daemon_serves_its_page_before_the_board_is_plugged_in(tmp_path: Path) -> None:
    with (
        cabled_board(tmp_path) as board,
        RunningDaemon(tmp_path, shipped(board), loaded=BY_THE_CLOCK) as daemon,
    ):
        daemon.wait_until_ready()
        away = daemon.state()["board"]
        assert away["connected"] is False
        assert away["trouble"].startswith(f"The board is not connected: {board.path}: ")
        assert any(away["trouble"] in line for line in daemon.said)
        with daemon.listen() as listener:
            stand(board, HOME)
            board.plug_in()
            listener.wait_for(lambda m: m.get("changed", {}).get("board", {}).get("connected"))
        assert daemon.state()["phase"] == "settled"
        let(board, d2=0)
        let(board, d4=1)
        wait_for_turn(daemon, 1)


@EITHER_BOARD
def test_a_board_that_is_unplugged_in_mid_turn_goes_on_where_it_was(
    tmp_path: Path, cable: MakeCable
) -> None:
    with begun(tmp_path, cable) as (board, daemon):
        with daemon.listen() as listener:
            let(board, e2=0)
            listener.wait_for(lambda m: m.get("changed", {}).get("phase") == "handling")
            board.unplug()
            listener.wait_for(lambda m: m.get("changed", {}).get("board", {}).get("trouble"))
            let(board, e4=1)
            board.plug_in()
            turn = listener.wait_for(lambda message: message["event"] == "turn")
        assert turn["notation"] == "e2>e4"
        assert daemon.state()["board"]["trouble"] is None


@EITHER_BOARD
def test_a_board_that_is_reset_in_mid_turn_goes_on_where_it_was(
    tmp_path: Path, cable: MakeCable
) -> None:
    with begun(tmp_path, cable) as (board, daemon):
        with daemon.listen() as listener:
            let(board, g1=0)
            listener.wait_for(lambda m: m.get("changed", {}).get("phase") == "handling")
            board.reset()
            let(board, f3=1)
            turn = listener.wait_for(lambda message: message["event"] == "turn")
        assert turn["notation"] == "Ng1>f3"


def test_a_board_that_was_set_up_anew_while_the_daemon_was_off_begins_a_new_game(
    tmp_path: Path,
) -> None:
    with cabled_board(tmp_path) as board:
        stand(board, HOME)
        board.plug_in()
        with RunningDaemon(tmp_path, config(board), loaded=BY_THE_CLOCK) as daemon:
            daemon.wait_until_ready()
            let(board, e2=0)
            let(board, e4=1)
            wait_for_turn(daemon, 1)
            daemon.stop()
        stand(board, HOME)
        with RunningDaemon(tmp_path, config(board), loaded=BY_THE_CLOCK) as daemon:
            daemon.wait_until_ready()
            wait_until_connected(daemon)
            state = daemon.state()
            assert (state["turns"], state["phase"], state["fix"]) == ([], "settled", [])


def test_a_game_that_was_cut_off_goes_on_before_the_board_is_back(tmp_path: Path) -> None:
    with cabled_board(tmp_path) as board:
        stand(board, HOME)
        board.plug_in()
        with RunningDaemon(tmp_path, config(board), loaded=BY_THE_CLOCK) as daemon:
            daemon.wait_until_ready()
            let(board, e2=0)
            let(board, e4=1)
            wait_for_turn(daemon, 1)
            daemon.kill()
        board.unplug()
        with RunningDaemon(tmp_path, config(board), loaded=BY_THE_CLOCK) as daemon:
            daemon.wait_until_ready()
            state = daemon.state()
            assert [turn["notation"] for turn in state["turns"]] == ["e2>e4"]
            assert (state["phase"], state["fix"]) == ("settled", [])
            board.plug_in()
            wait_until_connected(daemon)
            let(board, e7=0)
            let(board, e5=1)
            wait_for_turn(daemon, 2)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ("board: {bridge: serial, layout: none.yaml}", "expected a layout in"),
        ("board: {bridge: gpio, build: reed-gpio}", "Raspberry Pi"),
    ],
)
def test_what_can_never_be_a_board_ends_the_start_with_a_sentence(
    tmp_path: Path, wish: str, words: str
) -> None:
    with RunningDaemon(tmp_path, wish) as daemon:
        assert daemon.wait() in (2, 75)
    assert words in daemon.said[-1]
    assert "Traceback" not in "".join(daemon.said)
