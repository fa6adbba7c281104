"""A new game from the home squares, and a result by the kings on the centre squares."""

from __future__ import annotations

import pytest

from board_daemon.rules.position import Position
from board_daemon.tracking.gestures import agreed_result
from board_daemon.tracking.seeing.contents import Content, contents_of
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.tracking.board import START, Board, Lay

OPENING = ("e2 e4", "e7 e5", "g1 f3", "b8 c6")
# White's king is a step from the centre.
WALKED = "4k3/pppp1ppp/8/8/8/3K4/PPP2PPP/8 w 4 - - -"
QUEEN_BEFORE_KING = "4k3/8/8/8/8/8/4Q3/4K3 w 0 - - -"


def after_opening(lay: Lay, plies: int = 4) -> Board:
    board = lay(START)
    for move in OPENING[:plies]:
        board.move(*move.split()).rest()
    return board


def home_again(board: Board) -> Board:
    return board.move("c6", "b8").move("f3", "g1").move("e5", "e7").move("e4", "e2")


def kings_to(board: Board, white: str, black: str) -> Board:
    return board.lift("e1").lift("e8").drop(white, "w").drop(black, "b")


# --- a new game ---


def test_all_pieces_at_home_begin_a_new_game(lay: Lay) -> None:
    board = home_again(after_opening(lay))
    assert board.rest() == ["new game"]
    assert board.fen == START
    assert board.recorded == []
    assert board.state == "SETTLED"


def test_the_turns_of_a_new_game_count_from_one(lay: Lay) -> None:
    board = home_again(after_opening(lay))
    board.rest()
    assert board.move("d2", "d4").rest() == ["d2>d4"]
    assert [turn.ply for turn in board.tracker.turns] == [1]


def test_a_new_game_can_be_taken_back_no_further_than_its_start(lay: Lay) -> None:
    board = home_again(after_opening(lay))
    board.rest()
    board.move("d2", "d4").rest()
    assert board.move("d4", "d2").rest() == ["takeback 1"]
    assert board.touch("d2").rest(5.0) == []


@pytest.mark.parametrize("plies", [1, 2])
def test_one_or_two_turns_are_taken_back(lay: Lay, plies: int) -> None:
    board = after_opening(lay, plies)
    if plies == 2:
        board.move("e5", "e7")
    assert board.move("e4", "e2").rest() == ["takeback 1"]


def test_pieces_that_play_home_begin_no_new_game(lay: Lay) -> None:
    board = lay(START)
    for move in ("g1 f3", "g8 f6", "f3 g1", "f6 g8"):
        board.move(*move.split()).rest()
    assert board.recorded == ["Ng1>f3", "Ng8>f6", "Nf3>g1", "Nf6>g8"]
    assert board.touch("e2").rest(5.0) == []


def test_a_board_that_never_left_home_begins_no_new_game(lay: Lay) -> None:
    assert lay(START).touch("e2").rest(5.0) == []


def test_a_new_game_settles_what_was_to_be_put_right(lay: Lay) -> None:
    board = after_opening(lay)
    assert board.move("a1", "a3").rest(2.0) == ["restore a1 a3"]
    board.move("c6", "b8").move("f3", "g1").move("e5", "e7").move("e4", "e2").move("a3", "a1")
    assert board.rest() == ["restored", "new game"]
    assert board.view.fix == ()


def test_a_game_begun_elsewhere_gives_way_to_a_new_one(lay: Lay) -> None:
    board = lay("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w 2 AHah e6 -")
    assert board.move("e4", "e2").move("e5", "e7").rest() == ["new game"]


def test_after_the_end_a_new_game_begins_at_home(lay: Lay) -> None:
    # The queens stand together on d8 and the king on c8: one turn to Paco.
    board = lay("rnbk1bnr/ppppQppp/8/8/8/8/PPPPqPPP/RNB1KBNR w 0 - - -")
    assert board.join("e7", "d8").rest() == ["Qe7xKd8", "end 1-0 paco"]
    board.lift("d8").drop("d8", "b").move("e2", "e7").drop("d1", "w")
    board.lift("d8").drop("e8", "b").move("e7", "d8").drop("e2", "w").drop("e7", "b")
    assert board.rest() == ["new game"]
    assert board.state == "SETTLED"
    assert board.move("e2", "e4").rest() == ["e2>e4"]


def test_a_new_game_begins_where_turns_are_never_taken_back() -> None:
    never = TrackerSettings(takebacks=False)
    board = home_again(after_opening(lambda fen: Board(fen, settings=never)))
    assert board.rest() == ["new game"]


def test_with_colours_the_sides_must_stand_at_home() -> None:
    board = after_opening(lambda fen: Board(fen, SensorKind.COLOUR))
    board.move("c6", "b8").move("f3", "g1").lift("e5").lift("e4").drop("e2", "b").drop("e7", "w")
    assert board.rest(2.0) == ["restore g1 e2 f3 e4 e5 c6 e7 b8"]
    assert board.recorded == ["e2>e4", "e7>e5", "Ng1>f3", "Nb8>c6"]


def test_a_piece_brought_home_for_a_new_game_has_made_no_turn(lay: Lay) -> None:
    board = after_opening(lay)
    # White's knight might go home in the game as well, and then Black's.
    assert board.move("f3", "g1").rest(1.5) == ["Nf3>g1"]
    assert board.move("c6", "b8").rest(1.5) == ["Nc6>b8"]
    board.move("e5", "e7").move("e4", "e2")
    assert board.rest() == ["takeback 5", "new game"]


def test_a_union_taken_apart_for_a_new_game_has_made_no_turn() -> None:
    # The knight goes home from its union on f4, and then the black rook: as if both went to g2.
    board = Board("1nbqkbnr/1ppppppp/8/8/5i2/r6P/PPPPPP2/RNBQKB1R w 2 AH - -")
    board.drop("g2", "w").lift("f4", at=board.t + 0.5)
    assert board.rest(1.5) == ["NRf4>g2"]
    board.drop("a8", "b").lift("a3").drop("a7", "b").lift("g2").drop("g1", "w")
    board.lift("h3").drop("h2", "w").drop("g2", "w")
    assert board.rest(1.5)[-2:] == ["takeback 1", "new game"]


def test_a_turn_that_led_home_long_before_a_new_game_stays(lay: Lay) -> None:
    board = after_opening(lay)
    assert board.move("f3", "g1").rest(20.0) == ["Nf3>g1"]
    assert board.move("c6", "b8").move("e5", "e7").move("e4", "e2").rest() == ["new game"]


def test_a_union_made_on_a_home_square_stays_when_a_new_game_begins(lay: Lay) -> None:
    # Who sets up joins nothing.
    board = lay(START).move("e2", "e4").move("e7", "e5").move("f1", "c4").move("b8", "c6")
    assert board.join("c4", "f7").rest(3.0)[-1] == "Bc4xf7"
    board.lift("f7").drop("f1", "w").drop("f7", "b")
    board.move("e4", "e2").move("e5", "e7").move("c6", "b8")
    assert board.rest(3.0) == ["new game"]


def test_turns_that_led_home_without_haste_stay_when_a_new_game_begins(lay: Lay) -> None:
    board = after_opening(lay)
    assert board.move("f3", "g1").rest(6.0) == ["Nf3>g1"]
    assert board.move("c6", "b8").rest(6.0) == ["Nc6>b8"]
    assert board.move("e5", "e7").move("e4", "e2").rest() == ["new game"]


def test_a_turn_to_another_square_stays_when_a_new_game_begins(lay: Lay) -> None:
    board = after_opening(lay)
    assert board.move("f3", "h4").rest() == ["Nf3>h4"]
    board.move("c6", "b8").move("h4", "g1").move("e5", "e7").move("e4", "e2")
    assert board.rest() == ["new game"]


# --- a result by the kings ---


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("e4", "d5", "1-0"),
        ("d5", "e4", "1-0"),
        ("d4", "e5", "0-1"),
        ("e5", "d4", "0-1"),
        ("d4", "d5", "1/2-1/2"),
        ("e4", "e5", "1/2-1/2"),
    ],
)
def test_the_kings_on_the_centre_squares_end_the_game(
    lay: Lay, white: str, black: str, result: str
) -> None:
    board = lay("rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w 2 AHah - -")
    assert kings_to(board, white, black).rest(2.0) == [f"end {result} agreed"]
    assert board.state == "OVER"


def test_kings_that_come_one_after_the_other_are_lit_in_between(lay: Lay) -> None:
    board = after_opening(lay, 1)
    assert board.move("e1", "d4").rest(2.0) == ["restore e1 d4"]
    assert board.move("e8", "d5").rest(2.0) == ["restored", "end 1/2-1/2 agreed"]
    assert board.view.fix == ()


def test_kings_that_go_back_let_the_game_go_on(lay: Lay) -> None:
    board = after_opening(lay, 1)
    kings_to(board, "d4", "e5").rest(2.0)
    board.lift("d4").lift("e5").drop("e1", "w").drop("e8", "b")
    assert board.rest(2.0) == ["restored"]
    assert board.state == "SETTLED"
    assert board.move("e7", "e5").rest() == ["e7>e5"]
    assert board.recorded == ["e2>e4", "e7>e5"]


def test_the_kings_may_say_another_result(lay: Lay) -> None:
    board = after_opening(lay, 1)
    assert kings_to(board, "d4", "e5").rest(2.0) == ["end 0-1 agreed"]
    assert board.move("e5", "d5").rest(2.0) == ["end 1/2-1/2 agreed"]


def test_after_an_agreed_end_nothing_is_recorded(lay: Lay) -> None:
    board = after_opening(lay, 1)
    kings_to(board, "d4", "e5").rest(2.0)
    assert board.move("g1", "f3").move("g8", "f6").rest(5.0) == []
    assert board.recorded == ["e2>e4"]
    assert board.state == "OVER"


def test_after_an_agreed_end_a_new_game_begins_at_home(lay: Lay) -> None:
    board = after_opening(lay, 1)
    kings_to(board, "d4", "e5").rest(2.0)
    board.lift("d4").lift("e5").drop("e1", "w").drop("e8", "b").move("e4", "e2")
    assert board.rest(2.0) == ["new game"]


@pytest.mark.parametrize("pause", [0.0, 1.5, 3.5])
@pytest.mark.parametrize(
    ("white", "black", "result"),
    [("d4", "e4", "1/2-1/2"), ("e4", "d5", "1-0"), ("d4", "e5", "0-1")],
)
def test_a_first_king_whose_step_is_a_turn_says_the_result_as_well(
    lay: Lay, white: str, black: str, result: str, pause: float
) -> None:
    board = lay(WALKED)
    board.move("d3", white).rest(pause)
    board.move("e8", black).rest(2.0)
    assert board.all_said[-1] == f"end {result} agreed"
    assert board.recorded == []


def test_a_king_that_has_played_there_long_before_has_played(lay: Lay) -> None:
    board = lay(WALKED)
    assert board.move("d3", "d4").rest(6.0) == ["Kd3>d4"]
    assert board.move("e8", "e5").rest(2.0) == ["end 0-1 agreed"]
    assert board.recorded == ["Kd3>d4"]
    # They may think better of it, and say another result or play on.
    assert board.move("e5", "e4").rest(2.0) == ["end 1/2-1/2 agreed"]
    assert board.recorded == ["Kd3>d4"]
    assert board.move("e4", "e8").rest(2.0) == ["restored"]
    assert board.move("e8", "e7").rest(2.0) == ["Ke8>e7"]


def test_kings_that_walk_to_the_centre_play_on(lay: Lay) -> None:
    board = lay("8/8/4k3/8/8/4K3/8/8 w 0 - - -")
    assert board.move("e3", "e4").rest(2.0) == ["Ke3>e4"]
    assert board.move("e6", "e5").rest(2.0) == ["Ke6>e5"]


def test_kings_that_step_to_the_centre_without_a_rest_play_on(lay: Lay) -> None:
    board = lay("8/8/4k3/8/8/4K3/8/8 w 0 - - -")
    assert board.move("e3", "e4").move("e6", "e5").rest(2.0) == ["Ke3>e4", "Ke6>e5"]


def test_one_king_in_the_centre_is_put_right(lay: Lay) -> None:
    assert lay(START).move("e1", "e4").rest(2.0) == ["restore e1 e4"]


def test_two_other_pieces_in_the_centre_are_put_right(lay: Lay) -> None:
    board = lay(START).lift("d1").lift("d8").drop("e4", "w").drop("d5", "b")
    assert board.rest(2.0) == ["restore d1 e4 d5 d8"]


def test_kings_and_something_else_out_of_place_are_put_right(lay: Lay) -> None:
    board = lay(START).move("a1", "a3")
    assert kings_to(board, "e4", "d5").rest(2.0) == ["restore a1 e1 a3 e4 d5 e8"]


def test_taken_centre_squares_say_nothing(lay: Lay) -> None:
    # e4 is the pawn's: only one square is new.
    board = after_opening(lay, 1)
    board.lift("e1").lift("e8").drop("d5", "w")
    assert not any(said.startswith("end") for said in board.rest(10.0))


def looks(position: Position, **changed: Content) -> list[Content]:
    seen = list(contents_of(position))
    for name, content in changed.items():
        seen["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)] = content
    return seen


def test_with_colours_one_king_of_each_is_wanted() -> None:
    gone = {"e1": Content.EMPTY, "e8": Content.EMPTY}
    two_white = looks(Position.start(), **gone, e4=Content.WHITE, d5=Content.WHITE)
    one_each = looks(Position.start(), **gone, e4=Content.BLACK, d5=Content.WHITE)
    assert agreed_result(Position.start(), two_white) is None
    assert agreed_result(Position.start(), one_each) == "1-0"


def test_a_weak_union_may_stand_where_nobody_is_seen() -> None:
    hidden = Content.EMPTY | Content.UNION
    seen = looks(Position.start(), e1=hidden, e8=hidden, d4=Content.WHITE, e5=Content.BLACK)
    assert agreed_result(Position.start(), seen) == "0-1"


def test_a_first_king_whose_step_was_a_turn_plays_on_once_the_other_one_is_back(lay: Lay) -> None:
    board = lay(WALKED)
    board.move("d3", "d4").rest(1.5)
    assert board.move("e8", "e5").rest(2.0) == ["takeback 1", "end 0-1 agreed"]
    assert board.move("e5", "e8").rest(2.0) == ["Kd3>d4", "restored"]
    assert board.move("e8", "e7").rest(2.0) == ["Ke8>e7"]
