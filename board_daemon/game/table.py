"""The table: what a board reports and players say goes in, one thing after the other.

It gives the session its time, lets the record be written before anybody hears of a turn, lights
the board, and tells the feed. All of it runs in one task, so that nothing happens twice at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol

from board_daemon.game.feed import Feed
from board_daemon.game.session import GameSetup, Players, Session
from board_daemon.game.settings import BoardSettings
from board_daemon.game.snapshot import (
    Json,
    board_values,
    clock_value,
    game_value,
    lights_value,
    turn_value,
)
from board_daemon.lights.frame import Cue
from board_daemon.lights.roles import roles_for
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.tracking.events import (
    Event,
    NewGameEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
    event_to_json,
)
from firmware_bridge.bridge import Bridge, Input
from firmware_bridge.frames import SensorFrame

Command = Callable[[Session, float], list[Event]]
"""Something that players say, and what comes of it; it is passed the time, in seconds."""

_MOST_LINES: Final = 500
"""So many lines of the trace wait for the next event at most."""


class Keeping(Protocol):
    """Whoever writes down what happens at a table. Called from one thread at a time."""

    def begin(self, setup: GameSetup) -> None:
        """Another game begins."""

    def keep(self, lines: Sequence[Input], events: Sequence[Event]) -> None:
        """Write down what was read and what came of it, before it is told."""

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
    def problem(self) -> str | None:
        """Why not, in a sentence for people; None: all is well."""


@dataclass(slots=True)
class _Wish:
    """What a player says, and who waits to hear of it."""

    command: Command
    done: asyncio.Future[None]
    write: Callable[[], None] | None = None
    """What is to be written down besides, before what comes of the command."""
    is_new: bool = False
    """Whether another game begins with it."""


class Table:
    """One board, its session, and everybody who is told of it."""

    def __init__(
        self,
        bridge: Bridge,
        session: Session,
        keeping: Keeping,
        feed: Feed,
        settings: BoardSettings,
    ) -> None:
        """Nothing happens before `run`."""
        self.bridge = bridge
        self.session = session
        self.feed = feed
        self.settings = settings
        self._palette = settings.lights.palette
        self._keeping = keeping
        self._inbox: asyncio.Queue[Input | _Wish | None] = asyncio.Queue()
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="archive")
        self._lines: list[Input] = []
        self._times: dict[int, float] = {}
        """When the turns were recorded, by ply; those of a resumed game are not known."""
        self._extra: dict[str, Callable[[], object]] = {}
        self.code: tuple[Square, ...] = ()
        """The squares of the code that lets somebody in, while it is shown."""
        self.cue = Cue(session.view())
        """What is lit, and since when."""
        self.after_turn: Callable[[Position], None] = lambda position: None
        """Called when turns were recorded or taken back, with the position after them."""
        self.relit = asyncio.Event()
        """Set whenever the lights change."""
        self._told = self._parts()
        self._clock_mark = self._mark_of_clock()

    # --- going on ---

    async def run(self) -> None:
        """Take in what comes, for ever."""
        await self.bridge.open(self._inbox.put_nowait)
        self._note_how_it_stands(self.bridge.now())
        await self._tell([])
        while True:
            await self._take_next()

    async def _take_next(self) -> None:
        item = await self._next_item()
        if item is None:
            await self._pass_time(self.bridge.now())
            await self._tell([])
        elif isinstance(item, _Wish):
            await self._grant(item)
        else:
            await self._pass_time(item.t)
            self._lines.append(item)
            await self._tell(self._taken(item))

    async def _next_item(self) -> Input | _Wish | None:
        """What comes next; None: nothing until something is due."""
        due = self.session.next_due
        if due is None or not self._inbox.empty():
            return await self._inbox.get()
        try:
            async with asyncio.timeout(max(0.0, due - self.bridge.now())):
                return await self._inbox.get()
        except TimeoutError:
            return None

    async def _pass_time(self, until: float) -> None:
        """Go on from one moment to the next, so that everything is told when it happens."""
        while (due := self.session.next_due) is not None and due <= until:
            await self._tell(self._advanced(due))

    def _taken(self, line: Input) -> list[Event]:
        try:
            return self.session.take(line)
        except Exception:
            return self._started_over(line.t)

    def _advanced(self, t: float) -> list[Event]:
        try:
            return self.session.advance(t)
        except Exception:
            return self._started_over(t)

    def _started_over(self, t: float) -> list[Event]:
        """A mistake of ours must not end a game: follow it anew, as after a power cut."""
        _LOG.exception("The board could not be followed any further: starting over from the record")
        return self.session.start_over(t)

    async def _grant(self, wish: _Wish) -> None:
        try:
            now = self.bridge.now()
            await self._pass_time(now)
            await self._keep([])
            events = wish.command(self.session, now)
            if wish.write is not None:
                await self._write(wish.write)
            if wish.is_new:
                self._note_how_it_stands(now)
            await self._tell(events, is_new=wish.is_new)
        except Exception as error:  # It is the wisher who has to know, whatever it is.
            if not wish.done.cancelled():
                wish.done.set_exception(error)
        else:
            if not wish.done.cancelled():
                wish.done.set_result(None)

    # --- what players say ---

    async def say(self, command: Command) -> None:
        """Let players say something; returns once all that comes of it was told.

        Raises what the command raises; nothing has changed then.
        """
        await self._wish(command)

    async def begin(self, setup: GameSetup) -> None:
        """Begin another game; the one before is kept as it stands."""
        await self._wish(
            lambda session, t: session.begin(setup, t),
            partial(self._keeping.begin, setup),
            is_new=True,
        )

    async def name(self, players: Players) -> None:
        """Say who plays."""

        def command(session: Session, t: float) -> list[Event]:
            session.name_players(players)
            return session.advance(t)

        await self._wish(command, partial(self._keeping.name, players))

    async def retry(self) -> None:
        """Write down what could not be before, and tell whether that went well."""
        before = self._keeping.problem
        await self._write(self._keeping.retry)
        if self._keeping.problem != before:
            await self.look_again()

    def look_again_soon(self) -> None:
        """Do so as soon as the table comes to it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(_Wish(lambda session, t: session.advance(t), done))

    async def close(self) -> None:
        """Write down what is left; nothing is taken in any more."""
        await self._keep([])
        await self._write(self._keeping.close)
        self._writer.shutdown()

    async def look_again(self) -> None:
        """Tell everybody what has changed beside the game: the code, the palette, other parts."""
        await self.say(lambda session, t: session.advance(t))

    async def _wish(
        self, command: Command, write: Callable[[], None] | None = None, *, is_new: bool = False
    ) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(_Wish(command, done, write, is_new))
        await done

    def add_part(self, name: str, value: Callable[[], object]) -> None:
        """Let a further part belong to the state; it is told whenever it changes."""
        self._extra[name] = value
        self._told[name] = value()

    # --- telling ---

    async def _tell(self, events: list[Event], *, is_new: bool = False) -> None:
        """Write down and then tell what has happened; the lights need not wait for the disk."""
        if events or len(self._lines) >= _MOST_LINES:
            await self._keep(events)
        for event in events:
            self._note_time(event)
            self.feed.publish(event_to_json(event))
        if any(isinstance(event, TurnEvent | ReviseEvent | TakebackEvent) for event in events):
            self.after_turn(self.session.position)
        self._light()
        self._tell_parts(is_new=is_new)

    async def _keep(self, events: Sequence[Event]) -> None:
        lines, self._lines = self._lines, []
        if lines or events:
            await self._write(partial(self._keeping.keep, lines, events))

    def _note_how_it_stands(self, t: float) -> None:
        """The trace of a game begins, or goes on, with all that is read at that time."""
        self._lines.append(SensorFrame(t, dict(self.session.readings)))

    async def _write(self, work: Callable[[], None]) -> None:
        """Do what may wait for the disk beside everything else, and always in the same thread."""
        await asyncio.get_running_loop().run_in_executor(self._writer, work)

    def _note_time(self, event: Event) -> None:
        if isinstance(event, TurnEvent | ReviseEvent):
            self._times[event.ply] = event.t
        elif isinstance(event, NewGameEvent):
            self._times.clear()

    def _light(self) -> None:
        view = replace(
            self.session.view(), code=self.code, is_troubled=self._keeping.problem is not None
        )
        now = self.bridge.now()
        before, self.cue = self.cue, self.cue.followed_by(view, now)
        is_alike = roles_for(view) == roles_for(before.view) and self.cue.timing == before.timing
        if not is_alike or self._palette != self.settings.lights.palette:
            self._palette = self.settings.lights.palette
            self.relit.set()
            self.feed.publish({"event": "lights", "t": round(now, 3), **self._lights()})

    def _tell_parts(self, *, is_new: bool) -> None:
        parts = self._parts()
        changed = {name: value for name, value in parts.items() if value != self._told.get(name)}
        self._told = parts
        mark = self._mark_of_clock()
        if mark != self._clock_mark:
            self._clock_mark = mark
            changed["clock"] = clock_value(self.session, self.bridge.now())
        if is_new:
            self._times.clear()
            changed["turns"] = self._turns()
        if changed:
            self.feed.publish({"event": "state", "changed": changed})

    # --- the state ---

    def state(self) -> Json:
        """The whole state at this moment."""
        return {
            "seq": self.feed.seq,
            "run": self.feed.run,
            **self._told,
            "clock": clock_value(self.session, self.bridge.now()),
            "turns": self._turns(),
            "lights": self._lights(),
        }

    def _parts(self) -> Json:
        keeping, session = self._keeping, self.session
        return {
            "game": game_value(session, keeping.game, keeping.started_at),
            **board_values(session, session.view()),
            "storage": {
                "ok": keeping.problem is None,
                "waiting": keeping.waiting,
                "message": keeping.problem,
            },
            "settings": self.settings.value(),
            **{name: value() for name, value in self._extra.items()},
        }

    def _turns(self) -> list[Json]:
        return [turn_value(turn, self._times.get(turn.ply)) for turn in self.session.turns]

    def _lights(self) -> Json:
        return lights_value(self.cue, self._palette, self.bridge.now())

    def _mark_of_clock(self) -> object:
        """What is other when a clock was started, stopped or set."""
        clock = self.session.clock
        return None if clock is None else (clock.control, clock.running, clock.runs_out_at)
