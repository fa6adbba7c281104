from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import Field, fields, replace

import pytest

from board_daemon.hands.acts import Act, KnockOver, SetDown, SlideOver, SlipIn, TakeUp, squares_of
from board_daemon.hands.choreography import choreograph
from board_daemon.hands.perform import perform_game
from board_daemon.hands.plan import lit_unions, overlap, plan_turn
from board_daemon.hands.steps import straight_path
from board_daemon.hands.style import CLEAN, CONVENTION, STYLES, HandStyle, Promoting
from board_daemon.rules.actions import Lift, Place, parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.rules.squares import bit, parse_square
from firmware_bridge.frames import SensorFrame, SensorKind
from tests.hands.drawing import play_all
from tests.hands.random_games import game_of


def scripts(style: HandStyle, seeds: Sequence[int] = range(8)) -> list[tuple[Position, list[Act]]]:
    """What hands do in each turn of some random games, and where it began."""
    found = []
    for seed in seeds:
        rng = random.Random(seed)
        game = Game()
        for turn in game_of(seed, 50):
            found.append((game.position, choreograph(game.position, turn, style, rng)))
            game.play_turn(turn)
    return found


def count(style: HandStyle, kind: type) -> int:
    return sum(isinstance(act.deed, kind) for _, acts in scripts(style) for act in acts)


def silent_joins(position: Position, acts: Sequence[Act]) -> int:
    """Slips onto squares from which nothing was lifted in the same turn."""
    lifted: set[int] = set()
    silent = 0
    for act in acts:
        if isinstance(act.deed, TakeUp):
            lifted.add(act.deed.square)
        elif isinstance(act.deed, SlipIn):
            was_there = position.occupied & bit(act.deed.square)
            silent += bool(was_there) and act.deed.square not in lifted
    return silent


@pytest.mark.slow
@pytest.mark.parametrize("name", ["clean", "hands", "convention", "faulty", "flaky"])
def test_who_keeps_the_convention_never_joins_silently(name: str) -> None:
    assert sum(silent_joins(*script) for script in scripts(STYLES[name])) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["half_silent", "careless", "sloppy"])
def test_the_others_join_silently_as_often_as_their_style_says(name: str) -> None:
    style = replace(STYLES[name], silent_shows=0.0, promoting=CLEAN.promoting, swap=0.0)
    silent = sum(silent_joins(*script) for script in scripts(style))
    most = sum(silent_joins(*script) for script in scripts(replace(style, silent_join=1.0)))
    assert silent / most == pytest.approx(style.silent_join, abs=0.15)


def test_clean_hands_do_nothing_that_the_turn_does_not_need() -> None:
    position, turns = Position.start(), game_of(0, 1)
    acts = plan_turn(position, turns[0], CLEAN, random.Random(0))
    assert [type(act.deed).__name__ for act in acts] == ["BeginTurn", "TakeUp", "SetDown"]


HABITS = {
    "adjust_before": replace(CLEAN, adjust_before=1.0),
    "adjust_during": replace(CLEAN, adjust_during=1.0),
    "adjust_after": replace(CLEAN, adjust_after=1.0),
    "put_back": replace(CLEAN, put_back=1.0),
    "take_back": replace(CLEAN, take_back=1.0),
    "take_back_far": replace(CLEAN, take_back_far=1.0),
    "change_mind": replace(CLEAN, change_mind=1.0),
    "illegal": replace(CLEAN, illegal=1.0),
    "pause_wrong": replace(CLEAN, pause_wrong=1.0),
    "knock_over": replace(CLEAN, knock_over=1.0),
    "child": replace(CLEAN, child=1.0),
    "fast_reply": replace(CLEAN, fast_reply=1.0, overlap=1.0),
}


@pytest.mark.slow
@pytest.mark.parametrize("style", HABITS.values(), ids=list(HABITS))
def test_every_habit_can_be_had_alone_and_ends_in_the_same_position(style: HandStyle) -> None:
    for seed in range(2):
        turns = game_of(seed, 40)
        plain = perform_game(turns, Position.start(), SensorKind.COLOUR, CLEAN, random.Random(seed))
        performed = perform_game(
            turns, Position.start(), SensorKind.COLOUR, style, random.Random(seed)
        )
        assert performed.truth == plain.truth
        assert performed.lines != plain.lines


@pytest.mark.slow
def test_slides_pause_over_empty_squares_only() -> None:
    assert count(CLEAN, SlideOver) == 0
    for position, acts in scripts(replace(CLEAN, slide=1.0), range(3)):
        for act in acts:
            if isinstance(act.deed, SlideOver) and act.deed.square is not None:
                origin = acts[0].deed
                assert isinstance(origin, TakeUp)
                left = bit(origin.square)
                assert not position.occupied & ~left & bit(act.deed.square)


def test_straight_paths_name_the_squares_between() -> None:
    a1, d4, b3, a4 = (parse_square(name) for name in ("a1", "d4", "b3", "a4"))
    assert [straight_path(a1, end) for end in (d4, b3, a1)] == [(9, 18), (), ()]
    assert straight_path(a4, a1) == (16, 8)


def test_a_fallen_piece_is_set_up_again() -> None:
    style = replace(CLEAN, knock_over=1.0)
    turn = game_of(1, 1)[0]
    acts = plan_turn(Position.start(), turn, style, random.Random(1))
    [fallen] = [act.deed.square for act in acts if isinstance(act.deed, KnockOver)]
    assert [type(a.deed) for a in acts if squares_of([a]) == {fallen}] == [
        KnockOver, TakeUp, SetDown,
    ]  # fmt: skip


def test_a_fast_reply_may_begin_before_the_last_piece_is_down() -> None:
    rng, game = random.Random(4), Game()
    overlapped = 0
    previous: list[Act] = []
    for turn in game_of(4, 60):
        acts = plan_turn(game.position, turn, CLEAN, rng)
        merged = overlap(previous, acts, rng) if previous else None
        if merged is not None:
            overlapped += 1
            before, after = merged
            assert before[-1].deed == previous[-1].deed
            assert isinstance(before[-2].deed, TakeUp)
            assert len(before) + len(after) == len(previous) + len(acts)
            assert not squares_of(previous) & squares_of(acts)
        game.play_turn(turn)
        previous = acts
    assert overlapped > 10


@pytest.mark.slow
def test_bounces_toggle_every_two_milliseconds() -> None:
    turns = game_of(2, 60)
    style = replace(CLEAN, bounce=0.5)
    lines = perform_game(
        turns, Position.start(), SensorKind.PRESENCE, style, random.Random(2)
    ).lines
    frames = [line for line in lines if isinstance(line, SensorFrame) and line.readings]
    gaps = Counter(round(b.t - a.t, 3) for a, b in zip(frames, frames[1:], strict=False))
    assert gaps[0.002] > 100
    assert not [gap for gap in gaps if 0 < gap < 0.2 and gap != 0.002]


def test_the_convention_is_everything_but_silence() -> None:
    assert CONVENTION.silent_join == 0
    for habit in ("slide", "adjust_before", "take_back", "illegal", "fast_reply", "bounce"):
        assert getattr(CONVENTION, habit) > 0


@pytest.mark.parametrize("field", [field for field in fields(HandStyle) if field.default == 0])
def test_whatever_hands_can_do_some_style_does(field: Field[float]) -> None:
    # Else the benchmark, which plays the styles, would never show what comes of it.
    assert any(getattr(style, field.name) for style in STYLES.values())


def test_every_way_to_promote_belongs_to_some_style() -> None:
    assert {way for style in STYLES.values() for way in style.promoting} == set(Promoting)


def test_nobody_adjusts_what_a_pawn_has_just_become() -> None:
    style = replace(CLEAN, adjust_before=1.0, adjust_during=1.0, adjust_after=1.0, put_back=1.0)
    position, rng = parse_fen("1e2k3/8/8/8/8/8/8/4K3 w 0 - - -"), random.Random(3)
    b8, e1, e2 = (parse_square(name) for name in ("b8", "e1", "e2"))
    touched = 0
    for _ in range(20):
        acts = plan_turn(position, [Lift(e1), Place(e2)], style, rng)
        touched += b8 in squares_of(acts)
        acts = plan_turn(position, [Lift(e1), Place(e2)], style, rng, bit(b8))
        assert b8 not in squares_of(acts)
    assert touched > 5


@pytest.mark.parametrize(
    "style", [CLEAN, replace(CLEAN, adjust_during=1), replace(CLEAN, knock_over=1)]
)
def test_nobody_adjusts_a_union_that_is_lit_while_a_piece_is_in_hand(style: HandStyle) -> None:
    # The knight may take over on d5, and goes to b5; who touched d5 meanwhile would seem to do so.
    start = parse_fen("4k3/8/8/3a4/8/2N4p/8/4K3 w 0 - - -")
    union = parse_square("d5")
    turn = parse_actions("Lc3 Pb5")
    plans = [plan_turn(start, turn, style, random.Random(seed)) for seed in range(20)]
    touched = {square for plan in plans for square in squares_of(plan)}
    assert union not in touched
    assert (len(touched) > 2) == (style != CLEAN)


def test_nobody_lifts_and_returns_a_lit_union_before_the_last_piece_is_down() -> None:
    # The same, by a player who is too quick; he may well move the union, though.
    start = parse_fen("4k3/8/8/3a4/8/2N4p/8/4K3 w 0 - - -")
    turn, reply = parse_actions("Lc3 Pb5"), parse_actions("Ld5 Pd4")
    lit = lit_unions(start, turn)
    after = play_all(start, turn)
    rng = random.Random(5)
    current = plan_turn(start, turn, CLEAN, rng)
    for put_back in (0.0, 1.0):
        following = plan_turn(after, reply, replace(CLEAN, put_back=put_back), rng)
        assert (overlap(current, following, rng, lit) is None) == (put_back > 0)
        assert overlap(current, following, rng) is not None


def test_nobody_stops_in_mid_slide_while_the_other_player_adjusts_a_piece() -> None:
    start = parse_fen("4k3/8/8/8/8/7p/8/R3K3 w 0 - - -")
    turn = parse_actions("La1 Pa6")
    sliding = replace(CLEAN, slide=1.0)
    for style in (replace(sliding, adjust_during=1.0), replace(sliding, knock_over=1.0)):
        for seed in range(20):
            deeds = [act.deed for act in plan_turn(start, turn, style, random.Random(seed))]
            for deed, following in itertools.pairwise(deeds):
                if isinstance(deed, SlideOver) and deed.square is not None:
                    assert isinstance(following, SlideOver)
