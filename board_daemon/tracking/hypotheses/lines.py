"""Lines of play that may have led to what stands on the board.

A line is a settled position that explains the changes up to some moment. Each time the board comes
to rest, every line is extended by the turns that explain what has changed since; where one line is
left, its turns are certain.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final, NamedTuple

from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, SquareSet, bits
from board_daemon.tracking.explaining.explanation import Doubts
from board_daemon.tracking.hypotheses.choices import with_choices_left
from board_daemon.tracking.hypotheses.line import Line, each_once
from board_daemon.tracking.hypotheses.moving_on import (
    Lifted,
    doubt_of_holding,
    doubt_of_moving_it_on,
    doubt_of_moving_on,
    doubt_of_stopping,
    slides_on,
)
from board_daemon.tracking.hypotheses.overlap import overlapping_turns
from board_daemon.tracking.hypotheses.pool import (
    OUT_OF_QUESTION,
    Candidate,
    Pool,
    Shortlist,
    Standing,
    best_of_each,
)
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.standing import standing_of
from board_daemon.tracking.hypotheses.steps import MOST_SQUARES_OF_A_TURN, agreeing_with
from board_daemon.tracking.hypotheses.unseen import unseen_turns
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.settings import TrackerSettings

# So often in a row a player may begin before the other one is done.
_MOST_OVERLAPS: Final = 2


def extend(
    lines: Sequence[Line], scene: Scene, *, at_rest: bool, latest_first: bool = False
) -> Pool:
    """Every way in which the lines can lead to what is seen.

    `latest_first`: go on with those that account for most, instead of the likeliest ones. Where
    many stories are open for long, none of them falls behind for want of work done on it.
    """
    candidates: list[Candidate] = []
    shortlist = Shortlist(scene.settings.most_lines)
    unfinished: list[Line] = []
    missed_after: list[tuple[Line, float]] = []
    limit = math.inf
    for line in _in_order(lines, latest_first=latest_first):
        found, missed_here = _led_to(line, scene, shortlist, limit, at_rest=at_rest)
        if not scene.is_worked_out and line.doubt <= shortlist.limit:
            unfinished.append(line)
        candidates += found
        if missed_here < math.inf:
            missed_after.append((line, missed_here))
        limit = min([limit, *(each.doubt + scene.settings.margin for each in found)])
    pool = _pool(candidates, scene.settings)
    # The likeliest will do: left for later again and again, they would become ever more.
    unfinished = unfinished[: scene.settings.most_lines]
    return replace(
        pool,
        missed_after=(*pool.missed_after, *missed_after),
        unfinished=tuple(unfinished),
        is_cut=not scene.is_worked_out,
    )


def _led_to(
    line: Line, scene: Scene, shortlist: Shortlist, limit: float, *, at_rest: bool
) -> tuple[Sequence[Candidate], float]:
    """All that one line may have led to, and the doubt of the best that may be missed.

    Longer stories are only sought where they might come near to what is found already: `limit`.
    """
    is_wanted = line.doubt < limit
    question = _led_to, line, shortlist.limit, is_wanted, at_rest
    found, missed = scene.once(
        question,
        lambda: _work_out_where_to(line, scene, shortlist, is_wanted=is_wanted, at_rest=at_rest),
    )
    shortlist.add(found)
    return found, missed


def _work_out_where_to(
    line: Line, scene: Scene, shortlist: Shortlist, *, is_wanted: bool, at_rest: bool
) -> tuple[Sequence[Candidate], float]:
    found, missed = _from(line, scene, shortlist.limit, at_rest=at_rest)
    shortlist.add(found)
    is_wanted = is_wanted and scene.is_worked_out
    if is_wanted and _are_poor(found, line, scene.settings):
        later, missed_later = _overlapping(line, scene, shortlist, _MOST_OVERLAPS, at_rest=at_rest)
        found += later
        missed = min(missed, missed_later)
    if is_wanted and _are_poor(found, line, scene.settings):
        found += _after_unseen_turns(line, scene, shortlist, at_rest=at_rest)
    return found, missed


def _in_order(lines: Sequence[Line], *, latest_first: bool) -> Sequence[Line]:
    """The lines in the order in which work is done on them: the likeliest one comes first.

    Of those that account for most, too, the likeliest one after each number of turns.
    """
    by_doubt = sorted(lines, key=attrgetter("doubt"))
    if not latest_first:
        return by_doubt
    likeliest: dict[int, Line] = {}
    for line in by_doubt:
        likeliest.setdefault(line.depth, line)
    others = [line for line in by_doubt if likeliest[line.depth] is not line]
    return [*likeliest.values(), *sorted(others, key=_by_length)]


def _by_length(line: Line) -> tuple[int, float]:
    """What sorts those first that account for most of the changes, the likeliest ones first."""
    return -line.index, line.doubt


def as_said(line: Line, root: Line, scene: Scene) -> Line:
    """The line, no more doubtful for joins after `root` that its player says he made unseen."""
    step = line.step_at(root.depth + 1)
    turn = None if step is None else step.explanation
    if step is None or turn is None or not turn.silent:
        return line
    over = max([step.over, *(each.until for each in step.spent)])
    seen = scene.at(over, root).evidence(root)
    admitted = (root.enters & turn.entered & ~(seen.touched | seen.blind)).bit_count()
    slip = scene.habits.doubts(root.position.to_move).silent
    relief = min(slip * min(admitted, turn.silent), turn.doubt - turn.odd)
    return _relieved(line, step.depth, relief)


def _relieved(line: Line, depth: int, relief: float) -> Line:
    """The line where the turn of that depth is less doubtful by so much, in nats."""
    turn, parent = line.explanation, line.parent
    if line.depth > depth and parent is not None:
        parent = _relieved(parent, depth, relief)
    elif turn is not None:
        turn = replace(turn, doubt=turn.doubt - relief)
    return replace(line, parent=parent, explanation=turn, doubt=line.doubt - relief)


def turns_by_what_was_said(root: Line, scene: Scene) -> list[Line]:
    """What may have been played by what the player has said of the next turn.

    Some of it was too unlikely to be thought of before he said so.
    """
    near = extend([root], scene, at_rest=True).near(OUT_OF_QUESTION)
    return [each.line for each in near if each.line.depth > root.depth]


def other_ways_as_said(
    root: Line, known: Sequence[Line], agreeing: Sequence[Line], scene: Scene
) -> list[Line]:
    """The turns as the player says that come to where only others of the `known` ones came.

    Until he said so, the likeliest way to each position alone was followed. `agreeing`: the known
    lines that are as he says.
    """
    depth = root.depth + 1
    came_to, as_said = (
        {step.position for line in lines if (step := line.step_at(depth)) is not None}
        for lines in (known, agreeing)
    )
    if not (missed := came_to - as_said):
        return []
    said = [(line, line.step_at(depth)) for line in turns_by_what_was_said(root, scene)]
    return [line for line, step in said if step is not None and step.position in missed]


def _overlapping(
    line: Line, scene: Scene, shortlist: Shortlist, most: int, *, at_rest: bool
) -> tuple[list[Candidate], float]:
    """What a line leads to, and misses, if players were so quick that two turns are under way.

    `most`: how often in a row.
    """
    overlap = overlapping_turns(line, scene, shortlist.limit)
    found: list[Candidate] = []
    missed = math.inf
    if overlap.doubt_under_way < math.inf:
        found.append(Candidate(line, line.doubt + overlap.doubt_under_way, Standing.IN_HAND))
        shortlist.add(found)
    for turn in overlap.turns:
        if not scene.is_worked_out:
            return found, min(missed, turn.doubt)
        later, missed_later = _from(turn, scene, shortlist.limit, at_rest=at_rest)
        shortlist.add(later)
        if most > 1 and turn.doubt <= shortlist.limit and _are_poor(later, turn, scene.settings):
            more, missed_more = _overlapping(turn, scene, shortlist, most - 1, at_rest=at_rest)
            later, missed_later = later + more, min(missed_later, missed_more)
        found += later
        missed = min(missed, missed_later)
    return found, missed


def _after_unseen_turns(
    line: Line, scene: Scene, shortlist: Shortlist, *, at_rest: bool
) -> list[Candidate]:
    """What a line leads to if first a union was moved though nobody saw it."""
    found: list[Candidate] = []
    # A piece that somebody has set where it may not go needs no such story.
    most = line.doubt + scene.settings.silent_unseen
    for turn in unseen_turns(line, scene, min(most, shortlist.limit)):
        if not scene.is_worked_out:
            break
        later, _ = _from(turn, scene, min(most, shortlist.limit), at_rest=at_rest)
        later = [candidate for candidate in later if candidate.doubt < most]
        shortlist.add(later)
        found += later
    return found


def _are_poor(found: Sequence[Candidate], line: Line, settings: TrackerSettings) -> bool:
    """Whether a line leads to nothing better than that somebody has made a wrong move."""
    return all(candidate.doubt >= line.doubt + settings.wrong_move for candidate in found)


def _from(
    line: Line, scene: Scene, limit: float, *, at_rest: bool
) -> tuple[list[Candidate], float]:
    """The candidates that one line leads to, and the doubt of the best that may be missed.

    `limit`: the doubt of a turn that still counts.
    """
    if line.doubt > limit:
        return [], line.doubt
    evidence = scene.evidence(line)
    standing = standing_of(line, evidence, scene.settings, at_rest=at_rest)
    candidates = [standing] if standing is not None else []
    if not evidence.touches or evidence.dirty.bit_count() > MOST_SQUARES_OF_A_TURN:
        return candidates, math.inf
    haste = 0.0 if line.has_rested else scene.settings.haste
    explained = scene.explain(line, evidence, limit - line.doubt - haste)
    for explanation in explained.found:
        doubt = (
            line.doubt
            + explanation.doubt
            + haste
            + doubt_of_moving_on(line, explanation, evidence, scene.settings)
            + doubt_of_stopping(line, explanation, evidence, scene.settings)
            + doubt_of_holding(line, explanation, evidence, scene.settings)
        )
        child = line.after(
            explanation,
            len(scene.changes),
            doubt,
            t=scene.last_change_at,
            has_rested=at_rest,
            known_blind=scene.blind,
        )
        child = with_choices_left(child, evidence, scene.settings)
        candidates.append(Candidate(child, child.doubt, Standing.TURN))
    return candidates, line.doubt + haste + explained.missed


def _pool(candidates: list[Candidate], settings: TrackerSettings) -> Pool:
    """The best candidates, each way to see the board once."""
    candidates = best_of_each(candidates)
    dropped = candidates[settings.most_lines :]
    return Pool(
        tuple(candidates[: settings.most_lines]),
        missed_after=tuple((each.line, each.doubt) for each in dropped),
    )


class Weighed(NamedTuple):
    """How doubtful things were by the habits that were known until now."""

    joins: Mapping[Color, Doubts]
    fault: float
    """Of a square that has failed; see `hidden.doubt_of_fault`."""


def before_last_steps(pool: Pool, root: Line, before: Weighed, scene: Scene) -> list[Line]:
    """From where the last steps of what counts went on, by the habits known now.

    The last recorded position `root` always is one. What was to be joined where a bad square hides
    it may as well have been slipped in.
    """
    lines = [root]
    for candidate in agreeing_with(pool, root).near(OUT_OF_QUESTION):
        parent = candidate.line.parent
        if candidate.line.depth > root.depth and parent is not None:
            lines += [_by_habits(parent, root, before, scene, slips=s) for s in (False, True)]
    return each_once(lines)


def _by_habits(line: Line, root: Line, before: Weighed, scene: Scene, *, slips: bool) -> Line:
    """The line as doubtful as it is by the habits known now, for its steps after `root`.

    `slips`: what was to be joined on a bad square was slipped in, where that looks so.
    """
    if line.depth <= root.depth or line.parent is None:
        return line
    parent = _by_habits(line.parent, root, before, scene, slips=slips)
    turn, blind = line.explanation, line.newly_blind
    doubt = line.doubt - line.parent.doubt
    if turn is not None:
        color = parent.position.to_move
        was, now = before.joins[color], scene.habits.doubts(color)
        doubt += turn.silent * (now.silent - was.silent)
        doubt += turn.touched * (now.touched - was.touched)
        joined = blind & turn.entered & parent.position.occupied if slips else NO_SQUARES
        if joined == blind != NO_SQUARES and doubt >= before.fault and _look_joined(joined, scene):
            number = joined.bit_count()
            more = max(0.0, doubt - before.fault - scene.settings.unseen)
            doubt, blind = number * now.silent + more, NO_SQUARES
            turn = replace(turn, silent=turn.silent + number)
    return replace(
        line,
        parent=parent,
        explanation=turn,
        doubt=parent.doubt + doubt,
        blind=parent.blind | blind,
    )


def _look_joined(squares: SquareSet, scene: Scene) -> bool:
    """Whether a union may be seen on each of these squares."""
    return all(scene.seen[square] & Content.UNION for square in bits(squares))


def hasty_lines(
    near: Sequence[Candidate],
    lines: Sequence[Line],
    settings: TrackerSettings,
    lifted: Lifted,
) -> list[Line]:
    """The lines whose last turn ended as the board is now, just before a piece is lifted there.

    Where that only slides on, what had ended before. `near`: what the `lines` lead to, as far as
    that counts.
    """
    known = {(line.position, line.depth): line.doubt for line in lines}
    least = min((line.depth for line in lines), default=0)
    hasty: list[Line] = []
    for candidate in near:
        line, turn = candidate.line, candidate.line.explanation
        if (
            turn is not None
            and (turn.is_visible or turn.is_hidden or turn.touched)
            and _is_new(line, known)
        ):
            # Who holds a piece already moves that: what is lifted now is not his answer.
            haste = 0.0
            if candidate.standing != Standing.IN_HAND:
                haste = doubt_of_moving_it_on(line, settings, lifted)
            hasty.append(replace(line, doubt=line.doubt + haste))
        before = line.parent
        if before is None or before.depth < least or not slides_on(line, lifted):
            continue
        if _is_new(before, known):
            hasty.append(before)  # While a piece slides, that is all that is over.
    return hasty


def _is_new(line: Line, known: Mapping[tuple[Position, int], float]) -> bool:
    """Whether a line is likelier than what is `known`: the doubt at each position and depth."""
    return line.doubt < known.get((line.position, line.depth), math.inf)


def with_rivals(
    near: Sequence[Candidate], pool: Pool, lines: Sequence[Line], settings: TrackerSettings
) -> list[Candidate]:
    """What counts, and what is little less likely than the likeliest new turn of that.

    A chain that came home is less likely than adjusting. Should the reply tell that one was played,
    it does not tell which: they are measured against each other.
    """
    known = {line.position for line in lines}
    new = [each.doubt for each in near if each.line.position not in known]
    limit = min(new, default=-math.inf) + settings.margin
    return [*near, *(each for each in pool.candidates if each.doubt <= limit and each not in near)]
