"""From whatever stands on the board to the position a game begins with or goes on from."""

from __future__ import annotations

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.seeing.contents import Content, contents_of
from board_daemon.tracking.setup import SetupGuide, is_found
from board_daemon.tracking.tracker import Tracker
from board_daemon.tracking.view import FixSquare
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from tests.tracking.board import START, Board, Lay, names, reading, said

KINGS_PAWN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 AHah e3 -"
ITALIAN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b 7 AHah - -"
KINGS = "4k3/8/8/8/8/8/8/4K3 w 0 - - -"
LETTERS = {Content.EMPTY: ".", Content.WHITE: "w", Content.BLACK: "b", Content.UNION: "u"}


def whole(fen: str, sensor: SensorKind, t: float = 0.0) -> SensorFrame:
    """What is read on all squares of a board that stands so."""
    contents = contents_of(parse_fen(fen))
    readings: dict[int, Reading] = {
        square: reading(sensor, LETTERS[content]) for square, content in enumerate(contents)
    }
    return SensorFrame(t, readings)


def found(target: str, standing: str, sensor: SensorKind) -> Board:
    """A board for a game that goes on from `target`, found standing otherwise."""
    board = Board(standing, sensor)
    first = whole(standing, sensor)
    board.tracker = Tracker(parse_fen(target), sensor, first=first)
    return board


def squares_of(fixes: tuple[FixSquare, ...]) -> str:
    return names(tuple(fix.square for fix in fixes))


# --- the guide ---


def test_a_board_that_stands_right_is_let_alone(sensor: SensorKind) -> None:
    guide = SetupGuide(parse_fen(ITALIAN), sensor)
    guide.take(whole(ITALIAN, sensor))
    assert guide.stands_right
    assert guide.wrong == ()


def test_the_guide_names_a_piece_to_move_and_where_to(sensor: SensorKind) -> None:
    guide = SetupGuide(parse_fen(KINGS_PAWN), sensor)
    guide.take(whole(START, sensor))
    assert not guide.stands_right
    assert guide.wrong == (
        FixSquare(parse_square("e2"), wants_piece=False),
        FixSquare(parse_square("e4"), wants_piece=True),
    )


def test_whatever_stands_is_put_right_pair_by_pair(sensor: SensorKind) -> None:
    guide = SetupGuide(parse_fen(ITALIAN), sensor)
    guide.take(whole(START, sensor))
    pairs = 0
    while not guide.stands_right:
        first, second, *_ = guide.wrong
        assert first.wants_piece != second.wants_piece
        for fix in (first, second):
            target = LETTERS[contents_of(parse_fen(ITALIAN))[fix.square]]
            guide.take(SensorFrame(0.0, {fix.square: reading(sensor, target)}))
        pairs += 1
    assert pairs == 5


def test_a_bare_board_wants_every_piece(sensor: SensorKind) -> None:
    guide = SetupGuide(parse_fen(START), sensor)
    assert len(guide.wrong) == 32
    assert all(fix.wants_piece for fix in guide.wrong)


def test_too_many_pieces_are_taken_away(sensor: SensorKind) -> None:
    guide = SetupGuide(parse_fen(KINGS), sensor)
    guide.take(whole(START, sensor))
    assert len(guide.wrong) == 30
    assert not any(fix.wants_piece for fix in guide.wrong)


# --- what the first frame says ---


def guide_after(frame: SensorFrame) -> SetupGuide:
    seen = contents_of(parse_fen(START))
    guide = SetupGuide(parse_fen(START), SensorKind.COLOUR, seen)
    guide.take(frame)
    return guide


@pytest.mark.parametrize(
    ("t", "readings", "says_so"),
    [
        pytest.param(0.0, {"e2": ".", "e4": "w"}, True, id="something stands wrong at time zero"),
        pytest.param(1.0, {"e2": ".", "e4": "w"}, False, id="later it may be a turn"),
        pytest.param(0.0, {"e2": "."}, False, id="a piece may just have been lifted"),
        pytest.param(1.0, dict.fromkeys(("a2", "b2", "c2", "d2", "e2"), "."), True, id="too many"),
        pytest.param(0.0, {}, False, id="nothing"),
    ],
)
def test_a_first_frame_tells_how_the_board_was_found(
    t: float, readings: dict[str, str], says_so: bool
) -> None:
    frame = SensorFrame(t, {parse_square(name): letter for name, letter in readings.items()})
    assert is_found(frame, guide_after(frame)) is says_so


def test_a_whole_reading_tells_how_the_board_was_found() -> None:
    frame = whole(KINGS_PAWN, SensorKind.COLOUR, 7.0)
    assert is_found(frame, guide_after(frame))


# --- the tracker ---


def test_a_board_found_otherwise_is_to_be_put_right_at_once(sensor: SensorKind) -> None:
    board = found(ITALIAN, START, sensor)
    [event] = board.tracker.advance(0.0)
    assert event.t == 0.0
    assert said(event) == "restore f1 g1 e2 f3 c4 e4 e5 c6 e7 b8"
    assert board.state == "CORRECTING"
    assert len(board.view.fix) == 10


def set_up_italian(board: Board) -> Board:
    board.move("e2", "e4").move("e7", "e5").move("g1", "f3").move("b8", "c6")
    return board.move("f1", "c4")


def test_the_game_goes_on_once_the_board_stands_right(sensor: SensorKind) -> None:
    board = set_up_italian(found(ITALIAN, START, sensor))
    assert board.rest()[1:] == ["restored"]
    assert board.state == "SETTLED"
    assert board.recorded == []
    assert board.move("g8", "f6").rest() == ["Ng8>f6"]


def test_whoever_sets_down_the_last_piece_may_play_at_once(sensor: SensorKind) -> None:
    board = set_up_italian(found(ITALIAN, START, sensor)).move("g8", "f6")
    assert board.rest()[1:] == ["restored", "Ng8>f6"]


def test_the_lights_follow_while_the_board_is_set_up(sensor: SensorKind) -> None:
    board = found(ITALIAN, START, sensor)
    board.rest(0.1)
    board.move("e2", "e4").rest(0.1)
    assert squares_of(board.view.fix) == "f1 f3 g1 c4 e7 e5 b8 c6"
    board.lift("e7").rest(0.1)
    assert "e7" not in squares_of(board.view.fix).split()


def test_nothing_is_recorded_while_the_board_is_set_up(sensor: SensorKind) -> None:
    board = found(ITALIAN, START, sensor)
    board.rest(2.0)
    for move in ("e7 e5", "b8 c6", "e2 e4"):
        assert all(text.startswith("restore ") for text in board.move(*move.split()).rest(2.0))
    assert board.recorded == []
    board.move("g1", "f3").move("f1", "c4")
    assert board.rest(2.0) == ["restored"]


def test_one_pair_is_put_right_as_in_a_game(sensor: SensorKind) -> None:
    board = found(KINGS_PAWN, START, sensor)
    assert board.rest(5.0) == ["restore e2 e4"]
    assert board.move("e2", "e4").rest() == ["restored"]
    assert board.move("e7", "e5").rest() == ["e7>e5"]


def test_the_last_pair_is_told_anew(sensor: SensorKind) -> None:
    board = found(ITALIAN, START, sensor)
    board.rest(2.0)
    board.move("e2", "e4").move("e7", "e5").move("g1", "f3").move("b8", "c6")
    assert board.rest(2.0) == ["restore f1 c4"]
    assert board.move("f1", "c4").rest(2.0) == ["restored"]


def test_a_nearly_bare_board_is_filled(sensor: SensorKind) -> None:
    board = found(START, KINGS, sensor)
    for square, content in enumerate(contents_of(parse_fen(START))):
        if content != Content.EMPTY and board.standing(square_name(square)) == ".":
            board.drop(square_name(square), LETTERS[content])
    assert board.rest()[-1] == "restored"
    assert board.move("e2", "e4").rest() == ["e2>e4"]


def test_a_board_found_at_home_waits_for_the_game_that_goes_on(sensor: SensorKind) -> None:
    board = found(ITALIAN, START, sensor)
    assert len(board.rest(60.0)) == 1
    assert board.state == "CORRECTING"


def test_touching_a_piece_at_home_asks_for_a_new_game_instead(sensor: SensorKind) -> None:
    board = found(ITALIAN, START, sensor)
    assert board.touch("e1").rest()[1:] == ["restored", "new game"]
    assert board.move("e2", "e4").rest() == ["e2>e4"]


def test_a_board_that_is_found_right_is_ready(sensor: SensorKind) -> None:
    board = found(ITALIAN, ITALIAN, sensor)
    assert board.rest() == []
    assert board.state == "SETTLED"


def test_a_first_frame_that_disagrees_is_no_turn(lay: Lay, sensor: SensorKind) -> None:
    board = lay(START)
    frame = {"e2": ".", "e4": "w"}
    readings = {parse_square(name): reading(sensor, letter) for name, letter in frame.items()}
    board.events += board.tracker.feed(SensorFrame(0.0, readings))
    assert board.rest(5.0) == ["restore e2 e4"]
    assert board.recorded == []


def test_a_later_frame_that_changes_two_squares_is_a_turn(lay: Lay, sensor: SensorKind) -> None:
    board = lay(START)
    frame = {"e2": ".", "e4": "w"}
    readings = {parse_square(name): reading(sensor, letter) for name, letter in frame.items()}
    board.events += board.tracker.feed(SensorFrame(1.0, readings))
    assert board.rest(5.0) == ["e2>e4"]
