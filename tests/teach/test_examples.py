"""Every example of the booklets is played under every ruleset it names that there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import pytest

from board_daemon.rules.attacks import FORWARD
from board_daemon.rules.errors import IllegalAction, NotationError
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.notation import parse_turn
from board_daemon.rules.pieces import PIECE_BY_LETTER, Color, PieceType
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import RULESETS
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.rules.status import Status
from board_daemon.rules.turns import distinct_outcomes, status_of
from board_daemon.teach.errors import ExampleError
from board_daemon.teach.examples import (
    PER_PIECE,
    Booklet,
    Example,
    Moment,
    Section,
    booklet_examples,
    example_named,
)

EXAMPLES = booklet_examples()


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of an example under one ruleset."""

    example: Example
    moment: Moment
    rules: str

    def __str__(self) -> str:
        return f"{self.example.id}-{self.example.moments.index(self.moment)}-{self.rules}"

    def position(self) -> Position:
        return position_after(self.example, self.moment.after, self.rules)


def position_after(example: Example, turns: tuple[str, ...], rules: str) -> Position:
    """The position after turns, each of which must be legal."""
    return game_after(example, turns, rules).position


def game_after(example: Example, turns: tuple[str, ...], rules: str) -> Game:
    game = Game(parse_fen(example.fen, RULESETS[rules]))
    for turn in turns:
        assert is_legal(game.position, turn), f"{turn} in {format_fen(game.position)}"
        game.play_turn(parse_turn(game.position, turn))
    return game


def is_legal(position: Position, turn: str) -> bool:
    """Whether a turn is among those that the rules list, and may be played action by action."""
    try:
        after = play_all(position, parse_turn(position, turn))
    except (NotationError, IllegalAction):
        return False
    return after in outcomes(position)


@cache
def outcomes(position: Position) -> set[Position]:
    """Many facts are told of each position."""
    return distinct_outcomes(position)


def scenes() -> Iterator[Scene]:
    for example in EXAMPLES:
        for moment in example.moments:
            for rules in moment.rules:
                if rules in RULESETS:
                    yield Scene(example, moment, rules)


def scenes_that_tell(fact: str) -> pytest.MarkDecorator:
    """The scenes whose moment says something of this kind."""
    telling = [s for s in scenes() if getattr(s.moment, fact) not in ((), None)]
    return pytest.mark.parametrize("scene", telling, ids=str)


ALL_EXAMPLES = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)


@ALL_EXAMPLES
def test_what_is_to_be_played_is_legal_under_each_ruleset(example: Example) -> None:
    assert example.play
    for rules in example.rules:
        if rules in RULESETS:
            game_after(example, example.play, rules)


@scenes_that_tell("legal")
def test_what_must_be_legal_is(scene: Scene) -> None:
    position = scene.position()
    assert [turn for turn in scene.moment.legal if not is_legal(position, turn)] == []


@scenes_that_tell("illegal")
def test_what_must_not_be_legal_is_not(scene: Scene) -> None:
    position = scene.position()
    assert [no for no in scene.moment.illegal if is_legal(position, no.turn)] == []


@scenes_that_tell("stands")
def test_the_pieces_stand_where_the_booklets_show_them(scene: Scene) -> None:
    position = scene.position()
    for standing in scene.moment.stands:
        found = position.white_at(standing.square), position.black_at(standing.square)
        assert found == (standing.white, standing.black)


@scenes_that_tell("sako")
def test_sako_is_given_by_whom_the_example_says(scene: Scene) -> None:
    position = scene.position()
    givers = frozenset(color for color in Color if gives_sako(position, color))
    assert givers == scene.moment.sako


@scenes_that_tell("paco")
def test_paco_is_given_by_whom_the_example_says(scene: Scene) -> None:
    position = scene.position()
    givers = frozenset(color for color in Color if gives_paco(position, color))
    assert givers == scene.moment.paco


def gives_paco(position: Position, color: Color) -> bool:
    """Whether the king of the side to move is threatened and stays so whatever is answered."""
    if position.to_move == color or not gives_sako(position, color):
        return False
    answers = outcomes(position)
    return all(status_of(after) == Status.RUN and gives_sako(after, color) for after in answers)


@scenes_that_tell("status")
def test_the_game_stands_as_the_example_says(scene: Scene) -> None:
    game = game_after(scene.example, scene.moment.after, scene.rules)
    assert game.status == scene.moment.status


# --- the examples are what they claim to be ---


@ALL_EXAMPLES
def test_what_is_not_legal_names_pieces_that_are_there(example: Example) -> None:
    # Else a slip of the pen would pass for an illegal turn.
    for moment in example.moments:
        for rules in moment.rules:
            if rules in RULESETS:
                position = position_after(example, moment.after, rules)
                for refusal in moment.illegal:
                    assert_names_pieces(position, refusal.turn)


def assert_names_pieces(position: Position, turn: str) -> None:
    mover = position.to_move
    if turn.startswith("0-0"):
        assert position.piece_at(mover, position.king_square(mover)) == PieceType.KING
        return
    first, *steps = turn.replace("x", ">x").split(">")
    letters, square = first[:-2] or "P", parse_square(first[-2:])
    whose = position.piece_at(mover, square), position.piece_at(mover.other, square)
    if whose[0] is None:
        # Said of a piece of the side that is not to move.
        whose = whose[1], whose[0]
    named = tuple(PIECE_BY_LETTER[letter] for letter in letters)
    assert whose[: len(named)] == named
    for step in steps:
        joins = step.startswith("x")
        letter, target = step.removeprefix("x")[:-2], parse_square(step[-2:])
        if joins:
            assert position.piece_at(mover.other, target) == PIECE_BY_LETTER[letter or "P"]
        elif letter:
            # A union to be taken over en passant stands one square before the pawn's goal.
            passed = target - FORWARD[mover]
            freed = position.piece_at(mover, target) or position.piece_at(mover, passed)
            assert freed == PIECE_BY_LETTER[letter]


@ALL_EXAMPLES
def test_the_position_is_written_as_we_write_it(example: Example) -> None:
    assert format_fen(parse_fen(example.fen)) == example.fen


@ALL_EXAMPLES
def test_nobody_has_won_and_no_king_could_be_united_with_before_it_begins(example: Example) -> None:
    position = parse_fen(example.fen)
    assert status_of(position) == Status.RUN
    if example.play[0][-3:-2] != "K":
        assert not gives_sako(position, position.to_move)


def test_no_example_stands_twice() -> None:
    titles = Counter(example.title for example in EXAMPLES)
    contents = Counter((example.fen, example.play) for example in EXAMPLES)
    assert max(titles.values()) == 1
    assert max(contents.values()) == 1


def test_every_moment_says_something() -> None:
    for example in EXAMPLES:
        for moment in example.moments:
            told = (moment.legal, moment.illegal, moment.stands)
            facts = (moment.sako, moment.paco, moment.status)
            assert any(told) or any(fact is not None for fact in facts), (example.id, moment)


# Kings whose squares the booklets' text names, or that castle.
KINGS_IN_THE_TEXT = {"bishop-union": {"h1"}, "queen-union": {"g8"}}


@ALL_EXAMPLES
def test_the_completion_tells_where_the_kings_were_put(example: Example) -> None:
    if "whole position" in example.completion or example.section == Section.SETTING_UP:
        return
    given = KINGS_IN_THE_TEXT.get(example.id, set())
    if example.section == Section.CASTLING:
        given = {"e1"}
    position = parse_fen(example.fen)
    kings = {square_name(position.king_square(color)) for color in Color}
    assert {king for king in kings if king not in example.completion} == given


# Per section: how many examples the booklets have; the five rules are counted per piece below.
LEAST = {
    Section.SETTING_UP: 1,
    Section.PAWN_RULE: 1,
    Section.SAKO: 2,
    Section.OUT_OF_SAKO: 4,
    Section.PACO: 3,
    Section.PROMOTION: 4,
    Section.CASTLING: 4,
    Section.EN_PASSANT: 2,
}


@pytest.mark.parametrize(("section", "least"), LEAST.items(), ids=str)
def test_every_section_has_its_examples(section: Section, least: int) -> None:
    assert sum(example.section == section for example in EXAMPLES) >= least


def test_the_five_rules_are_shown_for_each_piece() -> None:
    shown = {(e.piece, e.section) for e in EXAMPLES if e.section in PER_PIECE}
    pieces: list[PieceType] = [piece for piece in PieceType if piece != PieceType.KING]
    expected: set[tuple[PieceType | None, Section]]
    expected = {(piece, section) for piece in pieces for section in PER_PIECE}
    # The king only moves.
    expected |= {(PieceType.KING, Section.MOVEMENT), (PieceType.KING, Section.UNION)}
    assert shown == expected
    assert set(LEAST) | PER_PIECE == set(Section)


# The booklets' table of contents: movement, union, moving a union, take-over, chain.
FIRST_PAGE = {
    PieceType.PAWN: 16,
    PieceType.ROOK: 22,
    PieceType.KNIGHT: 28,
    PieceType.BISHOP: 34,
    PieceType.QUEEN: 40,
    PieceType.KING: 46,
}
IN_ORDER = (
    Section.MOVEMENT,
    Section.UNION,
    Section.MOVING_A_UNION,
    Section.TAKE_OVER,
    Section.CHAIN,
)


def test_pages_are_those_of_the_table_of_contents() -> None:
    for example in EXAMPLES:
        if example.piece is not None:
            expected = FIRST_PAGE[example.piece] + IN_ORDER.index(example.section)
            assert {source.page for source in example.sources} == {expected}


def test_examples_come_in_the_order_of_the_booklet_within_each_section() -> None:
    for section in set(Section) - {Section.EN_PASSANT}:
        pages = [page_of(example) for example in EXAMPLES if example.section == section]
        assert all(first <= then for first, then in pairwise(pages))


def page_of(example: Example) -> int:
    return min(source.page for source in example.sources)


def test_only_what_the_dutch_text_lacks_stands_in_the_english_booklet_alone() -> None:
    english_only = [
        page_of(e) for e in EXAMPLES if {s.booklet for s in e.sources} == {Booklet.ENGLISH}
    ]
    assert english_only == [37, 38]


def test_an_example_is_found_by_its_id() -> None:
    assert example_named("pawn-chain").section == Section.CHAIN
    with pytest.raises(ExampleError, match="such as pawn-union, got 'pawn-chains'"):
        example_named("pawn-chains")
