from __future__ import annotations

import io
import itertools
import random
from dataclasses import replace
from functools import cache

import pytest

from board_daemon.hands.games import Turn
from board_daemon.hands.perform import PerformedGame, Performer, board_for, perform_game
from board_daemon.hands.style import CLEAN, HANDS, STYLES, HandStyle, Promoting
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.trace import TraceInput, TraceLine, TraceReader, format_header, format_line
from tests.hands.random_games import game_of

START = Position.start()
KINDS = list(SensorKind)


def played_anew(style: HandStyle, sensor: SensorKind, seed: int, turns: int = 60) -> PerformedGame:
    return perform_game(game_of(seed, turns), START, sensor, style, random.Random(seed))


played = cache(played_anew)
"""The same for all who ask for the same game, played once."""


def text_of(performed: PerformedGame) -> str:
    lines = [format_header(performed.header), *map(format_line, performed.lines)]
    return "\n".join(lines) + "\n"


def turns(fen: str, *texts: str) -> tuple[Position, list[Turn]]:
    return parse_fen(fen), [parse_actions(text) for text in texts]


def seen(
    fen: str, text: str, style: HandStyle, sensor: SensorKind = SensorKind.COLOUR, seed: int = 0
) -> list[str]:
    """What the sensors report of one turn, such as `e2.`."""
    start, played_turns = turns(fen, text)
    lines = perform_game(played_turns, start, sensor, style, random.Random(seed)).lines
    return [change for line in lines for change in changes(line)]


def changes(line: TraceLine) -> list[str]:
    if isinstance(line, TraceInput):
        return [f"={line.promote}"]
    names = [f"{'abcdefgh'[s % 8]}{s // 8 + 1}" for s in line.readings]
    return [f"{n}{r}" for n, r in zip(names, line.readings.values(), strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("sensor", KINDS)
@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_every_style_leaves_the_board_as_the_rules_say(
    style: HandStyle, sensor: SensorKind
) -> None:
    # The performer itself compares the board with the position after each turn.
    for seed in range(2):
        performed = played(style, sensor, seed)
        assert len(performed.truth) == 60


@pytest.mark.slow
@pytest.mark.parametrize("sensor", [SensorKind.PRESENCE, SensorKind.COLOUR])
def test_the_sensors_end_up_reading_the_final_position(sensor: SensorKind) -> None:
    performed = played(HANDS, sensor, 5)
    final = performed.truth[-1].position
    reading: dict[int, object] = {}
    for line in performed.lines:
        if isinstance(line, SensorFrame):
            reading.update(line.readings)
    for square, value in reading.items():
        white, black = final.white[square], final.black[square]
        letter = "u" if white and black else "w" if white else "b" if black else "."
        assert value == (letter if sensor == SensorKind.COLOUR else int(letter != "."))


@pytest.mark.slow
def test_some_squares_fail_in_the_middle_of_a_game() -> None:
    # All of them, one after the other within 400 s.
    lines = played(replace(CLEAN, sticking_squares=64), SensorKind.PRESENCE, 0, 80).lines
    changes = [line.t for line in lines if isinstance(line, SensorFrame) and line.readings]
    assert len(changes) > 20
    assert changes[-1] < 400 < lines[-1].t


@pytest.mark.slow
@pytest.mark.parametrize("sensor", KINDS)
@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_traces_are_read_back_as_they_were_written(style: HandStyle, sensor: SensorKind) -> None:
    performed = played(style, sensor, 0)
    reader = TraceReader(io.StringIO(text_of(performed)))
    assert reader.header == performed.header
    assert tuple(reader) == performed.lines


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_the_same_seed_gives_the_same_trace(style: HandStyle) -> None:
    for sensor in KINDS:
        assert text_of(played_anew(style, sensor, 0)) == text_of(played(style, sensor, 0))
    assert text_of(played(style, KINDS[0], 0)) != text_of(played(style, KINDS[0], 1))


@pytest.mark.slow
def test_each_turn_begins_with_a_line_of_its_own_and_a_pause() -> None:
    performed = played(CLEAN, SensorKind.PRESENCE, 0)
    starts = [
        line.t for line in performed.lines if isinstance(line, SensorFrame) and not line.readings
    ]
    assert len(starts) == len(performed.truth) + 1
    times = [line.t for line in performed.lines]
    for start in starts[1:-1]:
        before = max(t for t in times if t < start)
        assert 3.5 <= start - before <= 7.5 + 0.001


def test_a_plain_move_is_a_lift_and_a_place() -> None:
    assert seen(format_fen(START), "Le2 Pe4", CLEAN) == ["e2.", "e4w"]


UNION = "4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -"
CHAIN = "4k3/8/8/3a4/8/2N5/8/4K3 w 0 - - -"
CASTLING = "4k3/8/8/8/8/8/8/4K2R w 0 H - -"
PASSED = "4k3/8/8/3pP3/8/8/8/4K3 w 0 - d6 -"
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 w 0 - - -"
OWED = "A3k3/8/8/8/8/8/8/4K3 w 0 - - -"


def test_the_convention_lifts_what_stands_on_the_square() -> None:
    assert seen(UNION, "Le4 Pd5", CLEAN) == ["e4.", "d5.", "d5u"]


def test_the_partner_may_be_lifted_first() -> None:
    style = replace(CLEAN, partner_first=1.0)
    assert seen(UNION, "Le4 Pd5", style) == ["d5.", "e4.", "d5u"]


def test_a_silent_join_leaves_one_change_on_a_reed() -> None:
    style = replace(CLEAN, silent_join=1.0)
    assert seen(UNION, "Le4 Pd5", style, SensorKind.PRESENCE) == ["e40"]
    assert seen(UNION, "Le4 Pd5", style) == ["e4.", "d5u"]


def test_a_take_over_is_seen_unless_it_is_silent() -> None:
    silent = replace(CLEAN, silent_join=1.0, silent_shows=0.0)
    assert seen(CHAIN, "Lc3 Pd5 Pd6", CLEAN) == ["c3.", "d5.", "d5u", "d6w"]
    assert seen(CHAIN, "Lc3 Pd5 Pd6", silent) == ["c3.", "d6w"]
    assert seen(CHAIN, "Lc3 Pd5 Pd6", replace(silent, silent_shows=1.0)) == [
        "c3.", "d5b", "d5u", "d6w",
    ]  # fmt: skip


def test_two_hands_do_a_chain_in_any_order() -> None:
    style = replace(CLEAN, out_of_order=1.0)
    orders = {tuple(seen(CHAIN, "Lc3 Pd5 Pd6", style, seed=seed)) for seed in range(20)}
    assert orders == {("d5.", "d6w", "c3.", "d5u"), ("c3.", "d5.", "d6w", "d5u")}


def test_castling_begins_with_either_piece() -> None:
    assert seen(CASTLING, "Le1 Pg1", CLEAN) == ["e1.", "g1w", "h1.", "f1w"]
    rook_first = replace(CLEAN, rook_first=1.0)
    assert seen(CASTLING, "Le1 Pg1", rook_first) == ["h1.", "f1w", "e1.", "g1w"]


def test_a_rook_slides_to_its_place_when_it_castles_first() -> None:
    style = replace(CLEAN, rook_first=1.0, slide=1.0)
    assert seen(CASTLING, "Le1 Pg1", style)[:4] == ["h1.", "g1w", "g1.", "f1w"]


def test_a_piece_may_be_slid_to_the_one_it_joins() -> None:
    start, slid = (
        "4k3/8/8/3p4/8/8/8/3RK3 w 0 - - -",
        ["d1.", "d2w", "d2.", "d3w", "d3.", "d4w", "d4."],
    )
    style = replace(CLEAN, slide_in=1.0)
    assert seen(start, "Ld1 Pd5", style) == [*slid, "d5.", "d5u"]
    assert seen(start, "Ld1 Pd5", replace(style, silent_join=1.0)) == [*slid, "d5u"]
    assert seen(start, "Ld1 Pd5", replace(style, partner_first=1.0)) == ["d5.", "d1.", "d5u"]
    assert seen(start, "Ld1 Pd4", style) == ["d1.", "d4w"]


def test_en_passant_draws_the_passed_pawn_back() -> None:
    assert seen(PASSED, "Le5 Pd6", CLEAN) == ["e5.", "d5.", "d6u"]
    partner_first = replace(CLEAN, partner_first=1.0)
    assert seen(PASSED, "Le5 Pd6", partner_first) == ["d5.", "e5.", "d6u"]
    silent = replace(CLEAN, silent_join=1.0)
    assert seen(PASSED, "Le5 Pd6", silent) == ["e5.", "d5.", "d6b", "d6u"]


def test_a_promotion_is_told_or_leafed_to() -> None:
    leafing = replace(CLEAN, promoting=(Promoting.LEAF,))
    assert seen(PROMOTION, "La7 Pa8 =R", CLEAN) == ["a7.", "a8w", "=R"]
    assert seen(PROMOTION, "La7 Pa8 =R", leafing) == [
        "a7.", "a8w", "a8.", "a8w", "a8.", "a8w",
    ]  # fmt: skip
    assert seen(PROMOTION, "La7 Pa8 =Q", leafing) == ["a7.", "a8w"]
    assert seen(OWED, "=N La8 Pc7", leafing) == ["a8.", "a8u", "a8.", "c7u"]


def test_who_has_chosen_his_piece_lets_go_of_it_before_he_plays_on() -> None:
    leafing = replace(CLEAN, promoting=(Promoting.LEAF,))
    start, played_turns = turns(OWED, "=N La8 Pc7")
    for seed in range(20):
        rng = random.Random(seed)
        lines = perform_game(played_turns, start, SensorKind.COLOUR, leafing, rng).lines
        times = [line.t for line in lines if changes(line)]
        assert min(later - t for t, later in itertools.pairwise(times)) > 0.1


def test_a_promoted_pawn_is_known_by_what_it_became_swapped_or_not() -> None:
    start, [turn] = turns(PROMOTION, "La7 Pa8 =Q")
    kinds = set()
    for seed in range(12):
        performer = Performer(
            start, SensorKind.COLOUR, replace(CLEAN, swap=0.5), random.Random(seed)
        )
        game = Game(start)
        for script, played_turn in performer.scripts([turn]):
            performer.run(script)
            game.play_turn(played_turn)
        performer.check(game.position)
        kinds.add(performer.board.standing(56).pieces[0].kind)
    assert kinds == {"P", "Q"}


def test_a_slide_dwells_and_leaves_a_gap_as_in_the_given_traces() -> None:
    start, played_turns = turns("4k3/8/8/8/8/8/8/R3K3 w 0 - - -", "La1 Pa5")
    style = replace(CLEAN, slide=1.0)
    performed = perform_game(played_turns, start, SensorKind.COLOUR, style, random.Random(1))
    frames = [line for line in performed.lines if isinstance(line, SensorFrame) and line.readings]
    assert len(frames) == 1 + 2 * 3 + 1
    for on, off in zip(frames[1:-1:2], frames[2::2], strict=True):
        assert 0.049 <= off.t - on.t <= 0.151
    for off, on in zip(frames[2::2], frames[3::2], strict=True):
        assert on.t - off.t == pytest.approx(0.05, abs=0.002)


def test_a_board_stands_for_any_position_promoted_pieces_included() -> None:
    position = parse_fen("QQQQk3/8/8/8/8/8/PPPP4/4K3 w 0 - - -")
    board = board_for(position)
    assert [p.kind for p in board.standing(59).pieces] == ["Q"]
    assert any(p.kind == "Q" for p in board.box if p.colour == "w")
