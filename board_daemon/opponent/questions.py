"""What the process that searches is asked and what it answers: JSON objects, one a line.

Asked: `{"id":1,"ask":"turn","fen":…,"rules":…,"actions":"Le2","stood":[[fen,count],…],
"seconds":2,"level":10,"seed":7}`, `{"id":2,"ask":"grades",…,"first":0.08}`, `{"stop":1}`.
Answered, better and better: `{"id":1,"turn":"Le2 Pe4","value":12,"depth":3,"work":100}`,
`{"id":2,"grades":{"e2":{"e4":"best"}},"depth":1}`; then `{"id":1,"done":true}`, or
`{"id":1,"error":"a sentence"}`.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from board_daemon.opponent.choosing import choices
from board_daemon.opponent.errors import QuestionError
from board_daemon.opponent.grading import Grade, Grading, gradings
from board_daemon.opponent.levels import BEST, level_numbered
from board_daemon.opponent.limits import Clock, IsOver, time_is_up
from board_daemon.opponent.search import Stood
from board_daemon.rules.actions import Action, format_actions, parse_actions
from board_daemon.rules.errors import shown
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import PlayedTurn, Repeated, repetition_key
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.rules.squares import parse_square, square_name

FIRST_SECONDS: Final = 0.08
"""When the first grades must come; what it takes to ask and to answer comes on top."""

Message = dict[str, object]


@dataclass(frozen=True, slots=True)
class Asked:
    """Where the game stands."""

    position: Position
    """Between two turns."""
    actions: tuple[Action, ...] = ()
    """What has been done of the turn since."""
    stood: tuple[Position, ...] = ()
    """The positions of the game so far that may come back, each as often as it has come up."""


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """Which turn a level would play."""

    asked: Asked
    level: int = BEST.number
    seed: int = 0
    seconds: float | None = None
    """None: as long as the level thinks."""


@dataclass(frozen=True, slots=True)
class GradesQuestion:
    """How good every live destination is."""

    asked: Asked
    seconds: float = 10.0
    first: float = FIRST_SECONDS


Question = TurnQuestion | GradesQuestion


@dataclass(frozen=True, slots=True)
class TurnAnswer:
    """The turn a level would play now; a better one may follow."""

    turn: tuple[Action, ...]
    """Of a turn under way, what is left of it."""
    value: int
    """What it is worth to the side that plays it (`evaluation.in_words`)."""
    depth: int
    work: int


def positions_that_count(turns: Sequence[PlayedTurn]) -> tuple[Position, ...]:
    """The positions of a game that may come back: those since the last new union or promotion."""
    found: list[Position] = []
    for turn in reversed(turns):
        found.append(turn.position)
        if turn.position.no_progress == 0 and turn.position.rules.idle_half_moves_to_draw:
            break
    return tuple(found)


def question_to_json(question: Question, number: int) -> Message:
    """The message that asks a question."""
    asked = question.asked
    stood = Counter(format_fen(position) for position in asked.stood)
    message: Message = {
        "id": number,
        "fen": format_fen(asked.position),
        "rules": asked.position.rules.name,
        "actions": format_actions(asked.actions),
        "stood": [[fen, count] for fen, count in stood.items()],
        "seconds": question.seconds,
    }
    if isinstance(question, TurnQuestion):
        return {**message, "ask": "turn", "level": question.level, "seed": question.seed}
    return {**message, "ask": "grades", "first": question.first}


def answers(message: Mapping[str, object], clock: Clock, is_stopped: IsOver) -> Iterator[Message]:
    """The answers to a question, better and better; raises what is wrong with it.

    Raises `QuestionError` for what is no question, `FenError` and others of the rules' errors for
    what it holds, and `NothingToPlay`.
    """
    rules = ruleset_named(_text(message, "rules"))
    position = parse_fen(_text(message, "fen"), rules)
    actions = parse_actions(_text(message, "actions"))
    stood: Counter[Repeated] = Counter()
    for fen, count in _pairs(message, "stood"):
        stood[repetition_key(parse_fen(fen, rules))] += count
    asked = Asked(position, actions)
    if message.get("ask") == "turn":
        yield from _turn_answers(message, asked, stood, clock, is_stopped)
    elif message.get("ask") == "grades":
        yield from _grade_answers(message, asked, stood, clock, is_stopped)
    else:
        raise QuestionError(f"expected turn or grades to be asked for, saw {shown(message)}")


def _turn_answers(
    message: Mapping[str, object], asked: Asked, stood: Stood, clock: Clock, is_stopped: IsOver
) -> Iterator[Message]:
    level = level_numbered(_whole(message, "level"))
    seconds = level.seconds if message.get("seconds") is None else _number(message, "seconds")
    is_over = time_is_up(clock, seconds, is_stopped)
    position = play_all(asked.position, asked.actions)
    random = Random(_whole(message, "seed"))
    for choice in choices(position, level, random, stood=stood, is_over=is_over):
        yield {
            "turn": format_actions(choice.turn),
            "value": choice.value,
            "depth": choice.depth,
            "work": choice.work,
        }


def _grade_answers(
    message: Mapping[str, object], asked: Asked, stood: Stood, clock: Clock, is_stopped: IsOver
) -> Iterator[Message]:
    first = time_is_up(clock, _number(message, "first"), is_stopped)
    is_over = time_is_up(clock, _number(message, "seconds"), is_stopped)
    for grading in gradings(
        asked.position, asked.actions, stood=stood, first=first, is_over=is_over
    ):
        grades = {
            square_name(square): {square_name(to): grade.value for to, grade in found.items()}
            for square, found in grading.grades.items()
        }
        yield {"grades": grades, "depth": grading.depth}


def turn_from_json(message: Mapping[str, object]) -> TurnAnswer:
    """The turn of an answer; raises `QuestionError`."""
    return TurnAnswer(
        parse_actions(_text(message, "turn")),
        _whole(message, "value"),
        _whole(message, "depth"),
        _whole(message, "work"),
    )


def grading_from_json(message: Mapping[str, object]) -> Grading:
    """The grades of an answer; raises `QuestionError`."""
    grades = message.get("grades")
    if not isinstance(grades, dict):
        raise QuestionError(f"expected grades, saw {shown(message)}")
    found = {
        parse_square(square): {parse_square(to): Grade(grade) for to, grade in targets.items()}
        for square, targets in grades.items()
    }
    return Grading(found, _whole(message, "depth"))


def to_line(message: Mapping[str, object]) -> bytes:
    """A message as one line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def from_line(line: bytes) -> Message:
    """The message of a line; raises `QuestionError`."""
    try:
        message = json.loads(line)
    except ValueError:
        message = None
    if not isinstance(message, dict):
        raise QuestionError(f"expected one JSON object, saw {shown(line.decode(errors='replace'))}")
    return message


def _text(message: Mapping[str, object], name: str) -> str:
    value = message.get(name)
    if not isinstance(value, str):
        raise QuestionError(f"{name}: expected a text, saw {shown(value)}")
    return value


def _whole(message: Mapping[str, object], name: str) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise QuestionError(f"{name}: expected a whole number, saw {shown(value)}")
    return value


def _number(message: Mapping[str, object], name: str) -> float:
    value = message.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise QuestionError(f"{name}: expected a number, saw {shown(value)}")
    return float(value)


def _pairs(message: Mapping[str, object], name: str) -> Iterator[tuple[str, int]]:
    value = message.get(name)
    if not isinstance(value, list):
        raise QuestionError(f"{name}: expected a list, saw {shown(value)}")
    for pair in value:
        match pair:
            case [str(fen), int(count)]:
                yield fen, count
            case _:
                raise QuestionError(f"{name}: expected a FEN and a number, saw {shown(pair)}")
