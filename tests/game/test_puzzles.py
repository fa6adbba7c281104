"""Puzzles from recorded games: what is found, how it is kept, and that nothing waits for it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from board_daemon.archive.library import GameLibrary
from board_daemon.archive.records import ArchivedGame, ArchivedTurn, Incoming
from board_daemon.archive.store import Archive
from board_daemon.game import puzzle_book
from board_daemon.game.puzzle_book import MOST_PUZZLES, PuzzleBook, PuzzleFinder
from board_daemon.game.puzzle_search import MOST_PUZZLES as MOST_OF_A_GAME
from board_daemon.game.puzzle_search import puzzles_in
from board_daemon.rules.actions import Action, format_action
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.fen import format_fen, parse_fen, settled
from board_daemon.rules.game import Game
from board_daemon.rules.notation import parse_turn
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.teach.goals import shortfall
from board_daemon.teach.playing import played
from board_daemon.teach.puzzles import Puzzle, exercise_of, puzzle_from, puzzle_value

IN_ONE = "3R2k1/5ppp/8/8/8/8/P6P/6K1 w 0 - - -"
IN_TWO = "6k1/5ppp/8/8/8/3R4/P6P/6K1 w 0 - - -"


def turns(fen: str, *notations: str, rules: str = "pacoplay") -> list[tuple[Action, ...]]:
    game = Game(settled(parse_fen(fen, ruleset_named(rules))))
    return [game.play_turn(parse_turn(game.position, text)).actions for text in notations]


def test_a_paco_that_was_missed_is_a_puzzle_which_any_paco_solves() -> None:
    [puzzle] = puzzles_in(5, IN_ONE, "pacoplay", turns(IN_ONE, "h2>h3", "h7>h6"))
    assert (puzzle.game, puzzle.ply, puzzle.wins) == (5, 1, True)
    exercise = exercise_of(puzzle)
    assert (exercise.id, exercise.title.text) == ("game-5-1", "Game 5, turn 1")
    goal = exercise.steps[0].solved
    assert shortfall(goal, exercise.start, played(exercise.start, "Rd8xKg8")) is None
    assert shortfall(goal, exercise.start, played(exercise.start, "h2>h3")) is not None


def test_a_paco_that_could_have_been_forced_is_one_too() -> None:
    [puzzle] = puzzles_in(5, IN_TWO, "pacoplay", turns(IN_TWO, "h2>h3", "h7>h6"))
    assert (puzzle.turns, puzzle.wins) == (("Rd3>d8",), False)
    exercise = exercise_of(puzzle)
    goal = exercise.steps[0].solved
    assert shortfall(goal, exercise.start, played(exercise.start, "Rd3>d8")) is None
    assert shortfall(goal, exercise.start, played(exercise.start, "Rd3>d7")) is not None


def test_who_played_it_has_missed_nothing() -> None:
    assert puzzles_in(5, IN_ONE, "pacoplay", turns(IN_ONE, "Rd8xKg8")) == []
    assert puzzles_in(5, IN_TWO, "pacoplay", turns(IN_TWO, "Rd3>d8")) == []


def test_of_one_game_there_are_few_and_not_the_same_again_and_again() -> None:
    idle = ["a2>a3", "h7>h6", "a3>a4", "h6>h5", "a4>a5", "h5>h4", "a5>a6", "h4>h3", "a6>a7"]
    found = puzzles_in(5, IN_ONE, "pacoplay", turns(IN_ONE, *idle))
    assert [puzzle.ply for puzzle in found] == [1, 5, 9]
    assert len(found) == MOST_OF_A_GAME


def test_where_the_position_does_not_tell_all_there_are_none() -> None:
    assert puzzles_in(5, IN_ONE.replace(" - - -", " iiiiiiiiiiiiiiii - -"), "vchess", []) == []


def test_a_puzzle_travels_as_json() -> None:
    [puzzle] = puzzles_in(5, IN_TWO, "pacoplay", turns(IN_TWO, "h2>h3"))
    assert puzzle_from(json.loads(json.dumps(puzzle_value(puzzle)))) == puzzle


@pytest.mark.parametrize(
    "changed",
    [
        {"game": 0},
        {"ply": "1"},
        {"fen": "8/8"},
        {"rules": "chess"},
        {"turns": []},
        {"turns": ["?"]},
    ],
)
def test_what_is_no_puzzle_is_refused(changed: dict[str, object]) -> None:
    value = {"game": 1, "ply": 1, "fen": IN_ONE, "rules": "manual", "turns": ["Rd8xKg8"]}
    assert puzzle_from({**value, "wins": True}).id == "game-1-1"
    with pytest.raises(PacoboardError):
        puzzle_from({**value, "wins": True, **changed})


# --- the book ---


def puzzle(game: int, ply: int = 1) -> Puzzle:
    return Puzzle(game, ply, IN_ONE, "pacoplay", ("Rd8xKg8",), True)


def test_the_book_is_found_again(tmp_path: Path) -> None:
    book = PuzzleBook(tmp_path / "puzzles.json")
    book.add(3, [puzzle(3)])
    book.add(4, [])
    book.keep()
    again = PuzzleBook(tmp_path / "puzzles.json")
    assert again.puzzles == (puzzle(3),)
    assert again.to_search([5, 4, 3]) == [5]


def test_puzzles_go_with_their_game() -> None:
    book = PuzzleBook()
    book.add(3, [puzzle(3)])
    book.add(4, [puzzle(4, 2), puzzle(4, 9)])
    assert [each.id for each in book.puzzles] == ["game-4-2", "game-4-9", "game-3-1"]
    assert book.to_search([5, 3]) == [5]
    assert [each.id for each in book.puzzles] == ["game-3-1"]


def test_the_book_does_not_grow_for_ever() -> None:
    book = PuzzleBook()
    for game in range(1, MOST_PUZZLES + 5):
        book.add(game, [puzzle(game)])
    assert len(book.puzzles) == MOST_PUZZLES
    assert book.exercise("game-1-1") is None
    assert book.exercise(f"game-{MOST_PUZZLES}-1") is not None


@pytest.mark.parametrize("text", ["{", "[]", '{"searched": [], "puzzles": [{"game": 1}]}'])
def test_a_book_that_cannot_be_understood_is_put_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / "puzzles.json").write_text(text)
    assert PuzzleBook(tmp_path / "puzzles.json").puzzles == ()
    assert (tmp_path / "puzzles.broken").exists()


# --- the search beside the board ---


@pytest.mark.slow
def test_each_game_but_the_one_on_the_board_is_looked_through_once(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Archive(path) as archive:
        archive.import_games([missed(IN_ONE, "h2>h3"), missed(IN_TWO, "h2>h3")])
    book = PuzzleBook(tmp_path / "puzzles.json")
    searched: list[list[str]] = []
    on_board: list[int | None] = [2]
    finder = PuzzleFinder(book, GameLibrary(path), lambda: on_board[0])

    async def all_of_it() -> None:
        await finder.look()
        searched.append([each.id for each in book.puzzles])
        on_board[0] = None
        await finder.look()
        searched.append([each.id for each in book.puzzles])

    asyncio.run(all_of_it())
    assert searched == [["game-1-1"], ["game-2-1", "game-1-1"]]
    assert PuzzleBook(tmp_path / "puzzles.json").to_search([2, 1]) == []


def test_a_search_that_takes_too_long_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    with Archive(path) as archive:
        archive.import_games([missed(IN_ONE, "h2>h3")])
    monkeypatch.setattr(puzzle_book, "PATIENCE", 0.0)
    assert asyncio.run(puzzle_book.search(GameLibrary(path).game(1))) is None


def test_a_game_in_which_the_search_broke_down_is_looked_through_again_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    with Archive(path) as archive:
        archive.import_games([missed(IN_ONE, "h2>h3")])
    book = PuzzleBook()
    finder = PuzzleFinder(book, GameLibrary(path), lambda: None)
    tried: list[int] = []

    async def break_down(game: ArchivedGame) -> None:
        tried.append(game.id)

    monkeypatch.setattr(puzzle_book, "search", break_down)
    asyncio.run(finder.look())
    assert book.to_search([1]) == [1]
    for _ in range(5):
        asyncio.run(finder.look())
    assert tried == [1, 1, 1]
    assert book.to_search([1]) == []


def missed(fen: str, *notations: str) -> Incoming:
    """A game in which somebody missed something."""
    game = Game(settled(parse_fen(fen)))
    archived = []
    for text in notations:
        turn = game.play_turn(parse_turn(game.position, text))
        actions = tuple(map(format_action, turn.actions))
        archived.append(
            ArchivedTurn(
                ply=turn.ply,
                t=float(turn.ply),
                notation=turn.notation,
                actions=actions,
                fen=format_fen(turn.position),
                status=str(turn.status),
            )
        )
    record = ArchivedGame(
        0, "2026-05-17T20:00:00+02:00", "Ada", "Ben", "pacoplay", fen, None, None, tuple(archived)
    )
    return Incoming(record)
