"""What the magnets of a set do to the sensors under a board, computed with magpylib.

The tables and pictures of the guide come from here, and the small table by which the virtual
board's sensors read millitesla. Nothing of it runs on a board: `python -m hardware.field_model`
writes the files, `--check` says which of them are stale.
"""
