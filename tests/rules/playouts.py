"""Random games, biased towards unions and chains, the same on every run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.attacks import FORWARD, LAST_RANK
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.play import play
from board_daemon.rules.position import KING_HOME, NOTHING, ROOK_HOMES, Memory, Position
from board_daemon.rules.rulesets import PACOPLAY, Ruleset, TwoSteps
from board_daemon.rules.squares import ALL_SQUARES, Square, bits
from board_daemon.rules.status import Status
from board_daemon.rules.turns import status_of

Played = tuple[Action, Position]

# How much likelier it is to be chosen that a destination is somebody's than that it is empty.
_BIAS = 6
MOST_PAWNS = 8
# Where a pawn stands after its two steps, by colour.
_PASSED_RANKS = (0xFF << 24, 0xFF << 32)
_PASSED_FROM_FIRST = (0xFF << 16, 0xFF << 40)
_PAWN_HOMES = (*range(8, 16), *range(48, 56))


def random_position(seed: int, turns: int, rules: Ruleset = PACOPLAY) -> Position:
    """The settled position after that many random turns, or after the last one there was."""
    position = Position.start(rules)
    for turn in random_turns(Random(seed), turns, rules):
        position = turn[-1][1]
    return position


def random_turns(random: Random, turns: int, rules: Ruleset = PACOPLAY) -> Iterator[list[Played]]:
    """Random turns from the start, each as its actions and the positions they led to."""
    position = Position.start(rules)
    for _ in range(turns):
        if status_of(position).is_over:
            return
        turn = random_turn(random, position)
        yield turn
        position = turn[-1][1]


def random_turn(random: Random, position: Position) -> list[Played]:
    """One random turn from a position in which there is one; it wins only where all do."""
    for _ in range(20):
        turn = list(_one_turn(random, position))
        if turn[-1][1].phase not in (Status.PACO_W, Status.PACO_B, Status.DRAW_KINGS):
            return turn
    return list(_one_turn(random, position))


def _one_turn(random: Random, position: Position) -> Iterator[Played]:
    mover = position.to_move
    while position.to_move == mover and not position.phase.is_over:
        action = _random_action(random, position)
        position = play(position, action)
        yield action, position


def _random_action(random: Random, position: Position) -> Action:
    if position.phase == Status.PLACE:
        return Place(_biased(random, position, list(bits(live_places_in_hand(position)))))
    if position.phase == Status.RUN:
        live = live_destinations(position)
        lifts = [square for square, targets in live.items() for _ in bits(targets)]
        weights = [
            _BIAS if position.occupied >> target & 1 else 1
            for targets in live.values()
            for target in bits(targets)
        ]
        return Lift(random.choices(lifts, weights)[0])
    return Promote(random.choice(PROMOTIONS))


def _biased(random: Random, position: Position, squares: list[Square]) -> Square:
    weights = [_BIAS if position.occupied >> square & 1 else 1 for square in squares]
    return random.choices(squares, weights)[0]


def scattered_position(seed: int, rules: Ruleset = PACOPLAY) -> Position:
    """A settled position with pieces anywhere and many unions, as no game may reach it.

    Odd cases meet here far oftener than in play: castling rights of rooks in unions, pawns about to
    come home, a pawn that has just passed a square, few lone pieces to begin a chain.
    """
    random = Random(seed)
    white, black = bytearray(64), bytearray(64)
    squares = random.sample(range(64), 64)
    for color, pieces in ((Color.WHITE, white), (Color.BLACK, black)):
        home = KING_HOME[color]
        square = home if home in squares and random.random() < 0.5 else squares[0]
        pieces[square] = PieceType.KING
        squares.remove(square)
    for square in squares[: random.randint(1, 7)]:
        white[square] = _any_piece(random, Color.WHITE, square)
        black[square] = _any_piece(random, Color.BLACK, square)
    for square in squares[8 : 8 + random.randint(1, 6)]:
        color = random.choice(list(Color))
        (white, black)[color][square] = _any_piece(random, color, square)
    if max(white.count(PieceType.PAWN), black.count(PieceType.PAWN)) > MOST_PAWNS:
        return scattered_position(seed + 1, rules)
    to_move = random.choice(list(Color))
    idle = 0 if rules.remembers_moves else random.randint(0, 9)
    position = Position(bytes(white), bytes(black), to_move, idle, 0, None, rules=rules)
    stops = _PASSED_RANKS[to_move.other]
    if rules.en_passant_from_first_rank:
        stops |= _PASSED_FROM_FIRST[to_move.other]
    passed = [
        stop - FORWARD[to_move.other]
        for stop in bits(position.squares(to_move.other) & stops)
        if position.piece_at(to_move.other, stop) == PieceType.PAWN
        and not position.occupied >> stop - FORWARD[to_move.other] & 1
    ]
    scattered = replace(
        position,
        castling=sum(
            1 << square
            for square in bits(ROOK_HOMES)
            if position.piece_at(square // 32, square) == PieceType.ROOK
            and position.king_square(square // 32) == KING_HOME[Color(square // 32)]
        ),
        en_passant=random.choice(passed) if passed else None,
        memory=_any_memory(random, position),
    )
    # Kings may stand in no union here, but all else may dance: then the game is over.
    return parse_fen(format_fen(scattered), rules)


def _any_memory(random: Random, position: Position) -> Memory:
    rules = position.rules
    memory = NOTHING
    if rules.two_steps == TwoSteps.ONCE_A_FILE:
        spent = sum(1 << square for square in _PAWN_HOMES if random.random() < 0.3)
        memory = memory._replace(two_steps=ALL_SQUARES & ~spent)
    unions = list(bits(position.unions))
    if not rules.union_move_may_be_undone and unions:
        start = random.choice([at for at in range(64) if not position.occupied >> at & 1])
        memory = memory._replace(last_union_move=(start, random.choice(unions)))
    return memory


def _any_piece(random: Random, color: Color, square: Square) -> PieceType:
    kinds = [PieceType.ROOK, PieceType.KNIGHT, PieceType.BISHOP, PieceType.QUEEN]
    if not LAST_RANK[color] >> square & 1:
        kinds += [PieceType.PAWN] * 3
    return random.choice(kinds)
