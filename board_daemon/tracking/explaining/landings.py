"""Where a turn can have ended, by how the board looks now: found before any turn is tried."""

from typing import NamedTuple

from board_daemon.rules.chain_states import State, took_en_passant
from board_daemon.rules.chains import Chain
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet
from board_daemon.tracking.seeing.contents import Content, alone
from board_daemon.tracking.seeing.evidence import Evidence


class Landings(NamedTuple):
    """Where the chains of one lifted piece can have ended."""

    plain: SquareSet
    """With no union taken over en passant."""
    drawn_back: SquareSet
    """With one taken over en passant and so drawn back."""
    en_passant: SquareSet
    """By a new union en passant."""

    def __bool__(self) -> bool:
        """Whether there is any such square."""
        return bool(self.plain | self.drawn_back | self.en_passant)

    def of(self, chain: Chain, state: State) -> SquareSet:
        """Where a chain can have ended in that state."""
        if took_en_passant(state):
            return chain.exits(state) & self.drawn_back
        ends = chain.exits(state) & self.plain
        if self.en_passant and chain.ends_en_passant(state):
            return ends | self.en_passant
        return ends


def landings_of(chain: Chain, evidence: Evidence) -> Landings:
    """The squares on which a chain can have ended so that the board looks as it does.

    A chain leaves the square where it began empty and comes to stand on one other; en passant it
    draws a piece or a union back. It changes nothing else of what may be seen.
    """
    side = chain.side
    plain = _ends(side, chain.start, evidence, 1 << chain.start)
    if chain.en_passant < 0:
        return Landings(plain, NO_SQUARES, NO_SQUARES)
    passed, victim = 1 << chain.en_passant, 1 << side.victim
    settled = 1 << chain.start | passed | victim
    may_hold = evidence.may_hold
    if not passed & may_hold[Content.UNION]:
        return Landings(plain, NO_SQUARES, NO_SQUARES)
    if chain.en_passant_frees:
        ends = _ends(side, chain.start, evidence, settled) & ~passed
        ends |= NO_SQUARES if evidence.dirty & ~settled else victim & may_hold[alone(side.color)]
        # Unless it ended there, nobody stands there any more.
        ends &= ~NO_SQUARES if victim & may_hold[Content.EMPTY] else victim
        return Landings(plain, ends, NO_SQUARES)
    is_united = victim & may_hold[Content.EMPTY] and not evidence.dirty & ~settled
    return Landings(plain, NO_SQUARES, passed if is_united else NO_SQUARES)


def _ends(side: Side, start: Square, evidence: Evidence, settled: SquareSet) -> SquareSet:
    """Where a chain may have ended that accounts for what is seen on some squares anyway."""
    home = 1 << start
    joins = side.enemy_alone & evidence.may_hold[Content.UNION]
    stands = ~side.enemy_alone & evidence.may_hold[alone(side.color)]
    gained = evidence.dirty & ~settled
    if not gained:
        ends = joins | stands & (home | evidence.blind & ~settled)
    elif gained.bit_count() == 1:
        ends = gained & (joins | stands)
    else:
        ends = NO_SQUARES
    return ends if home & evidence.may_hold[Content.EMPTY] else ends & home
