from __future__ import annotations

import io

from board_daemon.tracking.events import HealthEvent, RestoredEvent, RestoreEvent, TurnEvent
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.trace_tracker import Moment, TraceTracker
from firmware_bridge.trace import TraceReader

HEADER = (
    '{"trace":1,"sensor":"presence",'
    '"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -","rules":"pacoplay"}'
)
PAWN = ['{"t":1.0,"squares":{"e2":0}}', '{"t":2.0,"squares":{"e4":1}}']


def moments(*lines: str) -> list[Moment]:
    reader = TraceReader(io.StringIO("\n".join([HEADER, *lines]) + "\n"))
    tracker = TraceTracker(reader.header, TrackerSettings())
    told = [moment for line in reader for moment in tracker.take(line)]
    return [*told, *tracker.finish()]


def test_a_turn_whose_rest_is_not_in_the_trace_any_more_is_told_with_its_time() -> None:
    events = [event for _, events in moments(*PAWN) for event in events]
    assert [(type(event), round(event.t, 2)) for event in events] == [(TurnEvent, 2.3)]


def test_a_trace_that_ends_in_the_midst_of_a_correction_proves_no_square_bad() -> None:
    wrong = ['{"t":5.0,"squares":{"b8":0}}', '{"t":5.5,"squares":{"b4":1}}', '{"t":9.0}']
    told = moments(*PAWN, *wrong, '{"t":9.5,"squares":{"b4":0}}')
    kinds = {type(event) for _, events in told for event in events}
    assert RestoreEvent in kinds
    assert not kinds & {HealthEvent, RestoredEvent}
    assert told[-1][0] < 9.5 + 20.0
