"""What a board has heard of a game: the turns that it has on record, beside those truly played."""

from collections.abc import Sequence

from board_daemon.hands.verdict import Recorded, RecordedTurn
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.position import Position
from board_daemon.tracking.events import Event


class Heard:
    """The record of one board, as somebody compares it who knows what was played."""

    def __init__(self, start: Position) -> None:
        self._start = start
        self._recorded = Recorded()

    def see(self, events: Sequence[Event]) -> None:
        """Take notice of what the board says."""
        self._recorded.see(events)

    @property
    def turns(self) -> tuple[RecordedTurn, ...]:
        """The turns as the board has them now."""
        return self._recorded.turns

    @property
    def believed(self) -> Position:
        """How the board believes it should stand."""
        recorded = self.turns
        return parse_fen(recorded[-1].fen, self._start.rules) if recorded else self._start

    def count(self, truth: Sequence[PlayedTurn]) -> int:
        """How many turns lie behind the position that the board has on record.

        Where it has left some out, or made some up, these are not as many as it has recorded.
        """
        number = len(self.turns)
        nearest = sorted(range(len(truth), -1, -1), key=lambda played: abs(played - number))
        same = (played for played in nearest if self.stands_after(truth, played))
        return next(same, min(number, len(truth)))

    def agreed(self, truth: Sequence[PlayedTurn]) -> int:
        """How many turns from the first on the board has right."""
        good = 0
        for event, turn in zip(self.turns, truth, strict=False):
            if event.fen != format_fen(turn.position):
                break
            good += 1
        return good

    def stands_after(self, truth: Sequence[PlayedTurn], played: int) -> bool:
        """Whether the board has on record what stood after so many turns."""
        recorded = self.turns[-1].fen if self.turns else format_fen(self._start)
        return _uncounted(format_fen(self.position_after(truth, played))) == _uncounted(recorded)

    def position_after(self, truth: Sequence[PlayedTurn], played: int) -> Position:
        """What truly stood after so many turns."""
        return truth[played - 1].position if played else self._start


def _uncounted(fen: str) -> str:
    """A position without its half-moves."""
    placement, side, _, *rest = fen.split()
    return " ".join([placement, side, *rest])
