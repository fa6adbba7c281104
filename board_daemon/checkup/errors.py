"""What can go wrong while a board is checked."""

from __future__ import annotations

from board_daemon.rules.errors import PacoboardError


class CheckupError(PacoboardError):
    """A check or a calibration cannot be done; says what was expected and what was seen."""
