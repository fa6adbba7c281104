from __future__ import annotations

from board_daemon.hands.heard import Heard
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.tracking.events import TurnEvent

KINGS_AND_A_ROOK = "4k3/8/8/8/8/8/8/R3K3 w 0 - - -"


def game_of(*turns: str) -> Game:
    game = Game(parse_fen(KINGS_AND_A_ROOK))
    for turn in turns:
        game.play_turn(parse_actions(turn))
    return game


def board_that_has(*turns: PlayedTurn) -> Heard:
    heard = Heard(parse_fen(KINGS_AND_A_ROOK))
    heard.see(
        [
            TurnEvent(1.0, ply, turn.notation, turn.actions, format_fen(turn.position), turn.status)
            for ply, turn in enumerate(turns, start=1)
        ]
    )
    return heard


def test_a_board_that_has_heard_of_nothing_believes_in_the_start() -> None:
    heard, played = board_that_has(), game_of("La1 Pa4").turns
    assert heard.believed == parse_fen(KINGS_AND_A_ROOK)
    assert (heard.count(played), heard.agreed(played)) == (0, 0)


def test_turns_are_agreed_on_up_to_the_first_that_differs() -> None:
    played = game_of("La1 Pa4", "Le8 Pe7", "La4 Pa5").turns
    recorded = game_of("La1 Pa4", "Le8 Pd8", "La4 Pa5").turns
    assert board_that_has(*recorded).agreed(played) == 1


def test_turns_that_were_left_out_lie_behind_the_position_on_record_though() -> None:
    played = game_of("La1 Pa4", "Le8 Pe7", "La4 Pa1", "Le7 Pe8", "La1 Pa5").turns
    last = game_of("La1 Pa5").turns
    heard = board_that_has(*last)
    assert (heard.count(played), heard.agreed(played)) == (5, 0)


def test_a_board_stands_after_the_turn_on_record_however_many_half_moves_it_counts() -> None:
    played = game_of("La1 Pa4", "Le8 Pe7", "La4 Pa1", "Le7 Pe8", "La1 Pa5").turns
    heard = board_that_has(*game_of("La1 Pa5").turns)
    assert heard.believed != heard.position_after(played, 5)
    assert [heard.stands_after(played, ply) for ply in range(6)] == [False] * 5 + [True]
