"""What can be wrong with a question to the opponent, and with the process that answers it."""

from board_daemon.rules.errors import PacoboardError


class OpponentError(PacoboardError):
    """The opponent has no answer; the message says why."""


class NothingToPlay(OpponentError):
    """A turn was asked for where there is none."""


class UnknownLevel(OpponentError):
    """No level has this number."""


class QuestionError(OpponentError):
    """A question that came to the process is not one."""


class OpponentCrashed(OpponentError):
    """The process that searches has ended, or has said nothing that can be understood."""
