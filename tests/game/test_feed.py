"""Numbered messages, and how to catch up on them."""

from __future__ import annotations

import asyncio
import json

from board_daemon.game.feed import MOST_KEPT, MOST_WAITING, Feed


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
