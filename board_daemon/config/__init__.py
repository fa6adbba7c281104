"""The configuration: what may stand in the YAML file, and reading it.

`load_config` reads a file; `Config()` is what holds without one: the virtual board on loopback.
"""

from board_daemon.config.errors import ConfigError
from board_daemon.config.loading import load_config
from board_daemon.config.models import Config

__all__ = ["Config", "ConfigError", "load_config"]
