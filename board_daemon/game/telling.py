"""What a table tells: written down first, where it must not be lost, and told then, all in order.

It runs beside the table, so that neither a reading nor a light ever waits for the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Protocol

from board_daemon.game.clock import TimeLeft
from board_daemon.game.feed import Feed
from board_daemon.game.mishaps import Mishaps
from board_daemon.game.setup import GameSetup, Players
from board_daemon.game.snapshot import Json
from board_daemon.languages.sentences import Sentence, said
from board_daemon.tracking.events import (
    Event,
    NewGameEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
    event_to_json,
)
from firmware_bridge.bridge import Input

_PATIENCE: Final = 2.0
"""Seconds for which a turn waits for the disk before it is told all the same."""
_NO_ANSWER: Final = said(
    "storage.silent", "The disk does not answer: what is played waits to be saved."
)
_LOST_PLACE: Final = said(
    "storage.lost-place",
    "The last of what was played could not be written down: please start the board anew. "
    "It goes on with what is saved and with how the pieces stand.",
)

Work = Callable[[], None]
"""Something to be written down."""


class Keeping(Protocol):
    """Whoever writes down what happens at a table. Called from one thread at a time."""

    def begin(self, setup: GameSetup) -> None:
        """Another game begins."""

    def keep(
        self, lines: Sequence[Input], events: Sequence[Event], left: Mapping[int, TimeLeft]
    ) -> None:
        """Write down what was read and what came of it, before it is told.

        `left`: what the clocks showed after a turn, by its ply, where there are clocks.
        """

    def name(self, players: Players) -> None:
        """Write down who plays."""

    def close(self) -> None:
        """Write down what can be, and close the book."""

    def retry(self) -> None:
        """Try again to write down what could not be."""

    @property
    def game(self) -> int | None:
        """The number of the game that is being written down, if it has one yet."""

    @property
    def started_at(self) -> str | None:
        """When it began (ISO 8601)."""

    @property
    def waiting(self) -> int:
        """Turns that could not be written yet."""

    @property
    def can_write(self) -> bool:
        """Whether all is well as far as is known."""

    @property
    def problem(self) -> str | None:
        """What is wrong, or was, in a sentence for people; None: nothing."""


@dataclass(frozen=True, slots=True)
class Report:
    """What has happened at a table at one moment."""

    parts: Json
    """All parts of the state, but for what only the keeping knows."""
    events: Sequence[Event] = ()
    works: tuple[Work, ...] = ()
    """What is to be written down before any of it is told."""
    turns: list[Json] | None = None
    """The turns of another game that has begun, or None where the same one goes on."""
    moves_clock: bool = False
    """Whether a clock was started, stopped or set."""
    done: asyncio.Future[None] | None = None
    """Who waits until it is told."""


class Teller:
    """Takes one report after the other: has it written down, and tells the feed."""

    def __init__(
        self,
        feed: Feed,
        keeping: Keeping,
        clock: Callable[[], Json | None],
        written: Work,
        mishaps: Mishaps,
    ) -> None:
        """`clock`: the players' clocks at this moment; `written`: called after each writing."""
        self._feed = feed
        self._keeping = keeping
        self._clock = clock
        self._written = written
        self._mishaps = mishaps
        self._reports: asyncio.Queue[Report] = asyncio.Queue()
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="archive")
        self._late: set[asyncio.Future[None]] = set()
        """What waits for a disk that does not answer."""
        self._has_lost_place = False
        self._told: Json = {}
        self._turns: list[Json] = []

    # --- what was told ---

    def begin(self, parts: Json, turns: list[Json]) -> None:
        """Take this for known."""
        self._told, self._turns = self._whole(parts), turns

    def know(self, name: str, value: object) -> None:
        """Take a further part of the state for known."""
        self._told[name] = value

    @property
    def told(self) -> Json:
        """The parts of the state as they were told last, and the turns."""
        return {**self._told, "turns": [*self._turns]}

    @property
    def can_write(self) -> bool:
        """Whether what is played reaches the disk, as far as is known."""
        return self._keeping.can_write and not self._late and not self._has_lost_place

    @property
    def waits_for_disk(self) -> bool:
        """Whether something is to be written by a disk that does not answer."""
        return bool(self._late)

    @property
    def has_lost_place(self) -> bool:
        """Whether some of what was played could not be written down, and not for the disk.

        What is in memory then no longer follows on what is on the disk. A new start goes on from
        the disk and from how the board stands.
        """
        return self._has_lost_place

    # --- telling ---

    def tell(self, report: Report) -> None:
        """Have something written down and told, after all that came before it."""
        self._reports.put_nowait(report)

    async def run(self) -> None:
        """Go on telling, for ever."""
        while True:
            report = await self._reports.get()
            error = await self._carry_out(report)
            done = report.done
            if done is None or done.done():
                continue
            # Whatever it is, who waits for it has to know.
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

    async def _carry_out(self, report: Report) -> Exception | None:
        """Have it written down and told; returns what broke down, which ends nothing else."""
        broken: Exception | None = None
        if report.works:
            try:
                await self._write(report.works)
            except Exception as error:
                self._lose_place(error)
                broken = error
            self._written()
        try:
            self._publish(report)
        except Exception as error:
            self._mishaps.note("to tell what happened", error)
            broken = error
        else:
            self._mishaps.forget("to tell what happened")
        return broken

    def _lose_place(self, error: Exception) -> None:
        self._has_lost_place = True
        self._mishaps.note("to write down what was played", error)

    async def write(self, work: Work) -> None:
        """Do something between what is written of two reports."""
        await self._write((work,))

    async def close(self, works: Sequence[Work]) -> None:
        """Write down what was not yet, and then this; nothing more is told."""
        left: list[Work] = []
        while not self._reports.empty():
            left += self._reports.get_nowait().works
        await self._write((*left, *works))
        self._writer.shutdown()

    async def _write(self, works: Sequence[Work]) -> None:
        """Do what may wait for the disk beside everything else, and always in the same thread.

        A disk that does not answer is not waited for: the rest follows in its order.
        """
        writing = asyncio.wrap_future(self._writer.submit(_do_all, works))
        if not self._late:
            # Unlike awaiting it, this does not stop what is being written when we are to stop.
            await asyncio.wait((writing,), timeout=_PATIENCE)
        if writing.done():
            writing.result()
            return
        self._late.add(writing)
        writing.add_done_callback(self._has_caught_up)

    def _has_caught_up(self, writing: asyncio.Future[None]) -> None:
        self._late.discard(writing)
        if not writing.cancelled() and isinstance(error := writing.exception(), Exception):
            self._lose_place(error)
        if not self._late:
            self._written()

    def _publish(self, report: Report) -> None:
        for event in report.events:
            message = event_to_json(event)
            self._note(event, message)
            self._feed.publish(message)
        parts = self._whole(report.parts)
        changed = {name: value for name, value in parts.items() if value != self._told.get(name)}
        self._told = parts
        if report.moves_clock:
            changed["clock"] = self._clock()
        if report.turns is not None:
            self._turns = report.turns
            changed["turns"] = [*report.turns]
        if changed:
            self._feed.publish({"event": "state", "changed": changed})

    @property
    def _problem(self) -> str | None:
        if self._has_lost_place:
            return _LOST_PLACE
        return _NO_ANSWER if self._late else self._keeping.problem

    def _note(self, event: Event, message: Json) -> None:
        """Keep the list of turns as whoever was told of them has it."""
        match event:
            case TurnEvent():
                self._turns.append(_turn_of(message))
            case ReviseEvent():
                self._turns[-1] = _turn_of(message)
            case TakebackEvent(_, ply):
                del self._turns[ply - 1 :]
            case NewGameEvent():
                self._turns.clear()
            case _:
                pass

    def _whole(self, parts: Json) -> Json:
        """The parts, with what the keeping knows of them."""
        keeping, problem = self._keeping, self._problem
        # A lesson is no game of the archive, though one may wait for its end.
        is_lesson = parts.get("lesson") is not None
        game = {
            **_object(parts["game"]),
            "id": None if is_lesson else keeping.game,
            "started_at": None if is_lesson else keeping.started_at,
        }
        storage = {
            "ok": self.can_write,
            "waiting": keeping.waiting,
            "message": problem,
            "say": problem.telling() if isinstance(problem, Sentence) else None,
        }
        return {**parts, "game": game, "storage": storage}


def _do_all(works: Sequence[Work]) -> None:
    """Do each, whatever becomes of the others; then raises what the first raised."""
    broken: list[Exception] = []
    for work in works:
        try:
            work()
        except Exception as error:
            broken.append(error)
    if broken:
        raise broken[0]


def _turn_of(message: Json) -> Json:
    """A turn as the state lists it, from the event that tells of it."""
    return {name: value for name, value in message.items() if name != "event"}


def _object(value: object) -> Json:
    assert isinstance(value, dict)
    return value
