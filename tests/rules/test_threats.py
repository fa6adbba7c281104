from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from board_daemon.rules.attacks import KING_COVER, cover
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import RULESETS, Ruleset
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.squares import Square, SquareSet, bits, square_name
from board_daemon.rules.status import Status
from board_daemon.rules.threats import Threats, threats
from tests.rules.brute_force import TooManyStates, reachable_within_turn
from tests.rules.conformance import explosion_records, position_records
from tests.rules.strategies import positions

PRESETS = list(RULESETS.values())


def white(fen: str) -> Threats:
    return threats(parse_fen(fen), Color.WHITE)


def names(squares: int) -> str:
    return " ".join(map(square_name, bits(squares)))


def covered_from(position: Position, piece: PieceType, square: Square) -> SquareSet:
    if piece == PieceType.KING and position.rules.king_unites:
        return KING_COVER[square]
    return cover(piece, position.to_move, square, position.occupied)


def covered_by_playing(position: Position, limit: int = 4000) -> int:
    """What anything in hand covers at any moment of any turn, dead ends included."""
    mover, covered = position.to_move, 0
    # Whoever has nowhere to go is never in hand, and covers squares all the same.
    for square in bits(position.squares(mover) & ~position.unions):
        piece = position.piece_at(mover, square)
        assert piece is not None
        covered |= covered_from(position, piece, square)
    for at in reachable_within_turn(position, limit):
        if at.to_move != mover or at.phase.is_over:
            continue
        hand = at.hand
        if hand is not None and hand.partner is None and at.phase == Status.PLACE:
            covered |= covered_from(at, hand.piece, hand.square)
    return covered


def test_a_pawn_covers_its_two_forward_diagonals() -> None:
    found = white("4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -")
    assert names(found.covered) == "d5 f5"
    assert names(found.joinable) == "d5"


def test_the_king_covers_nothing() -> None:
    assert white("4k3/8/8/8/8/8/4p3/4K3 w 0 - - -") == Threats(0, 0, 0)


def test_a_piece_freed_in_a_chain_covers_what_it_could_reach() -> None:
    found = white("4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -")
    assert names(found.enterable) == "e5"
    assert {"e8", "a5", "h5", "e2"} <= set(names(found.covered).split())
    assert names(found.joinable) == "e8"


def test_own_lone_pieces_are_not_listed_as_covered() -> None:
    found = white("4k3/8/8/8/8/8/4P3/R3K3 w 0 - - -")
    assert "e1" not in names(found.covered).split()
    assert "d1" in names(found.covered).split()


def test_a_promotion_owed_comes_first() -> None:
    # A knight on a7 enters a8... only once the pawn there has become something that can go on.
    found = white("C3k3/8/1N6/8/8/8/8/4K3 w 0 - - -")
    assert "e8" in names(found.joinable).split()


def test_after_the_end_nothing_is_threatened() -> None:
    assert white("4k3/8/8/4g3/8/8/8/R7 w 0 - - -") == Threats(0, 0, 0)


# Who must answer a Ŝako may not go everywhere, but covers it all the same.
@pytest.mark.slow
@given(positions(), st.sampled_from([rules for rules in PRESETS if not rules.must_answer_sako]))
def test_covered_squares_are_those_that_playing_covers(position: Position, rules: Ruleset) -> None:
    assume(position.phase == Status.RUN)
    position = replace(position, rules=rules)
    others_turn = replace(position, to_move=position.to_move.other, en_passant=None)
    for asked in (position, others_turn):
        try:
            covered = covered_by_playing(asked)
        except TooManyStates:
            continue
        mover = asked.to_move
        own_alone = asked.squares(mover) & ~asked.unions
        assert threats(asked, mover).covered == covered & ~own_alone


@pytest.mark.slow
def test_sako_is_a_threat_to_the_king() -> None:
    fens = [record["fen"] for record in (*position_records(), *explosion_records())]
    for position in map(parse_fen, fens):
        for color in Color:
            king = position.king_square(color.other)
            found = threats(position, color).joinable >> king & 1
            assert bool(found) == gives_sako(position, color)


@pytest.mark.slow
def test_what_is_not_walked_is_asked_square_by_square() -> None:
    from board_daemon.rules import threats as module

    for record in position_records()[::20]:
        position = parse_fen(record["fen"])
        whole = [threats(position, color) for color in Color]
        walked, module._WALKED = module._WALKED, 1  # type: ignore[misc]
        try:
            assert [threats(position, color) for color in Color] == whole
        finally:
            module._WALKED = walked  # type: ignore[misc]
