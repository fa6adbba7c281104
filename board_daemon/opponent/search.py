"""The best turn: alpha-beta over whole turns, one turn deeper each time.

Every position is first asked what the rules answer at once: can the side to move unite with the
king now? If so it is won. So a search that looks at d turns knows every Paco that comes one turn
later. At the horizon a king in Ŝako is looked at further: if no answer prevents the Paco, the turn
that gave it was a Paco in two. Everything else at the horizon is left to `evaluation`.

A position may have millions of turns. Within the tree only the likely ones are made (`candidates`);
but that a Paco cannot be prevented is said only when every answer has been tried
(`paco.preventing_outcome`); where that takes too long, it is left open.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from board_daemon.opponent.candidates import Bounds, Candidate, Key, candidates
from board_daemon.opponent.evaluation import WIN, evaluate
from board_daemon.opponent.limits import Meter
from board_daemon.opponent.sight import sees_sako
from board_daemon.rules.destinations import has_turn
from board_daemon.rules.game import Repeated, repetition_key
from board_daemon.rules.paco import preventing_outcome
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.status import PACO, RUN
from board_daemon.rules.work import OUTCOME, WorkDone

Stood = Mapping[Repeated, int]
"""How often each position of the game has come up so far (`game.repetition_key`)."""

_INNER: Final = Bounds(states=60, promotions=(PieceType.QUEEN, PieceType.KNIGHT))
_MOST_TRIED: Final = 90
"""Turns of one position within the tree; the most likely ones."""
_PREVENTING: Final = 30_000
"""Work to find out whether a Ŝako at the horizon can be prevented."""
_MOST_REMEMBERED: Final = 40_000
"""Positions whose values are kept: some 30 MB."""
_DRAW: Final = 0
_NODE: Final = 2 * OUTCOME
_NEAR_DRAW: Final = 20
"""So many half-moves before a draw for want of progress their number matters."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a player notices while he thinks; the best one notices everything."""

    own_take_overs: int | None = None
    """He plays chains with at most so many take-overs; None: any."""
    seen_take_overs: int | None = None
    """He sees Ŝako by chains with at most so many; None: by any."""
    sees_prevention: bool = True
    """Whether he finds out that a Ŝako cannot be prevented."""


@dataclass(slots=True)
class Tree:
    """What one search remembers. Nothing of it outlives the search."""

    meter: Meter
    root: Color
    """The side that thinks."""
    sight: Sight = field(default_factory=Sight)
    stood: Stood = field(default_factory=dict)
    contempt: int = 0
    """So many points it would rather stand worse than repeat positions."""
    known: dict[object, "_Known"] = field(default_factory=dict)
    lost: dict[object, bool] = field(default_factory=dict)
    """Of positions in Ŝako: whether no turn prevents the Paco."""
    history: Counter[tuple[int, int]] = field(default_factory=Counter)
    path: set[Repeated] = field(default_factory=set)
    """Positions between the root and here."""

    def after(
        self, end: Position, mover: Color, depth: int, window: tuple[int, int], ply: int
    ) -> int:
        """What a position after a turn of `mover`, `ply` turns from the root, is worth to him.

        `depth`: how many more turns to try before evaluating. `window`: outside of these values,
        his, a bound is enough. Raises `WorkDone`.
        """
        self.meter.spend(_NODE)
        phase = end.phase
        if phase is not RUN and phase.is_over:
            # Not his opponent's value turned round: the end may have left the same side to move.
            return WIN - ply if phase == PACO[mover] else _DRAW if phase not in PACO else ply - WIN
        return -self._value(end, depth, (-window[1], -window[0]), ply)

    def at_a_glance(self, end: Position, mover: Color) -> int:
        """What a position after a turn of `mover` looks worth to him, no answer considered."""
        if end.phase.is_over:
            return self.after(end, mover, 0, (-WIN, WIN), 1)
        return -evaluate(end)

    def _value(self, position: Position, depth: int, window: tuple[int, int], ply: int) -> int:
        """What a settled position is worth to the side to move."""
        repeated = repetition_key(position)
        mover = position.to_move
        if self._is_draw(position, repeated):
            return self._draw(mover)
        if self._sees(position, mover):
            return WIN - ply - 1
        is_in_sako = self._sees(position, mover.other)
        if is_in_sako and self.sight.sees_prevention and self._is_lost(position):
            return ply + 2 - WIN
        if depth <= 0:
            return evaluate(position, is_in_sako=is_in_sako)
        known = self.known.get(_key(position))
        if known is not None and known.depth >= depth:
            value = _from(known.value, ply)
            if known.bound == 0 or (value >= window[1] if known.bound > 0 else value <= window[0]):
                return value
        self.path.add(repeated)
        try:
            return self._tried(position, depth, window, ply, known)
        finally:
            self.path.discard(repeated)

    def _sees(self, position: Position, color: Color) -> bool:
        return sees_sako(position, color, self.sight.seen_take_overs)

    def _is_draw(self, position: Position, repeated: Repeated) -> bool:
        limit = position.rules.repetitions_to_draw
        if limit is None:
            return False
        # Whoever comes back to a position once can do so again; who wants no draw does not begin.
        most = 1 if self.contempt else limit - 1
        return repeated in self.path or self.stood.get(repeated, 0) >= most

    def _draw(self, color: Color) -> int:
        """What a draw by repetition is worth to a side."""
        return -self.contempt if color == self.root else self.contempt

    def _tried(
        self,
        position: Position,
        depth: int,
        window: tuple[int, int],
        ply: int,
        known: "_Known | None",
    ) -> int:
        """The best of the likely turns, and what there is to remember of it."""
        alpha, beta = window
        bounds = replace(_INNER, take_overs=self.sight.own_take_overs)
        listed = candidates(position, bounds, self.meter, self.history)
        if known is not None and known.best is not None:
            _put_first(listed, known.best)
        best, best_key, tried = -WIN, None, 0
        for candidate in listed:
            for end, _ in candidate.ends(_INNER.promotions):
                tried += 1
                now = (max(alpha, best), beta)
                value = self.after(end, position.to_move, depth - 1, now, ply + 1)
                if value > best:
                    best, best_key = value, candidate.key
            if best >= beta:
                self.history[candidate.source.piece, candidate.target] += depth * depth
                break
            if tried >= _MOST_TRIED:
                break
        if not tried:
            return _DRAW
        if best == ply + 2 - WIN and not self._is_lost(position):
            # A turn that was not tried saves the king.
            return evaluate(position, is_in_sako=True)
        bound = 1 if best >= beta else -1 if best <= alpha else 0
        self._remember(_key(position), _Known(depth, bound, _to(best, ply), best_key))
        return best

    def _remember(self, key: object, known: "_Known") -> None:
        if len(self.known) >= _MOST_REMEMBERED:
            self.known.clear()
        self.known[key] = known

    def _is_lost(self, position: Position) -> bool:
        """Whether it is sure that no turn keeps the other side from uniting with the king."""
        key = _key(position)
        lost = self.lost.get(key)
        if lost is None:
            lost = self._cannot_prevent(position)
            if len(self.lost) >= _MOST_REMEMBERED:
                self.lost.clear()
            self.lost[key] = lost
        return lost

    def _cannot_prevent(self, position: Position) -> bool:
        work = Meter(_PREVENTING, self.meter.is_over)
        lost = False
        try:
            # No turn at all is a draw.
            lost = preventing_outcome(position, work) is None and has_turn(position)
        except WorkDone:
            # Left open; but if it was time that ended it, this is no answer to be remembered.
            self.meter.ask()
        self.meter.spend(work.spent)
        return lost


class _Known(NamedTuple):
    """What is remembered of a position."""

    depth: int
    bound: int
    """1: worth at least so much, -1: at most, 0: exactly."""
    value: int
    best: Key | None


def _key(position: Position) -> object:
    limit = position.rules.idle_half_moves_to_draw
    idle = position.no_progress
    near = idle if limit is not None and idle + _NEAR_DRAW >= limit else 0
    return repetition_key(position), position.phase, near


def _to(value: int, ply: int) -> int:
    """A sure end counted from here on, as a position may be come to by ways of different length."""
    return value + ply if value > WIN // 2 else value - ply if value < -WIN // 2 else value


def _from(value: int, ply: int) -> int:
    return value - ply if value > WIN // 2 else value + ply if value < -WIN // 2 else value


def _put_first(listed: list[Candidate], key: Key) -> None:
    for index, candidate in enumerate(listed):
        if candidate.key == key:
            listed.insert(0, listed.pop(index))
            return
