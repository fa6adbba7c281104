"""What the live page works out by itself: positions, the state, words. Run in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from board_daemon.rules.fen_parts import PAIR_BY_LETTER
from board_daemon.rules.pieces import PieceType
from board_daemon.web.app import PAGE
from tests.web.browsing import page_of
from tests.web.fake_board import FakeBoard
from tests.web.fake_table import FakeTable, standing

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page that imports modules and shows nothing."""
    with page_of(browser, FakeBoard()) as page:
        page.goto("/blank")
        page.evaluate(
            """async () => {
              const names = [
                "fen", "words", "store", "notation", "live-words", "live-hand", "board-lights",
              ];
              const modules = await Promise.all(names.map((name) => import(`/${name}.js`)));
              window.m = Object.assign({}, ...modules);
            }"""
        )
        yield page


def run(page: Page, body: str, value: Any = None) -> Any:
    """What an expression is worth that has all modules at hand as `m`, and `value`."""
    return page.evaluate(f"(value) => {body}", value)


def told(**changed: Any) -> dict[str, Any]:
    return FakeTable(changed=changed).state


# --- modules ---


def test_every_module_of_the_page_can_be_loaded(page: Page) -> None:
    # `main` begins to show pages at once, and loads the others only when somebody opens theirs.
    modules = sorted(path.stem for path in PAGE.glob("*.js") if path.stem != "main")
    failed = run(
        page,
        """Promise.all(value.map((name) =>
          import(`/${name}.js`).then(() => "", (error) => `${name}: ${error}`)
        )).then((failures) => failures.filter(Boolean))""",
        modules,
    )
    assert failed == []
    assert "lessons-exercise" in modules


# --- positions ---


def test_every_letter_of_a_fen_means_to_the_page_what_it_means_to_the_rules(page: Page) -> None:
    placements = {letter: f"8/8/8/8/8/8/8/{letter}7 w 0 - - -" for letter in PAIR_BY_LETTER}
    read = run(
        page,
        "Object.fromEntries(Object.entries(value).map("
        "([letter, fen]) => [letter, m.parseFen(fen).squares.a1]))",
        placements,
    )
    letters = {piece.value: piece.letter for piece in PieceType} | {0: ""}
    assert read == {
        letter: letters[white] + letters[black].lower()
        for letter, (white, black) in PAIR_BY_LETTER.items()
    }


def test_a_fen_tells_squares_hand_and_side(page: Page) -> None:
    read = run(page, "m.parseFen(value)", "r7/2P5/8/8/4o3/8/8/7K^c7R b 3 - - -")
    assert read == {
        "squares": {"a8": "r", "c7": "P", "e4": "Nn", "h1": "K"},
        "hand": {"square": "c7", "pieces": "R"},
        "toMove": "b",
    }


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("", "expected a FEN"),
        ("8/8 w 0 - - -", "has 2"),
        ("8/8/8/8/8/8/8/7 w 0 - - -", "Row 1 has 7 squares"),
        ("8/8/8/8/8/8/8/9 w 0 - - -", "“9” in row 1"),
        ("ppppppppp/8/8/8/8/8/8/8 w 0 - - -", "Row 8 has 9 squares"),
        ("8/8/8/8/8/8/8/8^z9R w 0 - - -", "does not say which piece"),
        ("8/8/8/8/8/8/8/8 x 0 - - -", "w or b"),
    ],
)
def test_what_is_no_fen_is_said_in_a_sentence(page: Page, fen: str, expected: str) -> None:
    message = run(
        page, "(() => { try { m.parseFen(value) } catch (e) { return e.message } })()", fen
    )
    assert expected in message


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ("Np", "white knight and black pawn, united, e5"),
        ("q", "black queen, e5"),
        ("K", "white king, e5"),
        ("", "empty, e5"),
    ],
)
def test_a_square_is_told_in_a_persons_words(page: Page, pieces: str, words: str) -> None:
    assert run(page, "m.squareWords('e5', value)", pieces) == words


# --- the state ---

FIRST = {"ply": 1, "t": 1.0, "notation": "e2>e4", "actions": ["Le2", "Pe4"], "fen": START}
SECOND = {"ply": 2, "t": 2.0, "notation": "e7>e5", "actions": ["Le7", "Pe5"], "fen": START}


def after(page: Page, *messages: dict[str, Any]) -> Any:
    """The state after a hello and these messages, numbered from 2 on."""
    numbered = [{"seq": number, **each} for number, each in enumerate(messages, start=2)]
    hello = {"event": "hello", "seq": 1, "state": told()}
    return run(
        page, "value.reduce((state, each) => m.reduce(state, each), null)", [hello, *numbered]
    )


def notations(state: Any) -> list[str]:
    return [turn["notation"] for turn in state["turns"]]


def test_turns_are_appended_revised_and_taken_back(page: Page) -> None:
    turns = (
        {"event": "turn", "status": "run", **FIRST},
        {"event": "turn", "status": "run", **SECOND},
    )
    revised = {"event": "revise", "status": "run", **SECOND, "notation": "e7>e6"}
    assert notations(after(page, *turns)) == ["e2>e4", "e7>e5"]
    assert notations(after(page, *turns, revised)) == ["e2>e4", "e7>e6"]
    assert notations(after(page, *turns, {"event": "takeback", "ply": 2})) == ["e2>e4"]
    assert notations(after(page, *turns, {"event": "newgame"})) == []


def test_a_message_that_came_before_changes_nothing(page: Page) -> None:
    late = {"event": "state", "seq": 1, "changed": {"phase": "over"}}
    assert after(page, late)["phase"] == "settled"


def test_a_state_message_replaces_only_what_changed(page: Page) -> None:
    state = after(page, {"event": "state", "changed": {"last": ["e2", "e4"], "turns": [FIRST]}})
    assert state["last"] == ["e2", "e4"]
    assert notations(state) == ["e2>e4"]
    assert state["phase"] == "settled"
    assert state["seq"] == 2


def test_lights_are_replaced_as_a_whole(page: Page) -> None:
    lights = {"squares": {"e4": "move"}, "show": {"e4": [0]}, "layers": [], "since": {"e4": 0}}
    assert after(page, {"event": "lights", "t": 3.0, **lights})["lights"] == lights


def test_on_a_virtual_board_the_pieces_are_shown_where_they_are(page: Page) -> None:
    state = told(virtual=standing({"e1": "K"}, right="N", origin="g1"))
    shown = run(page, "m.shownOf(value)", state)
    assert shown == {"squares": {"e1": "K"}, "hands": [{"square": "g1", "pieces": "N"}]}


def test_on_a_real_board_a_turn_is_shown_as_far_as_it_is_told(page: Page) -> None:
    hand: dict[str, Any] = {"origin": "e5", "piece": "N", "color": "w", "destinations": {}}
    hand["fen"] = "4k3/8/8/4c3/8/8/8/4K3^e5N w 1 - - -"
    shown = run(page, "m.shownOf(value)", told(hand=hand, phase="handling"))
    assert shown["squares"]["e5"] == "Rp"
    assert shown["hands"] == [{"square": "e5", "pieces": "N"}]
    assert run(page, "m.isFreed(value)", told(hand=hand)) is True


def test_a_piece_that_is_only_lifted_is_taken_off_its_square(page: Page) -> None:
    hand: dict[str, Any] = {
        "origin": "g1",
        "piece": "N",
        "color": "w",
        "destinations": {},
        "fen": None,
    }
    shown = run(page, "m.shownOf(value)", told(hand=hand, phase="handling"))
    assert "g1" not in shown["squares"]
    assert shown["hands"] == [{"square": "g1", "pieces": "N"}]


def test_only_the_running_clock_runs_and_never_below_nothing(page: Page) -> None:
    clock = {"white": 10.0, "black": 20.0, "running": "w"}
    left = run(
        page,
        "[['w', 4], ['b', 4], ['w', 99]].map((each) => m.secondsLeft(value, ...each))",
        told(clock=clock),
    )
    assert left == [6, 20, 0]


# --- words ---


@pytest.mark.parametrize(
    ("notation", "shown"),
    [
        ("Ng1>f3", "Ng1 > f3"),
        ("g2>Pf3>Pe4>d6", "g2 → Pf3 → Pe4 → d6"),
        ("Nf3xe5", "Nf3 × e5"),
        ("d4xBe5", "d4 × Be5"),
        ("0-0-0", "0-0-0"),
        ("b7>b8=Q", "b7 > b8=Q"),
        ("=Q:Ra1>a4", "=Q, Ra1 > a4"),
    ],
)
def test_notation_has_air_in_it(page: Page, notation: str, shown: str) -> None:
    assert run(page, "m.readable(value)", notation) == shown


def test_figurines_take_the_place_of_letters_and_leave_squares_alone(page: Page) -> None:
    assert run(page, "m.readable('NPe5>f7', true)") == "♘♙e5 > f7"
    assert run(page, "m.readable('b7>b8=Q', true)") == "b7 > b8=♕"
    assert run(page, "m.readable('0-0', true)") == "0-0"


@pytest.mark.parametrize(
    ("seconds", "shown"), [(300, "5:00"), (3723, "1:02:03"), (59.2, "1:00"), (9.46, "0:09.4")]
)
def test_the_clock_is_told_in_minutes_and_at_the_end_in_tenths(
    page: Page, seconds: float, shown: str
) -> None:
    assert run(page, "m.clockWords(value)", seconds) == shown


HAND: dict[str, Any] = {"origin": "g1", "piece": "N", "color": "w", "destinations": {}, "fen": None}
CASTLING = {"kind": "castle", "piece": "R", "start": "h1", "end": "f1"}
EN_PASSANT = {"kind": "takeover", "piece": "Np", "start": "d5", "end": "d6"}
FIX = [{"square": "e4", "wants_piece": False}, {"square": "e2", "wants_piece": True}]


@pytest.mark.parametrize(
    ("changed", "line", "mood"),
    [
        ({}, "White to move.", "quiet"),
        ({"game": {"white": "Ada"}}, "Ada to move.", "quiet"),
        ({"hand": HAND}, "White has the knight from g1 in hand.", "quiet"),
        (
            {"hand": {**HAND, "unseen": ["f3", "h3"]}},
            "White has the knight from g1 in hand. Has it joined? "
            "Then lift what is on f3 or h3 and set it down.",
            "quiet",
        ),
        ({"unfinished": CASTLING}, "Castling: the rook goes from h1 to f1.", "quiet"),
        (
            {"unfinished": EN_PASSANT},
            "En passant: the union of knight and pawn goes from d5 to d6.",
            "quiet",
        ),
        ({"sako": ["d1", "h5", "e8"]}, "Ŝako! White's king can be reached: d1 → h5 → e8.", "sako"),
        (
            {"sako": ["a1", "a3", "c3", "c5", "e5", "e8"]},
            "Ŝako! White's king can be reached: a1 → a3 → … → e8 (a chain of 5 links).",
            "sako",
        ),
        (
            {"question": {"what": "square", "squares": ["d4", "e5"]}},
            "Which one did you join? Lift it and set it down.",
            "ask",
        ),
        (
            {"question": {"what": "part", "squares": ["d4", "e5"], "yes": "a1", "no": "h1"}},
            "Was your turn on d4 or e5? Lift what is on a1 for yes, on h1 for no.",
            "ask",
        ),
        (
            {
                "question": {
                    "what": "piece",
                    "squares": ["d4"],
                    "piece": "knight",
                    "yes": "a1",
                    "no": "h1",
                }
            },
            "Is there a knight on d4 now? Lift what is on a1 for yes, on h1 for no.",
            "ask",
        ),
        (
            {"question": {"what": "takeback", "squares": ["d4"], "yes": "a1", "no": "h1"}},
            "Was the last turn taken back, and nothing played to d4? "
            "Lift what is on a1 for yes, on h1 for no.",
            "ask",
        ),
        (
            {"question": {"what": "promotion", "square": "e8", "piece": "knight"}},
            "Home! The pawn on e8 becomes a knight, unless you choose another.",
            "ask",
        ),
        (
            {"fix": FIX, "hand": HAND},
            "Let us put this right: take away what is on e4; e2 misses its piece.",
            "fix",
        ),
        (
            {"game": {"end": "Paco! Ada wins.", "reason": "paco", "result": "1-0", "white": "Ada"}},
            "Paco! Ada wins.",
            "paco",
        ),
    ],
)
def test_one_line_says_what_matters_now(
    page: Page, changed: dict[str, Any], line: str, mood: str
) -> None:
    assert run(page, "[m.lineOf(value), m.moodOf(value)]", told(**changed)) == [line, mood]


# --- lights and answers ---


def test_a_repeated_light_goes_round_without_a_seam(page: Page) -> None:
    layer = {"color": "#fff", "level": [1, 0, 0.5], "step": 0.5, "repeat": True}
    frames = run(page, "m.keyframes(value)", layer)
    assert [round(frame["offset"], 3) for frame in frames] == [0, 0.333, 0.667, 1]
    assert frames[0]["opacity"] == frames[-1]["opacity"] == 1
    assert frames[1]["opacity"] == 0


def test_a_light_that_jumps_stays_on_each_level_for_its_step(page: Page) -> None:
    layer = {"color": "#fff", "level": [1, 0], "step": 0.125, "repeat": True, "jump": True}
    frames = run(page, "m.keyframes(value)", layer)
    assert [frame["offset"] for frame in frames] == [0, 0.5, 1]
    assert all(frame["easing"].startswith("steps(1") for frame in frames)


def test_a_light_that_is_not_repeated_ends_at_its_last_level(page: Page) -> None:
    layer = {"color": "#fff", "level": [1, 1, 0], "step": 0.1, "repeat": False}
    frames = run(page, "m.keyframes(value)", layer)
    assert [frame["offset"] for frame in frames] == [0, 0.5, 1]
    assert frames[-1]["opacity"] == 0


def test_a_press_answers_only_on_the_squares_that_are_asked_about(page: Page) -> None:
    square = {"what": "square", "squares": ["d4", "e5"]}
    part = {"what": "part", "squares": ["d4"], "yes": "a1", "no": "h1"}
    assert run(page, "m.answerAt(value, 'e5')", square) == {"square": "e5"}
    assert run(page, "m.answerAt(value, 'a2')", square) is None
    assert run(page, "m.answerAt(value, 'a1')", part) == {"yes": True}
    assert run(page, "m.answerAt(value, 'h1')", part) == {"yes": False}
    assert run(page, "m.answerAt(null, 'h1')") is None
