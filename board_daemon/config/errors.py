"""What can be wrong with a configuration."""

from board_daemon.rules.errors import PacoboardError


class ConfigError(PacoboardError, ValueError):
    """A configuration cannot be used; the message says file, line, key, expected and seen."""
