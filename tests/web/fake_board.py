"""A board that lives inside the test: it serves the page and answers for the archive.

Its games are real ones of the test data, and what it says of them the rules have worked out.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from threading import Thread
from typing import Any, Final
from urllib.parse import parse_qs

from playwright.sync_api import WebSocketRoute

from board_daemon.archive.errors import GameTextError
from board_daemon.archive.export import actions_of, fens_of, score_of
from board_daemon.archive.importing import read_game
from board_daemon.archive.records import ArchivedGame
from board_daemon.game.analysis import TurnAnalysis, analyse, longest_chain
from board_daemon.rules.actions import Action, format_action, parse_action
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.play import play
from board_daemon.rules.rulesets import ruleset_named

STATIC: Final = Path(__file__).parents[2] / "board_daemon" / "web" / "static"
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

Answer = tuple[int, Any]
"""A status, and a text or what becomes JSON."""


@dataclass(frozen=True)
class Request:
    """What the page asks for."""

    query: dict[str, str]
    body: bytes


@dataclass
class FakeBoard:
    """Games by number, and what was asked."""

    games: dict[int, ArchivedGame] = field(default_factory=dict)
    level: str = "owner"
    playing: int | None = None
    """The number of the game that is being played."""

    def add(self, game: ArchivedGame) -> int:
        """Keep a game and return its number."""
        number = max(self.games, default=0) + 1
        self.games[number] = replace(game, id=number)
        return number

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Serve on a free port of this machine for the length of a `with`; gives the address."""
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Visit, self))
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def greet(self, socket: WebSocketRoute) -> None:
        """Answer the live connection: how the board stands, and nothing more."""
        hello = {"event": "hello", "seq": 1, "state": state(self.level, self.playing)}
        socket.on_message(lambda message: socket.send("pong"))
        socket.send(json.dumps(hello))

    def answer(self, method: str, address: str, body: bytes) -> Answer:
        """What the board says to a request."""
        path, _, asked = address.partition("?")
        query = {key: values[0] for key, values in parse_qs(asked).items()}
        for expected, pattern, handle in self._routes():
            found = re.fullmatch(pattern, path)
            if found and method == expected:
                try:
                    return handle(Request(query, body), *map(int, found.groups()))
                except KeyError:
                    return 404, {"error": f"There is no game {found[1]} in the archive."}
        return 404, {"error": f"Nothing answers {method} {path}."}

    def _routes(self) -> Iterator[tuple[str, str, Callable[..., Answer]]]:
        yield "GET", "/api/state", self._state
        yield "GET", "/api/pair", self._pair
        yield "GET", "/api/players", self._players
        yield "GET", "/api/games", self._list
        yield "POST", "/api/games/import", self._import
        yield "GET", r"/api/games/(\d+)", self._game
        yield "GET", r"/api/games/(\d+)/analysis", self._analysis
        yield "GET", r"/api/games/(\d+)/export", self._export
        yield "PATCH", r"/api/games/(\d+)", self._rename
        yield "DELETE", r"/api/games/(\d+)", self._delete

    def _state(self, request: Request) -> Answer:
        return 200, state(self.level, self.playing)

    def _pair(self, request: Request) -> Answer:
        return 200, {"level": self.level, "device": None, "pairing": None}

    def _players(self, request: Request) -> Answer:
        return 200, {"players": [], "others": []}

    def _list(self, request: Request) -> Answer:
        words = request.query.get("search", "").casefold().split()
        found = [
            number
            for number in sorted(self.games, reverse=True)
            if all(word in _searched(self.games[number]) for word in words)
        ]
        below = [
            number for number in found if number < int(request.query.get("before", "1000000000"))
        ]
        limit = int(request.query.get("limit", "50"))
        shown = below[:limit]
        following = shown[-1] if len(below) > limit else None
        games = [_summary(self.games[number]) for number in shown]
        return 200, {"games": games, "next": following, "total": len(found)}

    def _game(self, request: Request, number: int) -> Answer:
        return 200, told(self.games[number])

    def _analysis(self, request: Request, number: int) -> Answer:
        return 200, analysis(replace(self.games[number], id=0))

    def _export(self, request: Request, number: int) -> Answer:
        game = self.games[number]
        match request.query.get("form"):
            case "fen":
                return 200, "".join(f"{line}\n" for line in fens_of(game))
            case "turns":
                return 200, "".join(f"{line}\n" for line in score_of(game))
            case "actions":
                return 200, actions_of(game) + "\n"
        return 404, {"error": f"Game {number} has no sensor trace: it was imported without one."}

    def _import(self, request: Request) -> Answer:
        try:
            imported = read_game(request.body.decode())
        except (GameTextError, PacoboardError) as error:
            return 422, {"error": str(error)}
        for game in self.games.values():
            if replace(game, id=0) == replace(imported.game, id=0):
                return 200, {"games": [_summary(game) | {"known": True}], "lost": None}
        number = self.add(imported.game)
        entry = _summary(self.games[number]) | {"known": False}
        return 200, {"games": [entry], "lost": imported.lost}

    def _rename(self, request: Request, number: int) -> Answer:
        body = json.loads(request.body)
        self.games[number] = replace(self.games[number], white=body["white"], black=body["black"])
        return 200, {"ok": True}

    def _delete(self, request: Request, number: int) -> Answer:
        if number == self.playing:
            return 409, {"error": f"Game {number} is being played: end it first."}
        del self.games[number]
        return 200, {"ok": True}


def state(level: str, playing: int | None) -> dict[str, Any]:
    """What a board says that stands at the start of a game."""
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -"
    game = {"id": playing, "white": "", "black": "", "rules": "pacoplay", "started_at": None}
    game |= {"start_fen": fen, "ply": 0, "to_move": "w", "fen": fen, "status": "run"}
    game |= {"result": None, "reason": None, "end": None, "draw_offer": None}
    return {
        "seq": 1,
        "run": "test",
        "version": "0",
        "board": {
            "sensor": "presence",
            "bridge": "serial",
            "virtual": False,
            "connected": True,
            "trouble": None,
        },
        "game": game,
        "turns": [],
        "clock": None,
        "phase": "settled",
        "hand": None,
        "unfinished": None,
        "last": [],
        "sako": [],
        "question": None,
        "fix": [],
        "lights": {"squares": {}, "show": {}, "layers": []},
        "readings": {},
        "health": [],
        "storage": {"ok": True, "waiting": 0, "message": None, "say": None},
        "fault": None,
        "settings": {
            "palette": "standard",
            "brightness": 0.5,
            "rules": "pacoplay",
            "takebacks": True,
            "hints_white": "legal",
            "hints_black": "legal",
            "hints_pieces": 3,
        },
        "hints": {
            "level": "legal",
            "grades": {},
            "depth": None,
            "looked": 0,
            "spent": False,
            "warning": None,
            "may_ask": False,
            "thinking": False,
            "turn": None,
            "step": None,
        },
        "virtual": None,
        "pairing": None,
        "you": {"level": level, "device": None},
    }


# --- games of the test data ---


@cache
def real_game(number: int) -> ArchivedGame:
    """A game that people played on the official site: 13103 or 15313."""
    path = Path(__file__).parents[1] / "data" / "traces" / f"game-{number}.turns.jsonl"
    turns = [json.loads(line) for line in path.read_text().splitlines()]
    return _imported([action for turn in turns for action in turn["actions"]])


@cache
def random_game(index: int) -> ArchivedGame:
    """A random game of the conformance data, rich in unions and long chains."""
    path = Path(__file__).parents[1] / "data" / "conformance" / "games.jsonl.gz"
    with gzip.open(path, "rt") as lines:
        line = next(line for number, line in enumerate(lines) if number == index)
    return _imported(json.loads(line)["actions"])


def _imported(actions: Sequence[str]) -> ArchivedGame:
    from board_daemon.rules.actions import action_to_json

    listed = [action_to_json(parse_action(action)) for action in actions]
    stamps = [1.5 * index for index in range(len(listed))]
    return read_game(json.dumps({"actions": listed, "timestamps": stamps})).game


def told(game: ArchivedGame) -> dict[str, Any]:
    """A whole game as the interface tells it, with the position after every single action."""
    position = parse_fen(game.start_fen, ruleset_named(game.rules))
    turns = []
    for turn in game.turns:
        steps = []
        for action in turn.actions:
            position = play(position, parse_action(action))
            steps.append(format_fen(position))
        turns.append(asdict(turn) | {"steps": steps})
    return asdict(game) | {"turns": turns}


@cache
def analysis(game: ArchivedGame) -> dict[str, Any]:
    """What there is to say about each turn."""
    start = parse_fen(game.start_fen, ruleset_named(game.rules))
    played = [tuple(map(parse_action, turn.actions)) for turn in game.turns]
    turns = list(analyse(start, played, budget=2_000))
    longest = longest_chain(turns)
    return {
        "turns": [_analysed(turn) for turn in turns],
        "longest_chain": None
        if longest is None
        else {"ply": longest.turn.ply, "take_overs": longest.take_overs},
    }


def _analysed(each: TurnAnalysis) -> dict[str, Any]:
    missed = each.missed
    return {
        "ply": each.turn.ply,
        "take_overs": each.take_overs,
        "sako": _compact(each.sako),
        "missed_paco_in_one": missed.in_one is not None,
        "missed": _compact(missed.in_one or missed.in_two),
        "allowed_paco": each.allowed,
        "threat": _compact(each.threat),
    }


def _compact(actions: Sequence[Action] | None) -> list[str] | None:
    return None if actions is None else [format_action(action) for action in actions]


def _summary(game: ArchivedGame) -> dict[str, Any]:
    told_of_game = asdict(game)
    turns = told_of_game.pop("turns")
    return told_of_game | {"turn_count": len(turns), "fen": fens_of(game)[-1]}


def _searched(game: ArchivedGame) -> str:
    fields = (game.white, game.black, game.rules, game.result, game.reason, game.started_at)
    return " ".join(filter(None, fields)).casefold()


# --- over HTTP ---


class _Visit(BaseHTTPRequestHandler):
    """Answers the requests that come over one connection."""

    protocol_version = "HTTP/1.1"

    def __init__(self, board: FakeBoard, *arguments: Any) -> None:
        self.board = board
        super().__init__(*arguments)

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_PATCH(self) -> None:
        self._answer()

    def do_DELETE(self) -> None:
        self._answer()

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing: the page's own complaints are what counts."""

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if self.path.startswith("/api/"):
            status, value = self.board.answer(self.command, self.path, body)
            kind, content = ("text/plain", value) if isinstance(value, str) else _json(value)
            self._send(status, kind, content.encode())
        else:
            self._send(*_file(self.path.partition("?")[0]))

    def _send(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", CSP)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(content)


def _json(value: Any) -> tuple[str, str]:
    return "application/json", json.dumps(value)


def _file(path: str) -> tuple[int, str, bytes]:
    if path == "/blank":
        return 200, "text/html", b"<!doctype html><link rel=icon href=icon.svg><title>-</title>"
    file = (STATIC / (path.removeprefix("/") or "index.html")).resolve()
    if file.is_relative_to(STATIC) and file.is_file():
        return 200, guess_type(file.name)[0] or "application/octet-stream", file.read_bytes()
    return 404, "text/plain", b"There is no such file."
