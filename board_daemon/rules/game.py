"""A game: positions that follow one another, with repetitions counted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from board_daemon.rules.actions import Action
from board_daemon.rules.ends import GameEnd, Result, agreement, end_of, resignation
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.notation import format_turn
from board_daemon.rules.pieces import Color
from board_daemon.rules.play import play
from board_daemon.rules.position import Memory, Pieces, Position
from board_daemon.rules.squares import Square, SquareSet
from board_daemon.rules.status import Status
from board_daemon.rules.turns import status_of

Repeated = tuple[Pieces, Pieces, Color, SquareSet, Square | None, Memory]


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn of a game."""

    ply: int
    """1 for the first turn."""
    notation: str
    actions: tuple[Action, ...]
    position: Position
    """The position after the turn."""
    status: Status


class Game:
    """A game from a position on, played by single actions or whole turns; turns can be taken back.

    As in the official online game, a position counts towards a repetition from the first turn on:
    the one the game starts from is not counted.
    """

    def __init__(self, start: Position | None = None) -> None:
        self._start = start if start is not None else Position.start()
        self._turns: list[PlayedTurn] = []
        self._pending: list[Action] = []
        self._position = self._start
        self._status = status_of(self._start)
        self._stood: Counter[Repeated] = Counter()
        """How often each position has come up."""
        self._players_end: GameEnd | None = None
        """Who has resigned, or what was agreed."""

    @property
    def start(self) -> Position:
        """The position the game started from."""
        return self._start

    @property
    def position(self) -> Position:
        """The position now, a piece perhaps in hand."""
        return self._position

    @property
    def status(self) -> Status:
        """Where the game stands now, repetitions included."""
        return self._status

    @property
    def end(self) -> GameEnd | None:
        """How the game ended: by what the players said, else by the rules; None: it goes on."""
        return self._players_end or end_of(self._status)

    @property
    def turns(self) -> tuple[PlayedTurn, ...]:
        """The completed turns."""
        return tuple(self._turns)

    def position_before(self, ply: int) -> Position:
        """The settled position in which turn `ply` (from 1) was or will be played."""
        return self._turns[ply - 2].position if ply > 1 else self._start

    def play(self, action: Action) -> Status:
        """Play one action; raises `IllegalAction` and leaves the game as it was."""
        if self.end is not None:
            raise IllegalAction(f"expected no action, the game is over ({self.end.reason})")
        mover = self._position.to_move
        position = play(self._position, action)
        self._pending.append(action)
        self._position = position
        self._status = status_of(position)
        if position.to_move != mover or self._status.is_over:
            self._complete_turn()
        return self._status

    def play_turn(self, actions: Iterable[Action]) -> PlayedTurn:
        """Play one whole turn, or all that is left of the one under way.

        Raises `IllegalAction` where the actions are not exactly that; the game then stands where
        the turn began, and a piece that was in hand before the call has gone back, too.
        """
        before = len(self._turns)
        try:
            for action in actions:
                if len(self._turns) > before:
                    raise IllegalAction("expected the actions of one turn, got more")
                self.play(action)
            if len(self._turns) == before:
                raise IllegalAction("expected the actions of a whole turn, got too few")
        except IllegalAction:
            self.take_back(before + 1)
            raise
        return self._turns[-1]

    def resign(self, loser: Color) -> None:
        """End the game: that player gives up. Raises `IllegalAction` where it is over already."""
        self._end_by(resignation(loser))

    def agree(self, result: Result) -> None:
        """End the game as both players wish; raises `IllegalAction` where it is over already."""
        self._end_by(agreement(result))

    def _end_by(self, end: GameEnd) -> None:
        if self.end is not None:
            raise IllegalAction(f"expected a game that goes on, it is over ({self.end.reason})")
        self._players_end = end

    def take_back(self, ply: int) -> None:
        """Undo turn `ply` (from 1) and all that came after it; a piece in hand goes back, too.

        What the players said of the end is undone as well: `len(turns) + 1` undoes that alone.
        """
        self._players_end = None
        self._stood.subtract(repetition_key(turn.position) for turn in self._turns[ply - 1 :])
        del self._turns[ply - 1 :]
        self._pending.clear()
        self._position = self._turns[-1].position if self._turns else self._start
        self._status = self._turns[-1].status if self._turns else status_of(self._start)

    def _complete_turn(self) -> None:
        before = self.position_before(len(self._turns) + 1)
        actions = tuple(self._pending)
        self._pending.clear()
        repeated, limit = repetition_key(self._position), self._position.rules.repetitions_to_draw
        self._stood[repeated] += 1
        is_draw = limit is not None and self._stood[repeated] >= limit
        if self._status == Status.RUN and is_draw:
            self._status = Status.DRAW_REPETITION
        self._turns.append(
            PlayedTurn(
                ply=len(self._turns) + 1,
                notation=format_turn(before, actions),
                actions=actions,
                position=self._position,
                status=self._status,
            )
        )


def repetition_key(position: Position) -> Repeated:
    """What must be the same for a position to have been repeated."""
    return (
        position.white,
        position.black,
        position.to_move,
        position.castling,
        position.en_passant,
        position.memory._replace(turns_played=0),
    )
