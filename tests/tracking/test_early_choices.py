"""A pawn comes home while an earlier turn waits for later play: its piece is asked for at once."""

from __future__ import annotations

import pytest

from board_daemon.rules.pieces import PieceType
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, Lay, names
from tests.tracking.polled import with_bad

PLAIN = TrackerSettings(asks_of_parts=False)
# The knight goes to a3 or c3, which are known to be dead; then the pawn comes home.
WAITING = "4k3/8/8/8/8/8/p6P/1N2K3 w 0 - - -"
# The same, where Black carries a white pawn home: White owes its promotion.
OWED = "4k3/8/6D1/8/8/8/7P/1N2K3 w 0 - - -"


def waiting(fen: str, *, parts: bool = False) -> Board:
    settings = None if parts else PLAIN
    board = with_bad(Board(fen, settings=settings), a3=SquareState.DEAD, c3=SquareState.DEAD)
    board.lift("b1").rest(3.0)
    assert board.recorded == []
    return board


def home() -> Board:
    board = waiting(WAITING)
    assert board.move("a2", "a1").rest(2.0) == ["promote a1"]
    return board


def promoted_to(board: Board) -> str:
    """What the pawn has become, once the knight has gone on as only from c3."""
    board.drop("d5", "w").rest(3.0)
    assert board.recorded[0] == "Nb1>c3"
    return board.recorded[1]


def test_it_is_asked_for_once_though_its_turn_is_not_recorded() -> None:
    board = home()
    assert board.recorded == []
    assert board.rest(3.0) == []
    assert promoted_to(board) == "a2>a1=Q"


def test_a_piece_that_is_named_then_is_the_one_that_is_recorded() -> None:
    assert promoted_to(home().choose("N")) == "a2>a1=N"


def test_touches_of_the_pawn_go_on_to_the_next_piece() -> None:
    board = home()
    board.touch("a1").rest(2.0)
    assert promoted_to(board) == "a2>a1=N"


def test_the_lights_show_where_it_is_chosen() -> None:
    promotion = home().view.promotion
    assert promotion is not None
    assert (names((promotion.square,)), promotion.piece) == ("a1", PieceType.QUEEN)
    assert waiting(WAITING).view.promotion is None


def test_a_pawn_carried_home_is_asked_for_before_its_player_goes_on() -> None:
    board = waiting(OWED)
    assert board.move("g6", "h8").rest(2.0) == ["promote h8"]
    board.choose("R").move("h2", "h3").rest(3.0)
    board.move("e8", "e7").rest(3.0)
    board.drop("d5", "w").rest(3.0)
    board.move("e7", "e6").rest(3.0)
    assert board.recorded[:3] == ["Nb1>c3", "NPg6>h8", "=R:h2>h3"]


def test_it_is_asked_for_again_where_the_pawn_was_taken_back_and_comes_home_once_more() -> None:
    board = home()
    board.move("a1", "a2").rest(3.0)
    assert board.move("a2", "a1").rest(2.0) == ["promote a1"]


def test_where_squares_are_asked_about_that_question_comes_first() -> None:
    board = waiting(WAITING, parts=True)
    assert "promote a1" not in board.move("a2", "a1").rest(2.0)


def test_touches_of_a_pawn_carried_home_unseen_choose_its_piece() -> None:
    # Nobody sees the union leave g6; where it came, its pawn is touched to be a knight, or a rook.
    for touches, piece in (0, "Q"), (1, "N"), (2, "R"):
        board = with_bad(waiting(OWED), g6=SquareState.DEAD)
        board.drop("f8", "u").rest(2.8)
        for _ in range(touches):
            board.touch("f8").rest(0.5)
        board.rest(1.0)
        board.move("h2", "h3").rest(1.5)
        board.move("e8", "e7").rest(4.0)
        board.drop("d5", "w").rest(4.0)
        assert board.recorded[1:3] == ["NPg6>f8", f"={piece}:h2>h3"]


# White's pawn goes on to f8, or the rook that has brought it to f7 takes it there.
EITHER = "4k3/8/8/5C2/8/8/p6P/4K3 b 0 - - -"


def carried(lay: Lay) -> Board:
    board = lay(EITHER)
    assert board.lift("f5").drop("f7", "u", at=board.t + 0.8).rest(0.9) == ["RPf5>f7"]
    board.lift("f7").drop("f8", "u", at=board.t + 0.6)
    assert board.rest(3.0) == ["promote f8"]
    return board.touch("f8")


@pytest.mark.parametrize(
    ("reply", "recorded"),
    [
        (("e8", "e7"), ["RPf5>f7", "PRf7>f8=N", "Ke8>e7"]),
        (("h2", "h3"), ["RPf5>f8", "=N:h2>h3"]),
    ],
)
def test_it_is_asked_for_before_it_is_known_who_has_brought_the_pawn_home(
    lay: Lay, reply: tuple[str, str], recorded: list[str]
) -> None:
    board = carried(lay)
    board.rest(2.0)
    board.move(*reply).rest(3.0)
    assert board.recorded == recorded
    assert board.all_said.count("promote f8") == 1


def test_it_is_asked_though_the_pawn_was_swapped_for_its_piece_by_then() -> None:
    # White's union stopped on h2, from where it was brought home: by either player.
    fen = "5k2/2p1cE1f/2a1n3/1a3p2/l1F1Pa2/2S2P2/4I1B1/3nKBi1 w 4 - - -"
    board = Board(fen, settings=PLAIN)
    board.lift("h7").drop("h2", "u", at=board.t + 0.3)
    board.lift("h2", at=board.t + 1.3).drop("h1", "u", at=board.t + 1.4).rest(0.4)
    assert "promote h1" not in board.all_said
    board.touch("h1").rest(4.0)
    assert board.all_said[-1] == "promote h1"
