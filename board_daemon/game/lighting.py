"""What is lit at a table, since when, and how everybody is told of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from board_daemon.game.feed import Feed
from board_daemon.game.mishaps import Mishaps
from board_daemon.game.settings import BoardSettings
from board_daemon.game.snapshot import Json, lights_value
from board_daemon.lights.frame import Cue
from board_daemon.rules.squares import Square
from board_daemon.tracking.view import BoardView

_DARK: Final[Json] = {"squares": {}, "show": {}, "layers": [], "since": {}}


class Lighting:
    """The light of one board, with the code that lets somebody in and without it."""

    def __init__(
        self, view: BoardView, settings: BoardSettings, feed: Feed, mishaps: Mishaps
    ) -> None:
        """`view`: what is to be seen at first."""
        self._settings = settings
        self._feed = feed
        self._mishaps = mishaps
        self._palette = settings.lights.palette
        self.cue = Cue(view)
        """What is lit, and since when."""
        self._cue_without_code = self.cue
        """What whoever is not let in yet may know of it."""
        self.code: tuple[Square, ...] = ()
        """The squares of the code that lets somebody in, while it is shown."""
        self.relit = asyncio.Event()
        """Set whenever the lights change."""

    @property
    def view(self) -> BoardView:
        """What was lit last."""
        return self.cue.view

    def show(self, view: BoardView, now: float, *, is_troubled: bool) -> None:
        """Light the board; `is_troubled`: and say that something is amiss in it."""
        self._mishaps.attempt(
            "to light the board", lambda: self._show(view, now, is_troubled=is_troubled), None
        )

    def _show(self, view: BoardView, now: float, *, is_troubled: bool) -> None:
        # The code is put in anew below: the view may be the one that was lit last.
        view = replace(view, is_troubled=is_troubled, code=())
        lit, known = self.cue, self._cue_without_code
        self.cue = lit.followed_by(replace(view, code=self.code), now)
        self._cue_without_code = known.followed_by(view, now) if self.code else self.cue
        is_alike = self.cue.looks_like(lit) and self._cue_without_code.looks_like(known)
        if not is_alike or self._palette != self._settings.lights.palette:
            self._palette = self._settings.lights.palette
            self.relit.set()
            self._tell(now)

    def _tell(self, now: float) -> None:
        message = {"event": "lights", "t": round(now, 3)}
        with_code = {**message, **self.value(now, knows_code=True)} if self.code else None
        self._feed.publish({**message, **self.value(now, knows_code=False)}, with_code)

    def value(self, now: float, *, knows_code: bool) -> Json:
        """What is lit, for the page; `knows_code`: for whoever may see the code that lets in."""
        cue = self.cue if knows_code else self._cue_without_code
        return self._mishaps.attempt(
            "to describe the lights", lambda: lights_value(cue, self._palette, now), _DARK
        )
