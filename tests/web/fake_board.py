"""A board that lives inside the test: it answers the archive's part of the interface.

Every request of the browser comes here, so nothing ever leaves the machine; one that no board would
answer is kept in `outside`. Games are real ones of the test data, in a real archive in memory.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Request, Route

from board_daemon.archive.errors import GameTextError
from board_daemon.archive.export import actions_of, fens_of, score_of
from board_daemon.archive.importing import read_game
from board_daemon.archive.records import ArchivedGame, GameSummary
from board_daemon.game.analysis import TurnAnalysis, analyse, longest_chain
from board_daemon.rules.actions import Action, format_action, parse_action
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.play import play
from board_daemon.rules.rulesets import ruleset_named

ADDRESS: Final = "http://127.0.0.1:8765"
"""Nothing listens there: the requests are answered before they leave the browser."""

STATIC: Final = Path(__file__).parents[2] / "board_daemon" / "web" / "static"
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

Answer = tuple[int, Any]
"""A status, and what becomes JSON."""


@dataclass
class FakeBoard:
    """Games by number, and what was asked."""

    games: dict[int, ArchivedGame] = field(default_factory=dict)
    level: str = "owner"
    playing: int | None = None
    """The number of the game that is being played."""
    outside: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def add(self, game: ArchivedGame) -> int:
        """Keep a game and return its number."""
        number = max(self.games, default=0) + 1
        self.games[number] = replace(game, id=number)
        return number

    def serve(self, route: Route) -> None:
        """Answer one request."""
        request = route.request
        address = urlsplit(request.url)
        if not request.url.startswith(f"{ADDRESS}/"):
            self.outside.append(request.url)
            route.abort()
        elif address.path.startswith("/api/"):
            self.asked.append(f"{request.method} {request.url.removeprefix(ADDRESS)}")
            _fulfil(route, *self._answer(request))
        else:
            _fulfil_file(route, address.path)

    def _answer(self, request: Request) -> Answer:
        address = urlsplit(request.url)
        query = {key: values[0] for key, values in parse_qs(address.query).items()}
        for method, pattern, handle in self._routes():
            found = re.fullmatch(pattern, address.path)
            if found and method == request.method:
                try:
                    return handle(request, query, *map(int, found.groups()))
                except KeyError:
                    return 404, {"error": f"There is no game {found[1]} in the archive."}
        return 404, {"error": f"Nothing answers {request.method} {address.path}."}

    def _routes(self) -> Iterator[tuple[str, str, Callable[..., Answer]]]:
        yield "GET", "/api/state", self._state
        yield "GET", "/api/games", self._list
        yield "POST", "/api/games/import", self._import
        yield "GET", r"/api/games/(\d+)", self._game
        yield "GET", r"/api/games/(\d+)/analysis", self._analysis
        yield "GET", r"/api/games/(\d+)/export", self._export
        yield "PATCH", r"/api/games/(\d+)", self._rename
        yield "DELETE", r"/api/games/(\d+)", self._delete

    def _state(self, request: Request, query: dict[str, str]) -> Answer:
        return 200, state(self.level, self.playing)

    def _list(self, request: Request, query: dict[str, str]) -> Answer:
        words = query.get("search", "").casefold().split()
        found = [
            number
            for number in sorted(self.games, reverse=True)
            if all(word in _searched(self.games[number]) for word in words)
        ]
        below = [number for number in found if number < int(query.get("before", "1000000000"))]
        limit = int(query.get("limit", "50"))
        shown = below[:limit]
        following = shown[-1] if len(below) > limit else None
        games = [_summary(self.games[number]) for number in shown]
        return 200, {"games": games, "next": following, "total": len(found)}

    def _game(self, request: Request, query: dict[str, str], number: int) -> Answer:
        return 200, told(self.games[number])

    def _analysis(self, request: Request, query: dict[str, str], number: int) -> Answer:
        return 200, analysis(replace(self.games[number], id=0))

    def _export(self, request: Request, query: dict[str, str], number: int) -> Answer:
        game = self.games[number]
        match query.get("form"):
            case "fen":
                return 200, "".join(f"{line}\n" for line in fens_of(game))
            case "turns":
                return 200, "".join(f"{line}\n" for line in score_of(game))
            case "actions":
                return 200, actions_of(game) + "\n"
        return 404, {"error": f"Game {number} has no sensor trace: it was imported without one."}

    def _import(self, request: Request, query: dict[str, str]) -> Answer:
        try:
            imported = read_game((request.post_data_buffer or b"").decode())
        except (GameTextError, PacoboardError) as error:
            return 400, {"error": str(error)}
        for game in self.games.values():
            if replace(game, id=0) == replace(imported.game, id=0):
                return 200, {"games": [_summary(game) | {"known": True}], "lost": None}
        number = self.add(imported.game)
        entry = _summary(self.games[number]) | {"known": False}
        return 200, {"games": [entry], "lost": imported.lost}

    def _rename(self, request: Request, query: dict[str, str], number: int) -> Answer:
        body = request.post_data_json
        assert body is not None
        self.games[number] = replace(self.games[number], white=body["white"], black=body["black"])
        return 200, {"ok": True}

    def _delete(self, request: Request, query: dict[str, str], number: int) -> Answer:
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
        "board": {"sensor": "presence", "bridge": "virtual", "virtual": False, "connected": True},
        "game": game,
        "turns": [],
        "clock": None,
        "phase": "settled",
        "hand": None,
        "last": [],
        "sako": [],
        "question": None,
        "fix": [],
        "lights": {"squares": {}, "show": {}, "layers": []},
        "readings": {},
        "health": [],
        "storage": {"ok": True, "waiting": 0, "message": None},
        "settings": {
            "palette": "standard",
            "brightness": 0.5,
            "rules": "pacoplay",
            "takebacks": True,
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
    fields = {key: getattr(game, key) for key in GameSummary.__slots__ if key != "turn_count"}
    return fields | {"turn_count": len(game.turns), "fen": fens_of(game)[-1]}


def _searched(game: ArchivedGame) -> str:
    fields = (game.white, game.black, game.rules, game.result, game.reason, game.started_at)
    return " ".join(filter(None, fields)).casefold()


# --- answers ---


def _fulfil(route: Route, status: int, value: Any) -> None:
    headers = {"Content-Security-Policy": CSP}
    if isinstance(value, str):
        headers["Content-Disposition"] = 'attachment; filename="game.txt"'
        route.fulfill(status=status, body=value, content_type="text/plain", headers=headers)
    else:
        body = json.dumps(value)
        route.fulfill(status=status, body=body, content_type="application/json", headers=headers)


def _fulfil_file(route: Route, path: str) -> None:
    name = "index.html" if path == "/" else path.removeprefix("/").removeprefix("static/")
    file = (STATIC / name).resolve()
    headers = {"Content-Security-Policy": CSP, "X-Content-Type-Options": "nosniff"}
    if path == "/blank":
        route.fulfill(body="<!doctype html><title>blank</title>", content_type="text/html")
    elif path == "/favicon.ico":
        route.fulfill(status=204)
    elif file.is_relative_to(STATIC) and file.is_file():
        kind = guess_type(file.name)[0] or "application/octet-stream"
        route.fulfill(body=file.read_bytes(), content_type=kind, headers=headers)
    else:
        route.fulfill(status=404, body=f"no {name}", content_type="text/plain")
