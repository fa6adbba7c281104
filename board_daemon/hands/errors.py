"""What can go wrong with hands: only what the program itself got wrong."""

from board_daemon.rules.errors import PacoboardError


class HandsError(PacoboardError):
    """Hands were asked for what they cannot do, or left the board otherwise than they should."""
