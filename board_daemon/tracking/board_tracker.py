"""What the tracker makes of readings: recorded turns, questions and corrections.

It keeps every line of play that explains what was seen (see `hypotheses.lines`), records a turn
once all lines of comparable standing share it, asks when several remain, and never records a
guess. Time comes with the readings and goes on with `advance`; the tracker has no clock.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from board_daemon.rules.actions import Action
from board_daemon.rules.ends import GameEnd, Result, agreement
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import PIECE_BY_LETTER, Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, SquareSet, square_set
from board_daemon.tracking import gestures
from board_daemon.tracking.awaited import AwaitedTurn
from board_daemon.tracking.board_turn import BoardTurn, ahead_before, ended, goes_on
from board_daemon.tracking.events import (
    AskPromotionEvent,
    EndEvent,
    Event,
    HealthEvent,
    NewGameEvent,
    RestoredEvent,
)
from board_daemon.tracking.following.follower import Follower
from board_daemon.tracking.health import SquareHealth
from board_daemon.tracking.hypotheses.promotions import asked_on
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.contents import (
    HIDDEN,
    Content,
    agree,
    contents_of,
    looks_empty,
    with_blind,
)
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.opening import may_have_been_moved
from board_daemon.tracking.seeing.watch import Rest
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.setup import SetupGuide, is_found
from board_daemon.tracking.tracked_board import TrackedBoard
from board_daemon.tracking.view import FixSquare
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.trace import TraceInput, TraceLine

ONE_PAIR: Final = 2
"""The last pair of squares is put right as in the midst of a game; the guide is for more."""


class BoardTracker(TrackedBoard):
    """Follows the games on one board, one after the other, by what the sensors tell."""

    def __init__(
        self,
        start: Position,
        sensor: SensorKind,
        settings: TrackerSettings | None = None,
        first: SensorFrame | None = None,
        played: Iterable[Sequence[Action]] = (),
        board_plays: Color | None = None,
    ) -> None:
        """Begin with a board that is to stand as `start` says, or as after the turns `played`.

        `first`: what was read on the board when it was found. Where it stands otherwise, it is to
        be put right first; so it is where the first frame that is fed says as much (see
        `is_found`). `board_plays`: the side that plays only what `Tracker.await_turn` names.
        Raises `IllegalAction` for turns that cannot be played from `start`.
        """
        since = first.t if first is not None else 0.0
        super().__init__(start, sensor, settings, since, played, board_plays)
        self._is_unread = self._was_said_to_stand_right = first is None
        self._was_said_by_kings = False
        self._struck: PlayedTurn | None = None
        """The turn by which the first king seemed to go to the centre, and that was taken back."""
        self._as_found: Follower | None = None
        """What follows the game since the board was found to stand otherwise, if it was."""
        self._ask_what_is_owed()
        if first is not None:
            first = self._magnets.as_usual(first)
            self._health.find(first, self._model)
            self._take_first(first, is_whole=True)

    def _ask_what_is_owed(self) -> None:
        root, owed = self._follower.root, self._follower.prompt
        if owed is not None:
            square = asked_on(root, owed, self._unreliable)
            self._record.tell(AskPromotionEvent(self._t, square))

    # --- what goes in ---

    def take(self, line: TraceLine) -> list[Event]:
        """Take in a line of a trace, readings or a choice; the events up to its time, in order."""
        if isinstance(line, TraceInput):
            return self.tell(line.t, PIECE_BY_LETTER[line.promote])
        return self.feed(line)

    def feed(self, frame: SensorFrame) -> list[Event]:
        """Take in readings; the events up to their time, in order."""
        self._run(frame.t)
        frame = self._magnets.as_usual(frame)
        self._health.read(frame, self._model)
        is_first, self._is_unread = self._is_unread, False
        if not is_first or not self._take_first(frame, is_whole=False):
            self._watch.read(frame)
            self._health.note_flickering(frame.t, self._watch.flickering)
        return self._told()

    def _take_first(self, frame: SensorFrame, *, is_whole: bool) -> bool:
        """Take in what the board was found like; False: it stands right, or hands are at work."""
        guide = SetupGuide(self.position, self._sensor, self._looks_of(self.position))
        guide.take(frame)
        if guide.stands_right or not (is_whole or is_found(frame, guide)):
            return False
        if not is_whole and self._health.explains(guide.wrong):
            return False  # Who begins a trace says that the board stands right: it is played on.
        self._t = max(self._t, frame.t)
        self._watch = self._watch_from(frame.t, guide.seen)
        self._follow_from_now_on()
        self._follower.corrections.demand(self._t, guide.wrong)
        self._guide = guide if len(guide.wrong) > ONE_PAIR else None
        self._as_found = self._follower
        return True

    def tell(self, t: float, promote: PieceType) -> list[Event]:
        """Take in the player's choice of a piece for his pawn."""
        self._go_to(t)
        if self._heeds_choices:
            self._follower.told(self._t, promote)
        return self._told()

    def advance(self, t: float) -> list[Event]:
        """Let time go on to `t` seconds."""
        self._run(t)
        return self._told()

    def finish(self, t: float) -> list[Event]:
        """Let time go on from `t` until nothing more can come of what was seen."""
        return self.advance(t + self._settings.afterglow)

    def remember(self, report: Iterable[SquareHealth]) -> None:
        """Take the squares for bad that another tracker of this board has found out."""
        self._health.remember(report)

    def _go_to(self, t: float) -> None:
        self._run(t)
        self._t = max(self._t, t)

    def _told(self) -> list[Event]:
        events = self._record.events[:]
        self._record.events.clear()
        news = self._health.take_news()
        return events + [HealthEvent(found.since, found.square, found.state) for found in news]

    # --- time and changes ---

    def _run(self, t: float) -> None:
        for moment in self._watch.advance(t):
            self._t = max(self._t, moment.t)
            self._health.note_flickering(self._t, self._watch.flickering)
            if isinstance(moment, Rest):
                self._rested(moment.duration)
                continue
            self._health.changed(moment.square, moment.content)
            self._about_to_change(moment)
        if self._guide is not None:
            self._guide.look(self._seen)

    def _about_to_change(self, change: Sighting) -> None:
        if self._guide is not None:
            self._guide.look(self._seen)
            if self._guide.stands_right:
                # Whoever sets down the last piece may play at once.
                self._go_on_setting_up(self._guide, is_still=False)
        if self._guide is None and self._said is None:
            self._end_awaited_before(change)
            self._follower.about_to_change(change.t, self._lifted_at_once(change))

    def _rested(self, duration: float) -> None:
        if duration < self._settings.settle_final:
            self._look_ahead(duration)
            return
        if duration >= self._settings.unfelt_patience:
            self._leave_it_at_that(duration)
            return
        if duration >= self._settings.touch_patience and self._is_left_of_more:
            # Who has put all else right would not leave that.
            self._take_for_right(self._wrong)
            return
        has_settled = duration >= self._settings.settle
        is_still = duration >= self._settings.restore_after
        if has_settled and self._is_set_up_anew():
            self._begin_new_game()
        elif self._guide is not None:
            self._guide.look(self._seen)
            if has_settled:
                self._go_on_setting_up(self._guide, is_still=is_still)
        elif self._said is not None:
            if is_still and self._was_said_by_kings:
                self._rested_after_agreement()
        elif is_still and (result := self._result_by_kings()):
            self._end_by_agreement(result)
        elif self._goes_on_as_awaited(duration):
            return
        elif self._watch.changes or not self._follower.corrections.wrong:
            self._follower.rested_if_due(self._t, duration)

    def _lifted_at_once(self, change: Sighting) -> Square | None:
        """The square from which something is lifted right after something was set down.

        What comes then instead may have been lifted from a bad square: the one to which it comes.
        """
        last = self._watch.changes[-2:]
        if not last:
            return None
        if not _is_lift(change):
            may_be_unseen = bool(self._health.blind) and _may_be_set_down(last[-1])
            return change.square if may_be_unseen else None
        was_set_down = _may_be_set_down(last[-1]) or self._follower.may_be_put_right_unseen
        was_set_down = was_set_down or (len(last) > 1 and _is_brought_over(*last))
        return change.square if was_set_down else None

    def _look_ahead(self, duration: float) -> None:
        """Begin with what is to be known if somebody lifts a piece right after an arrival."""
        is_followed = self._guide is None and self._said is None and self._awaited is None
        changes = self._watch.changes
        if is_followed and changes and _may_be_set_down(changes[-1]):
            self._follower.look_ahead(duration)

    # --- setting up ---

    def _go_on_setting_up(self, guide: SetupGuide, *, is_still: bool) -> None:
        if len(guide.wrong) <= ONE_PAIR:
            self._guide = None
            self._follow_from_now_on()
            if guide.stands_right:
                self._record.tell(RestoredEvent(self._t))
            else:
                self._follower.corrections.demand(self._t, guide.wrong)
        elif is_still:
            self._follower.corrections.demand(self._t, guide.wrong)

    def _is_set_up_anew(self) -> bool:
        # A board that was found so is not set up so: something must have been touched.
        # Nor does anybody take back who sets up a board that stood quite otherwise.
        if not self._watch.changes:
            return False
        has_ended = self._said is not None or self._guide is not None
        if not gestures.is_set_up_anew(self._record, self._seen, has_ended):
            return False
        return self._is_over or self._guide is not None or not self._follower.explains

    def _begin_new_game(self) -> None:
        self._follower.corrections.withdraw(self._t)
        if not self._is_over:
            root, changes = self._follower.root, self._watch.changes
            number = gestures.brought_home(root, changes, self._settings)
            if number:
                self._record.take_back(self._t, len(self.turns) - number + 1)
        told = self._record.events
        told.append(NewGameEvent(self._t))
        self._record = Record(Position.start(self.position.rules))
        self._record.events += told
        self._guide = self._said = None
        self._board_turn = BoardTurn(self._board_turn.color)  # What was decided was of the old one.
        self._follow_from_now_on()

    # --- squares that are only said to be wrong ---

    def _leave_it_at_that(self, duration: float) -> None:
        """Nobody has touched anything for so long, in seconds."""
        self._follower.left_alone(self._t, duration)
        if duration >= self._settings.trust_patience:
            self._trust_what_is_left_alone()

    def _trust_what_is_left_alone(self) -> None:
        """Take the one square that stands wrong for dead or stuck: nobody puts it right.

        Whoever sees that it stands right has no other way to tell the board. A pair of squares
        rather is a piece that was moved. But not where the board was found so and no piece goes
        from the one to the other, nor where a trace begins with it: that says it stands right.
        """
        wrong = self._wrong
        if self._guide is None and (len(wrong) == 1 or self._were_two_found_bad(wrong)):
            self._take_for_right(wrong)

    def _were_two_found_bad(self, wrong: Sequence[FixSquare]) -> bool:
        """Whether two squares have looked wrong ever since, and that is no piece that was moved."""
        is_as_found = self._follower is self._as_found
        if len(wrong) != ONE_PAIR or self._watch.changes or not is_as_found:
            return False
        left = square_set([fix.square for fix in wrong if fix.wants_piece])
        reached = square_set([fix.square for fix in wrong if not fix.wants_piece])
        number, record = len(self.turns), self._record
        before = record.position_before(number) if number else None
        may_be_moved = may_have_been_moved(self.position, before, left, reached)
        return self._was_said_to_stand_right or not may_be_moved

    @property
    def _is_left_of_more(self) -> bool:
        """Whether one square alone still stands wrong, and people have put others right."""
        is_one = len(self._wrong) == 1 and self._guide is None
        return is_one and self._follower.corrections.is_leftover

    def _take_for_right(self, wrong: Sequence[FixSquare]) -> None:
        """These squares stand right: what looks otherwise has failed."""
        self._health.blame(self._t, wrong)
        self._follower.withdraw_all(self._t)
        self._go_on_by_the_lights()

    def _go_on_by_the_lights(self) -> None:
        """Follow the game from its last recorded position, once the board stands so."""
        self._follow_from_now_on()
        guide = SetupGuide(self.position, self._sensor)
        guide.look(with_blind(self._seen, self._health.blind))
        self._guide = guide if len(guide.wrong) > ONE_PAIR else None
        if guide.wrong:
            self._watch.rest_anew(self._t)
            self._follower.corrections.demand(self._t, guide.wrong)
        else:
            self._ask_what_is_owed()

    # --- the turn of the board itself ---

    def _goes_on_as_awaited(self, duration: float) -> bool:
        """Record the board's turn if it is over; whether all that was done belongs to it."""
        awaited = self._awaited
        if awaited is None:
            return False
        progress = awaited.progress(self._evidence)
        settings, is_wrong = self._settings, bool(self._follower.corrections.wrong)
        is_quick = self._habits.are_careless
        patience = settings.silent_patience if is_quick else settings.partial_patience
        if ended(progress, duration, math.inf if is_wrong else patience):
            self._play(awaited, progress.ahead)
            return True
        return goes_on(progress) and not is_wrong

    def _end_awaited_before(self, change: Sighting) -> None:
        """Whoever answers the board's turn has carried it out before."""
        awaited = self._awaited
        if awaited is None or self._follower.corrections.wrong or not _is_lift(change):
            return
        ahead = ahead_before(awaited, change.square, self._evidence)
        if ahead is not None:
            self._play(awaited, ahead)

    def _play(self, awaited: AwaitedTurn, ahead: SquareSet) -> None:
        """Record the board's turn; what was taken up `ahead` belongs to the answer."""
        begun = [change for change in self._watch.changes if ahead >> change.square & 1]
        self._follower.withdraw_all(self._t)
        self._record.turn(self._t, awaited.actions, asks_for=None)
        self._health.recorded(self._t, self.position)
        self._follow_from_now_on()
        self._watch.changes += begun
        if not self._record.status.is_over:
            self._ask_what_is_owed()

    # --- an end by agreement ---

    def _result_by_kings(self) -> Result | None:
        if self._record.status.is_over:
            return None
        result = gestures.result_by_kings(self._record, self._seen)
        return result if result and not self._follower.explains else None

    def _end_by_agreement(self, result: Result) -> None:
        self._follower.corrections.withdraw(self._t)
        if self._said is None:
            self._struck = None
            root, changes = self._follower.root, self._watch.changes
            if gestures.end_began_as_a_turn(
                root, self._record, self._seen, changes, self._settings
            ):
                self._struck = self.turns[-1]
                self._record.take_back(self._t, len(self.turns))
        self._say(agreement(result), by_kings=True)

    def _say(self, end: GameEnd, *, by_kings: bool) -> None:
        self._said, self._was_said_by_kings = end, by_kings
        self._guide = None
        self._follow_from_now_on()
        self._record.tell(EndEvent(self._t, end.result, end.reason))

    def _rested_after_agreement(self) -> None:
        """The kings may say another result, or go back: then the game goes on."""
        struck = self._struck
        if struck is not None and agree(self._seen, contents_of(struck.position)):
            self._record.turn(self._t, struck.actions, asks_for=None)  # It was a turn after all.
        if agree(self._seen, contents_of(self.position)):
            self._said = None
            self._follow_from_now_on()
            self._record.tell(RestoredEvent(self._t))
            return
        result = gestures.result_by_kings(self._record, self._seen)
        if result and self._said and result != self._said.result:
            self._end_by_agreement(result)


def _is_lift(change: Sighting) -> bool:
    """Whether somebody has left the square: what stood there, or one of two partners."""
    is_alone = change.content in (Content.WHITE, Content.BLACK)
    return looks_empty(change.content) or (change.before == Content.UNION and is_alone)


def _is_brought_over(came: Sighting, left: Sighting) -> bool:
    """Whether two changes may be of a union, the pieces of which were moved one by one."""
    return _may_be_set_down(came) and looks_empty(left.content) and came.square != left.square


def _may_be_set_down(change: Sighting) -> bool:
    """Whether somebody may have arrived on the square."""
    # Where a union may look empty, something may have been set down though nobody saw it.
    return change.content == HIDDEN or not _is_lift(change)
