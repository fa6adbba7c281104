from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from board_daemon.archive.changes import (
    AddTurn,
    BeginGame,
    Finish,
    GameChange,
    GoOn,
    KeepTrace,
    NamePlayers,
    ReviseTurn,
    TakeBack,
)
from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import MEMORY, Archive
from board_daemon.game.recording import Recorder
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.ends import GameEnd, Reason, Result, agreement, out_of_time, resignation
from board_daemon.rules.fen import START_FEN
from board_daemon.rules.pieces import Color
from board_daemon.rules.status import Status
from board_daemon.tracking.events import (
    AskSquareEvent,
    EndEvent,
    Event,
    NewGameEvent,
    RestoredEvent,
    RestoreEvent,
    ReviseEvent,
    SakoEvent,
    TakebackEvent,
    TurnEvent,
)
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.trace import TraceHeader, TraceInput, format_header, parse_header

SETUP = "4k3/8/8/8/8/8/4R3/4K3 w 0 - - -"
HEADER = TraceHeader(1, SensorKind.PRESENCE, SETUP, "manual")
EVENING = datetime(2026, 11, 20, 19, 30, 0, 999, UTC)
TURN = TurnEvent(2.5, 1, "e2>e4", parse_actions("Le2 Pe4"), "fen", Status.RUN)
ARCHIVED = ArchivedTurn(1, 2.5, "e2>e4", ("Le2", "Pe4"), "fen", "run")
LONGER = ReviseEvent(3.0, 1, "e2>e3", parse_actions("Le2 Pe3"), "other", Status.RUN)
PACO = EndEvent(4.0, Result.WHITE_WINS, Reason.PACO)


def recorder() -> Recorder:
    return Recorder(lambda: EVENING)


def begun() -> Recorder:
    made = recorder()
    made.begin(HEADER, "Ann", "Bo")
    return made


def test_a_game_begins_now_with_its_players_rules_and_start() -> None:
    assert recorder().begin(HEADER, "Ann", "Bo") == [
        BeginGame(SETUP, "manual", "2026-11-20T19:30:00+00:00", "Ann", "Bo", format_header(HEADER))
    ]


def test_a_header_that_was_read_is_kept_as_it_was_written() -> None:
    [change] = recorder().begin(HEADER, header_text='{ "trace": 1 }')
    assert isinstance(change, BeginGame)
    assert change.trace_header == '{ "trace": 1 }'


def test_what_is_recorded_becomes_a_change() -> None:
    made = begun()
    assert made.keep(TURN) == [AddTurn(ARCHIVED)]
    revised = ArchivedTurn(1, 3.0, "e2>e3", ("Le2", "Pe3"), "other", "run")
    assert made.keep(LONGER) == [ReviseTurn(revised)]
    assert made.keep(TakebackEvent(4.0, 1)) == [TakeBack(1)]
    assert made.keep(EndEvent(5.0, Result.DRAW, Reason.KINGS)) == [Finish("1/2-1/2", "kings")]


@pytest.mark.parametrize(
    "event",
    [
        SakoEvent(1.0, (0,)),
        AskSquareEvent(1.0, (0,)),
        RestoreEvent(1.0, (0,)),
        RestoredEvent(1.0),
    ],
)
def test_what_changes_nothing_in_the_record_is_no_change(event: SakoEvent) -> None:
    made = begun()
    made.keep_line("line")
    assert made.keep(event) == []


@pytest.mark.parametrize(
    "end", [resignation(Color.WHITE), out_of_time(Color.BLACK), agreement(Result.DRAW)]
)
def test_a_game_that_the_players_ended_may_go_on(end: GameEnd) -> None:
    made = begun()
    made.keep(TURN)
    assert made.keep(EndEvent(3.0, end.result, end.reason)) == [Finish(end.result, end.reason)]
    assert made.keep(RestoredEvent(4.0)) == [GoOn()]
    assert made.keep(RestoredEvent(5.0)) == []
    assert made.keep(TakebackEvent(6.0, 1)) == [TakeBack(1)]


def test_a_game_that_is_over_by_the_rules_stays_so_when_the_board_is_put_right() -> None:
    made = begun()
    made.keep(TURN)
    made.keep(PACO)
    assert made.keep(RestoredEvent(5.0)) == []


def test_the_pieces_of_a_finished_game_set_up_again_begin_another_with_the_same_players() -> None:
    made = begun()
    made.keep(TURN)
    made.keep(PACO)
    [change] = made.keep(TakebackEvent(9.0, 1))
    assert isinstance(change, BeginGame)
    assert (change.start_fen, change.white, change.black) == (SETUP, "Ann", "Bo")
    assert made.keep(TakebackEvent(9.0, 1)) == [TakeBack(1)]


def test_all_at_home_begin_another_game_by_the_same_rules() -> None:
    made = begun()
    made.keep_line("one")
    made.keep_line("two")
    trace, change = made.keep(NewGameEvent(9.0))
    assert trace == KeepTrace(("one",))
    assert isinstance(change, BeginGame)
    assert (change.start_fen, change.rules, change.white) == (START_FEN, "manual", "Ann")
    assert parse_header(change.trace_header or "", 1).fen == START_FEN
    # The line that led to it is the first of the new game.
    assert made.flush() == [KeepTrace(("two",))]


def test_players_may_be_named_later() -> None:
    made = begun()
    assert made.name_players("Eve", "Al") == [NamePlayers("Eve", "Al")]
    [change] = made.keep(NewGameEvent(9.0))
    assert isinstance(change, BeginGame)
    assert (change.white, change.black) == ("Eve", "Al")


def test_another_game_by_command_ends_the_trace_of_the_one_before() -> None:
    made = begun()
    made.keep_line("one")
    changes = made.begin(replace(HEADER, fen=START_FEN, rules="pacoplay"), "Eve")
    assert changes[0] == KeepTrace(("one",))
    assert isinstance(changes[1], BeginGame)
    assert (changes[1].start_fen, changes[1].rules) == (START_FEN, "pacoplay")
    assert made.flush() == []


def test_the_trace_goes_with_the_turn_it_led_to() -> None:
    made = begun()
    assert made.keep_line("one") == []
    assert made.keep_line("two") == []
    assert made.keep(TURN) == [AddTurn(ARCHIVED), KeepTrace(("one",))]
    assert made.flush() == [KeepTrace(("two",))]


def test_the_reading_that_ended_a_game_is_in_its_trace() -> None:
    made = begun()
    made.keep_line("last")
    assert made.keep(TURN) == [AddTurn(ARCHIVED)]
    assert made.keep(PACO) == [Finish("1-0", "paco"), KeepTrace(("last",))]


def test_a_long_trace_without_a_turn_is_kept_in_between() -> None:
    made = begun()
    kept = [line for number in range(1200) for line in made.keep_line(str(number))]
    kept += made.flush()
    lines = [line for change in kept if isinstance(change, KeepTrace) for line in change.lines]
    assert lines == [str(number) for number in range(1200)]
    assert len(kept) == 3


def test_readings_are_kept_as_lines_of_a_trace() -> None:
    made = begun()
    made.keep_reading(SensorFrame(1.5, {12: 0}))
    made.keep_reading(TraceInput(2.0, "N"))
    assert made.flush() == [
        KeepTrace(('{"t":1.5,"squares":{"e2":0}}', '{"t":2.0,"input":{"promote":"N"}}'))
    ]


def test_times_go_on_in_a_resumed_game_but_not_in_the_next() -> None:
    with Archive(MEMORY) as archive:
        archive.keep(None, [BeginGame(SETUP, "manual", None, "Ann", ""), AddTurn(ARCHIVED)])
        game = archive.game(1)
    made = recorder()
    made.resume(game, replace(HEADER, fen=START_FEN, rules="pacoplay"), shift=100.0)
    made.keep_reading(SensorFrame(1.0, {}))
    assert made.keep(replace(TURN, ply=2)) == [AddTurn(replace(ARCHIVED, ply=2, t=102.5))]
    assert made.flush() == [KeepTrace(('{"t":101.0}',))]
    [change] = made.keep(NewGameEvent(9.0))
    assert isinstance(change, BeginGame)
    assert (change.rules, change.white) == ("manual", "Ann")
    assert made.keep(TURN) == [AddTurn(ARCHIVED)]


@pytest.mark.parametrize(("reason", "goes_on"), [("resigned", True), ("paco", False)])
def test_a_resumed_game_that_the_players_had_ended_may_go_on(reason: str, goes_on: bool) -> None:
    with Archive(MEMORY) as archive:
        archive.keep(None, [BeginGame(SETUP, "manual", None), Finish("1-0", reason)])
        game = archive.game(1)
    made = recorder()
    made.resume(game, HEADER)
    assert made.keep(RestoredEvent(1.0)) == ([GoOn()] if goes_on else [])


def test_all_that_a_recorder_says_fits_the_archive() -> None:
    made = Recorder(lambda: EVENING + timedelta(hours=1))
    events: list[Event] = [
        TURN,
        LONGER,
        replace(TURN, ply=2),
        EndEvent(5.0, Result.BLACK_WINS, Reason.RESIGNED),
        RestoredEvent(6.0),
        TakebackEvent(7.0, 2),
        replace(TURN, ply=2),
        PACO,
        TakebackEvent(8.0, 1),
        TURN,
        NewGameEvent(9.0),
        TURN,
    ]
    changes: list[GameChange] = made.begin(HEADER)
    for number, event in enumerate(events):
        changes += made.keep_line(f"line {number}")
        changes += made.keep(event)
    changes += made.flush()
    with Archive(MEMORY) as archive:
        assert archive.keep(None, changes) == 3
        assert [game.turn_count for game in archive.games()] == [2, 1, 1]
        assert archive.game(1).reason == "paco"
        lines = [archive.trace(game)[1:] for game in (1, 2, 3)]
        assert [line for trace in lines for line in trace] == [
            f"line {number}" for number in range(len(events))
        ]
        assert [len(trace) for trace in lines] == [8, 2, 2]
