from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
from pathlib import Path
from typing import get_args

import pytest
from typer.testing import Result

from board_daemon.archive.store import Archive
from board_daemon.languages.language import LANGUAGE_VARIABLE
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import (
    AskEvent,
    AskPartEvent,
    AskPieceEvent,
    AskTakebackEvent,
    event_to_json,
)
from tests.cli.conftest import COMMAND, PATIENCE, Run, assert_refused, json_lines, start

HEADER = (
    '{"trace":1,"sensor":"presence",'
    '"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -","rules":"pacoplay"}'
)
PAWN = ['{"t":1.0,"squares":{"e2":0}}', '{"t":2.0,"squares":{"e4":1}}', '{"t":9.0}']
DEAD_E4 = "4k3/ppp5/8/8/8/4P3/8/N3K3 w 0 - - -"
REPLY = ['{"t":6.0,"squares":{"a7":0}}', '{"t":7.0,"squares":{"a6":1}}', '{"t":12.0}']
KNIGHT = ['{"t":11.0,"squares":{"g8":0}}', '{"t":12.0,"squares":{"f6":1}}', '{"t":19.0}']


def trace(*lines: str) -> str:
    return "".join(f"{line}\n" for line in (HEADER, *lines))


@pytest.fixture
def clean(data_dir: Path) -> Path:
    return data_dir / "traces" / "game-15313.presence.clean.jsonl"


def recordings(result: Result) -> list[int]:
    """The numbers of the games that people are told are being recorded."""
    return [int(number) for number in re.findall(r"^recording game (\d+)", result.stderr, re.M)]


def played(data_dir: Path) -> list[list[str]]:
    text = (data_dir / "traces" / "game-15313.turns.jsonl").read_text()
    return [json.loads(line)["actions"] for line in text.splitlines()]


@pytest.mark.slow
def test_a_trace_becomes_the_game_that_was_played(run: Run, clean: Path, data_dir: Path) -> None:
    result = run("infer", clean)
    events = json_lines(result.stdout)
    assert result.exit_code == 0
    turns = [event["actions"] for event in events if event["event"] == "turn"]
    assert turns == played(data_dir)
    assert [event["ply"] for event in events if event["event"] == "turn"][-1] == len(turns)


def test_a_turn_event_tells_all_of_it(run: Run) -> None:
    [event] = json_lines(run("infer", "-", text=trace(*PAWN)).stdout)
    assert {key: event[key] for key in event if key != "t"} == {
        "event": "turn",
        "ply": 1,
        "notation": "e2>e4",
        "actions": ["Le2", "Pe4"],
        "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 AHah e3 -",
        "status": "run",
    }


def test_without_a_file_the_trace_comes_from_standard_input(run: Run) -> None:
    assert run("infer", text=trace(*PAWN)).stdout == run("infer", "-", text=trace(*PAWN)).stdout
    streamed = run("infer", "--stream", text=trace(*PAWN)).stdout
    assert streamed == run("infer", "--stream", "-", text=trace(*PAWN)).stdout


@pytest.mark.slow
@pytest.mark.parametrize(("language", "words"), [("en", "is missing"), ("de", "fehlt")])
def test_without_a_file_a_terminal_is_told_to_name_one(language: str, words: str) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, LANGUAGE_VARIABLE: language}
    called = subprocess.run(
        [*COMMAND, "infer"], stdin=theirs, capture_output=True, text=True, env=environment,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    assert called.returncode == 2
    assert f"FILE|- {words}" in called.stderr


def test_what_rests_at_the_end_of_a_trace_counts(run: Run) -> None:
    events = json_lines(run("infer", "-", text=trace(*PAWN[:2])).stdout)
    assert [event["event"] for event in events] == ["turn"]


def test_of_squares_that_tell_nothing_is_asked_only_where_that_is_wanted(run: Run) -> None:
    # The pawn has gone to e4, which is dead.
    header = HEADER.replace(re.findall(r'"fen":"(.*?)"', HEADER)[0], DEAD_E4)
    text = "\n".join([header, '{"t":1.0,"squares":{"e3":0}}', '{"t":5.0}', *REPLY, ""])
    assert json_lines(run("infer", "-", text=text).stdout) == []
    asked, again = json_lines(run("infer", "--parts", "-", text=text).stdout)
    assert (asked["event"], asked["what"], asked["squares"]) == ("ask", "part", ["e4"])
    # Nobody answers: those two squares may be dead too, so others are asked.
    assert again["squares"] == ["e4"]
    assert not {again["yes"], again["no"]} & {asked["yes"], asked["no"]}


def test_the_help_names_every_question_that_two_other_pieces_answer(run: Run) -> None:
    square, yes, no = map(parse_square, ("d5", "e2", "e7"))
    questions: list[AskEvent] = [
        AskPartEvent(1.0, (square,), yes, no),
        AskPieceEvent(1.0, square, PieceType.ROOK, yes, no),
        AskTakebackEvent(1.0, square, yes, no),
    ]
    answered = {kind for kind in get_args(AskEvent) if {"yes", "no"} <= kind.__annotations__.keys()}
    assert set(map(type, questions)) == answered
    shown = run("infer", "--help").stdout
    for question in questions:
        assert f'"{event_to_json(question)["what"]}"' in shown


@pytest.mark.slow
def test_a_stream_answers_each_line_and_then_is_ready() -> None:
    with start("infer", "--stream", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers = []
        for line in trace(*PAWN, "", *KNIGHT).splitlines():
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            events = []
            while (answer := json.loads(process.stdout.readline())) != {"event": "ready"}:
                events.append(answer["event"])
            answers.append(events)
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    assert answers == [[], [], [], ["turn"], [], [], [], ["turn"]]


def test_lights_are_told_whenever_they_change(run: Run) -> None:
    events = json_lines(run("infer", "--lights", "-", text=trace(*PAWN)).stdout)
    lights = [event for event in events if event["event"] == "lights"]
    assert lights[0]["squares"] == {"e2": "origin", "e3": "move", "e4": "move"}
    assert 1.0 < lights[0]["t"] < 1.2
    assert lights[-1]["squares"] == {"e2": "last", "e4": "last"}
    assert 2.0 < lights[-1]["t"] < 4.0
    assert all(before != after for before, after in zip(lights, lights[1:], strict=False))


@pytest.mark.slow
def test_lights_change_nothing_but_the_lights(run: Run, clean: Path) -> None:
    plain = json_lines(run("infer", clean).stdout)
    lit = json_lines(run("infer", "--lights", clean).stdout)
    assert [event for event in lit if event["event"] != "lights"] == plain


def test_a_promotion_may_be_told_by_another_input(run: Run) -> None:
    header = HEADER.replace(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah", "4k3/P7/8/8/8/8/8/4K3 w 0 -"
    )
    lines = [
        header,
        '{"t":1,"squares":{"a7":0}}',
        '{"t":2,"squares":{"a8":1}}',
        '{"t":2.2,"input":{"promote":"N"}}',
    ]
    events = json_lines(run("infer", "-", text="\n".join(lines)).stdout)
    turns = [event for event in events if event["event"] in ("turn", "revise")]
    assert turns[-1]["notation"] == "a7>a8=N"


# --- recording ---


@pytest.mark.slow
def test_a_recorded_game_is_the_one_that_was_printed(
    run: Run, clean: Path, data_dir: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "games.sqlite"
    result = run("infer", "--record", "--archive", archive, clean)
    with Archive(archive) as opened:
        game = opened.game(1)
        assert [list(turn.actions) for turn in game.turns] == played(data_dir)
        assert opened.trace(1) == clean.read_text().splitlines()
    ends = [event for event in json_lines(result.stdout) if event["event"] == "end"]
    assert [(game.result, game.reason)] == [(end["result"], end["reason"]) for end in ends]
    assert recordings(result) == [1]


def test_without_a_path_the_usual_archive_is_used(run: Run, home: Path) -> None:
    run("infer", "--record", "-", text=trace(*PAWN))
    with Archive(home / "pacoboard" / "games.sqlite", create=False) as opened:
        assert [turn.notation for turn in opened.game(1).turns] == ["e2>e4"]


def test_what_was_recorded_before_a_bad_line_stays(run: Run, tmp_path: Path) -> None:
    archive = tmp_path / "games.sqlite"
    text = trace(*PAWN, '{"t":8.0}')
    result = run("infer", "--record", "--archive", archive, "-", text=text)
    assert result.exit_code == 2
    with Archive(archive, create=False) as opened:
        assert [turn.notation for turn in opened.game(1).turns] == ["e2>e4"]
        assert opened.trace(1) == text.splitlines()[:-1]


@pytest.mark.slow
def test_turns_are_safe_the_moment_they_are_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with start("infer", "--stream", "--record", "--archive", str(path), "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(trace(*PAWN))
        process.stdin.flush()
        while json.loads(process.stdout.readline())["event"] != "turn":
            pass
        process.kill()
    with Archive(path, create=False) as opened:
        assert [turn.notation for turn in opened.game(1).turns] == ["e2>e4"]
        assert opened.trace(1) == trace(*PAWN[:2]).splitlines()


# Each is a program of its own.
STOPS = [
    signal.SIGTERM,
    pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
    pytest.param(signal.SIGINT, marks=pytest.mark.slow),
]


@pytest.mark.slow
@pytest.mark.parametrize("number", STOPS)
def test_the_trace_is_kept_to_its_last_line_when_asked_to_stop(
    tmp_path: Path, number: signal.Signals
) -> None:
    path = tmp_path / "games.sqlite"
    text = trace(*PAWN, *KNIGHT[:2])
    with start("infer", "--stream", "--record", "--archive", str(path), "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(text)
        process.stdin.flush()
        for _ in text.splitlines():
            while json.loads(process.stdout.readline())["event"] != "ready":
                pass
        process.send_signal(number)
        assert process.wait(PATIENCE) == 128 + number
        assert process.stderr.read() == f"recording game 1 in {path}\n"
    with Archive(path, create=False) as opened:
        assert [turn.notation for turn in opened.game(1).turns] == ["e2>e4"]
        assert opened.trace(1) == text.splitlines()


def test_a_finished_game_stays_when_the_next_one_is_set_up(run: Run, tmp_path: Path) -> None:
    archive = tmp_path / "games.sqlite"
    header = HEADER.replace(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah", "4k3/8/8/8/4R3/8/8/4K3 w 0 -"
    )
    paco = (
        '{"t":1,"squares":{"e4":0}}',
        '{"t":2,"squares":{"e8":0}}',
        '{"t":3,"squares":{"e8":1}}',
    )
    set_up = ('{"t":9}', '{"t":20,"squares":{"e4":1}}', '{"t":29}')
    rook = ('{"t":30,"squares":{"e4":0}}', '{"t":31,"squares":{"a4":1}}', '{"t":39}')
    text = "\n".join((header, *paco, *set_up, *rook))
    result = run("infer", "--record", "--archive", archive, "-", text=text)
    assert recordings(result) == [1, 2]
    with Archive(archive) as opened:
        finished, next_one = opened.game(1), opened.game(2)
        assert [turn.notation for turn in finished.turns] == ["Re4xKe8"]
        assert (finished.result, finished.reason) == ("1-0", "paco")
        assert opened.trace(1) == [header, *paco, *set_up[:-1]]
        assert [turn.notation for turn in next_one.turns] == ["Re4>a4"]
        assert next_one.result is None
        assert opened.trace(2) == [header, set_up[-1], *rook]


KINGS_TO_THE_CENTRE = (
    '{"t":20,"squares":{"e1":0}}',
    '{"t":21,"squares":{"e8":0}}',
    '{"t":22,"squares":{"d4":1}}',
    '{"t":23,"squares":{"e5":1}}',
    '{"t":29}',
)


def test_pieces_set_up_anew_begin_another_game_in_the_archive(run: Run, tmp_path: Path) -> None:
    archive = tmp_path / "games.sqlite"
    home = (
        '{"t":30,"squares":{"d4":0}}',
        '{"t":31,"squares":{"e5":0}}',
        '{"t":32,"squares":{"e1":1}}',
        '{"t":33,"squares":{"e8":1}}',
        '{"t":34,"squares":{"e4":0}}',
        '{"t":35,"squares":{"e2":1}}',
    )
    queen_pawn = ('{"t":50,"squares":{"d2":0}}', '{"t":51,"squares":{"d4":1}}')
    text = trace(*PAWN, *KINGS_TO_THE_CENTRE, *home, *queen_pawn)
    result = run("infer", "--record", "--archive", archive, "-", text=text)
    told = [event["event"] for event in json_lines(result.stdout)]
    assert told == ["turn", "end", "newgame", "turn"]
    assert recordings(result) == [1, 2]
    with Archive(archive) as opened:
        old, new = opened.game(1), opened.game(2)
        assert [turn.notation for turn in old.turns] == ["e2>e4"]
        assert (old.result, old.reason) == ("0-1", "agreed")
        assert opened.trace(1)[-1] == home[-1]
        assert [(turn.ply, turn.notation) for turn in new.turns] == [(1, "d2>d4")]
        assert new.result is None
        assert opened.trace(2) == [HEADER, *queen_pawn]


@pytest.mark.slow
def test_the_trace_of_a_new_game_shows_that_game(run: Run, tmp_path: Path) -> None:
    archive = tmp_path / "games.sqlite"
    start_fen = HEADER.replace("/8/8/8/8/PPPPPPPP/", "/8/8/4P3/8/PPPP1PPP/").replace("w 0", "b 1")
    back = ('{"t":1,"squares":{"e4":0}}', '{"t":2,"squares":{"e2":1}}', '{"t":5}')
    text = "\n".join((start_fen, *back, *KINGS_TO_THE_CENTRE))
    first = json_lines(run("infer", "--record", "--archive", archive, "-", text=text).stdout)
    with Archive(archive) as opened:
        replayed = run("infer", "-", text="\n".join(opened.trace(2)))
    assert [event["event"] for event in first] == ["newgame", "end"]
    assert json_lines(replayed.stdout) == first[1:]


@pytest.mark.slow
def test_kings_that_go_back_open_the_recorded_game_again(run: Run, tmp_path: Path) -> None:
    archive = tmp_path / "games.sqlite"
    back = (
        '{"t":30,"squares":{"d4":0}}',
        '{"t":31,"squares":{"e5":0}}',
        '{"t":32,"squares":{"e1":1}}',
        '{"t":33,"squares":{"e8":1}}',
    )
    knight = ('{"t":50,"squares":{"g8":0}}', '{"t":51,"squares":{"f6":1}}')
    text = trace(*PAWN, *KINGS_TO_THE_CENTRE, *back, *knight)
    run("infer", "--record", "--archive", archive, "-", text=text)
    with Archive(archive) as opened:
        game = opened.game(1)
        assert [turn.notation for turn in game.turns] == ["e2>e4", "Ng8>f6"]
        assert game.result is None


def test_a_board_found_otherwise_is_put_right_first(run: Run) -> None:
    found = '{"t":0,"squares":{"e2":0,"e4":1,"d2":0,"d4":1}}'
    put_right = (
        '{"t":5,"squares":{"e4":0}}',
        '{"t":6,"squares":{"e2":1}}',
        '{"t":7,"squares":{"d4":0}}',
        '{"t":8,"squares":{"d2":1}}',
        '{"t":10}',
    )
    pawn = ('{"t":11.0,"squares":{"e2":0}}', '{"t":12.0,"squares":{"e4":1}}')
    events = json_lines(run("infer", "-", text=trace(found, *put_right, *pawn)).stdout)
    assert events[0] == {"event": "restore", "t": 0, "squares": ["d2", "e2", "d4", "e4"]}
    assert events[1] == {"event": "restore", "t": 6.7, "squares": ["d2", "d4"]}
    assert [event["event"] for event in events[2:]] == ["restored", "turn"]


def test_a_take_back_is_recorded(run: Run, tmp_path: Path) -> None:
    archive = tmp_path / "games.sqlite"
    back = ['{"t":20.0,"squares":{"f6":0}}', '{"t":21.0,"squares":{"g8":1}}', '{"t":29.0}']
    text = trace(*PAWN, *KNIGHT, *back)
    events = json_lines(run("infer", "--record", "--archive", archive, "-", text=text).stdout)
    assert {"event": "takeback", "ply": 2}.items() <= events[-1].items()
    with Archive(archive, create=False) as opened:
        assert [turn.notation for turn in opened.game(1).turns] == ["e2>e4"]
        assert [turn.notation for turn in opened.withdrawn(1)] == ["Ng8>f6"]


# --- what is wrong ---


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: expected a trace header, saw the end of the trace"),
        ("\n\n", "line 3: expected a trace header"),
        ('{"t":1}\n', "line 1: expected a trace header"),
        ("\n[]\n", "line 2: "),
        (
            '{"trace":1,"sensor":"presence","fen":"8/8 w","rules":"pacoplay"}\n',
            "line 1: expected a FEN",
        ),
        (HEADER.replace("pacoplay", "chess") + "\n", "line 1: expected a ruleset"),
        (HEADER.replace("RNBQKBNR w", "RNBQKKNR w") + "\n", "one king of White, got 2"),
        (HEADER.replace("PPPPPPPP/RNBQKBNR w 0", "PPPP1PPP/RNBQKBNR^e2P w 1"), "between two turns"),
        (trace('{"t":1,"squares":{"e9":0}}'), "line 2: "),
        (trace('{"t":1,"squares":{"e2":0'), "line 2: "),
        (trace('{"t":5}', "", '{"t":4}'), "line 4: expected a time no earlier than 5"),
        (trace('{"t":1,"squares":{"e2":"w"}}'), "line 2: expected a presence reading"),
        (trace("x" * 2_000_000), "line 2: "),
    ],
)
def test_a_bad_trace_gets_one_sentence_that_names_the_line(run: Run, text: str, words: str) -> None:
    assert_refused(run("infer", "-", text=text), "standard input, line ", words)


def test_events_before_a_bad_line_are_printed(run: Run) -> None:
    result = run("infer", "-", text=trace(*PAWN, "nonsense"))
    assert [event["event"] for event in json_lines(result.stdout)] == ["turn"]
    assert_refused(result, "standard input, line 5: ")
