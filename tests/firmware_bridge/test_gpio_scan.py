"""The matrix on a Raspberry Pi's pins, against pins that obey the laws of currents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.gpio_scan import MatrixPins, MatrixScan
from tests.firmware_bridge.fake_gpio import RISE, FakeGpio

ROWS = (4, 5, 6, 22, 23, 24, 25, 27)
COLUMNS = (12, 13, 16, 17, 19, 20, 21, 26)
SETTLE = 20e-6
ALL = {(row, column) for row in range(8) for column in range(8)}
reeds = st.sets(st.sampled_from(sorted(ALL)))


def board(closed: set[tuple[int, int]], settle: float = SETTLE) -> tuple[FakeGpio, MatrixScan]:
    gpio = FakeGpio(ROWS, COLUMNS, closed)
    scan = MatrixScan(gpio, MatrixPins(ROWS, COLUMNS, settle), gpio.wait)
    scan.set_up()
    return gpio, scan


def bits(closed: set[tuple[int, int]]) -> int:
    return sum(1 << (8 * row + column) for row, column in closed)


@pytest.mark.slow
@given(reeds)
def test_every_closed_reed_is_read_and_no_other(closed: set[tuple[int, int]]) -> None:
    _, scan = board(closed)
    assert scan.read() == bits(closed)


@pytest.mark.slow
@given(reeds, reeds)
def test_a_scan_shows_nothing_of_the_scan_before(
    before: set[tuple[int, int]], now: set[tuple[int, int]]
) -> None:
    gpio, scan = board(before)
    scan.read()
    gpio.closed = now
    assert scan.read() == bits(now)


def test_reading_before_the_columns_have_settled_shows_the_row_before() -> None:
    closed = {(2, 5)}
    _, hasty = board(closed, settle=RISE * 0.6)
    _, patient = board(closed, settle=RISE * 1.01)
    assert hasty.read() == bits({(2, 5), (3, 5)}), "the fake must show what haste costs"
    assert patient.read() == bits(closed)


def test_three_corners_of_a_rectangle_show_the_fourth_where_diodes_are_missing() -> None:
    corners = {(1, 1), (1, 6), (4, 1)}
    gpio, scan = board(corners)
    assert scan.read() == bits(corners)
    gpio.no_diode = ALL
    assert scan.read() == bits({*corners, (4, 6)})


def test_one_missing_diode_is_enough_for_a_ghost() -> None:
    corners = {(1, 1), (1, 6), (4, 1)}
    gpio, scan = board(corners)
    # From column 6 to row 1, on through the reed without a diode to column 1, and down row 4.
    gpio.no_diode = {(1, 1)}
    assert scan.read() == bits({*corners, (4, 6)})
    gpio.no_diode = {(1, 6)}
    assert scan.read() == bits(corners)


def test_never_are_two_rows_driven_at_once() -> None:
    gpio, scan = board(set())
    seen = []
    real_input = gpio.input

    def watched(channel: int, /) -> int:
        seen.append(tuple(gpio.driven))
        return real_input(channel)

    gpio.input = watched  # type: ignore[method-assign]
    scan.read()
    assert seen == [(row,) for row in ROWS for _ in COLUMNS]


def test_no_two_pins_are_ever_shorted_though_all_diodes_were_forgotten() -> None:
    gpio, scan = board(ALL)
    gpio.no_diode = ALL
    scan.read()  # The fake refuses a pin that is driven high against one that is driven low.
    for row in ROWS:
        gpio.setup(row, gpio.OUT, initial=gpio.HIGH)
    with pytest.raises(AssertionError, match="shorted"):
        gpio.setup(ROWS[0], gpio.OUT, initial=gpio.LOW)


def test_a_row_is_released_though_a_column_cannot_be_read() -> None:
    gpio, scan = board(set())
    gpio.cleanup([COLUMNS[3]])
    with pytest.raises(RuntimeError, match="setup"):
        scan.read()
    assert gpio.driven == []


def test_all_pins_are_given_back() -> None:
    gpio, scan = board({(0, 0)})
    assert gpio.in_use == {*ROWS, *COLUMNS}
    scan.close()
    assert gpio.in_use == set()


def test_a_scan_costs_eighty_calls() -> None:
    gpio, scan = board(ALL)
    gpio.calls.clear()
    scan.read()
    assert gpio.calls == {"setup": 16, "input": 64}


def test_the_fake_refuses_what_the_module_refuses() -> None:
    gpio = FakeGpio(ROWS, COLUMNS)
    with pytest.raises(RuntimeError, match="mode"):
        gpio.setup(4, gpio.IN)
    gpio.setmode(gpio.BCM)
    with pytest.raises(RuntimeError, match="setup"):
        gpio.input(4)
    gpio.setup(4, gpio.IN)
    with pytest.raises(RuntimeError, match="OUTPUT"):
        gpio.output(4, gpio.LOW)
    with pytest.raises(ValueError, match="outputs"):
        gpio.setup(4, gpio.OUT, pull_up_down=gpio.PUD_UP)
    with pytest.raises(ValueError, match="inputs"):
        gpio.setup(4, gpio.IN, initial=gpio.LOW)
    with pytest.raises(ValueError, match="different mode"):
        gpio.setmode(gpio.BOARD)
    with pytest.raises(AssertionError, match="floats"):
        gpio.input(4)
