"""What else was slipped in by a player who seems to have slipped a piece in for the first time.

Until then each silent join is nearly ruled out, and a turn with two of them twice. But whoever
slips in one slips in others, in the same turn, too.
"""

from collections.abc import Hashable, Iterator, Sequence

from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.scene import Scene


class MoreSlips:
    """Finds turns that slip in more than the likeliest one; once for each of those."""

    def __init__(self) -> None:
        """Nothing was looked for yet."""
        self._known: tuple[Hashable, Sequence[Line]] = None, ()

    def beside(self, pool: Pool, root: Line, scene: Scene) -> Sequence[Line]:
        """The turns from `root` that slip in more than the likeliest one, and are hardly odder.

        Each stands for what was seen until that turn was over; what came after may follow it, too.
        None where that turn slips nothing in, its player has answered, or others did so before.
        """
        step = _first_slip(pool, root)
        if step is None or scene.habits.are_careless or root.is_answered or root.is_shown:
            return ()
        key = root, step.position, step.index
        if self._known[0] != key:
            found = tuple(_beside(step, root, scene))
            if not scene.is_worked_out:
                return found
            self._known = key, found
        return self._known[1]


def _beside(step: Line, root: Line, scene: Scene) -> Iterator[Line]:
    turn, then = step.explanation, scene.at(step.index, root)
    if turn is None:
        return
    turns = then.explain(root, then.evidence(root), admitted=turn.silent).found
    likeliest = [each.doubt for each in turns if each.position == step.position]
    for each in turns if likeliest else ():
        odder = each.doubt - likeliest[0]
        if each.silent > turn.silent and odder <= scene.settings.margin:
            yield root.after(
                each,
                step.index,
                step.doubt + max(0.0, odder),
                t=step.t,
                has_rested=step.has_rested,
                known_blind=scene.blind,
            )


def _first_slip(pool: Pool, root: Line) -> Line | None:
    """The next turn on the way to the likeliest candidate, if it is over and slips something in."""
    step = pool.candidates[0].line.step_at(root.depth + 1) if pool.candidates else None
    if step is None or not step.is_slipped_in:
        return None
    return None if step.spent or step.blind != root.blind else step
