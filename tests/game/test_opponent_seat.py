"""The board as a player at a table: it thinks, shows its turn, and takes all that people say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from board_daemon.game import opponent as opponent_module
from board_daemon.game import opponent_seat as seat_module
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
from board_daemon.game.opponent_hand import OpponentHand
from board_daemon.game.opponent_seat import OpponentSeat
from board_daemon.game.setup import Players, game_setup
from board_daemon.opponent.errors import OpponentCrashed, UnknownLevel
from board_daemon.opponent.grading import Grading
from board_daemon.opponent.questions import GradesQuestion, TurnAnswer, TurnQuestion
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import format_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import parse_square
from firmware_bridge.virtual_bridge import Deed, HandAct
from tests.game.tables import Sitting, make_table, sitting_at

LONG = 5.0
JOIN = "4k3/8/8/8/8/2n5/8/R3K3 w 0 - - -"


@dataclass
class FakeThinker:
    """Thinks until it is told what it thinks."""

    asked: list[TurnQuestion] = field(default_factory=list)
    cancelled: int = 0
    _answers: asyncio.Queue[TurnAnswer | Exception] = field(default_factory=asyncio.Queue)

    async def turn(self, question: TurnQuestion, told: object = None) -> TurnAnswer:
        self.asked.append(question)
        try:
            answer = await self._answers.get()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def start(self) -> None:
        raise NotImplementedError

    async def grade(self, question: GradesQuestion, told: object) -> Grading | None:
        raise NotImplementedError

    def says(self, actions: str, value: int = 0) -> None:
        self._answers.put_nowait(TurnAnswer(parse_actions(actions), value, 1, 1))

    def fails(self, error: Exception) -> None:
        self._answers.put_nowait(error)


@dataclass
class Seated:
    """A table at which the board plays, and whoever plays against it."""

    sitting: Sitting
    thinker: FakeThinker
    seat: OpponentSeat
    pauses: list[float]
    blocked: set[int]
    """The pauses, counted from 1, that do not end before the gate is open."""
    gate: asyncio.Event

    @property
    def told(self) -> dict[str, Any]:
        value = self.sitting.table.state()["opponent"]
        assert isinstance(value, dict)
        return value

    @property
    def recorded(self) -> list[str]:
        return [turn.notation for turn in self.sitting.table.session.turns]

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Let the others go on until it is so."""
        async with asyncio.timeout(LONG):
            while not is_so():
                await self.sitting.table.look_again()
                await asyncio.sleep(0)

    async def decides(self, actions: str, value: int = 0) -> None:
        self.thinker.says(actions, value)
        await self.until(lambda: self.told["turn"] is not None)

    async def asked(self, times: int) -> None:
        await self.until(lambda: len(self.thinker.asked) == times)

    async def say(self, command: Callable[..., Any]) -> None:
        await self.sitting.table.say(command)


Play = Callable[[Seated], Awaitable[None]]


def seated_at(
    play: Play,
    *,
    color: Color = Color.BLACK,
    fen: str | None = None,
    control: TimeControl | None = None,
    moves_itself: bool = False,
) -> None:
    asyncio.run(_seated_at(play, color, fen, control, moves_itself=moves_itself))


async def _seated_at(
    play: Play,
    color: Color,
    fen: str | None,
    control: TimeControl | None,
    *,
    moves_itself: bool,
) -> None:
    players = seated(Players("Ada", "Ben"), Opponent(color, 3))
    sitting = make_table(game_setup("pacoplay", fen, players, control))
    async with _seat(sitting, moves_itself=moves_itself) as there:
        await play(there)


@asynccontextmanager
async def _seat(sitting: Sitting, *, moves_itself: bool) -> AsyncIterator[Seated]:
    pauses: list[float] = []
    blocked: set[int] = set()
    gate = asyncio.Event()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) in blocked:
            await gate.wait()
        sitting.t = max(sitting.t, sitting.bridge.now()) + seconds
        sitting.bridge.skip_to(sitting.t)
        await sitting.table.look_again()

    thinker = FakeThinker()
    hand = OpponentHand(sitting.bridge, 0.6, pause) if moves_itself else None
    seat = OpponentSeat(sitting.table, thinker, hand, Random(1), pause)
    async with sitting_at(sitting):
        running = asyncio.create_task(seat.run())
        try:
            yield Seated(sitting, thinker, seat, pauses, blocked, gate)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


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


def lights(there: Seated) -> dict[str, str]:
    shown = there.sitting.table.state()["lights"]
    assert isinstance(shown, dict)
    squares: dict[str, str] = shown["squares"]
    return squares


def test_it_begins_where_it_plays_white() -> None:
    async def play(there: Seated) -> None:
        await there.asked(1)
        await there.decides("Le2 Pe4")
        await there.sitting.move("e2", "e4")
        assert there.recorded == ["e2>e4"]

    seated_at(play, color=Color.WHITE)


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
    for module in (opponent_module, seat_module):
        monkeypatch.setattr(module, "YOUNG", 0)


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


# --- its own hand ---


async def hand(there: Seated, deed: Deed, square: str) -> None:
    await there.sitting.bridge.act(HandAct(deed, parse_square(square)))
    there.sitting.bridge.skip_to(there.sitting.bridge.now() + 1.5)
    there.sitting.t = there.sitting.bridge.now()
    await there.sitting.table.look_again()


def test_its_hand_carries_its_turn_out() -> None:
    async def play(there: Seated) -> None:
        await hand(there, Deed.LIFT, "e2")
        await hand(there, Deed.DROP, "e4")
        there.thinker.says("Le7 Pe5")
        await there.until(lambda: there.recorded == ["e2>e4", "e7>e5"])
        assert 0.6 in there.pauses
        assert there.sitting.bridge.own_hands == ()

    seated_at(play, moves_itself=True)


def test_its_hand_joins_by_the_convention() -> None:
    async def play(there: Seated) -> None:
        await there.asked(1)
        there.thinker.says("La1 Pa3")
        await there.until(lambda: len(there.recorded) == 1)
        await hand(there, Deed.LIFT, "e8")
        await hand(there, Deed.DROP, "e7")
        there.thinker.says("La3 Pc3")
        await there.until(lambda: len(there.recorded) == 3)
        assert there.recorded[-1] == "Ra3xNc3"
        assert not any(event in there.sitting.heard() for event in ("ask", "restore"))

    seated_at(play, color=Color.WHITE, fen=JOIN, moves_itself=True)


def test_its_hand_waits_until_people_hold_nothing() -> None:
    async def play(there: Seated) -> None:
        await there.asked(1)
        await hand(there, Deed.LIFT, "e8")
        there.thinker.says("La1 Pa3")
        for _ in range(5):
            await there.sitting.table.look_again()
        assert there.recorded == []
        await hand(there, Deed.DROP, "e8")
        await there.until(lambda: there.recorded == ["Ra1>a3"])

    seated_at(play, color=Color.WHITE, fen=JOIN, moves_itself=True)


def test_a_turn_taken_back_out_of_its_hand_leaves_the_board_as_recorded() -> None:
    async def play(there: Seated) -> None:
        await hand(there, Deed.LIFT, "e2")
        await hand(there, Deed.DROP, "e4")
        # One after it has decided, one before it begins, and one while it holds the pawn.
        there.blocked.add(3)
        there.thinker.says("Le7 Pe5")
        await there.until(lambda: there.sitting.bridge.own_hands != ())
        await there.say(lambda session, t: session.take_back(1, t))
        await there.until(lambda: there.sitting.bridge.own_hands == ())
        there.sitting.bridge.skip_to(there.sitting.bridge.now() + 3.0)
        await there.until(lambda: lights(there) == {})
        assert there.recorded == []
        assert format_fen(there.sitting.table.session.position).startswith(
            "rnbqkbnr/pppppppp/8/8/8/8"
        )

    seated_at(play, moves_itself=True)


def test_what_people_take_away_from_its_hand_does_not_hold_it_up() -> None:
    async def play(there: Seated) -> None:
        await there.asked(1)
        there.blocked.add(3)
        there.thinker.says("La1 Pa3")
        await there.until(lambda: there.sitting.bridge.own_hands != ())
        # Somebody sets a piece of his own where it was going.
        await hand(there, Deed.LIFT, "c3")
        await hand(there, Deed.DROP, "a3")
        there.gate.set()
        # What was half done is set back, and done again.
        await there.until(lambda: there.recorded == ["Ra1>a3"])

    seated_at(play, color=Color.WHITE, fen=JOIN, moves_itself=True)


def test_its_hand_brings_a_chain_home() -> None:
    async def play(there: Seated) -> None:
        await there.asked(1)
        there.thinker.says("Ld1 Pd4 Pd1")
        await there.until(lambda: there.recorded == ["Qd1>Rd4>d1"])
        standing = there.sitting.bridge.standing
        assert [piece.kind for piece in standing[parse_square("d1")]] == ["R"]
        assert [piece.kind for piece in standing[parse_square("d4")]] == ["Q", "P"]

    seated_at(play, color=Color.WHITE, fen="4k3/8/8/8/3c4/8/8/3QK3 w 0 - - -", moves_itself=True)
