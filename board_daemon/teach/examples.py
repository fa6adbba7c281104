"""The worked examples of the booklets as positions, read from `examples.yaml`.

The booklets' pictures are lost. Squares that the text names are kept; what had to be added is said
in each example's `completion`. What is known at a moment holds under the rulesets named there.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Final, TypeVar

from board_daemon.rules.errors import FenError, SquareError
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.notation import is_notation
from board_daemon.rules.pieces import PIECE_BY_LETTER, PIECE_BY_NAME, Color, PieceType
from board_daemon.rules.rulesets import RULESETS
from board_daemon.rules.squares import Square, parse_square
from board_daemon.rules.status import Status
from board_daemon.teach.errors import ExampleError
from board_daemon.teach.fields import Fields, read_list

PRESETS: Final = tuple(RULESETS)
"""The rulesets for which an example may hold."""

_EVERY_PRESET: Final = "all"
_NOBODY: Final = "empty"
_NEITHER: Final = "none"
_BOTH: Final = "both"


class Booklet(StrEnum):
    """Where an example comes from."""

    ENGLISH = "english"
    DUTCH = "dutch"


class Section(StrEnum):
    """What an example is about: the booklets' headings."""

    SETTING_UP = "setting-up"
    MOVEMENT = "movement"
    UNION = "union"
    MOVING_A_UNION = "moving-a-union"
    TAKE_OVER = "take-over"
    CHAIN = "chain"
    PAWN_RULE = "pawn-rule"
    SAKO = "sako"
    OUT_OF_SAKO = "out-of-sako"
    PACO = "paco"
    PROMOTION = "promotion"
    CASTLING = "castling"
    EN_PASSANT = "en-passant"


PER_PIECE: Final = frozenset(
    (Section.MOVEMENT, Section.UNION, Section.MOVING_A_UNION, Section.TAKE_OVER, Section.CHAIN)
)
"""The five rules of the game, which the booklets show piece by piece."""


@dataclass(frozen=True, slots=True)
class Source:
    """A page of a booklet."""

    booklet: Booklet
    page: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A turn that is not legal."""

    turn: str
    reason: str
    """In a few words, to follow "because"."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Who stands on a square; nobody where both are None."""

    square: Square
    white: PieceType | None
    black: PieceType | None


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known once some turns have been played from an example's position.

    None stands for what is not said.
    """

    after: tuple[str, ...]
    """The turns, in notation; none: in the position itself."""
    rules: tuple[str, ...]
    """The rulesets under which all this is so."""
    legal: tuple[str, ...]
    illegal: tuple[Refusal, ...]
    stands: tuple[Standing, ...]
    sako: frozenset[Color] | None
    """Who gives Ŝako: could unite with the other king, were he to move."""
    paco: frozenset[Color] | None
    """Who gives Paco in the booklets' sense: Ŝako, and no answer of the other player ends it."""
    status: Status | None


@dataclass(frozen=True, slots=True)
class Example:
    """One worked example."""

    id: str
    title: str
    section: Section
    piece: PieceType | None
    """The piece that one of the five rules is shown for; None in the other sections."""
    sources: tuple[Source, ...]
    sentence: str
    """What it shows."""
    fen: str
    rules: tuple[str, ...]
    """The rulesets under which `play` is legal."""
    play: tuple[str, ...]
    """The turns to be played, in notation, both sides' where it goes on."""
    moments: tuple[Moment, ...]
    completion: str
    """What the booklets' text does not say of the position; empty where it says everything."""


@cache
def booklet_examples() -> tuple[Example, ...]:
    """All examples in the order of the English booklet; raises `ExampleError`."""
    data = resources.files("board_daemon.teach") / "examples.yaml"
    return read_examples(data.read_text(encoding="utf-8"))


def example_named(name: str) -> Example:
    """The example with that id; raises `ExampleError`."""
    for example in booklet_examples():
        if example.id == name:
            return example
    raise ExampleError(f"expected the id of an example such as pawn-union, got {name!r}")


def read_examples(text: str) -> tuple[Example, ...]:
    """The examples of a YAML text; raises `ExampleError`, saying in which entry what is wrong."""
    entries = read_list(text, "examples")
    examples = tuple(_example(entry, number) for number, entry in enumerate(entries, start=1))
    for name, count in Counter(example.id for example in examples).items():
        if count > 1:
            raise ExampleError(f"examples: expected each id once, got {name} {count} times")
    return examples


def _example(entry: object, number: int) -> Example:
    name = entry.get("id") if isinstance(entry, dict) else None
    fields = Fields(entry, f"example {name if isinstance(name, str) else number}")
    rules = _rules(fields)
    section, piece = _subject(fields)
    example = Example(
        id=fields.word("id"),
        title=fields.text("title"),
        section=section,
        piece=piece,
        sources=_sources(fields),
        sentence=fields.text("sentence"),
        fen=_fen(fields),
        rules=rules,
        play=_turns(fields, "play"),
        moments=tuple(_moment(moment, rules) for moment in fields.parts("moments")),
        completion=fields.text("completion", may_be_empty=True),
    )
    fields.refuse_others()
    return example


def _moment(fields: Fields, rules: tuple[str, ...]) -> Moment:
    moment = Moment(
        after=_turns(fields, "after"),
        rules=_rules(fields) if fields.has("rules") else rules,
        legal=_turns(fields, "legal") if fields.has("legal") else (),
        illegal=_refusals(fields),
        stands=_standings(fields),
        sako=_sides(fields, "sako"),
        paco=_sides(fields, "paco"),
        status=_member(fields, "status", Status) if fields.has("status") else None,
    )
    fields.refuse_others()
    return moment


def _subject(fields: Fields) -> tuple[Section, PieceType | None]:
    section = _member(fields, "section", Section)
    if section not in PER_PIECE:
        return section, None
    word = fields.text("piece")
    if word != word.lower() or word.title() not in PIECE_BY_NAME:
        kinds = ", ".join(name.lower() for name in PIECE_BY_NAME)
        raise fields.error("piece", f"one of {kinds}", word)
    return section, PIECE_BY_NAME[word.title()]


_Member = TypeVar("_Member", bound=StrEnum)


def _member(fields: Fields, key: str, words: type[_Member]) -> _Member:
    text = fields.text(key)
    try:
        return words(text)
    except ValueError:
        raise fields.error(key, f"one of {', '.join(words)}", text) from None


def _sources(fields: Fields) -> tuple[Source, ...]:
    sources = []
    for name, page in fields.mapping("sources").items():
        if name not in list(Booklet) or type(page) is not int or page < 1:
            expected = f"a booklet ({', '.join(Booklet)}) with its page number"
            raise fields.error("sources", expected, f"{name}: {page}")
        sources.append(Source(Booklet(name), page))
    if not sources:
        raise fields.error("sources", "at least one booklet", "none")
    return tuple(sources)


def _rules(fields: Fields) -> tuple[str, ...]:
    if fields.value("rules") == _EVERY_PRESET:
        return PRESETS
    names = fields.texts("rules")
    for name in names:
        if name not in PRESETS:
            raise fields.error("rules", f"{_EVERY_PRESET} or some of {', '.join(PRESETS)}", name)
    if not names:
        raise fields.error("rules", "at least one ruleset", "none")
    return names


def _fen(fields: Fields) -> str:
    fen = fields.text("fen")
    try:
        parse_fen(fen)
    except FenError as error:
        raise ExampleError(f"{fields.where}, fen: {error}") from None
    return fen


def _turns(fields: Fields, key: str) -> tuple[str, ...]:
    return tuple(_turn(fields, key, turn) for turn in fields.texts(key))


def _turn(fields: Fields, key: str, text: str) -> str:
    if not is_notation(text):
        raise fields.error(key, "a turn such as Ng1>f3, d4xBe5 or 0-0", text)
    return text


def _refusals(fields: Fields) -> tuple[Refusal, ...]:
    if not fields.has("illegal"):
        return ()
    refusals = []
    for turn, reason in fields.mapping("illegal").items():
        if not isinstance(reason, str) or not reason.strip():
            raise fields.error("illegal", f"the reason why {turn} is not legal", reason)
        refusals.append(Refusal(_turn(fields, "illegal", turn), reason))
    return tuple(refusals)


def _standings(fields: Fields) -> tuple[Standing, ...]:
    if not fields.has("stands"):
        return ()
    return tuple(_standing(fields, name, who) for name, who in fields.mapping("stands").items())


def _standing(fields: Fields, name: str, who: object) -> Standing:
    """White's piece is written upper case, Black's lower case, a union as `Q&q`."""
    try:
        square = parse_square(name)
    except SquareError as error:
        raise ExampleError(f"{fields.where}, stands: {error}") from None
    if who == _NOBODY:
        return Standing(square, None, None)
    letters = who.split("&") if isinstance(who, str) else []
    white = [PIECE_BY_LETTER[letter] for letter in letters if letter in PIECE_BY_LETTER]
    black = [
        PIECE_BY_LETTER[letter.upper()]
        for letter in letters
        if letter.islower() and letter.upper() in PIECE_BY_LETTER
    ]
    if not letters or len(white) > 1 or len(black) > 1 or len(white) + len(black) < len(letters):
        expected = f"Q for White's, q for Black's, Q&q for a union, {_NOBODY} for nobody"
        raise fields.error(f"stands, {name}", expected, who)
    return Standing(square, white[0] if white else None, black[0] if black else None)


_SIDES: Final[Mapping[str, Sequence[Color]]] = {
    "white": (Color.WHITE,),
    "black": (Color.BLACK,),
    _BOTH: (Color.WHITE, Color.BLACK),
    _NEITHER: (),
}


def _sides(fields: Fields, key: str) -> frozenset[Color] | None:
    if not fields.has(key):
        return None
    text = fields.text(key)
    if text not in _SIDES:
        raise fields.error(key, f"one of {', '.join(_SIDES)}", text)
    return frozenset(_SIDES[text])
