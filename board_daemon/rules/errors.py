"""The error tree: every error the daemon raises on purpose derives from `PacoboardError`."""

from typing import Final

_MOST_SHOWN: Final = 60


class PacoboardError(Exception):
    """Something outside the program was not as it must be; the message says what and where."""


class RulesError(PacoboardError, ValueError):
    """A position, an action or a text breaks the rules of the game or of its notation."""


class SquareError(RulesError):
    """A text is not the name of a square."""


class ActionSyntaxError(RulesError):
    """A text or a JSON value is not an action."""


class FenError(RulesError):
    """A text is not a FEN, or the position it names cannot occur."""


class IllegalAction(RulesError):
    """An action is not allowed in the position it was played in."""


class NotationError(RulesError):
    """A text is not the notation of a turn that can be played here."""


class RulesetError(RulesError):
    """A text or a mapping is not a ruleset."""


class UnknownRuleset(RulesetError):
    """No ruleset has this name."""


def shown(value: object) -> str:
    """A value short enough for a message, on one line."""
    if isinstance(value, str):
        return repr(value if len(value) <= _MOST_SHOWN else value[: _MOST_SHOWN - 1] + "…")
    try:
        text = repr(value)
    except ValueError:
        return "a number that is too long"
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"
