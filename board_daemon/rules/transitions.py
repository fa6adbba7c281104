"""What an action leads to, taken for allowed: what may be played is asked of `play`."""

from dataclasses import replace
from typing import Final

from board_daemon.rules.attacks import (
    DOUBLE_STEP_RANKS,
    FORWARD,
    LAST_RANK,
    PAWN_COVER,
    PAWN_RANK,
)
from board_daemon.rules.castling import HOME_RANK, rook_way
from board_daemon.rules.chain_states import (
    State,
    hand_of,
    rights_lost_in,
    square_of,
    took_en_passant,
)
from board_daemon.rules.chains import Chain
from board_daemon.rules.pieces import KING, PAWN, PROMOTIONS, Color, PieceType
from board_daemon.rules.position import MOST_COUNTED, ROOK_HOMES, Hand, Memory, Pieces, Position
from board_daemon.rules.rulesets import FreedEnPassant, Promoter, Ruleset, TwoSteps
from board_daemon.rules.squares import Square, SquareSet
from board_daemon.rules.status import PACO, Status

# To read a member of an enum takes longer than to compare it.
_MOVER: Final = Promoter.MOVER
_PASSED_SQUARE: Final = FreedEnPassant.PASSED_SQUARE


def hand_on(position: Position, square: Square) -> Hand:
    """What the side to move would hold, were it to lift what it has on a square."""
    piece = position.piece_at(position.to_move, square)
    assert piece is not None
    return Hand(square, piece, position.piece_at(position.to_move.other, square))


def without_hand(position: Position, hand: Hand) -> Position:
    """The position with what `hand` holds taken off the board and nothing else changed."""
    white = _with_piece(position.white, hand.square, 0)
    black = _with_piece(position.black, hand.square, 0)
    return replace(position, white=white, black=black)


def lift_hand(position: Position, square: Square) -> Position:
    """The position after lifting what the side to move has on a square."""
    hand = hand_on(position, square)
    return replace(
        position,
        white=_with_piece(position.white, square, 0),
        black=_with_piece(position.black, square, 0),
        hand=hand,
        phase=Status.PLACE,
        no_progress=position.no_progress_when_lifted,
        castling=position.castling & ~lifted_rook_home(hand, position.to_move),
    )


def lifted_rook_home(hand: Hand, color: Color) -> SquareSet:
    """The home square whose castling right ends when `hand` is lifted or freed there."""
    home = ROOK_HOMES & 1 << hand.square
    owner = Color.WHITE if hand.square < 32 else Color.BLACK
    rook = hand.piece if owner == color else hand.partner
    return home if rook == PieceType.ROOK else 0


def rights_lost_by_first(hand: Hand, color: Color) -> SquareSet:
    """Home squares of the rooks that may not castle once `hand` has begun a chain."""
    if hand.piece == PieceType.KING:
        return HOME_RANK[color]
    return lifted_rook_home(hand, color)


def place_hand(position: Position, target: Square) -> Position:
    """The position after setting the hand down on a square that is known to be allowed."""
    hand = position.hand
    assert hand is not None
    if hand.partner is not None:
        return _place_union(position, hand, hand.partner, target)
    if hand.piece == PieceType.KING:
        position = _with_king_moved(position, hand, target)
    freed_on = target
    if is_en_passant(position, hand, target):
        position = _draw_back(position, target)
        freed_on = freed_en_passant_on(position, target)
    color = position.to_move
    freed = position.piece_at(color, target)
    own = _with_piece(position.pieces(color), target, hand.piece)
    white, black = (own, position.black) if color == Color.WHITE else (position.white, own)
    promoting = hand.piece == PieceType.PAWN and LAST_RANK[color] >> target & 1
    if freed is not None:
        freed_hand = Hand(freed_on, freed)
        return replace(
            position,
            white=white,
            black=black,
            hand=freed_hand,
            phase=Status.PROMOTE_PLACE if promoting else Status.PLACE,
            promoting=target if promoting else None,
            castling=position.castling & ~lifted_rook_home(freed_hand, color),
        )
    return _end_chain(position, hand, (white, black), target, promoting=bool(promoting))


def position_in_hand(chain: Chain, state: State) -> Position:
    """The position in the midst of a chain, the freed piece in hand, promotions done."""
    position = chain.side.position
    own = bytes(chain.pieces_after(state))
    other = bytes(chain.others_after(state))
    start = Hand(chain.start, PieceType(hand_of(chain.root)))
    lost = rights_lost_by_first(start, Color(chain.color)) | rights_lost_in(state)
    is_white = chain.color == Color.WHITE
    # Of a turn that is under way the lift has been counted.
    is_new = position.hand is None
    lifted = position.no_progress_when_lifted if is_new else position.no_progress
    return replace(
        position,
        white=own if is_white else other,
        black=other if is_white else own,
        phase=Status.PLACE,
        hand=Hand(square_of(state), PieceType(hand_of(state))),
        no_progress=0 if chain.has_promoted(state) else lifted,
        castling=position.castling & ~lost,
        en_passant=None if took_en_passant(state) else position.en_passant,
    )


def is_en_passant(position: Position, hand: Hand, target: Square) -> bool:
    """Whether a lone piece in hand, set down there, joins the pawn that has just passed."""
    return (
        target == position.en_passant
        and hand.piece == PieceType.PAWN
        and bool(PAWN_COVER[position.to_move][hand.square] >> target & 1)
    )


def freed_en_passant_on(position: Position, passed: Square) -> Square:
    """From where what was freed en passant moves on."""
    if position.rules.freed_en_passant is _PASSED_SQUARE:
        return passed
    return passed - FORWARD[position.to_move]


def _end_chain(
    position: Position,
    hand: Hand,
    pieces: tuple[Pieces, Pieces],
    target: Square,
    *,
    promoting: bool,
) -> Position:
    """`pieces`: White's and Black's, the hand set down."""
    joined = position.piece_at(position.to_move.other, target)
    white, black = pieces
    settled = replace(
        position,
        white=white,
        black=black,
        hand=None,
        no_progress=0 if joined is not None else position.no_progress,
        en_passant=passed_square(position.to_move, hand, target, position.rules),
        memory=_remembering(position, hand, target),
    )
    if promoting and promotes_before_the_end(position.rules):
        return replace(settled, phase=Status.PROMOTE_FINISH, promoting=target)
    won = _end_by_kings(settled)
    if won is not None:
        color = settled.to_move
        # The official game does not pass the turn when the uniting pawn has come home.
        return _with_turn_passed(settled, won, color if promoting else color.other)
    if promoting:
        return replace(settled, phase=Status.PROMOTE_FINISH, promoting=target)
    return _pass_turn(settled)


def promotes_before_the_end(rules: Ruleset) -> bool:
    """Whether a pawn that comes home is promoted even with the turn that ends the game by kings.

    The vchess page: any pawn that reaches its final rank. In the official online game it is not.
    """
    return rules.carried_pawn_promoted_by is _MOVER


def _end_by_kings(position: Position) -> Status | None:
    """How the game ends when a turn leaves kings in unions; None: it leaves none."""
    color = position.to_move
    has_won = bool(position.unions >> position.king_square(color.other) & 1)
    if position.rules.king_unites and position.unions >> position.king_square(color) & 1:
        return Status.DRAW_KINGS if has_won else PACO[color.other]
    return PACO[color] if has_won else None


def _place_union(position: Position, hand: Hand, partner: PieceType, target: Square) -> Position:
    color = position.to_move
    is_white = color == Color.WHITE
    white, black = (hand.piece, partner) if is_white else (partner, hand.piece)
    settled = replace(
        position,
        white=_with_piece(position.white, target, white),
        black=_with_piece(position.black, target, black),
        hand=None,
        en_passant=passed_square(color, hand, target, position.rules),
        memory=_remembering(position, hand, target),
    )
    if promotes_at(position, hand, target):
        return replace(settled, phase=Status.PROMOTE_FINISH, promoting=target)
    passed = _pass_turn(settled)
    is_carried_home = partner == PieceType.PAWN and LAST_RANK[color.other] >> target & 1
    if is_carried_home and passed.phase != Status.DRAW_ALL_DANCE:
        return replace(passed, phase=Status.PROMOTE_LIFT, promoting=target)
    return passed


def promotes_at(position: Position, hand: Hand, target: Square) -> bool:
    """Whether the side to move promotes a pawn when it ends its turn so, begun without a chain."""
    color = position.to_move
    if hand.piece == PieceType.PAWN and LAST_RANK[color] >> target & 1:
        return True
    return (
        hand.partner == PieceType.PAWN
        and position.rules.carried_pawn_promoted_by is _MOVER
        and bool(LAST_RANK[color.other] >> target & 1)
    )


def chain_promotes_on(chain: Chain, state: State, exits: SquareSet) -> SquareSet:
    """The squares among `exits` on which a chain that ends there promotes its pawn."""
    if hand_of(state) != PAWN:
        return 0
    home = exits & LAST_RANK[chain.color]
    if not home or promotes_before_the_end(chain.side.rules):
        return home
    if chain.side.own[chain.start] == KING:
        return 0  # He stands in a union, or he would be in hand: the game is over.
    return home & ~(1 << chain.side.position.king_square(1 - chain.color))


def _with_king_moved(position: Position, hand: Hand, target: Square) -> Position:
    """The position without the king's castling rights, the rook moved where he castles."""
    color = position.to_move
    way = rook_way(position.to_move, hand.square, target)
    if way is not None and position.castling >> way[0] & 1:
        position = _swapped(position, *way)
    return replace(position, castling=position.castling & ~HOME_RANK[color])


def _pass_turn(position: Position) -> Position:
    phase = Status.RUN
    if position.is_idle_too_long:
        phase = Status.DRAW_PROGRESS
    elif position.rules.all_dancing_is_draw and position.all_dance:
        phase = Status.DRAW_ALL_DANCE
    return _with_turn_passed(position, phase, position.to_move.other)


def _with_turn_passed(position: Position, phase: Status, to_move: Color) -> Position:
    memory = position.memory
    if memory.answers_sako:
        memory = memory._replace(answers_sako=False)
    return replace(position, phase=phase, to_move=to_move, memory=memory)


def promote(position: Position, piece: PieceType) -> Position:
    """The position after the pawn that waits for it has become another piece."""
    square = position.promoting
    assert square is not None
    owner = Color.WHITE if LAST_RANK[Color.WHITE] >> square & 1 else Color.BLACK
    changed = _with_piece(position.pieces(owner), square, piece)
    white, black = (changed, position.black) if owner == Color.WHITE else (position.white, changed)
    promoted = replace(position, white=white, black=black, promoting=None, no_progress=0)
    if position.phase == Status.PROMOTE_FINISH:
        # Another piece stands there now: to move it back cancels nothing.
        memory = promoted.memory._replace(last_union_move=None)
        promoted = replace(promoted, en_passant=None, memory=memory)
        won = _end_by_kings(promoted)
        if won is not None:
            return _with_turn_passed(promoted, won, promoted.to_move.other)
        return _pass_turn(promoted)
    if position.phase == Status.PROMOTE_PLACE:
        return replace(promoted, phase=Status.PLACE)
    return replace(promoted, phase=Status.RUN)


def finished(position: Position) -> tuple[Position, ...]:
    """The position, or the four that the promotion that ends its turn may lead to."""
    if position.phase == Status.PROMOTE_FINISH:
        return tuple(promote(position, piece) for piece in PROMOTIONS)
    return (position,)


def _remembering(position: Position, hand: Hand, target: Square) -> Memory:
    """What there is to remember once a turn has ended so."""
    rules, memory = position.rules, position.memory
    if not rules.remembers_moves:
        return memory
    two_steps = memory.two_steps
    if rules.two_steps == TwoSteps.ONCE_A_FILE and is_two_steps(position.to_move, hand, target):
        two_steps &= ~(PAWN_RANK[position.to_move] & 1 << hand.square)
    is_union_move = hand.partner is not None and not rules.union_move_may_be_undone
    return memory._replace(
        two_steps=two_steps,
        last_union_move=(hand.square, target) if is_union_move else None,
        turns_played=min(memory.turns_played + 1, MOST_COUNTED),
    )


def _draw_back(position: Position, passed: Square) -> Position:
    """The pawn that has just passed over `passed`, with its partner, set back on it."""
    stop = passed - FORWARD[position.to_move]
    return replace(_swapped(position, passed, stop), en_passant=None)


def _swapped(position: Position, first: Square, second: Square) -> Position:
    white, black = bytearray(position.white), bytearray(position.black)
    for pieces in (white, black):
        pieces[first], pieces[second] = pieces[second], pieces[first]
    return replace(position, white=bytes(white), black=bytes(black))


def _with_piece(pieces: Pieces, square: Square, piece: int) -> Pieces:
    """One colour's pieces with this one on the square; 0: with none."""
    changed = bytearray(pieces)
    changed[square] = piece
    return bytes(changed)


def is_two_steps(color: Color, hand: Hand, target: Square) -> bool:
    """Whether a pawn goes two squares straight ahead, alone or with its partner."""
    return hand.piece == PieceType.PAWN and target - hand.square == 2 * FORWARD[color]


def passed_square(color: Color, hand: Hand, target: Square, rules: Ruleset) -> Square | None:
    """The square a pawn has passed over with its two steps, where that can be answered."""
    if is_two_steps(color, hand, target) and passing_ranks(color, rules) >> hand.square & 1:
        return hand.square + FORWARD[color]
    return None


def passing_exit(chain: Chain, state: State) -> SquareSet:
    """Where the pawn in hand ends two steps that can be answered en passant; or no square."""
    square = square_of(state)
    may_go_two = chain.side.two_steps >> square & 1
    if may_go_two and passing_ranks(chain.color, chain.side.rules) >> square & 1:
        return 1 << square + 2 * FORWARD[chain.color]
    return 0


def passing_ranks(color: int, rules: Ruleset) -> SquareSet:
    """Squares from which two steps can be answered en passant."""
    return DOUBLE_STEP_RANKS[color] if rules.en_passant_from_first_rank else PAWN_RANK[color]
