"""Paco in one and in two turns: turns that unite with the king, and turns that force it.

A player wins by uniting with the other king (English booklet, introduction; page 38 shows a chain
that does). Both searches are bounded by work and not by time; when it is used up they say so with
None, and never answer in part. Neither sees repetitions, which only a game knows.
"""

from collections import deque
from typing import Final

from board_daemon.rules.actions import format_actions
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.outcomes import Outcome, Turn, distinct_turns, turns_by_squares
from board_daemon.rules.pieces import Color
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.status import PACO, Status
from board_daemon.rules.turns import count_turns, status_of
from board_daemon.rules.work import OUTCOME, Work, WorkDone

BUDGET: Final = 500_000
"""Enough for nearly every position of a game; see `work` for what a step is."""

_REMEMBERED_ANSWERS: Final = 6
_ANSWERS: Final = 50
"""So many questions it takes to find out whether a Ŝako can be answered."""

Squares = tuple[object, ...]


def paco_in_one(position: Position, budget: int = BUDGET) -> tuple[Turn, ...] | None:
    """Every turn by which the side to move unites with the king now; None: unknown.

    Of turns that lead to the same position a short one is listed; shorter turns come first. A
    promotion that is owed is the first action. With a piece in hand it is what is left of the
    turn. A finished game has none.
    """
    mover = position.to_move
    king = 1 << position.king_square(mover.other)
    if position.phase.is_settled and not gives_sako(position, mover):
        return ()
    work = Work(budget)
    found = []
    try:
        for outcome in distinct_turns(position, work, within=king):
            work.spend(OUTCOME)
            if outcome.position.phase == PACO[mover]:
                found.append(outcome.turn)
    except WorkDone:
        return None
    return _sorted(found)


def paco_in_two(position: Position, budget: int = BUDGET) -> tuple[Turn, ...] | None:
    """Every turn after which each legal answer lets the mover unite with the king; None: unknown.

    A turn that unites at once is none of them, as nothing can be answered: those are
    `paco_in_one`; and a turn counts whether or not there was one that would have united. It does
    not count where an answer unites with the mover's own king or ends the game otherwise than by
    losing it, nor where there is no answer at all, which is a draw. Listed as in `paco_in_one`.
    """
    is_counted = position.phase == Status.RUN and not position.rules.must_answer_sako
    if is_counted and count_turns(position) * _question(position) > budget:
        # One question for each turn is the least, and no turn leaves fewer unions than there were.
        return None
    work = Work(budget)
    defence = _Defence(position.to_move, work)
    try:
        found = [
            outcome.turn
            for outcome in distinct_turns(position, work)
            if not defence.saves_after(outcome.position)
        ]
    except WorkDone:
        return None
    return _sorted(found)


def can_prevent_paco(position: Position, budget: int = BUDGET) -> bool | None:
    """Whether the side to move has a turn after which the other cannot unite next; None: unknown.

    A turn that ends the game prevents it, too, unless it ends it by losing.
    """
    try:
        return preventing_outcome(position, Work(budget)) is not None
    except WorkDone:
        return None


def preventing_outcome(position: Position, work: Work) -> Outcome | None:
    """A turn after which the other side cannot unite next; None: no turn prevents it.

    As `can_prevent_paco`, with a budget that others may share; raises `WorkDone`.
    """
    other = position.to_move.other
    asked: dict[Squares, bool] = {}
    for outcome in turns_by_squares(position, work):
        if outcome.position.phase == PACO[other]:
            continue
        squares = _squares(outcome.position, other)
        if squares not in asked:
            work.spend(_question(outcome.position))
            asked[squares] = gives_sako(outcome.position, other)
        if not asked[squares]:
            return outcome
    return None


def _sorted(turns: list[Turn]) -> tuple[Turn, ...]:
    return tuple(sorted(turns, key=lambda turn: (len(turn), format_actions(turn))))


class _Defence:
    """What the defender can do after the turns of one attacker in one position."""

    def __init__(self, attacker: Color, work: Work) -> None:
        self._attacker = attacker
        self._work = work
        self._counters: dict[Squares, bool] = {}
        # What saved the king from one turn mostly saves him from the next as well.
        self._remembered: deque[Turn] = deque(maxlen=_REMEMBERED_ANSWERS)

    def saves_after(self, position: Position) -> bool:
        """Whether a turn that led here, the defender to move, does not force Paco."""
        if position.phase.is_over:
            return True
        self._work.spend(_question(position) + _looking_for_answers(position))
        if self._can_unite(position):
            return True
        held: set[Squares] = set()
        if any(self._is_saved_by(turn, position, held) for turn in self._remembered):
            return True
        for answer in turns_by_squares(position, self._work):
            if self._is_safe(answer.position, held) and self._is_legal(answer, position):
                self._remember(answer.turn)
                return True
        status = status_of(position)
        return status.is_over and status != PACO[self._attacker]

    def _can_unite(self, position: Position) -> bool:
        """Whether the defender may unite with the attacker's king himself."""
        squares = _squares(position, self._attacker.other)
        known = self._counters.get(squares)
        if known is None:
            known = self._counters[squares] = gives_sako(position, self._attacker.other)
        return known

    def _is_saved_by(self, turn: Turn, position: Position, held: set[Squares]) -> bool:
        self._work.spend(_looking_for_answers(position))
        after = _after(position, turn)
        return after is not None and self._is_safe(after, held)

    def _is_safe(self, position: Position, held: set[Squares]) -> bool:
        """Whether the attacker, to move now, cannot unite; `held`: where it is known he can."""
        squares = _squares(position, self._attacker)
        if squares in held:
            return False
        self._work.spend(_question(position))
        if gives_sako(position, self._attacker):
            held.add(squares)
            return False
        return position.phase != PACO[self._attacker]

    def _is_legal(self, answer: Outcome, position: Position) -> bool:
        """Whether an answer that ended the game may be given, his king being in Ŝako perhaps."""
        return not answer.position.phase.is_over or _after(position, answer.turn) is not None

    def _remember(self, turn: Turn) -> None:
        if turn in self._remembered:
            self._remembered.remove(turn)
        self._remembered.appendleft(turn)


def _question(position: Position) -> int:
    """What it costs to make a position and ask for Ŝako in it: more where unions abound."""
    return OUTCOME + position.unions.bit_count() ** 2 // 8


def _looking_for_answers(position: Position) -> int:
    """What it costs to find out what a Ŝako leaves to play, where it must be answered."""
    return _ANSWERS * _question(position) if position.rules.must_answer_sako else 0


def _squares(position: Position, asked: Color) -> Squares:
    """All that decides whether `asked`, to move now, can unite with the other king."""
    other = asked.other
    return (
        position.pieces(asked),
        position.squares(other),
        position.king_square(other),
        position.en_passant,
        position.phase,
        position.promoting,
        position.memory,
    )


def _after(position: Position, turn: Turn) -> Position | None:
    """The position after a turn, or None where these actions are no turn."""
    mover = position.to_move
    for action in turn:
        if position.to_move != mover:
            return None
        try:
            position = play(position, action)
        except IllegalAction:
            return None
    return position if position.phase.is_over or position.to_move != mover else None
