"""What players wish of the hints, over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from board_daemon.game.setup import game_setup
from board_daemon.web.access import Level
from tests.web.playing import Client, play
from tests.web.whole_board import STRANGER, whole_board

SHIELD = "3kr3/pppp4/8/8/8/8/PPPPR3/4K3 w 0 - - -"


@pytest.mark.slow
def test_players_choose_their_hints_each_by_himself() -> None:
    async def work(client: Client) -> None:
        await client.post("game/hints", black="graded")
        settings = (await client.state())["settings"]
        assert (settings["hints_white"], settings["hints_black"]) == ("legal", "graded")
        await client.post("game/hints", white="off")
        settings = (await client.state())["settings"]
        assert (settings["hints_white"], settings["hints_black"]) == ("off", "graded")
        assert (await client.state())["hints"]["level"] == "off"

    play(work)


@pytest.mark.slow
def test_a_new_game_may_come_with_hints_and_else_leaves_them() -> None:
    async def work(client: Client) -> None:
        await client.post("game/new", hints={"white": "warnings"})
        await client.post("game/new", white="Ada")
        settings = (await client.state())["settings"]
        assert (settings["hints_white"], settings["hints_black"]) == ("warnings", "legal")

    play(work)


def test_a_new_game_that_cannot_be_changes_no_hints() -> None:
    async def work(client: Client) -> None:
        await client.refused("game/new", 422, fen="4k3/9/8 w", hints={"white": "off"})
        assert (await client.state())["settings"]["hints_white"] == "legal"

    play(work)


@pytest.mark.slow
@pytest.mark.parametrize("wish", [{"white": "much"}, {"white": 1}, {"pieces": 3}])
def test_hints_that_there_are_not_are_refused(wish: dict[str, object]) -> None:
    async def work(client: Client) -> None:
        await client.refused("game/hints", 422, **wish)

    play(work)


@pytest.mark.slow
def test_the_state_tells_of_a_warning_as_the_api_describes_it() -> None:
    async def work(client: Client) -> None:
        await client.post("game/hints", white="warnings")
        await client.move("e2", "f2")
        assert await client.turns() == ["Re2>f2"]
        async with asyncio.timeout(30):
            while (state := await client.state())["hints"]["warning"] is None:
                await client.tell()
        assert state["hints"]["warning"] == {"color": "w", "way": ["e8", "e1"]}
        assert state["lights"]["squares"]["e1"] == "warning"

    play(work, game_setup("pacoplay", SHIELD))


@pytest.mark.slow
def test_a_turn_is_refused_to_who_has_other_hints() -> None:
    async def work(client: Client) -> None:
        assert "level best" in await client.refused("game/advice", 409)

    play(work)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "wish", "needed"),
    [
        ("game/hints", {"white": "graded"}, Level.PLAY),
        ("game/advice", {}, Level.PLAY),
        ("settings", {"hints_pieces": 0}, Level.OWNER),
    ],
)
def test_who_plays_chooses_hints_and_an_owner_how_many_pieces_are_graded(
    tmp_path: Path, path: str, wish: dict[str, object], needed: Level
) -> None:
    with whole_board(tmp_path, web={"trust_loopback": False, "open_watching": True}) as board:
        for level in (Level.WATCH, Level.PLAY, Level.OWNER):
            headers = board.pair(level, STRANGER) if level > Level.WATCH else {}
            answer = board.ask("POST", f"/api/{path}", client=STRANGER, headers=headers, json=wish)
            assert (answer.status_code in (401, 403)) == (level < needed), answer.text
