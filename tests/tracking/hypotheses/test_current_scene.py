"""The scene as the board stands now, and what is known of it from before."""

from __future__ import annotations

from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.health import Health, SquareHealth, SquareState
from board_daemon.tracking.hypotheses.current_scene import CurrentScene
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.seeing.sensing import model_for
from board_daemon.tracking.seeing.watch import Watch
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorFrame, SensorKind

SETTINGS = TrackerSettings()
START = Position.start()


class Table:
    """A board from the start of a game, and the scene on it."""

    def __init__(self) -> None:
        self.watch = Watch(contents_of(START), model_for(SensorKind.PRESENCE), 0.03, (0.5,))
        self.health = Health(START, SETTINGS)
        self.t = 0.0
        self._scene = CurrentScene(self.watch, SETTINGS, Habits(SETTINGS), self.health, None)

    def scene_after(self, *changes: str) -> Scene:
        """What there is to go by after changes such as `e2-` and `e4+`."""
        for change in changes:
            self.t += 1.0
            list(self.watch.advance(self.t))
            readings = {parse_square(change[:2]): int(change.endswith("+"))}
            self.watch.read(SensorFrame(self.t, readings))
        list(self.watch.advance(self.t + 0.1))
        return self._scene.look(frozenset(), frozenset())


def test_it_is_the_same_one_until_something_changes() -> None:
    table = Table()
    assert table.scene_after("e2-") is table.scene_after()
    assert table.scene_after() is not table.scene_after("e4+")


def test_what_is_known_of_an_earlier_moment_stays_known_when_the_board_changes() -> None:
    table = Table()
    before = Line.at(START, 0)
    then = table.scene_after("e2-", "e4+", "e7-").at(2, before)
    assert table.scene_after("e5+").at(2, before).memory is then.memory


def test_nothing_of_it_holds_once_a_square_is_known_to_be_bad() -> None:
    table = Table()
    before = Line.at(START, 0)
    then = table.scene_after("e2-", "e4+", "e7-").at(2, before)
    table.health.remember([SquareHealth(parse_square("a5"), SquareState.STUCK, 0.0)])
    assert table.scene_after("e5+").at(2, before).memory is not then.memory
