"""Board and tracker together, driven by whatever hands can do, with the rules engine as the judge.

A failing run shrinks to few acts; its trace is printed, and `pacoboard infer` replays it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import reduce
from typing import Final

from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from board_daemon.hands.acts import LEFT, RIGHT, Act, BeginTurn, SetDown, TakeUp
from board_daemon.hands.choreography import choreograph
from board_daemon.hands.games import random_turn
from board_daemon.hands.layout import layout_of, looks_alike, rearrange
from board_daemon.hands.perform import Performer
from board_daemon.hands.player import Player
from board_daemon.hands.style import CLEAN, CONVENTION
from board_daemon.lights.frame import frame_at
from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.castling import rook_way
from board_daemon.rules.destinations import live_destinations
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import ALL_SQUARES, Square, bits
from board_daemon.rules.status import Status
from board_daemon.tracking.events import Event, ReviseEvent, TakebackEvent, TurnEvent
from board_daemon.tracking.tracker import Tracker, TrackerState
from firmware_bridge.frames import SensorKind
from firmware_bridge.trace import TraceLine, format_header, format_line
from firmware_bridge.virtual_board import Hand
from firmware_bridge.virtual_sensors import FieldModel
from tests.rules.strategies import seeds
from tests.tracking.board import SENSORS, START

STARTS: Final = (
    START,
    # Chains and unions everywhere.
    "2br2k1/p3a3/4F3/ph5d/8/B1dsndE1/P1P1a1f1/3RK1R1 w 5 - - -",
    "7r/1vp1f3/Dd3c1p/4P2k/4a3/ad1EPD2/h2PK1q1/2B5 w 8 - - -",
    # Both may castle, White may unite en passant.
    "r3k2r/p4p1p/8/3pP3/8/8/P4P1P/R3K2R w 0 AHah d6 -",
    # Both are about to promote.
    "4k3/1P4P1/8/8/8/8/1p4p1/4K3 w 0 - - -",
)
HANDS: Final = {
    "clean": CLEAN,
    "quick and varied": CONVENTION,
}
REST: Final = 6.5
"""Seconds after which nothing more can come of what was done."""
PAUSES: Final = st.floats(min_value=0.1, max_value=2.0)
MOST_ANSWERS: Final = 12


class RecordedGame:
    """The game as the events tell it, replayed by the rules engine."""

    def __init__(self, start: Position) -> None:
        self.game = Game(start)

    def hear(self, event: Event) -> None:
        """Take in an event; what it says must be possible, and the position after it right."""
        match event:
            case TurnEvent():
                assert event.ply == len(self.game.turns) + 1
                self._play(event)
            case ReviseEvent():
                assert event.ply == len(self.game.turns)
                self.game.take_back(event.ply)
                self._play(event)
            case TakebackEvent():
                assert 1 <= event.ply <= len(self.game.turns)
                self.game.take_back(event.ply)
            case _:
                pass

    def _play(self, event: TurnEvent | ReviseEvent) -> None:
        played = self.game.play_turn(event.actions)
        assert format_fen(played.position) == event.fen
        assert played.notation == event.notation
        assert played.status == event.status


class BoardAndTracker(RuleBasedStateMachine):
    """What was played is what is recorded, once the hands are still and have answered."""

    @initialize(
        fen=st.sampled_from(STARTS),
        sensor=st.sampled_from(SENSORS),
        hands=st.sampled_from(sorted(HANDS)),
        seed=seeds,
    )
    def sit_down(self, fen: str, sensor: SensorKind, hands: str, seed: int) -> None:
        """A board is set up, and a tracker begins to look at it."""
        self.random = random.Random(seed)
        self.style = HANDS[hands]
        start = parse_fen(fen)
        self.truth = Game(start)
        field = FieldModel(axes=3)
        self.performer = Performer(start, sensor, self.style, self.random, field)
        self.player = Player(self.performer, start, self.random, leafs=False)
        self.tracker = Tracker(start, sensor)
        self.told = RecordedGame(start)
        self.lines: list[TraceLine] = []
        self.feed(self.performer.opening())

    # --- what hands do ---

    @precondition(lambda self: self.is_running())
    @rule(seed=seeds)
    def play_a_turn(self, seed: int) -> None:
        """A legal turn by the play convention, as the hands' style has it."""
        if self.play(seed):
            self.be_content()

    @precondition(lambda self: bool(rare_beginnings(self.truth.position)))
    @rule(seed=seeds, chosen=seeds)
    def play_a_rare_turn(self, seed: int, chosen: int) -> None:
        """Castling, or a union en passant and what follows from it."""
        beginnings = rare_beginnings(self.truth.position)
        actions = beginnings[chosen % len(beginnings)]
        middle = reduce(play, actions, self.truth.position)
        if middle.to_move == self.truth.position.to_move:
            actions = (*actions, *(random_turn(middle, random.Random(seed)) or ()))
        self.perform(actions, random.Random(seed))
        self.be_content()

    @precondition(lambda self: self.is_running())
    @rule(first=seeds, second=seeds, pause=PAUSES)
    def answer_a_turn_at_once(self, first: int, second: int, pause: float) -> None:
        """A turn, and the reply before it was recorded."""
        if self.play(first) and self.is_running():
            end = last_square(self.truth.turns[-1])
            self.feed(self.performer.rest(pause))
            self.play(second, spared=end)
        self.be_content()

    @rule(square=seeds, seconds=PAUSES)
    def adjust(self, square: int, seconds: float) -> None:
        """Something is lifted and set down where it stood."""
        standing = list(bits(self.truth.position.occupied))
        chosen = standing[square % len(standing)]
        self.do(touch(chosen, LEFT[self.truth.position.to_move], seconds))
        self.be_content()

    @precondition(lambda self: self.can_take_back())
    @rule(seed=seeds)
    def take_back(self, seed: int) -> None:
        """The last turn is undone by hand."""
        last, before = self.truth.turns[-1], self.truth.position_before(len(self.truth.turns))
        self.go_to(before, seed)
        self.truth.take_back(last.ply)
        self.performer.take_for(before)
        self.be_content()

    @precondition(lambda self: self.is_running())
    @rule(seed=seeds)
    def move_wrongly(self, seed: int) -> None:
        """A lone piece goes where it may not; the board says so, and it is brought back."""
        position = self.truth.position
        move = self.wrong_move(position, random.Random(seed))
        if move is None:
            return
        start, end = move
        hand = RIGHT[position.to_move]
        self.do([Act(0.5, TakeUp(start, hand)), Act(0.8, SetDown(end, hand))])
        self.feed(self.performer.rest(REST))
        assert self.is_recorded(), "a wrong move was recorded"
        # It asks where pieces slipped in would make it a turn.
        view = self.tracker.view()
        assert view.ask or {fix.square for fix in view.fix} == {start, end}
        self.do([Act(0.5, TakeUp(end, hand)), Act(0.8, SetDown(start, hand))])
        self.be_content()

    @rule(seconds=st.floats(min_value=0.1, max_value=100.0))
    def do_nothing(self, seconds: float) -> None:
        """Time goes on."""
        said = self.feed(self.performer.rest(seconds))
        assert not any(isinstance(event, TurnEvent | ReviseEvent | TakebackEvent) for event in said)

    # --- what must hold ---

    @invariant()
    def the_board_stands_as_it_was_played(self) -> None:
        """Else the hands have gone wrong, and nothing can be asked of the tracker."""
        self.performer.check(self.truth.position)

    @invariant()
    def what_was_played_is_recorded(self) -> None:
        """Position by position."""
        recorded = [turn.notation for turn in self.tracker.turns]
        assert recorded == [turn.notation for turn in self.truth.turns]
        assert self.is_recorded()

    @invariant()
    def the_tracker_says_what_it_told(self) -> None:
        """Its own record is what its events say."""
        assert self.tracker.turns == self.told.game.turns
        assert self.tracker.position == self.told.game.position

    @invariant()
    def nothing_is_asked_for_any_more(self) -> None:
        """The board is at peace."""
        view = self.tracker.view()
        assert not view.ask
        assert not view.fix
        assert self.tracker.state in (TrackerState.SETTLED, TrackerState.OVER)

    def teardown(self) -> None:
        """Print what happened, should it have failed."""
        if hasattr(self, "lines"):
            note("\n".join([format_header(self.performer.header), *map(format_line, self.lines)]))

    # --- hands ---

    def is_running(self) -> bool:
        """Whether another turn can be played."""
        return not self.truth.status.is_over

    def can_take_back(self) -> bool:
        """Whether undoing the last turn is no turn itself, and changes what is to be seen.

        Who moves a union back does just what its mover does who takes his turn back.
        """
        if not self.truth.turns:
            return False
        last, before = self.truth.turns[-1], self.truth.position_before(len(self.truth.turns))
        start = next(action.square for action in last.actions if isinstance(action, Lift))
        return (
            before.phase == Status.RUN
            and not before.unions >> start & 1
            and not any(isinstance(action, Promote) for action in last.actions)
            and layout_of(before) != layout_of(last.position)
        )

    def play(self, seed: int, spared: Square | None = None) -> bool:
        """Play a random turn that does not begin on a square; False: there was none to play.

        A chain that leaves the board as it stood cannot be told from adjusting.
        """
        position = self.truth.position
        chance = random.Random(seed)
        for _ in range(5):
            turn = random_turn(position, chance)
            if turn is None:
                return False
            start = next(action.square for action in turn if isinstance(action, Lift))
            after = reduce(play, turn, position)
            if start != spared and not looks_alike(layout_of(after), layout_of(position)):
                break
        else:
            return False
        self.perform(turn, chance)
        return True

    def perform(self, turn: Sequence[Action], chance: random.Random) -> None:
        """Play a turn."""
        script = choreograph(self.truth.position, turn, self.style, chance)
        self.do([Act(0.5, BeginTurn()), *script])
        self.truth.play_turn(turn)
        self.performer.check(self.truth.position)
        self.player.begin_turn()

    def wrong_move(self, position: Position, chance: random.Random) -> tuple[Square, Square] | None:
        """Where a lone piece might go that it may not, and that means nothing else.

        Not what was moved last: who goes on with that has changed his mind. And the board must not
        look as it did before.
        """
        color = position.to_move
        lone = position.squares(color) & ~position.unions
        if self.truth.turns:
            lone &= ~(1 << last_square(self.truth.turns[-1]))
        starts = list(bits(lone & ~(1 << position.king_square(color))))
        if position.phase != Status.RUN or not starts:
            return None
        start = chance.choice(starts)
        live = live_destinations(position)
        ends = list(bits(ALL_SQUARES & ~position.occupied & ~live.get(start, 0)))
        chance.shuffle(ends)
        known = (end for end in ends if not self.stood_so_before(position, start, end))
        end = next(known, None)
        return None if end is None else (start, end)

    def stood_so_before(self, position: Position, start: Square, end: Square) -> bool:
        """Whether the board would look as it did earlier in the game."""
        pieces = [bytearray(position.white), bytearray(position.black)]
        moved = pieces[position.to_move]
        moved[end], moved[start] = moved[start], 0
        layout = bytes(pieces[0]), bytes(pieces[1])
        plies = range(1, len(self.truth.turns) + 1)
        return any(looks_alike(layout, layout_of(self.truth.position_before(ply))) for ply in plies)

    def go_to(self, position: Position, seed: int) -> None:
        """Bring the pieces to where they stand in a position."""
        mover = self.truth.position.to_move
        now, wanted = self.performer.layout(), layout_of(position)
        self.do([Act(0.5, BeginTurn())])
        self.do(list(rearrange(now, wanted, CLEAN, random.Random(seed), mover)))

    def do(self, script: Sequence[Act]) -> None:
        """Let hands act, and the tracker watch them."""
        self.feed(self.performer.run(script))

    def feed(self, lines: Sequence[TraceLine]) -> list[Event]:
        """Let the tracker take in what the board reported."""
        said: list[Event] = []
        for line in lines:
            self.lines.append(line)
            said += self.tracker.take(line)
            frame_at(self.tracker.view(), line.t)
        for event in said:
            self.told.hear(event)
        self.player.see(said)
        return said

    def be_content(self) -> None:
        """Rest, and answer what the board asks until it asks no more."""
        self.feed(self.performer.rest(REST))
        for _ in range(MOST_ANSWERS):
            script = self.player.respond(self.truth.turns, ())
            if not script:
                break
            self.do(script)
            self.feed(self.performer.rest(REST))

    def is_recorded(self) -> bool:
        """Whether the tracker has recorded what was played."""
        return positions(self.tracker.turns) == positions(self.truth.turns)


def rare_beginnings(position: Position) -> list[tuple[Action, ...]]:
    """The castlings of a position, and the unions en passant as far as to the union."""
    if position.phase != Status.RUN:
        return []
    color, found = position.to_move, list[tuple[Action, ...]]()
    for start, ends in live_destinations(position).items():
        piece = position.piece_at(color, start)
        for end in bits(ends):
            castles = piece == PieceType.KING and rook_way(position, start, end) is not None
            passes = piece == PieceType.PAWN and end == position.en_passant
            # A pawn that only goes straight on does not pass anybody.
            if castles or (passes and (end - start) % 8):
                found.append((Lift(start), Place(end)))
    return found


def positions(turns: Sequence[PlayedTurn]) -> list[str]:
    return [format_fen(turn.position) for turn in turns]


def touch(square: Square, hand: Hand, seconds: float) -> list[Act]:
    """Lift what stands on a square for a while."""
    return [Act(0.5, TakeUp(square, hand)), Act(seconds, SetDown(square, hand))]


def last_square(turn: PlayedTurn) -> Square:
    """Where a turn ended."""
    return next(a.square for a in reversed(turn.actions) if isinstance(a, Place))


BoardAndTracker.TestCase.settings = settings(
    max_examples=120, stateful_step_count=12, deadline=None
)
TestWhatWasPlayedIsRecorded = BoardAndTracker.TestCase
