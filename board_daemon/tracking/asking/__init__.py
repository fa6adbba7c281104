"""Questions on the board: what to ask, when, and what an answer says."""
