"""Turns shown join by join, where pieces were slipped in before."""

from __future__ import annotations

from board_daemon.rules.actions import format_action
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.showing import shown_in_full
from board_daemon.tracking.seeing.contents import Content, contents_of
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.settings import TrackerSettings

# From d4 to d7, a queen and two rooks may change places in many ways.
LOOPS = parse_fen("k7/3c4/8/8/Q2c4/8/8/7K w 0 - - -")
SETTINGS = TrackerSettings()


def scene(*acts: str) -> Scene:
    """What was lifted (`-`) and set down (`+`), one act a second."""
    seen, changes = list(contents_of(LOOPS)), []
    for t, act in enumerate(acts):
        square = parse_square(act[1:])
        before = seen[square]
        stood = contents_of(LOOPS)[square]
        content = Content.EMPTY if act[0] == "-" else stood
        if act[0] == "+" and stood == Content.EMPTY:
            content = Content.WHITE
        seen[square] = content
        changes.append(Sighting(float(t), square, content, before))
    return Scene(seen, changes, Habits(SETTINGS), SETTINGS)


def shown(*acts: str) -> str:
    """The likeliest turn of those that were shown."""
    pool = shown_in_full(Line.at(LOOPS, 0), scene(*acts))
    turn = pool.candidates[0].line.explanation if pool.candidates else None
    return "" if turn is None else " ".join(map(format_action, turn.actions))


def test_a_chain_is_read_as_it_was_shown() -> None:
    acts = ("-a4", "-d4", "+d4", "-d7", "+d7", "-d4", "+d4", "-d7", "+d7", "+h7")
    assert shown(*acts) == "La4 Pd4 Pd7 Pd4 Pd7 Ph7"


def test_a_turn_without_a_join_shows_nothing() -> None:
    assert shown("-a4", "+a6") == ""


def test_what_was_slipped_in_was_not_shown() -> None:
    assert shown("-a4", "+g7") == ""


def test_who_touched_much_else_has_shown_nothing() -> None:
    assert shown("-a4", "-h1", "+h1", "-d4", "+d4", "-d7", "+d7", "+h7") == ""
