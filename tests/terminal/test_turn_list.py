from hypothesis import given
from hypothesis import strategies as st

from board_daemon.rules.pieces import Color
from board_daemon.terminal.turn_list import LEAST_WIDTH, turn_lines

turns_of_all_lengths = st.lists(st.text("abcdefgh12345678>xNRQ=", min_size=4, max_size=60))


def plain(turns: list[str], width: int = 32, first: Color = Color.WHITE) -> list[str]:
    return [line.plain.rstrip() for line in turn_lines(turns, width, 20, first)]


def test_turns_stand_in_pairs_with_their_number() -> None:
    assert plain(["e2>e4", "e7>e5", "d2>d4"]) == ["  1  e2>e4        e7>e5", "  2  d2>d4"]


def test_a_game_that_black_begins_starts_in_blacks_column() -> None:
    assert plain(["e7>e5", "d2>d4"], first=Color.BLACK) == ["  1  …            e7>e5", "  2  d2>d4"]


def test_a_long_chain_gets_a_row_of_its_own() -> None:
    assert plain(["g2>Pf3>Pe4>d6", "e7>e5"]) == ["  1  g2>Pf3>Pe4>d6", "     …            e7>e5"]


def test_the_newest_turn_stands_out() -> None:
    lines = turn_lines(["e2>e4", "e7>e5", "d2>d4"], 32, 20)
    bold = [
        line.plain[span.start : span.end]
        for line in lines
        for span in line.spans
        if span.style == "bold"
    ]
    assert bold == ["d2>d4"]


def test_only_the_newest_turns_are_kept_where_there_is_little_room() -> None:
    lines = turn_lines([f"a{i}>b{i}" for i in range(100)], 32, 5)
    assert len(lines) == 5
    assert "a99>b99" in lines[-1].plain
    assert turn_lines(["e2>e4"], 32, 0) == []


@given(turns_of_all_lengths, st.integers(LEAST_WIDTH, 60), st.sampled_from(Color))
def test_no_row_is_wider_than_its_room(turns: list[str], width: int, first: Color) -> None:
    assert all(line.cell_len <= width for line in turn_lines(turns, width, 20, first))
