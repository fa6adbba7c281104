"""Where lessons are begun and left: a table, the courses, the puzzles, and who has solved what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from board_daemon.game.errors import GameError
from board_daemon.game.lesson_progress import LessonProgress
from board_daemon.game.lesson_session import LessonSession
from board_daemon.game.puzzle_book import PuzzleBook
from board_daemon.game.session import Session
from board_daemon.game.snapshot import Json, names_of
from board_daemon.game.table import Table
from board_daemon.game.telling import Work
from board_daemon.rules.fen import format_fen
from board_daemon.rules.position import Position, piece_letters
from board_daemon.teach.errors import LessonError
from board_daemon.teach.lessons import Course, Exercise, courses, exercise_named, phrase
from board_daemon.teach.lines import Line
from board_daemon.teach.puzzles import is_puzzle_id
from board_daemon.teach.runner import MOST_STARS, LessonState, Stage
from board_daemon.tracking.events import Event
from firmware_bridge.frames import SensorFrame
from firmware_bridge.virtual_bridge import Driver, VirtualBridge

GAMES: Final = "games"
"""The name of the course of puzzles from recorded games."""

Wish = Callable[[LessonSession, float], list[Event]]


class LessonDesk:
    """The lessons at one table."""

    def __init__(self, table: Table, progress: LessonProgress, book: PuzzleBook) -> None:
        """A part `lesson` belongs to the table's state from now on."""
        self._table = table
        self._progress = progress
        self._book = book
        self._counted: LessonState | None = None
        """The solved exercise that was noted last."""
        table.lesson_works = self._works
        table.add_part("lesson", self.value)

    # --- what children ask for ---

    async def start(self, name: str, child: str) -> None:
        """Put an exercise on the board; raises `GameError` where there is none of that name."""
        exercise = self._exercise(name)
        self._progress.meet(child)
        self._counted = None
        stand = self._stand if self._own_pieces is not None else None
        await self._table.teach(
            lambda session, t: LessonSession(exercise, session, t, child, stand)
        )

    async def hint(self) -> None:
        """Give a hint."""
        await self._say(LessonSession.hint)

    async def show(self) -> None:
        """Show the way by lights."""
        await self._say(LessonSession.show)

    async def again(self) -> None:
        """Begin the exercise once more."""
        await self._say(LessonSession.again)

    async def next(self) -> None:
        """Go on with the exercise after this one; raises `GameError` where there is none."""
        session = _lesson_in(self._table.session)
        following = self._next(session.lesson.exercise.id, session.child)
        if following is None:
            raise GameError("expected another exercise in this course, this was the last one")
        await self.start(following, session.child)

    async def leave(self) -> None:
        """Go back to the game that waits."""
        await self._table.end_lesson(self._set_out)

    async def renamed(self, old: str, new: str) -> None:
        """Let a lesson go on under the new name of its child, and what has changed be kept."""
        session = self._table.session
        if isinstance(session, LessonSession) and session.child.casefold() == old.casefold():
            session.child = new
        await self._table.look_again()

    async def forget(self, child: str, called: str) -> None:
        """Forget what a child has reached; raises `GameError` where nobody is called so.

        A lesson of this child goes on under the name `called`, "" as a guest's: what is solved in
        it from now on counts anew.
        """
        self._progress.forget(child)
        await self.renamed(child, called)

    def keep(self) -> None:
        """Write down what children have reached; this waits for the disk."""
        self._progress.keep()

    async def _say(self, wish: Wish) -> None:
        def command(session: Session, t: float) -> list[Event]:
            return wish(_lesson_in(session), t)

        await self._table.say(command)

    # --- the pieces ---

    @property
    def _own_pieces(self) -> VirtualBridge | None:
        """The board whose pieces need no hands: a virtual one that nobody tells readings."""
        bridge = self._table.bridge
        if isinstance(bridge, VirtualBridge) and bridge.driver == Driver.PIECES:
            return bridge
        return None

    def _stand(self, position: Position) -> SensorFrame:
        self._set_out(position)
        return self._table.bridge.whole()

    def _set_out(self, position: Position) -> None:
        bridge = self._own_pieces
        if bridge is not None:
            bridge.stand(piece_letters(position))

    # --- exercises ---

    def _exercise(self, name: str) -> Exercise:
        found = self._book.exercise(name)
        if found is not None:
            return found
        try:
            return exercise_named(name)
        except LessonError as error:
            raise GameError(str(error)) from None

    def _next(self, name: str, child: str) -> str | None:
        if is_puzzle_id(name):
            found = [puzzle.id for puzzle in self._book.puzzles]
            # It may have left the book while it is on the board.
            place = found.index(name) if name in found else -1
            solved = self._progress.stars(child)
            after = found[place + 1 :] + found[: max(place, 0)]
            return next((each for each in after if each not in solved), None)
        ids = [exercise.id for exercise in _course_of(name).exercises]
        after = ids[ids.index(name) + 1 :]
        return after[0] if after else None

    # --- what there is to see ---

    def overview(self, child: str, children: Sequence[str]) -> Json:
        """All courses as JSON values, with what a child has reached; `children`: all there are."""
        stars = self._progress.stars(child)
        listed = [
            _course_value(
                course.id,
                course.title,
                course.about,
                [(each.id, each.title) for each in course.exercises],
                stars,
            )
            for course in courses()
        ]
        found = [(puzzle.id, puzzle.title) for puzzle in self._book.puzzles]
        about = phrase("games-about" if found else "games-none")
        listed.append(_course_value(GAMES, phrase("games-title"), about, found, stars))
        return {
            "child": child,
            "children": [*children],
            "most_stars": MOST_STARS,
            "courses": listed,
        }

    def value(self) -> Json | None:
        """The lesson on the board as a JSON value; None: there is none."""
        session = self._table.session
        if not isinstance(session, LessonSession):
            return None
        lesson, exercise = session.lesson, session.lesson.exercise
        is_solved = lesson.stage == Stage.SOLVED
        reply = lesson.reply
        return {
            "id": exercise.id,
            "course": GAMES if exercise.section is None else _course_of(exercise.id).id,
            "child": session.child,
            "title": line_value(exercise.title),
            "goal": line_value(lesson.current.goal),
            "said": line_value(lesson.said) if lesson.said is not None else None,
            "stage": str(lesson.stage),
            "step": lesson.step + 1,
            "steps": len(exercise.steps),
            "hints": lesson.hints,
            "most_hints": lesson.most_hints,
            "wrong": lesson.wrong,
            "stars": lesson.stars if is_solved else None,
            "best_stars": self._progress.stars(session.child).get(exercise.id, 0),
            "show": names_of(lesson.way[lesson.link : lesson.link + 2])
            if lesson.stage == Stage.SHOWING
            else [],
            "reply": reply.notation if reply is not None else None,
            "fen": format_fen(lesson.position),
            "next": self._next(exercise.id, session.child),
            "sources": [{"booklet": str(s.booklet), "page": s.page} for s in exercise.sources],
        }

    def _works(self) -> Sequence[Work]:
        """Note what was solved; what is to be written down then."""
        session = self._table.session
        if isinstance(session, LessonSession):
            lesson = session.lesson
            if lesson.stage == Stage.SOLVED and lesson is not self._counted:
                self._counted = lesson
                self._progress.solved(session.child, lesson.exercise.id, lesson.stars)
        return () if self._progress.is_kept else (self._progress.keep,)


def line_value(line: Line) -> Json:
    """A sentence as a JSON value: its key, in English, and what stands in its braces."""
    return {"key": line.key, "text": line.english, "values": dict(line.values)}


def _course_value(
    name: str,
    title: Line,
    about: Line,
    exercises: Sequence[tuple[str, Line]],
    stars: Mapping[str, int],
) -> Json:
    return {
        "id": name,
        "title": line_value(title),
        "about": line_value(about),
        "exercises": [
            {"id": each, "title": line_value(heading), "stars": stars.get(each, 0)}
            for each, heading in exercises
        ],
    }


def _course_of(name: str) -> Course:
    return next(course for course in courses() if any(each.id == name for each in course.exercises))


def _lesson_in(session: Session) -> LessonSession:
    """The lesson on the board; raises `GameError` where there is none."""
    if not isinstance(session, LessonSession):
        raise GameError("expected a lesson on the board, saw none")
    return session
