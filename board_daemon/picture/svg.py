"""The wooden board as an SVG: squares, light beneath them, pieces, unions in each other's arms."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from board_daemon.lights.motion import Breath, Motion, Outward
from board_daemon.lights.palette import STANDARD, Palette, Rgb, hex_of
from board_daemon.lights.signal import Layer, signals_for
from board_daemon.picture.silhouettes import BOX, FLOOR, arm, line, shapes
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.squares import Square, file_of, rank_of
from board_daemon.tracking.view import BoardView

SIZE: Final = 900
"""Width and height of the picture, in its own units."""

_RIM: Final = 50
_SQUARE: Final = 100
_KEYFRAMES: Final = 16

_STYLE: Final = """
text{font:600 20px system-ui,sans-serif;fill:#b98f63;text-anchor:middle}
.w,.b{stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.w{fill:url(#ivory);stroke:#6b4528}
.b{fill:url(#walnut);stroke:#cfae80;stroke-width:1.6}
.l{fill:none;stroke-width:3}
.s{fill:#1d0f08;opacity:.3}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}"""

_MATERIALS: Final = """
<linearGradient id="ivory" gradientUnits="userSpaceOnUse" x1="20" y1="10" x2="80" y2="92">\
<stop offset="0" stop-color="#fffdf6"/><stop offset="1" stop-color="#e6cfa6"/></linearGradient>
<linearGradient id="walnut" gradientUnits="userSpaceOnUse" x1="20" y1="10" x2="80" y2="92">\
<stop offset="0" stop-color="#6a4530"/><stop offset="1" stop-color="#2a150c"/></linearGradient>
<linearGradient id="rim" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#6b452c"/>\
<stop offset=".5" stop-color="#4a2e1e"/><stop offset="1" stop-color="#3a2216"/></linearGradient>
<filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" \
baseFrequency=".006 .11" numOctaves="3" seed="7"/><feColorMatrix values="0 0 0 0 .16  0 0 0 0 .08  \
0 0 0 0 .03  .75 0 0 0 -.24"/></filter>"""


def board_svg(view: BoardView, title: str, palette: Palette = STANDARD) -> str:
    """The board seen from White's side, lit as the view says; `title` describes it in words."""
    # There may be names of players in it.
    title = escape(title)
    layers = {square: layers[0] for square, layers in signals_for(view, palette).items()}
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" role="img" '
        f'aria-label="{title}">',
        f"<title>{title}</title>",
        f"<style>{_STYLE}{''.join(_animations(layers))}\n</style>",
        f"<defs>{_MATERIALS}{''.join(_lamps(layers))}{''.join(_symbols())}\n</defs>",
        f'<rect width="{SIZE}" height="{SIZE}" rx="18" fill="url(#rim)"/>',
        *_names(),
        *_squares(),
        f'<rect x="{_RIM}" y="{_RIM}" width="{8 * _SQUARE}" height="{8 * _SQUARE}" '
        'filter="url(#grain)" opacity=".6"/>',
        *_lights(layers),
        *_pieces(view),
        "</svg>\n",
    )
    return "\n".join(parts)


def _corner(square: Square) -> tuple[int, int]:
    return _RIM + file_of(square) * _SQUARE, _RIM + (7 - rank_of(square)) * _SQUARE


def _names() -> Iterator[str]:
    for index in range(8):
        middle = _RIM + index * _SQUARE + _SQUARE // 2
        yield f'<text x="{middle}" y="{SIZE - 18}">{"abcdefgh"[index]}</text>'
        yield f'<text x="{_RIM // 2}" y="{middle + 7}">{8 - index}</text>'


def _squares() -> Iterator[str]:
    for square in range(64):
        x, y = _corner(square)
        fill = "#c99f6e" if (file_of(square) + rank_of(square)) % 2 else "#8a5c3a"
        yield f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{fill}"/>'


def _lamps(layers: Mapping[Square, Layer]) -> Iterator[str]:
    """A soft round glow for each colour that is lit."""
    for color in dict.fromkeys(layer.color for layer in layers.values()):
        stops = ((0.0, 0.95), (0.45, 0.8), (0.78, 0.45), (1.0, 0.05))
        inner = "".join(
            f'<stop offset="{at}" stop-color="{hex_of(color)}" stop-opacity="{opacity}"/>'
            for at, opacity in stops
        )
        yield f'\n<radialGradient id="{_lamp(color)}" r=".68">{inner}</radialGradient>'


def _lights(layers: Mapping[Square, Layer]) -> Iterator[str]:
    for square, layer in layers.items():
        x, y = _corner(square)
        motion = f' class="{_animation(square)}"' if _period(layer.motion) else ""
        # Where nothing moves, a light stands at its brightest.
        level = 1.0 if motion else layer.motion.level_at(0)
        yield (
            f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" rx="10" '
            f'fill="url(#{_lamp(layer.color)})" opacity="{level:.2f}"{motion}/>'
        )


def _animations(layers: Mapping[Square, Layer]) -> Iterator[str]:
    """The motions of the lights themselves, as so many keyframes a period."""
    for square, layer in layers.items():
        period = _period(layer.motion)
        if not period:
            continue
        name = _animation(square)
        levels = (layer.motion.level_at(period * i / _KEYFRAMES) for i in range(_KEYFRAMES + 1))
        frames = "".join(
            f"{100 * i / _KEYFRAMES:g}%{{opacity:{level:.2f}}}" for i, level in enumerate(levels)
        )
        yield f"\n@keyframes {name}{{{frames}}}"
        yield f".{name}{{animation:{name} {period:g}s linear infinite}}"


def _period(motion: Motion) -> float:
    """Seconds after which a motion repeats itself; 0 for one that is drawn still."""
    return motion.period if isinstance(motion, Breath | Outward) else 0.0


def _symbols() -> Iterator[str]:
    for piece in PieceType:
        paths = "".join(f'<path d="{shape}"/>' for shape in shapes(piece))
        mark = f'<path class="l" d="{line(piece)}"/>' if line(piece) else ""
        yield f'\n<g id="{piece.letter}">{paths}{mark}</g>'
    for color in Color:
        yield f'\n<path id="arm-{color.letter}" d="{arm(color)}"/>'


def _pieces(view: BoardView) -> Iterator[str]:
    in_hand = ""
    for square in range(64):
        white, black = view.position.white_at(square), view.position.black_at(square)
        x, y = _corner(square)
        if view.hand is not None and square == view.hand.origin:
            color = view.position.to_move
            piece = view.position.piece_at(color, square)
            if piece is not None:
                in_hand = _held(piece, color, x, y)
        elif white is not None and black is not None:
            yield _union(white, black, x, y)
        elif white is not None or black is not None:
            color = Color.WHITE if white is not None else Color.BLACK
            piece = white or black
            assert piece is not None
            yield _group(x, y, _shadow(31), _figure(piece.letter, color, 50, 6, 0.88))
    # Last, so that it hovers over everything else.
    yield in_hand


def _group(x: float, y: float, *inner: str, name: str = "") -> str:
    label = f' class="{name}"' if name else ""
    return f'<g{label} transform="translate({x} {y})">{"".join(inner)}</g>'


def _shadow(width: float) -> str:
    return f'<ellipse class="s" cx="52" cy="87" rx="{width}" ry="5"/>'


def _figure(
    name: str, color: Color, middle: float, top: float, scale: float, lean: float = 0
) -> str:
    """A drawing by its name; White's look to the right and Black's to the left."""
    turn = -1 if color else 1
    left = middle - turn * scale * BOX / 2
    tilt = f" rotate({lean:g} {BOX / 2:g} {FLOOR:g})" if lean else ""
    return (
        f'<use href="#{name}" class="{color.letter}" '
        f'transform="translate({left:g} {top:g}) scale({turn * scale:g} {scale:g}){tilt}"/>'
    )


def _union(white: PieceType, black: PieceType, x: int, y: int) -> str:
    """Two who face each other, in each other's arms: together smaller than their sum."""

    def of_white(name: str) -> str:
        return _figure(name, Color.WHITE, 31, 17, 0.77, lean=2)

    def of_black(name: str) -> str:
        return _figure(name, Color.BLACK, 69, 17, 0.77, lean=2)

    return _group(
        x,
        y,
        _shadow(40),
        of_black(black.letter),
        of_white(white.letter),
        of_black("arm-b"),
        of_white("arm-w"),
        name="u",
    )


def _held(piece: PieceType, color: Color, x: int, y: int) -> str:
    """A piece in somebody's hand: larger, above its square, its shadow small below."""
    shadow = '<ellipse class="s" cx="56" cy="88" rx="22" ry="4"/>'
    return _group(x, y, shadow, _figure(piece.letter, color, 54, -26, 1.02))


def _lamp(color: Rgb) -> str:
    return "lamp" + hex_of(color)[1:]


def _animation(square: Square) -> str:
    return f"m{square}"
