"""What can go wrong with what is taught."""

from board_daemon.rules.errors import PacoboardError


class ExampleError(PacoboardError):
    """The examples' data is not as it must be, or an example that was asked for is not there."""


class LessonError(PacoboardError):
    """A course's data is not as it must be, or an exercise that was asked for is not there."""
