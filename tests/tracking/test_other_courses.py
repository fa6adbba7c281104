"""Earlier turns that were others than recorded, as later play shows."""

from __future__ import annotations

import pytest

from board_daemon.rules.errors import IllegalAction
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.hypotheses import course_search
from board_daemon.tracking.record import Record
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay
from tests.tracking.polled import with_bad

pytestmark = pytest.mark.slow

# White's rook may go from d4 by d5 to f4, or by e4 and d5; that leaves it on e4.
BY_E4 = "5r1K/2D2BP1/4p1rR/3Sefp1/P2RapP1/kPp1D3/Nq4a1/6b1 w 0 - - -"
# The union on b6 may be moved by either side.
QUEENS = "r1b1kb2/pp1pn3/1y5r/2aa1p1p/2n3a1/P1N1P1P1/1P5P/R2KBBNR w 14 - - -"

# Black's rook may go from g7 to g5, by way of g8 and f7 or of one of them.
BY_G8_AND_F7 = "r1bk2e1/p2pbIr1/1p6/1qp4p/Pn2p2N/5pPN/1PPPPK1P/R1B1Q1R1 b 26 - a3 -"
# Black's bishop may go from c8 by b7 to d6, and from there by b7 again to e4.
TWICE_BY_B7 = "r1b3or/psc2p1p/1p5e/4kPbP/6P1/PPa1K3/3aP3/LN1Q4 w 0 - - -"


def slipped_into_e4(lay: Lay) -> Board:
    """The rook has gone by e4, where nobody was lifted; Black has replied."""
    board = lay(BY_E4)
    assert board.lift("d4").touch("d5").lift("f4").drop("f4", "u").rest() == ["Rd4>Nd5xf4"]
    assert board.lift("g6").lift("g7").drop("g7", "u").rest()[0] == "Rg6xg7"
    return board


def test_what_is_played_once_more_shows_that_an_earlier_turn_was_another_one(lay: Lay) -> None:
    board = slipped_into_e4(lay)
    assert board.move("e4", "d4").rest(2.0) == ["restore d4 e4"]
    assert board.move("d4", "e4").rest(2.0) == ["restored"]
    said = board.move("e4", "d4").rest(2.0)
    assert [each for each in said if not each.startswith("sako")] == [
        "takeback 1",
        "Rd4>Pe4>Nd5xf4",
        "Rg6xg7",
        "RPe4>d4",
    ]


def test_a_turn_that_was_told_anew_may_be_told_once_more(lay: Lay) -> None:
    board = lay(BY_G8_AND_F7)
    assert board.move("g7", "g5").rest(2.0) == ["Rg7>g5"]
    board.move("e2", "e3").rest()
    for start, end in (("f7", "f6"), ("g8", "e8")):
        assert board.move(start, end).rest(2.0) == [f"restore {end} {start}"]
        assert board.move(end, start).rest(2.0) == ["restored"]
        board.move(start, end).rest(2.0)
        if start == "f7":
            assert board.recorded == ["Rg7>Nf7>g5", "e2>e3", "RRf7>f6"]
            board.move("e1", "e2").rest()
    assert board.recorded == ["Rg7>Pg8>Nf7>g5", "e2>e3", "PRf7>f6", "Qe1>e2", "RBg8>e8"]


def test_a_course_in_which_the_game_would_have_been_drawn_is_none(
    lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(*_: object) -> None:
        raise IllegalAction("expected no action, the game is over")

    board = slipped_into_e4(lay)
    monkeypatch.setattr(Record, "play_anew", drawn)
    for _ in range(2):
        assert board.move("e4", "d4").rest(2.0) == ["restore d4 e4"]
        assert board.move("d4", "e4").rest(2.0) == ["restored"]
    assert board.recorded == ["Rd4>Nd5xf4", "Rg6xg7"]


def test_turns_played_since_stay_on_record(lay: Lay) -> None:
    board = slipped_into_e4(lay)
    board.move("h8", "g8").rest()
    board.lift("b2").lift("a2").drop("a2", "u").rest()
    board.move("e4", "d4").rest(2.0)
    board.move("d4", "e4").rest(2.0)
    board.move("e4", "d4").rest(2.0)
    assert board.recorded == ["Rd4>Pe4>Nd5xf4", "Rg6xg7", "Kh8>g8", "Qb2xNa2", "RPe4>d4"]


def test_a_wrong_move_that_no_other_turn_explains_is_put_right_however_often(lay: Lay) -> None:
    board = slipped_into_e4(lay)
    for _ in range(3):
        assert board.move("e4", "d2").rest(2.0) == ["restore d2 e4"]
        assert board.move("d2", "e4").rest(2.0) == ["restored"]
    assert board.recorded == ["Rd4>Nd5xf4", "Rg6xg7"]


def moved_on(lay: Lay, seconds: float) -> Board:
    """A union of queens goes to c7 and, having stood there for so many seconds, to c6."""
    board = lay(QUEENS)
    board.move("b6", "c7").rest(seconds)
    board.move("c7", "c6").rest(4.0)
    return board


@pytest.mark.parametrize("seconds", [2.0, 2.5, 2.8, 3.4])
def test_a_union_that_its_own_player_has_moved_on_is_one_turn_once_the_other_one_replies(
    lay: Lay, seconds: float
) -> None:
    board = moved_on(lay, seconds)
    said = board.move("e8", "d8").rest(4.0)
    # If it stood for longer he may have moved out of turn.
    assert ("restore d8 e8" in said) == (seconds > 2.0)
    if "restore d8 e8" in said:
        board.move("d8", "e8").rest(4.0)
        board.move("e8", "d8").rest(4.0)
    assert board.recorded == ["QQb6>c6", "Ke8>d8"]
    board.move("d5", "d6").rest(4.0)
    assert board.recorded[2:] == ["PPd5>d6"]


@pytest.mark.parametrize("seconds", [3.0, 3.6])
def test_who_plays_again_shows_that_a_union_turns_ago_was_moved_on_by_its_own_player(
    lay: Lay, seconds: float
) -> None:
    board = lay("4k3/8/1y6/8/8/6y1/7P/4K3 w 0 - - -")
    board.move("b6", "c7").rest(seconds)
    board.move("c7", "c6").rest(4.0)
    board.move("g3", "g4").rest(4.0)
    assert board.recorded == ["QQb6>c7", "QQc7>c6", "QQg3>g4"]
    assert board.move("h2", "h3").rest(3.0) == ["restore h2 h3"]
    board.move("h3", "h2").rest(3.0)
    board.move("h2", "h3").rest(3.0)
    assert board.recorded == ["QQb6>c6", "QQg3>g4", "h2>h3"]


def test_a_piece_named_in_a_turn_that_was_none_is_for_the_pawn_that_its_owner_promotes(
    lay: Lay,
) -> None:
    board = lay("4k1r1/8/8/8/8/3f4/8/K7 w 0 - - -")
    board.move("d3", "d2").rest(2.7)
    board.move("d2", "d1").rest(2.0)
    board.choose("B").rest(4.0)
    assert board.recorded == ["QPd3>d2", "PQd2>d1=B"]
    assert board.move("g8", "g5").rest(4.0) == ["restore g5 g8"]
    board.move("g5", "g8").rest(4.0)
    board.move("g8", "g5").rest(4.0)
    assert board.recorded == ["QPd3>d1", "=B:Rg8>g5"]


@pytest.mark.parametrize("seconds", [2.5, 2.8, 3.4])
def test_a_union_that_the_other_player_has_moved_on_stays_where_somebody_moves_out_of_turn(
    lay: Lay, seconds: float
) -> None:
    board = moved_on(lay, seconds)
    assert board.move("e8", "d8").rest(4.0)[-1] == "restore d8 e8"
    board.move("d8", "e8").rest(4.0)
    board.move("d5", "d6").rest(4.0)
    assert board.recorded == ["QQb6>c7", "QQc7>c6", "PPd5>d6"]


@pytest.mark.parametrize(
    ("sensor", "since", "at_last"),
    [
        # White may have moved his union on to a7, and the rook have come to a8 alone.
        (SensorKind.PRESENCE, [], ["restore a7 g8"]),
        (SensorKind.COLOUR, ["Rg8>Pa8>a7"], []),
        (SensorKind.FIELD, ["Rg8>Pa8>a7"], []),
    ],
)
def test_a_take_over_in_which_the_union_moved_first_is_no_turn_of_the_one_before(
    sensor: SensorKind, since: list[str], at_last: list[str]
) -> None:
    # White has moved a union, which Black's rook takes over; what it frees goes first of all.
    board = Board("6rk/1fp5/jPab4/P1D5/4E2e/7D/3ydd2/1K2JE1R w 16 - - -", sensor)
    board.move("b7", "a8").rest(3.7)
    board.lift("a8").drop("a7", "b", at=board.t + 1.4).rest(0.5)
    board.lift("g8", at=board.t + 0.5).drop("a8", "u", at=board.t + 1.0).rest(8.0)
    assert board.recorded == ["QPb7>a8", *since]
    assert board.rest(10.0) == at_last


def test_who_plays_again_after_all_was_put_right_shows_that_a_slow_move_was_one_turn(
    lay: Lay,
) -> None:
    board = lay("r6y/2k5/Ba1da3/C3p1p1/a1KP1p1P/s4a1P/b3SR1I/8 b 21 - - -")
    board.move("a3", "b1").rest(3.4)
    board.move("b1", "c2").rest(3.0)
    # White's knight goes, and the union on with Black's before anybody has looked.
    board.move("d6", "e8").lift("c2").rest(1.5)
    board.drop("e1", "u").rest(2.0)
    board.move("e8", "d6").move("e1", "c2").rest(8.0)
    board.move("d6", "e8").rest(3.5)
    assert board.recorded == ["NBa3>c2", "NPd6>e8"]


def test_a_union_moved_on_by_the_other_player_stays_his_turn(lay: Lay) -> None:
    board = lay(QUEENS)
    board.move("b6", "c7").rest(2.8)
    board.move("c7", "c6").rest(4.0)
    board.move("h2", "h3").rest(4.0)
    assert board.recorded == ["QQb6>c7", "QQc7>c6", "h2>h3"]


def test_a_turn_that_only_a_bad_square_would_explain_shows_that_an_earlier_one_was_another() -> (
    None
):
    board = Board(TWICE_BY_B7)
    board.move("e3", "d3").rest()
    board.lift("c8").touch("b7").drop("d6", "b").rest()
    board.move("c3", "c4").rest()
    board.move("d6", "e4").rest()  # By way of b7, where nobody was lifted.
    assert board.recorded[-1] == "Nd6>e4"
    board.move("d3", "d4").rest(4.0)
    board.lift("e4").lift("f5").drop("f5", "u").rest(5.0)
    board.move("a3", "a4").rest(5.0)
    assert board.recorded[3:5] == ["Nd6>Bb7>e4", "Kd3>d4"]
    assert board.all_said[-1].startswith(("ask", "a3>a4"))


@pytest.mark.usefixtures("with_and_without_parts")
def test_a_piece_set_where_it_may_not_go_for_once_makes_no_earlier_turn_another_one() -> None:
    # By way of the queen alone she would have been freed, and gone from g4 to g1.
    board = Board("rnb1kbnr/p1p5/3ap1pp/6aF/8/Ra3N2/1PPPBP2/1NBQK2R b 4 Hah - -")
    board = with_bad(board, a6=SquareState.DEAD)
    board.lift("g6").touch("h5").touch("g5").drop("g4", "b").rest(4.0)
    for move in ("d2 d4", "e6 e5", "c2 c3"):
        board.move(*move.split()).rest(4.0)
    board.move("g4", "g1").rest(3.0)
    board.move("g1", "g4").rest(3.0)
    board.move("e5", "e4").rest(3.0)
    assert board.recorded == ["g6>Qh5>Pg5>g4", "d2>d4", "e6>e5", "c2>c3", "e5>e4"]


def test_who_moves_like_a_knight_again_had_made_one_of_his_pawn(lay: Lay) -> None:
    board = lay("4k3/P6p/8/8/8/8/7P/4K3 w 0 - - -")
    board.move("a7", "a8").rest(4.0)
    board.move("h7", "h6").rest(4.0)
    board.move("a8", "b6").rest(4.0)
    assert board.move("b6", "a8").rest(4.0)[-1] == "restored"
    assert board.move("a8", "b6").rest(4.0) == ["takeback 1", "a7>a8=N", "h7>h6", "Na8>b6"]


def test_who_moves_askew_again_may_have_made_a_bishop_of_his_pawn_or_a_queen(lay: Lay) -> None:
    board = lay("4k3/P6p/8/8/8/8/7P/4K3 w 0 - - -")
    board.move("a7", "a8").touch("a8").touch("a8").rest(4.0)  # A rook.
    assert board.recorded == ["a7>a8=R"]
    board.move("h7", "h6").rest(4.0)
    for _ in range(2):
        board.move("a8", "d5").rest(4.0)
        board.move("d5", "a8").rest(4.0)
    assert board.recorded == ["a7>a8=R", "h7>h6"]


def test_a_turn_that_was_not_over_when_the_reply_began_may_have_been_another_one(lay: Lay) -> None:
    board = lay(BY_E4)
    board.lift("d4").touch("d5").lift("g6").lift("f4").drop("f4", "u")
    assert board.lift("g7").drop("g7", "u").rest()[:2] == ["Rd4>Nd5xf4", "Rg6xg7"]
    board.move("e4", "d4").rest(2.0)
    board.move("d4", "e4").rest(2.0)
    board.move("e4", "d4").rest(2.0)
    assert board.recorded == ["Rd4>Pe4>Nd5xf4", "Rg6xg7", "RPe4>d4"]


def test_a_long_game_is_looked_through_at_several_rests(
    lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    were_done: list[bool] = []
    go_on = course_search.CourseSearch.go_on

    def noting(search: course_search.CourseSearch, beside: float) -> None:
        go_on(search, beside)
        were_done.append(search.is_done)

    monkeypatch.setattr(course_search.CourseSearch, "go_on", noting)
    monkeypatch.setattr(course_search, "_WORK_OF_A_MOMENT", 0)
    monkeypatch.setattr(course_search, "_LEAST_OF_A_TURN", 20)
    board = slipped_into_e4(lay)
    board.move("e4", "d4").rest(2.0)
    board.move("d4", "e4").rest(2.0)
    # Nobody is to put right meanwhile what may turn out to be legal.
    assert "restore d4 e4" not in board.move("e4", "d4").rest(3.3)
    assert board.recorded == ["Rd4>Pe4>Nd5xf4", "Rg6xg7", "RPe4>d4"]
    assert were_done[-1]
    assert were_done.count(False) > 1


def test_where_several_courses_are_as_likely_all_is_set_back_and_played_once_more(
    lay: Lay,
) -> None:
    board = lay("4k3/P6p/8/8/8/8/7P/4K3 w 0 - - -")
    board.move("a7", "a8").touch("a8").touch("a8").rest(4.0)  # A rook, or what was it?
    board.move("h7", "h6").rest(4.0)
    for _ in range(2):
        assert board.move("a8", "d5").rest(4.0) == ["restore d5 a8"]
        assert board.move("d5", "a8").rest(4.0) == ["restored"]
    assert board.move("a8", "d5").rest(4.0) == ["takeback 1", "restore d5 h6 a7 h7"]
    assert board.lift("d5").move("h6", "h7").drop("a7", "w").rest(4.0) == ["restored"]
    board.move("a7", "a8").touch("a8").touch("a8").touch("a8").rest(4.0)
    board.move("h7", "h6").rest(4.0)
    board.move("a8", "d5").rest(4.0)
    assert board.recorded == ["a7>a8=B", "h7>h6", "Ba8>d5"]


def test_a_wrong_move_of_who_slips_pieces_in_leads_back_once_he_insists_on_it(lay: Lay) -> None:
    # Nothing explains it, so that more than one turn may have been another one.
    board = lay("4k3/p6p/8/1p1p4/P3P3/8/8/4K3 w 0 - - -")
    board.lift("e4").slip("d5").rest(5.0)
    board.move("e8", "e7").rest(5.0)
    said = []
    for _ in range(3):
        said += board.move("e1", "e4").rest(4.0)
        said += board.move("e4", "e1").rest(4.0)
    assert said == ["restore e1 e4", "restored"] * 3
    assert board.move("e1", "e4").rest(4.0)[0] == "takeback 1"
    board.move("e4", "e1").move("e7", "e8").lift("d5").drop("d5", "b").drop("e4", "w")
    assert board.rest(4.0) == ["restored"]
    board.join("e4", "d5").rest(4.0)
    board.move("e8", "e7").rest(4.0)
    assert board.recorded == ["e4xd5", "Ke8>e7"]


def test_a_union_that_stood_for_long_was_moved_by_the_other_player(lay: Lay) -> None:
    # Black moves out of turn after it; that his own move was White's, too, is no more likely.
    board = lay(QUEENS)
    board.move("b6", "c7").rest(6.0)
    board.move("c7", "c6").rest(4.0)
    assert board.move("e8", "d8").rest(4.0) == ["restore d8 e8"]
    assert board.recorded == ["QQb6>c7", "QQc7>c6"]


@pytest.mark.usefixtures("without_parts")
def test_what_was_joined_though_no_piece_may_is_not_waited_for_as_if_it_were_held() -> None:
    # The pawn has become a knight, though a rook was seen to be chosen.
    board = Board("4k3/P6p/1p6/8/8/8/7P/4K3 w 0 - - -")
    board.move("a7", "a8").touch("a8").touch("a8").rest(4.0)
    board.move("h7", "h6").rest(4.0)
    assert board.join("a8", "b6").rest(14.0) == ["ask e8"]
    assert board.rest(6.0) == ["restored", "restore a8"]
    assert board.lift("b6").drop("b6", "b").drop("a8", "w").rest(4.0) == ["restored"]
    board.join("a8", "b6").rest(20.0)
    assert board.recorded == ["a7>a8=N", "h7>h6", "Na8xb6"]


def test_a_piece_that_a_player_has_named_is_no_other_one_however_it_moves(lay: Lay) -> None:
    board = lay("4k3/P6p/8/8/8/8/7P/4K3 w 0 - - -")
    board.move("a7", "a8").choose("R").rest(4.0)
    board.move("h7", "h6").rest(4.0)
    for _ in range(4):
        board.move("a8", "b6").rest(4.0)
        board.move("b6", "a8").rest(4.0)
    assert board.recorded == ["a7>a8=R", "h7>h6"]
