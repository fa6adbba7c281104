"""Choosing what a pawn becomes by touches: each goes on to the next piece."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, Square, SquareSet, bits
from board_daemon.rules.status import Status
from board_daemon.tracking.explaining.explanation import leafed_to, wandering_doubt
from board_daemon.tracking.hypotheses.line import Line, Spent
from board_daemon.tracking.hypotheses.promotions import (
    Prompt,
    asked_on,
    prompt_of,
    unreliable,
    with_last_promotion,
)
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.absences import Absence
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import REACTION

# Nobody sees what his touch has changed and touches the piece again sooner, in seconds.
_AT_ONCE: Final = 0.5
# Nor does anybody lift a piece for that and set it down again sooner than this.
_SHORTEST_TOUCH: Final = 0.2


def leafed_through(
    line: Line,
    scene: Scene,
    asked: float = -math.inf,
    now: float = math.inf,
    told: float = -math.inf,
) -> Line | None:
    """The line once the player has gone on to other pieces; None: that is not what happened.

    `asked`: when the board asked what the pawn becomes, in seconds; `now`: the time; `told`: when
    the board said what it took the pawn for.
    """
    evidence, index = scene.evidence(line), len(scene.changes)
    prompt = prompt_of(line)
    if prompt is None or evidence.dirty:
        return None
    unfelt = unreliable(line.position, evidence.blind, hides_unions=scene.hides_unions)
    square = asked_on(line, prompt, unfelt)
    if not evidence.absences_on(square) and not evidence.blind >> prompt.square & 1:
        square = prompt.square  # Some of the touches there may have been felt.
    touches = _touches_on(square, line, prompt, unfelt, asked, scene)
    steps = len(touches)
    if not steps or _may_be_held(touches[-1], now, scene):
        return None
    is_unfelt = bool((unfelt & ~evidence.blind) >> square & 1) and not prompt.is_owed
    if is_unfelt and _may_have_left(touches[-1], asked, scene):
        return None
    if may_be_joined_unseen(line, square, evidence.blind) and _may_go_on(line, touches, now, scene):
        return None
    if _went_elsewhere(prompt.square, line, scene):
        return None
    if square != prompt.square and not _may_be_choosing(line, prompt, touches[0], asked, scene):
        return None
    if prompt.is_owed:
        t = _ended(touches[-1]) if square != prompt.square else line.t
        leafed = replace(line, leafed=line.leafed + steps, t=t)
        # What else was touched may be a turn that has begun.
        return replace(leafed, spent=(*line.spent, Spent(1 << square, index)))
    if _is_late(touches[0], line, prompt, scene, asked, told):
        steps = _insisted(touches, prompt.square, line, scene)
    return _gone_on(line, prompt, touches[-1], steps, scene) if steps else None


def _touches_on(
    square: Square, line: Line, prompt: Prompt, unfelt: SquareSet, asked: float, scene: Scene
) -> Sequence[Absence]:
    """The touches of a square that may have been made to choose by.

    `unfelt`: where not every touch is felt; `asked`: when the board asked what the pawn becomes.
    """
    evidence, arrived = scene.evidence(line), _arrived_elsewhere(square, line, scene)
    touches = [each for each in evidence.lifts_on(square) if not _held_at(arrived, each)]
    if prompt.is_owed:
        return [each for each in touches if _may_choose(each, asked)]
    touches = _apart_from_play(touches, evidence, unfelt & 1 << prompt.square)
    # Who was choosing goes on with it as soon as something else was put right.
    until = asked + scene.settings.leaf_again_patience
    if prompt.piece != PROMOTIONS[0] and touches and touches[0].left <= until:
        return touches
    return _meant(touches, line, scene)


def _may_choose(touch: Absence, asked: float) -> bool:
    """Whether somebody may choose by a touch of what the other player has just brought home.

    He does so by hand, once he is asked: what was not set down on its centre totters sooner.
    """
    is_too_soon = asked <= touch.left < asked + REACTION
    return not is_too_soon and touch.back >= touch.left + _SHORTEST_TOUCH


def _gone_on(line: Line, prompt: Prompt, last: Absence, steps: int, scene: Scene) -> Line:
    """The line once its player has gone on by so many pieces; `last`: his last touch for that."""
    evidence, index, t = scene.evidence(line), len(scene.changes), _ended(last)
    # Whatever else was done meanwhile is no part of choosing, and as odd as without it.
    apart = sum(absence.square != last.square for absence in evidence.absences)
    doubt = line.doubt + wandering_doubt(evidence, scene.settings) + scene.settings.adjust * apart
    steps += line.leafed
    piece = leafed_to(steps, prompt.piece)
    promoted = with_last_promotion(line, piece)
    if promoted is None:
        # The chain could not have gone on with that piece: perhaps with the next one.
        return replace(line, leafed=steps, index=index, t=t, doubt=doubt)
    return replace(promoted, leafed=0, index=index, t=t, doubt=doubt)


def _is_late(
    touch: Absence, line: Line, prompt: Prompt, scene: Scene, asked: float, told: float
) -> bool:
    """Whether a touch comes too late to choose by; `asked` and `told`: as above."""
    settings, left = scene.settings, touch.left
    asked = asked if asked < left else -math.inf
    # Who has gone on to another piece has chosen, unless he goes on at once.
    is_chosen = prompt.piece != PROMOTIONS[0] and asked < line.t
    # Who adjusts a piece meanwhile looks at the next one no shorter for that, but not for ever.
    known_since = max(line.t, asked, told if told < left else -math.inf)
    looked = left - max(known_since, _last_change(scene, left))
    is_on_pawn = touch.square == prompt.square
    patience = settings.leaf_patience if is_on_pawn else _patience_unseen(scene)
    is_late = left > known_since + settings.touch_patience
    return is_late or looked > (settings.leaf_again_patience if is_chosen else patience)


def _insisted(touches: Sequence[Absence], square: Square, line: Line, scene: Scene) -> int:
    """How often a promoted piece was touched again that nobody is asked about any more.

    Once, anybody may have straightened it. Who does nothing else from then on and soon does so
    again has seen that this changed nothing.
    """
    since = [change for change in scene.evidence(line).changes if change.t >= touches[0].left]
    if any(change.square != square for change in since):
        return 0
    before = scene.changes[line.index - 1] if line.index else None
    first = before.t if before is not None and before.square == square else -math.inf
    ends = [first, *map(_ended, touches)]
    patience = scene.settings.leaf_patience
    return sum(touch.left - end <= patience for end, touch in zip(ends, touches, strict=False))


def still_choosing(line: Line, scene: Scene, since: float) -> Line:
    """The line at rest by now, but for touches that chose a piece before all was to be put right.

    `since`: when that was asked for, in seconds: what was touched later was touched for that.
    """
    index, prompt = len(scene.changes), prompt_of(line)
    at_rest, evidence = line.without_answers(index), scene.evidence(line)
    if prompt is None:
        return at_rest
    touches = _apart_from_play(evidence.absences_on(prompt.square), evidence, NO_SQUARES)
    if not touches or touches[-1].left >= since:
        return at_rest
    if _went_elsewhere(prompt.square, line, scene):
        return at_rest
    lifted = touches[0].left
    first = next(number for number, change in scene.changes_since(line) if change.t >= lifted)
    all_else = Spent(ALL_SQUARES & ~(1 << prompt.square), index)
    return replace(at_rest, index=first, spent=(*line.spent, all_else))


def _went_elsewhere(square: Square, line: Line, scene: Scene) -> bool:
    """Whether what stands there may have been set down where nobody should stand, and put back."""
    arrived = _arrived_elsewhere(square, line, scene)
    return any(_held_at(arrived, each) for each in scene.evidence(line).absences_on(square))


def _held_at(times: Sequence[float], touch: Absence) -> bool:
    """Whether a touch was under way at one of those times."""
    return any(touch.left < t < touch.back for t in times)


def _arrived_elsewhere(square: Square, line: Line, scene: Scene) -> list[float]:
    """When something came to where nobody should stand that may belong to a square.

    Nobody chooses by that. What has fallen over meanwhile is gone from another square.
    """
    evidence, a_moment = scene.evidence(line), scene.settings.passing
    others = [each for each in evidence.absences if each.square != square]
    return [
        change.t
        for change in evidence.changes
        if line.expected[change.square] == Content.EMPTY
        and change.content != Content.EMPTY
        and not any(each.left - a_moment <= change.t < each.back for each in others)
    ]


def _may_be_held(absence: Absence, now: float, scene: Scene) -> bool:
    """Whether a union was lifted just now and nobody saw it return, where it may look like nobody.

    It is one touch, whether its return is seen yet or not.
    """
    return not absence.is_over and now < absence.left + scene.settings.answer_rest


def _may_go_on(line: Line, touches: Sequence[Absence], now: float, scene: Scene) -> bool:
    """Whether a chain that came by where these touches were soon goes on; `now`: the time.

    Nobody joins a piece twice, but for a chain that has gone elsewhere in between.
    """
    settings, last = scene.settings, _ended(touches[-1])
    position, here = line.position, 1 << touches[-1].square
    joinable = (position.unions | position.squares(position.to_move.other)) & ~here
    later = [
        each.back
        for each in scene.evidence(line).absences
        if each.left > last and joinable >> each.square & 1
    ]
    if later:
        return now < max(later) + settings.partial_patience
    return now < last + (settings.settle if len(touches) > 1 else settings.answer_rest)


def _may_have_left(absence: Absence, asked: float, scene: Scene) -> bool:
    """Whether a union was rather played on with than touched, as nobody saw it return.

    `asked`: when the board had asked for touches elsewhere; who had the time to see it does that.
    """
    return not absence.is_over and absence.left >= asked + scene.settings.answer_rest


def may_be_joined_unseen(line: Line, square: Square, blind: SquareSet) -> bool:
    """Whether the player on turn may have come there from a square that shows nothing."""
    position = line.position
    if position.phase != Status.RUN:
        return False
    side = Side(position, position.to_move)
    unseen = position.squares(position.to_move) & blind & ~position.unions
    return any(side.lone_targets(start) >> square & 1 for start in bits(unseen))


def _ended(absence: Absence) -> float:
    """When a touch was over as far as anybody has seen, in seconds."""
    return absence.back if absence.is_over else absence.left


def _apart_from_play(
    touches: Sequence[Absence], evidence: Evidence, unfelt: SquareSet
) -> list[Absence]:
    """The touches from the first one on that was not made in play; `unfelt` as below."""
    return list(
        itertools.dropwhile(lambda each: _was_touched_in_play(each, evidence, unfelt), touches)
    )


def _was_touched_in_play(touch: Absence, evidence: Evidence, unfelt: SquareSet) -> bool:
    """Whether something else was in the air as a touch began or ended.

    Who holds another piece plays, or plays with the pieces. `unfelt`: squares on which pieces may
    be back though nobody saw it.
    """
    turned = touch.left, touch.back
    held = [each for each in evidence.absences if each.is_over or not unfelt >> each.square & 1]
    return any(each.left < t < each.back for each in held for t in turned)


def _meant(touches: Sequence[Absence], line: Line, scene: Scene) -> list[Absence]:
    """The touches but for those with which somebody was still putting the board right.

    Who goes on at once, before he can have seen what came of it, has chosen from the first.
    """
    soon = [each for each in touches if _is_still_putting_right(each, line, scene)]
    later = list(touches[len(soon) :])
    goes_on = bool(soon and later) and later[0].left - _ended(soon[-1]) <= _AT_ONCE
    return [*soon, *later] if goes_on else later


def _is_still_putting_right(touch: Absence, line: Line, scene: Scene) -> bool:
    """Whether the board had only just been put right: nobody sees at once that he may choose."""
    known = len(scene.changes)
    others = [each.until for each in line.spent if line.index < each.until <= known]
    if any(touch.left < scene.changes[until - 1].t for until in others):
        return False  # He had chosen before anything was to be put right.
    last = scene.changes[line.index - 1].t if 0 < line.index <= len(scene.changes) else line.t
    was_put_right = line.t > last
    return was_put_right and touch.left < line.t + REACTION


def _may_be_choosing(
    line: Line, prompt: Prompt, touch: Absence, asked: float, scene: Scene
) -> bool:
    """Whether a piece touched then, which is not the pawn, is touched because the board asks."""
    if asked == -math.inf and not prompt.is_owed:
        return False  # Until then nobody can know where to touch.
    # Whoever has touched it before goes on at once, round by the first piece, too.
    was_touched = line.index > 0 and scene.changes[line.index - 1].square == touch.square
    is_first = prompt.piece == PROMOTIONS[0] and not was_touched
    earliest = line.t + scene.settings.settle if is_first else line.t
    # Where a union was not seen to come, it is asked long after it was seen to go.
    latest = max(line.t + _patience_unseen(scene), asked + scene.settings.leaf_patience)
    return earliest <= touch.left <= latest


def _patience_unseen(scene: Scene) -> float:
    """How long after what was seen last a choice may begin: only later did the board ask."""
    return scene.settings.leaf_patience + scene.settings.silent_patience


def _last_change(scene: Scene, before: float) -> float:
    """When anything was last seen to change before a time, in seconds."""
    return next((change.t for change in reversed(scene.changes) if change.t < before), -math.inf)
