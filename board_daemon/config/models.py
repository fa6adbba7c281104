"""The configuration, section by section: every key with its range, its default and its meaning.

Each field's description is its line in `config/README.md`.
"""

from dataclasses import replace
from datetime import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from board_daemon.config.hosts import Host, HostNames
from board_daemon.config.kinds import (
    NONE,
    Choice,
    ClockTime,
    FilePath,
    Kind,
    Name,
    Number,
    RefusedRelation,
    Rules,
    WholeNumber,
    YesNo,
)
from board_daemon.config.quantities import CURRENT, TIME, Quantity, Share, quantity_text
from board_daemon.game.hint_levels import MOST_PIECES, PIECES, HintLevel
from board_daemon.lights.frame import LightSettings
from board_daemon.lights.palette import PALETTES, PaletteName
from board_daemon.names import LONGEST_NAME
from board_daemon.paths import default_archive
from board_daemon.rules.rulesets import PACOPLAY, Ruleset
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from firmware_bridge.square_map import Build

AUTO: Final = "auto"
"""The word for whichever there is."""
_TRACKER: Final = TrackerSettings()
_LIGHTS: Final = LightSettings()


class Section(BaseModel):
    """Keys that belong together. One that is empty, or not there, is all defaults."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _empty_is_all_defaults(cls, data: Any) -> Any:
        return {} if data is None else data


def _none(value: object) -> object:
    return None if value == NONE else value


NoneWord: Final = BeforeValidator(_none)
"""Lets the word `none` stand for a group of keys that is not wanted."""


class BridgeName(StrEnum):
    """What the daemon is connected to."""

    VIRTUAL = "virtual"
    SERIAL = "serial"
    GPIO = "gpio"
    REPLAY = "replay"


class BoardConfig(Section):
    """What the daemon is connected to."""

    bridge: Annotated[BridgeName, Choice(BridgeName)] = Field(
        default=BridgeName.VIRTUAL,
        description="The board: `virtual` is played in the browser, `serial` is on a serial port, "
        "`gpio` on this Raspberry Pi's own pins, `replay` plays a sensor trace.",
    )
    build: Annotated[Build, Choice(Build)] = Field(
        default=Build.REED_SERIAL,
        description="How a board of wood was built (see `hardware/`), for `serial` and `gpio`.",
    )
    port: Annotated[Path | None, FilePath(AUTO)] = Field(
        default=None,
        description="The serial port of the board; `auto` is whichever on USB it answers on.",
    )
    layout: Annotated[Path | None, FilePath(NONE)] = Field(
        default=None,
        description="What `pacoboard check` and `pacoboard calibrate` have found out of this very "
        "board.",
    )
    sensor: Annotated[SensorKind, Choice(SensorKind)] = Field(
        default=SensorKind.PRESENCE,
        description="What the virtual board's sensors tell: occupied or empty; the colour too "
        "(`colour-3`: but a union as empty); the magnetic field. "
        "Of other boards the build or the trace says it.",
    )
    trace: Annotated[Path | None, FilePath(NONE)] = Field(
        default=None, description="The sensor trace that the bridge `replay` plays."
    )

    @model_validator(mode="after")
    def _replay_needs_a_trace(self) -> "BoardConfig":
        if self.bridge == BridgeName.REPLAY and self.trace is None:
            raise RefusedRelation(
                "trace", "bridge", "the path of a trace for the bridge replay", NONE
            )
        return self

    @model_validator(mode="after")
    def _build_fits_the_bridge(self) -> "BoardConfig":
        of_wood = (BridgeName.SERIAL, BridgeName.GPIO)
        if self.bridge in of_wood and not self.build.endswith(f"-{self.bridge}"):
            fitting = " or ".join(b for b in Build if b.endswith(f"-{self.bridge}"))
            expected = f"{fitting} for the bridge {self.bridge}"
            raise RefusedRelation("build", "bridge", expected, self.build)
        return self


def _time(least: str, most: str) -> Kind:
    return Quantity(TIME, least, most)


class TrackingConfig(Section):
    """How patient the board is."""

    debounce: Annotated[float, _time("5 ms", "200 ms")] = Field(
        default=_TRACKER.debounce, description="A reading counts once it has stood this long."
    )
    settle_final: Annotated[float, _time("50 ms", "10 s")] = Field(
        default=_TRACKER.settle_final,
        description="Rest after which a turn is recorded that nothing can extend.",
    )
    settle: Annotated[float, _time("50 ms", "10 s")] = Field(
        default=_TRACKER.settle,
        description="Rest after which a turn is recorded that a slide or a chain might extend.",
    )
    restore_after: Annotated[float, _time("200 ms", "30 s")] = Field(
        default=_TRACKER.restore_after,
        description="Rest after which a board that no turn explains is to be put right.",
    )
    answer_rest: Annotated[float, _time("200 ms", "30 s")] = Field(
        default=_TRACKER.answer_rest,
        description="Rest after a touch that makes it an answer to the board's question.",
    )
    takebacks: Annotated[bool, YesNo()] = Field(
        default=_TRACKER.takebacks, description="Whether setting the pieces back takes turns back."
    )
    asks_of_parts: Annotated[bool, YesNo()] = Field(
        default=_TRACKER.asks_of_parts,
        description="Whether the board asks yes or no about squares that it cannot see.",
    )

    @model_validator(mode="after")
    def _times_are_in_order(self) -> "TrackingConfig":
        """The tracker takes a reading for good first, then a turn, then gives up on one."""
        keys = ("debounce", "settle_final", "settle", "restore_after")
        for earlier, later in zip(keys, keys[1:], strict=False):
            least, seen = getattr(self, earlier), getattr(self, later)
            if seen < least:
                expected = f"at least {earlier}, {quantity_text(TIME, least)}"
                raise RefusedRelation(later, earlier, expected, quantity_text(TIME, seen))
        return self

    def tracker_settings(self) -> TrackerSettings:
        """For the tracker; what a family need not change is as it always is."""
        return replace(_TRACKER, **self.model_dump())


class NightConfig(Section):
    """When the lights are dimmed."""

    start: Annotated[time, ClockTime()] = Field(
        default=time(21, 0), description="When the lights are dimmed, by this machine's clock."
    )
    end: Annotated[time, ClockTime()] = Field(
        default=time(7, 0),
        description="When the lights are bright again; it may be the next morning.",
    )
    level: Annotated[float, Share()] = Field(
        default=0.4, description="What is left of the brightness meanwhile."
    )

    @model_validator(mode="after")
    def _night_ends(self) -> "NightConfig":
        if self.start == self.end:
            raise RefusedRelation("end", "start", "another time than start", f"{self.end:%H:%M}")
        return self

    def covers(self, at: time) -> bool:
        """Whether it is night then; the minute `end` is no longer night."""
        if self.start < self.end:
            return self.start <= at < self.end
        return at >= self.start or at < self.end


class LightsConfig(Section):
    """How the lights look, and what they may draw."""

    palette: Annotated[PaletteName, Choice(PaletteName)] = Field(
        default=PaletteName.STANDARD,
        description="The colours; the others are for red-green and for blue weakness.",
    )
    brightness: Annotated[float, Share()] = Field(
        default=_LIGHTS.brightness, description="How bright a light is at most."
    )
    night: Annotated[NightConfig | None, NoneWord] = Field(
        default=None, description="Dimming at night; `none` where it is not wanted."
    )
    gamma: Annotated[float, Number("a number", 1, 4)] = Field(
        default=_LIGHTS.gamma, description="How the LEDs' light grows with what the eye is to see."
    )
    max_current: Annotated[float, Quantity(CURRENT, "128 mA", "10 A")] = Field(
        default=_LIGHTS.max_current,
        description="What all LEDs may draw together; what the power supply can spare.",
    )

    def light_settings(self, at: time) -> LightSettings:
        """For the lights at that time of day."""
        is_night = self.night is not None and self.night.covers(at)
        return LightSettings(
            palette=PALETTES[self.palette],
            brightness=self.brightness,
            night=self.night.level if self.night is not None and is_night else 1.0,
            gamma=self.gamma,
            max_current=self.max_current,
        )


class ClockConfig(Section):
    """The players' clock. Seconds."""

    base: Annotated[float, _time("10 s", "24 h")] = Field(
        description="What each player has for the whole game."
    )
    increment: Annotated[float, _time("0 s", "1 h")] = Field(
        default=0.0, description="What each turn adds to it."
    )


class GameConfig(Section):
    """What a new game starts with, unless somebody says otherwise."""

    rules: Annotated[Ruleset, Rules()] = Field(
        default=PACOPLAY,
        description="The rules: `pacoplay`, `manual`, `leaflet`, `vchess`, `children`, "
        "`children-take-overs`, `children-chains`, or one of them with "
        "changes, such as `manual,must_answer_sako=yes`.",
    )
    clock: Annotated[ClockConfig | None, NoneWord] = Field(
        default=None, description="The players' clock; `none` for a game without."
    )
    white: Annotated[str, Name(LONGEST_NAME)] = Field(default="", description="Who plays White.")
    black: Annotated[str, Name(LONGEST_NAME)] = Field(default="", description="Who plays Black.")


class HintsConfig(Section):
    """How much help the players get, unless somebody says otherwise."""

    white: Annotated[HintLevel, Choice(HintLevel)] = Field(
        default=HintLevel.LEGAL,
        description="What White is shown: `off`, nothing; `legal`, where the piece in hand may go; "
        "`graded`, how good that is, and warnings; `best`, where it may go, warnings, and a whole "
        "turn on request; `warnings`, these alone.",
    )
    black: Annotated[HintLevel, Choice(HintLevel)] = Field(
        default=HintLevel.LEGAL, description="What Black is shown."
    )
    pieces: Annotated[int, WholeNumber("a number of pieces", 0, MOST_PIECES)] = Field(
        default=PIECES,
        description="Of so many different pieces in a turn `graded` tells how good their squares "
        "are, so that nobody just looks for green; 0 is all.",
    )


class OpponentSide(StrEnum):
    """Which side the board plays itself."""

    NONE = "none"
    WHITE = "white"
    BLACK = "black"
    RANDOM = "random"


class OpponentConfig(Section):
    """The board as a player. Times in seconds."""

    plays: Annotated[OpponentSide, Choice(OpponentSide)] = Field(
        default=OpponentSide.NONE,
        description="Which side the board plays itself in the first game; `none`: people play both."
        " Later games are chosen on the page.",
    )
    level: Annotated[int, WholeNumber("a level", 1, 10)] = Field(
        default=3, description="How well: 1 has just learned it, 10 is the best it can."
    )
    moves_itself: Annotated[bool, YesNo()] = Field(
        default=True,
        description="Whether it moves its pieces itself on a virtual board; else people do it for "
        "it, by the lights, as on a board of wood.",
    )
    pace: Annotated[float, _time("100 ms", "3 s")] = Field(
        default=0.6, description="The time between two acts of its hand on a virtual board."
    )


class ArchiveConfig(Section):
    """Where games are recorded."""

    path: Annotated[Path | None, FilePath("default")] = Field(
        default=None,
        description="The archive; `default` is `games.sqlite` in the data folder. A relative path "
        "counts from this file's folder.",
    )

    @property
    def file(self) -> Path:
        """The archive itself."""
        return self.path or default_archive()


class NewDevice(StrEnum):
    """The most that a newly paired device may get."""

    PLAY = "play"
    OWNER = "owner"


class WebConfig(Section):
    """The page: where it is served, and who may use it. Times in seconds."""

    host: Annotated[str, Host()] = Field(
        default="127.0.0.1",
        description="The address it is served on: only this machine, unless told otherwise.",
    )
    port: Annotated[int, WholeNumber("a port", 0, 65_535)] = Field(
        default=8064, description="The port; 0 takes any free one."
    )
    hosts: Annotated[tuple[str, ...], HostNames(32)] = Field(
        default=(),
        description="The names by which browsers may call this machine, besides its addresses.",
    )
    open_watching: Annotated[bool, YesNo()] = Field(
        default=False, description="Whether everybody on the network may watch without pairing."
    )
    trust_loopback: Annotated[bool, YesNo()] = Field(
        default=True,
        description="Whether a browser on this very machine may do everything without pairing. Say "
        "`no` where a reverse proxy runs here.",
    )
    new_devices: Annotated[NewDevice, Choice(NewDevice)] = Field(
        default=NewDevice.OWNER, description="The most that a newly paired device may get."
    )


class LogLevel(StrEnum):
    """What is worth a line in the log, and everything more serious."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogConfig(Section):
    """What the daemon tells of itself."""

    level: Annotated[LogLevel, Choice(LogLevel)] = Field(
        default=LogLevel.INFO, description="The least serious lines that are written."
    )


class Config(Section):
    """The whole configuration; without a file, the virtual board on this machine alone."""

    board: BoardConfig = BoardConfig()
    tracking: TrackingConfig = TrackingConfig()
    lights: LightsConfig = LightsConfig()
    game: GameConfig = GameConfig()
    hints: HintsConfig = HintsConfig()
    opponent: OpponentConfig = OpponentConfig()
    archive: ArchiveConfig = ArchiveConfig()
    web: WebConfig = WebConfig()
    log: LogConfig = LogConfig()
