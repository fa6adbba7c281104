"""A virtual board, a player's hands and a tracker, and what was truly played.

All that the tracker says and shows is held against the rules engine as it comes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from board_daemon.hands.acts import Act, BeginTurn
from board_daemon.hands.layout import layout_of, rearrange
from board_daemon.hands.perform import Performer
from board_daemon.hands.plan import lit_unions, overlap, plan_turn
from board_daemon.hands.player import Player
from board_daemon.hands.style import CLEAN, HandStyle
from board_daemon.lights.frame import frame_at
from board_daemon.rules.actions import Action, Place, Promote
from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status
from board_daemon.rules.turns import distinct_outcomes
from board_daemon.tracking.events import Event
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.trace import TraceLine, format_header, format_line
from firmware_bridge.virtual_sensors import FieldModel
from tests.hands.drawing import WAYS, Turn, differing, first_lift, last_place, looks, play_all
from tests.hands.told import ToldGame, lit_at_most, positions
from tests.tracking.board import LETTERS, START, reading

RARE_STARTS: Final = (
    # Both may castle, White may unite en passant.
    "r3k2r/p4p1p/8/3pP3/8/8/P4P1P/R3K2R w 0 AHah d6 -",
    # Black may unite en passant, or free a queen by it.
    "4k3/7p/8/8/2pFp3/8/8/4K3 b 0 - d3 -",
    # Two unions on the way to one square.
    "4k3/8/8/8/h7/8/6K1/R2l4 w 0 - - -",
    # Idle for long, and one turn from Paco.
    "4k3/8/8/8/8/8/4Q3/4K3 w 96 - - -",
    # Both are about to promote.
    "4k3/1P4P1/8/8/8/8/1p4p1/4K3 w 0 - - -",
)
STARTS: Final = (
    START,
    # All pieces are there, and all four castlings may be played.
    "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w 2 AHah - -",
    # Few pieces and much to take over.
    "4k3/8/8/3b4/8/2d5/b2Q4/4K3 w 0 - - -",
    # Chains and unions everywhere.
    "2br2k1/p3a3/4F3/ph5d/8/B1dsndE1/P1P1a1f1/3RK1R1 w 5 - - -",
    "7r/1vp1f3/Dd3c1p/4P2k/4a3/ad1EPD2/h2PK1q1/2B5 w 8 - - -",
    *RARE_STARTS,
)
REST: Final = 6.5
"""Seconds after which nothing more can come of what was done."""
LOOK: Final = 3.2
"""Seconds after which a player answers what he is asked."""
MOST_ANSWERS: Final = 12
SWIFTLY: Final = replace(CLEAN, name="swiftly", move=(0.2, 0.5))
"""Without a rest from the first piece to the last."""
_ALL_PIECES: Final = 16
_MANY_SQUARES: Final = 10
_SHORT_CHAIN: Final = 2


class Table:
    """One board with a tracker under it, and the game that is played on it."""

    def __init__(
        self, start: Position, sensor: SensorKind, seed: int, *, bounces: bool, found: Position
    ) -> None:
        """`found`: how the board stands when it is found; it is to stand as `start`."""
        self.sensor = sensor
        self.truth = Game(start)
        self._start = start
        chance = random.Random(seed)
        style = HandStyle("this table's", bounce=float(bounces))
        self.performer = Performer(found, sensor, style, chance, FieldModel(axes=3))
        self.player = Player(self.performer, start, chance, leafs=False)
        first = None if found == start else _whole_board(found, sensor)
        self.tracker = Tracker(start, sensor, first=first)
        self.told = ToldGame(start)
        self.settled: list[str] = []
        """The turns that nobody may touch any more but by taking them back."""
        self.are_careless = False
        """Whether anybody has slipped a piece in."""
        self._lines: list[TraceLine] = [] if first is None else [first]
        self.feed(self.performer.opening())

    @property
    def position(self) -> Position:
        """As it was truly played."""
        return self.truth.position

    @property
    def is_running(self) -> bool:
        """Whether another turn can be played."""
        return not self.truth.status.is_over

    @property
    def trace(self) -> str:
        """All that the board has reported."""
        header = replace(self.performer.header, fen=format_fen(self._start))
        return "\n".join([format_header(header), *map(format_line, self._lines)])

    def positions_before(self) -> list[Position]:
        """The positions in which the turns were played."""
        return [self.truth.position_before(turn.ply) for turn in self.truth.turns]

    def may_set_up_anew(self) -> bool:
        """Whether all pieces are there, and too many away from home to get there by some turns."""
        home = Position.start()
        pieces = [sum(map(bool, self.position.pieces(color))) for color in Color]
        away = differing(layout_of(self.position), layout_of(home), self.sensor)
        return pieces == [_ALL_PIECES] * 2 and len(away) > _MANY_SQUARES

    def may_take_back(self) -> bool:
        """Whether undoing the last turn means nothing else than that.

        Who moves a union back does just what its mover does who takes his turn back.
        """
        if not self.truth.turns:
            return False
        turn = self.truth.turns[-1]
        before = self.truth.position_before(turn.ply)
        if any(isinstance(a, Promote) for a in turn.actions) or before.phase != Status.RUN:
            return False
        known = {looks(self.position, self.sensor)}
        if self.is_running:
            known |= {looks(p, self.sensor) for p in distinct_outcomes(self.position)}
        moves_union = before.unions >> first_lift(turn.actions) & 1
        # Undone, a chain through several unions may be taken for the other player's move of one.
        is_long = sum(isinstance(action, Place) for action in turn.actions) > _SHORT_CHAIN
        return not moves_union and not is_long and looks(before, self.sensor) not in known

    # --- hands ---

    def perform(self, turn: Turn, style: HandStyle, seed: int) -> list[Event]:
        """Play a turn in some way; what the board says meanwhile."""
        style = self._fit(style, self.position, turn)
        script = plan_turn(self.position, turn, style, random.Random(seed))
        said = self.do([Act(0.5, BeginTurn()), *script])
        self.has_played(turn)
        return said

    def perform_both(
        self, turn: Turn, reply: Turn | None, style: HandStyle, seed: int, pause: float | None
    ) -> None:
        """Play a turn plainly, and so soon after it the reply in some way, if there is one.

        Without a pause the hands overlap, where they can.
        """
        self.truth.play_turn(turn)
        before, chance = self.truth.position_before(len(self.truth.turns)), random.Random(seed)
        first = plan_turn(before, turn, CLEAN, chance)
        second: Sequence[Act] = []
        if reply is not None and self.is_running:
            self.truth.play_turn(reply)
            second = plan_turn(
                play_all(before, turn), reply, self._fit(style, before, reply), chance
            )
            lit = lit_unions(before, turn)
            if pause is None and (merged := overlap(first, second, chance, lit)) is not None:
                first, second = merged
            elif pause is not None:
                second = [Act(pause, BeginTurn()), *second]
        self.do([Act(0.5, BeginTurn()), *first])
        self.do(second)
        self.performer.check(self.position)
        self.player.begin_turn()

    def _fit(self, style: HandStyle, before: Position, turn: Turn) -> HandStyle:
        """The way to play a turn, without what cannot be told from something else."""
        if isinstance(turn[0], Promote) and style is WAYS["promotion left until asked for"]:
            style = CLEAN  # It is asked for before the turn.
        if first_lift(turn) == last_place(turn):
            # Who stops on his way is not followed home so far: the stop may stay recorded.
            style = replace(style, pause_wrong=0)
        if before.unions:
            # A union that is lifted meanwhile looks like a step of the turn.
            style = replace(style, adjust_during=0, knock_over=0)
        return style

    def has_played(self, turn: Sequence[Action]) -> None:
        """Take down a turn that stands on the board."""
        self.truth.play_turn(turn)
        self.performer.check(self.position)
        self.player.begin_turn()

    def take_back(self, seed: int, style: HandStyle = CLEAN) -> PlayedTurn:
        """Undo the last turn by hand; what it was."""
        undone = self.truth.turns[-1]
        ply = undone.ply
        del self.settled[ply - 1 :]
        self.go_to(self.truth.position_before(ply), style, seed)
        self.truth.take_back(ply)
        self.performer.take_for(self.position)
        return undone

    def bring_forward(self, undone: PlayedTurn, seed: int) -> None:
        """Let the turn that was taken back last stand on the board again, by the shortest way."""
        self.go_to(undone.position, SWIFTLY, seed)
        self.has_played(undone.actions)

    def go_to(self, position: Position, style: HandStyle, seed: int) -> None:
        """Bring the pieces to where they stand in a position."""
        now, wanted = self.performer.layout(), layout_of(position)
        chance = random.Random(seed)
        self.do([Act(0.5, BeginTurn())])
        self.do(rearrange(now, wanted, style, chance, self.position.to_move))

    def begin_anew(self) -> None:
        """All pieces stand at home: whatever was played, another game begins."""
        self.truth = Game(Position.start(self.position.rules))
        self.performer.take_for(self.position)
        self.settled = []

    def do(self, script: Sequence[Act]) -> list[Event]:
        """Let hands act, and the tracker watch them; what it says."""
        return self.feed(self.performer.run(script))

    def rest(self, seconds: float) -> list[Event]:
        """Let nothing happen for a while; what the tracker says."""
        return self.feed(self.performer.rest(seconds))

    def be_content(self) -> list[Event]:
        """Rest, and answer what the board asks until it asks no more; all that it says."""
        said: list[Event] = []
        for seconds in (LOOK, REST):
            said += self.rest(seconds)
            self.check_honesty()
            said += self.answer()
        assert not self.player.is_stuck, "what it asks for cannot be done"
        self.settled = positions(self.truth.turns)
        return said

    def answer(self) -> list[Event]:
        """Do what the board asks for, as long as it does."""
        said: list[Event] = []
        for _ in range(MOST_ANSWERS if self.truth.turns else 0):
            asked = self.tracker.view().ask
            script = self.player.respond(self.truth.turns, (), self.tracker.view().promotions)
            if not script:
                break
            said += [*self.do(script), *self.rest(LOOK)]
            assert not asked or self.tracker.view().ask != asked, "it asks what was answered"
            self.check_honesty()
        return said

    # --- the tracker ---

    def feed(self, lines: Sequence[TraceLine]) -> list[Event]:
        """Let the tracker take in what the board reported."""
        said: list[Event] = []
        for line in lines:
            self._lines.append(line)
            events = self.tracker.take(line)
            for event in events:
                self.told.hear(event)
            said += events
            self._look(line.t)
        self.player.see(said)
        return said

    def _look(self, t: float) -> None:
        """Look at the lights: no dead end is lit, and what was settled stays recorded."""
        view = self.tracker.view()
        frame_at(view, t)
        if view.hand is not None and view.hand.position is not None:
            assert set(view.hand.destinations) <= lit_at_most(view.hand.position)
        assert positions(self.told.game.turns)[: len(self.settled)] == self.settled

    def check_honesty(self) -> None:
        """Once hands are still, nothing wrong is recorded, and nothing left out in silence.

        Who is putting the board right will play again what the board did not take.
        """
        view = self.tracker.view()
        told, played = positions(self.told.game.turns), positions(self.truth.turns)
        if view.promotion is None:
            # What is still shown for a pawn, its player may not have chosen yet.
            assert told == played[: len(told)], "a turn was recorded that nobody played"
            is_known = view.ask or view.fix or self.player.is_stuck
            assert told == played or is_known, "a turn was left out in silence"

    def wrong_squares(self, position: Position | None = None) -> dict[Square, bool]:
        """The squares that look otherwise than in a position, and whether a piece lacks there.

        Without one: than in the position that was truly played.
        """
        now, wanted = self.performer.layout(), layout_of(position or self.position)
        return {
            square: not now[0][square] and not now[1][square]
            for square in differing(now, wanted, self.sensor)
        }

    def lit_as_wrong(self) -> dict[Square, bool]:
        """The squares that the board shows as wrong, and whether it wants a piece there."""
        return {fix.square: fix.wants_piece for fix in self.tracker.view().fix}


def _whole_board(position: Position, sensor: SensorKind) -> SensorFrame:
    """What a whole board reads on which a position stands."""
    looks = enumerate(contents_of(position))
    return SensorFrame(0.0, {square: reading(sensor, LETTERS[look]) for square, look in looks})
