"""How much work the tracker does in answer to one change or rest: counted, never timed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.chains import Entry
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import ALL_SQUARES
from board_daemon.tracking.explaining.branches import Branch, Join
from board_daemon.tracking.explaining.effort import Effort
from board_daemon.tracking.explaining.exits import Exits
from board_daemon.tracking.explaining.explain import Explainer
from board_daemon.tracking.explaining.explanation import Choice
from board_daemon.tracking.explaining.memory import Memory
from board_daemon.tracking.following.follower import Follower
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hypotheses import scene as scenes
from board_daemon.tracking.hypotheses.faults import Suspects, with_faults
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.overlap import overlapping_turns
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.settings import TrackerSettings
from tests.rules.conformance import ExplosionRecord, explosion_records
from tests.rules.playouts import random_turn
from tests.tracking.board import START, Board
from tests.tracking.explaining.test_explain import is_touched
from tests.tracking.playing import changes_of, do
from tests.tracking.seeing.test_evidence import evidence_of

pytestmark = pytest.mark.slow

# A search stops as soon as its work is done, but what it has begun it ends.
_OVERRUN = 12
# What takes the time of a search, and how much of it: as measured, a state looked at being one.
_WORK_OF_PARTS = {
    (Explainer, "_begin"): 6,
    (Explainer, "_expand"): 1,
    (Exits, "weighed"): 2,
    (Explainer, "_finished"): 3,
}
_WAYS_PER_WORK = 2
"""To weigh so many ways on from a state takes as much time."""
_EXPLOSIONS = pytest.mark.parametrize(
    "record", explosion_records(), ids=lambda record: record["fen"][:12]
)
_LITTLE = 30
"""Work that is soon done."""
SETTINGS = TrackerSettings()
QUEEN = PieceType.QUEEN


def scene_of(story: str, effort: Effort) -> Scene:
    """What a story looks like at the start of a game, for as much work as that."""
    evidence = evidence_of(story, contents_of(Position.start()))
    return Scene(evidence.seen, evidence.changes, Habits(SETTINGS), SETTINGS, memory=Memory(effort))


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Explainer]:
    """The searches that were begun."""
    begun: list[Explainer] = []

    class Noted(Explainer):
        """A search that is noted."""

        def __init__(self, *told: object, **more: object) -> None:
            super().__init__(*told, **more)  # type: ignore[arg-type]
            begun.append(self)

    monkeypatch.setattr(scenes, "Explainer", Noted)
    return begun


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How much of the work that was allowed was left whenever more was allowed."""
    at_the_end: list[float] = []

    def noting(allow: Callable[[Effort], None]) -> Callable[[Effort], None]:
        def noted(effort: Effort) -> None:
            at_the_end.append(effort.left)
            allow(effort)

        return noted

    monkeypatch.setattr(Effort, "renew", noting(Effort.renew))
    monkeypatch.setattr(Effort, "begin_again", noting(Effort.begin_again))
    return at_the_end


def play_silently(board: Board, seed: int, turns: int, gap: float) -> str:
    """Play random turns without the touches of the convention; the position they lead to."""
    position = board.tracker.position
    rng = Random(seed)
    for _ in range(turns):
        turn = [] if position.promoting is not None else random_turn(rng, position)
        if not turn:
            break
        after = turn[-1][1]
        for change in changes_of(position, [action for action, _ in turn]):
            if not is_touched(change, position, after):
                do(board, change)
        board.rest(gap)
        position = after
    return format_fen(position)


@_EXPLOSIONS
def test_no_answer_takes_more_work_than_is_allowed(
    record: ExplosionRecord, left: list[float]
) -> None:
    for seed, most in enumerate((60, 600)):
        board = Board(record["fen"], settings=TrackerSettings(most_work=most))
        play_silently(board, seed, turns=4, gap=0.4)
        board.rest(10.0)
        assert min(left) >= -_OVERRUN


def test_where_many_stories_wait_the_likeliest_is_not_left_for_later() -> None:
    # Those that account for most come next, and take all the work that may be done.
    scene = scene_of("e2. e2w d7. d7b g1. f3w", Effort(_LITTLE))
    root = Line.at(Position.start(), 4)
    waiting = [replace(Line.at(Position.start(), 5), doubt=3.0 + i) for i in range(20)]
    pool = extend([*waiting, root], scene, at_rest=True, latest_first=True)
    assert pool.is_cut
    assert pool.candidates[0].line.parent is root


def test_nor_is_the_likeliest_one_after_each_number_of_turns() -> None:
    # The likeliest of all leads to nothing that is seen.
    scene = scene_of("e2. e2w d7. d7b g1. f3w", Effort(_LITTLE))
    first = Line.at(play_all(Position.start(), parse_actions("Le2 Pe4")), 0)
    later = replace(Line.at(Position.start(), 4, depth=1), doubt=1.0)
    waiting = [replace(Line.at(Position.start(), 5, depth=2), doubt=3.0 + i) for i in range(20)]
    pool = extend([first, *waiting, later], scene, at_rest=True, latest_first=True)
    assert pool.is_cut
    assert pool.candidates[0].line.parent is later


@_EXPLOSIONS
def test_all_that_takes_time_counts_as_work(
    record: ExplosionRecord, left: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: Counter[int] = Counter()
    """Work done in answer to each change or rest."""
    for (searcher, name), work in _WORK_OF_PARTS.items():
        noting = _noting(getattr(searcher, name), done, work, left)
        monkeypatch.setattr(searcher, name, noting)
    _note_ways(done, left, monkeypatch)
    for seed in range(3):
        board = Board(record["fen"], settings=TrackerSettings(most_work=200))
        play_silently(board, seed, turns=4, gap=0.4)
        board.rest(10.0)
    assert max(done.values()) <= 200 + _OVERRUN


def _noting(
    part: Callable[..., object], done: Counter[int], work: int, left: list[float]
) -> Callable[..., object]:
    """The part of a search, which notes the work that it does at which moment."""

    def noting(*told: object) -> object:
        done[len(left)] += work
        return part(*told)

    return noting


def _note_ways(done: Counter[int], left: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Note the work of weighing the ways on from each state that is looked at."""
    weighed: list[Entry] = []
    expand, push_entry = Explainer._expand, Explainer._push_entry

    def noting_each(search: Explainer, branch: Branch, entry: Entry, join: Join) -> None:
        weighed.append(entry)
        push_entry(search, branch, entry, join)

    def noting(search: Explainer, branch: Branch) -> None:
        weighed.clear()
        expand(search, branch)
        done[len(left)] += len(weighed) // _WAYS_PER_WORK

    monkeypatch.setattr(Explainer, "_push_entry", noting_each)
    monkeypatch.setattr(Explainer, "_expand", noting)


@_EXPLOSIONS
def test_what_there_was_no_time_for_is_no_ground_to_record_anything(
    record: ExplosionRecord,
) -> None:
    for seed in range(3):
        hurried = Board(record["fen"], settings=TrackerSettings(most_work=3))
        patient = Board(record["fen"], settings=TrackerSettings(most_work=10**6))
        for board in (hurried, patient):
            play_silently(board, seed, turns=1, gap=10.0)
        assert hurried.recorded in ([], patient.recorded)


def test_what_was_left_for_later_is_found_when_it_is_asked_for_again() -> None:
    effort = Effort(14)
    scene = scene_of("e2. e4w", effort)
    likely = Line.at(Position.start(), 0)
    unlikely = replace(likely, ply=2, doubt=1.0, told=(Choice(0.0, QUEEN),))
    hurried = extend([unlikely, likely], scene, at_rest=True)
    assert hurried.is_cut
    assert hurried.unfinished == (unlikely,)
    assert not hurried.is_complete(SETTINGS.margin)
    effort.renew()
    assert not extend([unlikely, likely], scene, at_rest=True).is_cut


def test_a_search_that_was_cut_goes_on_where_it_stopped(searches: list[Explainer]) -> None:
    # A chain of three steps by the convention, between unions that many others would enter.
    position = parse_fen("4k3/1y1nD3/3cE3/4iF2/2d1v1dP/c1Np2Ce/3K4/h7 b 16 - - -")
    evidence = evidence_of("d7. e5. e5u e4. e4u b7. b7u d6b", contents_of(position))
    effort, line = Effort(_LITTLE), Line.at(position, 0)
    scene = Scene(
        evidence.seen, evidence.changes, Habits(SETTINGS), SETTINGS, memory=Memory(effort)
    )
    whole = replace(scene, memory=Memory()).explain(line, scene.evidence(line))
    explained = scene.explain(line, scene.evidence(line))
    moments = 1
    while moments < 100 and not scene.is_worked_out:
        effort.begin_again()
        moments += 1
        explained = scene.explain(line, scene.evidence(line))
    assert explained == whole
    assert 2 < moments < 100
    assert len(searches) == 2


def test_what_was_worked_out_whole_is_worked_out_only_once() -> None:
    effort = Effort(10_000.0)
    scene, line = scene_of("e2. d7. e4w d5b", effort), Line.at(Position.start(), 0)
    first = overlapping_turns(line, scene)
    left = effort.left
    assert first.turns
    assert overlapping_turns(line, scene) is first
    assert effort.left == left < 10_000.0


def test_what_there_was_no_time_for_is_worked_out_again() -> None:
    effort = Effort(10)
    scene, line = scene_of("e2. d7. e4w d5b", effort), Line.at(Position.start(), 0)
    whole = overlapping_turns(line, replace(scene, memory=Memory()))
    found = overlapping_turns(line, scene)
    assert not found.turns
    for _ in range(10):
        effort.begin_again()
        found = overlapping_turns(line, scene)
    assert scene.is_worked_out
    assert [turn.position for turn in found.turns] == [turn.position for turn in whole.turns]
    assert found.turns


def test_what_was_worked_out_is_forgotten_once_players_are_seen_to_handle_pieces_otherwise() -> (
    None
):
    scene, line = scene_of("e2. d7. e4w d5b", Effort()), Line.at(Position.start(), 0)
    first = overlapping_turns(line, scene)
    turn = first.turns[0].explanation
    assert turn is not None
    scene.habits.note(Color.WHITE, replace(turn, silent=1))
    assert overlapping_turns(line, scene) is not first


def test_nothing_is_worked_out_twice_while_the_board_stands_still(
    searches: list[Explainer],
) -> None:
    board = Board(START)
    board.move("e2", "e4").rest()
    board.move("e7", "e5").rest()
    board.move("g1", "g4").rest(1.3)
    assert searches
    searches.clear()
    board.rest(10.0)
    assert not searches


def test_where_a_turn_may_have_ended_unseen_is_sought_for_all_squares_at_once(
    searches: list[Explainer],
) -> None:
    board = Board(START)
    board.lift("g1").rest(0.5)
    assert len(searches) <= 1
    board.rest(10.0)
    assert len(searches) <= 3


def test_effort_is_spent_and_renewed() -> None:
    effort = Effort(2)
    seen = [effort.is_spent]
    effort.left -= 2
    seen.append(effort.is_spent)
    effort.renew()
    seen.append(effort.is_spent)
    assert seen == [False, True, False]


def test_moments_that_follow_one_another_share_their_work_until_there_is_something_new() -> None:
    effort = Effort(10, in_all=14)
    effort.left -= 8
    effort.renew()
    assert effort.left == 6
    effort.left -= 7
    effort.renew()
    assert effort.is_spent
    effort.begin_again()
    assert effort.left == 10


def test_work_that_was_not_allowed_is_not_spent() -> None:
    effort = Effort(10, in_all=12)
    effort.limit_to(5)
    effort.left -= 5
    effort.renew()
    assert effort.left == 7


def test_work_that_is_reserved_may_be_done_afterwards() -> None:
    effort = Effort(10)
    with effort.reserving_all_but(4):
        assert effort.left == 4
        effort.left -= 5
        assert effort.is_spent
    assert effort.left == 5


def test_who_looks_twice_at_one_rest_does_not_work_twice_as_much(
    left: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    renewals: list[int] = []
    rested = Follower.rested

    def counting(follower: Follower, t: float, duration: float) -> None:
        before = len(left)
        rested(follower, t, duration)
        renewals.append(len(left) - before)

    monkeypatch.setattr(Follower, "rested", counting)
    board = Board("r3kbnr/pbBqp3/n6p/1a5P/2e2p1c/P1P1PPP1/RaK5/1N1Q2N1 w 7 ah - -")
    board.move("b2", "b3").rest(0.9)
    board.lift("a2").lift("h4", at=board.t + 0.75).drop("b2", "w").drop("h3", "u")
    # The turn before is taken back, and at once it is looked at what it may have been instead.
    assert board.rest(3.0) == ["takeback 1", "ask b2"]
    assert max(renewals) == 1


def test_what_the_last_turn_may_have_been_instead_takes_no_more_than_the_step_of_a_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent: list[float] = []
    rested, step = Follower.rested, 15

    def noting(follower: Follower, t: float, duration: float) -> None:
        rested(follower, t, duration)
        spent.append(follower.scene.memory.effort.spent_now)

    monkeypatch.setattr(Follower, "rested", noting)
    board = Board(START, settings=TrackerSettings(step_of_work=step)).move("e2", "e4")
    board.rest(2.0)
    # Nothing explains it: what follows on e4, and what else that may have been, is sought.
    board.move("a7", "a3").rest(3.0)
    assert board.all_said[-1].startswith("restore")
    assert max(spent) <= step + _OVERRUN


def test_what_is_left_for_later_again_and_again_does_not_grow() -> None:
    position = Position.start()
    scene = scene_of("e2. e4w", Effort(1))
    lines = [Line.at(position, 0, ply=2 * number) for number in range(3 * SETTINGS.most_lines)]
    assert len(extend(lines, scene, at_rest=True).unfinished) <= SETTINGS.most_lines


def test_what_a_faulty_square_would_explain_is_worked_out_once_while_the_board_rests() -> None:
    # Nobody sees the knight come down: it may stand on any dead square, and Black has replied.
    effort = Effort(10_000.0)
    scene = scene_of("b1. e7. e5b", effort)
    root, suspects = Line.at(Position.start(), 0), Suspects(ALL_SQUARES)
    first = with_faults(Pool(()), root, scene, suspects, is_settled=True)
    left = effort.left
    again = with_faults(Pool(()), root, scene, suspects, is_settled=True)
    assert len(again.candidates) == len(first.candidates) > 0
    assert effort.left == left < 10_000.0


def test_what_may_have_been_missed_leaves_nothing_open_that_was_long_played_on_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def little_worse(pool: Pool, step: Line | None = None) -> float:
        return pool.candidates[0].doubt + 1.0 if pool.candidates else 0.0

    monkeypatch.setattr(Pool, "least_missed", little_worse)
    board = Board(START)
    for start, end in (("e2", "e4"), ("e7", "e5"), ("g1", "f3")):
        assert board.move(start, end).rest(5.0) == []
    board.move("b8", "c6").rest(5.0)
    assert board.recorded == ["e2>e4"]
    board.move("f1", "c4").rest(5.0)
    assert board.recorded == ["e2>e4", "e7>e5"]
