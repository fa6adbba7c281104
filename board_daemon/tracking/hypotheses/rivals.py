"""Turns that may have been played beside the likely one, with a wrong move after them."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from board_daemon.rules.castling import rook_way
from board_daemon.rules.position import Position
from board_daemon.rules.squares import SquareSet, bits, combined
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.overlap import overlapping_turns
from board_daemon.tracking.hypotheses.pool import Candidate
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import TURNS_THAT_TELL, is_as_said, kind_of, on_squares
from board_daemon.tracking.seeing.absences import were_together_in_air
from board_daemon.tracking.seeing.contents import disagreeing

_SQUARES_OF_A_WRONG_MOVE: Final = 2
_MOST_COME_BY_A_WRONG_MOVE: Final = 1


class Rivals:
    """What was given up since the last recorded position, and may have been played all the same."""

    def __init__(self) -> None:
        """Nothing was given up yet."""
        self._unplayed: Line | None = None
        """The turn that the board took back, since another one may have been played."""
        self._given_up: dict[tuple[Position, int], Line] = {}
        """Lines that were open since, by position and ply; what came after may be a wrong move."""

    def give_up(self, lines: Iterable[Line]) -> None:
        """Remember lines that are open now, whether or not they stay so."""
        for line in lines:
            self._given_up.setdefault((line.position, line.ply), line)

    def take_back(self, turn: Line) -> None:
        """The board takes back the last recorded turn."""
        self._unplayed = turn
        self._given_up.clear()

    def forget_lines(self) -> None:
        """Forget the lines that were open since."""
        self._given_up.clear()

    def forget(self) -> None:
        """Forget what the board took back, too."""
        self._unplayed = None
        self._given_up.clear()

    def agree_on(self, root: Line) -> None:
        """The player has answered: `root` says what of the next turn."""
        unplayed = self._unplayed.explanation if self._unplayed is not None else None
        if unplayed is None or not root.allows(unplayed):
            self._unplayed = None  # It was another turn indeed.
        self._given_up.clear()

    def is_unplayed_likelier(self, doubt: float) -> bool:
        """Whether the turn that the board took back may stand, and is less doubtful, in nats."""
        return self._unplayed is not None and self._unplayed.doubt < doubt

    def are_likely(
        self, step: Line, best: Candidate, root: Line, lines: Sequence[Line], scene: Scene
    ) -> bool:
        """Whether another turn may have been played, and a wrong move after it.

        `step`: the next one on the way from `root` to the `best` candidate; `lines`: what is open.
        """
        settings = scene.settings
        surprise = best.surprise_since(root, settings.haste)
        limit = root.doubt + surprise - settings.wrong_move + settings.margin
        unplayed = self._unplayed
        if unplayed is not None and _is_half_of(unplayed, step):
            unplayed = None
        if unplayed is not None and unplayed.doubt <= limit and is_as_said(unplayed, root.said):
            changed = disagreeing(step.expected, unplayed.expected).bit_count()
            if step.explanation is not None or changed <= _SQUARES_OF_A_WRONG_MOVE:
                return kind_of(unplayed) != kind_of(step)
        is_put_right = step.explanation is None or step.depth == root.depth
        odd = surprise - _doubt_of_joins_seen(best.line, root, scene)
        if (best.line is step and is_put_right) or odd <= settings.wrong_move:
            return False
        others = overlapping_turns(root, scene, limit).turns
        rivals = [*lines, *self._given_up.values(), *others]
        later = combined(map(on_squares, best.line.steps_since(step.depth)))
        played = combined(map(on_squares, best.line.steps_since(root.depth - 1)))
        # Only what others have played after it is more than a muddle of wrong moves.
        is_followed = best.line is not step
        rivals = [
            line
            for line in rivals
            if line.doubt <= limit
            and _turns_after(line, best.line, root) < TURNS_THAT_TELL
            and not line.is_refuted(root.depth, scene.last_changes)
            and line.doubt + _doubt_of_touching(line, played, scene, is_followed) <= limit
            and _came_where_nobody_belongs(line, later, scene) <= _MOST_COME_BY_A_WRONG_MOVE
        ]
        if root.was_told:
            # Whoever has answered holds nothing: a wrong move of his stands somewhere.
            rivals = [line for line in rivals if scene.evidence(line).more_gone_than_come <= 0]
        steps = [line.step_at(step.depth) for line in rivals]
        said = [each for each in steps if each is not None and is_as_said(each, root.said)]
        is_open = not scene.is_worked_out
        return is_open or any(kind_of(rival) != kind_of(step) for rival in said)


def _turns_after(line: Line, best: Line, root: Line) -> int:
    """How many turns have followed a line by the best story: nobody plays on over a wrong move."""
    return sum(step.t > line.t for step in best.steps_since(root.depth))


def _doubt_of_joins_seen(line: Line, root: Line, scene: Scene) -> float:
    """The least doubt of all that was touched to be joined since `root`, whatever was played."""
    doubt, adjust = 0.0, scene.settings.adjust
    for step in line.steps_since(root.depth):
        if step.explanation is not None and step.parent is not None:
            doubts = scene.habits.doubts(step.parent.position.to_move)
            doubt += step.explanation.touched * doubts.of_a_touch(adjust)
    return doubt


def _is_half_of(unplayed: Line, step: Line) -> bool:
    """Whether a turn was the rook's way alone of what a step takes for castling."""
    rook, king, before = unplayed.explanation, step.explanation, step.parent
    if rook is None or king is None or before is None:
        return False
    return rook_way(before.position.to_move, king.start, king.end) == (rook.start, rook.end)


def _came_where_nobody_belongs(line: Line, later: SquareSet, scene: Scene) -> int:
    """On how many squares pieces stand unlike after a line, but for those of `later` turns."""
    evidence = scene.evidence(line)
    return (evidence.come & ~later).bit_count()


def _doubt_of_touching(line: Line, played: SquareSet, scene: Scene, is_followed: bool) -> float:
    """Doubt of what was touched since a line where the likely one has not `played` either.

    With a piece in hand it is as odd by a wrong move as by a turn, if that `is_followed` by others.
    """
    settings, evidence = scene.settings, scene.evidence(line)
    idle = [e for e in evidence.absences if e.is_over and not played >> e.square & 1]
    doubt = settings.adjust_together * were_together_in_air(idle) + settings.adjust * len(idle)
    if not is_followed:
        return doubt
    lifted = min((each.left for each in evidence.absences if not each.is_over), default=math.inf)
    landed = max((evidence.last_change(each) for each in bits(evidence.come)), default=-math.inf)
    in_air = sum(lifted < each.left < landed for each in idle)
    return doubt + (settings.adjust_in_air - settings.adjust) * in_air
