"""What is kept of the open lines when somebody lifts a piece just after an arrival."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square, square_set
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.complaints import Complaints
from board_daemon.tracking.hypotheses.extender import Extender
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.moving_on import Lifted
from board_daemon.tracking.record import Record
from tests.tracking.board import START
from tests.tracking.hypotheses.test_promotions import SETTINGS, scene_of

ROOT = Line.at(Position.start(), 0)
BLIND = square_set(parse_square(name) for name in ("e2", "e3", "d2", "d3"))


def waiting(actions: str, doubt: float) -> Line:
    """A line of a first turn that is not recorded yet."""
    position = play_all(ROOT.position, parse_actions(actions))
    return replace(Line.at(position, 0, depth=1), parent=ROOT, doubt=doubt)


def kept(*, is_waiting: bool) -> set[str]:
    """Whose pawns stand where by the lines kept when Black's knight has hardly come to f6.

    White has moved either of two pawns; nobody has seen which, and the second is less likely.
    """
    lines = [waiting("Le2 Pe3", 0.0), waiting("Ld2 Pd3", SETTINGS.margin + 1.5)]
    scene = replace(scene_of(START, "g8. f6b"), blind=BLIND)
    pool = extend(lines, scene, at_rest=False)
    extender = Extender(Record(Position.start()), Health(Position.start(), SETTINGS), Complaints())
    found = extender.hasty(
        pool,
        lines,
        ROOT,
        scene,
        Lifted(parse_square("b1")),
        is_play=True,
        is_waiting=is_waiting,
    )
    replies = [line for line in found if line.depth == lines[0].depth + 1]
    stand = {line.position.occupied for line in replies}
    return {name for name in ("e3", "d3") if any(on >> parse_square(name) & 1 for on in stand)}


def test_of_turns_that_wait_for_later_play_none_is_given_up_for_a_quick_reply() -> None:
    assert kept(is_waiting=True) == {"e3", "d3"}


def test_else_only_what_is_little_less_likely_than_the_likeliest_is_kept() -> None:
    assert kept(is_waiting=False) == {"e3"}
