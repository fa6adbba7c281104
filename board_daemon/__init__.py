"""The daemon: from sensor readings to turns, lights and records."""
