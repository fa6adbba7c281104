"""A game of the archive as text for other programs and for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum

from board_daemon.archive.assembling import ending_of
from board_daemon.archive.errors import ArchiveError
from board_daemon.archive.records import ArchivedGame
from board_daemon.archive.store import Archive
from board_daemon.languages.sentences import said
from board_daemon.rules.actions import action_to_json, parse_action
from board_daemon.rules.ends import GameEnd, Reason, Result
from board_daemon.rules.fen import start_fen
from board_daemon.rules.rulesets import PACOPLAY, ruleset_named
from board_daemon.rules.status import Status


class ExportFormat(StrEnum):
    """What an exported game looks like."""

    FEN = "fen"
    """The position at the start and after each turn, one FEN a line."""

    NOTATION = "notation"
    """A score sheet: who played, the numbered turns, two on a line, and the result."""

    ACTIONS = "actions"
    """JSON in the official site's form; see `actions_of`."""

    TRACE = "trace"
    """The sensor trace kept beside the game, as JSON lines."""


def export_game(archive: Archive, game: int, form: ExportFormat) -> str:
    """Return a game in a form, each line with its line end; raise ArchiveError if there is none."""
    return "".join(f"{line}\n" for line in _lines_of(archive, game, form))


def fens_of(game: ArchivedGame) -> list[str]:
    """The FEN at the start and the one after each turn."""
    return [game.start_fen, *(turn.fen for turn in game.turns)]


def score_of(game: ArchivedGame) -> list[str]:
    """The lines of a score sheet, such as ``12. Ng1>f3  e7>e5``."""
    return [*_heading_of(game), *numbered_turns(game), _ending_of(game)]


def end_in_words(game: ArchivedGame) -> str:
    """How the game ended, a sentence; empty where it goes on or an import gave another reason."""
    end = end_of_game(game)
    return end.in_words(game.white or "White", game.black or "Black") if end is not None else ""


def end_of_game(game: ArchivedGame) -> GameEnd | None:
    """How the game ended; None where it goes on or an import gave another reason."""
    try:
        return GameEnd(Result(game.result or ""), Reason(game.reason or ""))
    except ValueError:
        return None


def actions_of(game: ArchivedGame) -> str:
    """Return all actions as one JSON object, in the form that the official site keeps games in.

    ``{"actions":[{"Lift":12},{"Place":28}],"timestamps":[3.2,3.2]}``: squares count from a1 = 0 to
    h8 = 63, pieces are named as in ``{"Promote":"Queen"}``, and each action has its time stamp at
    the same place of the other list. A time stamp is in seconds on the board's clock, to the
    millisecond; the actions of a turn share the moment when that turn committed, as only then it is
    known what they were.
    What else there is to know has keys of our own, each only where it is not as usual:
    ``"start_fen"``, ``"rules"``, ``"started_at"``, ``"white"``, ``"black"``, and ``"result"`` with
    ``"reason"`` where the last turn does not say it.
    """
    stamped = [(action, turn.t) for turn in game.turns for action in turn.actions]
    value: dict[str, object] = {
        "actions": [action_to_json(parse_action(action)) for action, _ in stamped],
        "timestamps": [round(t, 3) for _, t in stamped],
    }
    return json.dumps(value | _own_keys(game), separators=(",", ":"))


def _own_keys(game: ArchivedGame) -> dict[str, object]:
    usual = start_fen(ruleset_named(game.rules))
    rules = game.rules if game.rules != PACOPLAY.name else None
    told: dict[str, object] = {
        "start_fen": game.start_fen if game.start_fen != usual else None,
        "rules": rules,
        "started_at": game.started_at,
        "white": game.white,
        "black": game.black,
    }
    last = Status(game.turns[-1].status) if game.turns else Status.RUN
    if game.result is not None and (game.result, game.reason) != ending_of(last):
        told |= {"result": game.result, "reason": game.reason}
    return {key: value for key, value in told.items() if value}


def _lines_of(archive: Archive, game: int, form: ExportFormat) -> list[str]:
    match form:
        case ExportFormat.FEN:
            return fens_of(archive.game(game))
        case ExportFormat.NOTATION:
            return score_of(archive.game(game))
        case ExportFormat.ACTIONS:
            return [actions_of(archive.game(game))]
        case ExportFormat.TRACE:
            lines = archive.trace(game)
            if not lines:
                raise ArchiveError(
                    said(
                        "archive.no-trace",
                        "game {game} has no sensor trace: it was imported without one",
                        game=game,
                    )
                )
            return lines


def _heading_of(game: ArchivedGame) -> Iterator[str]:
    if game.started_at:
        yield f"Started: {game.started_at}"
    if game.white or game.black:
        yield f"White: {game.white or '?'}"
        yield f"Black: {game.black or '?'}"
    yield f"Rules: {game.rules}"
    if not is_usual_start(game):
        yield f"Start: {game.start_fen}"
    yield ""


def is_usual_start(game: ArchivedGame) -> bool:
    """Whether the game began with all pieces at home."""
    return game.start_fen == start_fen(ruleset_named(game.rules))


def numbered_turns(game: ArchivedGame) -> Iterator[str]:
    """The turns as a score sheet has them, White's and Black's in a line."""
    texts = [turn.notation for turn in game.turns]
    if game.start_fen.split()[1:2] == ["b"]:
        texts.insert(0, "...")
    width = max(map(len, texts[::2]), default=0)
    digits = len(str((len(texts) + 1) // 2))
    for number, first in enumerate(texts[::2], 1):
        second = texts[2 * number - 1 : 2 * number]
        yield f"{number:>{digits}}. {'  '.join([first.ljust(width), *second])}".rstrip()


def _ending_of(game: ArchivedGame) -> str:
    if game.result is None:
        return "The game goes on."
    return f"Result: {game.result} ({game.reason})" if game.reason else f"Result: {game.result}"
