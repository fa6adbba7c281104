"""Which two pieces answer a question, and the question that they do."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, Square, SquareSet
from board_daemon.tracking.asking.piece_polls import ChoicePoll, PiecePoll
from board_daemon.tracking.asking.polls import Poll
from board_daemon.tracking.asking.wanted import Wanted
from board_daemon.tracking.explaining.explanation import squares_of_hand
from board_daemon.tracking.hypotheses.certainty import Certainty
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.seeing.contents import Content, Contents
from board_daemon.tracking.seeing.watch import Watch

_ANSWERS: Final = (Content.WHITE, Content.BLACK, Content.UNION)
"""What says yes, what says no, and what says either where there is no such piece."""


@dataclass(frozen=True, slots=True)
class Answering:
    """Chooses a white piece that says yes, and a black one that says no."""

    certainty: Certainty
    known: SquareSet
    """Squares known to be dead or stuck."""
    may_be_unfelt: bool = False
    """Whether a question was put in vain: what answers it may be dead or stuck."""
    unfelt: SquareSet = NO_SQUARES
    """Where pieces were to answer and nobody was felt to touch them."""
    in_use: SquareSet = NO_SQUARES
    """Where the pieces stand that answer what is asked already: who does so late must not answer
    another question by it."""
    suspected: SquareSet = NO_SQUARES
    """Squares that showed neither that they were joined before nor the touch that said so."""
    slipped_into: SquareSet = NO_SQUARES
    """Squares that may have been joined before though they did not show it."""

    def poll(
        self,
        wanted: Wanted,
        t: float,
        watch: Watch,
        proven: SquareSet,
        kind: type[Poll] = Poll,
    ) -> Poll | None:
        """The question, put at that time; None: no two pieces are there to answer it with.

        `proven`: squares that are known to work.
        """
        steps = map(self.certainty.next_step, wanted.near)
        spared = last = self.known
        for candidate, step in zip(wanted.near, steps, strict=True):
            spared |= candidate.line.blind | _in_hand_on(step)
            last |= _in_hand_on(candidate.line)
        stands = [candidate.line.expected for candidate in wanted.near]
        # Rather no piece that has moved just now: somebody may go on with it. And no union where
        # others will do, for a chain may enter it: late in a game only the kings may be alone.
        better = last | self.unfelt
        spare = better | self.in_use, better, self.unfelt, NO_SQUARES
        ways = (
            _answer_squares(stands, watch.seen, spared | others, proven, with_unions=with_unions)
            for with_unions, others in product((False, True), spare)
        )
        answers = next((answers for answers in ways if answers is not None), None)
        if answers is None:
            return None
        looks, index = tuple(watch.seen), len(watch.changes)
        yes, no = answers
        depth = self.certainty.root.depth + 1
        put = wanted.squares, depth, t, index, looks
        if wanted.piece is not None:
            # Whoever lifts what is asked about has a look at it: no touch of that is awaited.
            kind_of_poll = ChoicePoll if wanted.is_choice else PiecePoll
            return kind_of_poll(*put, yes=yes, no=no, piece=wanted.piece)
        unproven = ALL_SQUARES & ~proven
        unfelt = unproven if self.may_be_unfelt else unproven & self.suspected
        before = unfelt & (self.slipped_into | self.suspected)
        return kind(*put, yes=yes, no=no, unfelt=unfelt, unfelt_before=before)


def _in_hand_on(step: Line | None) -> SquareSet:
    """Squares that the piece in hand was on in a step; none where it was no turn."""
    turn = None if step is None else step.explanation
    return NO_SQUARES if turn is None else squares_of_hand(turn)


def _answer_squares(
    stands: Sequence[Contents],
    seen: Sequence[Content],
    spared: SquareSet,
    proven: SquareSet,
    *,
    with_unions: bool,
) -> tuple[Square, Square] | None:
    """Where a lone white and a lone black piece stand for sure, to say yes and no with.

    `stands`: what may stand on the board; `spared`: squares that will not do; `proven`: squares
    that are known to work, which are the best; `with_unions`: whether a union will do instead.
    """
    white, black, unions = (
        sorted(
            (
                square
                for square in range(64)
                if not spared >> square & 1
                and seen[square] & content
                and not seen[square] & Content.EMPTY
                and all(contents[square] == content for contents in stands)
            ),
            key=lambda square: not proven >> square & 1,
        )
        for content in _ANSWERS
    )
    if not with_unions:
        unions = []
    yes = next(iter([*white, *unions]), None)
    no = next((square for square in [*black, *unions] if square != yes), None)
    return None if yes is None or no is None else (yes, no)
