from __future__ import annotations

import pytest

from board_daemon.rules.actions import parse_action, parse_actions
from board_daemon.rules.errors import IllegalAction, UnknownRuleset
from board_daemon.rules.fen import START_FEN, format_fen, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, ruleset_named
from board_daemon.rules.status import Status


def test_a_game_begins_at_the_start() -> None:
    game = Game()
    assert format_fen(game.position) == START_FEN
    assert game.status == Status.RUN
    assert not game.turns


def test_a_turn_is_complete_when_the_other_side_is_to_move() -> None:
    game = Game()
    assert game.play(parse_action("Le2")) == Status.PLACE
    assert not game.turns
    assert game.play(parse_action("Pe4")) == Status.RUN
    [turn] = game.turns
    assert (turn.ply, turn.notation) == (1, "e2>e4")


def test_a_promotion_belongs_to_the_turn() -> None:
    game = Game(parse_fen("4k3/1P6/8/8/8/8/8/4K3 w 0 - - -"))
    turn = game.play_turn(parse_actions("Lb7 Pb8 =Q"))
    assert turn.notation == "b7>b8=Q"
    assert len(game.turns) == 1


@pytest.mark.parametrize("actions", ["Le2", "Le2 Pe5", "Le2 Pe4 Le7", "Le7 Pe5", "Pe4", ""])
def test_what_is_not_one_whole_legal_turn_leaves_the_game_as_it_was(actions: str) -> None:
    game = Game()
    game.play_turn(parse_actions("Lb1 Pc3"))
    game.play_turn(parse_actions("Lb8 Pc6"))
    before = (game.position, game.status, game.turns)
    with pytest.raises(IllegalAction, match="expected"):
        game.play_turn(parse_actions(actions))
    assert (game.position, game.status, game.turns) == before


def test_a_turn_under_way_may_be_played_to_its_end() -> None:
    game = Game()
    game.play(parse_action("Le2"))
    turn = game.play_turn(parse_actions("Pe4"))
    assert (turn.ply, turn.notation, turn.actions) == (1, "e2>e4", parse_actions("Le2 Pe4"))


def test_a_turn_under_way_is_undone_with_what_does_not_end_it() -> None:
    game = Game()
    game.play_turn(parse_actions("Le2 Pe4"))
    settled = (game.position, game.status, game.turns)
    game.play(parse_action("Le7"))
    with pytest.raises(IllegalAction, match="expected"):
        game.play_turn(parse_actions("Pe4"))
    assert (game.position, game.status, game.turns) == settled


def test_an_illegal_action_leaves_the_piece_in_hand() -> None:
    game = Game()
    game.play(parse_action("Le2"))
    with pytest.raises(IllegalAction, match="Pe5: expected one of Pe3 Pe4"):
        game.play(parse_action("Pe5"))
    assert game.status == Status.PLACE
    assert game.play(parse_action("Pe3")) == Status.RUN


def test_after_the_end_nothing_can_be_played_until_it_is_taken_back() -> None:
    game = Game(parse_fen("4k3/8/8/8/8/8/8/4R1K1 w 0 - - -"))
    assert game.play_turn(parse_actions("Le1 Pe8")).status == Status.PACO_W
    with pytest.raises(IllegalAction, match="the game is over"):
        game.play(parse_action("Lg1"))
    game.take_back(1)
    assert game.status == Status.RUN
    game.play_turn(parse_actions("Lg1 Pg2"))


def test_taking_back_a_repetition_lets_the_game_go_on() -> None:
    game = Game()
    for actions in 2 * ("Lg1 Pf3", "Lg8 Pf6", "Lf3 Pg1", "Lf6 Pg8"):
        game.play_turn(parse_actions(actions))
    assert game.play_turn(parse_actions("Lg1 Pf3")).status == Status.DRAW_REPETITION
    game.take_back(9)
    assert game.status == Status.RUN
    assert game.play_turn(parse_actions("Lb1 Pc3")).status == Status.RUN


def test_the_position_before_a_turn_is_the_one_it_was_played_in() -> None:
    game = Game()
    start = game.position
    first = game.play_turn(parse_actions("Le2 Pe4"))
    assert game.position_before(1) == start
    assert game.position_before(2) == first.position


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("Le4", "Le4: expected a piece of White on e4, there is none"),
        ("Le7", "Le7: expected a piece of White on e7, there is none"),
        ("La1", "La1: expected a piece that can go somewhere, the one on a1 cannot"),
        ("Pe4", "Pe4: expected one of Lb1 "),
        ("=Q", "=Q: expected one of Lb1 "),
    ],
)
def test_an_illegal_action_is_told_what_was_expected(action: str, sentence: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        play(Position.start(), parse_action(action))
    assert str(caught.value).startswith(sentence)


def test_a_ruleset_is_found_by_its_name() -> None:
    assert ruleset_named("pacoplay") is PACOPLAY


def test_an_unknown_ruleset_is_told_which_there_are() -> None:
    with pytest.raises(UnknownRuleset, match=r"expected a ruleset \(.*pacoplay.*\), got 'chess'"):
        ruleset_named("chess")
