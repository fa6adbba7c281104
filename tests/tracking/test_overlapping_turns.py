"""Turns that run into each other: the reply begins before the turn has rested, or is over."""

from __future__ import annotations

import pytest

from firmware_bridge.frames import SensorKind
from tests.tracking.board import START, Board, Lay
from tests.tracking.playing import see
from tests.tracking.test_tracker_turns import acted


def test_a_chain_that_ended_where_it_began_is_answered_before_it_is_over(
    sensor: SensorKind,
) -> None:
    board = Board("3qk3/8/8/8/2e5/3P4/8/3K4 w 0 - - -", sensor)
    board.lift("d3").touch("c4").lift("d8").drop("d3", "w").drop("e7", "b")
    board.rest()
    assert board.recorded == ["d3>Bc4>d3", "Qd8>e7"]


def test_a_reply_set_down_a_moment_before_the_turn_is_over_is_a_turn_of_its_own(lay: Lay) -> None:
    board = lay("2kh1wn1/4p2C/3p4/aan3P1/3NPe1p/1E1P1W2/1p3c2/1N2KR2 b 2 - - -")
    board.lift("b3").lift("c5").drop("b3", "u").lift("f1")
    board.drop("h1", "w").drop("f7", "b", at=board.t + 0.06).rest(0.7)
    board.lift("f7").drop("d5", "b").rest(2.7)
    board.lift("h1").drop("g1", "w").rest(1.0)
    assert board.recorded == ["Nc5>Bb3>f7", "Rf1>h1", "Bf7>d5", "Rh1>g1"]


def test_a_partner_straightened_before_may_be_lifted_as_the_turn_before_lands(lay: Lay) -> None:
    board = lay("2bqkb2/1p1p1ppn/r6B/p6C/3Pp2p/1PPa1P1P/P3N3/RN1tKB1R w 11 A - -")
    board.lift("h6").rest(2.4)
    board.drop("h6", "w").lift("e2").rest(1.0)
    board.lift("g7").lift("h6", at=board.t + 0.09).drop("g3", "w", at=board.t + 0.03)
    board.drop("h6", "u", at=board.t + 0.11).rest(3.0)
    assert board.recorded == ["Ne2>g3", "g7xBh6"]


def test_both_players_may_have_their_partners_in_the_air_at_once(sensor: SensorKind) -> None:
    board = Board("4k3/8/8/2p2p2/3PP3/8/8/4K3 b 0 - - -", sensor)
    board.lift("d4").lift("c5").lift("f5").drop("d4", "u").lift("e4").drop("f5", "u").rest(3.0)
    assert board.recorded == ["c5xd4", "e4xf5"]


@pytest.mark.parametrize(
    ("mover", "recorded"),
    [
        pytest.param(("e8", "e7"), ["RRb4>b7", "Ke8>e7"], id="black"),
        pytest.param(("e1", "e2"), ["RRb4>b6", "RRb6>b7", "Ke1>e2"], id="white"),
    ],
)
def test_whoever_moves_next_tells_whether_a_union_went_on_or_was_the_reply(
    sensor: SensorKind, mover: tuple[str, str], recorded: list[str]
) -> None:
    board = Board("4k3/8/8/8/1h6/8/8/4K3 w 0 - - -", sensor).move("b4", "b6")
    board.rest(2.0)
    # Somebody straightens his king meanwhile.
    board.touch("e1").move("b6", "b7").rest(2.0)
    assert board.recorded == ["RRb4>b6"]
    board.move(*mover).rest()
    assert board.recorded == recorded


def test_what_both_players_have_undone_at_once_was_played_all_the_same(sensor: SensorKind) -> None:
    # The board stands as it stood, but four turns are more than adjusting two knights.
    board = Board(START, sensor)
    for start, end in (("b1", "c3"), ("g8", "f6"), ("c3", "b1"), ("f6", "g8")):
        board.lift(start, at=board.t + 0.5).drop(end, at=board.t + 1.0)
    board.rest(5.0)
    assert board.recorded == ["Nb1>c3", "Ng8>f6", "Nc3>b1", "Nf6>g8"]


def test_a_union_lifted_for_the_reply_is_no_adjusting_during_the_turn(sensor: SensorKind) -> None:
    # White's rook joins on h6 while Black takes up the union through which his queen will go.
    board = Board("7r/1vp1f3/Dd3c1p/4P2k/4a3/ad1EPD2/h2PK1q1/2B5 w 8 - - -", sensor)
    board.lift("e5").lift("f6").drop("f6", "u").lift("h6").lift("f3").drop("h6", "u")
    board.rest(1.2)
    board.lift("g2").drop("f3", "u").lift("d2").drop("d2", "u").rest(5.0)
    assert board.recorded == ["e5>Rf6xh6", "Qg2>Nf3xd2"]


def test_three_turns_may_run_into_each_other(sensor: SensorKind) -> None:
    board = Board("4k3/1p5p/8/8/8/8/P6P/4K3 w 0 - - -", sensor)
    board.lift("a2").lift("b7", at=board.t + 0.6).drop("a3", "w", at=board.t + 0.7)
    board.lift("h2", at=board.t + 0.9).drop("b6", "b", at=board.t + 1.0)
    board.lift("h7", at=board.t + 0.5).drop("h3", "w", at=board.t + 0.6).rest(1.5)
    board.drop("h6", "b").rest(2.0)
    assert board.recorded == ["a2>a3", "b7>b6", "h2>h3", "h7>h6"]


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param("-e1 +g1w -h1 -a7 +f1w +a6b", id="king first"),
        pytest.param("-h1 -e1 +g1w -a7 +f1w +a6b", id="rook lifted first"),
        pytest.param("-h1 -e1 +f1w -a7 +g1w +a6b", id="rook set down first"),
    ],
)
def test_the_reply_may_begin_before_castling_is_over(sensor: SensorKind, acts: str) -> None:
    board = acted(Board("4k3/p7/8/8/8/8/8/4K2R w 0 AHah - -", sensor), acts)
    board.rest(2.0)
    assert board.recorded == ["0-0", "a7>a6"]


def test_a_chain_home_that_the_reply_ran_into_is_asked_about(sensor: SensorKind) -> None:
    # Black's queen may have taken over on b2 and come home, or somebody has straightened both.
    board = Board("r1b2kr1/2p1pp2/2D1P1pp/1P6/pcF3P1/P1p2N2/1wK1sP1P/1NB3R1 b 7 - - -", sensor)
    board.lift("c3").lift("b2", at=board.t + 1.3).drop("b2", "u")
    board.lift("b4", at=board.t + 1.1).drop("c3", "b").drop("b3", "u")
    assert board.rest(3.0) == ["ask b2"]
    board.touch("b2").rest(3.0)
    assert board.recorded == ["c3>Bb2>c3", "RPb4>b3"]


def test_a_piece_that_was_not_quite_down_when_the_reply_came_was_not_slipped_in() -> None:
    # The knight touches f6 and is taken up once more; it might also have joined the bishop.
    board = Board("4k3/3n4/1B6/8/8/8/8/2K4R b 0 - - -")
    board.lift("d7").rest(1.5)
    board.lift("h1").drop("f6", "b", at=board.t + 0.2).lift("f6", at=board.t + 0.26)
    board.drop("g1", "w").rest(1.0)
    assert board.recorded == []
    board.drop("f6", "b").rest(3.0)
    assert board.recorded == ["Nd7>f6", "Rh1>g1"]


def test_a_chain_that_comes_home_late_was_played_once_though_its_piece_was_put_back_before() -> (
    None
):
    board = Board("2b1nb2/2F1r1Ri/a1p3kp/P1n1pP1a/2a2a1P/8/cN2K3/Q1B2B2 w 21 - - -")
    board.touch("a1").lift("a1").touch("a2", at=board.t + 1.6)
    board.lift("c4", at=board.t + 0.8).drop("a1", "w").drop("c3", "u", at=board.t + 1.2)
    board.rest(5.0)
    assert [line for line in board.all_said if not line.startswith("sako")] == [
        "Qa1>Ra2>a1", "PPc4>c3",
    ]  # fmt: skip


def test_the_reply_may_begin_before_a_piece_that_stopped_on_its_way_is_down(
    sensor: SensorKind,
) -> None:
    # The rook stood on f8 for two seconds, and was recorded there; then its player goes on to h8.
    board = Board("4k1r1/8/8/4N3/2d5/8/8/4K3 b 0 - - -", sensor)
    board.lift("g8").drop("f8", "b").rest(2.0)
    board.lift("f8").lift("e5").drop("h8", "b").touch("c4").rest(2.0)
    board.drop("a5", "w").rest(6.0)
    assert board.recorded == ["Rg8>h8", "Ne5>Nc4>a5"]
    assert not any(line.startswith("restore") for line in board.all_said)


@pytest.mark.parametrize(
    ("fen", "start", "joined", "turn"),
    [
        pytest.param("4k3/8/3D4/8/3R4/8/8/4K3 w 0 - - -", "d4", "", "Rd4>h4", id="move"),
        pytest.param("4k3/8/3D4/8/2c5/8/8/2R1K3 w 0 - - -", "c1", "c4", "Rc1>Rc4>h4", id="chain"),
    ],
)
def test_a_piece_lifted_anew_while_the_reply_is_in_the_air_had_ended_its_turn(
    sensor: SensorKind, fen: str, start: str, joined: str, turn: str
) -> None:
    # The rook stands on h4 no longer than if it slid by; but Black has begun his turn by then.
    board = Board(fen, sensor).lift(start)
    if joined:
        board.touch(joined)
    board.lift("d6").drop("h4", "w", at=board.t + 0.14).lift("h4", at=board.t + 0.28)
    board.drop("f5", "u", at=board.t + 0.43).rest(2.0)
    board.drop("h8", "w").rest(5.0)
    assert board.recorded == [turn, "NPd6>f5", "Rh4>h8"]
    assert not any(line.split()[0] in ("part", "restore") for line in board.all_said)


def freed_first(sensor: SensorKind) -> Board:
    """White sets the freed rook down before his knight joins; Black lifts the union at once."""
    board = Board("4k3/8/8/8/8/8/3J4/1N5K w 0 - - -", sensor)
    board.lift("d2").drop("d1", "w", at=board.t + 0.85)
    board.lift("b1", at=board.t + 0.83).drop("d2", "u", at=board.t + 1.18)
    board.lift("d2", at=board.t + 0.28).rest(1.0)
    board.touch("e8").drop("e1", "u", at=board.t + 1.8)
    return board


@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_a_union_joined_last_of_all_may_be_moved_on_by_the_reply_at_once(
    sensor: SensorKind,
) -> None:
    board = freed_first(sensor)
    board.rest(3.0)
    assert board.recorded == ["Nb1>Rd2>d1", "BNd2>e1"]


def test_what_may_be_a_wrong_move_is_to_be_put_right_unless_later_play_tells() -> None:
    # To a reed, the union has gone to d1, and then somebody has moved the knight to e1.
    board = freed_first(SensorKind.PRESENCE)
    assert board.rest(4.0) == ["restore b1 e1"]
    board.move("h1", "h2").rest(9.0)
    assert board.recorded == ["Nb1>Rd2>d1", "BNd2>e1", "Kh1>h2"]
    board = freed_first(SensorKind.PRESENCE)
    board.rest(4.0)
    assert board.move("e1", "b1").rest(3.0) == ["restored"]
    assert (board.recorded, board.state) == (["RBd2>d1"], "SETTLED")


def test_a_silent_chain_home_is_thought_of_though_the_reply_moves_its_union_at_once(
    sensor: SensorKind,
) -> None:
    # Black's rook may have freed his queen on d8, or have been adjusted before he moved that union.
    board = Board("2ry3k/8/8/8/8/4p2p/5PP1/K7 w 0 - - -", sensor)
    board.lift("g2").slip("h3").rest(5.0)
    board.move("h8", "h7").rest(3.0)
    board.join("f2", "e3").rest(3.0)
    board.move("h7", "h8").rest(3.0)
    board.move("a1", "a2").rest(3.0)
    board.lift("c8").drop("c8", at=board.t + 1.5)
    board.lift("d8", at=board.t + 0.3).drop("c7", at=board.t + 0.8).rest(3.0)
    assert len(board.recorded) == 5
    board.move("c8", "b8").rest(3.0)
    assert board.recorded[5:] == ["Rc8>Qd8>c8", "QRd8>c7", "Qc8>b8"]


def test_a_reply_begun_early_may_end_where_the_turn_began(sensor: SensorKind) -> None:
    start = "4k3/5p2/8/5y2/8/8/8/1R2K3 w 3 - - -"
    board = Board(start, sensor).lift("f5").lift("f7").drop("g5", "u").drop("f5", "b")
    assert board.rest() == ["QQf5>g5", "f7>f5"]
    board = Board(start, sensor).lift("f5").lift("f7").drop("g5", "u").drop("f5", "b")
    board.move("b1", "b4").rest(3.0)
    assert board.recorded == ["QQf5>g5", "f7>f5", "Rb1>b4"]


def test_a_reply_begun_early_may_end_where_a_piece_left_to_join_another(sensor: SensorKind) -> None:
    start = "2kr1Snr/pp2pp2/4F1p1/nNpp2vf/2P4P/3P2P1/PP3P2/R3KB1R w 3 AH - -"
    board = Board(start, sensor).lift("b5").lift("a7").lift("b7")
    board.drop("a7", "u").drop("b5", "b").rest(3.0)
    assert board.recorded == ["Nb5xa7", "b7>b5"]


@pytest.mark.slow
@pytest.mark.parametrize("rest", [0.8, 1.6, 2.2, 3.0])
def test_what_is_moved_on_while_the_other_player_holds_his_piece_is_the_reply(
    sensor: SensorKind, rest: float
) -> None:
    board = Board("rnq1kb1r/pp4p1/2pp3n/8/8/8/P1PQ2RP/RNB1KB2 b 4 Aah - -", sensor)
    board.move("b7", "b6").rest(rest)
    board.lift("d2").lift("b6").drop("b5", "b").drop("d1", "w").rest(12.0)
    board.move("h2", "h3").rest(3.0)
    assert board.all_said == ["b7>b6", "Qd2>d1", "b6>b5", "h2>h3"]


def test_a_union_moved_forth_and_back_about_a_turn_was_not_adjusted_meanwhile() -> None:
    # Black moves c3>c4, White e2>f3, Black c4>c3, each just before the other one is done. White has
    # lifted his next piece when that union is home again.
    board = Board("1l4nr/2d3a1/3k2P1/p2E4/3asc2/s1FQ4/4v1a1/R2SK3 b 2 A - -")
    board.lift("c3").drop("c4", at=1.88).lift("e2", at=2.0).lift("c4", at=2.83).drop("f3", at=2.87)
    board.lift("f4", at=4.24).drop("f4", at=5.54).lift("g2", at=6.78).drop("c3", "u", at=6.83)
    board.rest(2.0)
    assert board.recorded == []


def test_both_players_may_be_seen_to_lift_at_once(sensor: SensorKind) -> None:
    start = "1qk2b1r/3np1p1/w6p/2aN1p2/C1a3PP/e1c1D3/P1K1P3/5BNR w 7 - - -"
    board = Board(start, sensor).move("c2", "b1")
    board.rest(3.0)
    board.lift("b1").lift("a6", at=board.t).drop("b7", "u").drop("c1", "w").rest(3.0)
    assert board.recorded == ["Kc2>b1", "BQa6>b7", "Kb1>c1"]


@pytest.mark.slow
def test_two_turns_played_on_a_doubtful_one_leave_no_doubt_of_it(sensor: SensorKind) -> None:
    board = Board(START, sensor).lift("f2").drop("f3").lift("f3", at=1.3)
    board.touch("d8").lift("b8").drop("c6", "b").drop("f4", "w").rest(0.4)
    board.move("c2", "c4").rest(0.4)
    board.move("d7", "d5").rest(1.3)
    assert board.recorded == ["f2>f4", "Nb8>c6", "c2>c4", "d7>d5"]


def test_a_chain_may_follow_at_once_on_a_reply_that_ended_where_the_turn_began(
    sensor: SensorKind,
) -> None:
    start = "rnbqkbnr/4ppp1/1p6/1Bpp3f/p6P/4P3/PPPP1PP1/RNB1K1NR w 1 AHah c6 -"
    board = Board(start, sensor).lift("h5").lift("h8").drop("g5", "u").drop("h5", "b")
    board.lift("g5").lift("h4").drop("g5", "u").lift("e7").drop("e7", "u").rest(3.0)
    assert board.recorded == ["QPh5>g5", "Rh8>h5", "h4>Qg5xe7"]


def test_who_sets_his_piece_down_a_moment_after_the_reply_was_begun_is_asked_nothing() -> None:
    board = Board("4k3/pp5p/8/8/8/8/PPP3PP/R3K3 w 0 - - -")
    board.lift("a1").lift("a7").rest(1.2)
    board.drop("a6", "b").drop("d1", "w")
    assert board.rest(9.0) == ["Ra1>d1", "a7>a6"]


def test_a_reply_that_slides_a_union_on_does_not_revise_the_turn_that_set_it_down(
    sensor: SensorKind,
) -> None:
    # The knight might have carried the queen to e5 at once, and White have begun there.
    board = Board("4k3/3t4/8/8/8/8/8/4K3 b 0 - - -", sensor)
    board.lift("d7").drop("f6").rest(1.0)
    board.lift("f6").slide("e5", "d4", "c3", over=0.07).rest(2.0)
    board.lift("e8").drop("e7", "b").rest(2.0)
    assert board.recorded == ["NQd7>f6", "QNf6>c3", "Ke8>e7"]
    assert not any(line.startswith("revise") for line in board.all_said)


# Black's pawns on a5 and b4 run down; White may castle to the queen's side.
RUNNING = "4k3/8/8/p7/1p6/8/P3P2P/R3K3 b 2 A - -"


def odd_and_fast() -> Board:
    """Three turns in no time, and two pieces straightened meanwhile: nothing is recorded so far."""
    board = Board(RUNNING).move("a5", "a4")
    board.lift("e2").touch("a1").touch("h2").drop("e4")
    board.move("b4", "b3")
    assert board.recorded == []
    return board


def test_a_rook_that_castles_first_may_rest_before_anything_is_recorded() -> None:
    board = odd_and_fast().move("a1", "d1")
    board.rest(0.8)
    board.move("e1", "c1").rest(3.0)
    assert board.recorded == ["a5>a4", "e2>e4", "b4>b3", "0-0-0"]


def test_a_piece_may_be_pushed_on_before_anything_is_recorded() -> None:
    board = odd_and_fast().move("h2", "h3")
    board.rest(0.8)
    board.move("h3", "h4").rest(5.0)
    assert board.recorded == ["a5>a4", "e2>e4", "b4>b3", "h2>h4"]


def test_quick_replies_make_another_last_turn_no_odder() -> None:
    # The freed pawn is set down first, so that only the union seems to move; both reply at once.
    board = Board("6k1/5p2/6a1/1p6/2p5/1P1a4/4B2K/8 b 1 - - -")
    board.lift("g6").drop("g5", "u", at=board.t + 1.1).lift("f7", at=board.t + 0.75)
    board.lift("c4", at=board.t + 0.8).drop("g6", "u", at=board.t + 0.1)
    board.lift("b3", at=board.t + 1.1).drop("c4", "u", at=board.t + 0.8)
    board.lift("c4", at=board.t + 0.95).lift("b5", at=board.t + 0.7)
    board.drop("c4", "u", at=board.t + 0.2)
    board.lift("d3", at=board.t + 1.45).drop("d3", "u", at=board.t + 0.8)
    board.lift("e2", at=board.t + 1.25).drop("e2", "u", at=board.t + 0.6)
    assert board.rest(3.0)[:2] == ["PPg6>g5", "revise f7>Pg6>g5"]
    assert board.recorded == ["f7>Pg6>g5", "b3xc4", "b5>Pc4>Pd3xBe2"]


@pytest.mark.parametrize("early", [0.1, 0.3, 0.5])
def test_a_reply_that_begins_early_is_understood_though_pieces_were_straightened_long_before(
    early: float,
) -> None:
    # A pawn and a union were up together: somebody thought of playing a chain that comes home.
    board = Board("1nb1kbr1/3p3p/cCn3p1/p1qPa3/1Pp2d2/2PQ1PPP/8/1NB1KB1R w 5 H - -")
    board.lift("g3").lift("f4").drop("f4", "u").drop("g3", "w").rest(6.0)
    board.lift("b1").lift("h7", at=board.t + 0.5 - early + 0.05).drop("d2", "w", at=board.t + early)
    board.drop("h5", "b", at=board.t + 1.2).rest(3.0)
    assert board.recorded == ["Nb1>d2", "h7>h5"]


def test_a_partner_lifted_early_is_joined_though_it_was_straightened_before(lay: Lay) -> None:
    # White's bishop goes by c1, where he frees the pawn; Black's king is not quite down yet.
    board = lay("h3kb1r/3v4/4a3/2p3Dd/f4a2/3DP3/cB1P1p2/TRF1K3 w 1 - - -").move("d7", "c6")
    board.lift("c1", at=board.t + 0.5).drop("c1", "u", at=board.t + 1.2)
    board.lift("e8", at=board.t + 1.0).lift("c1", at=board.t + 1.5)
    board.drop("d7", "b", at=board.t + 0.4).rest(6.0)
    board.lift("b2").drop("c1", "u", at=board.t + 0.2).drop("c3", "w").rest()
    assert board.recorded == ["BBd7>c6", "Ke8>d7", "Bb2>Pc1>c3"]


def test_a_reply_begun_early_may_slide_over_the_square_that_the_turn_before_has_left(
    lay: Lay,
) -> None:
    board = lay("1lk5/2o1P2f/ap2c1ca/1j1Pbd1P/2q1n3/1b1W1K1P/6P1/8 b 4 - - -").lift("c7")
    board.lift("b8").drop("a8", "u", at=board.t + 0.22)
    board.slide("c7", "d6", over=0.11).rest(3.0)
    assert board.recorded == ["NNc7>a8", "QRb8>d6"]


def test_a_turn_that_had_landed_has_joined_nothing_since_the_reply() -> None:
    # The queen goes to g8, and home by b8 in her next turn; Black's last pawn is in the air.
    board = Board("1hQ5/3S4/1p1P2P1/1P1kfa2/1De2j1p/p6d/5KF1/2qw1I2 w 4 - - -")
    board.move("c8", "g8").move("d1", "e2")
    board.lift("g8").touch("b8", at=board.t + 1.4).drop("g8")
    assert board.lift("a3", at=board.t + 0.1).rest(0.8) == []
    board.drop("a2").rest(3.0)
    assert board.recorded == ["Qc8>g8", "BQd1>e2", "Qg8>Rb8>g8", "a3>a2"]


def test_who_halts_in_a_quick_chain_where_it_may_not_end_is_not_taken_to_have_played_long_ago(
    lay: Lay,
) -> None:
    # White halts on g2, where his bishop might have gone before Black had replied; he frees the
    # knight on h3.
    board = see(
        lay("1rI1k3/pap5/2n1p3/1Jb3p1/3F3l/1PP2p1e/4fP1P/1NB2KNR b 1 - - -"),
        "3.03:e6:. 5.88:g1:. 5.98:e5:b 6.44:h3:. 7.27:h3:u 7.68:d7:w 7.81:h4:. 8.60:h8:u 8.86:d7:."
        " 8.87:h3:. 9.46:h3:u 10.04:g2:w 11.78:g2:. 12.96:f4:w",
    )
    board.rest(4.0)
    assert board.recorded == ["e6>e5", "Ng1>Bh3>d7", "RQh4>h8", "Bd7>Nh3>f4"]
