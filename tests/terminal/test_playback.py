import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.rules.pieces import Color
from board_daemon.rules.status import Status
from board_daemon.terminal import playback
from board_daemon.terminal.playback import Playback, shown_gap, traced_gap
from board_daemon.tracking.events import TurnEvent
from firmware_bridge.errors import TraceError
from firmware_bridge.trace import TraceReader, open_trace

GAMES = Path(playback.__file__).parent / "games"


def opened(path: Path) -> Playback:
    with open_trace(str(path)) as stream:
        reader = TraceReader(stream)
        return Playback(reader.header, iter(list(reader)))


def play_to_the_end(show: Playback) -> None:
    while not show.is_over:
        show.play_on()


def played_fens(path: Path) -> list[str]:
    return [json.loads(line)["fen"] for line in path.read_text().splitlines()]


@pytest.fixture
def show() -> Playback:
    return opened(GAMES / "game-15313.jsonl")


@pytest.mark.slow
@given(st.floats(0, 1000))
def test_a_gap_shown_and_traced_back_is_the_same(gap: float) -> None:
    assert traced_gap(shown_gap(gap)) == pytest.approx(gap)


@given(st.floats(0, 1000), st.floats(0, 1000))
def test_a_longer_gap_is_never_shown_shorter(one: float, other: float) -> None:
    assert (shown_gap(one) <= shown_gap(other)) == (one <= other) or one == other


def test_short_gaps_take_their_time_and_long_pauses_are_cut() -> None:
    assert shown_gap(0.3) == 0.3
    assert shown_gap(6.0) < 0.8


@pytest.mark.slow
def test_the_shipped_game_records_just_the_turns_that_were_played(
    show: Playback, data_dir: Path
) -> None:
    events = []
    while not show.is_over:
        events += show.play_on()
    fens = [event.fen for event in events if isinstance(event, TurnEvent)]
    assert fens == played_fens(data_dir / "traces" / "game-15313.turns.jsonl")
    assert show.score.status == Status.PACO_W
    assert len(show.score.turns) == 47
    assert show.score.turns[-1] == "Re6xKe7"


@pytest.mark.slow
def test_the_shipped_game_takes_about_a_minute_and_ends_the_same(show: Playback) -> None:
    seconds, step = 0.0, 1 / 20
    lifted_with_light = 0
    while not show.is_over:
        show.advance_to(seconds, seconds)
        hand = show.cue.view.hand
        lifted_with_light += hand is not None and bool(hand.destinations)
        seconds += step
    assert 57 <= seconds <= 72
    assert len(show.score.turns) == 47
    assert lifted_with_light * step > 15


@pytest.mark.slow
def test_turns_appear_one_after_the_other(show: Playback) -> None:
    lengths = [0]
    while not show.is_over:
        show.play_on()
        lengths.append(len(show.score.turns))
    assert sorted(lengths) == lengths
    assert {b - a for a, b in zip(lengths, lengths[1:], strict=False)} <= {0, 1}


def test_what_is_taken_back_leaves_the_score(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    lines: list[dict[str, object]] = [
        {
            "trace": 1,
            "sensor": "presence",
            "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -",
        },
        {"t": 1.0, "squares": {"e2": 0}},
        {"t": 1.5, "squares": {"e4": 1}},
        {"t": 5.0, "squares": {"e7": 0}},
        {"t": 5.5, "squares": {"e5": 1}},
        {"t": 10.0, "squares": {"e5": 0}},
        {"t": 10.5, "squares": {"e7": 1}},
        {"t": 15.0, "squares": {"e4": 0}},
        {"t": 15.5, "squares": {"e2": 1}},
        {"t": 20.0},
    ]
    trace.write_text("\n".join(map(json.dumps, lines)))
    show = opened(trace)
    seen = set()
    while not show.is_over:
        show.play_on()
        seen.add(show.score.turns)
    assert ("e2>e4", "e7>e5") in seen
    assert show.score.turns == ()
    assert show.score.status == Status.RUN
    assert show.score.first == Color.WHITE


def test_an_agreed_end_is_shown_until_a_new_game_begins(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    lines: list[dict[str, object]] = [
        {
            "trace": 1,
            "sensor": "presence",
            "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b 1 AHah - -",
        },
        {"t": 1.0, "squares": {"e1": 0}},
        {"t": 1.5, "squares": {"e8": 0}},
        {"t": 2.0, "squares": {"d4": 1}},
        {"t": 2.5, "squares": {"d5": 1}},
        {"t": 5.0},
        {"t": 6.0, "squares": {"d4": 0, "d5": 0, "e4": 0, "e5": 0}},
        {"t": 7.0, "squares": {"e1": 1, "e8": 1, "e2": 1, "e7": 1}},
        {"t": 9.0},
    ]
    trace.write_text("\n".join(map(json.dumps, lines)))
    show = opened(trace)
    agreed = []
    while not show.is_over:
        show.play_on()
        agreed.append((show.score.agreed, show.score.is_over, show.score.first))
    assert ("1/2-1/2", True, Color.BLACK) in agreed
    assert agreed[-1] == (None, False, Color.WHITE)
    assert show.score.turns == ()


def test_a_trace_that_breaks_off_says_where(tmp_path: Path) -> None:
    good = (GAMES / "game-15313.jsonl").read_text().splitlines()[:5]
    trace = tmp_path / "broken.jsonl"
    trace.write_text("\n".join([*good, '{"t": 9.0, "squ']))
    with open_trace(str(trace)) as stream:
        reader = TraceReader(stream)
        show = Playback(reader.header, iter(reader))
        with pytest.raises(TraceError, match="line 6"):
            play_to_the_end(show)
    assert show.score.turns == ("e2>e4",)
