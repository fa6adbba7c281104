"""Turns that wait for later play: part of them shows nowhere, and nobody is asked.

The game goes on meanwhile, and with it every story that explains the board. Whoever takes such a
turn back, or goes on with it, finds it as open as the last recorded one.
"""

from collections.abc import Sequence

from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hypotheses.faults import rests_on_unseen
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool
from board_daemon.tracking.hypotheses.steps import (
    MOST_TURNS_WAITING,
    is_part_unseen,
    lead_of_first,
)
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


def beside_a_slip(
    pool: Pool, root: Line, habits: Habits, settings: TrackerSettings
) -> Sequence[Candidate]:
    """What a faulty square explains, where else a piece was slipped in, though nobody ever did so.

    The one is hardly odder than the other, and nobody can be asked of what shows nowhere.
    """
    slip = _only_slip(pool, root, habits, settings)
    if slip is None or slip.explanation is None:
        return ()
    odder = settings.fault + settings.unseen - slip.explanation.silent * settings.silent_unseen
    near = pool.near(settings.margin + max(0.0, odder))
    return [each for each in near if _has_failed_instead(each.line, slip)]


def _only_slip(pool: Pool, root: Line, habits: Habits, settings: TrackerSettings) -> Line | None:
    """The turn since `root` in which a piece was slipped in, as it seems, and nobody ever did so.

    None: there is none, or players are asked of faulty squares, or have said what it was. Who seems
    to have slipped in pieces in more than one turn rather does so.
    """
    if settings.asks_of_parts or habits.are_careless or root.is_answered or not pool.candidates:
        return None
    steps = pool.candidates[0].line.steps_since(root.depth - 1)
    slips = [step for step in steps if step.is_slipped_in and step.position != root.position]
    return slips[0] if len(slips) == 1 else None


def _has_failed_instead(line: Line, slip: Line) -> bool:
    """Whether a line supposes faulty squares in the place of that turn, and all before is alike."""
    before, step = slip.parent, line.step_at(slip.depth - 1)
    if before is None or step is None or line.depth < slip.depth:
        return False
    return step.position == before.position and bool(line.blind & ~before.blind)


def is_told_by_the_next_turn(
    pool: Pool, best: Candidate, root: Line, settings: TrackerSettings
) -> bool:
    """Whether what was played since `root` is odd, and would be less so had a square failed since.

    As long as by that it is the other player's turn: whoever plays next tells. Whose player has
    answered for it waits to hear that it is recorded.
    """
    line = best.line
    if root.is_spoken_of or best.surprise_since(root, settings.haste) < settings.wrong_move:
        return False
    others = pool.near(settings.margin + settings.wrong_move)
    return any(
        each.line.depth > root.depth
        and each.line.position.to_move != line.position.to_move
        and each.line.blind & ~line.blind
        for each in others
    )


def has_waited_for_long(
    near: Sequence[Candidate], turns: Sequence[Line | None], settings: TrackerSettings
) -> bool:
    """Whether later play has told all that it will of several turns, and the first is likelier.

    `turns`: the next step to each candidate. Where two other pieces can be asked, they are.
    """
    first = turns[0]
    if first is None or settings.asks_of_parts:
        return False
    turns_since = near[0].line.depth - first.depth
    return turns_since > MOST_TURNS_WAITING and lead_of_first(near, turns) >= settings.likelier


def were_set_back(
    lines: Sequence[Line],
    kept: Pool | None,
    root: Line,
    known: SquareSet,
    settings: TrackerSettings,
) -> bool:
    """Whether turns that waited were taken back, where all that shows stands as after `root`.

    `lines` and `kept`: what may have been played, and when the board last rested; `known`: squares
    known to be dead or stuck.
    """
    if kept is not None and _may_show_nothing(kept, root, known, settings):
        return False
    return any(_waited_and_was_seen(line, root, known) for line in lines)


def _may_show_nothing(pool: Pool, root: Line, known: SquareSet, settings: TrackerSettings) -> bool:
    """Whether a turn may well have been played though all that shows stands as before it.

    It supposes no fault: from one of the squares `known` to show nothing it went to another, or
    joined something.
    """
    near = (each.line for each in pool.near(settings.wrong_move))
    turns = (line for line in near if line.depth > root.depth and line.blind == root.blind)
    return any(not _look_otherwise(line, root, known) for line in turns)


def _waited_and_was_seen(line: Line, root: Line, known: SquareSet) -> bool:
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
