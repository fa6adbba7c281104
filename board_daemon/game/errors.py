"""What can be wrong with a wish about a game."""

from board_daemon.rules.errors import PacoboardError


class GameError(PacoboardError):
    """A wish does not fit the game as it stands; says what was expected and what was seen."""
