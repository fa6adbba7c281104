"""Reading a course from YAML, with one sentence for whatever is not as it must be.

A course has a `title`, what it is `about`, and `exercises`. An exercise:

id, title    its name for good, and its heading
source       the booklets' `section`, the `piece` where they go piece by piece, the page of each
fen, rules   the position; the rules are `manual` unless it says otherwise
opens        the other side's turn with which it begins, in notation
goal         what to do, in a sentence
solved       what counts (`goals.Demand`): `turns` with a list; `union` and `promotes` with a piece
             or `any`; `chain` with a number; `moves` with a square; all others with `true`
show         one way to do it
hints        sentences, the first one helps least
right        what to say then; `wrong`: what to say to certain turns; `otherwise`: to all others
then         further steps, each with the `reply` before it and all from `goal` on
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.notation import is_notation
from board_daemon.rules.pieces import PIECE_BY_NAME, PieceType
from board_daemon.rules.rulesets import MANUAL, ruleset_named
from board_daemon.rules.squares import parse_square
from board_daemon.teach.errors import ExampleError, LessonError
from board_daemon.teach.examples import Booklet, Section, Source
from board_daemon.teach.fields import Fields, read_mapping
from board_daemon.teach.goals import Condition, Demand, Goal
from board_daemon.teach.lessons import Course, Exercise, Step
from board_daemon.teach.lines import Line

_ANY: Final = "any"
_LONGEST_CHAIN: Final = 30


def read_course(name: str, text: str) -> Course:
    """The course of a YAML text; raises `LessonError`, saying in which entry what is wrong."""
    try:
        fields = Fields(read_mapping(text, f"course {name}"), f"course {name}")
        key = f"lesson.course.{name}"
        course = Course(
            id=name,
            title=Line(f"{key}.title", fields.text("title")),
            about=Line(f"{key}.about", fields.text("about")),
            exercises=tuple(map(_exercise, fields.parts("exercises"))),
        )
        fields.refuse_others()
    except ExampleError as error:
        raise LessonError(str(error)) from None
    return course


def read_phrases(text: str) -> Mapping[str, str]:
    """Sentences by their names; raises `LessonError`."""
    try:
        found = read_mapping(text, "phrases")
        fields = Fields(found, "phrases")
        return {name: fields.text(name) for name in found}
    except ExampleError as error:
        raise LessonError(str(error)) from None


def _exercise(fields: Fields) -> Exercise:
    name = fields.word("id")
    key = f"lesson.{name}"
    section, sources = _source(fields)
    rules = ruleset_named(fields.text("rules")) if fields.has("rules") else MANUAL
    fen = fields.text("fen")
    try:
        parse_fen(fen, rules)
    except PacoboardError as error:
        raise LessonError(f"{fields.where}, fen: {error}") from None
    opens = _turn(fields, "opens") if fields.has("opens") else None
    first = _step(fields, key, opens)
    later = fields.parts("then") if fields.has("then") else ()
    title = Line(f"{key}.title", fields.text("title"))
    fields.refuse_others()
    steps = [first]
    for number, part in enumerate(later, start=2):
        steps.append(_step(part, f"{key}.{number}", _turn(part, "reply")))
        part.refuse_others()
    return Exercise(name, title, section, sources, fen, rules, tuple(steps))


def _source(fields: Fields) -> tuple[Section, tuple[Source, ...]]:
    told = Fields(fields.mapping("source"), f"{fields.where}, source")
    text = told.text("section")
    if text not in list(Section):
        raise told.error("section", f"one of {', '.join(Section)}", text)
    if told.has("piece"):
        _piece(told, "piece")
    sources = []
    for booklet in Booklet:
        if told.has(booklet):
            page = told.value(booklet)
            if type(page) is not int or page < 1:
                raise told.error(booklet, "a page number", page)
            sources.append(Source(booklet, page))
    told.refuse_others()
    return Section(text), tuple(sources)


def _step(fields: Fields, key: str, reply: str | None) -> Step:
    hints = fields.texts("hints")
    wrong = fields.mapping("wrong") if fields.has("wrong") else {}
    otherwise = fields.text("otherwise") if fields.has("otherwise") else None
    return Step(
        reply=reply,
        goal=Line(f"{key}.goal", fields.text("goal")),
        solved=_goal(fields),
        show=_turn(fields, "show"),
        hints=tuple(Line(f"{key}.hint.{n}", text) for n, text in enumerate(hints, start=1)),
        right=Line(f"{key}.right", fields.text("right")),
        wrong=_wrong(fields, key, wrong),
        otherwise=None if otherwise is None else Line(f"{key}.otherwise", otherwise),
    )


def _wrong(fields: Fields, key: str, told: Mapping[str, object]) -> dict[str, Line]:
    lines = {}
    for number, (turn, sentence) in enumerate(told.items(), start=1):
        if not is_notation(turn) or not isinstance(sentence, str):
            raise fields.error("wrong", "turns with a sentence each", turn)
        lines[turn] = Line(f"{key}.wrong.{number}", sentence)
    return lines


def _goal(fields: Fields) -> Goal:
    told = Fields(fields.mapping("solved"), f"{fields.where}, solved")
    goal = tuple(_condition(told, demand) for demand in Demand if told.has(demand))
    told.refuse_others()
    if not goal:
        raise told.error("solved", f"some of {', '.join(Demand)}", "none")
    return goal


def _condition(told: Fields, demand: Demand) -> Condition:
    match demand:
        case Demand.TURNS:
            turns = told.texts(demand)
            for turn in turns:
                _check_turn(told, demand, turn)
            return Condition(demand, turns=turns)
        case Demand.UNION | Demand.PROMOTES:
            return Condition(demand, piece=_piece(told, demand))
        case Demand.CHAIN:
            least = told.value(demand)
            if type(least) is not int or not 1 <= least <= _LONGEST_CHAIN:
                raise told.error(demand, f"a number from 1 to {_LONGEST_CHAIN}", least)
            return Condition(demand, least=least)
        case Demand.MOVES:
            return Condition(demand, start=parse_square(told.text(demand)))
        case _:
            if told.value(demand) is not True:
                raise told.error(demand, "true", told.value(demand))
            return Condition(demand)


def _piece(fields: Fields, key: str) -> PieceType | None:
    word = fields.text(key)
    if word == _ANY:
        return None
    if word != word.lower() or word.title() not in PIECE_BY_NAME:
        kinds = ", ".join(name.lower() for name in PIECE_BY_NAME)
        raise fields.error(key, f"{_ANY} or one of {kinds}", word)
    return PIECE_BY_NAME[word.title()]


def _turn(fields: Fields, key: str) -> str:
    text = fields.text(key)
    _check_turn(fields, key, text)
    return text


def _check_turn(fields: Fields, key: str, text: str) -> None:
    if not is_notation(text):
        raise fields.error(key, "a turn such as Ng1>f3, d4xBe5 or 0-0", text)
