"""Text that comes from a file or from standard input, whatever bytes it holds."""

from __future__ import annotations

import io
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Final, TextIO

STDIN: Final = "-"
"""What stands for standard input where a file may be named."""


def open_text(source: str) -> AbstractContextManager[TextIO]:
    """Open a file, or standard input for `-`, which stays open; raises OSError.

    Bytes that are no UTF-8 are let through in disguise, so that the reader can name their line.
    """
    if source != STDIN:
        return open(source, encoding="utf-8", errors="surrogateescape")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    return nullcontext(sys.stdin)
