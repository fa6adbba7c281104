"""What players and devices may be called."""

from __future__ import annotations

import unicodedata
from typing import Final

from board_daemon.rules.errors import shown

LONGEST_NAME: Final = 100
"""Characters. The page has the same number in `names.js`."""


def clean_name(text: str) -> str:
    """A name as it is kept: on one line, without what cannot be seen, not too long; perhaps empty.

    What cannot be seen could turn around the text that stands beside it.
    """
    visible = (" " if char.isspace() else char for char in text)
    kept = "".join(char for char in visible if unicodedata.category(char)[0] != "C")
    # Last, as letters come together where something between them was left out.
    composed = unicodedata.normalize("NFC", " ".join(kept.split()))
    return composed[:LONGEST_NAME].strip()


def name_problem(text: str) -> str | None:
    """What is wrong with a name, or with another such text; None: nothing, also where it is empty.

    It stands on score sheets, one line each, and may be shown in a terminal.
    """
    if len(text) <= LONGEST_NAME and text.isprintable():
        return None
    return f"expected at most {LONGEST_NAME} printable characters, saw {shown(text)}"
