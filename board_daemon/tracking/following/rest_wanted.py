"""For how long the board is to rest before a step is recorded that is certain by then."""

import math
from typing import Final

from board_daemon.tracking.explaining.explanation import squares_on
from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.held import (
    goes_back_unseen,
    may_hold_what_it_moves,
    may_set_a_union_down_last,
)
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Standing
from board_daemon.tracking.hypotheses.steps import goes_back, on_squares
from board_daemon.tracking.seeing.contents import disagreeing

# So many turns are one that is taken back, rather.
_SEVERAL_TURNS: Final = 2
# More squares stand wrong than one move leaves so: whoever puts them right takes his time.
_MOST_OF_A_MOVE: Final = 2


def rest_wanted(game: Workings, corrector: Corrector, step: Line, best: Candidate) -> float:
    """Seconds of rest after which a step on the way to the best candidate is recorded."""
    if is_to_be_shown_first(game, corrector, step) or _may_only_look_so(game, step, best):
        return math.inf
    if game.is_wrong and _is_leftover(game, step) and not _has_gone_on(game, step, best):
        # Halfway to how it should stand the board may look like after a turn.
        return game.settings.leftover_patience
    wanted = game.certainty.rest_wanted(step, best)
    wanted = max(wanted, _rest_of_going_back(game, best))
    turn = step.explanation
    is_muddle = game.corrections.most > _MOST_OF_A_MOVE
    if game.is_wrong and turn is not None and (turn.entered or is_muddle):
        # Whoever puts the board right may knock that over, and still hold what he moves.
        wanted = max(wanted, game.settings.restore_after)
    if goes_back_unseen(step, game.open.root, game.health.blind):
        wanted = max(wanted, game.settings.partial_patience)
    if best.standing == Standing.IN_HAND:
        evidence = game.open.evidence
        if may_set_a_union_down_last(step, evidence):
            wanted = max(wanted, game.settings.partial_patience)
        if best.line is step and may_hold_what_it_moves(step, evidence):
            wanted = max(wanted, game.settings.touch_patience)
    return wanted


def _rest_of_going_back(game: Workings, best: Candidate) -> float:
    """The same where what looks like a turn or two may be the last one being taken back; else 0.

    Whoever does that with two hands sets one of its pieces down last: but for that one all stands
    as before it.
    """
    root, before, settings = game.open.root, game.open.root.before_turn, game.settings
    is_held = best.standing == Standing.IN_HAND
    fewest = 1 if is_held else _SEVERAL_TURNS
    if before is None or root.explanation is None or best.line.depth < root.depth + fewest:
        return 0.0
    left = disagreeing(game.watch.seen, before.expected)
    if left.bit_count() != 1 or left & ~squares_on(root.explanation):
        return 0.0
    return settings.partial_patience if is_held else settings.restore_after


def _may_only_look_so(game: Workings, step: Line, best: Candidate) -> bool:
    """Whether what looks like a turn was there before anybody can have played.

    Bad squares may look so. Who plays next tells.
    """
    early = game.health.doubtful_early
    return best.line is step and bool(early) and not on_squares(step) & ~early


def is_to_be_shown_first(game: Workings, corrector: Corrector, step: Line) -> bool:
    """Whether what may be this turn is put right first, and then played once more."""
    is_awaited = game.is_held and corrector.awaits_what_is_shown
    return is_awaited and _is_leftover(game, step)


def _is_leftover(game: Workings, step: Line) -> bool:
    """Whether nobody has played this turn since the board was to be put right."""
    changed = disagreeing(step.expected, game.open.root.expected)
    return step.explanation is not None and not game.corrections.saw_played(changed)


def _has_gone_on(game: Workings, step: Line, best: Candidate) -> bool:
    """Whether players have gone on from a step, instead of setting back what was suggested."""
    depth, since = game.open.root.depth, game.corrections.since
    later = (each for each in best.line.steps_since(step.depth) if each.explanation)
    return any(turn.t > since and not goes_back(turn, depth) for turn in later)
