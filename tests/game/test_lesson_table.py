"""Lessons at a table: the game waits, nothing is archived of a lesson, stars are kept."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.game.clock import TimeControl
from board_daemon.game.errors import GameError
from board_daemon.game.lesson_desk import LessonDesk
from board_daemon.game.lesson_progress import MOST_CHILDREN, LessonProgress
from board_daemon.game.lesson_session import REPLY
from board_daemon.game.puzzle_book import PuzzleBook
from board_daemon.game.setup import GameSetup, Players, game_setup
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position, piece_letters
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.teach.puzzles import Puzzle
from firmware_bridge.virtual_bridge import Deed, HandAct
from tests.game.tables import Sitting, make_table, sitting_at


@dataclass
class School:
    """A table with lessons, whose pieces a child moves."""

    sitting: Sitting
    desk: LessonDesk
    progress: LessonProgress

    async def act(self, deed: Deed, square: str) -> None:
        await self.sitting.bridge.act(HandAct(deed, parse_square(square)))
        await self.rest(2.0)

    async def move(self, start: str, end: str) -> None:
        await self.act(Deed.LIFT, start)
        await self.act(Deed.DROP, end)

    async def unite(self, start: str, end: str) -> None:
        """Join, and lift the two and set them down, which a reed can see."""
        await self.act(Deed.LIFT, start)
        await self.act(Deed.SLIP, end)
        await self.act(Deed.LIFT, end)
        await self.act(Deed.DROP, end)

    async def rest(self, seconds: float) -> None:
        # In small steps, as the moments come.
        for _ in range(round(seconds / 0.25)):
            self.sitting.t = self.sitting.bridge.now() + 0.25
            self.sitting.bridge.skip_to(self.sitting.t)
            await self.sitting.table.look_again()

    @property
    def lesson(self) -> dict[str, object]:
        value = self.sitting.table.state()["lesson"]
        assert isinstance(value, dict)
        return value

    @property
    def stands(self) -> dict[str, str]:
        standing = self.sitting.bridge.standing
        return {square_name(s): "".join(p.kind for p in held) for s, held in standing.items()}


def at_school(
    work: Callable[[School], Awaitable[None]],
    setup: GameSetup | None = None,
    progress: LessonProgress | None = None,
    book: PuzzleBook | None = None,
) -> School:
    sitting = make_table(setup)
    stars = progress or LessonProgress()
    school = School(sitting, LessonDesk(sitting.table, stars, book or PuzzleBook()), stars)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            await work(school)

    asyncio.run(all_of_it())
    return school


@pytest.mark.slow
def test_the_game_waits_and_goes_on_where_it_was() -> None:
    async def work(school: School) -> None:
        await school.move("e2", "e4")
        told = len(school.sitting.notebook.told)
        lines = len(school.sitting.notebook.lines)
        await school.desk.start("rook-unites", "Ada")
        assert school.stands["d4"] == "R"
        await school.unite("d4", "d6")
        assert school.lesson["stage"] == "solved"
        state = school.sitting.table.state()
        assert [turn["notation"] for turn in state["turns"]] == ["Rd4xNd6"]  # type: ignore[attr-defined]
        assert state["game"]["id"] is None  # type: ignore[index]
        assert school.sitting.notebook.told[told:] == []
        assert school.sitting.notebook.lines[lines:] == []
        await school.desk.leave()
        await school.rest(2.0)
        state = school.sitting.table.state()
        assert state["lesson"] is None
        assert [turn["notation"] for turn in state["turns"]] == ["e2>e4"]  # type: ignore[attr-defined]
        assert (school.stands["e4"], state["phase"]) == ("P", "settled")
        await school.move("e7", "e5")
        assert school.sitting.notebook.told.count("turn") == 2

    at_school(work)


@pytest.mark.slow
def test_clocks_stand_while_a_lesson_is_on() -> None:
    setup = game_setup("pacoplay", None, Players("Ada", "Ben"), TimeControl(300, 0))

    async def work(school: School) -> None:
        await school.move("e2", "e4")
        clock = school.sitting.table.game.clock
        assert clock is not None
        await school.desk.start("rook-unites", "Ada")
        before = clock.left(Color.BLACK, school.sitting.bridge.now())
        await school.rest(60.0)
        assert clock.left(Color.BLACK, school.sitting.bridge.now()) == before
        await school.desk.leave()
        await school.rest(30.0)
        assert clock.left(Color.BLACK, school.sitting.bridge.now()) == before
        await school.move("e7", "e5")
        assert clock.running == Color.WHITE

    at_school(work, setup)


def test_a_new_game_ends_the_lesson() -> None:
    async def work(school: School) -> None:
        await school.desk.start("rook-unites", "Ada")
        await school.sitting.table.begin(game_setup("manual"))
        state = school.sitting.table.state()
        assert (state["lesson"], state["game"]["rules"]) == (None, "manual")  # type: ignore[index]

    assert at_school(work).sitting.notebook.told[0] == "begin manual"


@pytest.mark.slow
def test_all_pieces_at_home_end_the_lesson_and_begin_a_game() -> None:
    async def work(school: School) -> None:
        await school.move("e2", "e4")
        await school.desk.start("rook-unites", "Ada")
        await school.rest(2.0)
        school.sitting.bridge.stand(piece_letters(Position.start()))
        await school.rest(3.0)
        state = school.sitting.table.state()
        assert (state["lesson"], state["turns"], state["phase"]) == (None, [], "settled")
        assert school.sitting.notebook.told[-1] == "begin pacoplay"
        await school.move("d2", "d4")
        assert school.sitting.notebook.told[-1] == "turn"

    at_school(work)


@pytest.mark.slow
def test_what_is_said_of_a_game_is_refused_in_a_lesson() -> None:
    async def work(school: School) -> None:
        await school.move("e2", "e4")
        await school.desk.start("rook-unites", "Ada")
        for command in (
            lambda session, t: session.resign(Color.WHITE, t),
            lambda session, t: session.offer_draw(Color.WHITE, t),
            lambda session, t: session.go_on(t),
        ):
            with pytest.raises(GameError, match="a lesson"):
                await school.sitting.table.say(command)
        await school.sitting.table.name(Players("Ada", "Ben"))
        await school.desk.leave()
        assert school.sitting.table.session.players == Players("Ada", "Ben")

    at_school(work)


def test_what_needs_a_lesson_says_so() -> None:
    async def work(school: School) -> None:
        for wish in (school.desk.hint, school.desk.show, school.desk.again, school.desk.next):
            with pytest.raises(GameError, match="expected a lesson on the board"):
                await wish()
        with pytest.raises(GameError, match="expected a lesson on the board"):
            await school.desk.leave()
        with pytest.raises(GameError, match="id of an exercise"):
            await school.desk.start("horses", "")

    at_school(work)


@pytest.mark.slow
def test_the_other_side_moves_by_itself_on_a_virtual_board() -> None:
    async def work(school: School) -> None:
        await school.desk.start("paco-in-two", "")
        await school.move("d3", "d8")
        await school.rest(REPLY)
        assert (school.lesson["stage"], school.lesson["step"]) == ("playing", 2)
        assert school.stands["h6"] == "P"
        await school.unite("d8", "g8")
        assert school.lesson["stage"] == "solved"

    at_school(work)


@pytest.mark.slow
def test_next_goes_through_a_course_to_its_end() -> None:
    async def work(school: School) -> None:
        await school.desk.start("en-passant-white", "Ada")
        await school.desk.next()
        await school.desk.next()
        assert (school.lesson["id"], school.lesson["child"]) == ("en-passant-take-over", "Ada")
        with pytest.raises(GameError, match="the last one"):
            await school.desk.next()

    at_school(work)


# --- stars ---


@pytest.mark.slow
def test_each_child_has_stars_of_its_own_and_they_survive_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"

    async def work(school: School) -> None:
        await school.desk.start("rook-unites", "Ada")
        await school.unite("d4", "d6")
        await school.desk.start("rook-unites", "Ben")
        await school.desk.show()
        await school.rest(4.0)
        await school.unite("d4", "d6")

    at_school(work, progress=LessonProgress(path))
    # Nothing was closed in order: it is in the file as soon as it was solved.
    kept = LessonProgress(path)
    assert kept.children == ("Ada", "Ben")
    assert (kept.stars("Ada"), kept.stars("Ben")) == ({"rook-unites": 3}, {"rook-unites": 1})


@pytest.mark.slow
def test_what_is_solved_after_a_new_name_counts_for_that_name_alone() -> None:
    async def work(school: School) -> None:
        await school.desk.start("rook-unites", "Ada")
        school.progress.rename("ada", "Ada B.")
        await school.desk.renamed("ada", "Ada B.")
        await school.desk.renamed("Ben", "Bene")
        assert school.lesson["child"] == "Ada B."
        await school.unite("d4", "d6")

    progress = at_school(work).progress
    assert progress.children == ("Ada B.",)
    assert progress.stars("Ada B.") == {"rook-unites": 3}


def test_the_best_result_stays() -> None:
    progress = LessonProgress()
    for stars in (2, 1, 3, 1):
        progress.solved("Ada", "rook-unites", stars)
    assert progress.stars("Ada") == {"rook-unites": 3}


def test_a_child_can_be_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    progress = LessonProgress(path)
    progress.solved("Ada", "rook-unites", 3)
    progress.forget("Ada")
    progress.keep()
    assert LessonProgress(path).children == ()
    with pytest.raises(GameError, match="nobody of that name"):
        progress.forget("Ada")


def test_there_is_room_for_many_children_but_not_for_any_number() -> None:
    progress = LessonProgress()
    for number in range(MOST_CHILDREN):
        progress.meet(f"child {number}")
    progress.meet("child 0")
    with pytest.raises(GameError, match="at most 100 children"):
        progress.meet("one more")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"children": 3}', "\x00", "[" * 5000])
def test_a_broken_file_is_put_aside_and_nothing_else_breaks(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "lessons.json"
    path.write_text(text)
    with caplog.at_level(logging.WARNING):
        progress = LessonProgress(path)
    assert progress.children == ()
    assert (tmp_path / "lessons.broken").read_text() == text
    progress.solved("Ada", "rook-unites", 2)
    progress.keep()
    assert LessonProgress(path).stars("Ada") == {"rook-unites": 2}


def test_what_cannot_be_so_in_a_file_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    children = {"Ada": {"a": 3, "b": 7, "c": "x"}, "B\u202en": {"a": 1}, "Cem": 5}
    path.write_text(json.dumps({"version": 1, "children": children}))
    progress = LessonProgress(path)
    assert (progress.children, progress.stars("Ada")) == (("Ada", "Cem"), {"a": 3})


def test_what_could_not_be_written_is_written_later(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    progress = LessonProgress(folder / "lessons.json")
    progress.solved("Ada", "rook-unites", 2)
    progress.keep()
    was_kept = progress.is_kept
    folder.mkdir()
    progress.keep()
    assert (was_kept, progress.is_kept) == (False, True)
    assert LessonProgress(folder / "lessons.json").children == ("Ada",)


NAMES = st.sampled_from(["", "Ada", "Ben"])


@pytest.mark.slow
@given(
    st.lists(st.tuples(NAMES, st.sampled_from(["one", "two", "three"]), st.integers(1, 3))),
)
def test_stars_never_get_fewer(solved: list[tuple[str, str, int]]) -> None:
    progress, best = LessonProgress(), dict[tuple[str, str], int]()
    for child, exercise, stars in solved:
        progress.solved(child, exercise, stars)
        best[child, exercise] = max(stars, best.get((child, exercise), 0))
    assert {(c, e): s for c in progress.children for e, s in progress.stars(c).items()} == best


# --- puzzles ---

PUZZLE = Puzzle(7, 12, "3R2k1/5ppp/8/8/8/8/8/6K1 w 0 - - -", "pacoplay", ("Rd8xKg8",), True)


@pytest.mark.slow
def test_a_puzzle_is_an_exercise_of_the_last_course() -> None:
    book = PuzzleBook()
    book.add(7, [PUZZLE])

    async def work(school: School) -> None:
        overview = school.desk.overview("Ada", ["Ada"])
        course = overview["courses"][-1]  # type: ignore[index]
        assert (course["id"], [each["id"] for each in course["exercises"]]) == (
            "games",
            ["game-7-12"],
        )
        await school.desk.start("game-7-12", "Ada")
        await school.unite("d8", "g8")
        assert (school.lesson["stage"], school.lesson["course"]) == ("solved", "games")
        assert school.lesson["next"] is None

    assert at_school(work, book=book).progress.stars("Ada") == {"game-7-12": 3}


@pytest.mark.slow
def test_a_puzzle_that_has_left_the_book_is_played_to_its_end() -> None:
    book = PuzzleBook()
    book.add(7, [PUZZLE])

    async def work(school: School) -> None:
        await school.desk.start("game-7-12", "Ada")
        # Its game is deleted meanwhile.
        assert book.to_search([5]) == [5]
        assert book.puzzles == ()
        await school.unite("d8", "g8")
        assert (school.lesson["stage"], school.lesson["next"]) == ("solved", None)

    assert at_school(work, book=book).progress.stars("Ada") == {"game-7-12": 3}
