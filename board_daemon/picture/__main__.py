"""Draws the picture of the README and the pieces of the page: `python -m board_daemon.picture`.

To be run in the folder of the project.
"""

from pathlib import Path
from typing import Final

from board_daemon.picture.silhouettes import module_for_the_page
from board_daemon.picture.svg import board_svg
from board_daemon.rules.actions import Lift
from board_daemon.rules.destinations import live_places_in_hand
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.play import play
from board_daemon.rules.squares import bits, parse_square
from board_daemon.tracking.hand import destination_kind
from board_daemon.tracking.view import BoardView, HandView

PICTURE: Final = "docs/board.svg"
OUTLINES: Final = "board_daemon/web/static/outlines.js"

# From the recorded game 15313: Black's knight may step, join a pawn, or free a piece in a union.
FEN: Final = "r1wW1bnr/pepk2pp/4n3/3a1p2/3P1a2/2N5/PPP3PP/3RK1NR b 0 H - -"
LIFTED: Final = parse_square("e6")
TITLE: Final = (
    "A Paco Ŝako board with five unions. Black holds the knight of e6; the squares where it may go "
    "glow: blue where they are empty, magenta for a new union, amber for a take-over."
)


def readme_picture() -> str:
    """The SVG of `docs/board.svg`."""
    position = parse_fen(FEN)
    in_hand = play(position, Lift(LIFTED))
    places = bits(live_places_in_hand(in_hand))
    hand = HandView(LIFTED, {square: destination_kind(in_hand, square) for square in places})
    return board_svg(BoardView(position, hand=hand), TITLE)


if __name__ == "__main__":
    Path(PICTURE).write_text(readme_picture(), encoding="utf-8")
    Path(OUTLINES).write_text(module_for_the_page(), encoding="utf-8")
