from __future__ import annotations

import signal

import pytest

from board_daemon.stopping import SIGNALS, Stopping, orderly_exit


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_stop_unwinds_the_program(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with pytest.raises(SystemExit) as caught, orderly_exit():
        signal.raise_signal(number)
    assert caught.value.code == 128 + number
    assert signal.getsignal(number) == before


def test_an_interrupt_stays_one() -> None:
    with pytest.raises(KeyboardInterrupt), orderly_exit():
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_request_waits_for_what_must_be_done_whole(number: signal.Signals) -> None:
    done = []

    def work(stopping: Stopping) -> None:
        with stopping.held_back():
            with stopping.held_back():
                signal.raise_signal(number)
            done.append("whole")
        done.append("more")

    with pytest.raises((SystemExit, KeyboardInterrupt)), orderly_exit() as stopping:
        work(stopping)
    assert done == ["whole"]


def test_a_second_request_does_not_disturb_the_way_out() -> None:
    put_back = []

    def work(stopping: Stopping) -> None:
        try:
            stopping.ask(signal.SIGHUP)
        finally:
            stopping.ask(signal.SIGTERM)
            with stopping.held_back():
                stopping.ask(signal.SIGTERM)
            put_back.append("all")

    with pytest.raises(SystemExit) as caught:
        work(Stopping())
    assert caught.value.code == 128 + signal.SIGHUP
    assert put_back == ["all"]


def test_a_signal_that_was_ignored_still_is() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with orderly_exit():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
