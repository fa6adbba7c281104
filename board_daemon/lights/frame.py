"""From what there is to show to the 64 colours that the strip is sent."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from board_daemon.lights.motion import Flash
from board_daemon.lights.palette import BLACK, STANDARD, Palette, Rgb
from board_daemon.lights.roles import roles_for
from board_daemon.lights.signal import Signal, signals_for
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.squares import Square
from board_daemon.tracking.view import BoardView

CHANNEL_MILLIAMPERES: Final = 20.0
"""What one of a WS2812's three colours draws at full."""
IDLE_MILLIAMPERES: Final = 1.0
"""What a WS2812 draws when it is dark."""
SQUARES: Final = 64

_LEAST_CURRENT_CAP: Final = 2 * SQUARES * IDLE_MILLIAMPERES


class LightSettingsError(PacoboardError, ValueError):
    """A setting of the lights is out of its range."""


def _check_range(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise LightSettingsError(
            f"expected the lights' {name} to be from {least:g} to {most:g}, got {value!r}"
        )


@dataclass(frozen=True, slots=True)
class LightSettings:
    """How bright and in which colours; raises `LightSettingsError` for what cannot be."""

    palette: Palette = STANDARD
    brightness: float = 0.5
    """Share of an LED's full light that a colour at full may use, 0 to 1."""
    night: float = 1.0
    """Further dimming, 0 to 1: 1 by day."""
    gamma: float = 2.2
    """Exponent from what the eye is to see to what the LED must give, 1 to 4."""
    max_current: float = 1500.0
    """Most that all 64 LEDs may draw together, in milliamperes, at least 128."""

    def __post_init__(self) -> None:
        _check_range("brightness", self.brightness, 0.0, 1.0)
        _check_range("night", self.night, 0.0, 1.0)
        _check_range("gamma", self.gamma, 1.0, 4.0)
        _check_range("max_current", self.max_current, _LEAST_CURRENT_CAP, 10_000.0)


BY_DAY: Final = LightSettings()


@dataclass(frozen=True, slots=True)
class LedFrame:
    """What the strip is sent: 64 colours, a1 first, as duty cycles of 0 to 255."""

    pixels: tuple[Rgb, ...]

    @property
    def current(self) -> float:
        """What the strip draws while it shows this, in milliamperes."""
        idle = IDLE_MILLIAMPERES * len(self.pixels)
        return idle + CHANNEL_MILLIAMPERES * sum(map(sum, self.pixels)) / 255


DARK: Final = LedFrame((BLACK,) * SQUARES)


@dataclass(frozen=True, slots=True)
class Glow:
    """One light as the eye is to see it, at full brightness of the board."""

    color: Rgb
    """sRGB, 0 to 255 each."""
    level: float
    """How much of that colour, 0 (dark) to 1."""

    @property
    def shade(self) -> Rgb:
        """The colour at its level, seen in the dark."""
        red, green, blue = (round(channel * self.level) for channel in self.color)
        return red, green, blue


@dataclass(frozen=True, slots=True)
class Timing:
    """When what is lit now came on; motions start from there. Seconds, on the clock of `t`."""

    shown: float = 0.0
    accepted: float = 0.0
    """When the last turn was accepted: its flash is not repeated when a piece is set back."""


FROM_ZERO: Final = Timing()


@dataclass(frozen=True, slots=True)
class Cue:
    """A view and since when it has been shown."""

    view: BoardView
    timing: Timing = FROM_ZERO

    def followed_by(self, view: BoardView, t: float) -> "Cue":
        """The cue for the view that there is at `t`; what stays as it was goes on undisturbed."""
        timing = self.timing
        if (view.last, view.position) != (self.view.last, self.view.position):
            timing = Timing(t, t)
        elif roles_for(view) != roles_for(self.view) or _asks(view) != _asks(self.view):
            timing = replace(timing, shown=t)
        return Cue(view, timing)

    def looks_like(self, other: "Cue") -> bool:
        """Whether the same squares are lit alike, since the same time."""
        return self.timing == other.timing and roles_for(self.view) == roles_for(other.view)


def _asks(view: BoardView) -> object:
    """What the same roles may show in another way."""
    return view.promotion, view.earlier_promotion, view.step, view.asks_for_piece


def glows_at(
    view: BoardView, t: float, palette: Palette = STANDARD, timing: Timing = FROM_ZERO
) -> dict[Square, Glow]:
    """The glow of every lit square at `t` seconds, for whatever draws the lights."""
    signals = signals_for(view, palette)
    return {square: _glow(signal, t, timing) for square, signal in signals.items()}


def frame_at(
    view: BoardView,
    t: float,
    settings: LightSettings = BY_DAY,
    timing: Timing = FROM_ZERO,
) -> LedFrame:
    """What the strip is sent at `t` seconds; it never draws more than `settings.max_current`."""
    return led_frame(glows_at(view, t, settings.palette, timing), settings)


def led_frame(glows: Mapping[Square, Glow], settings: LightSettings = BY_DAY) -> LedFrame:
    """The strip's colours for the given glows: gamma, brightness, night and current applied."""
    scale = settings.brightness * settings.night
    pixels = [BLACK] * SQUARES
    for square, glow in glows.items():
        pixels[square] = _driven(glow.shade, settings.gamma, scale)
    return _capped(LedFrame(tuple(pixels)), settings.max_current)


def _glow(signal: Signal, t: float, timing: Timing) -> Glow:
    levels = []
    for layer in signal:
        since = timing.accepted if isinstance(layer.motion, Flash) else timing.shown
        levels.append(layer.motion.level_at(t - since))
    level = sum(levels)
    if level <= 0:
        return Glow(signal[0].color, 0.0)
    red, green, blue = (
        round(
            sum(layer.color[i] * share for layer, share in zip(signal, levels, strict=True)) / level
        )
        for i in range(3)
    )
    return Glow((red, green, blue), min(1.0, level))


def _driven(shade: Rgb, gamma: float, scale: float) -> Rgb:
    """The duty cycles that look like the shade; a light that is on is never rounded away."""
    if shade == BLACK or scale <= 0:
        return BLACK
    red, green, blue = (math.pow(channel / 255, gamma) for channel in shade)
    strongest = max(red, green, blue)
    factor = max(scale * 255, 1 / strongest)
    return round(red * factor), round(green * factor), round(blue * factor)


def _capped(frame: LedFrame, max_current: float) -> LedFrame:
    """The frame, dimmed as a whole as far as the current asks for."""
    idle = DARK.current
    wanted = frame.current - idle
    if wanted <= max_current - idle:
        return frame
    share = (max_current - idle) / wanted
    return LedFrame(
        tuple((int(r * share), int(g * share), int(b * share)) for r, g, b in frame.pixels)
    )
