"""The whole script of one turn: the turn itself and all that people do around it."""

import random
from collections.abc import Sequence
from typing import Final

from board_daemon.hands.acts import (
    LEFT,
    RIGHT,
    Act,
    BeginTurn,
    Deed,
    KnockOver,
    SetDown,
    SlideOver,
    TakeUp,
    TellPromotion,
    squares_of,
)
from board_daemon.hands.choreography import choreograph
from board_daemon.hands.games import random_turn
from board_daemon.hands.layout import layout_of, looks_alike, rearrange
from board_daemon.hands.style import HandStyle, Range
from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.play import play, play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, Square, SquareSet, bits
from board_daemon.rules.status import Status
from firmware_bridge.virtual_board import Hand

_LOOK: Range = (1.0, 3.5)
_THINK: Range = (0.5, 15.0)
_AFTER: Range = (0.3, 3.0)
_OVERLAP: Range = (0.02, 0.25)
_FAR = 2, 3
"""So many turns at least and at most are taken back where it is more than one."""

_ONE_STEP: Final = 8
"""From a square to the one in front of it."""
_STEPS_OF_KING: Final = (1, 7, 8, 9)

Script = list[Act]


def plan_turn(
    position: Position,
    actions: Sequence[Action],
    style: HandStyle,
    rng: random.Random,
    spared: SquareSet = NO_SQUARES,
) -> Script:
    """What hands do in one turn, from turning to the board to the last adjustment.

    `spared`: where nobody adjusts anything. Who touches what a pawn has just become goes on to the
    next piece, and players know it.
    """
    occupied = position.occupied & ~spared
    parts: list[Script] = []
    chance = rng.random
    if position.phase == Status.RUN:
        if chance() < style.put_back and occupied >> _first_lift(actions) & 1:
            parts.append(_touch(_first_lift(actions), RIGHT[position.to_move], style, rng))
        if chance() < style.adjust_before:
            parts.append(_touch(_any_square(occupied, rng), _any_hand(rng), style, rng))
        if chance() < style.child:
            parts.append(_child_plays(position, style, rng))
        if chance() < style.illegal:
            parts.append(_illegal_move(position, style, rng))
        number = _number_taken_back(style, rng)
        if number == 1:
            parts.append(_turn_taken_back(position, actions, style, rng))
        elif number:
            parts.append(_turns_taken_back(position, number, style, rng))
    turn = _thinks_better(position, actions, style, rng) if chance() < style.change_mind else []
    turn = turn or choreograph(position, actions, style, rng)
    apart = occupied & ~lit_unions(position, actions)
    if chance() < style.adjust_during:
        turn = _with_adjustment(position, turn, style, rng, apart, falls=False)
    if chance() < style.knock_over:
        turn = _with_adjustment(position, turn, style, rng, apart, falls=True)
    parts.append(turn)
    if chance() < style.adjust_after:
        untouched = [s for s in bits(occupied) if s not in squares_of(turn)]
        if untouched:
            adjusted = _touch(rng.choice(untouched), _any_hand(rng), style, rng)
            parts.append([Act(rng.uniform(*_AFTER), adjusted[0].deed), *adjusted[1:]])
    return _in_sequence(parts, style, rng)


def without_choosing(script: Script, turn: Sequence[Action], square: Square) -> Script:
    """The script of a turn that begins with a promotion, its piece having been chosen before.

    `square`: where the pawn stands, which may be touched for it before anything else.
    """
    piece = next(action.piece for action in turn if isinstance(action, Promote))
    touches = script[1 : 1 + 2 * PROMOTIONS.index(piece)]  # After `BeginTurn`.
    pairs = zip(touches[::2], touches[1::2], strict=False)
    if not all(_is_touch(up.deed, down.deed, square) for up, down in pairs):
        return script  # He says what he wants.
    return [script[0], *script[1 + len(touches) :]]


def _is_touch(lift: Deed, drop: Deed, square: Square) -> bool:
    match lift, drop:
        case TakeUp(square=lifted), SetDown(square=dropped):
            return lifted == dropped == square
    return False


def overlap(
    current: Script, following: Script, rng: random.Random, lit: SquareSet = NO_SQUARES
) -> tuple[Script, Script] | None:
    """Let the other player lift before the last piece is quite down; None where he cannot.

    `lit`: the unions that are destinations meanwhile. Nobody lifts one of those only to return it.
    """
    if len(following) < 3:
        return None
    first, second, *rest = following
    if not isinstance(second.deed, TakeUp):
        return None
    last = current[-1]
    early = min(rng.uniform(*_OVERLAP), last.wait / 2)
    apart = not squares_of(current) & squares_of(following)
    free_hand = not any(second.deed.hand in _hands(act) for act in current)
    if lit >> second.deed.square & 1 and _is_return_of(rest[0], second.deed):
        return None
    if isinstance(last.deed, TellPromotion) or not apart or not free_hand or early < 0.02:
        return None
    if second.wait or rest[0].wait < early:
        return None
    merged = [*current[:-1], Act(last.wait - early, first.deed), second, Act(early, last.deed)]
    return merged, [Act(rest[0].wait - early, rest[0].deed), *rest[1:]]


def _is_return_of(act: Act, lift: TakeUp) -> bool:
    return isinstance(act.deed, SetDown) and act.deed.square == lift.square


def _hands(act: Act) -> tuple[Hand, ...]:
    deed = act.deed
    names = ("hand", "giver", "taker", "union_hand")
    return tuple(getattr(deed, name) for name in names if hasattr(deed, name))


def _in_sequence(parts: list[Script], style: HandStyle, rng: random.Random) -> Script:
    script: Script = [Act(0, BeginTurn())]
    for part in parts:
        if not part:
            continue
        first, *rest = part
        wait = first.wait
        if len(script) > 1 and not wait:
            wait = rng.uniform(*style.move)
        script += [Act(wait, first.deed), *rest]
    return script


def _first_lift(actions: Sequence[Action]) -> Square:
    return next(action.square for action in actions if isinstance(action, Lift))


def _any_square(occupied: SquareSet, rng: random.Random) -> Square:
    return rng.choice(list(bits(occupied)))


def _any_hand(rng: random.Random) -> Hand:
    return rng.choice((Hand.WHITE_LEFT, Hand.BLACK_LEFT))


def _touch(square: Square, hand: Hand, style: HandStyle, rng: random.Random) -> Script:
    """Lift what stands on a square and return it."""
    return [Act(0, TakeUp(square, hand)), Act(rng.uniform(*style.move), SetDown(square, hand))]


def lit_unions(position: Position, actions: Sequence[Action]) -> SquareSet:
    """Unions that are lit as destinations at some moment of the turn.

    Whoever lifts and returns one of them then enters it, as far as anybody can see.
    """
    unions, lit = position.unions, NO_SQUARES
    for action in actions:
        position = play(position, action)
        if position.hand is not None:
            lit |= live_places_in_hand(position)
    return lit & unions


def _with_adjustment(
    position: Position,
    turn: Script,
    style: HandStyle,
    rng: random.Random,
    occupied: SquareSet,
    *,
    falls: bool,
) -> Script:
    """The other player adjusts a piece that has no part in the turn, or one that fell over."""
    untouched = [s for s in bits(occupied) if s not in squares_of(turn)]
    if len(turn) < 2 or not untouched:
        return turn
    # Whoever stops in mid-slide while the other player touches something has made his turn.
    at = rng.choice([at for at in range(1, len(turn)) if not _is_sliding(turn[at - 1])])
    square = rng.choice(untouched)
    hand = (RIGHT if falls else LEFT)[position.to_move.other]
    touch = _touch(square, hand, style, rng)
    if falls:
        touch = [Act(0, KnockOver(square)), Act(rng.uniform(*_AFTER), touch[0].deed), touch[1]]
    before, after = turn[:at], turn[at:]
    return [*before, Act(rng.uniform(*style.move), touch[0].deed), *touch[1:], *after]


def _is_sliding(act: Act) -> bool:
    return isinstance(act.deed, SlideOver) and act.deed.square is not None


def plan_blunder(position: Position, style: HandStyle, rng: random.Random) -> Script:
    """A piece goes where it may not, and stays there; nothing where there is none to go."""
    return _illegal_move(position, style, rng)[:2]


def _illegal_move(position: Position, style: HandStyle, rng: random.Random) -> Script:
    """A lone piece of either colour goes where it may not, stands there and is brought back."""
    color = rng.choice((position.to_move, position.to_move, position.to_move.other))
    lone = list(bits(position.squares(color) & ~position.unions))
    if not lone:
        return []
    start = rng.choice(lone)
    live = live_destinations(position).get(start, 0) if color == position.to_move else 0
    wrong = list(bits(ALL_SQUARES & ~position.occupied & ~live))
    if not wrong:
        return []
    return _by_way_of((start, rng.choice(wrong), start), _LOOK, RIGHT[color], style, rng)


def _by_way_of(
    way: tuple[Square, Square, Square],
    look: Range,
    hand: Hand,
    style: HandStyle,
    rng: random.Random,
) -> Script:
    """A piece goes to the second of three squares, is looked at there, and goes to the third."""
    start, between, end = way
    return [
        Act(0, TakeUp(start, hand)),
        Act(rng.uniform(*style.move), SetDown(between, hand)),
        Act(rng.uniform(*look), TakeUp(between, hand)),
        Act(rng.uniform(*style.move), SetDown(end, hand)),
    ]


def _child_plays(position: Position, style: HandStyle, rng: random.Random) -> Script:
    """Lone pieces of the side that is not to move go for a walk and are put back."""
    color = position.to_move.other
    pieces, hand = bytearray(position.pieces(color)), RIGHT[color]
    script: Script = []
    for _ in range(rng.randint(1, 4)):
        lone = [s for s in range(64) if pieces[s] and not position.unions >> s & 1]
        free = [s for s in range(64) if not pieces[s] and not position.occupied >> s & 1]
        if not lone or not free:
            break
        start, end = rng.choice(lone), rng.choice(free)
        pieces[end], pieces[start] = pieces[start], 0
        script += [
            Act(rng.uniform(*style.move), TakeUp(start, hand)),
            Act(rng.uniform(*style.move), SetDown(end, hand)),
        ]
    now = [position.white, position.black]
    now[color] = bytes(pieces)
    return [*script, *rearrange((now[0], now[1]), layout_of(position), style, rng, color)]


def _number_taken_back(style: HandStyle, rng: random.Random) -> int:
    """How many turns are played and taken back before the turn."""
    drawn = rng.random()
    if drawn < style.take_back:
        return 1
    return rng.randint(*_FAR) if drawn < style.take_back + style.take_back_far else 0


def _turn_taken_back(
    position: Position, actions: Sequence[Action], style: HandStyle, rng: random.Random
) -> Script:
    """Another turn is played, looked at and taken back."""
    other = random_turn(position, rng)
    if other is None or other == actions or not _may_be_taken_back(position, other):
        return []
    played, back = _there_and_back(position, other, style, rng)
    return [*played, *_looked_at(back, rng)]


def _turns_taken_back(
    position: Position, number: int, style: HandStyle, rng: random.Random
) -> Script:
    """So many turns are played and looked at, and taken back one after the other.

    Fewer, where chance finds one that may not be taken back so, or a chain that comes home: who
    takes that back in the midst of others only seems to adjust its pieces.
    """
    other = random_turn(position, rng) if number else None
    if other is None or not _may_be_taken_back(position, other):
        return []
    after = play_all(position, other)
    if looks_alike(layout_of(after), layout_of(position)):
        return []
    played, back = _there_and_back(position, other, style, rng)
    further = _turns_taken_back(after, number - 1, style, rng)
    return [*played, *_looked_at(further, rng), *_looked_at(back, rng)]


def _thinks_better(
    position: Position, actions: Sequence[Action], style: HandStyle, rng: random.Random
) -> Script:
    """The lone piece is set down elsewhere first; nothing where that may not be seen as its turn.

    Nor is a king that may seem to castle, nor a pawn that may be joined en passant or promoted.
    """
    start, end = actions[0], actions[-1]
    if len(actions) != 2 or not isinstance(start, Lift) or not isinstance(end, Place):
        return []
    origin, goal = start.square, end.square
    free = ALL_SQUARES & ~(position.occupied | 1 << goal)
    if position.unions >> origin & 1 or position.occupied >> goal & 1 or position.hand is not None:
        return []
    piece = position.piece_at(position.to_move, origin)
    others = list(bits(live_destinations(position).get(origin, 0) & free))
    if piece == PieceType.PAWN:
        others = [square for square in others if abs(square - origin) == _ONE_STEP]
        others = [] if goal == position.en_passant else others
    if piece == PieceType.KING:
        others = [square for square in others if abs(square - origin) in _STEPS_OF_KING]
        others = others if abs(goal - origin) in _STEPS_OF_KING else []
    if not others:
        return []
    way = origin, rng.choice(others), goal
    return _by_way_of(way, _THINK, RIGHT[position.to_move], style, rng)


def _may_be_taken_back(position: Position, turn: Sequence[Action]) -> bool:
    """Whether taking the turn back is something else than a turn of the other player."""
    if any(isinstance(action, Promote) for action in turn):
        return False
    after = play_all(position, turn)
    moves_union = position.unions >> _first_lift(turn) & 1
    changes = layout_of(after) != layout_of(position)
    return not moves_union and after.phase == Status.RUN and changes


def _there_and_back(
    position: Position, turn: Sequence[Action], style: HandStyle, rng: random.Random
) -> tuple[Script, Script]:
    """What hands do for a turn, and to take it back."""
    before, after = layout_of(position), layout_of(play_all(position, turn))
    back = rearrange(after, before, style, rng, position.to_move)
    return choreograph(position, turn, style, rng), list(back)


def _looked_at(script: Sequence[Act], rng: random.Random) -> Script:
    """The script, begun after a look at the board."""
    return [*(Act(rng.uniform(*_LOOK), act.deed) for act in script[:1]), *script[1:]]
