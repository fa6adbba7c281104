"""Numbered messages, and how to catch up on them."""

from __future__ import annotations

import asyncio
import json

import pytest

from board_daemon.game.feed import MOST_KEPT, MOST_WAITING, Feed, Watcher


def numbers(texts: list[str]) -> list[int]:
    return [json.loads(text)["seq"] for text in texts]


def test_every_watcher_is_told_every_message_in_order() -> None:
    feed = Feed("run")
    watchers = [feed.join(), feed.join()]
    for index in range(3):
        feed.publish({"event": "lights", "index": index})

    async def heard() -> list[list[int]]:
        return [numbers([await watcher.next() for _ in range(3)]) for watcher in watchers]

    assert asyncio.run(heard()) == [[1, 2, 3]] * 2


def test_who_left_is_told_nothing() -> None:
    feed = Feed("run")
    watcher = feed.join()
    feed.leave(watcher)
    feed.publish({})
    assert not watcher.has_more
    assert feed.watchers == 0


def test_who_comes_back_is_told_what_he_missed() -> None:
    feed = Feed("run")
    for _ in range(5):
        feed.publish({})
    assert numbers(feed.missed_since(2, "run") or []) == [3, 4, 5]
    assert feed.missed_since(5, "run") == []


def test_numbers_of_another_run_or_from_the_future_mean_nothing() -> None:
    feed = Feed("run")
    feed.publish({})
    assert feed.missed_since(1, "earlier") is None
    assert feed.missed_since(2, "run") is None


def test_what_is_too_long_ago_is_not_kept() -> None:
    feed = Feed("run")
    for _ in range(MOST_KEPT + 10):
        feed.publish({})
    assert feed.missed_since(9, "run") is None
    assert len(feed.missed_since(10, "run") or []) == MOST_KEPT


def test_a_watcher_who_does_not_listen_is_left_behind_and_takes_no_more_room() -> None:
    feed = Feed("run")
    watcher = feed.join()
    for _ in range(MOST_WAITING):
        feed.publish({})
    assert not watcher.is_left_behind
    feed.publish({})
    assert watcher.is_left_behind


def test_who_was_left_behind_is_told_nothing_after_the_gap() -> None:
    feed = Feed("run")
    watcher = feed.join()
    for _ in range(MOST_WAITING + 1):
        feed.publish({})

    async def heard() -> list[int]:
        first = numbers([await watcher.next()])
        feed.publish({})
        return first + numbers([await watcher.next() for _ in range(MOST_WAITING - 1)])

    assert asyncio.run(heard()) == list(range(1, MOST_WAITING + 1))
    assert not watcher.has_more


def test_the_code_is_told_only_to_those_who_may_know_it() -> None:
    feed = Feed("run")
    stranger, owner = feed.join(), feed.join(knows_code=True)
    feed.publish({"lit": ""}, {"lit": "c3 f6"})

    async def heard() -> list[str]:
        return [json.loads(await watcher.next())["lit"] for watcher in (stranger, owner)]

    assert asyncio.run(heard()) == ["", "c3 f6"]
    missed = [feed.missed_since(0, "run", knows_code=knows) or [] for knows in (False, True)]
    assert [json.loads(text)["lit"] for (text,) in missed] == ["", "c3 f6"]


async def asking(watcher: Watcher) -> asyncio.Task[str]:
    """Let him ask for more where nothing waits for him."""
    task = asyncio.create_task(watcher.next())
    await asyncio.sleep(0)
    assert not task.done()
    return task


def test_who_was_sent_everything_is_sent_the_next_at_once() -> None:
    async def scenario() -> None:
        sent: list[str] = []

        def send(text: str) -> bool:
            sent.append(text)
            return True

        feed = Feed("run")
        watcher = feed.join(send_now=send)
        feed.publish({})
        assert sent == []
        assert numbers([await watcher.next()]) == [1]
        # He may not have been sent that one yet.
        feed.publish({})
        assert sent == []
        assert numbers([await watcher.next()]) == [2]
        task = await asking(watcher)
        feed.publish({})
        assert numbers(sent) == [3]
        assert not watcher.has_more
        task.cancel()

    asyncio.run(scenario())


def test_what_cannot_be_sent_at_once_waits_and_nothing_overtakes_it() -> None:
    async def scenario() -> None:
        sent: list[str] = []
        has_room = [True, False, True]

        def send(text: str) -> bool:
            fits = has_room.pop(0)
            sent.extend([text] * fits)
            return fits

        feed = Feed("run")
        watcher = feed.join(send_now=send)
        task = await asking(watcher)
        for _ in range(3):
            feed.publish({})
        assert numbers(sent) == [1]
        assert numbers([await task, await watcher.next()]) == [2, 3]
        task = await asking(watcher)
        feed.publish({})
        assert numbers(sent) == [1, 4]
        task.cancel()

    asyncio.run(scenario())


def test_somebody_who_cannot_be_sent_a_thing_is_no_harm_to_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(text: str) -> bool:
        raise ValueError("of our own making")

    async def scenario() -> list[int]:
        feed = Feed("run")
        broken, other = feed.join(send_now=fail), feed.join()
        task = await asking(broken)
        for _ in range(2):
            feed.publish({})
        texts = [await task, await broken.next(), await other.next(), await other.next()]
        return numbers(texts)

    assert asyncio.run(scenario()) == [1, 2, 1, 2]
    assert len(caplog.records) == 1
