"""Asking two other pieces where a turn was that shows nothing there, or what stands where."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from board_daemon.rules.squares import SquareSet, combined
from board_daemon.tracking.asking.polls import Poll, parting_squares
from board_daemon.tracking.asking.wanted import Wanted
from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.held_for_long import without_holding_for_long
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.steps import starts_of


class PollQuestioner:
    """Asks what no touch of the squares themselves would tell; mostly where squares are faulty."""

    def __init__(
        self, workings: Workings, corrector: Corrector, look_again: Callable[[float], None]
    ) -> None:
        """`look_again`: decides anew, after so many seconds of rest, once the last turn is open."""
        self._game = workings
        self._corrector = corrector
        self._look_again = look_again

    def takes_a_poll(self, pool: Pool, duration: float) -> bool:
        """Whether only the player can say where a turn was that shows nothing there; ask him."""
        game = self._game
        if not game.open.is_stirred:
            return False  # Whatever may be read out of it, nobody has done anything since.
        held, pool = pool, without_holding_for_long(game, pool, duration)
        polling = game.polling
        if pool is not held:
            # Of what was slipped in nobody is asked as long as all may be held.
            polling = replace(polling, may_be_unfelt=True)
        wanted = polling.wanted(pool, game.watch.seen)
        if wanted is None or (wanted.may_be_nothing and duration < wanted.patience):
            return False
        poll = self.poll(wanted)
        if poll is None:
            return False
        if game.settings.asks_of_parts and duration >= game.settings.settle:
            self._corrector.keep_open(pool)
        if self._corrector.may_be_a_wrong_move(wanted):
            # Who does so again meant it.
            if duration >= max(wanted.patience, game.settings.restore_after):
                self._corrector.demand_order()
            return True
        if duration < wanted.patience:
            return game.settings.asks_of_parts
        if not game.settings.asks_of_parts:
            # All else goes on, but two more turns must tell.
            if wanted.squares:
                game.asking.put_poll(poll)
            return False
        if wanted.squares:
            self.put(poll)
        else:
            game.committing.take_last_turn_back(game.t, may_stand=wanted.last_may_stand)
            self._look_again(duration)
        return True

    def asks(self, pool: Pool, turns: Sequence[Line | None], unsure: SquareSet) -> bool:
        """Ask two other pieces, rather about squares that are `unsure`; False: it cannot be."""
        return self._asks_among(pool.near(self._game.settings.margin), turns, unsure)

    def asks_which(self, near: Sequence[Candidate]) -> bool:
        """Ask two other pieces which of these it is; False: it cannot be asked."""
        turns = [self._game.certainty.next_step(each) for each in near]
        return self._asks_among(near, turns, self._game.health.blind)

    def _asks_among(
        self, near: Sequence[Candidate], turns: Sequence[Line | None], unsure: SquareSet
    ) -> bool:
        squares = parting_squares(turns, unsure)
        if not squares or not self._game.settings.asks_of_parts:
            return False
        return self.puts(Wanted(near, squares, patience=0.0, may_be_nothing=None in turns))

    def asks_if_held(self, pool: Pool) -> bool:
        """Ask whether a union that seems to be held for long stands where a square may have failed.

        Nobody would see that, and he may wait for the board; over a chain others take their time.
        False: it cannot be asked.
        """
        game, settings = self._game, self._game.settings
        if game.is_wrong or game.asking.stands:
            return False
        if game.open.evidence.missing & ~game.open.root.position.unions:
            return False
        down = (
            each
            for each in pool.near(settings.fault + settings.margin)
            if each.standing == Standing.TURN and game.supposes_a_fault(each.line)
        )
        near = [pool.candidates[0], *down]
        turns = [game.certainty.next_step(each) for each in near]
        return self._asks_among(near, turns, combined(each.line.blind for each in near))

    def asks_where_unfelt(self, pool: Pool, turns: Sequence[Line | None]) -> bool:
        """Ask two other pieces instead, as a touch may not be felt; False: it cannot be."""
        game = self._game
        # Rather where no touch was ever felt: then it is known which square has failed.
        return self.asks(pool, turns, game.health.blind | game.health.unproven)

    def asks_of_starts(self, pool: Pool, turns: Sequence[Line | None]) -> bool:
        """Ask two other pieces where one of several unions has gone from and no sensor saw which.

        Each of them may look like nobody: seen again, it shows no more. False: it cannot be asked.
        """
        evidence = self._game.open.evidence
        unseen = evidence.unions & evidence.hiding & ~evidence.touched
        starts = starts_of(turns)
        return bool(unseen & starts) and self.asks(pool, turns, unseen & starts)

    def asks_of_pieces(self, pool: Pool) -> bool:
        """Ask which piece stands on a square, where unions look empty; False: it cannot be asked.

        Playing it once more would show as little of it. Where a chain came home, its player would
        take it for recorded, as there is nothing to put right.
        """
        game = self._game
        is_home = game.stands_right and bool(game.open.root.enters)
        if not (game.watch.hides_unions or is_home) or not game.settings.asks_of_parts:
            return False
        wanted = game.polling.of_pieces(pool, game.watch.seen)
        return wanted is not None and self.puts(wanted)

    def puts(self, wanted: Wanted) -> bool:
        """Ask two other pieces that; False: there are none that can answer."""
        poll = self.poll(wanted)
        if poll is not None:
            self.put(poll)
        return poll is not None

    def poll(self, wanted: Wanted, kind: type[Poll] = Poll) -> Poll | None:
        """The question that two other pieces answer; None: there are none that can."""
        game = self._game
        return game.answering.poll(wanted, game.t, game.watch, game.health.proven, kind)

    def put(self, poll: Poll) -> None:
        """Ask that, and not for anything to be put right: one thing at a time."""
        if poll.was_answered(self._game.open.root):
            self._corrector.demand_to_be_shown()  # He would only say the same again.
            return
        self._game.corrections.withdraw(self._game.t)
        self._game.asking.put_poll(poll)
