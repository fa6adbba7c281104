"""A lesson as it goes: what happens on the board goes in, what the child is told comes out.

A pure core. It has no board and no clock: whoever has them tells it that the pieces stand, which
turns were played, and what was asked for; `stage` says what the board is to do next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Final

from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.teach.goals import shortfall, way_of
from board_daemon.teach.lessons import Exercise, Step, phrase
from board_daemon.teach.lines import Line
from board_daemon.teach.playing import played

MOST_STARS: Final = 3


class Stage(StrEnum):
    """What the lesson waits for."""

    SETTING_UP = "setting-up"
    """The position to stand on the board."""
    WATCHING = "watching"
    """The other side's turn, which the lights show."""
    PLAYING = "playing"
    """The child's turn."""
    PUTTING_BACK = "putting-back"
    """The pieces to stand again as before a wrong turn."""
    SHOWING = "showing"
    """Nothing: the lights show a way, step after step."""
    SOLVED = "solved"
    """What the child wants next."""


class Help(IntEnum):
    """How much help it took, the most there was."""

    NONE = 0
    WORDS = 1
    LIGHTS = 2
    SHOWN = 3


STARS: Final = {Help.NONE: 3, Help.WORDS: 3, Help.LIGHTS: 2, Help.SHOWN: 1}
"""What an exercise is worth once it is solved; wrong turns cost nothing."""


@dataclass(frozen=True, slots=True)
class LessonState:
    """Where one exercise stands."""

    exercise: Exercise
    stage: Stage = Stage.SETTING_UP
    step: int = 0
    """Which of the exercise's steps is to be done; the last one once all are."""
    agreed: tuple[PlayedTurn, ...] = ()
    """The turns that stand: the child's right ones, and the other side's."""
    said: Line | None = None
    """What was said last."""
    hints: int = 0
    """How many hints were given in this step: first words, then lights."""
    help: Help = Help.NONE
    wrong: int = 0
    """How many wrong turns were played."""
    link: int = 0
    """Which link of the way is shown."""

    @property
    def current(self) -> Step:
        """The step that is to be done."""
        return self.exercise.steps[self.step]

    @property
    def position(self) -> Position:
        """How the board is to stand."""
        return self.agreed[-1].position if self.agreed else self.exercise.start

    @property
    def most_hints(self) -> int:
        """The hints there are in this step: its sentences, then the lights."""
        return len(self.current.hints) + 1

    @property
    def reply(self) -> PlayedTurn | None:
        """The other side's turn, while it is to be played."""
        awaited = self.current.reply if self.owes_reply else None
        return None if awaited is None else played(self.position, awaited)

    @property
    def owes_reply(self) -> bool:
        """Whether the other side's turn before this step is still to be played."""
        replies = sum(step.reply is not None for step in self.exercise.steps[: self.step + 1])
        return self.stage != Stage.SOLVED and len(self.agreed) < replies + self.step

    @property
    def way(self) -> tuple[Square, ...]:
        """The squares of the way that can be shown; none while the other side is to play."""
        if self.owes_reply or self.stage == Stage.SOLVED:
            return ()
        return way_of(played(self.position, self.current.show).actions)

    @property
    def stars(self) -> int:
        """What the exercise is worth, if it is solved with no more help."""
        return STARS[self.help]


def begin(exercise: Exercise) -> LessonState:
    """The exercise before anything stands."""
    return LessonState(exercise, said=phrase("set-up"))


def stands(state: LessonState) -> LessonState:
    """The pieces stand as they are to: set up, or put back."""
    if state.stage == Stage.SETTING_UP:
        return _go_on(state, phrase("reply-first") if state.owes_reply else phrase("stands"))
    if state.stage == Stage.PUTTING_BACK:
        return _go_on(state, state.said)
    return state


def strays(state: LessonState) -> LessonState:
    """More was taken back than the last turn: the pieces are to be put back."""
    if state.stage in (Stage.SETTING_UP, Stage.SOLVED):
        return state
    return replace(state, stage=Stage.PUTTING_BACK, said=phrase("put-back"))


def is_right(state: LessonState, turn: PlayedTurn) -> bool:
    """Whether a turn from how the board stands is what the lesson waits for."""
    if (reply := state.reply) is not None:
        return turn.position == reply.position
    return shortfall(state.current.solved, state.position, turn) is None


def turned(state: LessonState, turn: PlayedTurn) -> LessonState:
    """A turn was played; where nobody is to play, nothing comes of it."""
    if state.stage not in (Stage.WATCHING, Stage.PLAYING, Stage.SHOWING):
        return state
    if state.owes_reply:
        return _replied(state, turn)
    lacking = shortfall(state.current.solved, state.position, turn)
    if lacking is not None:
        said = _said_to(state.current, turn) or phrase(lacking.phrase, lacking.values)
        wrong = state.wrong + 1
        return replace(state, stage=Stage.PUTTING_BACK, said=said, wrong=wrong)
    right = replace(state, agreed=(*state.agreed, turn), said=state.current.right)
    if state.step + 1 == len(state.exercise.steps):
        return replace(right, stage=Stage.SOLVED)
    return _go_on(replace(right, step=state.step + 1, hints=0), right.said)


def hinted(state: LessonState) -> LessonState:
    """The child asks for a hint: the next one, or the last one again."""
    if state.stage != Stage.PLAYING:
        return state
    hints = min(state.hints + 1, state.most_hints)
    words = state.current.hints
    if hints > len(words):
        most = max(state.help, Help.LIGHTS)
        return replace(state, hints=hints, help=most, said=phrase("hint-lights"))
    most = max(state.help, Help.WORDS)
    return replace(state, hints=hints, help=most, said=words[hints - 1])


def shown(state: LessonState) -> LessonState:
    """The child asks to be shown the way: its first link."""
    if state.stage not in (Stage.PLAYING, Stage.SHOWING):
        return state
    return replace(state, stage=Stage.SHOWING, link=0, help=Help.SHOWN, said=phrase("show"))


def shown_on(state: LessonState) -> LessonState:
    """The next link of the way; after the last one it is the child's turn."""
    if state.stage != Stage.SHOWING:
        return state
    if state.link + 2 < len(state.way):
        return replace(state, link=state.link + 1)
    return replace(state, stage=Stage.PLAYING, said=phrase("your-turn"))


def _replied(state: LessonState, turn: PlayedTurn) -> LessonState:
    if not is_right(state, turn):
        return replace(state, stage=Stage.PUTTING_BACK, said=phrase("not-the-reply"))
    # What was said of the other side's turn is over with it.
    said = phrase("stands") if state.said == phrase("reply-first") else state.said
    return _go_on(replace(state, agreed=(*state.agreed, turn)), said)


def _go_on(state: LessonState, said: Line | None) -> LessonState:
    stage = Stage.WATCHING if state.owes_reply else Stage.PLAYING
    return replace(state, stage=stage, said=said)


def _said_to(step: Step, turn: PlayedTurn) -> Line | None:
    return step.wrong.get(turn.notation, step.otherwise)
