"""What happened on the squares: worked out once for all that stood alike where it was stirred."""

from __future__ import annotations

from board_daemon.rules.squares import NO_SQUARES, bit, parse_square, square_name
from board_daemon.tracking.seeing.contents import Content, Contents
from board_daemon.tracking.seeing.history import History, Since
from tests.tracking.seeing.test_evidence import EXPECTED, evidence_of

# White's pawn is lifted and set down, then it goes on; Black's is touched.
CHANGES = evidence_of("e4. e4w e4. d5. d5b e5w").changes
NUMBERED = list(enumerate(CHANGES))
D5, E4, E5, H1 = (bit(parse_square(name)) for name in ("d5", "e4", "e5", "h1"))


def standing(square: str, content: Content) -> Contents:
    """The board as it is expected, but for one square."""
    board = list(EXPECTED)
    board[parse_square(square)] = content
    return tuple(board)


def told(history: History) -> list[tuple[str, float, float]]:
    return [(square_name(each.square), each.left, each.back) for each in history.absences]


def test_what_stands_where_nobody_has_touched_anything_makes_no_other_history() -> None:
    since = Since(NUMBERED)
    known = since.history(EXPECTED, NO_SQUARES, NO_SQUARES)
    assert since.history(standing("h1", Content.WHITE), H1, H1) is known


def test_what_stood_where_something_has_changed_makes_another_history() -> None:
    since = Since(NUMBERED)
    known = since.history(EXPECTED, NO_SQUARES, NO_SQUARES)
    others = [
        since.history(standing("e4", Content.EMPTY), NO_SQUARES, NO_SQUARES),
        since.history(EXPECTED, E4, NO_SQUARES),
        since.history(EXPECTED, NO_SQUARES, E5),
    ]
    assert known not in others


def test_a_shared_history_is_the_one_that_each_would_have_by_itself() -> None:
    since = Since(NUMBERED)
    boards = EXPECTED, standing("e4", Content.EMPTY), standing("d5", Content.UNION)
    for blind in (NO_SQUARES, D5 | H1, E4, H1):
        for board in boards:
            shared = since.history(board, blind, NO_SQUARES)
            alone = History(board, CHANGES, blind)
            assert told(shared) == told(alone)
            assert shared.changes == alone.changes
            assert shared.touched == alone.touched
            assert shared.stops(0.3) == alone.stops(0.3)
            assert shared.from_nowhere(0.3) == alone.from_nowhere(0.3)
