"""Moves of unions and of kings: where they may have led, by what was seen."""

from __future__ import annotations

import pytest

from board_daemon.rules.actions import format_actions
from board_daemon.rules.destinations import side_to_move
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import square_name
from board_daemon.tracking.explaining.branches import Move
from board_daemon.tracking.explaining.clues import Clues
from board_daemon.tracking.explaining.explanation import Answers
from board_daemon.tracking.explaining.plain_moves import PlainMoves
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.seeing.test_evidence import evidence_of

SETTINGS = TrackerSettings()
KINGS = "4k3/8/8/8/8/8/8/4K2R w 0 H - -"
UNIONS = "4k3/8/8/8/4i3/8/8/4K3 w 0 - - -"
HOMEGOER = "4k3/3C4/8/8/8/8/8/4K3 w 0 - - -"


def seen(fen: str, story: str) -> PlainMoves:
    """The moves that changes written as `e4. e5u` may have been."""
    position = parse_fen(fen)
    evidence = evidence_of(story, contents_of(position))
    return PlainMoves(side_to_move(position), evidence, Clues(evidence, (), SETTINGS), Answers())


def way_of(move: Move) -> str:
    return f"{square_name(move.start)}>{square_name(move.end)}"


def test_a_union_has_gone_to_where_one_is_seen() -> None:
    moves = seen(UNIONS, "e4. f6u")
    assert [way_of(move) for move in moves.of_unions()] == ["e4>f6"]
    assert not list(moves.of_king())


@pytest.mark.parametrize("story", ["e4.", "e4. f6u g6u", "e1. e2w"])
def test_a_union_in_the_air_or_left_alone_has_not_moved(story: str) -> None:
    assert not list(seen(UNIONS, story).of_unions())


def test_a_king_has_gone_to_the_square_that_gained_him() -> None:
    assert [way_of(move) for move in seen(KINGS, "e1. d2w").of_king()] == ["e1>d2"]


@pytest.mark.parametrize("story", ["e1. h1. g1w f1w", "h1. f1w e1. g1w"])
def test_castling_is_the_kings_move_whichever_piece_is_first(story: str) -> None:
    assert [way_of(move) for move in seen(KINGS, story).of_king()] == ["e1>g1"]


def test_a_pawn_carried_home_in_a_union_is_promoted() -> None:
    moves = seen(HOMEGOER, "d7. d8u")
    [move] = moves.of_unions()
    _, ending = moves.weighed(move, told=0)
    assert format_actions(ending.actions) == "Ld7 Pd8 =Q"
