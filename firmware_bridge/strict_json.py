"""Reading one line of JSON that nobody vouches for: bounded, and stricter than Python's reader.

Python's reader takes NaN and Infinity for numbers and lets a key stand twice; ours does neither.
"""

from __future__ import annotations

import json
import math
from typing import Final, NoReturn

from firmware_bridge.errors import JsonLineError

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
JsonObject = dict[str, JsonValue]

MAX_LINE_LENGTH: Final = 65_536
"""In characters. All 64 squares with a list of readings each need a tenth of it."""


def parse_object(text: str) -> JsonObject:
    """Read one JSON object; raise JsonLineError for anything else, however large or deep."""
    if len(text) > MAX_LINE_LENGTH:
        raise JsonLineError(f"expected at most {MAX_LINE_LENGTH} characters, saw a longer line")
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise JsonLineError("expected UTF-8 text, saw bytes that are none")
    try:
        value: JsonValue = json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=_object_of
        )
    except json.JSONDecodeError as error:
        raise JsonLineError(
            f"expected one whole JSON object, but the text breaks at column {error.colno}"
        ) from None
    except RecursionError:
        raise JsonLineError("expected a JSON object, saw one nested too deep") from None
    except ValueError:
        # Python bounds the digits of a number, as reading very many of them takes very long.
        raise JsonLineError("expected a JSON object, saw a number that is far too long") from None
    if not isinstance(value, dict):
        raise JsonLineError(f"expected a JSON object, saw {shown(value)}")
    return value


def dump_object(fields: JsonObject) -> str:
    """Write an object on one line; raise ValueError for NaN and infinities."""
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def finite_number(value: JsonValue) -> float | None:
    """Return a JSON number as a float, or None where it is no number or beyond all measure."""
    # A bool is an int to Python, but `true` is no number in JSON.
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def shown(value: JsonValue) -> str:
    """Return a value as a message can show it: short, on one line, in plain ASCII."""
    match value:
        case list():
            return f"a list of {len(value)}"
        case dict():
            return f"an object of {len(value)}"
        case None:
            return "nothing"
        case _:
            text = json.dumps(value)
            return text if len(text) <= 40 else f"{text[:40]}..."


def _refuse_constant(name: str) -> NoReturn:
    raise JsonLineError(f"expected a number, saw {name}")


def _object_of(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    fields: JsonObject = {}
    for name, value in pairs:
        if name in fields:
            raise JsonLineError(f"expected each key once, saw {shown(name)} twice")
        fields[name] = value
    return fields
