"""What needs no question of players who slip pieces in: it was seen, or a reply will tell."""

from collections.abc import Sequence
from typing import Final

from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Standing, on_turn
from board_daemon.tracking.hypotheses.steps import (
    distinguishing_squares,
    is_part_unseen,
    kind_of,
    lead_of_first,
)
from board_daemon.tracking.seeing.contents import Content

# Either the same turn was played or nothing at all.
_ONE_TURN_OR_NONE: Final = 2


def is_one_turn_or_none(turns: Sequence[Line | None]) -> bool:
    """Whether it is only open if a turn was played, not which; None among `turns` is no turn."""
    return len({kind_of(turn) for turn in turns}) == _ONE_TURN_OR_NONE


def is_slipped_in_in_sight(game: Workings, step: Line) -> bool:
    """Whether all that a turn slipped a piece into was a lone one, and is seen to be a union.

    However surprising that is of its player, it is no wrong move: it may be played so.
    """
    evidence, turn = game.open.evidence, step.explanation
    if turn is None or turn.silent != 1 or turn.odd >= game.settings.wrong_move:
        return False
    was_lone = turn.entered >> turn.end & 1 and not evidence.absences_on(turn.end)
    return bool(was_lone) and evidence.seen[turn.end] == Content.UNION


def was_shown(game: Workings, near: Sequence[Candidate], turns: Sequence[Line | None]) -> bool:
    """Whether what was touched shows the only turn, if its player does not hold his piece.

    How seldom he shows his joins says nothing of that: then he would have touched, for no reason,
    just what his piece may join. `turns`: the next step to each of the candidates that are `near`.
    """
    turn = turns[0].explanation if turns[0] else None
    if turn is None or turn.silent or not turn.touched or near[0].line is not turns[0]:
        return False
    if not _is_one_or_held(near, turns):
        return False
    seldom = turn.touched * game.habits.doubts(game.open.root.position.to_move).touched
    held = min(each.doubt for each, step in zip(near, turns, strict=True) if step is None)
    return held + seldom >= near[0].doubt + game.settings.margin


def shows_its_way_home(turns: Sequence[Line | None]) -> bool:
    """Whether all that may have been played is a chain that came home, and each join was shown.

    However odd it was, nobody who straightens a piece touches just these. None is no turn.
    """
    made = [turn for turn in turns if turn is not None]
    return all(turn.came_home and not turn.is_slipped_in for turn in made)


def is_told_by_a_reply(
    game: Workings, near: Sequence[Candidate], turns: Sequence[Line | None], duration: float
) -> bool:
    """Whether it only waits for the other player to play: then nobody holds a piece still.

    That is, if there is but one turn which may have been played, and nobody waits for the board to
    understand it, or to play. `turns` as above; `duration`: seconds of rest.
    """
    root = game.open.root
    if game.board_plays is not None or duration >= game.settings.partial_patience:
        return False
    if game.is_wrong or root.is_shown or root.answers or root.said:
        return False
    made = [turn for turn in turns if turn is not None]
    return _is_one_or_held(near, turns) and all(_may_be_joined(game, turn) for turn in made)


def is_only_its_order_open(
    game: Workings, near: Sequence[Candidate], turns: Sequence[Line | None]
) -> bool:
    """Whether a player has said where his chain home was, and hardly went there in another order.

    All stands right then: nothing could be lit for him to play it once more. `turns` as above.
    """
    has_said = bool(game.open.root.enters) and game.stands_right and not game.is_wrong
    is_likeliest = lead_of_first(near, turns) >= game.settings.hardly_otherwise
    return has_said and is_likeliest and not distinguishing_squares(turns)


def whose_turn_it_is_tells(near: Sequence[Candidate], turns: Sequence[Line | None]) -> bool:
    """Whether nothing stands otherwise by any of the candidates, and different players are on turn.

    No touch would tell the turns apart, but the next one shows whether a union was moved once, or
    by both players. `turns` as above.
    """
    if distinguishing_squares(turns):
        return False
    is_alike = len({each.line.expected for each in near}) == 1
    return is_alike and len(on_turn(near)) > 1


def _may_be_joined(game: Workings, turn: Line) -> bool:
    """Whether a reply may follow a turn of which it is only open if its piece is still in hand."""
    was_lifted = turn.explanation is not None and turn.explanation.was_seen_to_go
    is_last = turn.position.phase.is_over or game.open.prompt_of(turn) is not None
    return was_lifted and not is_last and not is_part_unseen(turn, game.health.blind)


def _is_one_or_held(near: Sequence[Candidate], turns: Sequence[Line | None]) -> bool:
    """Whether there is one turn, and where it was not played somebody holds a piece."""
    steps = zip(near, turns, strict=True)
    is_held = all(each.standing == Standing.IN_HAND for each, step in steps if step is None)
    return is_held and is_one_turn_or_none(turns)


def may_have_ended_unseen(game: Workings, turns: Sequence[Line | None]) -> bool:
    """Whether one of the turns ends the game where part of it shows nowhere.

    No later play would tell.
    """
    known = game.health.blind
    return any(
        turn is not None and turn.position.phase.is_over and is_part_unseen(turn, known)
        for turn in turns
    )
