"""Turns taken back: what else may have happened."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.takebacks import Manner, played_again, with_takebacks
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.contents import HIDDEN, contents_of, with_blind
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import START
from tests.tracking.seeing.test_evidence import evidence_of
from tests.tracking.test_tracker_turns import UNION

SETTINGS = TrackerSettings()
NOTHING = Pool(())


class Told:
    """A recorded game, and what was seen since."""

    def __init__(self, fen: str, turns: str, story: str) -> None:
        self.record = Record(parse_fen(fen))
        for turn in filter(None, turns.split(", ")):
            self.record.turn(0.0, tuple(parse_actions(turn)), asks_for=None)
        self.root = Line.at(self.record.position, 0, depth=len(self.record.turns))
        evidence = evidence_of(story, contents_of(self.record.position))
        self.scene = Scene(evidence.seen, evidence.changes, Habits(SETTINGS), SETTINGS)

    @property
    def turns(self) -> Pool:
        """The turns that explain what was seen."""
        return extend([self.root], self.scene, at_rest=True)

    def taken_back(self, pool: Pool) -> list[int]:
        """The first plies undone by the take-backs among all candidates."""
        candidates = with_takebacks(pool, self.record, self.root, self.scene).candidates
        return [c.line.undo_to for c in candidates if c.line.undo_to]


def test_the_last_turn_is_seen_to_be_taken_back() -> None:
    told = Told(START, "Le2 Pe4, Le7 Pe5", "e5. e7b")
    assert told.taken_back(NOTHING) == [2]


def test_several_turns_are_seen_to_be_taken_back() -> None:
    assert Told(START, "Le2 Pe4, Le7 Pe5", "e5. e7b e4. e2w").taken_back(NOTHING) == [1]


def test_the_nearest_of_positions_that_look_alike_counts() -> None:
    there_and_back = "Lg1 Pf3, Lg8 Pf6, Lf3 Pg1, Lf6 Pg8, Lg1 Pf3"
    assert Told(START, there_and_back, "f3. g1w").taken_back(NOTHING) == [5]


def test_what_is_out_of_the_question_keeps_nobody_from_taking_many_turns_back() -> None:
    told = Told(START, "Le2 Pe4, Le7 Pe5, Ld2 Pd4, Ld7 Pd5", "d5. d7b d4. d2w e5. e7b e4. e2w")

    def taken_back_beside(doubt: float) -> list[int]:
        otherwise = replace(told.root, doubt=doubt)
        return told.taken_back(Pool((Candidate(otherwise, doubt, Standing.AT_REST),)))

    assert taken_back_beside(30.0) == [1]
    assert taken_back_beside(10.0) == []


def test_a_board_on_which_nothing_moved_is_not_taken_back() -> None:
    there_and_back = "Lg1 Pf3, Lg8 Pf6, Lf3 Pg1, Lf6 Pg8"
    assert Told(START, there_and_back, "a1. a1w").taken_back(NOTHING) == []


def test_who_moves_a_union_back_as_his_own_turn_takes_nothing_back() -> None:
    told = Told("4k3/8/8/8/8/8/4o3/4K3 w 0 - - -", "Le2 Pc3", "c3. e2u")
    assert len(told.turns.candidates) > 0
    assert told.taken_back(told.turns) == []


def test_a_turn_and_a_take_back_that_look_alike_are_both_kept() -> None:
    # Black's rook goes home on its own, or White puts both pieces back where they stood.
    told = Told(UNION, "Le4 Pd5", "d5. d5b e4w")
    assert told.taken_back(told.turns) == [1]


def test_what_is_played_again_on_a_square_that_shows_nothing_leads_to_the_same_line() -> None:
    dead = 1 << parse_square("e2")
    changes = evidence_of("e4w", contents_of(parse_fen(START)))
    seen = with_blind(changes.seen, dead)
    scene = Scene(seen, changes.changes, Habits(SETTINGS), SETTINGS, dead)
    root = Line.at(parse_fen(START), 0)
    (played,) = (each.line for each in extend([root], scene, at_rest=True).candidates)
    (again,) = played_again(played, root, scene)
    assert again.way == Candidate(played, 0.0, Standing.TURN).way


def test_that_a_union_has_left_unseen_is_as_odd_as_that_it_came_unseen() -> None:
    # It went from e2 to c3, where it looks like nobody: now it is seen on e2.
    doubts = []
    for story in ("c3. e2u", "e2u"):
        told = Told("4k3/8/8/8/8/8/4o3/4K3 w 0 - - -", "Le2 Pc3", story)
        seen = list(told.scene.seen)
        seen[parse_square("c3")] = HIDDEN
        told.scene = replace(told.scene, seen=seen)
        candidates = with_takebacks(NOTHING, told.record, told.root, told.scene).candidates
        doubts.append(candidates[0].doubt)
    assert doubts[1] - doubts[0] == SETTINGS.hidden_end


def test_who_takes_a_union_back_to_a_dead_square_is_as_odd_as_who_goes_on_to_one() -> None:
    told = Told("4k3/8/8/8/4E3/8/8/4K3 b 0 - - -", "Le4 Pf5", "f5.")
    dead = 1 << parse_square("e4")
    told.scene = replace(told.scene, seen=with_blind(told.scene.seen, dead), blind=dead)
    doubts = []
    for standing in (Standing.IN_HAND, Standing.TURN):
        beside = Pool((Candidate(told.root, 0.0, standing),))
        candidates = with_takebacks(beside, told.record, told.root, told.scene).candidates
        doubts += [each.doubt for each in candidates if each.line.undo_to]
    assert doubts == [SETTINGS.takeback, SETTINGS.takeback + SETTINGS.unseen]


def test_a_turn_that_began_with_a_promotion_may_be_undone_by_a_turn_though_it_was_doubtful() -> (
    None
):
    told = Told("4k3/8/4a3/8/8/8/8/4Ke2 b 0 - - -", "=R Le6 Pe5", "e5. e6u")
    pool = with_takebacks(told.turns, told.record, told.root, told.scene, Manner(expected_to=1))
    assert [candidate.line.undo_to for candidate in pool.near(SETTINGS.margin)] == [0, 1]


def test_who_says_that_a_turn_was_not_taken_back_has_hardly_done_so() -> None:
    told = Told(START, "Le2 Pe4, Le7 Pe5", "e5. e7b")
    doubts = []
    for took_back in (None, False):
        root = replace(told.root, took_back=took_back)
        (found,) = with_takebacks(NOTHING, told.record, root, told.scene).candidates
        doubts.append(found.doubt)
    assert doubts[1] - doubts[0] == SETTINGS.undone
