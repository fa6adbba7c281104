"""What may be in somebody's hand, and after how long it rather is not."""

import math
from collections.abc import Sequence
from dataclasses import replace

from board_daemon.tracking.following.held import is_own_in_hand
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import OUT_OF_QUESTION, Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.standing import are_of_two_hands
from board_daemon.tracking.hypotheses.steps import is_set_back_unseen


def without_holding_what_was_played(game: Workings, pool: Pool, duration: float) -> Pool:
    """The candidates, without that its player, who has said where he was not, holds it all.

    Whoever has answered with another piece has played his turn; nor does he hold any of it
    where it looks played. Nor does he hold the rest of it; nor half of a castling, who plays
    that once more as the board did not understand it; nor anybody anything for long where as
    much has come as is gone.
    """
    best, root = pool.candidates[0], game.open.root
    if duration < game.settings.silent_patience:
        return pool
    is_over = bool(root.said) or (game.may_be_unseen and game.unfinished is not None)
    is_long = duration >= game.settings.touch_patience
    is_over = is_over or (is_long and game.open.evidence.more_gone_than_come <= 0)
    is_held = best.standing == Standing.IN_HAND
    is_over = is_over and is_own_in_hand(best, root, game.open.scene)
    if game.was_denied and is_held and game.certainty.next_step(best) is None:
        played = [each for each in pool.candidates if game.certainty.next_step(each)]
    elif is_over or (game.was_denied and not is_held):
        played = [each for each in pool.candidates if each.standing != Standing.IN_HAND]
    else:
        return pool
    return replace(pool, candidates=tuple(played)) if played else pool


def without_holding_for_long(game: Workings, pool: Pool, duration: float) -> Pool:
    """The candidates, without that all is still in hands that have held it for too long.

    So it is where both players hold something, or it had gone to nowhere before. And whoever
    plays his turn once more touches nothing but for that.
    """
    best, root = pool.candidates[0], game.open.root
    settings, missing = game.settings, game.open.evidence.missing
    is_held = best.standing == Standing.IN_HAND
    if not (is_held or game.may_be_unseen) or game.certainty.next_step(best) is not None:
        return pool
    gone = missing if is_held else game.open.evidence.handled
    patience = math.inf
    if gone & game.open.complaints.vanished:
        patience = settings.silent_patience
    elif are_of_two_hands(root.position, missing):
        patience = settings.partial_patience
    played = _played(game, pool)
    if played and is_set_back_unseen(game.certainty.next_step(played[0]), game.health.blind):
        patience = min(patience, settings.partial_patience)
    if not played or duration < patience:
        return pool
    return replace(pool, candidates=tuple(played))


def set_back_out_of_sight(
    game: Workings, pool: Pool, duration: float
) -> tuple[Line, Candidate] | None:
    """The take-back that explains what has long been gone: it stands again where nothing shows.

    With it the candidate that follows it. None: it is not sure, or something may still be in
    somebody's hand. Whoever says that he was not where he was asked for has answered for all other
    bad squares, too, unless he says more.
    """
    settings = game.settings
    patience = settings.partial_patience if game.open.root.said else settings.touch_patience
    if duration < patience or not game.certainty.is_all_held(pool.candidates[0]):
        return None
    played = _played(game, pool)
    step = game.certainty.next_step(played[0]) if played else None
    if step is None or not is_set_back_unseen(step, game.health.blind):
        return None
    is_only = all(each.doubt > played[0].doubt + settings.margin for each in played[1:])
    return (step, played[0]) if is_only else None


def _played(game: Workings, pool: Pool) -> Sequence[Candidate]:
    """The candidates by which a turn was played or taken back, if it is not out of the question."""
    likely = pool.near(OUT_OF_QUESTION)
    return [each for each in likely if game.certainty.next_step(each) is not None]
