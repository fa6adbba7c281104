"""Lessons over the API: what there is, and what a child asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from board_daemon.game.learners import Learners
from board_daemon.game.lesson_desk import LessonDesk
from board_daemon.names import LONGEST_NAME, clean_name
from board_daemon.web.access import Level, needs
from board_daemon.web.commands import REFUSALS
from board_daemon.web.schema_play import LineInfo
from board_daemon.web.schema_words import Done, example
from board_daemon.web.wishes import Name, Wish

_DONE: Final = Done()
ExerciseName = Annotated[
    str, Field(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80, examples=["rook-unites"])
]


class StartWish(Wish):
    """An exercise to be put on the board."""

    model_config = example(exercise="rook-unites", child="Ada")

    exercise: ExerciseName = Field(description="Its id.")
    child: Name = Field(default="", description="Who learns; may be empty.")


class ChildWish(Wish):
    """A child."""

    model_config = example(child="Ada")

    child: Name = Field(description="Its name.")


class ExerciseLine(BaseModel):
    """An exercise in the list."""

    id: str = Field(description="Its id.", examples=["rook-unites"])
    title: LineInfo = Field(description="Its heading.")
    stars: int = Field(ge=0, description="What the child has reached; 0: not solved yet.")


class CourseInfo(BaseModel):
    """A course."""

    id: str = Field(description="Its id.", examples=["union"])
    title: LineInfo = Field(description="Its heading.")
    about: LineInfo = Field(description="What it is about.")
    exercises: list[ExerciseLine] = Field(description="From easy to hard.")


class Courses(BaseModel):
    """All courses, and what a child has reached in them."""

    child: str = Field(description="Whose stars these are; empty: who gave no name.")
    children: list[str] = Field(
        description="Everybody who has had lessons, then all other players.", examples=[["Ada"]]
    )
    is_listed: bool | None = Field(
        description="Whether the child is one of them; null: nobody can tell, as the list of "
        "players cannot be read now."
    )
    most_stars: int = Field(description="For one exercise.", examples=[3])
    courses: list[CourseInfo] = Field(description="From easy to hard; puzzles from games last.")


def lessons_router(desk: LessonDesk, learners: Learners, look: Callable[[], None]) -> APIRouter:
    """The routes of the lessons; `look` has new games searched for puzzles."""
    router = APIRouter(prefix="/api/lessons", tags=["lessons"])

    @router.get("", dependencies=[needs(Level.WATCH)])
    async def list_lessons(
        child: Annotated[
            str,
            Query(max_length=LONGEST_NAME, description="Whose stars to tell.", examples=["Ada"]),
        ] = "",
    ) -> Courses:
        """All courses with their exercises, and how far a child has come."""
        look()
        name = clean_name(child)
        known = await run_in_threadpool(learners.known)
        overview = desk.overview(known.called(name), known.names)
        return Courses.model_validate({**overview, "is_listed": known.has(name)})

    router.include_router(_playing_router(desk, learners))
    return router


def _playing_router(desk: LessonDesk, learners: Learners) -> APIRouter:
    router = APIRouter(responses=REFUSALS)
    plays = [needs(Level.PLAY)]

    @router.post("/start", dependencies=plays)
    async def start_lesson(wish: StartWish) -> Done:
        """Put an exercise on the board; a game on it waits, and nothing of it is lost.

        Who learns is in the list of players from then on.
        """
        called = await run_in_threadpool(learners.learner, clean_name(wish.child))
        await desk.start(wish.exercise, called)
        # Only now: who is refused is not in the list either.
        await run_in_threadpool(learners.join, called)
        return _DONE

    @router.post("/hint", dependencies=plays)
    async def give_hint() -> Done:
        """Give a hint: first words, then lights."""
        await desk.hint()
        return _DONE

    @router.post("/show", dependencies=plays)
    async def show_the_way() -> Done:
        """Show by lights how it is done."""
        await desk.show()
        return _DONE

    @router.post("/again", dependencies=plays)
    async def begin_again() -> Done:
        """Begin the exercise once more."""
        await desk.again()
        return _DONE

    @router.post("/next", dependencies=plays)
    async def next_lesson() -> Done:
        """Go on with the next exercise of the course."""
        await desk.next()
        return _DONE

    @router.post("/leave", dependencies=plays)
    async def leave_lesson() -> Done:
        """End the lesson, and go on with the game that waits."""
        await desk.leave()
        return _DONE

    @router.post("/forget", dependencies=[needs(Level.OWNER)])
    async def forget_child(wish: ChildWish) -> Done:
        """Forget a child's stars; whoever is in the list of players stays there.

        A lesson of this child goes on, and what is solved in it from now on counts anew.
        """
        name = clean_name(wish.child)
        # Who is not in the list must not be back by the lesson that is on the board.
        player = await run_in_threadpool(learners.player, name)
        await desk.forget(name, player)
        await run_in_threadpool(desk.keep)
        return _DONE

    return router
