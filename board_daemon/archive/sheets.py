"""Reading a game from lines: a score sheet, or the position at the start and after each turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from board_daemon.archive.assembling import Ending, Told, archived
from board_daemon.archive.errors import GameTextError
from board_daemon.archive.records import ArchivedGame
from board_daemon.languages.sentences import Sentence, Verbatim, said
from board_daemon.rules.errors import RulesError, shown
from board_daemon.rules.fen import START_FEN, parse_fen, start_of
from board_daemon.rules.finding import turn_between
from board_daemon.rules.game import Game
from board_daemon.rules.notation import parse_turn
from board_daemon.rules.rulesets import Ruleset, ruleset_named

_HEADING: Final = re.compile(r"(Started|White|Black|Rules|Start): (.*)")
_NUMBERED: Final = re.compile(r" *([0-9]{1,6})\. +([^ ]+)(?: +([^ ]+))?")
_ENDED: Final = re.compile(r"Result: (.+?)(?: \((.*)\))?")
_GOES_ON: Final = "The game goes on."
_NOBODY: Final = "..."
"""Stands for White's turn where Black began."""
_EXAMPLE: Final = Verbatim("1. e2>e4  e7>e5")

Numbered = tuple[int, str]
"""A line and its number."""


@dataclass(slots=True)
class _Sheet:
    """A score sheet, taken apart."""

    heading: dict[str, Numbered] = field(default_factory=dict)
    turns: list[Numbered] = field(default_factory=list)
    ending: Ending | None = None

    def under(self, key: str) -> str | None:
        """What the heading says under a key."""
        return self.heading[key][1] if key in self.heading else None


def read_score(text: str, rules: Ruleset) -> ArchivedGame:
    """The game of a score sheet; raises `GameTextError`. It knows no times: all are 0."""
    sheet = _taken_apart(text)
    game = _game_of(sheet, rules)
    for number, notation in sheet.turns:
        try:
            game.play_turn(parse_turn(game.position, notation))
        except RulesError as error:
            raise GameTextError(f"line {number}: {error}") from None
    told = Told(
        started_at=sheet.under("Started"),
        white=_named(sheet.under("White")),
        black=_named(sheet.under("Black")),
        ending=sheet.ending,
    )
    return archived(game, [0.0] * len(game.turns), told)


def _game_of(sheet: _Sheet, rules: Ruleset) -> Game:
    number, fen = sheet.heading.get("Start", (0, START_FEN))
    try:
        if "Rules" in sheet.heading:
            number, name = sheet.heading["Rules"]
            rules = ruleset_named(name)
            number, fen = sheet.heading.get("Start", (0, START_FEN))
        return Game(start_of(fen, rules))
    except RulesError as error:
        raise GameTextError(f"line {number}: {error}") from None


def _named(player: str | None) -> str:
    return "" if player in (None, "?") else player


def _taken_apart(text: str) -> _Sheet:
    sheet = _Sheet()
    rows = 0
    for number, line in _lines(text):
        if sheet.ending is not None:
            raise GameTextError(
                said(
                    "archive.sheet-after-result",
                    "line {number}: expected nothing after the result, saw {seen}",
                    number=number,
                    seen=shown(line),
                )
            )
        if heading := _HEADING.fullmatch(line):
            if sheet.turns or heading[1] in sheet.heading:
                raise GameTextError(
                    said(
                        "archive.sheet-heading",
                        "line {number}: expected a turn, saw {heading} again",
                        number=number,
                        heading=heading[1],
                    )
                )
            sheet.heading[heading[1]] = (number, heading[2])
        elif ended := _ENDED.fullmatch(line):
            sheet.ending = (ended[1], ended[2])
        elif line == _GOES_ON:
            sheet.ending = (None, None)
        elif row := _NUMBERED.fullmatch(line):
            rows += 1
            if int(row[1]) != rows:
                raise GameTextError(_out_of_order(number, rows, int(row[1])))
            turns = [turn for turn in row.group(2, 3) if turn is not None]
            if rows == 1 and turns[0] == _NOBODY:
                del turns[0]
            sheet.turns += [(number, turn) for turn in turns]
        else:
            raise GameTextError(
                said(
                    "archive.sheet-line",
                    "line {number}: expected turns such as {example}",
                    number=number,
                    example=_EXAMPLE,
                )
            )
    return sheet


def _out_of_order(number: int, expected: int, seen: int) -> Sentence:
    return said(
        "archive.sheet-number",
        "line {number}: expected turn {expected}, saw turn {seen}",
        number=number,
        expected=expected,
        seen=seen,
    )


def _lines(text: str) -> Iterator[Numbered]:
    """The lines that are not blank, without spaces at the end."""
    for number, line in enumerate(text.split("\n"), 1):
        if stripped := line.rstrip():
            yield number, stripped


def read_fens(text: str, rules: Ruleset) -> ArchivedGame:
    """The game of a list of FENs: the start, then one for each turn; raises `GameTextError`.

    The turns are found by search. Times and players are not known, and of the ways that a chain
    may have gone a short one is taken.
    """
    (number, first), *others = _lines(text)
    try:
        game = Game(start_of(first, rules))
    except RulesError as error:
        raise GameTextError(f"line {number}: {error}") from None
    for number, fen in others:
        try:
            after = parse_fen(fen, rules)
            turn = turn_between(game.position, after)
            if turn is None:
                raise GameTextError(
                    f"line {number}: expected a position one turn after the one before, saw {fen}"
                )
            game.play_turn(turn)
        except RulesError as error:
            raise GameTextError(f"line {number}: {error}") from None
    return archived(game, [0.0] * len(game.turns), Told())
