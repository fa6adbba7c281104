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
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.trace_tracker import Moment, TraceTracker
from firmware_bridge.errors import TraceError
from firmware_bridge.trace import LineParser, parse_header


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
        tracker = TraceTracker(header, TrackerSettings())
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

        def follow(moments: Iterable[Moment]) -> None:
            for _, events in moments:
                for event in events:
                    keep(recorder.keep(event))

        for number, text in lines:
            line = parser.parse(text, number)
            keep(recorder.keep_line(text))
            follow(tracker.take(line) if line is not None else ())
        follow(tracker.finish())
        keep(recorder.flush())
        # When it was played nobody knows; only that it was not now.
        return [
            Incoming(replace(archive.game(each.id), started_at=None), tuple(archive.trace(each.id)))
            for each in archive.games()
        ]
