"""The one source of wiring, and what is made from it.

`python -m hardware.wiring` writes everything that is generated; with `--check` it only says what
is stale.
"""
