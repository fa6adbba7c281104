"""The tracker: sensor readings in, recorded turns, questions and corrections out.

It keeps every line of play that explains what was seen (see `lines`), records a turn once all lines
of comparable standing share it, asks when several remain, and never records a guess. Time comes
with the readings and goes on with `advance`; the tracker has no clock of its own.
"""

from enum import Enum, auto

from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, bits
from board_daemon.tracking.contents import Content, contents_of
from board_daemon.tracking.debounce import Sighting
from board_daemon.tracking.events import Event
from board_daemon.tracking.follower import Follower
from board_daemon.tracking.hand import hand_view
from board_daemon.tracking.promotions import prompt_of
from board_daemon.tracking.record import Record
from board_daemon.tracking.sensing import model_for
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.view import BoardView, PromotionView
from board_daemon.tracking.watch import Rest, Watch
from firmware_bridge.frames import SensorFrame, SensorKind


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
        model = model_for(sensor)
        self._watch = Watch(
            tuple(map(model.looks_like, contents_of(start))),
            model,
            self._settings.debounce,
            self._settings.rests,
        )
        self._follower = Follower(self._record, self._watch, self._settings)
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
        self._follower.told(self._t, promote)
        return self._told()

    def advance(self, t: float) -> list[Event]:
        """Let time go on to `t` seconds."""
        self._run(t)
        return self._told()

    @property
    def next_due(self) -> float | None:
        """When something may happen next if nothing more is read, in seconds; None: never."""
        return self._watch.next_due

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
        if self._follower.wrong:
            return TrackerState.CORRECTING
        if self._follower.asked:
            return TrackerState.ASKING
        if self._record.status.is_over:
            return TrackerState.OVER
        return TrackerState.HANDLING if self._follower.is_stirred else TrackerState.SETTLED

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
        follower, record = self._follower, self._record
        root = follower.root
        prompt = prompt_of(root)
        is_playing = not record.status.is_over and not follower.wrong
        evidence = follower.scene.evidence(root)
        return BoardView(
            position=record.position,
            hand=hand_view(root.position, evidence) if is_playing else None,
            last=record.last_squares,
            sako=record.sako,
            ask=tuple(bits(follower.asked)),
            fix=follower.wrong,
            promotion=PromotionView(prompt.square, prompt.piece) if prompt is not None else None,
        )

    # --- time and changes ---

    def _run(self, t: float) -> None:
        for moment in self._watch.advance(t):
            self._t = max(self._t, moment.t)
            if isinstance(moment, Rest):
                self._follower.rested(self._t, moment.duration)
            else:
                self._follower.about_to_change(self._lifted_at_once(moment))

    def _lifted_at_once(self, change: Sighting) -> Square | None:
        """The square from which something is lifted right after something was set down."""
        changes = self._watch.changes
        if change.content == Content.EMPTY and changes and changes[-1].content != Content.EMPTY:
            return change.square
        return None
