"""The official site's notation of turns (DESIGN, section 4).

`e2>e4`, `Ng1>f3`, a union moved `NPe5>f7`, a new union `Nf3xe5` or `d4xBe5`, a chain
`g2>Pf3>Pe4>d6`, `0-0`, `0-0-0`, `b7>b8=Q`; a promotion owed at the start of a turn comes first:
`=Q:Ra1>a4`.
"""

import re
from collections.abc import Iterable
from typing import Final

from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.castling import rook_way
from board_daemon.rules.errors import IllegalAction, NotationError, shown
from board_daemon.rules.pieces import PIECE_BY_LETTER, PieceType
from board_daemon.rules.play import play
from board_daemon.rules.position import Hand, Position
from board_daemon.rules.squares import parse_square, square_name

_SHORT, _LONG = "0-0", "0-0-0"
_PIECES: Final = "[PRNBQK]"
_SQUARE: Final = "[a-h][1-8]"
_STEP: Final = re.compile(f"[>x]{_PIECES}?({_SQUARE})(=[QRNB])?")
_TURN: Final = re.compile(
    f"(?P<owed>=[QRNB]:)?(?:(?P<castling>0-0-0|0-0)"
    f"|{_PIECES}{{0,2}}(?P<lift>{_SQUARE})(?P<steps>(?:[>x]{_PIECES}?{_SQUARE}(?:=[QRNB])?)+))"
)


def format_turn(position: Position, actions: Iterable[Action]) -> str:
    """The notation of a turn played in `position`; raises `IllegalAction`."""
    text = ""
    for action in actions:
        after = play(position, action)
        match action:
            case Promote(piece):
                text += f"={piece.letter}"
            case Lift():
                assert after.hand is not None
                text += (":" if text else "") + _lifted(after.hand)
            case Place(square):
                castled = _castled(position, square)
                if castled:
                    text = text[: text.find(":") + 1] + castled
                else:
                    text += _placed(position, after, square)
        position = after
    return text


def _lifted(hand: Hand) -> str:
    if hand.partner is not None:
        return hand.piece.letter + hand.partner.letter + square_name(hand.square)
    return _letter_unless_pawn(hand.piece) + square_name(hand.square)


def _castled(before: Position, square: int) -> str:
    hand = before.hand
    if hand is None or hand.piece != PieceType.KING:
        return ""
    if rook_way(before.to_move, hand.square, square) is None:
        return ""
    return _SHORT if square > hand.square else _LONG


def _placed(before: Position, after: Position, square: int) -> str:
    name = square_name(square)
    if after.hand is not None:
        return f">{after.hand.piece.letter}{name}"
    joined = after.piece_at(before.to_move.other, square)
    assert before.hand is not None
    if before.hand.partner is not None or joined is None:
        return f">{name}"
    # En passant joins a pawn on an empty square; the site writes it as a plain step.
    if before.piece_at(before.to_move.other, square) is None:
        return f">{name}"
    return f"x{_letter_unless_pawn(joined)}{name}"


def _letter_unless_pawn(piece: PieceType) -> str:
    return "" if piece == PieceType.PAWN else piece.letter


def parse_turn(position: Position, text: str) -> tuple[Action, ...]:
    """The actions of a turn in notation; raises `NotationError` when it cannot be played here."""
    found = _TURN.fullmatch(text)
    if found is None:
        raise NotationError(f"expected a turn such as Ng1>f3, d4xBe5 or 0-0, got {shown(text)}")
    actions = _actions_of(position, found)
    try:
        written = format_turn(position, actions)
    except IllegalAction as error:
        raise NotationError(f"{text}: cannot be played here; {error}") from None
    if written != text:
        raise NotationError(f"expected {written} for this turn, got {text}")
    return actions


def _actions_of(position: Position, found: re.Match[str]) -> tuple[Action, ...]:
    actions: list[Action] = []
    if found["owed"]:
        actions.append(Promote(PIECE_BY_LETTER[found["owed"][1]]))
    if found["castling"]:
        king = position.king_square(position.to_move)
        target = king + (2 if found["castling"] == _SHORT else -2)
        if not 0 <= target < 64:
            raise NotationError(
                f"{found[0]}: cannot be played here; the king has no two squares to go"
            )
        return (*actions, Lift(king), Place(target))
    actions.append(Lift(parse_square(found["lift"])))
    for square, promotion in _STEP.findall(found["steps"]):
        actions.append(Place(parse_square(square)))
        if promotion:
            actions.append(Promote(PIECE_BY_LETTER[promotion[1]]))
    return tuple(actions)


def is_notation(text: str) -> bool:
    """Whether a text is written like a turn, whether or not it can be played anywhere."""
    return _TURN.fullmatch(text) is not None
