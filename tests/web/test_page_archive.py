"""A game that was played on the page, found again in its archive: replayed, taken out, taken in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Download, FilePayload, Locator, expect

from tests.web.live_page import LivePage

pytestmark = pytest.mark.slow

CHAIN = "4k3/8/8/8/4a3/5a2/8/4K1N1 w 0 - - -"
MARKS = {"fen": "w 0", "turns": "Ng1>Pf3>Pe4>e5", "actions": '"Lift"', "trace": '"trace"'}
"""By which each form of a game is known."""


@pytest.fixture
def replay(live: LivePage) -> LivePage:
    """A chain and a step were played; now the replay of that game is open at its start."""
    live.new_game(CHAIN, white="Ada", black="Ben")
    live.tap("g1", "f3", "e4", "e5")
    live.turns("Ng1 → Pf3 → Pe4 → e5")
    live.tap("e8", "e7")
    live.turns("Ng1 → Pf3 → Pe4 → e5", "Ke8 > e7")
    live.page.get_by_role("link", name="Games").click()
    live.page.get_by_role("link", name=re.compile("Ada and Ben")).first.click()
    expect(live.page.get_by_role("heading", name="Ada and Ben")).to_be_visible()
    expect(slider(live)).to_have_value("0")
    return live


def slider(live: LivePage) -> Locator:
    return live.page.get_by_role("slider", name="Step")


def test_keys_go_step_by_step_through_the_chain_that_was_played(replay: LivePage) -> None:
    replay.page.keyboard.press("Home")
    expect(slider(replay)).to_have_value("0")
    for what in (
        "White lifts the knight from g1.",
        "White's knight joins the pawn on f3 and frees the pawn.",
        "White's pawn joins the pawn on e4 and frees the pawn.",
        "White's pawn goes to e5.",
    ):
        replay.page.keyboard.press("ArrowRight")
        replay.says(what)
    replay.picture("replay")
    replay.page.keyboard.press("End")
    expect(slider(replay)).to_have_value("6")
    replay.page.keyboard.press("ArrowUp")
    expect(slider(replay)).to_have_value("4")


def test_the_slider_goes_to_any_step_and_the_board_follows(replay: LivePage) -> None:
    board = replay.page.get_by_role("grid").first
    slider(replay).fill("6")
    king = board.locator('[data-square="e7"]')
    expect(king).to_have_accessible_name(re.compile("^black king, e7"))
    slider(replay).fill("2")
    union = board.locator('[data-square="f3"]')
    expect(union).to_have_accessible_name(re.compile("^white knight and black pawn, united, f3"))


def test_the_games_list_shows_the_game_that_is_being_played(replay: LivePage) -> None:
    facts = replay.page.locator(".replay-facts")
    expect(facts).to_contain_text("being played now")
    expect(facts).not_to_contain_text("not finished")
    replay.page.get_by_role("link", name="All games").click()
    first = replay.page.get_by_role("list", name="Games").get_by_role("listitem").first
    expect(first).to_contain_text("Ada and Ben")
    expect(first).to_contain_text("being played now")
    expect(first.get_by_role("button", name=re.compile("Delete"))).to_have_count(0)
    replay.picture("games")


def test_a_game_is_exported_in_every_form_and_known_when_it_comes_back(
    replay: LivePage, tmp_path: Path
) -> None:
    number = replay.board.get("state")["game"]["id"]
    replay.button("Share").click()
    links = replay.dialog.get_by_role("list", name="Download the game").get_by_role("link")
    expect(links).to_have_count(4)
    expect(replay.dialog.get_by_label("Score sheet", exact=True)).to_have_value(
        re.compile(re.escape(MARKS["turns"]))
    )
    replay.picture("share")
    files = {}
    for link in links.all():
        address = link.get_attribute("href") or ""
        with replay.page.expect_download() as told:
            link.click()
        files[address.rpartition("form=")[2]] = _kept(told.value, tmp_path)
    for form, mark in MARKS.items():
        assert mark in files[form].read_text(), form
    replay.page.keyboard.press("Escape")
    replay.page.get_by_role("link", name="All games").click()
    replay.button("Import").click()
    for form, file in files.items():
        replay.page.locator("input[type=file]").set_input_files(file)
        told_line = replay.page.get_by_role("listitem").filter(has_text=file.name)
        # Positions may be those of another evening just as well.
        which = "[0-9]+" if form == "fen" else str(number)
        expect(told_line).to_contain_text(re.compile(f"was here already, as game {which}\\b"))
    replay.picture("games-import")


def _kept(download: Download, folder: Path) -> Path:
    file = folder / download.suggested_filename
    download.save_as(file)
    return file


def test_pictures_of_a_position_are_saved_as_svg_and_as_png(
    replay: LivePage, tmp_path: Path
) -> None:
    slider(replay).fill("2")
    replay.button("Share").click()
    for kind, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG\r\n\x1a\n")):
        with replay.page.expect_download() as told:
            replay.button(f"Save {kind}").click()
        file = _kept(told.value, tmp_path)
        assert file.suffix == f".{kind.lower()}"
        assert file.read_bytes().lstrip().startswith(begins)
    replay.page.keyboard.press("Escape")


def test_a_game_is_imported_once_and_recognised_the_next_time(live: LivePage) -> None:
    live.open("#/games")
    live.button("Import").click()
    text = "1. e2>e4  e7>e5\n2. Ng1>f3  Nb8>c6\n3. Nf3xe5  Nc6>d4\n"
    file = FilePayload(name="evening.txt", mimeType="text/plain", buffer=text.encode())
    chosen = live.page.locator("input[type=file]")
    told = live.page.get_by_role("listitem").filter(has_text="evening.txt")
    chosen.set_input_files([file])
    expect(told).to_contain_text(re.compile("evening.txt is now game [0-9]+"))
    chosen.set_input_files([file])
    expect(told.first).to_contain_text(re.compile("was here already, as game [0-9]+"))
    told.first.get_by_role("link").click()
    expect(live.page.get_by_role("button", name="White: Nf3 × e5")).to_be_visible()


def test_what_is_no_game_is_refused_with_a_sentence(live: LivePage) -> None:
    live.open("#/games")
    live.button("Import").click()
    live.page.get_by_label("A game as text").fill("1. e2>e5")
    live.button("Take it in").click()
    expect(live.page.get_by_text(re.compile("e2>e5"))).not_to_have_count(0)
    told = live.page.get_by_role("listitem").filter(has_text="The pasted text")
    expect(told).to_contain_text("cannot be played")
    live.pardon_to_the_end("4[0-9][0-9]")


def test_games_are_found_renamed_and_deleted(live: LivePage) -> None:
    _nils_and_olga_play_one_turn(live)
    live.open("#/games")
    live.page.get_by_role("searchbox").fill("nils")
    expect(live.page.get_by_text("1 game found")).to_be_visible()
    live.page.get_by_role("button", name=re.compile("Rename .*Nils")).click()
    live.dialog.get_by_label("White").fill("Nelly")
    live.dialog.get_by_role("button", name="Keep these names").click()
    expect(live.page.get_by_role("link", name=re.compile("Nelly and Olga"))).to_be_visible()
    live.page.get_by_role("button", name=re.compile("Delete .*Nelly")).click()
    live.picture("dialog-delete")
    live.dialog.get_by_role("button", name="Delete it").click()
    expect(live.page.get_by_role("link", name=re.compile("Nelly"))).to_have_count(0)


def _nils_and_olga_play_one_turn(live: LivePage) -> None:
    """And then a new game is begun."""
    live.board.post("game/new", white="Nils", black="Olga")
    live.board.post("virtual/stand")
    live.open()
    # What is tapped before the page shows their game is lost.
    live.says("Nils to move.")
    live.tap("e2", "e4")
    live.turns("e2 > e4")
    live.new_game()


def test_a_game_is_renamed_and_deleted_though_the_list_was_read_anew_meanwhile(
    live: LivePage,
) -> None:
    _nils_and_olga_play_one_turn(live)
    live.open("#/games")
    live.page.get_by_role("button", name=re.compile("Rename .*Nils")).click()
    _read_list_anew(live)
    live.dialog.get_by_label("White").fill("Nelly")
    live.dialog.get_by_role("button", name="Keep these names").click()
    expect(live.page.get_by_role("link", name=re.compile("Nelly and Olga"))).to_be_visible()
    live.page.get_by_role("button", name=re.compile("Delete .*Nelly")).click()
    _read_list_anew(live)
    live.dialog.get_by_role("button", name="Delete it").click()
    expect(live.page.get_by_role("link", name=re.compile("Nelly"))).to_have_count(0)


def _read_list_anew(live: LivePage) -> None:
    """As happens behind a dialog where the search was slow."""
    with live.page.expect_response(lambda answer: "/api/games?" in answer.url) as told:
        live.page.locator("input[type=search]").dispatch_event("input")
    told.value.finished()


def test_an_imported_game_of_the_official_site_is_analysed(
    live: LivePage, data_dir: Path, tmp_path: Path
) -> None:
    turns = (data_dir / "traces" / "game-15313.turns.jsonl").read_text().splitlines()
    actions = [_as_json(action) for turn in turns for action in json.loads(turn)["actions"]]
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"actions": actions, "timestamps": [*range(len(actions))]}))
    live.open("#/games")
    live.button("Import").click()
    live.page.locator("input[type=file]").set_input_files(file)
    told = live.page.get_by_role("listitem").filter(has_text="game.json")
    told.get_by_role("link").click()
    mark = live.page.get_by_role("button", name=re.compile("^Ŝako"))
    mark.first.click()
    expect(live.trail.first).to_be_attached()
    live.picture("replay-marks")


def _as_json(action: str) -> object:
    from board_daemon.rules.actions import action_to_json, parse_action

    return action_to_json(parse_action(action))


@pytest.fixture(autouse=True)
def _home_again(live: LivePage) -> Iterator[None]:
    """No dialog is left open for the next test, and no analysis is waited for."""
    yield
    live.page.goto("about:blank")
    live.pardon_to_the_end("/analysis: net::ERR_ABORTED")
