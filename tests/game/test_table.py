"""The table: in what order things happen, are written down and told."""

from __future__ import annotations

import asyncio

import pytest

from board_daemon.game.clock import TimeControl
from board_daemon.game.setup import GameSetup, Players, game_setup
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import piece_letters
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import Event
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.virtual_bridge import Deed, HandAct
from tests.game.tables import (
    Sitting,
    at_table,
    setup_for,
)


def test_a_turn_is_told_with_its_lights_and_the_state_after_it() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")

    sitting = at_table(work)
    heard = sitting.heard()
    assert heard.count("turn") == 1
    assert "state" in heard[heard.index("turn") :]
    lights = [each["squares"] for each in sitting.messages() if each["event"] == "lights"]
    assert lights[-1] == {"e2": "last", "e4": "last"}
    assert sitting.changed("game")["ply"] == 1
    assert sitting.changed("last") == ["e2", "e4"]
    assert [turn["notation"] for turn in sitting.table.state()["turns"]] == ["e2>e4"]  # type: ignore[attr-defined]


def test_the_numbers_of_messages_have_no_gaps() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        await sitting.move("e7", "e5")

    messages = at_table(work).messages()
    assert [message["seq"] for message in messages] == list(range(1, len(messages) + 1))


@pytest.mark.slow
def test_the_list_of_turns_is_as_whoever_heard_of_each_has_it() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        await sitting.move("e7", "e5")
        await sitting.move("g1", "f3")
        await sitting.table.say(lambda session, t: session.take_back(2, t))
        turns = sitting.table.state()["turns"]
        told = next(each for each in sitting.messages() if each["event"] == "turn")
        del told["event"], told["seq"]
        assert turns == [told]

    at_table(work)


def test_a_piece_in_hand_is_told_with_where_it_may_go() -> None:
    async def work(sitting: Sitting) -> None:
        sitting.tell({"g1": 0})
        sitting.tell(after=0.1)
        await sitting.table.look_again()

    sitting = at_table(work)
    hand = sitting.changed("hand")
    assert (hand["origin"], hand["piece"], hand["color"]) == ("g1", "N", "w")
    assert hand["destinations"] == {"f3": "move", "h3": "move"}
    lights = [each for each in sitting.messages() if each["event"] == "lights"][-1]
    assert lights["squares"] == {"f3": "move", "g1": "origin", "h3": "move"}
    assert set(lights["show"]) == set(lights["squares"])
    assert lights["layers"][lights["show"]["f3"][0]]["color"] == "#0046ff"


@pytest.mark.slow
def test_half_a_castling_is_told_with_what_is_left_of_it() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e1", "g1")
        sitting.tell(after=60.0)
        await sitting.table.look_again()

    sitting = at_table(work, game_setup("pacoplay", "4k3/8/8/8/8/8/8/4K2I w 0 H - -"))
    left = {"kind": "castle", "piece": "Rn", "start": "h1", "end": "f1"}
    assert sitting.changed("unfinished") == left
    assert sitting.table.state()["fix"] == []
    lights = [each["squares"] for each in sitting.messages() if each["event"] == "lights"]
    assert lights[-1] == {"h1": "castle", "f1": "castle"}


@pytest.mark.slow
def test_a_promotion_taken_back_makes_the_piece_a_pawn_again_once_it_stands_right() -> None:
    home, start = parse_square("b8"), parse_square("b7")

    async def work(sitting: Sitting) -> None:
        sitting.table.after_turn = lambda position: sitting.bridge.take_for(piece_letters(position))
        await _carry(sitting, start, home)
        assert [piece.kind for piece in sitting.bridge.standing[home]] == ["Q"]
        await sitting.table.say(lambda session, t: session.take_back(1, t))
        await _carry(sitting, home, start)
        assert [piece.kind for piece in sitting.bridge.standing[start]] == ["P"]

    at_table(work, game_setup("pacoplay", "4k3/1P6/8/8/8/8/8/4K3 w 0 - - -"))


async def _carry(sitting: Sitting, start: int, end: int) -> None:
    """Move a piece by hand, and rest until nothing more can come of it."""
    bridge = sitting.bridge
    for deed, square, rest in ((Deed.LIFT, start, 0.3), (Deed.DROP, end, 10.0)):
        await bridge.act(HandAct(deed, square))
        await sitting.table.look_again()
        bridge.skip_to(bridge.now() + rest)
        await sitting.table.look_again()


def test_what_a_command_leads_to_is_told_before_it_returns() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        await sitting.table.say(lambda session, t: session.resign(Color.BLACK, t))
        assert sitting.heard().count("end") == 1
        assert sitting.changed("game")["end"] == "Black resigns: White wins."

    at_table(work)


def test_a_command_that_does_not_fit_is_refused_and_the_table_goes_on() -> None:
    async def work(sitting: Sitting) -> None:
        with pytest.raises(IllegalAction):
            await sitting.table.say(lambda session, t: session.take_back(1, t))
        await sitting.move("e2", "e4")

    assert "turn" in at_table(work).heard()


def test_a_command_that_breaks_down_does_not_take_the_table_with_it() -> None:
    def broken(session: object, t: float) -> list[Event]:
        raise ZeroDivisionError

    async def work(sitting: Sitting) -> None:
        with pytest.raises(ZeroDivisionError):
            await sitting.table.say(broken)
        await sitting.move("e2", "e4")

    assert "turn" in at_table(work).heard()


def test_a_tracker_that_breaks_down_is_replaced_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        with monkeypatch.context() as broken:
            broken.setattr(Tracker, "feed", _broken_down)
            sitting.tell({"h7": 0})
            await sitting.table.look_again()
        sitting.tell({"h7": 1})
        sitting.tell(after=2.0)
        await sitting.move("e7", "e5")

    sitting = at_table(work)
    assert [turn.notation for turn in sitting.table.session.turns] == ["e2>e4", "e7>e5"]
    assert "starting over" in caplog.text


def _broken_down(*_: object) -> list[Event]:
    raise ZeroDivisionError


def test_another_game_replaces_the_list_of_turns() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        setup = game_setup("manual", players=Players("Anna", "Ben"))
        await sitting.table.begin(setup)
        sitting.bridge.stand(setup_for(setup))
        sitting.bridge.skip_to(sitting.bridge.now() + 2.0)
        await sitting.table.look_again()

    sitting = at_table(work)
    assert sitting.changed("turns") == []
    assert sitting.changed("game")["white"] == "Anna"
    assert sitting.notebook.told[1:] == ["begin manual", "restore", "restored"]


def test_names_are_written_down_and_told() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.table.name(Players("Anna", "Ben"))

    sitting = at_table(work)
    assert sitting.notebook.told == ["name Anna Ben"]
    assert sitting.changed("game")["black"] == "Ben"


def test_what_was_said_before_a_piece_moved_is_heard_at_its_time() -> None:
    async def work(sitting: Sitting) -> None:
        # However late the table comes to it: the readings after it are not yet due.
        sitting.table.look_again_soon()
        await sitting.move("e2", "e4")
        assert sitting.heard().count("turn") == 1

    at_table(work)


def test_the_code_for_a_tablet_is_lit() -> None:
    async def work(sitting: Sitting) -> None:
        sitting.table.lighting.code = (parse_square("c3"), parse_square("f6"))
        await sitting.table.look_again()

    sitting = at_table(work)
    lights = sitting.table.state(knows_code=True)["lights"]
    assert lights["squares"] == {"c3": "code", "f6": "code"}  # type: ignore[index]


def test_a_further_part_of_the_state_is_told_when_it_changes() -> None:
    async def work(sitting: Sitting) -> None:
        value = ["one"]
        sitting.table.add_part("extra", lambda: value[0])
        await sitting.table.look_again()
        assert "extra" in sitting.table.state()
        value[0] = "two"
        await sitting.table.look_again()

    assert at_table(work).changed("extra") == "two"


def test_a_clock_is_told_when_it_starts_and_not_while_it_runs() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        sitting.tell(after=5.0)
        await sitting.table.look_again()

    setup = game_setup("pacoplay", time_control=TimeControl(300, 2))
    sitting = at_table(work, setup)
    told = [m["changed"]["clock"] for m in sitting.messages() if "clock" in m.get("changed", {})]
    assert [clock["running"] for clock in told] == ["b"]
    clock = sitting.table.state()["clock"]
    assert isinstance(clock, dict)
    assert clock["black"] < 296


def test_the_clock_of_another_game_is_told_though_neither_runs() -> None:
    setup = game_setup("pacoplay", time_control=TimeControl(300))

    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        sitting.tell(after=10.0)
        await sitting.table.say(lambda session, t: session.resign(Color.BLACK, t))
        assert sitting.changed("clock")["black"] < 300
        await sitting.table.begin(setup)

    sitting = at_table(work, setup)
    assert sitting.changed("clock")["black"] == 300
    assert sitting.changed("clock")["running"] is None


def test_a_clock_that_runs_out_ends_the_game_by_itself() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        sitting.tell(after=400.0)
        await sitting.table.look_again()

    setup = game_setup("pacoplay", time_control=TimeControl(300))
    sitting = at_table(work, setup)
    assert sitting.changed("game")["reason"] == "time"
    assert sitting.changed("clock")["flag"] == "b"


@pytest.mark.slow
def test_a_hand_on_the_virtual_board_plays_a_union() -> None:
    async def work(sitting: Sitting) -> None:
        await sitting.move("e2", "e4")
        await sitting.move("d7", "d5")
        sitting.bridge.stand(setup_for(GameSetup(sitting.table.session.position)))
        await sitting.bridge.act(HandAct(Deed.LIFT, parse_square("e4")))
        sitting.bridge.skip_to(sitting.bridge.now() + 0.3)
        joining = asyncio.create_task(sitting.bridge.act(HandAct(Deed.JOIN, parse_square("d5"))))
        await asyncio.sleep(0)
        sitting.bridge.skip_to(sitting.bridge.now() + 0.2)
        await joining
        sitting.bridge.skip_to(sitting.bridge.now() + 2.0)
        await sitting.table.look_again()

    sitting = at_table(work)
    assert sitting.table.session.turns[-1].notation == "e4xd5"
