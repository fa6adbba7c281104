"""Runs the command line with a virtual board whose clock goes only as far as it is told.

So there lies between two readings what the test says, however long it takes to say it.
"""

from __future__ import annotations

from functools import partial
from unittest.mock import patch


def main() -> None:
    """Run it."""
    from board_daemon import cli
    from firmware_bridge.virtual_bridge import VirtualBridge

    with patch("board_daemon.boards.VirtualBridge", partial(VirtualBridge, clock=lambda: 0.0)):
        cli.main()


if __name__ == "__main__":
    main()
