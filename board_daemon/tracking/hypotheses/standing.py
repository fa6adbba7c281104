"""What a line says of the present moment if no turn was completed since: what is in the air."""

import math
from typing import Final

from board_daemon.rules.position import KING_HOME, Position
from board_daemon.rules.squares import SquareSet, bits
from board_daemon.tracking.explaining.explanation import wandering_doubt
from board_daemon.tracking.hypotheses.en_passant import drawn_back_for, gone_ahead
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Standing
from board_daemon.tracking.hypotheses.steps import first_steps
from board_daemon.tracking.hypotheses.unfinished import half_castled
from board_daemon.tracking.seeing.absences import were_together_in_air
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings

# More than this in the air is no turn any more.
_MOST_IN_HAND: Final = 4


def standing_of(
    line: Line, evidence: Evidence, settings: TrackerSettings, *, at_rest: bool
) -> Candidate | None:
    """The candidate in which no turn was completed since, if the board can be seen so."""
    missing, half_lifted = evidence.missing, evidence.half_lifted
    waiting = drawn_back_for(line.position, evidence)
    if not at_rest:
        waiting |= gone_ahead(line.position, missing) | half_castled(line.position, evidence)
    arrived = evidence.dirty & ~(missing | half_lifted | waiting)
    if arrived or missing.bit_count() > _MOST_IN_HAND:
        return None
    if line.enters or line.was_told or (missing | half_lifted and line.avoids):
        return None  # The player has said what he did: it is done.
    doubt = line.doubt + wandering_doubt(evidence, settings)
    unseen = evidence.unseen_again
    if unseen and line.avoids:
        return None
    if missing | half_lifted or unseen:
        doubt += settings.adjust * half_lifted.bit_count()
        doubt += _doubt_in_hand(line.position, evidence, settings)
        doubt += settings.two_in_hand * _surplus_in_hand(line.position, missing)
        doubt += _doubt_of_both_holding(line.position, evidence, settings)
        doubt += 0.0 if line.has_rested else settings.haste
        if unseen and evidence.filled and not settings.feels_unions:
            doubt += settings.stir  # Hardly was what stood there only set down for a moment.
        return Candidate(line, doubt, Standing.IN_HAND)
    doubt += settings.adjust * len(evidence.absences)
    if were_together_in_air(evidence.absences):
        doubt += settings.adjust_together
    return Candidate(line, doubt, Standing.AT_REST)


def _doubt_in_hand(position: Position, evidence: Evidence, settings: TrackerSettings) -> float:
    """Doubt of all that was touched, if what is missing is still in the air."""
    gone = evidence.missing | evidence.unseen_again
    others = position.squares(position.to_move.other) & ~position.unions
    # A piece and the partner that it is to join take two hands: a third one is still odder.
    one, other = (
        _last_change_on_any(gone & ~others, evidence),
        _last_change_on_any(gone & others, evidence),
    )
    doubt = 0.0
    for absence in evidence.absences:
        if absence.is_over and not gone >> absence.square & 1:
            back = absence.back
            meanwhile = (back > one) + (back > other) if absence.was_seen else 0
            # A union that was touched meanwhile is no surprise: a chain may be going on.
            if others >> absence.square & 1:
                meanwhile = min(meanwhile, 1)  # The other player has hands of his own.
            if not meanwhile or absence.bit & evidence.tottered:
                doubt += settings.adjust
            elif evidence.expected[absence.square] != Content.UNION:
                doubt += settings.adjust_in_air * meanwhile
    return doubt


def _last_change_on_any(squares: SquareSet, evidence: Evidence) -> float:
    """When the first of these squares was seen to change last; infinity: none was."""
    touched = bits(squares & evidence.touched)
    return min((evidence.touches[square].last for square in touched), default=math.inf)


def _surplus_in_hand(position: Position, missing: SquareSet) -> int:
    """How many lone pieces are gone beyond the one that moves and the one it may join."""
    alone = missing & ~position.unions
    own = alone & position.squares(position.to_move)
    own_number = own.bit_count()
    king = position.king_square(position.to_move)
    if own >> king & 1 and king == KING_HOME[position.to_move] and own & position.castling:
        own_number -= 1  # He may be castling.
    other_number = (alone & ~own).bit_count()
    return max(0, own_number - 1) + max(0, other_number - 1)


def _may_join(position: Position, missing: SquareSet) -> bool:
    """Whether the lone piece in hand may join the other player's that is gone as well."""
    alone = missing & ~position.unions
    own = alone & position.squares(position.to_move)
    others = alone & ~own
    is_special = position.promoting is not None or position.en_passant is not None
    if own.bit_count() != 1 or is_special:
        return True
    targets = first_steps(position, own)
    # What it frees may join anything.
    return not targets or bool(targets & (others | position.unions))


def are_of_two_hands(position: Position, missing: SquareSet) -> bool:
    """Whether what is gone is more than one player holds at once, whose turn it is.

    Nobody sets a union down on a lone piece.
    """
    own = position.squares(position.to_move) & ~position.unions
    is_union_for_one = bool(missing & position.unions) and not missing & own
    others = missing & ~own & ~position.unions
    return bool(is_union_for_one and others) or _surplus_in_hand(position, missing) > 0


def _doubt_of_both_holding(
    position: Position, evidence: Evidence, settings: TrackerSettings
) -> float:
    """Doubt that both players hold a piece.

    Who lifts the partner first mostly takes his own piece soon. But it may be lifted, by either
    player and for however long: no more doubt than of a dead or stuck square. What was lifted long
    after his own piece, and cannot be joined by it, is rather on its way itself.
    """
    kept_up = _kept_up(position, evidence)
    if kept_up < -settings.partial_patience and not _may_join(position, evidence.missing):
        return settings.adjust_in_air  # As if it were only straightened meanwhile.
    seconds = kept_up - settings.silent_patience
    return min(settings.fault, settings.both_at_it * max(0.0, seconds))


def _kept_up(position: Position, evidence: Evidence) -> float:
    """For how many seconds a piece of the other player was up before an own one was, if any.

    Less than none where the own one was first.
    """
    alone = evidence.missing & ~position.unions
    own = alone & position.squares(position.to_move)
    one, other = evidence.last_lifted(own), evidence.last_lifted(alone & ~own)
    return one - other if max(one, other) < math.inf else 0.0
