"""The atoms of a turn: lift, place, promote; as compact text and as the official site's JSON.

Compact: `Le2`, `Pe4`, `=Q`. JSON: `{"Lift": 12}`, `{"Place": 28}`, `{"Promote": "Queen"}`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from board_daemon.rules.errors import ActionSyntaxError, SquareError, shown
from board_daemon.rules.pieces import (
    PIECE_BY_LETTER,
    PIECE_BY_NAME,
    PROMOTIONS,
    PieceType,
)
from board_daemon.rules.squares import (
    Square,
    SquareSet,
    parse_square,
    square_name,
    square_set,
)


@dataclass(frozen=True, slots=True)
class Lift:
    """Take what stands on a square into the hand, a union as a whole."""

    square: Square


@dataclass(frozen=True, slots=True)
class Place:
    """Set the hand down on a square; into a union with an own piece it frees that piece."""

    square: Square


@dataclass(frozen=True, slots=True)
class Promote:
    """Turn the pawn that has come home into another piece."""

    piece: PieceType


Action = Lift | Place | Promote


def squares_of(actions: Iterable[Action]) -> tuple[Square, ...]:
    """The squares on which a turn begins, enters and ends, in order; it promotes on no other."""
    return tuple(action.square for action in actions if not isinstance(action, Promote))


def moves_of(actions: Iterable[Action]) -> tuple[Action, ...]:
    """What a turn lifts and places, whatever its pawns become."""
    return tuple(action for action in actions if not isinstance(action, Promote))


def promotions_in(actions: Iterable[Action]) -> list[int]:
    """Which actions of a turn promote, counted from 0."""
    return [number for number, action in enumerate(actions) if isinstance(action, Promote)]


def format_action(action: Action) -> str:
    """The compact text of an action."""
    match action:
        case Lift(square):
            return "L" + square_name(square)
        case Place(square):
            return "P" + square_name(square)
        case Promote(piece):
            return "=" + piece.letter


def format_actions(actions: Iterable[Action]) -> str:
    """Compact actions with spaces between them."""
    return " ".join(map(format_action, actions))


def parse_action(text: str) -> Action:
    """The action of a compact text; raises `ActionSyntaxError`."""
    kind, rest = text[:1], text[1:]
    try:
        if kind == "L":
            return Lift(parse_square(rest))
        if kind == "P":
            return Place(parse_square(rest))
    except SquareError as error:
        raise ActionSyntaxError(f"in the action {shown(text)}: {error}") from None
    if kind == "=" and PIECE_BY_LETTER.get(rest) in PROMOTIONS:
        return Promote(PIECE_BY_LETTER[rest])
    raise ActionSyntaxError(f"expected an action such as Le2, Pe4 or =Q, got {shown(text)}")


def parse_actions(text: str) -> tuple[Action, ...]:
    """The actions of a text with spaces between them; raises `ActionSyntaxError`."""
    return tuple(map(parse_action, text.split()))


def action_to_json(action: Action) -> dict[str, int | str]:
    """The official site's JSON value of an action."""
    match action:
        case Lift(square):
            return {"Lift": square}
        case Place(square):
            return {"Place": square}
        case Promote(piece):
            return {"Promote": piece.title_name}


def action_from_json(value: object) -> Action:
    """The action of the official site's JSON value; raises `ActionSyntaxError`."""
    if isinstance(value, dict) and len(value) == 1:
        [(kind, argument)] = value.items()
        if kind == "Promote" and isinstance(argument, str):
            if PIECE_BY_NAME.get(argument) in PROMOTIONS:
                return Promote(PIECE_BY_NAME[argument])
        elif type(argument) is int and 0 <= argument < 64:
            if kind == "Lift":
                return Lift(argument)
            if kind == "Place":
                return Place(argument)
    raise ActionSyntaxError(
        f'expected {{"Lift": 0 to 63}}, {{"Place": 0 to 63}} or {{"Promote": "Queen"}}, '
        f"got {shown(value)}"
    )


def with_promotion(actions: Sequence[Action], number: int, piece: PieceType) -> tuple[Action, ...]:
    """These actions, of which that one, counted from 0, promotes to another piece."""
    return (*actions[:number], Promote(piece), *actions[number + 1 :])


def is_same_but_for_promotions(actions: Sequence[Action], others: Sequence[Action]) -> bool:
    """Whether two turns differ at most in what their pawns become."""
    return len(actions) == len(others) and all(
        one == other or (isinstance(one, Promote) and isinstance(other, Promote))
        for one, other in zip(actions, others, strict=True)
    )


def where_promoted_ends(actions: Sequence[Action], number: int) -> Square:
    """The square on which the piece stands at the end that this action of a turn promotes.

    `number`: of the action, counted from 0. Later in the chain it may be freed in its turn, and go
    on from where it was promoted.
    """
    placed = [action.square for action in actions[:number] if isinstance(action, Place)]
    stands, is_freed = placed[-1], False
    for action in actions[number + 1 :]:
        if not isinstance(action, Place):
            continue
        stands = action.square if is_freed else stands
        is_freed = not is_freed and action.square == stands
    return stands


def promoted_squares(actions: Sequence[Action]) -> SquareSet:
    """Squares on which pawns that these actions place are promoted."""
    return square_set(
        [
            placed.square
            for placed, promoted in zip(actions, actions[1:], strict=False)
            if isinstance(promoted, Promote) and isinstance(placed, Place)
        ]
    )


def promoted_pieces(actions: Sequence[Action]) -> dict[Square, PieceType]:
    """What pawns became on the way of a turn, each by the square on which it stands at the end."""
    return {
        where_promoted_ends(actions, number): action.piece
        for number, action in enumerate(actions)
        if number and isinstance(action, Promote)
    }
