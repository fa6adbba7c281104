"""Hands: they play turns on a virtual board as people do, for tests, benchmarks and the demo."""
