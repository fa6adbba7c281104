"""The page played by keyboard, by mouse and by finger: nobody is left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import PHONE
from tests.web.live_page import LivePage, visitor
from tests.web.running_board import RunningBoard

pytestmark = pytest.mark.slow

FILES = "abcdefgh"


@pytest.fixture(scope="module")
def _handset(browser: Browser, live_board: RunningBoard) -> Iterator[LivePage]:
    with visitor(browser, live_board, PHONE, is_phone=True) as live:
        yield live


@pytest.fixture
def phone(_handset: LivePage) -> Iterator[LivePage]:
    """A page on a phone."""
    yield _handset
    _handset.is_content()


def test_a_whole_game_with_a_union_is_played_with_keys_alone(live: LivePage) -> None:
    live.new_game()
    here = "e2"
    _tab_to(live, here)
    turns: list[str] = []
    for start, end, notation in (
        ("e2", "e4", "e2 > e4"),
        ("d7", "d5", "d7 > d5"),
        ("e4", "d5", "e4 × d5"),
        ("a7", "a6", "a7 > a6"),
        ("d1", "g4", "Qd1 > g4"),
        ("h7", "h6", "h7 > h6"),
        ("g4", "d7", "Qg4 > d7"),
        ("h6", "h5", "h6 > h5"),
        ("d7", "e8", "Qd7 × Ke8"),
    ):
        here = _walk(live, here, start, "Enter")
        here = _walk(live, here, end, "Space")
        turns.append(notation)
        live.turns(*turns)
    live.says("Paco! White wins.")
    live.shows(d5="white pawn and black pawn, united", e8="white queen and black king, united")
    expect(live.square("e8")).to_be_focused()


def test_the_keys_go_as_the_board_is_seen_when_it_is_turned(live: LivePage) -> None:
    live.new_game()
    live.button("Turn the board").click()
    try:
        live.square("e2").focus()
        live.page.keyboard.press("ArrowDown")
        expect(live.square("e3")).to_be_focused()
        live.page.keyboard.press("ArrowLeft")
        expect(live.square("f3")).to_be_focused()
        live.tap("e2", "e4")
        live.turns("e2 > e4")
        live.picture("live-turned")
    finally:
        live.button("Turn the board").click()


def _tab_to(live: LivePage, square: str) -> None:
    """Tab through the page until the board is reached."""
    for _ in range(40):
        live.page.keyboard.press("Tab")
        if live.square(square).evaluate("(cell) => cell === document.activeElement"):
            return
    raise AssertionError("Tab does not reach the board")


def _walk(live: LivePage, here: str, there: str, key: str) -> str:
    """Go from square to square with the arrow keys, and press a key there."""
    files = FILES.index(there[0]) - FILES.index(here[0])
    ranks = int(there[1]) - int(here[1])
    for _ in range(abs(files)):
        live.page.keyboard.press("ArrowRight" if files > 0 else "ArrowLeft")
    for _ in range(abs(ranks)):
        live.page.keyboard.press("ArrowUp" if ranks > 0 else "ArrowDown")
    expect(live.square(there)).to_be_focused()
    live.page.keyboard.press(key)
    return there


def test_pieces_are_dragged_with_the_mouse(live: LivePage) -> None:
    live.new_game()
    live.drag("e2", "e3", "e4")
    live.turns("e2 > e4")
    live.drag("d7", "d5")
    live.turns("e2 > e4", "d7 > d5")
    live.drag("e4", "d5")
    live.turns("e2 > e4", "d7 > d5", "e4 × d5")
    live.shows(d5="white pawn and black pawn, united")


def test_a_freed_piece_goes_on_by_a_click_or_by_another_drag(live: LivePage) -> None:
    for is_dragged in (False, True):
        live.new_game("4k3/8/8/8/4a3/5a2/8/4K1N1 w 0 - - -")
        live.drag("g1", "f3")
        live.says("Freed! White goes on with the pawn of f3.")
        live.tap("e4")
        live.says("Freed! White goes on with the pawn of e4.")
        if is_dragged:
            live.drag("e4", "e5")
        else:
            live.tap("e5")
        live.turns("Ng1 → Pf3 → Pe4 → e5")


def test_a_drag_that_ends_where_it_began_or_outside_puts_the_piece_back(live: LivePage) -> None:
    live.new_game()
    live.drag("e2", "e4", "e2")
    live.says("White to move.")
    live.square("d2").hover()
    live.page.mouse.down()
    x, y = live.middle("d2")
    live.page.mouse.move(x, y - 60, steps=3)
    live.lit("origin", "d2")
    live.page.mouse.move(1, 1, steps=3)
    live.page.mouse.up()
    live.says("White to move.")
    live.shows(d2="white pawn", e2="white pawn")
    live.turns()


OUT_AND_BACK = """(square, [x, y, away]) => {
    const mouse = {pointerId: 1, pointerType: "mouse", bubbles: true, clientX: x};
    const at = (kind, clientY, more) => new PointerEvent(kind, {...mouse, clientY, ...more});
    const coalescedEvents = [at("pointermove", away)];
    square.dispatchEvent(at("pointerdown", y));
    square.dispatchEvent(at("pointermove", y, {coalescedEvents}));
    square.dispatchEvent(at("pointerup", y));
}"""


def test_a_drag_out_and_back_is_no_tap_where_a_busy_page_hears_of_it_at_once(
    live: LivePage,
) -> None:
    live.new_game()
    (x, y), (_, away) = live.middle("e2"), live.middle("e4")
    live.square("e2").evaluate(OUT_AND_BACK, [x, y, away])
    live.says("White to move.")
    live.tap("e2")
    live.says("White has the pawn from e2 in hand.")


def test_pieces_slide_over_squares_where_that_is_chosen(live: LivePage) -> None:
    live.new_game("4k3/8/8/8/8/8/8/R3K3 w 0 - - -")
    live.button("Slide").click()
    try:
        with live.page.expect_request(lambda request: '"slide"' in (request.post_data or "")):
            live.drag("a1", "a2", "a3", "a4", "a5")
        live.turns("Ra1 > a5")
    finally:
        live.button("Slide").click()


def test_one_partner_is_taken_out_of_a_union_and_set_back(live: LivePage) -> None:
    live.new_game("4k3/8/8/8/4a3/8/8/4K3 w 0 - - -")
    live.press_with_key("e4")
    live.shows(e4="black pawn")
    live.tap("e4")
    live.shows(e4="white pawn and black pawn, united")
    live.says("White to move.")
    live.turns()


def test_a_game_with_a_union_and_a_promotion_is_played_by_finger(phone: LivePage) -> None:
    phone.new_game()
    phone.tap("e2", "e4")
    phone.turns("e2 > e4")
    phone.tap("d7", "d5")
    phone.turns("e2 > e4", "d7 > d5")
    phone.tap("e4")
    phone.lit("union", "d5")
    phone.picture("live-hand")
    phone.tap("d5")
    phone.turns("e2 > e4", "d7 > d5", "e4 × d5")
    phone.picture("live-union")
    phone.new_game("4k3/1P6/8/8/8/8/8/4K3 w 0 - - -")
    phone.tap("b7", "b8")
    phone.says("Home!")
    phone.picture("live-promotion")
    phone.button("knight").tap()
    phone.turns("b7 > b8=N")


def test_a_piece_is_dragged_by_finger_and_the_page_stays_where_it_is(phone: LivePage) -> None:
    phone.new_game()
    wire = phone.page.context.new_cdp_session(phone.page)
    way = [phone.middle(square) for square in ("e2", "e3", "e4")]
    for kind, points in (
        ("touchStart", way[:1]),
        ("touchMove", way[1:2]),
        ("touchMove", way[2:]),
        ("touchEnd", []),
    ):
        touches = [{"x": x, "y": y} for x, y in points]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    phone.turns("e2 > e4")
    assert phone.page.evaluate("[scrollX, scrollY]") == [0, 0]


def test_a_second_finger_does_not_take_over_what_the_first_one_drags(phone: LivePage) -> None:
    phone.new_game()
    wire = phone.page.context.new_cdp_session(phone.page)

    def touch(kind: str, **fingers: str) -> None:
        middles = {number: phone.middle(square) for number, square in fingers.items()}
        points = [{"x": x, "y": y, "id": "ab".index(number)} for number, (x, y) in middles.items()]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", a="e2")
    touch("touchMove", a="e3")
    # The palm of a child's other hand.
    touch("touchStart", a="e3", b="h8")
    touch("touchMove", a="e3", b="g6")
    touch("touchEnd", b="g6")
    touch("touchMove", a="e4")
    touch("touchEnd")
    phone.turns("e2 > e4")


def test_a_long_press_joins_without_lifting_the_partner(phone: LivePage) -> None:
    phone.new_game("4k3/8/8/3p1p2/4P3/8/8/4K3 w 0 - - -")
    phone.tap("e4")
    phone.lit("union", "d5", "f5")
    wire = phone.page.context.new_cdp_session(phone.page)
    x, y = phone.middle("d5")
    touch = [{"x": x, "y": y}]
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touch})
    phone.shows(d5="white pawn and black pawn, united")
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.tap("e8", "e7")
    phone.says("Which one did you join?")
    phone.picture("live-question")
    phone.button("black pawn, f5").tap()
    phone.turns("e4 × f5", "Ke8 > e7")
