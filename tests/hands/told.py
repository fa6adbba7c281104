"""What a tracker says and shows, held against the rules engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from board_daemon.rules.actions import Place, Promote
from board_daemon.rules.ends import Reason
from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.tracking.events import (
    AskSquareEvent,
    EndEvent,
    Event,
    NewGameEvent,
    RestoredEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
)
from board_daemon.tracking.view import DestinationKind
from tests.hands.drawing import Turn, may_go_on
from tests.rules.brute_force import live_places


class ToldGame:
    """The game as the events tell it, replayed by the rules engine."""

    def __init__(self, start: Position) -> None:
        self.game = Game(start)
        self.agreed: str | None = None
        """The result on which the players have agreed."""
        self.result: str | None = None
        """The result that was told, as long as the game stands so."""
        self.new_games = 0

    def hear(self, event: Event) -> None:
        """Take in an event; what it says must be possible, and the position after it right."""
        if isinstance(event, ReviseEvent | TakebackEvent | NewGameEvent):
            self.result = None
        match event:
            case TurnEvent():
                assert event.ply == len(self.game.turns) + 1
                self._play(event)
            case ReviseEvent():
                assert event.ply == len(self.game.turns)
                self.game.take_back(event.ply)
                self._play(event)
            case TakebackEvent():
                assert 1 <= event.ply <= len(self.game.turns)
                self.game.take_back(event.ply)
            case EndEvent(reason=reason, result=result) if reason == Reason.AGREED:
                assert not self.game.status.is_over
                self.agreed = result
            case EndEvent(result=result):
                assert self.game.status.is_over
                self.result = result
            case RestoredEvent():
                self.agreed = None
            case NewGameEvent():
                self.game = Game(Position.start(self.game.position.rules))
                self.agreed = None
                self.new_games += 1
            case _:
                pass

    def _play(self, event: TurnEvent | ReviseEvent) -> None:
        assert self.agreed is None
        played = self.game.play_turn(event.actions)
        assert format_fen(played.position) == event.fen
        assert played.notation == event.notation
        assert played.status == event.status


# Seconds after the last change by which a turn is recorded that nothing could follow, and for
# which the board waits where something could. A contact may bounce for a moment.
AT_ONCE: Final = 0.3
MAY_GO_ON: Final = 0.7
BOUNCE: Final = 0.06
ROUNDED: Final = 0.001
# A union that stands on a square for so long, in seconds, is sliding over it.
SLIDES_OVER: Final = 0.25


def check_pace(before: Position, turn: Turn, said: Sequence[Event], t: float) -> None:
    """Whether a turn whose last piece was set down at that time was recorded when it should be."""
    told = [event for event in said if isinstance(event, TurnEvent | ReviseEvent)]
    asked = any(isinstance(event, AskSquareEvent) for event in said)
    if asked:
        return
    waited = told[-1].t - t
    goes_on = may_go_on(before, turn)
    assert waited <= (MAY_GO_ON if goes_on else AT_ONCE) + BOUNCE
    has_chosen = isinstance(turn[-1], Promote)
    assert has_chosen or not goes_on or waited >= MAY_GO_ON - ROUNDED


@lru_cache(maxsize=256)
def lit_at_most(in_hand: Position) -> frozenset[Square]:
    """Where the piece in hand may go, found the slow way."""
    return frozenset(live_places(in_hand))


def destinations_of(in_hand: Position) -> Mapping[Square, DestinationKind]:
    """What each legal destination of the piece in hand does, by playing it."""
    return {square: _kind(in_hand, square) for square in live_places(in_hand)}


def _kind(in_hand: Position, square: Square) -> DestinationKind:
    mover, hand = in_hand.to_move, in_hand.hand
    assert hand is not None
    after = play(in_hand, Place(square))
    if in_hand.piece_at(mover.other, square) == PieceType.KING:
        return DestinationKind.PACO
    if after.hand is not None:
        return DestinationKind.TAKEOVER
    rooks = [
        [sq for sq in range(64) if position.piece_at(mover, sq) == PieceType.ROOK]
        for position in (in_hand, after)
    ]
    if hand.piece == PieceType.KING and rooks[0] != rooks[1]:
        return DestinationKind.CASTLE
    if after.unions.bit_count() > in_hand.unions.bit_count() and hand.partner is None:
        return DestinationKind.UNION
    return DestinationKind.MOVE


def positions(turns: Sequence[PlayedTurn]) -> list[str]:
    """The positions after the turns, as FENs."""
    return [format_fen(turn.position) for turn in turns]
