"""What players say with the pieces beside their turns: a new game, and an end they agree on.

An end is looked for only where no turn explains the board; a new game also where the game is over
or the board is being set up.
"""

from collections.abc import Sequence
from typing import Final

from board_daemon.rules.actions import squares_of
from board_daemon.rules.ends import Result
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import SquareSet, bits, parse_square, square_set
from board_daemon.tracking.hypotheses.line import Line, moved_a_union
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.contents import Content, agree, contents_of, disagreeing
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.settings import TrackerSettings

_START: Final = Position.start()
_HOME: Final = contents_of(_START)
# Going back home by no more turns than this takes them back.
_MOST_TURNS_BACK: Final = 2

_LIGHT_CENTRE: Final = square_set((parse_square("e4"), parse_square("d5")))
_DARK_CENTRE: Final = square_set((parse_square("d4"), parse_square("e5")))
_CENTRE: Final = _LIGHT_CENTRE | _DARK_CENTRE


def is_set_up_anew(record: Record, seen: Sequence[Content], has_ended: bool) -> bool:
    """Whether all 32 stand at home again, for all the sensor can tell, though a game went on.

    `has_ended`: whether the players have said that it is over. Where one or two turns taken back
    lead home, the same game goes on.
    """
    if not agree(seen, _HOME):
        return False
    if record.status.is_over:
        return True
    if agree(seen, contents_of(record.position)):
        return False
    if has_ended:
        return True
    last = len(record.turns)
    return not any(
        agree(seen, contents_of(record.position_before(ply)))
        for ply in range(last, max(0, last - _MOST_TURNS_BACK), -1)
    )


def brought_home(last: Line, changes: Sequence[Sighting], settings: TrackerSettings) -> int:
    """How many of the turns up to the `last` recorded one only set the board up anew.

    They were recorded as a piece on its way home happened to make a legal turn. Hands that set up
    go on at once, turn after turn.
    """
    number = 0
    line: Line | None = last
    while line is not None and _brings_home(line) and _went_on_at_once(line, changes, settings):
        number, line = number + 1, line.parent
    return number


def _went_on_at_once(line: Line, changes: Sequence[Sighting], settings: TrackerSettings) -> bool:
    """Whether hands that had done what led to a line have not paused before the next thing."""
    if line.index >= len(changes):
        return False
    return changes[line.index].t - line.t < settings.partial_patience


def _brings_home(line: Line) -> bool:
    """Whether the turn that led to a line has brought a lone piece to a square that is its home.

    Or a union to anybody's: who takes its pieces away one after the other may seem to move it.
    """
    turn = line.explanation
    if turn is None:
        return False
    if line.position.unions >> turn.end & 1:
        return moved_a_union(line) and bool(_START.occupied >> turn.end & 1)
    stands = [line.position.piece_at(color, turn.end) for color in Color]
    return stands == [_START.piece_at(color, turn.end) for color in Color]


def agreed_result(position: Position, seen: Sequence[Content]) -> Result | None:
    """The result that the kings on the centre squares say: `1-0`, `0-1` or `1/2-1/2`; else None.

    Both on light squares (e4, d5) White's win, both on dark ones (d4, e5) Black's, one of each a
    draw. Only the plain case counts: both kings have left their squares, two centre squares that
    were empty are taken, and everything else stands as in the position.
    """
    kings = [position.king_square(color) for color in Color]
    if any(square not in range(64) or not seen[square] & Content.EMPTY for square in kings):
        return None
    changed = disagreeing(seen, contents_of(position))
    taken = changed & ~square_set(kings)
    if taken.bit_count() != 2 or taken & (~_CENTRE | position.occupied):
        return None
    if not _hold_both_kings(seen, taken):
        return None
    if not taken & _DARK_CENTRE:
        return Result.WHITE_WINS
    return Result.DRAW if taken & _LIGHT_CENTRE else Result.BLACK_WINS


def result_by_kings(record: Record, seen: Sequence[Content]) -> Result | None:
    """The same for a recorded game, where the first king may have made what looks like a turn."""
    result = agreed_result(record.position, seen)
    if result is None and _king_went_to_the_centre(record):
        result = agreed_result(record.position_before(len(record.turns)), seen)
    return result


def end_began_as_a_turn(
    last: Line,
    record: Record,
    seen: Sequence[Content],
    changes: Sequence[Sighting],
    settings: TrackerSettings,
) -> bool:
    """Whether the `last` recorded turn was none: its king only went first to say the result.

    Whoever says it goes on with the other king at once.
    """
    is_plain = agreed_result(record.position, seen) is not None
    return not is_plain and _went_on_at_once(last, changes, settings)


def _king_went_to_the_centre(record: Record) -> bool:
    if not record.turns:
        return False
    before = record.position_before(len(record.turns))
    moved = square_set(squares_of(record.turns[-1].actions))
    return bool(moved >> before.king_square(before.to_move) & 1 and moved & _CENTRE)


def _hold_both_kings(seen: Sequence[Content], squares: SquareSet) -> bool:
    """Whether one of the two squares may hold a white piece and the other one a black one."""
    one, other = (seen[square] for square in bits(squares))
    return bool(
        (one & Content.WHITE and other & Content.BLACK)
        or (one & Content.BLACK and other & Content.WHITE)
    )
