"""What the archive views work out by themselves: steps, words, marks, names of files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from board_daemon.archive.records import ArchivedGame
from tests.web.browsing import page_of
from tests.web.fake_board import FakeBoard, analysis, random_game, real_game, told


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page that imports modules and shows nothing."""
    with page_of(browser, FakeBoard()) as page:
        page.goto("/blank")
        yield page


MODULES = ("archive", "game-steps", "game-words", "playback", "replay-marks", "share")


def run(page: Page, body: str, value: Any = None) -> Any:
    """What a function body returns that has all these modules at hand as `m`, and `value`."""
    imports = ", ".join(f"import('/{name}.js')" for name in MODULES)
    begin = f"const m = Object.assign({{}}, ...(await Promise.all([{imports}])));"
    return page.evaluate(f"async (value) => {{ {begin} {body} }}", value)


GAMES = [real_game(15313), random_game(2), random_game(76)]


@pytest.mark.parametrize("game", GAMES, ids=["real", "chains", "promotion owed"])
def test_there_is_one_step_for_each_action_and_one_for_the_start(
    page: Page, game: ArchivedGame
) -> None:
    steps = run(
        page,
        "const steps = new m.GameSteps(value);"
        "return Array.from({length: steps.last + 1}, (_, index) => steps.at(index));",
        told(game),
    )
    assert [step["action"] for step in steps[1:]] == [
        action for turn in game.turns for action in turn.actions
    ]
    assert [step["fen"] for step in steps if step["ends"]] == [
        game.start_fen,
        *(turn.fen for turn in game.turns),
    ]
    assert all(
        later["before"] == earlier["fen"] for earlier, later in zip(steps, steps[1:], strict=False)
    )


@pytest.mark.parametrize("game", GAMES, ids=["real", "chains", "promotion owed"])
def test_every_step_leads_to_its_turn_and_back(page: Page, game: ArchivedGame) -> None:
    wrong = run(
        page,
        "const steps = new m.GameSteps(value); const wrong = [];"
        "for (let index = 0; index <= steps.last; index += 1) {"
        "  const { ply, ends } = steps.at(index);"
        "  const before = steps.turnBefore(index), after = steps.turnAfter(index);"
        "  const goesBack = before < index && steps.plyAt(before) === ply - 1;"
        "  const goesOn = steps.plyAt(after) === (ends ? ply + 1 : ply);"
        "  if (index > 0 && !goesBack) wrong.push(index);"
        "  if (index < steps.last && !goesOn) wrong.push(index);"
        "} return wrong;",
        told(game),
    )
    assert wrong == []


@pytest.mark.parametrize("game", GAMES, ids=["real", "chains", "promotion owed"])
def test_the_parts_of_a_notation_stand_for_all_its_actions(page: Page, game: ArchivedGame) -> None:
    parts = run(
        page,
        "return value.map(m.notationParts)",
        [turn.notation for turn in game.turns],
    )
    assert [sum(part["actions"] for part in turn) for turn in parts] == [
        len(turn.actions) for turn in game.turns
    ]
    assert ["".join(part["text"] for part in turn) for turn in parts] == [
        turn.notation for turn in game.turns
    ]


def test_a_long_chain_is_shown_by_its_beginning_and_its_end(page: Page) -> None:
    notations = ["e2>e4", "=Q:Ra1>a4", "b7>b8=Q", "Ne6>Qd8>e8", "=Q:Ra1>Pb1>Pc1>Pd1>d4"]
    assert run(page, "return value.map((each) => m.shortNotation(each))", notations) == [
        *notations[:3],
        "Ne6>…>e8",
        "=Q:Ra1>…>d4",
    ]


def words_of(page: Page, game: ArchivedGame, notation: str) -> list[str]:
    """The words of every step of the first turn with that notation."""
    ply = next(turn.ply for turn in game.turns if turn.notation == notation)
    words: list[str] = run(
        page,
        "const { game, ply } = value; const steps = new m.GameSteps(game); const words = [];"
        "for (let index = steps.endOf(ply - 1) + 1; index <= steps.endOf(ply); index += 1)"
        "  words.push(m.stepWords(game, steps.at(index)));"
        "return words;",
        {"game": told(game), "ply": ply},
    )
    return words


def test_a_chain_is_told_link_by_link(page: Page) -> None:
    assert words_of(page, random_game(2), "g3>Pf4xe5") == [
        "White lifts the pawn from g3.",
        "White's pawn joins the queen on f4 and frees the pawn.",
        "White's pawn unites with the pawn on e5.",
    ]


def test_a_carried_pawn_is_told_with_what_it_becomes(page: Page) -> None:
    assert words_of(page, random_game(2), "PBe7>e8=R") == [
        "White lifts the union of pawn and bishop from e7.",
        "White's union goes to e8.",
        "White's pawn becomes a rook.",
    ]


def test_castling_has_its_own_words(page: Page) -> None:
    game = next(
        game
        for game in map(random_game, range(20))
        if any(turn.notation == "0-0" for turn in game.turns)
    )
    assert words_of(page, game, "0-0")[1].endswith("castles: the king goes to g1.") or words_of(
        page, game, "0-0"
    )[1].endswith("castles: the king goes to g8.")


def test_the_last_turn_says_who_has_won(page: Page) -> None:
    game = replace(real_game(15313), white="Mila", black="Jonas")
    last = words_of(page, game, game.turns[-1].notation)[-1]
    assert last.endswith("Paco! Mila wins.")


@pytest.mark.parametrize(
    ("result", "reason", "words"),
    [
        (None, None, ""),
        ("1-0", "paco", "Paco! Ada wins."),
        ("0-1", "resigned", "Ada resigns: Black wins."),
        ("1-0", "agreed", "Agreed: Ada wins."),
        ("1/2-1/2", "repetition", "A draw: this position has come up too often."),
        ("1/2-1/2", "told by an import", "A draw."),
        ("0-1", None, "Black wins."),
    ],
)
def test_every_result_is_a_sentence(
    page: Page, result: str | None, reason: str | None, words: str
) -> None:
    game = {"white": "Ada", "black": "", "result": result, "reason": reason}
    assert run(page, "return m.resultWords(value)", game) == words


def test_marks_say_what_the_analysis_found(page: Page) -> None:
    game = replace(real_game(13103), white="Ada", black="Ben")
    found = analysis(game)
    marks = run(
        page,
        "return [...m.marksOf(value.game, value.found).values()].flat()",
        {"game": told(game), "found": found},
    )
    counted = {kind: sum(mark["kind"] == kind for mark in marks) for kind in ("sako", "missed")}
    assert counted == {
        "sako": sum(turn["sako"] is not None for turn in found["turns"]),
        "missed": sum(turn["missed"] is not None for turn in found["turns"]),
    }
    missed = next(mark for mark in marks if mark["kind"] == "missed")
    assert missed["shown"] == missed["ply"] - 1
    chain = next(mark for mark in marks if mark["kind"] == "chain")
    assert chain["words"] == "The longest chain of the game: Ada took over 2 unions."
    turn = game.turns[chain["ply"] - 1]
    assert chain["way"] == [action[1:] for action in turn.actions]


@pytest.mark.parametrize(
    ("hash", "address"),
    [
        ("#/games", {"id": None, "ply": None}),
        ("#/games/12", {"id": 12, "ply": None}),
        ("#/games/12/37", {"id": 12, "ply": 37}),
        ("#/games/12/37/", {"id": 12, "ply": 37}),
        ("#/games/0", None),
        ("#/games/12/x", None),
        ("#/gamesome", None),
        ("#/", None),
        ("", None),
    ],
)
def test_only_an_address_of_the_archive_opens_it(
    page: Page, hash: str, address: dict[str, int | None] | None
) -> None:
    assert run(page, "return m.archiveAddress(value)", hash) == address


@pytest.mark.parametrize(
    ("white", "black", "ply", "name"),
    [
        ("Ada", "Ben", 37, "paco-sako-game-12-ada-ben-turn-37"),
        ("", "", 0, "paco-sako-game-12-start"),
        ("Ödön / ../x", "李", 3, "paco-sako-game-12-odon-x-turn-3"),
    ],
)
def test_a_file_is_named_after_the_game_in_plain_letters(
    page: Page, white: str, black: str, ply: int, name: str
) -> None:
    value = {"game": {"id": 12, "white": white, "black": black}, "ply": ply}
    assert run(page, "return m.fileName(value.game, value.ply)", value) == name


def test_playing_rests_longer_after_a_turn_than_after_a_link(page: Page) -> None:
    told_rests = run(
        page,
        """
        const links = [["L", false], ["P", false], ["P", true]];
        const steps = links.map(([action, ends]) => ({ action, ends }));
        const rests = [];
        let at = -1;
        const timer = { after: (call, ms) => rests.push([ms, call]), cancel: () => {} };
        const show = {
          current: () => steps[at], step: () => at < 2 && (at += 1, true), changed: () => {},
        };
        const playback = new m.Playback(show, timer);
        playback.play();
        for (let n = 0; n < rests.length; n += 1) rests[n][1]();
        return { rests: rests.map(([ms]) => ms), running: playback.running };
        """,
    )
    lifted, linked, played = told_rests["rests"]
    assert lifted < linked < played
    assert not told_rests["running"]
