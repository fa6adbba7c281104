"""What a player answers to the questions of a board, of which he knows what it has heard."""

from collections.abc import Callable, Sequence

from board_daemon.hands.heard import Heard
from board_daemon.hands.steps import squares_on
from board_daemon.rules.actions import Place, squares_of
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.squares import Square


def square_that_answers(
    squares: Sequence[Square],
    heard: Heard,
    truth: Sequence[PlayedTurn],
    stands: Callable[[Square], bool],
) -> Square:
    """The square to touch; asked late, one of those from which nobody has gone since.

    Where nothing is left of the turn that is asked for, who has moved that on answers. `stands`:
    whether anything stands on a square by now.
    """
    first, *later = truth[min(heard.count(truth), len(truth) - 1) :]
    entered = _entered(first)
    listed = [square for square in entered if square in squares]
    standing = [square for square in listed if stands(square)]
    if standing or stands(entered[-1]):
        return next(iter(standing or listed), entered[-1])
    moved_on = [square for turn in later for square in _entered(turn) if square in squares]
    return next(filter(stands, moved_on), entered[-1])


def was_on(squares: Sequence[Square], heard: Heard, truth: Sequence[PlayedTurn]) -> bool:
    """Whether the first turn that is not recorded was on one of the squares."""
    if heard.count(truth) >= len(truth):
        return False  # It is not played yet.
    return not squares_on(truth[heard.count(truth)]).isdisjoint(squares)


def was_moved_to(square: Square, heard: Heard, truth: Sequence[PlayedTurn]) -> bool:
    """Whether the first turn that is not recorded ended there, and began as recorded.

    The last recorded turn may be one that he has taken back, though the board had no time to see
    it.
    """
    ply = heard.count(truth)
    if not heard.stands_after(truth, ply):
        ply = heard.agreed(truth)
        if ply + 1 < len(heard.turns):
            return False
    return ply < len(truth) and squares_of(truth[ply].actions)[-1] == square


def _entered(turn: PlayedTurn) -> list[Square]:
    """The squares on which a turn has set anything down, in order."""
    return [action.square for action in turn.actions if isinstance(action, Place)]
