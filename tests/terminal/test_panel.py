import io
import re
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console

from board_daemon.languages.language import Language
from board_daemon.languages.speaking import speaking
from board_daemon.rules.ends import Result
from board_daemon.rules.status import Status
from board_daemon.terminal.board import BoardSize
from board_daemon.terminal.panel import Paint, Room, Score, board_panel
from tests.terminal.views import ALL, ENDED, FIX, HAND, QUIET, squares

SCORE = Score(tuple(f"Ne{i}>Pf{i}>g{i}" for i in range(1, 48)))
ROOMS = [(80, 24), (100, 30), (120, 40), (200, 60)]


@pytest.mark.slow
@pytest.mark.parametrize("paint", Paint)
@pytest.mark.parametrize(("width", "height"), ROOMS)
def test_everything_fits_from_80_by_24_on(width: int, height: int, paint: Paint) -> None:
    for view in ALL:
        lines = board_panel(view, 0.4, Room(width, height, paint), SCORE, hint="q quit")
        assert len(lines) <= height
        assert all(line.cell_len <= width for line in lines)
        assert not any(line.plain.endswith("…") for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("paint", [Paint.COLOUR, Paint.MARKS])
@pytest.mark.parametrize(("width", "height"), ROOMS)
def test_everything_fits_in_every_language(
    width: int, height: int, paint: Paint, language: Language
) -> None:
    assert HAND.hand is not None
    unseen = replace(HAND, hand=replace(HAND.hand, unseen=squares("b3 d7")))
    with speaking(language):
        for view in (*ALL, unseen):
            lines = board_panel(view, 0.4, Room(width, height, paint), SCORE, hint="q")
            assert len(lines) <= height
            assert all(line.cell_len <= width for line in lines)
            assert not any(line.plain.endswith("…") for line in lines)
            assert without_spaces(SCORE.headline(view)) in without_spaces(*map(str, lines))


def without_spaces(*texts: str) -> str:
    """Texts one after the other, however they are set out in lines."""
    return "".join("".join(texts).split())


def test_where_words_take_two_lines_the_board_stays_where_it_is() -> None:
    assert HAND.hand is not None
    unseen = replace(HAND, hand=replace(HAND.hand, unseen=squares("b3 d7")))
    room = Room(80, 24, Paint.COLOUR)
    with speaking(Language.DUTCH):
        short, long = (board_panel(view, 0.4, room, SCORE, hint="q") for view in (QUIET, unseen))
    assert len(short) == len(long)
    assert short[-1].plain.strip() == long[-1].plain.strip() == "q"
    assert long[-3].plain.strip() != ""


@pytest.mark.parametrize("paint", Paint)
def test_a_narrow_terminal_still_shows_the_board(paint: Paint) -> None:
    lines = board_panel(HAND, 0.4, Room(56, 24, paint), SCORE)
    assert all(line.cell_len <= 56 for line in lines)
    assert not any("Paco Ŝako" in line.plain for line in lines)


@pytest.mark.parametrize("paint", Paint)
@pytest.mark.parametrize(("width", "height"), [(40, 24), (80, 15), (24, 9), (1, 1)])
def test_a_terminal_too_small_for_the_board_says_so_and_how_things_stand(
    width: int, height: int, paint: Paint
) -> None:
    lines = board_panel(QUIET, 0.4, Room(width, height, paint), SCORE, hint="q quit")
    assert len(lines) <= height
    assert all(line.cell_len <= width for line in lines)
    if width > 1:
        told = " ".join(line.plain for line in lines)
        assert told.startswith("White to move. The board needs a window of ")
        assert told.endswith(f" by 22 characters, this one has {width} by {height}. q quit")


@pytest.mark.parametrize("paint", Paint)
def test_a_window_of_the_size_that_is_asked_for_is_large_enough(paint: Paint) -> None:
    told = " ".join(line.plain for line in board_panel(QUIET, 0.4, Room(30, 10, paint)))
    sizes = re.search(r"a window of (\d+) by (\d+) characters", told)
    assert sizes is not None
    room = Room(int(sizes[1]), int(sizes[2]), paint)
    assert not any("needs" in line.plain for line in board_panel(QUIET, 0.4, room))


def test_the_turns_stand_beside_the_board() -> None:
    lines = board_panel(HAND, 0.4, Room(80, 24, Paint.COLOUR), SCORE)
    assert any("Ne47>Pf47>g47" in line.plain for line in lines)


def test_an_agreed_end_is_told_in_place_of_whose_turn_it_is() -> None:
    agreed = Score(agreed=Result.WHITE_WINS)
    panel = board_panel(QUIET, 0.4, Room(80, 24, Paint.COLOUR), agreed)
    lines = [line.plain.strip() for line in panel]
    assert "Agreed: White wins." in lines
    assert "White to move." not in lines


def test_a_large_terminal_gets_a_large_board() -> None:
    small = board_panel(QUIET, 0.0, Room(80, 24, Paint.COLOUR))
    large = board_panel(QUIET, 0.0, Room(120, 40, Paint.COLOUR))
    assert len(small) == BoardSize.SMALL.value.height + 4
    assert len(large) == BoardSize.LARGE.value.height + 4


def test_one_line_says_how_things_stand_and_one_what_the_lights_mean() -> None:
    lines = [line.plain.strip() for line in board_panel(HAND, 0.4, Room(80, 24, Paint.COLOUR))]
    assert "White has the rook from d3 in hand." in lines
    [legend] = [line for line in lines if "take-over" in line]
    assert all(word in legend for word in ("in hand", "free", "union", "Paco", "castling"))


def test_the_legend_names_only_what_is_lit_now() -> None:
    lines = board_panel(QUIET, 0.0, Room(80, 24, Paint.COLOUR), hint="")
    assert [line.plain.strip() for line in lines[-2:]] == ["", ""]


def test_without_colour_the_legend_explains_the_marks() -> None:
    legend = board_panel(FIX, 0.0, Room(80, 24, Paint.MARKS))[-2].plain.strip()
    assert legend == "x x take away  v v put here"


def test_without_colour_nothing_is_coloured() -> None:
    for view in ALL:
        for line in board_panel(view, 0.4, Room(80, 24, Paint.MARKS), SCORE):
            assert all(str(span.style) in ("", "bold", "dim") for span in line.spans)


def test_ascii_is_enough_where_there_is_nothing_else() -> None:
    for view in ALL:
        for line in board_panel(view, 0.4, Room(80, 24, Paint.ASCII_MARKS), SCORE):
            assert line.plain.isascii()


def test_no_character_takes_more_than_one_cell() -> None:
    for paint in Paint:
        for line in board_panel(HAND, 0.4, Room(120, 40, paint), SCORE):
            assert all(cell_len(character) == 1 for character in line.plain)


@pytest.mark.slow
def test_the_winner_is_named() -> None:
    lines = board_panel(ENDED, 0.0, Room(80, 24, Paint.COLOUR), Score(status=Status.PACO_W))
    assert any("Paco! White wins." in line.plain for line in lines)


def test_breathing_lights_change_from_moment_to_moment() -> None:
    room = Room(80, 24, Paint.COLOUR)
    assert board_panel(HAND, 0.0, room) != board_panel(HAND, 1.0, room)
    assert board_panel(HAND, 0.5, room) == board_panel(HAND, 0.5, room)


@pytest.mark.parametrize(
    ("system", "no_color", "paint"),
    [
        ("truecolor", False, Paint.COLOUR),
        ("256", False, Paint.FEW_COLOURS),
        ("standard", False, Paint.MARKS),
        ("truecolor", True, Paint.MARKS),
        (None, False, Paint.MARKS),
    ],
)
def test_a_console_is_painted_as_far_as_it_can_show(
    system: str | None, no_color: bool, paint: Paint
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    console = Console(
        file=stream,
        color_system=system,  # type: ignore[arg-type]
        force_terminal=True,
        no_color=no_color,
        width=80,
        height=24,
    )
    assert Room.of(console) == Room(80, 24, paint)


def test_a_console_that_knows_only_ascii_gets_ascii() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    console = Console(file=stream, force_terminal=True, color_system="truecolor")
    assert Room.of(console).paint == Paint.ASCII_MARKS
