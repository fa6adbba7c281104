"""What has been recorded, and the events that tell of it: turns, Ŝako, the end of the game."""

from collections.abc import Iterable, Sequence

from board_daemon.rules.actions import Action, squares_of
from board_daemon.rules.ends import end_of
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.position import Position
from board_daemon.rules.sako import sako_way
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status
from board_daemon.tracking.events import (
    AskPromotionEvent,
    EndEvent,
    Event,
    ReviseEvent,
    SakoEvent,
    TakebackEvent,
    TurnEvent,
)


class Record:
    """The recorded game. Whatever changes it appends the events that say so."""

    def __init__(self, start: Position, played: Iterable[Sequence[Action]] = ()) -> None:
        """`played`: the turns recorded so far, of which nothing is told again.

        Raises `IllegalAction` where they cannot be played from `start`.
        """
        self._game = Game(start)
        for actions in played:
            self._game.play_turn(actions)
        self.events: list[Event] = []
        """What has not been told yet."""
        self.sako: tuple[Square, ...] = () if self.status.is_over else _sako_path(self.position)
        """Ŝako's way, if the side to move stands in it."""

    @property
    def position(self) -> Position:
        """The last recorded position."""
        return self._game.position

    @property
    def turns(self) -> tuple[PlayedTurn, ...]:
        """The recorded turns."""
        return self._game.turns

    @property
    def status(self) -> Status:
        """Where the game stands."""
        return self._game.status

    @property
    def last_squares(self) -> tuple[Square, ...]:
        """The squares of the last turn in order."""
        return squares_of(self._game.turns[-1].actions) if self._game.turns else ()

    def position_before(self, ply: int) -> Position:
        """The position in which turn `ply` was played."""
        return self._game.position_before(ply)

    def turn(self, t: float, actions: tuple[Action, ...], asks_for: Square | None) -> None:
        """Record the next turn; `asks_for`: where a pawn waits for its player's choice."""
        self._play(t, actions, TurnEvent, asks_for)

    def revise(self, t: float, actions: tuple[Action, ...], asks_for: Square | None) -> None:
        """Replace the last turn."""
        last = self._game.turns[-1]
        self._game.take_back(last.ply)
        try:
            self._play(t, actions, ReviseEvent, asks_for)
        except IllegalAction:
            self._game.play_turn(last.actions)
            raise

    def play_anew(
        self, t: float, ply: int, turns: Sequence[tuple[Action, ...]], asks_for: Square | None
    ) -> None:
        """Play these turns in the place of turn `ply` and all after it; `asks_for`: as above.

        Raises `IllegalAction`, and changes nothing, where they cannot be played so.
        """
        said, sako, recorded = len(self.events), self.sako, self.turns[ply - 1 :]
        self.take_back(t, ply)
        try:
            for number, actions in enumerate(turns, 1):
                self.turn(t, actions, asks_for if number == len(turns) else None)
        except IllegalAction:
            self._game.take_back(ply)
            for turn in recorded:
                self._game.play_turn(turn.actions)
            del self.events[said:]
            self.sako = sako
            raise

    def tell(self, event: Event) -> None:
        """Have that told next, though it changes nothing of the game."""
        self.events.append(event)

    def take_back(self, t: float, ply: int, asks_for: Square | None = None) -> None:
        """Undo turn `ply` and all that came after it; `asks_for` as above."""
        self._game.take_back(ply)
        self.sako = _sako_path(self.position)
        self.events.append(TakebackEvent(t, ply))
        if asks_for is not None:
            self.events.append(AskPromotionEvent(t, asks_for))

    def _play(
        self,
        t: float,
        actions: tuple[Action, ...],
        kind: type[TurnEvent] | type[ReviseEvent],
        asks_for: Square | None,
    ) -> None:
        played = self._game.play_turn(actions)
        self.events.append(
            kind(
                t,
                ply=played.ply,
                notation=played.notation,
                actions=played.actions,
                fen=format_fen(played.position),
                status=played.status,
            )
        )
        if asks_for is not None:
            self.events.append(AskPromotionEvent(t, asks_for))
        self.sako = () if played.status.is_over else _sako_path(played.position)
        if self.sako:
            self.events.append(SakoEvent(t, self.sako))
        end = _end_event(t, played.status)
        if end is not None:
            self.events.append(end)


def _end_event(t: float, status: Status) -> EndEvent | None:
    """The event that ends the game, if the status does."""
    end = end_of(status)
    return EndEvent(t, end.result, end.reason) if end is not None else None


def _sako_path(position: Position) -> tuple[Square, ...]:
    """The squares from the attacker through the chain to the king of the side to move; or none."""
    way = sako_way(position, position.to_move.other)
    return squares_of(way) if way is not None else ()
