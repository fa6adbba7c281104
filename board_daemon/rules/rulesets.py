"""The questions on which the sources of the rules differ, as values (DESIGN, section 5)."""

from dataclasses import dataclass
from typing import Final

from board_daemon.rules.errors import UnknownRuleset


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to play Paco Ŝako."""

    name: str
    """The name in configuration files and trace headers."""

    repetitions_to_draw: int | None
    """A position that stands this often ends the game; None: it may stand as often as it likes.

    Leaflet, point 10: the same position three times is a draw. German short rules, point 5:
    likewise.
    """

    idle_half_moves_to_draw: int | None
    """This many half-moves without a new union or a promotion end the game; None: no limit.

    A rule of the official online game; no booklet has it.
    """


PACOPLAY: Final = Ruleset(name="pacoplay", repetitions_to_draw=3, idle_half_moves_to_draw=100)

RULESETS: Final[dict[str, Ruleset]] = {PACOPLAY.name: PACOPLAY}


def ruleset_named(name: str) -> Ruleset:
    """The ruleset of that name; raises `UnknownRuleset`, naming those there are."""
    try:
        return RULESETS[name]
    except KeyError:
        known = ", ".join(sorted(RULESETS))
        raise UnknownRuleset(f"expected a ruleset ({known}), got {name!r}") from None
