"""Python's collector of garbage, and how long it keeps a program from its work."""

import asyncio
import gc
from collections.abc import Callable
from typing import Final

# Seconds after which what a new game lights is lit, and its players have hardly begun.
_UNTIL_LIT: Final = 0.1
# Nearly all that is thought of goes by itself. So many more things than went are to have come about
# before anything is looked through: Python's own 700 come and go in a moment's thought.
_UNTIL_LOOKED_THROUGH: Final = 20_000


def look_no_more_at_what_stays() -> None:
    """Let no later collection look through what is in memory now: a program that has started.

    Now and then all of memory is looked through, in the midst of whatever goes on. Of a daemon most
    is modules that stay until its end, and a light would wait for them: for 40 to 70 ms on a PC.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_UNTIL_LOOKED_THROUGH)


def clear_up_between_games() -> None:
    """Let go of what is left of a game that is over, while nobody waits for a light.

    Parts of a game know each other, so that none goes before the collector comes; in the midst of
    the next game it would be busy with that for 20 to 40 ms on a PC.
    """
    gc.collect()


class Sweeper:
    """Clears up whenever another game has begun."""

    def __init__(self, game: Callable[[], object]) -> None:
        """`game`: which one is on the board now; another one is not equal to it."""
        self._game = game
        self._last = game()

    def look(self) -> None:
        """Called in the event loop whenever another game may have begun."""
        game = self._game()
        if game != self._last:
            self._last = game
            asyncio.get_running_loop().call_later(_UNTIL_LIT, clear_up_between_games)
