"""What a player may be called."""

from __future__ import annotations

from typing import Final

from board_daemon.rules.errors import shown

LONGEST_NAME: Final = 100


def name_problem(text: str) -> str | None:
    """What is wrong with a name, or with another such text; None: nothing, also where it is empty.

    It stands on score sheets, one line each, and may be shown in a terminal.
    """
    if len(text) <= LONGEST_NAME and text.isprintable():
        return None
    return f"expected at most {LONGEST_NAME} printable characters, saw {shown(text)}"
