"""A board in words: what hands do, one act after the other, and what the tracker says to it.

    board = Board(START)
    board.lift("e2").drop("e4")
    assert board.rest(1.0) == ["e2>e4"]

Each act comes a moment after the one before, or at the time that is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Final

from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.pieces import PIECE_BY_LETTER
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, Ruleset
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.events import (
    AskPartEvent,
    AskPieceEvent,
    AskPromotionEvent,
    AskSquareEvent,
    AskTakebackEvent,
    EndEvent,
    Event,
    HealthEvent,
    NewGameEvent,
    RestoredEvent,
    RestoreEvent,
    ReviseEvent,
    SakoEvent,
    TakebackEvent,
    TurnEvent,
)
from board_daemon.tracking.seeing.contents import Content, contents_of
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from board_daemon.tracking.view import BoardView
from firmware_bridge.frames import Reading, SensorFrame, SensorKind

START: Final = format_fen(Position.start())

GAP: Final = 0.2
"""Seconds between two acts, unless a time is named."""

RECORDED: Final = 1.0
"""Seconds of rest that record any turn."""

SENSORS: Final = (SensorKind.PRESENCE, SensorKind.COLOUR, SensorKind.FIELD)
"""Those to which a union never looks empty: three axes tell it."""

LETTERS: Final = {Content.EMPTY: ".", Content.WHITE: "w", Content.BLACK: "b", Content.UNION: "u"}
# What three axes read in millitesla, the last one through the board.
_FIELDS: Final = {
    ".": (0.3, -0.2, 0.5),
    "w": (3.0, 2.0, 52.0),
    "b": (-2.0, 3.0, -47.0),
    "u": (21.0, 17.0, 2.5),
}


def reading(sensor: SensorKind, letter: str) -> Reading:
    """What a sensor reads where nobody (`.`), White (`w`), Black (`b`) or a union (`u`) stands."""
    match sensor:
        case SensorKind.PRESENCE:
            return int(letter != ".")
        case SensorKind.COLOUR:
            return letter
        case SensorKind.THREE_WAY:
            return letter.replace("u", ".")
        case SensorKind.FIELD:
            return _FIELDS[letter]


class Board:
    """One board with a tracker under it."""

    asks_of_parts: ClassVar[bool] = True
    """Whether boards are set up that ask of squares which tell nothing."""

    def __init__(
        self,
        fen: str,
        sensor: SensorKind = SensorKind.PRESENCE,
        settings: TrackerSettings | None = None,
        rules: Ruleset = PACOPLAY,
    ) -> None:
        position = parse_fen(fen, rules)
        settings = settings or TrackerSettings(asks_of_parts=self.asks_of_parts)
        self.tracker = Tracker(position, sensor, settings)
        self.events: list[Event] = []
        """Everything the tracker has said."""
        self.t = 0.0
        self._heard = 0
        self._sensor = sensor
        self._standing = [LETTERS[content] for content in contents_of(position)]
        self._lifted = "."
        self._acts = 0

    # --- what hands do ---

    def lift(self, square: str, at: float | None = None) -> Board:
        """Take up all that stands on a square."""
        self._lifted = self.standing(square)
        assert self._lifted != ".", f"nobody stands on {square}"
        return self._stand(square, ".", at)

    def drop(self, square: str, what: str | None = None, at: float | None = None) -> Board:
        """Set something down on an empty square: what was lifted last, or what is named."""
        assert self.standing(square) == ".", f"somebody stands on {square}"
        return self._stand(square, what or self._lifted, at)

    def slip(self, square: str, what: str = "u", at: float | None = None) -> Board:
        """Slip a piece in or out without lifting the partner."""
        assert self.standing(square) != ".", f"nobody stands on {square}"
        return self._stand(square, what, at)

    def touch(self, square: str, at: float | None = None) -> Board:
        """Lift what stands on a square and set it down again, a moment later."""
        return self.lift(square, at).drop(square)

    def slide(self, *squares: str, over: float = 0.06) -> Board:
        """Push what was lifted last over squares, so many seconds on each, and on to the last."""
        *passed, end = squares
        what = self._lifted
        for square in passed:
            self.drop(square, what)
            self.lift(square, at=self.t + over)
        return self.drop(end, what, at=self.t + over)

    def move(self, start: str, end: str) -> Board:
        """Lift from one square and set down on an empty one."""
        return self.lift(start).drop(end)

    def join(self, start: str, end: str) -> Board:
        """Enter an occupied square by the convention, and leave a union there."""
        return self.lift(start).lift(end).drop(end, "u")

    def flicker(self, square: str, readings: str, at: float | None = None) -> Board:
        """Let the reading of a square change every two milliseconds: `.w.w.`."""
        for index, letter in enumerate(readings):
            self._stand(square, letter, at if index == 0 else self.t + 0.002)
        return self

    def choose(self, piece: str, at: float | None = None) -> Board:
        """Name the piece for a promotion by another input: `Q`, `R`, `B` or `N`."""
        self.t = self.t + GAP if at is None else at
        self.events += self.tracker.tell(self.t, PIECE_BY_LETTER[piece])
        return self

    def rest(self, seconds: float = RECORDED) -> list[str]:
        """Let nothing happen for a while; what the tracker has said since this was last asked."""
        self.t += seconds
        self.events += self.tracker.advance(self.t)
        told = [said(event) for event in self.events[self._heard :]]
        self._heard = len(self.events)
        return told

    def first_look(self, at: float = 0.2, **readings: Reading) -> Board:
        """The first frame, which tells of the whole board: as it stands, but for some squares."""
        frame = {
            square: reading(self._sensor, letter) for square, letter in enumerate(self._standing)
        }
        frame |= {parse_square(name): value for name, value in readings.items()}
        self.t = at
        self.events += self.tracker.feed(SensorFrame(at, frame))
        return self

    # --- what there is to see ---

    @property
    def all_said(self) -> list[str]:
        """All that the tracker has said."""
        return [said(event) for event in self.events]

    def standing(self, square: str) -> str:
        """What stands on a square, as a letter."""
        return self._standing[parse_square(square)]

    @property
    def recorded(self) -> list[str]:
        """The recorded turns, in notation."""
        return [turn.notation for turn in self.tracker.turns]

    @property
    def fen(self) -> str:
        """The recorded position."""
        return format_fen(self.tracker.position)

    @property
    def state(self) -> str:
        """What the tracker waits for: the name of its state."""
        return self.tracker.state.name

    @property
    def view(self) -> BoardView:
        """What there is to show now."""
        return self.tracker.view()

    def _stand(self, square: str, letter: str, at: float | None) -> Board:
        # The first act comes at one second.
        self.t = (self.t + GAP if self._acts else 1.0) if at is None else at
        self._acts += 1
        self._standing[parse_square(square)] = letter
        frame = SensorFrame(self.t, {parse_square(square): reading(self._sensor, letter)})
        self.events += self.tracker.feed(frame)
        return self


Lay = Callable[[str], Board]
"""Sets up a board that stands as a FEN says."""


def said(event: Event) -> str:
    """An event in few words."""
    match event:
        case TurnEvent():
            return event.notation
        case ReviseEvent():
            return f"revise {event.notation}"
        case TakebackEvent():
            return f"takeback {event.ply}"
        case AskSquareEvent() | AskPartEvent() | AskPieceEvent() | AskTakebackEvent():
            return _asked(event)
        case AskPromotionEvent():
            return f"promote {square_name(event.square)}"
        case RestoreEvent():
            return f"restore {names(event.squares)}"
        case RestoredEvent():
            return "restored"
        case SakoEvent():
            return f"sako {names(event.path)}"
        case EndEvent():
            return f"end {event.result} {event.reason}"
        case NewGameEvent():
            return "new game"
        case HealthEvent():
            return f"{event.state} {square_name(event.square)}"


def _asked(event: AskSquareEvent | AskPartEvent | AskPieceEvent | AskTakebackEvent) -> str:
    if isinstance(event, AskPieceEvent):
        return f"{event.piece.name.lower()}? {square_name(event.square)}"
    if isinstance(event, AskTakebackEvent):
        return f"takeback? {names((event.square, event.yes, event.no))}"
    what = "ask" if isinstance(event, AskSquareEvent) else "part"
    return f"{what} {names(event.squares)}"


def names(squares: tuple[int, ...]) -> str:
    """Squares by name, in their order."""
    return " ".join(map(square_name, squares))


def turn_times(board: Board) -> Iterator[float]:
    """When each turn was recorded, seconds."""
    return (event.t for event in board.events if isinstance(event, TurnEvent))
