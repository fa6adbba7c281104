"""What there is to show at each moment of a turn."""

from __future__ import annotations

from board_daemon.rules.play import play
from board_daemon.rules.squares import parse_square, square_name
from firmware_bridge.frames import SensorKind
from tests.tracking.board import START, Board, Lay, names

CHAIN = "4k3/8/8/8/4a3/2N5/8/4K3 w 0 - - -"


def assert_actions_lead_to_what_is_in_hand(board: Board) -> None:
    hand, position = board.view.hand, board.view.position
    if hand is not None and hand.position is not None:
        for action in hand.actions:
            position = play(position, action)
        assert position == hand.position


def in_hand(board: Board) -> dict[str, str]:
    """The live destinations of the piece in hand, by kind; `origin` is where it came from."""
    board.rest(0.1)
    hand = board.view.hand
    assert_actions_lead_to_what_is_in_hand(board)
    if hand is None:
        return {}
    shown = {square_name(square): kind.value for square, kind in hand.destinations.items()}
    return {**shown, square_name(hand.origin): "origin"}


def test_at_rest_nothing_is_in_hand(lay: Lay) -> None:
    board = lay(START)
    assert in_hand(board) == {}
    assert board.state == "SETTLED"


def test_a_lifted_piece_shows_where_it_may_go(lay: Lay) -> None:
    board = lay(START).lift("g1")
    assert in_hand(board) == {"g1": "origin", "f3": "move", "h3": "move"}
    assert board.state == "HANDLING"


def test_destinations_are_told_apart_by_kind(lay: Lay) -> None:
    board = lay("7k/8/8/8/1p2L3/8/1Q6/R3K3 w 0 A - -").lift("b2")
    kinds = in_hand(board)
    assert kinds["b4"] == "union"
    assert kinds["b3"] == "move"
    assert kinds["h8"] == "paco"
    board = lay("7k/8/8/8/1p2L3/8/1Q6/R3K3 w 0 A - -").lift("e1")
    assert in_hand(board)["c1"] == "castle"


def test_a_freed_piece_shows_where_it_may_go_on(lay: Lay) -> None:
    board = lay(CHAIN).lift("c3")
    assert in_hand(board)["e4"] == "takeover"
    board.touch("e4")
    assert in_hand(board) == {"e4": "origin", "e5": "move"}


def test_the_partner_in_the_air_does_not_hide_the_destinations(lay: Lay) -> None:
    board = lay("4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -").lift("d5").lift("e4")
    assert in_hand(board) == {"e4": "origin", "e5": "move", "d5": "union"}


def test_what_a_carried_pawn_was_told_to_become_shows_where_that_may_go(lay: Lay) -> None:
    board = lay("4k3/p7/8/8/8/8/8/1d2K3 b 0 - - -").choose("N").lift("b1")
    assert in_hand(board) == {"b1": "origin", "a3": "move", "c3": "move", "d2": "move"}


def test_a_carried_pawn_that_was_leafed_on_moves_as_what_it_shows(lay: Lay) -> None:
    board = lay("4k3/p7/8/8/8/8/8/1d2K3 b 0 - - -").touch("b1")
    board.rest()
    assert in_hand(board.lift("b1")) == {"b1": "origin", "a3": "move", "c3": "move", "d2": "move"}


def test_a_piece_of_the_other_side_shows_only_where_it_goes_back_to(lay: Lay) -> None:
    board = lay(START).lift("g8")
    assert in_hand(board) == {"g8": "origin"}
    board.drop("g8")
    assert in_hand(board) == {}


def test_nothing_that_may_be_part_of_a_turn_is_sent_back(lay: Lay) -> None:
    # The partner is lifted first; then what has just been set down goes on.
    board = lay("4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -").lift("d5").lift("e4")
    assert in_hand(board)["d5"] == "union"
    board = lay(START).move("d2", "d3")
    board.rest()
    assert in_hand(board.lift("d3")) == {}


def test_several_pieces_of_the_other_side_show_nothing(lay: Lay) -> None:
    assert in_hand(lay(START).lift("g8").lift("b8")) == {}


def test_only_a_piece_that_is_long_in_hand_may_have_joined_unseen() -> None:
    board = Board("4k3/8/8/3p1p2/4P3/8/8/4K3 w 0 - - -").lift("e4").slip("d5")
    board.rest(5.0)
    assert unseen(board) == ""
    lit = in_hand(board)
    board.rest(5.0)
    assert unseen(board) == "d5 f5"
    assert in_hand(board) == lit
    assert board.touch("d5").rest(2.0) == ["e4xd5"]


def test_what_was_joined_unseen_is_forgotten_when_the_piece_comes_down() -> None:
    board = Board("4k3/8/8/3p1p2/4P3/8/8/4K3 w 0 - - -").lift("e4")
    board.rest(60.0)
    assert unseen(board) == "d5 f5"
    assert board.drop("e5").rest() == ["e4>e5"]


def test_a_sensor_that_tells_unions_misses_none() -> None:
    for sensor in (SensorKind.COLOUR, SensorKind.FIELD):
        board = Board("4k3/8/8/3p1p2/4P3/8/8/4K3 w 0 - - -", sensor).lift("e4")
        board.rest(60.0)
        assert unseen(board) == ""


def unseen(board: Board) -> str:
    return "" if board.view.hand is None else names(board.view.hand.unseen)


def test_a_piece_that_is_returned_shows_nothing_any_more(lay: Lay) -> None:
    assert in_hand(lay(START).lift("g1").drop("g1")) == {}


def test_a_piece_set_down_shows_nothing_any_more(lay: Lay) -> None:
    assert in_hand(lay(START).lift("g1").drop("f3")) == {}


def test_a_turn_shows_its_squares_in_order(lay: Lay) -> None:
    board = lay(CHAIN).lift("c3").touch("e4").drop("e5", "w")
    board.rest()
    assert names(board.view.last) == "c3 e4 e5"
    board.move("e8", "e7").rest()
    assert names(board.view.last) == "e8 e7"


def test_a_turn_taken_back_shows_the_one_before(lay: Lay) -> None:
    board = lay(START)
    board.move("e2", "e4").rest()
    board.move("e7", "e5").rest()
    board.move("e5", "e7").rest()
    assert names(board.view.last) == "e2 e4"


def test_the_position_shown_is_the_recorded_one(lay: Lay) -> None:
    board = lay(START).lift("e2")
    board.rest()
    assert board.view.position.white_at(parse_square("e2")) is not None
    board.drop("e4").rest()
    assert board.view.position.white_at(parse_square("e4")) is not None


def test_while_the_board_is_put_right_nothing_is_in_hand(lay: Lay) -> None:
    board = lay(START).move("e2", "e5")
    board.rest(3.0)
    board.lift("g1")
    assert in_hand(board) == {}
    assert board.state == "CORRECTING"


def test_a_piece_freed_en_passant_is_shown_where_it_may_go() -> None:
    board = Board("4k3/7p/8/8/2pFp3/8/8/4K3 b 0 - d3 -").lift("e4").lift("d4").drop("d3", "u")
    board.rest(0.1)
    hand = board.view.hand
    assert hand is not None
    assert square_name(hand.origin) == "d3"
    assert parse_square("d1") in hand.destinations
    assert parse_square("e4") in hand.destinations
