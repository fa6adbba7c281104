"""The error tree: every error the daemon raises on purpose derives from `PacoboardError`."""


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
