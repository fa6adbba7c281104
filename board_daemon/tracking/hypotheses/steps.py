"""What can be said of one step of a line of play: a turn, a take-back, or none at all."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from board_daemon.rules.actions import Lift, moves_of
from board_daemon.rules.play import liftable_squares, place_targets, play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, SquareSet, bits, combined, square_set
from board_daemon.tracking.explaining.explanation import Statement, squares_on
from board_daemon.tracking.hypotheses.line import Line, led_through
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.seeing.contents import disagreeing
from board_daemon.tracking.settings import TrackerSettings

TURNS_THAT_TELL: Final = 2
"""So many turns played after a doubtful one, or a question left unanswered, say what it was."""
MOST_SQUARES_OF_A_TURN: Final = 4
"""Castling, and a chain with a union en passant, change so many; no turn changes more."""
TURNS_THERE_AND_BACK: Final = 2
"""By so many a union has moved, and the other player has moved it straight back."""
MOST_TURNS_WAITING: Final = 6
"""After so many nobody waits any longer for what nothing tells, or is never worked out."""


def first_steps(position: Position, starts: SquareSet) -> SquareSet:
    """Where a piece may be set down first that is lifted from one of them, if it may move.

    Nowhere once the game is over.
    """
    if position.phase.is_over:
        return NO_SQUARES
    lifted = (play(position, Lift(start)) for start in bits(starts & liftable_squares(position)))
    return combined(place_targets(each, each.hand) for each in lifted if each.hand is not None)


def kind_of(step: Line | None) -> tuple[object, ...] | None:
    """What makes a step another one than others; None: no step.

    Turns that differ only in what a pawn becomes count as one: the best is shown, and the player
    may still go on to another piece.
    """
    if step is None:
        return None
    if step.explanation is None:
        return ("taken back", step.undo_to)
    if step.explanation.promotes:
        return moves_of(step.explanation.actions)
    return (step.position,)


def starts_of(turns: Iterable[Line | None]) -> SquareSet:
    """Where the turns began: which of two unions moved is no question that a touch answers."""
    return square_set(turn.explanation.start for turn in turns if turn and turn.explanation)


def ends_of(turns: Iterable[Line | None]) -> SquareSet:
    """Where the turns ended."""
    return square_set(turn.explanation.end for turn in turns if turn and turn.explanation)


def entered_by(turn: Line | None) -> SquareSet:
    """The squares that a turn has entered; None is no turn at all."""
    return NO_SQUARES if turn is None or turn.explanation is None else turn.explanation.entered


def distinguishing_squares(turns: Sequence[Line | None]) -> SquareSet:
    """The squares that some of the turns enter and others do not; None is no turn at all."""
    by_any, by_all = 0, ~0
    for squares in map(entered_by, turns):
        by_any |= squares
        by_all &= squares
    return by_any & ~by_all


def on_squares(step: Line | None) -> SquareSet:
    """The squares on which a step began, entered or ended; none where it was no turn."""
    return NO_SQUARES if step is None or step.explanation is None else squares_on(step.explanation)


def is_part_unseen(step: Line | None, known: SquareSet) -> bool:
    """Whether a step was on a square that shows nothing, as is known or only supposed."""
    return step is not None and bool((known | step.blind) & on_squares(step))


def ends_the_game_silently(step: Line) -> bool:
    """Whether a turn ends the game, and not all that it joined was lifted for that."""
    return step.is_slipped_in and step.position.phase.is_over


def ends_the_game_in_sight(step: Line) -> bool:
    """Whether a turn ends the game and left out no touch: no later play will tell more of it."""
    turn = step.explanation
    is_seen = turn is not None and turn.is_visible and turn.shows_its_joins
    return is_seen and step.position.phase.is_over


def is_set_back_unseen(step: Line | None, known: SquareSet) -> bool:
    """Whether a step is a take-back of which a square that is known to be bad shows nothing."""
    if step is None or step.explanation is not None or step.parent is None:
        return False
    return bool(disagreeing(step.parent.expected, step.expected) & known)


def is_as_said(step: Line | None, said: Sequence[Statement]) -> bool:
    """Whether a step is what the player has said of the squares of his turn."""
    turn = None if step is None else step.explanation
    return all(each.is_true_of(turn) for each in said)


def lead_of_first(near: Sequence[Candidate], turns: Sequence[Line | None]) -> float:
    """By how many nats the first turn is likelier than each other one.

    `turns`: the next step to each candidate; None: there is none. Those that differ only in what a
    pawn has become count as one. Minus infinity, less than any lead, where there is no other one:
    then it is no question which it was.
    """
    first = kind_of(turns[0])
    pairs = zip(near, turns, strict=True)
    others = (each.doubt for each, turn in pairs if kind_of(turn) != first)
    return min(others, default=-math.inf) - near[0].doubt


def agreeing_with(pool: Pool, recorded: Line) -> Pool:
    """The candidates that agree with all that is recorded, of which that is the last line."""
    return replace(
        pool,
        candidates=tuple(each for each in pool.candidates if led_through(recorded, each.line)),
        missed_after=tuple(each for each in pool.missed_after if led_through(recorded, each[0])),
        unfinished=tuple(line for line in pool.unfinished if led_through(recorded, line)),
    )


def goes_back(step: Line, depth: int) -> bool:
    """Whether a step goes straight back the way of another one after that depth."""
    turn = step.explanation
    if turn is None or step.parent is None:
        return True
    earlier = [each.explanation for each in step.parent.steps_since(depth)]
    return any(each and (each.end, each.start) == (turn.start, turn.end) for each in earlier)


def was_set_back(line: Line, depth: int, since: float) -> bool:
    """Whether a turn after that depth and that time, in seconds, goes back the way of another."""
    turns = [step for step in line.steps_since(depth) if step.explanation and step.t > since]
    return any(goes_back(turn, depth) for turn in turns)


def just_before(pool: Pool, root: Line, settings: TrackerSettings) -> list[Line]:
    """How the board stood before the last turn: its player may take it back, or go on with it.

    Where something seems to be in the air, before the likeliest turns that leave nothing there.
    """
    near = [*pool.near(settings.margin), *_likeliest_turns(pool, settings)]
    before = [each.line.parent for each in near if each.line.depth > root.depth]
    return [line for line in before if line is not None]


def _likeliest_turns(pool: Pool, settings: TrackerSettings) -> list[Candidate]:
    """The candidates by which a turn has just ended that are about as good as the best of them."""
    turns = [each for each in pool.candidates if each.standing == Standing.TURN]
    return [each for each in turns if each.doubt <= turns[0].doubt + settings.margin]


def is_as_recorded(step: Line, root: Line) -> bool:
    """Whether it is the last recorded turn, but perhaps for what a pawn has become."""
    return step.depth == root.depth and kind_of(step) == kind_of(root)


def gives_the_move_back(step: Line) -> bool:
    """Whether whoever had played last is to move again once these turns are taken back.

    One turn, that is, or three; of a chain that came home there is nothing to set back, and it may
    have been taken back with the turn after it.
    """
    before = step.parent
    if before is None or step.explanation is not None:
        return False
    return step.position.to_move != before.position.to_move
