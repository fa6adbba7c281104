"""Stories that lead to the very same board: a union was moved once, or more often by both players.

Nothing that is still to come tells them apart. Only the likeliest one is followed, and remembers by
how much; yet as long as that is little, nothing is recorded of which they differ.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from board_daemon.rules.actions import Action, moves_of
from board_daemon.tracking.hypotheses.line import Line, Twin, made_one_step_of, moved_a_union

# So many steps back at most, two stories are held against each other.
_MOST_STEPS: Final = 12
# Nats: what is less likely by more than this makes nothing doubtful, whatever else speaks for it.
_MOST_LEAD: Final = 8.0


def first_other_turn(likelier: Line, other: Line) -> int | None:
    """The first turn, by its ply, that is another one in two stories; None: there is none.

    Nor is there where one of them has taken turns back since then: that is a question of its own.
    Nor where it was no union that moved: a lone piece its own player has moved. Unless it is a pawn
    of which the likelier story says that he has drawn it back, and the other one that this was done
    by who joins it en passant: no other reply fits both.
    """
    steps, others = _since_they_part(_steps(likelier), _steps(other))
    turns, other_turns = _turns(steps), _turns(others)
    first = max(min(turns, default=likelier.ply), min(other_turns, default=other.ply))
    last = max(likelier.ply, other.ply)
    for ply in range(first, last + 1):
        if turns.get(ply) != other_turns.get(ply):
            later = [step for step in (*steps, *others) if step.ply >= ply - 1]
            if any(step.explanation is None for step in later):
                return None
            ours = [step for step in steps if step.ply == ply]
            theirs = [step for step in others if step.ply == ply]
            may_differ = all(_may_be_moved_on(step) for step in (*ours, *theirs))
            return ply if may_differ or _are_one_and_two_steps(ours, theirs) else None
    return None


def with_twins(line: Line, less_likely: Iterable[Line]) -> Line:
    """The line, which knows of these less likely ones that lead to the same."""
    twins = {twin.ply: twin.lead for twin in line.twins}
    for other in less_likely:
        lead = other.doubt - line.doubt
        if lead > _MOST_LEAD or (ply := first_other_turn(line, other)) is None:
            continue
        known = [Twin(ply, lead), *(Twin(t.ply, t.lead + lead) for t in other.twins if t.ply < ply)]
        for twin in known:
            twins[twin.ply] = min(twin.lead, twins.get(twin.ply, _MOST_LEAD))
    if len(twins) == len(line.twins) and all(twins[t.ply] == t.lead for t in line.twins):
        return line
    return replace(line, twins=tuple(Twin(*each) for each in sorted(twins.items())))


def _steps(line: Line) -> Sequence[Line]:
    """The last steps on the way to a line, the last one first."""
    steps = line.steps_since(line.depth - _MOST_STEPS)
    return [step for step in steps if step.parent is not None]


def _since_they_part(
    steps: Sequence[Line], others: Sequence[Line]
) -> tuple[Sequence[Line], Sequence[Line]]:
    """The steps of both from the last one that they share; all, where turns were taken back since.

    What came before tells nothing of how they differ.
    """
    shared = next((step for step in steps if step in others), None)
    if shared is None:
        return steps, others
    one, other = steps[: steps.index(shared) + 1], others[: others.index(shared) + 1]
    were_played = all(step.explanation is not None for step in (*one, *other))
    return (one, other) if were_played else (steps, others)


def _may_be_moved_on(step: Line) -> bool:
    """Whether a step has moved a union that the other player may move on.

    Not where he may draw it back to join it en passant: that is doubted as such.
    """
    return moved_a_union(step) and step.position.en_passant is None


def _are_one_and_two_steps(ours: Sequence[Line], theirs: Sequence[Line]) -> bool:
    """Whether these are the one step and the two steps of a pawn, which stands on the first.

    Not where it was drawn back while the other player had lifted his own piece: he joins it.
    """
    if any(step.spent for step in (*ours, *theirs)):
        return False
    return any(made_one_step_of(one, two) for one, two in product(ours, theirs))


def _turns(steps: Sequence[Line]) -> dict[int, tuple[Action, ...]]:
    """The turns of these steps that stand, by their ply, but for what a pawn has become."""
    turns: dict[int, tuple[Action, ...]] = {}
    for step in reversed(steps):
        if step.explanation is None:
            turns = {ply: turn for ply, turn in turns.items() if ply < step.undo_to}
        else:
            turns[step.ply] = moves_of(step.explanation.actions)
    return turns
