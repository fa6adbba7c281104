from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.archive.records import GameHeading
from board_daemon.game.figures import GameFigures, SakoFigures, SideFigures
from board_daemon.game.statistics import (
    CountedGame,
    LongestChain,
    Outcome,
    Score,
    outcome_for,
    statistics_of,
)
from board_daemon.rules.fen import START_FEN
from board_daemon.rules.pieces import Color

QUIET = GameFigures((SideFigures(turns=10), SideFigures(turns=10)))


def game(
    white: str = "Ada",
    black: str = "Ben",
    result: str | None = "1-0",
    reason: str | None = "paco",
    started_at: str | None = "2026-05-17T20:00:00+02:00",
    figures: GameFigures = QUIET,
    number: int = 1,
) -> CountedGame:
    heading = GameHeading(number, started_at, white, black, START_FEN, "pacoplay", result, reason)
    return CountedGame(heading, figures)


def test_nobody_has_played_nothing() -> None:
    told = statistics_of([], "Ada")
    assert (told.games, told.periods, told.against, told.longest) == (0, (), {}, None)


def test_games_are_told_apart_by_colour_and_by_the_other() -> None:
    told = statistics_of(
        [
            game("Ada", "Ben", "1-0"),
            game("Ada", "Ben", "1/2-1/2", "agreed"),
            game("Ben", "Ada", "1-0", "resigned"),
            game("Ada", "", None, None),
            game("Zoë", "Ben", "0-1"),
        ],
        "Ada",
    )
    assert (told.games, told.finished, told.turns_of_finished) == (4, 3, 60)
    assert told.by_color == (Score(won=1, drawn=1, open=1), Score(lost=1))
    assert told.against == {"Ben": Score(won=1, drawn=1, lost=1), "": Score(open=1)}
    assert (told.paco_won, told.paco_lost) == (1, 0)


def test_of_all_games_each_colour_has_its_own_score() -> None:
    told = statistics_of([game(result="1-0"), game("", "", "0-1", "time")])
    assert told.games == 2
    assert told.by_color == (Score(won=1, lost=1), Score(won=1, lost=1))
    assert (told.paco_won, told.paco_lost, told.against) == (1, 1, {})


def test_who_plays_against_himself_has_both_sides_of_one_game() -> None:
    told = statistics_of([game("Ada", "Ada", "1-0")], "Ada")
    assert (told.games, told.by_color) == (1, (Score(won=1), Score(lost=1)))


def test_no_name_is_no_player() -> None:
    assert statistics_of([game("", "Ben")], "").games == 0


def test_a_result_that_nobody_knows_counts_for_nobody() -> None:
    assert outcome_for(game(result="5-3").heading, Color.WHITE) == Outcome.OPEN


def test_only_what_the_player_did_is_his_and_the_longest_chain_is_found_again() -> None:
    mine = SideFigures(20, 4, (2, 0, 1), 17, 10, 30.0)
    other = SideFigures(20, 9, (0, 0, 0, 5), 8, 10, 99.0)
    seen = (SakoFigures(3, 1), SakoFigures(8, 8))
    told = statistics_of(
        [
            game("Ada", "Ben", figures=GameFigures((mine, other), seen), number=7),
            game("Ben", "Ada", figures=GameFigures((other, mine)), number=8),
        ],
        "Ada",
    )
    assert (told.totals.turns, told.totals.unions, told.totals.take_overs) == (40, 8, 10)
    assert told.totals.chains == [4, 0, 2]
    assert (told.totals.timed_turns, told.totals.seconds) == (20, 60.0)
    assert told.longest == LongestChain(game=7, ply=17, take_overs=3)
    sakos = (told.totals.sako_sides, told.totals.sakos_given, told.totals.pacos_missed)
    assert sakos == (1, 3, 1)


def names(*dates: str | None) -> list[str]:
    return [period.name for period in statistics_of([game(started_at=d) for d in dates]).periods]


def test_time_is_told_in_days_months_or_years_without_a_gap() -> None:
    assert names("2026-02-27", "2026-03-01T23:59:00") == ["2026-02-27", "2026-02-28", "2026-03-01"]
    assert names("2025-11-30", "2026-02-01") == ["2025-11", "2025-12", "2026-01", "2026-02"]
    assert names("2019-01-01", "2022-12-31") == ["2019", "2020", "2021", "2022"]


def test_a_date_that_is_far_off_does_not_make_a_thousand_empty_years() -> None:
    assert names("0001-01-01", "2026-05-17") == ["0001", "2026"]


def test_a_game_without_a_date_is_in_no_period() -> None:
    told = statistics_of([game(started_at=None), game(started_at="whenever"), game()])
    assert (told.games, told.undated, [period.games for period in told.periods]) == (3, 2, [1])


counted = st.builds(
    game,
    st.sampled_from(["Ada", "Ben", "Zoë", ""]),
    st.sampled_from(["Ada", "Ben", "Zoë", ""]),
    st.sampled_from(["1-0", "0-1", "1/2-1/2", None]),
    st.sampled_from(["paco", "agreed", None]),
    st.dates().map(str) | st.none(),
    st.just(GameFigures((SideFigures(3, 1, (1,), 2), SideFigures(2, 2, (0, 1), 3)))),
)


@pytest.mark.slow
@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.lists(counted, max_size=12))
def test_the_parts_make_up_the_whole(games: Sequence[CountedGame]) -> None:
    for player in ("Ada", None):
        told = statistics_of(games, player)
        mine = [
            each
            for each in games
            if player is None or player in (each.heading.white, each.heading.black)
        ]
        assert told.games == len(mine)
        assert sum(period.games for period in told.periods) + told.undated == told.games
        assert [period.name for period in told.periods] == sorted(
            period.name for period in told.periods
        )
        if not told.undated:
            assert sum(period.totals.turns for period in told.periods) == told.totals.turns
        sides = sum(score.games for score in told.by_color)
        if player is None:
            assert sides == 2 * len(mine)
        else:
            assert sides == sum(score.games for score in told.against.values())
