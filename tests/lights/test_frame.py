import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.lights.frame import (
    DARK,
    Cue,
    Glow,
    LightSettings,
    LightSettingsError,
    Timing,
    frame_at,
    glows_at,
    led_frame,
)
from board_daemon.lights.palette import BLUE, RED_GREEN, STANDARD
from board_daemon.lights.roles import roles_for
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.view import (
    BoardView,
    DestinationKind,
    FixSquare,
    HandView,
    PromotionView,
)
from tests.lights.views import ENDED, EVERYTHING, HAND, PACO, REST, START, squares

some_squares = st.lists(st.integers(0, 63), max_size=64, unique=True).map(tuple)
views = st.builds(
    BoardView,
    position=st.sampled_from([START, PACO]),
    hand=st.none()
    | st.builds(
        HandView,
        origin=st.integers(0, 63),
        destinations=st.dictionaries(st.integers(0, 63), st.sampled_from(DestinationKind)),
    ),
    last=some_squares,
    sako=some_squares,
    ask=st.just(()) | some_squares,
    fix=st.lists(st.builds(FixSquare, st.integers(0, 63), st.booleans()), max_size=4).map(tuple),
    promotion=st.none() | st.builds(PromotionView, st.integers(0, 63), st.sampled_from(PROMOTIONS)),
)
settings_of_all_kinds = st.builds(
    LightSettings,
    palette=st.sampled_from([STANDARD, RED_GREEN, BLUE]),
    brightness=st.floats(0, 1),
    night=st.floats(0, 1),
    gamma=st.floats(1, 4),
    max_current=st.floats(128, 4000),
)
WHITE_BOARD = dict.fromkeys(range(64), Glow((255, 255, 255), 1.0))


@pytest.mark.slow
@given(views, st.floats(0, 1e6), settings_of_all_kinds)
def test_no_frame_ever_draws_more_than_the_cap(
    view: BoardView, t: float, settings: LightSettings
) -> None:
    frame = frame_at(view, t, settings)
    drawn = sum(20 * channel / 255 for pixel in frame.pixels for channel in pixel) + 64
    assert drawn == pytest.approx(frame.current)
    assert drawn <= settings.max_current + 1e-9


@pytest.mark.slow
@given(views, st.floats(0, 1e6), settings_of_all_kinds)
def test_every_frame_is_64_colours_of_bytes_and_lit_only_where_there_is_a_role(
    view: BoardView, t: float, settings: LightSettings
) -> None:
    frame = frame_at(view, t, settings)
    assert len(frame.pixels) == 64
    assert all(0 <= channel <= 255 for pixel in frame.pixels for channel in pixel)
    lit = {square for square, pixel in enumerate(frame.pixels) if any(pixel)}
    assert lit <= set(roles_for(view))


@given(st.floats(128, 3900))
def test_a_board_all_white_is_dimmed_to_the_cap_and_stays_white(cap: float) -> None:
    frame = led_frame(WHITE_BOARD, LightSettings(brightness=1.0, max_current=cap))
    assert cap - 20 <= frame.current <= cap
    assert len(set(frame.pixels)) == 1
    assert len(set(frame.pixels[0])) == 1


def test_without_a_cap_in_the_way_64_white_lights_draw_what_the_data_sheet_says() -> None:
    frame = led_frame(WHITE_BOARD, LightSettings(brightness=1.0, max_current=10_000))
    assert frame.current == pytest.approx(64 * 61.0)


def test_a_role_shows_its_colour_of_the_palette() -> None:
    glows = glows_at(HAND, 0.0)
    assert glows[parse_square("d2")].shade == (0, 70, 255)
    assert glows[parse_square("d4")].shade == (200, 0, 160)


def test_night_dims_every_light_and_puts_none_out() -> None:
    day = frame_at(REST, 3.0, LightSettings())
    night = frame_at(REST, 3.0, LightSettings(night=0.05))
    for by_day, by_night in zip(day.pixels, night.pixels, strict=True):
        assert sum(by_night) <= sum(by_day)
        assert any(by_night) == any(by_day)


def test_no_brightness_is_a_dark_board() -> None:
    assert frame_at(HAND, 1.0, LightSettings(brightness=0.0)) == DARK


@pytest.mark.parametrize("view", EVERYTHING)
def test_the_same_moment_looks_the_same_every_time(view: BoardView) -> None:
    assert frame_at(view, 12.34) == frame_at(view, 12.34)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("brightness", 1.5),
        ("brightness", -0.1),
        ("night", float("nan")),
        ("gamma", 0.5),
        ("max_current", 60.0),
        ("max_current", float("inf")),
    ],
)
def test_a_setting_out_of_range_is_refused_by_name(name: str, value: float) -> None:
    with pytest.raises(LightSettingsError, match=name) as caught:
        LightSettings(**{name: value})  # type: ignore[arg-type]
    assert isinstance(caught.value, PacoboardError)


def test_paco_ends_with_the_union_glittering_in_gold() -> None:
    red, green, blue = glows_at(ENDED, 100.0)[parse_square("e7")].shade
    assert red > green > blue
    assert red > 130
    assert max(glows_at(ENDED, 100.0)[parse_square("e6")].shade) < 50


def test_the_flash_starts_when_the_turn_is_accepted() -> None:
    cue = Cue(BoardView(START)).followed_by(BoardView(START, last=squares("e2 e4")), 50.0)
    assert brightness(cue, 50.1) > 3 * brightness(cue, 50.2) > 0


def test_the_flash_is_not_repeated_when_a_piece_is_lifted_and_set_back() -> None:
    rest = BoardView(START, last=squares("e2 e4"))
    lifted = BoardView(START, last=rest.last, hand=HandView(1, {}))
    cue = Cue(rest, Timing(0.0, 0.0)).followed_by(lifted, 9.0).followed_by(rest, 10.0)
    assert brightness(cue, 10.05) == brightness(cue, 11.0)


def test_motions_start_when_their_squares_light_up_and_go_on_undisturbed() -> None:
    cue = Cue(BoardView(START)).followed_by(HAND, 7.3)
    assert cue.timing.shown == 7.3
    assert cue.followed_by(HAND, 8.0) == cue


def test_the_next_promotion_starts_its_beams_anew() -> None:
    queen, knight = (BoardView(START, promotion=PromotionView(60, p)) for p in PROMOTIONS[:2])
    cue = Cue(queen).followed_by(knight, 4.0)
    assert cue.timing.shown == 4.0


def brightness(cue: Cue, t: float) -> int:
    return sum(map(sum, frame_at(cue.view, t, timing=cue.timing).pixels))
