"""What may have happened if a square does not change any more: it is dead or stuck.

Where nothing else explains the board, or only what is about as unlikely, each such square is
supposed to be faulty in turn, and the turns that follow from that are kept as lines of play like
any other. None of them is recorded before the player has said where he was (see
`asking.polling`), or later play has told.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from board_daemon.rules.squares import NO_SQUARES, SquareSet, bits, combined
from board_daemon.tracking.hypotheses.hidden import HiddenSearch, doubt_of_fault
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.long_gone import back_after_long
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import is_part_unseen, kind_of, on_squares
from board_daemon.tracking.hypotheses.suspect_groups import (
    castled_to,
    hiding_together,
    may_have_replied,
    one_by_one,
    pairs_of_castling,
    pairs_of_en_passant,
    ways_of_unseen_rooks,
)
from board_daemon.tracking.seeing.contents import looks_empty
from board_daemon.tracking.settings import TrackerSettings

# Moments at which a turn with an unseen end may have been over, at most: as something is lifted
# that the other player may move, like any union that a chain enters; and as something is set down
# soon after that, or late.
_MOST_BEGUN_BY_A_LIFT: Final = 4
_MOST_BEGUN_OTHERWISE: Final = 1
# Many squares are supposed to be faulty, one after the other: each is followed only so far.
_EXPANSIONS_OF_A_GUESS: Final = 60
# Where the player has said which one is, there is but one story to look for.
_EXPANSIONS_TOLD: Final = 300
# Of a board on which so many squares are known to be bad hardly one more is.
MOST_BAD: Final = 2


class Suspects(NamedTuple):
    """Squares that may be dead or stuck."""

    squares: SquareSet
    more_doubt: float = 0.0
    """How much more doubtful that is than of a square that never changed, in nats; less than 0:
    less."""
    are_left_alone: bool = False
    """Whether what they show is none of what was played: they have failed by themselves."""


class _Supposed(NamedTuple):
    """What is supposed of squares; all is as for `with_faults`."""

    suspects: Suspects
    slipped_into: SquareSet = NO_SQUARES
    """What seems to be joined, and did not show it."""
    vanished: SquareSet = NO_SQUARES
    via: int | None = None


def is_confirmed(step: Line, known: SquareSet) -> bool:
    """Whether a step supposes no fault but those that are known.

    Out of one muddle of changes almost anything can be read: only the player can say the rest.
    """
    return not step.blind & ~known


def over_unseen(
    pool: Pool, best: Candidate, step: Line, known: SquareSet, settings: TrackerSettings
) -> Sequence[Candidate]:
    """The candidates in which what the best one leaves in the air stands where nobody can see it.

    Not where that story is odd beyond the fault that it supposes, nor where it began with the same
    `step` as the best one.
    """
    if best.standing != Standing.IN_HAND:
        return ()
    limit = best.doubt + settings.fault + settings.margin
    return [
        candidate
        for candidate in pool.candidates
        if candidate.doubt <= limit
        and candidate.standing != Standing.IN_HAND
        and candidate.line.blind & ~known
        and kind_of(candidate.line.step_at(step.depth)) != kind_of(step)
    ]


def with_faults(
    pool: Pool,
    root: Line,
    scene: Scene,
    suspects: Suspects,
    via: int | None = None,
    *,
    vanished: SquareSet = NO_SQUARES,
    is_settled: bool,
) -> Pool:
    """The pool with what one faulty square among the suspects would explain.

    As it is where something far more likely explains the board. `via`: the number of changes after
    which the board was at rest for sure; `vanished`: from where pieces had gone to nowhere before.
    Left for later where the board has not settled: hands are at it still.
    """
    splits = _splits(root, scene)
    if not is_gone_again(root, scene, vanished) and not _are_wanted(pool, root, scene, suspects):
        if not _may_be_set_down_unseen(pool, root, scene, splits):
            return pool
        if scene.blind.bit_count() >= MOST_BAD:
            suspects = suspects._replace(squares=NO_SQUARES)  # Rather on one of those.
    if not is_settled:
        # Of two turns that show nowhere one is hardly likelier than the other.
        is_open = any(rests_on_unseen(each, root, scene.blind) for each in pool.candidates[:1])
        # Nor is what was played at once once something was back that may have stood unseen.
        is_open = is_open or bool(back_after_long(root, scene))
        return pool.cut(root.doubt if is_open else _least_doubt(root, scene, suspects))
    about = _Supposed(suspects, _slipped_into(pool, root, scene), vanished, via)
    found: list[Candidate] = []
    missed = math.inf
    for index in splits:
        question = _work_out_faults, root, index, about
        # What is known is told even where there is no time for the rest.
        if scene.is_worked_out or scene.knows(question):
            work_out = partial(_work_out_faults, root, scene, index, about)
            more, missed_here = scene.once(question, work_out)
            found += more
            missed = min(missed, missed_here)
    pool = pool.with_more(found, missed)
    return pool if scene.is_worked_out else pool.cut(_least_doubt(root, scene, suspects))


def _work_out_faults(
    root: Line, scene: Scene, index: int, about: _Supposed
) -> tuple[Sequence[Candidate], float]:
    """The candidates if a fault has hidden part of a turn that was over by that change.

    And the doubt of what was missed.
    """
    lines = _supposed_turns(root, scene, index, about)
    if index == len(scene.changes):
        found = [Candidate(line, line.doubt, Standing.TURN) for line in lines]
        missed = math.inf
    elif lines:
        if about.via is not None and index < about.via:
            lines = _turns_until(about.via, lines, root, scene)
        later = extend(lines, scene, at_rest=True)
        found, missed = list(later.candidates), later.least_missed()
    else:
        return (), math.inf
    if about.suspects.are_left_alone:
        squares = about.suspects.squares
        found = [
            each
            for each in found
            if were_played_without(squares & each.line.blind, each.line, root, scene)
        ]
    return found, missed


def _least_doubt(root: Line, scene: Scene, suspects: Suspects) -> float:
    """The doubt that what was left for later has at least, if one of the suspects is faulty."""
    return root.doubt + doubt_of_fault(scene) + min(0.0, suspects.more_doubt)


def is_gone_again(root: Line, scene: Scene, vanished: SquareSet) -> bool:
    """Whether anything was handled since `root` where pieces had `vanished` from before."""
    return bool(scene.evidence(root).handled & vanished)


def were_played_without(squares: SquareSet, line: Line, root: Line, scene: Scene) -> bool:
    """Whether the turns from `root` to a line leave alone what these squares show.

    What is gone may be in a hand, until both players have played.
    """
    is_gone = any(looks_empty(scene.seen[square]) for square in bits(squares))
    steps = list(line.steps_since(root.depth))
    return len(steps) > is_gone and not any(on_squares(step) & squares for step in steps)


def _are_wanted(pool: Pool, root: Line, scene: Scene, suspects: Suspects) -> bool:
    """Whether nothing that was found explains the board so well that no fault could beside it."""
    if not pool.candidates or root.was_told:
        return True
    settings, best = scene.settings, pool.candidates[0]
    enough = min(doubt_of_fault(scene) + suspects.more_doubt - settings.margin, settings.odd)
    is_poor = best.doubt >= root.doubt + enough
    was_held = bool(back_after_long(root, scene))
    return is_poor or was_held or rests_on_unseen(best, root, scene.blind)


def _may_be_set_down_unseen(pool: Pool, root: Line, scene: Scene, splits: Sequence[int]) -> bool:
    """Whether somebody seems to hold a piece while the other player is at it."""
    is_held = pool.candidates[0].standing == Standing.IN_HAND and len(splits) > 1
    return is_held and may_have_replied(root.position, scene.evidence(root))


def _slipped_into(pool: Pool, root: Line, scene: Scene) -> SquareSet:
    """What seems to be joined silently, so oddly that rather one such square has failed."""
    limit = root.doubt + doubt_of_fault(scene)
    near = pool.near(scene.settings.margin)
    steps = [candidate.line.step_at(root.depth + 1) for candidate in near]
    odd = [step.explanation for step in steps if step is not None and step.doubt >= limit]
    joined = combined(turn.entered for turn in odd if turn is not None and turn.silent)
    return joined & ~scene.evidence(root).touched


def rests_on_unseen(candidate: Candidate, root: Line, known: SquareSet) -> bool:
    """Whether a turn since `root` was on a square that shows nothing, as is known or supposed."""
    steps = candidate.line.steps_since(root.depth)
    return any(is_part_unseen(step, known) for step in steps)


def _turns_until(index: int, lines: Sequence[Line], root: Line, scene: Scene) -> list[Line]:
    """Where the lines led to when the board was at rest after so many changes."""
    later = extend(lines, scene.at(index, root), at_rest=True)
    return [each.line for each in later.candidates if each.standing == Standing.TURN]


def _splits(root: Line, scene: Scene) -> Sequence[int]:
    """How many changes may belong to the turn: see `_find_splits`."""
    return scene.once((_splits, root), lambda: tuple(_find_splits(root, scene)))


def _find_splits(root: Line, scene: Scene) -> Iterator[int]:
    """How many changes may belong to the turn: up to where the other player may begin, or all.

    He begins with a piece of his own or what it is to join, or after a rest. What was only lifted
    and returned by then may have been joined from a stuck square; it is enough to look at all of
    that together. Between two squares that tell nothing a turn shows nothing at all.
    """
    others = root.position.squares(root.position.to_move.other)
    different = NO_SQUARES
    last_alike = 0
    by_lifts, otherwise = Counter[bool](), Counter[bool]()
    since = scene.changes[root.index :]
    if since and (root.was_told or scene.blind and others >> since[0].square & 1):
        yield root.index
    for index, (before, change) in enumerate(pairwise(since), root.index + 1):
        different ^= 1 << before.square
        # What belongs to the turn before, or was put right, leaves the others their turn.
        is_spent = root.has_spent(index, change.square)
        is_after_rest = change.t - before.t >= scene.settings.settle
        is_late = change.t - before.t >= scene.settings.silent_patience
        is_lift = looks_empty(change.content)
        if is_lift:
            may_begin = bool(others >> change.square & 1) or is_after_rest
            may_begin = may_begin or _is_lifted_to_be_joined(scene, index, others)
        else:
            # From a square that tells nothing, a turn is first seen where it ends. Who sets down
            # what is in his hand is seldom that slow.
            may_begin = different != 0 and (is_late or scene.blind != 0)
            # All that was touched before it may have been joined from a stuck square.
            may_begin = may_begin or (is_late and scene.blind != 0)
        if not may_begin:
            continue
        if not different:
            last_alike = index
        elif is_lift and by_lifts[is_spent] < _MOST_BEGUN_BY_A_LIFT:
            by_lifts[is_spent] += 1
            yield index
        elif not is_lift and otherwise[is_late] < _MOST_BEGUN_OTHERWISE:
            otherwise[is_late] += 1
            yield index
    if last_alike:
        yield last_alike
    yield len(scene.changes)


def _is_lifted_to_be_joined(scene: Scene, index: int, others: SquareSet) -> bool:
    """Whether the other player may have lifted that for the piece of his that he lifts next."""
    later = scene.changes[index + 1 : index + 2]
    return any(looks_empty(next_.content) and others >> next_.square & 1 for next_ in later)


def turns_told(root: Line, scene: Scene) -> Sequence[Line]:
    """The turns that are as their player says, where others have changed something after them.

    What he has said of his turn says nothing of theirs.
    """
    if not root.was_told:
        return ()
    return scene.once((turns_told, root), lambda: tuple(_work_out_turns_told(root, scene)))


def _work_out_turns_told(root: Line, scene: Scene) -> Iterator[Line]:
    for index in _splits(root, scene):
        if index < len(scene.changes) and scene.is_worked_out:
            search = HiddenSearch.by(index, root, scene, _EXPANSIONS_TOLD)
            yield from search.hidden_by(NO_SQUARES, 0)


def hidden_turns(root: Line, scene: Scene, suspects: Suspects) -> list[Line]:
    """The turns that one faulty square among the suspects hides part of, and that were answered.

    The likeliest first.
    """
    lines = [
        line
        for index in _splits(root, scene)
        if index < len(scene.changes) and scene.is_worked_out
        for line in _supposed_turns(root, scene, index, _Supposed(suspects))
    ]
    return sorted(lines, key=lambda line: line.doubt)


def hidden_by_one_more(root: Line, scene: Scene, suspects: Suspects, index: int) -> Sequence[Line]:
    """The turns over by a change that one more bad square would hide part of, of the suspects."""
    return _supposed_turns(root, scene, index, _Supposed(suspects))


def with_unseen_turn(pool: Pool, root: Line, scene: Scene, unproven: SquareSet) -> Pool:
    """The pool with what a turn between two faulty squares would explain: it shows nothing at all.

    What was seen is what the other player has plainly played after it. That is far-fetched, but
    whoever plays out of turn once more, though he was told, may have been on turn.
    """
    settings = scene.settings
    search = HiddenSearch.by(root.index, root, scene, _EXPANSIONS_TOLD)
    # One square that has failed is likelier than two.
    lines = [_doubted(line, settings.margin) for line in search.hidden_by(unproven, 2)]
    later = extend(lines, scene, at_rest=True)
    most = min((line.doubt for line in lines), default=root.doubt) + settings.wrong_move
    replies = [each for each in later.candidates if each.line.depth > root.depth + 1]
    found = [c for c in replies if c.standing == Standing.TURN and c.doubt <= most]
    pool = pool.with_more(found, later.least_missed())
    return pool if scene.is_worked_out else pool.cut(root.doubt + doubt_of_fault(scene))


def with_unseen_rook(pool: Pool, root: Line, scene: Scene) -> Pool:
    """The pool with a castling whose rook goes from one faulty square to another.

    Its king alone is seen then, on his way to where he may not go by himself.
    """
    lines: list[Line] = []
    for index in _splits(root, scene):
        search = HiddenSearch.by(index, root, scene, _EXPANSIONS_TOLD)
        for way in ways_of_unseen_rooks(root.position, search.then.evidence(root)):
            found = search.hidden_by(way, 2)
            lines += [_doubted(line, scene.settings.failed_since) for line in found]
    later = extend(lines, scene, at_rest=True)
    pool = pool.with_more(later.candidates, later.least_missed())
    return pool if scene.is_worked_out else pool.cut(root.doubt + doubt_of_fault(scene))


def _supposed_turns(root: Line, scene: Scene, index: int, about: _Supposed) -> Sequence[Line]:
    """The turns over by that change, each with the one square that hides part of it."""
    question = _supposed_turns, root, index, about
    return scene.once(question, lambda: tuple(_supposing(root, scene, index, about)))


def _supposing(root: Line, scene: Scene, index: int, about: _Supposed) -> Iterator[Line]:
    suspects = about.suspects
    expansions = _EXPANSIONS_TOLD if root.was_told else _EXPANSIONS_OF_A_GUESS
    search = HiddenSearch.by(index, root, scene, expansions)
    evidence = search.then.evidence(root)
    left_alone = evidence.dirty if suspects.are_left_alone else NO_SQUARES
    # Where a fault is likely, a chain may well have gone through that leaves nothing unexplained.
    more = suspects.squares if suspects.more_doubt < 0.0 else about.slipped_into
    if evidence.missing and (index < len(scene.changes) or evidence.missing & about.vanished):
        # Half a castling may stand, but nobody replies to it, nor holds its king again and again.
        more |= castled_to(root.position)
    groups = [
        *hiding_together(root.position, evidence, suspects.squares),
        *one_by_one(suspects.squares & more),
    ]
    for group in () if root.was_told else dict.fromkeys(groups):
        if scene.is_worked_out:
            for line in search.hidden_by(group, 1, left_alone):
                yield _doubted(line, suspects.more_doubt)
    if not root.was_told and suspects.more_doubt == 0.0:
        here = root.position, evidence, suspects.squares
        for pair in (*pairs_of_castling(*here), *pairs_of_en_passant(*here)):
            if scene.is_worked_out:
                for line in search.hidden_by(pair, 2):
                    yield _doubted(line, scene.settings.adjust)
    if scene.is_worked_out and (index == root.index or root.was_told):
        # What is known to tell nothing may do.
        yield from search.hidden_by(NO_SQUARES, 0)


def _doubted(line: Line, more: float) -> Line:
    return replace(line, doubt=line.doubt + more) if more else line
