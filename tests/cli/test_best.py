from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Run, assert_refused

CHAIN = "4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -"


def test_the_turn_comes_first_then_what_it_is_worth(run: Run) -> None:
    result = run("rules", "best", CHAIN)
    assert result.exit_code == 0
    turn, told = result.stdout.splitlines()
    assert turn == "Nf3>Re5xKe8"
    assert told.startswith("White unites with the king with this turn (+99999); at a glance, ")


def test_a_fen_may_come_without_quotes(run: Run) -> None:
    assert run("rules", "best", *CHAIN.split()).stdout.startswith("Nf3>Re5xKe8\n")


def test_the_start_is_thought_about_by_any_level(run: Run) -> None:
    for level in (1, 6):
        result = run("rules", "best", "--level", level, "--seed", 4)
        assert re.fullmatch(r"\S+\n.*turn.* deep, \S+ s\.\n|\S+\n.*at a glance.*\n", result.stdout)
        assert (
            result.stdout.split()[0]
            == run("rules", "best", "--level", level, "--seed", 4).stdout.split()[0]
        )


def test_with_no_time_there_is_a_turn_all_the_same(run: Run) -> None:
    assert run("rules", "best", "--seconds", 0).exit_code == 0


def test_a_turn_under_way_is_finished(run: Run) -> None:
    result = run("rules", "best", "4k3/8/8/8/8/8/8/4K3^e2P w 0 - - -", "--level", 5)
    assert result.stdout.splitlines()[0] in (">e3", ">e4")


@pytest.mark.parametrize("rules", ["manual", "leaflet", "vchess", "children"])
def test_other_rulesets_begin_at_their_own_start(run: Run, rules: str) -> None:
    assert run("rules", "best", "--rules", rules, "--level", 3).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--level", "11"], ["from 1 to 10", "11"]),
        (["--rules", "chess"], ["expected a ruleset"]),
        (["nowhere"], ["FEN"]),
        (["4k3/8/8/8/8/8/8/4K3 w 100 - - -"], ["it is over", "draw-progress"]),
    ],
)
def test_what_cannot_be_answered_is_refused_with_a_sentence(
    run: Run, arguments: list[str], words: list[str]
) -> None:
    assert_refused(run("rules", "best", *arguments), *words)
