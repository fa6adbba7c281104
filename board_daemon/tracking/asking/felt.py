"""Whether the touch that answers a question is felt, where squares are dead or stuck.

`turns`: those that may have been played; None among them: nothing was. `unfelt`: squares on which
no touch may be felt, whichever of them it was; each turn may have more such squares (`Line.blind`).
"""

from collections.abc import Sequence

from board_daemon.rules.squares import NO_SQUARES, SquareSet, combined, square_set
from board_daemon.tracking.asking.answerable import answering
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.steps import distinguishing_squares


def is_answered_on(squares: SquareSet, turns: Sequence[Line | None], unfelt: SquareSet) -> bool:
    """Whether one of the turns may be answered for where no touch is felt."""
    made = [turn.explanation for turn in turns if turn is not None and turn.explanation]
    return bool((squares | square_set([turn.end for turn in made])) & unfelt)


def felt_by_all(squares: SquareSet, turns: Sequence[Line | None], unfelt: SquareSet) -> SquareSet:
    """Those of the squares of which every answer is felt; none where some answer is not."""
    made = [(turn, turn.explanation) for turn in turns if turn is not None]
    for turn, _ in made:
        squares &= ~(turn.blind | unfelt)
    answers: set[SquareSet | None] = {None} if None in turns else set()
    for turn, explanation in made:
        if explanation is not None:
            answer = answering(squares, explanation)
            if answer & (turn.blind | unfelt):
                return NO_SQUARES
            answers.add(answer)
    return squares if len(answers) > 1 else NO_SQUARES


def felt_by_first(squares: SquareSet, turns: Sequence[Line | None], unfelt: SquareSet) -> SquareSet:
    """Those of the squares on which a touch is felt and speaks for the first turn, not for all."""
    first = turns[0]
    if first is None or first.explanation is None:
        return NO_SQUARES
    entered = first.explanation.entered & distinguishing_squares(turns)
    return squares & entered & ~(unfelt | first.blind)


def denied_by_first(
    squares: SquareSet, turns: Sequence[Line | None], unfelt: SquareSet
) -> SquareSet:
    """Those of the squares that other turns entered, if the first one is felt to deny them all."""
    first = turns[0]
    if first is None or first.explanation is None or squares & first.explanation.entered:
        return NO_SQUARES
    is_denied = is_felt(squares, first, unfelt)
    return squares & distinguishing_squares(turns) if is_denied else NO_SQUARES


def is_felt(squares: SquareSet, turn: Line | None, unfelt: SquareSet) -> bool:
    """Whether whoever has played that turn is felt if he answers a question about the squares."""
    if turn is None or turn.explanation is None:
        return True
    return bool(answering(squares, turn.explanation) & ~(unfelt | turn.blind))


def unions_answering(squares: SquareSet, turns: Sequence[Line | None]) -> SquareSet:
    """Where players would touch a union in answer to a question about the squares."""
    return combined(
        answering(squares, turn.explanation) & turn.position.unions
        for turn in turns
        if turn is not None and turn.explanation is not None
    )
