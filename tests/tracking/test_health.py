"""The health of each square, learned from its readings and from what was recorded."""

from __future__ import annotations

import pytest

from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.health import Health, SquareHealth, SquareState
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.sensing import model_for
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from tests.tracking.board import START, Board, Lay, reading

START_POSITION = Position.start()
# Every millisecond two: what a loose contact does.
FAST = 0.002


class Squares:
    """A board of reeds whose health is watched."""

    def __init__(self, kind: SensorKind = SensorKind.PRESENCE) -> None:
        self.health = Health(START_POSITION, TrackerSettings())
        self._model = model_for(kind)
        self.t = 1.0

    def read(self, t: float, **readings: Reading) -> Squares:
        self.t = t
        squares = {parse_square(name): reading for name, reading in readings.items()}
        self.health.read(SensorFrame(t, squares), self._model)
        return self

    def flicker(self, t: float, toggles: int, every: float = FAST) -> Squares:
        """Let e4 toggle so often, beginning with somebody."""
        for index in range(toggles):
            self.read(t + every * index, e4=(index + 1) % 2)
        return self

    @property
    def report(self) -> list[str]:
        return [f"{square_name(h.square)} {h.state}" for h in self.health.report()]


def test_a_board_that_behaves_has_nothing_to_report() -> None:
    squares = Squares().read(1.0, e2=0).read(2.0, e4=1)
    assert squares.report == []
    assert squares.health.blind == 0


@pytest.mark.parametrize("toggles", range(1, 9))
def test_a_contact_that_bounces_as_a_piece_is_set_down_is_good(toggles: int) -> None:
    squares = Squares()
    for start in range(1, 40):
        squares.flicker(float(start), toggles | 1)
        squares.read(start + 0.5, e4=0)
    assert squares.report == []


def test_a_contact_that_goes_on_bouncing_is_told_of() -> None:
    squares = Squares().flicker(1.0, 101)
    assert squares.report == []
    squares.flicker(5.0, 101)
    assert squares.report == ["e4 bouncing"]


def test_a_square_that_flickers_with_nobody_near_is_told_of() -> None:
    squares = Squares().read(1.0, e4=0)
    for start in range(1, 5):
        squares.flicker(10.0 * start, 2)
    assert squares.report == []
    squares.flicker(60.0, 2)
    assert squares.report == ["e4 bouncing"]


def test_of_a_square_that_flickers_all_night_no_list_is_kept() -> None:
    squares = Squares().read(1.0, e4=0)
    for start in range(1, 200):
        squares.flicker(10.0 * start, 2)
    assert squares.report == ["e4 bouncing"]
    assert sum(map(len, squares.health._blips.values())) < 10


@pytest.mark.parametrize("toggles", range(1, 30))
def test_any_flicker_can_be_taken_in(toggles: int) -> None:
    squares = Squares()
    for start in range(1, 6):
        squares.flicker(float(start), toggles)
    assert set(squares.report) <= {"e4 bouncing"}


def test_news_are_told_once() -> None:
    squares = Squares().flicker(1.0, 101).flicker(5.0, 101)
    assert [h.state for h in squares.health.take_news()] == ["bouncing"]
    assert squares.health.take_news() == []
    assert squares.report == ["e4 bouncing"]


def test_a_square_that_has_changed_worked_before() -> None:
    squares = Squares()
    e4 = parse_square("e4")
    assert squares.health.unproven >> e4 & 1
    squares.health.changed(e4, model_for(SensorKind.PRESENCE).contents(1))
    assert not squares.health.unproven >> e4 & 1
    assert squares.health.worked_before >> e4 & 1


# --- on the board ---


@pytest.mark.parametrize(
    ("state", "content"), [(SquareState.DEAD, Content.WHITE), (SquareState.STUCK, Content.EMPTY)]
)
def test_a_square_that_changes_after_all_has_not_failed(
    state: SquareState, content: Content
) -> None:
    squares = Squares()
    squares.health.remember([SquareHealth(parse_square("e4"), state, 0.0)])
    assert squares.health.blind
    squares.health.changed(parse_square("e4"), content)
    assert squares.report == []
    assert squares.health.blind == 0


def test_a_dead_square_that_is_still_empty_stays_dead() -> None:
    squares = Squares()
    squares.health.remember([SquareHealth(parse_square("e4"), SquareState.DEAD, 0.0)])
    squares.health.changed(parse_square("e4"), Content.EMPTY)
    assert squares.report == ["e4 dead"]


def test_a_square_that_looks_taken_from_the_first_is_played_around() -> None:
    board = Board(START)
    board.first_look(e4=1)
    for move in ("d2 d4", "d7 d5", "g1 f3"):
        board.move(*move.split()).rest(3.0)
    assert board.recorded == ["d2>d4", "d7>d5", "Ng1>f3"]
    assert "stuck e4" in board.all_said


@pytest.mark.usefixtures("without_parts")
def test_a_square_that_looks_taken_at_time_zero_need_not_be_put_right(
    lay: Lay, sensor: SensorKind
) -> None:
    board = lay(START)
    h3 = parse_square("h3")
    board.events += board.tracker.feed(SensorFrame(0.0, {h3: reading(sensor, "w")}))
    assert board.rest(10.0) == []
    for move in ("d2 d4", "d7 d5", "g1 f3"):
        board.move(*move.split()).rest(3.0)
    assert board.recorded == ["d2>d4", "d7>d5", "Ng1>f3"]
    assert "stuck h3" in board.all_said
    assert not any(said.startswith("restore") for said in board.all_said)


def test_a_piece_in_hand_at_the_first_look_is_no_dead_square() -> None:
    board = Board(START)
    board.tracker.feed(SensorFrame(0.5, {}))
    board.first_look(at=1.0, h2=0).drop("h3", "w", at=2.0).rest(3.0)
    for move in ("g7 g6", "d2 d4"):
        board.move(*move.split()).rest(3.0)
    assert board.recorded == ["h2>h3", "g7>g6", "d2>d4"]
    assert "dead h2" not in board.all_said


def test_a_line_that_tells_of_nothing_just_before_the_first_look_changes_nothing() -> None:
    board = Board(START)
    board.tracker.feed(SensorFrame(0.05, {}))
    board.first_look(e2=0).move("d2", "d4").rest(3.0)
    assert board.move("g8", "f6").rest(3.0) == ["Ng8>f6", "dead e2"]


def test_a_dead_square_that_the_first_turn_leaves_is_kept_in_mind() -> None:
    board = Board(START)
    board.first_look(e2=0).drop("e4", "w").rest(3.0)
    for move in ("e7 e5", "d2 d3", "d7 d6"):
        board.move(*move.split()).rest(3.0)
    board.lift("f1").rest(5.0)
    assert board.move("g8", "f6").rest(5.0) == ["Bf1>e2", "Ng8>f6", "dead e2"]


def test_a_piece_on_a_dead_square_is_found_by_later_turns(lay: Lay) -> None:
    # The pawn has gone to e4, which is dead: there is no other way for it.
    board = lay("4k3/ppp5/8/8/8/4P3/8/N3K3 w 0 - - -")
    assert board.lift("e3").rest(3.0) == []
    assert board.move("a7", "a6").rest(3.0) == ["part e4"]
    board.move("a1", "b3").rest(3.0)
    board.move("b7", "b6").rest(3.0)
    assert board.recorded == ["e3>e4", "a7>a6", "Na1>b3", "b7>b6"]
    assert "dead e4" in board.all_said


def test_a_stuck_square_left_by_a_piece_is_found_by_later_turns(lay: Lay) -> None:
    board = lay(START)
    assert board.drop("e4", "w").rest(3.0) == ["part e2"]
    for move in ("e7 e5", "g1 f3", "b8 c6"):
        board.move(*move.split()).rest(3.0)
    assert board.recorded == ["e2>e4", "e7>e5", "Ng1>f3", "Nb8>c6"]
    assert "stuck e2" in board.all_said


def test_no_fault_is_found_before_a_later_turn_confirms_it(lay: Lay) -> None:
    board = lay("4k3/ppp5/8/8/8/4P3/8/N3K3 w 0 - - -")
    board.lift("e3").rest(60.0)
    board.move("a7", "a6").rest(60.0)
    assert board.recorded == []
    # Once more of two other pieces, as nobody was felt to answer.
    assert board.all_said == ["part e4", "part e4"]


# --- on a board that does not ask of squares which tell nothing ---


@pytest.mark.usefixtures("without_parts")
def test_without_questions_a_dead_square_is_found_by_later_turns(lay: Lay) -> None:
    # The pawn has gone to e4, which is dead: there is no other way for it.
    board = lay("4k3/ppp5/8/8/8/4P3/8/N3K3 w 0 - - -")
    assert board.lift("e3").rest(3.0) == []
    assert board.move("a7", "a6").rest(3.0) == []
    board.move("a1", "b3").rest(3.0)
    board.move("b7", "b6").rest(3.0)
    assert board.recorded == ["e3>e4", "a7>a6", "Na1>b3", "b7>b6"]
    assert "dead e4" in board.all_said


@pytest.mark.usefixtures("without_parts")
def test_without_questions_a_stuck_square_is_found_by_later_turns(lay: Lay) -> None:
    board = lay(START)
    assert board.drop("e4", "w").rest(3.0) == []
    for move in ("e7 e5", "g1 f3", "b8 c6"):
        board.move(*move.split()).rest(3.0)
    assert board.recorded == ["e2>e4", "e7>e5", "Ng1>f3", "Nb8>c6"]
    assert "stuck e2" in board.all_said


@pytest.mark.usefixtures("without_parts")
def test_without_questions_no_fault_is_found_before_later_turns_confirm_it(lay: Lay) -> None:
    board = lay("4k3/ppp5/8/8/8/4P3/8/N3K3 w 0 - - -")
    board.lift("e3").rest(60.0)
    board.move("a7", "a6").rest(60.0)
    assert board.recorded == []
    assert board.all_said == []
