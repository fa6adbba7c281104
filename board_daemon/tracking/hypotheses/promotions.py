"""Choosing the piece a pawn becomes.

Setting the pawn down is a queen; each further lift-and-return on its square goes to the next piece.
Where that square is dead or stuck, the board asks on one that works: that of the player's king.
A choice that comes by another way (a page, a trace) is taken as it comes, before or after.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from board_daemon.rules.actions import Action, Place, Promote
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, Square, SquareSet, bits
from board_daemon.rules.status import Status
from board_daemon.rules.transitions import promotes_at
from board_daemon.tracking.explaining.explanation import (
    Choice,
    Explanation,
    leafed_to,
    wandering_doubt,
)
from board_daemon.tracking.hand import hand_view
from board_daemon.tracking.hypotheses.line import Line, Spent
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.absences import Absence
from board_daemon.tracking.seeing.contents import Content, contents_of
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import REACTION


@dataclass(frozen=True, slots=True)
class Prompt:
    """A promotion that may still be chosen."""

    square: Square
    piece: PieceType
    """What it is as things stand."""
    is_owed: bool
    """Whether the pawn was carried home, and its owner promotes before he moves."""


def prompt_of(line: Line) -> Prompt | None:
    """The promotion that may still be chosen after a line's last turn."""
    position = line.position
    if position.phase == Status.PROMOTE_LIFT and position.promoting is not None:
        if line.told:
            return None
        return Prompt(position.promoting, owed_piece(line), is_owed=True)
    turn = line.explanation
    return _last_promotion(turn.actions) if turn is not None and _may_be_told(turn) else None


def owed_piece(line: Line) -> PieceType:
    """What a pawn becomes that was carried home, as things stand: named, leafed to or unchanged."""
    return line.told[0].piece if line.told else leafed_to(line.leafed, line.was)


def unreliable(position: Position, blind: SquareSet, *, hides_unions: bool) -> SquareSet:
    """The squares on which not every touch is felt: also unions, where these look like nobody."""
    return blind | position.unions if hides_unions else blind


def asked_on(line: Line, prompt: Prompt, blind: SquareSet) -> Square:
    """Where the player goes on to the next piece: on the pawn's square, if that is not blind.

    `blind`: squares on which not every touch is felt.
    """
    if not blind >> prompt.square & 1:
        return prompt.square
    position = line.position
    color = position.to_move if prompt.is_owed else position.to_move.other
    working = position.squares(color) & ~position.unions & ~blind
    king = position.king_square(color)
    return king if working >> king & 1 else next(bits(working), prompt.square)


def _may_be_told(turn: Explanation) -> bool:
    """Whether the turn promotes to a piece that nobody has named."""
    return sum(isinstance(action, Promote) for action in turn.actions) > turn.told


def _last_promotion(actions: tuple[Action, ...]) -> Prompt | None:
    """The last promotion of a turn; None: it was owed, and chosen before the turn."""
    for placed, promoted in zip(actions[-2::-1], actions[:0:-1], strict=False):
        if isinstance(promoted, Promote) and isinstance(placed, Place):
            return Prompt(placed.square, promoted.piece, is_owed=False)
    return None


def told(line: Line, choice: Choice, scene: Scene, likeliest: Line | None = None) -> Line:
    """The line once the player has named a piece: for the turn just made, or for a later one.

    `likeliest`: where play has most likely led to since.
    """
    turn = line.explanation
    is_owed = line.position.phase == Status.PROMOTE_LIFT
    is_for_later = speaks_of_later_play(line, scene, likeliest)
    if is_owed or turn is None or not _may_be_told(turn) or is_for_later:
        # The last turn may yet turn out to have been another one, or none: then it was this.
        before = line.parent and replace(line.parent, told=(*line.parent.told, choice))
        # What was named before all was put right is named anew.
        still = tuple(each for each in line.told if each.t >= line.t)
        return replace(line, parent=before, told=(*still, choice))
    return named(line, choice) or line


def speaks_of_later_play(line: Line, scene: Scene, likeliest: Line | None) -> bool:
    """Whether a piece that is named now is for what was played after a line; `likeliest`: as above.

    So it is, too, where the other player seems to be about to promote.
    """
    return _has_promoted_since(line, likeliest) or _promotes_next(line, scene)


def named(line: Line, choice: Choice) -> Line | None:
    """The line with that piece for the last promotion of its turn, named by the player.

    None: the chain moved on with another piece, and could not have with that one.
    """
    promoted = _with_last_promotion(line, choice.piece)
    if promoted is None or promoted.explanation is None or line.parent is None:
        return None
    turn = promoted.explanation
    told_number = sum(isinstance(action, Promote) for action in turn.actions)
    # Should the turn turn out to have been another, the choice still holds.
    before = replace(line.parent, told=(*line.parent.told, choice))
    return replace(promoted, parent=before, explanation=replace(turn, told=told_number))


def _has_promoted_since(line: Line, likeliest: Line | None) -> bool:
    """Whether the likeliest play after a line has promoted a pawn for which nobody has chosen.

    What was played is open still, but the pawn set down last is the one that is spoken of.
    """
    if likeliest is None or (step := likeliest.step_at(line.depth)) is None:
        return False
    later = (each.explanation for each in likeliest.steps_since(line.depth))
    is_after = step.position == line.position
    return is_after and any(turn is not None and _may_be_told(turn) for turn in later)


def _promotes_next(line: Line, scene: Scene) -> bool:
    """Whether the other player has begun a turn that promotes, as far as can be seen."""
    evidence = scene.evidence(line)
    if not evidence.touches:
        return False
    hand = hand_view(line.position, evidence, owed_piece(line))
    if hand is not None and hand.position is not None:
        has_promoted = _pawns(hand.position) < _pawns(line.position)
        if has_promoted or _may_come_home(hand.position, hand.destinations):
            return True
    best = scene.explain(line, evidence).found[:1]
    return any(turn.promotes for turn in best)


def _pawns(position: Position) -> int:
    """How many pawns the side to move has, the one in its hand counted."""
    own = position.white if position.to_move == Color.WHITE else position.black
    in_hand = position.hand is not None and position.hand.piece == PieceType.PAWN
    return own.count(PieceType.PAWN) + in_hand


def _may_come_home(position: Position, destinations: Iterable[Square]) -> bool:
    """Whether a pawn in hand can be promoted on one of these squares."""
    hand = position.hand
    return hand is not None and any(promotes_at(position, hand, to) for to in destinations)


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
    arrived = _arrived_elsewhere(square, line, scene)
    touches = [each for each in evidence.absences_on(square) if not _held_at(arrived, each)]
    steps = len(touches)
    if not steps or _may_be_held(touches[-1], now, scene):
        return None
    is_unfelt = bool((unfelt & ~evidence.blind) >> square & 1) and not prompt.is_owed
    if is_unfelt and _may_have_left(touches[-1], asked, scene):
        return None
    if now < _ended(touches[-1]) + scene.settings.answer_rest and may_be_joined_unseen(
        line, square, evidence.blind
    ):
        return None  # If it was, the chain goes on from there before long.
    if _went_elsewhere(prompt.square, line, scene):
        return None
    if square != prompt.square and not _may_be_choosing(line, prompt, touches[0], asked, scene):
        return None
    if prompt.is_owed:
        t = _ended(touches[-1]) if square != prompt.square else line.t
        leafed = replace(line, leafed=line.leafed + steps, t=t)
        # What else was touched may be a turn that has begun.
        return replace(leafed, spent=(*line.spent, Spent(1 << square, index)))
    is_in_play = _was_touched_in_play(touches[0], evidence, unfelt & 1 << prompt.square)
    if is_in_play or _is_still_putting_right(touches[0], line, scene):
        return None
    settings = scene.settings
    left = touches[0].left
    asked = asked if asked < left else -math.inf
    # Who has gone on to another piece has chosen, unless he goes on at once.
    is_chosen = prompt.piece != PROMOTIONS[0] and asked < line.t
    # Who adjusts a piece meanwhile looks at the next one no shorter for that, but not for ever.
    known_since = max(line.t, asked, told if told < left else -math.inf)
    looked = left - max(known_since, _last_change(scene, left))
    patience = settings.leaf_patience if square == prompt.square else _patience_unseen(scene)
    is_late = left > known_since + settings.touch_patience
    if is_late or looked > (settings.leaf_again_patience if is_chosen else patience):
        return None
    # Whatever else was done meanwhile is no part of choosing, and as odd as without it.
    apart = sum(absence.square != square for absence in evidence.absences)
    doubt = line.doubt + wandering_doubt(evidence, settings) + settings.adjust * apart
    steps += line.leafed
    piece = PROMOTIONS[(PROMOTIONS.index(prompt.piece) + steps) % len(PROMOTIONS)]
    promoted = _with_last_promotion(line, piece)
    if promoted is None:
        # The chain could not have gone on with that piece: perhaps with the next one.
        return replace(line, leafed=steps, index=index, t=_ended(touches[-1]), doubt=doubt)
    return replace(promoted, leafed=0, index=index, t=_ended(touches[-1]), doubt=doubt)


def still_choosing(line: Line, scene: Scene, since: float) -> Line:
    """The line at rest by now, but for touches that chose a piece before all was to be put right.

    `since`: when that was asked for, in seconds: what was touched later was touched for that.
    """
    index, prompt = len(scene.changes), prompt_of(line)
    at_rest = line.without_answers(index)
    touches = [] if prompt is None else scene.evidence(line).absences_on(prompt.square)
    if prompt is None or not touches or touches[-1].left >= since:
        return at_rest
    if _went_elsewhere(prompt.square, line, scene):
        return at_rest
    if _was_touched_in_play(touches[0], scene.evidence(line)):
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


def _was_touched_in_play(
    touch: Absence, evidence: Evidence, unfelt: SquareSet = NO_SQUARES
) -> bool:
    """Whether something else was in the air as a touch began or ended.

    Who holds another piece plays, or plays with the pieces. `unfelt`: squares on which pieces may
    be back though nobody saw it.
    """
    turned = touch.left, touch.back
    held = [each for each in evidence.absences if each.is_over or not unfelt >> each.square & 1]
    return any(each.left < t < each.back for each in held for t in turned)


def _is_still_putting_right(touch: Absence, line: Line, scene: Scene) -> bool:
    """Whether the board had only just been put right: nobody sees at once that he may choose."""
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


def _with_last_promotion(line: Line, piece: PieceType) -> Line | None:
    """The line of the same turn with another piece for its last promotion.

    None: the chain moved on with that very piece, and could not have with another one.
    """
    assert line.explanation is not None
    assert line.parent is not None
    actions = line.explanation.actions
    last = max(i for i, action in enumerate(actions) if isinstance(action, Promote))
    actions = (*actions[:last], Promote(piece), *actions[last + 1 :])
    return played_from(line.parent, replace(line.explanation, actions=actions), line)


def played_from(before: Line, turn: Explanation, line: Line) -> Line | None:
    """The line, where the turn that led to it was that one, from another line `before` it.

    None: what it lifts, places and promotes may not be played there.
    """
    try:
        position = play_all(before.position, turn.actions)
    except IllegalAction:
        return None
    return replace(
        line,
        position=position,
        expected=contents_of(position),
        parent=before,
        explanation=replace(turn, position=position),
    )
