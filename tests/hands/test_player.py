"""A player answers what the board asks, and puts right what it lights."""

from __future__ import annotations

import pytest

from board_daemon.hands.acts import RIGHT, Act, SetDown, TakeUp
from board_daemon.hands.player import PATIENCE
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import format_fen
from board_daemon.rules.pieces import PIECE_BY_LETTER, Color
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import (
    AskPartEvent,
    AskPieceEvent,
    AskPromotionEvent,
    AskSquareEvent,
    AskTakebackEvent,
    RestoredEvent,
    RestoreEvent,
    TakebackEvent,
)
from tests.hands.seated import (
    CARRIED,
    CHAIN,
    Table,
    recorded,
    squares,
)


def test_a_quiet_board_is_left_alone() -> None:
    table = Table(CHAIN, "Lc3 Pd5 Pd6")
    assert table.respond() == []
    assert table.respond(recorded(table.game.turns[0])) == []


def test_he_touches_a_listed_square_that_his_turn_entered() -> None:
    table = Table(CHAIN, "Lc3 Pd5 Pd6")
    assert table.respond(AskSquareEvent(9.0, squares("d5", "a1"))) == ["-d5", "+d5"]


def test_he_touches_where_his_turn_ended_when_it_entered_none_of_them() -> None:
    table = Table(CHAIN, "Lc3 Pb5")
    assert table.respond(AskSquareEvent(9.0, squares("d5"))) == ["-b5", "+b5"]


def test_who_has_moved_on_what_the_turn_asked_for_set_down_answers_in_its_place() -> None:
    table = Table("4k3/8/8/8/3a4/8/8/4K3 w 0 - - -", "Ld4 Pd5", "Ld5 Pd4")
    assert table.respond(AskSquareEvent(9.0, squares("d4"))) == ["-d4", "+d4"]


def test_he_says_yes_or_no_with_the_pieces_that_the_board_has_chosen() -> None:
    table = Table(CHAIN, "Lc3 Pd5 Pd6")
    yes, no = parse_square("e1"), parse_square("e8")
    for asked_of, touched in (("c3", "e1"), ("a1 d5", "e1"), ("a1", "e8")):
        asked = AskPartEvent(1.0, tuple(map(parse_square, asked_of.split())), yes, no)
        assert table.respond(asked) == [f"-{touched}", f"+{touched}"]


def test_he_says_no_where_he_has_not_played_yet() -> None:
    table = Table(CHAIN, "Lc3 Pd5 Pd6")
    asked = AskPartEvent(2.0, (parse_square("d5"),), parse_square("e1"), parse_square("e8"))
    assert table.respond(recorded(table.game.turns[0]), asked) == ["-e8", "+e8"]


@pytest.mark.parametrize(("square", "answer"), [("a1", "e2"), ("d1", "e2"), ("b1", "e8")])
def test_who_has_castled_says_that_his_rook_was_on_its_squares(square: str, answer: str) -> None:
    table = Table("4k3/8/8/8/8/8/4P3/R3K3 w 0 A - -", "Le1 Pc1")
    asked = AskPartEvent(1.0, (parse_square(square),), parse_square("e2"), parse_square("e8"))
    assert table.respond(asked) == [f"-{answer}", f"+{answer}"]


@pytest.mark.parametrize(
    ("piece", "square", "touched"), [("N", "d5", "e1"), ("B", "d5", "e8"), ("B", "c6", "e1")]
)
def test_he_says_which_piece_stands_there_now(piece: str, square: str, touched: str) -> None:
    # The knight has freed the bishop, which has gone on.
    table = Table("4k3/8/8/3e4/8/2N5/8/4K3 w 0 - - -", "Lc3 Pd5 Pc6")
    asked = AskPieceEvent(1.0, parse_square(square), PIECE_BY_LETTER[piece], *squares("e1", "e8"))
    assert table.respond(asked) == [f"-{touched}", f"+{touched}"]


def test_he_says_what_stands_there_after_he_has_set_the_pieces_back() -> None:
    table = Table(CHAIN, "Lc3 Pb5")
    while not table.stands_as(CHAIN):
        assert table.respond(RestoreEvent(5.0, squares("b5", "c3"))) != []
    asked = AskPieceEvent(9.0, parse_square("c3"), PIECE_BY_LETTER["N"], *squares("e1", "e8"))
    assert table.respond(asked) == ["-e1", "+e1"]


def test_he_says_what_stands_there_though_he_has_more_turns_to_play_again() -> None:
    start = "4k3/8/8/3e4/8/2N5/8/4K3 w 0 - - -"
    table = Table(start, "Lc3 Pd5 Pc6", "Le8 Pe7", "Lc6 Pa8")
    while not table.stands_as(start):
        assert table.respond(RestoreEvent(5.0, squares("c3", "a8"))) != []
    assert table.respond(RestoredEvent(9.0)) == ["-c3", "-d5", "+d5", "+c6"]
    for square, touched in (("c6", "e1"), ("a8", "e8")):
        asked = AskPieceEvent(9.0, parse_square(square), PIECE_BY_LETTER["B"], *squares("e1", "e8"))
        assert table.respond(asked) == [f"-{touched}", f"+{touched}"]


def test_he_says_whether_a_union_is_back_because_its_turn_was_taken_back() -> None:
    table = Table("4k3/8/8/8/8/8/4o3/4K3 w 0 - - -", "Le2 Pc3", "Lc3 Pe2")
    yes, no, square = map(parse_square, ("e1", "e8", "e2"))
    first = table.game.turns[0]
    assert table.respond(recorded(first), AskTakebackEvent(2.0, square, yes, no)) == ["-e8", "+e8"]
    table.game.take_back(2)
    assert table.respond(AskTakebackEvent(3.0, square, yes, no)) == ["-e1", "+e1"]


def test_who_has_played_on_since_all_was_put_right_has_set_nothing_back() -> None:
    table = Table("4k3/8/8/8/8/8/4o3/4K3 w 0 - - -", "Le2 Pc3")
    table.respond(recorded(table.game.turns[0]), RestoreEvent(2.0, squares("e1", "e8")))
    table.player.see([RestoredEvent(4.0)])
    table.game.play_turn(parse_actions("Lc3 Pe2"))
    table.player.begin_turn()
    yes, no, square = map(parse_square, ("e1", "e8", "e2"))
    assert table.respond(AskTakebackEvent(6.0, square, yes, no)) == ["-e8", "+e8"]


def test_he_says_that_a_union_was_moved_back_after_turns_that_the_board_has_left_out() -> None:
    # The board has left out how both kings went to and fro.
    start = "4k3/8/8/8/8/8/4o3/4K3 w 0 - - -"
    to_and_fro = ("Le1 Pd1", "Le8 Pd8", "Ld1 Pe1", "Ld8 Pe8")
    table = Table(start, *to_and_fro, "Le2 Pc3", "Lc3 Pe2")
    yes, no, square = map(parse_square, ("e1", "e8", "e2"))
    heard = recorded(Table(start, "Le2 Pc3").game.turns[0])
    assert table.respond(heard, AskTakebackEvent(2.0, square, yes, no)) == ["-e8", "+e8"]
    table.game.take_back(6)
    assert table.respond(AskTakebackEvent(3.0, square, yes, no)) == ["-e1", "+e1"]


def test_he_does_not_call_a_turn_what_follows_a_position_that_was_never_played() -> None:
    start = "4k3/8/8/8/8/8/4o3/4K3 w 0 - - -"
    table = Table(start, "Le2 Pc3", "Lc3 Pe2")
    yes, no, square = map(parse_square, ("e1", "e8", "e2"))
    wrong = recorded(Table(start, "Le2 Pd4").game.turns[0])
    assert table.respond(wrong, AskTakebackEvent(2.0, square, yes, no)) == ["-e1", "+e1"]


def test_he_says_that_a_union_was_moved_back_instead_of_a_turn_he_has_taken_back_himself() -> None:
    # The board has recorded the king's move, and had no time to see it taken back.
    start = "4k3/8/8/8/8/8/4o3/4K3 w 0 - - -"
    table = Table(start, "Le2 Pc3", "Lc3 Pe2")
    yes, no, square = map(parse_square, ("e1", "e8", "e2"))
    first, taken_back = Table(start, "Le2 Pc3", "Le8 Pd8").game.turns
    heard = recorded(first), recorded(taken_back, ply=2)
    assert table.respond(*heard, AskTakebackEvent(2.0, square, yes, no)) == ["-e8", "+e8"]


def test_he_answers_until_the_board_is_content() -> None:
    table = Table(CHAIN, "Lc3 Pb5")
    assert table.respond(AskSquareEvent(9.0, squares("d5"))) == ["-b5", "+b5"]
    assert table.respond() == ["-b5", "+b5"]
    assert table.respond(recorded(table.game.turns[0])) == []


def test_he_gives_up_when_he_is_asked_for_ever() -> None:
    table = Table(CHAIN, "Lc3 Pb5")
    for _ in range(PATIENCE + 1):
        table.respond(AskSquareEvent(9.0, squares("d5")))
    assert table.player.has_given_up
    assert table.player.is_stuck
    table.player.begin_turn()
    assert not table.player.has_given_up


def test_being_asked_about_one_square_after_the_other_needs_no_patience() -> None:
    table = Table(CHAIN, "Lc3 Pb5")
    yes, no = squares("e1", "e8")
    for square in range(2 * PATIENCE):
        assert table.respond(AskPartEvent(9.0, (square,), yes, no)) != []
    assert not table.player.has_given_up


def test_being_asked_the_same_with_other_pieces_for_ever_needs_patience() -> None:
    table = Table(CHAIN, "Lc3 Pb5")
    yes, no = squares("e1", "e8")
    for _ in range(PATIENCE + 2):
        table.respond(AskPartEvent(9.0, squares("d5"), yes, no))
    assert table.player.has_given_up


def test_he_plays_on_where_nothing_comes_of_his_answers() -> None:
    table = Table(CHAIN, "Lc3 Pb5")
    table.player.see([AskSquareEvent(9.0, squares("d5"))])
    assert [table.respond() for _ in range(4)] == [["-b5", "+b5"]] * 3 + [[]]
    assert not table.player.is_stuck
    assert table.respond(AskSquareEvent(20.0, squares("b5"))) == ["-b5", "+b5"]


def test_he_puts_the_pieces_where_the_board_wants_them_one_at_a_time() -> None:
    table = Table(CHAIN, "Lc3 Pb5")
    assert table.respond(RestoreEvent(5.0, squares("b5", "c3"))) == ["-b5", "+c3"]
    assert table.stands_as(CHAIN)


def test_once_the_board_is_content_he_plays_the_turn_again() -> None:
    table = Table(CHAIN, "Lc3 Pd5 Pd6")
    while not table.stands_as(CHAIN):
        assert table.respond(RestoreEvent(5.0, squares("d6", "c3"))) != []
    assert table.respond(RestoredEvent(9.0)) == ["-c3", "-d5", "+d5", "+d6"]
    assert table.stands_as(format_fen(table.game.position))
    assert table.respond(recorded(table.game.turns[0])) == []
    assert not table.player.is_stuck


def put_right_as_wrongly_recorded() -> Table:
    """The board has recorded another turn, stands as after that, and is being set back."""
    table = Table(CHAIN, "Lc3 Pb5", "Le8 Pe7")
    wrong = Table(CHAIN, "Lc3 Pb1").game.turns[0]
    table.respond(recorded(wrong), RestoreEvent(5.0, squares("b5", "b1", "e7", "e8")))
    while not table.stands_as(format_fen(wrong.position)):
        assert table.respond() != []
    assert table.respond(RestoredEvent(9.0)) == ["-b1", "+c3"]
    return table


def test_he_takes_back_what_the_board_has_wrong_before_he_plays_on() -> None:
    table = put_right_as_wrongly_recorded()
    assert table.respond(TakebackEvent(12.0, 1)) == ["-c3", "+b5"]
    assert table.respond(recorded(table.game.turns[0])) == ["-e8", "+e7"]
    assert table.respond(recorded(table.game.turns[1], 2)) == []


def test_he_says_no_where_he_has_only_set_a_piece_back() -> None:
    table = put_right_as_wrongly_recorded()
    yes, no = squares("e1", "e8")
    assert table.respond(AskPartEvent(10.0, squares("c3"), yes, no)) == ["-e8", "+e8"]


def test_a_wish_that_no_hand_can_fulfil_leaves_him_stuck() -> None:
    table = Table(CHAIN)
    table.game.play_turn(parse_actions("Lc3 Pb5"))
    assert table.respond(RestoreEvent(5.0, squares("b5"))) == []
    assert table.player.is_stuck


def test_he_plays_on_after_a_promotion_that_its_owner_owes() -> None:
    # All stands as before the first turn; both are to be played again.
    table = Table(CARRIED, "La2 Pa1", "=Q La1 Pa8", leafs=False)
    table.respond(RestoreEvent(5.0, squares("a2", "a8")))
    while not table.stands_as(CARRIED):
        assert table.respond(RestoreEvent(5.0, squares("a2", "a8"))) != []
    assert table.respond(RestoredEvent(9.0)) == ["-a2", "+a1"]
    event = AskPromotionEvent(9.0, parse_square("a1"))
    assert table.respond(recorded(table.game.turns[0]), event) == ["-a1", "+a8"]


def test_a_board_wrong_before_the_first_turn_is_put_right() -> None:
    table = Table(CHAIN)
    table.performer.run([Act(0.1, TakeUp(parse_square("e1"), RIGHT[Color.WHITE]))])
    table.performer.run([Act(0.1, SetDown(parse_square("e2"), RIGHT[Color.WHITE]))])
    assert table.respond(RestoreEvent(5.0, squares("e1", "e2"))) == ["-e2", "+e1"]


def test_he_plays_again_what_the_board_has_said_nothing_of() -> None:
    turns = ("Lc3 Pb1", "Le8 Pe7", "Lb1 Pc3", "Le7 Pe8") * 2
    table = Table(CHAIN, *turns)
    assert table.respond() == ["-c3", "+b1"]
    assert table.respond(recorded(table.game.turns[0])) == ["-e8", "+e7"]
    assert Table(CHAIN, *turns[:7]).respond() == []


def test_he_puts_right_what_is_lit_and_leaves_the_turns_alone_that_the_board_waits_with() -> None:
    table = Table(CHAIN, "Lc3 Pb5", "Le8 Pe7")
    played = format_fen(table.game.position)
    for deed in (TakeUp, SetDown):
        square = parse_square("e1" if deed is TakeUp else "d4")
        table.performer.run([Act(0.1, deed(square, RIGHT[Color.WHITE]))])
    assert table.respond(RestoreEvent(5.0, squares("d4", "e1"))) == ["-d4", "+e1"]
    assert table.stands_as(played)
    assert table.respond(RestoredEvent(9.0)) == []
    assert not table.player.is_stuck


def test_he_does_not_give_up_as_soon_as_his_last_answer_was_understood() -> None:
    table = Table(CHAIN, "Lc3 Pb5", "Le8 Pe7")
    for _ in range(PATIENCE + 1):
        assert table.respond(AskSquareEvent(9.0, squares("b5"))) == ["-b5", "+b5"]
    asked = AskSquareEvent(9.0, squares("b5"))
    assert table.respond(recorded(table.game.turns[0]), asked) == ["-e7", "+e7"]
    for _ in range(PATIENCE):
        assert table.respond(asked) == ["-e7", "+e7"]
    assert table.respond(asked) == []


def test_he_answers_for_the_turn_that_follows_what_is_on_record() -> None:
    # The board has left out how both kings went to and fro.
    turns = ("Le1 Pe2", "Le8 Pe7", "Le2 Pe1", "Le7 Pe8", "Lc3 Pd5 Pd6", "Le8 Pe7", "Ld6 Pd7")
    table = Table(CHAIN, *turns)
    other = Table(CHAIN, "Lc3 Pd5 Pd6", "Le8 Pe7")
    events = [recorded(turn, ply) for ply, turn in enumerate(other.game.turns, 1)]
    assert table.player.heard(table.game.turns) == 0
    assert table.respond(*events, AskSquareEvent(9.0, squares("d5"))) == ["-d7", "+d7"]
    assert table.player.heard(table.game.turns) == len(turns) - 1


def test_he_goes_further_back_where_wrong_turns_have_left_all_as_it_was() -> None:
    table = Table(CHAIN, "Le1 Pe2", "Le8 Pe7")
    to_and_fro = Table(CHAIN, "Le1 Pe2", "Le8 Pf8", "Le2 Pe3", "Lf8 Pe8", "Le3 Pe2")
    after_one = format_fen(table.game.turns[0].position)
    events = [recorded(turn, ply) for ply, turn in enumerate(to_and_fro.game.turns, 1)]
    table.respond(*events, RestoreEvent(5.0, squares("e7", "e8")))
    assert table.stands_as(after_one)
    # Only after one turn less does the board look otherwise, so that it can see it.
    assert table.respond(RestoredEvent(9.0)) == ["-e2", "+e1"]
    assert table.respond(TakebackEvent(12.0, 1)) == ["-e1", "+e2"]


def test_following_the_lights_piece_after_piece_needs_no_patience() -> None:
    table = Table(CHAIN, "Le1 Pe2", "Le8 Pe7", "Lc3 Pe4", "Le7 Pd7", "Le2 Pd3", "Ld7 Pc7")
    lit = RestoreEvent(5.0, squares("e1", "e8", "c3", "e4", "d3", "c7"))
    for _ in range(3):
        assert table.respond(lit) != []
    assert table.stands_as(CHAIN)
    # That was one attempt; should the board not be content, there are others.
    for _ in range(PATIENCE):
        assert table.respond(lit) != []
        assert not table.player.has_given_up


def test_he_sets_a_piece_down_anew_that_the_board_does_not_see_where_it_stands() -> None:
    table = Table(CHAIN)
    assert table.respond(RestoreEvent(5.0, squares("d5"))) == ["-d5", "+d5"]


def test_he_plays_again_what_a_question_waits_for_that_nothing_can_answer_any_more() -> None:
    # He was asked late: nobody stands where he would answer.
    turns = ("Lc3 Pb1", "Le8 Pe7", "Lb1 Pd2", "Le7 Pe8")
    table = Table(CHAIN, *turns)
    assert table.respond(AskSquareEvent(9.0, squares("d5"))) == ["-d2", "+c3"]
    short = Table(CHAIN, "Lc3 Pb1", "Le8 Pe7", "Lb1 Pd2")
    assert Table(CHAIN, *turns[:2]).respond(AskSquareEvent(9.0, squares("d5"))) == ["-b1", "+b1"]
    assert short.respond(AskSquareEvent(9.0, squares("d5"))) == ["-d2", "+c3", "-e7", "+e8"]
