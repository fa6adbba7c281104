from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from board_daemon.web.devices import IDLE_SECONDS
from board_daemon.web.times import DAY, MOST_COUNTED, BoardTime, Moment

steps = st.lists(
    st.tuples(st.floats(0, 1e6), st.one_of(st.just(0.0), st.floats(-1e10, 1e10))), max_size=20
)


@given(steps)
def test_board_time_never_goes_back_and_counts_every_second_that_the_board_ran(
    steps: list[tuple[float, float]],
) -> None:
    time = BoardTime()
    wall, monotonic, before = 1.8e9, 5.0, time.at(Moment(1.8e9, 5.0))
    for ran, jump in steps:
        wall, monotonic = wall + ran + jump, monotonic + ran
        after = time.at(Moment(wall, monotonic))
        assert ran - 1e-3 <= after - before <= ran + MOST_COUNTED + 1e-3
        if jump <= 0:
            assert after - before <= ran + 1e-3
        before = after


def test_time_goes_on_after_a_restart_by_the_wall_clock() -> None:
    time = BoardTime(500.0, wall=1000.0)
    assert time.at(Moment(wall=1060.0, monotonic=3.0)) == 560.0
    assert time.at(Moment(wall=1061.0, monotonic=4.0)) == 561.0


def test_a_stale_clock_at_the_start_takes_nothing_back() -> None:
    time = BoardTime(500.0, wall=1_000_000.0)
    assert time.at(Moment(wall=0.0, monotonic=3.0)) == 500.0
    # The network sets the clock: of what the board was off for, a bounded part counts.
    assert time.at(Moment(wall=1_000_000.0, monotonic=4.0)) == 501.0 + 999_999.0
    assert time.at(Moment(wall=1_000_001.0, monotonic=5.0)) == 502.0 + 999_999.0


def test_no_single_jump_is_as_long_as_a_session_may_idle() -> None:
    time = BoardTime()
    time.at(Moment(0.0, 0.0))
    assert time.at(Moment(1e12, 1.0)) == MOST_COUNTED + 1.0
    assert MOST_COUNTED <= IDLE_SECONDS - 10 * DAY
