"""The host's side of the line, against a model of the board, in virtual time."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.board_messages import Change, Changes, Reeds
from firmware_bridge.framing import to_frame
from firmware_bridge.host_messages import Seen
from firmware_bridge.link import (
    BOOTING,
    Event,
    HostLink,
    Met,
    Phase,
    ReadAll,
    ReadChange,
    Refused,
    Silent,
)
from firmware_bridge.message_parts import BoardKind, digest_of
from tests.firmware_bridge.model_board import ModelBoard
from tests.firmware_bridge.wires import KINDS, Both, changes_told, joined, met

# --- the greeting ---


@KINDS
@pytest.mark.parametrize("size", [0, 1], ids=["as it comes", "byte by byte"])
def test_a_board_is_met_and_tells_all_its_sensors(kind: BoardKind, size: int) -> None:
    both = joined(kind, size=size)
    both.board.sensors[12] = kind.highest_reading
    both.run_until(lambda: both.believed != [])
    assert both.believed == both.board.sensors
    assert [type(event) for event in both.events] == [Met, ReadAll]
    assert both.board.session != 0


def test_a_board_that_still_boots_is_met_once_it_listens() -> None:
    both = joined()
    both.board.deaf_until = 1.7
    both.board._hello_at = 1.7
    both.run_until(lambda: both.believed != [])
    assert 1.7 <= both.t < 1.9


def test_a_board_that_nobody_greeted_is_met_whatever_its_last_session_was() -> None:
    both = met()
    first = both.board.session
    both.begin()  # The program was started again; the board was not.
    both.run_until(lambda: both.board.session not in (0, first))
    both.board.read(3, 1, both.t)
    both.run_until(lambda: changes_told(both) == [(3, 1)])


def test_another_major_version_is_refused_with_both_named_and_left_alone() -> None:
    both = joined(major=2)
    both.run(0.4)
    (refused,) = both.events
    assert refused == Refused("it speaks version 2.7 of the protocol, and 1.0 is spoken here")
    assert both.link.phase == Phase.REFUSED
    both.run(3.0)
    assert both.events == [refused]
    assert both.board.session == 0


def test_a_board_that_was_refused_is_met_once_it_has_other_firmware() -> None:
    both = joined(major=2)
    both.run(0.4)
    both.board.major = 1
    both.board.reset(both.t)
    both.run_until(lambda: both.believed != [])


def test_a_board_with_other_sensors_is_refused() -> None:
    both = Both(ModelBoard(BoardKind.HALL), HostLink(BoardKind.REED), random.Random(1))
    both.begin()
    both.run(0.4)
    assert Refused("expected a board with Reed sensors, saw one with Hall") in both.events
    assert both.believed == []


def test_a_line_on_which_nothing_answers_is_given_up() -> None:
    link = HostLink(BoardKind.REED)
    link.begin(10.0)
    assert link.advance(10.0 + BOOTING - 0.01) == []
    assert link.advance(10.0 + BOOTING) == [Silent("nothing answers")]


def test_a_line_that_falls_silent_is_given_up_after_a_second() -> None:
    both = met()
    both.is_plugged_in = False
    began = both.t
    both.run_until(lambda: any(isinstance(event, Silent) for event in both.events))
    assert 0.7 <= both.t - began <= 1.01


def test_a_line_that_brings_nothing_but_nonsense_is_given_up_after_three_seconds() -> None:
    both = met()
    began = t = both.t
    events: list[Event] = []
    while not events:
        t += 0.1
        events = both.link.receive(b"\x55" * 20, t)
    assert events == [Silent("it has stopped answering")]
    assert 2.7 <= t - began <= 3.2


# --- changes ---


@KINDS
def test_changes_are_told_in_order_with_the_time_at_which_they_happened(kind: BoardKind) -> None:
    both = met(kind)
    times = []
    for sensor in (12, 28, 12):
        both.run(0.05)
        top = kind.highest_reading
        both.board.read(sensor, 0 if both.board.sensors[sensor] == top else top, both.t)
        times.append(both.t)
    both.run(0.1)
    told = [event for event in both.events if isinstance(event, ReadChange)]
    assert [change.sensor for change in told] == [12, 28, 12]
    assert [change.t for change in told] == pytest.approx(times, abs=0.005)
    assert both.believed == both.board.sensors


def test_what_happened_while_nothing_could_be_sent_has_its_own_time() -> None:
    both = met()
    both.is_plugged_in = False
    for sensor in range(6):
        both.run(0.05)
        both.board.read(sensor, 1, both.t)
    began = both.t
    both.run(0.2)
    both.is_plugged_in = True
    both.run(0.1)
    told = [event for event in both.events if isinstance(event, ReadChange)]
    assert [change.sensor for change in told] == list(range(6))
    assert [began - change.t for change in told] == pytest.approx(
        [0.25, 0.2, 0.15, 0.1, 0.05, 0.0], abs=0.005
    )


def test_times_never_run_backwards_whatever_age_a_board_claims() -> None:
    both = met()
    session = both.board.session
    readings = [0] * 64
    times = []
    for number, age in enumerate((0, 60_000, 5, 0xFFFF), start=1):
        readings[number] = 1
        digest = digest_of(BoardKind.REED, session, number, readings)
        changes = Changes(session, number, (Change(number, 1, age),), digest)
        for event in both.link.receive(to_frame(changes.to_bytes()), both.t + 0.001 * number):
            assert isinstance(event, ReadChange)
            times.append(event.t)
    assert len(times) == 4
    assert times == sorted(times)


def test_numbers_go_round_after_65535() -> None:
    both = met()
    both.board.number = 65_533
    session = both.board.session
    for number in (30_000, 60_000, 65_533):
        both.link._belief.take_state(Reeds(session, number, (0,) * 64))
        both.link._belief.take_state(Reeds(session, number, (0,) * 64))
    for turn in range(6):
        both.board.read(5, (turn + 1) % 2, both.t)
        both.run(0.02)
    assert len(changes_told(both)) == 6
    assert both.board.number == 3
    assert not both.board.queue


def test_changes_without_their_proof_are_not_taken() -> None:
    both = met()
    session = both.board.session
    forged = Changes(session, 1, (Change(12, 1, 0),), 0x1234)
    assert both.link.receive(to_frame(forged.to_bytes()), both.t) == []
    assert both.link.counts["unproved"] == 1
    assert both.believed == [0] * 64


def test_a_host_that_can_prove_no_change_three_times_in_a_row_begins_a_new_session() -> None:
    both = met()
    session = both.board.session
    # The two have come to count from another state, as only luck could have it.
    both.board.acknowledged[7] = both.board.told[7] = 1 - both.board.told[7]
    both.board.sensors[7] = both.board.told[7]
    both.board.read(12, 1, both.t)
    both.run_until(lambda: both.believed == both.board.sensors, most=1.0)
    assert both.board.session != session
    assert both.link.counts["unproved"] == 3


def test_a_state_that_nothing_confirms_is_not_believed() -> None:
    both = met()
    forged = Reeds(both.board.session, 9, (1,) * 64)
    assert both.link.receive(to_frame(forged.to_bytes()), both.t) == []
    both.run(1.0)
    assert both.believed == [0] * 64
    assert both.link.counts["lost"] == 0


def test_a_host_that_has_gone_astray_asks_for_everything_and_tells_what_differs() -> None:
    both = met()
    # A change that both sides count and yet took differently, as only luck could have it.
    both.board.told[7] = both.board.acknowledged[7] = both.board.sensors[7] = 1
    both.run(1.0)
    assert both.believed == both.board.sensors
    assert both.link.counts["asked"] >= 1


def test_a_host_whose_changes_were_dropped_unseen_finds_out_and_says_how_many() -> None:
    both = met()
    both.is_plugged_in = False
    for sensor in range(30):
        both.board.read(sensor, 1, both.t)
    assert both.board.lost == 25
    both.is_plugged_in = True
    both.run_until(lambda: both.believed == both.board.sensors, most=2.0)
    assert both.link.counts["lost"] == 30 - len(changes_told(both))


def test_changes_that_come_fast_after_one_that_was_lost_are_waited_for() -> None:
    both = met()
    session = both.board.session
    both.board.read(0, 1, both.t)
    both.board.advance(both.t)
    both.board.take_output()
    for sensor in range(1, 20):
        both.board.read(sensor, 1, both.t)
        both.run(0.001)
    both.run(0.1)
    assert both.board.session == session
    assert changes_told(both) == [(sensor, 1) for sensor in range(20)]


def test_a_state_that_was_lost_after_an_overflow_is_not_waited_for() -> None:
    both = met()
    both.is_plugged_in = False
    for sensor in range(30):
        both.board.read(sensor, 1, both.t)
        both.run(0.001)
    both.run(0.01)  # The State that nobody asked for goes by unheard; more changes follow on it.
    for sensor in range(40, 44):
        both.board.read(sensor, 1, both.t)
    both.is_plugged_in = True
    began = both.t
    both.run_until(lambda: both.believed == both.board.sensors, most=2.0)
    assert both.t - began < 0.7


def test_levels_that_change_faster_than_the_line_are_not_lost() -> None:
    both = met(BoardKind.HALL)
    both.is_plugged_in = False
    for sensor in range(64):
        both.board.read(sensor, 100 + sensor, both.t)
    both.is_plugged_in = True
    both.run(0.5)
    assert both.believed == both.board.sensors
    assert both.link.counts["lost"] == 0


def test_changes_that_wait_for_a_state_that_was_lost_begin_a_new_session() -> None:
    both = joined()
    both.run_until(lambda: both.board.session != 0)
    both.up.cut()  # Hello and State are lost
    both.board.take_output()
    both.board.advance(both.t)
    both.board.take_output()
    both.board.read(4, 1, both.t)
    both.run_until(lambda: both.believed == both.board.sensors, most=1.0)


def test_seen_is_said_again_for_what_was_taken_already() -> None:
    both = met()
    session = both.board.session
    readings = [0] * 64
    readings[12] = 1
    digest = digest_of(BoardKind.REED, session, 1, readings)
    frame = to_frame(Changes(session, 1, (Change(12, 1, 0),), digest).to_bytes())
    both.link.receive(frame, both.t)
    both.link.sent(len(both.link.waiting))
    assert both.link.receive(frame, both.t) == []
    assert to_frame(Seen(session, 1).to_bytes()) in both.link.waiting


# --- breaks ---


def test_a_board_that_was_reset_is_greeted_anew_and_what_differs_is_told() -> None:
    both = met()
    before = both.board.session
    both.board.read(12, 1, both.t)
    both.run(0.1)
    both.board.reset(both.t)
    both.board.sensors[12], both.board.sensors[28] = 0, 1
    both.run_until(lambda: both.believed == both.board.sensors, most=1.0)
    assert both.board.session not in (0, before)
    assert isinstance(both.events[-1], ReadAll)


def test_half_a_frame_of_before_does_no_harm_after_the_cable_is_back() -> None:
    both = met()
    both.board.read(12, 1, both.t)
    both.board.advance(both.t)
    both.up.send(both.board.take_output()[:7])
    both.run(0.002)
    both.link.end()
    both.begin()
    both.run_until(lambda: both.believed == both.board.sensors, most=1.0)


def test_what_a_former_session_left_in_a_buffer_does_no_harm() -> None:
    both = met()
    old = both.board.session
    both.link.begin(both.t)
    both.run_until(lambda: both.link.phase == Phase.OPEN)
    stale = Changes(old, 1, (Change(9, 1, 0),), digest_of(BoardKind.REED, old, 1, [0] * 64))
    assert both.link.receive(to_frame(stale.to_bytes()), both.t) == []
    assert both.link.counts["other_session"] == 1


def test_nothing_is_sent_or_taken_once_the_port_is_closed() -> None:
    both = met()
    both.link.end()
    assert both.link.receive(to_frame(b"abc"), both.t) == []
    assert both.link.next_due is None
    assert both.link.waiting == b""
