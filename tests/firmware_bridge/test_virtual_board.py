from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from firmware_bridge.squares import parse_square
from firmware_bridge.virtual_board import (
    FULL_SET,
    SPARES,
    Hand,
    PieceColour,
    Setup,
    VirtualBoard,
    VirtualBoardError,
)

E2, E4, D5, A1 = (parse_square(name) for name in ("e2", "e4", "d5", "a1"))
RIGHT, LEFT = Hand.WHITE_RIGHT, Hand.WHITE_LEFT
SETUP: Setup = {E2: ("P", ""), D5: ("", "N"), E4: ("Q", "R")}


def kinds(board: VirtualBoard, square: int) -> str:
    return "".join(sorted(p.colour.value + p.kind for p in board.standing(square).pieces))


@pytest.fixture
def board() -> VirtualBoard:
    return VirtualBoard(SETUP)


def test_what_the_setup_does_not_name_lies_in_the_box(board: VirtualBoard) -> None:
    assert len(board.box) == 2 * len(FULL_SET + SPARES) - 4
    assert kinds(board, E4) == "bRwQ"


def test_a_piece_goes_from_square_to_square_by_hand(board: VirtualBoard) -> None:
    board.lift(E2, RIGHT)
    assert not board.standing(E2).pieces
    assert [p.kind for p in board.held(RIGHT)] == ["P"]
    board.drop(A1, RIGHT)
    assert kinds(board, A1) == "wP"
    assert not board.held(RIGHT)


def test_a_union_is_lifted_whole_or_in_part(board: VirtualBoard) -> None:
    assert len(board.lift(E4, RIGHT, PieceColour.BLACK)) == 1
    assert kinds(board, E4) == "wQ"
    board.join(E4, RIGHT)
    assert len(board.lift(E4, LEFT)) == 2


def test_joining_a_lone_piece_makes_a_union(board: VirtualBoard) -> None:
    board.lift(E2, RIGHT)
    assert board.join(D5, RIGHT) is None
    assert kinds(board, D5) == "bNwP"


def test_joining_a_union_frees_its_piece_into_the_hand(board: VirtualBoard) -> None:
    board.lift(E2, RIGHT)
    freed = board.join(E4, RIGHT)
    assert freed is not None
    assert board.held(RIGHT) == (freed,)
    assert kinds(board, E4) == "bRwP"


def test_a_take_over_may_be_done_in_the_air(board: VirtualBoard) -> None:
    board.lift(E2, RIGHT)
    board.lift(E4, LEFT)
    assert board.exchange(RIGHT, LEFT).kind == "Q"
    board.drop(E4, LEFT)
    assert kinds(board, E4) == "bRwP"


def test_two_pieces_may_be_joined_in_the_air(board: VirtualBoard) -> None:
    board.lift(E2, RIGHT)
    board.lift(D5, LEFT)
    board.hand_over(RIGHT, LEFT)
    board.drop(D5, LEFT)
    assert kinds(board, D5) == "bNwP"
    assert not board.held(RIGHT)


def test_a_piece_that_slides_is_felt_where_it_is_but_does_not_stand_there(
    board: VirtualBoard,
) -> None:
    board.lift(E2, RIGHT)
    board.slide(A1, RIGHT)
    assert board.felt(A1).pieces
    assert not board.standing(A1).pieces
    board.slide(None, RIGHT)
    assert not board.felt(A1).pieces


def test_a_pawn_is_exchanged_for_a_queen_from_the_box(board: VirtualBoard) -> None:
    board.lift(E2, RIGHT)
    board.put_away(RIGHT)
    board.take(PieceColour.WHITE, "Q", RIGHT)
    board.drop(E2, RIGHT)
    assert kinds(board, E2) == "wQ"


Impossible = Callable[[VirtualBoard], object]


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda b: b.lift(A1, RIGHT), "expected a piece on a1 to lift, saw it empty"),
        (
            lambda b: b.lift(E2, RIGHT, PieceColour.BLACK),
            "a black piece on e2 to lift, saw white P",
        ),
        (lambda b: b.drop(A1, RIGHT), "expected a piece in white's right hand to set down on a1"),
        (lambda b: (b.lift(E2, RIGHT), b.drop(D5, RIGHT)), "expected d5 empty .*, saw black N"),
        (lambda b: (b.lift(E2, RIGHT), b.join(A1, RIGHT)), "other colour on a1 to join, saw it"),
        (lambda b: (b.lift(E4, RIGHT), b.join(D5, RIGHT)), "hold one piece to join, saw two"),
        (lambda b: (b.lift(E2, RIGHT), b.slide(D5, RIGHT)), "expected d5 empty to slide over"),
        (lambda b: (b.lift(E2, RIGHT), b.lift(E4, RIGHT)), "right hand free of that colour"),
        (lambda b: b.exchange(RIGHT, LEFT), "saw 0 and 0 pieces"),
        (lambda b: b.hand_over(RIGHT, LEFT), "to hold a piece for white's left hand, saw none"),
        (lambda b: b.lift(64, RIGHT), "expected a square from 0 to 63, saw 64"),
        (lambda b: VirtualBoard({E2: ("K", ""), E4: ("K", "")}), "a white K in the box, saw PPPP"),
        (lambda b: b.knock_over(A1), "expected a piece on a1 to fall, saw none"),
    ],
)
def test_what_no_hand_can_do_is_refused(board: VirtualBoard, act: Impossible, message: str) -> None:
    with pytest.raises(VirtualBoardError, match=message):
        act(board)


def test_disturbed_squares_are_told_once(board: VirtualBoard) -> None:
    board.take_disturbed()
    board.lift(E2, RIGHT)
    assert board.take_disturbed() == {E2}
    assert board.take_disturbed() == frozenset()


class Table(RuleBasedStateMachine):
    """Hands do whatever comes to their mind; what is impossible is refused and changes nothing."""

    squares = Bundle("squares")
    hands = st.sampled_from(list(Hand))
    colours = st.sampled_from([None, *PieceColour])

    def __init__(self) -> None:
        super().__init__()
        self.board = VirtualBoard({4: ("K", ""), 60: ("", "K"), 12: ("P", "P"), 20: ("Q", "")})
        self.all = Counter(piece.serial for piece in self.board.pieces())

    def attempt(self, act: Callable[[], object]) -> None:
        before = sorted(piece.serial for piece in self.board.pieces())
        try:
            act()
        except VirtualBoardError:
            assert sorted(piece.serial for piece in self.board.pieces()) == before

    @rule(target=squares, square=st.sampled_from([4, 12, 20, 28, 60]))
    def know(self, square: int) -> int:
        return square

    @rule(square=squares, hand=hands, colour=colours)
    def lift(self, square: int, hand: Hand, colour: PieceColour | None) -> None:
        self.attempt(lambda: self.board.lift(square, hand, colour))

    @rule(square=squares, hand=hands)
    def drop(self, square: int, hand: Hand) -> None:
        self.attempt(lambda: self.board.drop(square, hand))

    @rule(square=squares, hand=hands)
    def join(self, square: int, hand: Hand) -> None:
        self.attempt(lambda: self.board.join(square, hand))

    @rule(square=squares, hand=hands)
    def slide(self, square: int, hand: Hand) -> None:
        self.attempt(lambda: self.board.slide(square, hand))

    @rule(giver=hands, taker=hands, colour=colours)
    def hand_over(self, giver: Hand, taker: Hand, colour: PieceColour | None) -> None:
        self.attempt(lambda: self.board.hand_over(giver, taker, colour))

    @rule(hand=hands, union_hand=hands)
    def exchange(self, hand: Hand, union_hand: Hand) -> None:
        self.attempt(lambda: self.board.exchange(hand, union_hand))

    @rule(hand=hands)
    def put_away(self, hand: Hand) -> None:
        self.attempt(lambda: self.board.put_away(hand))

    @rule(hand=hands, colour=st.sampled_from(list(PieceColour)), kind=st.sampled_from("QP"))
    def take(self, hand: Hand, colour: PieceColour, kind: str) -> None:
        self.attempt(lambda: self.board.take(colour, kind, hand))

    @invariant()
    def no_piece_is_lost_or_doubled(self) -> None:
        assert Counter(piece.serial for piece in self.board.pieces()) == self.all

    @invariant()
    def no_two_of_a_colour_share_a_square_or_a_hand(self) -> None:
        groups = [self.board.standing(square).pieces for square in range(64)]
        for pieces in (*groups, *map(self.board.held, Hand)):
            assert len({piece.colour for piece in pieces}) == len(pieces)


TestTable = pytest.mark.slow(Table.TestCase)
TestTable.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@given(st.integers(0, 63), st.integers(0, 63))
def test_lifting_and_returning_changes_nothing(first: int, second: int) -> None:
    board = VirtualBoard({first: ("R", "N")})
    board.lift(first, RIGHT)
    board.drop(second, RIGHT)
    board.lift(second, RIGHT)
    board.drop(first, RIGHT)
    assert kinds(board, first) == "bNwR"
