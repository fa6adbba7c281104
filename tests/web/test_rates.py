from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from board_daemon.web.rates import Budget, Rates

gaps = st.lists(st.floats(0, 3), min_size=1, max_size=80)


@given(gaps)
def test_within_any_time_no_more_passes_than_the_burst_and_what_was_refilled(
    gaps: list[float],
) -> None:
    rates = Rates(Budget(burst=5, per_second=2))
    at, passed = 100.0, []
    for gap in gaps:
        at += gap
        if not rates.take("somebody", at):
            passed.append(at)
    for first, since in enumerate(passed):
        for last in range(first, len(passed)):
            assert last - first + 1 <= 5 + 2 * (passed[last] - since) + 1e-6


@given(gaps)
def test_who_waits_as_long_as_he_was_told_may(gaps: list[float]) -> None:
    rates = Rates(Budget(burst=2, per_second=0.3))
    at = 0.0
    for gap in gaps:
        at += gap
        wait = rates.take("somebody", at)
        if wait:
            at += wait
            assert rates.take("somebody", at) == 0.0


def test_each_has_a_counter_of_his_own() -> None:
    rates = Rates(Budget(burst=1, per_second=1))
    assert rates.take("a", 0.0) == 0.0
    assert rates.take("b", 0.0) == 0.0
    assert rates.take("a", 0.5) == 0.5


def test_asking_how_long_to_wait_takes_nothing() -> None:
    rates = Rates(Budget(burst=1, per_second=1))
    assert [rates.wait("a", 0.0) for _ in range(5)] == [0.0] * 5
    assert rates.take("a", 0.0) == 0.0
    assert rates.wait("a", 0.0) == 1.0


def test_a_clock_that_went_back_refills_nothing() -> None:
    rates = Rates(Budget(burst=1, per_second=1))
    rates.take("a", 10.0)
    assert rates.take("a", 5.0) == 1.0
    assert rates.take("a", 10.5) == 0.5


def test_any_number_of_addresses_takes_bounded_memory() -> None:
    rates = Rates(Budget(burst=1, per_second=1), most_kept=10)
    for number in range(1000):
        rates.take(f"address {number}", 0.0)
    assert len(rates) == 10
    assert rates.take("address 999", 0.0) > 0.0
