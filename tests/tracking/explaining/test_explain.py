"""Which turns explain what was seen: how well each fits, none is missed, and few are tried."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import assume, given, settings

from board_daemon.rules.actions import Lift, Promote, format_actions
from board_daemon.rules.chain_states import State
from board_daemon.rules.chains import Chain, Entry
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, bits, parse_square, square_name
from board_daemon.rules.status import Status
from board_daemon.rules.turns import count_turns, distinct_outcomes
from board_daemon.tracking.explaining.explain import Explainer
from board_daemon.tracking.explaining.explanation import Answers, Doubts, Explanation
from board_daemon.tracking.seeing.contents import Content, Contents, contents_of
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings
from tests.rules.conformance import ExplosionRecord, explosion_records
from tests.rules.playouts import random_turn
from tests.rules.strategies import positions, seeds
from tests.tracking.board import SENSORS, Board
from tests.tracking.playing import Change, changes_of, do
from tests.tracking.seeing.test_evidence import evidence_of

SETTINGS = TrackerSettings()
ORDERLY = Doubts(silent=SETTINGS.silent_unseen, touched=0.0)
CHAIN = "4k3/8/8/8/4a3/2N5/8/4K3 w 0 - - -"
JOIN = "4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -"


def explained(fen: str, story: str) -> list[Explanation]:
    """The explanations of changes written as `e4. e5w`."""
    position = parse_fen(fen)
    evidence = evidence_of(story, contents_of(position))
    return list(Explainer(position, evidence, ORDERLY, (), SETTINGS).explain().found)


def only(found: list[Explanation]) -> Explanation:
    [explanation] = found
    return explanation


def turn_of(explanation: Explanation) -> str:
    return format_actions(explanation.actions)


# --- how well a turn fits ---


def test_a_plain_move_is_explained_without_doubt() -> None:
    found = only(explained(JOIN, "e4. e5w"))
    assert turn_of(found) == "Le4 Pe5"
    assert (found.doubt, found.entered, found.silent, found.touched) == (0.0, 0, 0, 0)
    assert found.end == parse_square("e5")
    assert found.is_visible


@pytest.mark.parametrize("story", ["e4. d5. d5u", "d5. e4. d5u"])
def test_a_join_by_the_convention_is_explained_without_doubt(story: str) -> None:
    found = only(explained(JOIN, story))
    assert turn_of(found) == "Le4 Pd5"
    assert (found.doubt, found.silent, found.touched) == (0.0, 0, 1)
    assert found.entered == 1 << parse_square("d5")


def test_a_silent_join_is_as_doubtful_as_the_players_habits_say() -> None:
    found = only(explained(JOIN, "e4. d5u"))
    assert turn_of(found) == "Le4 Pd5"
    assert (found.doubt, found.silent, found.touched) == (SETTINGS.silent_unseen, 1, 0)


def test_a_chain_by_the_convention_is_explained_without_doubt() -> None:
    found = only(explained(CHAIN, "c3. e4. e4u e5w"))
    assert turn_of(found) == "Lc3 Pe4 Pe5"
    assert (found.doubt, found.touched) == (0.0, 1)
    assert found.end == parse_square("e5")


def test_of_chains_to_the_same_position_the_one_is_found_that_enters_what_is_said() -> None:
    # By way of g7 the queens only change places: all stands as by way of g5 alone.
    position = parse_fen("l1b2k2/3q2f1/2nDp3/1a1iQ1d1/pEBa2P1/c4p2/3K1P2/2B3R1 w 3 - - -")
    evidence = evidence_of("e5. g5. g5u h7w", contents_of(position))
    for said, best in ((0, "Le5 Pg5 Ph7"), (1 << parse_square("g7"), "Le5 Pg7 Pg5 Ph7")):
        answers = Answers(enters=said)
        explainer = Explainer(position, evidence, ORDERLY, (), SETTINGS, answers=answers)
        assert turn_of(explainer.explain().found[0]) == best


def test_who_says_that_he_entered_what_he_was_felt_to_lift_has_slipped_in_nowhere_before() -> None:
    # He joins d6, then c5, and comes home by that; not c5 first, unseen, and once more at last.
    position = parse_fen("1nr1k1nr/1p5p/pq1a1p2/2Eap3/6vQ/P4dPB/1P1N1P1P/R3KR2 b 3 Ah - -")
    evidence = evidence_of("b6. d6. d6u c5. c5u b6b", contents_of(position))
    answers = Answers(enters=1 << parse_square("c5"))
    explainer = Explainer(position, evidence, ORDERLY, (), SETTINGS, answers=answers)
    best, *others = explainer.explain().found
    assert turn_of(best) == "Lb6 Pd6 Pc5 Pb6"
    assert all(each.doubt >= best.doubt + SETTINGS.margin for each in others)


def test_adjusting_is_a_little_doubtful_and_more_so_with_another_piece_in_hand() -> None:
    before = only(explained(JOIN, "e1. e1w e4. e5w"))
    meanwhile = only(explained(JOIN, "e4. e1. e1w e5w"))
    assert before.doubt == SETTINGS.adjust
    assert meanwhile.doubt == SETTINGS.adjust_in_air


def test_what_is_set_down_on_its_way_was_in_hand_before_wherever_it_joined_unseen() -> None:
    straight = only(explained(JOIN, "e4. e1. e1w d5u"))
    halting = only(explained(JOIN, "e4. e1. e1w e5w e5. d5u"))
    assert turn_of(straight) == turn_of(halting) == "Le4 Pd5"
    adjusted_in_air = SETTINGS.adjust_in_air - SETTINGS.adjust
    assert halting.doubt == straight.doubt + adjusted_in_air + SETTINGS.change_of_mind


def test_a_piece_that_arrives_before_it_was_lifted_is_doubtful() -> None:
    # It stood there for a second.
    doubt = SETTINGS.came_too_early + SETTINGS.change_of_mind
    assert only(explained(JOIN, "e5w e4.")).doubt == doubt


def test_a_touch_may_belong_to_a_later_time_that_the_chain_comes_by() -> None:
    # The rook from a1 slips in for the queen, who frees the one on h4, and he frees it again.
    position = parse_fen("4k3/8/8/8/f6c/8/8/R3K3 w 0 - - -")
    evidence = evidence_of("a1. h4. h4u a4. a4u a8w", contents_of(position))
    careless = Doubts(silent=0.7, touched=0.7)
    found = Explainer(position, evidence, careless, (), SETTINGS).explain().found
    assert turn_of(found[0]) == "La1 Pa4 Ph4 Pa4 Pa8"
    assert found[0].doubt == pytest.approx(2.1)


def test_the_best_explanation_comes_first() -> None:
    found = explained("8/2k5/8/8/3c4/8/8/K2Q4 w 0 - - -", "d1. d4. d4u g4w")
    doubts = [explanation.doubt for explanation in found]
    assert turn_of(found[0]) == "Ld1 Pd4 Pg4"
    assert doubts == sorted(doubts)


@pytest.mark.parametrize(
    "story",
    [
        pytest.param("", id="nothing"),
        pytest.param("e4.", id="a piece in hand"),
        pytest.param("e4. e6w", id="too far"),
        pytest.param("d5. d4b", id="out of turn"),
        pytest.param("e4. d5.", id="two pieces in hand"),
        pytest.param("e4. e5w e1. e2w", id="two turns at once"),
    ],
)
def test_what_is_no_turn_is_not_explained(story: str) -> None:
    assert explained(JOIN, story) == []


def test_what_a_touch_may_have_been_is_explained_though_nothing_has_changed() -> None:
    found = only(explained("7k/8/8/8/8/l7/8/R3K3 w 0 - - -", "a1. a3. a3u a1w"))
    assert turn_of(found) == "La1 Pa3 Pa1"
    assert found.doubt == SETTINGS.return_home


# --- nothing is missed ---


@pytest.mark.slow
@given(positions(), seeds)
@settings(max_examples=150)
def test_every_turn_that_would_look_so_is_found(position: Position, seed: int) -> None:
    assume(position.phase == Status.RUN and 0 < count_turns(position) < 3000)
    (lift, _), *_, (_, after) = random_turn(Random(seed), position)
    assert isinstance(lift, Lift)
    before, now = contents_of(position), contents_of(after)
    # A chain that ends where it began leaves no square to go by.
    assume(before[lift.square] != now[lift.square])
    seen = Evidence(before, now, sightings(before, now, lift.square))
    # A silent join is as good as any, and no explanation too doubtful.
    patient = TrackerSettings(margin=1000.0, most_expansions=10**6)
    search = Explainer(position, seen, Doubts(silent=0.0, touched=0.0), (), patient).explain()
    found = {turn.position for turn in search.found if not promotes(turn)}
    alike = {
        other
        for other in distinct_outcomes(position)
        if contents_of(other) == now and pawns(other) == pawns(position)
    }
    assert found <= alike
    assert found == alike or search.missed < math.inf


def sightings(before: Contents, now: Contents, start: Square) -> list[Sighting]:
    """What changed: the first lift first, then what else is gone, then what arrived."""
    changed = [square for square in range(64) if before[square] != now[square]]
    changed.sort(key=lambda square: (square != start, now[square] != Content.EMPTY))
    return [Sighting(float(t), square, now[square]) for t, square in enumerate(changed)]


def promotes(turn: Explanation) -> bool:
    return any(isinstance(action, Promote) for action in turn.actions)


def pawns(position: Position) -> int:
    return position.white.count(PieceType.PAWN) + position.black.count(PieceType.PAWN)


# --- few are tried ---


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The chain states that any search has looked at."""
    states: list[State] = []
    entries = Chain.entries

    def noting(chain: Chain, state: State) -> list[Entry]:
        states.append(state)
        return entries(chain, state)

    monkeypatch.setattr(Chain, "entries", noting)
    return states


@pytest.mark.parametrize("record", explosion_records(), ids=lambda record: record["fen"][:12])
@pytest.mark.parametrize("is_silent", [False, True], ids=["convention", "silent"])
def test_in_positions_with_millions_of_turns_few_are_looked_at(
    record: ExplosionRecord, is_silent: bool, looked_at: list[State]
) -> None:
    position = parse_fen(record["fen"])
    for seed, sensor in enumerate(SENSORS):
        turn = random_turn(Random(seed), position)
        after = format_fen(turn[-1][1])
        board = Board(record["fen"], sensor)
        for action, _ in turn:
            if isinstance(action, Promote):
                board.choose(action.piece.letter, at=0.5)
        for change in changes_of(position, [action for action, _ in turn]):
            if not is_silent or not is_touched(change, position, turn[-1][1]):
                looked_at.clear()
                do(board, change)
                assert len(looked_at) <= 2 * SETTINGS.most_expansions
        looked_at.clear()
        board.rest(10.0)
        assert len(looked_at) <= 4 * SETTINGS.most_expansions
        recorded = [format_fen(turn.position) for turn in board.tracker.turns]
        assert is_silent or recorded in ([], [after])


@pytest.mark.parametrize("record", explosion_records(), ids=lambda record: record["fen"][:12])
def test_no_chain_is_looked_at_that_cannot_have_ended_as_the_board_looks(
    record: ExplosionRecord, looked_at: list[State]
) -> None:
    position = parse_fen(record["fen"])
    expected = contents_of(position)
    own_alone = position.squares(position.to_move) & ~position.unions
    others = position.squares(position.to_move.other) & ~position.unions
    for start in bits(own_alone & ~(1 << position.king_square(position.to_move))):
        for taken in bits(others):
            evidence = evidence_of(f"{square_name(start)}. {square_name(taken)}.", expected)
            assert not Explainer(position, evidence, ORDERLY, (), SETTINGS).explain().found
    assert not looked_at


def is_touched(change: Change, before: Position, after: Position) -> bool:
    """Whether a change is part of a lift and return: its square looks the same in the end."""
    square = change.square
    return contents_of(before)[square] == contents_of(after)[square]


def test_a_long_chain_that_was_shown_in_full_is_found_at_once() -> None:
    # Fourteen steps to and fro between few unions: most of them might be left out or swapped.
    position = parse_fen("4k3/1y1nD3/3cE3/4iF2/2d1v1dP/c1Np2Ce/3K4/h7 b 16 - - -")
    squares = ["e5", "e4", "b7", "e7", "f5", "e6", "f5", "e7", "e6", "e7", "f5", "e6", "e7"]
    story = " ".join(f"{square}. {square}u" for square in squares)
    evidence = evidence_of(f"d7. {story} g7b", contents_of(position))
    search = Explainer(position, evidence, ORDERLY, (), SETTINGS).explain()
    assert turn_of(search.found[0]) == " ".join(
        ["Ld7", *(f"P{square}" for square in squares), "Pg7"]
    )
    assert search.found[0].doubt == 0.0
    assert search.missed > SETTINGS.margin


def test_a_search_ends_where_more_doubt_does_not_count(looked_at: list[State]) -> None:
    position = parse_fen(CHAIN)
    evidence = evidence_of("c3. e5w", contents_of(position))
    most = SETTINGS.silent_unseen - 1.0
    search = Explainer(position, evidence, ORDERLY, (), SETTINGS).explain(most)
    assert not search.found
    assert search.missed == SETTINGS.silent_unseen
    assert len(looked_at) == 1


def test_a_search_that_would_take_too_long_says_that_it_is_incomplete() -> None:
    record = explosion_records()[0]
    position = parse_fen(record["fen"])
    evidence = evidence_of("b3.", contents_of(position)).supposing_returned((1 << 64) - 1)
    impatient = TrackerSettings(most_expansions=5, margin=1000.0)
    free = Doubts(silent=0.0, touched=0.0)
    assert Explainer(position, evidence, free, (), impatient).explain().missed < math.inf
