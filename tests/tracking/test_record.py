"""What has been recorded, and the events that tell of it."""

from __future__ import annotations

import pytest

from board_daemon.rules.actions import Action, parse_actions
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.record import Record
from tests.tracking.board import names, said

QUEEN_BEFORE_KING = "4k3/8/8/8/8/8/4Q3/4K3 w 0 - - -"


def acts(text: str) -> tuple[Action, ...]:
    return tuple(parse_actions(text))


def told(record: Record) -> list[str]:
    return [said(event) for event in record.events]


def test_a_turn_is_recorded_and_told() -> None:
    record = Record(Position.start())
    record.turn(1.5, acts("Le2 Pe4"), asks_for=None)
    [event] = record.events
    assert said(event) == "e2>e4"
    assert event.t == 1.5
    assert [turn.ply for turn in record.turns] == [1]
    assert names(record.last_squares) == "e2 e4"


def test_a_promotion_to_choose_is_asked_for_with_the_turn() -> None:
    record = Record(parse_fen("4k3/1P6/8/8/8/8/8/4K3 w 7 - - -"))
    record.turn(1.0, acts("Lb7 Pb8 =N"), asks_for=parse_square("b8"))
    assert told(record) == ["b7>b8=N", "promote b8"]


def test_sako_and_the_end_are_told_with_the_turn() -> None:
    record = Record(parse_fen(QUEEN_BEFORE_KING))
    record.turn(1.0, acts("Le2 Pe7"), asks_for=None)
    assert told(record) == ["Qe2>e7", "sako e7 e8"]
    record.take_back(2.0, 1)
    record.turn(3.0, acts("Le2 Pe8"), asks_for=None)
    assert told(record)[2:] == ["takeback 1", "Qe2xKe8", "end 1-0 paco"]
    assert record.status.is_over


def test_a_revision_replaces_the_last_turn() -> None:
    record = Record(Position.start())
    record.turn(1.0, acts("Le2 Pe3"), asks_for=None)
    record.revise(2.0, acts("Le2 Pe4"), asks_for=None)
    assert told(record) == ["e2>e3", "revise e2>e4"]
    assert [turn.notation for turn in record.turns] == ["e2>e4"]


def test_a_revision_that_cannot_be_played_leaves_the_turn_as_it_was() -> None:
    record = Record(Position.start())
    record.turn(1.0, acts("Le2 Pe3"), asks_for=None)
    with pytest.raises(IllegalAction):
        record.revise(2.0, acts("Le2 Pe5"), asks_for=None)
    assert [turn.notation for turn in record.turns] == ["e2>e3"]
    assert told(record) == ["e2>e3"]


def test_taking_back_undoes_the_turn_and_all_after_it() -> None:
    record = Record(Position.start())
    for turn in ("Le2 Pe4", "Le7 Pe5", "Lg1 Pf3"):
        record.turn(1.0, acts(turn), asks_for=None)
    assert record.position_before(2).to_move == 1
    record.take_back(2.0, 2)
    assert [turn.notation for turn in record.turns] == ["e2>e4"]
    assert told(record)[-1] == "takeback 2"
    assert record.sako == ()


def test_several_turns_are_played_anew_and_said_again() -> None:
    record = Record(Position.start())
    for turn in ("Le2 Pe4", "Le7 Pe5", "Lg1 Pf3"):
        record.turn(1.0, acts(turn), asks_for=None)
    record.play_anew(2.0, 2, [acts("Le7 Pe6"), acts("Lg1 Pf3")], asks_for=None)
    assert told(record)[3:] == ["takeback 2", "e7>e6", "Ng1>f3"]
    assert [turn.notation for turn in record.turns] == ["e2>e4", "e7>e6", "Ng1>f3"]


def test_turns_that_cannot_be_played_anew_leave_all_as_it_was() -> None:
    record = Record(Position.start())
    for turn in ("Le2 Pe4", "Le7 Pe5", "Lf1 Pc4"):
        record.turn(1.0, acts(turn), asks_for=None)
    with pytest.raises(IllegalAction):
        record.play_anew(2.0, 1, [acts("Le2 Pe3"), acts("Le7 Pe5"), acts("Lf1 Ph3")], asks_for=None)
    assert told(record) == ["e2>e4", "e7>e5", "Bf1>c4"]
    assert [turn.notation for turn in record.turns] == ["e2>e4", "e7>e5", "Bf1>c4"]
