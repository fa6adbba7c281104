"""What was worked out while the board looks as it does: nothing is worked out twice."""

from collections.abc import Hashable, Mapping
from typing import Any, Final

from board_daemon.rules.squares import Square
from board_daemon.tracking.explaining.effort import Effort
from board_daemon.tracking.explaining.explain import Explainer
from board_daemon.tracking.explaining.explanation import Explanations
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.seeing.history import Since

# Of so many earlier moments it is known what was worked out: of those asked about last.
_EARLIER_MOMENTS: Final = 48


class Memory:
    """What was worked out since the board last changed.

    It is forgotten as soon as it changes, but for what it has told of earlier moments.
    """

    def __init__(self, effort: Effort | None = None, known: "Memory | None" = None) -> None:
        """`known`: what was worked out until the last change, if that still holds."""
        self.effort = effort or Effort()
        self.last_changes: Mapping[Square, int] | None = None
        self.evidence: dict[Hashable, Evidence] = {}
        self.since: dict[Hashable, Since] = {}
        self.explanations: dict[Hashable, Explanations] = {}
        self.begun: dict[Hashable, Explainer] = {}
        """Searches for them that were cut short, to be gone on with."""
        self.answers: dict[Hashable, Any] = {}
        """Whatever else was asked of this moment, and worked out whole: see `Scene.once`."""
        self._earlier: dict[Hashable, Memory] = {} if known is None else known._earlier

    def of_earlier(self, moment: Hashable) -> "Memory":
        """What was worked out of an earlier moment, for as much work as this one allows."""
        memory = self._earlier.pop(moment, None) or Memory(self.effort)
        self._earlier[moment] = memory
        if len(self._earlier) > _EARLIER_MOMENTS:
            del self._earlier[next(iter(self._earlier))]
        return memory
