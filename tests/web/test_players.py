"""The list of players and the statistics, over the API of a whole board."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.web.whole_board import STRANGER, WholeBoard, whole_board

CHAIN = b"White: Ada\nBlack: Ben\nStarted: 2026-05-17T20:00:00+02:00\n"
CHAIN += b"Start: 4k3/8/8/3d4/4a3/5a2/6P1/4K3 w 0 - - -\n"
CHAIN += b"1. g2>Pf3>Pe4>Nd5>b6  Ke8>e7\nResult: 0-1 (resigned)\n"
OTHER = b"White: ada\nBlack: Ben\nStarted: 2026-05-18T20:00:00+02:00\n1. e2>e4  e7>e5\n"


@pytest.fixture
def board(tmp_path: Path) -> Iterator[WholeBoard]:
    with whole_board(tmp_path) as board:
        board.import_text(CHAIN)
        board.import_text(OTHER)
        yield board
        board.check_health()


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeBoard]:
    """One for all who change nothing."""
    with whole_board(tmp_path_factory.mktemp("untouched")) as board:
        yield board
        board.check_health()


def value(board: WholeBoard, path: str, **query: str) -> Any:
    answer = board.ask("GET", f"/api/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def add(board: WholeBoard, name: str, **more: str) -> Any:
    answer = board.ask("POST", "/api/players", json={"name": name, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(board: WholeBoard, method: str, path: str, **options: Any) -> tuple[int, str]:
    answer = board.ask(method, f"/api/{path}", **options)
    return answer.status_code, answer.json()["error"]


@pytest.mark.slow
def test_who_is_added_is_listed_with_his_games(board: WholeBoard) -> None:
    added = add(board, "  Ada ", color="sky", level="learning", since="2025-12-24")
    expected = {"id": 1, "name": "Ada", "color": "sky", "level": "learning"}
    expected |= {"since": "2025-12-24", "games": 1}
    assert added == expected
    assert value(board, "players") == {
        "players": [expected],
        "others": [{"name": "Ben", "games": 2}, {"name": "ada", "games": 1}],
    }
    # Midnight may strike meanwhile.
    before = date.today()
    since = date.fromisoformat(add(board, "Ben")["since"])
    assert before <= since <= date.today()


@pytest.mark.slow
def test_a_new_name_goes_to_the_archive_and_to_the_game_on_the_board(board: WholeBoard) -> None:
    number = add(board, "Ada")["id"]
    board.post("game/new", white="Ben", black="Ada")
    changed = board.ask("PATCH", f"/api/players/{number}", json={"name": "Ada Lovelace"})
    assert (changed.status_code, changed.json()["games"]) == (200, 1)
    assert board.state()["game"]["black"] == "Ada Lovelace"
    assert value(board, "games/1")["white"] == "Ada Lovelace"
    assert value(board, "games/2")["white"] == "ada"


@pytest.mark.slow
def test_a_game_that_waits_for_a_lesson_has_the_new_name_afterwards(board: WholeBoard) -> None:
    number = add(board, "Ada")["id"]
    board.post("game/new", white="Ada", black="Ben")
    board.post("lessons/start", exercise="rook-unites")
    board.ask("PATCH", f"/api/players/{number}", json={"name": "Ada Lovelace"})
    board.post("lessons/leave")
    assert board.state()["game"]["white"] == "Ada Lovelace"


@pytest.mark.slow
def test_a_level_is_changed_without_touching_anything_else(board: WholeBoard) -> None:
    added = add(board, "Ada", color="pink")
    board.ask("PATCH", f"/api/players/{added['id']}", json={"level": "strong"})
    [listed] = value(board, "players")["players"]
    assert listed == added | {"level": "strong"}


@pytest.mark.slow
def test_another_spelling_is_merged_also_on_the_board(board: WholeBoard) -> None:
    number = add(board, "Ada")["id"]
    board.post("game/new", white="ada", black="")
    board.post(f"players/{number}/merge", name="ada")
    assert [game["white"] for game in value(board, "games")["games"]] == ["Ada", "Ada"]
    assert board.state()["game"]["white"] == "Ada"
    assert value(board, "players")["players"][0]["games"] == 2
    status, sentence = refused(board, "POST", f"players/{number}/merge", json={"name": "Eve"})
    assert (status, "expected" in sentence) == (409, True)


@pytest.mark.slow
def test_the_board_is_no_person(board: WholeBoard) -> None:
    number = add(board, "Ada")["id"]
    name = "pacoboard, level 6"
    board.import_text(OTHER.replace(b"ada", name.encode()))
    assert name not in str(value(board, "players"))
    for method, path in (
        ("POST", "players"),
        ("PATCH", f"players/{number}"),
        ("POST", f"players/{number}/merge"),
    ):
        status, sentence = refused(board, method, path, json={"name": name})
        assert status == 409
        assert "the board's own" in sentence


@pytest.mark.slow
def test_who_is_removed_leaves_the_games(board: WholeBoard) -> None:
    number = add(board, "Ada")["id"]
    board.ask("DELETE", f"/api/players/{number}")
    assert value(board, "players")["players"] == []
    assert value(board, "games/1")["white"] == "Ada"
    assert refused(board, "DELETE", f"players/{number}")[0] == 404


@pytest.mark.slow
def test_a_name_is_given_once(board: WholeBoard) -> None:
    add(board, "Ada")
    status, sentence = refused(board, "POST", "players", json={"name": "ada"})
    assert (status, sentence) == (
        409,
        "There is a player called Ada already: merge the two instead.",
    )


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"name": ""},
        {"name": 5},
        {"name": "Eve", "color": "ultraviolet"},
        {"name": "Eve", "level": 3},
        {"name": "Eve", "since": "yesterday"},
        {"name": "Eve", "since": 0},
        {"name": "Eve", "since": "2026-02-30"},
        {"name": "x" * 101},
        {"name": "Eve", "strength": "great"},
    ],
)
def test_what_is_no_player_is_refused_in_a_sentence(
    untouched: WholeBoard, wish: dict[str, object]
) -> None:
    status, sentence = refused(untouched, "POST", "players", json=wish)
    assert (status, bool(sentence)) == (422, True)
    assert value(untouched, "players")["players"] == []


@pytest.mark.slow
def test_statistics_of_a_player_tell_what_he_did(board: WholeBoard) -> None:
    told = value(board, "statistics", player="Ada")
    assert (told["player"], told["games"], told["finished"]) == ("Ada", 1, 1)
    assert told["average_turns"] == 2
    assert told["white"] == {"won": 0, "drawn": 0, "lost": 1, "open": 0}
    assert told["totals"]["chains"] == [0, 0, 1]
    assert told["totals"]["take_overs"] == 3
    assert told["longest_chain"] == {"game": 1, "ply": 1, "take_overs": 3}
    assert told["against"] == [
        {"name": "Ben", "score": {"won": 0, "drawn": 0, "lost": 1, "open": 0}}
    ]
    assert [period["name"] for period in told["periods"]] == ["2026-05-17"]


@pytest.mark.slow
def test_statistics_of_all_games_have_both_sides(board: WholeBoard) -> None:
    told = value(board, "statistics")
    assert (told["player"], told["games"], told["finished"]) == (None, 2, 1)
    assert told["totals"]["turns"] == 4
    assert (told["white"]["open"], told["black"]["won"], told["against"]) == (1, 1, [])
    names = [period["name"] for period in told["periods"]]
    assert names == ["2026-05-17", "2026-05-18"]


@pytest.mark.slow
def test_sakos_are_told_once_they_have_been_looked_for(board: WholeBoard) -> None:
    value(board, "statistics")
    board.daemon._counter.wait()
    told = value(board, "statistics")
    assert (told["searching"], told["totals"]["sako_sides"]) == (False, 4)


@pytest.mark.slow
def test_of_somebody_unknown_there_is_nothing_to_tell(board: WholeBoard) -> None:
    told = value(board, "statistics", player="Nobody")
    assert (told["games"], told["average_turns"], told["periods"]) == (0, None, [])


@pytest.mark.slow
def test_a_player_may_add_and_only_an_owner_renames(tmp_path: Path) -> None:
    with whole_board(tmp_path, web={"trust_loopback": False}) as board:
        me = board.pair("play", STRANGER)

        def status(method: str, path: str, **wish: str) -> int:
            sent = {"json": wish} if wish else {}
            answer = board.ask(method, f"/api/{path}", client=STRANGER, headers=me, **sent)
            return answer.status_code

        assert status("GET", "players") == 200
        assert status("GET", "statistics") == 200
        assert status("POST", "players", name="Ada") == 200
        assert status("PATCH", "players/1", name="Eve") == 403
        assert status("POST", "players/1/merge", name="Ben") == 403
        assert status("DELETE", "players/1") == 403
        me = {}
        assert status("GET", "statistics") == 401
