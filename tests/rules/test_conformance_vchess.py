"""Turns under `vchess` are those of that site's engine, but for kinds of difference with a name.

Where the engine and the page of its rules differ, the page decides: each kind quotes the fact of
the page that does. A difference of no such kind fails.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from functools import cache
from typing import NamedTuple

import pytest

from board_daemon.rules.attacks import FORWARD, PAWN_COVER
from board_daemon.rules.errors import FenError
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import KING_HOME, Position
from board_daemon.rules.rulesets import VCHESS
from board_daemon.rules.squares import bits, parse_square
from board_daemon.rules.status import Status
from board_daemon.rules.turns import count_turns, successors
from tests.rules.conformance import vchess_records

_ROOKS = (0, 7, 56, 63)
_SCORES = {Status.RUN: "*", Status.PACO_W: "1-0", Status.PACO_B: "0-1"}


class Kind(Enum):
    """What the engine does otherwise than the page, and the page's fact that decides."""

    CARRIED_ROOK = "its rook was carried off by the other player"
    """The engine keeps a castling right whose rook the other player has carried off, and castles
    with nobody in the corner. The page lists its changes to the official rules ("I added some small
    changes"), and castling is none of them; officially the rook must not have been moved (English
    booklet, page 64)."""

    TWO_STEPS_IN_CHAIN = "a freed piece has gone two squares along a file"
    """The engine goes by what stands, after the turn, where the last step began: there the piece
    that has got into the union. So it sees two steps of a pawn in those of a rook, and misses those
    of a freed pawn. The page: "Pawns (or pawns in unions) can advance two squares"; no other piece
    does that, and a freed pawn is a standard piece."""

    EN_PASSANT_IN_CHAIN = "a freed pawn unites en passant"
    """The engine offers a union en passant to the first piece of a turn alone. The page lists its
    changes to the official rules ("I added some small changes"), and this is none of them."""


class Text(NamedTuple):
    """A successor, cut into what may differ and what may not."""

    same: tuple[str, ...]
    castling: str
    en_passant: str
    union_move: str


def cut(successor: str) -> Text:
    fen, score = successor.split("|")
    placement, side, turns, flags, en_passant, union_move = fen.split()
    return Text((placement, side, turns, flags[4:], score), flags[:4], en_passant, union_move)


def text_of(position: Position, status: Status) -> str:
    return f"{format_fen(position)}|{_SCORES.get(status, '1/2')}"


NUMBER = len(vchess_records())


@pytest.mark.slow
def test_turns_of_a_few_positions_are_the_engines_but_for_named_kinds() -> None:
    for index in range(0, NUMBER, 20):
        kinds_of_difference(index)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, NUMBER, 20))
def test_turns_are_the_engines_but_for_named_kinds(first: int) -> None:
    for index in range(first, min(first + 20, NUMBER)):
        kinds_of_difference(index)


@pytest.mark.slow
def test_each_kind_occurs_and_all_are_rare() -> None:
    seen = Counter(kind for index in range(NUMBER) for kind in kinds_of_difference(index))
    assert set(seen) == set(Kind)
    assert seen.total() < 0.1 * sum(record["count"] for record in vchess_records())


@cache
def kinds_of_difference(index: int) -> list[Kind]:
    """The kinds of all differences in one position; fails where one has no name."""
    record = vchess_records()[index]
    kinds: list[Kind] = []
    before = read(record["fen"], kinds)
    ours = {text_of(after, status): after for after, status in successors(before)}
    assert count_turns(before) == len(ours), record["fen"]
    theirs = set(record["successors"])
    assert len(theirs) == record["count"]
    by_same: dict[tuple[str, ...], tuple[Text, Position]] = {}
    for text, after in ours.items():
        assert cut(text).same not in by_same, text
        by_same[cut(text).same] = cut(text), after
    known = {cut(text).same for text in theirs}
    for text in sorted(theirs - set(ours)):
        found = by_same.get(cut(text).same)
        if found is None:
            assert castles_without_rook(before, text), f"{record['fen']}: {text}"
            kinds.append(Kind.CARRIED_ROOK)
        else:
            kinds += kinds_between(before, found[1], found[0], cut(text))
    for text, after in ours.items():
        if cut(text).same not in known:
            assert unites_en_passant_in_chain(before, after), f"{record['fen']}: {text}"
            kinds.append(Kind.EN_PASSANT_IN_CHAIN)
    return kinds


def read(fen: str, kinds: list[Kind]) -> Position:
    """The position of a record; an en-passant square that no pawn has passed is left out."""
    fields = fen.split()
    try:
        position = parse_fen(fen, VCHESS)
    except FenError:
        kinds.append(Kind.TWO_STEPS_IN_CHAIN)
        fields[4] = "-"
        position = parse_fen(" ".join(fields), VCHESS)
    flags = format_fen(position).split()[3]
    if flags != fields[3]:
        rights = zip(flags[:4], fields[3][:4], _ROOKS, strict=True)
        assert all(ours == theirs or not has_rook(position, at) for ours, theirs, at in rights)
        kinds.append(Kind.CARRIED_ROOK)
        fields[3] = flags
    assert format_fen(position) == " ".join(fields)
    return position


def kinds_between(before: Position, after: Position, ours: Text, theirs: Text) -> list[Kind]:
    """The kinds of what differs in two texts of the same outcome."""
    kinds = []
    if ours.castling != theirs.castling:
        assert keeps_right_of_absent_rook(before, after, ours, theirs), (ours, theirs)
        kinds.append(Kind.CARRIED_ROOK)
    if ours.en_passant != theirs.en_passant:
        assert differs_by_chain(before, after, ours, theirs), (ours, theirs)
        kinds.append(Kind.TWO_STEPS_IN_CHAIN)
    assert ours.union_move == theirs.union_move, (ours, theirs)
    return kinds


def keeps_right_of_absent_rook(before: Position, after: Position, ours: Text, theirs: Text) -> bool:
    """Whether the engine keeps only rights whose rook has been away from home, or is now."""
    corners = zip(ours.castling, theirs.castling, _ROOKS, strict=True)
    return all(
        right == "i" and not (has_rook(before, corner) and has_rook(after, corner))
        for right, kept, corner in corners
        if right != kept
    )


def has_rook(position: Position, corner: int) -> bool:
    return position.piece_at(corner // 32, corner) == PieceType.ROOK


def castles_without_rook(before: Position, text: str) -> bool:
    """Whether all that happened is that the king went two squares towards an empty corner."""
    king = KING_HOME[before.to_move]
    return any(
        cut(text).same[0] == placement_with_king_on(before, king + step)
        and before.piece_at(before.to_move, king + corner) is None
        for step, corner in ((2, 3), (-2, -4))
    )


def placement_with_king_on(before: Position, square: int) -> str:
    own = bytearray(before.pieces(before.to_move))
    own[KING_HOME[before.to_move]], own[square] = 0, PieceType.KING
    white = bytes(own) if before.to_move == Color.WHITE else before.white
    black = bytes(own) if before.to_move == Color.BLACK else before.black
    moved = Position(white, black, before.to_move, 0, 0, None, rules=VCHESS)
    return format_fen(moved).split()[0]


def differs_by_chain(before: Position, after: Position, ours: Text, theirs: Text) -> bool:
    """Whether the engine has taken a freed piece for the pawn that freed it, or the other way."""
    for passed in {ours.en_passant, theirs.en_passant} - {"-"}:
        start = parse_square(passed) - FORWARD[before.to_move]
        # The last step began in a union that another piece has got into.
        if not before.unions >> start & 1 or not after.unions >> start & 1:
            start = parse_square(passed) + FORWARD[before.to_move]
            if not before.unions >> start & 1 or not after.unions >> start & 1:
                return False
    return ours.en_passant == "-" or is_pawn_behind(after, before.to_move, ours.en_passant)


def is_pawn_behind(after: Position, mover: Color, passed: str) -> bool:
    stop = parse_square(passed) + FORWARD[mover]
    return after.piece_at(mover, stop) == PieceType.PAWN


def unites_en_passant_in_chain(before: Position, after: Position) -> bool:
    """Whether the pawn that had just passed is in a union on the square it has passed over.

    Nobody alone could have joined it there: its joiner was freed first.
    """
    passed, mover = before.en_passant, before.to_move
    if passed is None or after.piece_at(mover.other, passed) != PieceType.PAWN:
        return False
    alone = before.squares(mover) & ~before.unions & PAWN_COVER[mover.other][passed]
    joiners = [at for at in bits(alone) if before.piece_at(mover, at) == PieceType.PAWN]
    return not joiners and bool(after.unions >> passed & 1)
