"""What can be wrong with the wiring; every message says what was expected and what was seen."""

from __future__ import annotations

from firmware_bridge.errors import BridgeError


class WiringError(BridgeError):
    """wiring.yaml does not describe boards that could be built."""
