"""The virtual board by its routes."""

from __future__ import annotations

import pytest

from tests.web.playing import Client, play


def test_a_hand_lifts_a_piece_and_sets_it_down() -> None:
    async def work(client: Client) -> None:
        await client.post("virtual/act", deed="lift", square="g1")
        state = await client.state()
        assert state["virtual"]["hands"] == {"right": "N"}
        assert state["virtual"]["hand_from"] == {"right": "g1"}
        assert "g1" not in state["virtual"]["squares"]
        await client.post("virtual/act", deed="drop", square="f3")
        state = await client.state()
        assert state["virtual"]["squares"]["f3"] == "N"
        assert state["readings"]["f3"] == 1

    play(work)


def test_what_no_hand_can_do_is_refused() -> None:
    async def work(client: Client) -> None:
        assert "on e4" in await client.refused("virtual/act", 409, deed="lift", square="e4")
        assert "a hand" in await client.refused("virtual/act", 409, deed="drop", square="e4")

    play(work)


@pytest.mark.slow
def test_readings_are_told_as_a_trace_tells_them() -> None:
    async def work(client: Client) -> None:
        await client.move("e2", "e4")
        assert await client.turns() == ["e2>e4"]
        state = await client.state()
        assert state["virtual"]["driven_by"] == "readings"
        assert "told" in await client.refused("virtual/act", 409, deed="lift", square="d2")
        await client.post("virtual/stand")
        assert (await client.state())["virtual"]["driven_by"] == "pieces"
        await client.post("virtual/act", deed="lift", square="e7")

    play(work)


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"squares": {"e2": 2}}, 409),
        ({"squares": {"e2": "w"}}, 409),
        ({"squares": {"e2": [1.0, 2.0]}}, 409),
        ({"squares": {"i9": 1}}, 422),
        ({"t": -1}, 422),
        ({"squares": {"e2": 1}, "input": {"promote": "Q"}}, 409),
    ],
)
def test_readings_that_no_sensor_gives_are_refused(wish: dict[str, object], status: int) -> None:
    async def work(client: Client) -> None:
        await client.refused("virtual/readings", status, **wish)
        assert (await client.state())["virtual"]["driven_by"] == "pieces"

    play(work)


def test_pieces_may_be_stood_up_as_a_fen_says() -> None:
    async def work(client: Client) -> None:
        await client.post("virtual/stand", fen="4k3/8/8/3A4/8/8/8/4K3 w 0 - - -")
        assert (await client.state())["virtual"]["squares"] == {"e8": "k", "d5": "Pp", "e1": "K"}
        assert "FEN" in await client.refused("virtual/stand", 422, fen="nothing")

    play(work)
