"""FENs: the union FEN of the official online game (DESIGN, section 4), and that of vchess.

`rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b 1 AHah d3 -`; a piece in hand follows the
placement, `^c7R`, a union in hand as its union letter, `^c7c`. Which form is written depends on the
ruleset: `vchess_fen` for those whose positions remember earlier moves. Such a ruleset reads both.
"""

from dataclasses import replace
from typing import Final

from board_daemon.rules.attacks import FORWARD, LAST_RANK
from board_daemon.rules.destinations import live_places_in_hand, side_to_move
from board_daemon.rules.errors import FenError, shown
from board_daemon.rules.fen_parts import (
    KINGS_UNION,
    VCHESS_KINGS_UNION,
    Fields,
    fail,
    format_hand,
    format_placement,
    parse_en_passant,
    parse_hand,
    parse_number,
    parse_placement,
    parse_side,
)
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import NOTHING, Hand, Position
from board_daemon.rules.rulesets import PACOPLAY, Promoter, Ruleset, ruleset_named
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.squares import bits, square_name
from board_daemon.rules.status import Status
from board_daemon.rules.transitions import promotes_before_the_end
from board_daemon.rules.vchess_fen import (
    check_union_move,
    format_vchess_fields,
    is_vchess,
    parse_vchess_fields,
    with_rights_of_rooks,
)

START_FEN: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -"

_CASTLING_SQUARES: Final = {"A": 0, "H": 7, "a": 56, "h": 63}


def start_fen(rules: Ruleset = PACOPLAY) -> str:
    """The FEN with which a game begins under a ruleset; `START_FEN` where that is a union FEN."""
    return format_fen(Position.start(rules))


def format_fen(position: Position) -> str:
    """The FEN of a position, in the form of its ruleset."""
    placement = format_placement(position) + format_hand(position)
    if position.rules.remembers_moves:
        placement = placement.replace(KINGS_UNION, VCHESS_KINGS_UNION)
        return " ".join((placement, *format_vchess_fields(position)))
    return " ".join(
        (
            placement,
            position.to_move.letter,
            str(position.no_progress),
            _format_castling(position.castling),
            "-" if position.en_passant is None else square_name(position.en_passant),
            "-",
        )
    )


def _format_castling(castling: int) -> str:
    letters = [letter for letter, square in _CASTLING_SQUARES.items() if castling >> square & 1]
    return "".join(letters) or "-"


def settled(position: Position) -> Position:
    """The position as it came, between two turns; raises `FenError` for one within a turn."""
    if not position.phase.is_settled:
        raise FenError(
            f"FEN: expected a position between two turns, got one within a turn ({position.phase})"
        )
    return position


def start_of(fen: str, rules: Ruleset | str) -> Position:
    """The position that a game begins with, between two turns; raises `RulesError`.

    `rules`: may be a text as `ruleset_named` takes it.
    """
    return settled(parse_fen(fen, ruleset_named(rules) if isinstance(rules, str) else rules))


def parse_fen(text: str, rules: Ruleset = PACOPLAY) -> Position:
    """The position of a FEN; raises `FenError` for a text or a position that cannot be."""
    placement, *fields = text.split() or [""]
    if rules.remembers_moves and is_vchess([placement, *fields]):
        parsed = parse_vchess_fields(fields, rules)
        placement = placement.replace(VCHESS_KINGS_UNION, KINGS_UNION)
    else:
        parsed = _parse_union_fields(text, fields, rules)
    placement, caret, lifted = placement.partition("^")
    white, black = parse_placement(placement)
    hand = parse_hand(lifted, parsed.to_move, white, black) if caret else None
    position = Position(
        white=bytes(white),
        black=bytes(black),
        to_move=parsed.to_move,
        no_progress=parsed.no_progress,
        castling=parsed.castling,
        en_passant=parsed.en_passant,
        hand=hand,
        rules=rules,
        memory=parsed.memory,
    )
    position = replace(position, promoting=_waiting_pawn(position))
    if rules.remembers_moves:
        position = with_rights_of_rooks(position)
    _check_pieces(position)
    _check_hand(position)
    _check_en_passant(position)
    check_union_move(position)
    return _with_duty(_with_phase(position))


def _parse_union_fields(text: str, fields: list[str], rules: Ruleset) -> Fields:
    if len(fields) != 5:
        raise FenError(
            "expected a FEN of six fields (placement, side, half-moves, castling, en passant, -), "
            f"got {len(fields) + bool(text.split())} in {shown(text)}"
        )
    side, half_moves, castling, en_passant, last = fields
    if set(half_moves) <= set("KQkq"):
        raise FenError(
            f"expected a union FEN such as {START_FEN}, saw a FEN of chess, with its castling "
            f"rights {half_moves} where the half-moves are"
        )
    to_move = parse_side(side)
    no_progress = parse_number("half-moves", half_moves)
    if last != "-":
        fail("last field", "-", last)
    is_counted = not rules.remembers_moves or rules.idle_half_moves_to_draw is not None
    return Fields(
        to_move=to_move,
        no_progress=no_progress if is_counted else 0,
        castling=_parse_castling(castling),
        en_passant=parse_en_passant(
            en_passant, to_move, from_first_rank=rules.en_passant_from_first_rank
        ),
        memory=NOTHING,
    )


def _parse_castling(text: str) -> int:
    """The rights as written. The official game writes them on set-up boards without rooks, too.

    A right without its rook and king at home cannot be used and does no harm.
    """
    if text == "-":
        return 0
    rights = 0
    for letter in text:
        if letter not in _CASTLING_SQUARES or rights >> _CASTLING_SQUARES[letter] & 1:
            fail("castling", "- or the letters A, H, a, h, each at most once", text)
        rights |= 1 << _CASTLING_SQUARES[letter]
    return rights


def _waiting_pawn(position: Position) -> int | None:
    """Where a pawn stands on its last rank, for the side to move to promote."""
    mover, rules = position.to_move, position.rules
    other_pawns = _pawns_at_home(position, mover.other)
    waiting = _pawns_at_home(position, mover)
    early = other_pawns
    if rules.carried_pawn_promoted_by == Promoter.MOVER and position.hand is None:
        waiting += [square for square in other_pawns if position.unions >> square & 1]
        early = [square for square in other_pawns if not position.unions >> square & 1]
    if len(waiting) > 1 or early:
        names = " and ".join(map(square_name, early or waiting))
        raise FenError(
            "FEN, pawns: expected at most one pawn on its last rank, the side to move's, "
            f"got {names}"
        )
    return waiting[0] if waiting else None


def _pawns_at_home(position: Position, color: Color) -> list[int]:
    pieces = position.pieces(color)
    return [square for square in bits(LAST_RANK[color]) if pieces[square] == PieceType.PAWN]


def _check_pieces(position: Position) -> None:
    """Raise where there are too many pieces, or not just one king a side."""
    hand = position.hand
    for color in Color:
        kinds = list(filter(None, position.pieces(color)))
        if hand is not None:
            held = hand.piece if color == position.to_move else hand.partner
            kinds += [held] if held else []
        name = color.name.title()
        kings, pawns = kinds.count(PieceType.KING), kinds.count(PieceType.PAWN)
        if kings != 1:
            raise FenError(f"FEN, kings: expected one king of {name}, got {kings}")
        if pawns > 8 or len(kinds) > 16:
            raise FenError(
                f"FEN, pieces: expected at most 16 of {name} with 8 pawns, "
                f"got {len(kinds)} with {pawns} pawns"
            )


def _check_hand(position: Position) -> None:
    """Raise where nobody could hold what is in hand: not in that square's union, or promoted."""
    hand, mover = position.hand, position.to_move
    if hand is None:
        return
    if hand.partner is not None and PieceType.KING in (hand.piece, hand.partner):
        raise FenError("FEN, hand: expected no king in a lifted union, got one")
    for color, piece in ((mover, hand.piece), (mover.other, hand.partner)):
        if piece == PieceType.PAWN and LAST_RANK[color] >> hand.square & 1:
            raise FenError(
                "FEN, hand: expected no pawn that has reached its last rank, "
                f"got one of {color.name.title()} from {square_name(hand.square)}"
            )
    if position.promoting not in (None, hand.square):
        raise FenError(
            "FEN, hand: expected the piece freed by the pawn to be promoted on "
            f"{square_name(position.promoting)}, got one from {square_name(hand.square)}"
        )


def _check_en_passant(position: Position) -> None:
    square = position.en_passant
    if square is None:
        return
    other = position.to_move.other
    stop = square + FORWARD[other]
    lifted = position.hand is not None and position.hand.square == stop
    if position.piece_at(other, stop) != PieceType.PAWN and not lifted:
        raise FenError(
            f"FEN, en passant: expected a pawn of {other.name.title()} on {square_name(stop)} "
            f"that has passed over {square_name(square)}, got none"
        )
    if position.occupied >> square & 1:
        raise FenError(
            f"FEN, en passant: expected nobody on {square_name(square)}, "
            "which a pawn has just passed over, got somebody"
        )


def _with_phase(position: Position) -> Position:
    """The same position with what the side to move owes."""
    phase = _phase(position)
    return replace(position, phase=phase, promoting=None if phase.is_over else position.promoting)


def _phase(position: Position) -> Status:
    is_waiting = position.promoting is not None and position.hand is None
    if is_waiting and promotes_before_the_end(position.rules):
        return Status.PROMOTE_FINISH
    over = _over_by_kings(position)
    if over is not None:
        return over
    if position.promoting is None:
        return _phase_without_promotion(position)
    if position.hand is not None:
        return Status.PROMOTE_PLACE
    if position.rules.all_dancing_is_draw and position.all_dance:
        return Status.DRAW_ALL_DANCE
    # A pawn alone came by itself; one in a union was, as far as a FEN can tell, carried.
    in_union = position.unions >> position.promoting & 1
    is_owed = in_union and position.rules.carried_pawn_promoted_by == Promoter.OWNER
    return Status.PROMOTE_LIFT if is_owed else Status.PROMOTE_FINISH


def _phase_without_promotion(position: Position) -> Status:
    if position.hand is not None:
        return Status.PLACE
    if position.is_idle_too_long:
        return Status.DRAW_PROGRESS
    if position.rules.all_dancing_is_draw and position.all_dance:
        return Status.DRAW_ALL_DANCE
    return Status.RUN


def _over_by_kings(position: Position) -> Status | None:
    """How the game has ended by kings in unions; None: it has not."""
    kings = {color: position.king_square(color) for color in Color}
    united = [
        color for color, square in kings.items() if square >= 0 and position.unions >> square & 1
    ]
    may_unite = position.rules.king_unites
    if may_unite and position.hand is not None and united == [position.to_move]:
        return None  # His chain is not over.
    if len(united) > 1 and not may_unite:
        raise FenError("FEN, kings: expected at most one king in a union, got both")
    if united and position.hand is not None:
        raise FenError("FEN, hand: expected nothing in hand after Paco, got a piece")
    if len(united) > 1:
        return Status.DRAW_KINGS
    if united:
        return Status.PACO_B if united[0] == Color.WHITE else Status.PACO_W
    return None


def _with_duty(position: Position) -> Position:
    """The position in mid-turn with the duty to answer Ŝako, where the rules know one.

    A FEN does not say how the turn began: the first piece of a chain is taken for gone.
    """
    hand = position.hand
    if hand is None or not position.rules.must_answer_sako:
        return position
    before = replace(position, hand=None, promoting=None, phase=Status.RUN)
    bound = replace(position, memory=position.memory._replace(answers_sako=True))
    if position.phase == Status.PLACE and not position.occupied >> hand.square & 1:
        is_bound = side_to_move(_set_back(before, hand)).duty is not None
    else:
        is_bound = gives_sako(before, position.to_move.other)
        is_bound &= position.phase != Status.PLACE or bool(live_places_in_hand(bound))
    return bound if is_bound else position


def _set_back(position: Position, hand: Hand) -> Position:
    """The position with the hand set down where it was taken from."""
    own = bytearray(position.pieces(position.to_move))
    other = bytearray(position.pieces(position.to_move.other))
    own[hand.square], other[hand.square] = hand.piece, hand.partner or 0
    is_white = position.to_move == Color.WHITE
    white, black = (own, other) if is_white else (other, own)
    return replace(position, white=bytes(white), black=bytes(black))
