"""The questions on which the sources of the rules differ, as values (DESIGN, section 5).

Presets, and mixtures of them: `mixed_ruleset` makes a ruleset of a mapping such as
`{"base": "manual", "must_answer_sako": True}`, `ruleset_named` of a text such as
`manual,must_answer_sako=yes`. A ruleset's `name` is such a text and names it again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Final

from board_daemon.rules.errors import RulesetError, UnknownRuleset, shown


class TwoSteps(StrEnum):
    """From where a pawn may go two squares."""

    ALWAYS = "always"
    """From its first and its second rank, as often as it stands there."""
    ONCE_A_FILE = "once-a-file"
    """From its first rank always; from its second rank once in each file."""


class FreedEnPassant(StrEnum):
    """From where a piece moves on that a pawn has freed en passant."""

    PASSED_SQUARE = "passed-square"
    """The square passed over, to which its union was drawn back."""
    UNION_SQUARE = "union-square"
    """The square on which its union stood before it was drawn back."""


class Promoter(StrEnum):
    """Who chooses what a pawn becomes that the other player carried home."""

    OWNER = "owner"
    """Its owner, at the start of his turn."""
    MOVER = "mover"
    """The player who moved the union, at the end of his turn; a pawn that joins the king at home is
    then promoted, too."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to play Paco Ŝako.

    Castling, agreement and resignation are the same under every ruleset, so they have no field.
    Defaults are the official online game's rules.
    """

    name: str
    """Its text in configuration files and trace headers; `ruleset_named` finds it again."""

    two_steps: TwoSteps = TwoSteps.ALWAYS
    """From where a pawn may go two squares.

    Both booklets, page 21: a pawn carried back to its first or second rank may again choose between
    one square and two. The leaflet says only that pawns go one or two squares. The vchess page,
    among its rules that are not official: from the initial position once in each file.
    """

    en_passant_from_first_rank: bool = False
    """Whether two steps from the first rank can be answered en passant.

    Dutch booklet, pages 68 to 71: yes, from rank 1 to 3 and from 8 to 6. The English booklet,
    page 68, speaks of starting rows, and of pawns carried home that step two squares again. The
    leaflet, point 9, speaks of the starting position alone and leaves the booklets' answer. The
    official online game does not allow it; vchess does.
    """

    freed_en_passant: FreedEnPassant = FreedEnPassant.PASSED_SQUARE
    """From where a piece moves on that a pawn has freed en passant.

    Dutch booklet, en passant, example 2 (pages 68 to 71): from the square on which its union stood;
    both pawns come to stand on row 3, the knight moves on from H4. The vchess page, special moves:
    from the square passed over, and so does the official online game.
    """

    carried_pawn_promoted_by: Promoter = Promoter.OWNER
    """Who chooses what a pawn becomes that the other player carried home.

    English booklet, page 59: you replace your own pawn, even where the other player has moved it
    there; example 3, page 62. In the official online game that is the owner's first act of his
    turn. The vchess page says that any pawn is promoted, in a union or not; on vchess the mover
    chooses.
    """

    king_unites: bool = False
    """Whether a king may form a union and take one over; with both kings in unions it is a draw.

    Both booklets, page 47: no union, no take-over, no chain with the king. German short rules,
    point 5: no king forms a union of his own accord. The vchess page lets him do all a piece may,
    and draws where a chain begun with the king ends with the other king. A king who stands in a
    union when the turn is over has lost, whoever put him there. The leaflet, point 10, draws where
    the two kings dance with each other, which under its rules they cannot come to do.
    """

    union_move_may_be_undone: bool = True
    """Whether a union that the other player has just moved may be moved straight back.

    The vchess page, among its rules that are not official: no. No other source forbids it.
    """

    must_answer_sako: bool = False
    """Whether a player whose king stands in Ŝako must end that, or win, with his turn.

    Leaflet, point 11. Where no turn does either, the king is in Paco (both booklets, page 48): the
    game goes on with any turn, for only the union itself wins (leaflet, point 12). A player whose
    king does not stand in Ŝako may step into it. The booklets, page 42, and the vchess page leave
    both to the player.
    """

    repetitions_to_draw: int | None = 3
    """A position that stands this often ends the game; None: it may stand as often as it likes.

    Leaflet, point 10: three times. German short rules, point 5: likewise. The booklets and the
    vchess page do not say. As in the official online game, the position that a game starts from
    counts only once a turn has led back to it.
    """

    idle_half_moves_to_draw: int | None = 100
    """This many half-moves without a new union or a promotion end the game; None: no limit.

    A rule of the official online game; no booklet has it.
    """

    all_dancing_is_draw: bool = False
    """Whether the game is a draw once every piece but the kings stands in a union.

    Leaflet, point 10. Not said elsewhere.
    """

    unions_may_be_taken_over: bool = True
    """Whether a lone piece may enter a union and free the own piece in it.

    Everywhere, but for children: both booklets, page 73, propose to drop the chain for them.
    """

    freed_piece_may_take_over: bool = True
    """Whether a piece that was freed may take over another union in its turn: the chain.

    Everywhere, but for children: both booklets, page 73, propose to drop the chain for them. What
    is freed en passant on a square that its union has left, as `FreedEnPassant.UNION_SQUARE` says,
    is not held to it: a position with it in hand does not tell that it was freed.
    """

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def remembers_moves(self) -> bool:
        """Whether positions must hold more than the union FEN can say, as vchess's does."""
        return self.two_steps == TwoSteps.ONCE_A_FILE or not self.union_move_may_be_undone


PACOPLAY: Final = Ruleset(name="pacoplay")
MANUAL: Final = Ruleset(
    name="manual",
    en_passant_from_first_rank=True,
    freed_en_passant=FreedEnPassant.UNION_SQUARE,
    idle_half_moves_to_draw=None,
)
LEAFLET: Final = Ruleset(
    name="leaflet",
    en_passant_from_first_rank=True,
    must_answer_sako=True,
    idle_half_moves_to_draw=None,
    all_dancing_is_draw=True,
)
VCHESS: Final = Ruleset(
    name="vchess",
    two_steps=TwoSteps.ONCE_A_FILE,
    en_passant_from_first_rank=True,
    carried_pawn_promoted_by=Promoter.MOVER,
    king_unites=True,
    union_move_may_be_undone=False,
    idle_half_moves_to_draw=None,
)
CHILDREN: Final = replace(MANUAL, name="children", unions_may_be_taken_over=False)
"""For children, the first step: unions are formed and moved, and nobody is freed."""
CHILDREN_TAKE_OVERS: Final = replace(
    MANUAL,
    name="children-take-overs",
    freed_en_passant=FreedEnPassant.PASSED_SQUARE,
    freed_piece_may_take_over=False,
)
"""The second step: unions are taken over, and what is freed goes to an empty square or unites."""
CHILDREN_CHAINS: Final = replace(MANUAL, name="children-chains")
"""The third step: chains as long as they come, so all the rules of the booklets."""

RULESETS: Final[dict[str, Ruleset]] = {
    rules.name: rules
    for rules in (
        PACOPLAY,
        MANUAL,
        LEAFLET,
        VCHESS,
        CHILDREN,
        CHILDREN_TAKE_OVERS,
        CHILDREN_CHAINS,
    )
}

FIELD_NAMES: Final = tuple(field.name for field in fields(Ruleset) if field.name != "name")
_CHOICES: Final[dict[str, type[StrEnum]]] = {
    "two_steps": TwoSteps,
    "freed_en_passant": FreedEnPassant,
    "carried_pawn_promoted_by": Promoter,
}
# The smallest number that makes sense: at once, or the second time a position stands.
_LEAST: Final = {"repetitions_to_draw": 2, "idle_half_moves_to_draw": 1}
_MOST: Final = 9999
_YES, _NO, _NEVER = "yes", "no", "never"

Value = bool | int | StrEnum | None


def ruleset_named(name: str) -> Ruleset:
    """The ruleset of a text: a preset's name, then perhaps fields, `manual,must_answer_sako=yes`.

    Raises `UnknownRuleset` for an unknown preset and `RulesetError` for a wrong field or value.
    """
    base, *parts = (part.strip() for part in name.split(","))
    found: dict[str, object] = {"base": base}
    for part in parts:
        field, equals, value = (text.strip() for text in part.partition("="))
        if not equals:
            raise RulesetError(
                "expected a ruleset's field and its value, such as must_answer_sako=yes, "
                f"got {shown(part)}"
            )
        if field in found:
            raise RulesetError(f"expected each field of a ruleset once, got {shown(field)} again")
        found[field] = value
    return mixed_ruleset(found)


def mixed_ruleset(mixture: Mapping[str, object]) -> Ruleset:
    """The ruleset of a mapping: the preset under `base` (pacoplay where absent) but for the rest.

    Values are as in a YAML file: true or false, a number, a word, null or `never` for "no limit";
    or as in a text: yes or no. Raises as `ruleset_named` does.
    """
    base = _preset(mixture.get("base", PACOPLAY.name))
    rules = base
    for field, value in mixture.items():
        if field == "base":
            continue
        if field not in FIELD_NAMES:
            known = ", ".join(FIELD_NAMES)
            raise RulesetError(f"expected a field of a ruleset ({known}), got {shown(field)}")
        rules = _with(rules, field, _value(field, value))
    return base if rules == base else replace(rules, name=_name(base, rules))


def _preset(name: object) -> Ruleset:
    found = RULESETS.get(name) if isinstance(name, str) else None
    if found is None:
        known = ", ".join(sorted(RULESETS))
        raise UnknownRuleset(f"expected a ruleset ({known}), got {shown(name)}")
    return found


def _with(rules: Ruleset, field: str, value: Value) -> Ruleset:
    changed: dict[str, object] = {field: value}
    return replace(rules, **changed)  # type: ignore[arg-type]


def _value(field: str, value: object) -> Value:
    if field in _CHOICES:
        return _choice(field, value)
    if field in _LEAST:
        return _limit(field, value)
    if isinstance(value, bool):
        return value
    if value in (_YES, _NO):
        return value == _YES
    raise _refusal(field, "yes or no", value)


def _choice(field: str, value: object) -> StrEnum:
    choices = _CHOICES[field]
    for choice in choices:
        if value == choice.value:
            return choice
    raise _refusal(field, " or ".join(choices), value)


def _limit(field: str, value: object) -> int | None:
    if value is None or value == _NEVER:
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 4:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and _LEAST[field] <= value <= _MOST:
        return value
    raise _refusal(field, f"a number from {_LEAST[field]} to {_MOST}, or never", value)


def _refusal(field: str, expected: str, value: object) -> RulesetError:
    return RulesetError(f"ruleset, {field}: expected {expected}, got {shown(value)}")


def _name(base: Ruleset, rules: Ruleset) -> str:
    parts = [base.name]
    for field in FIELD_NAMES:
        value: Value = getattr(rules, field)
        if value != getattr(base, field):
            parts.append(f"{field}={_text(value)}")
    return ",".join(parts)


def _text(value: Value) -> str:
    if value is None:
        return _NEVER
    if isinstance(value, bool):
        return _YES if value else _NO
    return str(value)
