"""How somebody handles the pieces, and how well the sensors see it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

Range = tuple[float, float]
"""Seconds, at least and at most."""


class Promoting(StrEnum):
    """How a player says what a pawn becomes."""

    TELL = "tell"
    """By another input than the squares."""
    LEAF = "leaf"
    """By lifting and returning the pawn until the piece wanted shows."""
    ANSWER = "answer"
    """Not before he is asked (see `player.Player`); until then the pawn stands for a queen."""


@dataclass(frozen=True, slots=True)
class HandStyle:
    """Probabilities of everything hands do; each is per turn unless it says otherwise."""

    name: str
    # Forming unions and taking over.
    silent_join: float = 0.0
    """Per join or take-over: the piece is slipped in without lifting what stands there."""
    silent_shows: float = 0.2
    """Per silent take-over: the freed piece is taken out first, so a colour sensor notices."""
    partner_first: float = 0.0
    """Per first join: what stands there is lifted before the own piece."""
    one_by_one: float = 0.0
    """Per join with the partner lifted: the own piece is set down first, then the partner."""
    out_of_order: float = 0.0
    """Per chain: two hands do its steps in another order."""
    two_hands: float = 0.0
    """Per union moved: each hand takes one piece; per first join: both hands lift at once."""
    rook_first: float = 0.0
    """Per castling."""
    # Ways and dwelling.
    slide: float = 0.0
    """Per straight move to an empty square: slid over the squares between."""
    slide_in: float = 0.0
    """Per straight move that joins or takes over, unless the partner was lifted first."""
    hesitate: float = 0.0
    """A long pause with a piece in hand."""
    pause_wrong: float = 0.0
    """The piece is set down on a wrong empty square, then moved on."""
    off_centre: float = 3.0
    """How far from the centre a lone piece is set down at most, mm; a union not so far."""
    tilt: float = 0.02
    """Standard deviation, radians, of how they lean; at most twice that."""
    # What has nothing to do with the turn.
    adjust_before: float = 0.0
    """Another piece, of either colour, is lifted and returned before the turn."""
    adjust_during: float = 0.0
    """The same while a piece is in hand."""
    adjust_after: float = 0.0
    """The same once the turn is over."""
    knock_over: float = 0.0
    """While a piece is in hand, another one is knocked over and set up again."""
    child: float = 0.0
    """A child plays with pieces of the side that is not to move; they are put back."""
    put_back: float = 0.0
    """The own piece is lifted and returned before it is played."""
    take_back: float = 0.0
    """Another turn is played, looked at and taken back first.

    Never the move of a union: who takes that back and who undoes it as his own turn does just the
    same.
    """
    take_back_far: float = 0.0
    """The same with two or three turns, of both players, the last one first."""
    change_mind: float = 0.0
    """Per lone piece that goes to an empty square: it is set down on another one first, where it
    may go as well, and looked at for up to fifteen seconds."""
    illegal: float = 0.0
    """A piece is set where it may not go, and put right."""
    blunder: float = 0.0
    """The same, but it is left there until the board complains; only where somebody answers it."""
    # Pace.
    fast_reply: float = 0.0
    """The other player is already at it when the turn ends."""
    overlap: float = 0.0
    """Per fast reply: he lifts before the last piece of the turn is quite down."""
    pause: Range = (3.5, 7.5)
    """Between turns."""
    move: Range = (0.3, 1.5)
    """From one act to the next."""
    exchange: Range = (0.2, 0.9)
    """From one act to the next while a union is formed or taken over."""
    # Promotion.
    promoting: tuple[Promoting, ...] = (Promoting.TELL,)
    """One of these each time."""
    swap: float = 0.0
    """Per promotion: the pawn is exchanged for the real piece from the box."""
    # Sensors.
    bounce: float = 0.0
    """Per change."""
    missed: float = 0.0
    """Per change: noticed late."""
    dead_squares: int = 0
    """From the start: they read empty."""
    stuck_squares: int = 0
    """From the start: they go on reading what they read."""
    welded_squares: int = 0
    """From the start: they read a white piece, whoever stands there."""
    dying_squares: int = 0
    """They are dead from some moment of the game on, and good until then."""
    sticking_squares: int = 0
    """They are stuck from some moment of the game on, and good until then."""
    welding_squares: int = 0
    """They are welded from some moment of the game on, and good until then."""
    weak_magnets: int = 0
    loose_contacts: int = 0
    """From the start: some squares read nobody now and then, many times a minute."""


CLEAN: Final = HandStyle("clean")

HANDS: Final = HandStyle(
    "hands",
    partner_first=0.35,
    one_by_one=0.1,
    two_hands=0.15,
    rook_first=0.5,
    slide=0.12,
    hesitate=0.1,
    adjust_before=0.08,
    put_back=0.08,
    bounce=0.4,
    off_centre=5.0,
    promoting=(Promoting.TELL, Promoting.LEAF),
)
"""As in the given traces of that name."""

CARELESS: Final = replace(
    HANDS,
    name="careless",
    silent_join=0.8,
    slide=0.25,
    adjust_before=0.12,
    off_centre=8.0,
    tilt=0.04,
)
"""As in the given traces of that name."""

CONVENTION: Final = replace(
    HANDS,
    name="convention",
    out_of_order=0.15,
    pause_wrong=0.08,
    adjust_during=0.03,
    adjust_after=0.05,
    take_back=0.04,
    change_mind=0.03,
    knock_over=0.02,
    child=0.01,
    illegal=0.03,
    blunder=0.02,
    fast_reply=0.15,
    overlap=0.4,
    swap=0.3,
)
"""Everything that people do, but nobody joins silently."""

HALF_SILENT: Final = replace(CONVENTION, name="half_silent", silent_join=0.5)
SLOPPY: Final = replace(CONVENTION, name="sloppy", silent_join=0.8, slide=0.25, adjust_before=0.12)
FAULTY: Final = replace(CONVENTION, name="faulty", dead_squares=1, stuck_squares=1)
WELDED: Final = replace(CONVENTION, name="welded", dead_squares=1, welded_squares=1)
FAILING: Final = replace(CONVENTION, name="failing", dying_squares=1, sticking_squares=1)
WELDING: Final = replace(CONVENTION, name="welding", dying_squares=1, welding_squares=1)
"""One square comes to read nobody, and another one somebody, whoever stands there."""
LOOSE: Final = replace(CONVENTION, name="loose", loose_contacts=1)
FLAKY: Final = replace(CONVENTION, name="flaky", missed=0.01, weak_magnets=1)
HASTY: Final = replace(
    CONVENTION,
    name="hasty",
    slide=0.3,
    slide_in=0.3,
    pause=(1.0, 5.0),
    move=(0.12, 0.4),
    exchange=(0.08, 0.25),
)
WAVERING: Final = replace(CONVENTION, name="wavering", take_back=0.1, take_back_far=0.1)
TWO_HANDS: Final = replace(CONVENTION, name="two_hands", two_hands=1.0)
"""Unions are moved as sensors ask for that take one for nobody: one piece after the other."""
PROMPTED: Final = replace(CONVENTION, name="prompted", promoting=(Promoting.ANSWER,))
"""Without another input than the squares: what a pawn becomes is chosen where the board asks."""

STYLES: Final = {
    style.name: style
    for style in (
        CLEAN,
        HANDS,
        CARELESS,
        CONVENTION,
        HALF_SILENT,
        SLOPPY,
        FAULTY,
        WELDED,
        FAILING,
        WELDING,
        LOOSE,
        FLAKY,
        HASTY,
        WAVERING,
        TWO_HANDS,
        PROMPTED,
    )
}
