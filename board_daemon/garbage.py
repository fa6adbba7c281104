"""Python's collector of garbage, and how long it keeps a program from its work."""

import gc
from typing import Final

_BETWEEN_FULL_LOOKS: Final = 50
"""So many looks at what is young come before all of memory is looked through: Python's own are 10.

Only what refers to itself waits for that, and little does; a look comes each 7,000 objects."""


def look_no_more_at_what_stays() -> None:
    """Let no later collection look through what is in memory now: a program that has started.

    Now and then all of memory is looked through, in the midst of whatever goes on. Of a daemon most
    is modules that stay until its end, and a light would wait for them: for 40 to 70 ms on a PC.
    What comes later is looked through more seldom: for a long game that takes 10 to 20 ms.
    """
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _BETWEEN_FULL_LOOKS)
