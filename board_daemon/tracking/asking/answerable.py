"""Where a player answers for his turn by a touch, and whether anything stands there still."""

from collections.abc import Sequence

from board_daemon.rules.squares import Square, SquareSet, bits, square_set
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.steps import distinguishing_squares
from board_daemon.tracking.seeing.contents import Content


def taken(squares: SquareSet, seen: Sequence[Content]) -> SquareSet:
    """Those of the squares that do not look empty: from the others somebody has gone since."""
    return square_set([square for square in bits(squares) if seen[square] != Content.EMPTY])


def can_be_answered(
    squares: SquareSet, turns: Sequence[Line | None], seen: Sequence[Content]
) -> bool:
    """Whether, whichever turn was played, a piece stands where its player would answer."""
    return all(_can_be_told(turn, squares, seen) for turn in turns)


def answerable(
    squares: SquareSet, turns: Sequence[Line | None], seen: Sequence[Content]
) -> list[Line | None]:
    """The turns whose player could answer: a piece stands where he would do so."""
    return [turn for turn in turns if _can_be_told(turn, squares, seen)]


def _can_be_told(turn: Line | None, squares: SquareSet, seen: Sequence[Content]) -> bool:
    if turn is None or turn.explanation is None:
        return True
    says_so = bits(answering(squares, turn.explanation))
    return any(seen[square] != Content.EMPTY for square in says_so)


def answering(squares: SquareSet, turn: Explanation) -> SquareSet:
    """The squares on which a touch says that this turn was played."""
    return squares & turn.entered or 1 << turn.end


def squares_left(turns: Sequence[Line | None], touched: Sequence[Square]) -> SquareSet:
    """What to ask while a piece may be in hand: where turns part, and what none has touched yet."""
    made = [turn for turn in turns if turn is not None]
    squares = distinguishing_squares(made) or distinguishing_squares([*made, None])
    return squares & ~square_set(touched) or squares
