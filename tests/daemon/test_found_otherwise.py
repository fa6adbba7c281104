"""A game that was cut off, and a board that stands otherwise when the daemon starts again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from board_daemon import daemon as wiring
from board_daemon.archive.changes import AddTurn, BeginGame
from board_daemon.archive.keeper import Keeper
from board_daemon.archive.records import ArchivedTurn
from board_daemon.config import load_config
from board_daemon.daemon import Daemon
from board_daemon.rules.actions import format_action
from board_daemon.rules.fen import START_FEN, format_fen
from board_daemon.rules.game import Game
from board_daemon.rules.notation import parse_turn
from board_daemon.rules.position import Position, piece_letters
from board_daemon.rules.squares import parse_square
from firmware_bridge.frames import SensorKind
from firmware_bridge.virtual_bridge import VirtualBridge
from tests.daemon.playing import games_in

TURNS = ("e2>e4", "e7>e5", "Ng1>f3", "Nb8>c6")
HOME = Position.start()


class Board:
    """A board of wood: how it stands at the start is not the daemon's to say."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.archive = folder / "games.sqlite"
        self._monkeypatch = monkeypatch
        self.t = 0.0

    def cut_off(self, turns: int) -> Position:
        """A game is cut off after so many turns; how it stands."""
        game = Game()
        keeper = Keeper(self.archive)
        keeper.keep([BeginGame(START_FEN, "pacoplay", "2026-11-20T19:30:00+01:00", "Ann", "Bo")])
        for notation in TURNS[:turns]:
            played = game.play_turn(parse_turn(game.position, notation))
            actions = tuple(map(format_action, played.actions))
            fen = format_fen(played.position)
            keeper.keep([AddTurn(ArchivedTurn(played.ply, 1.0, notation, actions, fen, "run"))])
        keeper.close()
        return game.position

    @asynccontextmanager
    async def found(
        self, position: Position | None, sensor: SensorKind = SensorKind.PRESENCE
    ) -> AsyncIterator[Daemon]:
        """The daemon starts, and the board stands so; None: it is empty."""
        config = self.folder / "pacoboard.yaml"
        config.write_text(
            f"board: {{sensor: {sensor}}}\nweb: {{port: 0}}\narchive: {{path: games.sqlite}}\n"
        )
        setup = piece_letters(position) if position is not None else {}
        self.bridge = VirtualBridge(sensor, setup, clock=lambda: 0.0)
        self._monkeypatch.setattr(wiring, "make_bridge", lambda *_: self.bridge)
        daemon = Daemon(load_config(config))
        is_served = asyncio.Event()
        serving = asyncio.create_task(daemon.serve(lambda _: is_served.set()))
        await is_served.wait()
        await daemon.table.look_again()
        yield daemon
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)

    def tell(self, squares: Mapping[str, int], after: float = 0.5) -> None:
        self.t += after
        self.bridge.tell({parse_square(name): value for name, value in squares.items()}, self.t)

    async def move(self, daemon: Daemon, start: str, end: str) -> None:
        self.tell({start: 0})
        self.tell({end: 1})
        self.tell({}, after=2.0)
        await daemon.table.look_again()


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Board:
    return Board(tmp_path, monkeypatch)


def moved(position: Position, notation: str) -> Position:
    game = Game(position)
    return game.play_turn(parse_turn(position, notation)).position


def recorded(board: Board) -> list[tuple[str, int, str | None]]:
    """White, number of turns and result of each game."""
    return [(game.white, len(game.turns), game.result) for game in games_in(board.archive)]


@pytest.mark.slow
def test_a_board_that_stands_as_the_game_goes_on_at_once(board: Board) -> None:
    async def play() -> None:
        stands = board.cut_off(4)
        async with board.found(stands) as daemon:
            state = daemon.table.state()
            assert (state["phase"], state["fix"]) == ("settled", [])
            await board.move(daemon, "f1", "c4")

    asyncio.run(play())
    assert recorded(board) == [("Ann", 5, None)]


@pytest.mark.slow
@pytest.mark.parametrize("sensor", SensorKind)
def test_what_stands_wrong_is_lit_until_it_is_put_right(board: Board, sensor: SensorKind) -> None:
    async def play() -> None:
        stands = board.cut_off(4)
        # Somebody has gone on while the board was off.
        async with board.found(moved(stands, "Bf1>c4"), sensor) as daemon:
            state = daemon.table.state()
            assert state["phase"] == "correcting"
            assert state["fix"] == [
                {"square": "c4", "wants_piece": False},
                {"square": "f1", "wants_piece": True},
            ]
            assert set(state["lights"]["squares"]) == {"c4", "f1"}  # type: ignore[index]
            board.bridge.skip_to(1.0)
            board.bridge.stand(piece_letters(stands))
            board.t = 4.0
            board.tell({})
            await daemon.table.look_again()
            assert daemon.table.state()["phase"] == "settled"

    asyncio.run(play())
    assert recorded(board) == [("Ann", 4, None)]


@pytest.mark.slow
@pytest.mark.parametrize("turns", [1, 2, 3, 4])
@pytest.mark.parametrize("sensor", SensorKind)
def test_all_at_home_is_a_new_game_and_the_old_one_stays_unfinished(
    board: Board, turns: int, sensor: SensorKind
) -> None:
    async def play() -> None:
        board.cut_off(turns)
        async with board.found(HOME, sensor) as daemon:
            state = daemon.table.state()
            assert (state["phase"], state["turns"], state["fix"]) == ("settled", [], [])
            assert state["lights"]["squares"] == {}  # type: ignore[index]
            if sensor == SensorKind.PRESENCE:
                await board.move(daemon, "d2", "d4")

    asyncio.run(play())
    games = [("Ann", turns, None)]
    if sensor == SensorKind.PRESENCE:
        games.append(("", 1, None))
    assert recorded(board) == games


@pytest.mark.slow
def test_a_game_that_had_come_home_again_goes_on(board: Board) -> None:
    async def play() -> None:
        board.cut_off(0)
        async with board.found(HOME) as daemon:
            for start, end in (("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")):
                await board.move(daemon, start, end)
        board.t = 0.0
        async with board.found(HOME) as daemon:
            assert len(daemon.table.session.turns) == 4

    asyncio.run(play())


async def set_up(board: Board, daemon: Daemon, last: str, pace: float) -> None:
    """All 32 from the box, one by one."""
    home = [file + rank for rank in "1278" for file in "abcdefgh"]
    for name in sorted(home, key=last.split().count):
        board.tell({name: 1}, after=pace)
    board.tell({}, after=3.0)
    await daemon.table.look_again()


@pytest.mark.slow
@pytest.mark.parametrize("turns", [1, 2, 4])
@pytest.mark.parametrize("pace", [0.5, 1.5])
def test_pieces_put_back_from_the_box_one_by_one_begin_a_new_game(
    board: Board, turns: int, pace: float
) -> None:
    async def play() -> None:
        stands = board.cut_off(turns)
        async with board.found(None) as daemon:
            state = daemon.table.state()
            assert len(state["fix"]) == stands.occupied.bit_count()  # type: ignore[arg-type]
            await set_up(board, daemon, "", pace)
            assert daemon.table.state()["fix"] == []
            await board.move(daemon, "d2", "d4")

    asyncio.run(play())
    assert recorded(board) == [("Ann", turns, None), ("Ann", 1, None)]


@pytest.mark.slow
@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize("pace", [0.5, 1.5])
def test_however_the_board_is_set_up_at_home_a_first_turn_can_be_played(
    board: Board, turns: int, pace: float
) -> None:
    """Where only the moved pawns come last, that is to take back or to begin anew: both will do."""

    async def play() -> None:
        board.cut_off(turns)
        async with board.found(None) as daemon:
            await set_up(board, daemon, "e2 e7", pace)
            assert daemon.table.state()["fix"] == []
            await board.move(daemon, "d2", "d4")
            assert [turn["notation"] for turn in daemon.table.state()["turns"]] == ["d2>d4"]  # type: ignore[attr-defined]

    asyncio.run(play())


@pytest.mark.slow
def test_an_empty_board_can_be_set_up_as_the_game_stood(board: Board) -> None:
    async def play() -> None:
        stands = board.cut_off(4)
        async with board.found(None) as daemon:
            board.bridge.skip_to(1.0)
            board.bridge.stand(piece_letters(stands))
            board.t = 4.0
            board.tell({})
            await daemon.table.look_again()
            state = daemon.table.state()
            assert (state["phase"], len(state["turns"])) == ("settled", 4)  # type: ignore[arg-type]
            await board.move(daemon, "f1", "c4")

    asyncio.run(play())
    assert recorded(board) == [("Ann", 5, None)]
