"""Turns that wait for later play: part of them shows nowhere, and nobody is asked.

The game goes on meanwhile, and with it every story that explains the board. Whoever takes such a
turn back, or goes on with it, finds it as open as the last recorded one.
"""

from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.hypotheses.faults import rests_on_unseen
from board_daemon.tracking.hypotheses.line import Line, Pool
from board_daemon.tracking.hypotheses.steps import is_part_unseen
from board_daemon.tracking.seeing.contents import looks_empty
from board_daemon.tracking.settings import TrackerSettings


def wait_for_later_play(
    pool: Pool, root: Line, known: SquareSet, settings: TrackerSettings
) -> bool:
    """Whether turns since `root` are not recorded as part of them shows nowhere.

    `known`: squares known to be dead or stuck.
    """
    if settings.asks_of_parts:
        return False
    return any(rests_on_unseen(each, root, known) for each in pool.near(settings.margin))


def just_before(pool: Pool, root: Line, settings: TrackerSettings) -> list[Line]:
    """How the board stood before the last turn: its player may take it back, or go on with it."""
    near = pool.near(settings.margin)
    before = [each.line.parent for each in near if each.line.depth > root.depth]
    return [line for line in before if line is not None]


def waited_and_was_seen(line: Line, root: Line, known: SquareSet) -> bool:
    """Whether turns of a line have waited though it was to be seen that something was played.

    Where all stands as after `root` again, they were taken back.
    """
    steps = list(line.steps_since(root.depth))
    if not any(is_part_unseen(step, known) for step in steps):
        return False
    return any(_look_otherwise(step, root, step.blind | known) for step in steps)


def _look_otherwise(step: Line, root: Line, blind: SquareSet) -> bool:
    """Whether any square but the blind ones is taken in one position and empty in the other."""
    return any(
        looks_empty(now) != looks_empty(before) and not blind >> square & 1
        for square, (now, before) in enumerate(zip(step.expected, root.expected, strict=True))
    )
