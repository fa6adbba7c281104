"""Joins that may have been undone before the turn went on."""

from __future__ import annotations

from board_daemon.rules.squares import square_name
from board_daemon.tracking.explaining.vain_joins import VainJoin, disjoint_joins, vain_joins
from board_daemon.tracking.seeing.contents import Content
from tests.tracking.seeing.test_evidence import evidence_of


def found(story: str) -> list[tuple[str, float, float]]:
    """The joins, each with when the union was set down and when it was taken up again."""
    joins = vain_joins(evidence_of(story))
    return [(square_name(join.square), join.joined, join.left) for join in joins]


def idle(joins: list[VainJoin]) -> int:
    """All their absences."""
    bits = 0
    for join in joins:
        bits |= join.absences
    return bits


def test_a_union_made_and_taken_up_again_was_joined_in_vain() -> None:
    assert found("e4. d5. d5u d5. d5b") == [("d5", 3.0, 4.0)]


def test_where_unions_look_like_anybody_what_was_touched_twice_may_have_been_one() -> None:
    assert found("e4. d5. d51 d5. d51") == [("d5", 3.0, 4.0)]


def test_a_piece_touched_once_was_not_joined_in_vain() -> None:
    assert found("e4. d5. d5u") == []


def test_a_piece_seen_alone_in_between_was_only_touched() -> None:
    assert found("e4. d5. d5b d5. d5b") == []


def test_a_union_that_stood_from_the_first_was_joined_by_nobody() -> None:
    assert found("e4. a4. a4u a4. a4u") == []


def test_a_join_is_made_by_the_other_colour() -> None:
    [join] = vain_joins(evidence_of("e4. d5. d51 d5. d51"))
    assert disjoint_joins([join], join.absences, Content.WHITE) == [join]
    assert disjoint_joins([join], join.absences, Content.BLACK) == []


def test_each_touch_belongs_to_one_join_at_most() -> None:
    joins = vain_joins(evidence_of("e4. d5. d51 d5. d51 d5. d51 d5. d51"))
    assert [join.joined for join in joins] == [3.0, 5.0, 7.0]
    apart = disjoint_joins(joins, idle(joins), Content.WHITE)
    assert [join.joined for join in apart] == [3.0, 7.0]


def test_what_a_step_of_the_turn_accounts_for_was_not_in_vain() -> None:
    [join] = vain_joins(evidence_of("e4. d5. d51 d5. d51"))
    first = join.absences & -join.absences
    assert disjoint_joins([join], join.absences & ~first, Content.WHITE) == []
