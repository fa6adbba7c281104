"""Another turn in the place of the last one: longer, or other than it was recorded."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from board_daemon.rules.actions import Action, moves_of
from board_daemon.rules.squares import Square
from board_daemon.tracking.explaining.explanation import squares_on
from board_daemon.tracking.hypotheses.going_on import (
    doubt_of_going_on,
    doubt_of_going_on_in_his_turn,
    end_of_turn,
    seconds_after,
)
from board_daemon.tracking.hypotheses.joined_at_once import (
    is_joined_at_once,
    may_be_joined_at_once,
)
from board_daemon.tracking.hypotheses.left_again import is_left_again, may_be_left_again
from board_daemon.tracking.hypotheses.line import Line, made_one_step_of, moved_a_union
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.moving_on import Lifted, doubt_of_moving_it_on
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import distinguishing_squares
from board_daemon.tracking.hypotheses.undoing import looks_of
from board_daemon.tracking.hypotheses.unfinished import may_join_en_passant
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.settings import TrackerSettings


def _other_turns(before: Line, root: Line, scene: Scene, *, at_rest: bool) -> list[Candidate]:
    """What the last turn may have been instead, by what has happened since."""
    others = [
        candidate
        for candidate in extend([before], scene, at_rest=at_rest).candidates
        if candidate.standing == Standing.TURN and is_other_turn(candidate.line, root)
    ]
    others = [each for each in others if not _only_promotes_otherwise(each.line, root)]
    return _doubting_held(others, root, scene)


def gone_on_with(before: Line, root: Line, scene: Scene, *, at_rest: bool) -> list[Candidate]:
    """What the last turn may have been, where its player went on with what he had set down."""
    doubt = doubt_of_going_on(before, root, scene)
    instead = _having_left_it_again(before, root, scene, at_rest=at_rest)
    instead += _having_joined_another(before, root, scene) if at_rest else []
    if doubt >= scene.settings.going_on:
        return [*instead, *_freeing_it(before, root, scene, at_rest=at_rest)]
    others = _other_turns(before, root, scene, at_rest=at_rest)
    others = [each for each in others if not draws_back(each.line, root)]
    others = [
        each.with_more_doubt(_doubt_of_lifting_again(each.line, root, scene)) for each in others
    ]
    gone_on = _doubted(
        [other for other in others if _goes_on(other.line, before, root, scene)], doubt
    )
    return [*instead, *gone_on]


def _having_left_it_again(
    before: Line, root: Line, scene: Scene, *, at_rest: bool
) -> list[Candidate]:
    """What the last turn may have been, where its piece came out of the union it had made."""
    if not may_be_left_again(root, scene):
        return []
    others = _other_turns(before, root, scene, at_rest=at_rest)
    others = [each for each in others if is_left_again(each.line, root, scene)]
    return _doubted(others, doubt_of_going_on_in_his_turn(root, scene))


def _having_joined_another(before: Line, root: Line, scene: Scene) -> list[Candidate]:
    """What the last turn may have been, where its piece joined what was touched right after it.

    That is as likely as that it was adjusted, but no likelier. Who plays on after it has not said
    so.
    """
    if not may_be_joined_at_once(root, scene):
        return []
    settings = scene.settings
    others = _other_turns(before, root, scene, at_rest=True)
    others = [each for each in others if each.line.depth == root.depth]
    others = [each for each in others if is_joined_at_once(each.line, root, scene)]
    odder = [max(0.0, each.doubt - root.doubt - settings.adjust) for each in others]
    less = [min(settings.joined_at_once, each) for each in odder]
    return [each.with_more_doubt(-by) for each, by in zip(others, less, strict=True)]


def _doubt_of_lifting_again(line: Line, root: Line, scene: Scene) -> float:
    """Doubt that a piece was set down just where it stood, having joined nothing since.

    That is adjusting by another turn as well as by the recorded one.
    """
    turn, recorded = line.step_at(root.depth), root.explanation
    if turn is None or turn.explanation is None or recorded is None:
        return 0.0
    evidence, made = scene.evidence(root), turn.explanation
    has_joined = bool(made.entered & evidence.touched)
    if made.end != recorded.end or has_joined or made.promotes:
        return 0.0
    return scene.settings.adjust * len(evidence.absences_on(recorded.end))


def _freeing_it(before: Line, root: Line, scene: Scene, *, at_rest: bool) -> list[Candidate]:
    """What the last turn may have been if a piece was only freed that seemed to move as a union.

    Nothing shows where it stood, or where the other piece came from: whoever takes it out first
    sets that one down there last.
    """
    turn = root.explanation
    if turn is None or not moved_a_union(root):
        return []
    is_start_unseen = scene.blind >> turn.start & 1
    if not is_start_unseen and not _may_have_come_unseen(turn.start, before, root, scene):
        return []
    others = _other_turns(before, root, scene, at_rest=at_rest)
    steps = [(each, each.line.step_at(root.depth)) for each in others]
    return [
        each
        for each, step in steps
        if step
        and step.explanation
        and step.explanation.end == turn.end
        and step.explanation.entered >> turn.start & 1
    ]


def _may_have_come_unseen(square: Square, before: Line, root: Line, scene: Scene) -> bool:
    """Whether a piece has come to a square since that may be one which nobody sees leave.

    Where players are asked, they say so.
    """
    if scene.settings.asks_of_parts or math.isinf(scene.evidence(root).first_arrival(square)):
        return False
    position = before.position
    return bool(scene.blind & position.squares(position.to_move) & ~position.unions)


def _goes_on(line: Line, before: Line, root: Line, scene: Scene) -> bool:
    """Whether a union that the recorded turn moved is part of the turn in its place, too.

    If it went home first, the other player may have moved it there. Lone pieces he cannot move.
    """
    turn = line.step_at(root.depth)
    assert turn is not None
    if root.explanation is None or turn.explanation is None:
        return True
    if root.expected[root.explanation.end] != Content.UNION:
        return True
    start = root.explanation.start
    if scene.settings.takebacks and scene.evidence(root).first_arrival(start) < math.inf:
        return False
    return turn.explanation.start == start or turn.expected[start] != before.expected[start]


def draws_back(line: Line, root: Line) -> bool:
    """Whether the pawn that made two steps in the recorded turn makes one in the turn in its place.

    The other player draws it back so to join it en passant, and may do that first. Should he not
    join it, his own turn tells that its player had thought better of it.
    """
    turn = line.step_at(root.depth)
    is_drawn_back = turn is not None and made_one_step_of(turn, root)
    return is_drawn_back and may_join_en_passant(root.position)


def _moves(line: Line | None) -> tuple[Action, ...]:
    """What was lifted and placed in the turn that led to a line."""
    return () if line is None or line.explanation is None else moves_of(line.explanation.actions)


def _only_promotes_otherwise(line: Line, recorded: Line) -> bool:
    """Whether a line leads past the recorded turn, with another piece for a pawn in its place.

    What its pawn has become goes by when its square was touched, and is known already.
    """
    turn = line.step_at(recorded.depth)
    return is_other_turn(line, recorded) and _moves(turn) == _moves(recorded)


def _doubting_held(candidates: Sequence[Candidate], root: Line, scene: Scene) -> list[Candidate]:
    """The candidates, with more doubt of pieces held on after a turn that was taken for over."""
    return [
        each.with_more_doubt(_doubt_of_holding_on(each.line, root, scene)) for each in candidates
    ]


def _doubt_of_holding_on(line: Line, root: Line, scene: Scene) -> float:
    """Doubt that what seemed to end the last turn was only adjusted, and its piece held for long.

    None where that piece has gone on since, or was half of another turn.
    """
    step, recorded = line.step_at(root.depth), root.explanation
    turn = None if step is None else step.explanation
    if turn is None or recorded is None or not is_other_turn(line, root):
        return 0.0
    if is_left_again(line, root, scene):
        return 0.0  # It was no more adjusted than it has stayed there.
    gone_on = scene.evidence(root).absences_on(recorded.end)
    if gone_on or squares_on(turn) >> recorded.end & 1 or scene.blind >> recorded.end & 1:
        return 0.0
    settings = scene.settings
    later = next((change.t for _, change in scene.changes_since(root)), root.t)
    return min(settings.odd, settings.change_of_mind * seconds_after(root, later))


def _doubted(candidates: Sequence[Candidate], doubt: float) -> list[Candidate]:
    """The candidates with more doubt."""
    return [each.with_more_doubt(doubt) for each in candidates]


def hasty_other_turns(
    pool: Pool, before: Line, root: Line, scene: Scene, lifted: Lifted
) -> list[Line]:
    """What the last turn may have been just before a piece is lifted again.

    `pool`: what else may have been played. Only where that is nothing may the last turn have been
    another one altogether.
    """
    others = _having_left_it_again(before, root, scene, at_rest=False)
    doubt = doubt_of_going_on(before, root, scene)
    if doubt >= scene.settings.going_on and not pool.candidates:
        doubt = 0.0
    if doubt < scene.settings.going_on:
        instead = _other_turns(before, root, scene, at_rest=False)
        if pool.candidates:
            # Whoever has first taken the recorded turn back plays anything then.
            instead = [each for each in instead if _goes_on(each.line, before, root, scene)]
        others += _doubted(instead, doubt)
    drawn_back = [other for other in others if draws_back(other.line, root)]
    moved_on = [
        other.with_more_doubt(doubt_of_moving_it_on(other.line, scene.settings, lifted))
        for other in others
        if other not in drawn_back
    ]
    thought_better = _doubted(drawn_back, _doubt_of_thinking_better(lifted, scene.settings))
    has_rested = lifted.rest >= scene.settings.settle
    return [
        *(other.line for other in moved_on),
        *(replace(other.line, has_rested=has_rested) for other in thought_better),
    ]


def _doubt_of_thinking_better(lifted: Lifted, settings: TrackerSettings) -> float:
    """Doubt that a pawn was drawn back by its own player, and not by who joins it en passant.

    The other player does that and at once lifts his own.
    """
    return max(0.0, settings.takeback - settings.change_of_mind * lifted.rest)


def is_other_turn(line: Line, root: Line) -> bool:
    """Whether a line leads past the last recorded turn, with another one in its place."""
    turn = line.step_at(root.depth)
    return turn is not None and turn.position != root.position


def may_have_entered_others(near: Sequence[Candidate], root: Line) -> bool:
    """Whether the last recorded turn may have entered other squares, and all else is alike.

    The same stands on the board by each of those that are `near`, and the same player is to move:
    only a touch of one of those squares tells.
    """
    if len({looks_of(each.line) for each in near}) != 1:
        return False
    turns = [each.line.step_at(root.depth) for each in near]
    were_played = all(turn is not None and turn.explanation is not None for turn in turns)
    return were_played and bool(distinguishing_squares(turns))


@dataclass(frozen=True, slots=True)
class OtherTurn:
    """What the last recorded turn may have been instead."""

    recorded: Line
    """Where the last recorded turn led."""
    pool: Pool
    best: Candidate | None
    """None: the recorded turn stands, or that is uncertain."""

    @property
    def may_have_been_played(self) -> bool:
        """Whether any other turn may have been, however uncertain that is."""
        return any(is_other_turn(each.line, self.recorded) for each in self.pool.candidates)


class OtherTurns:
    """Looks for that once, as long as the board does not change."""

    def __init__(self) -> None:
        self._known: OtherTurn | None = None

    def forget(self) -> None:
        """The board has changed."""
        self._known = None

    def instead_of(self, recorded: Line, before: Line, scene: Scene) -> OtherTurn:
        """What the last recorded turn, from the position before it, may have been instead."""
        known = self._known
        if known is None or known.recorded is not recorded or known.pool.is_cut:
            known = self._known = only_other_turn(before, recorded, scene)
        return known


def only_other_turn(before: Line, recorded: Line, scene: Scene) -> OtherTurn:
    """The other turn that explains what is seen better than the last recorded one, if any."""
    # What was promoted at its start was known when it was recorded.
    pool = extend([before], replace(scene, misses_choices=False), at_rest=True)
    held = sorted(_doubting_held(pool.candidates, recorded, scene), key=lambda each: each.doubt)
    pool = replace(pool, candidates=tuple(held))
    pool = _doubting_others(pool, recorded, doubt_of_going_on_in_his_turn(recorded, scene))
    turns = {
        candidate: turn
        for candidate in pool.near(scene.settings.margin)
        if (turn := candidate.line.step_at(recorded.depth)) is not None
    }
    others = {turn.position for turn in turns.values()}
    stands = recorded.position in others or _moves(recorded) in map(_moves, turns.values())
    is_clear = len(others) == 1 and pool.is_complete(scene.settings.margin)
    kept = (each for each in pool.candidates if not _only_promotes_otherwise(each.line, recorded))
    pool = replace(pool, candidates=tuple(kept))
    if stands or not is_clear:
        return OtherTurn(recorded, pool, None)
    best, turn = next(iter(turns.items()))
    is_followed = best.line is not turn
    is_visible = turn.explanation is not None and turn.explanation.is_visible
    return OtherTurn(recorded, pool, best if is_followed or is_visible else None)


def _doubting_others(pool: Pool, recorded: Line, doubt: float) -> Pool:
    """The candidates, best first, with more doubt of those with another turn for the recorded.

    Where that ends on the same square, its piece was at most straightened there.
    """
    if not doubt:
        return pool
    others = [each for each in pool.candidates if _ends_elsewhere(each.line, recorded)]
    same = [each for each in pool.candidates if each not in others]
    candidates = sorted([*same, *_doubted(others, doubt)], key=lambda each: each.doubt)
    return replace(pool, candidates=tuple(candidates))


def _ends_elsewhere(line: Line, recorded: Line) -> bool:
    """Whether a line has another turn in the place of the recorded one, that ended elsewhere."""
    turn = line.step_at(recorded.depth)
    if turn is None or turn.explanation is None or not is_other_turn(line, recorded):
        return False
    return turn.explanation.end != end_of_turn(recorded)


def is_under_way(lines: Sequence[Line], scene: Scene) -> bool:
    """Whether a turn may be going on, with some of what it lifted still in the air."""
    for line in lines:
        evidence = scene.evidence(line)
        missing = evidence.missing
        if missing and scene.explain(line, evidence.supposing_returned(missing)).found:
            return True
    return False
