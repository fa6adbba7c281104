"""What a pawn becomes: asked for, named, or chosen by touches of its square."""

import math
from collections.abc import Mapping

from board_daemon.rules.actions import Promote, where_promoted_ends
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet
from board_daemon.tracking.explaining.explanation import Choice, Said
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.hypotheses import Hypotheses
from board_daemon.tracking.hypotheses.leafing import leafed_through
from board_daemon.tracking.hypotheses.line import Line, led_through
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.missed_choices import (
    gone_on_as_named,
    gone_on_from,
    pieces_left,
    with_piece,
)
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.promotions import (
    asked_on,
    speaks_of_later_play,
    told,
    unnamed_on_the_way,
    unreliable,
)
from board_daemon.tracking.hypotheses.steps import kind_of
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.contents import Content, squares_by_content
from board_daemon.tracking.seeing.watch import Watch
from board_daemon.tracking.settings import TrackerSettings


class Choosing:
    """Asks for what nobody has chosen, and takes what is chosen. All times are in seconds."""

    def __init__(
        self,
        record: Record,
        watch: Watch,
        settings: TrackerSettings,
        habits: Habits,
        health: Health,
        hypotheses: Hypotheses,
    ) -> None:
        self._record = record
        self._watch = watch
        self._settings = settings
        self._habits = habits
        self._health = health
        self._open = hypotheses
        self.asked_at = -math.inf
        """When it was asked what a pawn becomes."""
        self.recorded_at = -math.inf
        """When the last turn was recorded: nobody knew before then what his pawn was taken for."""
        self.asked_early_at = math.inf
        """When that was asked of a turn which was not recorded yet; infinity: it was not."""
        self._asked_on: Square | None = None
        """Where it was asked then."""
        self._is_choice_open = False
        """Whether its pawn may as well have become another piece, by the touches that were seen."""

    def asked_after(self, t: float, step: Line, pool: Pool) -> Square | None:
        """Where to ask what a pawn becomes once that step is recorded; None: nothing is open.

        Of several in one turn an earlier one is asked for first. `pool`: what may have been played,
        and how.
        """
        self.recorded_at = t
        self._is_choice_open = self._may_have_chosen_otherwise(step, pool) or self._may_miss_touches
        self.asked_early_at = math.inf
        square = self.square_to_ask_on()
        if square is not None:
            self._ask(t, square)
            return self.square_on_the_way(step) or square
        return None

    def square_on_the_way(self, step: Line) -> Square | None:
        """Where to ask for a pawn that came home before the last one; None: nowhere."""
        number, turn = unnamed_on_the_way(step), step.explanation
        if number is None or turn is None or self._record.status.is_over:
            return None
        square = where_promoted_ends(turn.actions, number)
        return None if self.unreliable >> square & 1 else square

    def _ask(self, t: float, square: Square) -> None:
        self.asked_at, self._asked_on = t, square

    def asked_too_late_on(self, later: Line) -> Square | None:
        """Where it is asked what the pawn became though play had gone on before; None: it is not.

        `later`: the likeliest line now.
        """
        root, changes = self._open.root, self._watch.changes
        if not self.was_missed(later) or changes[root.index].t >= self.asked_at:
            return None
        return self._asked_on

    def was_missed(self, later: Line) -> bool:
        """Whether nobody can be felt to have chosen, or had the time, before play went on.

        `later`: the likeliest line now.
        """
        root, changes = self._open.root, self._watch.changes
        prompt = self._open.prompt_of(root)
        if prompt is None or prompt.piece != PROMOTIONS[0] or not led_through(root, later):
            return False
        if root.ruled_out:
            return True
        has_gone_on = later.depth > root.depth and root.index < len(changes)
        if not has_gone_on or not self._is_unfelt(prompt.square):
            return False
        if self._may_miss_touches and _chose_first(later, root.depth + 1):
            return False  # A touch of the union was felt, though not every one is.
        if root.t > self.asked_at:
            return False  # By touches elsewhere somebody has come back to the first piece.
        if self._health.suspected >> prompt.square & 1:
            return True  # No touch was felt there before, however long one was waited for.
        # As long as he may still choose, nothing is said by doing nothing.
        return changes[root.index].t < self.asked_at + self._settings.leaf_patience

    def _is_unfelt(self, square: Square) -> bool:
        """Whether no touch of a square is felt, as is known, supposed, or what its player said.

        Where pieces are slipped in, a square that has shown nothing so far is no wonder; but where
        nobody ever did so before, it may have failed.
        """
        root, health = self._open.root, self._health
        said = () if root.parent is None else root.parent.said
        was_named = any(
            isinstance(each, Said) and each.is_on and each.squares >> square & 1 for each in said
        )
        is_first_slip = root.is_slipped_in and self._habits.slips == 1
        may_be_bad = was_named or is_first_slip
        unfelt = self.unreliable | (health.unproven if may_be_bad else NO_SQUARES)
        return bool(unfelt >> square & 1)

    def stories(self, t: float, pool: Pool) -> list[Mapping[PieceType, Position]]:
        """The pieces left by each likely story of what was played since, the likeliest first.

        With each of them, what stands then.
        """
        near = pool.near(self._settings.margin)
        return pieces_left(self._open.root, [each.line for each in near], t)

    def take(self, t: float, piece: PieceType, recorded: Line | None = None) -> None:
        """Take it that the pawn which came home became that piece before play went on.

        `recorded`: the last recorded position before any piece was named; None: none was.
        """
        root = self._open.root
        chosen = with_piece(recorded or root, Choice(t, piece))
        if chosen is None:
            return
        known: dict[int, Line | None] = {}
        grown = (gone_on_from(chosen, line, known) for line in self._open.lines)
        later = [line for line in grown if line is not None and line.depth > chosen.depth]
        self._open.agree_on(later, chosen, is_named=False)
        if chosen.explanation is not None and chosen.position != root.position:
            self._record.revise(t, chosen.explanation.actions, None)

    def choose(self, t: float, piece: PieceType) -> None:
        """The player has named a piece for his pawn."""
        scene, likeliest = self._open.scene, self._likeliest
        choice, root = Choice(t, piece), self._open.root
        changed = {
            line: told(line, choice, scene, likeliest, is_recorded=line.depth <= root.depth)
            for line in self._open.lines
        }
        changed |= gone_on_as_named(root, changed, scene)
        self._replace_lines(t, changed)

    def speaks_of_later_play(self) -> bool:
        """Whether a piece that is named now is for a turn that is not recorded yet."""
        return speaks_of_later_play(self._open.root, self._open.scene, self._likeliest)

    @property
    def _likeliest(self) -> Line | None:
        """Where play has most likely led to."""
        pool = extend(self._open.lines, self._open.scene, at_rest=True)
        best = next(iter(pool.candidates), None)
        return None if best is None else best.line

    def leaf_through(self, t: float) -> None:
        """Where all that happened is that the player went on to the next piece, take it so."""
        self._replace_lines(
            t,
            {
                line: leafed
                for line in self._open.lines
                if self._open.prompt_of(line) is not None
                and (leafed := self._leafed(line, t)) is not None
            },
        )

    def _leafed(self, line: Line, t: float) -> Line | None:
        is_recorded = line.depth <= self._open.root.depth
        asked = self.asked_at if is_recorded else -math.inf
        told = self.recorded_at if is_recorded else -math.inf
        return leafed_through(line, self._open.scene, asked, t, told)

    def _replace_lines(self, t: float, changed: dict[Line, Line]) -> None:
        """Put other lines in the place of some, in the same turns with other promotions."""
        if self._open.replace_lines(changed) and (turn := self._open.root.explanation) is not None:
            asks_for = self._square_to_ask_on_again()
            self._record.revise(t, turn.actions, asks_for)
            if asks_for is not None:
                self._ask(t, asks_for)

    def square_to_ask_on(self) -> Square | None:
        """Where a pawn stands for which nobody has chosen anything yet, as far as is certain."""
        root = self._open.root
        prompt = self._open.prompt_of(root)
        if prompt is None:
            return None
        if prompt.piece != PROMOTIONS[0] and not self._is_choice_open:
            return None
        unfelt = self.unreliable
        if unfelt >> prompt.square & 1:
            # Nor where nothing stands now: from there somebody has gone on, or holds a piece.
            unfelt |= squares_by_content(self._watch.seen)[Content.EMPTY]
        return asked_on(root, prompt, unfelt)

    @property
    def unreliable(self) -> SquareSet:
        """The squares on which not every touch is felt."""
        root, blind = self._open.root, self._health.blind | self._open.root.blind
        return unreliable(root.position, blind, hides_unions=self._watch.hides_unions)

    @property
    def _may_miss_touches(self) -> bool:
        """Whether the pawn stands in a union, and not every touch of it is felt."""
        root = self._open.root
        prompt = self._open.prompt_of(root)
        is_union = prompt is not None and root.position.unions >> prompt.square & 1
        return bool(is_union) and self._watch.hides_unions

    def _square_to_ask_on_again(self) -> Square | None:
        """The same, where the last touch came too soon to be an answer.

        Who was still at it when he was asked has counted his touches, and has not looked. Where not
        every touch is felt, he looks again.
        """
        is_answer = self._open.root.t >= self.asked_at + self._settings.answer_rest
        is_felt = not (self._may_miss_touches and self._touched_the_pawn)
        if (is_answer and is_felt) or not self._is_choice_open:
            return None
        return self.square_to_ask_on()

    @property
    def _touched_the_pawn(self) -> bool:
        """Whether the last touch of those that choose was on the pawn's own square."""
        prompt = self._open.prompt_of(self._open.root)
        if prompt is None:
            return False
        # Anywhere else pieces may have been straightened since, or fields have jumped.
        choosing = {prompt.square, self._asked_on}
        touched = (change.square for change in reversed(self._watch.changes))
        return next((square for square in touched if square in choosing), None) == prompt.square

    def _may_have_chosen_otherwise(self, step: Line, pool: Pool) -> bool:
        """Whether a touch of its square may as well have joined it, or not have been for choosing.

        `pool`: what may have been played, and how.
        """
        turn, prompt = step.explanation, self._open.prompt_of(step)
        if turn is None or prompt is None:
            return False
        is_answer = step.t > self.asked_early_at
        if not prompt.is_owed and prompt.piece == PROMOTIONS[1] and not is_answer:
            return True  # One touch may have straightened it.
        before = step.parent
        if before is not None and before.undo_to == step.ply and before.index == step.index:
            return True  # It may have been drawn back, and promoted once more.
        if not self._habits.are_careless:
            return False
        steps = (each.line.step_at(step.depth) for each in pool.near(self._settings.margin))
        others = [each for each in steps if kind_of(each) == kind_of(step)]
        is_other = any(each is not None and each.position != step.position for each in others)
        return is_other or bool(turn.entered >> prompt.square & 1)


def _chose_first(line: Line, depth: int) -> bool:
    """Whether a turn on the way to a line began with choosing another piece than a queen."""
    step = line.step_at(depth)
    turn = None if step is None else step.explanation
    first = None if turn is None else turn.actions[0]
    return isinstance(first, Promote) and first.piece != PROMOTIONS[0]
