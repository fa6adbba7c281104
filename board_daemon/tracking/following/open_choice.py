"""The choice of a piece that stays open beside the one for the pawn set down last.

Where play had gone on before it was asked what a pawn became, or is taken back to its promotion,
its player may still say so until his own next turn. So he may where a chain has brought another
pawn home before its last one. A touch of its square alone, and a rest, goes on to the next piece
then: who adjusts what stands there and plays on is faster. Several touches need hardly any rest.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from board_daemon.rules.actions import (
    Action,
    Promote,
    is_same_but_for_promotions,
    promotions_in,
    squares_of,
    where_promoted_ends,
    with_promotion,
)
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.squares import Square, square_set
from board_daemon.tracking.events import AskPromotionEvent
from board_daemon.tracking.explaining.explanation import leafed_to
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.missed_choices import begun_at, gone_on_from
from board_daemon.tracking.hypotheses.promotions import (
    played_from,
    prompt_of,
    unnamed_on_the_way,
)
from board_daemon.tracking.record import Record
from board_daemon.tracking.settings import REACTION


@dataclass(frozen=True, slots=True)
class _Open:
    """A promotion in a recorded turn that may still be chosen."""

    ply: int
    actions: tuple[Action, ...]
    """The turn."""
    number: int
    """Which of its actions promotes."""
    square: Square
    """Where the pawn stands."""
    since: float
    """When it was asked for, in seconds."""

    @property
    def piece(self) -> PieceType:
        """What it is as things stand."""
        action = self.actions[self.number]
        assert isinstance(action, Promote)
        return action.piece

    def with_piece(self, piece: PieceType) -> "_Open":
        """The same, were it that piece."""
        return replace(self, actions=with_promotion(self.actions, self.number, piece))


class OpenChoice:
    """Keeps that of an earlier pawn open, and beside it that of the last one; and takes them."""

    def __init__(self, record: Record, workings: Workings) -> None:
        self._record = record
        self._game = workings
        self._earlier: _Open | None = None
        self._unasked: int | None = None
        """The turn for the last pawn of which it is asked only once the earlier one is chosen."""

    # --- what is open ---

    @property
    def shown(self) -> tuple[Square, PieceType] | None:
        """Where that of an earlier pawn is made, and what that is as things stand."""
        earlier = self._earlier_one
        return None if earlier is None else (earlier.square, earlier.piece)

    @property
    def _earlier_one(self) -> _Open | None:
        """That of an earlier pawn, until its player has moved again, or what the pawn became."""
        earlier, turns = self._earlier, self._record.turns
        if earlier is None or self._record.status.is_over or len(turns) < earlier.ply:
            return None
        actions = turns[earlier.ply - 1].actions
        if not is_same_but_for_promotions(actions, earlier.actions):
            return None
        later = turns[earlier.ply :]
        has_moved = any(earlier.square in squares_of(turn.actions) for turn in later)
        return None if has_moved or len(later) > 1 else replace(earlier, actions=actions)

    def _all_open(self) -> Iterator[_Open]:
        """Those that are chosen by touches of the pawn now: the last turn's only beside another."""
        game, root, earlier = self._game, self._game.open.root, self._earlier_one
        if earlier is None:
            return
        yield earlier
        if not self._was_put_right:
            last = _last_of(root, game.choosing.recorded_at)
            if last is not None:
                yield last

    @property
    def _was_put_right(self) -> bool:
        """Whether the board was put right since: who does that straightens what stands there."""
        return self._game.choosing.recorded_at <= self._game.corrections.since < math.inf

    # --- what opens it ---

    def note_turn(self, before: Line, step: Line, asked: float) -> Square | None:
        """Take note that a step after the one `before` was recorded.

        Where to ask for a pawn that came home before its last one; None: nowhere.
        `asked`: when it was asked last what a pawn became, in seconds.
        """
        on_the_way = _came_home_on_the_way(step, self._game.t)
        if on_the_way is None:
            self._note_what_was_missed(before, step, asked)
            return None
        self._earlier = on_the_way
        choosing = self._game.choosing
        square = choosing.square_on_the_way(step)
        # One after the other, as they came home: where the last one is open, it waits for this one,
        # which was asked for as the turn was recorded.
        is_last_open = square is not None and choosing.square_to_ask_on() is not None
        self._unasked = step.ply if is_last_open else None
        return None if is_last_open else square

    def ask_for_the_last_one(self, duration: float) -> None:
        """Ask for the last pawn once an earlier one of its turn is chosen, or is left as it is.

        `duration`: seconds of rest.
        """
        game = self._game
        if self._unasked is None or self._unasked != game.open.root.ply:
            return
        if not self.is_named_next or duration >= game.settings.partial_patience:
            self._unasked = None
            square = game.choosing.square_to_ask_on()
            if square is not None:
                self._record.tell(AskPromotionEvent(game.t, square))

    def _note_what_was_missed(self, before: Line, step: Line, asked: float) -> None:
        if step.explanation is None or step.depth == before.depth:
            return
        known, begun = self._earlier, begun_at(before, step, self._game.watch.changes)
        if begun is None:
            begun = self._game.t
        if known is not None and known.ply == before.ply:
            # Play was taken back to it: who chooses has had the time since, or had chosen before.
            is_missed = known.piece == PROMOTIONS[0] and begun <= known.since + REACTION
            self._earlier = known if is_missed else None
            return
        missed = self._missed(before, step, asked)
        if missed is not None and begun <= asked + REACTION:
            self._earlier = missed

    def _missed(self, before: Line, step: Line, asked: float) -> _Open | None:
        """What was open, and nobody has chosen, when that step was made."""
        prompt = self._game.open.prompt_of(before)
        if prompt is None or prompt.piece != PROMOTIONS[0] or step.explanation is None:
            return None
        if not prompt.is_owed:
            return _last_of(before, asked)
        actions = step.explanation.actions
        stays = prompt.square not in squares_of(actions)
        return _Open(step.ply, actions, 0, prompt.square, asked) if stays else None

    def reopens(self) -> Square | None:
        """Open the one of the last turn again once a later one was taken back.

        Where to ask for it; None: nowhere, as there is none, or its player has chosen.
        """
        game, ply = self._game, len(self._record.turns)
        root = game.open.root
        if root.explanation is not None or game.open.prompt_of(root) is not None:
            return None
        step = root.after_turn(ply)
        last = None if step is None else _last_of(step, game.t)
        if last is None:
            return None
        self._earlier = last
        is_asked = last.piece == PROMOTIONS[0] and self._is_felt(last)
        return last.square if is_asked else None

    # --- what is chosen ---

    def takes_word(self, piece: PieceType) -> bool:
        """Take the player's word for an earlier pawn; False: it is for another one."""
        game, earlier = self._game, self._earlier_one
        if earlier is None or not self.is_named_next:
            return False
        if game.choosing.speaks_of_later_play() or not self._take(earlier, piece, is_named=True):
            return False
        self._earlier = None
        self.ask_for_the_last_one(0.0)
        return True

    @property
    def is_named_next(self) -> bool:
        """Whether a piece that is named now is for the earlier pawn.

        In one turn it comes first, until a piece is chosen for it. One of another turn comes last.
        """
        root, earlier = self._game.open.root, self._earlier_one
        if earlier is None:
            return False
        last = self._game.open.prompt_of(root)
        if last is None or earlier.ply != root.ply:
            return last is None
        return earlier.piece == PROMOTIONS[0] or last.piece != PROMOTIONS[0]

    @property
    def is_chosen_now(self) -> bool:
        """Whether the earlier pawn is touched, and perhaps the last one as well, and no other."""
        earlier = self._earlier_one
        return earlier is not None and any(each.square == earlier.square for each in self._touched)

    def waits(self, duration: float) -> bool:
        """Whether only pawns of open choices were touched; they are chosen by that after a rest.

        `duration`: seconds of rest.
        """
        game = self._game
        if game.is_wrong or game.asking.stands or not game.open.is_stirred:
            return False
        touched = self._touched
        if touched and duration >= self._patience(touched):
            # What is chosen first changes the turn of the other one, too.
            for square, touches in [(each.square, self._touches_of(each)) for each in touched]:
                choice = next(each for each in self._all_open() if each.square == square)
                self._go_on(choice, touches)
        return bool(touched)

    def _patience(self, touched: Sequence[_Open]) -> float:
        """Seconds of rest after which touches count, a single one only if nobody plays on so soon.

        Nobody straightens what he has promoted, looks at it, and does so again.
        """
        settings = self._game.settings
        is_meant = any(self._is_looked_at_between(each) for each in touched)
        return settings.settle if is_meant else settings.answer_rest

    def _is_looked_at_between(self, choice: _Open) -> bool:
        """Whether its pawn was touched several times, and not just set down shakily."""
        touches = self._game.open.evidence.lifts_on(choice.square)
        pauses = [later.left - touch.back for touch, later in pairwise(touches)]
        return bool(pauses) and min(pauses) >= self._game.settings.settle_final

    @property
    def _touched(self) -> list[_Open]:
        """The open choices whose pawns were touched, if nothing else was done."""
        evidence = self._game.open.evidence
        touched = [each for each in self._all_open() if evidence.touched >> each.square & 1]
        is_apart = evidence.touched != square_set(each.square for each in touched)
        if is_apart or evidence.dirty or not all(map(self._touches_of, touched)):
            return []
        return touched

    def _touches_of(self, choice: _Open) -> int:
        """How often it was gone on to the next piece by touches since it was open."""
        touches = self._game.open.evidence.lifts_on(choice.square)
        if not touches or not self._is_felt(choice):
            return 0
        is_meant = touches[0].left >= choice.since + REACTION and touches[-1].is_over
        return len(touches) if is_meant else 0

    def _is_felt(self, choice: _Open) -> bool:
        return not self._game.choosing.unreliable >> choice.square & 1

    def _go_on(self, choice: _Open, touches: int) -> None:
        """Go on by so many pieces, and past those with which the later turns cannot be played."""
        for more in range(len(PROMOTIONS)):
            if self._take(choice, leafed_to(touches + more, choice.piece), is_named=False):
                return

    def _take(self, choice: _Open, piece: PieceType, *, is_named: bool) -> bool:
        """Take it that the pawn became that piece; False: what was played since was no turn then.

        `is_named`: whether its player says so; else all that happened were his touches.
        """
        game, root = self._game, self._game.open.root
        step, chosen = root.after_turn(choice.ply), choice.with_piece(piece)
        line = None if step is None else _chosen(step, chosen, is_named=is_named)
        end = line if line is None or step is root else gone_on_from(line, root, {})
        if line is None or end is None:
            return False
        later = [turn.actions for turn in self._record.turns[choice.ply :]]
        if piece != choice.piece:
            try:
                self._record_anew(chosen, later)
            except IllegalAction:
                return False
        if not is_named and step is root:
            end = replace(end, t=game.watch.changes[-1].t)
        game.open.rewrite(line, end, None if is_named else len(game.watch.changes))
        return True

    def _record_anew(self, chosen: _Open, later: Sequence[tuple[Action, ...]]) -> None:
        """Record the turn as it was chosen, and those after it; raises `IllegalAction`."""
        game = self._game
        if not later:
            self._record.revise(game.t, chosen.actions, None)
            return
        asks_for = game.choosing.square_to_ask_on()
        self._record.play_anew(game.t, chosen.ply, [chosen.actions, *later], asks_for)


def _last_of(step: Line, since: float) -> _Open | None:
    """The promotion of a turn that may be chosen after it, open since a time in seconds."""
    prompt, turn = prompt_of(step), step.explanation
    if prompt is None or prompt.is_owed or turn is None:
        return None
    number = promotions_in(turn.actions)[-1]
    return _Open(step.ply, turn.actions, number, prompt.square, since)


def _came_home_on_the_way(step: Line, t: float) -> _Open | None:
    """The choice for a pawn that came home before the last one of that turn, open since `t`.

    None: there is none for which nobody was felt to choose, or was heard to.
    """
    number = unnamed_on_the_way(step)
    if number is None or step.explanation is None:
        return None
    actions = step.explanation.actions
    return _Open(step.ply, actions, number, where_promoted_ends(actions, number), t)


def _chosen(step: Line, choice: _Open, *, is_named: bool) -> Line | None:
    """The line to which a turn led by that choice; None: it may not be played so.

    `is_named`: whether its player has named what it promotes.
    """
    turn, before = step.explanation, step.parent
    if turn is None or before is None:
        return None
    named = sum(number <= choice.number for number in promotions_in(choice.actions))
    told = max(turn.told, named) if is_named else turn.told
    return played_from(before, replace(turn, actions=choice.actions, told=told), step)
