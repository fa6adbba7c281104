"""Who may call what, route by route; and nothing is changed by whoever may not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import given
from hypothesis import strategies as st
from schemathesis import GenerationMode

from board_daemon.web.access import Level
from board_daemon.web.description import operations_of
from board_daemon.web.route_levels import routes_with_levels
from tests.fuzzing import wild
from tests.web.whole_board import LOCAL, STRANGER, WholeBoard, archive_content, whole_board

# To seat the crowd takes seconds.
pytestmark = pytest.mark.slow

# A new route is entered here on purpose, by somebody who has thought about who may call it.
WHO_MAY: Final = """
    MOUNT                                   nobody
    MOUNT     /texts                        nobody
    GET        /api/archive/backup          owner
    GET        /api/devices                 owner
    PATCH      /api/devices                 owner
    DELETE     /api/devices/{number}        owner
    PATCH      /api/devices/{number}        owner
    POST       /api/game/advice             play
    POST       /api/game/answer             play
    POST       /api/game/continue           play
    POST       /api/game/draw               play
    POST       /api/game/hints              play
    POST       /api/game/new                play
    POST       /api/game/players            play
    POST       /api/game/promote            play
    POST       /api/game/resign             play
    POST       /api/game/takeback           play
    POST       /api/game/trust              play
    GET        /api/games                   watch
    POST       /api/games/import            owner
    DELETE     /api/games/{game}            owner
    GET        /api/games/{game}            watch
    PATCH      /api/games/{game}            owner
    GET        /api/games/{game}/analysis   watch
    GET        /api/games/{game}/export     watch
    GET        /api/games/{game}/picture.svg  watch
    GET        /api/lessons                 watch
    POST       /api/lessons/again           play
    POST       /api/lessons/forget          owner
    POST       /api/lessons/hint            play
    POST       /api/lessons/leave           play
    POST       /api/lessons/next            play
    POST       /api/lessons/show            play
    POST       /api/lessons/start           play
    GET        /api/lights                  nobody
    WEBSOCKET  /api/live                    watch
    POST       /api/logout                  nobody
    GET        /api/openapi.json            nobody
    GET        /api/pair                    nobody
    POST       /api/pair                    nobody
    POST       /api/pair/cancel             nobody
    POST       /api/pair/start              nobody
    GET        /api/players                 watch
    POST       /api/players                 play
    DELETE     /api/players/{player}        owner
    PATCH      /api/players/{player}        owner
    POST       /api/players/{player}/merge  owner
    POST       /api/settings                owner
    GET        /api/state                   watch
    GET        /api/statistics              watch
    POST       /api/virtual/act             play
    POST       /api/virtual/readings        play
    POST       /api/virtual/stand           play
"""
"""What a route needs at least; `test_route_levels.MORE` has the wishes that need more."""
PLAYER: Final = "192.168.1.71"
WATCHER: Final = "192.168.1.72"
OPEN_TO_ALL: Final = {"/api/pair", "/api/pair/start", "/api/pair/cancel", "/api/logout"}


def levels() -> dict[tuple[str, str], Level]:
    """The table, by method and path."""
    rows = [line.split() for line in WHO_MAY.strip().splitlines()]
    return {(row[0], row[1] if len(row) > 2 else ""): Level(row[-1]) for row in rows}


class Crowd:
    """A board, and devices of each level at it; none of them is the board's own machine."""

    def __init__(self, board: WholeBoard) -> None:
        self.board = board
        board.play_a_turn()
        self.headers: dict[Level, dict[str, str]] = {Level.NOBODY: {}}
        self.headers[Level.PLAY] = board.pair("play", PLAYER)
        self.headers[Level.WATCH] = board.pair("play", WATCHER)
        watcher = board.ask("GET", "/api/devices").json()["devices"][-1]["id"]
        answer = board.ask("PATCH", f"/api/devices/{watcher}", json={"level": "watch"})
        assert answer.status_code == 200
        self.devices = [device["id"] for device in self._devices()]
        self.document: Any = board.app.openapi()
        self.schema = schemathesis.openapi.from_dict(self.document)
        self.changing = [
            (method.upper(), path)
            for path, method, _ in operations_of(self.document)
            if method != "get"
        ]

    def everything(self) -> str:
        """All that somebody could have changed."""
        state = self.board.state()
        del state["seq"], state["lights"]["since"]
        settings_file = self.board.folder / "settings.json"
        kept = settings_file.read_text() if settings_file.exists() else ""
        players = self.board.ask("GET", "/api/players").json()
        told = json.dumps([state, self._devices(), kept, players])
        return told + archive_content(self.board)

    def _devices(self) -> Any:
        answer = self.board.ask("GET", "/api/devices").json()
        for device in answer["devices"]:
            del device["seen_on"]
        return answer["devices"]

    def send(self, level: Level, method: str, path: str, body: bytes, kind: str) -> int:
        headers = {"Content-Type": kind, **self.headers[level]}
        client = {Level.NOBODY: STRANGER, Level.PLAY: PLAYER, Level.WATCH: WATCHER}[level]
        answer = self.board.ask(method, path, client=client, content=body, headers=headers)
        if answer.status_code >= 400:
            assert {"error"} <= set(answer.json()) <= {"error", "say"}
        return answer.status_code


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crowd]:
    with whole_board(tmp_path_factory.mktemp("board")) as board:
        yield Crowd(board)
        board.play_a_turn()
        board.check_health()


def test_every_route_has_a_line_in_the_table(crowd: Crowd) -> None:
    found = {
        (route.method, route.path.replace(":int", "")): route.level
        for route in routes_with_levels(crowd.board.app)
    }
    assert found == levels()


def test_only_pairing_taking_leave_and_the_page_itself_are_open_to_all() -> None:
    changing = {("POST", path) for path in OPEN_TO_ALL}
    told = ("/api/openapi.json", "/api/pair", "/api/lights")
    reading = {("MOUNT", ""), ("MOUNT", "/texts"), *(("GET", path) for path in told)}
    nobodys = {route for route, level in levels().items() if level == Level.NOBODY}
    assert nobodys == changing | reading


def body_of(crowd: Crowd, method: str, path: str) -> st.SearchStrategy[bytes]:
    """A body as it is described, or one of any other kind."""
    anything = st.one_of(
        st.binary(max_size=40),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=8),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from(["level", "ply", "fen"]), inner, max_size=3)
            ),
            max_leaves=5,
        ).map(as_bytes),
    )
    described = crowd.schema[path][method]
    if not described.body:
        return anything
    fitting = described.as_strategy(generation_mode=GenerationMode.POSITIVE)
    return st.one_of(fitting.map(lambda case: as_bytes(case.body)), anything)


def is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except ValueError:
        return not body
    return True


def as_bytes(body: object) -> bytes:
    return json.dumps(body).encode()


@wild(150, weight=10)
@given(data=st.data())
def test_nothing_is_changed_by_who_may_not(crowd: Crowd, data: st.DataObject) -> None:
    method, path = data.draw(st.sampled_from(crowd.changing), label="operation")
    level = data.draw(st.sampled_from(sorted(crowd.headers, key=lambda each: each.rank)), "level")
    needed = levels()[method, path]
    if level >= needed:
        return
    query = data.draw(st.sampled_from(["", "?rules=manual", "?level=owner", "?x=%00"]))
    game = data.draw(st.sampled_from(["1", "2", "999", "0"]))
    number = data.draw(st.sampled_from([*crowd.devices, "ffffffff", "x"]))
    body = data.draw(body_of(crowd, method, path), "body")
    kind = data.draw(st.sampled_from(["application/json", "text/plain", "text/html"]))
    before = crowd.everything()
    address = path.replace("{game}", game).replace("{number}", number)
    address = address.replace("{player}", game) + query
    status = crowd.send(level, method, address, body, kind)
    assert 400 <= status < 500
    # What is no JSON at all is refused as that, before anybody is asked who he is.
    if kind == "application/json" and is_json(body):
        assert status == (401 if level == Level.NOBODY else 403)
    assert crowd.everything() == before


@wild(50, weight=10)
@given(data=st.data())
def test_no_stranger_pairs_himself_or_ends_what_is_not_his(
    crowd: Crowd, data: st.DataObject
) -> None:
    """What is open to all lights a code at most, and that is over when the owner says so."""
    path = data.draw(st.sampled_from(sorted(OPEN_TO_ALL)))
    before = crowd.everything()
    body = data.draw(body_of(crowd, "POST", path), "body")
    crowd.send(Level.NOBODY, "POST", path, body, "application/json")
    assert crowd.board.ask("POST", "/api/pair/cancel", json={}).status_code == 200
    crowd.board.wait_for(crowd.board.table.look_again())
    assert crowd.everything() == before


def test_a_player_may_play_and_an_owner_may_all(crowd: Crowd) -> None:
    """The other side of it: what refuses everybody would pass the tests above as well."""
    assert crowd.send(Level.PLAY, "POST", "/api/game/players", b'{"white":"A","black":"B"}',
                      "application/json") == 200  # fmt: skip
    assert crowd.board.state()["game"]["white"] == "A"
    assert crowd.board.ask("POST", "/api/settings", json={"brightness": 0.3}).status_code == 200
    assert crowd.board.ask("GET", "/api/state", client=WATCHER).status_code == 401
    headers = crowd.headers[Level.WATCH]
    assert crowd.board.ask("GET", "/api/state", client=WATCHER, headers=headers).status_code == 200
    assert crowd.board.ask("GET", "/api/state", client=LOCAL).json()["you"]["level"] == "owner"
