"""What tells rival stories apart by the pieces themselves, where nobody can be asked.

Of two stories by which a piece stands on either of two bad squares, no touch tells which is true.
But by each of them only one square is bad: if the piece is put where the one story has it, and had
stood where the other has it, it is seen to come; where nothing is seen, it stands there already.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from board_daemon.rules.actions import moves_of
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, SquareSet, bits, square_set
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.other_courses import OtherCourse, recorded_from, replays
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import kind_of
from board_daemon.tracking.seeing.contents import Content, disagreeing, looks_empty


@dataclass(frozen=True, slots=True)
class Proof:
    """A story that is recorded and put to the proof."""

    before: Line
    """The position from which all stories begin."""
    supposed: Line
    """The one that is recorded."""
    others: tuple[Line, ...]
    """Those that may be true instead."""
    index: int
    """After how many changes it was recorded."""
    since: float = 0.0
    """From when on pieces are to be put so, in seconds."""
    depth: int = 0
    """Of the last recorded position by then."""
    squares: SquareSet = NO_SQUARES
    """Where pieces are to be put so."""
    times: int = 0
    """How often it was asked for."""

    def later(self, root: Line) -> Sequence[Line] | None:
        """The turns that were recorded since and stand, in order; None: it is off the record."""
        recorded = _recorded_since(self.supposed, root)
        return recorded[1:] if recorded else None

    def as_far_as_recorded(self, root: Line) -> "Proof | None":
        """The same of as much of its stories as stands; None: nothing that tells them apart does.

        Whoever takes back the last turns of a story has not taken back the first.
        """
        line = self.supposed
        while not _recorded_since(line, root):
            if line.parent is None or line.parent.depth <= self.before.depth:
                return None
            line = line.parent
        if line is self.supposed:
            return self
        others: dict[object, Line] = {}
        for other in sorted(self.others, key=lambda other: other.doubt):
            if (step := other.step_at(line.depth)) is not None:
                others.setdefault(way_of(step, self.before), step)
        others.pop(way_of(line, self.before), None)
        return replace(self, supposed=line, others=tuple(others.values())) if others else None

    def changed(self, scene: Scene) -> SquareSet:
        """The squares that were seen to change since it was recorded."""
        return square_set(sq for sq, last in scene.last_changes.items() if last > self.index)

    def touched(self, scene: Scene) -> int:
        """How often something was lifted and set down since where pieces are to be put so.

        What was in a hand by then need not have come from where the lights show.
        """
        since = (each for each in scene.changes[self.index :] if each.t > self.since)
        lifts, touched = 0, 0
        for each in since:
            if not self.squares >> each.square & 1:
                continue
            lifts += looks_empty(each.content)
            touched += touched < lifts and not looks_empty(each.content)
        return touched

    def recorded(self, root: Line) -> Sequence[Line]:
        """The turns that were recorded since the stories begin and stand, in order."""
        return recorded_from(self.before.ply + 1, root)

    def beginning(self, root: Line) -> Line | None:
        """The position from which the stories begin, on the way to the last recorded one.

        None: earlier turns were told otherwise since, and have not led there.
        """
        line = root.standing_after(self.before.ply)
        position = self.before.position.but_for_counts()
        return line if line is not None and line.position.but_for_counts() == position else None

    @property
    def stands_alike(self) -> bool:
        """Whether all stories have come to the same position."""
        stories = (self.supposed, *self.others)
        return len({each.position.but_for_counts() for each in stories}) == 1

    def true_instead(self, changed: SquareSet) -> list[Line]:
        """The other stories that may be true, as those squares have been seen to change since."""
        return [line for line in self.others if not line.blind & changed]


def way_of(line: Line, before: Line) -> tuple[object, ...]:
    """What makes it another story than others; what a pawn became does not, as by `kind_of`."""
    turns = [step.explanation for step in steps_after(before, line)]
    return moves_of(action for turn in turns if turn for action in turn.actions)


def first_provable(stories: Sequence[Line], before: Line) -> Line | None:
    """The likeliest story that can be told from all others by putting the pieces so, if any.

    No join that was not seen is recorded for that.
    """
    return next(
        (
            story
            for story in stories
            if all(_shows(story, each) for each in stories if each is not story)
            and not is_slipped_in(story, before)
        ),
        None,
    )


def likeliest(stories: Sequence[Line], before: Line, *, is_late: bool = False) -> Line | None:
    """The first of these stories; None: there are none, or something was slipped in in any.

    `is_late`: later play has told all that it will; then nothing must be in the first one alone.
    """
    decisive = stories[:1] if is_late else stories
    if any(is_slipped_in(each, before) for each in decisive):
        return None
    return next(iter(stories), None)


def is_slipped_in(story: Line, before: Line) -> bool:
    """Whether something was joined in a story that was not seen to be."""
    return any(step.is_slipped_in for step in story.steps_since(before.depth))


def _shows(supposed: Line, true: Line) -> bool:
    """Whether it shows if the pieces, which stand as by the one story, are put as by the other.

    Something comes or leaves, or is lifted to be joined.
    """
    otherwise = standing_otherwise(supposed.position, true.position)
    return bool(otherwise & supposed.blind & ~true.blind)


def steps_after(before: Line, line: Line) -> Sequence[Line]:
    """The steps that led from one line to the other, in order."""
    return list(line.steps_since(before.depth))[::-1]


def same_beginning(stories: Sequence[Sequence[Line]]) -> Sequence[Line]:
    """The first steps of these stories, as far as all are the same turns; of the first of them."""
    first = stories[0]
    for n, steps in enumerate(zip(*stories, strict=False)):
        if len({kind_of(step) for step in steps}) > 1:
            return first[:n]
    return first[: min(map(len, stories))]


def supposing_only_what_must_be(
    before: Line, steps: Sequence[Line], seen: Sequence[Content]
) -> Sequence[Line]:
    """Steps of a story that begins at a line, where only such squares are supposed bad as must be.

    That is, for the board to look as it is `seen` now; other stories may do without the rest.
    """
    needed = before.blind | disagreeing(seen, steps[-1].expected)
    plain = [replace(step, blind=step.blind & needed) for step in steps]
    return _played_from(steps[0].parent or before, plain)


def _recorded_since(line: Line, root: Line) -> Sequence[Line]:
    """The recorded turns from the one that led to a line; none: it is off the record."""
    recorded = recorded_from(line.ply, root)
    return recorded if recorded and _is_same_turn(recorded[0], line) else ()


def _is_same_turn(one: Line, other: Line) -> bool:
    """Whether two lines are after the same turn, played at the same time."""
    turn, same = one.explanation, other.explanation
    if turn is None or same is None or (one.ply, one.over) != (other.ply, other.over):
        return False
    return turn.actions == same.actions and one.position == other.position


def gone_on(root: Line, now: Line, lines: Iterable[Line]) -> list[Line]:
    """The steps that led from `now` to these lines, on from a root that stands alike."""
    return [_played_from(root, steps_after(now, line))[-1] for line in lines]


def _played_from(before: Line, steps: Sequence[Line]) -> Sequence[Line]:
    """The same steps, where they go on from another line that stands alike."""
    grafted: list[Line] = []
    for step in steps:
        parent = grafted[-1] if grafted else before
        grafted.append(replace(step, parent=parent, depth=parent.depth + 1))
    return grafted


def standing_otherwise(one: Position, other: Position) -> SquareSet:
    """The squares on which not the same pieces stand."""
    return square_set(
        square
        for square in bits(one.occupied | other.occupied)
        if any(one.piece_at(color, square) != other.piece_at(color, square) for color in Color)
    )


def course_of(story: Line, proof: Proof, root: Line, scene: Scene) -> OtherCourse | None:
    """The game as recorded, but for another story in the place of the one that was supposed.

    `root`: the last recorded position. None: what was played since is illegal then.
    """
    before, later = proof.beginning(root), proof.later(root)
    if before is None or later is None:
        return None
    own = _played_from(before, steps_after(proof.before, story))
    was = proof.recorded(root)
    pairs = zip(own, was, strict=False)
    same = next((n for n, (a, b) in enumerate(pairs) if a.position != b.position), None)
    if same is None:
        return None
    turns = next(replays(tuple(own[same:]), later, scene), None)
    if turns is None:
        return None
    *earlier, end = turns
    if later:
        end = replace(end, index=root.index, t=root.t, spent=root.spent, told=root.told)
    undone = tuple(reversed(was[same:]))
    return OtherCourse(own[same].ply, undone, (*earlier, end), story.doubt - root.doubt, 0)
