"""A recorder that is to be killed: `python -m tests.archive.crashing`.

For each line `PATH SEED` on standard input a process is forked that records into that archive
until it is killed. It says `{"will": state}` before each change and `{"did": state}` once it is
kept; then comes `{"dead": true}`.
"""

from __future__ import annotations

import json
import os
import random
import sys
import traceback
from pathlib import Path
from typing import Any

from board_daemon.archive.changes import (
    AddTurn,
    BeginGame,
    Finish,
    GameChange,
    GoOn,
    KeepTrace,
    ReviseTurn,
    TakeBack,
)
from board_daemon.archive.keeper import Keeper
from board_daemon.archive.records import ArchivedGame, ArchivedTurn

State = dict[str, Any]
"""What is known of the game that is recorded: its number, its turns and its result."""


def state_of(game: ArchivedGame) -> State:
    return {
        "game": game.id,
        "turns": [turn.notation for turn in game.turns],
        "result": game.result,
    }


def tell(value: State) -> None:
    # At once, and in one piece: the next moment may be the last.
    os.write(1, json.dumps(value).encode() + b"\n")


class Play:
    """What happens next, by chance, and how the game stands then."""

    def __init__(self, seed: int, state: State, *, is_first: bool) -> None:
        self._random = random.Random(seed)
        self._seed = seed
        self._step = 0
        self._is_first = is_first
        self.state = state

    def _turn(self, ply: int) -> ArchivedTurn:
        self._step += 1
        wordy = "x" * self._random.choice((0, 0, 300, 6000))
        notation = f"{self._seed}.{self._step}"
        return ArchivedTurn(ply, float(self._step), notation, ("Le2", "Pe4"), wordy, "run")

    def next(self) -> list[GameChange]:
        """The next changes; `state` is then what is to be in the archive after them."""
        turns, result, game = self.state["turns"], self.state["result"], self.state["game"]
        trace = KeepTrace(tuple(f"line {number}" for number in range(self._random.randrange(20))))
        chance = self._random.random()
        if self._is_first or (result is not None and chance < 0.7):
            self._is_first = False
            turn = self._turn(1)
            self.state = {"game": game + 1, "turns": [turn.notation], "result": None}
            return [BeginGame("start", "pacoplay", None, "", "", "header"), AddTurn(turn), trace]
        if result is not None:
            self.state = self.state | {"result": None}
            return [GoOn(), trace]
        if turns and chance < 0.1:
            turn = self._turn(len(turns))
            self.state = self.state | {"turns": [*turns[:-1], turn.notation]}
            return [ReviseTurn(turn), trace]
        if turns and chance < 0.15:
            ply = self._random.randint(1, len(turns))
            self.state = self.state | {"turns": turns[: ply - 1]}
            return [TakeBack(ply)]
        turn = self._turn(len(turns) + 1)
        ends = [Finish("1-0", "resigned")] if chance < 0.25 else []
        self.state = {
            "game": game,
            "turns": [*turns, turn.notation],
            "result": "1-0" if ends else None,
        }
        return [AddTurn(turn), *ends, trace]


def record(path: Path, seed: int) -> None:
    """Go on recording for ever."""
    keeper = Keeper(path)
    unfinished = keeper.unfinished()
    if unfinished is not None:
        keeper.resume(unfinished.id)
        state = state_of(unfinished)
    else:
        state = {"game": newest(path), "turns": [], "result": None}
    play = Play(seed, state, is_first=unfinished is None)
    while True:
        changes = play.next()
        tell({"will": play.state})
        keeper.keep(changes)
        assert keeper.problem is None, keeper.problem
        tell({"did": play.state})


def newest(path: Path) -> int:
    from board_daemon.archive.store import Archive, Opening

    with Archive(path, Opening.READ) as archive:
        return max((game.id for game in archive.games()), default=0)


def main() -> None:
    for line in sys.stdin:
        path, seed = line.rsplit(maxsplit=1)
        child = os.fork()
        if child == 0:
            try:
                tell({"pid": os.getpid()})
                record(Path(path), int(seed))
            except BaseException:
                tell({"failed": traceback.format_exc()})
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        tell({"dead": os.WIFSIGNALED(status)})


if __name__ == "__main__":
    main()
