"""When no turn explains the board: was one taken back, is one still under way?"""

from collections.abc import Sequence

from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.contents import contents_of, disagreeing
from board_daemon.tracking.correction import rest_of_special_turn
from board_daemon.tracking.lines import Line, Scene
from board_daemon.tracking.record import Record

# How far back setting the pieces up again is looked for.
_MOST_PLIES_BACK = 60


def taken_back_to(record: Record, root: Line, scene: Scene) -> int | None:
    """The first ply undone, if the pieces went back to an earlier position; the nearest one.

    Something must have moved on one of the squares that differ, so that a board which merely looks
    alike is not taken for an earlier one.
    """
    moved = {change.square for change in scene.changes[root.index :]}
    now = contents_of(record.position)
    last = len(record.turns)
    for ply in range(last, max(0, last - _MOST_PLIES_BACK), -1):
        earlier = contents_of(record.position_before(ply))
        if disagreeing(scene.seen, earlier):
            continue
        differing = disagreeing(now, earlier)
        if any(differing >> square & 1 for square in moved):
            return ply
    return None


def left_to_do(lines: Sequence[Line], scene: Scene) -> SquareSet:
    """Squares still to be changed for a castling or a union en passant that is half done; or 0."""
    for line in lines:
        left = rest_of_special_turn(line.position, scene.evidence(line))
        if left:
            return left
    return 0


def is_under_way(lines: Sequence[Line], scene: Scene) -> bool:
    """Whether a turn may be going on, with some of what it lifted still in the air."""
    for line in lines:
        evidence = scene.evidence(line)
        missing = evidence.missing
        if missing and scene.explain(line, evidence.supposing_returned(missing)).found:
            return True
    return False
