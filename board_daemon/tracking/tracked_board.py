"""A board that is tracked: what is known of it, and what can be asked about it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum, auto

from board_daemon.rules.actions import Action
from board_daemon.rules.ends import GameEnd
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import SquareSet, bits
from board_daemon.tracking.awaited import AwaitedTurn
from board_daemon.tracking.board_turn import BoardTurn, next_step
from board_daemon.tracking.following.follower import Follower
from board_daemon.tracking.following.wrong_squares import still_wrong
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hand import (
    hand_view,
    lifted_meanwhile,
    other_hand_view,
    with_unseen_joins,
)
from board_daemon.tracking.health import Health, SquareHealth
from board_daemon.tracking.hypotheses.promotions import asked_on, owed_piece, unreliable
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.contents import Content, Contents, contents_of
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.seeing.magnets import Magnets
from board_daemon.tracking.seeing.sensing import model_for
from board_daemon.tracking.seeing.watch import Watch
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.setup import SetupGuide
from board_daemon.tracking.view import (
    BoardView,
    FixSquare,
    HandView,
    PromotionView,
    StepView,
    UnfinishedView,
)
from firmware_bridge.frames import SensorKind


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


class TrackedBoard:
    """The state of the tracker; what happens to it is told to `BoardTracker` and `Tracker`."""

    def __init__(
        self,
        start: Position,
        sensor: SensorKind,
        settings: TrackerSettings | None,
        since: float,
        played: Iterable[Sequence[Action]],
        board_plays: Color | None,
    ) -> None:
        """Begin with a board that stands as `start` says, or as after the turns `played`.

        `since`: the time from which on it does, in seconds. Raises `IllegalAction` for turns that
        cannot be played from `start`.
        """
        self._sensor = sensor
        self._model = model_for(sensor)
        self._settings = replace(
            settings or TrackerSettings(), feels_unions=self._model.feels_unions
        )
        self._t = since
        self._guide: SetupGuide | None = None
        """Where more stands wrong than is put right in the midst of a game."""
        self._said: GameEnd | None = None
        """The end of the game that the players have told."""
        self._board_turn = BoardTurn(board_plays)
        self._record = Record(start, played)
        self._habits = Habits(self._settings)
        stands = contents_of(self.position)
        self._magnets = Magnets(sensor, stands)
        self._health = Health(self.position, self._settings)
        self._watch = self._watch_from(since, self._looks_of(self.position), stands)
        self._follow_from_now_on()

    def _looks_of(self, position: Position) -> Contents:
        return tuple(map(self._model.looks_like, contents_of(position)))

    def _watch_from(self, t: float, seen: Contents, expected: Contents | None = None) -> Watch:
        settings = self._settings
        return Watch(
            seen, self._model, settings.debounce, settings.rests, since=t, expected=expected
        )

    def _follow_from_now_on(self) -> None:
        """Follow the game from its last recorded position, whatever was seen before."""
        self._watch.changes.clear()
        self._follower = Follower(
            self._record,
            self._watch,
            self._settings,
            self._habits,
            self._health,
            self._board_turn.color,
            self._t,
        )

    # --- what can be asked ---

    @property
    def next_due(self) -> float | None:
        """When something may happen next if nothing more is read, in seconds; None: never."""
        return self._watch.next_due

    @property
    def state(self) -> TrackerState:
        """What the tracker is waiting for."""
        if self._follower.corrections.wrong:
            return TrackerState.CORRECTING
        if self._follower.asked:
            return TrackerState.ASKING
        if self._is_over:
            return TrackerState.OVER
        return TrackerState.HANDLING if self._follower.is_stirred else TrackerState.SETTLED

    @property
    def _is_over(self) -> bool:
        return self._said is not None or self._record.status.is_over

    @property
    def position(self) -> Position:
        """The last recorded position."""
        return self._record.position

    @property
    def turns(self) -> tuple[PlayedTurn, ...]:
        """The recorded turns."""
        return self._record.turns

    def health(self) -> tuple[SquareHealth, ...]:
        """The squares that are not good."""
        return self._health.report()

    def view(self) -> BoardView:
        """What there is to show now."""
        follower, record = self._follower, self._record
        hand, unfinished = self._handled
        return BoardView(
            position=record.position,
            hand=hand,
            unfinished=unfinished,
            last=record.last_squares,
            sako=record.sako if self._said is None else (),
            ask=tuple(bits(follower.asked)),
            answers=follower.answers,
            asks_of_takeback=follower.asks_of_takeback,
            asks_for_piece=follower.asked_piece,
            fix=self._wrong,
            promotion=self._promotion,
            earlier_promotion=self._earlier_promotion,
            names_earlier=self._follower.names_earlier,
            step=self._step,
        )

    @property
    def _handled(self) -> tuple[HandView | None, UnfinishedView | None]:
        """The piece in hand, or else what is left of a turn of two moves."""
        follower = self._follower
        if self._is_over or follower.corrections.wrong:
            return None, None
        root = follower.root
        evidence = follower.scene.evidence(root)
        if root.position.to_move == self._board_turn.color:
            return (lifted_meanwhile(evidence) if self._step is None else None), None
        hand = hand_view(root.position, evidence, owed_piece(root))
        if hand is not None:
            # Who only thinks is shown where he may go, and is not asked; he may want to know why
            # his turn is not taken, though.
            is_long = self._watch.rested >= self._settings.leftover_patience
            return with_unseen_joins(hand, evidence) if is_long else hand, None
        unfinished = follower.unfinished
        if unfinished is not None:
            return None, unfinished
        last = root.explanation.end if root.explanation is not None else None
        return other_hand_view(root.position, evidence, last), None

    @property
    def has_noticed(self) -> bool:
        """Whether all that was read has stood for long enough to count, or is gone again."""
        return self._watch.is_steady

    @property
    def _promotion(self) -> PromotionView | None:
        """The promotion that may be chosen now, on the square where the player is to touch."""
        if not self._heeds_choices:
            return None
        follower = self._follower
        if (choice := follower.late_choice or follower.early_choice) is not None:
            return PromotionView(*choice)
        root, prompt = follower.root, follower.prompt
        if prompt is None or self._awaited is not None:
            return None
        return PromotionView(asked_on(root, prompt, self._unreliable), prompt.piece)

    @property
    def _earlier_promotion(self) -> PromotionView | None:
        """That of an earlier turn which may still be chosen."""
        earlier = self._follower.earlier_choice if self._heeds_choices else None
        return None if earlier is None else PromotionView(*earlier)

    @property
    def _unreliable(self) -> SquareSet:
        """The squares on which not every touch is felt."""
        hides_unions = self._watch.hides_unions
        return unreliable(self.position, self._health.blind, hides_unions=hides_unions)

    @property
    def _wrong(self) -> tuple[FixSquare, ...]:
        """What stands wrong at this moment."""
        if self._guide is not None:
            return self._guide.wrong
        return still_wrong(self._follower.corrections.wrong, self._watch.seen)

    @property
    def _seen(self) -> Sequence[Content]:
        return self._follower.scene.seen

    @property
    def _heeds_choices(self) -> bool:
        """Whether a pawn may become another piece now: not in set-up, nor once all is over."""
        return self._guide is None and self._said is None

    # --- the turn of the board itself ---

    @property
    def _awaited(self) -> AwaitedTurn | None:
        """The turn that is to be played for the board now, if one was decided."""
        return None if self._said is not None else self._board_turn.awaited(self._record)

    @property
    def _step(self) -> StepView | None:
        """What is to be done next of it; None: something else comes first."""
        awaited = self._awaited
        if awaited is None or self._guide is not None or self._follower.corrections.wrong:
            return None
        return next_step(awaited, self._evidence)

    @property
    def _evidence(self) -> Evidence:
        return self._follower.scene.evidence(self._follower.root)
