"""Accuracy and speed tables; `python -m benchmarks` prints them."""
