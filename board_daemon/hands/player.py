"""A player who answers the board: its questions and its corrections, with his hands alone."""

import math
import random
from collections.abc import Sequence
from typing import Final

from board_daemon.hands.acts import LEFT, Act, SetDown, TakeUp
from board_daemon.hands.answers import square_that_answers, was_moved_to, was_on
from board_daemon.hands.choreography import choreograph
from board_daemon.hands.heard import Heard
from board_daemon.hands.layout import Layout, layout_of, looks_alike, only_on, rearrange, transfers
from board_daemon.hands.perform import Performer
from board_daemon.hands.plan import Script
from board_daemon.hands.style import CLEAN, Range
from board_daemon.hands.verdict import RecordedTurn
from board_daemon.rules.actions import Action, Promote, promoted_pieces, squares_of
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.tracking.events import (
    AskEvent,
    AskPartEvent,
    AskPieceEvent,
    AskPromotionEvent,
    AskSquareEvent,
    AskTakebackEvent,
    Event,
    RestoredEvent,
    RestoreEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
)
from board_daemon.tracking.explaining.explanation import stands_on
from board_daemon.tracking.view import PromotionView

Request = AskEvent | RestoreEvent

PATIENCE: Final = 10
"""So often a player answers about one turn before he gives up."""

_SHOWN_AGAIN: Final = 6
"""So often a union is lifted and set down for a board that did not see it."""
_PIECES_OF_A_UNION: Final = 2

_UNHEARD: Final = 8
"""So many turns that the board says nothing of are played again: until then people play on."""
_UNANSWERED: Final = 3
"""The same where it asks, and nobody stands where he would answer."""

_IN_VAIN: Final = 3
"""So many answers that the board says nothing to: then people play on."""

_READ: Range = (0.8, 2.0)
_HOLD: Range = (0.4, 0.9)


class Player:
    """Both players in one person: he sees what the board says and knows what was truly played."""

    def __init__(
        self, performer: Performer, start: Position, rng: random.Random, *, leafs: bool
    ) -> None:
        """`leafs`: promotions are left until the board asks for them."""
        self._performer = performer
        self._start = start
        self._rng = rng
        self._leafs = leafs
        self._heard = Heard(start)
        self._request: Request | None = None
        self._repairing = False
        self._replayed = 0
        """How many turns stand on the board again since it was put right."""
        self._attempts = 0
        self._in_vain = 0
        """How many touches the board has said nothing to."""
        self.has_chosen = False
        """Whether he has chosen already what the pawn becomes that he owes a piece for."""
        self._looks_on = False
        """Whether he has touched a promoted pawn, and looks which piece is shown by then."""
        self._most_agreed = 0
        self._misplaced = math.inf
        """How many pieces were to be put right when he last did so."""
        self._told_of: set[tuple[Square, ...]] = set()
        """The squares about which he has answered with two other pieces, since patience was new."""

    @property
    def recorded(self) -> tuple[RecordedTurn, ...]:
        """The turns as the board has them now."""
        return self._heard.turns

    def heard(self, truth: Sequence[PlayedTurn]) -> int:
        """How many turns lie behind the position that the board has on record."""
        return self._heard.count(truth)

    def sees_all_recorded(self, truth: Sequence[PlayedTurn]) -> bool:
        """Whether the board has told of all turns, and lights the last one where it stands."""
        return self.heard(truth) == len(truth) and self._heard.stands_after(truth, len(truth))

    @property
    def has_given_up(self) -> bool:
        """Whether the board asked too often for one turn."""
        return self._attempts > PATIENCE

    @property
    def is_stuck(self) -> bool:
        """Whether the board asks for something that his hands cannot do, or asks too often."""
        return self.has_given_up or isinstance(self._request, RestoreEvent) or self._repairing

    def begin_turn(self) -> None:
        """A turn was played: patience is renewed, and what was put right before is behind him."""
        self._renew_patience()
        self.has_chosen = self._looks_on = False
        if not isinstance(self._request, RestoreEvent):
            self._repairing, self._replayed = False, 0

    def _renew_patience(self) -> None:
        self._attempts = 0
        self._told_of.clear()

    def see(self, events: Sequence[Event]) -> None:
        """Take notice of what the board says."""
        self._heard.see(events)
        if events:
            self._in_vain = 0
        for event in events:
            if isinstance(event, Request):
                self._request = event
            elif isinstance(event, TurnEvent | ReviseEvent | TakebackEvent | RestoredEvent):
                self._request = None

    def respond(
        self,
        truth: Sequence[PlayedTurn],
        upcoming: Sequence[Action],
        shown: Sequence[PromotionView] = (),
    ) -> Script:
        """What he does about it now; nothing where nothing is asked of him.

        `truth` is what was played so far, `upcoming` the turn to be played next, `shown` what the
        board shows of promotions.
        """
        agreed = self._heard.agreed(truth)
        if agreed > self._most_agreed:
            self._most_agreed = agreed
            self._renew_patience()
        if self.has_given_up:
            return []
        comes_nearer = self._comes_nearer()
        script = self._response(truth, upcoming, shown)
        if script:
            self._attempts += not comes_nearer
            first, *rest = script
            script = [Act(self._rng.uniform(*_READ), first.deed), *rest]
        return script

    def _comes_nearer(self) -> bool:
        """Whether it goes on well: that needs no patience.

        Each time fewer pieces stand otherwise than they should, or the board asks about squares
        that it has not asked about yet, and knows more by each answer.
        """
        if isinstance(self._request, AskPartEvent):
            is_new = self._request.squares not in self._told_of
            self._told_of.add(self._request.squares)
            return is_new
        if not isinstance(self._request, RestoreEvent):
            self._misplaced = math.inf
            return False
        now, goal = self._performer.layout(), layout_of(self._heard.believed)
        before, self._misplaced = self._misplaced, len(transfers(now, goal))
        return self._misplaced < before < math.inf

    def _response(
        self,
        truth: Sequence[PlayedTurn],
        upcoming: Sequence[Action],
        shown: Sequence[PromotionView],
    ) -> Script:
        match self._request:
            case AskSquareEvent(_, squares) if self._stands_as_played(truth):
                square = square_that_answers(squares, self._heard, truth, self._stands)
                answer = self._touch_unless_in_vain(square, truth)
                return answer or self._play_unheard_again(truth, _UNANSWERED)
            case AskPartEvent(_, squares, yes, no) if self._stands_as_played(truth):
                return self._touch(yes if was_on(squares, self._heard, truth) else no, truth)
            case AskPartEvent(_, _, _, no) if self._repairing:
                return self._touch(no, truth)  # Whoever has set pieces back has played nothing.
            case AskPieceEvent(_, square, piece, yes, no):
                stands = stands_on(self._standing(truth), square, piece)
                return self._touch(yes if stands else no, truth)
            case AskTakebackEvent(_, _, yes, _) if self._repairing and not self._replayed:
                return self._touch(yes, truth)  # It is what he has set back.
            case AskTakebackEvent(_, square, yes, no):
                return self._touch(no if was_moved_to(square, self._heard, truth) else yes, truth)
            case AskPromotionEvent():
                self._request = None
                leafed = self._leaf_through(shown, truth, upcoming)
                return leafed or (self._repair(truth) if self._repairing else [])
            case RestoreEvent():
                self._repairing, self._replayed = True, 0
                return self._follow_the_lights(truth)
            case None if self._looks_on and (leafed := self._leaf_through(shown, truth, upcoming)):
                return leafed
            case _ if self._repairing and not self._has_only_put_a_wrong_move_right(truth):
                return self._repair(truth)
            case _:
                self._repairing = False
                return self._play_unheard_again(truth) or self._show_again(truth)

    def _play_unheard_again(self, truth: Sequence[PlayedTurn], most: int = _UNHEARD) -> Script:
        """Where the board has not recorded so many turns: set them back, and play them again."""
        if len(truth) - self.heard(truth) < most:
            return []
        self._repairing = True
        return self._repair(truth)

    # --- questions ---

    def _stands_as_played(self, truth: Sequence[PlayedTurn]) -> bool:
        """Whether the turn that is asked for stands on the board, and is not being put right."""
        now = self._performer.layout()
        asked_for = min(self.heard(truth), len(truth) - 1)
        return any(looks_alike(now, layout_of(turn.position)) for turn in truth[asked_for:])

    def _standing(self, truth: Sequence[PlayedTurn]) -> Position:
        """What stands on the board: as he has played, or as it is recorded and was put right.

        Of turns that are played again, the last ones may still be to come.
        """
        if not self._stands_as_played(truth):
            return self._heard.believed
        return self._heard.position_after(truth, self._replayed or len(truth))

    def _stands(self, square: Square) -> bool:
        return bool(self._performer.board.standing(square).pieces)

    def _show_again(self, truth: Sequence[PlayedTurn]) -> Script:
        """Where the board may not see a union and has said nothing: its square once more.

        Whoever plays knows that each turn is answered by a flash.
        """
        ply = self.heard(truth)
        if not self._performer.may_miss_unions or ply >= len(truth):
            return []
        end = squares_of(truth[ply].actions)[-1]
        is_union = len(self._performer.board.standing(end).pieces) == _PIECES_OF_A_UNION
        if not is_union or self._attempts >= _SHOWN_AGAIN or not self._stands_as_played(truth):
            return []
        return self._touch(end, truth)

    def _touch_unless_in_vain(self, square: Square, truth: Sequence[PlayedTurn]) -> Script:
        self._in_vain += 1
        return self._touch(square, truth) if self._in_vain <= _IN_VAIN else []

    def _touch(self, square: Square, truth: Sequence[PlayedTurn]) -> Script:
        if not self._stands(square):
            return []
        hand = LEFT[self._mover(truth)]
        return [
            Act(0, TakeUp(square, hand)),
            Act(self._rng.uniform(*_HOLD), SetDown(square, hand)),
        ]

    def _leaf_through(
        self,
        shown: Sequence[PromotionView],
        truth: Sequence[PlayedTurn],
        upcoming: Sequence[Action],
    ) -> Script:
        self._looks_on = False
        return [act for each in shown for act in self._leaf(each, truth, upcoming)]

    def _leaf(
        self,
        shown: PromotionView,
        truth: Sequence[PlayedTurn],
        upcoming: Sequence[Action],
    ) -> Script:
        if (wanted := self._promotion(shown, truth, upcoming)) is None:
            return []
        if self.heard(truth) == len(truth):
            self.has_chosen |= truth[-1].position.promoting not in (None, shown.square)
        times = (PROMOTIONS.index(wanted) - PROMOTIONS.index(shown.piece)) % len(PROMOTIONS)
        actions = truth[self.heard(truth) - 1].actions
        if shown.square in promoted_pieces(actions) and shown.square != squares_of(actions)[-1]:
            # With some pieces the chain could not have gone on: he looks which is shown next.
            self._looks_on = times > 1
            times = min(times, 1)
        script: Script = []
        for _ in range(times):
            touch = self._touch(shown.square, truth)
            script += [act.after(self._rng.uniform(*_HOLD)) for act in touch]
        return script

    def _promotion(
        self, shown: PromotionView, truth: Sequence[PlayedTurn], upcoming: Sequence[Action]
    ) -> PieceType | None:
        """What a pawn shall become."""
        ply = self.heard(truth)
        if not self.recorded or not ply:
            return None
        played = truth[ply - 1]
        if played.position.promoting is None:
            return _became(shown.square, truth[max(0, ply - 2) : ply])
        # Carried home by the other player: its owner promotes before his turn, and with it where
        # that is only played again.
        wanted = [a.piece for a in upcoming[:1] if isinstance(a, Promote)]
        # Where another square than its own is lit for it, he chooses there at once.
        is_elsewhere = shown.square != played.position.promoting
        is_next = (self._leafs or is_elsewhere) and ply == len(truth)
        return wanted[0] if wanted and is_next else None

    # --- corrections ---

    def _follow_the_lights(self, truth: Sequence[PlayedTurn]) -> Script:
        """One pair of squares nearer to how the board believes it should stand."""
        request = self._request
        believed, now = layout_of(self._heard.believed), self._performer.layout()
        lit: Sequence[Square] = request.squares if isinstance(request, RestoreEvent) else ()
        script = self._towards(only_on(lit, believed, now), truth, only_one=True)
        script = script or self._towards(believed, truth, only_one=True)
        if script or not isinstance(request, RestoreEvent):
            return script
        # All stands where it belongs: perhaps not quite in the middle of its square.
        lit = [square for square in request.squares if self._stands(square)]
        return self._touch(self._rng.choice(lit), truth) if lit else []

    def _repair(self, truth: Sequence[PlayedTurn]) -> Script:
        """Once the board is content: take back what it has wrong, and play that again."""
        good = self._heard.agreed(truth)
        if good < len(self.recorded):
            self._replayed = 0
            return self._take_back_to(good, truth)
        # What he has played again stands, and the board has nothing against it.
        stands = max(good, self._replayed)
        before = self._heard.position_after(truth, stands)
        looks_so = looks_alike(self._performer.layout(), layout_of(before))
        if not looks_so:
            self._replayed = 0
            goal = layout_of(self._heard.position_after(truth, good))
            return self._towards(goal, truth, only_one=False)
        if stands < len(truth):
            self._replayed = stands + 1
            return choreograph(before, truth[stands].actions, CLEAN, self._rng)
        self._repairing, self._replayed = False, 0
        return []

    def _has_only_put_a_wrong_move_right(self, truth: Sequence[PlayedTurn]) -> bool:
        """Whether the board is content, and all that he has played stands though."""
        played = layout_of(self._heard.position_after(truth, len(truth)))
        now = self._performer.layout()
        is_believed = looks_alike(played, layout_of(self._heard.believed))
        return looks_alike(now, played) and not is_believed and not self._replayed

    def _take_back_to(self, good: int, truth: Sequence[PlayedTurn]) -> Script:
        """Set the pieces as after so many turns; further back, if that looks as it is recorded.

        Where a chain came home, or a union went to and fro, there is nothing to set back.
        """
        recorded = layout_of(self._heard.believed)
        earlier = (layout_of(self._heard.position_after(truth, ply)) for ply in range(good, -1, -1))
        goal = next((each for each in earlier if not looks_alike(each, recorded)), None)
        return [] if goal is None else self._towards(goal, truth, only_one=False)

    def _towards(self, goal: Layout, truth: Sequence[PlayedTurn], *, only_one: bool) -> Script:
        now, mover = self._performer.layout(), self._mover(truth)
        return list(rearrange(now, goal, CLEAN, self._rng, mover, only_one=only_one))

    def _mover(self, truth: Sequence[PlayedTurn]) -> Color:
        """Who has moved last; before the first turn, who is to move."""
        return truth[-1].position.to_move.other if truth else self._start.to_move


def _became(square: Square, turns: Sequence[PlayedTurn]) -> PieceType | None:
    """What the pawn became that stands on a square after these turns.

    Where none does, the one set down last in the last turn: it is asked for elsewhere.
    """
    became = [promoted_pieces(turn.actions) for turn in reversed(turns)]
    last = next(reversed(became[0].values()), None)
    return next((pieces[square] for pieces in became if square in pieces), last)
