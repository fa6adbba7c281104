"""What each child has solved, kept in a small file beside the archive. There is no login."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from board_daemon.game.errors import GameError
from board_daemon.game.small_file import put_aside, read_json, write_json
from board_daemon.names import clean_name
from board_daemon.teach.runner import MOST_STARS

MOST_CHILDREN: Final = 100
_MOST_EXERCISES: Final = 5000
_LONGEST_ID: Final = 80

Stars = dict[str, int]


class LessonProgress:
    """Stars by child and exercise. A child without a name counts like any other.

    Names that differ in large and small letters only are one child's. Everything here may be used
    from several threads at once.
    """

    def __init__(self, path: Path | None = None) -> None:
        """`path`: where it is kept; None: nowhere."""
        self._path = path
        # One is held for all that is read or changed, the other while it is written down.
        self._using, self._writing = threading.RLock(), threading.Lock()
        self._stars: dict[str, Stars] = {}
        self.is_kept = True
        """Whether all of it is in the file."""
        if path is not None:
            self._read(path)

    @property
    def children(self) -> tuple[str, ...]:
        """Everybody's name, by the alphabet; without a name last."""
        with self._using:
            return tuple(sorted(self._stars, key=lambda name: (not name, name.casefold())))

    def stars(self, child: str) -> Mapping[str, int]:
        """What a child has reached in each exercise that it has solved."""
        with self._using:
            return dict(self._stars.get(self._called(child), {}))

    def meet(self, child: str) -> None:
        """Note a child's name; raises `GameError` where there are too many."""
        with self._using:
            if self._called(child) in self._stars:
                return
            if len(self._stars) >= MOST_CHILDREN:
                raise GameError(f"expected at most {MOST_CHILDREN} children, saw one more")
            self._stars[child] = {}
            self.is_kept = False

    def solved(self, child: str, exercise: str, stars: int) -> None:
        """Note that an exercise was solved; the best there was stays."""
        with self._using:
            known = self._stars.setdefault(self._called(child), {})
            if stars > known.get(exercise, 0) and len(known) < _MOST_EXERCISES:
                known[exercise] = stars
                self.is_kept = False

    def forget(self, child: str) -> None:
        """Forget a child and all it has reached; raises `GameError` where nobody is called so."""
        with self._using:
            known = self._called(child)
            if known not in self._stars:
                raise GameError("expected a child who has had lessons, saw nobody of that name")
            del self._stars[known]
            self.is_kept = False

    def rename(self, old: str, new: str) -> None:
        """Call a child otherwise; where there is one of the new name, they are one from now on."""
        with self._using:
            known = self._called(old)
            if known not in self._stars or known == new:
                return
            stars = self._stars.pop(known)
            others = self._stars.pop(self._called(new), {})
            self._stars[new] = _best_of(others, stars)
            self.is_kept = False

    def _called(self, child: str) -> str:
        """The name by which a child is known here, if it is."""
        with self._using:
            if child in self._stars:
                return child
            folded = child.casefold()
            return next((name for name in self._stars if name.casefold() == folded), child)

    def keep(self) -> None:
        """Write it down, unless nothing has changed; this waits for the disk.

        Where that cannot be done now, it stays in memory and the next try takes it along.
        """
        with self._writing:
            with self._using:
                if self.is_kept:
                    return
                children = {name: dict(stars) for name, stars in self._stars.items()}
                self.is_kept = True
            value = {"version": 1, "children": children}
            if self._path is not None and not write_json(self._path, value):
                self.is_kept = False

    def _read(self, path: Path) -> None:
        found = read_json(path)
        if found is None:
            return
        children = found.get("children") if isinstance(found, dict) else None
        if not isinstance(children, dict):
            put_aside(path)
            return
        for name, stars in list(children.items())[:MOST_CHILDREN]:
            if name == clean_name(name):
                known = self._called(name)
                self._stars[known] = _best_of(self._stars.get(known, {}), _sound(stars))


def _best_of(some: Stars, others: Stars) -> Stars:
    return {name: max(some.get(name, 0), others.get(name, 0)) for name in {**some, **others}}


def _sound(stars: object) -> Stars:
    """Of what a file says, that which can be so."""
    if not isinstance(stars, dict):
        return {}
    return {
        name: count
        for name, count in list(stars.items())[:_MOST_EXERCISES]
        if type(count) is int and 1 <= count <= MOST_STARS and len(name) <= _LONGEST_ID
    }
