from __future__ import annotations

import pytest

from board_daemon.web.page_files import PageRoute
from tests.web.boards import JSON, LOCAL, Board, make_board


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """One for all: nobody changes anything here."""
    tmp_path = tmp_path_factory.mktemp("pages")
    page = tmp_path / "page"
    (page / "js").mkdir(parents=True)
    (page / "index.html").write_text("<p>the board</p>", encoding="utf-8")
    (page / "js" / "board.js").write_text("export const a = 1;", encoding="utf-8")
    for name in ("games.sqlite", "pacoboard.yaml", "pacoboard.log", ".env", "devices.json.new"):
        (page / name).write_text("secret", encoding="utf-8")
    (page / ".git").mkdir()
    (page / ".git" / "config.txt").write_text("secret", encoding="utf-8")
    (tmp_path / "devices.json").write_text("secret", encoding="utf-8")
    (tmp_path / "page-secrets").mkdir()
    (tmp_path / "page-secrets" / "a.txt").write_text("secret", encoding="utf-8")
    (page / "link.txt").symlink_to(tmp_path / "devices.json")
    (page / "linked").symlink_to(tmp_path)
    result = make_board()
    result.app.router.routes.append(PageRoute(page))
    return result


def test_whoever_wants_to_pair_gets_the_page(board: Board) -> None:
    answer = board.get("/")
    assert (answer.status, answer.body) == (200, b"<p>the board</p>")
    assert (answer.header("content-type") or "").startswith("text/html")
    script = board.get("/js/board.js")
    assert script.status == 200
    assert "javascript" in (script.header("content-type") or "")
    assert script.header("cache-control") == "no-cache"


def test_a_page_that_did_not_change_is_not_sent_again(board: Board) -> None:
    tag = board.get("/js/board.js").header("etag")
    assert tag is not None
    again = board.get("/js/board.js", headers={"If-None-Match": tag})
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/games.sqlite",
        "/pacoboard.yaml",
        "/pacoboard.log",
        "/.env",
        "/.git/config.txt",
        "/devices.json.new",
        "/devices.json",
        "/link.txt",
        "/linked/devices.json",
        "/../devices.json",
        "/js/../../devices.json",
        "/./../devices.json",
        "//devices.json",
        "/..\\devices.json",
        "/js/..;/..;/devices.json",
        "/../page-secrets/a.txt",
        "/index.html/../../devices.json",
        "/etc/passwd",
        "//etc/passwd.txt",
        "/\0.html",
        "/index.html\0.txt",
        "/~/devices.json",
        "/js",
        "/js/",
        "/" + "a" * 300 + ".html",
        "/static/../devices.json",
    ],
)
@pytest.mark.parametrize("client", [LOCAL, "192.168.1.50"])
def test_nothing_but_the_page_is_ever_served(board: Board, path: str, client: str) -> None:
    answer = board.get(path, client=client)
    assert answer.status in (400, 404)
    assert answer.error
    assert b"secret" not in answer.body


@pytest.mark.slow
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_the_page_can_only_be_fetched(board: Board, method: str) -> None:
    answer = board.ask(method, "/index.html", headers=JSON)
    assert answer.status == 405
    assert answer.error


def test_the_page_takes_nothing_away_from_the_api(board: Board) -> None:
    assert board.ask("PUT", "/api/pair", headers=JSON).status == 405
    assert board.get("/api/index.html").error == "There is nothing at this address."


def test_a_websocket_to_the_page_finds_nothing(board: Board) -> None:
    messages = board.socket("/js/board.js", client=LOCAL)
    assert messages[0]["type"] == "websocket.http.response.start"
    assert messages[0]["status"] == 404
