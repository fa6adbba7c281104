from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from board_daemon.rules.destinations import live_destinations
from board_daemon.rules.errors import FenError
from board_daemon.rules.fen import START_FEN, format_fen, parse_fen
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Hand, Position
from board_daemon.rules.squares import parse_square
from board_daemon.rules.status import Status
from board_daemon.rules.turns import status_of
from tests.rules.conformance import explosion_records, position_records
from tests.rules.positions import played

KINGS = "4k3/8/8/8/8/8/8/4K3"
UNIONS = "a pp, c rp, d np, e bp, f qp, h rr, i nr, j br, l qr, o nn, s bn, t qn, v bb, w qb, y qq"


def test_the_start_is_the_start() -> None:
    assert parse_fen(START_FEN) == Position.start()
    assert format_fen(Position.start()) == START_FEN


@pytest.mark.parametrize("entry", UNIONS.split(", "))
def test_a_union_letter_names_both_pieces_and_upper_case_swaps_them(entry: str) -> None:
    letter, kinds = entry.split()
    first, second = (next(p for p in PieceType if p.letter == k.upper()) for k in kinds)
    e4 = parse_square("e4")
    lower = parse_fen(f"4k3/8/8/8/4{letter}3/8/8/4K3 w 0 - - -")
    upper = parse_fen(f"4k3/8/8/8/4{letter.upper()}3/8/8/4K3 w 0 - - -")
    assert (lower.white_at(e4), lower.black_at(e4)) == (first, second)
    assert (upper.white_at(e4), upper.black_at(e4)) == (second, first)


@pytest.mark.parametrize(
    ("letter", "partner"),
    [("g", PieceType.PAWN), ("m", PieceType.ROOK), ("u", PieceType.KNIGHT)],
)
def test_a_king_in_a_union_is_the_end_of_the_game(letter: str, partner: PieceType) -> None:
    position = parse_fen(f"k7/8/8/8/4{letter}3/8/8/8 w 0 - - -")
    e4 = parse_square("e4")
    assert (position.white_at(e4), position.black_at(e4)) == (PieceType.KING, partner)
    assert status_of(position) == Status.PACO_B


@pytest.mark.parametrize("letter", "ahovy")
def test_a_union_of_equal_kinds_is_written_in_lower_case(letter: str) -> None:
    fen = f"4k3/8/8/8/4{letter.upper()}3/8/8/4K3 w 0 - - -"
    assert format_fen(parse_fen(fen)) == fen.replace(letter.upper(), letter)


def test_a_piece_in_hand_follows_the_placement() -> None:
    position = played("4k3/8/8/8/4d3/2R5/8/4K3 w 4 - - -", "Lc3")
    assert format_fen(position) == "4k3/8/8/8/4d3/8/8/4K3^c3R w 5 - - -"
    assert parse_fen(format_fen(position)).hand == Hand(parse_square("c3"), PieceType.ROOK)


def test_a_union_in_hand_is_written_as_its_letter() -> None:
    position = played("4k3/8/8/8/4d3/2R5/8/4K3 w 4 - - -", "Le4")
    assert format_fen(position) == "4k3/8/8/8/8/2R5/8/4K3^e4d w 5 - - -"
    assert parse_fen(format_fen(position)) == position


def test_every_position_of_the_conformance_data_is_written_as_it_was_read() -> None:
    records = [record["fen"] for record in position_records()]
    for fen in records + [record["fen"] for record in explosion_records()]:
        assert format_fen(parse_fen(fen)) == fen


BROKEN = [
    ("", "six fields"),
    ("not a FEN", "six fields"),
    (START_FEN.removesuffix(" -"), "six fields"),
    (f"{START_FEN} -", "six fields"),
    ("8/8/8/8/8/8/8 w 0 - - -", "placement: expected 8 ranks"),
    ("4k3/8/8/8/8/8/8/8/4K3 w 0 - - -", "placement: expected 8 ranks"),
    ("4k3/7/8/8/8/8/8/4K3 w 0 - - -", "rank 7: expected 8 squares"),
    ("4k3/54/8/8/8/8/8/4K3 w 0 - - -", "rank 7: expected 8 squares"),
    ("4k4/8/8/8/8/8/8/4K3 w 0 - - -", "rank 8: expected 8 squares"),
    ("4k3p/8/8/8/8/8/8/4K3 w 0 - - -", "rank 8: expected 8 squares"),
    ("4k3/9/8/8/8/8/8/4K3 w 0 - - -", "rank 7: expected a piece, a union or 1 to 8"),
    ("4k3/0p7/8/8/8/8/8/4K3 w 0 - - -", "rank 7: expected a piece, a union or 1 to 8"),
    ("4k3/8/8/3?4/8/8/8/4K3 w 0 - - -", "rank 5: expected a piece, a union or 1 to 8"),
    ("4k3/8/8/3\u00e94/8/8/8/4K3 w 0 - - -", "rank 5: expected a piece"),
    ("4k3/8/8/3\u06634/8/8/8/4K3 w 0 - - -", "rank 5: expected a piece"),
    (f"{KINGS} W 0 - - -", "side to move: expected w or b, got 'W'"),
    (f"{KINGS} w x - - -", "half-moves: expected a number"),
    (f"{KINGS} w -1 - - -", "half-moves: expected a number"),
    (f"{KINGS} w 1e3 - - -", "half-moves: expected a number"),
    (f"{KINGS} w 99999 - - -", "half-moves: expected a number"),
    (f"{KINGS} w \u0663 - - -", "half-moves: expected a number"),
    (f"{KINGS} w 0 KQkq - -", "castling: expected - or the letters A, H, a, h"),
    (f"{KINGS} w 0 AA - -", "castling: expected - or the letters A, H, a, h"),
    (f"{KINGS} w 0 - e9 -", "en passant: expected - or a square on rank 6"),
    (f"{KINGS} w 0 - e3 -", "en passant: expected - or a square on rank 6"),
    (f"{KINGS} b 0 - e6 -", "en passant: expected - or a square on rank 3"),
    (f"{KINGS} w 0 - - 1", "last field: expected -"),
    (f"{KINGS}^ w 0 - - -", "hand: expected a square and a piece"),
    (f"{KINGS}^c7 w 0 - - -", "hand: expected a square and a piece"),
    (f"{KINGS}^R w 0 - - -", "hand: expected a square and a piece"),
    (f"{KINGS}^c9R w 0 - - -", "hand: expected a square and a piece"),
    (f"{KINGS}^c7RRR w 0 - - -", "hand: expected a square and a piece"),
    (f"{KINGS}^c7R^c6R w 0 - - -", "hand: expected a square and a piece"),
]

IMPOSSIBLE = [
    ("4k3/8/8/8/8/8/8/3KK3 w 0 - - -", "kings: expected one king of White, got 2"),
    ("4k3/8/8/8/8/8/8/8 w 0 - - -", "kings: expected one king of White, got 0"),
    ("8/8/8/8/8/8/8/4K3 w 0 - - -", "kings: expected one king of Black, got 0"),
    ("8/8/8/8/8/8/8/4_3 w 0 - - -", "kings: expected at most one king in a union, got both"),
    ("8/8/8/8/8/8/8/u3U3 w 0 - - -", "kings: expected at most one king in a union, got both"),
    ("4k3/PPPPPPPP/P7/8/8/8/8/4K3 w 0 - - -", "8 pawns, got 10 with 9 pawns"),
    ("4k3/QQQQQQQQ/QQQQQQQQ/8/8/8/8/4K3 w 0 - - -", "16 of White with 8 pawns, got 17"),
    ("4k3/aaaaaaaa/a7/8/8/8/8/4K3 w 0 - - -", "16 of White with 8 pawns"),
    ("P3k3/8/8/8/8/8/8/4K3 b 0 - - -", "pawns: expected at most one pawn on its last rank"),
    ("PP2k3/8/8/8/8/8/8/4K3 w 0 - - -", "got a8 and b8"),
    ("4k3/8/8/8/8/8/8/p3K3 w 0 - - -", "pawns: expected at most one pawn on its last rank"),
    (f"{KINGS}^c7r w 0 - - -", "hand: expected a piece of the side to move"),
    (f"{KINGS}^e1R w 0 - - -", "hand: expected an empty square or a union below"),
    (f"{KINGS}^c7K w 0 - - -", "kings: expected one king of White, got 2"),
    ("8/8/8/8/8/8/8/4K3^e8U w 0 - - -", "hand: expected no king in a lifted union"),
    ("4k3/8/8/8/8/8/8/4K1a1^g1d w 0 - - -", "hand: expected an empty square below a union"),
    ("8/8/8/8/8/8/8/4U1K1^a1N w 0 - - -", "hand: expected nothing in hand after Paco"),
    ("4k3/8/8/8/8/8/8/K7^a8P w 0 - - -", "no pawn that has reached its last rank"),
    ("4k3/8/8/8/8/8/8/K7^b1a w 0 - - -", "no pawn that has reached its last rank, got one of B"),
    ("a3k3/8/8/8/8/8/8/4K3^e2R w 0 - - -", "to be promoted on a8, got one from e2"),
    ("4k3/8/8/4p3/8/8/8/4K3 w 0 - d6 -", "en passant: expected a pawn of Black on d5"),
    ("4k3/8/8/4P3/8/8/8/4K3 w 0 - e6 -", "en passant: expected a pawn of Black on e5"),
    ("4k3/8/4n3/4p3/8/8/8/4K3 w 0 - e6 -", "en passant: expected nobody on e6"),
]


@pytest.mark.parametrize(("fen", "sentence"), BROKEN + IMPOSSIBLE)
def test_a_wrong_fen_gets_one_sentence(fen: str, sentence: str) -> None:
    with pytest.raises(FenError) as caught:
        parse_fen(fen)
    message = str(caught.value)
    assert sentence in message
    assert "expected" in message
    assert "got" in message
    assert "\n" not in message


def test_a_very_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(FenError) as caught:
        parse_fen("k" * 10_000)
    assert len(str(caught.value)) < 300


FIELDS = (
    st.text("12345678pPrnbqkKaAcdefgxu_^/", max_size=40),
    st.sampled_from(["w", "b", "W", "-"]),
    st.sampled_from(["0", "7", "100", "-1", "x"]),
    st.text("AHahKQ-", max_size=4),
    st.sampled_from(["-", "e3", "e6", "a6", "e4"]),
    st.sampled_from(["-", "x"]),
)


@pytest.mark.slow
@given(st.one_of(st.text(), st.tuples(*FIELDS).map(" ".join)))
@example(START_FEN)
def test_any_text_is_a_position_or_one_error(text: str) -> None:
    assert_position_or_error(text)


@pytest.mark.slow
@given(st.data())
def test_a_fen_with_a_typing_error_is_a_position_or_one_error(data: st.DataObject) -> None:
    fen = data.draw(st.sampled_from(position_records()))["fen"]
    at = data.draw(st.integers(0, len(fen) - 1))
    typed = data.draw(st.text("12345678pPrRkKaAdDuU_^/ -wbhHe6", max_size=2))
    assert_position_or_error(fen[:at] + typed + fen[at + 1 :])


def assert_position_or_error(text: str) -> None:
    try:
        position = parse_fen(text)
    except FenError:
        return
    # What is accepted can be written, read again, and asked for its turns.
    assert parse_fen(format_fen(position)) == position
    status_of(position)


def test_a_castling_right_without_its_rook_is_read_and_cannot_be_used() -> None:
    position = parse_fen("4k3/8/8/8/8/8/8/4K3 w 0 AHah - -")
    assert format_fen(position) == "4k3/8/8/8/8/8/8/4K3 w 0 AHah - -"
    king_moves = live_destinations(position)[parse_square("e1")]
    assert not king_moves >> parse_square("g1") & 1
    assert not king_moves >> parse_square("c1") & 1


def test_a_fen_of_chess_is_known_for_one() -> None:
    with pytest.raises(FenError, match="saw a FEN of chess"):
        parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
