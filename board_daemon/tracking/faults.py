"""What may have happened if a square that never changed cannot change: it is dead or stuck.

Where nothing else explains the board, or only what is about as unlikely, each such square is
supposed to be faulty in turn, and the turns that follow from that are kept as lines of play like
any other. Later turns tell which of them is true; until two have, none is recorded.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, SquareSet, bits, square_set
from board_daemon.tracking.contents import contents_of, disagreeing, looks_empty
from board_daemon.tracking.evidence import Evidence
from board_daemon.tracking.explanation import Explanation
from board_daemon.tracking.line import Candidate, Line, Pool, Standing
from board_daemon.tracking.lines import extend
from board_daemon.tracking.scene import Scene

# Moments at which a turn with an unseen end may have been over, at most.
_MOST_SPLITS: Final = 3
# Many squares are supposed to be faulty, one after the other: each is followed only so far.
_EXPANSIONS_OF_A_GUESS: Final = 30
# So many turns after it confirm one that supposes a square to be faulty.
_CONFIRMING_TURNS: Final = 2


def is_confirmed(step: Line, latest: Line, known: SquareSet) -> bool:
    """Whether a step supposes no fault that is not known, or later turns confirm it.

    One of them must have been played since it was supposed: out of one muddle of changes almost
    anything can be read.
    """
    if not step.blind & ~known:
        return True
    was_played_since = latest.parent is not None and latest.parent.index >= step.supposed_at
    return was_played_since and latest.depth >= step.depth + _CONFIRMING_TURNS


def with_faults(pool: Pool, root: Line, scene: Scene, unproven: SquareSet) -> Pool:
    """The pool with what one faulty square among `unproven` would explain.

    As it is where something far more likely explains the board.
    """
    settings = scene.settings
    splits = list(_splits(root, scene))
    if pool.candidates:
        best = pool.candidates[0]
        # Somebody holds a piece while the other player is at it: he may have set it down unseen.
        is_held = best.standing == Standing.IN_HAND and best.line is root and len(splits) > 1
        if best.doubt < root.doubt + _doubt(scene) - settings.margin and not is_held:
            return pool
    found: list[Candidate] = []
    missed = math.inf
    for index in splits:
        lines = list(_supposing(root, scene, index, unproven))
        if index == len(scene.changes):
            found += [Candidate(line, line.doubt, Standing.TURN) for line in lines]
        elif lines:
            later = extend(lines, scene, at_rest=True)
            found += later.candidates
            missed = min(missed, later.missed)
    return pool.with_more(found, missed)


def _doubt(scene: Scene) -> float:
    """Doubt of a fault: less where many joins were made and none was slipped in.

    There a piece that is gone is rather on a dead square than in a silent union.
    """
    return scene.settings.fault - min(scene.habits.kept, scene.settings.margin)


def _splits(root: Line, scene: Scene) -> Iterator[int]:
    """How many changes may belong to the turn: up to where the other player may begin, or all.

    He begins with a piece of his own, or after a rest.
    """
    others = root.position.squares(root.position.to_move.other)
    different = NO_SQUARES
    number = 0
    since = scene.changes[root.index :]
    for index, (before, change) in enumerate(zip(since, since[1:], strict=False), root.index + 1):
        different ^= 1 << before.square
        is_after_rest = change.t - before.t >= scene.settings.settle
        begins = others >> change.square & 1 or is_after_rest
        if different and begins and looks_empty(change.content) and number < _MOST_SPLITS:
            number += 1
            yield index
    yield len(scene.changes)


def _supposing(root: Line, scene: Scene, index: int, unproven: SquareSet) -> Iterator[Line]:
    """The turns over by that change, each with the one square that hides part of it."""
    settings = replace(scene.settings, most_expansions=_EXPANSIONS_OF_A_GUESS)
    then = replace(_scene_at(root, scene, index), settings=settings)
    most = scene.settings.margin + scene.settings.unseen
    suspects = unproven & _hiding(root.position, then.evidence(root))
    for square in bits(suspects):
        supposed = replace(root, blind=root.blind | 1 << square)
        explained = then.explain(supposed, then.evidence(supposed))
        for turn in explained.found:
            if turn.doubt < most and _rests_on(root, turn) >> square & 1:
                yield Line(
                    turn.position,
                    contents_of(turn.position),
                    index=index,
                    t=scene.changes[index - 1].t if index else 0.0,
                    parent=root,
                    explanation=turn,
                    depth=root.depth + 1,
                    ply=root.ply + 1,
                    doubt=root.doubt + turn.doubt + _doubt(scene),
                    blind=supposed.blind,
                    supposed_at=len(scene.changes),
                )


def _scene_at(root: Line, scene: Scene, index: int) -> Scene:
    """The scene as it was after so many changes."""
    if index == len(scene.changes):
        return scene
    seen = list(scene.seen)
    for change in scene.changes[index:]:
        seen[change.square] = root.expected[change.square]
    for change in scene.changes[root.index : index]:
        seen[change.square] = change.content
    return replace(scene, seen=seen, changes=scene.changes[:index])


def _hiding(position: Position, evidence: Evidence) -> SquareSet:
    """Squares that, could they not change, might hide the rest of a turn from what was seen."""
    own = position.squares(position.to_move)
    missing = evidence.missing
    if not evidence.dirty:
        return 0
    if evidence.dirty == missing:
        return ~own & ~position.unions
    return 0 if missing else own


def _rests_on(root: Line, turn: Explanation) -> SquareSet:
    """Squares on which something happens in the turn."""
    changed = disagreeing(root.expected, contents_of(turn.position))
    return changed | turn.entered | square_set([turn.end])
