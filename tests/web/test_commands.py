"""What players say to the board by the page."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from board_daemon.game.clock import TimeControl
from board_daemon.game.settings import BoardSettings, Choices
from board_daemon.game.setup import game_setup
from board_daemon.lights.frame import LightSettings
from board_daemon.tracking.settings import TrackerSettings
from tests.web.playing import Client, play

TWO_PARTNERS = "4k3/8/8/3p1p2/4P3/8/8/4K3 w 0 - - -"
PAWN_AT_SEVENTH = "4k3/1P6/8/8/8/8/8/4K3 w 0 - - -"


def test_a_new_game_has_its_players_rules_and_clock() -> None:
    async def work(client: Client) -> None:
        clock = {"base": 300, "increment": 2}
        await client.post("game/new", white=" Anna ", black="Ben", rules="manual", clock=clock)
        state = await client.state()
        assert state["game"]["white"] == "Anna"
        assert state["game"]["rules"] == "manual"
        assert state["clock"]["white"] == 300

    play(work)


@pytest.mark.slow
def test_a_new_game_from_a_fen_is_set_up_by_the_lights() -> None:
    async def work(client: Client) -> None:
        await client.post("game/new", fen=TWO_PARTNERS)
        state = await client.state()
        assert state["phase"] == "correcting"
        assert state["fix"]
        await client.post("virtual/stand")
        client.sitting.bridge.skip_to(client.sitting.bridge.now() + 2.0)
        assert (await client.state())["phase"] == "correcting"
        await client.sitting.table.look_again()
        assert (await client.state())["phase"] == "settled"

    play(work)


@pytest.mark.slow
@pytest.mark.parametrize(
    "wish",
    [{"fen": "nonsense"}, {"rules": "chess"}, {"rules": "manual,unheard_of=yes"}, {"fen": ""}],
)
def test_a_game_that_cannot_be_is_refused_in_a_sentence(wish: dict[str, str]) -> None:
    async def work(client: Client) -> None:
        sentence = await client.refused("game/new", 422, **wish)
        assert "expected" in sentence
        assert (await client.state())["phase"] == "settled"

    play(work)


@pytest.mark.slow
def test_turns_are_taken_back_to_the_one_that_is_named() -> None:
    async def work(client: Client) -> None:
        await client.move("e2", "e4")
        await client.move("e7", "e5")
        await client.post("game/takeback", ply=2)
        assert await client.turns() == ["e2>e4"]
        assert {fix["square"] for fix in (await client.state())["fix"]} == {"e5", "e7"}
        assert "ply from 1 to 1" in await client.refused("game/takeback", 409, ply=9)

    play(work)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "recorded"), [({"square": "d5"}, "e4xd5"), ({"square": "f5"}, "e4xf5")]
)
def test_a_question_is_answered_by_a_tap(answer: dict[str, object], recorded: str) -> None:
    async def work(client: Client) -> None:
        await client.tell(e4=0)
        for square in ("d5", "f5"):
            await client.tell(0.2, **{square: 0})
            await client.tell(0.2, **{square: 1})
        await client.tell(after=30.0)
        state = await client.state()
        assert state["question"]["squares"] == ["d5", "f5"]
        assert state["lights"]["squares"] == {"d5": "ask", "f5": "ask"}
        await client.post("game/answer", **answer)
        assert (await client.turns())[0] == recorded

    play(work, game_setup("pacoplay", TWO_PARTNERS))


@pytest.mark.slow
@pytest.mark.parametrize("wish", [{}, {"square": "e4", "none": True}, {"yes": True}])
def test_an_answer_without_a_question_or_with_two_meanings_is_refused(
    wish: dict[str, object],
) -> None:
    async def work(client: Client) -> None:
        assert "expected" in await client.refused("game/answer", 409, **wish)

    play(work)


@pytest.mark.slow
def test_a_promotion_is_chosen_by_a_tap() -> None:
    async def work(client: Client) -> None:
        await client.move("b7", "b8")
        assert (await client.state())["question"]["what"] == "promotion"
        await client.post("game/promote", piece="knight")
        assert await client.turns() == ["b7>b8=N"]

    play(work, game_setup("pacoplay", PAWN_AT_SEVENTH))


@pytest.mark.slow
def test_an_illegal_move_may_be_put_down_to_the_sensors() -> None:
    async def work(client: Client) -> None:
        await client.move("e2", "e5")
        await client.tell(after=3.0)
        assert (await client.state())["phase"] == "correcting"
        await client.post("game/trust")
        state = await client.state()
        assert state["phase"] != "correcting"
        assert {bad["square"]: bad["state"] for bad in state["health"]} == {
            "e2": "dead",
            "e5": "stuck",
        }

    play(work)


@pytest.mark.slow
def test_a_draw_is_offered_and_accepted() -> None:
    async def work(client: Client) -> None:
        await client.post("game/draw", color="w", what="offer")
        assert (await client.state())["game"]["draw_offer"] == "w"
        await client.post("game/draw", color="b", what="accept")
        game = (await client.state())["game"]
        assert (game["result"], game["end"]) == ("1/2-1/2", "Agreed: a draw.")

    play(work)


@pytest.mark.slow
def test_an_offer_is_declined() -> None:
    async def work(client: Client) -> None:
        await client.post("game/draw", color="b", what="offer")
        await client.post("game/draw", color="w", what="decline")
        assert (await client.state())["game"]["draw_offer"] is None
        assert "offered" in await client.refused("game/draw", 409, color="w", what="accept")

    play(work)


@pytest.mark.slow
def test_a_resigned_game_is_over_until_they_go_on() -> None:
    async def work(client: Client) -> None:
        await client.post("game/resign", color="b")
        assert (await client.state())["phase"] == "over"
        assert "over" in await client.refused("game/resign", 409, color="w")
        await client.post("game/continue")
        assert (await client.state())["game"]["result"] is None

    play(work)


def test_the_board_goes_on_while_the_disk_takes_its_time_over_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()
    in_time = []
    monkeypatch.setattr("os.fsync", lambda number: in_time.append(answers.wait(5)))
    kept = tmp_path / "settings.json"

    async def work(client: Client) -> None:
        table = client.sitting.table
        table.settings = BoardSettings(Choices(), LightSettings(), TrackerSettings(), kept)
        changing = asyncio.create_task(client.post("settings", brightness=0.25))
        while table.settings.choices.brightness != 0.25:
            await asyncio.sleep(0)
        client.sitting.tell({"g1": 0})
        while table.lighting.view.hand is None:
            client.sitting.tell(after=0.1)
            await asyncio.sleep(0)
        answers.set()
        await changing

    play(work)
    assert in_time == [True, True], "the file, and its name in the folder"
    assert "0.25" in kept.read_text()


@pytest.mark.slow
def test_settings_are_changed_and_seen_at_once() -> None:
    async def work(client: Client) -> None:
        await client.tell(g1=0)
        await client.tell(after=0.1)
        before = (await client.state())["lights"]["layers"]
        await client.post("settings", palette="red-green", brightness=0.25, rules="children")
        state = await client.state()
        assert state["settings"]["brightness"] == 0.25
        assert state["lights"]["layers"] != before
        assert client.sitting.heard().count("lights") == 2
        assert "expected" in await client.refused("settings", 422, rules="chess")

    play(work)


def test_names_are_cleaned() -> None:
    async def work(client: Client) -> None:
        await client.post("game/players", white="A\n\u202eB", black="")
        assert (await client.state())["game"]["white"] == "A B"

    play(work)


@pytest.mark.parametrize(
    ("path", "wish"),
    [
        ("game/takeback", {"ply": "1"}),
        ("game/takeback", {"ply": 1, "more": 2}),
        ("game/promote", {"piece": "king"}),
        ("game/resign", {"color": "white"}),
        ("game/new", {"clock": {"base": -1}}),
        ("game/players", {"white": "x" * 101, "black": ""}),
        ("settings", {"brightness": 2}),
        ("virtual/act", {"deed": "throw"}),
        ("virtual/act", {"deed": "lift", "square": "j9"}),
    ],
)
def test_a_wish_that_is_none_is_refused(path: str, wish: dict[str, object]) -> None:
    async def work(client: Client) -> None:
        await client.refused(path, 422, **wish)

    play(work)


@pytest.mark.slow
def test_the_clock_is_told_as_it_stands() -> None:
    async def work(client: Client) -> None:
        await client.move("e2", "e4")
        await client.tell(after=10.0)
        clock = (await client.state())["clock"]
        assert clock["running"] == "b"
        assert clock["black"] < 291

    play(work, game_setup("pacoplay", time_control=TimeControl(300)))
