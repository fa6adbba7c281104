"""The hints as a JSON value, for whoever follows the game."""

from __future__ import annotations

from board_daemon.game.hints import Actions, Danger, HintsState, Step
from board_daemon.game.snapshot import Json, names_of
from board_daemon.rules.actions import format_action, squares_of
from board_daemon.rules.squares import square_name


def hints_value(state: HintsState) -> Json:
    """The part `hints` of the state."""
    return {
        "level": str(state.level),
        "grades": {square_name(to): str(grade) for to, grade in sorted(state.grades.items())},
        "depth": state.depth,
        "looked": state.looked,
        "spent": state.is_spent,
        "warning": _warning(state.danger),
        "may_ask": state.may_ask,
        "thinking": state.is_thinking,
        "turn": _turn(state.advice),
        "step": _step(state.step),
    }


def _warning(danger: Danger | None) -> Json | None:
    if danger is None:
        return None
    return {"color": danger.warned.letter, "way": names_of(squares_of(danger.way))}


def _turn(advice: Actions | None) -> list[str] | None:
    return None if advice is None else [format_action(action) for action in advice]


def _step(step: Step | None) -> Json | None:
    if step is None:
        return None
    return {
        "what": str(step.kind),
        "square": square_name(step.square) if step.square is not None else None,
        "piece": step.piece.name.lower() if step.piece is not None else None,
    }
