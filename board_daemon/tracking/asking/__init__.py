"""Questions on the board: what to ask, when, and what an answer says.

What a pawn becomes is asked by the lights of `following.choosing`; `piece_polls` asks of it once
that was missed.
"""
