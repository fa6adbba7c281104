"""What of all that happens on a board belongs in the archive: each game's turns, and its trace.

It writes nothing and has no clock of its own: out come the changes for whoever keeps them, such as
`archive.keeper.Keeper`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from board_daemon.archive.changes import (
    AddTurn,
    BeginGame,
    Finish,
    GameChange,
    GoOn,
    KeepTrace,
    LeaveClocks,
    NamePlayers,
    ReviseTurn,
    TakeBack,
)
from board_daemon.archive.records import ArchivedGame, ArchivedTurn, TimeControl, TimeLeft
from board_daemon.rules.actions import format_action
from board_daemon.rules.ends import BY_PLAYERS, Reason
from board_daemon.rules.fen import start_fen
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.tracking.events import (
    EndEvent,
    Event,
    NewGameEvent,
    RestoredEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
)
from firmware_bridge.frames import SensorFrame
from firmware_bridge.trace import TraceHeader, TraceLine, format_header, format_line

Changes = list[GameChange]

# Trace lines go in with the next turn, or when there are so many.
_MOST_LINES_HELD: Final = 500


class Recorder:
    """Follows what is played on one board.

    A game that has ended stays as it is: when its pieces are set up again, the next game begins.
    `begin` or `resume` comes before everything else.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now`: the time of day, with its zone, for when a game began."""
        self._now = now
        self._held: list[str] = []
        """Lines of the trace that go with the next change."""
        self._line: str | None = None
        """The last line: the game that is recorded after its events is the one it goes with."""

    # --- a game begins, or goes on ---

    def begin(
        self,
        header: TraceHeader,
        white: str = "",
        black: str = "",
        header_text: str | None = None,
        time_control: TimeControl | None = None,
    ) -> Changes:
        """Begin a game now, as the header of its trace says.

        `header_text`: the header as it was read, where it was. Where the board does not stand as
        it says, the first line of the trace is to have all 64 readings.
        """
        changes = self.flush()
        self._header = header
        self._header_text = format_header(header) if header_text is None else header_text
        self._players = white, black
        self._time_control = time_control
        self._end: str | None = None
        self._shift = 0.0
        changes.append(
            BeginGame(
                start_fen=header.fen,
                rules=header.rules,
                started_at=self._now().isoformat(timespec="seconds"),
                white=white,
                black=black,
                trace_header=self._header_text,
                time_control=time_control,
            )
        )
        return changes

    def resume(self, game: ArchivedGame, header: TraceHeader, shift: float = 0.0) -> None:
        """Go on with a game of the archive, which is to be resumed there, too.

        `header`: one for games that begin by themselves later; its FEN and rules are the game's.
        `shift`: seconds to add to all times of this game, so that they come after its last ones.
        """
        self._header = replace(header, fen=game.start_fen, rules=game.rules)
        self._header_text = format_header(self._header)
        self._players = game.white, game.black
        self._time_control = game.time_control
        self._end = (game.reason or "") if game.result is not None else None
        self._shift = shift

    def name_players(self, white: str, black: str) -> Changes:
        """Say who plays; the next game that begins by itself has the same players."""
        self._players = white, black
        return [NamePlayers(white, black)]

    # --- what happens in it ---

    def keep_line(self, text: str) -> Changes:
        """Take in a line of the trace, before the events to which it leads."""
        self._put_line_by()
        self._line = text
        return self._take_held() if len(self._held) >= _MOST_LINES_HELD else []

    def keep_reading(self, line: TraceLine) -> Changes:
        """Take in what the board has reported, before the events to which it leads."""
        return self.keep_line(format_line(replace(line, t=line.t + self._shift)))

    def keep(self, event: Event, left: TimeLeft | None = None) -> Changes:
        """What an event changes in the record, with the trace up to it.

        `left`: what the clocks showed after a turn.
        """
        match event:
            case TurnEvent():
                changes: Changes = [AddTurn(self._archived(event, left))]
            case ReviseEvent():
                changes = [ReviseTurn(self._archived(event, left)), *self._goes_on()]
            case NewGameEvent():
                home = start_fen(ruleset_named(self._header.rules))
                return self._begin_by_itself(replace(self._header, fen=home), None)
            case TakebackEvent(_, 1) if self._end is not None:
                self._goes_on()
                return self._begin_by_itself(self._header, self._header_text)
            case TakebackEvent(_, ply):
                changes = [TakeBack(ply), *self._goes_on()]
            case EndEvent(_, result, reason):
                # Whatever was read last has led to the end of this very game.
                self._put_line_by()
                changes = [Finish(result, reason)]
                self._end = reason
            case RestoredEvent() if self._end in BY_PLAYERS:
                # The kings went back from the centre, or somebody has thought better of it.
                changes = [GoOn(), *self._goes_on()]
            case _:
                return []
        return [*changes, *self._take_held()]

    def _goes_on(self) -> Changes:
        """It is not over, or not any more: who goes on after his time was up has no clock."""
        end, self._end = self._end, None
        if end != Reason.TIME or self._time_control is None:
            return []
        self._time_control = None
        return [LeaveClocks()]

    def stand(self, whole: SensorFrame) -> None:
        """Let the trace of a game that has just begun by itself begin with all 64 readings.

        For one that begins while the pieces do not stand as it does: they are to be set back yet.
        """
        self._line = format_line(whole)

    def flush(self) -> Changes:
        """All of the trace so far; at the end it is to be kept, too."""
        self._put_line_by()
        return self._take_held()

    def _begin_by_itself(self, header: TraceHeader, header_text: str | None) -> Changes:
        """The last line belongs to the new game, so it is not flushed with the others."""
        line, self._line = self._line, None
        changes = self.begin(header, *self._players, header_text, self._time_control)
        self._line = line
        return changes

    def _put_line_by(self) -> None:
        """The last line has led to all that it leads to."""
        if self._line is not None:
            self._held.append(self._line)
            self._line = None

    def _take_held(self) -> Changes:
        lines = tuple(self._held)
        self._held.clear()
        return [KeepTrace(lines)] if lines else []

    def _archived(self, event: TurnEvent | ReviseEvent, left: TimeLeft | None) -> ArchivedTurn:
        return ArchivedTurn(
            ply=event.ply,
            t=event.t + self._shift,
            notation=event.notation,
            actions=tuple(map(format_action, event.actions)),
            fen=event.fen,
            status=str(event.status),
            left=left,
        )
