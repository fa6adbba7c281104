"""`pacoboard games analyse`: what there is to say about each turn of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from board_daemon.archive.records import ArchivedGame
from board_daemon.commands.archives import ArchiveOption, RulesOption, open_archive
from board_daemon.commands.game_words import players_of
from board_daemon.commands.importing import read_games
from board_daemon.commands.lines import (
    InputError,
    examples,
    say,
    source_name,
    write_json,
    write_line,
)
from board_daemon.game.analysis import TurnAnalysis, analyse, longest_chain
from board_daemon.languages.sentences import said, said_count
from board_daemon.languages.speaking import spoken, spoken_apart
from board_daemon.rules.actions import Action, format_action, parse_action
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.notation import format_turn
from board_daemon.rules.pieces import Color
from board_daemon.rules.rulesets import PACOPLAY, ruleset_named
from board_daemon.terminal.words import NO_NAMES

EXAMPLES: Final = examples(
    "pacoboard games analyse 3",
    "pacoboard games analyse --json replay.json",
)

HELP: Final = said(
    "console.help.games.analyse",
    "Analyse a game turn by turn."
    "\n\nChain: how many unions the turn took over.\n"
    "Ŝako: the player could have united with the king next.\n"
    "Missed: a turn that would have united at once, or else one that would\n"
    "have forced it for the next turn; ? where that is not known.\n"
    "Allowed: how the opponent can unite next, if another turn would have\n"
    "prevented it; ? where that is not known."
    "\n\nIn a pipe the columns are separated by tabs; a terminal shows long\n"
    "chains in short.",
)
_COLUMNS: Final = (
    said("console.analyse.turn", "Turn"),
    said("console.analyse.played", "Played"),
    said("console.analyse.chain", "Chain"),
    said("console.analyse.sako", "Ŝako"),
    said("console.analyse.missed", "Missed"),
    said("console.analyse.allowed", "Allowed"),
)
_WIDTH: Final = 18
"""In characters: the columns of turns fit a terminal of 80 then."""
_MOST_DIGITS: Final = 20
_YES: Final = said("role.yes", "yes")
_UNKNOWN: Final = "?"


def analyse_command(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE|-",
            help=said(
                "console.help.games.analyse.game",
                "The game's number in the list, or what pacoboard games import reads.",
            ),
        ),
    ],
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help=said("console.help.games.analyse.json", "All of it as one line of JSON.")
        ),
    ] = False,
    rules: RulesOption = PACOPLAY.name,
    archive: ArchiveOption = None,
) -> None:
    """Analyse a game turn by turn: `HELP` says it to people."""
    analysed = _game(game, rules, archive)
    turns = _analyse(analysed)
    if as_json:
        write_json(_json(analysed, turns))
    elif sys.stdout.isatty():
        _print_table(analysed, turns)
    else:
        # The columns of a pipe say the same in every language: programs read them.
        write_line("\t".join(_COLUMNS))
        for turn in turns:
            write_line("\t".join(_cells(turn)))


def _game(game: str, rules: str, archive: Path | None) -> ArchivedGame:
    if game.isdecimal() and len(game) <= _MOST_DIGITS:
        with open_archive(archive) as opened:
            return opened.game(int(game))
    games, lost = read_games(game, rules)
    if len(games) != 1:
        raise InputError(
            said(
                "console.analyse.one-game",
                "{file}: expected one game, saw {seen}",
                file=source_name(game),
                seen=len(games),
            )
        )
    if lost:
        say(lost)
    return games[0].game


def _analyse(game: ArchivedGame) -> list[TurnAnalysis]:
    start = parse_fen(game.start_fen, ruleset_named(game.rules))
    turns = [tuple(map(parse_action, turn.actions)) for turn in game.turns]
    found = []
    with _progress(len(turns)) as advance:
        for turn in analyse(start, turns):
            found.append(turn)
            advance()
    return found


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar for whoever watches; it is gone in the end."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(spoken(said("console.analyse.working", "analysing")), total=total)
        yield lambda: progress.advance(bar)


# --- as JSON ---


def _json(game: ArchivedGame, turns: Sequence[TurnAnalysis]) -> dict[str, object]:
    longest = longest_chain(turns)
    return {
        "game": game.id or None,
        "white": game.white,
        "black": game.black,
        "rules": game.rules,
        "result": game.result,
        "turns": [_turn_json(turn) for turn in turns],
        "longest_chain": None
        if longest is None
        else {"ply": longest.turn.ply, "take_overs": longest.take_overs},
    }


def _turn_json(each: TurnAnalysis) -> dict[str, object]:
    missed = each.missed
    in_two = missed.in_two is not None if missed.is_settled else None
    return {
        "ply": each.turn.ply,
        "color": each.color.name.lower(),
        "notation": each.turn.notation,
        "actions": _compact(each.turn.actions),
        "take_overs": each.take_overs,
        "gave_sako": each.sako is not None,
        "sako": _compact(each.sako),
        "missed_paco_in_one": missed.in_one is not None,
        "missed_paco_in_two": in_two,
        "missed": _compact(missed.in_one or missed.in_two),
        "allowed_paco": each.allowed,
        "threat": _compact(each.threat),
    }


def _compact(actions: Sequence[Action] | None) -> list[str] | None:
    return None if actions is None else [format_action(action) for action in actions]


# --- as a table ---


def _cells(each: TurnAnalysis) -> tuple[str, ...]:
    return (
        _number(each),
        each.turn.notation,
        str(each.take_overs or ""),
        _YES if each.sako is not None else "",
        _missed(each),
        _allowed(each),
    )


def _number(each: TurnAnalysis) -> str:
    """As on a score sheet; Black's turn of the same number has three dots."""
    black_began = each.color == (Color.WHITE if each.turn.ply % 2 == 0 else Color.BLACK)
    number = (each.turn.ply + 1 + black_began) // 2
    return f"{number}{'.' if each.color == Color.WHITE else '...'}"


def _missed(each: TurnAnalysis) -> str:
    missed = each.missed
    if missed.in_one is not None:
        turn = format_turn(each.before, missed.in_one)
        return said("console.analyse.now", "now {turn}", turn=turn)
    if missed.in_two is not None:
        turn = format_turn(each.before, missed.in_two)
        return said("console.analyse.in-two", "in two {turn}", turn=turn)
    return "" if missed.is_settled else _UNKNOWN


def _allowed(each: TurnAnalysis) -> str:
    if each.threat is None or each.allowed is False:
        return ""
    return _UNKNOWN if each.allowed is None else format_turn(each.turn.position, each.threat)


def _print_table(game: ArchivedGame, turns: Sequence[TurnAnalysis]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    for name in _COLUMNS:
        is_number = name in ("Turn", "Chain")
        # What is broken into lines already must not be broken once more.
        table.add_column(
            spoken_apart(name),
            justify="right" if is_number else "left",
            min_width=_WIDTH if name == "Played" else None,
            no_wrap=is_number or name == "Ŝako",
            overflow="fold",
        )
    for turn in turns:
        number, played, *others = _cells(turn)
        in_short = map(_in_short, map(spoken_apart, others))
        table.add_row(number, _in_lines(played), *in_short)
    console = Console(highlight=False, markup=False)
    heading = said(
        "console.analyse.heading", "{players}, {rules}", players=players_of(game), rules=game.rules
    )
    console.print(spoken(heading))
    console.print(table)
    console.print()
    for line in _summary(turns):
        console.print(spoken(line))


def _in_lines(notation: str) -> str:
    """A turn in lines that fit a narrow terminal, broken where a step of the chain ends."""
    lines = [""]
    for step in notation.replace(">", "> ").split():
        if lines[-1] and len(lines[-1]) + len(step) > _WIDTH:
            lines.append("")
        lines[-1] += step
    return "\n".join(lines)


def _in_short(cell: str) -> str:
    """A long chain by its beginning and its end; all of it is in the JSON and in a pipe."""
    first, *steps = cell.split(">")
    is_long = len(cell) > _WIDTH and len(steps) > 1
    return f"{first}>…>{steps[-1]}" if is_long else cell


def _summary(turns: Sequence[TurnAnalysis]) -> Iterator[str]:
    for color in Color:
        name = NO_NAMES.of(color)
        own = [turn for turn in turns if turn.color == color]
        if not own:
            yield said("console.analyse.no-turn", "{name} played no turn.", name=name)
            continue
        yield said(
            "console.analyse.summary",
            "{name} {sakos} gave Ŝako, {missed} missed a Paco, {allowed} allowed one.",
            name=name,
            sakos=_times(sum(turn.sako is not None for turn in own)),
            missed=_times(sum(bool(turn.missed.in_one or turn.missed.in_two) for turn in own)),
            allowed=_times(sum(turn.allowed is True for turn in own)),
        )
    longest = longest_chain(turns)
    if longest is not None:
        yield said_count(
            "console.analyse.longest",
            longest.take_overs,
            "The longest chain took over {count} union: turn {turn} of {name}.",
            "The longest chain took over {count} unions: turn {turn} of {name}.",
            turn=_number(longest).rstrip("."),
            name=NO_NAMES.of(longest.color),
        )


def _times(count: int) -> str:
    match count:
        case 0:
            return said("console.never", "never")
        case 1:
            return said("console.once", "once")
        case 2:
            return said("console.twice", "twice")
        case _:
            return said_count("console.times", count, "{count} time", "{count} times")
