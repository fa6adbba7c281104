"""Where questions lead nowhere: the turn is put right and played once more, each join to be seen.

Of a long chain with pieces slipped in, one question may follow the other, or the turns that are
left may enter the same squares, or the player's answers may fit none of them. There is always the
same way out, and it needs nothing but hands and lights: what stands wrong is put right, and the
turn is played again by the play convention, by which the board then takes it.
"""

from typing import Final

from board_daemon.rules.squares import NO_SQUARES, SquareSet
from board_daemon.tracking.hypotheses.line import Line

# So many answers about one turn, and still it is open: seeing it again is faster.
_MANY_ANSWERS: Final = 4
# So often the board was to be put right since the last turn was recorded.
_MANY_COMPLAINTS: Final = 2


class Impasse:
    """Knows what was tried in vain since the last turn was recorded."""

    def __init__(self) -> None:
        self._complaints = 0
        self._was_asked = False
        self._was_denied = False
        self._to = 0
        self.said_to_enter: SquareSet = NO_SQUARES
        """What the turn has entered that is to be shown, as its player has said."""

    def asked_in_vain(self, to: int = 0) -> None:
        """No question is left that would tell what was played, up to that turn: 0, the next one."""
        self._was_asked = True
        self._to = max(self._to, to)

    def shown_to(self, root: Line) -> int:
        """Up to which turn after `root` all is to be played once more."""
        return max(self._to, root.ply + 1)

    def complained(self, root: Line) -> None:
        """The board is to be put right; `root`: the last recorded position, with all answers."""
        self._complaints += 1
        self._was_asked = self._was_asked or root.answers > 0 or bool(root.said)
        self._was_denied = self._was_denied or bool(root.said)

    def take_for_a_muddle(self) -> None:
        """Somebody has only played with the pieces: it was not to be put right for a turn."""
        self._complaints = 0

    @property
    def has_complained(self) -> bool:
        """Whether the board was to be put right since."""
        return self._complaints > 0

    @property
    def is_to_be_shown(self) -> bool:
        """Whether the turn is to be played again by the convention, once all stands right."""
        return self._was_asked or self._complaints >= _MANY_COMPLAINTS

    @property
    def may_be_unseen(self) -> bool:
        """Whether part of what was played may show nowhere.

        The board was to be put right again and again, or what was supposed to show nowhere was
        denied.
        """
        return self._was_denied or self._complaints >= _MANY_COMPLAINTS


def was_asked_enough(root: Line) -> bool:
    """Whether so much was asked about the turn after `root` that nothing more should be."""
    return root.answers >= _MANY_ANSWERS
