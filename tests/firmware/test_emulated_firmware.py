"""The firmware's ELF in emulation: every pin, every byte, on emulated time."""

from __future__ import annotations

import random
import re
import statistics
from collections.abc import Iterator

import pytest

from hardware.generated import GUIDE, ROOT
from tests.firmware.emulated_board import CYCLES_PER_MS, EmulatedBoard, Pace
from tests.firmware.figures import (
    DARK,
    FLASH_BYTES,
    KINDS,
    PLACE,
    RAM_BYTES,
    another_reading,
    greeted,
    measure,
    measure_delays_ms,
    measure_memory,
    measure_scans_a_second,
    random_picture,
    set_sensor,
    table,
)
from tests.firmware.line import Changes, State, Status, seen, show
from tests.firmware.stepping_host import SteppingHost

CYCLES_PER_BIT = 20
CYCLES_OF_A_ZERO = 6


pytestmark = pytest.mark.slow


@pytest.fixture(params=KINDS)
def build(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def host(build: str) -> Iterator[SteppingHost]:
    """A greeted board of each build."""
    with greeted(build) as host:
        yield host


@pytest.fixture
def reed_host() -> Iterator[SteppingHost]:
    with greeted("reed-serial") as host:
        yield host


def test_each_sensor_is_read_by_itself(host: SteppingHost) -> None:
    for sensor in range(64):
        set_sensor(host, sensor, 1 if host.kind == "reed" else 100 + sensor)
        host.follow(20)
        change = host.taken[-1][1]
        assert change.sensor == sensor
        assert len(host.taken) == sensor + 1


def test_all_64_squares_by_random_states_are_received_exactly(host: SteppingHost) -> None:
    chance = random.Random(6)
    made: list[tuple[int, int]] = []
    for _ in range(12):
        changing = [sensor for sensor in range(64) if chance.random() < 0.5]
        chance.shuffle(changing)
        for sensor in changing:
            reading = another_reading(host, sensor, chance)
            set_sensor(host, sensor, reading)
            made.append((sensor, reading))
            host.run(chance.randrange(3000) / 1000)
        host.follow(30)
        wanted = {**dict.fromkeys(range(64), 0), **dict(made)}
        assert dict(enumerate(host.readings)) == wanted
    received = [(change.sensor, change.reading) for _, change in host.taken]
    for sensor in range(64):
        assert [r for s, r in received if s == sensor] == [r for s, r in made if s == sensor]
    assert host.status is not None
    assert host.status.changes_lost == 0


def test_100_pictures_are_read_from_the_pin_as_they_were_sent(host: SteppingHost) -> None:
    chance = random.Random(7)
    host.set_up(most_ma=5000)
    for _ in range(100):
        picture = random_picture(chance)
        host.show(picture)
        host.run(1)
        frame = host.board.led_frames[-1]
        assert list(frame.colours) == picture
        assert frame.longest_low == CYCLES_PER_BIT - CYCLES_OF_A_ZERO


def test_the_strip_never_draws_more_than_the_cap(reed_host: SteppingHost) -> None:
    reed_host.set_up(most_ma=500)
    reed_host.show([(255, 255, 255)] * 64)
    reed_host.run(1)
    colours = reed_host.board.led_frames[-1].colours
    draws_ma = 64 + sum(map(sum, colours)) * 20 / 255
    assert 480 < draws_ma <= 500


def scans_a_second(host: SteppingHost, milliseconds: int) -> float:
    before = host.board.statistics()
    host.follow(milliseconds)
    after = host.board.statistics()
    return (after.scans - before.scans) * 1000 * CYCLES_PER_MS / (after.cycle - before.cycle)


def test_a_board_scans_100_times_a_second_or_more_while_it_shows_pictures(
    host: SteppingHost,
) -> None:
    assert measure_scans_a_second(host) >= {"reed": 500, "hall": 100}[host.kind]


def test_no_time_is_lost_while_pictures_are_written(host: SteppingHost) -> None:
    chance = random.Random(12)
    for _ in range(100):
        host.show(random_picture(chance))
    host.follow(260)
    sent_at, status = next(
        (heard.cycle, heard.message)
        for heard in reversed(host.heard)
        if isinstance(heard.message, Status)
    )
    since_boot_ms = (sent_at - host.board.boots[-1].cycle) / CYCLES_PER_MS
    # The frame itself takes a millisecond, after those that are before it on the line.
    assert since_boot_ms - 8 < status.uptime_ms <= since_boot_ms


def test_status_says_the_scan_rate(host: SteppingHost) -> None:
    host.show([DARK] * 64)
    host.follow(1500)
    rate = scans_a_second(host, 1000)
    host.follow(1100)
    assert host.status is not None
    assert host.status.scans_a_second == pytest.approx(rate, rel=0.03)


def test_a_change_is_told_within_milliseconds(host: SteppingHost) -> None:
    delays_ms = measure_delays_ms(host)
    assert statistics.median(delays_ms) <= {"reed": 5, "hall": 10}[host.kind]
    assert max(delays_ms) <= {"reed": 10, "hall": 20}[host.kind]


def test_a_reset_board_has_no_session_and_counts_its_starts(host: SteppingHost) -> None:
    boots = host.hello.boots if host.hello else None
    set_sensor(host, 20, 1 if host.kind == "reed" else 300)
    host.follow(20)
    host.board.reset()
    host.follow(30)
    assert host.hello is not None
    assert (host.hello.session, host.hello.boots) == (0, (boots or 0) + 1)
    host.session += 1
    host.greet()
    assert host.readings[20] == (1 if host.kind == "reed" else 300)
    assert host.number == 0


def test_the_fault_pattern_pulses_on_the_corners(host: SteppingHost) -> None:
    host.show([(10, 20, 30)] * 64)
    shown = len(host.board.led_frames)
    host.board.run_ms(2900)
    assert len(host.board.led_frames) == shown
    host.board.run_ms(2200)
    pattern = host.board.led_frames[shown:]
    corners = {host.board.led(square) for square in ("a1", "h1", "a8", "h8")}
    for frame in pattern:
        assert {led for led, colour in enumerate(frame.colours) if colour != DARK} <= corners
    reds = [frame.colours[host.board.led("a1")][0] for frame in pattern]
    assert max(reds) > 100
    assert min(reds[10:]) < 10
    assert all(abs(a - b) < 20 for a, b in zip(reds[1:], reds[2:], strict=False))


def test_bytes_lost_while_interrupts_are_off_are_sent_again_and_all_is_well(
    reed_host: SteppingHost,
) -> None:
    host = reed_host
    host.show([(1, 2, 3)] * 64)
    burst = b"".join(show(host.session, host._sent + i) for i in range(1, 21))
    host.board.send(burst)
    host.follow(60)
    lost = host.board.statistics().bytes_overrun
    assert lost > 0
    host._sent = host._done
    host.show([(4, 5, 6)] * 64)
    host.run(1)
    assert set(host.board.led_frames[-1].colours) == {(4, 5, 6)}
    host.follow(300)
    assert host.status is not None
    assert 0 < host.status.bytes_overrun <= lost
    assert host.status.frames_dropped > 0


def test_garbage_on_the_line_is_counted_and_leaves_the_firmware_as_it_was(
    host: SteppingHost,
) -> None:
    chance = random.Random(13)
    host.show([(7, 8, 9)] * 64)
    for _ in range(100):
        host.board.send(chance.randbytes(chance.randrange(1, 200)))
        host.follow(10)
    host.board.send(b"\0")
    host.show([(7, 8, 9)] * 63 + [(1, 2, 3)])
    host.follow(300)
    assert host.hello is not None
    assert host.hello.session == host.session
    assert host.board.led_frames[-1].colours[62:] == ((7, 8, 9), (1, 2, 3))
    assert host.status is not None
    assert host.status.frames_dropped > 20
    assert len(host.board.boots) == 1


def test_a_bouncing_contact_is_told_once(reed_host: SteppingHost) -> None:
    chance = random.Random(10)
    for sensor in range(64):
        reed_host.run(chance.randrange(1000) / 1000)
        reed_host.board.press(sensor, bounce_us=1500)
        reed_host.follow(12)
    assert [change.sensor for _, change in reed_host.taken] == list(range(64))


def test_three_magnets_in_a_rectangle_show_no_fourth(reed_host: SteppingHost) -> None:
    board = reed_host.board
    for square in ("c3", "f3", "c6"):
        board.press(board.sensor(square))
    reed_host.follow(20)
    assert reed_host.readings[board.sensor("f6")] == 0


def test_without_diodes_they_do() -> None:
    with EmulatedBoard("reed-serial", pace=Pace.STEPPED, diodes=False) as board:
        host = SteppingHost(board, "reed")
        for square in ("c3", "f3", "c6"):
            board.press(board.sensor(square))
        host.greet()
        host.follow(20)
        assert host.readings[board.sensor("f6")] == 1


def test_a_queue_that_overflows_is_told_as_a_state(reed_host: SteppingHost) -> None:
    for sensor in range(40):
        reed_host.board.press(sensor)
    reed_host.follow(300)
    assert reed_host.readings == [1] * 40 + [0] * 24
    assert reed_host.status is not None
    assert reed_host.status.changes_lost == 25


def test_many_changes_at_once_on_a_hall_board_are_all_told() -> None:
    with EmulatedBoard("hall-serial", pace=Pace.STEPPED) as board:
        host = SteppingHost(board, "hall")
        host.greet()
        for sensor in range(64):
            board.set_level(sensor, 1023 - sensor)
        host.follow(100)
        assert host.readings == [1023 - sensor for sensor in range(64)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_over_a_spoilt_line_the_host_still_learns_every_change(
    host: SteppingHost, seed: int
) -> None:
    chance = random.Random(seed)
    host.board.set_errors(flip=10, lose=10, twice=10, seed=seed)
    made: dict[int, list[int]] = {}
    for _ in range(100):
        sensor = chance.randrange(64)
        reading = another_reading(host, sensor, chance)
        set_sensor(host, sensor, reading)
        made.setdefault(sensor, []).append(reading)
        told = len(host.taken)
        while len(host.taken) == told:
            host.follow(10)
    received: dict[int, list[int]] = {}
    for _, change in host.taken:
        received.setdefault(change.sensor, []).append(change.reading)
    assert received == made
    assert host.board.statistics().bytes_spoilt > 50


def test_nothing_is_told_to_a_host_of_another_session(reed_host: SteppingHost) -> None:
    reed_host.board.press(3)
    reed_host.board.run_ms(10)
    reed_host.board.send(seen(reed_host.session + 1, 1))
    told = len(reed_host.board.frames_out)
    reed_host.board.run_ms(70)
    reed_host.run(1)
    late = [heard.message for heard in reed_host.heard if isinstance(heard.message, Changes)]
    assert len(reed_host.board.frames_out) > told
    assert len(late) >= 3  # sent again and again: that Seen was another's


def test_flash_and_memory_stay_below_half_of_what_there_is(host: SteppingHost) -> None:
    counts = measure_memory(host)
    assert counts.flash <= FLASH_BYTES // 2
    assert counts.static_ram + counts.stack <= RAM_BYTES // 2


def numbers_in(text: str) -> list[float]:
    return [float(word) for word in re.findall(r"(?<=\| )[\d.]+", text.replace(",", ""))]


def test_the_guide_says_what_is_measured() -> None:
    guide = (ROOT / GUIDE).read_text(encoding="utf-8")
    told = guide.partition(f"<!-- made: {PLACE} -->")[2].partition("<!-- end")[0]
    measured = table([measure(build) for build in KINDS])
    # Another compiler makes other code, but not quite another board.
    assert numbers_in(told) == pytest.approx(numbers_in(measured), rel=0.1), (
        "python -m tests.firmware.figures writes the table anew"
    )


def test_a_state_is_the_truth_whatever_was_lost_before(host: SteppingHost) -> None:
    host.follow(10)
    for sensor in (0, 31, 63):
        set_sensor(host, sensor, 1 if host.kind == "reed" else 200)
    host.follow(20)
    believed, host.readings = host.readings, [None] * 64
    host.learn_all()
    assert host.readings == believed
    assert any(isinstance(heard.message, State) for heard in host.heard)
