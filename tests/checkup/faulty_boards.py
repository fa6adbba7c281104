"""Boards with several faults at once, drawn by a seed, and what a check has misnamed of them.

`python -m tests.checkup.faulty_boards 1000` checks so many and prints what was misnamed.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from board_daemon.checkup.arrangements import COURSES, IN_ORDER, SIDE, SYMMETRIES, Crossing
from board_daemon.checkup.errors import CheckupError
from board_daemon.checkup.result import CheckResult
from board_daemon.checkup.senses import FAINT
from firmware_bridge.frames import SensorKind
from firmware_bridge.squares import SQUARE_COUNT, square_name
from tests.checkup.people import Board, checked

LEAST = FAINT + 0.8
"""Millitesla: a weaker field than that cannot be told from noise."""
Spoil = Callable[[Board, random.Random], Board]


def _square(rng: random.Random) -> int:
    return rng.randrange(SQUARE_COUNT)


def _line(rng: random.Random) -> frozenset[int]:
    number = rng.randrange(SIDE)
    if rng.random() < 0.5:
        return frozenset(range(SIDE * number, SIDE * number + SIDE))
    return frozenset(range(number, SQUARE_COUNT, SIDE))


def swapped_lines(board: Board, rng: random.Random) -> Board:
    """Two rows, or two columns, of the matrix have changed places."""
    one, other = rng.sample(range(SIDE), 2)
    lines = list(IN_ORDER)
    lines[one], lines[other] = other, one
    files, ranks = rng.sample([tuple(lines), IN_ORDER], 2)
    moved = Crossing(files, ranks).arrangement
    return replace(board, sensors={s: board.sensors[moved[s]] for s in range(SQUARE_COUNT)})


def swapped_sensors(board: Board, rng: random.Random) -> Board:
    """Two sensors have changed places."""
    one, other = rng.sample(range(SQUARE_COUNT), 2)
    was = board.sensors
    return replace(board, sensors={**was, one: was[other], other: was[one]})


def swapped_leds(board: Board, rng: random.Random) -> Board:
    """Two LEDs of the strip have changed places."""
    one, other = rng.sample(range(SQUARE_COUNT), 2)
    was = board.leds
    return replace(board, leds={**was, one: was[other], other: was[one]})


def turned_matrix(board: Board, rng: random.Random) -> Board:
    """The sensors lie turned or mirrored."""
    laid = rng.choice(list(SYMMETRIES)).arrangement
    return replace(board, sensors={s: laid[real] for s, real in board.sensors.items()})


def turned_strip(board: Board, rng: random.Random) -> Board:
    """The strip begins at another corner, or runs otherwise."""
    laid = rng.choice(COURSES).arrangement
    return replace(board, leds={s: laid[real] for s, real in board.leds.items()})


def dead_led(board: Board, rng: random.Random) -> Board:
    """An LED does not light."""
    return replace(board, dark=board.dark | {_square(rng)})


def dead_sensor(board: Board, rng: random.Random) -> Board:
    """A sensor feels nothing."""
    return replace(board, dead=board.dead | {_square(rng)})


def dead_square(board: Board, rng: random.Random) -> Board:
    """Neither sensor nor LED work under a square."""
    square = _square(rng)
    return replace(board, dead=board.dead | {square}, dark=board.dark | {square})


def dead_line(board: Board, rng: random.Random) -> Board:
    """The wire of a row or a column is broken."""
    return replace(board, dead=board.dead | _line(rng))


def cut_strip(board: Board, rng: random.Random) -> Board:
    """All LEDs are dark from one on."""
    first = rng.randrange(4, SQUARE_COUNT)
    strip = [8 * rank + (7 - file if rank % 2 else file) for rank in range(8) for file in range(8)]
    return replace(board, dark=board.dark | {board.leds[led] for led in strip[first:]})


def stuck_sensor(board: Board, rng: random.Random) -> Board:
    """A sensor always feels a piece."""
    return replace(board, stuck=board.stuck | {_square(rng)})


def joined_sensors(board: Board, rng: random.Random) -> Board:
    """Two sensors beside each other answer together."""
    if board.joined:
        return board
    square = 8 * rng.randrange(SIDE) + rng.randrange(SIDE - 1)
    return replace(board, joined=frozenset({square, square + 1}))


def weak_sensor(board: Board, rng: random.Random) -> Board:
    """A sensor reads 1.5 to 24 mT where others read 60."""
    gain = rng.uniform(0.025, 0.4) * rng.choice((1, 1, 1, -1))
    return replace(board, gains={**board.gains, _square(rng): gain})


def weak_magnet(board: Board, rng: random.Random) -> Board:
    """The piece in the hand has a weak magnet, or the wood is thick."""
    return replace(board, magnet=rng.uniform(0.04, 0.3))


LISTED: tuple[Spoil, ...] = (
    swapped_lines,
    swapped_lines,
    swapped_sensors,
    swapped_leds,
    turned_matrix,
    turned_strip,
    dead_led,
    dead_led,
    dead_sensor,
    dead_sensor,
    dead_square,
    stuck_sensor,
    stuck_sensor,
    dead_line,
    cut_strip,
    joined_sensors,
)
LAID = (turned_matrix, turned_strip)
OF_FIELDS: tuple[Spoil, ...] = (weak_sensor, weak_sensor, weak_sensor, weak_magnet)


def faulty_board(seed: int) -> tuple[Board, str]:
    """A board with one to four faults, and what they are."""
    rng = random.Random(seed)
    kind = rng.choice([SensorKind.PRESENCE, SensorKind.FIELD])
    board = Board(kind=kind, noise=0.2 if kind == SensorKind.FIELD else 0.0)
    faults = LISTED + (OF_FIELDS if kind == SensorKind.FIELD else ())
    drawn = [rng.choice(faults) for _ in range(rng.randint(1, 4))]
    # A strip is laid once, and breaks where it lies.
    spoils = sorted(
        (spoil for n, spoil in enumerate(drawn) if spoil not in LAID or spoil not in drawn[:n]),
        key=lambda spoil: spoil not in LAID,
    )
    for spoil in spoils:
        board = spoil(board, rng)
    return board, f"{kind.name} {' + '.join(spoil.__name__ for spoil in spoils)}"


def misnamed(board: Board, result: CheckResult) -> Iterator[str]:
    """What the result says that is not so, or does not say that is."""
    # Two sensors that are dead both answer nothing, and so nothing together.
    joined = frozenset() if board.joined <= board.dead else board.joined
    working = set(range(SQUARE_COUNT)) - board.dead - board.stuck - board.joined
    dead = board.dead - board.stuck - joined
    # Of these the report says that they are dead, or too weak to be told from dead.
    untold = {s for s, gain in board.gains.items() if 60 * board.magnet * abs(gain) < LEAST}
    yield from _differs("silent", result.silent - untold, dead - untold)
    yield from _differs("stuck", result.stuck, board.stuck)
    yield from _differs("dark", result.dark, board.dark)
    yield from _differs("joined", frozenset().union(*result.together), joined)
    weak = frozenset(s for s, gain in board.gains.items() if abs(gain) < 0.5)
    yield from _differs("weak", frozenset(result.weak) - untold, (weak & working) - untold)
    sensors, leds = result.explanation.all_sensors, result.explanation.all_leds
    for square in range(SQUARE_COUNT):
        if board.sensors[square] in working and sensors[square] != board.sensors[square]:
            yield f"sensor {square_name(square)} placed at {square_name(sensors[square])}"
        # Of these the report says that nobody can tell where they lie.
        is_told = leds[square] not in result.astray
        if is_told and board.leds[square] not in board.dark and leds[square] != board.leds[square]:
            yield f"LED {square_name(square)} placed at {square_name(leds[square])}"


def _differs(what: str, said: frozenset[int], true: frozenset[int]) -> Iterator[str]:
    for square in sorted(said - true):
        yield f"{square_name(square)} is not {what}"
    for square in sorted(true - said):
        yield f"{square_name(square)} is {what}"


def examined(seed: int) -> tuple[Board, str, list[str]]:
    """The board of a seed, its faults, and what the check misnames of it."""
    board, faults = faulty_board(seed)
    try:
        return board, faults, list(misnamed(board, checked(board)))
    except CheckupError as error:
        return board, faults, [f"refused: {error}"]


def main(count: int, first: int = 0) -> None:
    """Check many boards."""
    kinds: Counter[str] = Counter()
    wrong = 0
    for seed in range(first, first + count):
        _, faults, errors = examined(seed)
        wrong += bool(errors)
        kinds.update({" ".join(error.split()[1:3]) for error in errors})
        if errors:
            print(seed, faults, "|", "; ".join(errors[:6]), flush=True)
    print(f"{wrong} of {count} boards misnamed", dict(kinds))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
