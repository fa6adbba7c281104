"""A game against the board itself, as somebody plays it on the page: at a desk and on a phone."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from board_daemon.opponent.levels import LEVELS
from board_daemon.rules.actions import Lift, Place
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY
from board_daemon.rules.squares import bits, square_name
from board_daemon.web.app import PAGE
from tests.web.browsing import PATIENCE, PHONE
from tests.web.live_page import LivePage, visitor
from tests.web.running_board import QUICK, RunningBoard

pytestmark = pytest.mark.slow

ITSELF = "opponent:\n  pace: 100 ms\n"
BY_PEOPLE = "opponent:\n  moves_itself: no\n"
ROUNDS = 4
PACO_FOR_BLACK = "k7/8/8/4q3/8/8/P7/4K3 w 0 - - -"
PACO_BY_A_CHAIN = "k7/8/3p4/4C3/8/8/P7/4K3 w 0 - - -"
"""On e5 a white pawn dances with a black rook, who is freed by the pawn of d6."""


@pytest.fixture(scope="module")
def live_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    """A board that moves its own pieces, quickly."""
    board = RunningBoard(tmp_path_factory.mktemp("itself"), QUICK + ITSELF)
    board.start()
    yield board
    board.stop()


@pytest.fixture(scope="module")
def board_by_people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    """A board whose pieces people move for it."""
    board = RunningBoard(tmp_path_factory.mktemp("by people"), QUICK + BY_PEOPLE)
    board.start()
    yield board
    board.stop()


def state_when(live: LivePage, ply: int) -> dict[str, Any]:
    """The state once the page shows so many turns, with nobody's hand on the board."""
    listed = live.page.get_by_role("list", name="Turns").get_by_role("button")
    expect(listed).to_have_count(ply)
    live.says(re.compile("to move|can be reached|Paco|wins|thinking|plays|Do it"))
    state: dict[str, Any] = live.board.get("state")
    return state


def quiet_move(fen: str) -> tuple[str, str]:
    """A lone piece that moves to an empty square."""
    position = parse_fen(fen, PACOPLAY)
    own = position.squares(position.to_move) & ~position.unions
    moves = (_quiet_moves(position, start) for start in bits(own))
    return next(move for each in moves for move in each)


def _quiet_moves(position: Position, start: int) -> Iterator[tuple[str, str]]:
    if Lift(start) not in legal_actions(position):
        return
    lifted = play(position, Lift(start))
    for action in legal_actions(lifted):
        if not isinstance(action, Place) or position.occupied >> action.square & 1:
            continue
        if _is_plain(position, lifted, action):
            yield square_name(start), square_name(action.square)


def _is_plain(position: Position, lifted: Position, action: Place) -> bool:
    """Whether that is all of the turn: no castling, no pawn that is drawn back or promoted."""
    after = play(lifted, action)
    moved = after.occupied.bit_count() == position.occupied.bit_count()
    is_king = position.king_square(position.to_move) == square_of(lifted)
    return after.to_move != position.to_move and moved and not is_king


def square_of(lifted: Position) -> int:
    """Where the piece in hand came from."""
    assert lifted.hand is not None
    return lifted.hand.square


def begin_against_board(live: LivePage, level: int) -> None:
    live.button("New game").click()
    dialog = live.dialog
    dialog.get_by_role("radio", name=re.compile("You and the board")).check()
    dialog.get_by_label("How well the board plays").select_option(str(level))
    expect(dialog.get_by_label("Black")).to_be_disabled()
    live.picture("dialog-opponent")
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_have_count(0)


def test_every_level_is_called_what_it_is_called() -> None:
    texts = (PAGE / "texts.js").read_text(encoding="utf-8")
    for level in LEVELS:
        assert f'"opponent.level-{level.number}": "{level.name}"' in texts
        assert f'"opponent.character-{level.number}": ' in texts


def test_a_game_against_the_board_that_moves_its_pieces_itself(live: LivePage) -> None:
    live.new_game()
    begin_against_board(live, 1)
    live.says("White to move.")
    expect(live.button("Black: Board (1). Change the names")).to_be_visible()
    ply = 0
    for _ in range(ROUNDS):
        state = state_when(live, ply)
        if state["game"]["end"]:
            break
        live.tap(*quiet_move(state["game"]["fen"]))
        ply += 2
        state_when(live, ply)
        live.page.wait_for_function(
            "() => !/thinking|The board plays/.test(document.querySelector('.line').textContent)"
        )
    live.picture("live-opponent")
    recorded = live.board.get("state")["turns"]
    assert len(recorded) == ply


def test_a_turn_taken_back_gives_people_the_turn_again(live: LivePage) -> None:
    live.new_game(opponent={"color": "b", "level": 1})
    live.tap("e2", "e4")
    state_when(live, 2)
    live.button("Take back").click()
    # Not the board's turn alone, which it would only play again.
    expect(live.dialog).to_contain_text("e2 > e4 and the turn after it are taken back.")
    live.dialog.get_by_role("button", name="Take back").click()
    live.turns()
    live.says("White to move.")
    live.shows(e2="white pawn", e4="empty")


def test_the_board_begins_where_it_plays_white(live: LivePage) -> None:
    live.board.new_game(opponent={"color": "w", "level": 1})
    live.open()
    state_when(live, 1)
    live.says("Black to move.")


def test_only_people_give_up_or_offer_a_draw(live: LivePage) -> None:
    live.new_game(opponent={"color": "b", "level": 1})
    live.tap("e2", "e4")
    state_when(live, 2)
    live.button("Resign").click()
    expect(live.dialog.get_by_role("button", name=re.compile("resigns"))).to_have_count(1)
    live.dialog.get_by_role("button", name="White resigns").click()
    live.says(re.compile("wins"))


def test_a_draw_is_offered_at_once_where_only_one_could_offer_it(live: LivePage) -> None:
    live.new_game(opponent={"color": "b", "level": 1})
    live.tap("e2", "e4")
    state_when(live, 2)
    with live.page.expect_response("**/api/game/draw") as answered:
        live.button("Offer a draw").click()
    assert answered.value.request.post_data_json == {"color": "w", "what": "offer"}
    expect(live.page.locator("dialog")).to_have_count(0)


def test_on_a_phone_the_boards_turns_are_done_for_it(
    browser: Browser, board_by_people: RunningBoard
) -> None:
    with visitor(browser, board_by_people, PHONE, is_phone=True) as live:
        live.new_game(opponent={"color": "b", "level": 2})
        for turn in range(ROUNDS):
            state = state_when(live, 2 * turn)
            if state["game"]["end"]:
                break
            live.tap(*quiet_move(state["game"]["fen"]))
            live.says(re.compile("^Do it for me: the .* on|^Do it for me: the .* goes"))
            if turn == 0:
                live.picture("live-opponent-do")
            do_it(live, 2 * turn + 2)
        state = live.board.get("state")
        assert state["game"]["white"] == ""
        assert state["game"]["black"] == "pacoboard, level 2"


def test_a_union_of_the_boards_is_made_for_it_as_any_other(
    browser: Browser, board_by_people: RunningBoard
) -> None:
    with visitor(browser, board_by_people, PHONE, is_phone=True) as live:
        live.new_game(PACO_FOR_BLACK, opponent={"color": "b", "level": 10})
        live.tap("a2", "a3")
        live.says("Do it for me: the queen on e5 unites with the king on e1.")
        live.tap("e5")
        live.says("Now unite the queen with the king on e1.")
        live.tap("e1")
        live.turns("a2 > a3", "Qe5 × Ke1")
        live.shows(e1="white king and black queen, united")
        live.picture("live-opponent-paco")


def test_a_chain_of_the_boards_is_carried_out_link_by_link(
    browser: Browser, board_by_people: RunningBoard
) -> None:
    with visitor(browser, board_by_people, PHONE, is_phone=True) as live:
        live.new_game(PACO_BY_A_CHAIN, opponent={"color": "b", "level": 10})
        live.tap("a2", "a3")
        live.says("Do it for me: the pawn on d6 takes over the union on e5.")
        live.lit("opponent", "d6", "e5", "e1")
        live.picture("live-opponent-chain")
        live.tap("d6", "e5")
        live.says("Now unite the rook with the king on e1.")
        live.tap("e1")
        live.turns("a2 > a3", "d6 > Re5 × Ke1")


def step_when(live: LivePage, number: int) -> dict[str, Any]:
    """The step of the board's turn with that number, once the one before it was seen to be done."""
    since, step = time.monotonic(), None
    while time.monotonic() < since + PATIENCE / 1000:
        step = live.board.get("state")["opponent"]["step"]
        if isinstance(step, dict) and step["number"] == number:
            return step
    raise AssertionError(f"expected step {number} of the board's turn, saw {step}")


def do_it(live: LivePage, ply: int) -> None:
    """Carry out what the lights show, until it is recorded."""
    listed = live.page.get_by_role("list", name="Turns").get_by_role("button")
    for number in range(1, live.board.get("state")["opponent"]["step"]["steps"] + 1):
        step = step_when(live, number)
        if not step["held"]:
            expect(live.square(step["start"])).to_have_attribute(
                "data-role", re.compile("opponent"), timeout=PATIENCE
            )
            live.tap(step["start"])
            live.says(re.compile("^Now "))
        live.tap(step["end"])
    expect(listed).to_have_count(ply)
