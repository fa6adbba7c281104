"""Boards with one axial field sensor a square, to which a union may look like nobody."""

from __future__ import annotations

from typing import Final

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import bits, parse_square, square_name
from board_daemon.tracking.seeing.contents import HIDDEN, Content, contents_of
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.evidence import Evidence
from firmware_bridge.frames import SensorFrame, SensorKind
from tests.tracking.board import GAP, Board

# Millitesla: `h` is a union that nothing gives away, `j` one at which the field jumps, no more.
_FIELDS: Final = {".": 0.2, "w": 52.0, "b": -49.0, "u": 6.0, "h": 0.4, "j": -1.9}

# White's pawn on d4, Black's on e5; or a union on b3.
LONE: Final = "4k3/8/8/4p3/3P4/8/8/4K3 w 0 - - -"
UNION: Final = "4k3/p7/8/8/3P4/1a6/8/4K3 w 0 - - -"
BISHOP: Final = "4k3/p7/8/8/3P4/1e6/8/4K3 w 0 - - -"


class AxialBoard(Board):
    """A board with one axis under every square."""

    def __init__(self, fen: str, **looks: str) -> None:
        """`looks`: how the unions look at first, by square."""
        super().__init__(fen, SensorKind.FIELD)
        for square, letter in looks.items():
            self._standing[parse_square(square)] = letter
        frame = {square: _FIELDS[letter] for square, letter in enumerate(self._standing)}
        self.events += self.tracker.feed(SensorFrame(0.2, frame))

    def _stand(self, square: str, letter: str, at: float | None) -> Board:
        self.t = max(self.t + GAP, 1.0) if at is None else at
        self._standing[parse_square(square)] = letter
        frame = SensorFrame(self.t, {parse_square(square): _FIELDS[letter]})
        self.events += self.tracker.feed(frame)
        return self


def test_a_new_union_that_looks_empty_is_recorded_once_hands_must_be_done() -> None:
    board = AxialBoard(LONE)
    board.lift("d4").lift("e5").drop("e5", "h")
    assert board.rest(1.0) == []
    assert board.rest(1.0) == ["d4xe5"]


def test_a_new_union_that_can_be_seen_is_recorded_as_on_any_board() -> None:
    board = AxialBoard(LONE)
    board.join("d4", "e5")
    assert board.rest() == ["d4xe5"]


def test_a_piece_and_its_partner_that_come_back_have_played_nothing() -> None:
    board = AxialBoard(LONE)
    board.lift("d4").lift("e5").drop("e5", "b").drop("d4", "w")
    assert board.rest(5.0) == []
    assert board.state == "SETTLED"


def test_a_union_seen_to_go_and_to_come_is_moved() -> None:
    board = AxialBoard(UNION, b3="u")
    board.lift("b3").drop("b4", "u")
    assert board.rest() == ["PPb3>b4"]


def test_a_union_that_went_unseen_is_known_by_where_it_came() -> None:
    board = AxialBoard(UNION, b3="h")
    board.lift("b3").drop("b4", "u")
    assert board.rest() == ["PPb3>b4"]


def test_a_jump_of_the_field_near_zero_is_seen_to_come() -> None:
    board = AxialBoard(UNION, b3="u")
    board.lift("b3").drop("b4", "j")
    assert board.rest(2.0) == ["PPb3>b4"]


def test_where_a_union_went_unseen_is_not_guessed_when_the_other_player_moves_on() -> None:
    board = AxialBoard(BISHOP, b3="u")
    board.lift("b3").drop("c4", "h")
    board.rest(3.0)
    assert board.recorded == []
    board.move("a7", "a6")
    assert [said for said in board.rest(3.0) if said.startswith("ask")]
    assert board.recorded == []
    board.lift("c4", at=board.t + 1.0).drop("c4", "u")
    board.rest(3.0)
    assert board.recorded == ["BPb3>c4", "a7>a6"]


def test_a_union_that_moved_quite_unseen_is_asked_for_when_the_other_player_moves_on() -> None:
    board = AxialBoard(UNION, b3="h")
    board.lift("b3").drop("b4", "h").rest(3.0)
    board.move("a7", "a6")
    assert "ask b4" in board.rest(3.0)
    assert board.recorded == []
    board.lift("b4", at=board.t + 1.0).drop("b4", "u")
    board.rest(3.0)
    assert board.recorded == ["PPb3>b4", "a7>a6"]


def test_adjusting_a_union_does_not_hinder_the_turn_that_follows() -> None:
    board = AxialBoard(UNION, b3="u")
    board.lift("b3").drop("b3", "h").rest(2.0)
    board.move("d4", "d5")
    assert board.rest(2.0) == ["d4>d5"]


def test_drift_over_an_empty_square_is_nothing() -> None:
    board = AxialBoard(LONE)
    for index, field in enumerate((0.8, 1.5, 2.1, 2.6, 2.2, 1.4)):
        board.events += board.tracker.feed(SensorFrame(1.0 + 40 * index, {0: field}))
    board.t = 300.0
    assert board.rest() == []
    assert board.state == "SETTLED"
    board.move("d4", "d5")
    assert board.rest() == ["d4>d5"]


def test_three_axes_take_what_was_not_read_yet_for_what_should_stand_there() -> None:
    board = Board("3qk3/8/8/8/2e5/3P4/8/3K4 w 0 - - -", SensorKind.FIELD)
    board.touch("d3").rest(2.0)
    assert not any(board.tracker._watch.seen[square] == HIDDEN for square in range(64))


# --- evidence ---

EXPECTED: Final = contents_of(parse_fen(UNION))


def evidence_of(*changes: tuple[str, Content, Content]) -> Evidence:
    """Evidence of changes (square, what it looks like, what it looked like), a second apart."""
    seen = [HIDDEN if c & HIDDEN else c for c in EXPECTED]
    sightings = [
        Sighting(float(t), parse_square(name), content, before)
        for t, (name, content, before) in enumerate(changes, start=1)
    ]
    for sighting in sightings:
        seen[sighting.square] = sighting.content
    return Evidence(EXPECTED, seen, sightings)


def names(squares: int) -> str:
    return " ".join(map(square_name, bits(squares)))


def test_a_lone_piece_that_turns_to_nothing_is_missing_or_joined() -> None:
    evidence = evidence_of(("d4", HIDDEN, Content.WHITE))
    assert names(evidence.missing) == "d4"
    assert evidence.may_hide(parse_square("d4"))


def test_a_union_that_looks_empty_agrees_and_may_be_back() -> None:
    evidence = evidence_of(("b3", HIDDEN, Content.UNION))
    assert not evidence.dirty
    assert names(evidence.unseen_again) == "b3"


def test_a_union_that_shows_again_was_lifted_though_nobody_saw_it() -> None:
    evidence = evidence_of(("d4", HIDDEN, Content.WHITE), ("b3", Content.UNION, HIDDEN))
    (_, absence) = evidence.absences
    assert (absence.left, absence.back, absence.was_seen) == (1.0, 2.0, False)


def test_a_jump_over_an_empty_square_is_a_stir() -> None:
    assert names(evidence_of(("b4", HIDDEN, HIDDEN)).stirred) == "b4"
    assert not evidence_of(("b4", Content.WHITE, HIDDEN), ("b4", HIDDEN, Content.WHITE)).stirred


def test_a_lone_piece_where_a_union_had_looked_empty_is_no_half_of_it() -> None:
    assert names(evidence_of(("b3", Content.WHITE, HIDDEN)).half_lifted) == ""
    assert names(evidence_of(("b3", Content.WHITE, Content.UNION)).half_lifted) == "b3"
