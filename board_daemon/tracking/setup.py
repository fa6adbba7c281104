"""Setting the board up: from whatever stands on it to the position a game goes on from."""

from collections.abc import Sequence
from typing import Final

from board_daemon.rules.position import Position
from board_daemon.tracking.following.wrong_squares import fix_squares
from board_daemon.tracking.seeing.contents import Content, contents_of
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.seeing.sensing import model_for
from board_daemon.tracking.view import FixSquare
from firmware_bridge.frames import SensorFrame, SensorKind

# Two hands change no more squares than this at one time.
_MOST_SQUARES_AT_ONCE: Final = 4
_NUMBER_OF_SQUARES: Final = 64


class SetupGuide:
    """Tells what to take away and what to set down until a position stands on the board."""

    def __init__(
        self, target: Position, sensor: SensorKind, seen: Sequence[Content] | None = None
    ) -> None:
        """`seen`: what the board looks like; without it, what is not read yet counts as empty."""
        self._expected = contents_of(target)
        self._model = model_for(sensor)
        self._seen = [Content.EMPTY] * _NUMBER_OF_SQUARES if seen is None else list(seen)

    @property
    def seen(self) -> tuple[Content, ...]:
        """What the board looks like now."""
        return tuple(self._seen)

    def take(self, frame: SensorFrame) -> None:
        """Take in readings as they are: who wants them debounced gives `look` what is steady."""
        for square, reading in frame.readings.items():
            self._seen[square] = self._model.contents(reading)

    def look(self, seen: Sequence[Content]) -> None:
        """Take in what the whole board looks like."""
        self._seen[:] = seen

    @property
    def wrong(self) -> tuple[FixSquare, ...]:
        """What stands wrong: something too many and something that is missing, in pairs."""
        return fix_squares(Evidence(self._expected, self._seen, ()))

    @property
    def stands_right(self) -> bool:
        """Whether the position stands, for all the sensor can tell."""
        return not self.wrong


def is_found(frame: SensorFrame, guide: SetupGuide) -> bool:
    """Whether the first frame that is read says how the board was found, not what hands do.

    `guide` has taken it in. It is so when it reads the whole board, when more is different than
    two hands can change at once, or when at time zero something stands where it should not:
    nobody can have set it down. What is only missing may have been lifted this very moment.
    """
    if len(frame.readings) == _NUMBER_OF_SQUARES:
        return True
    wrong = guide.wrong
    if len(wrong) > _MOST_SQUARES_AT_ONCE:
        return True
    return frame.t == 0 and any(not fix.wants_piece for fix in wrong)
