"""Whether what the likeliest story says was played is to be believed, or may be odd by chance."""

from board_daemon.tracking.following.held import stands_unseen
from board_daemon.tracking.following.unasked import is_slipped_in_in_sight
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.moving_on import goes_on_in_passing
from board_daemon.tracking.hypotheses.pool import Candidate
from board_daemon.tracking.hypotheses.steps import TURNS_THAT_TELL, is_part_unseen


def is_believed(game: Workings, step: Line, best: Candidate, duration: float) -> bool:
    """Whether nothing speaks against a step on the way to the best candidate.

    `duration`: seconds of rest.
    """
    certainty = game.certainty
    # What shows nowhere confirms nothing.
    later = best.line.steps_since(step.depth)
    followed = sum(not is_part_unseen(line, game.health.blind) for line in later)
    was_followed = followed > 0
    if step.is_slipped_in:
        # It may have been made elsewhere, where nothing shows.
        if game.may_be_unfelt and game.settings.asks_of_parts:
            was_followed = False
        elif game.may_be_unfelt or game.was_denied:
            was_followed = followed >= TURNS_THAT_TELL
    is_guess = certainty.is_guess(step)
    if certainty.is_doubtful_end(step):
        return False
    is_certain = certainty.is_certain(step) or is_slipped_in_in_sight(game, step)
    is_certain = is_certain or stands_unseen(game, step, best, duration)
    if not (was_followed and not is_guess) and not is_certain:
        return False
    if is_guess and followed < TURNS_THAT_TELL and _may_only_be_a_wrong_move(game, best):
        return False
    if followed < TURNS_THAT_TELL and _may_only_have_slid(game, step, best):
        return False
    if game.is_wrong and step.expected == game.open.root.expected:
        # A turn that changes nothing to be seen does not account for what stands wrong.
        return False
    return not game.open.has_rival(step, best)


def is_rather_a_fault(game: Workings, best: Candidate) -> bool:
    """Whether what seems to be played since the last recorded turn is as odd as a failed square.

    That is, nearly so, and the best candidate supposes none.
    """
    settings = game.settings
    surprise = best.surprise_since(game.open.root, settings.haste)
    is_odd = surprise >= settings.fault - settings.margin
    return is_odd and not best.line.blind & ~game.health.blind


def _may_only_have_slid(game: Workings, step: Line, best: Candidate) -> bool:
    """Whether what moved on after `step` stood so shortly that it rather slid over, and wrongly.

    Its own player puts that right, and the other one hardly reaches for it so soon.
    """
    changes, passing = game.open.scene.changes, game.settings.passing
    later = best.line.steps_since(step.depth)
    return any(goes_on_in_passing(each, changes, passing) for each in later)


def _may_only_be_a_wrong_move(game: Workings, best: Candidate) -> bool:
    """Whether rather nothing but touches came before a wrong move than what explains both."""
    settings = game.settings
    root, absences = game.open.root, game.open.evidence.absences
    touched = settings.adjust * sum(each.is_over for each in absences)
    limit = root.doubt + touched + settings.wrong_move
    return not root.is_answered and best.doubt + settings.margin > limit
