"""Whether players are left alone with what they have played: nothing is said, and nothing recorded.

Nothing is asked then, nor is anything to be put right. All durations are seconds of rest.
"""

from board_daemon.rules.squares import SquareSet, bits, square_set
from board_daemon.rules.status import Status
from board_daemon.tracking.asking.answerable import taken
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Pool, Standing
from board_daemon.tracking.hypotheses.steps import TURNS_THAT_TELL, ends_of, first_steps
from board_daemon.tracking.seeing.contents import looks_empty


def was_answered_in_vain(game: Workings, duration: float) -> bool:
    """Whether a player has said what he played, and is left alone with it nevertheless."""
    root, pool = game.open.root, game.open.pool
    if duration < game.settings.partial_patience or _is_told(game) or not root.answers:
        return False
    if pool is not None and game.open.waits_for_later_play(pool):
        return False
    return bool(root.enters) or not game.stands_right


def is_lost_in_thought(game: Workings, duration: float) -> bool:
    """Whether a player has said what he played, and too much fits for all of it to be found.

    He is told, rather than left alone with it, and soon if he answers once more: seeing it
    again is faster.
    """
    pool, settings = game.open.pool, game.settings
    is_again = game.asking.is_insisted_on
    patience = settings.silent_patience if is_again else settings.leftover_patience
    if duration < patience or not game.open.root.is_spoken_of or pool is None:
        return False
    if _is_told(game) or game.stands_right:
        return False
    is_open = pool.is_cut and not pool.is_complete(settings.margin)
    return is_open and not game.open.waits_for_later_play(pool)


def waits_in_vain(game: Workings, duration: float) -> bool:
    """Whether later play was to tell where a turn was, and has not, so far as it has come.

    Where squares are known to be bad, it may take longer, and showing it again shows no more. Where
    none is, it is rather that nobody saw a join: it is to be shown once; and more often where a
    piece seems to have been slipped in, be it the first one, to who has answered and waits for what
    comes of it, and once so much was played that nothing will tell any more.
    """
    pool = game.open.pool
    if duration < game.settings.leftover_patience or pool is None or not pool.candidates:
        return False
    if _is_told(game) or game.stands_right or game.health.blind:
        return False
    is_answered = game.certainty.are_careless or game.open.root.is_answered
    may_be_shown = is_answered or not game.open.root.is_shown or bool(game.open.beside_a_slip(pool))
    more = 0 if may_be_shown else TURNS_THAT_TELL
    return _has_gone_on(game, pool, more) and game.open.waits_for_later_play(pool)


def is_held_by_both(game: Workings, duration: float) -> bool:
    """Whether a piece of either side seems to be held for long, and more was touched meanwhile.

    Rather one of them stands where it has joined another one unseen.
    """
    pool, evidence = game.open.pool, game.open.evidence
    if duration < game.settings.leftover_patience or _is_told(game) or game.health.blind:
        return False
    if pool is None or not pool.candidates or pool.candidates[0].standing != Standing.IN_HAND:
        return False
    position = game.open.root.position
    held = evidence.missing & ~position.unions
    own = held & position.squares(position.to_move)
    others = held & position.squares(position.to_move.other)
    if position.phase != Status.RUN or not own or not others:
        return False
    if first_steps(position, own) & others:
        return False  # He is about to join it.
    first = min(map(evidence.last_lifted, (own, others)))
    return any(each.is_over and each.left > first for each in evidence.absences)


def are_unions_held(game: Workings, duration: float) -> bool:
    """Whether several unions seem to be held for long, and no piece that could take them over.

    No turn does that: some of them stand where nothing shows, by more turns than can be told.
    """
    pool, missing = game.open.pool, game.open.evidence.missing
    if duration < game.settings.leftover_patience or _is_told(game):
        return False
    if pool is None or not pool.candidates or not game.certainty.is_all_held(pool.candidates[0]):
        return False
    return missing.bit_count() > 1 and not missing & ~game.open.root.position.unions


def has_rather_joined(game: Workings) -> bool:
    """Whether a piece that seems to be held rather stands where another one was lifted since.

    Though it may not go there: its player has meant that, or an earlier turn was another one.
    """
    pool, root = game.open.pool, game.open.root
    if _is_told(game) or pool is None or not pool.candidates:
        return False
    if not game.certainty.is_all_held(pool.candidates[0]):
        return False
    position, evidence = root.position, game.open.evidence
    own = position.squares(position.to_move) & ~position.unions
    held, lifted = evidence.missing, evidence.last_lifted(evidence.missing)
    if held.bit_count() != 1 or not held & own or position.phase != Status.RUN:
        return False
    touched = square_set(e.square for e in evidence.absences if e.is_over and e.left > lifted)
    if not touched or evidence.touched & ~(held | touched):
        return False  # Whatever else came or went tells more of it.
    return not touched & first_steps(position, held)


def may_be_put_right_unseen(game: Workings) -> bool:
    """Whether what stood wrong is lifted, and may be back where nothing shows.

    All that is to be seen stands right then.
    """
    if not game.is_wrong or not game.stands_right:
        return False
    expected = game.open.root.expected
    return any(not looks_empty(expected[square]) for square in bits(game.health.blind))


def may_have_been_set_down_unseen(game: Workings, duration: float) -> bool:
    """Whether what somebody seems to hold for long may stand where nothing shows.

    So it is where he plays his turn once more, since the board did not understand it, and where
    he has said that it was not where the board supposed it: then it is over. Nor does anybody
    hold a piece for long while he is asked, or once he has said what his pawn becomes.
    """
    settings = game.settings
    if duration < settings.silent_patience:
        return False
    may_be_unseen = game.may_be_unseen or game.was_denied
    may_be_done = game.asking.has_waited or _has_named_a_piece(game.open.root)
    if duration >= settings.touch_patience and may_be_done:
        may_be_unseen |= game.open.evidence.more_gone_than_come > 0
    return may_be_unseen and not game.certainty.tells_of_a_turn(game.open.pool)


def _has_named_a_piece(root: Line) -> bool:
    """Whether a piece was named for a promotion since the last recorded turn was over."""
    return any(choice.t > root.t for choice in root.told)


def may_be_answered_unfelt(game: Workings) -> bool:
    """Whether a touch is waited for that may have been made where nobody can feel it.

    Nobody is kept from playing on by a question that he cannot answer: later play is to tell. Where
    two other pieces can be asked, they are.
    """
    asking = game.asking
    if game.settings.asks_of_parts or asking.square_asked_at is None:
        return False
    ends = _likely_ends(game)
    if asking.has_waited and (asking.squares | ends) & game.health.blind:
        return True
    return game.may_be_unfelt and bool((asking.squares | ends) & game.health.unproven)


def is_asked_in_vain(game: Workings, duration: float) -> bool:
    """The same, where it does not seem any more that anything was played.

    It may have been all the same, where it shows nowhere. Or nothing is left there to touch: what
    was asked about seems to be held, so long that it rather stands where nobody sees it.
    """
    pool, asking = game.open.pool, game.asking
    if duration < game.settings.touch_patience or pool is None or not pool.candidates:
        return False
    if asking.square_asked_at is None:
        return False
    best = pool.candidates[0]
    is_gone = game.certainty.next_step(best) is None
    is_held = best.standing == Standing.IN_HAND
    is_left_empty = is_held and not taken(asking.squares, game.watch.seen)
    return is_left_empty or (is_gone and may_be_answered_unfelt(game))


def _likely_ends(game: Workings) -> SquareSet:
    """Where whoever is asked may have ended his turn: there he answers if he entered no other.

    The longer he is not felt to, the rather it was where nobody feels it.
    """
    pool, settings = game.open.pool, game.settings
    near = () if pool is None else pool.near(settings.margin + settings.unanswered)
    return ends_of(map(game.certainty.next_step, near))


def _is_told(game: Workings) -> bool:
    """Whether anything is asked, or to be put right."""
    return game.asking.stands or game.is_wrong


def _has_gone_on(game: Workings, pool: Pool, more: int) -> bool:
    """Whether as many turns as mostly tell what a turn was have been played after it, and more."""
    return pool.candidates[0].line.depth - game.open.root.depth > TURNS_THAT_TELL + more
