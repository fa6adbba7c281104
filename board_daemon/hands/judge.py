"""Judging a tracker: hands play a game for it, and what it recorded is held against the truth."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from board_daemon.hands.layout import layout_of, rearrange
from board_daemon.hands.perform import PerformedGame, Performer
from board_daemon.hands.plan import Script, plan_blunder, without_choosing
from board_daemon.hands.player import Player
from board_daemon.hands.style import CLEAN, HandStyle, Promoting
from board_daemon.hands.verdict import Recorded, Verdict
from board_daemon.rules.actions import Action, format_action
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.rules.status import Status
from board_daemon.tracking.events import (
    AskPartEvent,
    AskPieceEvent,
    AskSquareEvent,
    AskTakebackEvent,
    Event,
    RestoreEvent,
    TurnEvent,
)
from board_daemon.tracking.health import SquareHealth
from board_daemon.tracking.tracker import Tracker
from board_daemon.tracking.view import PromotionView
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.strict_json import JsonObject, dump_object
from firmware_bridge.trace import TraceLine, format_header, format_line
from firmware_bridge.virtual_sensors import FieldModel

Clock = Callable[[], float]
Trackers = Callable[[Position, SensorKind], Tracker]

_LOOK: Final = 3.2
"""Seconds a player looks at the board after his turn, where he has the time."""
_ANSWERED: Final = 2.8
"""Seconds he waits for what the board says to his answer."""
_LEFT_ALONE: Final = 16.0
"""Seconds he waits for what it may still say, where he knows no more what to do."""

_LOOKS_AT_THE_END: Final = 6
"""How often he looks after the last turn, if the board has not told it: nobody plays on then."""

_UNHEARD: Final = 9
"""So many turns that the board neither records nor asks about, and the players give it up."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One game: what came of it, and all that is needed to see it again."""

    verdict: Verdict
    parts: tuple[PerformedGame, ...]
    """What each tracker saw: one follows the whole game, unless it was lost and taken up anew."""


class TrackerFailedError(PacoboardError):
    """A tracker raised an error; what it had seen by then makes it do so again."""

    def __init__(self, performed: PerformedGame, t: float, cause: Exception) -> None:
        """`t`: when, in seconds on the board's clock."""
        super().__init__(f"expected events at {t} s, saw {type(cause).__name__}: {cause}")
        self.performed = performed


@contextmanager
def _telling_what_was_seen(seen: Callable[[], PerformedGame], t: float) -> Iterator[None]:
    """Whatever a tracker raises at that time, raise `TrackerFailedError` for it."""
    try:
        yield
    except Exception as error:
        raise TrackerFailedError(seen(), t, error) from error


@dataclass(frozen=True, slots=True)
class Bench:
    """What is judged, and by which clock."""

    trackers: Trackers = Tracker
    """Makes a tracker for a board that stands as a position."""
    clock: Clock = time.process_time
    """Takes the computing time; other programs on the machine do not count."""

    def watch(self, start: Position, sensor: SensorKind) -> "_Watcher":
        """A new tracker that is watched."""
        return _Watcher(self.trackers(start, sensor), self.clock)


BENCH: Final = Bench()


def judge_trace(performed: PerformedGame, bench: Bench = BENCH) -> Judgement:
    """Feed a performed game to a tracker; nobody answers its questions."""
    start = parse_fen(performed.header.fen, ruleset_named(performed.header.rules))
    watcher = bench.watch(start, performed.header.sensor)
    recorded = Recorded()
    for line in performed.lines:
        with _telling_what_was_seen(lambda: performed, line.t):
            events = watcher.feed(line)
        recorded.see(events)
    if performed.lines:
        end = performed.lines[-1].t
        with _telling_what_was_seen(lambda: performed, end):
            events = watcher.finish(end)
        recorded.see(events)
    watcher.verdict.games = 1
    watcher.verdict.compare(recorded.turns, performed.truth)
    return Judgement(watcher.verdict, (performed,))


def judge_game(
    turns: Sequence[Sequence[Action]],
    start: Position,
    sensor: SensorKind,
    style: HandStyle,
    rng: random.Random,
    field: FieldModel | None = None,
    bench: Bench = BENCH,
) -> Judgement:
    """Play a game for a tracker, with a player who answers its questions."""
    performer = Performer(start, sensor, style, rng, field)
    return _Session(performer, start, style, rng, bench).play(turns)


class _Watcher:
    """Feeds a tracker, takes the time it needs and counts what it says."""

    def __init__(self, tracker: Tracker, clock: Clock) -> None:
        self._tracker = tracker
        self._clock = clock
        self._changed = 0.0
        self.verdict = Verdict()

    def feed(self, line: TraceLine) -> list[Event]:
        """One line of a trace; what the tracker says to it.

        Of the rests before the line and the line itself, the one that takes longest counts.
        """
        events, longest = [], 0.0
        for work in self._works(line):
            started = self._clock()
            said = work()
            longest = max(longest, self._clock() - started)
            self._count(said)
            events += said
        self.verdict.seconds.append(longest)
        return events

    def _works(self, line: TraceLine) -> Iterator[Callable[[], list[Event]]]:
        """As the daemon does: each rest is answered when it has come, not with the next change."""
        while (due := self._tracker.next_due) is not None and due < line.t:
            yield partial(self._tracker.advance, due)
        if isinstance(line, SensorFrame) and line.readings:
            self._changed = line.t
        yield partial(self._tracker.take, line)

    def health(self) -> tuple[SquareHealth, ...]:
        """The squares that the tracker knows to be bad."""
        return self._tracker.health()

    def remember(self, report: Sequence[SquareHealth]) -> None:
        """Let the tracker know them, too: it is the same board."""
        self._tracker.remember(report)

    @property
    def promotions(self) -> tuple[PromotionView, ...]:
        """The promotions that the board shows, as those that may still be chosen."""
        return self._tracker.view().promotions

    def finish(self, t: float) -> list[Event]:
        """The end of the trace."""
        events = self._tracker.finish(t)
        self._count(events)
        return events

    def _count(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case AskSquareEvent() | AskPartEvent() | AskPieceEvent() | AskTakebackEvent():
                    self.verdict.asked += 1
                case RestoreEvent():
                    self.verdict.restores += 1
                case TurnEvent():
                    self.verdict.delays.append(event.t - self._changed)
                case _:
                    pass


class _Session:
    """One game with questions and answers. A lost game goes on with a new tracker."""

    def __init__(
        self,
        performer: Performer,
        start: Position,
        style: HandStyle,
        rng: random.Random,
        bench: Bench,
    ) -> None:
        self._performer = performer
        self._style = style
        self._rng = rng
        self._bench = bench
        self._game = Game(start)
        self._waited = 0.0
        self._leafs = style.promoting == (Promoting.ANSWER,)
        self._verdict = Verdict(games=1)
        self._parts: list[PerformedGame] = []
        self._begin(start)

    def play(self, turns: Sequence[Sequence[Action]]) -> Judgement:
        """Play it all."""
        performer = self._performer
        self._feed(performer.opening())
        planned = list(performer.scripts(turns))
        for index, (script, turn) in enumerate(planned):
            if self._rng.random() < self._style.blunder:
                self._blunder(turn)
            looked = self._waited
            self._waited = 0.0
            first, *rest = self._not_chosen_twice(script, turn)
            self._feed(performer.run([first.after(-min(looked, first.wait)), *rest]))
            self._game.play_turn(turn)
            performer.check(self._game.position)
            self._player.begin_turn()
            following = planned[index + 1] if index + 1 < len(planned) else None
            self._look(following)
        self._wait_for_the_last_turn()
        if self._lines:
            with _telling_what_was_seen(lambda: self._part, performer.t):
                events = self._watcher.finish(performer.t)
            self._note(events)
        self._end()
        return Judgement(self._verdict, tuple(self._parts))

    def _not_chosen_twice(self, script: Script, turn: Sequence[Action]) -> Script:
        """What hands do for a turn: a piece that was chosen where the board asked stays chosen."""
        owed = self._game.position.promoting
        if owed is None or not self._player.has_chosen:
            return script
        return without_choosing(script, turn, owed)

    # --- one tracker after the other ---

    def _begin(self, start: Position) -> None:
        self._watcher = self._bench.watch(start, self._performer.header.sensor)
        self._player = Player(self._performer, start, self._rng, leafs=self._leafs)
        self._header = self._performer.header_from(start)
        self._lines: list[TraceLine] = []
        self._first = len(self._game.turns)
        self._waited = 0.0

    def _end(self) -> None:
        verdict = self._watcher.verdict
        verdict.compare(self._player.recorded, self._truth)
        self._verdict += verdict
        if self._lines:
            self._parts.append(self._part)

    @property
    def _part(self) -> PerformedGame:
        """What this tracker has seen so far."""
        return PerformedGame(self._header, tuple(self._lines), self._truth)

    @property
    def _truth(self) -> tuple[PlayedTurn, ...]:
        """What was played since this tracker began."""
        return self._game.turns[self._first :]

    def _start_over(self) -> None:
        """The board cannot be talked to any more: put it right unseen, with a new tracker."""
        self._end()
        self._verdict.lost += 1
        position = self._game.position
        self._performer.run(self._back_to(position))
        self._performer.rest(1.0)
        known = self._watcher.health()
        self._begin(position)
        self._watcher.remember(known)

    # --- playing ---

    def _feed(self, lines: Sequence[TraceLine]) -> None:
        for line in lines:
            self._lines.append(line)
            with _telling_what_was_seen(lambda: self._part, line.t):
                events = self._watcher.feed(line)
            self._note(events)

    def _note(self, events: Sequence[Event]) -> None:
        self._player.see(events)

    def _blunder(self, upcoming: Sequence[Action]) -> None:
        """An illegal move; the board is to complain, else the players put it right themselves."""
        position = self._game.position
        if self._performer.is_ahead or not self._truth or position.phase != Status.RUN:
            return
        self._feed(self._performer.run(plan_blunder(position, self._style, self._rng)))
        self._feed(self._performer.rest(_LOOK))
        self._answer(upcoming)
        self._feed(self._performer.run(self._back_to(position)))
        self._feed(self._performer.rest(_LOOK))
        self._answer(upcoming)
        self._settle_down()
        self._player.begin_turn()

    def _back_to(self, position: Position) -> Script:
        now, wanted = self._performer.layout(), layout_of(position)
        return list(rearrange(now, wanted, CLEAN, self._rng, position.to_move))

    def _look(self, following: tuple[Script, Sequence[Action]] | None) -> None:
        """After a turn: read what the board says, and answer as long as it asks."""
        pause = following[0][0].wait if following is not None else _LOOK
        if pause < _LOOK or self._performer.is_ahead:
            return
        self._feed(self._performer.rest(_LOOK))
        self._waited = _LOOK
        upcoming = following[1] if following is not None else ()
        self._answer(upcoming)
        self._settle_down()

    def _wait_for_the_last_turn(self) -> None:
        """Nobody turns away while the board is still to tell, or to ask for, the last turn."""
        for _ in range(_LOOKS_AT_THE_END):
            if self._player.sees_all_recorded(self._truth):
                return
            self._feed(self._performer.rest(_LOOK))
            self._answer(())

    def _answer(self, upcoming: Sequence[Action]) -> None:
        self._answer_at_once(upcoming)
        if self._player.is_stuck:
            self._feed(self._performer.rest(_LEFT_ALONE))
            self._answer_at_once(upcoming)

    def _answer_at_once(self, upcoming: Sequence[Action]) -> None:
        while script := self._player.respond(self._truth, upcoming, self._watcher.promotions):
            self._feed(self._performer.run(script))
            self._feed(self._performer.rest(_ANSWERED))

    def _settle_down(self) -> None:
        """Begin anew where the board cannot be helped."""
        behind = len(self._truth) - self._player.heard(self._truth)
        if self._player.is_stuck or behind >= _UNHEARD:
            self._start_over()
        self._performer.take_for(self._game.position)


def write_parts(parts: Sequence[PerformedGame], trace: Path) -> None:
    """Write a game as a trace, and beside it what was truly played, as `NAME.turns.jsonl`.

    Of a game that was taken up anew, the other parts are traces of their own: `NAME-2.jsonl`.
    """
    for number, part in enumerate(parts, start=1):
        name = trace.stem if number == 1 else f"{trace.stem}-{number}"
        lines = [format_header(part.header), *map(format_line, part.lines)]
        turns = [dump_object(_record_of(ply, turn)) for ply, turn in enumerate(part.truth, 1)]
        _write_lines(trace.with_name(f"{name}.jsonl"), lines)
        _write_lines(trace.with_name(f"{name}.turns.jsonl"), turns)


def _write_lines(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _record_of(ply: int, turn: PlayedTurn) -> JsonObject:
    return {
        "ply": ply,
        "actions": [format_action(action) for action in turn.actions],
        "fen": format_fen(turn.position),
    }
