from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.archive.records import TurnRow
from board_daemon.game.analysis import analyse, take_overs
from board_daemon.game.figures import (
    LONGEST_THOUGHT,
    GameFigures,
    SakoFigures,
    SideFigures,
    count_sakos,
    count_turns,
    from_text,
    to_text,
    unions_in,
)
from board_daemon.rules.actions import Action, format_actions
from board_daemon.rules.fen import START_FEN, format_fen, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, Ruleset, ruleset_named
from tests.rules.playouts import random_turns, scattered_position

PRESETS = ("pacoplay", "manual", "leaflet", "vchess", "children")


def played(seed: int, turns: int, rules: Ruleset) -> Game:
    game = Game(Position.start(rules))
    for turn in random_turns(Random(seed), turns, rules):
        if game.end is not None:
            break
        game.play_turn([action for action, _ in turn])
    return game


def rows_of(game: Game, times: list[float] | None = None) -> list[TurnRow]:
    """The turns as the archive tells them."""
    return [
        TurnRow(
            turn.ply,
            times[index] if times else 0.0,
            format_actions(turn.actions),
            format_fen(turn.position),
            str(turn.status),
        )
        for index, turn in enumerate(game.turns)
    ]


def unions_on(position: Position) -> int:
    """Counted square by square."""
    return sum(
        position.white_at(square) is not None and position.black_at(square) is not None
        for square in range(64)
    )


def counted_naively(game: Game, color: Color) -> tuple[int, int, list[int]]:
    """Turns, unions formed and the chains of a side, by the rules engine."""
    turns, unions, chains = 0, 0, []
    before = game.start
    for turn in game.turns:
        if before.to_move == color:
            turns += 1
            unions += unions_on(turn.position) - unions_on(before)
            if take_overs(turn.actions):
                chains.append(take_overs(turn.actions))
        before = turn.position
    return turns, unions, chains


games = st.builds(
    played,
    st.integers(0, 10_000),
    st.integers(0, 60),
    st.sampled_from([ruleset_named(name) for name in PRESETS]),
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(games)
def test_what_is_read_off_the_texts_is_what_the_rules_count(game: Game) -> None:
    figures = count_turns(format_fen(game.start), rows_of(game))
    for color in Color:
        turns, unions, chains = counted_naively(game, color)
        side = figures.sides[color]
        assert (side.turns, side.unions) == (turns, unions)
        lengths = [length for length, many in enumerate(side.chains, 1) for _ in range(many)]
        assert lengths == sorted(chains)
        longest = max(chains, default=0)
        assert len(side.chains) == longest
        if longest:
            assert side.longest_at is not None
            turn = game.turns[side.longest_at - 1]
            assert take_overs(turn.actions) == longest


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 100_000))
def test_unions_are_counted_in_any_position(seed: int) -> None:
    position = scattered_position(seed)
    assert unions_in(format_fen(position)) == unions_on(position)


def test_two_kings_in_a_union_are_one() -> None:
    assert unions_in("8/8/8/3_4/8/8/8/8 w 0 - - -") == 1


@pytest.mark.slow
@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.sampled_from(["pacoplay", "children", "leaflet"]))
def test_sakos_are_those_that_the_analysis_of_the_game_marks(seed: int, rules: str) -> None:
    game = played(seed, 24, ruleset_named(rules))
    turns = [turn.actions for turn in game.turns]
    given_by, missed_by = [0, 0], [0, 0]
    for each in analyse(game.start, turns, budget=1):
        given_by[each.color] += each.sako is not None
        missed_by[each.color] += each.missed.in_one is not None
    expected = tuple(SakoFigures(given_by[color], missed_by[color]) for color in Color)
    assert count_sakos(format_fen(game.start), rules, rows_of(game)) == expected


def from_position(fen: str, *turns: tuple[Action, ...]) -> Game:
    game = Game(parse_fen(fen, PACOPLAY))
    for turn in turns:
        game.play_turn(turn)
    return game


def test_a_sako_given_and_left_is_counted_for_who_gave_it() -> None:
    # White's rook looks at the king; Black steps aside, and White need not follow.
    start = "4k3/8/8/8/8/8/R7/4K3 w 0 - - -"
    turns = [
        TurnRow(1, 0, "La2 Pe2", "4k3/8/8/8/8/8/4R3/4K3 b 1 - - -", "run"),
        TurnRow(2, 0, "Le8 Pe7", "8/4k3/8/8/8/8/4R3/4K3 w 2 - - -", "run"),
        TurnRow(3, 0, "Le1 Pd1", "8/4k3/8/8/8/8/4R3/3K4 b 3 - - -", "run"),
    ]
    white, black = count_sakos(start, "pacoplay", turns)
    assert (white, black) == (SakoFigures(given=2, missed=1), SakoFigures())


def test_who_unites_has_missed_nothing() -> None:
    start = "4k3/8/8/8/8/8/4R3/4K3 w 0 - - -"
    turns = [TurnRow(1, 0, "Le2 Pe8", "4M3/8/8/8/8/8/8/4K3 b 0 - - -", "paco-w")]
    assert count_sakos(start, "pacoplay", turns) == (SakoFigures(), SakoFigures())


@pytest.mark.parametrize(
    ("times", "white", "black"),
    [
        ([10.0, 13.0, 18.0, 20.0], (1, 5.0), (2, 5.0)),
        ([0.0, 0.0, 0.0, 0.0], (0, 0.0), (0, 0.0)),
        ([1.0, 2.0, 2.0 + LONGEST_THOUGHT + 1, 2.0 + LONGEST_THOUGHT + 4], (0, 0.0), (2, 4.0)),
        # A board that was started again begins a new clock.
        ([50.0, 60.0, 1.0, 4.0], (0, 0.0), (2, 13.0)),
    ],
)
def test_a_turn_takes_the_time_since_the_one_before(
    times: list[float], white: tuple[int, float], black: tuple[int, float]
) -> None:
    game = played(3, 4, PACOPLAY)
    sides = count_turns(START_FEN, rows_of(game, times)).sides
    assert [(side.timed_turns, side.seconds) for side in sides] == [white, black]


def test_where_black_begins_the_first_turn_is_blacks() -> None:
    turns = [TurnRow(1, 0.0, "Le8 Pe7", "8/4k3/8/8/8/8/8/4K3 w 1 - - -", "run")]
    figures = count_turns("4k3/8/8/8/8/8/8/4K3 b 0 - - -", turns)
    assert [side.turns for side in figures.sides] == [0, 1]


sides = st.builds(
    SideFigures,
    st.integers(0, 500),
    st.integers(0, 16),
    st.lists(st.integers(0, 9), max_size=5).map(tuple),
    st.none() | st.integers(1, 500),
    st.integers(0, 500),
    st.floats(0, 1e6).map(lambda seconds: round(seconds, 3)),
)
sakos = st.builds(SakoFigures, st.integers(0, 99), st.integers(0, 99))


@pytest.mark.slow
@settings(derandomize=True)
@given(st.builds(GameFigures, st.tuples(sides, sides), st.none() | st.tuples(sakos, sakos)))
def test_figures_come_back_from_their_text(figures: GameFigures) -> None:
    assert from_text(to_text(figures)) == figures


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"sides":[[1,2]]}', '{"sides":1}', "{"])
def test_a_text_that_is_no_count_is_counted_anew(text: str) -> None:
    assert from_text(text) is None
