"""What an owner may change while the board runs, kept in a small file beside the archive."""

from __future__ import annotations

import logging
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from board_daemon.game.errors import GameError
from board_daemon.game.hint_levels import MOST_PIECES, PIECES, HintChoices, HintLevel
from board_daemon.game.small_file import put_aside, read_json, write_json
from board_daemon.lights.frame import LightSettings
from board_daemon.lights.palette import PALETTES, PaletteName
from board_daemon.rules.errors import RulesError, shown
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.tracking.settings import TrackerSettings

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Choices:
    """What an owner may choose; raises `GameError` or `RulesError` for what cannot be."""

    palette: str = PaletteName.STANDARD
    brightness: float = 0.5
    """Share of an LED's full light, 0 to 1."""
    rules: str = "pacoplay"
    """Of new games, as `ruleset_named` takes them."""
    takebacks: bool = True
    """Whether setting pieces back takes turns back."""
    hints_white: str = HintLevel.LEGAL
    """What White is shown, as `HintLevel` names it."""
    hints_black: str = HintLevel.LEGAL
    hints_pieces: int = PIECES
    """Of so many pieces a turn the destinations are graded; 0: of all."""

    def __post_init__(self) -> None:
        if self.palette not in list(PaletteName):
            known = ", ".join(PaletteName)
            raise GameError(f"expected one of the palettes {known}, saw {self.palette!r}")
        # They may come from a file, where anything may stand.
        is_number = isinstance(self.brightness, int | float)
        if not is_number or not 0 <= self.brightness <= 1:
            raise GameError(f"expected a brightness from 0 to 1, saw {self.brightness!r}")
        if not isinstance(self.takebacks, bool):
            raise GameError(f"expected takebacks to be true or false, saw {self.takebacks!r}")
        if not isinstance(self.rules, str):
            raise GameError(f"expected rules by their name, saw {self.rules!r}")
        ruleset_named(self.rules)
        for level in (self.hints_white, self.hints_black):
            if level not in list(HintLevel):
                known = ", ".join(HintLevel)
                raise GameError(f"expected one of the hint levels {known}, saw {level!r}")
        is_whole = type(self.hints_pieces) is int
        if not is_whole or not 0 <= self.hints_pieces <= MOST_PIECES:
            raise GameError(f"expected 0 to {MOST_PIECES} pieces, saw {self.hints_pieces!r}")

    @property
    def hints(self) -> HintChoices:
        """What the players are shown."""
        white, black = HintLevel(self.hints_white), HintLevel(self.hints_black)
        return HintChoices(white, black, self.hints_pieces)


class BoardSettings:
    """The choices in force; what `keep` writes down outlasts the daemon."""

    def __init__(
        self,
        configured: Choices,
        lights: LightSettings,
        tracking: TrackerSettings,
        path: Path | None = None,
    ) -> None:
        """`configured`: what holds where nothing was chosen; `path`: where choices are kept."""
        self._lights = lights
        self._tracking = tracking
        self._path = path
        self.choices = _read(path, configured) if path is not None else configured

    def change(self, **wished: object) -> None:
        """Choose otherwise; raises as `Choices` does, and changes nothing then."""
        self.choices = replace(self.choices, **wished)  # type: ignore[arg-type]

    def keep(self) -> None:
        """Write the choices down; this waits for the disk."""
        if self._path is not None:
            write_json(self._path, asdict(self.choices))

    @property
    def lights(self) -> LightSettings:
        """The lights as chosen."""
        palette = PALETTES[PaletteName(self.choices.palette)]
        return replace(self._lights, palette=palette, brightness=self.choices.brightness)

    @property
    def tracking(self) -> TrackerSettings:
        """The tracker as chosen."""
        return replace(self._tracking, takebacks=self.choices.takebacks)

    def value(self) -> dict[str, object]:
        """The choices as JSON values."""
        return asdict(self.choices)


def _read(path: Path, configured: Choices) -> Choices:
    kept = read_json(path)
    if kept is None:
        return configured
    try:
        if not isinstance(kept, dict):
            raise GameError(f"expected choices by their names, saw {shown(kept)}")
        known = {key: value for key, value in kept.items() if key in configured.__slots__}
        return replace(configured, **known)
    except (GameError, RulesError) as error:
        _LOG.warning("The settings of %s are not used: %s", path.name, error)
        put_aside(path)
        return configured
