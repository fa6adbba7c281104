"""A child's hands at a lesson: a virtual board with sensors, the tracker, and the lesson."""

from __future__ import annotations

import random
from collections.abc import Sequence

from board_daemon.game.lesson_session import LessonSession
from board_daemon.game.session import Session
from board_daemon.game.setup import GameSetup
from board_daemon.hands.acts import Act, BeginTurn, TellPromotion
from board_daemon.hands.choreography import choreograph
from board_daemon.hands.layout import layout_of, looks_alike, rearrange
from board_daemon.hands.perform import Performer
from board_daemon.hands.player import Player
from board_daemon.hands.style import CLEAN, HandStyle
from board_daemon.lights.roles import Role, roles_for
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.position import Position
from board_daemon.teach.lessons import Exercise
from board_daemon.teach.playing import played
from board_daemon.teach.runner import LessonState, Stage
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.trace import TraceLine
from firmware_bridge.virtual_sensors import FieldModel
from tests.tracking.board import LETTERS, reading

REST = 3.0
MOST_ANSWERS = 12


def whole_board(position: Position, sensor: SensorKind, t: float = 0.0) -> SensorFrame:
    looks = enumerate(contents_of(position))
    return SensorFrame(t, {square: reading(sensor, LETTERS[look]) for square, look in looks})


def game_on(position: Position, sensor: SensorKind) -> Session:
    """The session of a game that stands on a board."""
    return Session(GameSetup(position), sensor, TrackerSettings(), whole_board(position, sensor))


class Child:
    """Somebody who does a lesson with both hands."""

    def __init__(
        self,
        exercise: Exercise,
        sensor: SensorKind,
        seed: int = 0,
        found: Position | None = None,
        style: HandStyle = CLEAN,
    ) -> None:
        """`found`: how the board stands when the lesson begins; None: as the exercise wants it."""
        self.chance = random.Random(seed)
        start = found if found is not None else exercise.start
        self.performer = Performer(start, sensor, style, self.chance, FieldModel(axes=3))
        beside = game_on(start, sensor)
        self.session = LessonSession(exercise, beside, 0.0)
        self.feed(self.performer.opening())
        self.rest(0.1)

    @property
    def lesson(self) -> LessonState:
        return self.session.lesson

    def at(self, stage: Stage) -> bool:
        return self.lesson.stage == stage

    @property
    def said(self) -> str:
        assert self.lesson.said is not None
        return self.lesson.said.key

    def lit(self, *roles: Role) -> set[int]:
        return {square for square, role in roles_for(self.session.view()).items() if role in roles}

    # --- hands ---

    def play(self, notation: str, rest: float = REST, *, tells: bool = True) -> None:
        """A turn from how the board stands; the board's questions are answered.

        `tells`: whether a promotion is named at once, and not left to the board.
        """
        before = self.lesson.position
        turn = played(before, notation)
        self.player = Player(self.performer, before, self.chance, leafs=False)
        script = choreograph(before, turn.actions, CLEAN, self.chance)
        if not tells:
            script = [act for act in script if not isinstance(act.deed, TellPromotion)]
        self.do([Act(0.5, BeginTurn()), *script])
        self.rest(rest)
        self.answer(turn)

    def answer(self, turn: PlayedTurn) -> None:
        """Say by hand which turn it was, as often as the board asks."""
        for _ in range(MOST_ANSWERS):
            if not self.session.view().ask:
                return
            script = self.player.respond([turn], (), self.session.view().promotions)
            assert script
            self.do(script)
            self.rest(REST)

    def set_up(self, position: Position) -> None:
        """Bring all pieces to where they stand in a position."""
        self.performer_to(position)
        self.rest(REST)

    def tell(self, square: int, value: Reading) -> None:
        """Let one square read otherwise, whatever stands there, and rest a little."""
        self.performer.t += 0.3
        self.feed([SensorFrame(self.performer.t, {square: value})])
        self.tell_nothing(0.3)

    def tell_nothing(self, seconds: float) -> None:
        """Let time pass in which nothing changes."""
        self.performer.t += seconds
        self.go_to(self.performer.t)
        self.session.advance(self.performer.t)

    def put_back(self) -> None:
        """Follow the lights until the board stands as the lesson wants it."""
        self.set_up(self.lesson.position)

    def performer_to(self, position: Position) -> None:
        now, wanted = self.performer.layout(), layout_of(position)
        if not looks_alike(now, wanted):
            self.do([Act(0.5, BeginTurn())])
            self.do(list(rearrange(now, wanted, CLEAN, self.chance, position.to_move)))
            self.performer.take_for(position)

    def do(self, script: Sequence[Act]) -> None:
        self.feed(self.performer.run(script))

    def rest(self, seconds: float) -> None:
        """Let time go on, as a table does: to each moment at which something is due."""
        self.feed(self.performer.rest(seconds))
        self.go_to(self.performer.t)

    def go_to(self, t: float) -> None:
        for _ in range(1000):
            due = self.session.next_due
            if due is None or due > t:
                return
            self.hear(self.session.advance(due))
        raise AssertionError("it never comes to rest")

    def feed(self, lines: Sequence[TraceLine]) -> None:
        for line in lines:
            self.go_to(line.t)
            self.hear(self.session.take(line))

    def hear(self, events: Sequence[object]) -> None:
        if hasattr(self, "player"):
            self.player.see(events)  # type: ignore[arg-type]
