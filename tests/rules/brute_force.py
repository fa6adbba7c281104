"""Answers found the slow way: by playing every action there is, one after the other.

Nothing here knows of chains, groups or bounds, so it can be held against what does. The duty to
answer Ŝako is found here by itself, too: of all turns, played under rules without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from board_daemon.rules.actions import Lift, Place
from board_daemon.rules.pieces import Color
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import Ruleset
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status


class TooManyStates(Exception):
    """More positions within one turn than the caller wants to look at."""


def turn_ends(position: Position, limit: int = 20_000) -> set[Position]:
    """Every position in which a turn begun in `position` may end; raises `TooManyStates`."""
    rules = position.rules
    ends = played_ends(_under(position, _without_duty(rules)), limit)
    if rules.must_answer_sako and _stands_in_sako(position, limit):
        answers = {end for end in ends if end.phase.is_over or not _can_unite(end, limit)}
        ends = answers or ends
    return {_under(end, rules) for end in ends}


def played_ends(position: Position, limit: int = 20_000) -> set[Position]:
    """Every position in which a turn ends, as `play` and `legal_actions` have it."""
    return {at for at in reachable_within_turn(position, limit) if _has_ended(position, at)}


def live_destinations(position: Position, limit: int = 20_000) -> dict[Square, set[Square]]:
    """For each square the places after its lift from which a legal turn can be completed.

    Squares without any are left out.
    """
    ends = turn_ends(position, limit)
    found = {
        action.square: _live_places(play(position, action), ends, limit)
        for action in legal_actions(position)
        if isinstance(action, Lift)
    }
    return {square: places for square, places in found.items() if places}


def live_places(position: Position, limit: int = 20_000) -> set[Square]:
    """Where the piece in hand may be placed so that the turn can be completed."""
    return _live_places(position, played_ends(position, limit), limit)


def _live_places(position: Position, ends: set[Position], limit: int) -> set[Square]:
    return {
        action.square
        for action in legal_actions(position)
        if isinstance(action, Place)
        and _ends_among(play(position, action), position.to_move, ends, limit)
    }


def _ends_among(position: Position, mover: Color, ends: set[Position], limit: int) -> bool:
    """Whether `mover`'s turn, which stands at `position`, can come to one of these ends."""
    if position.to_move != mover or position.phase.is_over:
        return position in ends
    return not ends.isdisjoint(played_ends(position, limit))


def can_unite_with_king(position: Position, limit: int = 20_000) -> bool:
    """Whether the side to move can win with its next turn."""
    return _can_unite(_under(position, _without_duty(position.rules)), limit)


def _can_unite(position: Position, limit: int) -> bool:
    won = Status.PACO_W if position.to_move == Color.WHITE else Status.PACO_B
    return any(end.phase == won for end in played_ends(position, limit))


def _stands_in_sako(position: Position, limit: int) -> bool:
    others_turn = replace(
        _under(position, _without_duty(position.rules)),
        to_move=position.to_move.other,
        en_passant=None,
        phase=Status.RUN,
        promoting=None,
    )
    return _can_unite(others_turn, limit)


def _without_duty(rules: Ruleset) -> Ruleset:
    return replace(rules, must_answer_sako=False)


def _under(position: Position, rules: Ruleset) -> Position:
    return replace(position, rules=rules)


def reachable_within_turn(position: Position, limit: int) -> Iterator[Position]:
    mover = position.to_move
    frontier, seen = [position], {position}
    while frontier:
        at = frontier.pop()
        yield at
        if at.to_move != mover or at.phase.is_over:
            continue
        for action in legal_actions(at):
            after = play(at, action)
            if after not in seen:
                seen.add(after)
                frontier.append(after)
                if len(seen) > limit:
                    raise TooManyStates


def _has_ended(start: Position, at: Position) -> bool:
    return at.to_move != start.to_move or at.phase.is_over
