"""Pieces are put where they are supposed to stand: what is seen then tells what was played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from board_daemon.rules.attacks import KNIGHT_COVER
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.position import Position
from board_daemon.rules.squares import bits, parse_square, square_name
from board_daemon.tracking.events import TurnEvent
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.trace import TraceReader
from tests.tracking.board import Board
from tests.tracking.playing import see
from tests.tracking.polled import with_bad

# The pawn from b2 may go to b3 or to b4; one of them is dead, though nobody knows which.
PAWN = "4k3/p6p/8/8/8/8/1P5P/4K3 w 0 - - -"
STUCK_PARTNER = Path(__file__).parents[2] / "data" / "traces" / "stuck-partner.presence.jsonl"
ROOKS_TURN = 95
SINCE = ("a7 a6", "h2 h3")

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_parts")]


def pawn_gone() -> Board:
    """The pawn has gone to where nobody sees it, and later play has not told where that is."""
    board = Board(PAWN)
    board.lift("b2").rest(2.0)
    for move in SINCE:
        board.move(*move.split()).rest(2.0)
    assert board.recorded == []
    return board


def put_to_the_proof() -> Board:
    board = pawn_gone()
    assert board.rest(1.0) == ["b2>b3", "a7>a6", "h2>h3", "restore b3 b4", "dead b3"]
    return board


def test_the_lights_say_where_a_piece_is_to_be_put() -> None:
    (fix,) = put_to_the_proof().view.fix
    assert (square_name(fix.square), fix.wants_piece) == ("b3", True)


def test_where_nobody_is_seen_to_put_it_there_it_stood_there() -> None:
    board = put_to_the_proof()
    assert board.rest(12.0) == []
    assert board.rest(2.0) == ["restored"]
    assert board.move("h7", "h6").rest(3.0) == ["h7>h6"]
    assert board.drop("b4", "w").rest(3.0) == ["b3>b4"]


def came_to_a6() -> Board:
    """The pawn or the knight has: a7 or b8 is stuck, and the board supposes that a7 is."""
    board = Board("rn2k3/p6p/8/8/8/8/1P5P/4K3 b 0 - - -")
    board.drop("a6", "b").rest(2.0)
    for move in ("h2 h3", "h7 h6"):
        board.move(*move.split()).rest(2.0)
    assert board.rest(1.0) == ["a7>a6", "h2>h3", "h7>h6", "restore a6 a7 b8", "stuck a7"]
    return board


def test_who_lifts_what_is_lit_and_puts_it_back_twice_has_seen_that_it_stands_so() -> None:
    board = came_to_a6()
    assert board.touch("a6").rest(4.0) == []
    assert board.touch("a6").rest(1.0) == ["restored"]
    assert board.move("h3", "h4").rest(3.0) == ["h3>h4"]


def test_who_takes_one_piece_of_a_union_away_may_be_about_to_put_another_one_there() -> None:
    # The pawn or the knight has joined f3, and the board supposes that it was the knight.
    board = Board("4k3/7p/8/8/8/5p2/6P1/4K1N1 w 0 - - -").touch("f3")
    board.rest(2.0)
    for move in ("h7 h6", "e1 d1"):
        board.move(*move.split()).rest(2.0)
    assert board.rest(1.0) == ["Ng1xf3", "h7>h6", "Ke1>d1", "restore g1 g2 f3", "stuck g1"]
    # The pawn goes back to g2, unseen; then the knight is lifted, to join f3.
    assert board.touch("f3").rest(5.0) == []
    said = board.lift("g1").rest(1.0)
    assert said[:3] == ["restored", "takeback 1", "g2xf3"]


def test_where_it_is_seen_to_come_it_stood_on_the_other_one() -> None:
    board = put_to_the_proof()
    said = board.drop("b3", "w").rest(2.0)
    assert said == ["restored", "takeback 1", "b2>b4", "a7>a6", "h2>h3", "restore b3 b4", "dead b4"]
    # It goes back to where it stood.
    assert board.lift("b3").rest(1.0) == ["restored"]
    assert board.move("h7", "h6").rest(3.0) == ["h7>h6"]
    assert board.drop("b5", "w").rest(3.0) == ["b4>b5"]


def test_where_it_is_seen_to_come_only_later_it_stood_on_the_other_one_too() -> None:
    board = put_to_the_proof()
    board.rest(10.0)
    board.drop("b3", "w").rest(2.0)
    assert board.recorded[0] == "b2>b4"


def test_where_it_only_can_have_gone_on_from_the_other_one_it_stood_there() -> None:
    board = put_to_the_proof()
    board.rest(16.0)
    assert board.move("h7", "h6").rest(3.0) == ["h7>h6"]
    board.drop("b5", "w").rest(3.0)
    assert board.recorded == ["b2>b4", "a7>a6", "h2>h3", "h7>h6", "b4>b5"]


def test_who_plays_on_without_an_answer_is_asked_again_after_his_turn_but_not_for_ever() -> None:
    board = put_to_the_proof()
    again = ["restored", "h7>h6", "restore b3 b4"]
    assert board.move("h7", "h6").rest(1.5) == again
    assert board.move("e1", "e2").rest(1.5) == ["restored", "Ke1>e2", "restore b3 b4"]
    assert board.move("e8", "e7").rest(9.0) == ["restored", "Ke8>e7"]


def test_where_it_is_seen_to_come_after_more_turns_they_stand_as_they_were_played() -> None:
    board = put_to_the_proof()
    board.move("h7", "h6").rest(1.5)
    said = board.drop("b3", "w").rest(1.5)
    assert said[:5] == ["restored", "takeback 1", "b2>b4", "a7>a6", "h2>h3"]
    assert said[5:] == ["h7>h6", "restore b3 b4", "dead b4"]
    assert board.lift("b3").rest(9.0) == ["restored"]


def test_who_takes_back_the_last_turn_of_a_story_has_not_taken_back_the_first() -> None:
    board = put_to_the_proof()
    assert board.rest(14.0) == ["restored"]
    assert board.move("h3", "h2").rest(3.0) == ["takeback 3"]
    assert board.move("e1", "d1").rest(3.0) == ["Ke1>d1"]
    # Something comes to b3 after all: there the pawn did not stand.
    board.move("h7", "h6").drop("b3", "w").rest(2.0)
    assert board.recorded[:3] == ["b2>b4", "a7>a6", "Ke1>d1"]


def test_nothing_is_put_to_the_proof_while_the_game_goes_on_quickly() -> None:
    board = pawn_gone()
    for move in ("h7 h6", "e1 d2", "e8 d7", "d2 d3"):
        assert board.move(*move.split()).rest(2.0) == []


def test_a_piece_that_may_be_in_a_hand_is_put_nowhere() -> None:
    board = Board(PAWN)
    assert board.lift("b2").rest(50.0) == []


def test_one_turn_later_it_is_put_to_the_proof_once_nobody_goes_on() -> None:
    board = Board(PAWN)
    board.lift("b2").rest(3.0)
    assert board.move("a7", "a6").rest(14.0) == []
    assert board.rest(1.0)[:2] == ["b2>b3", "a7>a6"]


# The knight may have gone to any of six squares; or the rook was freed on g5.
KNIGHT = "4k3/p6p/8/8/3N4/8/7P/4K3 w 0 - - -"


def test_of_many_squares_one_is_put_to_the_proof_after_the_other_once_all_was_shown_in_vain() -> (
    None
):
    board = Board(KNIGHT)
    moves = ("a7 a6", "h2 h3", "a6 a5")
    board.lift("d4").rest(3.0)
    for move in moves:
        board.move(*move.split()).rest(2.0)
    assert board.rest(7.0)[0].startswith("restore ")
    for start, end in (move.split() for move in reversed(moves)):
        board.move(end, start).rest(1.0)
    assert board.drop("d4", "w").rest(3.0)[-1] == "restored"
    board.lift("d4").rest(3.0)
    for move in moves:
        board.move(*move.split()).rest(2.0)
    assert board.rest(3.0)[-2].startswith("restore ")
    while (end := board.recorded[0][-2:]) != "e6":
        said = board.drop(end, "w").rest(2.0)
        assert said[:2] == ["restored", "takeback 1"]
        board.lift(end)
    assert board.rest(9.0) == ["restored"]
    assert board.recorded == ["Nd4>e6", "a7>a6", "h2>h3", "a6>a5"]


def test_where_it_is_seen_on_each_square_all_is_to_be_shown_once_more() -> None:
    # It had rolled off the board.
    board = put_to_the_proof()
    board.drop("b3", "w").rest(2.0)
    said = board.lift("b3").drop("b4", "w").rest(2.0)
    assert said == ["restored", "takeback 1", "restore b2 h2 h3 b4 a6 a7"]
    for start, end in (("b4", "b2"), ("h3", "h2"), ("a6", "a7")):
        board.move(start, end).rest(2.0)
    assert board.all_said[-1] == "restored"
    assert board.move("b2", "b4").rest(3.0) == ["b2>b4"]


def test_no_square_that_was_seen_to_work_is_put_to_the_proof_once_more() -> None:
    # A rook has joined the pawn on f7, which is stuck; players do as the lights say.
    ends: list[str] = []
    with STUCK_PARTNER.open(encoding="utf-8") as stream:
        reader = TraceReader(stream)
        start = parse_fen(reader.header.fen)
        plain = TrackerSettings(asks_of_parts=False)
        tracker = Tracker(start, reader.header.sensor, plain)
        for line in reader:
            told = tracker.take(line)
            ends += [e.notation for e in told if isinstance(e, TurnEvent) and e.ply == ROOKS_TURN]
    assert ends[0] == "Rf5>f4"
    assert ends.count("Rf5>f4") == 1 < len(ends)


class Hands:
    """Plays a knight's turn and three more, where one square is dead, and follows the lights."""

    def __init__(self, start: str, end: str, dead: str) -> None:
        self.turns = [(start, end), ("h7", "h6"), ("h2", "h3"), ("h6", "h5")]
        self.stands = {start: "w", "h7": "b", "h2": "w", "h8": "b", "h1": "w"}
        self.board = Board(_fen({start: "N", "h7": "p", "h2": "P", "h8": "k", "h1": "K"}))
        self._dead = dead

    def play(self) -> None:
        for start, end in self.turns:
            self.move(start, end)
            self.board.rest(3.0)

    def move(self, start: str, end: str) -> None:
        piece = self.stands.pop(start)
        self.stands[end] = piece
        if start != self._dead:
            self.board.lift(start)
        if end != self._dead:
            self.board.drop(end, piece)

    def follow_the_lights(self) -> None:
        """Put one piece after the other where it stands by the record, then wait."""
        recorded = self.board.tracker.position
        wanted = {square_name(sq): recorded.piece_at(0, sq) is not None for sq in _all(recorded)}
        for end, is_white in wanted.items():
            letter = "w" if is_white else "b"
            if self.stands.get(end) != letter:
                strays = [sq for sq, on in self.stands.items() if sq not in wanted and on == letter]
                self.move(strays[0], end)
        self.board.rest(9.0)


def _all(position: Position) -> Iterator[int]:
    return bits(position.occupied)


def _fen(pieces: dict[str, str]) -> str:
    ranks = []
    for rank in "87654321":
        row = "".join(pieces.get(file + rank, "1") for file in "abcdefgh")
        ranks.append(row)
    return "/".join(ranks) + " w 0 - - -"


@given(st.sampled_from("abcde"), st.sampled_from("2345"), st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whichever_square_is_dead_whoever_follows_the_lights_has_his_turn_recorded(
    file: str, rank: str, data: st.DataObject
) -> None:
    start = file + rank
    ends = [square_name(sq) for sq in bits(KNIGHT_COVER[parse_square(start)])]
    end = data.draw(st.sampled_from([sq for sq in ends if sq[0] < "h"]))
    dead = data.draw(st.sampled_from([end, *ends]))
    hands = Hands(start, end, dead)
    board, at_first = hands.board, dict(hands.stands)
    for _ in range(30):
        if board.view.fix:
            hands.follow_the_lights()
        elif hands.stands == at_first:
            hands.play()
        elif len(board.recorded) < len(hands.turns):
            board.rest(10.0)
    assert board.recorded == [f"N{start}>{end}", "h7>h6", "h2>h3", "h6>h5"]


def test_where_two_squares_are_bad_one_is_put_to_the_proof_after_the_other() -> None:
    # White's knight went to c3, which is dead, Black's came from b8, which is stuck; it looks as
    # if White's had gone to c6, and they play it once more. One of four stories is true.
    position = "rnbqkbnr/ppp2ppp/8/3pp3/3PP3/8/PPP2PPP/RNBQKBNR w 4 AHah - -"
    board = Board(position, settings=TrackerSettings(asks_of_parts=False))
    assert board.move("b1", "c6").rest(4.0) == ["restore b1 c6"]
    board.move("c6", "b1").rest(2.0)
    board.lift("b1").rest(3.0)
    board.drop("c6", "b").rest(4.0)
    for start, end in (("c1", "g5"), ("c8", "g4"), ("g5", "e7"), ("g8", "f6")):
        board.move(start, end).rest(4.0)
    board.lift("d1").lift("g4").drop("g4", "u")
    assert "restore a3 c3 c6 c7 b8" in board.rest(5.0)
    # As recorded, the knight is put on a3 and seen to come; and then back on c3.
    assert "restore a3 c3 c6 c7 b8" in board.drop("a3", "w").rest(3.0)
    board.lift("a3").rest(3.0)
    # As recorded, the pawn is put on c6 in place of the knight, and is seen to leave c7.
    board.lift("c6").lift("c7").drop("c6", "b").rest(3.0)
    board.lift("c6").drop("c7", "b").drop("c6", "b")
    assert board.rest(9.0) == ["restored"]
    assert board.recorded[:2] == ["Nb1>c3", "Nb8>c6"]


def test_pieces_that_were_in_hand_as_it_was_put_to_the_proof_prove_nothing() -> None:
    # Black's king has come from e8, which is stuck. Nobody has touched the bishop on c8 yet.
    position = "rnb1kbnr/ppp1p1pp/8/3p1p2/5P2/P6N/1PPPP1PP/RNBQKB1R b 5 AHah - -"
    board = Board(position, settings=TrackerSettings(asks_of_parts=False))
    board.rest(2.0)
    board.drop("d7", "b").rest(4.0)
    for start, end in (("e2", "e4"), ("h7", "h5")):
        board.move(start, end).rest(5.0)
    assert board.recorded[0] == "Nb8>d7"
    board.lift("b8").lift("d7").rest(1.0)
    assert board.recorded[0] == "Bc8>d7"
    assert board.drop("d7", "b").drop("b8", "b").rest(2.0) == []
    board.lift("c8").rest(2.0)
    assert board.recorded == ["Ke8>d7", "e2>e4", "h7>h5"]


def test_who_takes_a_supposed_turn_back_and_plays_the_same_again_has_played_another_one() -> None:
    # Black's knight has gone to h6, which is dead. As f6 is no better known, that is supposed.
    position = "rnbqkbnr/pp2pppp/2p5/8/2Pp1P2/4P1PP/PP1P4/RNBQKBNR b 9 AHah - -"
    board = Board(position, settings=TrackerSettings(asks_of_parts=False))
    board.touch("d8").rest(2.0)
    turns: list[str] = []
    for _ in range(2):
        board.lift("g8").rest(2.0)
        for start, end in (("f4", "f5"), ("h8", "g8"), ("b2", "b3")):
            board.move(start, end).rest(5.0)
        turns.append(board.recorded[0])
        board.move("b3", "b2").lift("g8").drop("h8", "b").drop("g8", "b")
        board.move("f5", "f4").rest(6.0)
        assert board.recorded == []
    assert turns == ["Ng8>f6", "Ng8>h6"]


def asked_of_d2_in_vain() -> Board:
    """White's knight is gone from b1; a3 or c3 is dead, or it has joined on d2, which is stuck."""
    board = Board("4k3/p6p/8/8/8/8/3p3P/1N2K3 w 0 - - -")
    board.lift("b1").rest(2.0)
    assert board.move("a7", "a6").rest(2.0) == ["ask d2"]
    said = board.move("h2", "h3").rest(20.0)
    assert said == ["Nb1xd2", "a7>a6", "h2>h3", "restore d2 a3 c3", "stuck d2"]
    return board


def test_where_nobody_is_seen_to_join_it_there_it_was_joined_there() -> None:
    board = asked_of_d2_in_vain()
    assert board.rest(25.0) == ["restored"]
    assert board.move("h7", "h6").rest(3.0) == ["h7>h6"]
    assert board.drop("b3", "u").rest(3.0) == ["NPd2>b3"]


def test_where_it_is_seen_to_be_joined_there_it_stood_elsewhere() -> None:
    board = asked_of_d2_in_vain()
    said = board.touch("d2").rest(2.0)
    assert said[:4] == ["restored", "takeback 1", "Nb1>a3", "a7>a6"]
    assert said[-2:] == ["restore d2 a3 c3", "dead a3"]
    # All looks right already, but nobody has had the time to put it there.
    assert board.view.fix
    # It is lifted from d2 again, and seen on a3.
    said = board.touch("d2").drop("a3", "w").rest(2.0)
    assert said[:3] == ["restored", "takeback 1", "Nb1>c3"]
    assert board.lift("a3").rest(9.0) == ["restored"]


def test_of_two_stuck_squares_it_was_joined_on_the_one_that_is_never_seen_to_change() -> None:
    # It may have joined on a3, too.
    board = Board("4k3/p6p/8/8/8/p7/3p3P/1N2K3 w 0 - - -")
    board.lift("b1").rest(2.0)
    assert board.move("a7", "a6").rest(2.0) == ["ask d2 a3"]
    assert board.move("h2", "h3").rest(20.0)[-1] == "stuck d2"
    assert board.touch("d2").rest(2.0)[-1] == "stuck a3"
    assert board.touch("d2").rest(16.0) == ["restored"]
    assert board.recorded == ["Nb1xa3", "a7>a6", "h2>h3"]


@pytest.mark.usefixtures("without_parts")
def test_a_game_that_is_over_by_all_stories_is_over_though_no_later_play_tells() -> None:
    # Black's union on c8 was straightened, or went to e6, which is stuck, and came back.
    board = Board("1nvkl3/2F2P2/1i3t2/p2p1adp/a1p1p3/b1P5/1B1P2RP/2R1K3 b 4 - - -")
    with_bad(board, e6=SquareState.STUCK, e2=SquareState.DEAD)
    see(
        board,
        "5.1:c8:. 6.0:c8:u 8.8:c7:. 10.0:e7:u 10.4:f7:. 11.1:e8:. 11.7:e8:u 12.4:d8:. 13.4:d8:u",
    )
    board.rest(10.0)
    assert board.recorded == []
    assert board.rest(10.0)[:1] == ["QPc7>e7"]
    assert board.all_said[-1] == "end 1-0 paco"
