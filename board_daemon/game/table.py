"""The table: what a board reports and players say goes in, one thing after the other.

It gives the session its time, lights the board, and has what happened written down and told (see
`telling`). All of it runs in one task, so that nothing happens twice at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from board_daemon.game.errors import GameError
from board_daemon.game.feed import Feed
from board_daemon.game.lighting import Lighting
from board_daemon.game.mishaps import Mishaps
from board_daemon.game.session import Session
from board_daemon.game.settings import BoardSettings
from board_daemon.game.setup import GameSetup, Players
from board_daemon.game.snapshot import Json, clock_value, turn_value
from board_daemon.game.table_state import TableState
from board_daemon.game.telling import Keeping, Report, Teller, Work
from board_daemon.game.unkept_lines import UnkeptLines
from board_daemon.game.wishes import Command, Wish, nothing
from board_daemon.rules.position import Position
from board_daemon.tracking.events import (
    Event,
    NewGameEvent,
    RestoredEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
)
from board_daemon.tracking.view import BoardView
from firmware_bridge.bridge import Bridge, Input

_STANDS_ANEW: Final = (TurnEvent, ReviseEvent, TakebackEvent, RestoredEvent)
"""After these the pieces stand as recorded, or are about to."""
_LOG: Final = logging.getLogger(__name__)
_LOOK_AGAIN: Final = 1.0
"""Seconds after which to look again where it cannot be worked out what is due when."""


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
        self._keeping = keeping
        self._inbox: asyncio.Queue[Input | Wish | None] = asyncio.Queue()
        self._paused: Session | None = None
        """The game that waits while a lesson is on the board."""
        self.lesson_works: Callable[[], Sequence[Work]] = tuple
        """What a lesson wants to be written down."""
        self.mishaps = Mishaps()
        """What broke down, and was lived with."""
        self._lines = UnkeptLines(keeping, self.mishaps)
        at_first = BoardView(session.position)
        self.lighting = Lighting(
            self.mishaps.attempt("to see the board", session.view, at_first),
            settings,
            feed,
            self.mishaps,
        )
        """What is lit."""
        self.after_turn: Callable[[Position], None] = lambda position: None
        """Called when turns were recorded or taken back, or the board stands right again, with the
        recorded position."""
        self.dress: Callable[[BoardView], BoardView] = lambda view: view
        """Called whenever there may be something else to show; returns it with hints."""
        self.on_change: list[Callable[[], None]] = []
        """Called whenever anything may have changed, once it is on its way to be told."""
        view, now = self.lighting.view, self.bridge.now()
        self._state = TableState(session, view, settings, self.mishaps, now)
        self._teller = Teller(feed, keeping, self._clock, self._look_at_disk, self.mishaps)
        self._teller.begin(self._state.parts, self._turns())

    # --- going on ---

    async def run(self) -> None:
        """Take in what comes, and tell what comes of it, for ever."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._teller.run())
            await self.bridge.open(self._inbox.put_nowait)
            self._lines.note_how_it_stands(self.session, self.bridge.now())
            self._tell([])
            while True:
                item = await self._next_item()
                try:
                    self._take(item)
                except Exception as error:
                    self.mishaps.note("all that comes in to be taken", error)
                    if isinstance(item, Wish):
                        item.refuse(error)
                # However much comes in, what comes of it is told meanwhile.
                await asyncio.sleep(0)

    def _take(self, item: Input | Wish | None) -> None:
        if item is None:
            self._pass_time(self.bridge.now())
            self._tell([])
        elif isinstance(item, Wish):
            self._grant(item)
        else:
            self._pass_time(item.t)
            self._lines.note(item, self.session)
            self._tell(self._taken(item))

    async def _next_item(self) -> Input | Wish | None:
        """What comes next; None: nothing until something is due."""
        due = self._due(otherwise=self.bridge.now() + _LOOK_AGAIN)
        if due is None or not self._inbox.empty():
            return await self._inbox.get()
        try:
            async with asyncio.timeout(max(0.0, due - self.bridge.now())):
                return await self._inbox.get()
        except TimeoutError:
            # What came in at the last moment happened before now.
            return None if self._inbox.empty() else self._inbox.get_nowait()

    def _pass_time(self, until: float) -> None:
        """Go on from one moment to the next, so that everything is told when it happens."""
        while (due := self._due()) is not None and due <= until:
            self._tell(self._advanced(due))

    def _due(self, otherwise: float | None = None) -> float | None:
        return self.mishaps.attempt("to know what is due", lambda: self.session.next_due, otherwise)

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
        return self.mishaps.attempt("to start over", lambda: self.session.start_over(t), [])

    def _grant(self, wish: Wish) -> None:
        try:
            self._pass_time(wish.t)
            events = wish.command(self.session, wish.t)
        except Exception as error:  # It is the wisher who has to know, whatever it is.
            wish.refuse(error)
            return
        works: list[Work] = []
        if wish.write is not None:
            works += [*self._lines.to_keep(self.session), wish.write]
        if wish.is_new:
            self._lines.note_how_it_stands(self.session, wish.t)
        self._tell(events, works, is_new=wish.is_new, done=wish.done)

    # --- what players say ---

    async def say(self, command: Command) -> None:
        """Let players say something; returns once all that comes of it was told.

        Raises what the command raises; nothing has changed then.
        """
        await self._wish(command)

    async def begin(self, setup: GameSetup) -> None:
        """Begin another game; the one before is kept as it stands, and a lesson is over."""

        def command(_: Session, t: float) -> list[Event]:
            self._leave_lesson()
            return self.session.begin(setup, t)

        await self._wish(command, partial(self._keeping.begin, setup), is_new=True)

    @property
    def game(self) -> Session:
        """The game that is recorded: on the board, or waiting for the end of a lesson."""
        return self._paused or self.session

    async def teach(self, lesson: Callable[[Session, float], Session]) -> None:
        """Put a lesson on the board; the game on it waits.

        `lesson` makes it, being passed what is on the board now, and the time.
        """

        def command(session: Session, t: float) -> list[Event]:
            begun = lesson(session, t)
            if self._paused is None:
                session.pause(t)
                self._paused = session
            self.session = begun
            return begun.advance(t)

        await self._wish(command, nothing, is_new=True)

    async def end_lesson(self, stand: Callable[[Position], None]) -> None:
        """Go on with the game; `stand` sets out the pieces where they do that by themselves.

        Raises `GameError` where there is no lesson.
        """

        def command(session: Session, t: float) -> list[Event]:
            if self._paused is None:
                raise GameError("expected a lesson on the board, saw none")
            stand(self._paused.position)
            self._leave_lesson()
            return self.session.resume(session.readings, session.health(), t)

        await self._wish(command, nothing, is_new=True)

    def _leave_lesson(self) -> None:
        if self._paused is not None:
            self._paused.readings = dict(self.session.readings)
            self.session, self._paused = self._paused, None

    async def name(self, players: Players) -> None:
        """Say who plays; where the board does, that stays."""
        players = self.game.renamed(players)

        def command(session: Session, t: float) -> list[Event]:
            self.game.name_players(players)
            return session.advance(t)

        await self._wish(command, partial(self._keeping.name, players))

    async def choose(self, **wished: object) -> None:
        """Change settings as `BoardSettings.change` does; they are written down with the rest."""

        def command(session: Session, t: float) -> list[Event]:
            self.settings.change(**wished)
            self.game.settings = self.settings.tracking
            # Lights that stand still are to be as bright as they are wanted now, too.
            self.lighting.relit.set()
            return session.advance(t)

        await self._wish(command, self.settings.keep)

    async def retry(self) -> None:
        """Write down what could not be before, and tell whether that went well."""
        if self._teller.waits_for_disk:
            return  # All that waits is with the disk already, and more of it each time.
        before = self._keeping.problem, self._keeping.waiting
        await self._teller.write(self._keeping.retry)
        if (self._keeping.problem, self._keeping.waiting) != before:
            await self.look_again()

    def look_again_soon(self) -> None:
        """Do so as soon as the table comes to it."""
        self._put_wish(lambda session, t: session.advance(t))

    async def close(self) -> None:
        """Write down what is left; nothing is taken in any more."""
        await self._teller.close([*self._lines.to_keep(self.session), self._keeping.close])

    async def look_again(self) -> None:
        """Tell everybody what has changed beside the game: the code, the palette, other parts."""
        await self.say(lambda session, t: session.advance(t))

    async def _wish(
        self, command: Command, write: Work | None = None, *, is_new: bool = False
    ) -> None:
        await self._put_wish(command, write, is_new=is_new)

    def _put_wish(
        self, command: Command, write: Work | None = None, *, is_new: bool = False
    ) -> asyncio.Future[None]:
        """Put it behind all that has come in so far; returns what is done once it was told."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(Wish(command, self.bridge.now(), done, write, is_new))
        return done

    def add_part(self, name: str, value: Callable[[], object]) -> None:
        """Let a further part belong to the state; it is told whenever it changes."""
        self._state.add(name, value)
        self._teller.know(name, value())

    # --- telling ---

    def _tell(
        self,
        events: list[Event],
        works: Sequence[Work] = (),
        *,
        is_new: bool = False,
        done: asyncio.Future[None] | None = None,
    ) -> None:
        """Light the board, and have what has happened written down and told."""
        view = self._seen()
        self._light(view)
        if self._paused is not None:
            if any(isinstance(event, NewGameEvent) for event in events):
                events, works = self._begin_from_home(works)
                view, is_new = self.session.view(), True
                self._light(view)
            works = [*works, *self.lesson_works()]
        if any(isinstance(event, _STANDS_ANEW) for event in events):
            attempt = self.mishaps.attempt
            attempt("to set out pieces", lambda: self.after_turn(self.session.position), None)
        if self.session.is_recorded and (events or self._lines.are_many):
            works = [*works, *self._lines.to_keep(self.session, events)]
        self._report(view, events, works, is_new=is_new, done=done)
        if self.lighting.view.is_troubled != self._is_troubled:
            self._light(view)
        for look in self.on_change:
            self.mishaps.attempt("to let it be known", look, None)

    def _seen(self) -> BoardView:
        """What there is to show, with hints; what was shown before where nobody can say."""
        attempt = self.mishaps.attempt
        seen = attempt("to see the board", self.session.view, self.lighting.view)
        return attempt("to give hints", lambda: self.dress(seen), seen)

    def _report(
        self,
        view: BoardView,
        events: Sequence[Event],
        works: Sequence[Work],
        *,
        is_new: bool,
        done: asyncio.Future[None] | None,
    ) -> None:
        """Hand what has happened on to be written down and told, if anything has."""
        is_other, moves_clock = self._state.look(self.session, view, self.bridge.now())
        if works or events or done or is_new or is_other or moves_clock:
            turns = self._turns() if is_new else None
            parts = self._state.parts
            self._teller.tell(
                Report(parts, events, tuple(works), turns, moves_clock=moves_clock, done=done)
            )

    def _begin_from_home(self, works: Sequence[Work]) -> tuple[list[Event], list[Work]]:
        """All pieces were set up at home in the midst of a lesson: another game begins."""
        self._leave_lesson()
        game, now = self.session, self.bridge.now()
        control = game.setup.time_control
        setup = GameSetup(Position.start(game.start.rules), game.players, control)
        events = game.begin(setup, now)
        self._lines.note_how_it_stands(self.session, now)
        return events, [*works, partial(self._keeping.begin, setup)]

    def _look_at_disk(self) -> None:
        """Something was written, or could not be: that is lit, too."""
        if self.lighting.view.is_troubled != self._is_troubled:
            self._light(self.lighting.view)
            self.look_again_soon()

    @property
    def has_lost_place(self) -> bool:
        """Whether only a new start can write down again what is played."""
        return self._teller.has_lost_place

    @property
    def _is_troubled(self) -> bool:
        return not self._teller.can_write or self.mishaps.sentence is not None

    def _light(self, view: BoardView) -> None:
        self.lighting.show(view, self.bridge.now(), is_troubled=self._is_troubled)

    # --- the state ---

    def state(self, *, knows_code: bool = False) -> Json:
        """The whole state at this moment, as far as it was told.

        `knows_code`: for whoever may see the code that lets a device in.
        """
        return {
            "seq": self.feed.seq,
            "run": self.feed.run,
            **self._teller.told,
            "clock": self._clock(),
            "lights": self.lighting.value(self.bridge.now(), knows_code=knows_code),
        }

    def _turns(self) -> list[Json]:
        """The turns of a game that begins or goes on: when they were played is not known."""
        none: list[Json] = []
        return self.mishaps.attempt(
            "to list the turns", lambda: [turn_value(turn) for turn in self.session.turns], none
        )

    def _clock(self) -> Json | None:
        return clock_value(self.session, self.bridge.now())
