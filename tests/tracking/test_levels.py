"""The levels that one axis reads: learned where a union never hides, and only there."""

from __future__ import annotations

from typing import Final

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.contents import HIDDEN, Content, contents_of
from board_daemon.tracking.sensing import FieldModel
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from tests.tracking.board import Board

Fields = dict[Content, float]

# Millitesla, without and with a union that is clear of nobody.
CLEAR: Final[Fields] = {
    Content.EMPTY: 0.0,
    Content.WHITE: 45.0,
    Content.BLACK: -39.0,
    Content.UNION: 6.0,
}
CANCELLED: Final[Fields] = {**CLEAR, Content.BLACK: -45.0, Content.UNION: 0.0}
START: Final = "rnbqkbnr/p1pppppp/8/8/8/1e6/PP1PPPPP/RN1QKBNR w 0 AHah - -"
HOME: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -"


def readings(fields: Fields, wobble: float = 0.02) -> dict[int, Reading]:
    """What a board reads on which `START` stands, a little different on each square."""
    stands = contents_of(parse_fen(START))
    return {
        square: fields[content] * (1 + wobble * (square % 3 - 1)) + 0.1 * (square % 4 - 1.5)
        for square, content in enumerate(stands)
    }


def model_of(fields: Fields, wobble: float = 0.02) -> FieldModel:
    """A model that has learned from such a board."""
    stands = contents_of(parse_fen(START))
    model = FieldModel()
    model.learn((sq, value, stands[sq]) for sq, value in readings(fields, wobble).items())
    return model


def board_of(fields: Fields) -> Board:
    """A board that has read how it stands."""
    board = Board(START, SensorKind.FIELD)
    board.events += board.tracker.feed(SensorFrame(0.2, readings(fields)))
    return board


def read(board: Board, **contents: float) -> Board:
    """One reading after the other, 0.4 s apart, by square."""
    for square, reading in contents.items():
        board.t += 0.4
        frame = SensorFrame(board.t, {parse_square(square): reading})
        board.events += board.tracker.feed(frame)
    return board


def test_where_lone_pieces_read_alike_a_union_is_known_by_their_sum() -> None:
    model = model_of(CLEAR)
    assert model.contents(0.4) == model.looks_like(Content.EMPTY) == Content.EMPTY
    assert model.contents(6.4) == model.looks_like(Content.UNION) == Content.UNION
    assert model.contents(44.0) == Content.WHITE
    assert model.contents(-38.0) == Content.BLACK


def test_a_reading_between_two_levels_is_taken_as_on_any_board() -> None:
    assert model_of(CLEAR).contents(2.0) == HIDDEN
    assert model_of(CLEAR).contents(25.0) == Content.WHITE | Content.UNION


def test_a_union_whose_fields_cancel_out_may_hide() -> None:
    assert model_of(CANCELLED).contents(0.4) == HIDDEN


def test_where_lone_pieces_read_by_how_they_stand_a_union_may_hide() -> None:
    assert model_of(CLEAR, wobble=0.3).contents(0.4) == HIDDEN


def test_few_pieces_tell_too_little_of_the_others() -> None:
    model = FieldModel()
    model.learn((sq, CLEAR[c], c) for sq, c in enumerate(contents_of(parse_fen(START))[:12]))
    assert model.contents(0.4) == HIDDEN


def test_one_piece_read_again_and_again_is_no_more_than_one() -> None:
    model = FieldModel()
    for content in (Content.WHITE, Content.BLACK, Content.EMPTY):
        model.learn((int(content), CLEAR[content], content) for _ in range(20))
    assert model.contents(0.4) == HIDDEN


def test_unions_seen_often_enough_are_known_by_what_they_read() -> None:
    model = model_of(CANCELLED)
    model.learn((square, 7.0, Content.UNION) for square in range(30, 35))
    assert model.contents(0.4) == HIDDEN
    model = model_of({**CANCELLED, Content.UNION: 7.0})
    model.learn((square, 7.0, Content.UNION) for square in range(30, 35))
    assert model.contents(0.4) == Content.EMPTY
    assert model.contents(7.5) == Content.UNION


def test_a_union_that_hid_once_may_hide_again() -> None:
    model = model_of(CLEAR)
    assert model.learn([(40, 0.1, Content.UNION)])
    assert model.contents(0.4) == HIDDEN


def test_a_union_lifted_where_none_hides_is_not_taken_to_stand_elsewhere_unseen() -> None:
    board = read(board_of(CLEAR), b3=0.1)
    board.rest(0.1)
    assert board.tracker._watch.seen[parse_square("b3")] == Content.EMPTY
    read(board, b3=6.0, d7=0.1, d5=-39.0).rest(5.0)
    assert board.recorded == []
    assert not [said for said in board.all_said if said.startswith("ask")]


def test_what_was_read_before_the_levels_were_known_is_seen_anew() -> None:
    board = Board(START, SensorKind.FIELD)
    for square, reading in readings(CLEAR).items():
        board.events += board.tracker.feed(SensorFrame(0.2, {square: reading}))
    assert tuple(board.tracker._watch.seen) == contents_of(parse_fen(START))
    assert board.tracker._watch.changes == []


def test_levels_are_learned_by_playing_where_only_changes_are_told() -> None:
    board = Board(HOME, SensorKind.FIELD)
    board.t = 1.0
    for file in "abcdefgh":
        read(board, **{f"{file}2": 0.1, f"{file}3": 45.0}).rest(1.0)
        read(board, **{f"{file}7": -0.1, f"{file}6": -39.0}).rest(1.0)
    assert len(board.recorded) == 16
    assert board.tracker._watch.seen[parse_square("a2")] == Content.EMPTY
