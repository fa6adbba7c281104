"""What was lifted before a turn seemed to end, and is held still: it may belong to that turn."""

from board_daemon.rules.squares import SquareSet, bits, square_set
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line, moved_a_union
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import is_part_unseen, on_squares
from board_daemon.tracking.seeing.contents import Content, disagreeing
from board_daemon.tracking.seeing.evidence import Evidence


def is_held_past_the_end(step: Line, squares: SquareSet, evidence: Evidence) -> bool:
    """Whether something is held that was lifted from these squares before a turn seemed to end."""
    turn = step.explanation
    if turn is None or turn.end not in evidence.touches:
        return False
    return evidence.last_lifted(squares & evidence.missing) < evidence.touches[turn.end].last


def is_own_in_hand(best: Candidate, root: Line, scene: Scene) -> bool:
    """Whether something is in the air, and all of it the player's who plays next after `root`."""
    own = root.position.squares(root.position.to_move)
    missing = scene.evidence(best.line).missing
    return best.standing == Standing.IN_HAND and not missing & ~own


def goes_back_unseen(step: Line, root: Line, known: SquareSet) -> bool:
    """Whether turns are taken back by setting pieces on squares alone that show nothing.

    All that is seen is that something was lifted: it may be held, to be moved on or to be joined.
    `known`: squares known to show nothing.
    """
    if step.explanation is not None:
        return False
    changed = disagreeing(step.expected, root.expected)
    filled = square_set([sq for sq in bits(changed) if root.expected[sq] == Content.EMPTY])
    return bool(filled) and not filled & ~(known | root.blind)


def may_set_a_union_down_last(step: Line, evidence: Evidence) -> bool:
    """Whether somebody holds a union that was lifted before the turn seemed to end.

    His chain may have entered it, and setting it down be what is left of his turn.
    """
    return is_held_past_the_end(step, step.position.unions, evidence)


def may_hold_what_it_moves(step: Line, evidence: Evidence) -> bool:
    """Whether another piece of the same player is up that was lifted before the turn seemed to end.

    The other player may join it. But it may be that very piece which moves, and what seems to have
    moved stand where a square has just failed.
    """
    if step.parent is None:
        return False
    before = step.parent.position
    own = before.squares(before.to_move) & ~before.unions & ~on_squares(step)
    return is_held_past_the_end(step, own, evidence)


def stands_unseen(game: Workings, step: Line, best: Candidate, duration: float) -> bool:
    """Whether what is gone for so long stands rather where, as is known, nothing shows it.

    Only where no two other pieces can be asked. Who holds it all the same, and sets it down
    elsewhere, has revised his turn, though the game was over by it. `duration`: seconds of rest.
    """
    turn, settings = step.explanation, game.settings
    if settings.asks_of_parts or turn is None or best.line is not step:
        return False
    was_played = turn.was_seen_to_go and not turn.silent
    is_unseen = bool(game.health.blind >> turn.end & 1)
    # A union may be held for another piece to join it, and nobody plays on after the end.
    is_slow = moved_a_union(step) or step.position.phase.is_over
    patience = settings.touch_patience if is_slow else settings.leftover_patience
    return was_played and is_unseen and duration >= patience


def goes_on_past_an_unseen_turn(game: Workings, pool: Pool) -> bool:
    """Whether most likely a player moves on at once, and the other one's turn shows nowhere at all.

    Rather all of that is the last recorded turn, if that explains it.
    """
    root, changes, best = game.open.root, game.watch.changes, pool.candidates[0].line
    first = best.step_at(root.depth + 1)
    if first is None or first is best or first.explanation is None or len(changes) <= root.index:
        return False
    shows_nothing = not on_squares(first) & ~(game.health.blind | first.blind)
    return shows_nothing and changes[root.index].t - root.t < game.settings.partial_patience


def is_held_beside_unseen_play(game: Workings, pool: Pool) -> bool:
    """Whether most likely a piece is held, and the turn before that was on a known bad square.

    Rather the last recorded turn was another one, if that explains all.
    """
    best, known = pool.candidates[0], game.health.blind
    if best.standing != Standing.IN_HAND:
        return False
    return any(is_part_unseen(step, known) for step in best.line.steps_since(game.open.root.depth))
