"""The board's own turn, whichever it is and however it is done: that one is recorded, or none."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from board_daemon.rules.actions import Action
from board_daemon.rules.fen import format_fen
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.rules.turns import status_of
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorFrame, SensorKind
from tests.rules.playouts import random_turn
from tests.rules.strategies import positions, seeds
from tests.tracking.board import SENSORS, Board
from tests.tracking.boards_turn import BoardsTurn
from tests.tracking.playing import Change, changes_of, do, in_some_order

PAUSES = (0.05, 0.2, 0.6, 1.5, 6.0)
LONG = 10.0


class AxialBoard(BoardsTurn):
    """Sensors of one axis, to which every union looks like an empty square."""

    def __init__(self, fen: str) -> None:
        super().__init__(fen, SensorKind.FIELD)
        # It was read when the game began.
        whole = {s: _axial(letter) for s, letter in enumerate(self._standing)}
        position = self.tracker.position
        self.tracker = Tracker(
            position,
            SensorKind.FIELD,
            TrackerSettings(),
            SensorFrame(0.0, whole),
            board_plays=position.to_move,
        )

    def _stand(self, square: str, letter: str, at: float | None) -> Board:
        self.t = (self.t + 0.2 if self._acts else 1.0) if at is None else at
        self._acts += 1
        self._standing[parse_square(square)] = letter
        frame = SensorFrame(self.t, {parse_square(square): _axial(letter)})
        self.events += self.tracker.feed(frame)
        return self


def _axial(letter: str) -> float:
    return {"w": 45.0, "b": -45.0}.get(letter, 0.2)


def board_for(fen: str, sensor: str) -> BoardsTurn:
    return AxialBoard(fen) if sensor == "one axis" else BoardsTurn(fen, SensorKind(sensor))


ALL_SENSORS = (*SENSORS, "one axis")


def some_turn(position: Position, seed: int) -> tuple[tuple[Action, ...], Position]:
    assume(not status_of(position).is_over)
    turn = random_turn(Random(seed), position)
    return tuple(action for action, _ in turn), turn[-1][1]


def carry_out(board: Board, changes: Sequence[Change], random: Random) -> None:
    at = 1.0
    for change in changes:
        at += random.choice(PAUSES)
        do(board, change, at)


def only_turns(board: Board) -> bool:
    """Whether nothing was asked, put right or taken back."""
    wrong = [e for e in board.all_said if e.split()[0] in ("ask", "part", "restore", "takeback")]
    return wrong == []


@pytest.mark.slow
@given(positions(), st.sampled_from(SENSORS), seeds, seeds)
@settings(max_examples=300)
def test_the_decided_turn_is_recorded_however_slowly_and_in_whatever_order_it_is_done(
    position: Position, sensor: SensorKind, turn_seed: int, hands_seed: int
) -> None:
    actions, after = some_turn(position, turn_seed)
    random = Random(hands_seed)
    board = BoardsTurn(format_fen(position), sensor).decide(actions)
    carry_out(board, in_some_order(changes_of(position, actions), random), random)
    board.rest(LONG)
    assert [turn.position for turn in board.tracker.turns] == [after]
    assert only_turns(board)


@pytest.mark.slow
@given(positions(), st.sampled_from(SENSORS), seeds, seeds)
@settings(max_examples=300)
def test_a_join_that_leaves_no_trace_is_no_hindrance(
    position: Position, sensor: SensorKind, turn_seed: int, hands_seed: int
) -> None:
    actions, after = some_turn(position, turn_seed)
    board = BoardsTurn(format_fen(position), sensor).decide(actions)
    # Partners are never lifted: pieces are slipped in.
    left = contents_of(after)
    before = contents_of(position)
    differing = [s for s in range(64) if bool(left[s] & 1) != bool(before[s] & 1)]
    assume(differing)
    gone = [s for s in differing if left[s] & 1]
    random = Random(hands_seed)
    letters = {1: ".", 2: "w", 4: "b", 8: "u"}
    alike = [s for s in range(64) if left[s] != before[s] and s not in differing]
    changes = [Change(s, letters[int(left[s])], ()) for s in (*gone, *alike)]
    changes += [Change(s, letters[int(left[s])], ()) for s in differing if s not in gone]
    carry_out(board, changes, random)
    board.rest(LONG)
    assert [turn.position for turn in board.tracker.turns] == [after]
    assert only_turns(board)


@pytest.mark.slow
@given(positions(), seeds, seeds)
@settings(max_examples=200)
def test_where_a_union_looks_empty_the_turn_is_recorded_by_the_answer_at_the_latest(
    position: Position, turn_seed: int, hands_seed: int
) -> None:
    actions, after = some_turn(position, turn_seed)
    random = Random(hands_seed)
    board = AxialBoard(format_fen(position)).decide(actions)
    carry_out(board, in_some_order(changes_of(position, actions), random), random)
    board.rest(LONG)
    assert only_turns(board)
    on_it = {square_name(change.square) for change in changes_of(position, actions)}
    free = after.squares(after.to_move) & ~after.unions
    answers = [s for s in range(64) if free >> s & 1 and square_name(s) not in on_it]
    if not board.tracker.turns and answers and not status_of(after).is_over:
        board.touch(square_name(answers[0])).rest(LONG)
        # Only what has touched nothing that shows may still be missing.
        assert len(board.tracker.turns) <= 1
    assert [turn.position for turn in board.tracker.turns] in ([], [after])


@pytest.mark.slow
@given(positions(), st.sampled_from(ALL_SENSORS), seeds, seeds, seeds)
@settings(max_examples=300)
def test_no_other_turn_is_ever_recorded(
    position: Position, sensor: str, decided_seed: int, played_seed: int, hands_seed: int
) -> None:
    decided, after = some_turn(position, decided_seed)
    other, _ = some_turn(position, played_seed)
    random = Random(hands_seed)
    board = board_for(format_fen(position), sensor).decide(decided)
    carry_out(board, in_some_order(changes_of(position, other), random), random)
    board.rest(LONG)
    assert [turn.position for turn in board.tracker.turns] in ([], [after])


@pytest.mark.slow
@given(positions(), st.sampled_from(ALL_SENSORS), seeds, seeds)
@settings(max_examples=200)
def test_while_nothing_is_decided_nothing_is_recorded(
    position: Position, sensor: str, played_seed: int, hands_seed: int
) -> None:
    actions, _ = some_turn(position, played_seed)
    random = Random(hands_seed)
    board = board_for(format_fen(position), sensor)
    carry_out(board, in_some_order(changes_of(position, actions), random), random)
    board.rest(LONG)
    assert board.tracker.turns == ()


@pytest.mark.slow
@given(positions(), st.sampled_from(SENSORS), seeds, seeds, seeds)
@settings(max_examples=150)
def test_what_was_done_wrongly_is_put_right_and_then_the_turn_is_played(
    position: Position, sensor: SensorKind, decided_seed: int, played_seed: int, hands_seed: int
) -> None:
    decided, after = some_turn(position, decided_seed)
    other, wrong = some_turn(position, played_seed)
    assume(contents_of(wrong) != contents_of(after))
    random = Random(hands_seed)
    board = BoardsTurn(format_fen(position), sensor).decide(decided)
    carry_out(board, in_some_order(changes_of(position, other), random), random)
    board.rest(LONG)
    assume(not board.recorded)
    set_back(board, position, wrong)
    board.rest(LONG)
    assert not board.recorded
    assert board.view.fix == ()
    assert board.shown
    for change in changes_of(position, decided):
        do(board, change)
    board.rest(LONG)
    assert [turn.position for turn in board.tracker.turns] == [after]


def set_back(board: Board, position: Position, wrong: Position) -> None:
    letters = {1: ".", 2: "w", 4: "b", 8: "u"}
    home, now = contents_of(position), contents_of(wrong)
    differing = [s for s in range(64) if home[s] != now[s]]
    for square in differing:
        if not now[square] & 1:
            board.lift(square_name(square))
    for square in differing:
        if not home[square] & 1:
            board.drop(square_name(square), letters[int(home[square])])
