from __future__ import annotations

import pytest

from board_daemon.rules.actions import format_actions, parse_actions
from board_daemon.rules.errors import NotationError
from board_daemon.rules.fen import START_FEN, parse_fen
from board_daemon.rules.notation import format_turn, parse_turn

TURNS = [
    (START_FEN, "Le2 Pe4", "e2>e4"),
    (START_FEN, "Lg1 Pf3", "Ng1>f3"),
    ("4k3/8/8/4D3/8/8/8/4K3 b 0 - - -", "Le5 Pc6", "NPe5>c6"),
    ("4k3/8/8/4D3/8/8/8/4K3 w 0 - - -", "Le5 Pe6", "PNe5>e6"),
    ("4k3/8/8/4p3/8/5N2/8/4K3 w 0 - - -", "Lf3 Pe5", "Nf3xe5"),
    ("4k3/8/8/4b3/3P4/8/8/4K3 w 0 - - -", "Ld4 Pe5", "d4xBe5"),
    ("4k3/8/8/3d4/4a3/5a2/6P1/4K3 w 0 - - -", "Lg2 Pf3 Pe4 Pd5 Pb6", "g2>Pf3>Pe4>Nd5>b6"),
    ("r3k2r/8/8/8/8/8/8/4K3 b 0 ah - -", "Le8 Pg8", "0-0"),
    ("r3k2r/8/8/8/8/8/8/4K3 b 0 ah - -", "Le8 Pc8", "0-0-0"),
    ("4k3/1P6/8/8/8/8/8/4K3 w 0 - - -", "Lb7 Pb8 =Q", "b7>b8=Q"),
    ("n3k3/1P6/8/8/8/8/8/4K3 w 0 - - -", "Lb7 Pa8 =N", "b7xNa8=N"),
    ("I3k3/1P6/8/8/8/8/8/4K3 w 0 - - -", "Lb7 Pa8 =B Pa5", "b7>Ra8=B>a5"),
    ("D3k3/8/8/8/8/8/8/R3K3 w 0 - - -", "=Q La1 Pa4", "=Q:Ra1>a4"),
    ("D3k3/8/8/8/8/8/8/4K2R w 0 H - -", "=Q Le1 Pg1", "=Q:0-0"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w 0 - d6 -", "Le5 Pd6", "e5>d6"),
    ("4k3/8/8/3dP3/8/8/8/4K3 w 0 - d6 -", "Le5 Pd6 Pf7", "e5>Nd6>f7"),
    ("4k3/8/8/8/8/8/8/4R1K1 w 0 - - -", "Le1 Pe8", "Re1xKe8"),
]


@pytest.mark.parametrize(("fen", "actions", "text"), TURNS)
def test_a_turn_is_written_as_the_official_site_writes_it(
    fen: str, actions: str, text: str
) -> None:
    assert format_turn(parse_fen(fen), parse_actions(actions)) == text


@pytest.mark.parametrize(("fen", "actions", "text"), TURNS)
def test_a_written_turn_is_read_as_its_actions(fen: str, actions: str, text: str) -> None:
    assert format_actions(parse_turn(parse_fen(fen), text)) == actions


@pytest.mark.parametrize("text", ["", "e4", "e2-e4", "e2>e9", "e2 > e4", "Xe2>e4", "0-0-0-0", "=Q"])
def test_a_text_that_is_no_turn_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a turn such as"):
        parse_turn(parse_fen(START_FEN), text)


@pytest.mark.parametrize("text", ["e2>e5", "e7>e5", "0-0", "Ng1>g3", "e4>e5", "=Q:e2>e4"])
def test_a_turn_that_cannot_be_played_here_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="cannot be played here"):
        parse_turn(parse_fen(START_FEN), text)


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("4k3/8/8/8/8/8/8/K7 w 0 - - -", "0-0-0"),
        ("4k3/8/8/8/8/8/8/1K6 w 0 - - -", "0-0-0"),
        ("6k1/8/8/8/8/8/8/4K3 b 0 - - -", "0-0"),
    ],
)
def test_a_king_at_the_edge_cannot_castle_off_the_board(fen: str, text: str) -> None:
    with pytest.raises(NotationError, match="cannot be played here"):
        parse_turn(parse_fen(fen), text)


@pytest.mark.parametrize(("text", "right"), [("Pe2>e4", "e2>e4"), ("Bg1>f3", "Ng1>f3")])
def test_a_turn_written_with_a_wrong_letter_is_refused(text: str, right: str) -> None:
    with pytest.raises(NotationError, match=f"expected {right} for this turn, got {text}"):
        parse_turn(parse_fen(START_FEN), text)
