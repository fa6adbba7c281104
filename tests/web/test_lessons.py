"""Lessons over the API, as the daemon wires them: who may what, and what is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from board_daemon.archive.people import PlayerList
from board_daemon.game import puzzle_book
from board_daemon.game.lesson_progress import MOST_CHILDREN
from board_daemon.teach.lessons import courses, sentences
from tests.game import eager_search
from tests.web.whole_board import STRANGER, WholeBoard, whole_board


def refusal(board: WholeBoard, path: str, **wish: object) -> tuple[int, str]:
    answer = board.ask("POST", f"/api/lessons/{path}", json=wish)
    return answer.status_code, answer.json()["error"]


@pytest.mark.slow
def test_all_courses_are_listed_with_the_keys_of_their_sentences(tmp_path: Path) -> None:
    with whole_board(tmp_path) as board:
        told = board.ask("GET", "/api/lessons").json()
        assert [course["id"] for course in told["courses"]] == [
            *(course.id for course in courses()),
            "games",
        ]
        known = dict(sentences())
        for course in told["courses"]:
            for line in (course["title"], course["about"]):
                assert known[line["key"]] == line["text"]
            for exercise in course["exercises"]:
                assert known[exercise["title"]["key"]] == exercise["title"]["text"]


@pytest.mark.slow
def test_a_lesson_is_a_part_of_the_state_and_of_what_is_told(tmp_path: Path) -> None:
    with whole_board(tmp_path) as board:
        assert board.state()["lesson"] is None
        board.post("lessons/start", exercise="rook-unites", child="  Ada ")
        lesson = board.state()["lesson"]
        assert (lesson["id"], lesson["child"], lesson["stage"]) == ("rook-unites", "Ada", "playing")
        board.post("lessons/hint")
        board.post("lessons/hint")
        assert board.state()["lights"]["squares"] == {"d4": "best", "d6": "best"}
        board.post("lessons/again")
        assert board.state()["lesson"]["hints"] == 0
        board.post("lessons/show")
        assert board.state()["lesson"]["show"] == ["d4", "d6"]
        board.post("lessons/next")
        assert board.state()["lesson"]["id"] == "pawn-unites"
        board.post("lessons/leave")
        assert board.state()["lesson"] is None
        board.play_a_turn()


@pytest.mark.slow
def test_what_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with whole_board(tmp_path) as board:
        assert refusal(board, "hint") == (409, "expected a lesson on the board, saw none")
        status, sentence = refusal(board, "start", exercise="horses")
        assert (status, "id of an exercise" in sentence) == (409, True)
        assert refusal(board, "start", exercise="../etc")[0] == 422
        assert refusal(board, "forget", child="Nobody")[0] == 409
        board.post("lessons/start", exercise="rook-unites")
        answer = board.ask("POST", "/api/game/resign", json={"color": "w"})
        assert answer.status_code == 409
        assert "leave it first" in answer.json()["error"]
        board.check_health()


LEVELS = [
    ("GET", "", None, "watch"),
    ("POST", "/start", {"exercise": "rook-unites"}, "play"),
    ("POST", "/hint", {}, "play"),
    ("POST", "/show", {}, "play"),
    ("POST", "/again", {}, "play"),
    ("POST", "/next", {}, "play"),
    ("POST", "/leave", {}, "play"),
    ("POST", "/forget", {"child": ""}, "owner"),
]


@pytest.mark.slow
def test_lessons_are_for_whoever_may_play(tmp_path: Path) -> None:
    with whole_board(tmp_path, web={"trust_loopback": False}) as board:
        players = board.pair("play", STRANGER)
        for method, path, wish, level in LEVELS:
            options: dict[str, Any] = {"client": STRANGER}
            if wish is not None:
                options["json"] = wish
            address = f"/api/lessons{path}"
            assert board.ask(method, address, headers={}, **options).status_code == 401
            answer = board.ask(method, address, headers=players, **options)
            assert (answer.status_code == 403) == (level == "owner"), path


@pytest.mark.slow
def test_a_child_is_forgotten_by_an_owner(tmp_path: Path) -> None:
    with whole_board(tmp_path) as board:
        board.post("players", name="Abe")
        board.post("lessons/start", exercise="rook-unites", child="Zoe")
        assert board.ask("GET", "/api/lessons").json()["children"] == ["Zoe", "Abe"]
        board.post("lessons/leave")
        board.post("lessons/forget", child="Zoe")
        # She has had no lessons, but still is in the list of players.
        assert board.ask("GET", "/api/lessons").json()["children"] == ["Abe", "Zoe"]
        assert "Zoe" not in (tmp_path / "lessons.json").read_text()


@pytest.mark.slow
def test_a_player_who_is_removed_does_not_come_back_by_the_lessons(tmp_path: Path) -> None:
    with whole_board(tmp_path) as board:
        board.post("lessons/start", exercise="rook-unites", child="Zoe")
        assert board.ask("DELETE", "/api/players/1").status_code == 200
        assert board.state()["lesson"]["child"] == ""
        board.post("lessons/next")
        assert "Zoe" not in board.ask("GET", "/api/lessons").json()["children"]
        assert "Zoe" not in (tmp_path / "lessons.json").read_text()
        board.post("players", name="Abe")
        assert board.ask("DELETE", "/api/players/1").status_code == 200


@pytest.mark.slow
def test_who_cannot_learn_is_not_in_the_list_of_players_either(tmp_path: Path) -> None:
    crowd: dict[str, dict[str, int]] = {f"child {number}": {} for number in range(MOST_CHILDREN)}
    (tmp_path / "lessons.json").write_text(json.dumps({"version": 1, "children": crowd}))
    with whole_board(tmp_path) as board:
        assert refusal(board, "start", exercise="horses", child="child 1")[0] == 409
        status, sentence = refusal(board, "start", exercise="rook-unites", child="Ada")
        assert (status, "at most 100 children" in sentence) == (409, True)
        assert board.ask("GET", "/api/players").json()["players"] == []


def solve_the_first_union(board: WholeBoard) -> None:
    board.post("virtual/act", deed="lift", square="d4")
    board.post("virtual/act", deed="join", square="d6")
    board.let_time_pass()
    assert board.state()["lesson"]["stage"] == "solved"


def kept_in(folder: Path) -> Any:
    return json.loads((folder / "lessons.json").read_text())["children"]


@pytest.mark.slow
def test_stars_that_are_forgotten_in_a_lesson_are_won_anew_in_it(tmp_path: Path) -> None:
    with whole_board(tmp_path) as board:
        board.post("lessons/start", exercise="rook-unites", child="Ada")
        solve_the_first_union(board)
        assert (board.state()["lesson"]["best_stars"], kept_in(tmp_path)["Ada"]) == (
            3,
            {"rook-unites": 3},
        )
        board.post("lessons/forget", child="ada")
        # What is on the board was solved before, and does not count again.
        lesson = board.state()["lesson"]
        assert (lesson["child"], lesson["best_stars"]) == ("Ada", 0)
        assert kept_in(tmp_path) == {}
        board.post("lessons/again")
        solve_the_first_union(board)
        assert kept_in(tmp_path) == {"Ada": {"rook-unites": 3}}


@pytest.mark.slow
def test_who_is_forgotten_in_a_lesson_and_is_no_player_does_not_come_back_by_it(
    tmp_path: Path,
) -> None:
    crowd = {"version": 1, "children": {"Zoe": {"rook-unites": 1}}}
    (tmp_path / "lessons.json").write_text(json.dumps(crowd))
    with whole_board(tmp_path) as board:
        board.post("lessons/start", exercise="rook-unites", child="Zoe")
        # As where the list could not be written when the lesson was begun.
        people = PlayerList(tmp_path / "games.sqlite")
        people.remove(people.everybody().players[0].id)
        board.post("lessons/forget", child="Zoe")
        assert board.state()["lesson"]["child"] == ""
        solve_the_first_union(board)
        assert kept_in(tmp_path) == {"": {"rook-unites": 3}}


@pytest.mark.slow
@pytest.mark.parametrize("is_merged", [False, True], ids=["renamed", "merged"])
def test_a_lesson_goes_on_under_the_childs_new_name(tmp_path: Path, is_merged: bool) -> None:
    with whole_board(tmp_path) as board:
        board.post("players", name="Ada B.")
        board.post("lessons/start", exercise="rook-unites", child="Ada")
        if is_merged:
            board.post("players/1/merge", name="Ada")
        else:
            board.ask("DELETE", "/api/players/1")
            board.ask("PATCH", "/api/players/2", json={"name": "Ada B."})
        assert board.state()["lesson"]["child"] == "Ada B."
        board.post("lessons/next")
        assert board.ask("GET", "/api/lessons").json()["children"] == ["Ada B."]
        assert json.loads((tmp_path / "lessons.json").read_text())["children"] == {"Ada B.": {}}


@pytest.mark.slow
def test_puzzles_from_an_imported_game_appear_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_book, "_SEARCH", eager_search.__name__)
    trace = Path(__file__).parent.parent / "data/traces/game-13103.presence.clean.jsonl"
    with whole_board(tmp_path) as board:
        board.import_text(trace.read_bytes())
        board.wait_for(board.daemon._finder.look())
        found = board.ask("GET", "/api/lessons").json()["courses"][-1]["exercises"]
        book = board.daemon._puzzles
        assert [each["id"] for each in found] == [puzzle.id for puzzle in book.puzzles]
        assert book.to_search([1]) == []
        for each in found:
            board.post("lessons/start", exercise=each["id"])
            assert board.state()["lesson"]["course"] == "games"
        board.check_health()


@pytest.mark.slow
def test_who_learns_and_who_plays_are_the_same_people(tmp_path: Path) -> None:
    with whole_board(tmp_path) as board:
        board.post("players", name="Mia")
        board.post("lessons/start", exercise="rook-unites", child="mia")
        assert board.state()["lesson"]["child"] == "Mia"
        board.post("lessons/start", exercise="rook-unites", child="Ada")
        told = board.ask("GET", "/api/lessons?child=MIA").json()
        assert (told["child"], told["children"]) == ("Mia", ["Ada", "Mia"])
        assert told["is_listed"] is True
        assert board.ask("GET", "/api/lessons?child=Zoe").json()["is_listed"] is False
        listed = board.ask("GET", "/api/players").json()["players"]
        assert [player["name"] for player in listed] == ["Ada", "Mia"]
