"""Whatever is played, said and cut off, the archive holds what the table tells."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from board_daemon.game.clock import TimeControl
from board_daemon.game.errors import GameError
from board_daemon.game.feed import Feed
from board_daemon.game.keeping import ArchiveKeeping
from board_daemon.game.session import Session
from board_daemon.game.settings import BoardSettings, Choices
from board_daemon.game.setup import Players, game_setup
from board_daemon.game.table import Table
from board_daemon.hands.games import random_turn
from board_daemon.hands.perform import Performer
from board_daemon.hands.style import CARELESS, CLEAN
from board_daemon.lights.frame import LightSettings
from board_daemon.rules.actions import format_action
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import PROMOTIONS, Color
from board_daemon.rules.position import piece_letters
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.virtual_bridge import VirtualBridge
from tests.daemon.playing import games_in
from tests.fuzzing import wildly

SEEDS = range((wildly.max_examples + 9) // 10)
STEPS = 60


class WildTable:
    """One table over several starts of the daemon."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.rng = random.Random(seed)

    async def live(self, steps: int) -> None:
        """From a start to a stop."""
        keeping = ArchiveKeeping(self.path, SensorKind.PRESENCE)
        cut_off = keeping.cut_off()
        setup = cut_off or game_setup("pacoplay")
        self.bridge = VirtualBridge(
            SensorKind.PRESENCE, piece_letters(setup.position), clock=lambda: 0.0
        )
        session = Session(setup, self.bridge.sensor, TrackerSettings(), self.bridge.whole())
        if cut_off:
            keeping.resume()
        else:
            keeping.begin(setup)
        settings = BoardSettings(Choices(), LightSettings(), TrackerSettings())
        self.table = Table(self.bridge, session, keeping, Feed("run"), settings)
        running = asyncio.create_task(self.table.run())
        await self.table.look_again()
        for _ in range(steps):
            await self.do_something()
            await self.table.look_again()
            assert not running.done()
            self.compare(self.table.state())
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await self.table.close()

    # --- what may happen ---

    async def do_something(self) -> None:
        deeds: list[tuple[Callable[[], Any], int]] = [
            (self.play, 10),
            (self.fumble, 3),
            (self.put_right, 4),
            (self.wait, 2),
            (self.take_back, 2),
            (self.resign, 1),
            (self.agree, 1),
            (self.go_on, 2),
            (self.begin, 1),
            (self.answer, 3),
            (self.trust, 1),
            (self.promote, 1),
            (self.name, 1),
        ]
        names, weights = zip(*deeds, strict=True)
        # What does not fit the game just now is refused.
        with suppress(GameError, IllegalAction):
            await self.rng.choices(names, weights)[0]()

    async def play(self) -> None:
        """A turn by clean or careless hands, if the board waits for one."""
        session = self.table.session
        turn = random_turn(session.position, self.rng) if not session.status.is_over else None
        if turn is None:
            return
        await self.put_right()
        style = self.rng.choice((CLEAN, CARELESS))
        performer = Performer(session.position, SensorKind.PRESENCE, style, self.rng)
        performer.t += self.bridge.now()
        for script, _ in performer.scripts([turn]):
            for line in (*performer.run(script), *performer.rest(self.rng.uniform(0.1, 3))):
                if isinstance(line, SensorFrame):
                    self.bridge.tell(line.readings, line.t)
                else:
                    self.bridge.tell_promotion(line.promote, line.t)

    async def fumble(self) -> None:
        """Anything anywhere."""
        squares = self.rng.sample(range(64), self.rng.randint(1, 4))
        readings = {square: self.rng.randint(0, 1) for square in squares}
        self.bridge.tell(readings, self.bridge.now() + self.rng.uniform(0, 2))

    async def put_right(self) -> None:
        """The pieces stand as recorded."""
        self.bridge.skip_to(self.bridge.now() + 0.2)
        self.bridge.stand(piece_letters(self.table.session.position))
        await self.wait()

    async def wait(self) -> None:
        self.bridge.tell({}, self.bridge.now() + self.rng.uniform(0, 5))

    async def take_back(self) -> None:
        ply = self.rng.randint(0, len(self.table.session.turns) + 1)
        await self.table.say(lambda session, t: session.take_back(ply, t))

    async def resign(self) -> None:
        color = self.rng.choice(list(Color))
        await self.table.say(lambda session, t: session.resign(color, t))

    async def agree(self) -> None:
        await self.table.say(lambda session, t: session.offer_draw(Color.WHITE, t))
        await self.table.say(lambda session, t: session.accept_draw(Color.BLACK, t))

    async def go_on(self) -> None:
        await self.table.say(lambda session, t: session.go_on(t))

    async def begin(self) -> None:
        control = self.rng.choice((None, TimeControl(30, 1)))
        await self.table.begin(game_setup("pacoplay", None, Players("Ann", "Bo"), control))
        if self.rng.random() < 0.8:
            await self.put_right()

    async def answer(self) -> None:
        square = self.rng.choice([*self.table.session.view().ask, None])
        await self.table.say(lambda session, t: session.answer(square, t))

    async def trust(self) -> None:
        await self.table.say(lambda session, t: session.trust(t))

    async def promote(self) -> None:
        piece = self.rng.choice(PROMOTIONS)
        await self.table.say(lambda session, t: session.promote(piece, t))

    async def name(self) -> None:
        await self.table.name(Players("Eve", self.rng.choice(("", "Al"))))

    # --- what must hold ---

    def compare(self, state: dict[str, Any]) -> None:
        """The table tells what the session has, and the archive holds it."""
        session = self.table.session
        told = [tuple(turn["actions"]) for turn in state["turns"]]
        assert told == [tuple(map(format_action, turn.actions)) for turn in session.turns]
        game = state["game"]
        assert game["ply"] == len(told)
        assert state["storage"] == {"ok": True, "waiting": 0, "message": None, "say": None}
        if game["id"] is None:
            assert not told
            return
        archived = next(each for each in games_in(self.path) if each.id == game["id"])
        assert [turn.actions for turn in archived.turns] == told
        assert (archived.result, archived.reason) == (game["result"], game["reason"])
        assert (archived.white, archived.black) == (game["white"], game["black"])
        assert archived.started_at == game["started_at"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_the_archive_holds_what_the_table_tells_whatever_is_done(tmp_path: Path, seed: int) -> None:
    wild = WildTable(tmp_path / "games.sqlite", seed)
    for _ in range(3):
        asyncio.run(wild.live(STEPS // 3))
