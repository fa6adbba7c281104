"""Pairing as a tablet and its owner see it: through the routes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from board_daemon.web.access import AccessRules, Level
from board_daemon.web.guard import SESSION_COOKIE, TICKET_COOKIE
from board_daemon.web.pairing import pairing_state
from tests.web.boards import LOCAL, NEIGHBOUR, OTHER, Answer, Board
from tests.web.boards import make_board as make


def cookie_line(answer: Answer, name: str) -> str:
    lines = [value for key, value in answer.headers if key == "set-cookie"]
    return next(line for line in lines if line.startswith(f"{name}="))


def devices(board: Board) -> list[dict[str, object]]:
    found: list[dict[str, object]] = board.get("/api/devices", client=LOCAL).json["devices"]
    return found


def test_a_tablet_is_paired_with_the_code_that_the_board_shows() -> None:
    board = make()
    assert board.get("/api/state").status == 401
    started = board.post("/api/pair/start", {"level": "play"})
    assert started.json == {"expires_in": 120.0}
    assert len(board.access.code_shown) == 4
    paired = board.post("/api/pair", {"code": board.code, "name": "Ada's tablet"})
    assert paired.json == {"level": "play"}
    assert board.get("/api/state").status == 200
    assert board.post("/api/game/new").status == 200
    assert board.get("/api/pair").json == {
        "level": "play",
        "device": "Ada's tablet",
        "pairing": None,
    }


def test_no_answer_and_no_cookie_gives_the_code_away() -> None:
    board = make()
    answers = [board.post("/api/pair/start", {"level": "play"})]
    answers += [board.get("/api/pair", client=client) for client in (NEIGHBOUR, OTHER, LOCAL)]
    answers += [board.get("/api/devices", client=LOCAL)]
    answers += [board.post("/api/pair", {"code": board.wrong_code()})]
    for answer in answers:
        text = answer.body.decode() + repr(answer.headers)
        assert " ".join(board.code) not in text
        assert ",".join(map(str, board.access.code_shown)) not in text
        assert json.dumps(board.code) not in text


def test_the_cookies_are_for_the_browser_alone_and_for_this_board_alone() -> None:
    board = make()
    started = board.post("/api/pair/start", {"level": "play"})
    paired = board.post("/api/pair", {"code": board.code})
    for line in (cookie_line(started, TICKET_COOKIE), cookie_line(paired, SESSION_COOKIE)):
        parts = {part.strip().lower() for part in line.split(";")[1:]}
        assert {"httponly", "samesite=strict", "path=/api"} <= parts
        assert "secure" not in parts
        assert not any(part.startswith("domain") for part in parts)
    assert len(paired.cookie(SESSION_COOKIE)) >= 43
    assert "max-age=0" in cookie_line(paired, TICKET_COOKIE).lower()


def test_over_https_the_cookie_never_goes_over_http() -> None:
    board = make()
    board.post("/api/pair/start", {"level": "play"}, scheme="https")
    paired = board.post("/api/pair", {"code": board.code}, scheme="https")
    assert "secure" in cookie_line(paired, SESSION_COOKIE).lower()


def test_a_wrong_code_counts_down_and_then_a_new_one_is_needed() -> None:
    board = make()
    board.post("/api/pair/start", {"level": "play"})
    right, wrong = board.code, board.wrong_code()
    answers = [board.post("/api/pair", {"code": wrong}) for _ in range(5)]
    assert [answer.status for answer in answers] == [403] * 5
    assert "4 tries are left" in answers[0].error
    assert "1 try is left" in answers[3].error
    late = board.post("/api/pair", {"code": right})
    assert (late.status, late.error) == (409, "The board shows no code now: start pairing first.")
    assert board.access.devices == ()


@pytest.mark.slow
def test_guessing_gets_nobody_far() -> None:
    board = make()
    wrong = tries = 0
    # An hour of doing nothing else, from twenty addresses.
    for second in range(0, 3600, 10):
        client = f"192.168.1.{100 + second % 20}"
        if board.post("/api/pair/start", {"level": "owner"}, client=client).status == 200:
            for _ in range(6):
                guess = board.wrong_code()
                tries += 1
                wrong += board.post("/api/pair", {"code": guess}, client=client).status == 403
        board.clocks.go(10)
    assert 0 < wrong <= 20 * 5
    assert board.access.devices == ()


@pytest.mark.slow
def test_a_neighbour_can_neither_use_nor_spoil_the_pairing_of_another() -> None:
    board = make()
    board.post("/api/pair/start", {"level": "play"}, client=NEIGHBOUR)
    for _ in range(10):
        answer = board.post("/api/pair", {"code": board.wrong_code()}, client=OTHER)
        assert answer.status == 409
    assert board.post("/api/pair", {"code": board.code}, client=OTHER).status == 409
    busy = board.post("/api/pair/start", {"level": "play"}, client=OTHER)
    assert busy.status == 409
    assert busy.header("retry-after") == "120"
    assert board.post("/api/pair/cancel", client=OTHER).status == 409
    assert board.post("/api/pair", {"code": board.code}, client=NEIGHBOUR).status == 200


def test_an_owner_may_start_for_a_tablet_that_then_enters_the_code() -> None:
    board = make()
    board.post("/api/pair/start", {"level": "play"}, client=LOCAL)
    assert board.get("/api/pair").json["pairing"] == {"active": True, "expires_in": 120.0}
    assert board.post("/api/pair", {"code": board.code}).status == 200


def test_a_pairing_can_be_called_off_by_whoever_started_it_and_by_an_owner() -> None:
    board = make()
    for client in (NEIGHBOUR, LOCAL):
        board.post("/api/pair/start", {"level": "play"})
        assert board.post("/api/pair/cancel", client=client).status == 200
        assert board.access.code_shown == ()
    assert board.post("/api/pair/cancel").json == {"ok": True, "warning": None}


def test_starting_over_and_over_is_refused_with_when_to_try_again() -> None:
    board = make()
    for _ in range(3):
        board.post("/api/pair/start", {"level": "play"})
        board.post("/api/pair/cancel")
    refused = board.post("/api/pair/start", {"level": "play"})
    assert refused.status == 429
    assert refused.header("retry-after") == "200"
    assert refused.json["error"] == "Pairing was started too often: try again in 4 minutes."


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"code": []},
        {"code": ["a1", "a2", "a3"]},
        {"code": ["a1", "a2", "a3", "a4", "a5"]},
        {"code": ["a1", "a2", "a3", "a9"]},
        {"code": ["a1", "a2", "a3", "A4"]},
        {"code": ["a1", "a2", "a3", "a4\n"]},
        {"code": ["a1", "a2", "a3", 4]},
        {"code": "a1a2a3a4"},
        {"code": ["a1", "a2", "a3", "a4"], "name": "x" * 201},
        {"code": ["a1", "a2", "a3", "a4"], "level": "owner"},
        [],
        "x",
        None,
    ],
)
def test_what_is_no_code_costs_no_try(body: object) -> None:
    board = make()
    board.post("/api/pair/start", {"level": "play"})
    for _ in range(6):
        answer = board.ask(
            "POST",
            "/api/pair",
            headers={"Content-Type": "application/json"},
            chunks=[json.dumps(body).encode()],
        )
        assert answer.status == 422
        assert answer.error
    assert board.post("/api/pair", {"code": board.code}).status == 200


@pytest.mark.parametrize("level", ["watch", "nobody", "OWNER", "", None, 3])
def test_one_pairs_to_play_or_to_own(level: object) -> None:
    answer = make().post("/api/pair/start", {"level": level})
    assert (answer.status, answer.error) == (422, "level: Input should be 'play' or 'owner'")


def test_a_device_that_may_only_play_can_do_nothing_of_an_owner() -> None:
    board = make()
    board.pair(level="play")
    number = board.access.devices[0].id
    for method, path, body in (
        ("POST", "/api/settings", {}),
        ("GET", "/api/devices", None),
        ("PATCH", "/api/devices", {"new_devices_at_most": "owner"}),
        ("PATCH", f"/api/devices/{number}", {"level": "owner"}),
        ("DELETE", f"/api/devices/{number}", None),
    ):
        answer = board.ask(method, path, json_body=body)
        assert answer.status == 403, path
        assert answer.error == "This needs the level owner, and this device has play."
    assert board.access.devices[0].level is Level.PLAY


def test_a_device_of_a_child_cannot_pair_itself_up_where_the_owner_said_play_only() -> None:
    board = make()
    at_most = {"new_devices_at_most": "play"}
    assert board.ask("PATCH", "/api/devices", client=LOCAL, json_body=at_most).status == 200
    assert board.pair(level="owner").json == {"level": "play"}
    assert board.get("/api/devices").status == 403


def test_the_owner_sees_names_and_removes_devices() -> None:
    board = make()
    board.pair(level="owner", name="Ada's\u202e tablet")
    board.pair(client=OTHER, name="")
    first, second = devices(board)
    assert (first["name"], first["level"], first["this"]) == ("Ada's tablet", "owner", False)
    assert second["name"] == "A device"
    assert set(first) == {"id", "name", "level", "paired_on", "seen_on", "this"}
    assert board.get("/api/devices").json["devices"][0]["this"] is True
    path = f"/api/devices/{second['id']}"
    change = {"name": "Grace", "level": "watch"}
    assert board.ask("PATCH", path, json_body=change).json == {"ok": True, "warning": None}
    assert board.get("/api/state", client=OTHER).status == 200
    assert board.post("/api/game/new", client=OTHER).status == 403
    assert board.ask("DELETE", path).status == 200
    assert board.get("/api/state", client=OTHER).status == 401
    assert board.ask("DELETE", path).error == (
        "No device has this number: it may have been removed."
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", ["x", "0", "ffffffff", "0000000G", "..", "%00", "a" * 100])
def test_a_device_that_is_not_there_is_not_found(number: str) -> None:
    answer = make().ask("DELETE", f"/api/devices/{number}", client=LOCAL)
    assert 400 <= answer.status < 500
    assert answer.error


def test_logging_out_ends_the_session_and_the_cookie() -> None:
    board = make()
    board.pair()
    stolen = dict(board.cookies[NEIGHBOUR])
    assert board.post("/api/logout").status == 200
    assert SESSION_COOKIE not in board.cookies[NEIGHBOUR]
    board.cookies[OTHER] = stolen
    assert board.get("/api/state", client=OTHER).status == 401
    assert board.access.devices == ()


@pytest.mark.slow
def test_a_session_that_was_not_used_for_a_month_has_expired() -> None:
    board = make()
    board.pair()
    board.clocks.go(29 * 86_400)
    assert board.get("/api/state").status == 200
    board.clocks.go(30 * 86_400)
    assert board.get("/api/state").status == 401
    assert board.access.devices == ()


def test_pairing_again_changes_the_token() -> None:
    board = make()
    board.pair()
    old = dict(board.cookies[NEIGHBOUR])
    board.pair(level="owner")
    board.cookies[OTHER] = old
    assert board.get("/api/state", client=OTHER).status == 401
    assert board.get("/api/devices").status == 200


def test_this_machine_is_an_owner_like_any_other_client_where_it_is_not_trusted() -> None:
    board = make(AccessRules(trust_loopback=False))
    assert board.get("/api/state", client=LOCAL).status == 401
    board.pair(client="127.0.0.2", level="owner")
    assert board.get("/api/devices", client="127.0.0.2").status == 200
    assert board.get("/api/devices", client=LOCAL).status == 401


def test_a_pairing_is_on_the_disk_before_it_is_answered(tmp_path: Path) -> None:
    board = make(folder=tmp_path)
    board.pair()
    text = (tmp_path / "devices.json").read_text(encoding="utf-8")
    assert '"Tablet"' in text
    assert board.cookies[NEIGHBOUR][SESSION_COOKIE] not in text
    board.ask("DELETE", f"/api/devices/{board.access.devices[0].id}", client=LOCAL)
    assert "Tablet" not in (tmp_path / "devices.json").read_text(encoding="utf-8")


def test_who_removes_a_device_is_warned_where_that_cannot_be_saved(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.write_text("", encoding="utf-8")
    board = make(folder=folder)
    board.pair()
    number = board.access.devices[0].id
    answer = board.ask("DELETE", f"/api/devices/{number}", client=LOCAL)
    assert "cannot be saved" in answer.json["warning"]
    assert str(tmp_path) not in answer.json["warning"]


@pytest.mark.slow
def test_the_state_tells_of_a_pairing_without_its_code() -> None:
    board = make()
    assert pairing_state(board.access.pairing(board.clocks())) is None
    board.post("/api/pair/start", {"level": "play"})
    board.clocks.go(30.04)
    assert pairing_state(board.access.pairing(board.clocks())) == {
        "active": True,
        "expires_in": 90.0,
    }


def test_every_route_is_described_with_its_refusals_in_their_one_shape() -> None:
    schema = make().app.openapi()
    described = {
        (method, path): operation
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
        if "pairing" in operation.get("tags", [])
    }
    assert set(described) == {
        ("get", "/api/pair"),
        ("post", "/api/pair"),
        ("post", "/api/pair/start"),
        ("post", "/api/pair/cancel"),
        ("post", "/api/logout"),
        ("get", "/api/devices"),
        ("patch", "/api/devices"),
        ("patch", "/api/devices/{number}"),
        ("delete", "/api/devices/{number}"),
    }
    for operation in described.values():
        assert operation["description"]
        assert set(operation["responses"]) >= {"200", "4XX", "5XX"}
        for status in ("4XX", "5XX"):
            content = operation["responses"][status]["content"]["application/json"]
            assert content["schema"]["$ref"].endswith("/ErrorAnswer")
