"""What was played since an earlier position, should the game have come there otherwise.

The lines that are followed as it is played begin at what is recorded. From another position they
are found anew, one rest of the board after the other.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.pool import Candidate, Standing
from board_daemon.tracking.hypotheses.scene import Scene

# Of so many turns the last one need not be over.
_SEVERAL_TURNS: Final = 2
# So many rests are looked at, and so many lines followed from one to the next.
_MOST_RESTS: Final = 24
_MOST_LINES: Final = 6


def seen_since(line: Line, scene: Scene, most: float) -> Candidate | None:
    """What was seen since, as turns after a line, the likeliest.

    None: there is more of it, or not all of it is worked out yet. Of several turns the last one may
    still be going on. `most`: the doubt they may have, in nats.
    """
    found = _likeliest([line], line, scene, most)
    if found is not None:
        return found
    return _likeliest(followed_since(line, scene, most), line, scene, most)


def _likeliest(lines: Sequence[Line], line: Line, scene: Scene, most: float) -> Candidate | None:
    for each in extend(lines, scene, at_rest=True).candidates if lines else ():
        turns = each.line.depth - line.depth
        is_over = each.standing == Standing.TURN and turns > 0
        if (is_over or turns >= _SEVERAL_TURNS) and each.doubt - line.doubt <= most:
            return each
    return None


def followed_since(line: Line, scene: Scene, most: float) -> Sequence[Line]:
    """The likeliest lines that may have followed a line by the last rest of the board but one.

    Empty: so far nothing has, there were too many rests, or it is not worked out yet. `most`: the
    doubt they may have, in nats.
    """
    # One line after the other is worked out whole: together they are more than is remembered.
    return scene.once((followed_since, line, most), lambda: _followed(line, scene, most))


def _followed(line: Line, scene: Scene, most: float) -> Sequence[Line]:
    rests = _rests_since(line, scene)
    if len(rests) > _MOST_RESTS:
        return ()
    lines: Sequence[Line] = [line]
    for index in rests:
        if not scene.is_worked_out:
            return ()
        pool = extend(lines, scene.at(index, line), at_rest=True)
        lines = _shortlist([*lines, *(each.line for each in pool.candidates)], line.doubt + most)
    return [each for each in lines if each is not line]


def _rests_since(line: Line, scene: Scene) -> Sequence[int]:
    """After how many changes the board has rested since, but for the last time."""
    later = range(line.index + 1, len(scene.changes))
    return [index for index in later if scene.has_rested_after(index)]


def _shortlist(lines: Iterable[Line], limit: float) -> Sequence[Line]:
    """The likeliest of these lines, each once; of those as likely, which account for most."""
    likely = {line: None for line in lines if line.doubt <= limit}
    return sorted(likely, key=lambda line: (line.doubt, -line.index))[:_MOST_LINES]
