"""`pacoboard rules`: questions to the rules engine, a position a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import typer

from board_daemon.commands import best, rule_examples
from board_daemon.commands.lines import InputError, answer_each_line, examples, write_line
from board_daemon.languages.sentences import said
from board_daemon.rules.actions import Action, format_action, parse_action
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.errors import ActionSyntaxError, IllegalAction
from board_daemon.rules.fen import START_FEN, format_fen, parse_fen, settled, start_of
from board_daemon.rules.game import Game
from board_daemon.rules.paco import BUDGET, paco_in_one, paco_in_two
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, RULESETS, ruleset_named
from board_daemon.rules.sako import sako_way
from board_daemon.rules.squares import SquareSet, bits, square_name
from board_daemon.rules.status import Status
from board_daemon.rules.threats import threats
from board_daemon.rules.turns import perft as count_lines
from board_daemon.rules.turns import successors

HELP: Final = said(
    "console.help.rules",
    "Ask the rules engine.\n\nPositions are union FENs, one a line; blank lines and lines that "
    "begin with # are skipped. Each answer is one line of JSON, written before the next "
    "line is read.",
)
# What people ask the engine and read from it is for programs: its commands speak English.
app = typer.Typer(
    no_args_is_help=True,
    help=HELP,
    epilog=examples(
        "pacoboard rules perft 3",
        'echo "4k3/8/8/8/8/8/4P3/4K3 w 0 - - -" | pacoboard rules successors -',
    ),
)

_Source = Annotated[
    str, typer.Argument(metavar="FILE|-", help="A file of lines, or - for standard input.")
]
_Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="RULESET",
        help=f"The ruleset: {', '.join(RULESETS)}; or one with other answers, such as "
        "manual,must_answer_sako=yes.",
    ),
]
_FEN_FIELDS: Final = 6


@app.command("successors", epilog=examples("pacoboard rules successors positions.txt"))
def successors_command(source: _Source, rules: _Rules = PACOPLAY.name) -> None:
    """List every distinct position that one turn can lead to.

    In: a FEN a line.
    Out: {"fen","count","successors":["FEN|status", ... sorted]}.
    """
    ruleset = ruleset_named(rules)

    def answer(fen: str) -> dict[str, object]:
        position = start_of(fen, ruleset)
        found = sorted(f"{format_fen(after)}|{status}" for after, status in successors(position))
        return {"fen": fen.strip(), "count": len(found), "successors": found}

    answer_each_line(source, answer)


@app.command(
    "destinations",
    epilog=examples(
        "pacoboard rules destinations positions.txt",
        'echo "4k3/8/8/8/8/8/4P3/4K3 w 0 - - -" | pacoboard rules destinations -',
    ),
)
def destinations_command(source: _Source, rules: _Rules = PACOPLAY.name) -> None:
    """List where the piece on each square may go first.

    Only live destinations: the turn can be completed from there. A piece
    in hand is listed under the square it comes from.

    In: a FEN a line.
    Out: {"fen","destinations":{"e2":["e3","e4"], ...}}.
    """
    ruleset = ruleset_named(rules)

    def answer(fen: str) -> dict[str, object]:
        found = _destinations(parse_fen(fen, ruleset))
        named = {square_name(square): _names(targets) for square, targets in found.items()}
        return {"fen": fen.strip(), "destinations": named}

    answer_each_line(source, answer)


@app.command("sako", epilog=examples("pacoboard rules sako positions.txt"))
def sako_command(source: _Source, rules: _Rules = PACOPLAY.name) -> None:
    """Tell who could unite with the other king, were he to move, and how.

    In: a FEN a line.
    Out: {"fen","white_gives_sako","black_gives_sako","white_way","black_way"};
    a way is the actions of the turn, such as ["Lf3","Pe5","Pe8"], or null.
    """
    ruleset = ruleset_named(rules)

    def answer(fen: str) -> dict[str, object]:
        position = start_of(fen, ruleset)
        white, black = (sako_way(position, color) for color in Color)
        return {
            "fen": fen.strip(),
            "white_gives_sako": white is not None,
            "black_gives_sako": black is not None,
            "white_way": _compact(white),
            "black_way": _compact(black),
        }

    answer_each_line(source, answer)


@app.command(
    "threats",
    epilog=examples(
        "pacoboard rules threats positions.txt",
        'echo "4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -" | pacoboard rules threats -',
    ),
)
def threats_command(source: _Source, rules: _Rules = PACOPLAY.name) -> None:
    """List the squares that each side covers, were it to move.

    covered: a lone enemy there could be joined, directly or through a chain;
    joinable: those of them where one stands; enterable: those of unions,
    whether or not the piece freed there could move on.

    In: a FEN a line.
    Out: {"fen","white":{"covered":["e4", ...],"joinable","enterable"},
    "black":{...}}.
    """
    ruleset = ruleset_named(rules)

    def answer(fen: str) -> dict[str, object]:
        position = start_of(fen, ruleset)
        white, black = (_threats(position, color) for color in Color)
        return {"fen": fen.strip(), "white": white, "black": black}

    answer_each_line(source, answer)


@app.command(
    "paco",
    epilog=examples(
        "pacoboard rules paco positions.txt",
        'echo "7k/R7/8/8/8/8/8/1R2K3 w 0 - - -" | pacoboard rules paco -',
    ),
)
def paco_command(
    source: _Source,
    rules: _Rules = PACOPLAY.name,
    budget: Annotated[
        int,
        typer.Option("--budget", metavar="STEPS", min=0, help="How much work a search may do."),
    ] = BUDGET,
) -> None:
    """List the turns that unite with the king now, and those that force it.

    in_one: every turn of the side to move that unites with the king.
    in_two: every turn that does not, but after which it can unite next turn
    whatever is answered; no answer may unite with its own king or end the
    game, and there must be one. Repetitions are not seen.
    Of turns that lead to the same position one is listed, a short one;
    with a piece in hand, the actions that are left of each.
    null: not known, as the search has used up its budget. It is counted in
    work and not in time, so the answer is always the same.

    In: a FEN a line.
    Out: {"fen","in_one":[["Le2","Pe7"], ...],"in_two":[...]}, each turn as
    its actions; either may be null.
    """
    ruleset = ruleset_named(rules)

    def answer(fen: str) -> dict[str, object]:
        position = parse_fen(fen, ruleset)
        return {
            "fen": fen.strip(),
            "in_one": _compact_turns(paco_in_one(position, budget)),
            "in_two": _compact_turns(paco_in_two(position, budget)),
        }

    answer_each_line(source, answer)


@app.command(
    "replay",
    epilog=examples(
        "pacoboard rules replay games.tsv",
        "pacoboard rules replay - < games.tsv",
    ),
)
def replay_command(source: _Source, rules: _Rules = PACOPLAY.name) -> None:
    """Play actions one after the other and tell the state after each.

    In: a FEN, a tab, and actions with spaces between them:
    Le2 lifts, Pe4 places, =Q promotes.
    Out: {"fen","states":["FEN|status" after each action],"error":null};
    an illegal action, or a text that is none, ends its line with
    "error":{"index","action","reason"}, the first action having index 0.
    """
    ruleset = ruleset_named(rules)

    def answer(line: str) -> dict[str, object]:
        fen, tab, actions = line.partition("\t")
        if not tab and len(fen.split()) > _FEN_FIELDS:
            raise InputError("expected a tab between the FEN and the actions, saw none")
        game = Game(parse_fen(fen, ruleset))
        states, error = _replay(game, actions.split())
        return {"fen": fen.strip(), "states": states, "error": error}

    answer_each_line(source, answer)


@app.command(
    "perft",
    epilog=examples(
        "pacoboard rules perft 3",
        'pacoboard rules perft 2 "4k3/8/8/8/8/8/4P3/4K3 w 0 - - -"',
    ),
)
def perft_command(
    depth: Annotated[
        int,
        typer.Argument(metavar="DEPTH", min=0, max=100, help="How many turns deep to count."),
    ],
    fen: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FEN", help="The position to begin with.", show_default="the start of a game"
        ),
    ] = None,
    rules: _Rules = PACOPLAY.name,
) -> None:
    """Count the lines of distinct turns to a depth.

    From the start there are 20, 400, 8902, 197792, 4901417 ...
    """
    # A FEN without quotes comes in six parts.
    position = parse_fen(" ".join(fen) if fen else START_FEN, ruleset_named(rules))
    write_line(str(count_lines(settled(position), depth)))


app.command("best", epilog=best.EXAMPLES)(best.best_command)
app.command("examples", epilog=rule_examples.EXAMPLES)(rule_examples.examples_command)


def _destinations(position: Position) -> dict[int, SquareSet]:
    if position.phase == Status.PLACE and position.hand is not None:
        return {position.hand.square: live_places_in_hand(position)}
    return live_destinations(settled(position))


def _names(squares: SquareSet) -> list[str]:
    return [square_name(square) for square in bits(squares)]


def _compact(actions: Sequence[Action] | None) -> list[str] | None:
    return None if actions is None else [format_action(action) for action in actions]


def _compact_turns(turns: Sequence[Sequence[Action]] | None) -> list[list[str]] | None:
    if turns is None:
        return None
    return [[format_action(action) for action in turn] for turn in turns]


def _threats(position: Position, color: Color) -> dict[str, list[str]]:
    found = threats(position, color)
    return {
        "covered": _names(found.covered),
        "joinable": _names(found.joinable),
        "enterable": _names(found.enterable),
    }


def _replay(game: Game, texts: Sequence[str]) -> tuple[list[str], dict[str, object] | None]:
    states: list[str] = []
    for index, text in enumerate(texts):
        try:
            status = game.play(parse_action(text))
        except (ActionSyntaxError, IllegalAction) as error:
            return states, {"index": index, "action": text, "reason": str(error)}
        states.append(f"{format_fen(game.position)}|{status}")
    return states, None
