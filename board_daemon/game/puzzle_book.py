"""The puzzles found in recorded games so far, and the search for more beside the board."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from board_daemon.archive.library import GameLibrary
from board_daemon.archive.records import ArchivedGame
from board_daemon.game.small_file import put_aside, read_json, write_json
from board_daemon.rules.errors import PacoboardError
from board_daemon.teach.lessons import Exercise
from board_daemon.teach.puzzles import Puzzle, exercise_of, puzzle_from, puzzle_value

_LOG: Final = logging.getLogger(__name__)
MOST_PUZZLES: Final = 200
"""The newest stay."""
_MOST_GAMES: Final = 200
"""So many of the newest games are looked through."""
PATIENCE: Final = 60.0
"""Seconds for one game."""
_EVERY: Final = 30.0
"""Seconds after which to look for new games, unless somebody asks before."""
_SEARCH: Final = "board_daemon.game.puzzle_search"
_MOST_TRIES: Final = 3
"""So often a game is looked through, should the search break down."""


class PuzzleBook:
    """Puzzles by their ids, the newest game first, and which games were looked through."""

    def __init__(self, path: Path | None = None) -> None:
        """`path`: where they are kept; None: nowhere."""
        self._path = path
        self._searched: set[int] = set()
        self._puzzles: dict[str, Puzzle] = {}
        if path is not None:
            self._read(path)

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """All of them."""
        return tuple(
            sorted(self._puzzles.values(), key=lambda each: (each.game, -each.ply), reverse=True)
        )

    def exercise(self, name: str) -> Exercise | None:
        """The exercise of that id; None: there is none."""
        puzzle = self._puzzles.get(name)
        return exercise_of(puzzle) if puzzle is not None else None

    def to_search(self, games: list[int]) -> list[int]:
        """Of the games that there are, those not looked through yet; forgets those that are gone.

        `games`: numbers, the newest first.
        """
        there = set(games)
        oldest = min(there, default=0)
        self._searched &= there
        # Of older games nothing is known here.
        self._puzzles = {
            name: puzzle
            for name, puzzle in self._puzzles.items()
            if puzzle.game in there or puzzle.game < oldest
        }
        return [game for game in games if game not in self._searched]

    def add(self, game: int, found: list[Puzzle]) -> None:
        """Note what a game holds."""
        self._searched.add(game)
        self._puzzles.update((puzzle.id, puzzle) for puzzle in found)
        for puzzle in self.puzzles[MOST_PUZZLES:]:
            del self._puzzles[puzzle.id]

    def keep(self) -> None:
        """Write it down; this waits for the disk."""
        if self._path is not None:
            puzzles = [puzzle_value(puzzle) for puzzle in self.puzzles]
            searched = sorted(self._searched)
            write_json(self._path, {"version": 1, "searched": searched, "puzzles": puzzles})

    def _read(self, path: Path) -> None:
        found = read_json(path)
        if found is None:
            return
        match found:
            case {"searched": [*searched], "puzzles": [*puzzles]}:
                try:
                    kept = [puzzle_from(value) for value in puzzles[:MOST_PUZZLES]]
                    for puzzle in kept:
                        exercise_of(puzzle)
                except PacoboardError:
                    put_aside(path)
                    return
                self._searched = {game for game in searched if type(game) is int}
                self._puzzles = {puzzle.id: puzzle for puzzle in kept}
            case _:
                put_aside(path)


class PuzzleFinder:
    """Looks through each game that has ended or was imported, one after the other."""

    def __init__(
        self, book: PuzzleBook, library: GameLibrary, on_board: Callable[[], int | None]
    ) -> None:
        """`on_board`: the number of the game that is being played, which is left for later."""
        self._book = book
        self._library = library
        self._on_board = on_board
        self._wanted = asyncio.Event()
        self._broken: Counter[int] = Counter()
        """How often the search in a game has broken down."""

    def look_soon(self) -> None:
        """Look for new games now."""
        self._wanted.set()

    async def run(self) -> None:
        """Go on looking, for ever."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_EVERY):
                    await self._wanted.wait()
            self._wanted.clear()
            try:
                await self.look()
            except Exception as error:
                # Puzzles are the least of it: nothing else may end for them.
                _LOG.warning("No puzzles could be looked for: %s", error)

    async def look(self) -> None:
        """Look through all games that are new."""
        page = await asyncio.to_thread(self._library.page, limit=_MOST_GAMES)
        current = self._on_board()
        games = [game.id for game in page.games]
        for number in self._book.to_search(games):
            if number == current:
                continue
            game = await asyncio.to_thread(self._library.game, number)
            found = await search(game)
            if found is None:
                self._broken[number] += 1
                if self._broken[number] < _MOST_TRIES:
                    continue  # The machine may have been busy: later it may go well.
            self._book.add(number, found or [])
            await asyncio.to_thread(self._book.keep)


async def search(game: ArchivedGame) -> list[Puzzle] | None:
    """The puzzles of one game, found by a process of its own.

    None: it took too long, or broke down.
    """
    asked = {
        "game": game.id,
        "start_fen": game.start_fen,
        "rules": game.rules,
        "turns": [turn.actions for turn in game.turns],
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", _SEARCH),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            answer, _ = await process.communicate(json.dumps(asked).encode())
        return [puzzle_from(value) for value in json.loads(answer)]
    except (TimeoutError, ValueError, PacoboardError):
        _LOG.warning("game %d was not looked through for puzzles", game.id)
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
