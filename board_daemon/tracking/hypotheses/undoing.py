"""A union that goes straight back: its turn was taken back, or the other player has moved it there.

Either way all stands as it did, and the same side is to move: later play does not tell. Only the
players can say. Where they do not, it is the other player's turn, unless it came too soon for that.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.squares import Square
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.line import Line, moved_a_union
from board_daemon.tracking.hypotheses.pool import Candidate, Pool
from board_daemon.tracking.hypotheses.replying import are_so_quick, has_rolled
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import gives_the_move_back
from board_daemon.tracking.seeing.contents import Contents, looks_empty
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.settings import TrackerSettings

# After so many more turns nobody remembers what that one was, and he is not asked any more.
TURNS_REMEMBERED: Final = 4


class Undoing(NamedTuple):
    """A union that went straight back: it was taken back, or the other player has replied so."""

    replied: Line
    """Where that reply has led."""

    @property
    def square(self) -> Square:
        """Where the union stands again."""
        assert self.replied.explanation is not None
        return self.replied.explanation.end


def undoing_of(steps: Iterable[Line | None]) -> Undoing | None:
    """The two ways to see it, where these steps are nothing but them; None: they are not."""
    taken_back = replied = None
    for step in steps:
        if step is None:
            return None
        if step.explanation is None:
            taken_back = taken_back or step
        elif replied is not None and replied.position != step.position:
            return None
        else:
            replied = step
    if taken_back is None or replied is None or not is_same_board(taken_back, replied):
        return None
    return Undoing(replied)


def stood_for(root: Line, scene: Scene) -> float:
    """For how many seconds a union stood where the last turn had moved it, before it left again.

    Infinity: that turn moved none, or it stands there still, or nobody saw it go.
    """
    turn = root.explanation
    if turn is None or not moved_a_union(root):
        return math.inf
    absences = scene.evidence(root).absences_on(turn.end)
    return absences[-1].left - over_at(root, scene) if absences else math.inf


def _longest_pause(over: float, stood: float, scene: Scene) -> float:
    """For how many seconds at a time nothing was touched while a union stood there.

    Who plays with other pieces has not begun to think about his reply. `over`, `stood`: as of
    `over_at` and `stood_for`.
    """
    if stood == math.inf:
        return stood
    times = sorted((over, *(c.t for c in scene.changes if over < c.t <= over + stood)))
    return max((later - t for t, later in pairwise(times)), default=stood)


def over_at(line: Line, scene: Scene) -> float:
    """When the turn was over that led to a line, in seconds, whatever was put right since."""
    is_known = 0 < line.over <= len(scene.changes)
    return scene.changes[line.over - 1].t if is_known else line.t


def came_too_soon(root: Line, scene: Scene) -> bool:
    """Whether the union that the last turn has moved left sooner than anybody is likely to reply.

    `root`: where that turn has led.
    """
    return stood_for(root, scene) <= scene.settings.undone_soon


def came_sooner_than_replies(root: Line, scene: Scene) -> bool:
    """Whether it left so soon, and these players do not reply as quickly, or it had only rolled."""
    if not came_too_soon(root, scene):
        return False
    return has_rolled(root, scene) or not are_so_quick(stood_for(root, scene), root, scene)


def _may_be_either(root: Line, scene: Scene) -> bool:
    """Whether the union left soon enough to have been taken back, and players are not that quick.

    Or all was put right since its move, at which its player may have gone back. `root`: where that
    has led.
    """
    stood, settings = stood_for(root, scene), scene.settings
    if stood <= settings.passing:
        return False  # Nobody has looked at what he takes back.
    if stood > settings.undone_soon:
        over = over_at(root, scene)
        was_put_right = root.t > over and stood < math.inf and _stood_elsewhere(root, scene)
        return was_put_right or _longest_pause(over, stood, scene) <= settings.undone_asked
    return not are_so_quick(stood, root, scene)


def _stood_elsewhere(root: Line, scene: Scene) -> bool:
    """Whether anything did since the last turn was over, and up to when all was well again.

    Whatever was only lifted and returned meanwhile was adjusted, or chooses what a pawn becomes.
    """
    first: dict[Square, Sighting] = {}
    for change in scene.changes[root.over : root.index]:
        first.setdefault(change.square, change)
    return any(not looks_empty(change.content) for change in first.values())


def instead_of_taking_back(
    near: Sequence[Candidate], steps: Sequence[Line | None], root: Line
) -> Explanation | None:
    """The likeliest turn, where the last one was taken back or else another one was played.

    That may be one in place of the last one. `steps`: the next one to each of the candidates `near`
    by. None: it is not so, a turn that followed the take-back ended there, too, or the player has
    said which it was.
    """
    if root.took_back is not None:
        return None
    turns = [step.explanation for step in steps if step is not None and step.explanation]
    back = [
        each.line
        for each, step in zip(near, steps, strict=True)
        if step is not None and gives_the_move_back(step)
    ]
    if not turns or not back or len(turns) + len(back) < len(near):
        return None
    after = [step.explanation for line in back for step in line.steps_since(root.depth)]
    return None if any(turn and turn.end == turns[0].end for turn in after) else turns[0]


def reply_in(pool: Pool, root: Line, square: Square) -> tuple[Line, Candidate] | None:
    """The turn that has moved the union back to a square, and the best candidate that goes on so.

    None: it explains the board no more, or otherwise than the best candidate does.
    """
    best = pool.candidates[0].line
    for candidate in pool.candidates:
        before, turn = map(candidate.line.step_at, (root.depth, root.depth + 1))
        if before is None or before.position != root.position or turn is None:
            continue
        is_reply = turn.explanation is not None and turn.explanation.end == square
        if is_reply and is_same_board(candidate.line, best):
            return turn, candidate
    return None


def looks_of(line: Line) -> tuple[Contents, Color]:
    """All that is to be seen of a position, and whose turn it is."""
    return line.expected, line.position.to_move


def with_undone_turns(
    pool: Pool,
    taken_back: Sequence[Candidate],
    root: Line,
    scene: Scene,
    expected_to: int,
    *,
    is_set_back: bool,
) -> Pool:
    """The pool, with those take-backs that look like turns in it and may be meant all the same.

    Turns up to `expected_to` are rather taken back than undone by a turn: they were doubtful. So
    are they where the turn that undoes them was recorded, and refused. `is_set_back`: the lights
    say that unions are to be set back, for the board to see how they move; nobody plays then. Nor
    does anybody who has just taken a turn back play several that undo those before it.
    """
    if root.took_back and taken_back:
        pool = _without([c for c in pool.candidates if _was_played_after(root, c.line)], pool)
    may_be_either = bool(taken_back) and _may_be_either(root, scene)
    # There is nothing to set back of a turn that came home: if it is in doubt itself, it goes with
    # the one before it.
    goes_with_it = root.ply <= expected_to and root.homecoming is not None
    for each in taken_back:
        same = [c for c in pool.candidates if c.line.expected == each.line.expected]
        is_refused = any(c.line.position in scene.refused for c in same)
        is_expected = is_refused or each.line.undo_to <= expected_to
        alike = (
            same
            if goes_with_it or is_set_back
            else [c for c in same if looks_of(c.line) == looks_of(each.line)]
        )
        if not alike or root.took_back is False:
            continue
        rivals = [c for c in alike if is_same_board(c.line, each.line)]
        goes_on = bool(root.undo_to) and each.line.undo_to < root.ply
        is_last = root.ply == each.line.undo_to
        # It had only rolled there, and was stood up again.
        rolled = is_last and came_too_soon(root, scene) and has_rolled(root, scene)
        if root.took_back or is_set_back or goes_on or rolled or (is_expected and not rivals):
            instead = min(0.0, min(c.doubt for c in alike) - each.doubt)
            pool = _without(alike, pool).with_more([each.with_more_doubt(instead)])
        elif is_expected:
            others = [c for c in alike if c not in rivals]
            rather = each.with_more_doubt(-scene.settings.undone_doubtful)
            rather = _not_far_likelier(rather, rivals, scene.settings)
            pool = _without(others, pool).with_more([rather])
        elif rivals and is_last and may_be_either:
            least = min(c.doubt for c in rivals)
            pool = pool.with_more([each.with_more_doubt(least - each.doubt)])
        elif rivals:
            pool = pool.with_more(_beside_turns(each, rivals, root, scene.settings))
    return pool


def _beside_turns(
    taken_back: Candidate, rivals: Sequence[Candidate], root: Line, settings: TrackerSettings
) -> list[Candidate]:
    """A take-back beside the turns that look like it, if it is not out of the question there."""
    # That all of several turns went straight back is as odd for the turns that did it.
    more = settings.takeback_more * (root.ply - taken_back.line.undo_to)
    least = min(c.doubt for c in rivals)
    # Turns that are odder still make no take-back less likely.
    if least <= taken_back.doubt + settings.undone:
        taken_back = taken_back.with_more_doubt(max(0.0, settings.undone - more))
    return [taken_back] if taken_back.doubt <= least + settings.margin else []


def _was_played_after(root: Line, line: Line) -> bool:
    """Whether by a line a turn was played after the last recorded one, which so still stands."""
    step = line.step_at(root.depth + 1)
    return step is not None and step.explanation is not None


def _not_far_likelier(
    taken_back: Candidate, rivals: Sequence[Candidate], settings: TrackerSettings
) -> Candidate:
    """A take-back that is not so much likelier than the turns that look like it as to be sure.

    Hands do the same for either: what was touched meanwhile says nothing, and nobody is asked then.
    """
    least = min(c.doubt for c in rivals)
    if least >= taken_back.doubt + settings.fault:
        return taken_back
    return taken_back.with_more_doubt(max(0.0, least - settings.margin - taken_back.doubt))


def is_same_board(line: Line, other: Line) -> bool:
    """Whether the same pieces stand on the same squares.

    A pawn that is owed its promotion again is still what it was promoted to before; one that was
    promoted by the turn that is taken back is a pawn again.
    """
    one, two = line.position, other.position
    owed = {one.promoting, two.promoting}
    return one.to_move == two.to_move and all(
        square in owed
        or (_is_same_piece(one.white[square], white) and _is_same_piece(one.black[square], black))
        for square, (white, black) in enumerate(zip(two.white, two.black, strict=True))
    )


def _is_same_piece(one: int, other: int) -> bool:
    """Whether two pieces are the same one, perhaps before and after its promotion."""
    less, more = min(one, other), max(one, other)
    return less == more or (less == PieceType.PAWN and more in PROMOTIONS)


def _without(candidates: Sequence[Candidate], pool: Pool) -> Pool:
    return replace(pool, candidates=tuple(c for c in pool.candidates if c not in candidates))
