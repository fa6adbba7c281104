"""What a pawn became where nobody was felt to choose, and the game has gone on since.

Each piece that nothing speaks against is as likely as any other: the player is to say which it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from board_daemon.rules.actions import Promote
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, bits
from board_daemon.tracking.explaining.explanation import Choice, squares_on, stands_on
from board_daemon.tracking.hypotheses.line import Line, led_through
from board_daemon.tracking.hypotheses.promotions import (
    named,
    played_from,
    prompt_of,
    speaks_of_later_play,
)
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.debounce import Sighting


def with_piece(root: Line, choice: Choice) -> Line | None:
    """The last recorded position, where that piece was chosen for its open promotion.

    None: none is open there, or its turn could not have gone on with that piece.
    """
    prompt = prompt_of(root)
    if prompt is None:
        return None
    if prompt.is_owed:
        return replace(root, told=(Choice(root.t, choice.piece),), ruled_out=())
    promoted = named(root, choice)
    return None if promoted is None else replace(promoted, ruled_out=())


def begun_at(before: Line, step: Line, changes: Sequence[Sighting]) -> float | None:
    """When the turn of a step was begun, in seconds, by the first change on its squares.

    Not by what was still done for the turn before, or adjusted elsewhere. None: by none that is
    seen. `before`: the line that the step was made from.
    """
    squares = NO_SQUARES if step.explanation is None else squares_on(step.explanation)
    return next(
        (
            change.t
            for number, change in enumerate(changes[before.index :], before.index)
            if squares >> change.square & 1 and not before.has_spent(number, change.square)
        ),
        None,
    )


def gone_on_from(chosen: Line, line: Line, known: dict[int, Line | None]) -> Line | None:
    """The steps of a line once more, on from a position where a piece was `chosen`.

    None: they cannot be made with that piece, or never went on from there. `known`: what was worked
    out so far, by the identity of the line; many have steps in common.
    """
    if line.depth <= chosen.depth or line.parent is None:
        return chosen if line.depth == chosen.depth else None
    if id(line) not in known:
        before = gone_on_from(chosen, line.parent, known)
        if before is None and line.explanation is None and line.ply == chosen.ply:
            before = chosen  # What could not have followed has been taken back.
        known[id(line)] = None if before is None else _with_step(chosen, before, line)
    return known[id(line)]


def gone_on_as_named(root: Line, changed: Mapping[Line, Line], scene: Scene) -> dict[Line, Line]:
    """The stories of what came after the last recorded turn, where a piece is named for that.

    In none of them is it for a later turn then, unless that promotes, too. `changed`: what became
    of each line by the word.
    """
    chosen, turn = changed.get(root), root.explanation
    if chosen is None or turn is None or chosen.explanation is None:
        return {}
    if chosen.explanation.told == turn.told:
        return {}  # It is for what comes after it in any case.
    known: dict[int, Line | None] = {}
    grown = (
        (line, gone_on_from(chosen, line, known))
        for line in changed
        if line.depth > root.depth and led_through(root, line)
        if not speaks_of_later_play(root, scene, line)
    )
    return {line: after for line, after in grown if after is not None}


def _with_step(chosen: Line, before: Line, line: Line) -> Line | None:
    """The last step of a line once more, after the steps `before` it."""
    turn = line.explanation
    if turn is None:
        return _taken_back_to(chosen, before, line)
    if before is chosen and chosen.told and isinstance(turn.actions[0], Promote):
        # It was owed: with that piece the next turn began.
        actions = (Promote(chosen.told[0].piece), *turn.actions[1:])
        turn = replace(turn, actions=actions, told=max(turn.told, 1), named=max(turn.named, 1))
    return played_from(before, turn, line)


def _taken_back_to(chosen: Line, before: Line, line: Line) -> Line:
    """A take-back once more, after the steps `before` it: to where these came from."""
    line = replace(line, parent=before)
    stood = before.standing_after(line.ply) if line.ply >= chosen.ply else None
    if stood is None:
        return line
    return replace(line, position=stood.position, expected=stood.expected)


def pieces_left(root: Line, later: Sequence[Line], t: float) -> list[Mapping[PieceType, Position]]:
    """For each `later` line the pieces that may have been chosen, and what stands with each then.

    Those with which all of that could be played, and which the player has not denied. `t`: now.
    """
    left: list[dict[PieceType, Position]] = [{} for _ in later]
    for piece in PROMOTIONS:
        chosen = None if piece in root.ruled_out else with_piece(root, Choice(t, piece))
        if chosen is None:
            continue
        known: dict[int, Line | None] = {}
        for pieces, line in zip(left, later, strict=True):
            if (end := gone_on_from(chosen, line, known)) is not None:
                pieces[piece] = end.position
    return list(left)


def telling_piece(
    stories: Sequence[Mapping[PieceType, Position]],
) -> tuple[Square, PieceType] | None:
    """The square where the pawn stands by now, and the first piece to ask for there.

    `stories`: the pieces left by each story of what was played since, the likeliest first. None: no
    answer would tell them apart in all of these, as it has been promoted only in hand, or moved on.
    """
    for piece, position in stories[0].items():
        for square in bits(position.occupied):
            if stands_on(position, square, piece) and _tells(square, piece, stories):
                return square, piece
    return None


def _tells(
    square: Square, piece: PieceType, stories: Sequence[Mapping[PieceType, Position]]
) -> bool:
    """Whether such a piece stands there if the pawn became one, and only then, in each story.

    Not where its partner is such a piece, too: that stands there in any case.
    """
    return all(
        stands_on(position, square, piece) == (kind == piece)
        for left in stories
        for kind, position in left.items()
    )
