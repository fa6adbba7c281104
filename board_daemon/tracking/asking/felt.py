"""Whether the touch that answers a question is felt, where squares are dead or stuck."""

from collections.abc import Sequence

from board_daemon.rules.squares import NO_SQUARES, SquareSet, square_set
from board_daemon.tracking.asking.questions import answering
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.steps import distinguishing_squares


def is_answered_on(squares: SquareSet, turns: Sequence[Line | None], unfelt: SquareSet) -> bool:
    """Whether some answer is given on one of the squares where it may not be felt."""
    made = [turn.explanation for turn in turns if turn is not None and turn.explanation]
    return bool((squares | square_set([turn.end for turn in made])) & unfelt)


def felt_by_all(squares: SquareSet, turns: Sequence[Line | None], unfelt: SquareSet) -> SquareSet:
    """Those of the squares of which every answer is felt; none where some answer is not.

    `unfelt`: squares on which no touch may be felt, whichever turn was played.
    """
    made = [(turn, turn.explanation) for turn in turns if turn is not None]
    for turn, _ in made:
        squares &= ~(turn.blind | unfelt)
    answers: set[SquareSet | None] = {None} if None in turns else set()
    for turn, explanation in made:
        if explanation is not None:
            answers.add(answering(squares, explanation))
            if answering(squares, explanation) & (turn.blind | unfelt):
                return NO_SQUARES
    return squares if len(answers) > 1 else NO_SQUARES


def felt_by_first(squares: SquareSet, turns: Sequence[Line | None], unfelt: SquareSet) -> SquareSet:
    """Those of the squares that the first turn entered and not all the others, if it is felt."""
    first = turns[0]
    if first is None or first.explanation is None:
        return NO_SQUARES
    entered = first.explanation.entered & distinguishing_squares(turns)
    return squares & entered & ~(unfelt | first.blind)


def may_be_felt(turn: Line | None, squares: SquareSet, unfelt: SquareSet) -> bool:
    """Whether who has played that turn answers, asked about these squares, where it is felt."""
    if turn is None or turn.explanation is None:
        return True
    return bool(answering(squares, turn.explanation) & ~(unfelt | turn.blind))
