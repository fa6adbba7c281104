"""From a legal turn to what hands do: in what order, with which hand, after how long."""

import random
from collections.abc import Sequence

from board_daemon.hands.acts import (
    LEFT,
    RIGHT,
    Act,
    Deed,
    Exchange,
    HandOver,
    SetDown,
    SlideOver,
    SlipIn,
    SwapPiece,
    TakeUp,
    TellPromotion,
)
from board_daemon.hands.steps import Arrival, Step, distance, steps_of, straight_path
from board_daemon.hands.style import HandStyle, Promoting, Range
from board_daemon.rules.actions import Action, Lift, Promote
from board_daemon.rules.castling import rook_way
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, SquareSet
from firmware_bridge.virtual_board import Hand

_LONG: Range = (1.0, 3.0)
_DWELL: Range = (0.05, 0.15)
_GAP = 0.05
_TOGETHER: Range = (0.0, 0.06)
_LOOK: Range = (0.3, 2.5)


def choreograph(
    position: Position, actions: Sequence[Action], style: HandStyle, rng: random.Random
) -> list[Act]:
    """What hands do to play a legal turn; raises `IllegalAction` if it is none."""
    return _Turn(position, style, rng).acts_for(actions)


class _Turn:
    """The acts of one turn, as they are put together."""

    def __init__(self, position: Position, style: HandStyle, rng: random.Random) -> None:
        self._position = position
        self._style = style
        self._rng = rng
        self._color = position.to_move
        self._main, self._other = RIGHT[self._color], LEFT[self._color]
        self._acts: list[Act] = []

    def acts_for(self, actions: Sequence[Action]) -> list[Act]:
        rest = list(actions)
        owed = rest[0]
        if isinstance(owed, Promote):
            self._owed_promotion(owed)
            del rest[0]
        lift = rest.pop(0)
        assert isinstance(lift, Lift)
        lifted = play(self._position, lift)
        hand = lifted.hand
        assert hand is not None
        steps = steps_of(lifted, rest, self._style.silent_join, self._rng)
        way = rook_way(lifted.to_move, lift.square, steps[0].target)
        if hand.piece == PieceType.KING and way is not None:
            self._castle(lifted, steps[0].target, way)
        elif hand.partner is not None:
            self._move_union(steps[0])
        elif len(steps) > 1 and self._chance(self._style.out_of_order):
            self._unordered_chain(lift.square, steps)
        else:
            self._chain(lift.square, steps)
        return self._acts

    # --- putting acts together ---

    def _chance(self, probability: float) -> bool:
        return self._rng.random() < probability

    def _add(self, deed: Deed, wait: Range) -> None:
        self._acts.append(Act(self._rng.uniform(*wait), deed))

    def _move_wait(self) -> Range:
        return _LONG if self._chance(self._style.hesitate) else self._style.move

    # --- the kinds of turn ---

    def _chain(self, origin: Square, steps: list[Step]) -> None:
        first = steps[0]
        joins = first.arrival != Arrival.EMPTY and (
            not first.silent or first.source != first.target
        )
        partner_first = joins and self._chance(self._style.partner_first)
        together = _TOGETHER if self._chance(self._style.two_hands) else self._style.move
        if partner_first:
            self._add(TakeUp(first.source, self._other), self._first_or(self._style.move))
            self._add(TakeUp(origin, self._main), together)
        else:
            self._add(TakeUp(origin, self._main), self._first_or(self._style.move))
        at = origin
        for step in steps:
            is_first = step is first
            self._carry(step, at, is_last=step is steps[-1])
            self._arrive(step, lifted=is_first and partner_first)
            if is_first and joins and not partner_first and together == _TOGETHER:
                self._lift_together(TakeUp(first.source, self._other))
            at = step.target

    def _lift_together(self, second: TakeUp) -> None:
        """Let the other hand lift at once, if that comes next after the first lift."""
        if self._acts[1].deed == second:
            self._acts[1] = Act(self._rng.uniform(*_TOGETHER), second)

    def _carry(self, step: Step, at: Square, *, is_last: bool) -> None:
        """What happens to the lone piece in the main hand on its way to a step's target."""
        if is_last and self._chance(self._style.pause_wrong):
            self._pause_on_wrong_square(step, at)
        if step.promotion is not None and self._swaps_on_the_way():
            self._add(SwapPiece(self._main, step.promotion), self._style.move)

    def _swaps_on_the_way(self) -> bool:
        return self._chance(self._style.swap) and self._chance(0.6)

    def _pause_on_wrong_square(self, step: Step, at: Square) -> None:
        taken = step.before.occupied | 1 << step.target | 1 << at
        near = [
            square
            for square in range(64)
            if not taken >> square & 1 and distance(square, step.target) <= 2
        ]
        if near:
            wrong = self._rng.choice(near)
            self._add(SetDown(wrong, self._main), self._style.move)
            self._add(TakeUp(wrong, self._main), _LOOK)

    def _arrive(self, step: Step, *, lifted: bool) -> None:
        if step.arrival == Arrival.EMPTY:
            assert step.before.hand is not None
            self._set_down_after_slide(
                step.before.hand.square, step.target, self._main, step.before.occupied
            )
        elif step.silent and not lifted:
            self._join_silently(step)
        elif step.arrival == Arrival.UNION:
            self._join_openly(step, lifted=lifted)
        else:
            self._take_over_openly(step, lifted=lifted)
        if step.promotion is not None:
            self._promote(step)

    def _set_down_after_slide(
        self, start: Square, end: Square, hand: Hand, occupied: SquareSet
    ) -> None:
        wait = self._on_the_way(start, end, hand, occupied, self._style.slide)
        self._add(SetDown(end, hand), wait)

    def _on_the_way(
        self, start: Square, end: Square, hand: Hand, occupied: SquareSet, slide: float
    ) -> Range:
        """Perhaps slide over the squares between; the wait until what is done at the end.

        `slide`: how likely that is, where nothing stands in between.
        """
        path = straight_path(start, end)
        free = all(not occupied >> square & 1 for square in path)
        slides = path and free and self._chance(slide)
        wait = self._move_wait()
        if not slides:
            return wait
        for square in path:
            self._add(SlideOver(square, hand), wait)
            self._add(SlideOver(None, hand), _DWELL)
            wait = (_GAP, _GAP)
        return wait

    def _on_the_way_in(self, step: Step) -> Range:
        """The same where the piece in the main hand joins another one."""
        hand, slide = step.before.hand, self._style.slide_in
        assert hand is not None
        if not slide:
            return self._move_wait()  # Not drawn: games of known seeds stay as they are.
        return self._on_the_way(hand.square, step.target, self._main, step.before.occupied, slide)

    def _draw_passed_pawn_back(self, step: Step) -> None:
        self._add(TakeUp(step.source, self._other), self._style.move)
        self._add(SetDown(step.target, self._other), self._style.exchange)

    def _join_silently(self, step: Step) -> None:
        if step.source != step.target:
            self._draw_passed_pawn_back(step)
        if step.arrival == Arrival.TAKEOVER and self._chance(self._style.silent_shows):
            # The freed piece makes room first, and goes back to the main hand in the end.
            self._add(TakeUp(step.target, self._other, self._color), self._on_the_way_in(step))
            self._add(SlipIn(step.target, self._main), self._style.exchange)
            self._add(HandOver(self._other, self._main), (0, 0))
        else:
            self._add(SlipIn(step.target, self._main), self._on_the_way_in(step))

    def _join_openly(self, step: Step, *, lifted: bool) -> None:
        if not lifted:
            self._add(TakeUp(step.source, self._other), self._on_the_way_in(step))
        if self._chance(self._style.one_by_one):
            self._add(SetDown(step.target, self._main), self._style.exchange)
            self._add(SlipIn(step.target, self._other), self._style.exchange)
        else:
            self._add(HandOver(self._main, self._other), (0, 0))
            self._add(SetDown(step.target, self._other), self._style.exchange)

    def _take_over_openly(self, step: Step, *, lifted: bool) -> None:
        if not lifted:
            self._add(TakeUp(step.source, self._other), self._on_the_way_in(step))
        self._add(Exchange(self._main, self._other), (0, 0))
        self._add(SetDown(step.target, self._other), self._style.exchange)

    def _unordered_chain(self, origin: Square, steps: list[Step]) -> None:
        """Two hands do the last steps of a chain in another order, where they can."""
        last, entered = steps[-1], steps[-2]
        plain = last.arrival == Arrival.EMPTY and entered.source == entered.target
        if not plain or entered.promotion is not None or last.promotion is not None:
            self._chain(origin, steps)
        elif len(steps) == 2 and last.target != origin and self._chance(0.5):
            self._chain_from_its_end(origin, entered, last)
        else:
            self._chain_with_late_union(origin, steps)

    def _chain_from_its_end(self, origin: Square, entered: Step, last: Step) -> None:
        """The union is lifted, its piece goes where it ends, then the first piece joins."""
        self._add(TakeUp(entered.target, self._other), self._first_or(self._style.move))
        self._add(HandOver(self._other, self._main, self._color), (0, 0))
        self._add(SetDown(last.target, self._main), self._move_wait())
        self._add(TakeUp(origin, self._main), self._move_wait())
        self._add(HandOver(self._main, self._other), (0, 0))
        self._add(SetDown(entered.target, self._other), self._style.move)

    def _chain_with_late_union(self, origin: Square, steps: list[Step]) -> None:
        """The last union taken over is set down only after the freed piece has arrived."""
        *early, entered, last = steps
        self._add(TakeUp(origin, self._main), self._first_or(self._style.move))
        for step in early:
            self._arrive(step, lifted=False)
        self._add(TakeUp(entered.source, self._other), self._move_wait())
        self._add(Exchange(self._main, self._other), (0, 0))
        if last.target == entered.target:
            self._add(SetDown(entered.target, self._other), self._style.exchange)
            self._add(SetDown(last.target, self._main), self._style.exchange)
            return
        self._add(SetDown(last.target, self._main), self._style.move)
        self._add(SetDown(entered.target, self._other), self._style.move)

    def _move_union(self, step: Step) -> None:
        assert step.before.hand is not None
        start = step.before.hand.square
        if self._chance(self._style.two_hands):
            for color, hand in self._shared_out():
                self._add(TakeUp(start, hand, color), self._first_or(_TOGETHER))
            self._add(SetDown(step.target, self._main), self._move_wait())
            self._add(SlipIn(step.target, self._other), _TOGETHER)
        else:
            self._add(TakeUp(start, self._main), self._first_or(self._style.move))
            split = self._chance(0.5)
            if split:
                self._add(HandOver(self._main, self._other, self._color.other), (0, 0))
            self._set_down_after_slide(start, step.target, self._main, step.before.occupied)
            if split:
                self._gather_before_setting_down()
        if step.promotion is not None:
            self._promote(step)

    def _gather_before_setting_down(self) -> None:
        """Let the main hand take back what the other one holds, just before it sets that down."""
        down = self._acts.pop()
        gather = HandOver(self._other, self._main)
        self._acts += [Act(down.wait, gather), Act(0, down.deed)]

    def _shared_out(self) -> list[tuple[Color, Hand]]:
        order = [(self._color, self._main), (self._color.other, self._other)]
        self._rng.shuffle(order)
        return order

    def _first_or(self, wait: Range) -> Range:
        return wait if self._acts else (0, 0)

    def _castle(self, lifted: Position, king_to: Square, way: tuple[Square, Square]) -> None:
        assert lifted.hand is not None
        king, rook = (lifted.hand.square, king_to), way
        occupied = lifted.occupied & ~(1 << rook[0])
        if self._chance(self._style.two_hands):
            first, second = self._shuffled((king, self._main), (rook, self._other))
            for (start, _), hand in (first, second):
                self._add(TakeUp(start, hand), self._first_or(self._style.move))
            for (_, end), hand in self._shuffled(first, second):
                self._add(SetDown(end, hand), self._style.move)
            return
        rook_first = self._chance(self._style.rook_first)
        order = (rook, king) if rook_first else (king, rook)
        for index, (start, end) in enumerate(order):
            self._add(TakeUp(start, self._main), self._first_or(self._style.move))
            standing = occupied | 1 << (order[0][1] if index else order[1][0])
            self._set_down_after_slide(start, end, self._main, standing)

    def _shuffled(
        self, *moves: tuple[tuple[Square, Square], Hand]
    ) -> list[tuple[tuple[Square, Square], Hand]]:
        order = list(moves)
        self._rng.shuffle(order)
        return order

    # --- promotion ---

    def _owed_promotion(self, action: Promote) -> None:
        square = self._position.promoting
        assert square is not None
        how = self._rng.choice(self._style.promoting)
        if how == Promoting.TELL:
            self._add(TellPromotion(action.piece), (0, 0))
        elif how == Promoting.LEAF:
            self._leaf(square, action.piece)
        self._position = play(self._position, action)

    def _promote(self, step: Step) -> None:
        assert step.promotion is not None
        how = self._rng.choice(self._style.promoting)
        if how == Promoting.LEAF:
            self._leaf(step.target, step.promotion)
        if how != Promoting.TELL:
            return
        swaps = step.arrival != Arrival.TAKEOVER and self._chance(self._style.swap)
        tell_first = self._chance(0.5)
        if tell_first:
            self._add(TellPromotion(step.promotion), self._style.move)
        if swaps:
            self._swap_on_square(step)
        if not tell_first:
            self._add(TellPromotion(step.promotion), self._style.move)

    def _swap_on_square(self, step: Step) -> None:
        assert step.before.hand is not None
        assert step.promotion is not None
        in_union = step.arrival == Arrival.UNION or step.before.hand.partner is not None
        self._add(TakeUp(step.target, self._main, self._color), self._style.move)
        self._add(SwapPiece(self._main, step.promotion), (0, 0))
        back = SlipIn(step.target, self._main) if in_union else SetDown(step.target, self._main)
        self._add(back, self._style.move)

    def _leaf(self, square: Square, piece: PieceType) -> None:
        """Lift and return what stands on the square until it shows the piece wanted."""
        for _ in range(PROMOTIONS.index(piece)):
            self._add(TakeUp(square, self._other), self._first_or(self._style.exchange))
            self._add(SetDown(square, self._other), self._style.exchange)
