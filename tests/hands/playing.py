"""Turns played for a tracker in every way, stopped midway, and slipped in: rules of the machine."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    precondition,
    rule,
)

from board_daemon.hands.acts import LEFT, RIGHT, Act, SetDown, SlipIn, TakeUp
from board_daemon.hands.choreography import choreograph
from board_daemon.hands.games import rare_beginnings
from board_daemon.hands.style import CLEAN, HandStyle
from board_daemon.rules.actions import Lift, Place, Promote
from board_daemon.rules.position import Position
from board_daemon.rules.status import Status
from board_daemon.tracking.events import AskSquareEvent
from firmware_bridge.frames import SensorKind
from tests.hands.drawing import (
    WAYS,
    Turn,
    doubtful_turns,
    draw_turn,
    first_lift,
    last_place,
    leaves_no_trace,
    looks,
    may_be_slipped_in,
    parted_turns,
    play_all,
    slides,
    take_overs,
    ways_to_play,
)
from tests.hands.table import LOOK, Table
from tests.hands.told import MAY_GO_ON, SLIDES_OVER, check_pace, destinations_of

PAUSES: Final = st.floats(min_value=0.05, max_value=2.0)
SEEDS: Final = st.integers(min_value=0, max_value=2**16)
SILENTLY: Final = HandStyle("silently", silent_join=1, silent_shows=0)


class PlayedTurns(RuleBasedStateMachine):
    """Turns at one table, recorded as they were played."""

    table: Table

    # --- turns ---

    @precondition(lambda self: self.table.is_running)
    @rule(data=st.data(), way=ways_to_play(), seed=SEEDS)
    def play_a_turn(self, data: st.DataObject, way: str, seed: int) -> None:
        """A legal turn by the play convention."""
        turn = draw_turn(data, self.table.position)
        if leaves_no_trace(self.table.position, turn):
            way = "plainly"
        self.play(turn, way, seed)

    @precondition(lambda self: self.offers(rare_beginnings))
    @rule(data=st.data(), way=ways_to_play(), seed=SEEDS)
    def play_a_rare_turn(self, data: st.DataObject, way: str, seed: int) -> None:
        """Castling, a promotion, or a union en passant, and what follows from it."""
        begun = data.draw(st.sampled_from(rare_beginnings(self.table.position)), label="begun")
        self.play(draw_turn(data, self.table.position, begun), way, seed)

    @precondition(lambda self: self.table.is_running)
    @rule(data=st.data(), way=ways_to_play(), pause=st.none() | PAUSES, seed=SEEDS)
    def answer_a_turn_at_once(
        self, data: st.DataObject, way: str, pause: float | None, seed: int
    ) -> None:
        """A turn, and the reply before it was recorded, with another piece.

        Without a pause its piece is lifted before the last one is quite down. Who promotes, or is
        to promote, waits for the board.
        """
        table, before = self.table, self.table.position
        turn = draw_turn(data, before)
        if leaves_no_trace(before, turn):
            return
        after, reply = play_all(before, turn), None
        if not after.phase.is_over:
            reply = draw_turn(data, after)
            is_seen = not leaves_no_trace(after, reply)
            is_seen = is_seen and not leaves_no_trace(before, (*turn, *reply))
            if first_lift(reply) == last_place(turn) or not is_seen:
                reply = None
        waits = any(isinstance(action, Promote) for action in (*turn, *(reply or ())[:1]))
        table.perform_both(turn, reply, WAYS[way], seed, 2.0 if waits else pause)
        table.be_content()

    @precondition(lambda self: self.is_between_turns())
    @rule(data=st.data(), steps=st.integers(0, 3), seconds=st.floats(0.2, 2.0))
    def stop_midway(self, data: st.DataObject, steps: int, seconds: float) -> None:
        """Hands stop in the midst of a turn; all live destinations are lit, and no others."""
        before = self.table.position
        chains = take_overs(before) if steps else []
        begun = data.draw(st.sampled_from(chains), label="begun") if chains else ()
        turn = draw_turn(data, before, begun)
        # The lights do not follow a piece that is set free on a square that was passed over.
        frees_in_passing = Place(before.en_passant or 0) in turn[:-1]
        is_promoting = any(isinstance(a, Promote) for a in turn)
        if leaves_no_trace(before, turn) or is_promoting or frees_in_passing:
            return
        stop = min(steps, len(turn) - 2)
        script = choreograph(before, turn, CLEAN, random.Random(0))
        downs = [i for i, act in enumerate(script) if isinstance(act.deed, SetDown)]
        first = 1 if stop == 0 else downs[stop - 1] + 1
        self.table.do(script[:first])
        self.table.rest(seconds)
        middle = play_all(before, turn[: stop + 1])
        hand = self.table.tracker.view().hand
        assert hand is not None
        assert hand.position == middle
        assert hand.destinations == destinations_of(middle)
        self.table.do(script[first:])
        self.table.has_played(turn)
        self.table.be_content()

    @precondition(lambda self: self.offers(slides))
    @rule(data=st.data(), seconds=st.sampled_from((0.35, 0.6, 1.0, 2.0)))
    def stop_on_the_way(self, data: st.DataObject, seconds: float) -> None:
        """A piece is set down, and then goes on; a short stop records nothing.

        A union that stops for longer than when it slides may have been moved on by the other
        player: the next turn tells (see `tests/tracking/test_unions_moved_on.py`).
        """
        table = self.table
        start, stop, end = data.draw(st.sampled_from(slides(table.position)), label="way")
        if table.position.unions >> start & 1:
            seconds = SLIDES_OVER
        hand = RIGHT[table.position.to_move]
        table.do([Act(0.5, TakeUp(start, hand)), Act(0.8, SetDown(stop, hand))])
        said = table.rest(seconds)
        assert not said or seconds >= MAY_GO_ON
        table.do([Act(0.0, TakeUp(stop, hand)), Act(0.8, SetDown(end, hand))])
        table.has_played((Lift(start), Place(end)))
        table.be_content()

    @precondition(lambda self: self.offers(parted_turns))
    @rule(data=st.data(), seconds=st.floats(1.0, 20.0))
    def leave_half_done(self, data: st.DataObject, seconds: float) -> None:
        """What is left of a castling or a union en passant is lit for as long as it stands so."""
        table, before = self.table, self.table.position
        turn, (source, target) = data.draw(st.sampled_from(parted_turns(before)), label="turn")
        hand, left = RIGHT[before.to_move], LEFT[before.to_move]
        start, end = first_lift(turn), last_place(turn)
        table.do([Act(0.5, TakeUp(start, hand)), Act(0.8, SetDown(end, hand))])
        assert not table.rest(seconds)
        unfinished = table.tracker.view().unfinished
        assert unfinished is not None
        assert (unfinished.start, unfinished.end) == (source, target)
        join = SlipIn(end, left) if target == end else SetDown(target, left)
        table.do([Act(0.0, TakeUp(source, left)), Act(0.8, join)])
        table.has_played(turn)
        table.be_content()

    @precondition(lambda self: self.offers(take_overs))
    @rule(data=st.data(), is_undone=st.booleans(), seed=SEEDS)
    def slip_in(self, data: st.DataObject, is_undone: bool, seed: int) -> None:
        """A chain whose unions are not lifted: the board asks, and it is answered or undone."""
        table = self.table
        turns = [turn for turn, _ in doubtful_turns(table.position, table.sensor)]
        is_doubtful = data.draw(st.booleans(), label="doubtful")
        if turns and is_doubtful:
            turn = data.draw(st.sampled_from(turns), label="turn")
        else:
            begun = data.draw(st.sampled_from(take_overs(table.position)), label="begun")
            turn = draw_turn(data, table.position, begun)
        known = {looks(p, table.sensor) for p in table.positions_before()}
        after = looks(play_all(table.position, turn), table.sensor)
        if after in known or not may_be_slipped_in(table.position, turn, table.sensor):
            return
        # Where its unions are seen to change on the way back, or where players are known to slip
        # pieces in, a chain may as well have come home: then the question stands.
        may_undo = not table.are_careless and table.sensor == SensorKind.PRESENCE
        table.are_careless = True
        table.perform(turn, SILENTLY, seed)
        table.rest(LOOK)
        table.check_honesty()
        if is_undone and may_undo and len(table.told.game.turns) < len(table.truth.turns):
            table.take_back(seed, SILENTLY)
            turn = draw_turn(data, table.position)
            if not leaves_no_trace(table.position, turn):
                table.perform(turn, CLEAN, seed)
        table.be_content()

    @precondition(lambda self: self.offers(take_overs))
    @rule(data=st.data(), seconds=PAUSES, seed=SEEDS)
    def adjust_what_it_passes_by(self, data: st.DataObject, seconds: float, seed: int) -> None:
        """A union is adjusted, then another is taken over: the first is no step of it."""
        table = self.table
        turns = doubtful_turns(table.position, table.sensor)
        if not turns:
            return
        turn, other = data.draw(st.sampled_from(turns), label="turn")
        hand = LEFT[table.position.to_move]
        table.do([Act(0.5, TakeUp(other, hand)), Act(seconds, SetDown(other, hand))])
        self.play(turn, "plainly", seed)

    def play(self, turn: Turn, way: str, seed: int) -> None:
        """Play a turn in some way; one that was played plainly is recorded in good time."""
        table, before = self.table, self.table.position
        said = table.perform(turn, WAYS[way], seed)
        done = table.performer.t
        said += table.be_content()
        # A chain that ends where it began looks like adjusting, and is asked about.
        may_ask = table.are_careless or first_lift(turn) == last_place(turn)
        assert may_ask or not any(isinstance(event, AskSquareEvent) for event in said)
        if way == "plainly":
            check_pace(before, turn, said, done)

    def is_between_turns(self) -> bool:
        """Whether the next thing is to lift a piece."""
        return self.table.truth.status == Status.RUN

    def offers(self, possible: Callable[[Position], Sequence[object]]) -> bool:
        """Whether anything of a kind is possible now."""
        return self.is_between_turns() and bool(possible(self.table.position))
