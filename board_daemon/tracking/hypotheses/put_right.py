"""What is left of a turn that was under way when something else was to be put right."""

from dataclasses import replace

from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, SquareSet, bits, square_set
from board_daemon.tracking.hypotheses.leafing import may_be_joined_unseen
from board_daemon.tracking.hypotheses.line import Line, Spent
from board_daemon.tracking.hypotheses.long_gone import gone_long_before
from board_daemon.tracking.hypotheses.scene import Scene


def still_under_way(
    line: Line, scene: Scene, since: float, wrong: SquareSet, *, was_unplayed: bool
) -> Line:
    """The line at rest by now, but for what may have been joined from where nothing shows.

    Its player may hold what he has freed, and have set it down `wrong` on the way. `since`: when
    that was to be put right, in seconds: what was touched later was touched for that. The same of
    a union that was gone for long by then, and may have stood where nothing shows; and of all that
    was touched, if the board took the next turn back as another one may have been played in its
    place: it `was_unplayed`.
    """
    index, absences = len(scene.changes), scene.evidence(line).absences
    open_squares = NO_SQUARES
    touched = square_set(each.square for each in absences if each.left < since) & ~wrong
    unseen = (may_be_joined_unseen(line, square, scene.blind) for square in bits(touched))
    if was_unplayed or any(unseen):
        open_squares = touched
    if scene.settings.asks_of_parts:
        open_squares |= gone_long_before(since, line, scene)
    if not open_squares:
        return line.without_answers(index)
    all_else = Spent(ALL_SQUARES & ~open_squares, index)
    return replace(line.without_answers(line.index), spent=(*line.spent, all_else))
