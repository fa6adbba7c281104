"""How certain the next step is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import PieceType
from board_daemon.tracking.explaining.explain import Explainer
from board_daemon.tracking.explaining.explanation import Choice, Doubts
from board_daemon.tracking.hypotheses.certainty import Certainty
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.seeing.test_evidence import evidence_of

START = parse_fen("4k3/1P6/8/8/8/8/8/4K3 w 7 - - -")
SETTINGS = TrackerSettings()
PATIENCE = SETTINGS.partial_patience


def promoted(piece: PieceType) -> Line:
    """The line in which the pawn became a piece."""
    evidence = evidence_of("b7. b8w", contents_of(START))
    choices = (Choice(0.0, piece),)
    [turn] = Explainer(START, evidence, Doubts(7.6, 0.0), choices, SETTINGS).explain().found
    expected = contents_of(turn.position)
    return Line(turn.position, expected, 2, parent=Line.at(START, 0), explanation=turn, depth=1)


def only_step(root: Line, line: Line) -> Line | None:
    certainty = Certainty(root, are_careless=False, settings=SETTINGS)
    return certainty.only_step(Pool((Candidate(line, 1.0, Standing.IN_HAND),)))


def test_a_turn_that_all_lines_agree_on_is_the_only_step() -> None:
    knight = promoted(PieceType.KNIGHT)
    assert only_step(Line.at(START, 0), knight) is knight


def test_the_same_turn_with_another_piece_for_the_pawn_is_no_step() -> None:
    assert only_step(promoted(PieceType.KNIGHT), promoted(PieceType.QUEEN)) is None


@pytest.mark.parametrize(("odd", "is_certain"), [(1.0, True), (SETTINGS.odd, False)])
def test_an_answer_speaks_for_joins_and_not_for_all_else_that_is_odd(
    odd: float, is_certain: bool
) -> None:
    start = parse_fen("8/2k5/8/8/3c4/8/8/K2Q4 w 0 - - -")
    evidence = evidence_of("d1. h4w", contents_of(start))
    [turn] = Explainer(start, evidence, Doubts(7.6, 0.0), (), SETTINGS).explain().found
    assert (turn.doubt, turn.odd) == (7.6, 0.0)
    root = replace(Line.at(start, 0), enters=turn.entered)
    step = replace(
        Line.at(turn.position, 1, depth=1),
        parent=root,
        explanation=replace(turn, odd=odd),
        doubt=turn.doubt + odd,
    )
    certainty = Certainty(root, are_careless=True, settings=SETTINGS)
    assert certainty.is_certain(step) == is_certain


def test_who_plays_a_turn_again_to_show_it_touches_nothing_else_meanwhile() -> None:
    start = parse_fen("4k3/8/8/8/f6c/8/8/R3K3 w 0 - - -")
    evidence = evidence_of("a1. h4. h4u a8w", contents_of(start))
    found = Explainer(start, evidence, Doubts(7.6, 0.0), (), SETTINGS).explain().found
    turn = next(each for each in found if each.odd)
    assert turn.odd == SETTINGS.adjust_in_air
    root = replace(Line.at(start, 0), enters=turn.entered)
    step = replace(
        Line.at(turn.position, 1, depth=1), parent=root, explanation=turn, doubt=turn.doubt
    )
    certainty = Certainty(root, are_careless=True, settings=SETTINGS)
    assert certainty.is_certain(step)
    shown = replace(certainty, root=root.shown())
    assert not shown.is_certain(step)


def test_one_faulty_square_is_not_less_sound_than_another() -> None:
    certainty = Certainty(Line.at(START, 0), are_careless=False, settings=SETTINGS)
    line = promoted(PieceType.KNIGHT)
    near = [
        Candidate(replace(line, blind=1 << square), 12.0 + doubt, Standing.TURN)
        for square, doubt in ((0, 0.0), (1, 2.5))
    ]
    assert certainty.sound(near) == near


def test_two_faulty_squares_are_less_sound_than_one() -> None:
    certainty = Certainty(Line.at(START, 0), are_careless=False, settings=SETTINGS)
    line = promoted(PieceType.KNIGHT)
    near = [
        Candidate(replace(line, blind=blind), 12.0 + doubt, Standing.TURN)
        for blind, doubt in ((1, 0.0), (3, 2.5))
    ]
    assert certainty.sound(near) == near[:1]


@pytest.mark.parametrize(
    ("avoids", "rest", "waits"),
    [(0, 2.5, True), (0, 4.0, False), (1, 1.5, True), (1, 2.5, False)],
)
def test_players_are_not_left_alone_for_long_with_a_turn_that_takes_long_to_work_out(
    avoids: int, rest: float, waits: bool
) -> None:
    # Least of all those who have answered and wait to be told what came of it.
    root = replace(Line.at(START, 0), avoids=avoids)
    certainty = Certainty(root, are_careless=False, settings=SETTINGS)
    found = Candidate(promoted(PieceType.QUEEN), 1.0, Standing.TURN)
    assert certainty.waits_for_more(Pool((found,), missed=1.0, is_cut=True), rest) == waits


@pytest.mark.parametrize(("surprise", "is_clear"), [(8.0, True), (SETTINGS.fault, False)])
def test_what_is_as_odd_as_a_faulty_square_is_no_sounder_than_one(
    surprise: float, is_clear: bool
) -> None:
    certainty = Certainty(Line.at(START, 0), are_careless=False, settings=SETTINGS)
    line, doubt = promoted(PieceType.KNIGHT), surprise + SETTINGS.haste
    near = [
        Candidate(line, doubt, Standing.TURN),
        Candidate(replace(line, blind=1), doubt + 2.5, Standing.TURN),
    ]
    assert certainty.sound(near) == (near[:1] if is_clear else near)


@pytest.mark.parametrize(("nothing", "to_and_fro", "left"), [(1.0, 3.0, 2), (3.0, 1.0, 1)])
def test_who_holds_a_piece_for_long_says_nothing_against_the_likeliest_if_he_holds_it_by_all(
    nothing: float, to_and_fro: float, left: int
) -> None:
    # The king is in the air, whether two turns have led back here or none was played.
    evidence = evidence_of("e1.", contents_of(START))
    root = Line.at(START, 0)
    back = replace(promoted(PieceType.QUEEN), expected=root.expected)
    candidates = [
        Candidate(root, nothing, Standing.IN_HAND),
        Candidate(back, to_and_fro, Standing.IN_HAND),
    ]
    near = sorted(candidates, key=lambda candidate: candidate.doubt)
    certainty = Certainty(root, are_careless=False, settings=SETTINGS)
    assert certainty.not_held(near, evidence, PATIENCE, PATIENCE) == near[:left]
