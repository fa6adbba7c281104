"""The search for puzzles as the daemon starts it, but not nice.

Beside other tests a nice one gets next to no time, and after a minute it is given up.
"""

from __future__ import annotations

import os

from board_daemon.game.puzzle_search import main

if __name__ == "__main__":
    os.nice = lambda _: 0
    main()
