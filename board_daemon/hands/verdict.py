"""What a tracker made of performed games, counted."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import PlayedTurn
from board_daemon.tracking.events import Event, ReviseEvent, TakebackEvent, TurnEvent

RecordedTurn = TurnEvent | ReviseEvent


class Recorded:
    """The turns that a tracker has recorded, as its events tell."""

    def __init__(self) -> None:
        self._turns: list[RecordedTurn] = []

    @property
    def turns(self) -> tuple[RecordedTurn, ...]:
        """As they are now, revised and taken back."""
        return tuple(self._turns)

    def see(self, events: Sequence[Event]) -> None:
        """Take in what the tracker says."""
        for event in events:
            if isinstance(event, TurnEvent | ReviseEvent):
                del self._turns[event.ply - 1 :]
                self._turns.append(event)
            elif isinstance(event, TakebackEvent):
                del self._turns[event.ply - 1 :]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn that was recorded as another one."""

    ply: int
    """1 for the first turn of the game."""
    played: str
    """In notation; `-` where nothing was played."""
    recorded: str


@dataclass(slots=True)
class Verdict:
    """Counts over one or more games; add verdicts with `+=`."""

    games: int = 0
    turns: int = 0
    right: int = 0
    """Turns recorded as played, counted at the end."""
    missing: int = 0
    """Turns that were played and are not recorded."""
    mistakes: list[Mistake] = field(default_factory=list)
    """Turns silently recorded wrong."""
    asked: int = 0
    """Questions for a square; promotions have to be asked for and are not counted."""
    restores: int = 0
    """How often the board was to be put right."""
    lost: int = 0
    """How often the game could not go on by hand."""
    seconds: list[float] = field(default_factory=list)
    """Computing time of each change."""
    delays: list[float] = field(default_factory=list)
    """Seconds on the board's clock from the last change to the record of a turn."""

    @property
    def wrong(self) -> int:
        """How many turns were silently recorded wrong."""
        return len(self.mistakes)

    @property
    def worst(self) -> float:
        """Longest computing time of a change, seconds."""
        return max(self.seconds, default=0.0)

    def percentile(self, part: float) -> float:
        """Computing time of a change that so large a part of all changes stays within."""
        return percentile(self.seconds, part)

    def per_hundred(self, count: int) -> float:
        """A count per 100 turns."""
        return 100 * count / self.turns if self.turns else 0.0

    def __iadd__(self, other: "Verdict") -> "Verdict":
        self.games += other.games
        self.turns += other.turns
        self.right += other.right
        self.missing += other.missing
        self.mistakes += other.mistakes
        self.asked += other.asked
        self.restores += other.restores
        self.lost += other.lost
        self.seconds += other.seconds
        self.delays += other.delays
        return self

    def compare(self, recorded: Sequence[RecordedTurn], truth: Sequence[PlayedTurn]) -> None:
        """Count what was recorded against what was played, both from the same position on."""
        agreed = True
        for event, turn in zip(recorded, truth, strict=False):
            same = event.fen == format_fen(turn.position)
            # Once a turn is wrong, those after it stand in other positions but may be right.
            if same or (not agreed and event.notation == turn.notation):
                self.right += 1
            else:
                self.mistakes.append(Mistake(turn.ply, turn.notation, event.notation))
            agreed = same
        self.turns += len(truth)
        self.missing += max(0, len(truth) - len(recorded))
        ply = truth[0].ply if truth else 1
        for index, event in enumerate(recorded[len(truth) :], len(truth)):
            self.mistakes.append(Mistake(ply + index, "-", event.notation))


def percentile(values: Sequence[float], part: float) -> float:
    """The value that so large a part of all values does not exceed; 0 of none."""
    if not values:
        return 0.0
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
