"""The stars of the lessons: read and changed from several threads."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from board_daemon.game.lesson_progress import LessonProgress


class Lock(Protocol):
    """What only one thread can have."""

    def acquire(self, blocking: bool = ...) -> bool: ...
    def release(self) -> None: ...


class Watched(dict[str, dict[str, int]]):
    """Notes whether a lock was held by whoever looked something up or went through it."""

    def __init__(self, lock: Lock) -> None:
        super().__init__()
        self._lock = lock
        self.held: list[bool] = []

    def note(self) -> None:
        with ThreadPoolExecutor(1) as somebody_else:
            self.held.append(somebody_else.submit(self._is_held).result())

    def _is_held(self) -> bool:
        is_free = self._lock.acquire(blocking=False)
        if is_free:
            self._lock.release()
        return not is_free

    def __contains__(self, key: object) -> bool:
        self.note()
        return super().__contains__(key)

    def __iter__(self) -> Iterator[str]:
        self.note()
        return super().__iter__()

    def __len__(self) -> int:
        self.note()
        return super().__len__()


def test_nobody_changes_the_stars_while_somebody_looks_at_them() -> None:
    progress = LessonProgress()
    stars = Watched(progress._using)
    progress._stars = stars
    progress.meet("Ada")
    progress.solved("ada", "rook-unites", 2)
    progress.rename("ADA", "Ada B.")
    assert progress.children == ("Ada B.",)
    before = progress.stars("Ada B.")
    progress.solved("Ada B.", "pawn-unites", 1)
    assert before == {"rook-unites": 2}
    progress.keep()
    progress.forget("ada b.")
    assert stars.held
    assert all(stars.held)
