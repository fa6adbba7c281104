"""Ends of a game: by the rules, by resignation, by agreement."""

from __future__ import annotations

import pytest

from board_daemon.rules.actions import parse_action
from board_daemon.rules.ends import (
    GameEnd,
    Reason,
    Result,
    agreement,
    end_of,
    out_of_time,
    resignation,
)
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import RULESETS, Ruleset
from board_daemon.rules.status import Status

PACO = "4k3/8/8/8/8/8/8/K3R3 w 0 - - -"


@pytest.mark.parametrize("status", list(Status))
def test_every_status_that_is_over_tells_of_an_end(status: Status) -> None:
    assert (end_of(status) is not None) == status.is_over


@pytest.mark.parametrize(
    ("loser", "words"),
    [(Color.WHITE, "Anna resigns: Ben wins."), (Color.BLACK, "Ben resigns: Anna wins.")],
)
def test_who_resigns_has_lost(loser: Color, words: str) -> None:
    end = resignation(loser)
    assert end.result == (Result.BLACK_WINS if loser == Color.WHITE else Result.WHITE_WINS)
    assert end.in_words("Anna", "Ben") == words


@pytest.mark.parametrize(
    "reason", sorted(set(Reason) - {Reason.PACO, Reason.RESIGNED, Reason.TIME})
)
def test_a_draw_has_its_own_words(reason: Reason) -> None:
    assert "draw" in GameEnd(Result.DRAW, reason).in_words()


def test_whose_time_is_up_has_lost() -> None:
    end = out_of_time(Color.BLACK)
    assert end.result == Result.WHITE_WINS
    assert end.in_words("Anna", "Ben") == "Ben's time is up: Anna wins."


def test_nobody_loses_by_repetition_and_paco_is_no_draw() -> None:
    with pytest.raises(ValueError, match="expected one of"):
        GameEnd(Result.WHITE_WINS, Reason.REPETITION)
    with pytest.raises(ValueError, match="expected one of"):
        GameEnd(Result.DRAW, Reason.PACO)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))
def test_under_every_ruleset_players_may_resign_and_agree(rules: Ruleset) -> None:
    for color in Color:
        game = Game(Position.start(rules))
        game.resign(color)
        assert game.end == resignation(color)
    for result in Result:
        game = Game(Position.start(rules))
        game.agree(result)
        assert game.end == agreement(result)


def test_after_the_end_nothing_more_is_played_or_said() -> None:
    game = Game()
    game.resign(Color.BLACK)
    with pytest.raises(IllegalAction, match="over"):
        game.play(parse_action("Le2"))
    with pytest.raises(IllegalAction, match="over"):
        game.agree(Result.DRAW)


def test_an_end_by_the_rules_cannot_be_resigned() -> None:
    game = Game(parse_fen(PACO))
    for action in ("Le1", "Pe8"):
        game.play(parse_action(action))
    assert game.end == end_of(Status.PACO_W)
    with pytest.raises(IllegalAction, match="paco"):
        game.resign(Color.BLACK)


def test_a_resignation_can_be_taken_back() -> None:
    game = Game()
    for action in ("Le2", "Pe4"):
        game.play(parse_action(action))
    game.resign(Color.WHITE)
    game.take_back(len(game.turns) + 1)
    assert game.end is None
    assert len(game.turns) == 1
