"""Whatever players say and do in whatever order, all that tells of the board agrees.

The state, the messages of the live socket, the archive and the rules say the same after each step.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeVar
from unittest import mock

import httpx
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from board_daemon.archive.library import GameLibrary
from board_daemon.game.feed import Feed
from board_daemon.game.keeping import ArchiveKeeping
from board_daemon.game.session import Session
from board_daemon.game.settings import BoardSettings, Choices
from board_daemon.game.setup import game_setup
from board_daemon.game.table import Table
from board_daemon.lights.frame import LightSettings
from board_daemon.rules.actions import parse_action
from board_daemon.rules.fen import format_fen, parse_fen, settled
from board_daemon.rules.game import Game
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.web.schema import State
from firmware_bridge import virtual_bridge
from firmware_bridge.frames import SensorKind
from firmware_bridge.virtual_bridge import VirtualBridge
from tests.fuzzing import wild
from tests.game.tables import Notebook, Sitting, setup_for
from tests.web.playing import make_app

PROMOTION: Final = "4k3/P6P/8/8/8/8/8/4K3 w 0 - - -"
CHAIN: Final = "4k3/8/8/3d4/4a3/5a2/6P1/4K3 w 0 - - -"
CASTLING: Final = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w 0 AHah - -"
NEARLY_PACO: Final = "4k3/4P3/8/8/8/8/4p3/4K3 w 0 - - -"
FENS: Final = (None, None, PROMOTION, CHAIN, CASTLING, NEARLY_PACO)
SEEN_BY_ASKING: Final = {"seq", "run", "you"}
"""Parts of the state that no message tells."""

squares = st.builds("{}{}".format, st.sampled_from("abcdefgh"), st.integers(1, 8))
colors = st.sampled_from("wb")
_T = TypeVar("_T")


class Page:
    """What a page knows that heard `hello` and then every message, and asks for nothing."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.state = json.loads(json.dumps(state))
        self.clock_since = 0.0

    def hear(self, message: dict[str, Any]) -> None:
        assert message["seq"] == self.state["seq"] + 1
        self.state["seq"] = message["seq"]
        turns = self.state["turns"]
        told = {key: value for key, value in message.items() if key not in ("event", "seq")}
        match message["event"]:
            case "turn":
                turns.append(told)
            case "revise":
                turns[-1] = told
            case "takeback":
                del turns[message["ply"] - 1 :]
            case "newgame":
                turns.clear()
            case "lights":
                told.pop("t")
                self.state["lights"] = told
            case "state":
                self.state.update(message["changed"])
            case _:
                assert message["event"] in ("ask", "restore", "restored", "sako", "end", "health")


class WildTable(RuleBasedStateMachine):
    """Somebody who says and does anything at a virtual board."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "games.sqlite"
        self.time = 0.0
        # Between lifting and joining no time passes but that of the test.
        hurried = SimpleNamespace(sleep=self._sleep, Lock=asyncio.Lock)
        self.patch = mock.patch.object(virtual_bridge, "asyncio", hurried)
        self.patch.start()
        self.is_made = False

    async def _sleep(self, seconds: float) -> None:
        self.time += seconds
        await asyncio.sleep(0)

    def teardown(self) -> None:
        self.patch.stop()
        if self.is_made:
            self.running.cancel()
            self.wait(self._close())
        self.loop.close()
        self.folder.cleanup()

    async def _close(self) -> None:
        await asyncio.gather(self.running, return_exceptions=True)
        await self.http.aclose()
        await self.table.close()

    def wait(self, work: Coroutine[Any, Any, _T]) -> _T:
        return self.loop.run_until_complete(work)

    @initialize(rules=st.sampled_from(["pacoplay", "manual"]), fen=st.sampled_from(FENS))
    def make(self, rules: str, fen: str | None) -> None:
        setup = game_setup(rules, fen)
        sensor = SensorKind.PRESENCE
        bridge = VirtualBridge(sensor, setup_for(setup), clock=lambda: self.time)
        self.keeping = ArchiveKeeping(self.path, sensor)
        self.keeping.begin(setup)
        session = Session(setup, sensor, TrackerSettings(), bridge.whole())
        chosen = BoardSettings(Choices(), LightSettings(), TrackerSettings())
        self.table = Table(bridge, session, self.keeping, Feed("run"), chosen)
        app, _ = make_app(Sitting(self.table, bridge, Notebook()))
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://127.0.0.1"
        )
        self.library = GameLibrary(self.path)
        self.wait(self._begin())
        self.page = Page(self.state())
        self.is_made = True

    async def _begin(self) -> None:
        self.running = asyncio.create_task(self.table.run())
        await self.table.look_again()

    def state(self) -> dict[str, Any]:
        answer = self.wait(self.http.get("/api/state"))
        assert answer.status_code == 200, answer.text
        value: dict[str, Any] = answer.json()
        return value

    def post(self, path: str, **wish: object) -> bool:
        """Wish for something; whether it was granted."""
        answer = self.wait(self.http.post(f"/api/{path}", json=wish))
        assert answer.status_code in (200, 409, 422), (path, wish, answer.text)
        assert answer.status_code == 200 or {"error"} <= set(answer.json()) <= {"error", "say"}
        return answer.status_code == 200

    # --- what players say ---

    @rule(
        rules=st.sampled_from([None, "pacoplay", "manual", "leaflet", "vchess", "children"]),
        fen=st.sampled_from(FENS),
        clock=st.none() | st.fixed_dictionaries({"base": st.sampled_from([1, 60])}),
        stands=st.booleans(),
    )
    def new_game(
        self, rules: str | None, fen: str | None, clock: dict[str, int] | None, stands: bool
    ) -> None:
        assert self.post("game/new", white="Ada", rules=rules, fen=fen, clock=clock)
        if stands:
            self.post("virtual/stand")
            self.rest(3.0)

    @rule(white=st.text(max_size=5))
    def name(self, white: str) -> None:
        self.post("game/players", white=white, black="Ben")

    @rule(ply=st.integers(1, 4))
    def take_back(self, ply: int) -> None:
        self.post("game/takeback", ply=ply)

    @rule(piece=st.sampled_from(["queen", "knight"]))
    def promote(self, piece: str) -> None:
        self.post("game/promote", piece=piece)

    @rule(square=squares, way=st.sampled_from(["first", "square", "none", "yes", "no"]))
    def answer(self, square: str, way: str) -> None:
        asked = (self.state()["question"] or {}).get("squares") or [square]
        wishes: dict[str, dict[str, object]] = {
            "first": {"square": asked[0]},
            "square": {"square": square},
            "none": {"none": True},
            "yes": {"yes": True},
            "no": {"yes": False},
        }
        self.post("game/answer", **wishes[way])

    @rule(color=colors, what=st.sampled_from(["offer", "accept", "decline"]))
    def draw(self, color: str, what: str) -> None:
        self.post("game/draw", color=color, what=what)

    @rule(color=colors)
    def resign(self, color: str) -> None:
        self.post("game/resign", color=color)

    @rule()
    def go_on(self) -> None:
        self.post("game/continue")

    @rule()
    def trust(self) -> None:
        self.post("game/trust")

    @rule(takebacks=st.none() | st.booleans(), rules=st.sampled_from([None, "manual"]))
    def choose(self, takebacks: bool | None, rules: str | None) -> None:
        assert self.post("settings", takebacks=takebacks, rules=rules, brightness=0.2)

    # --- what hands do ---

    @rule(
        deed=st.sampled_from(["lift", "drop", "join", "slip", "slide", "box"]),
        square=squares,
        color=st.none() | colors,
        seconds=st.sampled_from([0.0, 0.05, 0.3, 2.0]),
    )
    def act(self, deed: str, square: str, color: str | None, seconds: float) -> None:
        self.post("virtual/act", deed=deed, square=square, color=color)
        self.rest(seconds)

    @rule(color=colors, piece=st.sampled_from("PQ"))
    def take(self, color: str, piece: str) -> None:
        self.post("virtual/act", deed="take", color=color, piece=piece)

    @rule(which=st.randoms(use_true_random=False), links=st.integers(1, 4))
    def play(self, which: Any, links: int) -> None:
        """A turn as the lights show it, as far as they do."""
        state = self.state()
        if not state["virtual"]["hands"]:
            own = str.isupper if state["game"]["to_move"] == "w" else str.islower
            standing = sorted(state["virtual"]["squares"].items())
            movable = [s for s, letters in standing if own(letters[0]) or own(letters[-1])]
            if movable:
                self.post("virtual/act", deed="lift", square=which.choice(movable))
                self.rest(0.3)
        for _ in range(links):
            hand = self.state()["hand"]
            if not hand or not hand["destinations"]:
                break
            square, kind = which.choice(sorted(hand["destinations"].items()))
            is_empty = kind in ("move", "castle")
            self.post("virtual/act", deed="drop" if is_empty else "join", square=square)
            self.rest(0.3)
        self.rest(2.0)

    @rule(read=st.dictionaries(squares, st.integers(0, 1), max_size=3), seconds=st.floats(0, 3))
    def tell(self, read: dict[str, int], seconds: float) -> None:
        self.post("virtual/readings", squares=read, t=self.table.bridge.now() + seconds)

    @rule(seconds=st.sampled_from([0.1, 0.4, 1.0, 3.0, 90.0]))
    def rest(self, seconds: float) -> None:
        self.time += seconds
        self.wait(self.table.look_again())

    @rule()
    def stand(self) -> None:
        assert self.post("virtual/stand")
        self.rest(3.0)

    # --- what must hold ---

    @invariant()
    @precondition(lambda self: self.is_made)
    def all_that_tells_of_the_board_agrees(self) -> None:
        assert not self.running.done()
        state = self.state()
        State.model_validate(state, strict=True)
        self.check_page(state)
        self.check_record(state)
        self.check_archive(state)
        self.check_clock(state)
        game = state["game"]
        assert game["result"] is not None or state["phase"] != "over"
        assert game["draw_offer"] is None or game["result"] is None

    def check_page(self, state: dict[str, Any]) -> None:
        feed = self.table.feed
        for text in feed.missed_since(self.page.state["seq"], feed.run) or []:
            self.page.hear(json.loads(text))
        told, seen = self.page.state, state
        assert told["seq"] == seen["seq"]
        for name in set(seen) - SEEN_BY_ASKING - {"clock", "lights"}:
            assert told[name] == seen[name], name
        for name in ("squares", "show", "layers"):
            assert told["lights"][name] == seen["lights"][name], name
        assert (told["clock"] is None) == (seen["clock"] is None)
        if seen["clock"] is not None:
            for name in ("running", "base", "increment"):
                assert told["clock"][name] == seen["clock"][name], name
            for name, color in (("white", "w"), ("black", "b")):
                if seen["clock"]["running"] != color:
                    assert told["clock"][name] == seen["clock"][name], name

    def check_record(self, state: dict[str, Any]) -> None:
        game = state["game"]
        start = settled(parse_fen(game["start_fen"], ruleset_named(game["rules"])))
        replayed = Game(start)
        for ply, turn in enumerate(state["turns"], 1):
            played = replayed.play_turn(tuple(map(parse_action, turn["actions"])))
            assert turn["ply"] == ply
            assert turn["fen"] == format_fen(played.position)
            assert turn["notation"] == played.notation
            assert turn["status"] == str(played.status)
        assert game["fen"] == format_fen(replayed.position)
        assert game["ply"] == len(state["turns"])
        assert game["to_move"] == replayed.position.to_move.letter

    def check_archive(self, state: dict[str, Any]) -> None:
        number = state["game"]["id"]
        assert state["storage"]["ok"]
        if number is None:
            assert state["turns"] == []
            return
        kept = self.library.game(number)
        compared = ("ply", "notation", "fen", "status")
        assert [[getattr(turn, name) for name in compared] for turn in kept.turns] == [
            [turn[name] for name in compared] for turn in state["turns"]
        ]
        assert [list(turn.actions) for turn in kept.turns] == [
            turn["actions"] for turn in state["turns"]
        ]
        game = state["game"]
        assert (kept.result, kept.reason) == (game["result"], game["reason"])
        assert (kept.white, kept.black, kept.rules, kept.start_fen) == (
            game["white"],
            game["black"],
            game["rules"],
            game["start_fen"],
        )

    def check_clock(self, state: dict[str, Any]) -> None:
        clock = state["clock"]
        if clock is None:
            return
        assert clock["white"] >= 0
        assert clock["black"] >= 0
        assert clock["running"] is None or state["game"]["result"] is None
        if clock["flag"] is not None:
            assert state["game"]["result"] is not None


@pytest.mark.slow
def test_all_that_tells_of_the_board_agrees_whatever_is_done() -> None:
    chosen = settings(wild(25, weight=100), stateful_step_count=30)
    run_state_machine_as_test(WildTable, settings=chosen)
