"""Questions on the board: what to ask, when, and what an answer says.

What a pawn becomes is asked elsewhere: see `following.choosing`.
"""
