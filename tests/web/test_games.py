from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send

from board_daemon.archive.changes import AddTurn, BeginGame, Finish
from board_daemon.archive.library import GameLibrary
from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import Archive
from board_daemon.rules.fen import START_FEN
from board_daemon.web import games_answers
from board_daemon.web.access import Level, Visitor
from board_daemon.web.errors import ERROR_RESPONSES, install_error_handlers
from board_daemon.web.games import games_router
from board_daemon.web.levels import VISITOR_KEY

SCORE = "Started: 2026-05-17T20:00:00+02:00\nWhite: Ann\nBlack: Bo\n\n1. e2>e4  e7>e5\n"
CHAIN = "Start: 4k3/8/8/3d4/4a3/5a2/6P1/4K3 w 0 - - -\n1. g2>Pf3>Pe4>Nd5>b6  Ke8>e7\n"
NOBODYS = "<script>&\"'"


class Board:
    """The routes of an archive, and who asks."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "secret place" / "games.sqlite"
        self.level = Level.OWNER
        self.current: int | None = None
        self.named: list[tuple[str, str]] = []
        Archive(self.path).close()
        self.app = FastAPI(responses=ERROR_RESPONSES)
        install_error_handlers(self.app)
        library = GameLibrary(self.path)
        self.app.include_router(games_router(library, lambda: self.current, self._name))

    def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        return asyncio.run(self._asked(method, f"/api{path}", sent))

    async def _asked(self, method: str, path: str, sent: dict[str, Any]) -> httpx.Response:
        transport = httpx.ASGITransport(self._with_visitor)
        async with httpx.AsyncClient(transport=transport, base_url="http://board") as client:
            return await client.request(method, path, **sent)

    async def _name(self, white: str, black: str) -> None:
        self.named.append((white, black))

    async def _with_visitor(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[VISITOR_KEY] = Visitor("192.0.2.1", self.level, "1234abcd")
        await self.app(scope, receive, send)

    def get(self, path: str, **query: str | int) -> httpx.Response:
        return self.ask("GET", path, params=query)

    def take(self, text: str | bytes, **query: str) -> httpx.Response:
        return self.ask("POST", "/games/import", content=text, params=query)

    def value(self, path: str, **query: str | int) -> Any:
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """One for all who change nothing."""
    return Board(tmp_path_factory.mktemp("untouched"))


def refused(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal, which names no place of this machine."""
    assert answer.status_code == status, answer.text
    value = answer.json()
    assert list(value) in (["error"], ["error", "say"])
    sentence: str = value["error"]
    assert "secret place" not in sentence
    assert "/" not in sentence.replace("1/2", "")
    return sentence


# --- reading ---


@pytest.mark.slow
def test_games_are_listed_in_pages_the_newest_first(board: Board) -> None:
    assert board.value("/games") == {"games": [], "next": None, "total": 0}
    for name in ("Ann", "Eve", "Zoë"):
        board.take(SCORE.replace("Ann", name))
    first = board.value("/games", limit=2)
    assert [game["id"] for game in first["games"]] == [3, 2]
    assert (first["next"], first["total"]) == (2, 3)
    last = board.value("/games", limit=2, before=first["next"])
    assert ([game["id"] for game in last["games"]], last["next"]) == ([1], None)
    [found] = board.value("/games", search="zoe")["games"]
    assert found == {
        "id": 3,
        "started_at": "2026-05-17T20:00:00+02:00",
        "white": "Zoë",
        "black": "Bo",
        "rules": "pacoplay",
        "turn_count": 2,
        "result": None,
        "reason": None,
        "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w 2 AHah e6 -",
    }


@pytest.mark.slow
def test_a_game_is_told_step_by_step_through_its_chain(board: Board) -> None:
    board.take(CHAIN)
    game = board.value("/games/1")
    first, second = game["turns"]
    assert (first["ply"], first["notation"]) == (1, "g2>Pf3>Pe4>Nd5>b6")
    assert first["actions"] == ["Lg2", "Pf3", "Pe4", "Pd5", "Pb6"]
    assert len(first["steps"]) == 5
    assert "^" in first["steps"][0]
    assert "^" not in first["steps"][-1]
    assert [turn["steps"][-1] for turn in game["turns"]] == [first["fen"], second["fen"]]
    assert (game["result"], game["end"]) == (None, None)


@pytest.mark.slow
def test_how_a_game_ended_is_told_in_words(board: Board) -> None:
    board.take(SCORE + "Result: 0-1 (resigned)\n")
    assert board.value("/games/1")["end"] == "Ann resigns: Bo wins."


@pytest.mark.slow
def test_a_game_that_cannot_be_played_again_is_told_without_steps(board: Board) -> None:
    turn = ArchivedTurn(1, 1.0, "e2>e5", ("Le2", "Pe5"), "fen", "run")
    with Archive(board.path) as archive:
        archive.keep(None, [BeginGame(START_FEN, "pacoplay", None), AddTurn(turn)])
    assert board.value("/games/1")["turns"][0]["steps"] == []
    refused(board.get("/games/1/analysis"), 422)


@pytest.mark.slow
def test_an_analysis_marks_the_turns(board: Board) -> None:
    board.take("Start: 4k3/8/8/8/8/8/4R3/4K3 w 0 - - -\n1. Re2>a2  Ke8>d8\n")
    board.take(CHAIN)
    first, second = board.value("/games/1/analysis")["turns"]
    assert first["missed_paco_in_one"] is True
    assert first["missed"] == ["Le2", "Pe8"]
    assert (first["color"], second["color"]) == ("w", "b")
    assert second["allowed_paco"] is False
    chain = board.value("/games/2/analysis")
    assert (chain["game"], chain["longest_chain"]) == (2, {"ply": 1, "take_overs": 3})


@pytest.mark.slow
def test_an_analysis_is_made_once(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    board.take(CHAIN)
    first = board.value("/games/1/analysis")
    monkeypatch.setattr(games_answers, "analyse", None)
    assert board.value("/games/1/analysis") == first
    # A game of the same turns has the same marks, under its own number.
    with Archive(board.path) as archive:
        [number] = archive.add_games([(archive.game(1), [])])
    assert board.value(f"/games/{number}/analysis") == first | {"game": number}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "begins", "kind"),
    [
        ("fen", START_FEN, "text/plain"),
        ("turns", "Started: 2026", "text/plain"),
        ("actions", '{"actions":[', "application/json"),
    ],
)
def test_a_game_is_exported_as_a_file(board: Board, form: str, begins: str, kind: str) -> None:
    board.take(SCORE)
    answer = board.get("/games/1/export", form=form)
    assert answer.text.startswith(begins)
    assert answer.headers["content-type"].startswith(kind)
    assert answer.headers["content-disposition"].startswith('attachment; filename="game-1.')


@pytest.mark.slow
def test_a_game_without_a_trace_has_none_to_export(board: Board) -> None:
    board.take(SCORE)
    assert "no sensor trace" in refused(board.get("/games/1/export", form="trace"), 404)


@pytest.mark.slow
def test_a_picture_shows_the_board_after_a_turn_and_no_markup_of_a_name(board: Board) -> None:
    board.take(SCORE.replace("Ann", NOBODYS))
    pictures = [
        board.get("/games/1/picture.svg", **query) for query in ({}, {"ply": 0}, {"ply": 1})
    ]
    for picture in pictures:
        assert picture.headers["content-type"] == "image/svg+xml"
        root = ET.fromstring(picture.text)
        assert not [element for element in root.iter() if "script" in element.tag]
        assert NOBODYS in (root.get("aria-label") or "")
    last, start, first = (ET.fromstring(picture.text) for picture in pictures)
    assert "after turn 2, e7>e5" in (last.get("aria-label") or "")
    assert "at the start" in (start.get("aria-label") or "")
    assert len({picture.text for picture in pictures}) == 3
    assert len(list(first.iter())) > len(list(start.iter()))


@pytest.mark.slow
def test_a_picture_of_a_turn_that_was_not_played_is_refused(board: Board) -> None:
    board.take(SCORE)
    answer = board.get("/games/1/picture.svg", ply=3)
    assert refused(answer, 404) == "expected a ply from 0 to 2, saw 3"


@pytest.mark.parametrize("path", ["", "/analysis", "/export", "/picture.svg", "/export?form=trace"])
def test_a_game_that_is_not_there_is_not_found(untouched: Board, path: str) -> None:
    sentence = refused(untouched.get(f"/games/7{path}"), 404)
    assert sentence == "expected a game of the archive, saw no game 7"


@pytest.mark.parametrize("number", ["0", str(2**63), "9" * 400])
def test_a_number_that_no_game_can_have_is_refused(untouched: Board, number: str) -> None:
    refused(untouched.get(f"/games/{number}"), 422)


@pytest.mark.parametrize("word", ["-1", "x", "1.5", "import"])
def test_what_is_no_number_is_no_address(untouched: Board, word: str) -> None:
    assert untouched.get(f"/games/{word}").status_code == (405 if word == "import" else 404)


# --- changing ---


@pytest.mark.slow
def test_the_same_game_is_imported_once(board: Board) -> None:
    first, again = board.take(SCORE).json(), board.take(SCORE).json()
    assert [game["known"] for game in first["games"] + again["games"]] == [False, True]
    assert first["games"][0]["id"] == again["games"][0]["id"] == 1
    assert first["games"][0]["turn_count"] == 2
    assert "when each turn was played" in first["lost"]
    assert board.value("/games")["total"] == 1


@pytest.mark.slow
def test_a_trace_is_imported_by_playing_it_through(board: Board, data_dir: Path) -> None:
    text = (data_dir / "traces" / "game-15313.presence.clean.jsonl").read_text(encoding="utf-8")
    [game] = board.take(text).json()["games"]
    assert (game["turn_count"], game["result"], game["reason"]) == (47, "1-0", "paco")
    assert board.get("/games/1/export", form="trace").text == text
    assert board.take(text).json()["games"][0]["known"] is True


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "saw nothing"),
        ("1. e2>e4\n2. e2>e4", "line 2: "),
        ('[{"Lift":12},{"Place":1}]', "action 2: "),
        ('{"trace":1}', "line 1: "),
        (b"\xff\xfe", "line 1: expected UTF-8"),
        ("\0", "line 1: "),
        ("Rules: nonsense\n\n1. e2>e4", "line 1: expected a ruleset"),
        (f"{START_FEN}\n" * 3000, "expected at most 2000 positions"),
        ("[" * 1000, ""),
    ],
)
def test_what_is_no_game_is_refused_with_its_place(
    untouched: Board, text: str | bytes, words: str
) -> None:
    answer = untouched.take(text)
    assert answer.status_code == 422
    assert words in answer.json()["error"]
    assert untouched.value("/games")["total"] == 0


def test_unknown_rules_are_refused(untouched: Board) -> None:
    assert "expected a ruleset" in untouched.take(SCORE, rules="mine").json()["error"]


def test_a_text_that_is_too_large_is_refused_unread(untouched: Board) -> None:
    async def parts() -> AsyncIterator[bytes]:
        for _ in range(1000):
            yield b"x" * 10_000
        raise AssertionError("all of it was read")

    answer = untouched.ask("POST", "/games/import", content=parts())
    assert "at most 1048576 bytes" in refused(answer, 413)


@pytest.mark.slow
@settings(max_examples=25)
@given(text=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_no_text_makes_the_import_fail(
    tmp_path_factory: pytest.TempPathFactory, text: bytes
) -> None:
    made = Board(tmp_path_factory.mktemp("import"))
    for begins in (b"", b"[", b'{"trace":1,"sensor":"presence","fen":"x"}\n', b"1. "):
        assert made.take(begins + text).status_code in (200, 422)


@pytest.mark.slow
def test_players_are_named_and_cleaned(board: Board) -> None:
    board.take(SCORE)
    wish = {"white": " Zoë\n the  Great ", "black": ""}
    assert board.ask("PATCH", "/games/1", json=wish).json() == {"ok": True}
    game = board.value("/games/1")
    assert (game["white"], game["black"]) == ("Zoë the Great", "")
    refused(board.ask("PATCH", "/games/7", json=wish), 404)
    refused(board.ask("PATCH", "/games/1", json={"white": "x"}), 422)
    refused(board.ask("PATCH", "/games/1", json={"white": "x" * 500, "black": ""}), 422)


@pytest.mark.slow
def test_the_players_of_the_game_on_the_board_are_named_by_the_board(board: Board) -> None:
    board.take(SCORE)
    board.current = 1
    board.ask("PATCH", "/games/1", json={"white": "Eve", "black": "Al"})
    assert board.named == [("Eve", "Al")]
    assert board.value("/games/1")["white"] == "Ann"


@pytest.mark.slow
def test_a_game_is_deleted_unless_it_is_on_the_board(board: Board) -> None:
    board.take(SCORE)
    board.current = 1
    sentence = refused(board.ask("DELETE", "/games/1"), 409)
    assert sentence == "This game is on the board: begin another one first."
    board.current = None
    assert board.ask("DELETE", "/games/1").json() == {"ok": True}
    refused(board.get("/games/1"), 404)
    refused(board.ask("DELETE", "/games/1"), 404)


@pytest.mark.slow
def test_a_backup_is_the_whole_archive_in_one_file(board: Board, tmp_path: Path) -> None:
    board.take(SCORE)
    with Archive(board.path) as recording:
        # While somebody records.
        recording.keep(None, [BeginGame(START_FEN, "pacoplay", None), Finish("1-0", "resigned")])
        answer = board.get("/archive/backup")
    assert answer.headers["content-length"] == str(len(answer.content))
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(answer.content)
    with Archive(copy, create=False) as archive:
        assert [game.white for game in archive.games()] == ["Ann", ""]


@pytest.mark.slow
def test_nothing_of_a_backup_stays_behind(
    board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    assert board.get("/archive/backup").status_code == 200
    assert list(place.iterdir()) == []


# --- trouble, and who may what ---


@pytest.mark.slow
def test_an_archive_that_is_not_there_is_no_failure(board: Board) -> None:
    board.take(SCORE)
    board.path.rename(board.path.with_name("elsewhere"))
    for path in ("/games", "/games/1", "/games/1/export", "/archive/backup"):
        assert refused(board.get(path), 409) == "The archive is not in its place."
    assert refused(board.take(SCORE), 409) == "The archive is not in its place."


@pytest.mark.slow
def test_a_damaged_archive_is_no_failure(board: Board) -> None:
    board.path.write_bytes(b"\xa5" * 9000)
    assert refused(board.get("/games"), 409) == "The archive is damaged."
    board.path.unlink()
    with sqlite3.connect(board.path) as connection:
        connection.execute("CREATE TABLE games (theirs)")
    connection.close()
    sentence = refused(board.get("/games"), 409)
    assert sentence == "The file for the archive belongs to another program."


LEVELS = [
    ("GET", "/games", Level.WATCH),
    ("GET", "/games/1", Level.WATCH),
    ("GET", "/games/1/analysis", Level.WATCH),
    ("GET", "/games/1/export", Level.WATCH),
    ("GET", "/games/1/picture.svg", Level.WATCH),
    ("POST", "/games/import", Level.OWNER),
    ("PATCH", "/games/1", Level.OWNER),
    ("DELETE", "/games/1", Level.OWNER),
    ("GET", "/archive/backup", Level.OWNER),
]


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path", "needed"), LEVELS)
def test_every_route_needs_its_level(board: Board, method: str, path: str, needed: Level) -> None:
    board.take(SCORE)
    for level in Level:
        board.level = level
        answer = board.ask(method, path, content=SCORE)
        assert (answer.status_code == 403) == (level < needed), level
        if level < needed:
            board.level = Level.OWNER
            assert board.value("/games")["total"] == 1


@pytest.mark.slow
def test_the_description_names_every_refusal(board: Board) -> None:
    description = json.loads(json.dumps(board.app.openapi()))
    routes = {
        (method.upper(), path): route
        for path, methods in description["paths"].items()
        for method, route in methods.items()
    }
    assert len(routes) == len(LEVELS)
    for route in routes.values():
        assert route["summary"]
        assert route["description"]
        assert "422" not in route["responses"] or (
            "ErrorAnswer" in json.dumps(route["responses"]["422"])
        )
    assert routes["POST", "/api/games/import"]["requestBody"]["required"]
