"""Counting the games of the archive: each one once, and again when its turns have changed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

from board_daemon.archive.errors import ArchiveError, UnusableArchive
from board_daemon.archive.figures import headings, keep_figures, turns_of
from board_daemon.archive.records import GameHeading, TurnRow
from board_daemon.archive.store import PATIENCE, Archive, Opening
from board_daemon.game.figures import (
    VERSION,
    GameFigures,
    SakoFigures,
    count_sakos,
    count_turns,
    from_text,
    to_text,
)
from board_daemon.game.statistics import CountedGame
from board_daemon.rules.errors import RulesError

_KEPT_AT_ONCE: Final = 200
"""Games counted between two transactions: whoever records waits for none of them long."""
_READ_AT_ONCE: Final = 10
_SAKO_GAMES_AT_ONCE: Final = 5
_REST: Final = 0.05
"""Seconds between two portions of the search for Ŝakos, for all who have better things to do."""

_LOG: Final = logging.getLogger(__name__)
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class _Found:
    game: GameHeading
    turns: Sequence[TurnRow]
    figures: GameFigures


class GameCounter:
    """Counts the games of the archive in a file; may be called from several threads.

    What was counted is kept in the archive, so that it takes time but once. Where that cannot be
    written now, it is counted all the same.
    """

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        """`patience`: seconds to wait for another program that is writing."""
        self._path = path
        self._patience = patience
        self._one_at_a_time = threading.Lock()
        self._searching: threading.Thread | None = None
        self._is_closed = threading.Event()

    def games(self) -> list[CountedGame]:
        """All games with what is known of them now, the oldest first; raises ArchiveError.

        All but their Ŝakos is known of all of them.
        """
        with self._one_at_a_time:
            return self._counted(self._known())

    def search_on(self) -> bool:
        """Let Ŝakos be looked for, in a thread of its own; False: there is nothing left to do."""
        with self._one_at_a_time:
            if self._searching is not None and self._searching.is_alive():
                return True
            missing = self._without_sakos()
            if not missing or self._is_closed.is_set():
                return False
            self._searching = threading.Thread(
                target=self._search, args=(missing,), name="looking for sakos", daemon=True
            )
            self._searching.start()
            return True

    def close(self) -> None:
        """Let the search for Ŝakos end soon."""
        self._is_closed.set()

    def wait(self) -> None:
        """Wait until the search for Ŝakos has ended, if there is one."""
        if self._searching is not None:
            self._searching.join()

    # --- all but the Ŝakos ---

    def _known(self) -> list[tuple[GameHeading, GameFigures | None]]:
        with (
            Archive(self._path, Opening.READ) as archive,
            archive.looking("read what was counted") as connection,
        ):
            found = headings(connection, VERSION)
        return [(game, from_text(text) if text else None) for game, text in found]

    def _counted(self, known: list[tuple[GameHeading, GameFigures | None]]) -> list[CountedGame]:
        missing = [game for game, figures in known if figures is None]
        new: dict[int, GameFigures] = {}
        for portion in _portions(missing, _KEPT_AT_ONCE):
            counted = []
            for game, turns in self._turns(portion):
                counted.append(_Found(game, turns, count_turns(game.start_fen, turns)))
                _make_way()
            self._keep(counted)
            new |= {each.game.id: each.figures for each in counted}
        return [CountedGame(game, figures or new[game.id]) for game, figures in known]

    def _turns(self, games: Sequence[GameHeading]) -> Iterator[tuple[GameHeading, list[TurnRow]]]:
        """The turns of games; none of those that have none, or are gone by now."""
        with Archive(self._path, Opening.READ) as archive:
            for few in _portions(games, _READ_AT_ONCE):
                with archive.looking("read the turns") as connection:
                    found = dict(turns_of(connection, [game.id for game in few]))
                yield from ((game, found.get(game.id, [])) for game in few)

    def _keep(self, counted: Iterable[_Found]) -> bool:
        """Whether that could be done."""
        rows = [(each.game.id, each.turns, to_text(each.figures)) for each in counted]
        try:
            with (
                Archive(self._path, Opening.CHANGE, patience=self._patience) as archive,
                archive.changing("keep what was counted") as connection,
            ):
                keep_figures(connection, VERSION, rows)
        except UnusableArchive as error:
            _LOG.info("what was counted is not kept: %s", error)
            return False
        return True

    # --- the Ŝakos ---

    def _without_sakos(self) -> list[GameHeading]:
        """The games in which they have not been looked for, the newest first."""
        found = [game for game, figures in self._known() if not figures or figures.sakos is None]
        return found[::-1]

    def _search(self, games: Sequence[GameHeading]) -> None:
        try:
            for portion in _portions(games, _SAKO_GAMES_AT_ONCE):
                if self._is_closed.wait(_REST):
                    return
                if not self._keep([_searched(*found) for found in self._turns(portion)]):
                    return
        except ArchiveError as error:
            _LOG.warning("Ŝakos are not looked for any more: %s", error)


def _searched(game: GameHeading, turns: Sequence[TurnRow]) -> _Found:
    figures = count_turns(game.start_fen, turns)
    # Of a game that cannot be read it is known that nothing can be found in it.
    sakos = (SakoFigures(), SakoFigures())
    with suppress(RulesError):
        sakos = count_sakos(game.start_fen, game.rules, turns, _make_way)
    return _Found(game, turns, replace(figures, sakos=sakos))


def _make_way() -> None:
    """Let the board's own thread go first, which else would wait for its turn for milliseconds."""
    time.sleep(0)


def _portions(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
