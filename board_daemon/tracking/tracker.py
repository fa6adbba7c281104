"""The tracker: sensor readings in, recorded turns, questions and corrections out.

It keeps every line of play that explains what was seen (see `lines`), records a turn once all lines
of comparable standing share it, asks when several remain, and never records a guess. Time comes
with the readings and goes on with `advance`; the tracker has no clock of its own.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, SquareSet, bits
from board_daemon.tracking.contents import Content, contents_of
from board_daemon.tracking.correction import fix_squares
from board_daemon.tracking.debounce import Sighting
from board_daemon.tracking.events import AskSquareEvent, Event, RestoredEvent, RestoreEvent
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hand import hand_view
from board_daemon.tracking.lines import Candidate, Line, Pool, Scene, Standing, extend
from board_daemon.tracking.pace import settle_time
from board_daemon.tracking.promotions import leafed_through, prompt_of, told
from board_daemon.tracking.questions import Question, distinguishing_squares
from board_daemon.tracking.record import Record
from board_daemon.tracking.recovery import (
    is_under_way,
    left_to_do,
    taken_back_to,
)
from board_daemon.tracking.sensing import model_for
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.view import BoardView, FixSquare, PromotionView
from board_daemon.tracking.watch import Rest, Watch
from firmware_bridge.frames import SensorFrame, SensorKind

# Lines that are worse than the best by more than this (nats) are forgotten.
_FORGOTTEN: Final = 20.0


class TrackerState(Enum):
    """What the tracker is waiting for."""

    SETTLED = auto()
    """The next turn; the board stands as recorded."""
    HANDLING = auto()
    """The end of what somebody is doing."""
    ASKING = auto()
    """An answer: several turns explain the board."""
    CORRECTING = auto()
    """The board to be put right: no turn explains it."""
    OVER = auto()
    """Nothing: the game has ended."""


class Tracker:
    """Follows one game on one board."""

    def __init__(
        self, start: Position, sensor: SensorKind, settings: TrackerSettings | None = None
    ) -> None:
        """Begin with a board that stands as `start` says."""
        self._settings = settings or TrackerSettings()
        self._record = Record(start)
        self._habits = Habits(self._settings)
        model = model_for(sensor)
        self._watch = Watch(
            tuple(map(model.looks_like, contents_of(start))),
            model,
            self._settings.debounce,
            self._settings.rests,
        )
        self._root = Line.at(start, 0)
        """The last recorded position."""
        self._before_root: Line | None = None
        """The position before the last recorded turn, as long as that may be revised."""
        self._lines: list[Line] = [self._root]
        self._pool: Pool | None = None
        self._question: Question | None = None
        self._wrong: tuple[FixSquare, ...] = ()
        self._t = 0.0

    # --- what goes in ---

    def feed(self, frame: SensorFrame) -> list[Event]:
        """Take in readings; the events up to their time, in order."""
        self._run(frame.t)
        self._watch.read(frame)
        return self._told()

    def tell(self, t: float, promote: PieceType) -> list[Event]:
        """Take in the player's choice of a piece for his pawn."""
        self._run(t)
        self._t = max(self._t, t)
        self._replace_lines({line: told(line, promote) for line in self._lines})
        return self._told()

    def advance(self, t: float) -> list[Event]:
        """Let time go on to `t` seconds."""
        self._run(t)
        return self._told()

    def finish(self, t: float) -> list[Event]:
        """Let time go on from `t` until nothing more can come of what was seen."""
        return self.advance(t + self._settings.debounce + max(self._settings.rests))

    def _told(self) -> list[Event]:
        events = self._record.events[:]
        self._record.events.clear()
        return events

    # --- what can be asked ---

    @property
    def state(self) -> TrackerState:
        """What the tracker is waiting for."""
        if self._wrong:
            return TrackerState.CORRECTING
        if self._question is not None:
            return TrackerState.ASKING
        if self._record.status.is_over:
            return TrackerState.OVER
        return TrackerState.HANDLING if self._is_stirred() else TrackerState.SETTLED

    @property
    def position(self) -> Position:
        """The last recorded position."""
        return self._record.position

    @property
    def turns(self) -> tuple[PlayedTurn, ...]:
        """The recorded turns."""
        return self._record.turns

    def view(self) -> BoardView:
        """What there is to show now."""
        evidence = self._scene.evidence(self._root)
        prompt = prompt_of(self._root)
        is_playing = not self._record.status.is_over and not self._wrong
        return BoardView(
            position=self._record.position,
            hand=hand_view(self._root.position, evidence) if is_playing else None,
            last=self._record.last_squares,
            sako=self._record.sako,
            ask=tuple(bits(self._question.squares)) if self._question is not None else (),
            fix=self._wrong,
            promotion=PromotionView(prompt.square, prompt.piece) if prompt is not None else None,
        )

    def _is_stirred(self) -> bool:
        return self._root.index < len(self._watch.changes)

    # --- time and changes ---

    def _run(self, t: float) -> None:
        for moment in self._watch.advance(t):
            self._t = max(self._t, moment.t)
            if isinstance(moment, Rest):
                self._rested(moment.duration)
            else:
                self._about_to_change(moment)

    def _about_to_change(self, change: Sighting) -> None:
        """Before somebody lifts a piece: was a turn just completed that had no time to rest?"""
        changes = self._watch.changes
        if change.content == Content.EMPTY and changes and changes[-1].content != Content.EMPTY:
            self._add_hasty_lines(change.square)
        self._pool = None

    def _add_hasty_lines(self, lifted: Square) -> None:
        known = {(line.position, line.depth) for line in self._lines}
        for candidate in self._extended(at_rest=False).near(self._settings.margin):
            line = candidate.line
            turn = line.explanation
            if (
                candidate.standing == Standing.TURN
                and turn is not None
                and turn.is_visible
                and (line.position, line.depth) not in known
            ):
                # Hardly anybody answers at once by moving what has just been set down.
                haste = self._settings.same_piece if turn.end == lifted else 0.0
                self._lines.append(replace(line, doubt=line.doubt + haste))

    @property
    def _scene(self) -> Scene:
        return Scene(
            self._watch.seen,
            self._watch.changes,
            self._habits,
            self._settings,
        )

    def _extended(self, *, at_rest: bool) -> Pool:
        return extend(self._lines, self._scene, at_rest=at_rest)

    def _rested(self, duration: float) -> None:
        if not self._is_stirred() and len(self._lines) == 1 and not self._wrong:
            return
        self._leaf_through_promotions()
        if self._record.status.is_over:
            # Only the last turn may still change, or be taken back.
            if duration >= self._settings.settle and not self._takes_back():
                self._revises(duration)
            return
        if self._question is not None and self._answers(self._question, duration):
            return
        if self._pool is None:
            self._pool = self._extended(at_rest=True)
        if self._pool.candidates:
            self._decide(self._pool, duration)
        elif duration >= self._settings.settle:
            self._recover(duration)

    # --- deciding ---

    def _decide(self, pool: Pool, duration: float) -> None:
        near = pool.near(self._settings.margin)
        turns = [self._next_turn(candidate) for candidate in near]
        positions = {turn.position if turn is not None else None for turn in turns}
        if positions == {None}:
            self._nothing_played(pool, near, duration)
        elif len(positions) == 1:
            self._commit_if_certain(pool, near[0], duration)
        elif None not in positions and duration >= self._settings.settle:
            self._keep_open(pool)
            self._ask(pool, turns)
        elif duration >= self._settings.settle:
            self._keep_open(pool)
            if self._suspects_silence(near, duration):
                self._ask(pool, turns)

    def _next_turn(self, candidate: Candidate) -> Line | None:
        """The first turn on the way to a candidate that is not recorded yet."""
        return candidate.line.turn_at(self._root.depth + 1)

    def _nothing_played(self, pool: Pool, near: Sequence[Candidate], duration: float) -> None:
        if duration < self._settings.settle:
            return
        if any(candidate.standing == Standing.IN_HAND for candidate in near):
            self._keep_open(pool)
            return
        self._put_right()
        if len(pool.candidates) == 1:
            # Whatever was touched was only adjusted.
            self._root = replace(self._root, index=len(self._watch.changes), has_rested=True)
            self._lines = [self._root]
            self._question = None
        else:
            self._keep_open(pool)

    def _suspects_silence(self, near: Sequence[Candidate], duration: float) -> bool:
        """Whether a piece has been gone so long that this player may have slipped it in."""
        return (
            self._habits.are_careless
            and duration >= self._settings.silent_patience
            and any(candidate.standing == Standing.IN_HAND for candidate in near)
        )

    def _commit_if_certain(self, pool: Pool, best: Candidate, duration: float) -> None:
        turn = self._next_turn(best)
        assert turn is not None
        assert turn.explanation is not None
        was_followed = best.line is not turn
        is_seen = was_followed or turn.explanation.is_visible
        is_likely = was_followed or turn.doubt - self._root.doubt <= self._settings.wrong_move
        if not is_seen or not is_likely or not pool.is_complete:
            if duration >= self._settings.settle:
                self._keep_open(pool)
            if is_seen and pool.is_complete and duration >= self._settings.restore_after:
                # Either pieces were slipped in, or this is no turn at all.
                self._ask(pool, [turn, None])
            return
        wanted = settle_time(self._root.position, turn.explanation, self._settings)
        if not was_followed and duration < wanted:
            return
        self._commit(pool, turn)
        if was_followed and not self._record.status.is_over:
            self._decide(self._agreeing(pool), duration)

    def _commit(self, pool: Pool, turn: Line) -> None:
        assert turn.explanation is not None
        self._put_right()
        self._question = None
        self._before_root = self._root
        self._go_on_from(turn, pool)
        self._habits.note(self._before_root.position.to_move, turn.explanation)
        self._record.turn(self._t, turn.explanation.actions, self._promotion_to_ask_for())

    def _go_on_from(self, turn: Line, pool: Pool) -> None:
        """Take a turn for granted."""
        self._root = turn
        later = self._agreeing(pool).near(_FORGOTTEN)
        self._lines = [turn, *(c.line for c in later if c.line.depth > turn.depth)]

    def _promotion_to_ask_for(self) -> Square | None:
        """Where a pawn stands for which nobody has chosen anything yet."""
        prompt = prompt_of(self._root)
        return prompt.square if prompt is not None and prompt.piece == PROMOTIONS[0] else None

    def _agreeing(self, pool: Pool) -> Pool:
        """The candidates that agree with all that is recorded."""
        agreeing = [
            candidate
            for candidate in pool.candidates
            if (turn := candidate.line.turn_at(self._root.depth)) is not None
            and turn.position == self._root.position
        ]
        return replace(pool, candidates=tuple(agreeing))

    def _keep_open(self, pool: Pool) -> None:
        """Go on from every candidate that is not out of the question.

        The last recorded position always is one: what was seen since may all become another turn.
        """
        lines = [candidate.line for candidate in pool.near(_FORGOTTEN)]
        self._lines = lines if self._root in lines else [*lines, self._root]

    # --- asking ---

    def _ask(self, pool: Pool, turns: Sequence[Line | None]) -> None:
        squares = distinguishing_squares(turns)
        if not squares:
            # Turns that enter the same squares in another order: only time can tell.
            return
        if self._question is not None and self._question.squares == squares:
            return
        self._question = Question(
            squares=squares,
            depth=self._root.depth + 1,
            index=len(self._watch.changes),
            seen=tuple(self._watch.seen),
            is_complete=pool.is_complete,
        )
        self._record.events.append(AskSquareEvent(self._t, tuple(bits(squares))))

    def _answers(self, question: Question, duration: float) -> bool:
        """Whether what happened since the question is an answer, or may yet turn out to be."""
        touched = question.touched(self._watch.seen, self._watch.changes)
        if touched is None:
            return False
        agreeing = question.agreeing(self._lines, touched)
        if agreeing is None:
            return False
        if duration >= self._settings.answer_rest:
            index = len(self._watch.changes)
            # However surprising it was, the player has said that it was so.
            surprise = min(line.doubt for line in agreeing) - self._root.doubt
            self._lines = [
                replace(line, index=index, doubt=line.doubt - surprise) for line in agreeing
            ]
            self._question = None
            self._pool = self._extended(at_rest=True)
            self._decide(self._pool, duration)
        return True

    # --- promotions ---

    def _leaf_through_promotions(self) -> None:
        """Where all that happened is that the player went on to the next piece, take it so."""
        scene, index = self._scene, len(self._watch.changes)
        self._replace_lines(
            {
                line: leafed
                for line in self._lines
                if prompt_of(line) is not None
                and (leafed := leafed_through(line, scene.evidence(line), index)) is not None
            }
        )

    def _replace_lines(self, changed: dict[Line, Line]) -> None:
        """Put other lines in the place of some, in the same turns with other promotions."""
        if not changed:
            return
        root = changed.get(self._root, self._root)
        is_revised = root.position != self._root.position
        self._lines = [changed.get(line, line) for line in self._lines]
        self._root = root
        self._pool = None
        if is_revised and root.explanation is not None:
            self._record.revise(self._t, root.explanation.actions, asks_for=None)

    # --- when nothing explains the board ---

    def _recover(self, duration: float) -> None:
        if self._takes_back() or self._revises(duration):
            return
        left = left_to_do(self._lines, self._scene)
        patience = self._settings.restore_after
        if left or is_under_way(self._lines, self._scene):
            patience = self._settings.partial_patience
        if duration >= patience:
            self._ask_to_put_right(left)

    def _revises(self, duration: float) -> bool:
        """Whether the last turn turns out to have been longer, or another one.

        A piece that slid on after a rest, a castling that began with the rook, a change of mind.
        """
        if self._before_root is None:
            return False
        pool = extend([self._before_root], self._scene, at_rest=True)
        turns = {
            candidate: turn
            for candidate in pool.near(self._settings.margin)
            if (turn := candidate.line.turn_at(self._root.depth)) is not None
        }
        others = {turn.position: turn for turn in turns.values()}
        if len(others) != 1 or self._root.position in others or not pool.is_complete:
            return False
        best, turn = next(iter(turns.items()))
        if turn.explanation is None or not (best.line is not turn or turn.explanation.is_visible):
            return False
        self._put_right()
        self._question = None
        self._go_on_from(turn, pool)
        self._record.revise(self._t, turn.explanation.actions, self._promotion_to_ask_for())
        if best.line is not turn and not self._record.status.is_over:
            self._decide(self._agreeing(pool), duration)
        return True

    def _takes_back(self) -> bool:
        """Whether the pieces went back to an earlier position."""
        if not self._settings.takebacks:
            return False
        ply = taken_back_to(self._record, self._root, self._scene)
        if ply is None:
            return False
        self._put_right()
        self._question = None
        self._record.take_back(self._t, ply)
        self._root = Line.at(self._record.position, len(self._watch.changes), depth=ply - 1)
        self._before_root = None
        self._lines = [self._root]
        return True

    def _ask_to_put_right(self, left: SquareSet) -> None:
        evidence = self._scene.evidence(self._root)
        wrong = fix_squares(evidence, left)
        if {fix.square for fix in wrong} != {fix.square for fix in self._wrong}:
            squares = sorted(fix.square for fix in wrong)
            self._record.events.append(RestoreEvent(self._t, tuple(squares)))
        self._wrong = wrong

    def _put_right(self) -> None:
        if self._wrong:
            self._wrong = ()
            self._record.events.append(RestoredEvent(self._t))
