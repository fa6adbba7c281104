"""The board as a player at a table: it thinks, shows its turn, and takes all that people say."""

from __future__ import annotations

from random import Random

import pytest

from board_daemon.game import opponent as opponent_module
from board_daemon.game.clock import TimeControl
from board_daemon.game.errors import GameError
from board_daemon.game.opponent import (
    Opponent,
    agrees_to_draw,
    color_wished,
    level_of,
    opponent_among,
    seated,
)
from board_daemon.game.setup import Players, game_setup
from board_daemon.opponent.errors import OpponentCrashed, UnknownLevel
from board_daemon.rules.pieces import Color
from tests.game.seats import Seated, lights, seated_at

# --- who it is ---


def test_the_board_is_known_by_its_name() -> None:
    players = seated(Players("Ada", "Ben"), Opponent(Color.BLACK, 7))
    assert players == Players("Ada", "pacoboard, level 7")
    assert opponent_among(players.white, players.black) == Opponent(Color.BLACK, 7)
    assert opponent_among("Ada", "Ben") is None


@pytest.mark.parametrize("name", ["pacoboard", "pacoboard, level 0", "pacoboard, level 11", "Ada"])
def test_other_names_are_peoples(name: str) -> None:
    assert level_of(name) is None


def test_nobody_else_may_have_its_name() -> None:
    with pytest.raises(GameError, match="expected a person's name"):
        seated(Players("pacoboard, level 3", "Ben"), Opponent(Color.BLACK, 3))


def test_a_level_is_one_of_ten() -> None:
    with pytest.raises(UnknownLevel):
        Opponent(Color.WHITE, 11)


def test_whichever_colour_may_be_either() -> None:
    drawn = {color_wished("random", Random(seed)) for seed in range(20)}
    assert drawn == set(Color)
    assert color_wished("w", Random(1)) == Color.WHITE


# --- thinking and showing ---


def test_it_thinks_after_a_turn_of_people_and_has_its_turn_carried_out() -> None:
    async def play(there: Seated) -> None:
        assert not there.told["thinking"]
        await there.sitting.move("e2", "e4")
        await there.asked(1)
        assert there.told["thinking"]
        assert there.thinker.asked[0].level == 3
        await there.decides("Le7 Pe5")
        assert there.told["turn"] == "e7>e5"
        assert there.told["step"]["start"] == "e7"
        assert not there.told["thinking"]
        assert lights(there) == {"e7": "opponent", "e5": "opponent"}
        await there.sitting.move("e7", "e5")
        assert there.recorded == ["e2>e4", "e7>e5"]
        assert there.told["turn"] is None

    seated_at(play)


def test_it_begins_where_it_plays_white() -> None:
    async def play(there: Seated) -> None:
        await there.asked(1)
        await there.decides("Le2 Pe4")
        await there.sitting.move("e2", "e4")
        assert there.recorded == ["e2>e4"]

    seated_at(play, color=Color.WHITE)


@pytest.mark.slow
def test_nothing_else_is_recorded_for_it() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.decides("Le7 Pe5")
        await there.sitting.move("d7", "d5")
        assert there.recorded == ["e2>e4"]
        assert lights(there) == {"d7": "fix", "d5": "fix"}
        await there.sitting.move("d5", "d7")
        assert lights(there) == {"e7": "opponent", "e5": "opponent"}
        await there.sitting.move("e7", "e5")
        assert there.recorded == ["e2>e4", "e7>e5"]

    seated_at(play)


def test_nothing_is_recorded_while_it_thinks() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.sitting.move("e7", "e5")
        assert there.recorded == ["e2>e4"]
        assert lights(there) == {"e7": "fix", "e5": "fix"}

    seated_at(play)


# --- taking back ---


@pytest.mark.slow
def test_a_turn_taken_back_on_the_board_stops_its_thinking() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.asked(1)
        await there.sitting.move("e4", "e2")
        assert there.recorded == []
        await there.until(lambda: there.thinker.cancelled == 1)
        assert not there.told["thinking"]
        await there.sitting.move("d2", "d4")
        await there.asked(2)
        assert there.recorded == ["d2>d4"]

    seated_at(play)


@pytest.mark.parametrize("is_by_word", [True, False])
def test_a_turn_taken_back_while_the_answer_is_shown_puts_its_lights_out(is_by_word: bool) -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.decides("Le7 Pe5")
        if is_by_word:
            await there.say(lambda session, t: session.take_back(1, t))
        await there.sitting.move("e4", "e2")
        assert there.recorded == []
        assert there.told["turn"] is None
        assert lights(there) == {}
        assert there.sitting.table.session.position.to_move == Color.WHITE

    seated_at(play)


@pytest.mark.slow
def test_what_it_has_played_is_taken_back_together_with_the_turn_before() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.decides("Le7 Pe5")
        await there.sitting.move("e7", "e5")
        await there.say(lambda session, t: session.take_back(2, t))
        assert there.recorded == []
        await there.sitting.move("e5", "e7")
        await there.sitting.move("e4", "e2")
        assert lights(there) == {}
        await there.sitting.move("d2", "d4")
        await there.asked(2)

    seated_at(play)


@pytest.mark.slow
def test_its_pieces_set_back_take_both_turns_back() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.decides("Le7 Pe5")
        await there.sitting.move("e7", "e5")
        await there.sitting.move("e5", "e7")
        assert there.recorded == []
        assert lights(there) == {"e4": "fix", "e2": "fix"}
        await there.sitting.move("e4", "e2")
        assert lights(there) == {}
        assert len(there.thinker.asked) == 1

    seated_at(play)


# --- ends, offers, clocks ---


@pytest.mark.parametrize(
    ("worth", "turns", "agrees"),
    [(0, 0, False), (0, 29, False), (0, 30, True), (-200, 30, True), (31, 60, False)],
)
def test_the_board_agrees_to_a_draw_in_a_game_that_is_even_and_not_young(
    worth: int, turns: int, agrees: bool
) -> None:
    assert agrees_to_draw(worth, turns) is agrees


def test_a_draw_at_the_start_of_a_game_is_declined_without_a_thought() -> None:
    async def play(there: Seated) -> None:
        await there.say(lambda session, t: session.offer_draw(Color.WHITE, t))
        await there.until(lambda: there.sitting.table.session.draw_offer is None)
        assert there.sitting.table.session.end is None
        assert there.thinker.asked == []

    seated_at(play)


@pytest.mark.parametrize(("value", "result"), [(-5, "1/2-1/2"), (0, "1/2-1/2"), (99, None)])
def test_a_draw_is_accepted_where_it_stands_no_better(
    value: int, result: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    any_game_is_old(monkeypatch)

    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.decides("Le7 Pe5", value)
        await there.say(lambda session, t: session.offer_draw(Color.WHITE, t))
        await there.until(lambda: there.sitting.table.session.draw_offer is None)
        end = there.sitting.table.session.end
        assert (str(end.result) if end else None) == result
        if result is None:
            assert there.told["turn"] == "e7>e5"

    seated_at(play)


def test_an_offer_while_people_are_to_move_is_weighed_for_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    any_game_is_old(monkeypatch)

    async def play(there: Seated) -> None:
        await there.say(lambda session, t: session.offer_draw(Color.WHITE, t))
        await there.asked(1)
        there.thinker.says("Le2 Pe4", value=99)
        await there.until(lambda: there.sitting.table.session.draw_offer is None)
        # What is good for White is not for the board.
        assert there.sitting.table.session.end is not None

    seated_at(play)


def any_game_is_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponent_module, "_YOUNG", 0)


def test_who_gives_up_stops_its_thinking_and_may_go_on() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.asked(1)
        await there.say(lambda session, t: session.resign(Color.WHITE, t))
        await there.until(lambda: there.thinker.cancelled == 1)
        assert not there.told["thinking"]
        await there.say(lambda session, t: session.go_on(t))
        await there.asked(2)
        await there.decides("Le7 Pe5")

    seated_at(play)


def test_an_end_puts_the_shown_turn_out_and_going_on_shows_it_again() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.decides("Le7 Pe5")
        await there.say(lambda session, t: session.resign(Color.WHITE, t))
        assert "opponent" not in lights(there).values()
        assert there.told["turn"] is None
        await there.say(lambda session, t: session.go_on(t))
        assert lights(there) == {"e7": "opponent", "e5": "opponent"}

    seated_at(play)


@pytest.mark.slow
def test_its_clock_stops_while_people_carry_out_its_turn() -> None:
    async def play(there: Seated) -> None:
        def running() -> Color | None:
            clock = there.sitting.table.session.clock
            assert clock is not None
            return clock.running

        await there.sitting.move("e2", "e4")
        assert running() == Color.BLACK
        await there.decides("Le7 Pe5")
        assert running() is None
        await there.sitting.move("e7", "e5")
        assert running() == Color.WHITE
        await there.sitting.move("d2", "d4")
        await there.asked(2)
        assert (there.thinker.asked[1].seconds or 0) <= 300 / 30

    seated_at(play, control=TimeControl(300, 2))


def test_a_new_game_with_the_board_set_up_anew_goes_on_with_it() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.asked(1)
        players = seated(Players("Ada", "Ben"), Opponent(Color.WHITE, 5))
        await there.sitting.table.begin(game_setup("pacoplay", None, players))
        await there.asked(2)
        assert there.thinker.cancelled == 1
        assert there.thinker.asked[1].level == 5

    seated_at(play)


def test_its_name_stays_whatever_people_call_themselves() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.table.name(Players("Eva", "Nobody"))
        assert there.sitting.table.session.players == Players("Eva", "pacoboard, level 3")
        assert there.sitting.notebook.told[-1] == "name Eva pacoboard, level 3"

    seated_at(play)


# --- when it cannot think ---


def test_a_thinker_that_crashes_is_asked_again_and_play_goes_on() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.asked(1)
        there.thinker.fails(OpponentCrashed("it has ended"))
        await there.asked(2)
        assert there.told["trouble"] is not None
        await there.decides("Le7 Pe5")
        await there.sitting.move("e7", "e5")
        assert there.recorded == ["e2>e4", "e7>e5"]
        assert there.told["trouble"] is None

    seated_at(play)


@pytest.mark.slow
def test_a_thinker_that_crashes_twice_leaves_a_turn_that_needs_no_thinking() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.asked(1)
        there.thinker.fails(OpponentCrashed("it has ended"))
        await there.asked(2)
        assert not there.told["plain"]
        there.thinker.fails(OpponentCrashed("it has ended again"))
        await there.until(lambda: there.told["turn"] is not None)
        assert there.told["plain"]
        assert "cannot think" in there.told["trouble"]
        step = there.told["step"]
        await there.sitting.move(step["start"], step["end"])
        assert len(there.recorded) == 2
        # It is asked anew for the next turn, and all is well as soon as it answers.
        await there.sitting.move("d2", "d4")
        await there.asked(3)
        there.thinker.says("Lg8 Pf6" if "Nb8" in there.recorded[1] else "Lb8 Pc6")
        await there.until(lambda: there.told["turn"] is not None)
        assert there.told["trouble"] is None

    seated_at(play)


def test_what_nobody_thought_of_is_lived_with() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        there.thinker.fails(RuntimeError("a mistake of ours"))
        await there.asked(2)
        assert there.sitting.table.state()["fault"] is not None
        await there.decides("Le7 Pe5")
        await there.until(lambda: there.sitting.table.state()["fault"] is None)

    seated_at(play)


def test_a_tracker_that_broke_down_still_waits_for_the_decided_turn() -> None:
    async def play(there: Seated) -> None:
        await there.sitting.move("e2", "e4")
        await there.decides("Le7 Pe5")
        await there.say(lambda session, t: session.start_over(t))
        assert lights(there) == {"e7": "opponent", "e5": "opponent"}
        await there.sitting.move("e7", "e5")
        assert there.recorded == ["e2>e4", "e7>e5"]

    seated_at(play)
