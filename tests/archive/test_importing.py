from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from board_daemon.archive.assembling import Told, archived
from board_daemon.archive.errors import GameTextError
from board_daemon.archive.export import ExportFormat, export_game
from board_daemon.archive.importing import read_game
from board_daemon.archive.records import ArchivedGame
from board_daemon.archive.store import Archive
from board_daemon.hands.games import random_game
from board_daemon.languages.sentences import Sentence, sentence_of
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.errors import RulesError
from board_daemon.rules.fen import START_FEN, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, RULESETS, Ruleset
from tests.rules.conformance import GameRecord, game_records

TEXTS = (ExportFormat.ACTIONS, ExportFormat.NOTATION, ExportFormat.FEN)
TWO_TURNS = '[{"Lift":12},{"Place":28},{"Lift":52},{"Place":36}]'
OWED = "C3k3/8/8/8/8/8/R7/4K3 w 0 - - -"
PACO_NEXT = "Start: 4k3/8/8/8/8/8/8/K3R3 w 0 - - -\n1. Re1xKe8"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w 0 AHah - -"


def played(actions: str, start_fen: str = START_FEN, told: Told | None = None) -> ArchivedGame:
    """A game as it is kept; its turns are two and a half seconds apart."""
    game = Game(parse_fen(start_fen))
    for action in parse_actions(actions):
        game.play(action)
    times = [2.5 * turn.ply for turn in game.turns]
    return archived(game, times, told or Told())


def of_record(record: GameRecord) -> ArchivedGame:
    return played(" ".join(record["actions"]))


@cache
def all_games() -> tuple[ArchivedGame, ...]:
    """Those of the official site, played once."""
    return tuple(map(of_record, game_records()))


def exported(game: ArchivedGame, form: ExportFormat) -> str:
    with Archive(":memory:") as archive:
        [number] = archive.add_games([(game, [])])
        return export_game(archive, number, form)


def assert_comes_back(
    game: ArchivedGame, forms: Iterable[ExportFormat] = TEXTS, rules: Ruleset = PACOPLAY
) -> None:
    for form in forms:
        text = exported(game, form)
        again = read_game(text, rules).game
        assert exported(again, form) == text
        assert again.start_fen == game.start_fen
        assert [turn.fen for turn in again.turns] == [turn.fen for turn in game.turns]
        if form == ExportFormat.ACTIONS:
            assert again == game
        if form == ExportFormat.NOTATION:
            untimed = tuple(replace(turn, t=0.0) for turn in game.turns)
            assert again == replace(game, turns=untimed)


# --- whole games ---


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_a_game_under_every_ruleset_comes_back(name: str) -> None:
    rules = RULESETS[name]
    for seed in range(3):
        game = Game(Position.start(rules))
        for turn in random_game(random.Random(seed), 40, Position.start(rules)):
            game.play_turn(turn)
        times = [2.5 * turn.ply for turn in game.turns]
        assert_comes_back(archived(game, times, Told()), rules=rules)


@pytest.mark.slow
def test_all_games_come_back_from_every_form() -> None:
    for game in all_games():
        assert_comes_back(game)


@pytest.mark.slow
def test_the_games_that_come_back_have_every_kind_of_turn() -> None:
    turns = [turn for game in all_games() for turn in game.turns]
    assert any(turn.notation == "0-0" for turn in turns)
    assert any("=" in turn.notation for turn in turns)
    assert any(len(turn.actions) > 4 for turn in turns)
    assert {"paco-w", "paco-b"} <= {turn.status for turn in turns}


@pytest.mark.parametrize(
    ("start_fen", "actions"),
    [
        (CASTLING, "Le1 Pg1 Le8 Pc8"),
        (OWED, "=Q La2 Pa8 Pe8"),
        ("4k3/8/8/8/8/8/4R3/4K3 w 98 - - -", "Le2 Pe3 Le8 Pd8"),
        ("4k3/8/8/8/8/8/8/4K3 b 0 - - -", "Le8 Pd8 Le1 Pd1 Ld8 Pe8 Ld1 Pe1 Le8 Pd8 Le1 Pd1"),
        ("4k3/8/8/8/8/8/8/4K3 b 0 - - -", "Le8 Pd8 Le1 Pd1 Ld8 Pe8 Ld1 Pe1 " * 3),
        ("7k/P7/8/8/8/8/8/4K3 w 0 - - -", "La7 Pa8 =N"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w 0 - d6 -", "Le5 Pd6"),
        (START_FEN, ""),
    ],
)
def test_a_game_from_another_start_comes_back(start_fen: str, actions: str) -> None:
    game = Game(parse_fen(start_fen))
    until = []
    for action in actions.split():
        if game.status.is_over:
            break
        game.play(parse_actions(action)[0])
        until.append(action)
    assert_comes_back(played(" ".join(until), start_fen))


def test_what_is_told_of_a_game_comes_back() -> None:
    told = Told("2026-11-20T19:30:00+01:00", "Ann", "Bo", ("1/2-1/2", "agreement"))
    assert_comes_back(played("Le2 Pe4", told=told), (ExportFormat.ACTIONS, ExportFormat.NOTATION))


@pytest.mark.slow
def test_what_a_text_cannot_tell_is_said_in_one_sentence() -> None:
    game = of_record(game_records()[0])
    lost = {form: read_game(exported(game, form)).lost for form in TEXTS}
    assert lost[ExportFormat.ACTIONS] is None
    assert "when" in (lost[ExportFormat.NOTATION] or "")
    assert "which way a chain went" in (lost[ExportFormat.FEN] or "")


# --- replays of the official site ---


def test_a_bare_list_of_actions_is_a_game() -> None:
    game = read_game(TWO_TURNS).game
    assert [turn.notation for turn in game.turns] == ["e2>e4", "e7>e5"]
    assert (game.result, game.reason) == (None, None)


def test_keys_that_nobody_knows_are_passed_over() -> None:
    text = json.dumps(
        {
            "key": 13103,
            "players": [{"id": 1}, None],
            "actions": [{"Lift": 12, "timestamp": "x"}, {"Place": 28, "by": 0}],
            "timestamps": [1.5, 2.5],
            "victory_state": "Running",
        }
    )
    [turn] = read_game(text).game.turns
    assert (turn.notation, turn.t) == ("e2>e4", 2.5)


@pytest.mark.parametrize(
    "stamps",
    [
        [1600000000000, 1600000000500, 1600000002000, 1600000003250],
        [1600000000, 1600000000.5, 1600000002, 1600000003.25],
        [
            "2020-09-13T12:26:40Z",
            "2020-09-13T12:26:40.5Z",
            "2020-09-13T12:26:42",
            "2020-09-13T14:26:43.250+02:00",
        ],
    ],
)
def test_times_since_1970_count_from_the_first(stamps: list[object]) -> None:
    for value in (
        {"actions": json.loads(TWO_TURNS), "timestamps": stamps},
        [
            each | {"timestamp": stamp}
            for each, stamp in zip(json.loads(TWO_TURNS), stamps, strict=True)
        ],
    ):
        game = read_game(json.dumps(value)).game
        assert game.started_at == "2020-09-13T12:26:40+00:00"
        assert [turn.t for turn in game.turns] == [0.5, 3.25]


def test_actions_that_make_no_whole_turn_are_left_out_and_told() -> None:
    imported = read_game('[{"Lift":12},{"Place":28},{"Lift":52}]')
    assert len(imported.game.turns) == 1
    assert imported.lost == "The last action makes no whole turn and was left out."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "saw nothing"),
        (" \n\n", "saw nothing"),
        ("hello", "line 1: expected turns such as"),
        ("{}", 'expected a list of "actions"'),
        ('{"actions":\n[{"Lift":12},', "line 2: expected JSON, but it breaks"),
        ("[" * 100_000, "nested too deep"),
        ("[" + "9" * 5000 + "]", "a number that is too long"),
        ('{"actions":[],"timestamps":[NaN]}', "saw NaN"),
        ('[{"Lift":12},{"Lift":12}]', "action 2: Le2: expected"),
        ('[{"Lift":99}]', "action 1: expected"),
        ('[{"Lift":1,"Place":2}]', "action 1: expected"),
        ("[7]", "action 1: expected"),
        ('{"actions":[{"Lift":12}],"timestamps":[]}', 'as many "timestamps" as actions (1)'),
        ('{"actions":[{"Lift":12}],"timestamps":["soon"]}', "time stamp 1: expected a time"),
        ('{"actions":[{"Lift":12}],"timestamps":[1e300]}', "time stamp 1: expected a time"),
        ('{"actions":[],"rules":5}', 'expected a text as "rules"'),
        ('{"actions":[],"rules":"none"}', "expected a ruleset"),
        ('{"actions":[],"start_fen":"x"}', "expected a FEN"),
        ("Rules: pacoplay\n\n1. e2>e5", "line 3: e2>e5: cannot be played here"),
        ("Rules: none\n", "line 1: expected a ruleset"),
        ("Start: x\n", "line 1: expected a FEN"),
        ("1. e2>e4\nRules: pacoplay", "line 2: expected a turn, saw Rules again"),
        ("2. e2>e4", "line 1: expected turn 1, saw turn 2"),
        ("1. e2>e4  e7>e5  d2>d4", "line 1: expected turns such as"),
        ("Result: 1-0\n1. e2>e4", "line 2: expected nothing after the result"),
        (f"{START_FEN}\n{START_FEN}", "line 2: expected a position one turn after"),
        (f"{START_FEN}\n\nnonsense", "line 3: expected a FEN"),
        ("4k3/8/8/8/8/8/8/4K3^e2P w 0 - - -", "line 1: FEN: expected a position between"),
        ("1. e2>e4 \udc80", "line 1: expected UTF-8"),
        ('{"trace":1}', "saw a sensor trace"),
    ],
)
def test_what_is_no_game_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises((GameTextError, RulesError)) as caught:
        read_game(text)
    assert words in str(caught.value)


def test_every_number_of_a_turn_out_of_order_is_written_in_the_readers_digits() -> None:
    with pytest.raises(GameTextError) as caught:
        read_game("1. e2>e4  e7>e5\n3. d2>d4")
    refusal = sentence_of(caught.value)
    # Texts would stay as they are, beside numbers in Persian digits.
    assert isinstance(refusal, Sentence)
    assert refusal.values == {"number": 2, "expected": 2, "seen": 3}


# --- into the archive ---


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ("White: \x1b[2J\n1. e2>e4", "White: expected at most 100 printable characters"),
        (f"Black: {'x' * 101}\n1. e2>e4", "Black: expected at most 100"),
        ("Started: lately\n1. e2>e4", "started: expected a time such as"),
        ("1. e2>e4\nResult: 7-7 (bored)", "result: expected one of 1-0, 0-1, 1/2-1/2"),
        ("1. e2>e4\nResult: 1-0 (paco)", "expected a game that goes on after the last turn"),
        (PACO_NEXT + "\nResult: 0-1 (resigned)", "expected 1-0 (paco) after the last turn"),
        (PACO_NEXT + "\nThe game goes on.", "expected 1-0 (paco) after the last turn"),
    ],
)
def test_what_cannot_be_told_of_a_game_is_refused(sheet: str, words: str) -> None:
    with pytest.raises(GameTextError) as refused:
        read_game(sheet)
    assert words in str(refused.value)


def test_a_game_may_be_resigned_and_agreed_on() -> None:
    for ending in ("1-0 (resigned)", "1/2-1/2 (agreed)", "0-1 (time)"):
        game = read_game(f"1. e2>e4\nResult: {ending}").game
        assert f"{game.result} ({game.reason})" == ending


def test_games_are_added_whole_or_not_at_all(archive: Archive) -> None:
    good = played("Le2 Pe4")
    bad = replace(good, turns=(*good.turns, *good.turns))
    with pytest.raises(Exception, match="UNIQUE"):
        archive.add_games([(good, ["line"]), (bad, [])])
    assert archive.games() == []
    assert archive.add_games([(good, ["line"]), (good, [])]) == [1, 2]
    assert archive.trace(1) == ["line"]
    assert archive.game(2).turns == good.turns
