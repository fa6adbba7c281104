"""What earlier turns may have been instead: where later play contradicts what is recorded.

`course_search` looks for that through the whole game.

A piece that was slipped in may leave no trace, and a union that was set down for a while look as if
the other player had moved it on. Turns later somebody plays what only then is legal.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import Final

from board_daemon.rules.actions import (
    Action,
    Lift,
    Place,
    Promote,
    moves_of,
    promotions_in,
    with_promotion,
)
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, Square, bits, lies_between
from board_daemon.tracking.explaining.effort import Limits
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.line import Line, Spent, moved_a_union
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.seen_since import seen_since
from board_daemon.tracking.hypotheses.undoing import stood_for
from board_daemon.tracking.settings import TrackerSettings

# To play a recorded turn once more takes as long as so many chain states.
_WORK_OF_A_REPLAY: Final = 6
# So many pieces were slipped in at most that nobody has noticed.
_PIECES_SLIPPED_IN: Final = 2
# In the place of so many turns there was one.
_TWO_FOR_ONE: Final = 2
# As many of the last turns may at once be found to have been two.
_LAST_TURNS: Final = 3
# Nats by which a course must be likelier than another one that comes to the same position.
_AS_LIKELY: Final = 1.0
# Chain states that each search for it looks at, and turns that it finds.
_EXPANSIONS: Final = 300
_EXPLANATIONS: Final = 32


@dataclass(frozen=True, slots=True)
class OtherCourse:
    """The same game with another turn in it, after which what was seen last is legal."""

    ply: int
    """The first turn that was another one."""
    undone: tuple[Line, ...]
    """The recorded turns from that one on, the last one first."""
    turns: tuple[Line, ...]
    """What was played instead, in order."""
    doubt: float
    """By how much more it is to be doubted than what is recorded, and what was seen last, in nats.
    """
    later: int
    """How many turns were seen after it that are not recorded."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was played instead."""
        turns = (each.explanation for each in self.turns)
        return tuple(action for turn in turns if turn for action in turn.actions)

    @property
    def position(self) -> Position:
        """Where it has led."""
        return self.turns[-1].position

    @property
    def promotes_otherwise(self) -> bool:
        """Whether the first turn was another one only in what a pawn became."""
        was, instead = self.undone[-1].explanation, self.turns[0].explanation
        if was is None or instead is None or was.actions == instead.actions:
            return False
        return moves_of(was.actions) == moves_of(instead.actions)

    def is_likelier_than_wrong_moves(self, settings: TrackerSettings, by: float = 0.0) -> bool:
        """Whether it is less to be doubted than that each turn seen since was wrong.

        `by`: by so many nats at least.
        """
        return self.doubt <= settings.wrong_move * self.later - by


def one_turn_for_two(root: Line, scene: Scene) -> OtherCourse | None:
    """The course in which the last two turns were one, if a wrong move since is far less likely.

    Its player has moved the union on himself. He was so slow that it was taken for the other one's
    turn; were he any slower, rather somebody has moved out of turn.
    """
    first = root.before_turn
    if first is None or stood_for(first, scene) > scene.settings.undone_asked:
        return None
    if first.before_turn is None or root.explanation is None:
        return None
    found = with_one_turn_for_two((root, first), root, scene, most_doubt(scene.settings))
    return _likelier_than_wrong_moves(found, scene.settings, by=scene.settings.margin)


def two_turns_for_one(root: Line, scene: Scene) -> OtherCourse | None:
    """The course in which one of the last turns was two, if a wrong move since is less likely.

    The other player has at once moved a union on, that is.
    """
    found: list[OtherCourse] = []
    undone: tuple[Line, ...] = ()
    for recorded in islice(recorded_turns(root), _LAST_TURNS):
        undone = *undone, recorded
        found += with_two_turns_for_one(undone, root, scene, most_doubt(scene.settings))
        if not moved_a_union(recorded):
            break  # That was played by who was seen to be on turn.
    return _likelier_than_wrong_moves(found, scene.settings)


def _likelier_than_wrong_moves(
    courses: Sequence[OtherCourse], settings: TrackerSettings, by: float = 0.0
) -> OtherCourse | None:
    """The only course, if it is likelier than that each turn seen since was wrong; `by`: so far."""
    likelier = [each for each in courses if each.is_likelier_than_wrong_moves(settings, by)]
    return the_only_one(likelier, settings)


def most_doubt(settings: TrackerSettings) -> float:
    """The doubt that another course has at most, in nats."""
    return _PIECES_SLIPPED_IN * settings.silent_unseen


def with_one_turn_for_two(
    undone: tuple[Line, ...], root: Line, scene: Scene, most: float
) -> list[OtherCourse]:
    """The courses in which the first two turns that are undone were one, moving a union on.

    All others were then played by the other player: that soon tells.
    """
    if len(undone) < _TWO_FOR_ONE:
        return []
    second, first = undone[-_TWO_FOR_ONE:]
    assert first.explanation is not None
    assert second.explanation is not None
    is_moved_on = second.explanation.start == first.explanation.end
    if not (is_moved_on and moved_a_union(first) and moved_a_union(second)):
        return []
    return list(with_another_turn(undone, root, scene, most, replaced=_TWO_FOR_ONE))


def near_the_best(
    courses: Sequence[OtherCourse], settings: TrackerSettings
) -> Sequence[OtherCourse]:
    """The courses that are not out of the question beside the likeliest one, which comes first."""
    by_doubt = sorted(courses, key=lambda course: course.doubt)
    return [each for each in by_doubt if each.doubt <= by_doubt[0].doubt + settings.margin]


def the_only_one(courses: Sequence[OtherCourse], settings: TrackerSettings) -> OtherCourse | None:
    """The likeliest course, unless one is as likely, or leads elsewhere and is hardly less so."""
    if not (near := near_the_best(courses, settings)):
        return None
    best = near[0]
    as_likely = [each for each in near if each.doubt < best.doubt + _AS_LIKELY]
    is_only = len({each.position.but_for_counts() for each in near}) == 1
    return best if is_only and len({each.actions for each in as_likely}) == 1 else None


def _as_played(line: Line) -> Line | None:
    """The line as its last turn has led to it, whatever was taken back since; None: not known."""
    earlier = line.after_turn(line.ply)
    return earlier if earlier is not None and earlier.position == line.position else None


def recorded_turns(root: Line) -> Iterator[Line]:
    """The lines that the recorded turns which stand have led to, the last one first.

    As far back as is known.
    """
    line = _as_played(root)
    while line is not None:
        yield line
        line = None if line.parent is None else _as_played(line.parent)


def recorded_from(ply: int, root: Line) -> Sequence[Line]:
    """The same from that turn on, in order."""
    return list(takewhile(lambda line: line.ply >= ply, recorded_turns(root)))[::-1]


def with_another_turn(
    undone: tuple[Line, ...],
    root: Line,
    scene: Scene,
    most: float,
    *,
    replaced: int = 1,
) -> Iterator[OtherCourse]:
    """The courses with another turn in the place of the first one that is undone, or of more.

    `replaced`: of so many; the others follow it.
    """
    first, last, later = undone[-1], undone[-replaced], undone[:-replaced][::-1]
    assert first.parent is not None
    before = first.parent
    was = sum(each.explanation.doubt for each in undone if each.explanation)
    stands = before.set_back_from(root, before.index)
    # What was named in a turn that was none is for the one to come.
    is_to_come = replaced > 1 and not later
    told = (*last.parent.told, *root.told) if is_to_come and last.parent else root.told
    turns_instead = _explanations(before, last, scene, was + most)
    if replaced == 1:
        turns_instead = [*turns_instead, *_promoting_otherwise(first, before, scene.settings)]
    root = replace(root, told=told)
    for turn in turns_instead:
        if not scene.is_worked_out:
            return
        if turn.position != first.position:
            yield from _courses((_after(stands, turn, last),), undone, later, root, scene, most)


def with_two_turns_for_one(
    undone: tuple[Line, ...], root: Line, scene: Scene, most: float
) -> Iterator[OtherCourse]:
    """The courses in which the first turn that is undone was two: a union was moved on at once.

    It had halted on its way, and looked as if it slid over, or its player hesitated.
    """
    recorded = undone[-1]
    before, turn = recorded.parent, recorded.explanation
    if before is None or turn is None or turn.entered or not moved_a_union(recorded):
        return
    settings, stands = scene.settings, before.set_back_from(root, before.index)
    evidence = scene.as_seen_at(recorded.over, before).evidence(before)
    stops = evidence.stopped_on(settings.passing, math.inf)
    for halt in bits(evidence.halts(settings.passing) | stops):
        if not scene.is_worked_out:
            return
        is_on_its_way = lies_between(halt, turn.start, turn.end) and not stops >> halt & 1
        passing, apart = settings.moved_on_in_passing, settings.moved_on_off_its_way
        doubt = passing if is_on_its_way else apart
        first = _step_of(turn, turn.start, halt, before.position, doubt)
        scene.spend(_WORK_OF_A_REPLAY)
        if first is None:
            continue
        second = _step_of(turn, halt, turn.end, first.position, settings.haste)
        if second is not None:
            line = _after(stands, first, recorded)
            two = line, _after(line, second, recorded)
            yield from _courses(two, undone, undone[:-1][::-1], root, scene, most)


def _step_of(
    turn: Explanation, start: Square, end: Square, position: Position, doubt: float
) -> Explanation | None:
    """Part of a turn as one of its own; None: it is illegal."""
    actions: tuple[Action, ...] = Lift(start), Place(end)
    after = _played(position, actions)
    if after is None:
        return None
    return replace(turn, actions=actions, position=after, end=end, doubt=doubt)


def _courses(
    instead: tuple[Line, ...],
    undone: tuple[Line, ...],
    later: Sequence[Line],
    root: Line,
    scene: Scene,
    most: float,
) -> Iterator[OtherCourse]:
    """The courses with these turns in the place of the first ones undone, and the later ones."""
    was = sum(each.explanation.doubt for each in undone if each.explanation)
    for *earlier, end in replays(instead, later, scene):
        # By now all of it stands where the last turn does.
        stood = replace(end, index=root.index, t=root.t, spent=root.spent, told=root.told)
        doubt = max(0.0, stood.doubt - root.doubt - was)
        latest = seen_since(stood, scene, most - doubt)
        if latest is not None:
            doubt += latest.doubt - stood.doubt
            since = latest.line.depth - stood.depth
            yield OtherCourse(undone[-1].ply, undone, (*earlier, stood), doubt, since)


def _explanations(before: Line, last: Line, scene: Scene, most: float) -> Sequence[Explanation]:
    """The turns that explain what was seen from a line on until a recorded turn was over.

    Who has answered for another turn has answered for one of his own: the next one had begun.
    """
    index, free = last.over, before.without_answers(before.index)
    others = NO_SQUARES
    if (overlap := _overlap(last)) is not None:
        # Of what was seen by the time it landed, all else belongs to the next turn.
        index, others = overlap.until, ALL_SQUARES & ~overlap.squares
        free = replace(free, spent=(*free.spent, Spent(others, index)))
    then = scene.as_seen_at(index, before, others)
    limits = Limits(most, _EXPANSIONS, _EXPLANATIONS)
    found = then.explain(free, then.evidence(free), most, limits).found
    denied = scene.settings.disorder
    weighed = [
        turn if before.allows(turn) else replace(turn, doubt=turn.doubt + denied) for turn in found
    ]
    return [turn for turn in weighed if turn.doubt <= most]


def _overlap(recorded: Line) -> Spent | None:
    """What of the changes belongs to a recorded turn that was not over when the next one began."""
    known = () if recorded.parent is None else recorded.parent.spent
    own = [each for each in recorded.spent if each not in known and each.until > recorded.over]
    return own[-1] if own else None


def _promoting_otherwise(
    recorded: Line, before: Line, settings: TrackerSettings
) -> Iterator[Explanation]:
    """The recorded turn, with another piece for one of its pawns: its player has chosen unseen.

    Or what has chosen it was meant for something else, and it is a queen still. Not for one that he
    has named.
    """
    turn = recorded.explanation
    assert turn is not None
    for number in promotions_in(turn.actions)[turn.told if turn.named else 0 :]:
        was = turn.actions[number]
        assert isinstance(was, Promote)
        for piece in PROMOTIONS:
            actions = with_promotion(turn.actions, number, piece)
            position = None if piece == was.piece else _played(before.position, actions)
            if position is not None:
                in_vain = settings.adjust * PROMOTIONS.index(was.piece)
                doubt = in_vain if piece == PROMOTIONS[0] else settings.disorder
                yield replace(turn, actions=actions, position=position, doubt=turn.doubt + doubt)


def replays(
    turns: tuple[Line, ...], later: Sequence[Line], scene: Scene
) -> Iterator[tuple[Line, ...]]:
    """These turns and the later ones; of them, what is illegal then was another one, too.

    All lines are recorded ones, in order, but for the `turns` that are in the place of others.
    """
    if not later:
        yield turns
        return
    scene.spend(_WORK_OF_A_REPLAY)
    recorded, *rest = later
    assert recorded.explanation is not None
    position = _played(turns[-1].position, recorded.explanation.actions)
    if position is not None:
        instead = [replace(recorded.explanation, position=position)]
    else:
        instead = _others(recorded, turns[-1], scene)
    for turn in instead:
        yield from replays((*turns, _after(turns[-1], turn, recorded)), rest, scene)


def _others(recorded: Line, before: Line, scene: Scene) -> list[Explanation]:
    """The turns that were played instead of a recorded one, from a line on that led there."""
    was = recorded.parent
    assert was is not None
    then = replace(before, index=was.index, spent=was.spent, told=was.told)
    found = _explanations(then, recorded, scene, scene.settings.silent_unseen)
    return [turn for turn in found if not turn.position.phase.is_over]


def _after(line: Line, turn: Explanation, recorded: Line) -> Line:
    """The line after a turn in the place of a recorded one: over when that was."""
    doubt, spent = line.doubt + turn.doubt, recorded.spent
    after = line.after(turn, recorded.index, doubt, t=recorded.t, has_rested=True, spent=spent)
    return replace(after, over=recorded.over)


def _played(position: Position, actions: Sequence[Action]) -> Position | None:
    """Where a turn leads; None: it is illegal, or ends the game, after which nobody has played."""
    try:
        after = play_all(position, actions)
    except IllegalAction:
        return None
    is_whole = after.to_move != position.to_move and after.hand is None
    return after if is_whole and not after.phase.is_over else None
