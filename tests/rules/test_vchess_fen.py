from __future__ import annotations

import pytest

from board_daemon.rules.errors import FenError
from board_daemon.rules.fen import START_FEN, format_fen, parse_fen, start_fen
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import VCHESS, Ruleset, mixed_ruleset
from board_daemon.rules.squares import parse_square
from board_daemon.rules.status import Status
from tests.rules.positions import after_turns, played

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 ahah1111111111111111 - -"
UNION = "4k3/8/8/8/8/6v1/8/R3K3 b 7 aiii1111111111111111 - e5g3"


def test_a_game_starts_with_all_rights_and_all_pawns() -> None:
    assert start_fen(VCHESS) == format_fen(Position.start(VCHESS)) == START
    assert start_fen() == START_FEN


def test_two_steps_spend_the_flag_of_their_file() -> None:
    after = after_turns(START, "e2>e4", "c7>c5", rules=VCHESS)
    assert after.split("|")[0].split()[2:5] == ["2", "ahah1111011111011111", "c6"]


def test_the_last_union_move_is_read_and_written() -> None:
    position = parse_fen(UNION, VCHESS)
    assert position.memory.last_union_move == (parse_square("e5"), parse_square("g3"))
    assert format_fen(position) == UNION
    after = after_turns(UNION, "BBg3>f4", rules=VCHESS)
    assert after == "4k3/8/8/8/5v2/8/8/R3K3 w 8 aiii1111111111111111 - g3f4|run"
    assert after_turns(UNION, "Ke8>e7", rules=VCHESS).endswith(" - -|run")


def test_a_piece_in_hand_follows_the_placement() -> None:
    lifted = played(START, "Le2", VCHESS)
    assert format_fen(lifted).startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR^e2P w 0 ")
    assert parse_fen(format_fen(lifted), VCHESS) == lifted


def test_both_kings_in_one_union_have_a_letter_of_that_site() -> None:
    fen = "8/8/8/8/8/8/4@3/8 b 1 iiii1111111111111111 - -"
    assert parse_fen(fen, VCHESS).phase == Status.DRAW_KINGS
    assert format_fen(parse_fen(fen, VCHESS)) == fen


def test_the_union_fen_is_read_under_vchess_too() -> None:
    assert parse_fen(START_FEN, VCHESS) == Position.start(VCHESS)


def test_a_right_whose_rook_is_gone_is_lost() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w 0 ahah1111111111111111 - -"
    assert format_fen(parse_fen(fen, VCHESS)) == fen.replace("ahah", "ihii")


@pytest.mark.parametrize(
    ("rules", "fen"),
    [
        ({"base": "vchess", "king_unites": False}, START),
        ({"base": "vchess", "union_move_may_be_undone": True}, START),
        ({"base": "manual", "two_steps": "once-a-file"}, START),
        ({"base": "vchess", "idle_half_moves_to_draw": 50}, f"{START} 37"),
        ({"base": "vchess", "two_steps": "always", "union_move_may_be_undone": True}, START_FEN),
    ],
)
def test_the_form_goes_by_what_must_be_remembered(rules: dict[str, object], fen: str) -> None:
    assert format_fen(parse_fen(fen, mixed_ruleset(rules))) == fen


FLAGS = "ahah1111111111111111"
KINGS = "4k3/8/8/8/8/8/8/4K3"


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        (f"{KINGS} w 0 {FLAGS} -", "six fields (placement, side, turns, castling and pawns"),
        (f"{KINGS} w 0 {FLAGS} - - 3", "six fields"),
        (f"{KINGS} W 0 {FLAGS} - -", "side to move: expected w or b"),
        (f"{KINGS} w x {FLAGS} - -", "turns played: expected a number from 0 to 9999, got 'x'"),
        (f"{KINGS} w 0 {FLAGS}1 - -", "castling and pawns: expected the files of four rooks"),
        (f"{KINGS} w 0 ahab1111111111111111 - -", "castling and pawns"),
        (f"{KINGS} w 0 ahah1111111111111112 - -", "castling and pawns"),
        (f"{KINGS} w 0 KQkq - -", "castling: expected - or the letters A, H, a, h"),
        (f"{KINGS} w 0 {FLAGS} e4 -", "en passant: expected - or a square on rank 6 or 7"),
        (f"{KINGS} b 0 {FLAGS} e6 -", "en passant: expected - or a square on rank 3 or 2"),
        (f"{KINGS} w 0 {FLAGS} - e5", "last union move: expected - or two squares such as e5g3"),
        (f"{KINGS} w 0 {FLAGS} - e5e5", "last union move: expected - or two squares"),
        (f"{KINGS} w 0 {FLAGS} - e5g9", "last union move: expected - or two squares"),
        (f"{KINGS} w 0 {FLAGS} - e5g3", "expected a union on g3 and nobody on e5"),
        ("4kP2/8/8/8/8/8/8/P3K3 b 0 iiii1111111111111111 - -", "at most one pawn on its last"),
    ],
)
def test_a_wrong_fen_gets_one_sentence(fen: str, sentence: str) -> None:
    with pytest.raises(FenError) as caught:
        parse_fen(fen, VCHESS)
    assert sentence in str(caught.value)
    assert "got" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_other_rulesets_do_not_read_it() -> None:
    with pytest.raises(FenError, match="castling: expected - or the letters"):
        parse_fen(START)


def test_a_ruleset_may_forbid_no_undoing_and_still_read_that_field() -> None:
    rules: Ruleset = mixed_ruleset({"base": "vchess", "union_move_may_be_undone": True})
    assert format_fen(parse_fen(UNION, rules)) == UNION.replace("e5g3", "-")
