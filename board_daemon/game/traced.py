"""The games that a sensor trace shows, as the tracker makes them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from board_daemon.archive.errors import GameTextError
from board_daemon.archive.records import Incoming
from board_daemon.archive.store import MEMORY, Archive
from board_daemon.game.recording import Changes, Recorder
from board_daemon.rules.errors import RulesError
from board_daemon.rules.fen import parse_fen, settled
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.tracking.events import Event
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.errors import TraceError
from firmware_bridge.trace import LineParser, TraceHeader, TraceLine, parse_header


def games_of_trace(text: str) -> list[Incoming]:
    """The games of a whole trace; raises `GameTextError`, which begins with the line."""
    lines = ((number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), 1))
    written = ((number, line) for number, line in lines if line.strip())
    try:
        return _games(written)
    except TraceError as error:
        raise GameTextError(f"line {error.line_number}: {error.problem}") from None


def _games(lines: Iterator[tuple[int, str]]) -> list[Incoming]:
    number, header_text = next(lines, (1, ""))
    header = parse_header(header_text, number)
    try:
        follower = _Follower(header)
    except RulesError as error:
        raise GameTextError(f"line {number}: {error}") from None
    parser = LineParser(header)
    recorder = Recorder(lambda: datetime.fromtimestamp(0, UTC))
    with Archive(MEMORY) as archive:
        game = archive.keep(None, recorder.begin(header, header_text=header_text))

        def keep(changes: Changes) -> None:
            nonlocal game
            if changes:
                game = archive.keep(game, changes)

        for number, text in lines:
            line = parser.parse(text, number)
            keep(recorder.keep_line(text))
            for event in follower.take(line) if line is not None else ():
                keep(recorder.keep(event))
        for event in follower.finish():
            keep(recorder.keep(event))
        keep(recorder.flush())
        # When it was played nobody knows; only that it was not now.
        return [
            Incoming(replace(archive.game(each.id), started_at=None), tuple(archive.trace(each.id)))
            for each in archive.games()
        ]


class _Follower:
    """The tracker, for which time passes between the lines of a trace."""

    def __init__(self, header: TraceHeader) -> None:
        settings = TrackerSettings()
        start = settled(parse_fen(header.fen, ruleset_named(header.rules)))
        self._tracker = Tracker(start, header.sensor, settings)
        self._t = 0.0
        # Longer than this after the last reading nothing happens by itself.
        self._afterglow = settings.debounce + max(settings.rests)

    def take(self, line: TraceLine) -> Iterable[Event]:
        yield from self._pass_time(line.t)
        yield from self._tracker.take(line)
        self._t = line.t

    def finish(self) -> Iterable[Event]:
        yield from self._pass_time(self._t + self._afterglow)
        yield from self._tracker.finish(self._t)

    def _pass_time(self, until: float) -> Iterable[Event]:
        while (due := self._tracker.next_due) is not None and due <= until:
            yield from self._tracker.advance(due)
