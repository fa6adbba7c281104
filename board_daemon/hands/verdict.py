"""What a tracker made of performed games, counted."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import zip_longest

from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import PlayedTurn
from board_daemon.tracking.events import Event, NewGameEvent, ReviseEvent, TakebackEvent, TurnEvent

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
            elif isinstance(event, NewGameEvent):
                self._turns.clear()


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn that was recorded as another one."""

    ply: int
    """1 for the first turn of the game."""
    played: str
    """In notation; `-` where nothing was played."""
    recorded: str
    """In notation; `-` where it was left out."""


@dataclass(slots=True)
class Verdict:
    """Counts over one or more games; add verdicts with `+=`."""

    games: int = 0
    turns: int = 0
    right: int = 0
    """Turns recorded as played, counted at the end."""
    missing: int = 0
    """Turns at the end of a game that were played and are not recorded."""
    mistakes: list[Mistake] = field(default_factory=list)
    """Turns silently recorded wrong."""
    asked: int = 0
    """Questions for squares, or whether a turn was taken back; promotions have to be asked for and
    are not counted."""
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
    def has_failed(self) -> bool:
        """Whether any turn is recorded wrong or not at all, or a game was lost."""
        return bool(self.mistakes or self.missing or self.lost)

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
        """Count what was recorded against what was played, both from the same position on.

        Once a turn is wrong or left out, those after it stand in other positions but may be right.
        """
        self.turns += len(truth)
        names = [turn.notation for turn in truth]
        seen = [event.notation for event in recorded]
        blocks = SequenceMatcher(None, names, seen, autojunk=False).get_opcodes()
        for what, start, end, first, last in blocks:
            if what == "equal":
                self.right += end - start
                continue
            at_the_end = last == len(recorded)
            pairs = zip_longest(truth[start:end], recorded[first:last])
            for offset, (turn, event) in enumerate(pairs):
                if turn is not None and event is None and at_the_end:
                    self.missing += 1
                elif turn is not None and event is not None and _same_outcome(event, turn):
                    self.right += 1
                else:
                    played = turn.notation if turn is not None else "-"
                    as_recorded = event.notation if event is not None else "-"
                    ply = turn.ply if turn is not None else recorded[first + offset].ply
                    self.mistakes.append(Mistake(ply, played, as_recorded))


def _same_outcome(event: RecordedTurn, turn: PlayedTurn) -> bool:
    """Whether two turns lead to the same position, perhaps by another way."""
    return event.fen == format_fen(turn.position)


def percentile(values: Sequence[float], part: float) -> float:
    """The value that so large a part of all values does not exceed; 0 of none."""
    if not values:
        return 0.0
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
