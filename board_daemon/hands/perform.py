"""Performing games on a virtual board: what its sensors report, and what was truly played."""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from board_daemon.hands.acts import Act, BeginTurn, SetDown, SlipIn, TellPromotion, do
from board_daemon.hands.errors import HandsError
from board_daemon.hands.layout import Layout
from board_daemon.hands.plan import Script, lit_unions, overlap, plan_turn
from board_daemon.hands.style import HandStyle
from board_daemon.rules.actions import Action, Lift, Place, Promote, promoted_squares
from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.pieces import PIECE_BY_LETTER, PieceType
from board_daemon.rules.position import Position, piece_letters
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_name
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.strict_json import JsonValue
from firmware_bridge.trace import TRACE_VERSION, TraceHeader, TraceInput, TraceLine
from firmware_bridge.virtual_board import (
    CENTRED,
    Hand,
    PieceColour,
    Spot,
    VirtualBoard,
    spares_for,
)
from firmware_bridge.virtual_scan import Faults, VirtualScan
from firmware_bridge.virtual_sensors import FieldModel, sensors_for

_FIRST_ACT = 1.0
_FAST = (0.05, 0.6)
_REST_AT_END = (5.0, 8.0)
_BREATH = (0.5, 2.0)
_WEAK = (0.36, 0.5)
_FAILS = (20.0, 400.0)
"""When a square fails that was good before: a game takes some 600 s."""
_LOOSE = (0.03, 1.0)
"""For how many seconds a loose contact stays open or closed on average."""
_UNION_CARE = 0.6
"""Two pieces are set down nearer to the centre than one, there is less room."""


@dataclass(frozen=True, slots=True)
class PerformedGame:
    """A game as the board saw it and as it was."""

    header: TraceHeader
    lines: tuple[TraceLine, ...]
    truth: tuple[PlayedTurn, ...]


def perform_game(
    turns: Sequence[Sequence[Action]],
    start: Position,
    sensor: SensorKind,
    style: HandStyle,
    rng: random.Random,
    field: FieldModel | None = None,
) -> PerformedGame:
    """Play the turns on a virtual board with nobody to answer its questions."""
    performer = Performer(start, sensor, style, rng, field)
    game = Game(start)
    lines = performer.opening()
    for script, turn in performer.scripts(turns):
        lines += performer.run(script)
        game.play_turn(turn)
        performer.check(game.position)
    lines += performer.rest(rng.uniform(*_REST_AT_END))
    return PerformedGame(performer.header, tuple(lines), game.turns)


class Performer:
    """Hands over one virtual board; time goes on with what they do."""

    def __init__(
        self,
        start: Position,
        sensor: SensorKind,
        style: HandStyle,
        rng: random.Random,
        field: FieldModel | None = None,
    ) -> None:
        """`field`: how good field sensors are; None: with one axis or three, as chance has it."""
        self._start = start
        self._style = style
        self._rng = rng
        self._field = field if field is not None else FieldModel(axes=rng.choice((1, 3)))
        self.board = board_for(start)
        self._weaken_some(start)
        self._scan = VirtualScan(
            self.board, sensors_for(sensor, self._field, rng), _faults(style, rng), rng
        )
        self._sensor = sensor
        self._stands_for: dict[int, PieceType] = {}
        self._breath = 0.0
        self.t = _FIRST_ACT

    @property
    def header(self) -> TraceHeader:
        """The header of the trace."""
        return self.header_from(self._start)

    def header_from(self, start: Position) -> TraceHeader:
        """The header of a trace that begins where the board stands as this position."""
        field: JsonValue = None
        if self._sensor == SensorKind.FIELD:
            field = "axial" if self._field.axes == 1 else ["east", "north", "up"]
        return TraceHeader(TRACE_VERSION, self._sensor, format_fen(start), start.rules.name, field)

    @property
    def may_miss_unions(self) -> bool:
        """Whether a union may read as nobody does: the two fields may cancel out."""
        if self._sensor == SensorKind.THREE_WAY:
            return True
        return self._sensor == SensorKind.FIELD and self._field.axes == 1

    def opening(self) -> list[TraceLine]:
        """What the board reports before anything happens."""
        wrong = self._scan.opening(0.0)
        if self._sensor == SensorKind.FIELD and self._rng.random() < 0.5:
            return [self._scan.whole(0.0)]
        return [wrong] if wrong.readings else []

    def scripts(
        self, turns: Sequence[Sequence[Action]]
    ) -> Iterator[tuple[Script, Sequence[Action]]]:
        """Each turn with what hands do for it, the pause before it included."""
        game = Game(self._start)
        planned: list[tuple[Script, Sequence[Action]]] = []
        lit = NO_SQUARES
        for turn in turns:
            before = planned[-1] if planned else None
            spared = promoted_squares(before[1]) if before is not None else NO_SQUARES
            script = plan_turn(game.position, turn, self._style, self._rng, spared)
            planned[-1:] = self._follow(before, script, turn, lit)
            lit = lit_unions(game.position, turn)
            game.play_turn(turn)
            if len(planned) > 1:
                yield planned.pop(0)
        yield from planned

    def _follow(
        self,
        before: tuple[Script, Sequence[Action]] | None,
        script: Script,
        turn: Sequence[Action],
        lit: SquareSet,
    ) -> list[tuple[Script, Sequence[Action]]]:
        """The turn before, and the turn with its pause: the two may overlap.

        `lit`: the unions that the one before may enter on its way.
        """
        if before is None:
            return [(script, turn)]
        fast = self._rng.random() < self._style.fast_reply
        # Who promotes, or is to promote, waits for the board; and nobody lifts at once what the
        # other player has only just set down.
        waits = any(isinstance(action, Promote) for action in (*before[1], turn[0]))
        waits = waits or _same_piece(before[1], turn)
        if fast and not waits:
            if self._rng.random() < self._style.overlap:
                merged = overlap(before[0], script, self._rng, lit)
                if merged is not None:
                    return [(merged[0], before[1]), (merged[1], turn)]
            return [before, (_after(self._rng.uniform(*_FAST), script), turn)]
        return [before, (_after(self._rng.uniform(*self._style.pause), script), turn)]

    def run(self, script: Sequence[Act]) -> list[TraceLine]:
        """Do it all; what the board reported meanwhile."""
        lines: list[TraceLine] = []
        for act in script:
            lines += self.act(act)
        return lines

    def act(self, act: Act) -> list[TraceLine]:
        """Do one thing; what the board reported until then, and of it at once."""
        lines = self._pass_time(act.wait)
        do(self.board, act.deed, self._spot(act))
        if isinstance(act.deed, BeginTurn):
            lines.append(SensorFrame(self._now(), {}))
        elif isinstance(act.deed, TellPromotion):
            lines.append(TraceInput(self._now(), act.deed.piece.letter))
        self._scan.scan(self._now())
        return [*lines, *self._scan.frames_until(self._now())]

    def rest(self, seconds: float) -> list[TraceLine]:
        """Let time go on; what the board reported meanwhile, and that it went on."""
        return [*self._pass_time(seconds), SensorFrame(self._now(), {})]

    def _pass_time(self, seconds: float) -> list[TraceLine]:
        end = self.t + seconds
        while self._scan.wake is not None and self._scan.wake <= end:
            self._scan.scan(self._scan.wake)
        while self._breath < end:
            self._breath = max(self._breath, self.t) + self._rng.uniform(*_BREATH)
            if self._breath < end:
                self._scan.breathe(round(self._breath, 3))
        self.t = end
        return [*self._scan.frames_until(self._now())]

    def layout(self) -> Layout:
        """What truly stands where; a pawn that was promoted counts as what it became."""
        pieces = bytearray(64), bytearray(64)
        for square in range(64):
            for piece in self.board.standing(square).pieces:
                kind = self._stands_for.get(piece.serial, PIECE_BY_LETTER[piece.kind])
                pieces[piece.colour == PieceColour.BLACK][square] = kind
        return bytes(pieces[0]), bytes(pieces[1])

    def take_for(self, position: Position) -> None:
        """Let each piece count as what the position has on its square: much was put right."""
        for square in range(64):
            for piece in self.board.standing(square).pieces:
                kind = position.piece_at(piece.colour == PieceColour.BLACK, square)
                if kind is not None:
                    self._stands_for[piece.serial] = kind

    @property
    def is_ahead(self) -> bool:
        """Whether the next player has already lifted a piece."""
        return any(map(self.board.held, Hand))

    def check(self, position: Position) -> None:
        """Raise HandsError unless the board stands as the position; let promoted pawns be known.

        A board with a piece in a hand is not judged: the next player has been quick.
        """
        if self.is_ahead:
            return
        for square in range(64):
            for piece in self.board.standing(square).pieces:
                wanted = position.piece_at(piece.colour == PieceColour.BLACK, square)
                known = self._stands_for.get(piece.serial, PIECE_BY_LETTER[piece.kind])
                if known == PieceType.PAWN and wanted is not None and wanted != known:
                    self._stands_for[piece.serial] = wanted
        seen, expected = self.layout(), (position.white, position.black)
        if seen != expected:
            wrong = [
                s
                for s in range(64)
                if any(a[s] != b[s] for a, b in zip(seen, expected, strict=True))
            ]
            raise HandsError(
                f"expected the board to stand as {format_fen(position)}, "
                f"saw it otherwise on {' '.join(map(square_name, wrong))}"
            )

    def _now(self) -> float:
        return round(self.t, 3)

    def _spot(self, act: Act) -> Spot:
        """How exactly the hand sets down what it holds."""
        rng, deed = self._rng, act.deed
        if not isinstance(deed, SetDown | SlipIn):
            return CENTRED
        is_union = isinstance(deed, SlipIn) or len(self.board.held(deed.hand)) == 2
        most = self._style.off_centre * (_UNION_CARE if is_union else 1)
        distance = min(abs(rng.gauss(0, most / 2)), most)
        direction = rng.uniform(-math.pi, math.pi)
        return Spot(
            distance * math.cos(direction),
            distance * math.sin(direction),
            rng.uniform(-math.pi, math.pi),
            min(abs(rng.gauss(0, self._style.tilt)), 2 * self._style.tilt),
        )

    def _weaken_some(self, start: Position) -> None:
        for square in _pick(start, self._style.weak_magnets, self._rng):
            self.board.weaken(square, self._rng.uniform(*_WEAK))


def board_for(position: Position) -> VirtualBoard:
    """A virtual board that stands as a position, with the usual spares left in its box."""
    setup = piece_letters(position)
    return VirtualBoard(setup, spares_for(setup))


def _faults(style: HandStyle, rng: random.Random) -> Faults:
    numbers = (
        style.dead_squares,
        style.stuck_squares,
        style.dying_squares,
        style.sticking_squares,
        style.welded_squares,
        style.welding_squares,
        style.loose_contacts,
    )
    squares = iter(rng.sample(range(64), sum(numbers)))
    dead, stuck, dying, sticking, welded, welding, loose = (
        list(islice(squares, n)) for n in numbers
    )
    return Faults(
        bounce=style.bounce,
        missed=style.missed,
        dead=dict.fromkeys(dead, 0.0) | _failing_later(dying, rng),
        stuck=dict.fromkeys(stuck, 0.0) | _failing_later(sticking, rng),
        welded=dict.fromkeys(welded, 0.0) | _failing_later(welding, rng),
        loose={square: math.exp(rng.uniform(*map(math.log, _LOOSE))) for square in loose},
    )


def _failing_later(squares: Sequence[Square], rng: random.Random) -> dict[Square, float]:
    """Since when each of these squares has failed, in seconds: at some moment of the game."""
    return {square: round(rng.uniform(*_FAILS), 3) for square in squares}


def _pick(start: Position, count: int, rng: random.Random) -> list[Square]:
    return rng.sample(list(bits(start.occupied)), count)


def _same_piece(before: Sequence[Action], turn: Sequence[Action]) -> bool:
    """Whether a turn lifts what the one before has set down."""
    placed = [action.square for action in before if isinstance(action, Place)]
    lifted = [action.square for action in turn if isinstance(action, Lift)]
    return placed[-1:] == lifted[:1]


def _after(pause: float, script: Script) -> Script:
    first, *rest = script
    return [first.after(pause), *rest]
