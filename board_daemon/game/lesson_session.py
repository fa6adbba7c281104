"""A lesson on a board: the tracker watches the child's hands, the lesson's core says what next.

It takes the place of a game's session while it lasts, and nothing of it goes to the archive. Like a
session it has no clock: time is passed in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from board_daemon.game.errors import GameError
from board_daemon.game.session import Session
from board_daemon.game.setup import GameSetup
from board_daemon.rules.ends import GameEnd
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.teach import runner
from board_daemon.teach.goals import way_of
from board_daemon.teach.lessons import Exercise, phrase
from board_daemon.teach.runner import LessonState, Stage
from board_daemon.tracking.events import Event
from board_daemon.tracking.tracker import TrackerState
from board_daemon.tracking.view import BoardView, HandView
from firmware_bridge.frames import SensorFrame
from firmware_bridge.trace import TraceLine

Stand = Callable[[Position], SensorFrame]
"""Sets the pieces out where they do that by themselves; what the board reads then."""

PATIENCE: Final = 0.8
"""Seconds for which a turn that is not what is looked for may still go on."""
PATIENCE_TO_PROMOTE: Final = 8.0
"""Seconds in which another piece may be chosen for a pawn."""
LINK: Final = 1.5
"""Seconds for which each link of a way is shown."""
REPLY: Final = 1.2
"""Seconds after which the other side's turn is played where pieces move by themselves."""

Played = tuple[PlayedTurn, ...]


class LessonSession(Session):
    """One exercise on a board. All times are in seconds."""

    is_recorded = False

    def __init__(
        self,
        exercise: Exercise,
        beside: Session,
        t: float,
        child: str = "",
        stand: Stand | None = None,
    ) -> None:
        """`beside`: the session whose place it takes, and whose board it goes on with.

        `stand`: None where pieces are moved by hand only, which the lights guide.
        """
        self.child = child
        """Who learns; may be empty."""
        self._stand = stand
        self._due: float | None = None
        self._is_stirred = True
        self._seen: tuple[Played, bool] = (), False
        """The turns that are to be judged, and whether a pawn may still become something else."""
        self._judge_at = 0.0
        self.lesson: LessonState = runner.begin(exercise)
        """Where the exercise stands."""
        whole = SensorFrame(t, dict(beside.readings))
        if stand is not None:
            whole = SensorFrame(t, dict(stand(exercise.start).readings))
        settings = replace(beside.settings, takebacks=True)
        super().__init__(GameSetup(exercise.start), beside.sensor, settings, whole)
        self._tracker.remember(beside.health())

    # --- what goes in ---

    def take(self, line: TraceLine) -> list[Event]:
        """Take in what the board reports."""
        events = super().take(line)
        return events + self._look()

    def advance(self, t: float) -> list[Event]:
        """Let time go on."""
        events = super().advance(t)
        return events + self._look()

    @property
    def next_due(self) -> float | None:
        """When something may happen next if nobody does anything; None: never."""
        own = self._t if self._is_stirred else self._due
        dues = [super().next_due, own]
        return min((due for due in dues if due is not None), default=None)

    def _heed(self, events: list[Event]) -> list[Event]:
        # Whatever was said or done: what it means for the lesson is looked at next.
        self._is_stirred = True
        return super()._heed(events)

    def start_over(self, t: float) -> list[Event]:
        """Follow the board anew, from the turns that stand."""
        self._told.turns = [turn.actions for turn in self.lesson.agreed]
        return super().start_over(t)

    # --- what the child asks for ---

    def hint(self, t: float) -> list[Event]:
        """Give a hint: first words, then lights."""
        events = self.advance(t)
        self.lesson = runner.hinted(self.lesson)
        return events

    def show(self, t: float) -> list[Event]:
        """Show the way, link by link."""
        events = self.advance(t)
        self.lesson, self._due = runner.shown(self.lesson), None
        return events + self._look()

    def again(self, t: float) -> list[Event]:
        """Begin the exercise once more."""
        self.lesson = runner.begin(self.lesson.exercise)
        return self._begin_where_it_stands(t)

    def _end(self, end: GameEnd, t: float) -> list[Event]:
        raise _no_game()

    def offer_draw(self, color: Color, t: float) -> list[Event]:
        """There is no game of which to offer a draw: raises `GameError`."""
        raise _no_game()

    def go_on(self, t: float) -> list[Event]:
        """There is no game to go on with before the lesson is left: raises `GameError`."""
        raise _no_game()

    # --- what there is to see ---

    def view(self) -> BoardView:
        """What there is to show: what the board needs first, then what the lesson points to."""
        view, lesson = super().view(), self.lesson
        if lesson.stage == Stage.SOLVED:
            # Whoever clears the board now is not told to put it right.
            return BoardView(view.position, last=view.last)
        if lesson.stage == Stage.WATCHING:
            return self._with_reply(view)
        hints = replace(view.hints, advised=self._pointed_to_in_hand(view.hand))
        return replace(view, way=self._pointed_to(), hints=hints)

    def _with_reply(self, view: BoardView) -> BoardView:
        reply = self.lesson.reply
        assert reply is not None
        way = way_of(reply.actions)
        hand = view.hand
        if hand is not None:
            # Only the way of this one turn is lit.
            live = {s: kind for s, kind in hand.destinations.items() if s in way}
            hand = replace(hand, destinations=live)
        return replace(view, hand=hand, to_play=way)

    def _pointed_to(self) -> tuple[Square, ...]:
        lesson = self.lesson
        if lesson.stage == Stage.SHOWING:
            return lesson.way[lesson.link : lesson.link + 2]
        return lesson.way[:2] if self._hints_by_lights else ()

    @property
    def _hints_by_lights(self) -> bool:
        lesson = self.lesson
        return lesson.stage == Stage.PLAYING and lesson.hints == lesson.most_hints

    def _pointed_to_in_hand(self, hand: HandView | None) -> Square | None:
        """Where the piece in hand goes next, if the way was shown and it is on that way."""
        lesson = self.lesson
        was_shown = lesson.stage == Stage.SHOWING or lesson.said == phrase("your-turn")
        if hand is None or not (was_shown or self._hints_by_lights):
            return None
        gone, way = way_of(hand.actions), lesson.way
        if way[: len(gone)] != gone or len(gone) == len(way):
            return None
        following = way[len(gone)]
        return following if following in hand.destinations else None

    # --- what it means for the lesson ---

    def _look(self) -> list[Event]:
        """See what has come of what was done, and of the time that has passed."""
        self._is_stirred = False
        if self.state != TrackerState.CORRECTING:
            self.lesson = runner.stands(self.lesson)
        agreed, turns = self.lesson.agreed, self.turns
        if self.lesson.stage == Stage.SOLVED:
            self._due = None
        elif [turn.position for turn in turns[: len(agreed)]] != [t.position for t in agreed]:
            self.lesson = runner.strays(self.lesson)
            return self._begin_where_it_stands(self._t)
        elif len(turns) > len(agreed):
            return self._judge(turns)
        else:
            return self._wait()
        return []

    def _judge(self, turns: Played) -> list[Event]:
        """A right turn is taken at once; a wrong one may still go on, or be taken back."""
        turn = turns[len(self.lesson.agreed)]
        if runner.is_right(self.lesson, turn):
            return self._accept(turn)
        promotes = self.view().promotion is not None
        if (turns, promotes) != self._seen:
            self._seen = turns, promotes
            self._judge_at = self._t + (PATIENCE_TO_PROMOTE if promotes else PATIENCE)
        self._due = self._judge_at
        if self.state == TrackerState.HANDLING:
            # Whoever still has a piece in hand is not done.
            self._due = None
            return []
        if self._t < self._judge_at:
            return []
        self._due, self._seen = None, ((), False)
        before = self.lesson
        self.lesson = runner.turned(self.lesson, turn)
        if self.lesson is before:
            return []
        return self._heed(self._tracker.take_back(self._t, len(before.agreed) + 1))

    def _accept(self, turn: PlayedTurn) -> list[Event]:
        before = self.lesson
        self.lesson = runner.turned(self.lesson, turn)
        self._due, self._seen = None, ((), False)
        # What follows is looked at anew.
        self._is_stirred = self.lesson is not before
        return []

    def _wait(self) -> list[Event]:
        """Nothing was played: the lights go on, and so does the other side."""
        self._seen = (), False
        stage = self.lesson.stage
        is_own_move = stage == Stage.WATCHING and self._stand is not None
        if stage != Stage.SHOWING and not is_own_move:
            self._due = None
        elif self._due is None:
            self._due = self._t + (REPLY if is_own_move else LINK)
        elif self._t >= self._due:
            self._due = None
            if is_own_move:
                return self._play_reply()
            self.lesson = runner.shown_on(self.lesson)
            self._is_stirred = True
        return []

    def _play_reply(self) -> list[Event]:
        reply = self.lesson.reply
        assert reply is not None
        self.lesson = runner.turned(self.lesson, reply)
        return self._begin_where_it_stands(self._t)

    def _begin_where_it_stands(self, t: float) -> list[Event]:
        """Follow the board from how it is to stand."""
        lesson, self._due = self.lesson, None
        self._seen = (), False
        if self._stand is not None:
            self.readings.update(self._stand(lesson.position).readings)
        played = tuple(turn.actions for turn in lesson.agreed)
        return self.begin(GameSetup(lesson.exercise.start, played=played), t)


def _no_game() -> GameError:
    return GameError("expected a game on the board, saw a lesson: leave it first")
