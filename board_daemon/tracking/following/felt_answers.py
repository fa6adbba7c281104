"""Which answers to a question can be felt: some squares show nothing, or may not."""

from collections.abc import Sequence

from board_daemon.rules.squares import NO_SQUARES, SquareSet
from board_daemon.tracking.asking.felt import (
    denied_by_first,
    felt_by_all,
    felt_by_first,
    is_answered_on,
    is_felt,
)
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.steps import is_part_unseen


class FeltAnswers:
    """Knows that of the squares that may be asked about now, and of the turns that may be told."""

    def __init__(self, workings: Workings) -> None:
        self._game = workings

    def may_be_unfelt(self, squares: SquareSet, turns: Sequence[Line | None]) -> bool:
        """Whether one of these squares may have been touched in answer though nothing shows it."""
        game = self._game
        return game.may_be_unfelt and is_answered_on(squares, turns, game.health.unproven)

    def is_unfelt(self, squares: SquareSet, turns: Sequence[Line | None]) -> bool:
        """Whether nobody is felt to answer, and no other pieces can be asked instead."""
        return not self._game.settings.asks_of_parts and self.may_be_unfelt(squares, turns)

    def by_all(self, squares: SquareSet, turns: Sequence[Line | None]) -> SquareSet:
        """Those of the squares of which every answer is felt; none where some answer is not.

        Whoever is asked again and again for what he has answered gives up.
        """
        game = self._game
        unfelt = game.health.blind
        if game.may_be_unfelt:
            unfelt |= game.health.unproven
        return felt_by_all(squares, turns, unfelt)

    def by_some(self, squares: SquareSet, turns: Sequence[Line | None]) -> SquareSet:
        """Those of the squares that the likeliest turn entered, if it is felt there.

        Or all of them, if it entered none and is felt where it ended. Else those that one entered
        which needs no bad square: who has slipped pieces in says so. Whoever has played another one
        may answer where nobody feels it. He is not asked twice: later play is to tell then.
        """
        game, blind = self._game, self._game.health.blind
        if game.asking.has_waited:
            return NO_SQUARES
        unproven = blind | game.health.unproven
        felt = felt_by_first(squares, turns, unproven) or denied_by_first(squares, turns, unproven)
        sound_first = sorted(turns, key=lambda turn: turn is None or is_part_unseen(turn, blind))
        if felt or is_part_unseen(sound_first[0], blind):
            return felt
        return felt_by_first(squares, sound_first, blind)

    def turns(self, squares: SquareSet, turns: Sequence[Line | None]) -> Sequence[Line | None]:
        """The turns whose players must be able to answer by a touch.

        Where no two other pieces can be asked, later play is to tell of the others.
        """
        if self._game.settings.asks_of_parts:
            return turns
        blind = self._game.health.blind
        return [turn for turn in turns if is_felt(squares, turn, blind)]
