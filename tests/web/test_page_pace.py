"""The page keeps up with a board on which turn follows turn as fast as they can be told."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.daemon.playing import ENDLESS, game_to_play, script_for
from tests.web.browsing import PHONE
from tests.web.live_page import visitor
from tests.web.running_board import ToldBoard

pytestmark = pytest.mark.slow

TURNS: Final = 300
MOST_BEHIND: Final = 20_000
"""Milliseconds after which a page that has heard all must show it, on a busy machine."""
SEES: Final = """
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(address) {
    super(address);
    this.addEventListener("message", ({ data }) => {
      if (data !== "pong") window.lastSeen = JSON.parse(data).seq;
    });
  }
};
"""
"""Notes the number of the last message in the page, before the page does anything with it."""

OTHERWISE: Final = """
async (fen) => {
  const { parseFen } = await import("/fen.js");
  const { squareWords } = await import("/words.js");
  const { squares } = parseFen(fen);
  return [...document.querySelectorAll("[role=gridcell]")]
    .map((cell) => [cell.ariaLabel.split(";")[0], cell.dataset.square])
    .filter(([label, square]) => label !== squareWords(square, squares[square]));
}
"""
"""Squares on which the page says something else than a position."""


def test_the_page_keeps_up_with_three_hundred_turns_at_full_speed(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_for(game_to_play(3, TURNS, ENDLESS), rules=ENDLESS)
    board = ToldBoard(tmp_path, config=f'game:\n  rules: "{ENDLESS}"\n')
    board.start()
    try:
        with visitor(browser, board, PHONE) as live:
            live.page.add_init_script(SEES)
            live.open()
            live.says("White to move.")
            began = perf_counter()
            board.tell([line for lines in script.lines for line in lines])
            told = perf_counter()
            state = board.get("state")
            live.page.wait_for_function("seq => window.lastSeen >= seq", arg=state["seq"])
            listed = live.page.get_by_role("list", name="Turns").get_by_role("button")
            expect(listed).to_have_count(TURNS, timeout=MOST_BEHIND)
            shown = perf_counter()
            assert live.page.evaluate("window.lastSeen") == board.get("state")["seq"]
            assert [turn["fen"] for turn in state["turns"]] == script.fens
            assert live.page.evaluate(OTHERWISE, state["game"]["fen"]) == []
            with capsys.disabled():
                print(
                    f"\n{TURNS} turns, {state['seq']} messages in {told - began:.1f} s; "
                    f"the page was {(shown - told) * 1000:.0f} ms behind"
                )
    finally:
        board.stop()
