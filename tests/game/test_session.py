"""A game on a board: players, clock, and what is said beside the pieces."""

from __future__ import annotations

import pytest

from board_daemon.game.clock import TimeControl, TimeLeft
from board_daemon.game.errors import GameError
from board_daemon.game.session import Session
from board_daemon.game.setup import GameSetup, Players, game_setup
from board_daemon.rules.ends import GameEnd, Reason, Result
from board_daemon.rules.errors import IllegalAction, RulesError
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import EndEvent, Event, NewGameEvent, ReviseEvent, TurnEvent
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import TrackerState
from firmware_bridge.frames import SensorFrame, SensorKind

WHITE, BLACK = Color.WHITE, Color.BLACK


class Sitting:
    """Somebody who plays on a board with reeds."""

    def __init__(self, setup: GameSetup | None = None, stands: Position | None = None) -> None:
        setup = setup or game_setup("pacoplay")
        self.t = 0.0
        occupied = (stands or setup.start).occupied
        whole = SensorFrame(0.0, {square: occupied >> square & 1 for square in range(64)})
        self.session = Session(setup, SensorKind.PRESENCE, TrackerSettings(), whole)
        self.events: list[Event] = []

    def read(self, square: str, value: int) -> None:
        self.t += 0.3
        self.events += self.session.take(SensorFrame(self.t, {parse_square(square): value}))

    def move(self, start: str, end: str) -> None:
        """A move to an empty square, and a rest after it."""
        self.read(start, 0)
        self.read(end, 1)
        self.rest(1.5)

    def rest(self, seconds: float) -> None:
        self.t += seconds
        while (due := self.session.next_due) is not None and due <= self.t:
            self.events += self.session.advance(due)
        self.events += self.session.advance(self.t)

    def said(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def test_a_new_game_may_begin_from_a_fen_and_under_other_rules() -> None:
    setup = game_setup("manual", "4k3/8/8/8/8/8/8/R3K3 w 0 - - -", Players("Anna", "Ben"))
    session = Sitting(setup).session
    assert (session.rules, session.players.white) == ("manual", "Anna")
    assert session.state == TrackerState.SETTLED


@pytest.mark.parametrize("fen", ["", "nonsense", "8/8/8/8/8/8/8/8 w 0 - - -"])
def test_a_game_cannot_begin_from_what_is_no_position(fen: str) -> None:
    with pytest.raises((RulesError, GameError)):
        game_setup("pacoplay", fen)


def test_a_game_cannot_begin_where_it_is_over() -> None:
    with pytest.raises(GameError, match="is over"):
        game_setup("pacoplay", "4z3/8/8/8/8/8/8/4k3 w 0 - - -")


def test_another_game_is_set_up_by_the_lights() -> None:
    sitting = Sitting()
    sitting.move("e2", "e4")
    sitting.session.begin(game_setup("pacoplay"), sitting.t)
    assert sitting.session.turns == ()
    states = [sitting.session.state]
    sitting.move("e4", "e2")
    sitting.rest(2.0)
    states.append(sitting.session.state)
    assert states == [TrackerState.CORRECTING, TrackerState.SETTLED]


# --- the clock ---


def test_each_turn_starts_the_other_players_clock() -> None:
    sitting = Sitting(game_setup("pacoplay", time_control=TimeControl(60, 1)))
    clock = sitting.session.clock
    assert clock is not None
    assert clock.running is None
    running: list[Color | None] = []
    for start, end in (("e2", "e4"), ("e7", "e5")):
        sitting.move(start, end)
        running.append(clock.running)
    assert running == [BLACK, WHITE]
    assert clock.left(BLACK, sitting.t) < 61


def test_whose_clock_runs_out_loses_and_may_be_allowed_to_go_on() -> None:
    sitting = Sitting(game_setup("pacoplay", time_control=TimeControl(60)))
    sitting.move("e2", "e4")
    sitting.rest(61.0)
    (end,) = sitting.said(EndEvent)
    assert isinstance(end, EndEvent)
    assert (end.result, end.reason) == (Result.WHITE_WINS, Reason.TIME)
    sitting.session.go_on(sitting.t)
    assert sitting.session.end is None
    sitting.move("e7", "e5")
    assert len(sitting.session.turns) == 2
    sitting.rest(1000.0)
    assert len(sitting.said(EndEvent)) == 1


@pytest.mark.parametrize("ply", [1, 2, 3])
def test_a_turn_taken_back_after_the_flag_fell_leaves_time_to_play_it_again(ply: int) -> None:
    sitting = Sitting(game_setup("pacoplay", time_control=TimeControl(60)))
    for start, end in (("e2", "e4"), ("e7", "e5"), ("g1", "f3")):
        sitting.move(start, end)
    sitting.rest(61.0)
    sitting.session.take_back(ply, sitting.t)
    sitting.rest(61.0)
    assert sitting.session.end is None
    assert len(sitting.said(EndEvent)) == 1


def test_a_turn_taken_back_lets_its_players_clock_run_again() -> None:
    sitting = Sitting(game_setup("pacoplay", time_control=TimeControl(60)))
    sitting.move("e2", "e4")
    sitting.move("e7", "e5")
    sitting.session.take_back(2, sitting.t)
    assert sitting.session.clock is not None
    assert sitting.session.clock.running == BLACK


def test_who_takes_back_after_his_time_was_up_goes_on_without_a_clock() -> None:
    sitting = Sitting(game_setup("pacoplay", time_control=TimeControl(60)))
    sitting.move("e2", "e4")
    sitting.rest(61.0)
    sitting.session.take_back(1, sitting.t)
    assert sitting.session.end is None
    assert sitting.session.clock is None


def test_no_clock_runs_once_the_game_is_over() -> None:
    sitting = Sitting(game_setup("pacoplay", time_control=TimeControl(60)))
    sitting.move("e2", "e4")
    sitting.session.resign(WHITE, sitting.t)
    assert sitting.session.clock is not None
    assert sitting.session.clock.running is None


def cut_off_after(first: Sitting, at_home: bool = False) -> Sitting:
    """The game goes on at another start of the daemon; `at_home`: all was packed up meanwhile."""
    turns, clock = first.session.turns, first.session.clock
    assert clock is not None
    setup = GameSetup(
        first.session.start,
        time_control=clock.control,
        played=tuple(turn.actions for turn in turns),
        time_left=first.session.left_after(len(turns)),
    )
    return Sitting(setup, stands=first.session.start if at_home else setup.position)


def a_game_with_clocks() -> Sitting:
    sitting = Sitting(game_setup("pacoplay", time_control=TimeControl(60, 1)))
    sitting.rest(5.0)
    for start, end in (("e2", "e4"), ("e7", "e5"), ("g1", "f3")):
        sitting.move(start, end)
    return sitting


def test_what_the_clocks_showed_is_known_of_each_turn() -> None:
    session = a_game_with_clocks().session
    shown = [session.left_after(ply) for ply in range(5)]
    assert shown[0] is shown[4] is None
    first, second, third = (each for each in shown[1:4] if each is not None)
    assert first == TimeLeft(61, 60)
    assert (second.white, third.black) == (61, second.black)
    # Whoever has moved has lost a second or two, and got one for it.
    assert 58 < second.black < 60
    assert 59 < third.white < 61


def test_clocks_of_a_game_that_was_cut_off_stand_until_a_piece_is_touched() -> None:
    first = a_game_with_clocks()
    again = cut_off_after(first)
    clock = again.session.clock
    assert clock is not None
    running: list[Color | None] = []
    again.rest(1000.0)
    assert clock.shown(again.t) == first.session.left_after(3)
    running.append(clock.running)
    again.read("d7", 0)
    again.rest(1.0)
    running.append(clock.running)
    again.read("d6", 1)
    again.rest(1.5)
    running.append(clock.running)
    assert again.session.turns[-1].notation == "d7>d6"
    assert running == [None, BLACK, WHITE]


def test_nobody_pays_for_setting_up_again_what_was_cut_off() -> None:
    again = cut_off_after(a_game_with_clocks(), at_home=True)
    clock = again.session.clock
    assert clock is not None
    running: list[Color | None] = []
    for start, end in (("e2", "e4"), ("e7", "e5"), ("g1", "f3")):
        assert again.session.state == TrackerState.CORRECTING
        again.move(start, end)
        running.append(clock.running)
    assert again.session.state == TrackerState.SETTLED
    assert running == [None] * 3


def test_a_revised_turn_has_the_clocks_of_its_revision() -> None:
    start = "4k3/8/8/8/8/8/8/4K2R w 0 H - -"
    sitting = Sitting(game_setup("pacoplay", start, time_control=TimeControl(60)))
    sitting.move("h1", "f1")
    before = sitting.session.left_after(1)
    sitting.rest(5.0)
    sitting.move("e1", "g1")
    assert sitting.said(ReviseEvent)
    after = sitting.session.left_after(1)
    assert before is not None
    assert after is not None
    assert after.black < before.black


def test_without_clocks_none_are_told_of_a_turn() -> None:
    sitting = Sitting()
    sitting.move("e2", "e4")
    assert sitting.session.left_after(1) is None


# --- draws and resignation ---


def test_a_draw_that_is_offered_and_accepted_ends_the_game() -> None:
    sitting = Sitting()
    sitting.session.offer_draw(WHITE, 1.0)
    sitting.session.accept_draw(BLACK, 2.0)
    assert sitting.session.end == GameEnd(Result.DRAW, Reason.AGREED)
    assert sitting.session.draw_offer is None


def test_to_offer_a_draw_in_return_accepts_it() -> None:
    sitting = Sitting()
    sitting.session.offer_draw(WHITE, 1.0)
    sitting.session.offer_draw(BLACK, 2.0)
    assert sitting.session.end is not None


def test_nobody_accepts_his_own_offer_or_none() -> None:
    session = Sitting().session
    with pytest.raises(GameError, match="offered"):
        session.accept_draw(BLACK, 1.0)
    session.offer_draw(WHITE, 1.0)
    with pytest.raises(GameError, match="The other player has not"):
        session.accept_draw(WHITE, 2.0)


def test_who_plays_on_declines_the_draw() -> None:
    sitting = Sitting()
    sitting.session.offer_draw(BLACK, 0.1)
    sitting.move("e2", "e4")
    assert sitting.session.draw_offer is None
    sitting.session.offer_draw(WHITE, sitting.t)
    sitting.move("e7", "e5")
    assert sitting.session.draw_offer is None


def test_an_offer_stands_while_its_player_plays_on() -> None:
    sitting = Sitting()
    sitting.session.offer_draw(WHITE, 0.1)
    sitting.move("e2", "e4")
    assert sitting.session.draw_offer == WHITE


def test_a_resigned_game_is_over_until_they_wish_to_go_on() -> None:
    sitting = Sitting()
    sitting.session.resign(BLACK, 1.0)
    assert sitting.session.end == GameEnd(Result.WHITE_WINS, Reason.RESIGNED)
    with pytest.raises(IllegalAction):
        sitting.session.resign(WHITE, 2.0)
    sitting.session.go_on(3.0)
    assert sitting.session.end is None


# --- the rest ---


def test_setting_up_at_home_begins_another_game_with_the_same_players() -> None:
    sitting = Sitting(game_setup("pacoplay", players=Players("Anna", "Ben")))
    sitting.move("e2", "e4")
    sitting.session.resign(BLACK, sitting.t)
    sitting.move("e4", "e2")
    sitting.rest(2.0)
    assert sitting.said(NewGameEvent)
    assert sitting.session.end is None
    assert sitting.session.players == Players("Anna", "Ben")


def test_a_game_that_was_interrupted_goes_on_with_its_turns() -> None:
    first = Sitting()
    first.move("e2", "e4")
    played = tuple(turn.actions for turn in first.session.turns)
    start = first.session.start
    again = Sitting(GameSetup(start, played=played))
    assert again.session.state == TrackerState.CORRECTING
    again.move("e2", "e4")
    again.rest(2.0)
    again.move("e7", "e5")
    assert [turn.notation for turn in again.session.turns] == ["e2>e4", "e7>e5"]
    assert [event.ply for event in again.said(TurnEvent) if isinstance(event, TurnEvent)] == [2]


def test_a_reading_that_comes_late_counts_as_read_now() -> None:
    sitting = Sitting()
    sitting.rest(10.0)
    sitting.session.take(SensorFrame(3.0, {parse_square("e2"): 0}))
    sitting.move("d2", "d4")
    assert sitting.session.readings[parse_square("e2")] == 0


def test_there_is_nothing_to_promote_where_no_pawn_waits() -> None:
    with pytest.raises(GameError, match="No pawn waits"):
        Sitting().session.promote(PieceType.ROOK, 1.0)
