"""Hints for a game that is played by a test."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.game.hint_levels import HintChoices, HintLevel
from board_daemon.game.hints import Hints
from board_daemon.lights.roles import roles_for
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.destinations import live_places_in_hand
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.sako import sako_way
from board_daemon.rules.squares import bits, parse_square, square_name
from board_daemon.rules.status import Status
from board_daemon.tracking.hand import destination_kind
from board_daemon.tracking.view import BoardView, HandView, Quality

START = Position.start()
SHIELD = "3kr3/pppp4/8/8/8/8/PPPPR3/4K3 w 0 - - -"
"""The rook on e2 is all that stands between the black rook and the king."""


def holding(position: Position, actions: str) -> BoardView:
    """The board while a piece is in hand."""
    done = parse_actions(actions)
    now = position
    for action in done:
        now = play(now, action)
    assert now.hand is not None
    kinds = {square: destination_kind(now, square) for square in bits(live_places_in_hand(now))}
    return BoardView(position, hand=HandView(now.hand.square, kinds, now, done))


class Seat:
    """Hints for a game that is played here."""

    def __init__(self, position: Position = START, **choices: object) -> None:
        self.choices = replace(HintChoices(), **choices)  # type: ignore[arg-type]
        self.hints = Hints(lambda: self.choices)
        self.game = Game(position)
        self.see()

    @property
    def position(self) -> Position:
        return self.game.position

    def see(self, view: BoardView | None = None, *, goes_on: bool = True) -> BoardView:
        """Something is seen on the board; what is shown of it."""
        view = view or BoardView(self.position)
        self.hints.look(view, self.game.turns, goes_on=goes_on)
        return self.shown(view)

    def shown(self, view: BoardView) -> BoardView:
        return replace(view, hints=self.hints.view())

    def lift(self, actions: str) -> BoardView:
        return self.see(holding(self.position, actions))

    def grade(self, actions: str, **grades: str) -> dict[str, str]:
        """A piece is lifted and graded; what is lit of it."""
        view = holding(self.position, actions)
        self.see(view)
        question = self.hints.hand_question
        if question is not None:
            known = {parse_square(to): Quality(grade) for to, grade in grades.items()}
            assert self.hints.graded(question, known, 1)
        return lit(self.shown(view))

    def play(self, actions: str) -> PlayedTurn:
        turn = self.game.play_turn(parse_actions(actions))
        self.see()
        return turn

    def is_warned(self) -> bool:
        """Whether somebody is, once the question is answered."""
        moment = self.hints.danger_question
        if moment is not None:
            assert self.hints.found(moment, sako_way(moment.position, moment.position.to_move))
        return self.hints.danger is not None


def lit(view: BoardView) -> dict[str, str]:
    return {square_name(square): str(role) for square, role in roles_for(view).items()}


def owing() -> Seat:
    """White has carried a black pawn home: it is promoted before Black's turn."""
    seat = Seat(parse_fen("4k3/8/8/8/8/8/3d4/4K3 w 0 - - -"), black=HintLevel.GRADED)
    seat.play("Ld2 Pb1")
    assert seat.position.phase == Status.PROMOTE_LIFT
    return seat
