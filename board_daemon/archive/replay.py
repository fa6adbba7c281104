"""Reading a game from the official site's JSON: its actions one after the other, with times.

`{"actions":[{"Lift":12},{"Place":28},{"Promote":"Queen"}],"timestamps":[…]}`, or only the list of
actions. What `export.actions_of` adds of its own is read; keys that nobody knows are passed over.
"""

from __future__ import annotations

import json
import math
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, NoReturn

from board_daemon.archive.assembling import Told, archived
from board_daemon.archive.errors import GameTextError
from board_daemon.archive.records import ArchivedGame
from board_daemon.rules.actions import Action, action_from_json
from board_daemon.rules.errors import RulesError
from board_daemon.rules.fen import START_FEN, start_of
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import Ruleset

_KINDS: Final = ("Lift", "Place", "Promote")
_SINCE_1970: Final = 1e9
"""No board has been on for so many seconds: from here on, seconds count from 1970."""
_IN_MILLISECONDS: Final = 1e11
_LAST_SECOND: Final = 2.5e11
"""In the year 9892: what can be written as a time ends soon after."""
_SHOWN: Final = 60
"""So much of a wrong value goes into a message."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game, and how many actions at its end make no whole turn."""

    game: ArchivedGame
    left_over: int


def read_replay(text: str, rules: Ruleset) -> Replay:
    """The game of a JSON text; raises `GameTextError`. `rules`: where it does not say which."""
    value = _parsed(text)
    fields = value if isinstance(value, dict) else {"actions": value}
    listed = fields.get("actions")
    if not isinstance(listed, list):
        raise GameTextError('expected a list of "actions", saw none')
    game = Game(_start(fields, rules))
    stamps, began = _times(fields, listed)
    times = _play(game, [_action(number, each) for number, each in enumerate(listed, 1)], stamps)
    played = sum(len(turn.actions) for turn in game.turns)
    return Replay(archived(game, times, _told(fields, began)), len(listed) - played)


def _parsed(text: str) -> object:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise GameTextError(
            f"line {error.lineno}: expected JSON, but it breaks at column {error.colno} "
            f"({error.msg})"
        ) from None
    except RecursionError:
        raise GameTextError("expected a list of actions, saw JSON nested too deep") from None
    except ValueError:
        raise GameTextError("expected a list of actions, saw a number that is too long") from None


def _refuse_constant(name: str) -> NoReturn:
    raise GameTextError(f"expected a number, saw {name}")


def _start(fields: dict[str, object], rules: Ruleset) -> Position:
    named = _text(fields, "rules")
    fen = _text(fields, "start_fen")
    return start_of(START_FEN if fen is None else fen, rules if named is None else named)


def _text(fields: dict[str, object], key: str) -> str | None:
    """What is written under a key that only our own exports have; null is as good as nothing."""
    value = fields.get(key)
    if value is not None and not isinstance(value, str):
        raise GameTextError(f'expected a text as "{key}", saw {_shown(value)}')
    return value


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _action(number: int, value: object) -> Action:
    """One action; the site may write its time beside it."""
    if isinstance(value, dict):
        value = {key: value[key] for key in _KINDS if key in value} or value
    try:
        return action_from_json(value)
    except RulesError:
        raise GameTextError(
            f'action {number}: expected {{"Lift": 0 to 63}}, {{"Place": 0 to 63}} or '
            f'{{"Promote": "Queen"}}, saw {_shown(value)}'
        ) from None


def _play(game: Game, actions: list[Action], times: list[float]) -> list[float]:
    """Play all actions; the time of each turn is that of its last action."""
    turn_times: list[float] = []
    for number, (action, time) in enumerate(zip(actions, times, strict=True), 1):
        try:
            game.play(action)
        except RulesError as error:
            raise GameTextError(f"action {number}: {error}") from None
        if len(game.turns) > len(turn_times):
            turn_times.append(time)
    return turn_times


def _told(fields: dict[str, object], began: str | None) -> Told:
    result = _text(fields, "result")
    return Told(
        started_at=_text(fields, "started_at") or began,
        white=_text(fields, "white") or "",
        black=_text(fields, "black") or "",
        ending=None if result is None else (result, _text(fields, "reason")),
    )


def _times(fields: dict[str, object], actions: list[object]) -> tuple[list[float], str | None]:
    """When each action was, in seconds, and when the game began where the stamps say it.

    Stamps that count from 1970, in seconds or milliseconds, and written times are made to count
    from the first one on; those of a board's clock stay as they are.
    """
    stamps = fields.get("timestamps")
    if stamps is None:
        stamps = [each.get("timestamp") if isinstance(each, dict) else None for each in actions]
    if not isinstance(stamps, list) or len(stamps) != len(actions):
        raise GameTextError(
            f'expected as many "timestamps" as actions ({len(actions)}), saw {_shown(stamps)}'
        )
    if all(stamp is None for stamp in stamps):
        return [0.0] * len(actions), None
    seconds = [_seconds(number, stamp) for number, stamp in enumerate(stamps, 1)]
    first = seconds[0]
    if first < _SINCE_1970:
        return seconds, None
    began = datetime.fromtimestamp(first, UTC).isoformat(timespec="seconds")
    return [round(each - first, 3) for each in seconds], began


def _seconds(number: int, stamp: object) -> float:
    seconds = math.nan
    if isinstance(stamp, str):
        with suppress(ValueError, OverflowError):
            written = datetime.fromisoformat(stamp)
            zoned = written if written.tzinfo is not None else written.replace(tzinfo=UTC)
            seconds = zoned.timestamp()
    elif isinstance(stamp, int | float) and not isinstance(stamp, bool):
        with suppress(OverflowError):
            seconds = float(stamp)
        if abs(seconds) >= _IN_MILLISECONDS:
            seconds /= 1000
    if not abs(seconds) < _LAST_SECOND:
        raise GameTextError(f"time stamp {number}: expected a time, saw {_shown(stamp)}")
    return seconds
