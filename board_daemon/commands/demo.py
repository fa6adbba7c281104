"""`pacoboard demo`: a recorded game, played from its sensor trace in the terminal."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import resources
from io import StringIO
from pathlib import Path
from shutil import which
from time import monotonic
from typing import Annotated, Final, TextIO

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from board_daemon.commands.lines import bad_line, examples, opened_trace, problem_in
from board_daemon.languages.sentences import Verbatim, said, said_count
from board_daemon.languages.speaking import spoken, spoken_apart
from board_daemon.lights.frame import Cue, Timing, glows_at
from board_daemon.lights.palette import PALETTES, Palette, PaletteName
from board_daemon.rules.errors import RulesError
from board_daemon.stopping import orderly_exit
from board_daemon.terminal.keys import QUIT, ReadKey, key_hint, single_keys
from board_daemon.terminal.marks import in_ascii
from board_daemon.terminal.panel import Paint, Room, board_panel
from board_daemon.terminal.playback import Playback
from board_daemon.terminal.words import event_words
from firmware_bridge.errors import TraceError
from firmware_bridge.trace import TraceReader

FRAME: Final = 1 / 16
"""Seconds from one picture to the next."""
LEAST_HEIGHT: Final = 24
LINGER: Final = 3.0
"""Seconds that the end of the game is shown."""
SLOWEST: Final = 0.1
FASTEST: Final = 20.0

HELP: Final = said(
    "console.help.demo",
    "Watch a recorded game: the board, its lights, each turn as it is recorded."
    "\n\nKeys: space pauses, + and - change the speed, q quits.\n"
    "Where the output is no terminal, each turn is one line.",
)
EXAMPLES: Final = examples("pacoboard demo", "pacoboard demo --speed 3 game.jsonl")

LONG_AGO: Final = Timing(-60.0, -60.0)

_STEP: Final = 1.25
_PROGRAM: Final = "pacoboard"


def demo(
    trace: Annotated[
        Path | None,
        typer.Argument(
            metavar="TRACE",
            help=said(
                "console.help.demo.trace",
                "A sensor trace, or - for standard input. Without one: a real game, to Paco.",
            ),
            show_default=False,
        ),
    ] = None,
    speed: Annotated[
        float,
        typer.Option(
            help=said("console.help.demo.speed", "1 takes about a minute for 47 turns."),
            min=SLOWEST,
            max=FASTEST,
        ),
    ] = 1.0,
    palette: Annotated[
        PaletteName,
        typer.Option(
            help=said(
                "console.help.demo.palette",
                "Colours of the lights, for red-green or blue weakness.",
            )
        ),
    ] = PaletteName.STANDARD,
) -> None:
    """Play a recorded game in the terminal: `HELP` says it to people."""
    console = Console(highlight=False)
    with _opened(trace) as stream:
        reader = TraceReader(stream)
        show = Playback(reader.header, iter(reader))
        if console.is_terminal and not console.is_dumb_terminal:
            _Screen(console, show, PALETTES[palette], speed).run(_keyboard(stream))
        else:
            _print_turns(console, show)
    _print_end(console, show, trace, PALETTES[palette])


@contextmanager
def _opened(trace: Path | None) -> Iterator[TextIO]:
    """The trace as text; what is wrong with it is raised with its name."""
    if trace is not None:
        with opened_trace(str(trace)) as stream:
            try:
                yield stream
            except TraceError as error:
                raise bad_line(str(trace), error.line_number, error.problem) from error
            except RulesError as error:
                raise problem_in(str(trace), error) from error
        return
    games = resources.files("board_daemon.terminal") / "games"
    yield StringIO((games / "game-15313.jsonl").read_text(encoding="utf-8"))


class _Screen:
    """The moving picture, and what the keys do to it."""

    def __init__(self, console: Console, show: Playback, palette: Palette, speed: float) -> None:
        self._console = console
        self._show = show
        self._palette = palette
        self._speed = speed
        self._is_paused = False
        self._has_quit = False

    def run(self, keyboard: TextIO | None) -> None:
        """Play to the end, or until somebody quits; the terminal is left as it was."""
        live = Live(console=self._console, screen=True, auto_refresh=False)
        with orderly_exit(), single_keys(keyboard) as read_key, live:
            try:
                self._play(live, read_key)
            except KeyboardInterrupt:
                self._has_quit = True

    def _play(self, live: Live, read_key: ReadKey) -> None:
        began = now = monotonic()
        shown = lingered = 0.0
        drawn: object = None
        while lingered < LINGER and not self._has_quit:
            before, now = now, monotonic()
            if not self._is_paused:
                shown += (now - before) * self._speed
                lingered += (now - before) * self._speed if self._show.is_over else 0.0
            self._show.advance_to(shown, now - began)
            to_draw = self._to_draw(now - began)
            if to_draw != drawn:
                live.update(self._picture(now - began), refresh=True)
                drawn = to_draw
            self._obey(read_key(max(0.0, FRAME - (monotonic() - now))))

    def _to_draw(self, light_time: float) -> object:
        """All that the picture depends on: while it is the same, nothing needs to be drawn."""
        view, timing = self._show.cue.view, self._show.cue.timing
        glows = glows_at(view, light_time, self._palette, timing)
        return Room.of(self._console), view, self._show.score, self._hint, glows

    def _picture(self, light_time: float) -> Text:
        room = Room.of(self._console)
        view, timing = self._show.cue.view, self._show.cue.timing
        score = self._show.score
        lines = board_panel(view, light_time, room, score, timing, self._palette, self._hint)
        above = [Text()] * max(0, (room.height - len(lines)) // 2)
        return Text("\n").join([*above, *lines][: room.height])

    @property
    def _hint(self) -> str:
        return f"{_keys()}   {spoken_apart(self._pace())}"

    def _pace(self) -> str:
        if self._is_paused:
            return said("console.demo.paused", "paused")
        return said("console.demo.speed", "speed {speed}", speed=f"{self._speed:.3g}")

    def _obey(self, key: str) -> None:
        match key:
            case " ":
                self._is_paused = not self._is_paused
            case "+" | "=":
                self._speed = min(FASTEST, self._speed * _STEP)
            case "-" | "_":
                self._speed = max(SLOWEST, self._speed / _STEP)
            case "q" | "Q":
                self._has_quit = True
            case _:
                pass


def _keys() -> str:
    return key_hint(
        (said("console.key.space", "space"), said("console.key.pause", "pause")),
        ("+", said("console.key.faster", "faster")),
        ("-", said("console.key.slower", "slower")),
        ("q", QUIT),
    )


def _keyboard(trace: TextIO) -> TextIO | None:
    """Where keys come from, unless the trace itself is typed in there."""
    return None if trace is sys.stdin else sys.stdin


def _print_turns(console: Console, show: Playback) -> None:
    """Each event as a line, as fast as it can be."""
    while not show.is_over:
        for event in show.play_on():
            words = event_words(event, show.score.first)
            if words:
                console.print(_for(console, Text(words)), soft_wrap=True)
    console.print()


def _print_end(console: Console, show: Playback, trace: Path | None, palette: Palette) -> None:
    """The final board, how it ended, and where it can be seen again."""
    # A late moment: whatever flashes or walks has come to rest.
    score, cue = show.score, Cue(show.cue.view, LONG_AGO)
    room = Room.of(console)
    # What does not fit can be scrolled to.
    room = replace(room, height=max(room.height, LEAST_HEIGHT))
    for line in board_panel(cue.view, 0.0, room, score, cue.timing, palette):
        console.print(line)
    if not score.is_over:
        turns = len(score.turns)
        left = said_count(
            "console.demo.left",
            turns,
            "The game was left after {count} turn.",
            "The game was left after {count} turns.",
        )
        console.print(_for(console, Text(spoken(left))), soft_wrap=True)
    if trace != Path("-"):
        again = shlex.join([_called_as(), "demo", *([] if trace is None else [str(trace)])])
        see = said("console.demo.again", "See it again: {command}", command=Verbatim(again))
        console.print(_for(console, Text(spoken(see))), soft_wrap=True)


def _called_as() -> str:
    """The name of the program, or its path as it was called where the name alone is not found."""
    path = sys.argv[0]
    return path if Path(path).name == _PROGRAM and which(_PROGRAM) is None else _PROGRAM


def _for(console: Console, text: Text) -> Text:
    return in_ascii(text) if Room.of(console).paint == Paint.ASCII_MARKS else text
