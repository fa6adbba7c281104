"""A first silent join, of which nobody can be asked, may be a dead square all the same."""

from __future__ import annotations

import pytest

from board_daemon.tracking.events import HealthEvent, TurnEvent
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board
from tests.tracking.playing import see
from tests.tracking.test_traces import tracked

pytestmark = pytest.mark.usefixtures("without_parts")


def test_no_first_silent_join_is_recorded_where_a_dead_square_explains_the_board_as_well() -> None:
    # The pawn may have joined the bishop; it went to e4, which is dead though nobody knows of it.
    board = Board("4k3/ppp5/8/8/3b4/4P3/PPP5/4K3 w 0 - - -")
    board.lift("e3").rest(3.0)
    board.move("a7", "a6").move("a2", "a3").move("b7", "b6").rest(5.0)
    assert board.recorded == []
    board.drop("e5", "w").rest(3.0)
    for move in ("c7 c6", "b2 b3", "c6 c5"):
        board.move(*move.split()).rest(5.0)
    assert board.recorded[:5] == ["e3>e4", "a7>a6", "a2>a3", "b7>b6", "e4>e5"]


def test_a_first_silent_join_is_asked_for_where_a_touch_of_it_tells() -> None:
    # The pawn has joined the bishop; else it went to e4, where nobody is felt to answer.
    board = Board("4k3/ppp5/8/8/3b4/4P3/PPP5/4K3 w 0 - - -")
    board.lift("e3").rest(3.0)
    assert board.move("a7", "a6").rest(5.0) == ["ask d4"]
    board.move("a2", "a3").rest(5.0)
    assert board.touch("d4").rest(5.0) == ["e3xBd4", "a7>a6", "a2>a3"]


def test_a_first_silent_join_in_the_place_of_the_last_turn_is_asked_for_as_well() -> None:
    # The rook has joined a2 after all; else it went on to a square where nothing shows.
    board = Board("4k3/7p/8/8/r7/8/P6P/4K3 b 0 - - -")
    assert board.lift("a4").drop("a7").rest(0.75) == ["Ra4>a7"]
    board.lift("a7").rest(4.0)
    assert board.move("h2", "h3").rest(4.0) == ["takeback 1", "ask a2"]
    board.move("h7", "h6").rest(4.0)
    assert board.touch("a2").rest(4.0) == ["Ra4xa2", "h2>h3", "h7>h6"]


@pytest.mark.slow
def test_a_first_silent_join_after_a_turn_that_waits_is_no_more_certain() -> None:
    # The pawn on e3 goes to e4, which is dead.
    board = Board("4k3/ppp5/8/8/3b4/4P3/PPP5/R2QK3 b 0 - - -")
    for move in ("a7 a6", "a2 a3", "c7 c6"):
        board.move(*move.split()).rest(3.0)
    board.drop("b1", "w").rest(3.0)
    board.move("b7", "b6").rest(3.0)
    board.lift("e3").rest(3.0)
    for move in ("a6 a5", "b2 b3", "c6 c5", "d1 d3", "e8 e7"):
        board.move(*move.split()).rest(5.0)
    assert "e3xBd4" not in board.recorded


def test_a_player_found_to_slip_pieces_in_makes_no_square_likelier_to_have_failed() -> None:
    # The queen on b7 was slipped in, as her player says; then Black's, who has joined f2.
    events = tracked("first-slip.presence.jsonl", TrackerSettings(asks_of_parts=False))
    turns = [event.notation for event in events if isinstance(event, TurnEvent)]
    assert turns[20:23] == ["Qb3xb7", "Qf7xf2", "PQf2>f4"]
    assert not any(isinstance(event, HealthEvent) for event in events)


def test_what_lands_while_a_piece_stands_elsewhere_was_not_that_piece() -> None:
    # The bishop frees the queen on a6, unseen, who goes to a5; Black replies; she is up again. She
    # has not gone on to b6, for she stood on a5 when something came there.
    fen = "rnbqkbnr/1pp2p1p/f2p4/4p1p1/6P1/NPP1P3/P2P1P1P/R1B1KBNR w 3 AH - -"
    board = see(Board(fen), "1.6:f1:. 4.9:a5:w 5.0:b7:. 5.6:b6:b 6.0:a5:.")
    assert board.rest(2.6) == ["ask a6"]
    see(board, "12.2:a6:. 12.6:a6:u").rest(3.0)
    assert board.recorded == ["Bf1>Qa6>a5", "b7>b6"]


def test_what_a_player_admits_makes_every_story_likelier_that_holds_it() -> None:
    # Black's knight was slipped in on c2 and d2, too: it is no dead square where he went instead.
    board = Board("2q3rB/4p3/3bK1pp/1B2pD2/1nPkR3/a1p1aN1P/2Cp2EP/1N1QR3 w 0 - - -")
    board.lift("b1").lift("b4", at=board.t + 2.7).rest(13.7)
    board.lift("h3").drop("h4", at=board.t + 0.7).touch("h4", at=board.t + 1.5)
    assert board.rest(2.3) == ["ask d2 c3"]
    board.lift("d6").rest(2.3)
    board.drop("a2", "b").rest(3.0)
    board.touch("d2").rest(11.0)
    assert board.recorded == ["Nb1xd2", "Nb4>Rc2>Pd2xRe1=Q", "h3>h4", "Bd6>Pa3>a2"]


def test_who_slips_his_first_piece_in_is_asked_though_another_partner_has_moved_on() -> None:
    # Else a square would be put to the proof on which nobody stands.
    board = Board("rnbqkbnr/2p2pp1/p3p2p/1p1p4/2PP4/4P2N/PP1N1PPP/R1BQKB1R w 10 AHah - -")
    board.lift("c4").rest(5.6)
    board.move("b5", "b4").move("g2", "g4")
    assert board.rest(3.0) == ["ask d5"]
    assert board.touch("d5").rest(3.0)[:3] == ["c4xd5", "b5>b4", "g2>g4"]
