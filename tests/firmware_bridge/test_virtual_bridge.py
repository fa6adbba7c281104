"""The virtual board as a bridge: acts of a hand, readings that are told, and its clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from firmware_bridge.bridge import Input
from firmware_bridge.errors import BridgeError
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.squares import parse_square, square_name
from firmware_bridge.trace import TraceInput
from firmware_bridge.virtual_board import PieceColour, VirtualBoardError
from firmware_bridge.virtual_bridge import Deed, Driver, HandAct, VirtualBridge

E2, E4, D5, A8 = map(parse_square, ("e2", "e4", "d5", "a8"))
SETUP = {E2: ("P", ""), D5: ("N", "P"), A8: ("", "K"), parse_square("h1"): ("K", "")}


class Recorded:
    """A virtual board, and what it has reported."""

    def __init__(self, sensor: SensorKind = SensorKind.PRESENCE) -> None:
        self.t = 100.0
        self.bridge = VirtualBridge(sensor, SETUP, clock=lambda: self.t)
        self.lines: list[Input] = []

    def run(self, *acts: HandAct) -> list[str]:
        return self.run_all(lambda: self._act(acts))

    def run_all(self, work: Callable[[], Awaitable[None]]) -> list[str]:
        async def all_of_it() -> None:
            await self.bridge.open(self.lines.append)
            await work()

        asyncio.run(all_of_it())
        return self.told()

    async def _act(self, acts: tuple[HandAct, ...]) -> None:
        for act in acts:
            await self.bridge.act(act)

    def told(self) -> list[str]:
        return [
            " ".join(f"{square_name(s)}={r}" for s, r in sorted(line.readings.items()))
            for line in self.lines
            if isinstance(line, SensorFrame)
        ]

    def standing(self) -> dict[str, str]:
        return {
            square_name(square): "".join(
                piece.kind if piece.colour == PieceColour.WHITE else piece.kind.lower()
                for piece in pieces
            )
            for square, pieces in self.bridge.standing.items()
        }


def lift(square: int) -> HandAct:
    return HandAct(Deed.LIFT, square)


def test_a_piece_is_lifted_and_set_down() -> None:
    board = Recorded()
    assert board.run(lift(E2), HandAct(Deed.DROP, E4)) == ["e2=0", "e4=1"]
    assert board.standing() == {"e4": "P", "d5": "Np", "a8": "k", "h1": "K"}


@pytest.mark.slow
def test_joining_by_the_convention_lets_the_square_go_empty_and_come_back() -> None:
    board = Recorded()
    assert board.run(lift(A8), HandAct(Deed.JOIN, E2)) == ["a8=0", "e2=0", "e2=1"]
    assert board.standing()["e2"] == "Pk"
    assert board.bridge.hands == ()


@pytest.mark.slow
def test_a_piece_that_is_freed_stays_in_the_hand_that_took_over() -> None:
    board = Recorded(SensorKind.COLOUR)
    assert board.run(lift(E2), HandAct(Deed.JOIN, D5)) == ["e2=.", "d5=.", "d5=u"]
    assert board.standing()["d5"] == "Pp"
    ((held, origin),) = board.bridge.hands
    assert [piece.kind for piece in held] == ["N"]
    assert origin == D5


def test_a_piece_that_is_slipped_in_leaves_no_trace_on_a_reed() -> None:
    board = Recorded()
    assert board.run(lift(A8), HandAct(Deed.SLIP, E2)) == ["a8=0"]


def test_a_piece_that_is_pushed_over_a_square_is_felt_there() -> None:
    board = Recorded()
    e3 = parse_square("e3")
    told = board.run(lift(E2), HandAct(Deed.SLIDE, e3), HandAct(Deed.DROP, E4))
    assert told == ["e2=0", "e3=1", "e3=0", "e4=1"]


@pytest.mark.parametrize(
    ("acts", "problem"),
    [
        ((lift(E4),), "expected a piece on e4"),
        ((HandAct(Deed.DROP, E4),), "expected a piece in a hand"),
        ((HandAct(Deed.LIFT),), "expected a square"),
        ((lift(E2), HandAct(Deed.JOIN, parse_square("h1"))), "of the other colour on h1"),
        ((lift(D5), HandAct(Deed.JOIN, E2)), "one piece to join"),
        ((lift(E2), lift(A8), lift(D5)), "expected a free hand"),
        ((HandAct(Deed.TAKE),), "expected the colour"),
    ],
)
def test_what_no_hand_could_do_is_refused_in_a_sentence(
    acts: tuple[HandAct, ...], problem: str
) -> None:
    with pytest.raises(VirtualBoardError, match=problem):
        Recorded().run(*acts)


def test_readings_that_are_told_are_read_whatever_stands_there() -> None:
    board = Recorded()

    async def tell() -> None:
        board.bridge.tell({E2: 0}, t=7.5)
        board.bridge.tell({}, t=9.0)
        board.bridge.tell({E4: 1}, t=3.0)

    assert board.run_all(tell) == ["e2=0", "", "e4=1"]
    assert [line.t for line in board.lines] == [7.5, 9.0, 9.0]
    whole = board.bridge.whole().readings
    assert (whole[E2], whole[E4], whole[A8]) == (0, 1, 1)
    assert board.standing()["e2"] == "P"


def test_pieces_are_not_moved_while_readings_are_told_and_are_read_again_once_stood_up() -> None:
    board = Recorded()

    async def work() -> None:
        board.bridge.tell({E2: 0})
        with pytest.raises(VirtualBoardError, match="stood up again"):
            await board.bridge.act(lift(A8))
        board.bridge.stand(SETUP)
        await board.bridge.act(lift(A8))

    assert board.run_all(work) == ["e2=0", "e2=1", "a8=0"]
    assert board.bridge.driver == Driver.PIECES


@pytest.mark.slow
def test_a_join_under_way_is_not_read_any_more_once_readings_are_told() -> None:
    board = Recorded()

    async def work() -> None:
        await board.bridge.act(lift(A8))
        joining = asyncio.create_task(board.bridge.act(HandAct(Deed.JOIN, E2)))
        while len(board.lines) < 2:
            await asyncio.sleep(0)
        board.bridge.tell({E4: 1})
        await joining

    assert board.run_all(work) == ["a8=0", "e2=0", "e4=1"]


def test_a_choice_comes_between_the_readings() -> None:
    board = Recorded()

    async def work() -> None:
        board.bridge.tell_promotion("N", t=2.0)

    board.run_all(work)
    assert board.lines == [TraceInput(2.0, "N")]


def test_a_promoted_pawn_is_changed_for_a_queen_without_a_trace() -> None:
    board = Recorded()

    async def work() -> None:
        board.bridge.take_for({E2: ("Q", "")})

    assert board.run_all(work) == []
    assert board.standing()["e2"] == "Q"


def test_a_board_that_is_closed_reports_nothing() -> None:
    board = Recorded()

    async def work() -> None:
        await board.bridge.close()
        with pytest.raises(BridgeError, match="closed"):
            board.bridge.tell({E2: 0})

    assert board.run_all(work) == []
