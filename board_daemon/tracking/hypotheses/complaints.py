"""What is remembered of the times when the board was to be put right, for what comes after."""

from collections import Counter
from typing import Final

from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, SquareSet
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.seeing.contents import Contents, agree, with_blind
from board_daemon.tracking.seeing.evidence import Evidence

# So many turns after a doubtful one its player rather undoes it than plays it backwards.
_TURNS_DOUBTED: Final = 3
_IN_ONE_HAND: Final = 1
# Whoever takes the same turn back so often has played another one.
_REFUSED: Final = 2
# And so often, where no square is known to be bad: one that nobody knows of must be.
_REFUSED_OFTEN: Final = 3


class Complaints:
    """Which turns were in doubt as the board was to be put right, and which pieces were gone."""

    def __init__(self) -> None:
        """Nothing was to be put right yet."""
        self._doubtful = 0
        """The last turn that may have been another one when the board was to be put right."""
        self._doubted = 0
        """The same, now that the board stands right."""
        self._not_understood = 0
        """The last turn in doubt after which all was set back that had come after it."""
        self._taken_back: Counter[Position] = Counter()
        """How often the turns that led to positions were taken back."""
        self.refused: frozenset[Position] = frozenset()
        """Where turns had led that were odd and taken back, or more than once: others were played.
        """
        self.refused_often: frozenset[Position] = frozenset()
        """Those of them that were odd, or taken back once more."""
        self.vanished: SquareSet = NO_SQUARES
        """From where pieces had gone to nowhere when the board was to be put right before."""
        self._gone = self._gone_again = NO_SQUARES
        """From where pieces were gone then, while more were gone than had come; and more than once.
        """
        self.unplayed: frozenset[Position] = frozenset()
        """Where turns had led that the board took back, as others may have been played."""
        self.may_be_unseen = False
        """Whether part of the turn that is played once more may show nowhere."""
        self._looks: Counter[Contents] = Counter()
        """What the board has looked like when it was to be put right, since the last turn, and how
        often it stood right before."""
        self.is_to_be_shown = False
        """Whether unions are to be set back and moved once more, as nothing else tells how often
        they were: nobody has to do that."""
        self.was_denied = False
        """Whether the player had said where the next turn was not, as all was set back."""

    def doubt(self, ply: int) -> None:
        """Take note that the board is to be put right, and that this turn may have been another."""
        self._doubtful = ply

    def note_look(self, seen: Contents, *, is_new: bool) -> None:
        """Take note that the board is to be put right as it looks so; `is_new`: it was not yet."""
        self._looks[seen] += is_new

    def have_looked(self, seen: Contents) -> bool:
        """Whether it was, or is, to be put right as it looked so, since the last turn."""
        return seen in self._looks

    def has_looked_as_after(self, turn: Line) -> bool:
        """Whether that may have been so after that turn, with the bad squares that it supposes."""
        looks = (with_blind(look, turn.blind) for look in self._looks)
        return any(agree(look, turn.expected) for look in looks)

    def times_it_looked(self, seen: Contents) -> int:
        """How often that was so, the board having stood right before."""
        return self._looks[seen]

    def note_vanished(self, evidence: Evidence) -> None:
        """Take note, as the board is to be put right, if more is gone than has come, or is held.

        One piece its player may hold in his hand, but not each time.
        """
        if evidence.more_gone_than_come > 0:
            self._gone_again |= self._gone & evidence.missing
            self._gone |= evidence.missing
        if evidence.more_gone_than_come > _IN_ONE_HAND:
            self.vanished |= evidence.missing
        self.vanished |= self._gone_again

    def take_for_a_muddle(self) -> None:
        """Somebody has only played with the pieces: those that were gone were in his hands.

        But not those that have gone again and again.
        """
        self.vanished = self._gone_again

    def put_right(self) -> None:
        """Take note that the board no longer is to be put right."""
        self._doubted, self._doubtful = self._doubtful or self._doubted, 0
        self.is_to_be_shown = False

    def set_back(self, *, was_denied: bool) -> None:
        """Take note that it stands right since all was set back that was not recorded.

        `was_denied`: whether its player has said where his turn was not.
        """
        self.was_denied |= was_denied
        self._not_understood = self._doubtful or self._not_understood
        self.put_right()

    def not_understood(self, ply: int) -> int:
        """Up to which turn those from `ply` on are played once more, being taken back.

        What came after one of them was not understood, and was set back. 0: none is.
        """
        is_among_them = min(self._doubted, self._not_understood) >= ply
        return self._not_understood if is_among_them else 0

    def taken_back(self, ply: int, position: Position) -> None:
        """Turn `ply`, which had led to that position, and all after it were taken back."""
        self._doubted = min(self._doubted, ply - 1)
        self._taken_back[position] += 1
        if self._taken_back[position] == _REFUSED:
            self.refused |= {position}
        elif self._taken_back[position] == _REFUSED_OFTEN:
            self.refused_often |= {position}

    def refuse(self, position: Position) -> None:
        """The turn that led there was taken back, and hardly anybody plays so: it was another."""
        self.refused |= {position}
        self.refused_often |= {position}

    def has_taken_back(self, position: Position) -> bool:
        """Whether the turn that led to that position was taken back before, and played again."""
        return self._taken_back[position] > 0

    def unplay(self, position: Position) -> None:
        """The board takes back the turn that had led to that position, as it is not sure."""
        self.unplayed |= {position}

    def expect_back(self, ply: int) -> None:
        """The lights had told somebody to undo that turn until it was recorded: he may do so."""
        self._doubted = ply

    def stands(self) -> None:
        """The turn in doubt was as it was recorded: its player says so."""
        self._doubted = 0

    def gone_on(self, position: Position, *, is_shown: bool) -> None:
        """The game went on since: what is gone now was in its place.

        `position`: where the turn that was recorded has led. If the board had taken back that very
        turn, whoever has played on from there was heard before. `is_shown`: whether the next turn
        is played once more, too.
        """
        if position not in self.unplayed:
            self._looks.clear()
        self.is_to_be_shown = False
        self.vanished = self._gone = self._gone_again = NO_SQUARES
        self.was_denied = False
        self.may_be_unseen &= is_shown

    def expected_to(self, turns: int, position: Position) -> int:
        """Up to which turn they are rather taken back than undone by a turn; 0: none is.

        `turns`: how many there are; `position`: where the last one has led. Who has taken that one
        back before may well do so again: perhaps it is another one each time.
        """
        if self.has_taken_back(position):
            return turns
        return self._doubted if turns - self._doubted <= _TURNS_DOUBTED else 0
