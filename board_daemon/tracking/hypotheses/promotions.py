"""Choosing the piece a pawn becomes.

Setting the pawn down is a queen; each further lift-and-return on its square goes to the next piece.
Where that square is dead or stuck, the board asks on one that works: that of the player's king.
A choice that comes by another way (a page, a trace) is taken as it comes, before or after.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from board_daemon.rules.actions import (
    Action,
    Promote,
    promotions_in,
    where_promoted_ends,
    with_promotion,
)
from board_daemon.rules.attacks import LAST_RANK
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, SquareSet, bits
from board_daemon.rules.status import Status
from board_daemon.rules.transitions import promotes_at
from board_daemon.tracking.explaining.explanation import (
    Choice,
    Explanation,
    leafed_to,
)
from board_daemon.tracking.hand import hand_view
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.seeing.evidence import Evidence

_ONE_STEP_FROM_HOME: Final = (LAST_RANK[Color.WHITE] >> 8, LAST_RANK[Color.BLACK] << 8)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A promotion that may still be chosen."""

    square: Square
    piece: PieceType
    """What it is as things stand."""
    is_owed: bool
    """Whether the pawn was carried home, and its owner promotes before he moves."""


def prompt_of(line: Line) -> Prompt | None:
    """The promotion that may still be chosen after a line's last turn."""
    position = line.position
    if position.phase == Status.PROMOTE_LIFT and position.promoting is not None:
        if line.told:
            return None
        return Prompt(position.promoting, owed_piece(line), is_owed=True)
    turn = line.explanation
    return _last_promotion(turn.actions) if turn is not None and _may_be_told(turn) else None


def owed_piece(line: Line) -> PieceType:
    """What a pawn becomes that was carried home, as things stand: named, leafed to or unchanged."""
    return line.told[0].piece if line.told else leafed_to(line.leafed, line.was)


def unreliable(position: Position, blind: SquareSet, *, hides_unions: bool) -> SquareSet:
    """The squares on which not every touch is felt: also unions, where these look like nobody."""
    return blind | position.unions if hides_unions else blind


def asked_on(line: Line, prompt: Prompt, blind: SquareSet) -> Square:
    """Where the player goes on to the next piece: on the pawn's square, if that is not blind.

    `blind`: squares on which not every touch is felt.
    """
    if not blind >> prompt.square & 1:
        return prompt.square
    position = line.position
    color = position.to_move if prompt.is_owed else position.to_move.other
    working = position.squares(color) & ~position.unions & ~blind
    king = position.king_square(color)
    return king if working >> king & 1 else next(bits(working), prompt.square)


def unnamed_on_the_way(step: Line) -> int | None:
    """Which action of a turn promotes a pawn before its last one, as far as nobody has chosen.

    The last such; None: there is none for which nobody was felt to choose, or was heard to.
    """
    turn = step.explanation
    if turn is None:
        return None
    queen = Promote(PROMOTIONS[0])
    unnamed = promotions_in(turn.actions)[turn.told : -1]
    # What begins a turn was owed.
    return max((i for i in unnamed if i > 0 and turn.actions[i] == queen), default=None)


def _may_be_told(turn: Explanation) -> bool:
    """Whether the turn promotes to a piece that nobody has named."""
    return len(promotions_in(turn.actions)) > turn.told


def _was_named(turn: Explanation) -> bool:
    """Whether the turn promotes to pieces all of which were named."""
    return 0 < len(promotions_in(turn.actions)) <= turn.told


def _last_promotion(actions: tuple[Action, ...]) -> Prompt | None:
    """The last promotion of a turn, where its piece stands now, having perhaps gone on.

    None: it was owed, and chosen before the turn.
    """
    numbers = promotions_in(actions)
    if not numbers or not numbers[-1]:
        return None
    promoted = actions[numbers[-1]]
    assert isinstance(promoted, Promote)
    square = where_promoted_ends(actions, numbers[-1])
    return Prompt(square, promoted.piece, is_owed=False)


def told(
    line: Line,
    choice: Choice,
    scene: Scene,
    likeliest: Line | None = None,
    *,
    is_recorded: bool = True,
) -> Line:
    """The line once the player has named a piece: for the turn just made, or for a later one.

    `likeliest`: where play has most likely led to since; `is_recorded`: whether people know of the
    line's last turn: else what was named for it may be named again.
    """
    turn = line.explanation
    is_owed = line.position.phase == Status.PROMOTE_LIFT
    is_for_later = speaks_of_later_play(line, scene, likeliest)
    # Nobody has heard yet of what was named for a turn that is not recorded: it is named again.
    is_again = not is_for_later and _was_named_since(line, likeliest)
    is_of_its_own = not (is_recorded or is_for_later or is_again)
    if is_of_its_own and turn is not None and _was_named(turn):
        return named(line, choice, is_again=True) or line
    if is_owed or turn is None or not _may_be_told(turn) or is_for_later or is_again:
        # The last turn may yet turn out to have been another one, or none: then it was this.
        parent = line.parent
        before = parent and replace(parent, told=_with(choice, parent.told, is_again=is_again))
        # What was named before all was put right is named anew.
        still = tuple(each for each in line.told if each.t >= line.t)
        return replace(line, parent=before, told=_with(choice, still, is_again=is_again))
    return named(line, choice) or line


def _with(choice: Choice, known: tuple[Choice, ...], *, is_again: bool) -> tuple[Choice, ...]:
    """What was named, and that besides; or in the place of the last one, if it `is_again`."""
    return (*(known[:-1] if is_again else known), choice)


def speaks_of_later_play(line: Line, scene: Scene, likeliest: Line | None) -> bool:
    """Whether a piece that is named now is for what was played after a line; `likeliest`: as above.

    So it is, too, where the other player seems to be about to promote.
    """
    return _has_promoted_since(line, likeliest) or _promotes_next(line, scene)


def named(line: Line, choice: Choice, *, is_again: bool = False) -> Line | None:
    """The line with that piece for the last promotion of its turn, named by the player.

    `is_again`: in the place of what he had named for it. None: the chain moved on with another
    piece, and could not have with that one.
    """
    promoted = with_last_promotion(line, choice.piece)
    if promoted is None or promoted.explanation is None or line.parent is None:
        return None
    turn = promoted.explanation
    told_number = len(promotions_in(turn.actions))
    # Should the turn turn out to have been another, the choice still holds.
    before = replace(line.parent, told=_with(choice, line.parent.told, is_again=is_again))
    return replace(promoted, parent=before, explanation=replace(turn, told=told_number))


def _has_promoted_since(line: Line, likeliest: Line | None) -> bool:
    """Whether the likeliest play after a line has promoted a pawn for which nobody has chosen.

    What was played is open still, but the pawn set down last is the one that is spoken of.
    """
    return any(map(_may_be_told, _turns_since(line, likeliest)))


def _was_named_since(line: Line, likeliest: Line | None) -> bool:
    """Whether the likeliest play after a line has promoted the last pawn to what was named."""
    promotes = (turn for turn in _turns_since(line, likeliest) if promotions_in(turn.actions))
    last = next(promotes, None)
    return last is not None and _was_named(last)


def _turns_since(line: Line, likeliest: Line | None) -> Iterator[Explanation]:
    """What was most likely played after a line, the last turn first."""
    step = None if likeliest is None else likeliest.step_at(line.depth)
    if likeliest is not None and step is not None and step.position == line.position:
        later = (each.explanation for each in likeliest.steps_since(line.depth))
        yield from (turn for turn in later if turn is not None)


def _promotes_next(line: Line, scene: Scene) -> bool:
    """Whether somebody has begun a turn that promotes, as far as can be seen."""
    evidence = scene.evidence(line)
    if not evidence.touches:
        return False
    if _is_about_to_come_home(line.position.to_move.other, line.position, evidence):
        return True  # After a turn of which nobody has seen the end.
    hand = hand_view(line.position, evidence, owed_piece(line))
    if hand is not None and hand.position is not None:
        has_promoted = _pawns(hand.position) < _pawns(line.position)
        if has_promoted or _may_come_home(hand.position, hand.destinations):
            return True
    best = scene.explain(line, evidence).found[:1]
    return any(turn.promotes for turn in best)


def _is_about_to_come_home(color: Color, position: Position, evidence: Evidence) -> bool:
    """Whether a lone pawn of that colour has been lifted one step before its last rank."""
    one_step = _ONE_STEP_FROM_HOME[color] & evidence.missing & ~position.unions
    return any(position.pieces(color)[square] == PieceType.PAWN for square in bits(one_step))


def _pawns(position: Position) -> int:
    """How many pawns the side to move has, the one in its hand counted."""
    own = position.pieces(position.to_move)
    in_hand = position.hand is not None and position.hand.piece == PieceType.PAWN
    return own.count(PieceType.PAWN) + in_hand


def _may_come_home(position: Position, destinations: Iterable[Square]) -> bool:
    """Whether a pawn in hand can be promoted on one of these squares."""
    hand = position.hand
    return hand is not None and any(promotes_at(position, hand, to) for to in destinations)


def with_last_promotion(line: Line, piece: PieceType) -> Line | None:
    """The line of the same turn with another piece for its last promotion.

    None: the chain moved on with that very piece, and could not have with another one.
    """
    assert line.explanation is not None
    assert line.parent is not None
    actions = line.explanation.actions
    actions = with_promotion(actions, promotions_in(actions)[-1], piece)
    return played_from(line.parent, replace(line.explanation, actions=actions), line)


def played_from(before: Line, turn: Explanation, line: Line) -> Line | None:
    """The line, where the turn that led to it was that one, from another line `before` it.

    None: what it lifts, places and promotes may not be played there.
    """
    try:
        position = play_all(before.position, turn.actions)
    except IllegalAction:
        return None
    return replace(
        line,
        position=position,
        expected=contents_of(position),
        parent=before,
        explanation=replace(turn, position=position),
    )
