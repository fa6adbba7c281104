"""Turns taken back: what else may have happened."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from board_daemon.rules.actions import Action, Promote, squares_of
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, SquareSet, bits, square_set
from board_daemon.tracking.explaining.explanation import Explanation, squares_on, stopping_doubt
from board_daemon.tracking.hypotheses.line import Line, led_through
from board_daemon.tracking.hypotheses.pool import OUT_OF_QUESTION, Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.proofs import standing_otherwise
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import gives_the_move_back
from board_daemon.tracking.hypotheses.undoing import looks_of, with_undone_turns
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.contents import (
    HIDDEN,
    Content,
    Contents,
    contents_of,
    disagreeing,
    looks_empty,
)
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings

# How far back an earlier position is looked for: where nothing else explains the board, and where
# a turn does so as well.
_MOST_PLIES_BACK: Final = 60
_PLIES_BACK_BESIDE_TURNS: Final = 3
# So many squares stand as in an earlier position, and otherwise than recorded, by no accident.
_NO_ACCIDENT: Final = 4
# So many turns are rather not taken back by moving one piece, which changes so many squares.
_SQUARES_OF_ONE_PIECE: Final = 2
_SEVERAL: Final = 3


@dataclass(frozen=True, slots=True)
class Manner:
    """How turns may be taken back, by what the lights have said of the board."""

    expected_to: int = 0
    """Turns up to that one were doubtful."""
    is_play: bool = True
    """Whether nothing is to be put right."""
    is_again: bool = False
    """Whether the last turn was taken back before, and played again."""
    is_meant: bool = True
    """Whether the board does not look so for the first time, or is not to be put right as it
    looks so."""
    is_set_back: bool = False
    """Whether unions are to be set back, and moved once more."""


def with_takebacks(
    pool: Pool, record: Record, root: Line, scene: Scene, manner: Manner = Manner()
) -> Pool:
    """The pool with the turns taken back that would explain the board, too.

    Who moves a union back as his own turn does just what its mover does who takes his turn back
    (see `undoing`).
    """
    is_explained = any(c.doubt - root.doubt < OUT_OF_QUESTION for c in pool.candidates[:1])
    most = _PLIES_BACK_BESIDE_TURNS if is_explained else _MOST_PLIES_BACK
    nearest = _nearest_takebacks(record, root, scene, most, is_play=manner.is_play)
    if any(each.standing == Standing.TURN for each in pool.candidates):
        nearest = [_as_doubtful_as_turns(each, root, scene) for each in nearest]
    if manner.is_again:
        nearest = [_doubted_again(each, root, scene) for each in nearest]
    # Who has just taken a turn back rather goes on with that, if nothing else explains the board.
    may_go_on = bool(root.undo_to) and not pool.candidates
    if not manner.is_meant and not may_go_on:
        nearest = [c for c in nearest if not _is_rather_a_wrong_move(c.line, root, record)]
    if root.took_back:
        nearest = [each for each in nearest if gives_the_move_back(each.line)]
    elif root.took_back is False:
        nearest = [each.with_more_doubt(scene.settings.undone) for each in nearest]
    if not pool.candidates:
        return pool.with_more(nearest[:1])
    # A chain that came home may as well only have been touched, which is as odd as taking it back:
    # whose turn it is will show.
    home = [each for each in nearest if _is_home(each)]
    pool = pool.with_more([at_rest_now(root, scene, each.doubt) for each in home])
    pool = with_undone_turns(
        pool, nearest, root, scene, manner.expected_to, is_set_back=manner.is_set_back
    )
    known = [candidate.line for candidate in pool.candidates]
    return pool.with_more(_unlike(known, nearest, root, scene.settings))


def _as_doubtful_as_turns(candidate: Candidate, root: Line, scene: Scene) -> Candidate:
    """A take-back that goes unseen by way of bad squares, as turns do that it is held against."""
    differing = disagreeing(root.expected, candidate.line.expected)
    unseen = (scene.blind | root.blind) & differing & ~moved_since(root, scene)
    return candidate.with_more_doubt(scene.settings.unseen * unseen.bit_count())


def _doubted_again(candidate: Candidate, root: Line, scene: Scene) -> Candidate:
    """A take-back of the last turn, which had been taken back before: nobody plays to and fro.

    Where nothing but an arrival was seen of it, its player may have insisted on his turn, and the
    other one have answered it from a square that shows nothing.
    """
    dirty = scene.evidence(root).dirty
    is_last = candidate.line.undo_to == root.ply
    if not is_last or dirty.bit_count() != 1 or looks_empty(scene.seen[next(bits(dirty))]):
        return candidate
    more = root.doubt + scene.settings.odd - candidate.doubt
    return candidate.with_more_doubt(max(0.0, more))


def _is_rather_a_wrong_move(taken_back: Line, root: Line, record: Record) -> bool:
    """Whether one piece stands otherwise, and several turns would be taken back for that.

    The others went to and fro, or home. Who moves a piece out of turn just there takes none back.
    """
    if _is_set_back_singly(record, taken_back.undo_to):
        return False
    differing = disagreeing(root.expected, taken_back.expected).bit_count()
    is_by_chance = 0 < differing <= _SQUARES_OF_ONE_PIECE and not root.position.phase.is_over
    return is_by_chance and root.ply - taken_back.ply >= _SEVERAL


def _nearest_takebacks(
    record: Record, root: Line, scene: Scene, most: int, *, is_play: bool = True
) -> list[Candidate]:
    """The earlier positions that the board looks like, of those that look alike the nearest."""
    nearest: dict[tuple[Contents, Color], Candidate] = {}
    for candidate in _takebacks(record, root, scene, most, is_play=is_play):
        nearest.setdefault(looks_of(candidate.line), candidate)
    return list(nearest.values())


def _unlike(
    known: Sequence[Line], candidates: Sequence[Candidate], root: Line, settings: TrackerSettings
) -> list[Candidate]:
    """The candidates that do not look like a line known already.

    Far-fetched turns that happen to lead there make no take-back less likely; nor do others than
    the last recorded one, at `root`, unless they are about as likely.
    """
    limits: dict[tuple[Contents, Color], float] = {}
    for line in known:
        is_undone = line.depth <= root.depth or led_through(root, line)
        limit = line.doubt - settings.margin - (settings.undone if is_undone else 0.0)
        looks = looks_of(line)
        limits[looks] = min(limit, limits.get(looks, math.inf))
    return [each for each in candidates if each.doubt < limits.get(looks_of(each.line), math.inf)]


def _takebacks(
    record: Record, root: Line, scene: Scene, most: int, *, is_play: bool
) -> Iterator[Candidate]:
    """Earlier positions that the board looks like now, the nearest first.

    Something must have moved on one of the squares that differ, so that a board which merely looks
    alike is not taken for an earlier one. Of a chain that came home none does: who takes it back
    goes through it once more.
    """
    moved = moved_since(root, scene)
    settings, last = scene.settings, len(record.turns)
    own = NO_SQUARES
    for undone, ply in enumerate(range(last, max(0, last - most), -1)):
        earlier = record.position_before(ply)
        own |= square_set(squares_of(record.turns[ply - 1].actions))
        expected = contents_of(earlier)
        if disagreeing(scene.seen, expected):
            continue
        differing = disagreeing(root.expected, expected)
        is_unseen = not undone and _was_gone_through_again(root, scene)
        if is_unseen or differing & moved:
            doubt = settings.takeback + undone * settings.takeback_more
            if _is_set_back_singly(record, ply):
                doubt = settings.takeback - _doubt_since(ply, root)
            doubt += _doubt_of_what_else_happened(root, scene, own, differing, is_play=is_play)
            if differing.bit_count() >= _NO_ACCIDENT or root.position.phase.is_over:
                doubt = min(doubt, settings.odd)
            doubt += _doubt_of_going_unseen(differing, (root.expected, expected), scene, moved)
            doubt += _doubt_of_coming_too_early(earlier, differing, root, scene)
            line = taken_back(ply, earlier, record.turns[ply - 1].actions, root, scene)
            # Who goes back further than he is asked to plays again what was recorded wrong.
            shown_to = root.shown_to if is_play else last
            line = replace(line, doubt=line.doubt + doubt, shown_to=shown_to)
            yield Candidate(line, line.doubt, Standing.TURN)


def _is_set_back_singly(record: Record, ply: int) -> bool:
    """Whether all turns since that one have only moved on its squares.

    Whoever takes a chain back may set its pieces back one at a time: that looks like turns.
    """
    first, *later = (square_set(squares_of(turn.actions)) for turn in record.turns[ply - 1 :])
    return bool(later) and not any(squares & ~first for squares in later)


def _doubt_since(ply: int, root: Line) -> float:
    """Doubt of all turns after that one: of nothing, if they were never played."""
    played = root.standing_after(ply)
    return 0.0 if played is None else root.doubt - played.doubt


def taken_back(
    ply: int, earlier: Position, actions: Sequence[Action], root: Line, scene: Scene
) -> Line:
    """The line where turn `ply`, of these actions, is taken back, and all that came after it.

    `earlier`: the position before it. It is no more doubtful than `root`.
    """
    return replace(
        Line.at(earlier, len(scene.changes), root.depth + 1, ply - 1, scene.last_change_at),
        parent=root,
        doubt=root.doubt,
        undo_to=ply,
        shown_to=root.shown_to,
        was=_promoted_first(actions) or PROMOTIONS[0],
        trail=root.trail_after(ply - 1),
    )


def _was_gone_through_again(root: Line, scene: Scene) -> bool:
    """Whether the last turn came home, and each square of it was touched once more since.

    What was touched in taking back the turn after it counts, too.
    """
    home = root.homecoming
    if home is None or home.explanation is None:
        return False
    stood = root.parent if root.explanation is None and root.parent is not None else root
    return not squares_on(home.explanation) & ~moved_since(stood, scene)


def moved_since(line: Line, scene: Scene) -> SquareSet:
    """Where anything has changed that the line has not accounted for."""
    return square_set([change.square for _, change in scene.changes_since(line)])


def _is_home(taken_back: Candidate) -> bool:
    """Whether nothing stands otherwise by a take-back than without it."""
    line = taken_back.line
    return line.parent is not None and line.expected == line.parent.expected


def at_rest_now(root: Line, scene: Scene, doubt: float) -> Candidate:
    """That the board stands as it did at `root`, with so much doubt of all that happened since."""
    index, t = len(scene.changes), scene.last_change_at
    line = replace(root, index=index, t=t, doubt=doubt, has_rested=True)
    return Candidate(line, doubt, Standing.AT_REST)


def taken_back_as_well(root: Line, scene: Scene) -> list[Line]:
    """The take-back of a chain that came home, too, where the turn after it is taken back.

    `root`: where that has led. Nothing but touches is to be seen of it, and whose turn it is.
    """
    home = root.homecoming
    if home is None or home.explanation is None or not _was_gone_through_again(root, scene):
        return []
    assert home.parent is not None
    line = taken_back(root.ply, home.parent.position, home.explanation.actions, root, scene)
    return [replace(line, doubt=line.doubt + scene.settings.takeback_more)]


def _doubt_of_going_unseen(
    differing: SquareSet,
    positions: tuple[Contents, Contents],
    scene: Scene,
    moved: SquareSet,
) -> float:
    """Doubt of unions that look like nobody where they went from, or came to, and nobody saw it.

    `positions`: what stands where as recorded, and what did earlier.
    """
    unseen = (
        any(stands[square] == Content.UNION for stands in positions)
        and scene.seen[square] == HIDDEN
        and not moved >> square & 1
        for square in bits(differing)
    )
    return scene.settings.hidden_end * sum(unseen)


def _doubt_of_coming_too_early(
    earlier: Position, differing: SquareSet, root: Line, scene: Scene
) -> float:
    """Doubt of pieces that were back where they had come from before they had left.

    Another one came there then, from a square that shows nothing. `differing`: the squares that
    look otherwise by then and now.
    """
    evidence = scene.evidence(root)
    left = [sq for sq in bits(differing) if looks_empty(scene.seen[sq])]
    otherwise = standing_otherwise(root.position, earlier)
    if otherwise & (~differing | root.position.unions):
        return 0.0  # It may have come out of a union, and left nothing to see.
    lifts = [evidence.absences_on(square) for square in left]
    came = [evidence.last_change(sq, math.inf) for sq in bits(differing) if sq not in left]
    if not came or not lifts or not all(lifts):
        return 0.0
    is_early = min(came) + scene.settings.passing < min(absences[0].left for absences in lifts)
    return scene.settings.came_too_early if is_early else 0.0


def _promoted_first(actions: Sequence[Action]) -> PieceType | None:
    """What a pawn that had been carried home became as a turn began; None: none was owed."""
    first = actions[0]
    return first.piece if isinstance(first, Promote) else None


def _doubt_of_what_else_happened(
    root: Line, scene: Scene, own: SquareSet, differing: SquareSet, *, is_play: bool
) -> float:
    """Doubt of what has no part in taking turns back.

    `own`: the squares of these turns; `differing`: those that look otherwise by then and now.
    """
    evidence, settings = scene.evidence(root), scene.settings
    apart = [absence for absence in evidence.absences if not own >> absence.square & 1]
    in_air = sum(_is_in_hand(differing, absence.left, evidence) for absence in apart)
    doubt = settings.adjust * (len(apart) - in_air) + settings.adjust_in_air * in_air
    # Who puts the board right sets pieces down on the way.
    stops = evidence.stops(settings.passing) if is_play else ()
    return doubt + stopping_doubt(stops, settings)


def _is_in_hand(differing: SquareSet, t: float, evidence: Evidence) -> bool:
    """Whether at that time a piece was on its way back between squares that look otherwise."""
    empty = [square for square in bits(differing) if looks_empty(evidence.seen[square])]
    filled = [square for square in bits(differing) if square not in empty]
    left = sum(evidence.last_lifted(1 << square) < t for square in empty)
    return left > sum(evidence.last_change(square, math.inf) < t for square in filled)


def hasty_takebacks(
    lines: Sequence[Line], pool: Pool, record: Record, root: Line, scene: Scene, expected_to: int
) -> list[Line]:
    """The earlier positions that the board looks like just before a piece is lifted again.

    `pool`: what the lines lead to; `expected_to`: up to there turns were doubtful.
    """
    nearest = _nearest_takebacks(record, root, scene, _PLIES_BACK_BESIDE_TURNS)
    alike = [*lines, *(candidate.line for candidate in pool.candidates)]
    taken_back = _unlike(alike, nearest, root, scene.settings)
    known = set(pool.candidates)
    rivals = with_undone_turns(pool, nearest, root, scene, expected_to, is_set_back=False)
    undone = [each for each in rivals.candidates if each not in known]
    taken_back += [_as_hasty_as_the_reply(each, lines) for each in undone]
    return [replace(candidate.line, has_rested=False) for candidate in taken_back]


def _as_hasty_as_the_reply(taken_back: Candidate, lines: Sequence[Line]) -> Candidate:
    """A take-back that is no likelier than a line which looks like it and ended just now.

    Whoever goes on at once is as quick after either.
    """
    looks = looks_of(taken_back.line)
    least = min((line.doubt for line in lines if looks_of(line) == looks), default=-math.inf)
    return taken_back.with_more_doubt(max(0.0, least - taken_back.doubt))


def played_again(taken_back: Line, root: Line, scene: Scene) -> list[Candidate]:
    """The turn that was taken back last, where the board looks once more as it did after it.

    Who brings his pieces back shows none of its steps again.
    """
    differing = disagreeing(root.expected, taken_back.expected)
    turn = taken_back.explanation
    if (
        turn is None
        or not differing & moved_since(root, scene)
        or disagreeing(scene.seen, taken_back.expected)
    ):
        return []
    if not root.allows(turn) or taken_back.position in scene.refused:
        return []
    evidence, end = scene.evidence(root), turn.end
    touched = sum(not differing >> absence.square & 1 for absence in evidence.absences)
    doubt = root.doubt + scene.settings.takeback + scene.settings.adjust_in_air * touched
    if not (evidence.dirty | evidence.touched) >> end & 1:
        # Nor where it ended: whoever has taken up his piece again may still hold it.
        doubt += scene.habits.doubts(root.position.to_move).silent
    return [Candidate(once_more(root, turn, doubt, scene), doubt, Standing.TURN)]


def once_more(before: Line, turn: Explanation, doubt: float, scene: Scene) -> Line:
    """The line where a turn is played again that was recorded before; `doubt`: of all of it."""
    counted = replace(turn, silent=0, touched=0)  # Its joins were, when it was recorded.
    index, t = len(scene.changes), scene.last_change_at
    return before.after(counted, index, doubt, t=t, has_rested=True, known_blind=scene.blind)
