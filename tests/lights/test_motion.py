"""Whoever sees no hues must still tell what a light means."""

from itertools import combinations

import pytest

from board_daemon.lights.legend import LegendEntry, legend
from board_daemon.lights.motion import (
    Blink,
    Breath,
    Dips,
    Flash,
    Heartbeat,
    Sparkle,
    Still,
    Turning,
    Walk,
)
from board_daemon.lights.palette import PALETTES, STANDARD, PaletteName, Rgb
from board_daemon.lights.roles import Role, roles_for
from board_daemon.lights.signal import Signal, signals_for
from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.view import BoardView, PromotionView, StepView
from tests.lights.views import ADVISED, EVERYTHING, FIX, GRADED, HAND, REST, START, WARNED

MOMENTS = [0.3 + moment / 40 for moment in range(240)]


def levels(signal: Signal) -> list[float]:
    """The course of a light's brightness, whatever its hue: that of its first layer."""
    return [signal[0].motion.level_at(t) for t in MOMENTS]


def difference(one: Signal, other: Signal) -> float:
    return max(abs(a - b) for a, b in zip(levels(one), levels(other), strict=True))


def one_of_each_role(view: BoardView) -> dict[Role, Signal]:
    signals = signals_for(view, STANDARD)
    return {role: signals[square] for square, role in roles_for(view).items()}


@pytest.mark.parametrize("view", [HAND, REST])
def test_roles_lit_together_differ_in_brightness_over_time(view: BoardView) -> None:
    signals = one_of_each_role(view)
    assert len(signals) > 1
    for one, other in combinations(signals, 2):
        assert difference(signals[one], signals[other]) >= 0.5, (one, other)


@pytest.mark.parametrize("view", [GRADED, WARNED, ADVISED])
def test_hints_differ_in_brightness_over_time_from_all_that_is_lit_with_them(
    view: BoardView,
) -> None:
    signals = one_of_each_role(view)
    assert len(signals) > 1
    for one, other in combinations(signals, 2):
        assert difference(signals[one], signals[other]) >= 0.2, (one, other)


def test_a_warning_beats_twice_and_pauses() -> None:
    course = [Heartbeat().level_at(moment / 100) for moment in range(160)]
    peaks = [i for i in range(1, 159) if course[i - 1] < course[i] > course[i + 1]]
    assert peaks == [15, 45]
    assert course[15] > course[45] > 3 * course[100]


def test_take_away_blinks_and_put_here_stands_still() -> None:
    signals = signals_for(FIX, STANDARD)
    [away] = signals[parse_square("a3")]
    [here] = signals[parse_square("b1")]
    assert (away.motion, here.motion) == (Blink(rate=4.0), Still())


def test_each_promotion_has_its_own_number_of_beams() -> None:
    courses = []
    for piece in PROMOTIONS:
        view = BoardView(START, promotion=PromotionView(60, piece))
        [layer] = signals_for(view, STANDARD)[60]
        assert isinstance(layer.motion, Turning)
        courses.append(layer.motion.beams)
    assert courses == [1, 2, 3, 4]


def test_turning_shows_its_beams_and_then_a_pause() -> None:
    motion = Turning(beams=3, beam=0.3, pause=0.6)
    course = [motion.level_at(moment / 100) for moment in range(150)]
    peaks = [i for i in range(1, 149) if course[i - 1] < course[i] > course[i + 1]]
    assert peaks == [15, 45, 75]


def test_a_piece_that_is_asked_for_dims_by_its_number_and_shines_between() -> None:
    counts = []
    for piece in PROMOTIONS:
        view = BoardView(START, ask=(60,), asks_for_piece=piece, answers=(4, 52))
        [layer] = signals_for(view, STANDARD)[60]
        assert isinstance(layer.motion, Dips)
        assert layer.color == STANDARD.promotion(piece)
        counts.append(layer.motion.count)
    assert counts == [1, 2, 3, 4]
    course = [Dips(count=2, dip=0.6, pause=1.2).level_at(moment / 100) for moment in range(240)]
    dips = [i for i in range(1, 239) if course[i - 1] > course[i] < course[i + 1]]
    assert dips == [150, 210]
    assert set(course[:120]) == {1.0}


LOOK_ALIKE = {"move", "fine"}
"""Where a piece may go, and where it goes well: the same light, for whoever wants no more."""


@pytest.mark.parametrize("name", PaletteName)
def test_no_two_meanings_look_the_same(name: PaletteName) -> None:
    for one, other in combinations(legend(PALETTES[name]), 2):
        assert {one.meaning, other.meaning} == LOOK_ALIKE or least_apart(one, other) >= 0.4, (
            one.meaning,
            other.meaning,
        )


def least_apart(one: LegendEntry, other: LegendEntry) -> float:
    """How much the likest of their lights of one hue differ in brightness over time."""
    alike = [(a, b) for a in one.lights for b in other.lights if hues(a) == hues(b)]
    return min((difference(a, b) for a, b in alike), default=1.0)


def hues(signal: Signal) -> list[Rgb]:
    return [layer.color for layer in signal]


def test_a_breath_takes_two_seconds_and_starts_full() -> None:
    breath = Breath()
    assert breath.level_at(0) == breath.level_at(2) == 1.0
    assert breath.level_at(1) == pytest.approx(0.3)


def test_the_takeover_wave_runs_outward() -> None:
    signals = signals_for(HAND, STANDARD)
    near, far = signals[parse_square("f3")], signals[parse_square("g4")]
    later = [far[0].motion.level_at(t + 0.14) for t in MOMENTS]
    assert later == pytest.approx(levels(near))


def test_a_sparkle_is_the_same_for_the_same_moment_and_square_and_differs_between_squares() -> None:
    assert levels_of(Sparkle(7)) == levels_of(Sparkle(7))
    assert levels_of(Sparkle(7)) != levels_of(Sparkle(8))
    assert max(levels_of(Sparkle(7))) > 0.9
    assert min(levels_of(Sparkle(7))) < 0.5


def levels_of(motion: Sparkle) -> list[float]:
    return [motion.level_at(t) for t in MOMENTS]


def test_an_accepted_turn_flashes_for_150_milliseconds_and_then_stays_very_dim() -> None:
    flash = Flash()
    assert [flash.level_at(t) for t in (0.0, 0.149)] == [1.0, 1.0]
    assert flash.level_at(0.151) == flash.level_at(60.0) < 0.2


@pytest.mark.parametrize("length", [2, 3, 6])
def test_one_light_walks_the_way_of_sako_to_the_king_and_starts_again(length: int) -> None:
    walk = [Walk(index, length) for index in range(length)]
    cycle = length * 0.35 + 0.7
    for start in (0.0, cycle):
        for step in range(length):
            t = start + (step + 0.5) * 0.35
            assert [w.level_at(t) == 1.0 for w in walk] == [i == step for i in range(length)]
        t = start + cycle - 0.1
        assert [w.level_at(t) == 1.0 for w in walk] == [i == length - 1 for i in range(length)]


def test_violet_and_white_take_turns_once_a_second() -> None:
    violet, white = signals_for(BoardView(START, ask=(20, 30)), STANDARD)[20]
    assert violet.motion.level_at(0) == violet.motion.level_at(1) == 1.0
    assert violet.motion.level_at(0.5) == white.motion.level_at(0) == 0.0
    assert white.motion.level_at(0.5) > 0.5


def test_every_level_is_between_dark_and_full() -> None:
    for view in EVERYTHING:
        for signal in signals_for(view, STANDARD).values():
            for layer in signal:
                assert all(0.0 <= layer.motion.level_at(t) <= 1.0 for t in MOMENTS)


def test_the_boards_turn_is_lit_where_to_lift_then_where_to_set_down_and_dimly_what_is_next() -> (
    None
):
    start, end, then = (parse_square(name) for name in ("g2", "f3", "e4"))
    shown = signals_for(BoardView(START, step=StepView(start, end, then)), STANDARD)

    def level(square: int, t: float) -> float:
        (layer,) = shown[square]
        return layer.motion.level_at(t)

    assert (level(start, 0.1), level(end, 0.6)) == (1.0, 1.0)
    assert level(start, 0.6) == level(end, 0.1) < 0.3
    assert {level(then, t) for t in MOMENTS} == {level(end, 0.1)}
