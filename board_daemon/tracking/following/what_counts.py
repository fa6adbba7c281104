"""Which of the candidates count: what is not out of the question, and differs in what matters."""

from collections.abc import Sequence

from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing, without_twins
from board_daemon.tracking.hypotheses.steps import TURNS_THAT_TELL, is_as_recorded


def what_counts(game: Workings, pool: Pool, duration: float) -> Sequence[Candidate]:
    """The candidates that count when the board has rested for so long, in seconds."""
    certainty = game.certainty
    comparable: Sequence[Candidate]
    if game.open.was_unplayed and not game.is_wrong:
        # That the board took it back itself says nothing against its having been played.
        comparable = pool.near(game.settings.margin + game.settings.takeback)
    else:
        comparable = certainty.comparable(pool)
    near = _without_ways_there(certainty.sound(_without_twins(comparable, game)), game)
    beside = game.open.beside_a_slip(pool)
    near = _without_twins([*near, *(each for each in beside if each not in near)], game)
    if not game.asking.stands:
        patience = game.holds_no_longer_than(pool)
        near = certainty.not_held(near, game.open.evidence, duration, patience)
    if game.is_wrong:
        near = certainty.taken_back_or_likely(near)
    return _without_other_choices(near, game)


def _without_twins(near: Sequence[Candidate], game: Workings) -> Sequence[Candidate]:
    """The candidates, without those from which all goes on as from a better one.

    Whoever plays on though all is to be put right has not said whether he took turns back, or both
    players have moved what stands there as before. He is asked, then.
    """
    if not (game.is_wrong or game.asking.asks_of_takeback):
        return without_twins(near)
    steps = [game.certainty.next_step(each) for each in near]
    back = [each for each, step in zip(near, steps, strict=True) if step and not step.explanation]
    played = [each for each in near if each not in back]
    kept = [*without_twins(back), *without_twins(played)]
    return [each for each in near if each in kept]


def _without_ways_there(near: Sequence[Candidate], game: Workings) -> Sequence[Candidate]:
    """Those that went to where the likeliest did by less likely turns on bad squares are left out.

    Once the game has gone on; where nobody is asked of bad squares, nothing would ever tell.
    """
    settings = game.settings
    if settings.asks_of_parts or not near:
        return near
    best, position = near[0], near[0].line.position.but_for_counts()
    if best.line.depth - game.open.root.depth <= TURNS_THAT_TELL:
        return near
    least = best.doubt + settings.margin / 2
    return [
        each
        for each in near
        if each.doubt < least
        or each.standing == Standing.IN_HAND
        or each.line.position.but_for_counts() != position
    ]


def _without_other_choices(near: Sequence[Candidate], game: Workings) -> Sequence[Candidate]:
    """Those by which the last turn was no other one but for what a pawn has become are left out.

    If by the likeliest it stands as it was recorded: what was chosen was shown, and who plays on
    has let it stand.
    """
    root = game.open.root
    steps = [game.certainty.next_step(each) for each in near]
    if not steps or (steps[0] and steps[0].depth == root.depth):
        return near
    pairs = zip(near, steps, strict=True)
    return [each for each, step in pairs if step is None or not is_as_recorded(step, root)]
