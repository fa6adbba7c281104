"""Events as they are written (DESIGN, section 4)."""

from __future__ import annotations

import json

import pytest

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.ends import Reason, Result
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import parse_square
from board_daemon.rules.status import Status
from board_daemon.tracking.events import (
    AskPartEvent,
    AskPieceEvent,
    AskPromotionEvent,
    AskSquareEvent,
    AskTakebackEvent,
    EndEvent,
    Event,
    NewGameEvent,
    RestoredEvent,
    RestoreEvent,
    ReviseEvent,
    SakoEvent,
    TakebackEvent,
    TurnEvent,
    event_to_json,
)
from tests.tracking.board import START, Lay

ACTIONS = parse_actions("Le2 Pe4")
TOLD_OF_TURN = {
    "t": 9.5,
    "ply": 1,
    "notation": "e2>e4",
    "actions": ["Le2", "Pe4"],
    "fen": START,
    "status": "run",
}
SQUARES = (parse_square("d5"), parse_square("f5"))


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (
            TurnEvent(9.5, 1, "e2>e4", tuple(ACTIONS), START, Status.RUN),
            {"event": "turn", **TOLD_OF_TURN},
        ),
        (
            ReviseEvent(9.5, 1, "e2>e4", tuple(ACTIONS), START, Status.RUN),
            {"event": "revise", **TOLD_OF_TURN},
        ),
        (TakebackEvent(9.5, 3), {"event": "takeback", "t": 9.5, "ply": 3}),
        (
            AskSquareEvent(9.5, SQUARES),
            {"event": "ask", "t": 9.5, "what": "square", "squares": ["d5", "f5"]},
        ),
        (
            AskPartEvent(9.5, SQUARES, parse_square("e2"), parse_square("e7")),
            {
                "event": "ask",
                "t": 9.5,
                "what": "part",
                "squares": ["d5", "f5"],
                "yes": "e2",
                "no": "e7",
            },
        ),
        (
            AskPieceEvent(9.5, SQUARES[0], PieceType.ROOK, *map(parse_square, ("e2", "e7"))),
            {
                "event": "ask",
                "t": 9.5,
                "what": "piece",
                "square": "d5",
                "piece": "rook",
                "yes": "e2",
                "no": "e7",
            },
        ),
        (
            AskTakebackEvent(9.5, *map(parse_square, ("d5", "e2", "e7"))),
            {
                "event": "ask",
                "t": 9.5,
                "what": "takeback",
                "square": "d5",
                "yes": "e2",
                "no": "e7",
            },
        ),
        (
            AskPromotionEvent(9.5, parse_square("b8")),
            {"event": "ask", "t": 9.5, "what": "promotion", "square": "b8"},
        ),
        (RestoreEvent(9.5, SQUARES), {"event": "restore", "t": 9.5, "squares": ["d5", "f5"]}),
        (RestoredEvent(9.5), {"event": "restored", "t": 9.5}),
        (SakoEvent(9.5, SQUARES), {"event": "sako", "t": 9.5, "path": ["d5", "f5"]}),
        (
            EndEvent(9.5, Result.WHITE_WINS, Reason.PACO),
            {"event": "end", "t": 9.5, "result": "1-0", "reason": "paco"},
        ),
        (NewGameEvent(9.5), {"event": "newgame", "t": 9.5}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_event_is_written_as_the_design_says(event: Event, written: dict[str, object]) -> None:
    assert event_to_json(event) == written
    assert json.loads(json.dumps(event_to_json(event))) == written


def test_an_event_is_dated_when_it_was_decided_not_when_it_was_asked_for(lay: Lay) -> None:
    board = lay(START)
    board.lift("g1", at=1.0).drop("f3", at=2.0).rest(3600.0)
    assert [event.t for event in board.events] == [pytest.approx(2.3)]


def test_no_event_is_written_with_a_later_time_than_the_reading_that_led_to_it() -> None:
    assert event_to_json(RestoredEvent(24.5685))["t"] == 24.5685
