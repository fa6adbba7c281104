"""Board and tracker together, driven by whatever hands can do, with the rules engine as the judge.

A failing run shrinks to few acts; its trace is printed, and `pacoboard infer` replays it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar, Final

import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
)

from board_daemon.hands.acts import LEFT, RIGHT, Act, SetDown, TakeUp
from board_daemon.hands.layout import layout_of, rearrange
from board_daemon.hands.style import CLEAN
from board_daemon.rules.actions import squares_of
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.squares import bits
from board_daemon.rules.turns import distinct_outcomes
from board_daemon.tracking.tracker import TrackerState
from firmware_bridge.frames import SensorKind
from tests.hands.drawing import (
    agreements,
    looks,
    misplaced,
    moved,
    result_of,
    wrong_moves,
)
from tests.hands.playing import PAUSES, SEEDS, PlayedTurns
from tests.hands.table import RARE_STARTS, REST, STARTS, SWIFTLY, Table
from tests.hands.told import positions
from tests.tracking.board import SENSORS

MOST_TAKEN_BACK: Final = 3


class BoardAndTracker(PlayedTurns):
    """What was played is what is recorded, once the hands are still and have answered."""

    starts: ClassVar[Sequence[str]] = STARTS

    @initialize(
        data=st.data(),
        sensor=st.sampled_from(SENSORS),
        bounces=st.booleans(),
        seed=SEEDS,
    )
    def sit_down(self, data: st.DataObject, sensor: SensorKind, bounces: bool, seed: int) -> None:
        """A board is set up, and a tracker begins to look at it; its contacts may bounce."""
        start = parse_fen(data.draw(st.sampled_from(self.starts), label="start"))
        self.bounces = bounces
        self.table = Table(start, sensor, seed, bounces=bounces, found=start)

    # --- what is no turn ---

    @rule(data=st.data(), seconds=st.floats(min_value=0.1, max_value=8.0))
    def adjust(self, data: st.DataObject, seconds: float) -> None:
        """Something is lifted and set down where it stood."""
        standing = list(bits(self.table.position.occupied))
        square = data.draw(st.sampled_from(standing), label="square")
        hand = LEFT[self.table.position.to_move]
        self.table.do([Act(0.5, TakeUp(square, hand)), Act(seconds, SetDown(square, hand))])
        self.table.be_content()

    @precondition(lambda self: self.table.may_take_back())
    @rule(number=st.integers(1, MOST_TAKEN_BACK), pause=PAUSES, again=st.booleans(), seed=SEEDS)
    def take_back(self, number: int, pause: float, again: bool, seed: int) -> None:
        """The last turns are undone by hand, the last one first; one may be done again.

        In another order it would look like two more turns, where each piece may go back so.
        """
        undone = self.table.take_back(seed)
        for _ in range(number - 1):
            self.table.rest(pause)
            if not self.table.may_take_back():
                break
            undone = self.table.take_back(seed)
        self.table.be_content()
        if again:
            self.table.bring_forward(undone, seed)
            self.table.be_content()

    # From players who slip pieces in, the board rather takes a wrong move for another such chain.
    @precondition(lambda self: self.is_between_turns() and not self.table.are_careless)
    @rule(data=st.data())
    def move_wrongly(self, data: st.DataObject) -> None:
        """A lone piece goes where it may not; the board says so, and it is brought back."""
        table, position = self.table, self.table.position
        moves = wrong_moves(position, table.truth.turns, table.positions_before())
        if not moves:
            return
        start, end = data.draw(st.sampled_from(moves), label="start and end")
        hand = RIGHT[position.to_move]
        table.do([Act(0.5, TakeUp(start, hand)), Act(0.8, SetDown(end, hand))])
        table.rest(REST)
        assert self.is_recorded(), "a wrong move was recorded"
        if table.tracker.view().ask:
            # It asks where pieces slipped in would make it a turn.
            outcomes = {looks(p, table.sensor) for p in distinct_outcomes(position)}
            assert looks(moved(position, start, end), table.sensor) in outcomes
        else:
            assert table.lit_as_wrong() == table.wrong_squares()
        table.do([Act(0.5, TakeUp(end, hand)), Act(0.8, SetDown(start, hand))])
        table.be_content()

    @rule(seconds=st.floats(min_value=0.1, max_value=100.0))
    def do_nothing(self, seconds: float) -> None:
        """Time goes on."""
        assert not self.table.rest(seconds)

    # --- games begun, ended and taken up ---

    @precondition(lambda self: self.offers(agreements))
    @rule(data=st.data(), seed=SEEDS)
    def agree_on_a_result(self, data: st.DataObject, seed: int) -> None:
        """Both kings are set on centre squares, and put back: then the game goes on."""
        table = self.table
        squares = data.draw(st.sampled_from(agreements(table.position)), label="kings to")
        kings = [table.position.king_square(color) for color in Color]
        for starts, ends in ((kings, squares), (squares, kings)):
            ups = [Act(0.5, TakeUp(s, RIGHT[c])) for c, s in zip(Color, starts, strict=True)]
            downs = [Act(0.5, SetDown(s, RIGHT[c])) for c, s in zip(Color, ends, strict=True)]
            table.do([*ups, *downs])
            table.rest(REST)
            assert self.is_recorded()
            is_agreed = ends is squares
            assert table.told.agreed == (result_of(squares) if is_agreed else None)
            assert (table.tracker.state == TrackerState.OVER) == is_agreed
        table.be_content()

    @precondition(lambda self: self.table.may_set_up_anew())
    @rule(seed=SEEDS)
    def set_up_anew(self, seed: int) -> None:
        """All pieces are set on their home squares, and a new game begins."""
        table = self.table
        games = table.told.new_games
        table.settled = []
        table.go_to(Position.start(table.position.rules), SWIFTLY, seed)
        table.begin_anew()
        table.rest(REST)
        assert table.told.new_games == games + 1
        table.be_content()

    @rule(number=st.integers(0, 5), seed=SEEDS)
    def take_up_the_game(self, number: int, seed: int) -> None:
        """Another tracker goes on; where pieces were moved meanwhile, the lights bring them back.

        What was told before a promotion was chosen is forgotten: it is asked for again.
        """
        position, chance = self.table.position, random.Random(seed)
        if not self.table.is_running:
            return
        found = misplaced(position, number, chance)
        sensor = self.table.sensor
        table = Table(position, sensor, seed, bounces=self.bounces, found=found)
        self.table = table
        if table.wrong_squares():
            for _ in range(number):
                table.rest(REST)
                assert table.lit_as_wrong() == table.wrong_squares()
                now, wanted = table.performer.layout(), layout_of(position)
                mover = position.to_move
                table.do(rearrange(now, wanted, CLEAN, chance, mover, only_one=True))
            assert not table.wrong_squares()
        table.be_content()

    # --- what must hold ---

    @invariant()
    def the_board_stands_as_it_was_played(self) -> None:
        """Else the hands have gone wrong, and nothing can be asked of the tracker."""
        self.table.performer.check(self.table.position)

    @invariant()
    def what_was_played_is_recorded(self) -> None:
        """Position by position."""
        table = self.table
        recorded = [turn.notation for turn in table.tracker.turns]
        assert recorded == [turn.notation for turn in table.truth.turns]
        assert self.is_recorded()

    @invariant()
    def the_tracker_says_what_it_told(self) -> None:
        """Its own record is what its events say."""
        tracker, told = self.table.tracker, self.table.told
        assert tracker.turns == told.game.turns
        assert tracker.position == told.game.position
        assert told.agreed is None
        assert (told.result is not None) == told.game.status.is_over

    @invariant()
    def nothing_is_asked_for_any_more(self) -> None:
        """The board is at peace."""
        view, state = self.table.tracker.view(), self.table.tracker.state
        assert not view.ask
        assert not view.fix
        # What was adjusted right after a turn may yet become the next one: that is handling.
        assert state not in (TrackerState.ASKING, TrackerState.CORRECTING)
        assert (state == TrackerState.OVER) == self.table.truth.status.is_over

    @invariant()
    def the_board_shows_how_the_game_stands(self) -> None:
        """The last turn, Ŝako, and nothing in hand."""
        view, position = self.table.tracker.view(), self.table.position
        turns = self.table.truth.turns
        assert view.position == position
        assert view.hand is None
        assert view.last == (squares_of(turns[-1].actions) if turns else ())
        # What the start position is in was not told by any event.
        if turns and self.table.is_running:
            assert bool(view.sako) == gives_sako(position, position.to_move.other)

    def teardown(self) -> None:
        """Print what happened, should it have failed."""
        if hasattr(self, "table"):
            note(self.table.trace)

    # --- the rest ---

    def is_recorded(self) -> bool:
        """Whether the tracker has recorded what was played."""
        return positions(self.table.tracker.turns) == positions(self.table.truth.turns)


class RareTurns(BoardAndTracker):
    """The same where the first turns are castling, promotions, unions en passant and the like."""

    starts = RARE_STARTS


BoardAndTracker.TestCase.settings = settings(
    max_examples=150, stateful_step_count=12, deadline=None, report_multiple_bugs=False
)
RareTurns.TestCase.settings = settings(
    BoardAndTracker.TestCase.settings, max_examples=250, stateful_step_count=4
)
TestWhatWasPlayedIsRecorded = pytest.mark.slow(BoardAndTracker.TestCase)
TestRareTurnsAreRecorded = pytest.mark.slow(RareTurns.TestCase)
